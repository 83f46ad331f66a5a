//! Sign-ins of client programs by code (PKCE). A program that asks shows a challenge, which stands
//! with the mail or the provider's state that it asked for; the person who comes back by that gets
//! a code, and whoever holds the challenge's secret exchanges it for a session.

use super::{
    authenticate::new_token,
    issue_tokens::{IssueError, Tokens, open_api_session},
};
use crate::{
    domain::{
        account::event::Origin,
        auth::{
            flow_state::{ChallengeMethod, CodeChallenge, Flow},
            session::Credential,
        },
        id::{AccountId, FlowId},
    },
    ports::{Ports, ProviderTokens, StoreError},
};

/// The code for somebody who came back; what a provider gave waits with it.
pub async fn issue_code(
    ports: &Ports,
    account: AccountId,
    credential: Credential,
    challenge: CodeChallenge,
    provider: Option<&ProviderTokens>,
) -> Result<String, StoreError> {
    let code = new_token(ports).0;
    let digest = ports.passwords.digest(&code);
    let (created_at, parts) = ports.id_parts();
    let id = FlowId::new(created_at, &parts);
    let json = provider.map(serde_json::to_vec).transpose().map_err(StoreError::new)?;
    let provider_tokens = json.map(|json| ports.secrets.seal(&json));
    let Credential { method, epoch } = credential;
    let flow = Flow { id, account, method, epoch, challenge, provider_tokens, created_at };
    ports.flows.begin_flow(&flow, &digest).await?;
    Ok(code)
}

#[derive(Debug, thiserror::Error)]
pub enum ExchangeError {
    #[error("there is no such flow")]
    NotFound,
    #[error("the code is too old")]
    Expired,
    #[error("the secret is not the challenge's")]
    BadVerifier,
    #[error(transparent)]
    Issue(#[from] IssueError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A session for code and secret, once.
pub async fn exchange_code(
    ports: &Ports,
    code: &str,
    verifier: &str,
    origin: &Origin,
) -> Result<Tokens, ExchangeError> {
    let digest = ports.passwords.digest(code);
    let flow = ports.flows.flow_by_code(&digest).await?.ok_or(ExchangeError::NotFound)?;
    if flow.expired(ports.now()) {
        ports.flows.end_flow(flow.id).await?;
        return Err(ExchangeError::Expired);
    }
    let shown = match flow.challenge.method {
        ChallengeMethod::Plain => verifier.to_owned(),
        ChallengeMethod::S256 => ports.keys.code_challenge(verifier),
    };
    if !ports.secrets.same(&shown, &flow.challenge.text) {
        return Err(ExchangeError::BadVerifier);
    }
    if !ports.flows.end_flow(flow.id).await? {
        return Err(ExchangeError::NotFound);
    }
    let sealed = flow.provider_tokens.and_then(|sealed| ports.secrets.open(&sealed));
    let provider = sealed.and_then(|json| serde_json::from_slice(&json).ok());
    let credential = Credential { method: flow.method, epoch: flow.epoch };
    let tokens = open_api_session(ports, flow.account, credential, origin).await?;
    Ok(Tokens { provider, ..tokens })
}
