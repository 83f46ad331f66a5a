//! What a person reads when something cannot be done, what a page's script reads, and the HTTP
//! status. Flows have their own enums in the domain's words; each turns into a [`Problem`] beside
//! its flow. Sources of storage faults are kept for the log and never shown.

use std::{error::Error, fmt, time::Duration};

use evernear_rules::wire::ProblemView;
use http::StatusCode;

use crate::ports::{StoreError, TooOften};

pub(crate) const CREDENTIALS_MISSING: &str =
    "You must provide either an email or phone number and a password";
pub(crate) const USERNAME_TAKEN: &str = "Username is already taken";
/// What an administrator reads when the database is away.
pub const DATABASE_TROUBLE: &str =
    "There was an issue connecting to the database. Some features may be limited.";
pub(crate) const TRAP: &str =
    "Please leave the field named Website empty; only machines fill it in.";
pub(crate) const TERMS_NEEDED: &str =
    "Please confirm that you are 12 or older and accept the terms.";

/// A memory that cannot be made again for free.
pub const NO_RETAKE: &str =
    "A memory can be made again for free once, within seven days. This one cannot, or no longer.";

/// What a refused or failed call answers with.
#[derive(Debug)]
pub struct Problem {
    pub kind: Kind,
    /// For the person, as shown.
    pub message: String,
    /// The true number of credits, where they are too few.
    pub credits: Option<u32>,
    /// Seconds until it may be asked again, where it was asked too often or nobody could answer.
    pub retry_after: Option<u32>,
    /// For the log only.
    pub source: Option<Box<dyn Error + Send + Sync>>,
}

/// What kind of trouble it is. To add one: a line in each of the two matches below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    BadInput,
    SignedOut,
    /// The page was rendered for another account than the one that is signed in now.
    AnotherAccount,
    /// Who it is has to be proved once more.
    Stale,
    InsufficientCredits,
    TermsNeeded,
    Refused,
    /// The window of a payment was closed before anything was paid.
    PaymentAbandoned,
    NotFound,
    Conflict,
    TooLarge,
    /// What was sent ended before its end; it may be sent again.
    Incomplete,
    Unsupported,
    TooMany,
    /// The admin gate is locked.
    Locked,
    /// The closed beta is not open for this person.
    BetaClosed,
    Internal,
    Unavailable,
}

impl Kind {
    /// The stable name for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::BadInput => "bad_input",
            Self::SignedOut => "signed_out",
            Self::AnotherAccount => "another_account",
            Self::Stale => "stale",
            Self::InsufficientCredits => "insufficient_credits",
            Self::TermsNeeded => "terms_needed",
            Self::Refused => "refused",
            Self::PaymentAbandoned => "payment_abandoned",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::TooLarge => "too_large",
            Self::Incomplete => "incomplete",
            Self::Unsupported => "unsupported",
            Self::TooMany => "too_many",
            Self::Locked => "locked",
            Self::BetaClosed => "beta_closed",
            Self::Internal => "internal",
            Self::Unavailable => "unavailable",
        }
    }

    pub fn status(self) -> StatusCode {
        match self {
            Self::BadInput | Self::Refused | Self::PaymentAbandoned => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::Incomplete => StatusCode::BAD_REQUEST,
            Self::SignedOut | Self::Locked => StatusCode::UNAUTHORIZED,
            Self::InsufficientCredits => StatusCode::PAYMENT_REQUIRED,
            Self::TermsNeeded | Self::Stale | Self::BetaClosed => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Conflict | Self::AnotherAccount => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// How long, as people say it: seconds up to two minutes, then minutes, then hours.
fn in_words(seconds: u32) -> String {
    match seconds {
        1 => "1 second".to_owned(),
        0..=120 => format!("{seconds} seconds"),
        121..=7200 => format!("{} minutes", seconds.div_ceil(60)),
        _ => format!("{} hours", seconds.div_ceil(3600)),
    }
}

impl Problem {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), credits: None, retry_after: None, source: None }
    }

    /// The request needs a session and has none.
    pub fn signed_out() -> Self {
        Self::new(Kind::SignedOut, "User not authenticated")
    }

    /// The page is not of the account that is signed in.
    pub fn another_account() -> Self {
        Self::new(Kind::AnotherAccount, "Another account is signed in in this browser now.")
    }

    /// Too few credits, with the true number.
    pub fn insufficient(credits: u32) -> Self {
        let message = format!(
            "You need {} credits to create this memory, but you only have {credits} credits remaining.",
            evernear_rules::pricing::CREATION_COST
        );
        Self { credits: Some(credits), ..Self::new(Kind::InsufficientCredits, message) }
    }

    /// The beta gate.
    pub fn beta_closed() -> Self {
        Self::new(Kind::BetaClosed, "Closed Beta Access Required")
    }

    /// The admin gate is locked.
    pub fn locked() -> Self {
        Self::new(Kind::Locked, "The admin pages are locked. Please enter the password again.")
    }

    /// Asked too often: how long to wait.
    pub fn too_many(wait: Duration) -> Self {
        let seconds = u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX).max(1);
        let message = format!("That was too often. Please try again in {}.", in_words(seconds));
        Self { retry_after: Some(seconds), ..Self::new(Kind::TooMany, message) }
    }

    /// As many new accounts as one client may make for now.
    pub fn too_many_accounts(wait: Duration) -> Self {
        let hours = wait.as_secs().div_ceil(3600).max(1);
        let unit = if hours == 1 { "hour" } else { "hours" };
        let message = format!(
            "Only a few new accounts can be made from one place in a day. Please try again in {hours} {unit}."
        );
        Self { message, ..Self::too_many(wait) }
    }

    /// There is no such thing, or it is somebody else's: the answer is the same.
    pub fn not_found() -> Self {
        Self::new(Kind::NotFound, "We could not find that.")
    }

    /// The database or the file store did not do its part; nothing was changed.
    pub fn unavailable(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let message =
            "We could not save this just now. Nothing is lost; please try again in a moment.";
        Self {
            source: Some(source.into()),
            retry_after: Some(UNAVAILABLE_SECONDS),
            ..Self::new(Kind::Unavailable, message)
        }
    }

    /// The same in the words of one place.
    pub(crate) fn unavailable_there(error: StoreError, message: &str) -> Self {
        match error {
            StoreError::OwnerGone => Self::signed_out(),
            StoreError::Failed(source) => {
                Self { message: message.to_owned(), ..Self::unavailable(source) }
            }
        }
    }

    pub fn view(&self) -> ProblemView {
        ProblemView {
            code: self.kind.code().to_owned(),
            message: self.message.clone(),
            credits: self.credits,
            retry_after: self.retry_after,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            // An account that was deleted meanwhile has no session either.
            StoreError::OwnerGone => Self::signed_out(),
            StoreError::Failed(source) => Self::unavailable(source),
        }
    }
}

impl From<TooOften> for Problem {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::too_many(wait)
    }
}

/// A wait in whole minutes or hours, never shorter than it is.
pub(crate) fn words_for(wait: Duration) -> String {
    let minutes = wait.as_secs().div_ceil(60).max(1);
    match minutes {
        1 => "a minute".to_owned(),
        2..=90 => format!("{minutes} minutes"),
        _ => format!("{} hours", minutes.div_ceil(60)),
    }
}

/// When programs may ask again after the database, the file store or a full queue refused.
const UNAVAILABLE_SECONDS: u32 = 30;

/// Shown where the last proof of who one is lies too far back.
pub const STALE: &str = "Please confirm that it is you first.";

pub(crate) const WRONG_CODE: &str =
    "That code is not right, or was used before. Please try the next one.";

pub(crate) const WRONG_MAIL_CODE: &str = "That code is not right, or it has expired. Please look at the six digits in the mail again, or ask for a new mail.";

pub(crate) const FAILED: &str =
    "Payment processing failed. Please try again or contact support if the issue persists.";
