//! Selling: the provider who takes the money, the books in which payments and
//! subscriptions stand, and the test provider's own window.

use std::sync::Arc;

use async_trait::async_trait;

use super::StoreError;
use crate::domain::{
    admin::Audit,
    billing::{
        Charge, Order, Payment, PaymentResult, PlanChange, SecurePayment, StandingOrder,
        Subscription, Told,
    },
    id::{AccountId, EntryId, PaymentId, SubscriptionId},
    mail::QueuedMail,
    moment::Moment,
};

/// What a provider is asked to charge.
#[derive(Clone, Debug)]
pub struct ChargeOrder {
    pub reference: String,
    pub email: String,
    pub user: AccountId,
    pub order: Order,
    /// Where a person without script comes back to.
    pub return_url: String,
}

/// What a provider is asked to charge month by month, from a later day on.
#[derive(Clone, Debug)]
pub struct LaterOrder {
    /// The provider's names for the person and the plan.
    pub customer: String,
    pub plan_code: String,
    pub email: String,
    pub user: AccountId,
    pub order: Order,
    /// When the first month is charged.
    pub from: Moment,
}

/// A window in which the person pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    pub access_code: String,
    /// The window as a page.
    pub address: String,
}

/// Which window a page opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowKind {
    /// Our own, for development.
    Sandbox,
    /// Paystack's inline popup.
    Paystack,
}

#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// Down, slow or not understood: the same question may be answered later.
    #[error("the provider cannot be asked: {0}")]
    Unavailable(String),
    /// It answered, and said no.
    #[error("the provider refused: {0}")]
    Refused(String),
}

#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    #[error("the signature is not the provider's")]
    Forged,
    #[error("the message cannot be understood")]
    Unreadable,
}

/// Takes the money. Amounts are whole cents; the reference is ours.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// The name payments are stored under.
    fn name(&self) -> &'static str;
    fn window(&self) -> WindowKind;
    /// What it calls the plan that renews; nothing where this order is paid month by month.
    fn plan_code(&self, order: Order) -> Option<String>;
    async fn initialise(&self, order: &ChargeOrder) -> Result<Opened, ProviderError>;
    /// How the charge of this reference stands; nothing when the provider never heard of it.
    async fn verify(&self, reference: &str) -> Result<Option<Charge>, ProviderError>;
    /// Reads a message that came by webhook: the raw bytes, and what was signed with them.
    fn read_webhook(&self, signature: Option<&str>, body: &[u8]) -> Result<Told, WebhookError>;
    /// Ends a standing order; no fault if it has ended.
    async fn stop(&self, order: &StandingOrder) -> Result<(), ProviderError>;
    /// Lets a standing order go on that was ended; no fault if it never was.
    async fn resume(&self, order: &StandingOrder) -> Result<(), ProviderError>;
    /// A standing order that begins later, paid as the one that the person has.
    async fn subscribe(&self, order: &LaterOrder) -> Result<StandingOrder, ProviderError>;
}

/// A payment to be written down before the provider hears of it.
#[derive(Clone, Debug)]
pub struct NewPayment {
    pub id: PaymentId,
    pub provider: String,
    pub reference: String,
    pub owner: AccountId,
    pub order: Order,
    pub at: Moment,
    /// When the provider is asked if we have not heard by then.
    pub next: Moment,
}

/// The ids under which a payment is granted, and what the provider calls its renewals.
#[derive(Clone, Debug)]
pub struct Granting {
    pub entry: EntryId,
    /// Of the entry that pays what is owed, if anything is.
    pub repay: EntryId,
    pub subscription: SubscriptionId,
    pub customer: Option<String>,
    pub plan_code: Option<String>,
    /// The standing order that the charge itself names.
    pub order_code: Option<String>,
    /// Sent when it was granted.
    pub receipt: Option<QueuedMail>,
    pub at: Moment,
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
    pub at: Moment,
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

/// Whose charge it is that a provider made on its own.
#[derive(Clone, Debug)]
pub enum ChargedFor {
    Subscription(Box<Subscription>),
    /// More than one account may be meant.
    Ambiguous,
    /// No subscription is known that it could be of.
    Nobody,
}

/// A smaller plan, to begin when the present one ends.
#[derive(Clone, Debug)]
pub struct PlannedPlan {
    pub id: SubscriptionId,
    pub owner: AccountId,
    /// The present one.
    pub follows: SubscriptionId,
    pub order: Order,
    pub provider: String,
    pub customer: String,
    pub plan_code: String,
    pub from: Moment,
    pub at: Moment,
    /// When an order that the provider may have taken is stopped, unless it was written down as
    /// taken before: whoever asks for it may be cut off in between.
    pub stop_at: Moment,
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
    pub at: Moment,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revoked {
    pub taken: u32,
    /// Spent before, and owed now.
    pub owed: u32,
    /// A mail tells the person; nobody is told of an account that is gone.
    pub told: bool,
}

/// One customer of a provider for whom plans of several accounts last.
#[derive(Clone, Debug)]
pub struct SharedCustomer {
    pub provider: String,
    pub customer: String,
    pub accounts: Vec<AccountId>,
}

/// A subscription whose provider must be told to stop, and what it is called there.
#[derive(Clone, Debug)]
pub struct StopDue {
    pub subscription: Subscription,
    /// What goes on there and has to end with it.
    pub orders: Vec<StandingOrder>,
    /// Whether the provider has said what its standing order is called.
    pub named: bool,
    /// How often it was told in vain.
    pub tries: u32,
    /// Until when nobody else stops it. Whoever finds another time there has lost the lease.
    pub lease: Moment,
}

/// What became of a subscription while its provider was told to stop it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It is written down that the provider has confirmed.
    Confirmed,
    /// It goes on: the person has kept it meanwhile.
    GoesOn,
    /// Somebody else has the lease, or it was confirmed before.
    NotOurs,
}

/// A standing order that goes on although it was cancelled, for an operator.
#[derive(Clone, Debug)]
pub struct StopInVain {
    pub subscription: SubscriptionId,
    pub provider: String,
    pub plan: String,
    pub tries: u32,
    /// What the provider said last.
    pub problem: String,
    /// When it is told again.
    pub next: Moment,
}

#[async_trait]
pub trait BillingStore: Send + Sync {
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
        at: Moment,
    ) -> Result<bool, StoreError>;
    /// Customers of a provider who pay for plans of several accounts.
    async fn shared_customers(&self, limit: u32) -> Result<Vec<SharedCustomer>, StoreError>;
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
    async fn shown(&self, payment: PaymentId, at: Moment) -> Result<bool, StoreError>;
    /// Keeps a pending payment pending, with a word about why, until `next`.
    async fn postpone(
        &self,
        payment: PaymentId,
        note: Option<&str>,
        next: Moment,
    ) -> Result<(), StoreError>;
    /// A pending payment is given up.
    async fn give_up(&self, payment: PaymentId, note: &str) -> Result<(), StoreError>;
    /// Something is wrong with a charge: a pending payment never becomes paid, a paid one
    /// is marked for an operator, an unknown one is written down without an account.
    async fn flag(
        &self,
        id: PaymentId,
        provider: &str,
        charge: &Charge,
        note: &str,
        at: Moment,
    ) -> Result<(), StoreError>;
    /// Flags what was paid after its account had gone. Whatever the provider would go on
    /// charging for it is due to be stopped, under this id.
    async fn flag_gone(
        &self,
        payment: &Payment,
        charge: &Charge,
        stop: SubscriptionId,
        at: Moment,
    ) -> Result<(), StoreError>;
    /// Pending payments of a provider whose turn it is.
    async fn due(
        &self,
        provider: &str,
        now: Moment,
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError>;

    /// Granted payments of a provider, paid before `until`, that are to be looked at again.
    async fn due_again(
        &self,
        provider: &str,
        until: Moment,
        now: Moment,
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError>;
    /// A granted payment was looked at again: with a word about what is wrong, if something
    /// is, else at `next` once more.
    async fn looked_again(
        &self,
        payment: PaymentId,
        note: Option<&str>,
        next: Moment,
    ) -> Result<(), StoreError>;

    /// The subscription that lasts, if any.
    async fn subscription(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError>;
    /// The last subscription that ended because its time was over.
    async fn ended(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError>;
    /// The smaller plan that was ordered for later, if any.
    async fn planned(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError>;
    /// The subscription that a charge belongs to: by the standing order it names, else by
    /// customer and plan where only one account can be meant. Whoever the charge names must
    /// not be somebody else.
    async fn charged_for(&self, provider: &str, charge: &Charge) -> Result<ChargedFor, StoreError>;
    /// Writes a smaller plan down before the provider hears of it. It counts for nothing yet,
    /// and its order is due to be stopped at `stop_at`. No when the plan that it is to follow
    /// has changed.
    async fn plan_later(&self, planned: &PlannedPlan) -> Result<bool, StoreError>;
    /// The provider has taken the order: the present plan ends, with benefits until `end_date`,
    /// and this one follows in place of whichever was to follow. No when the present plan has
    /// changed meanwhile; then the order is due to be stopped.
    async fn planned_order(
        &self,
        planned: &PlannedPlan,
        order: &StandingOrder,
        end_date: &str,
        at: Moment,
    ) -> Result<bool, StoreError>;
    /// The provider has refused the order: there is nothing to stop.
    async fn plan_refused(&self, planned: SubscriptionId) -> Result<(), StoreError>;
    /// The plan that was to follow will not begin; its order is due to be stopped.
    async fn drop_planned(&self, owner: AccountId, at: Moment) -> Result<(), StoreError>;
    /// The standing orders of a subscription, stopped or not.
    async fn orders_of(
        &self,
        subscription: &Subscription,
    ) -> Result<Vec<StandingOrder>, StoreError>;
    /// Before the provider is asked to let a cancelled subscription go on: its orders are not
    /// stopped until `until`, and are due to be stopped again then, unless it is kept before.
    /// No when it cannot be kept any more.
    async fn hold_stop(
        &self,
        kept: &Subscription,
        orders: &[StandingOrder],
        at: Moment,
        until: Moment,
    ) -> Result<bool, StoreError>;
    /// A cancelled subscription goes on, and a planned one does not begin. No when it is not
    /// cancelled, or its orders may have been stopped since [`Self::hold_stop`].
    async fn keep(&self, kept: &Subscription, at: Moment) -> Result<bool, StoreError>;
    /// A standing order exists at the provider.
    async fn ordered(
        &self,
        provider: &str,
        order: &StandingOrder,
        at: Moment,
    ) -> Result<(), StoreError>;
    /// Cancels what renews: benefits until `end_date`, the provider is due to be told. No
    /// when nothing renews.
    async fn cancel(
        &self,
        owner: AccountId,
        end_date: &str,
        ends_at: Moment,
        at: Moment,
    ) -> Result<bool, StoreError>;
    /// Ends every subscription whose time is over; how many.
    async fn expire(&self, now: Moment) -> Result<u32, StoreError>;
    /// Subscriptions whose provider is due to be told to stop, the longest due first.
    async fn stops_due(
        &self,
        provider: &str,
        now: Moment,
    ) -> Result<Vec<SubscriptionId>, StoreError>;
    /// One of them, for whoever takes the lease until `until`; nothing where another worker did.
    async fn take_stop(
        &self,
        subscription: SubscriptionId,
        now: Moment,
        until: Moment,
    ) -> Result<Option<StopDue>, StoreError>;
    /// The provider has confirmed that it charges no more.
    async fn stopped(&self, due: &StopDue, at: Moment) -> Result<Stopped, StoreError>;
    /// It has not, and this is why: again at `next`, where the lease is still ours.
    async fn stop_later(
        &self,
        due: &StopDue,
        problem: &str,
        next: Moment,
    ) -> Result<(), StoreError>;
    /// Those that were told to stop in vain, oldest first.
    async fn stops_in_vain(&self, limit: u32) -> Result<Vec<StopInVain>, StoreError>;
}

/// What someone plays in the sandbox's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxAct {
    Success,
    Decline,
    Close,
    /// The money arrives later, and only the webhook tells.
    LateWebhook,
    WebhookTwice,
    /// The provider charges another amount than was ordered.
    AmountAltered,
}

impl SandboxAct {
    pub const ALL: [Self; 6] = [
        Self::Success,
        Self::Decline,
        Self::Close,
        Self::LateWebhook,
        Self::WebhookTwice,
        Self::AmountAltered,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Decline => "decline",
            Self::Close => "close",
            Self::LateWebhook => "late-webhook",
            Self::WebhookTwice => "webhook-twice",
            Self::AmountAltered => "amount-altered",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.as_str() == name)
    }
}

/// A charge in the sandbox's books, for its window.
#[derive(Clone, Debug)]
pub struct SandboxCharge {
    pub reference: String,
    pub email: String,
    pub amount: i64,
    pub currency: String,
    /// Whether it can still be paid.
    pub open: bool,
}

/// A webhook on its way.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub id: String,
    pub signature: String,
    pub body: String,
}

/// The test provider's side that is not a provider's: its window, its clockwork.
#[async_trait]
pub trait Sandbox: Send + Sync {
    async fn charge(&self, access_code: &str) -> Result<Option<SandboxCharge>, StoreError>;
    async fn play(&self, access_code: &str, act: SandboxAct) -> Result<(), StoreError>;
    /// Charges standing orders whose month has begun; how many.
    async fn renew_due(&self) -> Result<u32, StoreError>;
    /// Charges a person's standing orders for the next month now.
    async fn renew_now(&self, email: &str) -> Result<u32, StoreError>;
    async fn deliveries(&self) -> Result<Vec<Delivery>, StoreError>;
    async fn delivered(&self, id: &str) -> Result<(), StoreError>;
}
