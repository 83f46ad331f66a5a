//! Payments: opened, granted, flagged, settled and taken back.

use std::sync::Arc;

use async_trait::async_trait;

use crate::{
    domain::{
        admin::Audit,
        billing::{
            Charge, Order, Payment, PaymentResult, PlanChange, SecurePayment, payment::PaymentNote,
        },
        id::{AccountId, EntryId, PaymentId, SubscriptionId},
        mail::QueuedMail,
        timestamp::Timestamp,
    },
    ports::StoreError,
};

/// A payment to be written down before the provider hears of it.
#[derive(Clone, Debug)]
pub struct NewPayment {
    pub id: PaymentId,
    pub provider: String,
    pub reference: String,
    pub owner: AccountId,
    pub order: Order,
    pub at: Timestamp,
    /// When the provider is asked if we have not heard by then.
    pub next: Timestamp,
}

/// The ids under which a payment is granted, and by which customer and plan of the provider it
/// renews; it does not where the provider has no plan for it.
#[derive(Clone, Debug)]
pub struct Granting {
    pub entry: EntryId,
    /// Of the entry that pays what is owed, if anything is.
    pub repay: EntryId,
    pub subscription: SubscriptionId,
    pub customer: Option<String>,
    pub plan_code: Option<String>,
    /// What is charged when it renews.
    pub authorization: Option<String>,
    /// Sent when it was granted.
    pub receipt: Option<QueuedMail>,
    pub at: Timestamp,
}

/// A later month of a subscription, charged by the provider on its own.
#[derive(Clone, Debug)]
pub struct Renewal {
    pub payment: PaymentId,
    pub entry: EntryId,
    /// Of the entry that pays what is owed, if anything is.
    pub repay: EntryId,
    pub subscription: SubscriptionId,
    pub provider: String,
    pub charge: Charge,
    /// Sent when it was granted.
    pub receipt: Option<QueuedMail>,
    pub at: Timestamp,
}

/// Why nothing was granted.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    #[error("this payment has already been processed")]
    AlreadyProcessed,
    /// Written down as flagged; nothing was granted.
    #[error("the payment is flagged: {0}")]
    Flagged(String),
    #[error("there is no such payment")]
    Unknown,
    /// Nobody has the account any more; nothing was written down yet.
    #[error("the account is gone")]
    Gone,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Writes the mail about a payment that was taken back, once it is known what could be taken.
pub type RevokedMail = Arc<dyn Fn(u32, u32) -> Result<QueuedMail, StoreError> + Send + Sync>;

/// What an operator takes back: the credits that a payment granted, and its plan.
#[derive(Clone)]
pub struct Revocation {
    pub payment: PaymentId,
    pub entry: EntryId,
    /// The last day of the plan, `YYYY-MM-DD`: today.
    pub end_date: String,
    /// Tells the person, with the credits that were taken and those that are owed.
    pub mail: Option<RevokedMail>,
    /// Where an administrator did it in a browser.
    pub audit: Option<Audit>,
    pub at: Timestamp,
}

/// How many credits were taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revoked {
    pub taken: u32,
    /// Spent before, and owed now.
    pub owed: u32,
    /// A mail tells the person; nobody is told of an account that is gone.
    pub told: bool,
}

#[async_trait]
pub trait PaymentStore: Send + Sync {
    /// Writes a pending payment.
    async fn open(&self, payment: &NewPayment) -> Result<(), StoreError>;
    async fn find(&self, provider: &str, reference: &str) -> Result<Option<Payment>, StoreError>;
    /// A payment by its reference, for its owner only.
    async fn of_owner(
        &self,
        owner: AccountId,
        reference: &str,
    ) -> Result<Option<Payment>, StoreError>;
    /// Newest first; of the flagged those that nobody has settled.
    async fn list(&self, flagged: bool, limit: u32) -> Result<Vec<Payment>, StoreError>;
    /// Payments of this reference, of whichever provider.
    async fn named(&self, reference: &str) -> Result<Vec<Payment>, StoreError>;
    /// Takes back what a flagged payment granted. Nothing where it is not flagged, was not
    /// granted, or has been settled before.
    async fn revoke(&self, revocation: &Revocation) -> Result<Option<Revoked>, StoreError>;
    /// A flagged payment was looked at and stays as it is; no where there is nothing to settle.
    async fn resolve(
        &self,
        payment: PaymentId,
        audit: Option<&Audit>,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// What a paid payment did for its owner's plan.
    async fn change(&self, owner: AccountId, reference: &str) -> Result<PlanChange, StoreError>;
    /// Payment, ledger entry, balance, plan and subscription in one transaction. A month of
    /// the plan that is there and does not renew by itself is added to it; any other plan
    /// begins anew.
    async fn process_secure_payment(
        &self,
        payment: &SecurePayment,
        granting: &Granting,
    ) -> Result<PaymentResult, ProcessError>;
    /// The same for a renewal, once a period.
    async fn renew(&self, renewal: &Renewal) -> Result<PaymentResult, ProcessError>;
    /// What a paid payment gave, as the ledger says it.
    async fn result(&self, payment: PaymentId) -> Result<Option<PaymentResult>, StoreError>;
    /// The page has heard; yes for the first time.
    async fn shown(&self, payment: PaymentId, at: Timestamp) -> Result<bool, StoreError>;
    /// Keeps a pending payment pending, with a word about why, until `next`.
    async fn postpone(
        &self,
        payment: PaymentId,
        note: Option<&PaymentNote>,
        next: Timestamp,
    ) -> Result<(), StoreError>;
    /// A pending payment is given up.
    async fn give_up(&self, payment: PaymentId, note: &PaymentNote) -> Result<(), StoreError>;
    /// Something is wrong with a charge: a pending payment never becomes paid, a paid one
    /// is marked for an operator, an unknown one is written down without an account.
    async fn flag(
        &self,
        id: PaymentId,
        provider: &str,
        charge: &Charge,
        note: &PaymentNote,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// Flags what was paid after its account had gone.
    async fn flag_deleted_account(&self, payment: PaymentId) -> Result<(), StoreError>;
    /// Pending payments of a provider whose turn it is.
    async fn due(
        &self,
        provider: &str,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError>;
    /// Granted payments of a provider, paid before `until`, that are to be looked at again.
    async fn due_again(
        &self,
        provider: &str,
        until: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError>;
    /// A granted payment was looked at again: with a word about what is wrong, if something
    /// is, else at `next` once more.
    async fn looked_again(
        &self,
        payment: PaymentId,
        note: Option<&PaymentNote>,
        next: Timestamp,
    ) -> Result<(), StoreError>;
}
