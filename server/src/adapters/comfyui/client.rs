//! Calls of a ComfyUI server.
//!
//! What always holds: no redirect is followed, every answer is bounded in size and time, and nothing that
//! the server says stands in an error but its status and names of its own.

use std::time::Duration;

use evernear_app::ports::{Chunks, ImageryError, Part};
use reqwest::{
    Client, RequestBuilder, StatusCode, Url,
    header::{HeaderMap, HeaderName, HeaderValue},
    multipart,
};
use serde_json::{Value, json};

use crate::{
    adapters::{
        provider_download::{DownloadError, download},
        provider_http::{CallError as HttpError, call, client},
    },
    config::imagery::ComfyUiConfig,
};

/// The longest answer beside files: a queue holds every workflow in it.
const ANSWER_BYTES: usize = 16 << 20;
/// How long an answer may take, and an order or a photo.
const ANSWER: Duration = Duration::from_secs(15);
const SENDING: Duration = Duration::from_secs(30);
const CONNECTING: Duration = Duration::from_secs(10);
/// The folder of what is uploaded, inside the server's own for inputs.
const SUBFOLDER: &str = "evernear";

/// See the module.
pub struct Server {
    client: Client,
    url: Url,
}

/// A file that the server made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeFile {
    pub filename: String,
    pub subfolder: String,
    pub kind: String,
}

/// Why a call has no answer that can be used.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("it answers {}", .0.as_u16())]
    Status(StatusCode, Option<Duration>, Value),
    #[error("it does not answer as ComfyUI does")]
    Unusable,
}

impl CallError {
    /// What it means for one that looks at a task: that goes on meanwhile.
    pub fn looking(&self) -> ImageryError {
        match self {
            Self::Status(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, ..) => self.rejected(),
            _ => self.unavailable(),
        }
    }

    /// What it means for a call before an order, of which nothing is lost.
    pub fn preparing(&self) -> ImageryError {
        match self {
            Self::Status(status, ..) if status.is_client_error() && !may_pass(*status) => {
                self.rejected()
            }
            _ => self.unavailable(),
        }
    }

    /// What it means for an order.
    pub fn ordering(&self) -> ImageryError {
        match self {
            Self::Http(HttpError::BrokenOff(_) | HttpError::TooLong)
            | Self::Unusable
            | Self::Status(StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT, ..) => {
                ImageryError::MaybeTaken(format!("ComfyUI: {self}"))
            }
            Self::Status(StatusCode::BAD_REQUEST, _, body) => {
                ImageryError::Rejected(format!("ComfyUI refuses the workflow: {}", refusal(body)))
            }
            Self::Http(HttpError::NotSent(_)) | Self::Status(..) => self.preparing(),
        }
    }

    fn unavailable(&self) -> ImageryError {
        let retry_after = match self {
            Self::Status(_, retry_after, _) => *retry_after,
            _ => None,
        };
        ImageryError::Unavailable { reason: format!("ComfyUI: {self}"), retry_after }
    }

    fn rejected(&self) -> ImageryError {
        ImageryError::Rejected(format!("ComfyUI: {self}"))
    }
}

/// Whether the same call may be answered in a moment.
fn may_pass(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY | StatusCode::TOO_MANY_REQUESTS
    )
}

/// Which nodes are refused, and why in ComfyUI's own short words. Its details are left out: they may hold
/// a person's.
fn refusal(body: &Value) -> String {
    let nodes = body["node_errors"].as_object();
    let of_nodes = nodes.into_iter().flatten().map(|(id, node)| {
        let class = word(&node["class_type"]);
        let errors: Vec<_> = node["errors"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|error| word(&error["type"]))
            .collect();
        format!("node {} ({class}): {}", word(&json!(id)), errors.join(", "))
    });
    let text = of_nodes.take(5).collect::<Vec<_>>().join("; ");
    if text.is_empty() { word(&body["error"]["type"]) } else { text }
}

/// A name of ComfyUI's own, short and plain whatever was sent.
pub fn word(value: &Value) -> String {
    let text = value.as_str().unwrap_or("unknown");
    let plain = |c: &char| c.is_ascii_alphanumeric() || "_-:. ".contains(*c);
    text.chars().filter(plain).take(60).collect()
}

impl Server {
    /// A client of the configured server.
    ///
    /// # Errors
    /// What is wrong with the address or the header, for people, without the header's value.
    pub fn new(config: &ComfyUiConfig) -> Result<Self, String> {
        let address = || format!("{} is no address of a ComfyUI server", shown(&config.url));
        let url = Url::parse(config.url.trim_end_matches('/')).map_err(|_| address())?;
        let plain = url.username().is_empty() && url.password().is_none();
        if !plain {
            return Err(format!(
                "{} may hold no name and password: what a proxy asks for goes into a header.",
                address()
            ));
        }
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() || url.query().is_some() {
            return Err(format!("{}: it begins with http:// or https://.", address()));
        }
        let mut headers = HeaderMap::new();
        if let Some((name, value)) = &config.header {
            let wrong = || {
                format!("the header {name} for ComfyUI has a name or value that no header may have")
            };
            let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
            let mut value = HeaderValue::from_str(&value.0).map_err(|_| wrong())?;
            value.set_sensitive(true);
            headers.insert(header, value);
        }
        let client = client()
            .default_headers(headers)
            .connect_timeout(CONNECTING)
            .build()
            .map_err(|error| format!("no client for ComfyUI: {error}"))?;
        Ok(Self { client, url })
    }

    /// For people; it holds no password.
    pub fn url(&self) -> &Url {
        &self.url
    }

    fn address(&self, path: &[&str]) -> Url {
        let mut url = self.url.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }

    /// What it says at this path: a JSON object.
    pub async fn get(&self, path: &[&str]) -> Result<Value, CallError> {
        let body = answer(self.client.get(self.address(path)).timeout(ANSWER)).await?;
        if body.is_object() { Ok(body) } else { Err(CallError::Unusable) }
    }

    /// Tells it something that it has nothing to say to.
    pub async fn tell(&self, path: &[&str], body: &Value) -> Result<(), CallError> {
        answer(self.client.post(self.address(path)).json(body).timeout(ANSWER)).await?;
        Ok(())
    }

    /// Uploads a JPEG under this name, in place of one that has it. Answers how workflows name it.
    pub async fn upload(&self, name: String, jpeg: Vec<u8>) -> Result<String, CallError> {
        let file = multipart::Part::bytes(jpeg).file_name(name);
        let file = file.mime_str("image/jpeg").map_err(|_| CallError::Unusable)?;
        let form = multipart::Form::new()
            .text("type", "input")
            .text("subfolder", SUBFOLDER)
            .text("overwrite", "true")
            .part("image", file);
        let address = self.address(&["upload", "image"]);
        let body = answer(self.client.post(address).multipart(form).timeout(SENDING)).await?;
        let name = body["name"].as_str().ok_or(CallError::Unusable)?;
        Ok(match body["subfolder"].as_str().filter(|folder| !folder.is_empty()) {
            Some(folder) => format!("{folder}/{name}"),
            None => name.to_owned(),
        })
    }

    /// Orders a workflow under this id; the answer is the id that it has there.
    pub async fn order(&self, id: &str, workflow: &Value) -> Result<String, CallError> {
        let body = json!({ "prompt": workflow, "client_id": "evernear", "prompt_id": id });
        let request = self.client.post(self.address(&["prompt"])).json(&body).timeout(SENDING);
        let body = answer(request).await?;
        body["prompt_id"].as_str().map(str::to_owned).ok_or(CallError::Unusable)
    }

    /// Begins to receive a file that it made.
    pub async fn receive(&self, file: &MadeFile, part: Part) -> Result<Chunks, DownloadError> {
        let query =
            [("filename", &file.filename), ("subfolder", &file.subfolder), ("type", &file.kind)];
        let mut address = self.address(&["view"]);
        address.query_pairs_mut().extend_pairs(query);
        download(&self.client, self.url.as_str(), address.as_str(), part).await
    }
}

/// What a request is answered: JSON, or nothing.
async fn answer(request: RequestBuilder) -> Result<Value, CallError> {
    let reply = call(request, ANSWER_BYTES).await?;
    if reply.status.is_success() {
        Ok(reply.body)
    } else {
        Err(CallError::Status(reply.status, reply.retry_after, reply.body))
    }
}

/// An address without what may be a password.
fn shown(url: &str) -> &str {
    url.rsplit('@').next().unwrap_or_default()
}
