//! What the outside must provide. Flows see these traits and nothing behind them; the
//! server's `compose` is where adapters meet them. A store method is one transaction:
//! either all of it happened or nothing did. To add a port: a trait here or in a file
//! beside, a field in [`Ports`], an adapter in the server.

mod account;
mod admin;
mod auth;
mod billing;
mod companion;
mod costs;
mod creation;
mod credits;
mod draft;
mod imagery;
mod limits;
mod mail;
mod media;
mod photo_request;
mod recordings;
mod settings;
mod sharing;
mod support;
mod system;
mod waitlist;

use std::{error::Error, fmt, sync::Arc, time::Duration};

use crate::domain::{
    account::Email, auth::api_session::SessionLimits, id::IdEntropy, timestamp::Timestamp,
};

pub use account::{
    AccountStore, CreateAccountError, NewAccount, PasswordSetter, PersonalDataStore, RenameError,
    TableRows,
};
pub use admin::{AdminLog, CountError, Diagnosis, Figures, LockMemory, Signer};
pub use auth::{
    AdminChange, AdminChangeError, AdminStore, AdvanceError, AskedBy, AuthorizeRequest, Effect,
    EmailChange, EnrollError, EventStore, FactorStore, FlowStore, Google, GoogleError, GoogleGrant,
    GoogleIdToken, GoogleProfile, IdTokenError, IdentityStore, Issue, Linked, MustRemain,
    NewApiSession, OneTimeStore, Passwords, PatchApiUserError, PendingEmailChange, ProviderTokens,
    RefreshTokenProblem, Secrets, SessionStore, SessionWithAccount, TokenKeys, TokenStore, Totp,
    TotpSetup, UnlinkError, UseError, Used, UsedUp, UserPage,
};
pub use billing::{
    ChargeOrder, ChargedFor, Delivery, FailedOrder, Granting, LaterOrder, NewPayment, Opened,
    OrderDue, OrderFailure, OrderRequest, PaymentProvider, PaymentStore, PlannedPlan,
    PossiblePayer, ProcessError, ProviderError, Renewal, Revocation, Revoked, RevokedMail, Sandbox,
    SandboxAct, SandboxCharge, SharedCustomer, StandingOrderStore, SubscriptionStore, UnownedOrder,
    WebhookError, WindowKind,
};
pub use companion::{Companion, CompanionError};
pub use costs::{
    Ceiling, CompanionCall, CompanionCosts, CostDay, CostLimits, CostStore, ModelAnswer,
    ReservedCosts, Tokens,
};
pub use creation::{
    BeginError, Begun, Claimed, CreationStore, DueDate, Fetched, Finish, GalleryStore, Hold, Lease,
    MemoryCounts, MemoryDateStore, Neighbours, NewCreation, PhotoSource, Release, Retake,
    TaskDeletion, TaskDeletionStore,
};
pub use credits::{CreditStore, Discrepancy, GrantError, Mailboxes, Welcome, WelcomeStore};
pub use draft::{DraftStore, UnsentStore};
pub use imagery::{
    FilmRequest, Imagery, ImageryError, Part, PictureRequest, RequestPhoto, RequestRecording,
    Submitted, TaskId, TaskState,
};
pub use limits::{QuotaStore, RateLimiter, Taken, TooOften};
pub use mail::{ClaimedMail, MailError, MailStore, Mailer, OptionalMailStore};
pub use media::{
    AddIncomingError, AddPhotoError, Chunks, CpuSpent, CutOut, CutOutDoubt, IncomingStore, Objects,
    PersonCutter, PhotoFile, PhotoReadError, PhotoReader, PhotoStore, ReadPhoto, StoredPhoto,
};
pub use photo_request::{AddRequestedError, MadePhotoRequest, NewPhotoRequest, PhotoRequestStore};
pub use recordings::{ReadRecording, RecordingReadError, RecordingReader, RecordingStore};
pub use settings::{SettingCatalog, SettingPicture};
pub use sharing::{
    Admission, Edited, PasswordChange, ReportDecision, ReportStore, ShareEdit, ShareStore, Shared,
};
pub use support::{ContactStore, KeptMessage};
pub use system::{Clock, Entropy, Wake};
pub use waitlist::{
    AppliedWith, ApplyError, FormRelay, Matches, Move, WaitlistFilter, WaitlistStore,
};

/// Everything a flow may ask of the outside.
#[derive(Clone)]
pub struct Ports {
    pub accounts: Arc<dyn AccountStore>,
    pub sessions: Arc<dyn SessionStore>,
    pub one_time: Arc<dyn OneTimeStore>,
    pub factors: Arc<dyn FactorStore>,
    pub identities: Arc<dyn IdentityStore>,
    pub events: Arc<dyn EventStore>,
    pub secrets: Arc<dyn Secrets>,
    pub totp: Arc<dyn Totp>,
    /// Only where it is configured.
    pub google: Option<Arc<dyn Google>>,
    pub personal_data: Arc<dyn PersonalDataStore>,
    pub drafts: Arc<dyn DraftStore>,
    pub photos: Arc<dyn PhotoStore>,
    pub recordings: Arc<dyn RecordingStore>,
    pub incoming: Arc<dyn IncomingStore>,
    pub unsent: Arc<dyn UnsentStore>,
    pub creations: Arc<dyn CreationStore>,
    pub gallery: Arc<dyn GalleryStore>,
    pub memory_dates: Arc<dyn MemoryDateStore>,
    pub costs: Arc<dyn CostStore>,
    pub task_deletions: Arc<dyn TaskDeletionStore>,
    pub waitlist: Arc<dyn WaitlistStore>,
    pub contact: Arc<dyn ContactStore>,
    pub shares: Arc<dyn ShareStore>,
    pub photo_requests: Arc<dyn PhotoRequestStore>,
    pub reports: Arc<dyn ReportStore>,
    pub admin: Arc<dyn AdminLog>,
    pub diagnosis: Arc<dyn Diagnosis>,
    pub mails: Arc<dyn MailStore>,
    pub optional_mails: Arc<dyn OptionalMailStore>,
    pub mailer: Arc<dyn Mailer>,
    pub rate_limiter: Arc<dyn RateLimiter>,
    pub quotas: Arc<dyn QuotaStore>,
    pub tokens: Arc<dyn TokenStore>,
    pub people: Arc<dyn AdminStore>,
    pub flows: Arc<dyn FlowStore>,
    pub keys: Arc<dyn TokenKeys>,
    pub credits: Arc<dyn CreditStore>,
    pub welcomes: Arc<dyn WelcomeStore>,
    pub mailboxes: Arc<dyn Mailboxes>,
    pub payments: Arc<dyn PaymentStore>,
    pub subscriptions: Arc<dyn SubscriptionStore>,
    pub standing_orders: Arc<dyn StandingOrderStore>,
    /// Who takes the money; nothing can be bought without.
    pub payment_provider: Option<Arc<dyn PaymentProvider>>,
    /// The test provider's own side, in development mode.
    pub sandbox: Option<Arc<dyn Sandbox>>,
    pub signer: Arc<dyn Signer>,
    pub locks: Arc<dyn LockMemory>,
    pub relay: Arc<dyn FormRelay>,
    pub objects: Arc<dyn Objects>,
    pub reader: Arc<dyn PhotoReader>,
    pub recording_reader: Arc<dyn RecordingReader>,
    pub passwords: Arc<dyn Passwords>,
    pub companion: Arc<dyn Companion>,
    pub imagery: Arc<dyn Imagery>,
    pub catalog: Arc<dyn SettingCatalog>,
    pub cutter: Arc<dyn PersonCutter>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    pub wake: Arc<dyn Wake>,
    pub settings: Arc<Settings>,
}

impl Ports {
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The ingredients of a new id.
    pub fn id_parts(&self) -> (Timestamp, IdEntropy) {
        let mut bytes = IdEntropy::default();
        self.entropy.fill(&mut bytes);
        (self.clock.now(), bytes)
    }
}

/// What the operator decided that flows must know.
#[derive(Clone)]
pub struct Settings {
    /// Shown when a message speaks of distress.
    pub helplines: String,
    /// How soon a running provider task is looked at again.
    pub poll_every: Duration,
    /// What orders at providers outside cost, and how much may be spent.
    pub prices: OrderPrices,
    /// The site's address, for links in mails; without a slash at its end.
    pub public_url: String,
    /// New addresses are confirmed by a mail before anyone is in.
    pub confirm_email: bool,
    pub tokens: TokenSettings,
    /// Where messages from companies go.
    pub enterprise_mail: Email,
    /// The admin password's hash in PHC form; without one nobody is let in.
    pub admin_hash: Option<String>,
    /// Only those who are approved on the waitlist or were invited may create and buy.
    pub approved_only: bool,
}

/// What orders at providers outside cost, in millionths of a US dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderPrices {
    pub image: i64,
    pub film: i64,
    pub limits: CostLimits,
}

/// What the operator decided about the tokens of client programs.
#[derive(Clone, Debug)]
pub struct TokenSettings {
    /// The address of the token API, which its tokens name as their issuer.
    pub issuer: String,
    /// How long an access token lasts.
    pub access_lifetime: Duration,
    pub limits: SessionLimits,
    /// How long a code or link in a mail of the token API lasts.
    pub mail_lifetime: Duration,
    /// Both addresses agree to a change.
    pub secure_email_change: bool,
    /// A session older than a day shows a code before it sets a password.
    pub reauthenticate: bool,
    /// Setting a password takes the one before.
    pub current_password: bool,
}

/// Why a store did not do its part.
#[derive(Debug)]
pub enum StoreError {
    /// What a row was to belong to, an account in the first place, was deleted meanwhile: the
    /// account that asked may be gone, or the session that asked has ended. [`crate::problem`] says what that means to them.
    OwnerGone,
    /// Anything else. The source is for the log, never for a person.
    Failed(Box<dyn Error + Send + Sync>),
}

impl StoreError {
    pub fn new(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Failed(source.into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OwnerGone => f.write_str("what it belongs to was deleted meanwhile"),
            Self::Failed(source) => write!(f, "a store failed: {source}"),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::OwnerGone => None,
            Self::Failed(source) => Some(source.as_ref()),
        }
    }
}
