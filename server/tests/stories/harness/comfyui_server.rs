//! A ComfyUI server, written from its contract alone. It knows the nodes of [`nodes`], checks every
//! workflow as ComfyUI does, and never by itself goes on with one: stories say when one runs and ends, and
//! what goes wrong.

mod multipart;
mod nodes;

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::{Path, Query, Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use futures::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use self::{multipart::fields, nodes::NodeClasses};

/// What goes wrong with calls.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// A page instead of JSON.
    Page,
    /// An object that is too long to be read.
    Endless,
    Redirects,
    /// This status, and when to come again.
    Status(u16, Option<&'static str>),
    /// The order is taken, and the connection cut.
    CutAfterOrder,
    /// The order is taken once the trouble is over, and the connection cut.
    HeldOrder,
    /// The order is taken, and a gateway answers in its place.
    PageAfterOrder,
}

/// What comes of a file that was made.
#[derive(Clone, Debug, PartialEq)]
pub enum View {
    /// These bytes.
    Bytes(Vec<u8>),
    /// So many bytes are announced, after these.
    Announced(Vec<u8>, u64),
    /// These bytes, and then so many more without an announcement.
    Unannounced(Vec<u8>, usize),
    Gone,
}

/// One in the queue.
#[derive(Clone, Debug)]
struct Job {
    number: u64,
    id: String,
    workflow: Value,
}

#[derive(Default)]
struct Books {
    classes: NodeClasses,
    files: BTreeMap<String, Vec<u8>>,
    next_number: u64,
    running: Option<Job>,
    /// In no order: ComfyUI shows its heap as it is.
    pending: Vec<Job>,
    history: HashMap<String, Value>,
    view: Option<View>,
    trouble: Option<Trouble>,
    held: bool,
    wants: Option<(&'static str, &'static str)>,
    /// Workflows that were taken, in their order.
    orders: Vec<Value>,
    interrupted: Vec<String>,
    calls: usize,
    violations: Vec<String>,
}

#[derive(Clone)]
pub struct ComfyServer {
    books: Arc<Mutex<Books>>,
    pub url: String,
}

impl ComfyServer {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let server = Self { books: Arc::default(), url };
        let router = Router::new()
            .route("/upload/image", post(upload))
            .route("/prompt", post(order))
            .route("/queue", get(queue).post(change_queue))
            .route("/history", post(change_history))
            .route("/history/{id}", get(history))
            .route("/interrupt", post(interrupt))
            .route("/view", get(view))
            .route("/system_stats", get(system_stats))
            .route("/object_info/{class}", get(object_info))
            .layer(middleware::from_fn_with_state(server.clone(), trouble))
            .layer(axum::extract::DefaultBodyLimit::max(100 << 20))
            .with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().expect("whole")
    }

    pub fn trouble(&self, trouble: Option<Trouble>) {
        self.books().trouble = trouble;
    }

    /// Whether an order has come that is held.
    pub fn holds_an_order(&self) -> bool {
        self.books().held
    }

    /// A proxy before it asks for this header.
    pub fn wants(&self, name: &'static str, value: &'static str) {
        self.books().wants = Some((name, value));
    }

    pub fn shows(&self, view: View) {
        self.books().view = Some(view);
    }

    /// Somebody else orders something.
    pub fn strangers_order(&self, id: &str) {
        self.books().enqueue(id.to_owned(), json!({}));
    }

    /// The next of the queue begins.
    pub fn begins(&self) {
        let mut books = self.books();
        assert!(books.running.is_none(), "one runs at a time");
        let next = (0..books.pending.len()).min_by_key(|at| books.pending[*at].number);
        let job = books.pending.remove(next.expect("something waits"));
        books.running = Some(job);
    }

    /// What runs ends, with these files of a node.
    pub fn succeeds(&self, node: &str, kind: &str, filename: &str) {
        let file = json!({ "filename": filename, "subfolder": "evernear", "type": "output" });
        let status = json!({ "status_str": "success", "completed": true, "messages": [] });
        self.ends(&json!({ node: { kind: [file] } }), &status);
    }

    /// What runs ends with an error of a node, which says `words`.
    pub fn fails(&self, words: &str) {
        let error = json!({
            "node_id": "9", "node_type": "KSampler", "exception_type": "torch.OutOfMemoryError",
            "exception_message": words, "traceback": [words],
        });
        let messages = json!([["execution_start", {}], ["execution_error", error]]);
        self.ends(
            &json!({}),
            &json!({ "status_str": "error", "completed": false, "messages": messages }),
        );
    }

    fn ends(&self, outputs: &Value, status: &Value) {
        let mut books = self.books();
        let Job { number, id, workflow } = books.running.take().expect("something runs");
        let prompt = json!([number, id, workflow, {}, []]);
        let entry = json!({ "prompt": prompt, "outputs": outputs, "status": status, "meta": {} });
        books.history.insert(id, entry);
    }

    /// It starts anew, and knows nothing of before.
    pub fn restarts(&self) {
        let mut books = self.books();
        books.running = None;
        books.pending.clear();
        books.history.clear();
    }

    /// It has no nodes of this class.
    pub fn without_class(&self, class: &str) {
        self.books().classes.remove(class);
    }

    /// Nodes of this class have no input of this name.
    pub fn without_input(&self, class: &str, input: &str) {
        self.books().classes.remove_input(class, input);
    }

    /// It has no model file of this name.
    pub fn without_model(&self, file: &str) {
        self.books().classes.remove_choice(file);
    }

    pub fn orders(&self) -> Vec<Value> {
        self.books().orders.clone()
    }

    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.books().files.clone()
    }

    pub fn interrupted(&self) -> Vec<String> {
        self.books().interrupted.clone()
    }

    /// How many wait, run, and are in the history.
    pub fn counts(&self) -> (usize, usize, usize) {
        let books = self.books();
        (books.pending.len(), usize::from(books.running.is_some()), books.history.len())
    }

    pub fn calls(&self) -> usize {
        self.books().calls
    }

    /// What was asked of it that its contract does not know.
    pub fn violations(&self) -> Vec<String> {
        self.books().violations.clone()
    }
}

impl Books {
    fn enqueue(&mut self, id: String, workflow: Value) -> u64 {
        let number = self.next_number;
        self.next_number += 1;
        // Not at the end, because the order of the list says nothing.
        self.pending.insert(0, Job { number, id, workflow });
        number
    }

    fn violation(&mut self, what: impl Into<String>) {
        self.violations.push(what.into());
    }
}

async fn trouble(State(server): State<ComfyServer>, request: Request, next: Next) -> Response {
    let (trouble, wants) = {
        let mut books = server.books();
        books.calls += 1;
        (books.trouble.clone(), books.wants)
    };
    if let Some((name, value)) = wants
        && request.headers().get(name).is_none_or(|given| given != value)
    {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let orders = request.uri().path() == "/prompt";
    match trouble {
        Some(Trouble::Page) => page(),
        Some(Trouble::Endless) => {
            Json(json!({ "queue_running": [], "more": "x".repeat(20 << 20) })).into_response()
        }
        Some(Trouble::Redirects) => {
            (StatusCode::FOUND, [(header::LOCATION, "http://169.254.169.254/")]).into_response()
        }
        Some(Trouble::Status(status, retry_after)) => {
            let mut response = page();
            *response.status_mut() = StatusCode::from_u16(status).expect("a status");
            if let Some(seconds) = retry_after {
                let seconds = seconds.parse().expect("a value");
                response.headers_mut().insert(header::RETRY_AFTER, seconds);
            }
            response
        }
        Some(trouble @ (Trouble::CutAfterOrder | Trouble::HeldOrder)) if orders => {
            server.books().held |= trouble == Trouble::HeldOrder;
            while server.books().trouble == Some(Trouble::HeldOrder) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            let taken = next.run(request).await;
            assert!(taken.status().is_success());
            let cut = stream::once(async { Err::<Bytes, _>(std::io::Error::other("cut")) });
            Body::from_stream(cut).into_response()
        }
        Some(Trouble::PageAfterOrder) if orders => {
            let taken = next.run(request).await;
            assert!(taken.status().is_success());
            page()
        }
        None | Some(Trouble::CutAfterOrder | Trouble::HeldOrder | Trouble::PageAfterOrder) => {
            next.run(request).await
        }
    }
}

fn page() -> Response {
    (
        [(header::CONTENT_TYPE, "text/html")],
        "<html><body>A gateway at 10.0.0.7 says hello</body></html>",
    )
        .into_response()
}

async fn upload(State(server): State<ComfyServer>, headers: HeaderMap, body: Bytes) -> Response {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let mut books = server.books();
    let fields = match fields(kind.unwrap_or_default(), &body) {
        Ok(fields) => fields,
        Err(problem) => {
            books.violation(problem);
            return StatusCode::BAD_REQUEST.into_response();
        }
    };
    let text = |name: &str| {
        let field = fields.iter().find(|field| field.name == name && field.filename.is_none());
        field.map(|field| String::from_utf8_lossy(&field.bytes).into_owned())
    };
    let (subfolder, kind) = (text("subfolder").unwrap_or_default(), text("type"));
    let file = fields.iter().find(|field| field.name == "image");
    let Some((file, Some(name))) = file.map(|file| (file, file.filename.clone())) else {
        books.violation("an upload without a file called image");
        return StatusCode::BAD_REQUEST.into_response();
    };
    let known = ["image", "type", "subfolder", "overwrite"];
    for field in fields.iter().filter(|field| !known.contains(&field.name.as_str())) {
        books.violation(format!("an upload with {}", field.name));
    }
    if subfolder.contains("..") || name.contains(['/', '\\']) || kind.as_deref() != Some("input") {
        books.violation(format!("an upload to {subfolder}/{name}, type {kind:?}"));
        return StatusCode::BAD_REQUEST.into_response();
    }
    let path = if subfolder.is_empty() { name.clone() } else { format!("{subfolder}/{name}") };
    if text("overwrite").as_deref() != Some("true") && books.files.contains_key(&path) {
        books.violation("an upload that does not overwrite gets another name");
    }
    books.files.insert(path, file.bytes.clone());
    Json(json!({ "name": name, "subfolder": subfolder, "type": "input" })).into_response()
}

async fn order(State(server): State<ComfyServer>, Json(body): Json<Value>) -> Response {
    let mut books = server.books();
    let known = ["prompt", "client_id", "prompt_id"];
    for field in body.as_object().into_iter().flatten().map(|(name, _)| name) {
        if !known.contains(&field.as_str()) {
            books.violation(format!("an order with {field}"));
        }
    }
    let id = body["prompt_id"].as_str().unwrap_or_default().to_owned();
    if id.parse::<uuid::Uuid>().is_err() {
        books.violation(format!("an order called {id:?}"));
    }
    let errors = books.classes.check(&body["prompt"], &books.files);
    if let Some(errors) = errors {
        let error = json!({ "type": "prompt_outputs_failed_validation", "message": "Prompt outputs failed validation", "details": "", "extra_info": {} });
        let answer = Json(json!({ "error": error, "node_errors": errors }));
        return (StatusCode::BAD_REQUEST, answer).into_response();
    }
    books.orders.push(body["prompt"].clone());
    let number = books.enqueue(id.clone(), body["prompt"].clone());
    Json(json!({ "prompt_id": id, "number": number, "node_errors": {} })).into_response()
}

async fn queue(State(server): State<ComfyServer>) -> Json<Value> {
    let books = server.books();
    let entry = |job: &Job| json!([job.number, job.id, job.workflow, {}, []]);
    let pending: Vec<Value> = books.pending.iter().map(entry).collect();
    let running: Vec<Value> = books.running.iter().map(entry).collect();
    Json(json!({ "queue_running": running, "queue_pending": pending }))
}

fn to_delete(body: &Value) -> Vec<String> {
    let ids = body["delete"].as_array().expect("only ids are deleted, one at a time");
    ids.iter().map(|id| id.as_str().expect("an id").to_owned()).collect()
}

async fn change_queue(State(server): State<ComfyServer>, Json(body): Json<Value>) -> StatusCode {
    let ids = to_delete(&body);
    server.books().pending.retain(|job| !ids.contains(&job.id));
    StatusCode::OK
}

async fn change_history(State(server): State<ComfyServer>, Json(body): Json<Value>) -> StatusCode {
    let ids = to_delete(&body);
    server.books().history.retain(|id, _| !ids.contains(id));
    StatusCode::OK
}

async fn history(State(server): State<ComfyServer>, Path(id): Path<String>) -> Json<Value> {
    let entry = server.books().history.get(&id).cloned();
    Json(entry.map_or_else(|| json!({}), |entry| json!({ id: entry })))
}

async fn interrupt(State(server): State<ComfyServer>, Json(body): Json<Value>) -> StatusCode {
    let id = body["prompt_id"].as_str().unwrap_or_default().to_owned();
    let runs = server.books().running.as_ref().is_some_and(|job| job.id == id);
    if runs {
        let message = json!([["execution_interrupted", { "node_type": "KSampler" }]]);
        server.ends(
            &json!({}),
            &json!({ "status_str": "error", "completed": false, "messages": message }),
        );
        server.books().interrupted.push(id);
    } else {
        server.books().violation(format!("{id} is interrupted, which does not run"));
    }
    StatusCode::OK
}

async fn view(
    State(server): State<ComfyServer>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let mut books = server.books();
    let given = |name: &str| query.get(name).map(String::as_str);
    if given("type") != Some("output") || given("subfolder") != Some("evernear") {
        books.violation(format!("a file is asked for by {query:?}"));
    }
    match books.view.clone().expect("a story says what is shown") {
        View::Bytes(bytes) => bytes.into_response(),
        View::Announced(bytes, length) => {
            let cut = async {
                // What was written before is sent meanwhile.
                for _ in 0..16 {
                    tokio::task::yield_now().await;
                }
                Err(std::io::Error::other("cut"))
            };
            let sent = stream::iter([Ok(Bytes::from(bytes))]);
            let cut = sent.chain(stream::once(cut));
            ([(header::CONTENT_LENGTH, length)], Body::from_stream(cut)).into_response()
        }
        View::Unannounced(bytes, more) => {
            const PIECE: usize = 1 << 20;
            let pieces = (0..more.div_ceil(PIECE)).map(|_| Bytes::from(vec![0; PIECE]));
            let all =
                std::iter::once(Bytes::from(bytes)).chain(pieces).map(Ok::<_, std::io::Error>);
            Body::from_stream(stream::iter(all)).into_response()
        }
        View::Gone => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn system_stats() -> Json<Value> {
    Json(json!({ "system": { "os": "posix", "comfyui_version": "0.3.75" }, "devices": [] }))
}

async fn object_info(State(server): State<ComfyServer>, Path(class): Path<String>) -> Json<Value> {
    let info = server.books().classes.info(&class);
    Json(info.map_or_else(|| json!({}), |info| json!({ class: info })))
}
