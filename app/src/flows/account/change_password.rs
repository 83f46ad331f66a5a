//! A new password: every other session ends with it, and links and codes that were sent before, but
//! for those that would end a thief's session ([`PasswordSetter`]).

use std::time::Duration;

use super::security_history::{record, record_and_tell, tell_owner};
use crate::{
    domain::{
        account::{
            Password, PasswordProblem,
            event::{EventKind, Origin},
        },
        auth::{
            proof::{Method, Proofs},
            session::Member,
        },
        id::{AccountId, SessionId},
        rate_limit::Limit,
    },
    mails,
    ports::{PasswordSetter, Ports, StoreError, TooOften},
    problem::{Kind, Problem, STALE},
};

#[derive(Debug, thiserror::Error)]
pub enum ChangePasswordError {
    #[error(transparent)]
    Password(#[from] PasswordProblem),
    #[error("it is the password of before")]
    Same,
    #[error("the last proof is too old")]
    Stale,
    #[error("changed too often")]
    TooOften(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for ChangePasswordError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

/// Changes it for the person of this session, who proved lately who they are.
pub async fn change_password(
    ports: &Ports,
    member: &Member,
    password: &str,
    origin: &Origin,
) -> Result<(), ChangePasswordError> {
    let now = ports.now();
    if !member.fresh(now) {
        return Err(ChangePasswordError::Stale);
    }
    let account = member.account.id;
    set_new_password(ports, account, member.session, &member.proofs, password, origin).await?;
    let mail = mails::password_changed(ports, &member.account.email, origin)?;
    Ok(tell_owner(ports, &member.account, &mail).await?)
}

/// Whether somebody came by a password reset, and may set a password without knowing the
/// old one.
pub fn came_to_reset(ports: &Ports, member: &Member) -> bool {
    member.fresh(ports.now()) && member.proofs.when(Method::Recovery).is_some()
}

/// The change itself, by a session with these proofs; whether it may be made is for the caller.
///
/// Who came by a mail may have done so because somebody else was in, and that person must not come
/// back by an identity of their own, which no password ends.
pub async fn set_new_password(
    ports: &Ports,
    account: AccountId,
    session: SessionId,
    proofs: &Proofs,
    password: &str,
    origin: &Origin,
) -> Result<(), ChangePasswordError> {
    let password: Password = password.parse()?;
    // Each one is hashed, and told by a mail. The mailbox's holder is counted apart, so that a
    // thief's session cannot keep them from a reset.
    let (setter, counted) = if proofs.by_mail_alone() {
        (PasswordSetter::MailboxHolder(session), by_mail(account))
    } else {
        (PasswordSetter::Session(session), account.to_string())
    };
    ports.rate_limiter.check(Limit::PasswordChange, &counted)?;
    check_differs(ports, account, &password).await?;
    let hash = ports.passwords.hash(&password).await?;
    let removed = ports.accounts.set_password(account, &hash, setter).await?;
    Ok(record_change(ports, account, removed, origin).await?)
}

/// Under which key new passwords after a mail are counted.
pub(in crate::flows) fn by_mail(account: AccountId) -> String {
    format!("{account} by mail")
}

/// Refuses the password that the account has.
pub(in crate::flows) async fn check_differs(
    ports: &Ports,
    account: AccountId,
    password: &Password,
) -> Result<(), ChangePasswordError> {
    let old = ports.accounts.password_hash(account).await?;
    if old.is_some() && ports.passwords.matches(password.expose(), old.as_deref()).await? {
        return Err(ChangePasswordError::Same);
    }
    Ok(())
}

/// Writes down a new password, and tells the owner of identities that were removed with it.
pub(in crate::flows) async fn record_change(
    ports: &Ports,
    account: AccountId,
    identities_removed: u64,
    origin: &Origin,
) -> Result<(), StoreError> {
    record(ports, account, EventKind::PasswordChanged, origin).await?;
    if identities_removed > 0 {
        record_and_tell(ports, account, EventKind::IdentityRemoved, origin).await?;
    }
    Ok(())
}

impl From<ChangePasswordError> for Problem {
    fn from(error: ChangePasswordError) -> Self {
        match error {
            ChangePasswordError::Password(problem) => {
                Self::new(Kind::BadInput, problem.to_string())
            }
            ChangePasswordError::Same => {
                Self::new(Kind::BadInput, "New password should be different from the old password.")
            }
            ChangePasswordError::TooOften(wait) => Self::too_many(wait),
            ChangePasswordError::Stale => Self::new(Kind::Stale, STALE),
            ChangePasswordError::Store(error) => error.into(),
        }
    }
}
