//! A person's own pictures and films, for nobody else: previews of photos, the image and
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
        creation::{Creation, Prompt, Status, captions, digital_source_type},
        media::ObjectKey,
    },
    flows::draft::story::place_in_words,
    ports::{Ports, StoreError},
    problem::Problem,
};
use evernear_rules::wire::CreationKind;

use super::{range::Range, stream};
use crate::web::{
    response::problem::refused,
    state::{AppState, session::Principal},
};

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
            let preview = Stored { key: ObjectKey::preview(photo.id), version: 0 };
            serve(ports, &preview, "image/jpeg", &HeaderMap::new(), None).await
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
    let (key, (kind, ending)) = match file {
        "image.jpg" => {
            let key = creation.image_key();
            match picture_kind(ports, &key, creation.state.image_by.is_some()).await {
                Ok(kind) => (key, kind),
                Err(error) => return refused(&Problem::from(error)),
            }
        }
        "image-large.jpg" => (creation.large_image_key(), JPEG),
        "captions.vtt" => return captions_of(ports, creation),
        "film.mp4" => (creation.film_key(), ("video/mp4", "mp4")),
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    let name = download.then(|| file_name(&creation.brief.prompt, ending));
    let stored = Stored { key, version: creation.shown_picture() };
    let mut answer = serve(ports, &stored, kind, headers, name).await;
    let part = if ending == "mp4" { CreationKind::Video } else { CreationKind::Image };
    // How it came to be, for programs: a file of a provider is not written to.
    let source = format!("<{}>; rel=\"type\"", digital_source_type(&creation.state, part));
    if let (true, Ok(source)) = (answer.status().is_success(), HeaderValue::try_from(source)) {
        answer.headers_mut().insert(header::LINK, source);
    }
    answer
}

/// What a film shows, in words.
fn captions_of(ports: &Ports, creation: &Creation) -> Response {
    if creation.brief.kind != CreationKind::Video {
        return StatusCode::NOT_FOUND.into_response();
    }
    let brief = &creation.brief;
    // A model's film shows no words of ours.
    let words = brief.prompt.words().filter(|_| creation.state.film_by.is_none());
    let closing = words.and_then(|words| ports.imagery.closing_words(words));
    let place = place_in_words(ports, brief);
    let track = captions(brief, place.as_deref(), closing.as_deref());
    ([(header::CONTENT_TYPE, "text/vtt; charset=utf-8")], track).into_response()
}

/// Whether a file of a creation may be seen; its picture already while the person decides about it.
fn shown(creation: &Creation, file: &str) -> bool {
    creation.status == Status::Finished || file == "image.jpg" && creation.shows_picture()
}

/// A type of content, and how names of such files end.
type FileType = (&'static str, &'static str);

const JPEG: FileType = ("image/jpeg", "jpg");

/// What a picture is: our own are JPEG, a model's are kept as they came.
async fn picture_kind(
    ports: &Ports,
    key: &ObjectKey,
    by_model: bool,
) -> Result<FileType, StoreError> {
    if !by_model {
        return Ok(JPEG);
    }
    let first = ports.objects.get_range(key, 0, 11).await?;
    Ok(match first.as_ref().map(|(bytes, _)| bytes.as_slice()) {
        Some([0x89, b'P', b'N', b'G', ..]) => ("image/png", "png"),
        Some([b'R', b'I', b'F', b'F', ..]) => ("image/webp", "webp"),
        _ => JPEG,
    })
}

/// For example `evernear-tea-with-nan-imagined-scene.mp4`: whoever gets the file alone reads in
/// its name what it is.
fn file_name(prompt: &Prompt, ending: &str) -> String {
    let words: Vec<String> = prompt
        .words()
        .unwrap_or_default()
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(6)
        .map(str::to_ascii_lowercase)
        .collect();
    let words = if words.is_empty() { "memory".to_owned() } else { words.join("-") };
    format!("evernear-{words}-imagined-scene.{ending}")
}

/// What is stored under a key. It is never replaced while it can be asked for, unless its version
/// changes.
struct Stored {
    key: ObjectKey,
    version: u32,
}

async fn serve(
    ports: &Ports,
    Stored { key, version }: &Stored,
    kind: &'static str,
    headers: &HeaderMap,
    download: Option<String>,
) -> Response {
    let etag = match version {
        0 => HeaderValue::try_from(format!("\"{}\"", key.as_str())),
        version => HeaderValue::try_from(format!("\"{}-{version}\"", key.as_str())),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_the_memory() {
        let file_name = |text: &str, ending| file_name(&Prompt::parse(text), ending);
        assert_eq!(
            file_name("Tea with Nan, in Durban! Location: x", "mp4"),
            "evernear-tea-with-nan-in-durban-imagined-scene.mp4"
        );
        for prompt in ["ありがとう", "A beautiful memory."] {
            assert_eq!(file_name(prompt, "jpg"), "evernear-memory-imagined-scene.jpg");
        }
    }
}
