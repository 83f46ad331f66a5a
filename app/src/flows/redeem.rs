//! Using up a link or a code that was sent by mail, with what it brings about.

use std::time::Duration;

use super::{
    history::{record, record_nobody},
    send_one_time::{code_digest, link_digest},
};
use crate::{
    domain::{
        account::{
            Email,
            event::{EventKind, Origin},
            one_time::{OneTime, TokenKind, guessable},
        },
        id::AccountId,
        throttle::Limit,
    },
    ports::{Effect, Ports, StoreError, TooOften, UseError, Used},
};

/// What somebody shows.
#[derive(Clone, Copy, Debug)]
pub enum Claim<'a> {
    /// What the link carried.
    Link(&'a str),
    /// The code, with the address it was sent to.
    Code { email: &'a str, code: &'a str },
    /// The code, by somebody who is signed in.
    Own { account: AccountId, code: &'a str },
}

/// What becomes of a password that was chosen before its address was confirmed. Anybody can
/// sign up with anybody's address, and the mail goes to its owner.
#[derive(Clone, Copy, Debug)]
pub enum Chosen<'a> {
    /// It counts from now on, as client programs expect it (contracts §1.3 'signUp').
    Counts,
    /// It counts if it is this one: then whoever holds the mail has chosen it.
    If(&'a str),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redeemed {
    /// The holder of the mailbox may come in.
    Entered {
        account: AccountId,
        kind: TokenKind,
        /// The address is confirmed, and a password is still to be chosen.
        to_choose: bool,
    },
    /// The other address has still to agree.
    HalfChanged {
        account: AccountId,
    },
    Changed {
        account: AccountId,
        to: Email,
    },
}

#[derive(Debug, thiserror::Error)]
pub enum RedeemError {
    /// A link that is wrong, used or too old: one answer.
    #[error("expired or invalid")]
    Expired,
    /// The same for a code, which can be mistyped and is tried a few times only.
    #[error("the code is wrong, expired or tried too often")]
    WrongCode,
    #[error("the new address has an account meanwhile")]
    EmailTaken,
    #[error("links are tried too often")]
    TooOften(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for RedeemError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

impl From<UseError> for RedeemError {
    fn from(error: UseError) -> Self {
        match error {
            UseError::EmailTaken => Self::EmailTaken,
            UseError::Store(error) => Self::Store(error),
        }
    }
}

/// Uses up what is shown, if it is of one of these kinds.
pub async fn redeem(
    ports: &Ports,
    claim: Claim<'_>,
    kinds: &[TokenKind],
    origin: &Origin,
) -> Result<Redeemed, RedeemError> {
    redeem_with(ports, claim, kinds, Chosen::Counts, origin).await
}

/// The same where a confirmation comes with a password.
pub async fn redeem_with(
    ports: &Ports,
    claim: Claim<'_>,
    kinds: &[TokenKind],
    chosen: Chosen<'_>,
    origin: &Origin,
) -> Result<Redeemed, RedeemError> {
    let token = match claim {
        Claim::Link(link) => by_link(ports, link, kinds).await?,
        Claim::Code { email, code } => by_address(ports, email, code, kinds).await?,
        Claim::Own { account, code } => by_code(ports, account, code, kinds).await?.token,
    };
    let Some(token) = token else {
        return Err(match claim {
            Claim::Link(_) => RedeemError::Expired,
            Claim::Code { .. } | Claim::Own { .. } => RedeemError::WrongCode,
        });
    };
    let effect = match token.kind {
        TokenKind::Confirmation => confirmation(ports, token.account, chosen).await?,
        TokenKind::Recovery => Effect::EnterByMail,
        TokenKind::EmailChangeNew | TokenKind::EmailChangeCurrent => Effect::ChangeEmail,
        TokenKind::Reauthentication => Effect::None,
    };
    let account = token.account;
    let (event, redeemed) = match ports.one_time.use_up(token.id, effect, ports.now()).await? {
        Used::Gone => return Err(RedeemError::Expired),
        Used::HalfChanged => return Ok(Redeemed::HalfChanged { account }),
        Used::Changed { to } => (EventKind::EmailChanged, Redeemed::Changed { account, to }),
        Used::Done if token.kind == TokenKind::Confirmation => {
            let to_choose = effect == Effect::EnterByMail;
            (EventKind::EmailConfirmed, Redeemed::Entered { account, kind: token.kind, to_choose })
        }
        Used::Done => {
            return Ok(Redeemed::Entered { account, kind: token.kind, to_choose: false });
        }
    };
    record(ports, account, event, origin).await?;
    Ok(redeemed)
}

/// A password that is not shown with the mail may be a stranger's, and goes.
async fn confirmation(
    ports: &Ports,
    account: AccountId,
    chosen: Chosen<'_>,
) -> Result<Effect, StoreError> {
    let Chosen::If(password) = chosen else { return Ok(Effect::ConfirmEmail) };
    let hash = ports.accounts.password_hash(account).await?;
    let theirs = !password.is_empty() && ports.passwords.matches(password, hash.as_deref()).await?;
    Ok(if theirs { Effect::ConfirmEmail } else { Effect::EnterByMail })
}

async fn by_link(
    ports: &Ports,
    link: &str,
    kinds: &[TokenKind],
) -> Result<Option<OneTime>, RedeemError> {
    if guessable(link) {
        // A wrong one does not tell whose try it was, as a code does: all are counted together,
        // before they are compared.
        ports.throttle.admit(Limit::ApiLinks, "")?;
    }
    let found = ports.one_time.by_link(&link_digest(ports, link), ports.now()).await?;
    Ok(found.filter(|token| kinds.contains(&token.kind)))
}

async fn by_address(
    ports: &Ports,
    email: &str,
    code: &str,
    kinds: &[TokenKind],
) -> Result<Option<OneTime>, StoreError> {
    let Ok(email) = email.parse::<Email>() else { return Ok(None) };
    let found = of_address(ports, &email, code, kinds).await?;
    if !found.tried {
        // A try that nobody has to lose.
        record_nobody(ports, 1).await?;
    }
    Ok(found.token)
}

/// What a code was compared with.
#[derive(Default)]
struct Compared {
    tried: bool,
    token: Option<OneTime>,
}

async fn of_address(
    ports: &Ports,
    email: &Email,
    code: &str,
    kinds: &[TokenKind],
) -> Result<Compared, StoreError> {
    let owner = ports.accounts.by_email(email).await?.map(|(account, _)| account.id);
    if let Some(owner) = owner {
        let others: Vec<_> =
            kinds.iter().copied().filter(|kind| *kind != TokenKind::EmailChangeNew).collect();
        return by_code(ports, owner, code, &others).await;
    }
    if kinds.contains(&TokenKind::EmailChangeNew)
        && let Some(changing) = ports.one_time.changing_to(email).await?
    {
        return by_code(ports, changing, code, &[TokenKind::EmailChangeNew]).await;
    }
    Ok(Compared::default())
}

/// Takes a try of each kind before it compares.
async fn by_code(
    ports: &Ports,
    account: AccountId,
    code: &str,
    kinds: &[TokenKind],
) -> Result<Compared, StoreError> {
    let code: String = code.chars().filter(char::is_ascii_digit).collect();
    let mut tried = false;
    for kind in kinds {
        let Some(token) = ports.one_time.take_try(account, *kind, ports.now()).await? else {
            continue;
        };
        tried = true;
        if ports.secrets.same(&token.code, &code_digest(ports, account, *kind, &code)) {
            return Ok(Compared { tried, token: Some(token) });
        }
    }
    Ok(Compared { tried, token: None })
}
