//! HTTP as adapters of providers outside speak it: bounded answers, no redirects, and errors that say
//! whether a request may have been taken. Nothing of a request or an answer is logged here, and errors
//! hold no address, because it may hold a key.

use std::{net::IpAddr, time::Duration};

use bytes::Bytes;
use evernear_app::ports::{Chunks, StoreError};
use futures::stream;
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url, header::HeaderMap};
use serde_json::Value;

/// The longest answer that is no file.
pub const ANSWER_BYTES: usize = 1024 * 1024;

/// How long a file may be silent while it comes.
const SILENCE: Duration = Duration::from_secs(30);

/// A client that follows no redirects: a provider must not lead us to other machines.
///
/// # Errors
/// Where the system has no TLS to offer.
pub fn client() -> Result<Client, reqwest::Error> {
    client_with(HeaderMap::new())
}

/// The same, that sends these headers with every request.
///
/// # Errors
/// Where the system has no TLS to offer.
pub fn client_with(headers: HeaderMap) -> Result<Client, reqwest::Error> {
    Client::builder()
        .default_headers(headers)
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(Duration::from_secs(10))
        .read_timeout(SILENCE)
        .user_agent("evernear")
        .build()
}

/// What came back.
pub struct Reply {
    pub status: StatusCode,
    /// Null where it is no JSON.
    pub body: Value,
    /// When to ask again, where the server says so.
    pub retry_after: Option<Duration>,
}

/// Why nothing came back.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// No connection: the request was not sent.
    #[error("no connection: {0}")]
    NotSent(String),
    /// The connection broke, or the answer came too late: the request may have been taken.
    #[error("{0}")]
    Broken(String),
    #[error("the answer is too long")]
    TooLong,
}

/// Sends a request and reads an answer of at most `most` bytes.
///
/// # Errors
/// See [`HttpError`].
pub async fn send(request: RequestBuilder, most: usize) -> Result<Reply, HttpError> {
    let mut response = request.send().await.map_err(failed)?;
    let (status, retry_after) = (response.status(), retry_after(response.headers()));
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > most {
            return Err(HttpError::TooLong);
        }
    }
    let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    Ok(Reply { status, body, retry_after })
}

fn failed(error: reqwest::Error) -> HttpError {
    let (unsent, text) = (error.is_connect(), error.without_url().to_string());
    if unsent { HttpError::NotSent(text) } else { HttpError::Broken(text) }
}

/// `retry-after-ms` or `retry-after` in seconds; dates are left alone, no answer is awaited that long.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f32>().ok();
    let seconds = number("retry-after-ms").map(|ms| ms / 1000.0).or_else(|| number("retry-after"));
    Duration::try_from_secs_f32(seconds?.min(3600.0)).ok()
}

/// Whether a file may be fetched from this address: over https from a public name, or from where the
/// provider's API is.
pub fn may_fetch(url: &Url, api: &Url) -> bool {
    let Some(host) = url.host_str() else { return false };
    if url.origin() == api.origin() {
        return true;
    }
    let name = host.trim_matches(['[', ']']);
    let public =
        name.contains('.') && !name.ends_with(".localhost") && !name.ends_with(".internal");
    url.scheme() == "https" && public && name.parse::<IpAddr>().is_err()
}

/// What a file has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// JPEG, PNG or WebP, of at most 40 MB.
    Picture,
    /// MP4, of at most 300 MB.
    Film,
}

impl FileKind {
    fn most(self) -> u64 {
        match self {
            Self::Picture => 40 << 20,
            Self::Film => 300 << 20,
        }
    }

    /// Whether a file that begins like this is of this kind.
    pub fn begins(self, bytes: &[u8]) -> bool {
        match self {
            Self::Picture => matches!(
                bytes,
                [0xff, 0xd8, 0xff, ..]
                    | [0x89, b'P', b'N', b'G', ..]
                    | [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..]
            ),
            Self::Film => matches!(bytes, [_, _, _, _, b'f', b't', b'y', b'p', ..]),
        }
    }
}

/// What became of a download.
pub enum Download {
    Begun(Chunks),
    /// The address does not hold any more, or not yet.
    Gone,
    /// What is there is no such file, or too large.
    Unusable(&'static str),
}

/// Begins to fetch a file; what comes later ends with an error where it is cut off or too large.
///
/// # Errors
/// Where nothing came.
pub async fn download(
    client: &Client,
    url: Url,
    api: &Url,
    kind: FileKind,
) -> Result<Download, HttpError> {
    if !may_fetch(&url, api) {
        return Ok(Download::Unusable("the address of the file is none that is fetched"));
    }
    let mut response = client.get(url).send().await.map_err(failed)?;
    match response.status() {
        StatusCode::OK => {}
        status if status.is_redirection() => {
            return Ok(Download::Unusable("the file's address leads elsewhere"));
        }
        status if status.is_server_error() => {
            return Err(HttpError::Broken(format!("{} instead of the file", status.as_u16())));
        }
        _ => return Ok(Download::Gone),
    }
    if response.content_length().is_some_and(|length| length > kind.most()) {
        return Ok(Download::Unusable("the file is too large"));
    }
    let mut first = Vec::new();
    while first.len() < 12 {
        let Some(chunk) = response.chunk().await.map_err(failed)? else { break };
        first.extend_from_slice(&chunk);
    }
    if !kind.begins(&first) {
        return Ok(Download::Unusable("the file is of another kind"));
    }
    Ok(Download::Begun(rest(Bytes::from(first), response, kind.most())))
}

/// What has come and what is still to come.
fn rest(first: Bytes, response: Response, most: u64) -> Chunks {
    let begun = (Some(first), response, 0u64);
    Box::pin(stream::try_unfold(begun, move |(first, mut response, came)| async move {
        let chunk = match first {
            Some(first) => Some(first),
            None => response.chunk().await.map_err(|e| StoreError::new(e.without_url()))?,
        };
        let Some(chunk) = chunk else { return Ok(None) };
        let came = came + chunk.len() as u64;
        if came > most {
            return Err(StoreError::new(std::io::Error::other("the file is too large")));
        }
        Ok(Some((chunk, (None, response, came))))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_from_public_names_or_from_the_api_itself() {
        let api = Url::parse("http://127.0.0.1:9000/v1").expect("an address");
        let may = |url: &str| may_fetch(&Url::parse(url).expect("an address"), &api);
        assert!(may("https://files.example.com/a.mp4"));
        assert!(may("http://127.0.0.1:9000/out/a.mp4"));
        for refused in [
            "http://files.example.com/a.mp4",
            "https://169.254.169.254/latest",
            "https://[::1]/a.mp4",
            "https://localhost/a.mp4",
            "https://db.internal/a.mp4",
            "http://127.0.0.1:9001/a.mp4",
            "https://2130706433/a",
        ] {
            assert!(!may(refused), "{refused}");
        }
    }
}
