//! One question to a server that speaks OpenAI's chat completions API (OpenAI itself, Ollama, llama.cpp,
//! vLLM), and its answer as text.
//!
//! What always holds: nothing of a question or an answer is logged or stands in an error; an error says what
//! went wrong in the server's own words at most, and those may hold anything else, a key too. A parameter
//! that a server refuses by name is left out from then on.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use evernear_app::ports::{Entropy, Tokens};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::cost::{CostGuard, CostMeter};
use crate::{
    adapters::{
        openai_errors::is_spent,
        provider_http::{self, CallError, Reply, Retries},
    },
    config::companion::{ApiAddress, OpenAiConfig},
};

/// A connection is there within this time: less than an answer is awaited, so that a question that was never
/// sent is told from one that was not answered.
const CONNECTING: Duration = Duration::from_secs(4);
/// Largest answer that is read.
const ANSWER_BYTES: usize = 256 * 1024;
/// Most tokens of an answer that are believed.
const MOST_TOKENS: u32 = 10_000_000;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    pub instruction: String,
    /// The person's words, never part of the instruction.
    pub words: String,
    /// The longest answer, in tokens.
    pub tokens: u32,
    pub temperature: f32,
    pub format: Format,
}

/// The form of an answer.
#[derive(Clone, Debug)]
pub enum Format {
    Text,
    /// A JSON object.
    Object,
    /// JSON by this schema, which has this name.
    Schema(&'static str, Value),
}

/// Why there is no usable answer.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    /// No connection, too late, overloaded, or its own fault: later it may answer.
    #[error("{0}")]
    Unavailable(String),
    /// It refused the key or the account.
    #[error("{0}")]
    Refused(String),
    /// It refused this question alone, which is too long for it perhaps.
    #[error("{0}")]
    BadQuestion(String),
    /// What came is no answer: cut off, empty, filtered, or no JSON.
    #[error("{0}")]
    Unusable(&'static str),
}

/// What came.
#[derive(Debug)]
pub struct Answer(Value);

impl Answer {
    /// Its text, trimmed and never empty.
    ///
    /// # Errors
    /// Why there is none.
    pub fn text(&self) -> Result<String, ChatError> {
        text_of(&self.0)
    }
}

/// Names of the fields that may be left out. A question's limit of tokens has two names, of which each
/// server knows one or both.
const MAX_TOKENS: &str = "max_tokens";
const MAX_COMPLETION_TOKENS: &str = "max_completion_tokens";
const OPTIONAL: [&str; 5] =
    [MAX_TOKENS, MAX_COMPLETION_TOKENS, "temperature", "reasoning_effort", "response_format"];

/// How servers say that a question and its answer are longer than they can take.
const TOO_LONG: [&str; 5] = ["context", "too large", "too long", "exceed", "maximum"];

/// See the module.
pub struct ChatClient {
    client: Client,
    config: OpenAiConfig,
    entropy: Arc<dyn Entropy>,
    /// Fields that the server has refused.
    refused: Mutex<Vec<&'static str>>,
}

impl ChatClient {
    /// A client for the configured server.
    ///
    /// # Errors
    /// Where the system has no TLS to offer.
    pub fn new(config: OpenAiConfig, entropy: Arc<dyn Entropy>) -> Result<Self, reqwest::Error> {
        let client = provider_http::client().connect_timeout(CONNECTING).build()?;
        Ok(Self { client, config, entropy, refused: Mutex::default() })
    }

    /// What came. It takes at most the configured time, retries included; what that cost is counted by
    /// `meter`.
    ///
    /// # Errors
    /// Why nothing did.
    pub async fn ask(&self, question: &Question, meter: &CostMeter) -> Result<Answer, ChatError> {
        let deadline = Instant::now() + self.config.timeout;
        let late = |_| ChatError::Unavailable("no answer in time".to_owned());
        let answered = timeout_at(deadline, self.answered(question, meter, deadline)).await;
        answered.map_err(late)?
    }

    /// What the server said, asked again where that may help.
    async fn answered(
        &self,
        question: &Question,
        meter: &CostMeter,
        deadline: Instant,
    ) -> Result<Answer, ChatError> {
        let mut retries = Retries::until(deadline, self.entropy.as_ref());
        loop {
            let sent = self.body(question);
            let cost = meter.send(&sent, question.tokens);
            let (error, wait) = match self.send(&sent, cost).await {
                Ok(Reply { status, body, .. }) if status.is_success() => return Ok(Answer(body)),
                Ok(reply) if reply.status == StatusCode::BAD_REQUEST => {
                    // Each field is refused once, so that this ends.
                    if self.leave_out(&sent, &reply.body) {
                        continue;
                    }
                    return Err(error_of(&reply));
                }
                Ok(reply) if may_pass(&reply) => (error_of(&reply), reply.retry_after),
                Ok(reply) => return Err(error_of(&reply)),
                Err(error) => (error, None),
            };
            if !retries.wait(wait).await {
                return Err(error);
            }
        }
    }

    /// The request's body, without what the server has refused.
    fn body(&self, question: &Question) -> Value {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        let takes = |field: &str| !refused.contains(&field);
        let mut body = json!({
            "model": self.config.model,
            "stream": false,
            "messages": [
                { "role": "system", "content": question.instruction },
                { "role": "user", "content": question.words },
            ],
        });
        let limits = if self.config.completion_tokens() {
            [MAX_COMPLETION_TOKENS, MAX_TOKENS]
        } else {
            [MAX_TOKENS, MAX_COMPLETION_TOKENS]
        };
        if let Some(limit) = limits.into_iter().find(|limit| takes(limit)) {
            body[limit] = json!(question.tokens);
        }
        if takes("temperature") {
            body["temperature"] = json!(question.temperature);
        }
        if let Some(effort) = self.config.effort().filter(|_| takes("reasoning_effort")) {
            body["reasoning_effort"] = json!(effort);
        }
        if takes("response_format") {
            match &question.format {
                Format::Text => {}
                Format::Object => body["response_format"] = json!({ "type": "json_object" }),
                Format::Schema(name, schema) => {
                    let schema = json!({ "name": name, "schema": schema, "strict": true });
                    body["response_format"] =
                        json!({ "type": "json_schema", "json_schema": schema });
                }
            }
        }
        body
    }

    /// Leaves out from now on the field of `sent` that a refusal names; false where it names none.
    fn leave_out(&self, sent: &Value, refusal: &Value) -> bool {
        let error = &refusal["error"];
        let param = error["param"].as_str().unwrap_or_default();
        let message = error["message"].as_str().unwrap_or_default();
        if is_about_length(message) {
            return false;
        }
        let optional = || OPTIONAL.into_iter().filter(|field| sent.get(field).is_some());
        let named = optional().find(|field| param.split('.').next() == Some(field));
        // Where no field is named apart, the first that the message speaks of.
        let told = || optional().filter_map(|field| Some((message.find(field)?, field))).min();
        let Some(field) = named.or_else(|| Some(told()?.1)) else { return false };
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if !refused.contains(&field) {
            refused.push(field);
        }
        true
    }

    async fn send(&self, body: &Value, cost: CostGuard<'_>) -> Result<Reply, ChatError> {
        let address = format!("{}/chat/completions", self.config.api.url);
        let replied = call(&self.config.api, self.client.post(address).json(body)).await;
        match &replied {
            Ok(Reply { status, body, .. }) if status.is_success() => cost.answered(tokens_of(body)),
            Ok(reply) if is_a_gateways(reply) => drop(cost),
            Err(CallError::BrokenOff(_) | CallError::TooLong) => drop(cost),
            Ok(_) | Err(CallError::NotSent(_)) => cost.refused(),
        }
        readable(replied?)
    }
}

/// What the server has at this path of its API.
///
/// # Errors
/// When it does not answer, or refuses.
pub async fn get_json(client: &Client, api: &ApiAddress, path: &str) -> Result<Value, ChatError> {
    let reply = readable(call(api, client.get(format!("{}/{path}", api.url))).await?)?;
    if reply.status.is_success() { Ok(reply.body) } else { Err(error_of(&reply)) }
}

/// Sends a request with the configured key.
async fn call(api: &ApiAddress, mut request: RequestBuilder) -> Result<Reply, CallError> {
    if let Some(key) = &api.key {
        request = request.bearer_auth(&key.0);
    }
    provider_http::call(request, ANSWER_BYTES).await
}

/// An answer that is JSON, or a refusal.
fn readable(reply: Reply) -> Result<Reply, ChatError> {
    if reply.status.is_success() && !reply.body.is_object() {
        return Err(ChatError::Unusable("the answer is no JSON"));
    }
    Ok(reply)
}

impl From<CallError> for ChatError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::NotSent(why) | CallError::BrokenOff(why) => Self::Unavailable(why),
            CallError::TooLong => Self::Unusable("the answer is too long"),
        }
    }
}

/// Whether the same question may have an answer in a moment.
fn may_pass(reply: &Reply) -> bool {
    reply.may_pass() && !is_spent(&reply.body)
}

/// Whether what stands between us and the server gave up on its answer (Cloudflare's are 520 to 524): the server
/// may have answered all the same.
fn is_a_gateways(reply: &Reply) -> bool {
    matches!(reply.status.as_u16(), 408 | 502 | 504 | 520..=524)
}

fn error_of(reply: &Reply) -> ChatError {
    let message = reply.body["error"]["message"].as_str().unwrap_or("no message");
    let text =
        format!("{}: {}", reply.status.as_u16(), message.chars().take(400).collect::<String>());
    match reply.status {
        _ if may_pass(reply) => ChatError::Unavailable(text),
        StatusCode::BAD_REQUEST
        | StatusCode::PAYLOAD_TOO_LARGE
        | StatusCode::UNPROCESSABLE_ENTITY => ChatError::BadQuestion(text),
        _ => ChatError::Refused(text),
    }
}

/// Whether a refusal is about how long the question is, whatever field it names.
fn is_about_length(message: &str) -> bool {
    let message = message.to_lowercase();
    TOO_LONG.iter().any(|words| message.contains(words))
}

/// What an answer took, where the server tells.
fn tokens_of(body: &Value) -> Option<Tokens> {
    let number = |name: &str| u32::try_from(body["usage"][name].as_u64()?).ok();
    let tokens = Tokens { input: number("prompt_tokens")?, output: number("completion_tokens")? };
    (tokens.input.max(tokens.output) <= MOST_TOKENS).then_some(tokens)
}

/// The text of the first choice.
fn text_of(body: &Value) -> Result<String, ChatError> {
    let choice = &body["choices"][0];
    let message = &choice["message"];
    if message["refusal"].as_str().is_some_and(|refusal| !refusal.is_empty()) {
        return Err(ChatError::Unusable("the model refused"));
    }
    match choice["finish_reason"].as_str() {
        Some("length") => return Err(ChatError::Unusable("the answer was cut off")),
        Some("content_filter") => return Err(ChatError::Unusable("the answer was filtered")),
        _ => {}
    }
    let text = message["content"].as_str().map(str::trim).unwrap_or_default();
    if text.is_empty() {
        Err(ChatError::Unusable("the answer is empty"))
    } else {
        Ok(text.to_owned())
    }
}
