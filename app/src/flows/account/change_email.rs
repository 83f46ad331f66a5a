//! A new e-mail address: both mailboxes agree before it counts.

use std::time::Duration;

use super::security_history::{record, record_padding, tell_owner};
use crate::{
    domain::{
        account::{
            Account, Email, EmailProblem,
            event::{EventKind, Origin},
        },
        auth::{one_time::TokenKind, session::Member},
        rate_limit::Limit,
    },
    flows::{
        auth::send_one_time::{
            Admitted, MailKind, Recipient, Via, check_mail_quota, send_email_change,
        },
        system::take_quota::SpendError,
    },
    mails,
    ports::{AskedBy, EmailChange, PendingEmailChange, Ports, StoreError, TooOften},
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
    let email: Email = email.parse()?;
    may_change_to(ports, &member.account, &email).await?;
    let change =
        EmailChange { to: &email, sides: sides(true), asked_by: AskedBy::Session(member.session) };
    send_change(ports, &member.account, change, Via::WEB, origin).await?;
    Ok(email)
}

/// Who has to agree to a new address: its reader, and where the present one has a say, `both`.
pub(in crate::flows) fn sides(both: bool) -> u32 {
    let current = if both { TokenKind::EmailChangeCurrent.side() } else { 0 };
    TokenKind::EmailChangeNew.side() + current
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
    let admitted =
        check_mail_quota(ports, email, MailKind::EmailChange, Recipient::Anybody).await?;
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

/// Sends them, where they may; whether the change stands.
pub(in crate::flows) async fn send_change(
    ports: &Ports,
    account: &Account,
    change: EmailChange<'_>,
    via: Via<'_>,
    origin: &Origin,
) -> Result<bool, StoreError> {
    let sent = send_email_change(ports, account, change, via).await?;
    if sent {
        record(ports, account.id, EventKind::EmailChangeAsked, origin).await?;
        // Where the present address is not asked it is told, once.
        let is_asked = change.sides & TokenKind::EmailChangeCurrent.side() != 0;
        if !is_asked && change.asked_by != AskedBy::Again {
            let mail = mails::email_change_asked(ports, &account.email, change.to, origin)?;
            tell_owner(ports, account, &mail).await?;
        }
    }
    Ok(sent)
}

/// Whether the mails of a pending change may be asked for once more by somebody who is not signed
/// in; counts it, whatever the address is.
pub async fn admit_resend(ports: &Ports, email: &Email) -> Result<Admitted, ChangeEmailError> {
    Ok(check_mail_quota(ports, email, MailKind::EmailChange, Recipient::Anybody).await?)
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
        && let Some((account, pending)) = pending_email_change(ports, email).await?
    {
        match may_change_to(ports, &account, &pending.to).await {
            Ok(()) => {
                let PendingEmailChange { to, sides } = &pending;
                let change = EmailChange { to, sides: *sides, asked_by: AskedBy::Again };
                if send_change(ports, &account, change, via, origin).await? {
                    return Ok(());
                }
            }
            Err(ChangeEmailError::Store(error)) => return Err(error.into()),
            // Its mailbox was written to a moment ago, or it is somebody else's meanwhile.
            Err(_) => {}
        }
    }
    Ok(record_padding(ports, 2).await?)
}

async fn pending_email_change(
    ports: &Ports,
    email: &Email,
) -> Result<Option<(Account, PendingEmailChange)>, StoreError> {
    let Some((account, _)) = ports.accounts.by_email(email).await? else { return Ok(None) };
    let pending = ports.one_time.pending_email_change(account.id).await?;
    Ok(pending.map(|pending| (account, pending)))
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
