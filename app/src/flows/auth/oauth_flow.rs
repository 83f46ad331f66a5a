//! Signing in through a provider (OAuth with PKCE): what pages and client programs share, and the way
//! of client programs: away with a state that is used once, back with a session or a code.

use super::{
    authenticate::new_token,
    issue_tokens::{IssueError, Tokens, open_api_session},
    pkce_flow::issue_code,
    sign_in_with_google::{Admission, GoogleSignInError, sign_in_with_google},
};
use crate::{
    domain::{
        account::{
            event::Origin,
            flow_state::{CODE_LIFETIME, CodeChallenge, LinkTo, OAuthState},
        },
        id::FlowId,
    },
    ports::{AuthorizeRequest, GoogleError, GoogleGrant, Ports, StoreError},
};

/// A sign-in that begins.
pub struct Authorization {
    /// Secret until the provider's code is exchanged.
    pub verifier: String,
    /// The provider's page.
    pub address: String,
}

/// Sends somebody to the provider, from where they come back with `state` and a code; nothing where
/// none is configured.
pub fn begin_authorization(
    ports: &Ports,
    state: &str,
    return_to: &str,
    wishes: &[(String, String)],
) -> Option<Authorization> {
    let google = ports.google.as_ref()?;
    let verifier = new_token(ports).0;
    let challenge = &ports.keys.code_challenge(&verifier);
    let address = google.authorize_url(&AuthorizeRequest { state, challenge, return_to, wishes });
    Some(Authorization { verifier, address })
}

#[derive(Debug, thiserror::Error)]
pub enum OAuthError {
    #[error("no provider is configured any more")]
    NoProvider,
    #[error(transparent)]
    Google(#[from] GoogleError),
}

/// What the provider says of whoever came back with this code.
pub async fn fetch_grant(
    ports: &Ports,
    code: &str,
    verifier: &str,
    return_to: &str,
) -> Result<GoogleGrant, OAuthError> {
    let google = ports.google.as_ref().ok_or(OAuthError::NoProvider)?;
    Ok(google.exchange(code, verifier, return_to).await?)
}

/// What a program wants of a provider.
pub struct Departure<'a> {
    pub redirect_to: &'a str,
    pub challenge: Option<CodeChallenge>,
    /// Whose account gets another way to sign in.
    pub link_to: Option<LinkTo>,
    pub return_to: &'a str,
    pub wishes: &'a [(String, String)],
}

/// Where the browser is sent; nothing where no provider is configured.
pub async fn depart(ports: &Ports, departure: Departure<'_>) -> Result<Option<String>, StoreError> {
    let (created_at, parts) = ports.id_parts();
    let id = FlowId::new(created_at, &parts);
    let Departure { return_to, wishes, .. } = departure;
    let Some(begun) = begin_authorization(ports, &id.to_string(), return_to, wishes) else {
        return Ok(None);
    };
    let away = OAuthState {
        id,
        verifier: ports.secrets.seal(begun.verifier.as_bytes()),
        redirect_to: departure.redirect_to.to_owned(),
        challenge: departure.challenge,
        link_to: departure.link_to,
        created_at,
        used: false,
    };
    ports.flows.save_oauth_state(&away).await?;
    Ok(Some(begun.address))
}

/// Why a return from the provider brings no account.
#[derive(Debug, thiserror::Error)]
pub enum ReturnError {
    #[error("the state is not known")]
    Unknown,
    #[error("the state is too old")]
    Expired,
    #[error("the state was used before")]
    Used,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who left with this state, once.
pub async fn find_away(ports: &Ports, state: &str) -> Result<OAuthState, ReturnError> {
    let id = state.parse().map_err(|_| ReturnError::Unknown)?;
    let away =
        ports.flows.consume_oauth_state(id, ports.now()).await?.ok_or(ReturnError::Unknown)?;
    if away.used {
        return Err(ReturnError::Used);
    }
    if ports.now().since(away.created_at) > CODE_LIFETIME {
        return Err(ReturnError::Expired);
    }
    Ok(away)
}

/// What the program gets.
pub enum Returned {
    Session(Box<Tokens>),
    Code(String),
}

#[derive(Debug, thiserror::Error)]
pub enum ArriveError {
    #[error(transparent)]
    OAuth(#[from] OAuthError),
    #[error(transparent)]
    SignIn(#[from] GoogleSignInError),
    #[error(transparent)]
    Issue(#[from] IssueError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Asks the provider who it is, and lets them in.
pub async fn arrive(
    ports: &Ports,
    away: &OAuthState,
    code: &str,
    return_to: &str,
    admission: Admission,
    origin: &Origin,
) -> Result<Returned, ArriveError> {
    let verifier =
        ports.secrets.open(&away.verifier).and_then(|bytes| String::from_utf8(bytes).ok());
    let verifier = verifier.ok_or_else(|| {
        StoreError::new("a sign-in was begun with another key than the server has now")
    })?;
    let GoogleGrant { profile, tokens: provider } =
        fetch_grant(ports, code, &verifier, return_to).await?;
    let admission = away.link_to.map_or(admission, Admission::Linking);
    let (account, credential) = sign_in_with_google(ports, &profile, admission, origin).await?;
    let Some(challenge) = away.challenge.clone() else {
        let tokens = open_api_session(ports, account.id, credential, origin).await?;
        return Ok(Returned::Session(Box::new(Tokens { provider: Some(provider), ..tokens })));
    };
    let code = issue_code(ports, account.id, credential, challenge, Some(&provider)).await?;
    Ok(Returned::Code(code))
}
