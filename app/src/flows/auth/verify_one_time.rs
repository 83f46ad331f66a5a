//! Using up a link or a code that was sent by mail, with what it brings about.

use std::time::Duration;

use super::{
    guess_code::Guess,
    send_one_time::{code_digests, link_digests},
    sign_up::{keep_metadata, welcome},
};
use crate::{
    domain::{
        account::{
            Account, Email, SignInEpoch,
            event::{EventKind, Origin},
        },
        auth::{
            api_session::Metadata,
            flow_state::CodeChallenge,
            one_time::{OneTime, TokenKind},
        },
        id::AccountId,
        quota::Quota,
    },
    flows::{
        account::security_history::{record, record_padding},
        system::take_quota::SpendError,
    },
    ports::{Effect, PatchApiUserError, Ports, StoreError, TooOften, UseError, Used, UsedUp},
    problem::{Kind, Problem, WRONG_MAIL_CODE},
};

/// What somebody shows.
#[derive(Clone, Copy, Debug)]
pub enum Claim<'a> {
    /// What the link carried.
    Link(&'a str),
    /// The same, where the button of our page was pressed.
    Pressed { link: &'a str, holder: Holder<'a> },
    /// The code, with the address it was sent to.
    Code { email: &'a str, code: &'a str },
    /// The code, by somebody who is signed in.
    Own { account: AccountId, code: &'a str },
}

/// How whoever presses the button of a link shows that the account is theirs. The mail to a new
/// address reaches the owner of that address, whoever asked for the change: with one press they
/// would give a stranger's account their address.
#[derive(Clone, Copy, Debug, Default)]
pub struct Holder<'a> {
    /// The account that this browser is signed in to.
    pub session: Option<AccountId>,
    /// The address that the account has now, as it was typed.
    pub current_email: &'a str,
}

/// What becomes of a password that was chosen before its address was confirmed. Anybody can
/// sign up with anybody's address, and the mail goes to its owner.
#[derive(Clone, Copy, Debug)]
pub enum Chosen<'a> {
    /// It counts from now on, as client programs expect it: `GoTrue` confirms by the mail alone.
    Counts,
    /// It counts if it is this one: then whoever holds the mail has chosen it.
    If(&'a str),
}

/// What a one-time token did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifiedOneTime {
    /// The holder of the mailbox may come in.
    Entered {
        account: AccountId,
        /// Of the account, when it was used up.
        epoch: SignInEpoch,
        kind: TokenKind,
        /// The address is proven now, and a password is still to be chosen.
        to_choose: bool,
        /// Of the client program that asked by code.
        challenge: Option<CodeChallenge>,
    },
    /// The other address has still to agree.
    HalfChanged { account: AccountId },
    Changed {
        account: AccountId,
        to: Email,
        /// The account's epoch after the change.
        epoch: SignInEpoch,
        /// Of the client program that asked by code.
        challenge: Option<CodeChallenge>,
    },
}

#[derive(Debug, thiserror::Error)]
pub enum VerifyOneTimeError {
    /// A link that is wrong, used or too old: one answer.
    #[error("expired or invalid")]
    Expired,
    /// The same for a code, which can be mistyped and is tried a few times only.
    #[error("the code is wrong, expired or tried too often")]
    WrongCode,
    #[error("the new address has an account meanwhile")]
    EmailTaken,
    /// The mail to a new address, without a sign that whoever pressed has the account.
    #[error("whoever pressed did not show that the account is theirs")]
    NotHolder,
    #[error("links or codes are tried too often")]
    TooOften(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for VerifyOneTimeError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

impl From<SpendError> for VerifyOneTimeError {
    fn from(error: SpendError) -> Self {
        match error {
            SpendError::TooOften(wait) => wait.into(),
            SpendError::Store(error) => error.into(),
        }
    }
}

impl From<UseError> for VerifyOneTimeError {
    fn from(error: UseError) -> Self {
        match error {
            UseError::EmailTaken => Self::EmailTaken,
            UseError::Store(error) => Self::Store(error),
        }
    }
}

/// Uses up what is shown, if it is of one of these kinds.
pub async fn verify_one_time(
    ports: &Ports,
    claim: Claim<'_>,
    kinds: &[TokenKind],
    origin: &Origin,
) -> Result<VerifiedOneTime, VerifyOneTimeError> {
    verify_one_time_with(ports, claim, kinds, Chosen::Counts, origin).await
}

/// The same where a confirmation comes with a password.
pub async fn verify_one_time_with(
    ports: &Ports,
    claim: Claim<'_>,
    kinds: &[TokenKind],
    chosen: Chosen<'_>,
    origin: &Origin,
) -> Result<VerifiedOneTime, VerifyOneTimeError> {
    let token = by_claim(ports, claim, kinds, origin).await?;
    if let Claim::Pressed { holder, .. } = claim
        && token.kind == TokenKind::EmailChangeNew
        && !is_holder(ports, token.account, holder).await?
    {
        return Err(VerifyOneTimeError::NotHolder);
    }
    // It goes with the first proof of the address, and its owner is asked for another.
    let had_password = ports.accounts.password_hash(token.account).await?.is_some();
    let effect = match token.kind {
        TokenKind::Confirmation => confirmation(ports, token.account, chosen).await?,
        TokenKind::Recovery => Effect::EnterByMail,
        TokenKind::EmailChangeNew | TokenKind::EmailChangeCurrent => Effect::ChangeEmail,
        TokenKind::Reauthentication => Effect::None,
    };
    let (account, kind, challenge) = (token.account, token.kind, token.challenge);
    let welcome = welcome(ports, &token.sent_to);
    let UsedUp { used, epoch } =
        ports.one_time.use_up(token.id, effect, &welcome, ports.now()).await?;
    let used_first = matches!(used, Used::Cleared);
    let (event, verified) = match used {
        // Passwords are set by `reset_password`, not here.
        Used::Gone | Used::Reset { .. } | Used::FactorNeeded => {
            return Err(VerifyOneTimeError::Expired);
        }
        Used::HalfChanged => return Ok(VerifiedOneTime::HalfChanged { account }),
        Used::Changed { to } => {
            (EventKind::EmailChanged, VerifiedOneTime::Changed { account, to, epoch, challenge })
        }
        Used::Done | Used::Cleared if kind == TokenKind::Confirmation => {
            let to_choose = matches!(effect, Effect::EnterByMail);
            (
                EventKind::EmailConfirmed,
                VerifiedOneTime::Entered { account, epoch, kind, to_choose, challenge },
            )
        }
        Used::Cleared => (
            EventKind::EmailConfirmed,
            VerifiedOneTime::Entered { account, epoch, kind, to_choose: had_password, challenge },
        ),
        Used::Done => {
            return Ok(VerifiedOneTime::Entered {
                account,
                epoch,
                kind,
                to_choose: false,
                challenge,
            });
        }
    };
    if used_first {
        keep_first_metadata(ports, account, token.metadata.as_ref()).await?;
    }
    record(ports, account, event, origin).await?;
    Ok(verified)
}

/// The token that is shown, which stays as it is.
pub(super) async fn by_claim(
    ports: &Ports,
    claim: Claim<'_>,
    kinds: &[TokenKind],
    origin: &Origin,
) -> Result<OneTime, VerifyOneTimeError> {
    let (token, missing) = match claim {
        Claim::Link(link) | Claim::Pressed { link, .. } => {
            (by_link(ports, link, kinds).await?, VerifyOneTimeError::Expired)
        }
        Claim::Code { email, code } => {
            let token = by_address(ports, email, code, kinds, origin).await?;
            (token, VerifyOneTimeError::WrongCode)
        }
        Claim::Own { account, code } => {
            (own(ports, account, code, kinds, origin).await?, VerifyOneTimeError::WrongCode)
        }
    };
    token.ok_or(missing)
}

/// Keeps what the client program that asked knew of somebody new, with the first proof.
async fn keep_first_metadata(
    ports: &Ports,
    account: AccountId,
    data: Option<&Metadata>,
) -> Result<(), StoreError> {
    match keep_metadata(ports, account, data).await {
        // Beside what an administrator noted there is no room for it.
        Ok(()) | Err(PatchApiUserError::Metadata(_)) => Ok(()),
        Err(PatchApiUserError::Store(error)) => Err(error),
    }
}

async fn is_holder(
    ports: &Ports,
    account: AccountId,
    holder: Holder<'_>,
) -> Result<bool, StoreError> {
    if holder.session == Some(account) {
        return Ok(true);
    }
    let Ok(typed) = holder.current_email.parse::<Email>() else { return Ok(false) };
    let found = ports.accounts.by_id(account).await?;
    Ok(found.is_some_and(|account| account.email == typed))
}

/// A password that is not shown with the mail may be a stranger's, and goes.
async fn confirmation(
    ports: &Ports,
    account: AccountId,
    chosen: Chosen<'_>,
) -> Result<Effect<'static>, StoreError> {
    let Chosen::If(password) = chosen else { return Ok(Effect::ConfirmEmail) };
    let hash = ports.accounts.password_hash(account).await?;
    let theirs = !password.is_empty() && ports.passwords.matches(password, hash.as_deref()).await?;
    Ok(if theirs { Effect::ConfirmEmail } else { Effect::EnterByMail })
}

async fn by_link(
    ports: &Ports,
    link: &str,
    kinds: &[TokenKind],
) -> Result<Option<OneTime>, VerifyOneTimeError> {
    for digest in link_digests(ports, link) {
        let found = ports.one_time.by_link(&digest, ports.now()).await?;
        if let Some(token) = found {
            return Ok(Some(token).filter(|token| kinds.contains(&token.kind)));
        }
    }
    Ok(None)
}

/// By somebody who is not signed in: tries are counted by the address, over all its codes,
/// whether it is known or not.
async fn by_address(
    ports: &Ports,
    email: &str,
    code: &str,
    kinds: &[TokenKind],
    origin: &Origin,
) -> Result<Option<OneTime>, VerifyOneTimeError> {
    let Ok(email) = email.parse::<Email>() else { return Ok(None) };
    let guess = Guess::take(ports, Quota::MailCodes, email.as_str()).await?;
    let owner = ports.accounts.by_email(&email).await?.map(|(account, _)| account);
    let found = of_address(ports, &email, owner.as_ref(), code, kinds).await?;
    if !found.tried {
        // Without a token there is no try to take: the same writes, so that the time tells nothing.
        record_padding(ports, 1).await?;
    }
    judge(ports, guess, found.token, owner.as_ref(), origin).await
}

/// By somebody who is signed in: tries of strangers do not count here.
async fn own(
    ports: &Ports,
    account: AccountId,
    code: &str,
    kinds: &[TokenKind],
    origin: &Origin,
) -> Result<Option<OneTime>, VerifyOneTimeError> {
    let guess = Guess::take(ports, Quota::OwnMailCodes, &account.to_string()).await?;
    let found = by_code(ports, account, code, kinds).await?.token;
    let owner = if found.is_none() { ports.accounts.by_id(account).await? } else { None };
    judge(ports, guess, found, owner.as_ref(), origin).await
}

async fn judge(
    ports: &Ports,
    guess: Guess,
    found: Option<OneTime>,
    owner: Option<&Account>,
    origin: &Origin,
) -> Result<Option<OneTime>, VerifyOneTimeError> {
    match &found {
        Some(_) => guess.accept(ports).await?,
        None => guess.reject(ports, owner, origin).await?,
    }
    Ok(found)
}

/// What a code was compared with.
struct Compared {
    tried: bool,
    token: Option<OneTime>,
}

/// What a code of this address is compared with. Whether the address has an account, the time tells
/// as little as the answer: each is looked for in both places, and tries are taken of an account
/// that nobody has where there is none.
async fn of_address(
    ports: &Ports,
    email: &Email,
    owner: Option<&Account>,
    code: &str,
    kinds: &[TokenKind],
) -> Result<Compared, StoreError> {
    let changing = if kinds.contains(&TokenKind::EmailChangeNew) {
        ports.one_time.changing_to(email).await?
    } else {
        None
    };
    let others: Vec<_> =
        kinds.iter().copied().filter(|kind| *kind != TokenKind::EmailChangeNew).collect();
    let (account, kinds) = match (owner, changing) {
        (Some(owner), _) => (owner.id, &others[..]),
        (None, Some(changing)) => (changing, &[TokenKind::EmailChangeNew][..]),
        (None, None) => {
            let (at, parts) = ports.id_parts();
            (AccountId::new(at, &parts), &others[..])
        }
    };
    by_code(ports, account, code, kinds).await
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
        let right = code_digests(ports, account, *kind, &code);
        if right.iter().any(|digest| ports.secrets.same(&token.code, digest)) {
            return Ok(Compared { tried, token: Some(token) });
        }
    }
    Ok(Compared { tried, token: None })
}

impl From<VerifyOneTimeError> for Problem {
    fn from(error: VerifyOneTimeError) -> Self {
        match error {
            VerifyOneTimeError::Expired => Self::new(
                Kind::BadInput,
                "This link or code has expired, or was used before. Please ask for a new one.",
            ),
            VerifyOneTimeError::WrongCode => Self::new(Kind::BadInput, WRONG_MAIL_CODE),
            VerifyOneTimeError::NotHolder => Self::new(
                Kind::BadInput,
                "Please type the address that your account has now. If you did not ask for this change, close this page: nothing happens.",
            ),
            VerifyOneTimeError::EmailTaken => {
                Self::new(Kind::Conflict, "The new address has an account of its own meanwhile.")
            }
            VerifyOneTimeError::TooOften(wait) => Self::too_many(wait),
            VerifyOneTimeError::Store(error) => error.into(),
        }
    }
}
