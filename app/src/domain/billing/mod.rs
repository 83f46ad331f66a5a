//! What credits are sold for. Selling itself comes with payments; what is offered, and
//! under which rules, is known already.

pub mod plans;

pub use plans::{Currency, PLANS, Plan};

/// The refund and cancellation policy (spec §9), a sentence each.
pub const POLICY: [&str; 4] = [
    "Subscriptions are billed monthly or annually. Once a billing period has started, it is non-refundable.",
    "You can cancel at any time. You keep access until the end of the current billing period.",
    "Credit packs are non-refundable. Their credits do not expire while your account is active.",
    "Rights that the law gives you as a consumer stay as they are.",
];
