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
        account::event::Origin,
        auth::flow_state::{CODE_LIFETIME, CodeChallenge, LinkTo, OAuthState},
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
pub struct OAuthRequest<'a> {
    pub redirect_to: &'a str,
    pub challenge: Option<CodeChallenge>,
    /// Whose account gets another way to sign in.
    pub link_to: Option<LinkTo>,
    pub return_to: &'a str,
    pub wishes: &'a [(String, String)],
}

/// Where the browser is sent; nothing where no provider is configured.
pub async fn begin_oauth(
    ports: &Ports,
    request: OAuthRequest<'_>,
) -> Result<Option<String>, StoreError> {
    let (created_at, parts) = ports.id_parts();
    let id = FlowId::new(created_at, &parts);
    let OAuthRequest { return_to, wishes, .. } = request;
    let Some(begun) = begin_authorization(ports, &id.to_string(), return_to, wishes) else {
        return Ok(None);
    };
    let oauth_state = OAuthState {
        id,
        verifier: ports.secrets.seal(begun.verifier.as_bytes()),
        redirect_to: request.redirect_to.to_owned(),
        challenge: request.challenge,
        link_to: request.link_to,
        created_at,
        used: false,
    };
    ports.flows.save_oauth_state(&oauth_state).await?;
    Ok(Some(begun.address))
}

/// Why a return from the provider brings no account.
#[derive(Debug, thiserror::Error)]
pub enum OAuthStateError {
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
pub async fn consume_oauth_state(
    ports: &Ports,
    state: &str,
) -> Result<OAuthState, OAuthStateError> {
    let id = state.parse().map_err(|_| OAuthStateError::Unknown)?;
    let oauth_state =
        ports.flows.consume_oauth_state(id, ports.now()).await?.ok_or(OAuthStateError::Unknown)?;
    if oauth_state.used {
        return Err(OAuthStateError::Used);
    }
    if ports.now().since(oauth_state.created_at) > CODE_LIFETIME {
        return Err(OAuthStateError::Expired);
    }
    Ok(oauth_state)
}

/// What the program gets.
pub enum Returned {
    Session(Box<Tokens>),
    Code(String),
}

#[derive(Debug, thiserror::Error)]
pub enum CompleteOAuthError {
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
pub async fn complete_oauth(
    ports: &Ports,
    oauth_state: &OAuthState,
    code: &str,
    return_to: &str,
    admission: Admission,
    origin: &Origin,
) -> Result<Returned, CompleteOAuthError> {
    let verifier =
        ports.secrets.open(&oauth_state.verifier).and_then(|bytes| String::from_utf8(bytes).ok());
    let verifier = verifier.ok_or_else(|| {
        StoreError::new("a sign-in was begun with another key than the server has now")
    })?;
    let GoogleGrant { profile, tokens: provider } =
        fetch_grant(ports, code, &verifier, return_to).await?;
    let admission = oauth_state.link_to.map_or(admission, Admission::Linking);
    let (account, credential) = sign_in_with_google(ports, &profile, admission, origin).await?;
    let Some(challenge) = oauth_state.challenge.clone() else {
        let tokens = open_api_session(ports, account.id, credential, origin).await?;
        return Ok(Returned::Session(Box::new(Tokens { provider: Some(provider), ..tokens })));
    };
    let code = issue_code(ports, account.id, credential, challenge, Some(&provider)).await?;
    Ok(Returned::Code(code))
}
