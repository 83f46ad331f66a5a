//! Signing in by a mail that a client program asks for; whoever is new gets an account with it. Nothing
//! of what is decided here shows in the answer, so that it does not tell whether an address is known.

use super::{
    request_one_time::{AskMailError, AskedMail, send_asked_mail},
    send_one_time::{Admitted, MailKind, Recipient, Via, check_mail_quota},
    sign_up::{Joining, SignUpError, admit_account, create_account, may_make_account},
};
use crate::{
    domain::account::{Email, event::Origin},
    ports::Ports,
    refusal::Refusal,
};

/// New accounts through mails are counted apart from the sign-up forms, whose refusals would
/// tell whether an address was new here.
const COUNTED_APART: &str = "otp ";

/// A mail that was admitted, and whether an account is made for it.
pub struct Entry {
    mail: AskedMail,
    joins: bool,
}

/// Counts a mail to this address, and the account that it may need.
pub async fn admit_entry(
    ports: &Ports,
    email: Email,
    may_join: bool,
    origin: &Origin,
) -> Result<Entry, AskMailError> {
    let joins = may_join && may_make_account(ports, COUNTED_APART, origin).is_ok();
    let recipient = if joins { Recipient::Anybody } else { Recipient::Account };
    let admitted = check_mail_quota(ports, &email, MailKind::MagicLink, recipient).await?;
    let joins =
        joins && admitted == Admitted::Sent && admit_account(ports, COUNTED_APART, origin).is_ok();
    Ok(Entry { mail: AskedMail { email, mail_kind: MailKind::MagicLink, admitted }, joins })
}

/// Makes the account where there is none, and sends the mail.
pub async fn enter(
    ports: &Ports,
    entry: &Entry,
    via: Via<'_>,
    origin: &Origin,
) -> Result<(), Refusal> {
    if entry.joins {
        join(ports, &entry.mail.email).await?;
    }
    Ok(send_asked_mail(ports, &entry.mail, via, origin).await?)
}

async fn join(ports: &Ports, email: &Email) -> Result<(), SignUpError> {
    let new = Joining {
        email: email.clone(),
        confirmed_at: None,
        proven: false,
        password_hash: None,
        username: None,
        terms: false,
        provider: None,
    };
    match create_account(ports, new).await {
        // Another request for the same address was quicker.
        Err(SignUpError::EmailTaken) => Ok(()),
        made => made.map(|_| ()),
    }
}
