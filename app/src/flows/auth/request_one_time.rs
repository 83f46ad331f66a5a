//! Asking for a mail that lets one in: a confirmation once more, a magic link, a password
//! reset. The answer is the same whether the address has an account or not.

use std::time::Duration;

use super::send_one_time::{Admitted, MailKind, Recipient, Via, check_mail_quota, send_one_time};
use crate::{
    domain::account::{
        Account, Email, EmailProblem,
        event::{EventKind, Origin},
    },
    flows::{
        account::security_history::{record, record_padding},
        system::take_quota::SpendError,
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

/// A mail that may go out, if there is somebody to send it to.
#[derive(Clone, Debug)]
pub struct AskedMail {
    pub email: Email,
    pub mail_kind: MailKind,
    pub admitted: Admitted,
}

/// Whether a mail of this kind (a confirmation, a magic link or a recovery) may be asked for;
/// counts it, whether the address has an account or not.
pub async fn check_asked_mail(
    ports: &Ports,
    email: &str,
    mail_kind: MailKind,
) -> Result<AskedMail, AskMailError> {
    let email: Email = email.parse()?;
    let admitted = check_mail_quota(ports, &email, mail_kind, Recipient::Account).await?;
    Ok(AskedMail { email, mail_kind, admitted })
}

/// Sends it. How long it takes tells whether the address has an account, so nobody's answer waits
/// for it.
pub async fn send_asked_mail(
    ports: &Ports,
    asked: &AskedMail,
    via: Via<'_>,
    origin: &Origin,
) -> Result<(), StoreError> {
    let mail_kind = asked.mail_kind;
    let found = ports.accounts.by_email(&asked.email).await?.map(|(account, _)| account);
    let is_wanted = |account: &Account| {
        let is_open = mail_kind != MailKind::Confirm || account.email_confirmed_at.is_none();
        is_open && asked.admitted == Admitted::Sent
    };
    let Some(account) = found.filter(is_wanted) else {
        // As many writes as the mail and the line in the history: others wait for them as long.
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
