//! A server that speaks Runway's contract, written from the contract alone. It refuses what the contract
//! does not allow and remembers why. Stories say what goes wrong.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, Path, State},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use futures::StreamExt as _;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::Semaphore};

use super::{
    multipart,
    provider::{KEY, Trouble, WORD, breaks_off, mp4, png},
    runway_orders::{self, Fault},
};

/// Where something can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    Order,
    Task,
    Delete,
    Upload,
    /// Putting a file where an upload said.
    Place,
    Output,
    Organization,
}

/// How tasks end.
#[derive(Clone, Debug)]
pub enum End {
    Succeeds,
    /// With this code.
    Fails(&'static str),
    /// It runs, and says so, for ever.
    Never,
    Cancelled,
    /// What it made is there, with this content type and these bytes.
    Makes(&'static str, Vec<u8>),
    /// What it made is at this address.
    Elsewhere(&'static str),
    /// What it made begins to come, and then nothing more does.
    Stops,
    /// What it made comes in so many pieces, each when a story says so.
    Trickles(usize),
    /// So many bytes after the first ones of a picture, their number told before, or not.
    Sends(u64, bool),
}

struct Task {
    /// The first that was ordered is number 1.
    number: usize,
    film: bool,
    credits: u64,
    /// What it says before it ends.
    stages: VecDeque<Value>,
    ordered: Instant,
    looked: Option<Instant>,
}

#[derive(Default)]
struct Books {
    troubles: HashMap<Call, VecDeque<Trouble>>,
    calls: HashMap<Call, usize>,
    orders: Vec<(String, Value)>,
    violations: Vec<String>,
    tasks: HashMap<String, Task>,
    next: usize,
    uploads: HashMap<String, Option<Vec<u8>>>,
    stages: Vec<Value>,
    end: Option<End>,
    /// Tasks that are ordered after this number run for ever.
    last_to_end: Option<usize>,
    /// A JPEG that pictures are, instead of the smallest possible one.
    picture: Option<Vec<u8>>,
    /// How long a task runs before it ends.
    takes: Duration,
    /// The shortest time between two looks at the same task.
    closest_looks: Option<Duration>,
}

#[derive(Clone)]
pub struct RunwayServer {
    books: Arc<Mutex<Books>>,
    pieces: Arc<Semaphore>,
    pub url: String,
}

impl RunwayServer {
    pub async fn open() -> Self {
        Self::open_on(TcpListener::bind("127.0.0.1:0").await.expect("a port"))
    }

    pub fn open_on(listener: TcpListener) -> Self {
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let server = Self { books: Arc::default(), pieces: Arc::new(Semaphore::new(0)), url };
        let router = Router::new()
            .route("/v1/text_to_image", post(text_to_image))
            .route("/v1/image_to_video", post(image_to_video))
            .route("/v1/tasks/{id}", get(task).delete(delete))
            .route("/v1/uploads", post(upload))
            .route("/v1/organization", get(organization))
            .route("/place/{id}", post(place))
            .route("/outputs/{id}", get(output))
            .fallback(unknown)
            .layer(DefaultBodyLimit::disable())
            .with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().expect("whole")
    }

    /// The next calls of this kind meet these, one after the other.
    pub fn trouble(&self, call: Call, troubles: &[Trouble]) {
        self.books().troubles.insert(call, troubles.to_vec().into());
    }

    /// What tasks say, one after the other, before they end so.
    pub fn tasks(&self, stages: &[Value], end: End) {
        let mut books = self.books();
        books.stages = stages.to_vec();
        books.end = Some(end);
        books.last_to_end = None;
    }

    /// The same for those that have been ordered; others run for ever.
    pub fn ordered_tasks(&self, end: End) {
        let mut books = self.books();
        books.stages.clear();
        books.end = Some(end);
        books.last_to_end = Some(books.next);
    }

    /// Pictures that succeed are this JPEG.
    pub fn pictures(&self, jpeg: Vec<u8>) {
        self.books().picture = Some(jpeg);
    }

    /// Tasks run for so long before they end.
    pub fn takes_time(&self, takes: Duration) {
        self.books().takes = takes;
    }

    /// The shortest time between two looks at the same task.
    pub fn closest_looks(&self) -> Option<Duration> {
        self.books().closest_looks
    }

    /// It forgets all tasks.
    pub fn forgets(&self) {
        self.books().tasks.clear();
    }

    /// The orders that were taken: path and body.
    pub fn orders(&self) -> Vec<(String, Value)> {
        self.books().orders.clone()
    }

    pub fn calls(&self, call: Call) -> usize {
        self.books().calls.get(&call).copied().unwrap_or_default()
    }

    pub fn running(&self) -> usize {
        self.books().tasks.len()
    }

    /// What was uploaded, whole.
    pub fn uploaded(&self) -> Vec<Vec<u8>> {
        self.books().uploads.values().flatten().cloned().collect()
    }

    /// Whatever was against the contract.
    pub fn violations(&self) -> Vec<String> {
        self.books().violations.clone()
    }

    /// Counts a call, and says what is wrong with it.
    async fn meets(&self, call: Call, headers: &HeaderMap) -> Option<Response> {
        let trouble = {
            let mut books = self.books();
            *books.calls.entry(call).or_default() += 1;
            books.troubles.get_mut(&call).and_then(VecDeque::pop_front)
        };
        let given = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let key = given("authorization");
        if matches!(call, Call::Place | Call::Output) {
            if key.is_some() {
                self.violates("a file's address is given the key".to_owned());
            }
        } else {
            if key != Some(&format!("Bearer {KEY}")) {
                let error = json!({ "error": "The key is not valid" });
                return Some((StatusCode::UNAUTHORIZED, Json(error)).into_response());
            }
            if given("x-runway-version") != Some("2024-11-06") {
                return Some(self.refuses("", "no version".to_owned()));
            }
        }
        match trouble {
            None | Some(Trouble::Passes) => None,
            Some(trouble) => Some(trouble.answer().await),
        }
    }

    /// The next piece of what trickles comes.
    pub fn sends_a_piece(&self) {
        self.pieces.add_permits(1);
    }

    fn trickles(&self, file: &[u8], pieces: usize) -> Response {
        let length = file.len().div_ceil(pieces);
        let all: Vec<Bytes> = file.chunks(length).map(Bytes::copy_from_slice).collect();
        let turns = self.pieces.clone();
        let sent = futures::stream::iter(all).then(move |piece| {
            let turns = turns.clone();
            async move {
                turns.acquire().await.expect("open").forget();
                Ok::<_, std::io::Error>(piece)
            }
        });
        Body::from_stream(sent).into_response()
    }

    fn violates(&self, why: String) {
        self.books().violations.push(why);
    }

    /// An order with a fault in this field, or as a whole.
    fn refuses(&self, field: &str, why: String) -> Response {
        let path: Vec<_> = Some(field).filter(|field| !field.is_empty()).into_iter().collect();
        let body = json!({ "error": format!("Validation of body failed near {WORD}"), "docUrl": "x",
            "issues": [{ "code": "custom", "path": path, "message": &why }] });
        self.violates(why);
        (StatusCode::BAD_REQUEST, Json(body)).into_response()
    }

    fn checks(&self, path: &str, body: &Value) -> Result<u64, Fault> {
        let uploaded = |id: &str| matches!(self.books().uploads.get(id), Some(Some(_)));
        match path {
            "text_to_image" => runway_orders::picture(body, &uploaded),
            _ => runway_orders::film(body, &uploaded),
        }
    }

    async fn takes(&self, path: &str, headers: HeaderMap, body: Bytes) -> Response {
        if let Some(answer) = self.meets(Call::Order, &headers).await {
            return answer;
        }
        let json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
        let Some(body) = serde_json::from_slice::<Value>(&body).ok().filter(|_| json) else {
            return self.refuses("", "an order is no JSON".to_owned());
        };
        let credits = match self.checks(path, &body) {
            Ok(credits) => credits,
            Err((field, why)) => return self.refuses(field, why),
        };
        let mut books = self.books();
        books.next += 1;
        let id = format!("17f20503-6c24-4c16-946b-{:012}", books.next);
        let (film, stages) = (path == "image_to_video", books.stages.clone().into());
        let task = Task {
            number: books.next,
            film,
            credits,
            stages,
            ordered: Instant::now(),
            looked: None,
        };
        books.tasks.insert(id.clone(), task);
        books.orders.push((path.to_owned(), body));
        Json(json!({ "id": id, "estimatedCost": { "credits": credits } })).into_response()
    }
}

async fn text_to_image(
    State(server): State<RunwayServer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    server.takes("text_to_image", headers, body).await
}

async fn image_to_video(
    State(server): State<RunwayServer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    server.takes("image_to_video", headers, body).await
}

async fn task(
    State(server): State<RunwayServer>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    if let Some(answer) = server.meets(Call::Task, &headers).await {
        return answer;
    }
    let mut books = server.books();
    let end = books.end.clone().unwrap_or(End::Succeeds);
    let (takes, now) = (books.takes, Instant::now());
    let last_to_end = books.last_to_end.unwrap_or(usize::MAX);
    let Some(task) = books.tasks.get_mut(&id) else {
        return (StatusCode::NOT_FOUND, Json(json!({ "error": "Task not found" }))).into_response();
    };
    let runs = now - task.ordered < takes || task.number > last_to_end;
    let end = if runs { End::Never } else { end };
    let since = task.looked.replace(now).map(|before| now - before);
    let credits = task.credits;
    let told = task.stages.pop_front().unwrap_or_else(|| match end {
        End::Succeeds | End::Makes(..) | End::Stops | End::Trickles(_) | End::Sends(..) => {
            json!({ "status": "SUCCEEDED", "output": [format!("{}/outputs/{id}?_jwt=x", server.url)] })
        }
        End::Elsewhere(address) => json!({ "status": "SUCCEEDED", "output": [address] }),
        End::Fails(code) => json!({ "status": "FAILED", "failureCode": code,
            "failure": format!("{WORD} is not allowed") }),
        End::Never => json!({ "status": "RUNNING", "progress": 0.5 }),
        End::Cancelled => json!({ "status": "CANCELLED" }),
    });
    let (cost, credits) = match told["status"].as_str() {
        Some("SUCCEEDED") => ("cost", credits),
        Some("FAILED" | "CANCELLED") => ("cost", 0),
        _ => ("estimatedCost", credits),
    };
    if let Some(since) = since {
        let closest = books.closest_looks.unwrap_or(since);
        books.closest_looks = Some(closest.min(since));
    }
    let mut answer = json!({ "id": id, "createdAt": "2026-11-28T12:00:00.000Z",
        cost: { "credits": credits } });
    let fields = answer.as_object_mut().expect("an object");
    fields.extend(told.as_object().expect("an object").clone());
    Json(answer).into_response()
}

async fn delete(
    State(server): State<RunwayServer>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    if let Some(answer) = server.meets(Call::Delete, &headers).await {
        return answer;
    }
    let known = server.books().tasks.remove(&id).is_some();
    if known { StatusCode::NO_CONTENT } else { StatusCode::NOT_FOUND }.into_response()
}

async fn upload(
    State(server): State<RunwayServer>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    if let Some(answer) = server.meets(Call::Upload, &headers).await {
        return answer;
    }
    let named = body["filename"].as_str().is_some_and(|name| name.contains('.'));
    if !named || body["type"] != "ephemeral" {
        return server.refuses("", "an upload has no name or kind".to_owned());
    }
    let mut books = server.books();
    let id = format!("upload-{}", books.uploads.len());
    books.uploads.insert(id.clone(), None);
    Json(json!({ "uploadUrl": format!("{}/place/{id}", server.url), "runwayUri": format!("runway://{id}"),
        "fields": { "key": id, "policy": "p0l1cy" } }))
    .into_response()
}

async fn place(
    State(server): State<RunwayServer>,
    headers: HeaderMap,
    Path(id): Path<String>,
    body: Bytes,
) -> Response {
    if let Some(answer) = server.meets(Call::Place, &headers).await {
        return answer;
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let fields = multipart::fields(kind.unwrap_or_default(), &body).unwrap_or_default();
    let told = |name: &str| fields.iter().find(|field| field.name == name);
    let sound = fields.len() == 3
        && told("key").is_some_and(|field| field.text() == id)
        && told("policy").is_some_and(|field| field.text() == "p0l1cy");
    // All that follows the file is not read.
    match fields.last().filter(|last| last.name == "file" && last.file_name.is_some() && sound) {
        Some(file) => {
            server.books().uploads.insert(id, Some(file.bytes.clone()));
            StatusCode::NO_CONTENT.into_response()
        }
        None => server.refuses("", "a form for a file is not sound".to_owned()),
    }
}

async fn organization(State(server): State<RunwayServer>, headers: HeaderMap) -> Response {
    if let Some(answer) = server.meets(Call::Organization, &headers).await {
        return answer;
    }
    let books = server.books();
    let used = |path: &str| {
        let taken = books.orders.iter().filter(|(ordered, _)| ordered == path).count();
        json!({ "dailyGenerations": taken })
    };
    let limits = json!({ "maxConcurrentGenerations": 2, "maxDailyGenerations": 200 });
    Json(json!({
        "creditBalance": 1_000,
        "tier": { "maxMonthlyCreditSpend": 10_000,
            "models": { "gen4_image": limits, "gen4_turbo": limits } },
        "usage": { "models": { "gen4_image": used("text_to_image"),
            "gen4_turbo": used("image_to_video") } },
    }))
    .into_response()
}

async fn unknown(State(server): State<RunwayServer>, method: Method, uri: Uri) -> Response {
    server.violates(format!("there is no call {method} {}", uri.path()));
    (StatusCode::NOT_FOUND, Json(json!({ "error": "Not found" }))).into_response()
}

async fn output(
    State(server): State<RunwayServer>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    if let Some(answer) = server.meets(Call::Output, &headers).await {
        return answer;
    }
    let (film, end, picture) = {
        let books = server.books();
        let film = books.tasks.get(&id).is_some_and(|task| task.film);
        (film, books.end.clone(), books.picture.clone())
    };
    match end {
        Some(End::Makes(kind, bytes)) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Some(End::Sends(length, told)) => sent(length, told),
        Some(End::Trickles(pieces)) => server.trickles(&if film { mp4() } else { png() }, pieces),
        Some(End::Stops) => stops(if film { mp4() } else { png() }),
        _ if film => ([(header::CONTENT_TYPE, "video/mp4")], mp4()).into_response(),
        _ => match picture {
            Some(jpeg) => ([(header::CONTENT_TYPE, "image/jpeg")], jpeg).into_response(),
            None => ([(header::CONTENT_TYPE, "image/png")], png()).into_response(),
        },
    }
}

fn stops(file: Vec<u8>) -> Response {
    let first = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from(file))]);
    Body::from_stream(first.chain(futures::stream::pending())).into_response()
}

/// A picture that says it has, or that has, so many bytes more; where it says so, it has few.
fn sent(length: u64, told: bool) -> Response {
    if told {
        let body = breaks_off(Bytes::from(png()));
        let length = [(header::CONTENT_LENGTH, length.to_string())];
        return (length, [(header::CONTENT_TYPE, "image/png")], body).into_response();
    }
    let first = Ok::<_, std::io::Error>(Bytes::from(png()));
    let chunk = Bytes::from(vec![0; 1 << 20]);
    let chunks = (0..length >> 20).map(move |_| Ok(chunk.clone()));
    let body = Body::from_stream(futures::stream::iter(std::iter::once(first).chain(chunks)));
    ([(header::CONTENT_TYPE, "image/png")], body).into_response()
}
