//! Bodies: JSON whatever the content type says, as `GoTrue` reads them. `null` counts as
//! absent, unknown members are passed over.

use axum::{
    body::to_bytes,
    extract::{FromRequest, FromRequestParts, Query, Request},
    http::{HeaderMap, StatusCode},
};
use evernear_app::{
    domain::account::{event::Origin, flow_state::CodeChallenge},
    problem::token_api::Refusal,
};
use serde::{Deserialize, de::DeserializeOwned};

use super::{BODY_BYTES, answer::Refused, mail::Asked};
use crate::web::{origin::From as Came, router::AppState};

/// A body that was read.
pub struct Input<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Input<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refused> {
        let bytes = to_bytes(request.into_body(), BODY_BYTES).await.map_err(|_| {
            Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "request_entity_too_large",
                format!("Request body too large (max {BODY_BYTES} bytes)"),
            )
        })?;
        let value = serde_json::from_slice(&bytes).map_err(|error| {
            Refusal::bad("bad_json", format!("Could not parse request body as JSON: {error}"))
        })?;
        Ok(Self(value))
    }
}

/// How a program that asks by code shows it (contracts §1.5).
#[derive(Deserialize)]
pub struct Pkce {
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
}

impl Pkce {
    pub fn challenge(&self) -> Result<Option<CodeChallenge>, Refusal> {
        let (text, method) = (&self.code_challenge, &self.code_challenge_method);
        Ok(CodeChallenge::parse(text.as_deref(), method.as_deref())?)
    }
}

/// Where the link in a mail leads.
#[derive(Deserialize)]
pub struct Target {
    pub redirect_to: Option<String>,
}

/// A call that may send a mail: from whom, what, and where its link shall lead.
pub struct Call<T> {
    pub origin: Origin,
    pub body: T,
    target: Target,
    headers: HeaderMap,
}

impl<T> Call<T> {
    /// How its mail looks.
    pub fn asked(&self, state: &AppState, pkce: &Pkce) -> Result<Asked, Refusal> {
        Ok(Asked::new(state, &self.target, &self.headers, pkce.challenge()?))
    }
}

impl<T: DeserializeOwned> FromRequest<AppState> for Call<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Refused> {
        let (mut parts, body) = request.into_parts();
        let Ok(Came(origin)) = Came::from_request_parts(&mut parts, state).await;
        let target = Query::from_request_parts(&mut parts, state).await;
        let Query(target) =
            target.map_err(|_| Refusal::invalid("The address could not be read"))?;
        let headers = parts.headers.clone();
        let Input(body) = Input::from_request(Request::from_parts(parts, body), state).await?;
        Ok(Self { origin, body, target, headers })
    }
}

/// Text that is there and not blank.
pub fn given(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}
