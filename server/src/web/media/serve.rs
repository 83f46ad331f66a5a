//! A person's own pictures and films, for nobody else: previews of photos, the recording, the image and
//! the film of a memory, in ranges so that a film can be sought (RFC 9110 §14). Somebody
//! else's looks like one that does not exist.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{
        creation::{Creation, Status, digital_source_type, file_name},
        id::ShareId,
        media::{FileType, ObjectKey},
    },
    flows::{
        creation::picture_type::picture_type,
        sharing::shown::{captions_for_owner, captions_for_viewers},
    },
    ports::{Ports, StoreError},
    problem::Problem,
};
use evernear_rules::wire::CreationKind;

use super::{range::Range, stream};
use crate::web::{
    response::problem::refused,
    state::{AppState, session::Principal},
};

/// What the digests are for that name versions of shared files.
const TAG_PURPOSE: &str = "version of a shared file";

/// The preview of a photo.
pub async fn photo(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
) -> Response {
    let Some(member) = who.0 else { return StatusCode::NOT_FOUND.into_response() };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    let ports = &state.ports;
    match ports.photos.get(member.account.id, id, ports.now()).await {
        Ok(Some(photo)) => {
            let preview = Stored::own(ObjectKey::preview(photo.id), 0);
            serve(ports, &preview, "image/jpeg", &HeaderMap::new(), None).await
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => refused(&Problem::from(error)),
    }
}

/// The sound of a recording.
pub async fn recording(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(member) = who.0 else { return StatusCode::NOT_FOUND.into_response() };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    let ports = &state.ports;
    match ports.recordings.recording(member.account.id, id, ports.now()).await {
        Ok(Some(recording)) => {
            let sound = Stored::own(ObjectKey::recording(recording.id), 0);
            serve(ports, &sound, "audio/wav", &headers, None).await
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => refused(&Problem::from(error)),
    }
}

/// The image or the film of a finished memory; with `?download` to be kept.
pub async fn memory(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path((id, file)): Path<(String, String)>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let Some(member) = who.0 else { return StatusCode::NOT_FOUND.into_response() };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    match state.ports.creations.get(member.account.id, id).await {
        Ok(Some(creation)) => {
            let download = query.contains_key("download");
            file_of(&state.ports, &creation, &file, download, &headers).await
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => refused(&Problem::from(error)),
    }
}

/// A file of a creation, for its owner; `download` names it.
pub async fn file_of(
    ports: &Ports,
    creation: &Creation,
    file: &str,
    download: bool,
    headers: &HeaderMap,
) -> Response {
    if !shown(creation, file) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let (key, kind) = match file {
        "image.jpg" => match picture_of(ports, creation).await {
            Ok(picture) => picture,
            Err(error) => return refused(&Problem::from(error)),
        },
        "image-large.jpg" => (creation.large_image_key(), FileType::JPEG),
        "captions.vtt" => return track(captions_for_owner(ports, creation)),
        "film.mp4" => (creation.film_key(), FileType::MP4),
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    let name = download.then(|| file_name(creation.name(), kind.ending));
    let stored = Stored::own(key, creation.shown_picture());
    part_of(ports, creation, &stored, kind, name, headers).await
}

/// A memory as somebody else sees it.
pub struct Viewed<'a> {
    pub creation: &'a Creation,
    /// By which link.
    pub share: ShareId,
    /// Its owner shows their words.
    pub words: bool,
    pub download: bool,
}

/// A file of a memory for a viewer; a name of it tells nothing of its owner's words unless they are
/// shown.
pub async fn viewed_file_of(
    ports: &Ports,
    viewed: &Viewed<'_>,
    file: &str,
    headers: &HeaderMap,
) -> Response {
    let Viewed { creation, share, words, download } = viewed;
    if creation.status != Status::Finished {
        return StatusCode::NOT_FOUND.into_response();
    }
    let (key, kind) = match (file, creation.brief.kind) {
        ("picture.jpg", _) => match picture_of(ports, creation).await {
            Ok(picture) => picture,
            Err(error) => return refused(&Problem::from(error)),
        },
        ("film.mp4", CreationKind::Video) => (creation.film_key(), FileType::MP4),
        ("captions.vtt", _) => return track(captions_for_viewers(ports, creation, *words)),
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    let shown = creation.name().filter(|_| *words);
    let name = download.then(|| file_name(shown, kind.ending));
    // The key would tell viewers when the memory was made, and of two links that they lead to one.
    let tag = ports.secrets.digest(TAG_PURPOSE, &format!("{share} {}", key.as_str()));
    let stored = Stored { tag, key, version: creation.shown_picture() };
    part_of(ports, creation, &stored, kind, name, headers).await
}

async fn picture_of(
    ports: &Ports,
    creation: &Creation,
) -> Result<(ObjectKey, FileType), StoreError> {
    Ok((creation.image_key(), picture_type(ports, creation).await?))
}

/// A stored file of a creation, with how it came to be.
async fn part_of(
    ports: &Ports,
    creation: &Creation,
    stored: &Stored,
    kind: FileType,
    name: Option<String>,
    headers: &HeaderMap,
) -> Response {
    let mut answer = serve(ports, stored, kind.mime, headers, name).await;
    let part = if kind == FileType::MP4 { CreationKind::Video } else { CreationKind::Image };
    // For programs: a file of a provider is not written to.
    let source = format!("<{}>; rel=\"type\"", digital_source_type(&creation.state, part));
    if let (true, Ok(source)) = (answer.status().is_success(), HeaderValue::try_from(source)) {
        answer.headers_mut().insert(header::LINK, source);
    }
    answer
}

/// What a film shows, in words.
fn track(captions: Option<String>) -> Response {
    match captions {
        Some(track) => ([(header::CONTENT_TYPE, "text/vtt; charset=utf-8")], track).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Whether a file of a creation may be seen; its picture already while the person decides about it.
fn shown(creation: &Creation, file: &str) -> bool {
    creation.status == Status::Finished || file == "image.jpg" && creation.shows_picture()
}

/// What is stored under a key. It is never replaced while it can be asked for, unless its version
/// changes.
struct Stored {
    key: ObjectKey,
    /// What its version is called for whoever is sent it.
    tag: String,
    version: u32,
}

impl Stored {
    /// A person's own.
    fn own(key: ObjectKey, version: u32) -> Self {
        Self { tag: key.as_str().to_owned(), key, version }
    }
}

async fn serve(
    ports: &Ports,
    Stored { key, tag, version }: &Stored,
    kind: &'static str,
    headers: &HeaderMap,
    download: Option<String>,
) -> Response {
    let etag = match version {
        0 => HeaderValue::try_from(format!("\"{tag}\"")),
        version => HeaderValue::try_from(format!("\"{tag}-{version}\"")),
    };
    let etag = etag.unwrap_or(HeaderValue::from_static("\"\""));
    match answer(ports, key, headers, &etag).await {
        Ok(Some(mut response)) => {
            let headers = response.headers_mut();
            headers.insert(header::ETAG, etag);
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
            let name = download.and_then(|name| {
                HeaderValue::try_from(format!("attachment; filename=\"{name}\"")).ok()
            });
            if let Some(name) = name {
                headers.insert(header::CONTENT_DISPOSITION, name);
            }
            response
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => refused(&Problem::from(error)),
    }
}

async fn answer(
    ports: &Ports,
    key: &ObjectKey,
    headers: &HeaderMap,
    etag: &HeaderValue,
) -> Result<Option<Response>, StoreError> {
    let Some(length) = ports.objects.length(key).await? else { return Ok(None) };
    let sent = |from: u64, to: u64| stream::body(ports.objects.clone(), key.clone(), from, to);
    let range = match Range::asked(headers, length, etag) {
        None if length == 0 => return Ok(Some(StatusCode::OK.into_response())),
        None => {
            let headers = [(header::CONTENT_LENGTH, length.to_string())];
            return Ok(Some((headers, sent(0, length - 1)).into_response()));
        }
        Some(range) => range,
    };
    Ok(Some(match range {
        Range::Within { from, to } => {
            let headers = [
                (header::CONTENT_RANGE, format!("bytes {from}-{to}/{length}")),
                (header::CONTENT_LENGTH, (to - from + 1).to_string()),
            ];
            (StatusCode::PARTIAL_CONTENT, headers, sent(from, to)).into_response()
        }
        Range::Outside => {
            let headers = [(header::CONTENT_RANGE, format!("bytes */{length}"))];
            (StatusCode::RANGE_NOT_SATISFIABLE, headers).into_response()
        }
    }))
}
