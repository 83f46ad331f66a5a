//! `generate-couple-image` and `generate-friend-image`.

use axum::{
    Json,
    body::{Body, HttpBody},
    extract::State,
    http::{HeaderMap, StatusCode},
};
use evernear_app::{
    domain::{
        account::{Account, event::Origin},
        creation::{Creation, Prompt},
    },
    flows::{
        draft::add_photo::{AddPhotoFailed, may_read},
        functions::{
            generate_picture::{PictureCall, generate_picture, may_generate},
            request_key::{Before, begun_before},
        },
    },
    ports::{PhotoFile, StoreError},
    problem::Problem,
};
use evernear_rules::{
    text::{cleaned_text, text_sendable},
    wire::Mode,
};
use serde_json::{Value, json};

use super::{
    caller::Caller,
    input::{Members, request_key},
    photos,
    result::{FunctionError, FunctionResult},
    status::{picture_status, picture_url},
};
use crate::web::{
    extract::request_origin::RequestOrigin,
    state::{AppState, uploads::discard},
};

/// Largest body: three photos of 6 MB in base64, and words.
const BODY_BYTES: u64 = 25_000_000;
const PHOTOS: [&str; 3] = ["subject1Base64", "subject2Base64", "subject3Base64"];
const OTHERS: [&str; 4] = ["promptText", "ratio", "seed", "termsAccepted"];

/// Two people.
pub async fn couple(
    State(state): State<AppState>,
    Caller(account): Caller,
    RequestOrigin(origin): RequestOrigin,
    headers: HeaderMap,
    body: Body,
) -> FunctionResult {
    let call = Call { name: "generate-couple-image", mode: Mode::Couple };
    generate(&state, &account, &origin, &headers, body, call).await
}

/// Three people.
pub async fn friend(
    State(state): State<AppState>,
    Caller(account): Caller,
    RequestOrigin(origin): RequestOrigin,
    headers: HeaderMap,
    body: Body,
) -> FunctionResult {
    let call = Call { name: "generate-friend-image", mode: Mode::Friend };
    generate(&state, &account, &origin, &headers, body, call).await
}

#[derive(Clone, Copy)]
struct Call {
    name: &'static str,
    mode: Mode,
}

impl Call {
    /// What a call without its words or photos reads.
    fn missing(self) -> FunctionError {
        FunctionError::bad(match self.mode {
            Mode::Couple => "Prompt text and two selfies are required.",
            Mode::Friend => "Prompt and 3 photos required.",
        })
    }
}

async fn generate(
    state: &AppState,
    account: &Account,
    origin: &Origin,
    headers: &HeaderMap,
    body: Body,
    call: Call,
) -> FunctionResult {
    let refused = |error: AddPhotoFailed| FunctionError::from(Problem::from(error));
    let length = body.size_hint().exact();
    if length.is_some_and(|length| length > BODY_BYTES) {
        discard(body).await;
        let message = "The body may have 25 MB.";
        return Err(FunctionError::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    let _permit = state.uploads.account_permit(account.id).await.map_err(refused)?;
    may_read(&state.ports, account.id, origin).await.map_err(refused)?;
    let slot = state.uploads.slot_for(&origin.ip, length, BODY_BYTES).await;
    let mut slot = slot.map_err(refused)?;
    // Again, beside what all others who have a slot are still to send.
    state.ports.objects.has_room(state.uploads.to_come()).await?;
    let received = state.uploads.receive(body, &mut slot).await.map_err(too_large)?;
    let _of_client = slot.received();
    let place = state.photo_bodies.acquire().await.map_err(StoreError::new)?;
    let bytes = received.bytes().await?;
    let creation = asked(state, account, origin, headers, &bytes, call).await?;
    drop(place);
    Ok(answer(state, &creation))
}

fn too_large(error: AddPhotoFailed) -> FunctionError {
    match error {
        AddPhotoFailed::TooLarge => {
            FunctionError::new(StatusCode::PAYLOAD_TOO_LARGE, "The body may have 25 MB.")
        }
        error => Problem::from(error).into(),
    }
}

/// Takes the body apart, and begins what it asks for, or finds what it began before.
async fn asked(
    state: &AppState,
    account: &Account,
    origin: &Origin,
    headers: &HeaderMap,
    body: &[u8],
    call: Call,
) -> Result<Creation, FunctionError> {
    let ports = &state.ports;
    let names = &PHOTOS[..call.mode.photo_count()];
    let known: Vec<&'static str> = names.iter().chain(&OTHERS).copied().collect();
    let members = Members::parse(body, &known)?;
    let prompt = members.words("promptText").map(|text| cleaned_text(&text));
    let prompt = prompt.ok_or_else(|| call.missing())?;
    if names.iter().any(|name| members.words(name).is_none()) {
        return Err(call.missing());
    }
    if !text_sendable(&prompt) {
        return Err(FunctionError::bad("promptText is too long."));
    }
    let request = PictureCall {
        request: request_key(state, headers, call.name, body)?,
        mode: call.mode,
        prompt: Prompt::parse(&prompt),
        shape: members.shape()?.unwrap_or_default(),
        seed: members.seed()?,
        terms_accepted: members.is_true("termsAccepted"),
    };
    match begun_before(ports, account.id, &request.request).await? {
        Before::Same(creation) => return Ok(*creation),
        Before::Other => return Err(FunctionError::key_used()),
        Before::Nothing => {}
    }
    may_generate(ports, account, &request).await?;
    let mut read = Vec::with_capacity(names.len());
    for name in names {
        let text = members.text(name).unwrap_or_default();
        read.push(photos::read(ports, account, origin, &text).await?);
    }
    // What is being stored is finished or undone even when the program goes away in the middle.
    let (ports, account) = (ports.clone(), account.clone());
    let begun =
        tokio::spawn(async move { generate_picture(&ports, &account, request, read).await });
    Ok(begun.await.map_err(StoreError::new)??)
}

/// The task, or what it came to where the same request was sent before.
fn answer(state: &AppState, creation: &Creation) -> (StatusCode, Json<Value>) {
    let mut body = picture_status(state, creation);
    let status = match body["status"].as_str() {
        Some("SUCCEEDED") => {
            body["imageUrl"] = json!(picture_url(state, creation));
            StatusCode::OK
        }
        Some("FAILED") => StatusCode::OK,
        _ => StatusCode::ACCEPTED,
    };
    body["taskId"] = json!(creation.id.to_string());
    (status, Json(body))
}
