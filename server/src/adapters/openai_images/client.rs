//! One call of OpenAI's images API: photos and a prompt in, a picture out, minutes later.

use std::{sync::Arc, time::Duration};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use bytes::Bytes;
use evernear_app::ports::{Entropy, Part};
use evernear_rules::presentation::Shape;
use reqwest::{
    Client, RequestBuilder, StatusCode,
    multipart::{Form, Part as FormPart},
};
use tokio::time::{Instant, timeout_at};

use crate::{
    adapters::{
        openai_errors::{is_moderated, is_spent},
        provider_download::begins_as,
        provider_http::{self, CallError, Reply, Retries, call},
    },
    config::imagery::OpenAiImagesConfig,
};

/// Largest answer that is read: a picture of forty megabytes in base64.
const ANSWER_BYTES: usize = 56_000_000;
/// Longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// How often a connection that is silent for minutes is kept open by a sign.
const KEEPALIVE: Duration = Duration::from_secs(30);

/// What is asked for.
pub struct Order {
    pub prompt: String,
    pub shape: Shape,
    /// JPEGs.
    pub photos: Vec<Bytes>,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// Overloaded, away, or its own fault: nothing was made, and the same order may succeed later.
    #[error("{reason}")]
    Passing { reason: String, retry_after: Option<Duration> },
    /// No answer came: the picture may have been made, and paid for.
    #[error("{0}")]
    InDoubt(String),
    /// The photos, the words or the picture are against the provider's rules.
    #[error("the order was moderated")]
    Moderated,
    /// The key, the account or the order itself was refused.
    #[error("{0}")]
    Rejected(String),
    /// What came is no picture.
    #[error("{0}")]
    Unusable(&'static str),
}

/// See the module.
pub struct ImagesClient {
    client: Client,
    config: OpenAiImagesConfig,
    entropy: Arc<dyn Entropy>,
}

impl ImagesClient {
    /// # Errors
    /// Where the system has no TLS to offer.
    pub fn new(
        config: OpenAiImagesConfig,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, reqwest::Error> {
        let client =
            provider_http::client().connect_timeout(CONNECT).tcp_keepalive(KEEPALIVE).build()?;
        Ok(Self { client, config, entropy })
    }

    /// The picture, by the deadline. It is asked for again only where the answer says that it was not
    /// made: what broke off may have been made, and paid for.
    pub async fn picture(&self, order: &Order, deadline: Instant) -> Result<Vec<u8>, OrderError> {
        let late = |_| OrderError::InDoubt("no answer in time".to_owned());
        timeout_at(deadline, self.answered(order, deadline)).await.map_err(late)?
    }

    async fn answered(&self, order: &Order, deadline: Instant) -> Result<Vec<u8>, OrderError> {
        let mut retries = Retries::until(deadline, self.entropy.as_ref());
        loop {
            let reply = match call(self.request(order)?, ANSWER_BYTES).await {
                Ok(reply) if reply.status.is_success() => return read(&reply),
                Ok(reply) => Some(reply),
                Err(CallError::NotSent(_)) => None,
                Err(CallError::BrokenOff(why)) => return Err(OrderError::InDoubt(why)),
                Err(CallError::TooLong) => {
                    return Err(OrderError::Unusable("the answer is too long"));
                }
            };
            let error = reply.as_ref().map_or_else(away, refusal);
            let OrderError::Passing { retry_after, .. } = error else { return Err(error) };
            if !retries.wait(retry_after).await {
                return Err(error);
            }
        }
    }

    fn request(&self, order: &Order) -> Result<RequestBuilder, OrderError> {
        let mut form = Form::new()
            .text("model", self.config.model.clone())
            .text("prompt", order.prompt.clone())
            .text("size", size(order.shape))
            .text("n", "1")
            .text("output_format", "jpeg");
        for (at, photo) in order.photos.iter().enumerate() {
            let length = photo.len() as u64;
            let file = FormPart::stream_with_length(photo.clone(), length)
                .file_name(format!("person{}.jpg", at + 1))
                .mime_str("image/jpeg")
                .map_err(|_| OrderError::Unusable("a photo has no kind"))?;
            form = form.part("image[]", file);
        }
        let address = format!("{}/images/edits", self.config.api.url);
        let request = self.client.post(address).multipart(form);
        Ok(match &self.config.api.key {
            Some(key) => request.bearer_auth(&key.0),
            None => request,
        })
    }
}

/// The size that is nearest to a shape.
fn size(shape: Shape) -> &'static str {
    match shape {
        Shape::Portrait => "1024x1536",
        Shape::Square => "1024x1024",
        Shape::Landscape => "1536x1024",
    }
}

fn read(reply: &Reply) -> Result<Vec<u8>, OrderError> {
    let Some(text) = reply.body["data"][0]["b64_json"].as_str() else {
        return Err(OrderError::Unusable("the answer holds no picture"));
    };
    let bytes = BASE64_STANDARD.decode(text);
    let bytes = bytes.map_err(|_| OrderError::Unusable("the picture is no base64"))?;
    if begins_as(&bytes, Part::Image) {
        Ok(bytes)
    } else {
        Err(OrderError::Unusable("the picture is of another kind"))
    }
}

/// The provider's own text is not in it: it may repeat the person's words.
fn answers(reply: &Reply) -> String {
    format!("it answers {}", reply.status.as_u16())
}

fn away() -> OrderError {
    OrderError::Passing { reason: "there is no connection".to_owned(), retry_after: None }
}

/// What it means that there is an answer and no picture.
fn refusal(reply: &Reply) -> OrderError {
    if is_moderated(&reply.body) {
        OrderError::Moderated
    } else if is_spent(&reply.body) {
        OrderError::Rejected("the account's credit is spent".to_owned())
    } else if matches!(reply.status, StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT) {
        // What stands between us and the provider gave up on an answer.
        OrderError::InDoubt(answers(reply))
    } else if reply.status.is_client_error() && !reply.may_pass() {
        OrderError::Rejected(answers(reply))
    } else {
        // A redirect too: this is not the provider.
        OrderError::Passing { reason: answers(reply), retry_after: reply.retry_after }
    }
}
