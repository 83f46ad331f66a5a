//! Signing in through a provider on our own pages. What has to be known again on the way back
//! travels sealed in a cookie of the browser that left, so that nobody can bring somebody else's
//! code, and a visitor writes nothing into the database.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{
    authenticate::new_token,
    oauth_flow::{OAuthError, begin_authorization, fetch_grant},
    open_session::{OpenSessionError, OpenedSession, open_session},
    sign_in_with_google::{Admission, GoogleSignInError, sign_in_with_google},
};
use crate::{
    domain::{
        account::{ReturnPath, event::Origin},
        rate_limit::Limit,
        timestamp::Timestamp,
    },
    ports::{Ports, TooOften},
    problem::{Kind, Problem},
};

/// How long somebody may be away.
pub const AWAY: Duration = Duration::from_secs(600);

/// What is known of a browser that left.
#[derive(Serialize, Deserialize)]
pub struct PageSignIn {
    state: String,
    verifier: String,
    /// The page to go to then.
    pub next: String,
    /// 'Keep me signed in'.
    pub keep: bool,
    until: Timestamp,
}

/// A browser that is sent away.
pub struct ProviderRedirect {
    /// The provider's page.
    pub address: String,
    /// A [`PageSignIn`] for the browser to bring back.
    pub sealed: String,
}

/// Why nobody was let in.
#[derive(Debug, thiserror::Error)]
pub enum PageSignInError {
    #[error("it did not begin in this browser, or too long ago")]
    Unknown,
    #[error("tried too often")]
    TooOften(Duration),
    #[error(transparent)]
    OAuth(#[from] OAuthError),
    #[error(transparent)]
    SignIn(#[from] GoogleSignInError),
    #[error(transparent)]
    OpenSession(#[from] OpenSessionError),
}

impl From<TooOften> for PageSignInError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

/// Begins; nothing where no provider is configured. Without `next` the person comes back to the
/// start.
pub fn begin(
    ports: &Ports,
    next: Option<&str>,
    keep: bool,
    return_to: &str,
) -> Result<Option<ProviderRedirect>, serde_json::Error> {
    let state = new_token(ports).0;
    let Some(begun) = begin_authorization(ports, &state, return_to, &[]) else { return Ok(None) };
    let next = ReturnPath::wished(next).map_or("/".to_owned(), |path| path.to_string());
    let until = ports.now().after(AWAY);
    let known = PageSignIn { state, verifier: begun.verifier, next, keep, until };
    let sealed = ports.secrets.seal(&serde_json::to_vec(&known)?);
    Ok(Some(ProviderRedirect { address: begun.address, sealed }))
}

/// What a browser brings back, unless it was away for too long.
pub fn read_sealed(ports: &Ports, sealed: &str) -> Option<PageSignIn> {
    let known: PageSignIn = serde_json::from_slice(&ports.secrets.open(sealed)?).ok()?;
    (ports.now() < known.until).then_some(known)
}

/// Lets somebody in whom the provider sent back with this state and code.
pub async fn complete(
    ports: &Ports,
    known: Option<&PageSignIn>,
    state: &str,
    code: &str,
    return_to: &str,
    origin: &Origin,
) -> Result<OpenedSession, PageSignInError> {
    ports.rate_limiter.check(Limit::SignInFrom, &origin.ip)?;
    let known = known.ok_or(PageSignInError::Unknown)?;
    if !ports.secrets.same(&known.state, state) {
        return Err(PageSignInError::Unknown);
    }
    let profile = fetch_grant(ports, code, &known.verifier, return_to).await?.profile;
    let (account, credential) =
        sign_in_with_google(ports, &profile, Admission::Anyone, origin).await?;
    Ok(open_session(ports, &account, credential, origin, known.keep).await?)
}

impl From<PageSignInError> for Problem {
    fn from(error: PageSignInError) -> Self {
        let failed = || {
            let message = "Signing in with Google did not work. Please try again.";
            Self::new(Kind::BadInput, message)
        };
        match error {
            PageSignInError::Unknown => failed(),
            PageSignInError::TooOften(wait) => Self::too_many(wait),
            PageSignInError::OAuth(error) => Self { source: Some(Box::new(error)), ..failed() },
            PageSignInError::SignIn(error) => error.into(),
            PageSignInError::OpenSession(error) => error.into(),
        }
    }
}
