//! What the outside must provide. Flows see these traits and nothing behind them; the
//! server's `compose` is where adapters meet them. A store method is one transaction:
//! either all of it happened or nothing did. To add a port: a trait here or in a file
//! beside, a field in [`Ports`], an adapter in the server.

mod access;
mod allowance;
mod companion;
mod credits;
mod diagnosis;
mod flow_states;
mod google;
mod imagery;
mod machine;
mod mail;
mod owned;
mod payments;
mod stores;
mod throttle;
mod tokens;
mod unsent;
mod waitlist;
mod welcome;

use std::{error::Error, fmt, sync::Arc, time::Duration};

use async_trait::async_trait;
use evernear_rules::wire::Crop;

pub use access::{
    Effect, EmailChange, EnrollError, EventStore, FactorStore, IdentityStore, Issue, OneTimeStore,
    Secrets, Totp, TotpSetup, UnlinkError, UseError, Used,
};
pub use allowance::{AllowanceStore, Taken};
pub use companion::{Companion, CompanionError};
pub use credits::{CreditStore, Discrepancy, GrantError};
pub use diagnosis::{CountError, Diagnosis, Figures};
pub use flow_states::FlowStore;
pub use google::{
    Google, GoogleError, GoogleGrant, GoogleIdToken, GoogleProfile, IdTokenError, Leave,
    ProviderTokens,
};
pub use imagery::{
    FilmOrder, Imagery, ImageryError, OrderPhoto, PictureOrder, Submitted, TaskId, TaskState,
};
pub use machine::{FormRelay, LockMemory, Signer};
pub use mail::{ClaimedMail, MailError, MailStore, Mailer};
pub use owned::{OwnedRows, OwnedStore};
pub use payments::{
    BillingStore, ChargeOrder, ChargedFor, Delivery, Granting, LaterOrder, NewPayment, Opened,
    PaymentProvider, PlannedPlan, ProcessError, ProviderError, Renewal, Revocation, Revoked,
    RevokedMail, Sandbox, SandboxAct, SandboxCharge, SharedCustomer, StopDue, StopInVain, Stopped,
    WebhookError, WindowKind,
};
pub use stores::{
    AccountStore, AddPhotoError, BeginError, Begun, Claimed, CreateAccountError, CreationStore,
    DraftStore, Fence, Found, Hold, MemoryCounts, NewAccount, NewCreation, PhotoSource, PhotoStore,
    Release, RenameError, Retake, SessionStore,
};
pub use throttle::{Throttle, TooOften};
pub use tokens::{
    AdminChange, AdminChangeError, AdminStore, AdvanceError, NewApiSession, Page,
    PatchApiUserError, RefreshTokenProblem, TokenKeys, TokenStore,
};
pub use unsent::UnsentStore;
pub use waitlist::{
    AdminLog, ApplyError, Beside, ContactStore, Matches, Move, WaitlistFilter, WaitlistStore,
};
pub use welcome::{Mailboxes, Welcome, WelcomeStore};

use crate::domain::{
    account::{Email, Password, api_session::SessionLimits, session::TokenDigest},
    id::IdEntropy,
    media::ObjectKey,
    moment::Moment,
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
    pub owned: Arc<dyn OwnedStore>,
    pub drafts: Arc<dyn DraftStore>,
    pub photos: Arc<dyn PhotoStore>,
    pub unsent: Arc<dyn UnsentStore>,
    pub creations: Arc<dyn CreationStore>,
    pub waitlist: Arc<dyn WaitlistStore>,
    pub contact: Arc<dyn ContactStore>,
    pub admin: Arc<dyn AdminLog>,
    pub diagnosis: Arc<dyn Diagnosis>,
    pub mails: Arc<dyn MailStore>,
    pub mailer: Arc<dyn Mailer>,
    pub throttle: Arc<dyn Throttle>,
    pub allowances: Arc<dyn AllowanceStore>,
    pub tokens: Arc<dyn TokenStore>,
    pub people: Arc<dyn AdminStore>,
    pub flows: Arc<dyn FlowStore>,
    pub keys: Arc<dyn TokenKeys>,
    pub credits: Arc<dyn CreditStore>,
    pub welcomes: Arc<dyn WelcomeStore>,
    pub mailboxes: Arc<dyn Mailboxes>,
    pub billing: Arc<dyn BillingStore>,
    /// Who takes the money; nothing can be bought without.
    pub payments: Option<Arc<dyn PaymentProvider>>,
    /// The test provider's own side, in development mode.
    pub sandbox: Option<Arc<dyn Sandbox>>,
    pub signer: Arc<dyn Signer>,
    pub locks: Arc<dyn LockMemory>,
    pub relay: Arc<dyn FormRelay>,
    pub objects: Arc<dyn Objects>,
    pub reader: Arc<dyn PhotoReader>,
    pub passwords: Arc<dyn Passwords>,
    pub companion: Arc<dyn Companion>,
    pub imagery: Arc<dyn Imagery>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    pub wake: Arc<dyn Wake>,
    pub settings: Arc<Settings>,
}

impl Ports {
    pub fn now(&self) -> Moment {
        self.clock.now()
    }

    /// The ingredients of a new id.
    pub fn id_parts(&self) -> (Moment, IdEntropy) {
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

/// What time it is.
pub trait Clock: Send + Sync {
    fn now(&self) -> Moment;
}

/// Randomness that nobody can guess.
pub trait Entropy: Send + Sync {
    fn fill(&self, bytes: &mut [u8]);
}

/// Tells the workers that a creation or a mail is due.
pub trait Wake: Send + Sync {
    fn wake(&self);
}

/// Hashes and compares passwords; slow on purpose, off the request threads.
#[async_trait]
pub trait Passwords: Send + Sync {
    /// A salted hash in PHC form.
    async fn hash(&self, password: &Password) -> Result<String, StoreError>;
    /// Whether the password is the one behind the hash. Without a hash (an unknown
    /// account) it takes as long and answers no.
    async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool, StoreError>;
    /// Whether a hash was made with other parameters than those of today.
    fn outdated(&self, hash: &str) -> bool;
    /// The digest under which a session token is stored.
    fn digest(&self, token: &str) -> TokenDigest;
}

/// A photo as it was received.
#[async_trait]
pub trait PhotoFile: Send + Sync {
    /// All of it; asked for again after a wait, so that nothing waits in memory.
    async fn bytes(&self) -> Result<Vec<u8>, StoreError>;
}

/// Told the processor time that a photo took, once, also where reading it was given up.
pub type CpuSpent<'a> = &'a (dyn Fn(Duration) + Send + Sync);

/// Reads what people upload.
#[async_trait]
pub trait PhotoReader: Send + Sync {
    /// Decodes under limits, turns upright, drops metadata. Clients whose photos have cost much
    /// wait longer when several wait.
    async fn read(
        &self,
        client: &str,
        file: &dyn PhotoFile,
        spent: CpuSpent<'_>,
    ) -> Result<ReadPhoto, PhotoReadError>;
}

/// A photo that was decoded.
pub struct ReadPhoto {
    pub width: u32,
    pub height: u32,
    /// The upright photo, JPEG without metadata.
    pub upright: Vec<u8>,
    /// A small copy, JPEG.
    pub preview: Vec<u8>,
    /// The part around the faces.
    pub crop: Crop,
}

/// Why an upload is not a photo we can use.
#[derive(Debug, thiserror::Error)]
pub enum PhotoReadError {
    #[error("not an image")]
    NotAnImage,
    #[error("a kind of image that is not read")]
    Unsupported,
    #[error("too many pixels")]
    TooLarge,
    #[error("damaged")]
    Damaged,
    #[error("it took too long")]
    TooSlow,
    #[error("too many are being read")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps files.
#[async_trait]
pub trait Objects: Send + Sync {
    /// Durable when it returns; replaces what was there.
    async fn put(&self, key: &ObjectKey, bytes: Vec<u8>) -> Result<(), StoreError>;
    /// The whole object, or nothing.
    async fn get(&self, key: &ObjectKey) -> Result<Option<Vec<u8>>, StoreError>;
    /// Bytes `from..=to` of an object (`to` may lie past its end), with its full length.
    async fn get_range(
        &self,
        key: &ObjectKey,
        from: u64,
        to: u64,
    ) -> Result<Option<(Vec<u8>, u64)>, StoreError>;
    /// Its length in bytes, or nothing.
    async fn length(&self, key: &ObjectKey) -> Result<Option<u64>, StoreError>;
    /// Copies an object; the copy is durable when it returns. No if there is none.
    async fn copy(&self, from: &ObjectKey, to: &ObjectKey) -> Result<bool, StoreError>;
    /// Everything that was last written before `moment`, half-written files included.
    async fn older_than(&self, moment: Moment) -> Result<Vec<ObjectKey>, StoreError>;
    /// Whether files can be kept.
    async fn probe(&self) -> Result<(), StoreError> {
        Ok(())
    }
    /// Gone when it returns; no fault if it was gone before.
    async fn delete(&self, key: &ObjectKey) -> Result<(), StoreError>;
}

/// Why a store did not do its part.
#[derive(Debug)]
pub enum StoreError {
    /// What a row was to belong to, an account in the first place, was deleted meanwhile: the
    /// account that asked may be gone. [`crate::problem`] says what that means to them.
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
