//! A server that speaks OpenAI's chat completions contract, written from the contract alone. Stories say
//! what its model does; it remembers what it was asked.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

pub const KEY: &str = "sk-of-the-stories-4f1c9d2e";

/// Which of the product's calls a request is, by what the specification says of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Plan,
    Closing,
    Conversation,
    Progress,
    Story,
}

/// What its model does.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    Answers,
    /// It does not say how many tokens that took.
    Untold,
    /// This text, to whatever it is asked.
    Says(String),
    NullContent,
    Refuses,
    CutOff,
    Filtered,
    /// Its answer stands in prose.
    Chatty,
    /// A page instead of JSON.
    Page,
    /// An answer without end.
    Endless,
    /// It takes in the question, and never answers.
    Hangs,
    /// It takes in the question, and answers once it is told something else.
    Held,
    Redirects,
    /// This status, error type and code.
    Fails(u16, &'static str, &'static str),
    /// Too many questions, and when to come again; it answers a call after so many of that kind.
    Busy {
        times: usize,
        retry_after: &'static str,
    },
    /// It takes no question of more than so many characters.
    Short(usize),
    /// It knows no field of this name.
    Without(&'static str),
}

#[derive(Default)]
struct Books {
    model: Option<Model>,
    asked: Vec<(Call, Value)>,
    keys: Vec<Option<String>>,
}

#[derive(Clone)]
pub struct ChatServer {
    books: Arc<Mutex<Books>>,
    pub url: String,
}

impl ChatServer {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Self::open_on(listener)
    }

    pub fn open_on(listener: TcpListener) -> Self {
        let url = format!("http://{}/v1", listener.local_addr().expect("bound"));
        let server = Self { books: Arc::default(), url };
        let router = Router::new()
            .route("/v1/chat/completions", post(complete))
            .route("/v1/models", get(models))
            .with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().expect("whole")
    }

    pub fn model(&self, model: Model) {
        self.books().model = Some(model);
    }

    /// The requests of this call.
    pub fn asked(&self, call: Call) -> Vec<Value> {
        let books = self.books();
        books.asked.iter().filter(|(one, _)| *one == call).map(|(_, body)| body.clone()).collect()
    }

    /// How many questions came in all.
    pub fn questions(&self) -> usize {
        self.books().asked.len()
    }

    /// What was sent as `Authorization`, each time.
    pub fn keys(&self) -> Vec<Option<String>> {
        self.books().keys.clone()
    }
}

async fn models() -> Json<Value> {
    let model = |id: &str, end: Value| json!({ "id": id, "object": "model", "created": 1, "owned_by": "stories", "shutdown_date": end });
    Json(json!({ "object": "list", "data": [
        model("gpt-4o", Value::Null),
        model("an-old-one", json!("2020-01-01")),
    ]}))
}

async fn complete(
    State(server): State<ChatServer>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let call = call_of(&body);
    let key = headers.get(header::AUTHORIZATION).and_then(|key| key.to_str().ok());
    let (model, times) = {
        let mut books = server.books();
        books.asked.push((call, body.clone()));
        books.keys.push(key.map(str::to_owned));
        let times = books.asked.iter().filter(|(one, _)| *one == call).count();
        (books.model.clone().unwrap_or(Model::Answers), times)
    };
    while model == Model::Held && server.books().model == Some(Model::Held) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let told = model != Model::Untold;
    let say = |content: Value, finish: &str, refusal: Value| {
        let usage = json!({ "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120 });
        Json(json!({
            "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": body["model"],
            "choices": [{ "index": 0, "finish_reason": finish, "logprobs": null,
                "message": { "role": "assistant", "content": content, "refusal": refusal } }],
            "usage": told.then_some(usage),
        }))
        .into_response()
    };
    let fail = |status: u16, kind: &str, code: Value, param: Value, message: &str| {
        let error = json!({ "message": message, "type": kind, "param": param, "code": code });
        let status = StatusCode::from_u16(status).expect("a status");
        (status, Json(json!({ "error": error }))).into_response()
    };
    let answer = answer_of(call);
    match model {
        Model::Says(text) => say(json!(text), "stop", Value::Null),
        Model::NullContent => say(Value::Null, "stop", Value::Null),
        Model::Refuses => say(Value::Null, "stop", json!("I can't help with that.")),
        Model::CutOff => say(json!(&answer[..answer.len() / 2]), "length", Value::Null),
        Model::Filtered => say(json!(""), "content_filter", Value::Null),
        Model::Chatty => say(
            json!(format!("Of course! Here it is:\n```json\n{answer}\n```\nEnjoy!")),
            "stop",
            Value::Null,
        ),
        Model::Page => "<html><body>A gateway says hello</body></html>".into_response(),
        Model::Endless => say(json!("x".repeat(4 << 20)), "stop", Value::Null),
        Model::Hangs => std::future::pending().await,
        Model::Redirects => {
            (StatusCode::FOUND, [(header::LOCATION, "http://169.254.169.254/")]).into_response()
        }
        Model::Fails(status, kind, code) => {
            let message = format!("No: ask at 10.0.0.7 with {KEY}");
            fail(status, kind, json!(code), Value::Null, &message)
        }
        Model::Busy { times: busy, .. } if times > busy => say(json!(answer), "stop", Value::Null),
        Model::Busy { retry_after, .. } => {
            let mut response =
                fail(429, "requests", json!("rate_limit_exceeded"), Value::Null, "Slow down");
            response.headers_mut().insert("retry-after", retry_after.parse().expect("a value"));
            response
        }
        Model::Short(most) if words_of(&body).chars().count() > most => fail(
            400,
            "BadRequestError",
            Value::Null,
            Value::Null,
            "'max_tokens' or 'max_completion_tokens' is too large: 200. This model's maximum context length is 512 tokens.",
        ),
        Model::Without(field) if body.get(field).is_some() => {
            let message =
                format!("Unsupported parameter: '{field}' is not supported with this model.");
            fail(
                400,
                "invalid_request_error",
                json!("unsupported_parameter"),
                json!(field),
                &message,
            )
        }
        Model::Answers | Model::Untold | Model::Held | Model::Short(_) | Model::Without(_) => {
            say(json!(answer), "stop", Value::Null)
        }
    }
}

/// What the person says.
fn words_of(body: &Value) -> &str {
    let last = body["messages"].as_array().and_then(|all| all.last());
    last.and_then(|message| message["content"].as_str()).unwrap_or_default()
}

fn call_of(body: &Value) -> Call {
    let limit = ["max_tokens", "max_completion_tokens"].iter().find_map(|name| body[name].as_u64());
    let closing = words_of(body).starts_with("Generate a closing message for this prompt:");
    match (body["response_format"]["type"].as_str(), limit) {
        (Some("json_schema"), _) => Call::Story,
        (Some("json_object"), _) => Call::Conversation,
        _ if closing => Call::Closing,
        (_, Some(800)) => Call::Progress,
        _ => Call::Plan,
    }
}

/// A good answer.
fn answer_of(call: Call) -> String {
    match call {
        Call::Plan => "1. To capture the feeling of tea with Nan.\n2. Steam and old cups.\n3. All of it, set together."
            .to_owned(),
        Call::Closing => "The model says that some afternoons stay.".to_owned(),
        Call::Conversation => json!({
            "response": "The model would love to see it. Where is it, and what would you do there?",
            "next_action": "AWAITING_LOCATION",
        })
        .to_string(),
        Call::Progress => {
            let step = |n: u32| json!({ "emoji": "📖", "title": format!("The model's step {n}"), "description": "Slowly." });
            Value::Array((1..=6).map(step).collect()).to_string()
        }
        Call::Story => json!({
            "people": ["grandmother"], "setting": "kitchen", "view": null, "features": [], "name": null,
            "activity": null, "hour": "day", "weather": null, "season": null, "era": null, "mood": "tender",
        })
        .to_string(),
    }
}
