//! Second factors: made, shown once as a picture, verified by a first code, removed. The
//! flows take an account, so that pages and token API use the same ones.

use std::time::Duration;

use super::guess_code::Guess;
use crate::{
    domain::{
        account::{
            Account,
            event::{EventKind, Origin},
        },
        auth::{
            factor::{Challenge, Factor, MAX_FACTORS},
            session::Member,
        },
        id::{AccountId, ChallengeId, FactorId, SessionId},
        quota::Quota,
        rate_limit::Limit,
    },
    flows::{
        account::security_history::{record, record_and_tell},
        system::take_quota::SpendError,
    },
    ports::{EnrollError, Ports, StoreError, TooOften, TotpSetup},
    problem::{Kind, Problem, WRONG_CODE},
};

/// Bytes of a secret (RFC 4226 recommends 160 bits).
const SECRET_BYTES: usize = 20;

/// A new factor with what is shown of it once.
pub struct Enrolled {
    pub factor: Factor,
    pub setup: TotpSetup,
}

/// Makes an unverified factor. `issuer` is what the app shows beside the address.
///
/// # Errors
/// `Unproven` where nobody has proven the address: a stranger who signed up with it could keep
/// its holder out with a factor that no mail turns off.
pub async fn enroll_factor(
    ports: &Ports,
    account: &Account,
    session: SessionId,
    friendly_name: &str,
    issuer: &str,
) -> Result<Enrolled, EnrollError> {
    if account.email_proven_at.is_none() {
        return Err(EnrollError::Unproven);
    }
    // Read first: where there is no room, neither a code is drawn nor the writer taken.
    let (now, there) = (ports.now(), ports.factors.factors(account.id).await?);
    if there.iter().filter(|factor| !factor.expired(now)).count() >= MAX_FACTORS {
        return Err(EnrollError::TooMany);
    }
    let mut secret = [0; SECRET_BYTES];
    ports.entropy.fill(&mut secret);
    let (at, parts) = ports.id_parts();
    let factor = Factor {
        id: FactorId::new(at, &parts),
        account: account.id,
        friendly_name: friendly_name.trim().to_owned(),
        verified: false,
        begun_in: Some(session),
        secret: ports.secrets.seal(&secret),
        last_challenged_at: None,
        created_at: at,
        updated_at: at,
    };
    let setup = ports.totp.setup(&secret, issuer, account.email.as_str())?;
    ports.factors.enroll(&factor, session).await?;
    Ok(Enrolled { factor, setup })
}

/// The same in place of those that were begun before and not finished.
pub async fn begin_factor(
    ports: &Ports,
    member: &Member,
    issuer: &str,
) -> Result<Enrolled, EnrollError> {
    let account = &member.account;
    for factor in ports.factors.factors(account.id).await? {
        if !factor.verified {
            ports.factors.unenroll(account.id, Some(member.session), factor.id).await?;
        }
    }
    enroll_factor(ports, account, member.session, "", issuer).await
}

/// What an unverified factor shows, once more, to the session that began it: a page that was
/// reloaded.
pub fn setup_again(
    ports: &Ports,
    member: &Member,
    factor: &Factor,
    issuer: &str,
) -> Result<Option<TotpSetup>, StoreError> {
    if !factor.is_begun_in(member.session) {
        return Ok(None);
    }
    let label = member.account.email.as_str();
    let secret = ports.secrets.open(&factor.secret);
    secret.map(|secret| ports.totp.setup(&secret, issuer, label)).transpose()
}

#[derive(Debug, thiserror::Error)]
pub enum VerifyFactorError {
    #[error("no such factor")]
    NotFound,
    #[error("the code is wrong, or was used before")]
    Wrong,
    #[error("the challenge is too old")]
    ChallengeExpired,
    #[error("the challenge was asked from another address")]
    OtherAddress,
    #[error("asked too often")]
    TooOften(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for VerifyFactorError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

impl From<SpendError> for VerifyFactorError {
    fn from(error: SpendError) -> Self {
        match error {
            SpendError::TooOften(wait) => wait.into(),
            SpendError::Store(error) => error.into(),
        }
    }
}

/// Counts what is asked of an account's second factor by one client: whoever knows the password alone
/// must not be able to keep its owner, who is elsewhere, from it. Guesses are few over all clients
/// ([`Quota::FactorCodes`](crate::domain::quota::Quota)).
pub(super) fn check_rate(
    ports: &Ports,
    account: AccountId,
    origin: &Origin,
) -> Result<(), TooOften> {
    ports.rate_limiter.check(Limit::SecondFactor, &format!("{account} {}", origin.ip))
}

/// Asks for a code.
pub async fn challenge_factor(
    ports: &Ports,
    account: AccountId,
    id: FactorId,
    origin: &Origin,
) -> Result<Challenge, VerifyFactorError> {
    check_rate(ports, account, origin)?;
    let found = ports.factors.factor(account, id).await?;
    let factor = found.filter(|factor| !factor.expired(ports.now()));
    let factor = factor.ok_or(VerifyFactorError::NotFound)?.id;
    let (created_at, parts) = ports.id_parts();
    let id = ChallengeId::new(created_at, &parts);
    let challenge = Challenge { id, factor, ip: origin.ip.clone(), created_at };
    ports.factors.challenge(&challenge).await?;
    Ok(challenge)
}

/// Takes a code; with it an unverified factor becomes a verified one. The token API names
/// the challenge it answers, and its factors want their first code within five minutes; the
/// pages ask and answer in one step, as long as the last proof of who it is lasts.
pub async fn verify_factor(
    ports: &Ports,
    (account, session): (AccountId, SessionId),
    id: FactorId,
    challenge: Option<ChallengeId>,
    code: &str,
    origin: &Origin,
) -> Result<Factor, VerifyFactorError> {
    check_rate(ports, account, origin)?;
    let found = ports.factors.factor(account, id).await?;
    let factor = found.filter(|factor| factor.verified || factor.is_begun_in(session));
    let factor = factor.ok_or(VerifyFactorError::NotFound)?;
    if let Some(challenge) = challenge {
        if factor.expired(ports.now()) {
            return Err(VerifyFactorError::NotFound);
        }
        let asked = ports.factors.find_challenge(factor.id, challenge).await?;
        let asked = asked.ok_or(VerifyFactorError::ChallengeExpired)?;
        if asked.ip != origin.ip {
            return Err(VerifyFactorError::OtherAddress);
        }
        if ports.now() >= asked.expires_at() {
            return Err(VerifyFactorError::ChallengeExpired);
        }
    }
    let added = !factor.verified;
    // Whoever makes a factor was shown its secret: there is nothing to guess yet.
    let guess = if factor.verified {
        Some(Guess::take(ports, Quota::FactorCodes, &account.to_string()).await?)
    } else {
        None
    };
    match check_code(ports, &factor, Some(session).filter(|_| added), code).await {
        Ok(()) => {
            if let Some(guess) = guess {
                guess.accept(ports).await?;
            }
        }
        Err(VerifyFactorError::Wrong) => {
            record(ports, account, EventKind::SecondFactorRefused, origin).await?;
            if let Some(guess) = guess {
                let owner = ports.accounts.by_id(account).await?;
                guess.reject(ports, owner.as_ref(), origin).await?;
            }
            return Err(VerifyFactorError::Wrong);
        }
        Err(error) => return Err(error),
    }
    if added {
        record_and_tell(ports, account, EventKind::FactorAdded, origin).await?;
    } else {
        record(ports, account, EventKind::SecondFactorPassed, origin).await?;
    }
    Ok(Factor { verified: true, begun_in: None, ..factor })
}

/// Whether the code is right now, and used for the first time. An unverified factor needs the
/// session that adds it.
pub(super) async fn check_code(
    ports: &Ports,
    factor: &Factor,
    session: Option<SessionId>,
    code: &str,
) -> Result<(), VerifyFactorError> {
    let code: String = code.chars().filter(|sign| !sign.is_whitespace()).collect();
    let now = ports.now();
    let secret = ports.secrets.open(&factor.secret).ok_or_else(|| {
        StoreError::new("a factor was sealed with another key than the server has now")
    })?;
    let step = ports.totp.check(&secret, &code, now).ok_or(VerifyFactorError::Wrong)?;
    if ports.factors.verified(factor, session, step, now).await? {
        Ok(())
    } else {
        Err(VerifyFactorError::Wrong)
    }
}

/// Removes a factor; with a verified one, the sessions of the account fall to the first level. An
/// administrator has no session.
pub async fn unenroll_factor(
    ports: &Ports,
    account: AccountId,
    session: Option<SessionId>,
    id: FactorId,
    origin: &Origin,
) -> Result<bool, StoreError> {
    let verified = ports.factors.factor(account, id).await?.is_some_and(|factor| factor.verified);
    let removed = ports.factors.unenroll(account, session, id).await?;
    if removed && verified {
        record_and_tell(ports, account, EventKind::FactorRemoved, origin).await?;
    }
    Ok(removed)
}

/// Removes all factors, verified ones last; signing in asks for none then.
pub async fn turn_factors_off(
    ports: &Ports,
    member: &Member,
    origin: &Origin,
) -> Result<(), StoreError> {
    let account = member.account.id;
    let mut factors = ports.factors.factors(account).await?;
    factors.sort_by_key(|factor| factor.verified);
    for (index, factor) in factors.iter().enumerate() {
        // The session falls with the first verified one.
        let falls = factors[..index].iter().any(|before| before.verified);
        let session = Some(member.session).filter(|_| !falls);
        unenroll_factor(ports, account, session, factor.id, origin).await?;
    }
    Ok(())
}

impl From<EnrollError> for Problem {
    fn from(error: EnrollError) -> Self {
        match error {
            EnrollError::NameTaken => {
                Self::new(Kind::Conflict, "A factor of this name exists already.")
            }
            EnrollError::TooMany => {
                Self::new(Kind::Conflict, "There are as many second factors as there may be.")
            }
            EnrollError::Unproven => Self::new(
                Kind::Conflict,
                "Please prove first that your address is yours: open the link in our mail.",
            ),
            EnrollError::Store(error) => error.into(),
        }
    }
}

impl From<VerifyFactorError> for Problem {
    fn from(error: VerifyFactorError) -> Self {
        match error {
            VerifyFactorError::NotFound => Self::not_found(),
            VerifyFactorError::Wrong | VerifyFactorError::OtherAddress => {
                Self::new(Kind::BadInput, WRONG_CODE)
            }
            VerifyFactorError::ChallengeExpired => {
                Self::new(Kind::BadInput, "This took too long. Please begin again.")
            }
            VerifyFactorError::TooOften(wait) => Self::too_many(wait),
            VerifyFactorError::Store(error) => error.into(),
        }
    }
}
