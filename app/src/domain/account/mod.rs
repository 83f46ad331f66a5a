//! Accounts: who a person is to us. An e-mail and a user name that reach this module's
//! types have been checked once and are never checked again.

mod credentials;
pub mod event;
mod names;
mod redirect;
mod theme;

use serde::{Deserialize, Serialize};

pub use credentials::{Email, EmailProblem, Password, PasswordProblem};
pub use names::{Username, UsernameProblem};
pub use redirect::ReturnPath;
pub use theme::{Theme, UnknownTheme};

use super::{id::AccountId, timestamp::Timestamp};

/// The version of the terms people accept today, stored with the acceptance.
pub const TERMS_VERSION: &str = "2025-03";

/// When and which terms were accepted, with the confirmation of being 12 or older.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermsAccepted {
    pub version: String,
    pub at: Timestamp,
}

/// How often all sign-ins of an account were ended. A session is opened only at the number that
/// stood when its holder's proof was taken: what ends the sessions that a proof opened must not miss
/// one that is just being opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignInEpoch(pub i64);

/// An account with its profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    pub email: Email,
    /// Nothing until whoever signed up may come in. Where confirmations are off, and where a
    /// program with the service role says so, an address is taken as it is.
    pub email_confirmed_at: Option<Timestamp>,
    /// Nothing until its mailbox or a provider has vouched for the address: before, whatever
    /// was set up may be a stranger's.
    pub email_proven_at: Option<Timestamp>,
    pub username: Option<Username>,
    pub theme: Theme,
    /// Credits free to spend.
    pub credits: u32,
    /// Credits set aside for memories that are being made; spent only when one is finished.
    pub held: u32,
    /// Credits owed after a payment was taken back.
    pub debt: u32,
    pub plan: Option<String>,
    pub terms: Option<TermsAccepted>,
    pub created_at: Timestamp,
    pub sign_in_epoch: SignInEpoch,
}

impl Account {
    /// The name in 'Hello, {username}': the user name, else the part of the e-mail
    /// before the at-sign.
    pub fn display_name(&self) -> &str {
        self.username.as_ref().map_or_else(|| self.email.local_part(), Username::as_str)
    }

    /// What the person has until a memory is finished: what is held counts as theirs.
    pub fn shown_credits(&self) -> u32 {
        self.credits.saturating_add(self.held)
    }

    /// Whether the terms of today still have to be accepted.
    pub fn terms_needed(&self) -> bool {
        self.terms.as_ref().is_none_or(|terms| terms.version != TERMS_VERSION)
    }
}
