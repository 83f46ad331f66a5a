//! POST /token: tokens for what somebody knows or holds.

use std::time::Duration;

use axum::{
    Json,
    extract::{Query, State},
    http::HeaderMap,
};
use evernear_app::{
    domain::{account::event::Origin, auth::flow_state::LinkTo, rate_limit::Limit},
    flows::auth::{
        authenticate_bearer::authenticate_bearer,
        issue_tokens::open_api_session,
        pkce_flow::exchange_code,
        refresh_tokens::{RefreshError, refresh_tokens},
        sign_in::sign_in,
        sign_in_with_google::Admission,
        sign_in_with_id_token::{IdTokenSignIn, sign_in_with_id_token},
    },
    refusal::Refusal,
};
use serde::Deserialize;
use tokio::time::timeout;

use super::{
    bearer, disabled, identities,
    input::{Input, Meta, given},
    limits, oauth,
    result::ApiResult,
    wire,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// How long a renewal may wait for others who hold the session, as `GoTrue` has it.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Which grant.
#[derive(Deserialize)]
pub struct Grant {
    #[serde(default)]
    grant_type: String,
}

/// What clients send, whatever the grant.
#[derive(Deserialize)]
pub struct TokenBody {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    refresh_token: Option<String>,
    auth_code: Option<String>,
    code_verifier: Option<String>,
    provider: Option<String>,
    client_id: Option<String>,
    issuer: Option<String>,
    id_token: Option<String>,
    access_token: Option<String>,
    nonce: Option<String>,
    link_identity: Option<bool>,
    #[serde(rename = "chain")]
    _chain: Option<String>,
    #[serde(rename = "message")]
    _message: Option<String>,
    #[serde(rename = "signature")]
    _signature: Option<String>,
    #[serde(flatten)]
    _meta: Meta,
}

/// Answers with a session.
pub async fn token(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    Query(grant): Query<Grant>,
    headers: HeaderMap,
    Input(body): Input<TokenBody>,
) -> ApiResult {
    let web3 = grant.grant_type == "web3";
    limits::check(&state, if web3 { Limit::ApiWeb3 } else { Limit::ApiToken }, &origin)?;
    match grant.grant_type.as_str() {
        "password" => password(&state, &body, &origin).await,
        "refresh_token" => refresh(&state, &body, &origin).await,
        "pkce" => exchange(&state, &body, &origin).await,
        "id_token" => id_token(&state, &body, &headers, &origin).await,
        "web3" => Err(disabled::web3().into()),
        _ => Err(Refusal::bad("invalid_credentials", "unsupported_grant_type").into()),
    }
}

async fn password(state: &AppState, body: &TokenBody, origin: &Origin) -> ApiResult {
    let email = match (given(body.email.as_ref()), given(body.phone.as_ref())) {
        (Some(_), None) if !state.config.auth_api.email => {
            return Err(disabled::email_login().into());
        }
        (Some(email), None) => email,
        (Some(_), Some(_)) => {
            let message = "Only an email address or phone number should be provided on login.";
            return Err(Refusal::invalid(message).into());
        }
        (None, Some(_)) => return Err(disabled::phone_login().into()),
        (None, None) => return Err(Refusal::invalid("missing email or phone").into()),
    };
    let password = body.password.as_deref().unwrap_or_default();
    let (account, credential) = sign_in(&state.ports, email, password, origin).await?;
    let tokens = open_api_session(&state.ports, account.id, credential, origin).await?;
    Ok(Json(wire::session(&tokens)))
}

async fn refresh(state: &AppState, body: &TokenBody, origin: &Origin) -> ApiResult {
    let Some(token) = given(body.refresh_token.as_ref()) else {
        return Err(Refusal::oauth("invalid_request", "refresh_token required").into());
    };
    let renewed = timeout(LONGEST_WAIT, refresh_tokens(&state.ports, token, origin)).await;
    let tokens = renewed.map_err(|_| RefreshError::Busy)??;
    Ok(Json(wire::session(&tokens)))
}

async fn exchange(state: &AppState, body: &TokenBody, origin: &Origin) -> ApiResult {
    let (code, verifier) = (given(body.auth_code.as_ref()), given(body.code_verifier.as_ref()));
    let (Some(code), Some(verifier)) = (code, verifier) else {
        let message = "invalid request: both auth code and code verifier should be non-empty";
        return Err(Refusal::invalid(message).into());
    };
    let tokens = exchange_code(&state.ports, code, verifier, origin).await?;
    Ok(Json(wire::session(&tokens)))
}

async fn id_token(
    state: &AppState,
    body: &TokenBody,
    headers: &HeaderMap,
    origin: &Origin,
) -> ApiResult {
    let Some(id_token) = given(body.id_token.as_ref()) else {
        return Err(Refusal::oauth("invalid request", "id_token required").into());
    };
    let issuer = given(body.client_id.as_ref()).and(given(body.issuer.as_ref()));
    let Some(provider) = given(body.provider.as_ref()).or(issuer) else {
        let message = "provider or client_id and issuer required";
        return Err(Refusal::oauth("invalid request", message).into());
    };
    if !["google", "https://accounts.google.com"].contains(&provider) {
        let name: String = provider.chars().take(100).collect();
        let message = format!("Provider (issuer {name:?}) is not enabled");
        return Err(Refusal::bad("provider_disabled", message).into());
    }
    let admission = if body.link_identity.unwrap_or(false) {
        let token = bearer::token(headers).ok_or_else(Refusal::no_authorization)?;
        let bearer = authenticate_bearer(&state.ports, token).await?;
        identities::allowed(state, &bearer)?;
        Admission::Linking(LinkTo { account: bearer.session.account, session: bearer.session.id })
    } else {
        oauth::admission(state)
    };
    let shown = IdTokenSignIn {
        id_token,
        access_token: given(body.access_token.as_ref()),
        nonce: given(body.nonce.as_ref()),
        admission,
    };
    Ok(Json(wire::session(&sign_in_with_id_token(&state.ports, shown, origin).await?)))
}
