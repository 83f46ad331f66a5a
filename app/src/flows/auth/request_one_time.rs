//! Asking for a mail that lets one in: a confirmation once more, a magic link, a password
//! reset. The answer is the same whether the address has an account or not.

use std::time::Duration;

use super::send_one_time::{Admitted, MailKind, Recipient, Via, admit_mail, send_one_time};
use crate::{
    domain::account::{
        Email, EmailProblem,
        event::{EventKind, Origin},
    },
    flows::{
        account::security_history::{record, record_padding},
        system::take_allowance::SpendError,
    },
    ports::{Ports, StoreError, TooOften},
    problem::{Kind, Problem},
};

#[derive(Debug, thiserror::Error)]
pub enum AskMailError {
    #[error(transparent)]
    Email(#[from] EmailProblem),
    #[error("asked too often")]
    TooOften(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for AskMailError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

impl From<SpendError> for AskMailError {
    fn from(error: SpendError) -> Self {
        match error {
            SpendError::TooOften(wait) => wait.into(),
            SpendError::Store(error) => error.into(),
        }
    }
}

/// Sends the letter, if there is somebody to send it to. `letter` is a confirmation, a
/// magic link or a recovery.
pub async fn ask_mail(
    ports: &Ports,
    email: &str,
    mail_kind: MailKind,
    via: Via<'_>,
    origin: &Origin,
) -> Result<(), AskMailError> {
    let email: Email = email.parse()?;
    let admitted = admit_mail(ports, &email, mail_kind, Recipient::Account).await?;
    Ok(send_asked(ports, &email, mail_kind, admitted, via, origin).await?)
}

/// The same once it was admitted.
pub async fn send_asked(
    ports: &Ports,
    email: &Email,
    mail_kind: MailKind,
    admitted: Admitted,
    via: Via<'_>,
    origin: &Origin,
) -> Result<(), StoreError> {
    let found = ports.accounts.by_email(email).await?.map(|(account, _)| account);
    let wanted = found
        .filter(|account| mail_kind != MailKind::Confirm || account.email_confirmed_at.is_none());
    let wanted = wanted.filter(|_| admitted == Admitted::Sent);
    let Some(account) = wanted else {
        // The letter, and the line in the history.
        return record_padding(ports, 2).await;
    };
    // To the address as it is stored, never as it was typed.
    send_one_time(ports, account.id, mail_kind, &account.email, via).await?;
    let kind = match mail_kind {
        MailKind::Recovery => EventKind::RecoveryAsked,
        _ => EventKind::LinkAsked,
    };
    record(ports, account.id, kind, origin).await
}

impl From<AskMailError> for Problem {
    fn from(error: AskMailError) -> Self {
        match error {
            AskMailError::Email(problem) => Self::new(Kind::BadInput, problem.to_string()),
            AskMailError::TooOften(wait) => Self::too_many(wait),
            AskMailError::Store(error) => error.into(),
        }
    }
}
