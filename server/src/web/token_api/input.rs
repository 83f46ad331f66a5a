//! Bodies: JSON whatever the content type says, as `GoTrue` reads them. `null` counts as
//! absent, unknown members are passed over.

use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, FromRequestParts, Query, Request, State},
    http::{HeaderMap, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{account::event::Origin, auth::flow_state::CodeChallenge},
    refusal::Refusal,
};
use http_body_util::BodyExt;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{BODY_BYTES, result::ApiError};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// A body that was read.
pub struct Input<T>(pub T);

/// A body that may be left out.
pub struct OptionalBody<T>(pub Option<T>);

impl<T: DeserializeOwned> FromRequest<AppState> for Input<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        Ok(Self(parsed(&read(request.into_body(), state).await?)?))
    }
}

impl<T: DeserializeOwned> FromRequest<AppState> for OptionalBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let bytes = read(request.into_body(), state).await?;
        Ok(Self(if bytes.is_empty() { None } else { Some(parsed(&bytes)?) }))
    }
}

/// A longer body needs one of few places, so that unfinished ones cannot fill the memory. Nothing
/// that is taken in the end needs more, but for text that is all escapes.
const SMALL_BYTES: usize = 32 * 1024;
/// How many places for longer ones there are.
pub const LARGE_BODIES: usize = 16;

/// The whole body is here before anybody asks who sent it ([`crate::web::middleware::whole_body`]).
pub async fn whole_body(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match read(body, &state).await {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(refusal) => ApiError(refusal).into_response(),
    }
}

async fn read(mut body: Body, state: &AppState) -> Result<Bytes, Refusal> {
    let (mut bytes, mut large) = (Vec::new(), None);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Refusal::bad("bad_json", "Could not read request body"))?;
        let Ok(part) = frame.into_data() else { continue };
        if bytes.len() + part.len() > BODY_BYTES {
            return Err(too_large());
        }
        if bytes.len() + part.len() > SMALL_BYTES && large.is_none() {
            large = Some(state.large_bodies.try_acquire().map_err(|_| {
                let message = "Too many large requests at once";
                Refusal::new(StatusCode::TOO_MANY_REQUESTS, "over_request_rate_limit", message)
            })?);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes.into())
}

fn too_large() -> Refusal {
    Refusal::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "request_entity_too_large",
        format!("Request body too large (max {BODY_BYTES} bytes)"),
    )
}

fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| {
        Refusal::bad("bad_json", format!("Could not parse request body as JSON: {error}"))
    })
}

/// How a program that asks by code shows it.
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
    pub(super) target: Target,
    pub(super) headers: HeaderMap,
}

impl<T: DeserializeOwned> FromRequest<AppState> for Call<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let (mut parts, body) = request.into_parts();
        let Ok(RequestOrigin(origin)) = RequestOrigin::from_request_parts(&mut parts, state).await;
        let target = Query::from_request_parts(&mut parts, state).await;
        let Query(target) =
            target.map_err(|_| Refusal::invalid("The address could not be read"))?;
        let headers = parts.headers.clone();
        let Input(body) = Input::from_request(Request::from_parts(parts, body), state).await?;
        Ok(Self { origin, body, target, headers })
    }
}

/// What the proof of a human is carried in. Nobody looks at it here; its type is checked.
#[derive(Deserialize)]
pub struct Meta {
    #[serde(rename = "gotrue_meta_security")]
    _security: Option<Map<String, Value>>,
}

/// Whether it has the form of a telephone number (E.164): spaces, and a plus before it, are
/// passed over.
pub fn e164(phone: &str) -> Result<(), Refusal> {
    let digits = phone.strip_prefix('+').unwrap_or(phone).replace(' ', "");
    let whole = (2..=15).contains(&digits.len())
        && !digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole {
        Ok(())
    } else {
        Err(Refusal::invalid("Invalid phone number format (E.164 required)"))
    }
}

/// Text that is there and not blank.
pub fn given(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_telephone_number_reads_what_clients_know() {
        let refused = e164("021 555").expect_err("no country");
        assert_eq!(refused.message, "Invalid phone number format (E.164 required)");
    }

    #[test]
    fn a_telephone_number_has_up_to_fifteen_digits_and_its_country_first() {
        for good in ["+27215550100", "27215550100", "+27 21 555 0100", "+21", "123456789012345"] {
            assert!(e164(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "+",
            "1",
            "0215550100",
            "+2",
            "1234567890123456",
            "+27-21",
            "++27215",
            "\u{0661}\u{0662}",
        ] {
            assert!(e164(bad).is_err(), "{bad}");
        }
    }
}
