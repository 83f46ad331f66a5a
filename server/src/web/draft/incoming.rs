//! Photos that a phone hands on (the share target of the web app manifest): a form that any site can
//! send, and that nobody need be signed in for. So it adds nothing: what is in it waits at an address
//! of its own, which only the browser that sent it opens, by a cookie for that address alone. Its page
//! asks whether to add them; that form is refused from elsewhere, as all others are.

use std::collections::BTreeMap;

use axum::{
    Extension,
    body::{Body, HttpBody},
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::event::Origin,
        cookie::Cookie,
        id::PhotoId,
        media::{
            INCOMING_FIELD, INCOMING_LIFETIME, INCOMING_PATH, IncomingPhoto, ObjectKey,
            incoming_address,
        },
    },
    flows::draft::{
        add_photo::AddPhotoFailed,
        incoming::{
            AddWaitingError, ReceiveError, Received, Waiting, add_waiting, decline_waiting,
            delete_stored, keep_waiting, may_receive, new_photo_id, read_incoming, store_files,
            waiting,
        },
    },
    pages::{Visit, draft::incoming},
    ports::{AddIncomingError, Ports, StoreError},
    problem::Problem,
};
use evernear_rules::photos::{MAX_PHOTO_BYTES, MAX_PHOTOS};

use crate::web::{
    extract::{
        multipart::{FormFile, Multipart, MultipartError},
        request_origin::RequestOrigin,
    },
    headers::cookies,
    response::{
        forms::{again_after, log},
        page::{self, error_response, html},
        problem::refused,
    },
    state::{
        AppState,
        session::{PendingSecondFactor, Principal},
        uploads::discard,
    },
};

/// Most bytes of what is no photo: the fields that a phone sends beside, and what stands between.
const OTHER_BYTES: usize = 64 << 10;

/// Takes photos in and leads to the page on which they wait; a page with the reason where it does not.
pub async fn receive(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let length = body.size_hint().exact();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let (received, rest) = match Multipart::new(kind, body) {
        Ok(mut form) => {
            let received = take_in(&state, &origin, length, &mut form).await;
            (received, form.into_body())
        }
        Err(body) => (Err(ReceiveError::NotAForm), body),
    };
    discard(rest).await;
    match received {
        Ok(Received { id, token }) => {
            let (path, lasts) = (incoming_address(id), Some(INCOMING_LIFETIME.as_secs()));
            let https = state.site.https();
            let cookie = cookies::set_at(Cookie::Incoming, &token, &path, lasts, https);
            ([cookie], Redirect::to(&path)).into_response()
        }
        Err(error) => not_received(&state, &error.into()),
    }
}

fn not_received(state: &AppState, problem: &Problem) -> Response {
    log(problem);
    let visit = page::visit(state, Principal(None, None), INCOMING_PATH, BTreeMap::new());
    let page = incoming::not_received(&visit, &problem.message);
    again_after(problem.retry_after, html(&visit, page, problem.kind.status()))
}

/// Decodes one photo after the other while the sender is there. Where one of them cannot be kept,
/// or the sender goes, none is.
async fn take_in(
    state: &AppState,
    origin: &Origin,
    length: Option<u64>,
    form: &mut Multipart,
) -> Result<Received, ReceiveError> {
    let most = u64::from(MAX_PHOTOS) * u64::from(MAX_PHOTO_BYTES) + OTHER_BYTES as u64;
    if length.is_some_and(|length| length > most) {
        return Err(ReceiveError::TooLong);
    }
    let ports = &state.ports;
    may_receive(ports, origin).await?;
    let (mut stored, mut photos) = (Stored::new(ports), Vec::new());
    let mut other = 0;
    while let Some(part) = form.next_part().await? {
        if part.name != INCOMING_FIELD || part.file_name.is_none_or(|name| name.is_empty()) {
            while let Some(chunk) = form.chunk().await? {
                other += chunk.len();
                if other > OTHER_BYTES {
                    return Err(ReceiveError::TooLong);
                }
            }
            continue;
        }
        if photos.len() == MAX_PHOTOS as usize {
            return Err(ReceiveError::TooMany);
        }
        photos.push(one(state, origin, form, &mut stored).await?);
    }
    if photos.is_empty() {
        return Err(ReceiveError::NoPhotos);
    }
    let received = keep_waiting(ports, photos).await?;
    stored.wait();
    Ok(received)
}

/// The photo that comes now, with its files stored.
async fn one(
    state: &AppState,
    origin: &Origin,
    form: &mut Multipart,
    stored: &mut Stored,
) -> Result<IncomingPhoto, ReceiveError> {
    let mut slot = state.uploads.slot(&origin.ip, None).await?;
    // Beside what all others who have a slot are still to send.
    state.ports.objects.has_room(state.uploads.to_come()).await?;
    let received = state.uploads.receive(FormFile(form), &mut slot).await?;
    let of_client = slot.received();
    let read = read_incoming(&state.ports, origin, &received).await?;
    drop((received, of_client));
    Ok(store_files(&state.ports, stored.next(), read).await?)
}

impl From<MultipartError> for ReceiveError {
    fn from(error: MultipartError) -> Self {
        match error {
            MultipartError::NotAForm => Self::NotAForm,
            MultipartError::Incomplete => Self::Photo(AddPhotoFailed::Incomplete),
        }
    }
}

/// Files that go when it is dropped before they wait, also because the sender went.
struct Stored {
    ports: Ports,
    photos: Vec<PhotoId>,
}

impl Stored {
    fn new(ports: &Ports) -> Self {
        Self { ports: ports.clone(), photos: Vec::new() }
    }

    fn next(&mut self) -> PhotoId {
        let id = new_photo_id(&self.ports);
        self.photos.push(id);
        id
    }

    fn wait(mut self) {
        self.photos.clear();
    }
}

impl Drop for Stored {
    fn drop(&mut self) {
        let photos = std::mem::take(&mut self.photos);
        if photos.is_empty() {
            return;
        }
        let ports = self.ports.clone();
        tokio::spawn(async move {
            // What stays behind is swept with the files that no row knows of.
            if let Err(error) = delete_stored(&ports, &photos).await {
                tracing::error!(%error, "photos that were not taken in could not be deleted");
            }
        });
    }
}

/// The page that asks whether to add them; changes nothing.
pub async fn look(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Extension(PendingSecondFactor(pending)): Extension<PendingSecondFactor>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let visit = page::visit(&state, who, &format!("{INCOMING_PATH}/{id}"), BTreeMap::new());
    let visit = Visit { pending_second_factor: pending, ..visit };
    match shown(&state, &id, &headers).await {
        Ok(Some(waiting)) => asks(&visit, &waiting, None).await,
        Ok(None) => gone(&visit),
        Err(error) => error_response(&error.into()),
    }
}

/// Adds them to the draft of whoever is signed in, and leads to it.
pub async fn add(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let member = who.0.clone();
    let visit = page::visit(&state, who, &format!("{INCOMING_PATH}/{id}"), BTreeMap::new());
    let waiting = match shown(&state, &id, &headers).await {
        Ok(Some(waiting)) => waiting,
        Ok(None) => return gone(&visit),
        Err(error) => return error_response(&error.into()),
    };
    let Some(member) = member else {
        return Redirect::to(&incoming_address(waiting.id)).into_response();
    };
    match add_waiting(&state.ports, &member, &waiting).await {
        Ok(()) => {
            let cookie = used_up(&state, &waiting);
            ([cookie], Redirect::to("/create")).into_response()
        }
        Err(AddWaitingError::Add(AddIncomingError::Gone)) => gone(&visit),
        Err(error) => asks(&visit, &waiting, Some(error.into())).await,
    }
}

/// Deletes them.
pub async fn decline(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let visit = page::visit(&state, who, &format!("{INCOMING_PATH}/{id}"), BTreeMap::new());
    let waiting = match shown(&state, &id, &headers).await {
        Ok(Some(waiting)) => waiting,
        Ok(None) => return gone(&visit),
        Err(error) => return error_response(&error.into()),
    };
    match decline_waiting(&state.ports, &waiting).await {
        Ok(()) => {
            let cookie = used_up(&state, &waiting);
            ([cookie], html(&visit, incoming::declined(&visit), StatusCode::OK)).into_response()
        }
        Err(error) => error_response(&error.into()),
    }
}

/// The small copy of one of them, counted from 1.
pub async fn preview(
    State(state): State<AppState>,
    Path((id, number)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let found = shown(&state, &id, &headers).await;
    let waiting = match found {
        Ok(Some(waiting)) => waiting,
        Ok(None) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => return refused(&error.into()),
    };
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let Some(photo) = index.and_then(|index| waiting.photos.get(index)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match state.ports.objects.get(&ObjectKey::preview(photo.id)).await {
        Ok(Some(bytes)) => ([(header::CONTENT_TYPE, "image/jpeg")], bytes).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => refused(&error.into()),
    }
}

/// What waits there for the cookie that is shown.
async fn shown(
    state: &AppState,
    id: &str,
    headers: &HeaderMap,
) -> Result<Option<Waiting>, StoreError> {
    let token = cookies::shown(headers, Cookie::Incoming, state.site.https());
    let (Ok(id), Some(token)) = (id.parse(), token) else { return Ok(None) };
    waiting(&state.ports, id, &token).await
}

async fn asks(visit: &Visit, waiting: &Waiting, wrong: Option<Problem>) -> Response {
    let (status, said) = match &wrong {
        Some(problem) => (problem.kind.status(), Some(problem.message.as_str())),
        None => (StatusCode::OK, None),
    };
    if let Some(problem) = &wrong {
        log(problem);
    }
    match incoming::asks(visit, waiting, said).await {
        Ok(page) => html(visit, page, status),
        Err(problem) => error_response(&problem),
    }
}

fn gone(visit: &Visit) -> Response {
    html(visit, incoming::gone(visit), StatusCode::NOT_FOUND)
}

fn used_up(state: &AppState, waiting: &Waiting) -> (header::HeaderName, header::HeaderValue) {
    let path = incoming_address(waiting.id);
    cookies::set_at(Cookie::Incoming, "", &path, Some(0), state.site.https())
}
