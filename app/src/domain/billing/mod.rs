//! What credits are sold for, and how they are paid: plans, money, payments and
//! subscriptions. To change what is offered, change [`plans`] only.

pub mod calendar;
pub mod charge;
pub mod money;
pub mod payment;
pub mod plans;
pub mod subscription;

pub use charge::{Charge, ChargeStatus, StandingOrder, WebhookEvent};
pub use money::{Money, grouped};
pub use payment::{
    Order, Payment, PaymentResult, PaymentStatus, PlanChange, Resolution, SecurePayment,
};
pub use plans::{Currency, PLANS, Plan};
pub use subscription::{OrderState, Subscription, SubscriptionStatus};

/// The refund and cancellation policy, a sentence each.
pub const POLICY: [&str; 4] = [
    "Subscriptions are billed monthly or annually. Once a billing period has started, it is non-refundable.",
    "You can cancel at any time. You keep access until the end of the current billing period.",
    "Credit packs are non-refundable. Their credits do not expire while your account is active.",
    "Rights that the law gives you as a consumer stay as they are.",
];
