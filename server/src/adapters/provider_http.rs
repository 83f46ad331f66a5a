//! What adapters of servers outside share over HTTP: a client, one call and its answer, and when to call
//! again.
//!
//! What always holds: no redirect is followed, no body of unknown length is read whole, and no address
//! stands in an error, because it may hold a name, a password or a signature.

use std::time::Duration;

use evernear_app::ports::Entropy;
use reqwest::{Client, ClientBuilder, RequestBuilder, Response, StatusCode, header::HeaderMap};
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout_at};

/// How often a call is made again after trouble that may pass.
const MOST_RETRIES: u32 = 2;
/// How often a call is made in all.
pub const MOST_CALLS: u32 = MOST_RETRIES + 1;
/// How long it waits before, where the server does not say; doubled the second time.
const RETRY_AFTER: Duration = Duration::from_millis(400);

/// A client that follows no redirects.
pub fn client() -> ClientBuilder {
    Client::builder().redirect(reqwest::redirect::Policy::none()).user_agent("evernear")
}

/// What came back.
pub struct Reply {
    pub status: StatusCode,
    /// Null where it is no JSON.
    pub body: Value,
    /// When to ask again, where the server says so.
    pub retry_after: Option<Duration>,
}

impl Reply {
    /// Whether the same call may succeed in a moment.
    pub fn may_pass(&self) -> bool {
        let passes = matches!(
            self.status,
            StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT | StatusCode::TOO_MANY_REQUESTS
        );
        passes || self.status.is_server_error()
    }
}

/// Why there is no answer to a call.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// There was no connection: the server knows nothing of the call.
    #[error("no connection: {0}")]
    NotSent(String),
    /// It broke off or took too long: the server may have done what it was asked for.
    #[error("{0}")]
    BrokenOff(String),
    #[error("the answer is too long")]
    TooLong,
}

impl From<reqwest::Error> for CallError {
    fn from(error: reqwest::Error) -> Self {
        let connected = !(error.is_connect() || error.is_builder());
        let text = error.without_url().to_string();
        if connected { Self::BrokenOff(text) } else { Self::NotSent(text) }
    }
}

/// Makes a call and reads its answer, of at most `most` bytes.
///
/// # Errors
/// Where none came, or a longer one.
pub async fn call(request: RequestBuilder, most: usize) -> Result<Reply, CallError> {
    let mut response = request.send().await?;
    let (status, retry_after) = (response.status(), retry_after(response.headers()));
    let bytes = read(&mut response, most).await?;
    let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    Ok(Reply { status, body, retry_after })
}

/// The whole body.
async fn read(response: &mut Response, most: usize) -> Result<Vec<u8>, CallError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > most {
            return Err(CallError::TooLong);
        }
    }
    Ok(bytes)
}

/// `retry-after-ms` or `retry-after` in seconds; dates are left alone, no answer is awaited that long.
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f32>().ok();
    let seconds = number("retry-after-ms").map(|ms| ms / 1000.0).or_else(|| number("retry-after"));
    Duration::try_from_secs_f32(seconds?.min(3600.0)).ok()
}

/// When a call is made again: at most twice, and not past a deadline.
pub struct Retries<'a> {
    entropy: &'a dyn Entropy,
    deadline: Instant,
    made: u32,
}

impl<'a> Retries<'a> {
    pub fn until(deadline: Instant, entropy: &'a dyn Entropy) -> Self {
        Self { entropy, deadline, made: 0 }
    }

    /// Waits for as long as the server `asked` for, or a moment; false at once where the call is not
    /// to be made again.
    pub async fn wait(&mut self, asked: Option<Duration>) -> bool {
        let wait = asked.unwrap_or(RETRY_AFTER * 2u32.pow(self.made));
        let wait = wait + wait.mul_f32(jitter(self.entropy));
        if self.made == MOST_RETRIES || Instant::now() + wait >= self.deadline {
            return false;
        }
        self.made += 1;
        sleep(wait).await;
        true
    }
}

/// A part of a quarter, so that those who were refused together do not come again together.
pub fn jitter(entropy: &dyn Entropy) -> f32 {
    let mut byte = [0];
    entropy.fill(&mut byte);
    f32::from(byte[0]) / 1024.0
}

/// Makes a call that changes nothing, or the same once and twice, and makes it again where that may help,
/// all within the deadline.
///
/// # Errors
/// Why there is no answer after all.
pub async fn call_again(
    request: impl Fn() -> RequestBuilder + Send + Sync,
    most: usize,
    mut retries: Retries<'_>,
) -> Result<Reply, CallError> {
    let deadline = retries.deadline;
    let answered = async {
        loop {
            match call(request(), most).await {
                Ok(reply) if reply.may_pass() => {
                    if !retries.wait(reply.retry_after).await {
                        return Ok(reply);
                    }
                }
                Err(error @ (CallError::NotSent(_) | CallError::BrokenOff(_))) => {
                    if !retries.wait(None).await {
                        return Err(error);
                    }
                }
                answered => return answered,
            }
        }
    };
    let late = |_| CallError::BrokenOff("no answer in time".to_owned());
    timeout_at(deadline, answered).await.map_err(late)?
}
