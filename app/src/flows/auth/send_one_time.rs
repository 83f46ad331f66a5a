//! Making links and codes, and the mails that carry them. Both faces come here; they
//! differ in where a link leads and how long it lives ([`Via`]).

use std::{fmt::Write, time::Duration};

use crate::{
    domain::{
        account::{Account, Email, ReturnPath},
        auth::{
            api_session::Metadata,
            flow_state::CodeChallenge,
            one_time::{Form, OneTime, Sent, TRIES, TokenKind},
        },
        id::{AccountId, OneTimeId},
        mail::QueuedMail,
        quota::Quota,
        rate_limit::Limit,
    },
    flows::system::take_quota::{MailSubject, SpendError, address_key},
    mails::{self, MailLink},
    ports::{EmailChange, Issue, Ports, StoreError, TooOften},
};

/// Which face asked.
#[derive(Clone, Copy, Debug)]
pub enum Via<'a> {
    /// Our pages: links lead to a page whose button uses them up.
    Web {
        /// The page that the person was on the way to, where there was one.
        next: Option<&'a ReturnPath>,
    },
    /// The token API.
    Api {
        /// The page that the program named, where it named one: who presses the button of our
        /// page is sent on to it. Without one the link is as those of our own mails.
        redirect_to: Option<&'a str>,
        /// Of a program that asks by code.
        challenge: Option<&'a CodeChallenge>,
        lifetime: Duration,
        /// What it knows of somebody new.
        data: Option<&'a Metadata>,
    },
}

impl Via<'_> {
    /// Our pages, on the way to nothing in particular.
    pub const WEB: Self = Self::Web { next: None };

    fn data(&self) -> Option<&Metadata> {
        match self {
            Self::Web { .. } => None,
            Self::Api { data, .. } => *data,
        }
    }

    fn challenge(&self) -> Option<&CodeChallenge> {
        match self {
            Self::Web { .. } => None,
            Self::Api { challenge, .. } => *challenge,
        }
    }

    fn form(self) -> Form {
        match self {
            Self::Web { .. } => Form::Ours,
            Self::Api { challenge, lifetime, .. } => {
                Form::GoTrue { pkce: challenge.is_some(), lifetime }
            }
        }
    }
}

/// What a mail is for: decides its words, and the `type` in its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailKind {
    Confirm,
    Invite,
    MagicLink,
    Recovery,
    EmailChange,
    Reauthentication,
}

impl MailKind {
    /// `GoTrue`'s `type` of what is sent.
    pub fn link_type(self) -> &'static str {
        match self {
            Self::Confirm => "signup",
            Self::Invite => "invite",
            Self::MagicLink => "magiclink",
            Self::Recovery => "recovery",
            Self::EmailChange => "email_change",
            Self::Reauthentication => "reauthentication",
        }
    }

    fn kind(self) -> TokenKind {
        match self {
            Self::Confirm | Self::Invite => TokenKind::Confirmation,
            Self::MagicLink | Self::Recovery => TokenKind::Recovery,
            Self::EmailChange => TokenKind::EmailChangeNew,
            Self::Reauthentication => TokenKind::Reauthentication,
        }
    }
}

/// Who gets a mail that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// Whoever reads the mailbox.
    Anybody,
    /// The account with this address, if there is one.
    Account,
}

/// What becomes of a mail that was admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admitted {
    /// It is sent.
    Sent,
    /// Its mailbox has had its mails from strangers: nothing is sent, and whoever asks is told
    /// the same. So long until the next.
    Unsent(Duration),
}

/// Keeps strangers from flooding a mailbox: one mail of a kind a minute for an address and so many
/// a day. Each address is counted as it is spelt, whether it has an account or not, so that
/// refusals tell nothing of accounts, and asking for one spelling takes nothing from another.
/// Beside that, a mailbox gets so many a day at all the addresses that nobody has proven to read:
/// those anybody may sign up with. An address that had its mails still gets a password reset now
/// and then, or anybody could lock its owner out: what is refused counts nowhere, and no other
/// kind of mail stands in a reset's way.
pub async fn check_mail_quota(
    ports: &Ports,
    email: &Email,
    mail_kind: MailKind,
    recipient: Recipient,
) -> Result<Admitted, SpendError> {
    let key = mail_key(ports, email, mail_kind);
    ports.rate_limiter.peek(Limit::MailTo, &key)?;
    let account = ports.accounts.by_email(email).await?.map(|(account, _)| account);
    let is_proven = account.as_ref().is_some_and(|account| account.email_proven_at.is_some());
    let address = MailSubject::address(ports, email);
    let taken = address.take_for(ports, mail_kind).await?;
    // Whoever is not counted by mailbox is counted as well, so that all answers take as long.
    let is_counted = !is_proven && (account.is_some() || recipient == Recipient::Anybody);
    let mailbox = if is_counted {
        MailSubject::mailbox(ports, email)
    } else {
        MailSubject::nobody(ports, email)
    };
    let of_mailbox = match mailbox.take_for(ports, mail_kind).await {
        Ok(what) => Some(what),
        Err(SpendError::TooOften(TooOften(wait))) if is_counted => {
            // The next request is refused like that of an address whose mail is sent.
            ports.rate_limiter.check(Limit::MailTo, &key)?;
            return Ok(Admitted::Unsent(wait));
        }
        Err(SpendError::TooOften(_)) => None,
        Err(error) => return Err(error),
    };
    if let Err(refused) = ports.rate_limiter.check(Limit::MailTo, &key) {
        // Another request was quicker.
        address.give_back(ports, taken).await?;
        if let Some(what) = of_mailbox {
            mailbox.give_back(ports, what).await?;
        }
        return Err(refused.into());
    }
    Ok(Admitted::Sent)
}

impl MailSubject {
    /// Takes one of the day's mails, or for a password reset after them one of the hour's.
    async fn take_for(&self, ports: &Ports, mail_kind: MailKind) -> Result<Quota, SpendError> {
        match self.take(ports, Quota::Mails).await {
            Err(SpendError::TooOften(_)) if mail_kind == MailKind::Recovery => {
                self.take(ports, Quota::Resets).await?;
                Ok(Quota::Resets)
            }
            taken => taken.map(|()| Quota::Mails),
        }
    }
}

/// Whose and which mails are counted by [`Limit::MailTo`].
pub(super) fn mail_key(ports: &Ports, email: &Email, mail_kind: MailKind) -> String {
    address_key(ports, email, mail_kind.link_type())
}

/// Sends a letter with a link and a code to `to`.
pub async fn send_one_time(
    ports: &Ports,
    account: AccountId,
    mail_kind: MailKind,
    to: &Email,
    via: Via<'_>,
) -> Result<Sent, StoreError> {
    let (token, sent) = new_token(ports, account, mail_kind.kind(), to, via);
    let mail = write_letter(ports, mail_kind, to, &sent, via)?;
    let issue = Issue { tokens: &[token], mails: &[mail], email_change: None };
    ports.one_time.issue(issue).await?;
    ports.wake.wake();
    Ok(sent)
}

/// Sends a letter to each side that has to agree to a new address; no, and none, where the change is
/// not under way any more.
pub async fn send_email_change(
    ports: &Ports,
    account: &Account,
    change: EmailChange<'_>,
    via: Via<'_>,
) -> Result<bool, StoreError> {
    let sides =
        [(TokenKind::EmailChangeNew, change.to), (TokenKind::EmailChangeCurrent, &account.email)];
    let (mut tokens, mut letters) = (Vec::new(), Vec::new());
    for (kind, address) in sides.into_iter().filter(|(kind, _)| change.sides & kind.side() != 0) {
        let (token, sent) = new_token(ports, account.id, kind, address, via);
        let mail_link = mail_link(ports, MailKind::EmailChange, &sent, via);
        letters.push(mails::email_change(ports, address, change.to, &mail_link)?);
        tokens.push(token);
    }
    let issue = Issue { tokens: &tokens, mails: &letters, email_change: Some(change) };
    let issued = ports.one_time.issue(issue).await?;
    ports.wake.wake();
    Ok(issued)
}

/// A token and what goes out; for whoever hands it over in another way than by our mails
/// (the token API's `generate_link`), to be stored by `ports.one_time.issue`.
pub fn new_token(
    ports: &Ports,
    account: AccountId,
    kind: TokenKind,
    to: &Email,
    via: Via<'_>,
) -> (OneTime, Sent) {
    let form = via.form();
    let code = new_code(ports);
    let digits = new_link(ports, form.link_digits());
    let link = match form {
        Form::GoTrue { pkce: true, .. } => format!("pkce_{digits}"),
        _ => digits,
    };
    let (at, parts) = ports.id_parts();
    let token = OneTime {
        id: OneTimeId::new(at, &parts),
        account,
        kind,
        link: ports.secrets.digest(LINK_PURPOSE, &link),
        code: ports.secrets.digest(CODE_PURPOSE, &bound(account, kind, &code)),
        sent_to: to.clone(),
        metadata: via.data().filter(|data| !data.is_empty()).cloned(),
        challenge: via.challenge().cloned(),
        tries_left: TRIES,
        created_at: at,
        expires_at: at.after(form.lifetime()),
    };
    (token, Sent { link, code })
}

const LINK_PURPOSE: &str = "one-time link";
const CODE_PURPOSE: &str = "one-time code";

/// The digests by which a link is found again: one for each key that may have made it.
pub(super) fn link_digests(ports: &Ports, link: &str) -> Vec<String> {
    ports.secrets.digests(LINK_PURPOSE, link)
}

/// The same of a code.
pub(super) fn code_digests(
    ports: &Ports,
    account: AccountId,
    kind: TokenKind,
    code: &str,
) -> Vec<String> {
    ports.secrets.digests(CODE_PURPOSE, &bound(account, kind, code))
}

/// A code with whose and what for it is.
fn bound(account: AccountId, kind: TokenKind, code: &str) -> String {
    format!("{}:{account}:{code}", kind.as_str())
}

/// The address in a letter.
pub fn link(ports: &Ports, mail_kind: MailKind, sent: &Sent, via: Via<'_>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("token", &sent.link).append_pair("type", mail_kind.link_type());
    match via {
        Via::Web { .. } | Via::Api { redirect_to: None, .. } => {
            if let Via::Web { next: Some(next) } = via {
                query.append_pair("next", next.as_str());
            }
            let page = if mail_kind == MailKind::Recovery { "reset-password" } else { "auth/link" };
            format!("{}/{page}?{}", ports.settings.public_url, query.finish())
        }
        Via::Api { redirect_to: Some(redirect_to), .. } => {
            query.append_pair("redirect_to", redirect_to);
            format!("{}/auth/program?{}", ports.settings.public_url, query.finish())
        }
    }
}

/// The address that a program gets instead of a mail: opened, it uses the link up.
pub fn verify_link(ports: &Ports, mail_kind: MailKind, sent: &Sent, redirect_to: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("token", &sent.link).append_pair("type", mail_kind.link_type());
    query.append_pair("redirect_to", redirect_to);
    format!("{}/verify?{}", ports.settings.tokens.issuer, query.finish())
}

fn write_letter(
    ports: &Ports,
    mail_kind: MailKind,
    to: &Email,
    sent: &Sent,
    via: Via<'_>,
) -> Result<QueuedMail, StoreError> {
    let mail_link = mail_link(ports, mail_kind, sent, via);
    match mail_kind {
        MailKind::Confirm => mails::confirm_email(ports, to, &mail_link),
        MailKind::Invite => mails::invite(ports, to, &mail_link),
        MailKind::MagicLink => mails::magic_link(ports, to, &mail_link),
        MailKind::Recovery => mails::recovery(ports, to, &mail_link),
        MailKind::EmailChange => mails::email_change(ports, to, to, &mail_link),
        MailKind::Reauthentication => mails::reauthentication(ports, to, &mail_link),
    }
}

fn mail_link(ports: &Ports, mail_kind: MailKind, sent: &Sent, via: Via<'_>) -> MailLink {
    let minutes = via.form().lifetime().as_secs() / 60;
    let valid = if minutes >= 120 && minutes.is_multiple_of(60) {
        format!("{} hours", minutes / 60)
    } else {
        format!("{minutes} minutes")
    };
    MailLink { link: link(ports, mail_kind, sent, via), code: sent.code.clone(), valid }
}

/// Six digits, each combination as likely as any other.
fn new_code(ports: &Ports) -> String {
    loop {
        let mut bytes = [0; 4];
        ports.entropy.fill(&mut bytes);
        // 4,294 whole millions fit into 32 bits; the rest is drawn again.
        let number = u32::from_le_bytes(bytes);
        if number < 4_294_000_000 {
            return format!("{:06}", number % 1_000_000);
        }
    }
}

fn new_link(ports: &Ports, digits: usize) -> String {
    let mut bytes = vec![0; digits / 2];
    ports.entropy.fill(&mut bytes);
    bytes.iter().fold(String::with_capacity(digits), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
