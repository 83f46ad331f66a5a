//! Receiving a photo by a request: a form with what is confirmed, and then the file, read part by part
//! as it comes (`web/extract/multipart.rs`), through the slots and decoders of every upload. Works
//! without script, and nobody is signed in for it.

use axum::{
    body::{Body, HttpBody},
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::event::Origin,
        photo_request::{REQUEST_FIELD, Requested},
    },
    flows::{
        draft::add_photo::AddPhotoFailed,
        photo_request::{
            add_requested::{
                AddByRequestError, Confirmed, consent, keep_requested, may_add_requested,
                read_requested,
            },
            open_request::{OpenRequestError, shown_request},
        },
    },
    pages::photo_request::asked as page,
    ports::StoreError,
    problem::Problem,
};
use evernear_rules::photos::MAX_PHOTO_BYTES;

use super::request_link::{RequestLink, nowhere};
use crate::web::{
    extract::{
        multipart::{FormFile, Multipart, MultipartError},
        request_origin::RequestOrigin,
    },
    response::{
        forms::{again_after, log},
        page::{error_response, html},
    },
    state::{AppState, uploads::discard},
};

/// Most bytes of what is no photo: what was confirmed, and what stands between.
const OTHER_BYTES: usize = 64 << 10;

/// Adds the photo to the draft of whoever asked, and leads back to the request.
pub async fn add(
    State(state): State<AppState>,
    asked: RequestLink,
    RequestOrigin(origin): RequestOrigin,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let length = body.size_hint().exact();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let (added, rest) = match Multipart::new(kind, body) {
        Ok(mut form) => {
            let added = take_in(&state, &asked, &origin, length, &mut form).await;
            (added, form.into_body())
        }
        Err(body) => (Err(AddByRequestError::NotAForm), body),
    };
    discard(rest).await;
    match added {
        Ok(()) => Redirect::to(&asked.path()).into_response(),
        Err(AddByRequestError::Link(OpenRequestError::Nowhere)) => nowhere(&state),
        // Whoever is refused for asking too often costs nothing more.
        Err(
            error @ (AddByRequestError::TooOften(_)
            | AddByRequestError::Link(OpenRequestError::TooOften(_))),
        ) => error_response(&error.into()),
        Err(error) => not_added(&state, &asked, error.into()).await,
    }
}

/// The request as it stands now, with why the photo was not added.
async fn not_added(state: &AppState, asked: &RequestLink, problem: Problem) -> Response {
    log(&problem);
    match shown_request(&state.ports, &asked.token, &asked.client).await {
        Ok(shown) => {
            let visit = asked.visit(state);
            let page = page::page(&visit, &shown, Some(&problem.message));
            again_after(problem.retry_after, html(&visit, page, problem.kind.status()))
        }
        Err(OpenRequestError::Nowhere) => nowhere(state),
        Err(error) => error_response(&error.into()),
    }
}

/// Reads what is confirmed, and takes in the first file after that.
async fn take_in(
    state: &AppState,
    asked: &RequestLink,
    origin: &Origin,
    length: Option<u64>,
    form: &mut Multipart,
) -> Result<(), AddByRequestError> {
    let most = u64::from(MAX_PHOTO_BYTES) + OTHER_BYTES as u64;
    let request = may_add_requested(&state.ports, &asked.token, origin).await?;
    if length.is_some_and(|length| length > most) {
        return Err(AddPhotoFailed::TooLarge.into());
    }
    let (mut confirmed, mut other) = (Confirmed::default(), 0);
    while let Some(part) = form.next_part().await? {
        if part.name == REQUEST_FIELD && part.file_name.is_some_and(|name| !name.is_empty()) {
            return keep(state, origin, request, confirmed, form).await;
        }
        let mut value = Vec::new();
        while let Some(chunk) = form.chunk().await? {
            other += chunk.len();
            if other > OTHER_BYTES {
                return Err(AddPhotoFailed::TooLarge.into());
            }
            value.extend_from_slice(&chunk);
        }
        match part.name.as_str() {
            "terms" => confirmed.terms = !value.is_empty(),
            "rights" => confirmed.rights = !value.is_empty(),
            "providers" => confirmed.providers = !value.is_empty(),
            "read" => confirmed.read = String::from_utf8_lossy(&value).into_owned(),
            _ => {}
        }
    }
    Err(AddByRequestError::NoPhoto)
}

/// Decodes while the sender is there, and stores in a task of its own: what is being stored is finished
/// or undone even when the sender goes away in the middle.
async fn keep(
    state: &AppState,
    origin: &Origin,
    request: Requested,
    confirmed: Confirmed,
    form: &mut Multipart,
) -> Result<(), AddByRequestError> {
    consent(&state.ports, &request, &confirmed)?;
    let mut slot = state.uploads.slot(&origin.ip, None).await?;
    // Beside what all others who have a slot are still to send.
    state.ports.objects.has_room(state.uploads.to_come()).await?;
    let received = state.uploads.receive(FormFile(form), &mut slot).await?;
    let of_client = slot.received();
    let read = read_requested(&state.ports, &request, origin, &received).await?;
    drop((received, of_client));
    let ports = state.ports.clone();
    // Its time is that of the photo.
    let consent = consent(&ports, &request, &confirmed)?;
    let kept = tokio::spawn(async move { keep_requested(&ports, request, consent, read).await });
    kept.await.map_err(StoreError::new)?
}

impl From<MultipartError> for AddByRequestError {
    fn from(error: MultipartError) -> Self {
        match error {
            MultipartError::NotAForm => Self::NotAForm,
            MultipartError::Incomplete => Self::Photo(AddPhotoFailed::Incomplete),
        }
    }
}
