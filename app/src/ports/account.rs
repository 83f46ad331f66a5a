//! Accounts as rows, and everything that belongs to a person, wherever it is kept: one registry
//! for taking it along and for making it go.

use async_trait::async_trait;
use serde_json::{Map, Value};

use crate::{
    domain::{
        account::{Account, Email, TermsAccepted, Theme, Username},
        auth::identity::Identity,
        id::{AccountId, SessionId},
        media::ObjectKey,
        timestamp::Timestamp,
    },
    ports::{StoreError, Welcome},
};

/// The rows of one table.
pub struct TableRows {
    pub table: &'static str,
    pub rows: Vec<Map<String, Value>>,
}

#[async_trait]
pub trait PersonalDataStore: Send + Sync {
    /// Everything but secrets.
    async fn rows_of(&self, account: AccountId) -> Result<Vec<TableRows>, StoreError>;
    /// Photos with their previews, pictures and films.
    async fn objects_of(&self, account: AccountId) -> Result<Vec<ObjectKey>, StoreError>;
    /// The address the account has, those it had before and that are nobody else's now, and
    /// the one it is about to change to.
    async fn addresses_of(&self, account: AccountId) -> Result<Vec<Email>, StoreError>;
    /// All of it goes in one transaction. What the law keeps stays under the pseudonym, and
    /// until `welcome_until` that the mailbox had its welcome credits. [`StoreError::OwnerGone`]
    /// when the session that asks has ended meanwhile.
    async fn erase(
        &self,
        account: AccountId,
        session: Option<SessionId>,
        pseudonym: &str,
        welcome_until: Timestamp,
    ) -> Result<(), StoreError>;
}

/// An account to be made, with its first ledger entry.
pub struct NewAccount {
    pub id: AccountId,
    pub email: Email,
    /// Nothing as long as nobody may come in.
    pub email_confirmed_at: Option<Timestamp>,
    /// A provider vouches for the address.
    pub email_proven: bool,
    /// Nothing for those who come by a link or a provider only.
    pub password_hash: Option<String>,
    /// The first way to sign in.
    pub identity: Identity,
    pub username: Option<Username>,
    pub terms: Option<TermsAccepted>,
    /// Granted with the account; nothing where the address is to be confirmed first.
    pub welcome: Option<Welcome>,
    pub at: Timestamp,
}

#[derive(Debug, thiserror::Error)]
pub enum CreateAccountError {
    #[error("an account with this e-mail exists")]
    EmailTaken,
    #[error("the user name is taken")]
    UsernameTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum RenameError {
    #[error("the user name is taken")]
    Taken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who sets a new password. It decides what ends with the password before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordSetter {
    /// Every session ends, and every outstanding link and code.
    Administrator,
    /// Whoever shows the link of a reset. The same, and the identities that have another address
    /// than the account are removed.
    ResetLink,
    /// Every other session ends, and outstanding links and codes. Mails that prove the mailbox stay
    /// valid: the session may be a thief's, and the mailbox's holder must be able to end it.
    Session(SessionId),
    /// A session that a mail alone opened. As of a session, and identities as with a reset's link.
    MailboxHolder(SessionId),
}

impl PasswordSetter {
    /// The session that sets it, which stays.
    pub fn session(self) -> Option<SessionId> {
        match self {
            Self::Administrator | Self::ResetLink => None,
            Self::Session(session) | Self::MailboxHolder(session) => Some(session),
        }
    }
}

#[async_trait]
pub trait AccountStore: Send + Sync {
    /// The account with its profile, or neither; and its welcome credits, unless its mailbox
    /// had them.
    async fn create(&self, account: NewAccount) -> Result<(), CreateAccountError>;
    /// With the password's hash, where there is a password.
    async fn by_email(
        &self,
        email: &Email,
    ) -> Result<Option<(Account, Option<String>)>, StoreError>;
    /// The password's hash.
    async fn password_hash(&self, id: AccountId) -> Result<Option<String>, StoreError>;
    /// A new password, and what ends with it. How many identities were removed.
    /// [`StoreError::OwnerGone`] when the session that asks has ended meanwhile.
    async fn set_password(
        &self,
        id: AccountId,
        hash: &str,
        setter: PasswordSetter,
    ) -> Result<u64, StoreError>;
    /// Its holder has shown the mailbox of this address and a second factor: proven, if nobody
    /// had proven it before.
    async fn address_proven(
        &self,
        id: AccountId,
        email: &Email,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// A password that was set before the address was confirmed goes; a confirmed account
    /// keeps its own.
    async fn forget_unconfirmed_password(&self, id: AccountId) -> Result<(), StoreError>;
    /// The address it waits to change to.
    async fn pending_email(&self, id: AccountId) -> Result<Option<Email>, StoreError>;
    /// The same password hashed anew, unless it was changed meanwhile.
    async fn rehash(&self, id: AccountId, from: &str, to: &str) -> Result<bool, StoreError>;
    async fn by_id(&self, id: AccountId) -> Result<Option<Account>, StoreError>;
    /// Whether somebody has this user name.
    async fn username_taken(&self, username: &Username) -> Result<bool, StoreError>;
    async fn rename(
        &self,
        id: AccountId,
        username: &Username,
        at: Timestamp,
    ) -> Result<(), RenameError>;
    async fn choose_theme(
        &self,
        id: AccountId,
        theme: Theme,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    async fn accept_terms(&self, id: AccountId, terms: &TermsAccepted) -> Result<(), StoreError>;
}
