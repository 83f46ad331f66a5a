//! Coming in through the pages: a session in this browser, and the second factor where
//! there is one. Every step up gets a new token, so that a token somebody planted before
//! is worth nothing after (session fixation).

use std::time::Duration;

use super::{
    authenticate::{Token, new_token},
    guess_code::Guess,
    recovery_codes::{looks_like_recovery_code, use_recovery_code},
    verify_factor::{VerifyFactorError, check_code, check_rate},
};
use crate::{
    domain::{
        account::{
            Account, SignInEpoch,
            event::{EventKind, Origin},
        },
        auth::{
            proof::{Assurance, Method, Proofs},
            session::{Credential, FRESH, IDLE_LIFETIME, Member, NewSession},
        },
        id::{AccountId, SessionId},
        quota::Quota,
    },
    flows::{
        account::security_history::{entered, record},
        auth::sign_in::SignInError,
        system::take_quota::SpendError,
    },
    ports::{Ports, StoreError, TooOften},
    problem::{Kind, Problem, WRONG_CODE, WRONG_MAIL_CODE},
};

/// Whether the way is free, or the second factor comes first.
pub struct OpenedSession {
    pub token: Token,
    pub second_factor: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenSessionError {
    #[error("the account is banned")]
    Banned,
    #[error("all sign-ins of the account were ended while the proof was taken")]
    SignInsEnded,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Opens a session for somebody who showed `credential`.
pub async fn open_session(
    ports: &Ports,
    account: &Account,
    credential: Credential,
    origin: &Origin,
    keep: bool,
) -> Result<OpenedSession, OpenSessionError> {
    let proofs = Proofs::by(credential.method, ports.now());
    open_session_with(ports, account, proofs, credential.epoch, origin, keep).await
}

/// The same for somebody who showed several proofs at once.
pub(super) async fn open_session_with(
    ports: &Ports,
    account: &Account,
    proofs: Proofs,
    epoch: SignInEpoch,
    origin: &Origin,
    keep: bool,
) -> Result<OpenedSession, OpenSessionError> {
    let (at, parts) = ports.id_parts();
    check_not_banned(ports, account.id).await?;
    let token = new_token(ports);
    let shown = proofs.assurance() == Assurance::Two;
    let session = NewSession {
        id: SessionId::new(at, &parts),
        account: account.id,
        token: ports.passwords.digest(&token.0),
        proofs,
        epoch,
        origin: origin.clone(),
        keep,
        at,
        expires: at.after(IDLE_LIFETIME),
    };
    if !ports.sessions.open(&session).await? {
        return Err(OpenSessionError::SignInsEnded);
    }
    let second_factor = !shown && has_second_factor(ports, account.id).await?;
    if !second_factor {
        entered(ports, account, origin).await?;
    }
    Ok(OpenedSession { token, second_factor })
}

pub(super) async fn check_not_banned(
    ports: &Ports,
    account: AccountId,
) -> Result<(), OpenSessionError> {
    let known = ports.tokens.api_account(account).await?;
    if known.is_some_and(|known| known.banned(ports.now())) {
        return Err(OpenSessionError::Banned);
    }
    Ok(())
}

pub(super) async fn has_second_factor(
    ports: &Ports,
    account: AccountId,
) -> Result<bool, StoreError> {
    let factors = ports.factors.factors(account).await?;
    Ok(factors.iter().any(|factor| factor.verified))
}

/// Why a further proof did not count.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    #[error("it is wrong")]
    Wrong,
    #[error("the second factor's code is wrong, or was used before")]
    WrongCode,
    #[error("the code of a mail is wrong, expired, or was used before")]
    WrongMailCode,
    #[error("there is a second factor, and nothing less counts")]
    FactorNeeded,
    #[error("asked too often")]
    TooOften(Duration),
    #[error("the session is gone")]
    Gone,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for ProofError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

impl From<SpendError> for ProofError {
    fn from(error: SpendError) -> Self {
        match error {
            SpendError::TooOften(wait) => wait.into(),
            SpendError::Store(error) => error.into(),
        }
    }
}

/// The second step: a code from the app, or a recovery code.
pub async fn pass_second_factor(
    ports: &Ports,
    member: &Member,
    code: &str,
    origin: &Origin,
) -> Result<Token, ProofError> {
    let account = member.account.id;
    let method = check_second_factor(ports, &member.account, code, origin).await?;
    let token = step_up(ports, member, method).await?.ok_or(ProofError::Gone)?;
    if member.pending_second_factor() {
        // A mail alone proves no address where there is a second factor; both together do.
        let mailed = [Method::Otp, Method::Recovery].map(|method| member.proofs.when(method));
        let now = ports.now();
        if mailed.iter().flatten().any(|at| now.since(*at) < FRESH) {
            ports.accounts.address_proven(account, &member.account.email, now).await?;
        }
        entered(ports, &member.account, origin).await?;
    }
    Ok(token)
}

/// Uses up a code of the account's second factor, or one of its recovery codes: which it was.
pub(super) async fn check_second_factor(
    ports: &Ports,
    account: &Account,
    code: &str,
    origin: &Origin,
) -> Result<Method, ProofError> {
    check_rate(ports, account.id, origin)?;
    let Some(method) = second_proof(ports, account, code, origin).await? else {
        record(ports, account.id, EventKind::SecondFactorRefused, origin).await?;
        return Err(ProofError::WrongCode);
    };
    Ok(method)
}

async fn second_proof(
    ports: &Ports,
    owner: &Account,
    code: &str,
    origin: &Origin,
) -> Result<Option<Method>, ProofError> {
    let account = owner.id;
    // Too long to be guessed, so it still works when the day's tries of six digits are gone.
    if looks_like_recovery_code(code) {
        let used = use_recovery_code(ports, account, code, origin).await?;
        return Ok(used.then_some(Method::RecoveryCode));
    }
    let guess = Guess::take(ports, Quota::FactorCodes, &account.to_string()).await?;
    for factor in ports.factors.factors(account).await? {
        if !factor.verified {
            continue;
        }
        match check_code(ports, &factor, None, code).await {
            Ok(()) => {
                guess.accept(ports).await?;
                return Ok(Some(Method::Totp));
            }
            Err(VerifyFactorError::Store(error)) => return Err(error.into()),
            Err(_) => {}
        }
    }
    guess.reject(ports, Some(owner), origin).await?;
    Ok(None)
}

/// One more proof in this session, under a new token; nothing when the session is gone.
pub async fn step_up(
    ports: &Ports,
    member: &Member,
    method: Method,
) -> Result<Option<Token>, StoreError> {
    let token = new_token(ports);
    let now = ports.now();
    let proofs = member.proofs.clone().and(method, now);
    let digest = ports.passwords.digest(&token.0);
    let done = ports.sessions.prove(member.session, &proofs, &digest, now).await?;
    Ok(done.then_some(token))
}

const SESSION_GONE: &str = "Your session has ended. Please sign in again.";

impl From<OpenSessionError> for Problem {
    fn from(error: OpenSessionError) -> Self {
        match error {
            OpenSessionError::SignInsEnded => SignInError::Refused.into(),
            OpenSessionError::Banned => Self::new(Kind::Refused, "User is banned"),
            OpenSessionError::Store(error) => error.into(),
        }
    }
}

impl From<ProofError> for Problem {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::Wrong => Self::new(Kind::BadInput, "That is not right. Please try again."),
            ProofError::WrongCode => Self::new(Kind::BadInput, WRONG_CODE),
            ProofError::WrongMailCode => Self::new(Kind::BadInput, WRONG_MAIL_CODE),
            ProofError::FactorNeeded => {
                Self::new(Kind::Refused, "Please use your second factor, or a recovery code.")
            }
            ProofError::TooOften(wait) => Self::too_many(wait),
            ProofError::Gone => Self::new(Kind::SignedOut, SESSION_GONE),
            ProofError::Store(error) => error.into(),
        }
    }
}
