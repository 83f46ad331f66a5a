//! `generate-couple-video` and `generate-friend-video`. The picture is one of the person's own: no address is
//! ever fetched.

use axum::{
    Json,
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::{HeaderMap, StatusCode},
};
use evernear_app::{
    domain::{account::Account, id::CreationId},
    flows::functions::generate_film::{FilmCall, generate_film},
};
use evernear_rules::wire::Mode;
use serde_json::json;

use super::{
    caller::Caller,
    input::{Members, request_key},
    result::{FunctionError, FunctionResult},
    status::film_status,
};
use crate::web::state::AppState;

const KNOWN: [&str; 4] = ["imageUrl", "promptText", "ratio", "duration"];

/// Of a picture of two.
pub async fn couple(
    State(state): State<AppState>,
    Caller(account): Caller,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> FunctionResult {
    let missing = "Image URL is required.";
    let call = Call { name: "generate-couple-video", mode: Mode::Couple, missing };
    generate(&state, &account, &headers, body, call).await
}

/// Of a picture of three.
pub async fn friend(
    State(state): State<AppState>,
    Caller(account): Caller,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> FunctionResult {
    let missing = "imageUrl is required";
    let call = Call { name: "generate-friend-video", mode: Mode::Friend, missing };
    generate(&state, &account, &headers, body, call).await
}

#[derive(Clone, Copy)]
struct Call {
    name: &'static str,
    mode: Mode,
    missing: &'static str,
}

async fn generate(
    state: &AppState,
    account: &Account,
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
    call: Call,
) -> FunctionResult {
    let body = body.map_err(|refused| {
        let message = match refused.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "The body is larger than a request for a film can be.",
            _ => "The body did not come whole.",
        };
        FunctionError::new(refused.status(), message)
    })?;
    let members = Members::parse(&body, &KNOWN)?;
    let address = members.words("imageUrl").ok_or_else(|| FunctionError::bad(call.missing))?;
    members.check_duration()?;
    let request = FilmCall {
        request: request_key(state, headers, call.name, &body)?,
        picture: picture_of(state, address.trim()).ok_or_else(|| {
            FunctionError::bad("imageUrl has to be the imageUrl of one of your own pictures here.")
        })?,
        mode: call.mode,
        shape: members.shape()?,
    };
    let creation = generate_film(&state.ports, account, request).await?;
    let mut body = film_status(state, &creation).unwrap_or_else(|| json!({}));
    let status = match body["status"].as_str() {
        Some("SUCCEEDED" | "FAILED") => StatusCode::OK,
        _ => StatusCode::ACCEPTED,
    };
    body["taskId"] = json!(creation.id.to_string());
    Ok((status, Json(body)))
}

/// The creation whose picture this address is; nothing for any other address.
fn picture_of(state: &AppState, address: &str) -> Option<CreationId> {
    let site = state.ports.settings.public_url.as_str();
    let path = address.strip_prefix(site).unwrap_or(address);
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let id = ["/functions/v1/media/", "/media/memories/"]
        .iter()
        .find_map(|folder| path.strip_prefix(folder)?.strip_suffix("/image.jpg"))?;
    id.parse().ok()
}
