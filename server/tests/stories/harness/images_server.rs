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
    routing::post,
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::json;
use tokio::{net::TcpListener, sync::Semaphore};

use super::{
    multipart::{self, Field},
    provider::{KEY, Trouble, WORD},
};

/// What it made.
pub const PICTURE: &[u8] = b"\xff\xd8\xff\xe0 a picture of the stories \xff\xd9";

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
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/v1", listener.local_addr().expect("bound"));
        let turns = Arc::new(Semaphore::new(Semaphore::MAX_PERMITS));
        let server = Self { books: Arc::default(), turns, url };
        let router = Router::new()
            .route("/v1/images/edits", post(edit))
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

async fn edit(State(server): State<ImagesServer>, headers: HeaderMap, body: Bytes) -> Response {
    let trouble = {
        let mut books = server.books();
        books.calls += 1;
        books.troubles.pop_front()
    };
    let given = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if given(header::AUTHORIZATION) != Some(&format!("Bearer {KEY}")) {
        return Trouble::Code(401, "invalid_api_key").answer().await;
    }
    let kind = given(header::CONTENT_TYPE).unwrap_or_default();
    let read = multipart::fields(kind, &body).ok_or_else(|| "no form".to_owned());
    let order = match read.and_then(|fields| order(&fields)) {
        Ok(order) => order,
        Err(why) => {
            server.books().violations.push(why);
            return Trouble::Code(400, "invalid_value").answer().await;
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

fn order(fields: &[Field]) -> Result<TakenOrder, String> {
    let mut order = TakenOrder::default();
    for field in fields {
        match field.name.as_str() {
            "image[]" => {
                let sound = field.kind.as_deref() == Some("image/jpeg")
                    && field.file_name.is_some()
                    && field.bytes.starts_with(b"\xff\xd8\xff")
                    && field.bytes.len() < 50_000_000
                    && !field.bytes.windows(6).any(|window| window == b"Exif\0\0");
                if !sound {
                    return Err("a photo is not sound".to_owned());
                }
                order.photos += 1;
            }
            "model" => order.model = field.text(),
            "prompt" => order.prompt = field.text(),
            "size" => order.size = field.text(),
            "n" if field.text() == "1" => {}
            "output_format" if ["png", "jpeg", "webp"].contains(&field.text().as_str()) => {}
            name => return Err(format!("{name} is {}", field.text())),
        }
    }
    let sized = ["1024x1024", "1024x1536", "1536x1024"].contains(&order.size.as_str());
    let prompted = (1..=32_000).contains(&order.prompt.chars().count());
    if sized && prompted && !order.model.is_empty() && (1..=16).contains(&order.photos) {
        debug_assert!(order.prompt.contains(WORD), "the person's words");
        Ok(order)
    } else {
        Err(format!("an order is not sound: {order:?}"))
    }
}
