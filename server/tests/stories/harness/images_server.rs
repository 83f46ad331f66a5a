//! A server that speaks OpenAI's images contract, written from the contract alone. It refuses what the
//! contract does not allow and remembers why. Stories say what goes wrong.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::json;
use tokio::{net::TcpListener, sync::Semaphore};

use super::{
    multipart::{self, Field},
    provider::{KEY, Trouble},
};

/// What it made.
pub const PICTURE: &[u8] = b"\xff\xd8\xff\xe0 a picture of the stories \xff\xd9";

/// The models that it has; another one has ended.
const MODELS: [&str; 4] = [
    "gpt-image-2.5-flare",
    "gpt-image-2.5-sunburst",
    "gpt-image-2.6-flare",
    "gpt-image-2.6-sunburst",
];

/// The field that is at fault, and what is wrong with it.
type Fault = (&'static str, String);

/// An order that was taken.
#[derive(Clone, Debug, Default)]
pub struct TakenOrder {
    pub model: String,
    pub prompt: String,
    pub size: String,
    pub photos: usize,
}

#[derive(Default)]
struct Books {
    troubles: VecDeque<Trouble>,
    calls: usize,
    orders: Vec<TakenOrder>,
    violations: Vec<String>,
    makes: Option<String>,
}

#[derive(Clone)]
pub struct ImagesServer {
    books: Arc<Mutex<Books>>,
    /// A picture takes one to be made, where it is slow.
    turns: Arc<Semaphore>,
    pub url: String,
}

impl ImagesServer {
    pub async fn open() -> Self {
        Self::open_on(TcpListener::bind("127.0.0.1:0").await.expect("a port"))
    }

    pub fn open_on(listener: TcpListener) -> Self {
        let url = format!("http://{}/v1", listener.local_addr().expect("bound"));
        let turns = Arc::new(Semaphore::new(Semaphore::MAX_PERMITS));
        let server = Self { books: Arc::default(), turns, url };
        let router = Router::new()
            .route("/v1/images/edits", post(edit))
            .route("/v1/models", get(models))
            .layer(DefaultBodyLimit::disable())
            .with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().expect("whole")
    }

    /// The next calls meet these, one after the other.
    pub fn trouble(&self, troubles: &[Trouble]) {
        self.books().troubles = troubles.to_vec().into();
    }

    /// It answers with this instead of a picture in base64.
    pub fn makes(&self, text: String) {
        self.books().makes = Some(text);
    }

    /// It works until it is told to end.
    pub fn slow(&self) {
        self.turns.forget_permits(Semaphore::MAX_PERMITS);
    }

    pub fn ends(&self) {
        self.turns.add_permits(1);
    }

    pub fn calls(&self) -> usize {
        self.books().calls
    }

    pub fn orders(&self) -> Vec<TakenOrder> {
        self.books().orders.clone()
    }

    pub fn violations(&self) -> Vec<String> {
        self.books().violations.clone()
    }
}

fn is_known(headers: &HeaderMap) -> bool {
    headers.get(header::AUTHORIZATION).is_some_and(|key| *key == format!("Bearer {KEY}"))
}

async fn models(headers: HeaderMap) -> Response {
    if !is_known(&headers) {
        return Trouble::Code(401, "invalid_api_key").answer().await;
    }
    let model = |id: &str, end: Option<&str>| json!({ "id": id, "object": "model", "created": 1, "owned_by": "stories", "shutdown_date": end });
    let mut all: Vec<_> = MODELS.iter().map(|id| model(id, None)).collect();
    all.push(model("gpt-image-1", Some("2026-05-01")));
    Json(json!({ "object": "list", "data": all })).into_response()
}

async fn edit(State(server): State<ImagesServer>, headers: HeaderMap, body: Bytes) -> Response {
    let trouble = {
        let mut books = server.books();
        books.calls += 1;
        books.troubles.pop_front().filter(|trouble| *trouble != Trouble::Passes)
    };
    if !is_known(&headers) {
        return Trouble::Code(401, "invalid_api_key").answer().await;
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let read = multipart::fields(kind.unwrap_or_default(), &body)
        .ok_or_else(|| ("", "no form".to_owned()));
    let order = match read.and_then(|fields| order(&fields)) {
        Ok(order) => order,
        Err((field, why)) => {
            let param = Some(field).filter(|field| !field.is_empty());
            let error = json!({ "message": &why, "type": "invalid_request_error", "param": param,
                "code": "invalid_value" });
            server.books().violations.push(why);
            return (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response();
        }
    };
    if let Some(trouble) = trouble {
        return trouble.answer().await;
    }
    let _turn = server.turns.acquire().await.expect("open");
    let mut books = server.books();
    books.orders.push(order);
    let made = books.makes.clone().unwrap_or_else(|| BASE64_STANDARD.encode(PICTURE));
    let usage = json!({ "total_tokens": 100, "input_tokens": 50, "output_tokens": 50 });
    let answer = json!({ "created": 1, "data": [{ "b64_json": made }], "usage": usage });
    (StatusCode::OK, Json(answer)).into_response()
}

fn order(fields: &[Field]) -> Result<TakenOrder, Fault> {
    let mut order = TakenOrder { size: "auto".to_owned(), ..TakenOrder::default() };
    let among = |text: &str, allowed: &[&str]| allowed.contains(&text);
    for field in fields {
        let text = field.text();
        let (name, fits) = match field.name.as_str() {
            "image" | "image[]" => {
                order.photos += 1;
                ("image", is_sound(field))
            }
            "model" => {
                order.model.clone_from(&text);
                ("model", among(&text, &MODELS))
            }
            "prompt" => {
                order.prompt.clone_from(&text);
                ("prompt", (1..=32_000).contains(&text.chars().count()))
            }
            "size" => {
                order.size.clone_from(&text);
                ("size", among(&text, &["auto", "1024x1024", "1024x1536", "1536x1024"]))
            }
            "n" => ("n", text == "1"),
            "quality" => ("quality", among(&text, &["auto", "low", "medium", "high"])),
            "output_format" => ("output_format", among(&text, &["png", "jpeg", "webp"])),
            "background" => ("background", among(&text, &["auto", "opaque", "transparent"])),
            "moderation" => ("moderation", among(&text, &["auto", "low"])),
            other => return Err(("", format!("there is no field {other}"))),
        };
        if !fits {
            return Err((name, format!("{name} is not sound")));
        }
    }
    if order.model.is_empty() || order.prompt.is_empty() || !(1..=16).contains(&order.photos) {
        return Err(("", format!("an order is not whole: {order:?}")));
    }
    Ok(order)
}

/// Whether a photo is what it says, and carries no metadata, which is our own rule.
fn is_sound(photo: &Field) -> bool {
    let begins: &[u8] = match photo.kind.as_deref() {
        Some("image/jpeg") => b"\xff\xd8\xff",
        Some("image/png") => b"\x89PNG",
        Some("image/webp") => b"RIFF",
        _ => return false,
    };
    photo.file_name.is_some()
        && photo.bytes.starts_with(begins)
        && photo.bytes.len() < 50_000_000
        && !photo.bytes.windows(6).any(|window| window == b"Exif\0\0")
}
