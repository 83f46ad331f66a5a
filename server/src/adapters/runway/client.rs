//! Calls of Runway's API, and what their failures mean to an order and to a task.
//!
//! What always holds: an order is sent once; whether it was taken is in doubt only where its answer did not
//! come or cannot be read. Runway's own texts are in no error: they may repeat the person's words.

use std::{sync::Arc, time::Duration};

use evernear_app::ports::{Chunks, Entropy, ImageryError, Part};
use reqwest::{
    Client, RequestBuilder, StatusCode,
    multipart::{Form, Part as FormPart},
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::task::RunwayTask;
use crate::{
    adapters::{
        provider_download::{DownloadError, callable, download},
        provider_http::{self, CallError, Reply, Retries, call, call_again},
    },
    config::imagery::RunwayConfig,
};

/// The API as it was on this day.
const VERSION: &str = "2024-11-06";
/// Largest answer that is read.
const ANSWER_BYTES: usize = 1_000_000;
/// Longest wait for a connection, and for a part of a file.
const CONNECT: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(30);

/// See the module.
pub struct RunwayClient {
    client: Client,
    pub config: RunwayConfig,
    pub entropy: Arc<dyn Entropy>,
    /// Longest wait for an answer, retries included.
    pub patience: Duration,
}

impl RunwayClient {
    /// # Errors
    /// Where the system has no TLS to offer.
    pub fn new(
        config: RunwayConfig,
        entropy: Arc<dyn Entropy>,
        patience: Duration,
    ) -> Result<Self, reqwest::Error> {
        let client =
            provider_http::client().connect_timeout(CONNECT).read_timeout(SILENCE).build()?;
        Ok(Self { client, config, entropy, patience })
    }

    fn with_key(&self, request: RequestBuilder) -> RequestBuilder {
        request
            .bearer_auth(&self.config.key.0)
            .header("X-Runway-Version", VERSION)
            .timeout(self.patience)
    }

    fn at(&self, path: &str) -> String {
        format!("{}/v1/{path}", self.config.url)
    }

    fn retries(&self) -> Retries<'_> {
        Retries::until(Instant::now() + self.patience, self.entropy.as_ref())
    }

    /// Places an order, which costs money where it is taken.
    pub async fn order(
        &self,
        part: Part,
        path: &str,
        body: &Value,
    ) -> Result<RunwayTask, ImageryError> {
        let request = self.with_key(self.client.post(self.at(path)).json(body));
        let reply = match call(request, ANSWER_BYTES).await {
            Ok(reply) => reply,
            Err(CallError::NotSent(why)) => return Err(ImageryError::unavailable(why)),
            Err(error) => return Err(ImageryError::MaybeTaken(error.to_string())),
        };
        match reply.status {
            status if status.is_success() => RunwayTask::created(part, &reply.body)
                .ok_or_else(|| ImageryError::MaybeTaken("the answer names no task".to_owned())),
            // What stands between us and Runway gave up on an answer.
            StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT => {
                Err(ImageryError::MaybeTaken(answered(&reply)))
            }
            _ => Err(failure(&reply)),
        }
    }

    /// What Runway says of a task; nothing where it knows none of this name.
    pub async fn task(&self, task: &RunwayTask) -> Result<Option<Value>, ImageryError> {
        let address = self.at(&format!("tasks/{}", task.id));
        let request = || self.with_key(self.client.get(&address));
        match call_again(request, ANSWER_BYTES, self.retries()).await {
            Ok(reply) if reply.status == StatusCode::NOT_FOUND => Ok(None),
            Ok(reply) if reply.status.is_success() => Ok(Some(reply.body)),
            Ok(reply) => Err(failure(&reply)),
            Err(error) => Err(ImageryError::unavailable(error.to_string())),
        }
    }

    /// The credits that the account has.
    pub async fn credits(&self) -> Result<i64, ImageryError> {
        let request = || self.with_key(self.client.get(self.at("organization")));
        let reply = match call_again(request, ANSWER_BYTES, self.retries()).await {
            Ok(reply) if reply.status.is_success() => reply,
            Ok(reply) => return Err(failure(&reply)),
            Err(error) => return Err(ImageryError::unavailable(error.to_string())),
        };
        let credits = reply.body["creditBalance"].as_i64();
        credits
            .ok_or_else(|| ImageryError::unavailable("it does not say how many credits there are"))
    }

    /// Cancels a task that is under way, deletes one that ended.
    pub async fn delete(&self, task: &RunwayTask) -> Result<(), ImageryError> {
        let address = self.at(&format!("tasks/{}", task.id));
        let request = || self.with_key(self.client.delete(&address));
        match call_again(request, ANSWER_BYTES, self.retries()).await {
            Ok(reply) if reply.status == StatusCode::NOT_FOUND => Ok(()),
            Ok(reply) if reply.status.is_success() => Ok(()),
            Ok(reply) => Err(failure(&reply)),
            Err(error) => Err(ImageryError::unavailable(error.to_string())),
        }
    }

    /// Lays a file there for a day, and gives the address that orders name it by.
    pub async fn upload(
        &self,
        name: &'static str,
        kind: &'static str,
        bytes: Vec<u8>,
    ) -> Result<String, ImageryError> {
        let body = json!({ "filename": name, "type": "ephemeral" });
        let request = || self.with_key(self.client.post(self.at("uploads")).json(&body));
        let reply = call_again(request, ANSWER_BYTES, self.retries())
            .await
            .map_err(|error| unheard(&error))?;
        if !reply.status.is_success() {
            return Err(failure(&reply));
        }
        let odd = || ImageryError::unavailable("the answer names no place for a file");
        let address = reply.body["uploadUrl"].as_str();
        let address =
            address.and_then(|address| callable(&self.config.url, address)).ok_or_else(odd)?;
        let named = reply.body["runwayUri"].as_str();
        let named = named.filter(|named| named.starts_with("runway://")).ok_or_else(odd)?;
        let mut form = Form::new();
        for (field, value) in reply.body["fields"].as_object().into_iter().flatten() {
            form = form.text(field.clone(), value.as_str().ok_or_else(odd)?.to_owned());
        }
        let file = FormPart::bytes(bytes).file_name(name).mime_str(kind).map_err(|_| odd())?;
        let request = self.client.post(address).multipart(form.part("file", file));
        let stored = call(request.timeout(self.patience), ANSWER_BYTES)
            .await
            .map_err(|error| unheard(&error))?;
        if stored.status.is_success() {
            Ok(named.to_owned())
        } else {
            let reason = format!("the place for files {}", answered(&stored));
            Err(ImageryError::Unavailable { reason, retry_after: stored.retry_after })
        }
    }

    /// What a task made.
    pub async fn output(&self, address: &str, part: Part) -> Result<Chunks, DownloadError> {
        download(&self.client, &self.config.url, address, part).await
    }
}

/// No answer to a call that orders nothing.
fn unheard(error: &CallError) -> ImageryError {
    ImageryError::unavailable(error.to_string())
}

fn answered(reply: &Reply) -> String {
    format!("answers {}", reply.status.as_u16())
}

/// What it means that Runway answers so. A redirect means that this is not Runway: it may pass.
fn failure(reply: &Reply) -> ImageryError {
    let refused = reply.status.is_client_error() && !reply.may_pass();
    if refused {
        ImageryError::Rejected(answered(reply))
    } else {
        ImageryError::Unavailable { reason: answered(reply), retry_after: reply.retry_after }
    }
}
