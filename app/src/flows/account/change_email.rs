//! A new e-mail address: both mailboxes agree before it counts.

use std::time::Duration;

use super::security_history::{record, record_padding};
use crate::{
    domain::{
        account::{
            Account, Email, EmailProblem,
            event::{EventKind, Origin},
            session::Member,
        },
        rate_limit::Limit,
    },
    flows::{
        auth::send_one_time::{Admitted, MailKind, Recipient, Via, admit_mail, send_email_change},
        system::take_quota::SpendError,
    },
    ports::{Ports, StoreError, TooOften},
    problem::{Kind, Problem, STALE},
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

impl From<SpendError> for ChangeEmailError {
    fn from(error: SpendError) -> Self {
        match error {
            SpendError::TooOften(wait) => wait.into(),
            SpendError::Store(error) => error.into(),
        }
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
    admit_change(ports, &member.account)?;
    ask_email_change(ports, &member.account, email, true, Via::WEB, origin).await
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
    may_change_to(ports, account, &email).await?;
    send_change(ports, account, &email, both, via, origin).await?;
    Ok(email)
}

/// Whether the mails of a change may go out, before anything is changed; counts them.
pub(in crate::flows) async fn may_change_to(
    ports: &Ports,
    account: &Account,
    email: &Email,
) -> Result<(), ChangeEmailError> {
    if *email == account.email {
        return Err(ChangeEmailError::Same);
    }
    // One change a minute, and one mail to a mailbox that may be anybody's: counted before it
    // is known whether the address has an account, so that nobody can ask for one after another.
    ports.rate_limiter.check(Limit::MailTo, &account.id.to_string())?;
    let admitted = admit_mail(ports, email, MailKind::EmailChange, Recipient::Anybody).await?;
    if let Admitted::Unsent(wait) = admitted {
        return Err(TooOften(wait).into());
    }
    if ports.accounts.by_email(email).await?.is_some() {
        return Err(ChangeEmailError::Taken);
    }
    Ok(())
}

/// So many addresses in a day, taken ones or not, for one account.
pub(in crate::flows) fn admit_change(ports: &Ports, account: &Account) -> Result<(), TooOften> {
    ports.rate_limiter.check(Limit::EmailChange, &account.id.to_string())
}

/// Sends them, where they may.
pub(in crate::flows) async fn send_change(
    ports: &Ports,
    account: &Account,
    email: &Email,
    both: bool,
    via: Via<'_>,
    origin: &Origin,
) -> Result<(), StoreError> {
    send_email_change(ports, account.id, (&account.email, email), both, via).await?;
    record(ports, account.id, EventKind::EmailChangeAsked, origin).await
}

/// Whether the mails of a pending change may be asked for once more by somebody who is not signed
/// in; counts it, whatever the address is.
pub async fn admit_resend(ports: &Ports, email: &Email) -> Result<Admitted, ChangeEmailError> {
    Ok(admit_mail(ports, email, MailKind::EmailChange, Recipient::Anybody).await?)
}

/// Sends them. How long it takes tells whether there is one, so nobody's
/// answer waits for it.
pub async fn resend_email_change(
    ports: &Ports,
    email: &Email,
    admitted: Admitted,
    via: Via<'_>,
    origin: &Origin,
) -> Result<(), ChangeEmailError> {
    if admitted == Admitted::Sent
        && let Some((account, to)) = pending_change(ports, email).await?
    {
        let both = ports.settings.tokens.secure_email_change;
        match ask_email_change(ports, &account, &to, both, via, origin).await {
            Ok(_) => return Ok(()),
            Err(ChangeEmailError::Store(error)) => return Err(error.into()),
            // Its mailbox was written to a moment ago, or it is somebody else's meanwhile.
            Err(_) => {}
        }
    }
    Ok(record_padding(ports, 2).await?)
}

async fn pending_change(
    ports: &Ports,
    email: &Email,
) -> Result<Option<(Account, String)>, StoreError> {
    let Some((account, _)) = ports.accounts.by_email(email).await? else { return Ok(None) };
    let known = ports.tokens.api_account(account.id).await?;
    let to = known.and_then(|known| known.pending.new_email);
    Ok(to.map(|to| (account, to)))
}

impl From<ChangeEmailError> for Problem {
    fn from(error: ChangeEmailError) -> Self {
        match error {
            ChangeEmailError::Email(problem) => Self::new(Kind::BadInput, problem.to_string()),
            ChangeEmailError::Same => {
                Self::new(Kind::BadInput, "This is the address you have now.")
            }
            ChangeEmailError::Taken => Self::new(
                Kind::Conflict,
                "A user with this email address has already been registered",
            ),
            ChangeEmailError::Stale => Self::new(Kind::Stale, STALE),
            ChangeEmailError::TooOften(wait) => Self::too_many(wait),
            ChangeEmailError::Store(error) => error.into(),
        }
    }
}
