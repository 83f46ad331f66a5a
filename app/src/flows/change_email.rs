//! A new e-mail address: both mailboxes agree before it counts.

use std::time::Duration;

use super::{
    history::record,
    send_one_time::{Via, admit_mail, send_email_change},
};
use crate::{
    domain::account::{
        Account, Email, EmailProblem,
        event::{EventKind, Origin},
        session::Member,
    },
    ports::{Ports, StoreError, TooOften},
};

#[derive(Debug, thiserror::Error)]
pub enum ChangeEmailError {
    #[error(transparent)]
    Email(#[from] EmailProblem),
    #[error("it is the address of before")]
    Same,
    #[error("the address has an account")]
    Taken,
    #[error("the last proof is too old")]
    Stale,
    #[error("asked too often")]
    TooOften(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for ChangeEmailError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

/// Asks both mailboxes, for the person of this session.
pub async fn change_email(
    ports: &Ports,
    member: &Member,
    email: &str,
    origin: &Origin,
) -> Result<Email, ChangeEmailError> {
    if !member.fresh(ports.now()) {
        return Err(ChangeEmailError::Stale);
    }
    ask_email_change(ports, &member.account, email, true, Via::Web, origin).await
}

/// The same for either face; whether it may be asked is for the caller. The old address has
/// a say when `both`.
pub async fn ask_email_change(
    ports: &Ports,
    account: &Account,
    email: &str,
    both: bool,
    via: Via<'_>,
    origin: &Origin,
) -> Result<Email, ChangeEmailError> {
    let email: Email = email.parse()?;
    if email == account.email {
        return Err(ChangeEmailError::Same);
    }
    if ports.accounts.by_email(&email).await?.is_some() {
        return Err(ChangeEmailError::Taken);
    }
    admit_mail(ports, &email)?;
    send_email_change(ports, account.id, (&account.email, &email), both, via).await?;
    record(ports, account.id, EventKind::EmailChangeAsked, origin).await?;
    Ok(email)
}
