//! Selling: who takes the money, and the payments and subscriptions that stand in our books.

mod payments;
mod provider;
mod sandbox;
mod standing_orders;
mod subscriptions;

pub use payments::{
    Granting, NewPayment, PaymentStore, ProcessError, Renewal, Revocation, Revoked, RevokedMail,
};
pub use provider::{
    ChargeOrder, Delivery, LaterOrder, Opened, PaymentProvider, ProviderError, WebhookError,
    WindowKind,
};
pub use sandbox::{Sandbox, SandboxAct, SandboxCharge};
pub use standing_orders::{
    FailedOrder, OrderDue, OrderFailure, OrderRequest, StandingOrderStore, UnownedOrder,
};
pub use subscriptions::{
    ChargedFor, PlannedPlan, PossiblePayer, SharedCustomer, SubscriptionStore,
};
