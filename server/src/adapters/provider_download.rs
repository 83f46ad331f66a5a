//! Fetches what a provider made, from the address that it names.
//!
//! What always holds: the bytes come unchanged, piece by piece, and never more than a picture or a film may
//! have; what does not begin as one is refused before a byte of it is given on. An address that leads
//! into our own network is not called: only the provider's own server, or https to a public name. No key
//! is sent along.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use evernear_app::ports::{Chunks, Part, StoreError};
use futures::stream;
use reqwest::{
    Client, Response, StatusCode, Url,
    header::{self, HeaderValue},
};
use tokio::time::timeout;
use url::Host;

use super::provider_http::retry_after;

/// Most bytes of a picture and of a film.
const PICTURE_BYTES: u64 = 40_000_000;
const FILM_BYTES: u64 = 300_000_000;
/// How many bytes tell what a file is.
const SIGNATURE: usize = 12;
/// Longest wait for its beginning, and for the whole.
const BEGINS_WITHIN: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(600);

/// Why nothing is fetched.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// There is nothing at the address any more; the provider may name another.
    #[error("the address has expired")]
    Expired,
    /// The address, or what is there, is not what it has to be.
    #[error("{0}")]
    Unusable(&'static str),
    /// Just now.
    #[error("{reason}")]
    Unavailable { reason: String, retry_after: Option<Duration> },
}

impl DownloadError {
    fn away(error: reqwest::Error) -> Self {
        Self::Unavailable { reason: error.without_url().to_string(), retry_after: None }
    }
}

/// Begins to fetch a picture or a film from `address`, which `provider` (the address of its API) named.
///
/// # Errors
/// See [`DownloadError`].
pub async fn download(
    client: &Client,
    provider: &str,
    address: &str,
    part: Part,
) -> Result<Chunks, DownloadError> {
    let address = callable(provider, address)
        .ok_or(DownloadError::Unusable("the address is not one that may be called"))?;
    let beginning = async {
        let response = client.get(address).timeout(PATIENCE).send().await;
        begun(response.map_err(DownloadError::away)?, part).await
    };
    timeout(BEGINS_WITHIN, beginning).await.map_err(|_| DownloadError::Unavailable {
        reason: "the file does not come".to_owned(),
        retry_after: None,
    })?
}

/// Looks at the answer and at what comes first, and gives on the whole.
async fn begun(mut response: Response, part: Part) -> Result<Chunks, DownloadError> {
    let status = response.status();
    match status {
        StatusCode::OK => {}
        StatusCode::UNAUTHORIZED
        | StatusCode::FORBIDDEN
        | StatusCode::NOT_FOUND
        | StatusCode::GONE => return Err(DownloadError::Expired),
        _ if status.is_redirection() => {
            return Err(DownloadError::Unusable("the address leads elsewhere"));
        }
        _ => {
            let reason = format!("the address answers {}", status.as_u16());
            let retry_after = retry_after(response.headers());
            return Err(DownloadError::Unavailable { reason, retry_after });
        }
    }
    let most = most_bytes(part);
    if !is_named_as(&response, part) {
        return Err(DownloadError::Unusable("it is named as another kind of file"));
    }
    if response.content_length().is_some_and(|length| length > most) {
        return Err(DownloadError::Unusable("it is too large"));
    }
    let mut first = BytesMut::new();
    while first.len() < SIGNATURE {
        match response.chunk().await.map_err(DownloadError::away)? {
            Some(chunk) => first.extend_from_slice(&chunk),
            None => break,
        }
    }
    if !begins_as(&first, part) {
        return Err(DownloadError::Unusable("it is another kind of file"));
    }
    let state = (response, Some(first.freeze()), 0u64);
    Ok(Box::pin(stream::try_unfold(state, move |(mut response, first, sent)| async move {
        let chunk: Option<Bytes> = match first {
            Some(first) => Some(first),
            None => response
                .chunk()
                .await
                .map_err(|error| StoreError::new(error.without_url().to_string()))?,
        };
        let Some(chunk) = chunk else { return Ok(None) };
        let sent = sent + chunk.len() as u64;
        if sent > most {
            return Err(StoreError::new("what the provider made is too large"));
        }
        Ok(Some((chunk, (response, None, sent))))
    })))
}

/// The most bytes that a part may have.
pub fn most_bytes(part: Part) -> u64 {
    match part {
        Part::Image => PICTURE_BYTES,
        Part::Film => FILM_BYTES,
    }
}

/// Whether the file is one that this part may be: JPEG, PNG or WebP, or MP4.
pub fn begins_as(bytes: &[u8], part: Part) -> bool {
    match part {
        Part::Image => image_type(bytes).is_some(),
        Part::Film => matches!(bytes, [_, _, _, _, b'f', b't', b'y', b'p', _, _, _, _, ..]),
    }
}

/// The MIME type of a picture by its first bytes.
pub fn image_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xD8, 0xFF, ..] => Some("image/jpeg"),
        [0x89, b'P', b'N', b'G', 13, 10, 26, 10, ..] => Some("image/png"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

/// Whether its content type says nothing else; stores of files often name no kind.
fn is_named_as(response: &Response, part: Part) -> bool {
    let name = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let begins = |start: &[u8]| {
        name.and_then(|name| name.get(..start.len()))
            .is_some_and(|name| name.eq_ignore_ascii_case(start))
    };
    let kind: &[u8] = match part {
        Part::Image => b"image/",
        Part::Film => b"video/",
    };
    name.is_none()
        || begins(kind)
        || begins(b"application/octet-stream")
        || begins(b"binary/octet-stream")
}

/// The address, where it is on the provider's own server or on a public one.
pub fn callable(provider: &str, address: &str) -> Option<Url> {
    let address = Url::parse(address).ok()?;
    if !address.username().is_empty() || address.password().is_some() {
        return None;
    }
    let own = Url::parse(provider).is_ok_and(|provider| provider.origin() == address.origin());
    let public = address.scheme() == "https"
        && matches!(address.host(), Some(Host::Domain(name)) if is_public(name));
    (own || public).then_some(address)
}

/// Whether a host's name is one of the public network.
fn is_public(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    let inside = ["localhost", "local", "localdomain", "internal", "lan", "home", "arpa"];
    name.contains('.') && name.rsplit('.').next().is_some_and(|last| !inside.contains(&last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_and_the_providers_own_are_called() {
        let own = "http://127.0.0.1:8188/api";
        for (address, called) in [
            ("https://cdn.provider.example/a.png?sig=1", true),
            ("http://127.0.0.1:8188/view?filename=a", true),
            ("http://127.0.0.1:8189/view", false),
            ("https://127.0.0.1:8188/view", false),
            ("http://cdn.provider.example/a.png", false),
            ("https://169.254.169.254/latest", false),
            ("https://[::1]/a", false),
            ("https://2130706433/a", false),
            ("https://localhost/a", false),
            ("https://metadata.google.internal/a", false),
            ("https://database/a", false),
            ("https://me:secret@cdn.provider.example/a", false),
            ("file:///etc/passwd", false),
            ("a.png", false),
        ] {
            assert_eq!(callable(own, address).is_some(), called, "{address}");
        }
    }

    #[test]
    fn files_are_known_by_their_first_bytes() {
        let mp4 = b"\0\0\0\x18ftypisom\0\0";
        let webp = b"RIFF\0\0\0\0WEBPVP8 ";
        assert!(begins_as(mp4, Part::Film) && !begins_as(mp4, Part::Image));
        assert!(begins_as(webp, Part::Image) && !begins_as(webp, Part::Film));
        assert!(begins_as(&[0xFF, 0xD8, 0xFF, 0xE0], Part::Image));
        assert!(!begins_as(b"<html><body>", Part::Image) && !begins_as(b"", Part::Film));
    }
}
