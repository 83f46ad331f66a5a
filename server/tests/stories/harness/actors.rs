//! People: each with a browser of their own. They send what a browser sends.

use std::{future::Future, net::IpAddr, path::PathBuf, sync::Arc, time::Duration};

use evernear_rules::wire::{
    Conversed, CreationKind, CreationStatus, CreationView, CreatorState, PhotoView, ProblemView,
};
use reqwest::{
    Client, Response, StatusCode,
    cookie::{CookieStore, Jar},
    redirect::Policy,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{World, html::attribute};

/// How long a condition may take to come true. A film gets what time others leave, so that it may have to wait
/// for the stories beside it.
const PATIENCE: Duration = Duration::from_secs(600);

/// A refused call.
#[derive(Debug)]
pub struct RefusedCall {
    pub status: StatusCode,
    pub problem: ProblemView,
}

/// Someone with a browser.
#[derive(Clone)]
pub struct Person {
    pub(super) client: Client,
    cookies: Arc<Jar>,
    pub base: String,
}

/// A request of which everything but the last byte has been sent.
pub struct HeldRequest {
    line: tokio::net::TcpStream,
    last: u8,
}

impl HeldRequest {
    /// `head` are header lines, each with its end.
    pub async fn begin(base: &str, method: &str, path: &str, head: &str, body: &str) -> Self {
        let host = base.trim_start_matches("http://");
        let (last, sent) = body.as_bytes().split_last().expect("a body");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\nexpect: 100-continue\r\n{head}content-length: {}\r\n\r\n",
            body.len()
        );
        let mut line = tokio::net::TcpStream::connect(host).await.expect("connected");
        line.write_all(head.as_bytes()).await.expect("sent");
        // The server asks for the body: whoever asks for the sender before has asked.
        let mut asked = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
        line.read_exact(&mut asked).await.expect("an interim answer");
        assert_eq!(asked, *b"HTTP/1.1 100 Continue\r\n\r\n");
        line.write_all(sent).await.expect("sent");
        Self { line, last: *last }
    }

    /// Sends the rest: the whole answer, with its head.
    pub async fn ends(mut self) -> String {
        self.line.write_all(&[self.last]).await.expect("sent");
        self.answer().await
    }

    /// Sends nothing more: the same.
    pub async fn breaks_off(mut self) -> String {
        self.line.shutdown().await.expect("half closed");
        self.answer().await
    }

    async fn answer(mut self) -> String {
        let mut answer = Vec::new();
        self.line.read_to_end(&mut answer).await.expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }
}

/// A photograph for tests.
pub fn photo_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/photos").join(name)
}

/// Its bytes.
pub fn photo_bytes(name: &str) -> Vec<u8> {
    std::fs::read(photo_path(name)).expect("the photograph is there")
}

impl Person {
    /// Someone who just came.
    pub fn visitor(base: &str) -> Self {
        let cookies = Arc::new(Jar::default());
        let client = Client::builder()
            .cookie_provider(cookies.clone())
            .redirect(Policy::none())
            .build()
            .expect("a client");
        Self { client, cookies, base: base.to_owned() }
    }

    /// Someone who just came from another client's address, 127.0.0.`last`.
    pub fn at(base: &str, last: u8) -> Self {
        let cookies = Arc::new(Jar::default());
        let client = Client::builder()
            .cookie_provider(cookies.clone())
            .redirect(Policy::none())
            .local_address(IpAddr::from([127, 0, 0, last]))
            .build()
            .expect("a client");
        Self { client, cookies, base: base.to_owned() }
    }

    /// Someone who just came with a browser of this name.
    pub fn with_browser(base: &str, name: &str) -> Self {
        let name: String = name.chars().filter(|sign| !sign.is_control()).collect();
        let cookies = Arc::new(Jar::default());
        let client = Client::builder()
            .cookie_provider(cookies.clone())
            .redirect(Policy::none())
            .user_agent(name)
            .build()
            .expect("a client");
        Self { client, cookies, base: base.to_owned() }
    }

    /// A browser that keeps no cookies by itself.
    pub fn without_cookies(base: &str) -> Self {
        let client = Client::builder().redirect(Policy::none()).build().expect("a client");
        let cookies = Arc::default();
        Self { client, cookies, base: base.to_owned() }
    }

    /// Reads a page with this cookie.
    pub async fn get_with(&self, path: &str, cookie: &str) -> Response {
        let request = self.client.get(format!("{}{path}", self.base)).header("cookie", cookie);
        request.send().await.expect("an answer")
    }

    /// Sends a form with this cookie.
    pub async fn submit_with(&self, path: &str, cookie: &str, form: &[(&str, &str)]) -> Response {
        let request = self
            .client
            .post(format!("{}{path}", self.base))
            .header("origin", &self.base)
            .header("cookie", cookie)
            .form(form);
        request.send().await.expect("an answer")
    }

    /// Reads with this authorization.
    pub async fn get_as(&self, path: &str, authorization: &str) -> Response {
        let request =
            self.client.get(format!("{}{path}", self.base)).header("authorization", authorization);
        request.send().await.expect("an answer")
    }

    /// Someone with a new account.
    pub async fn member(world: &World, name: &str) -> Self {
        let person = Self::visitor(&world.base);
        let answer = person.sign_up(&format!("{name}@example.com"), "lamplight", name).await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{name} signs up");
        world.proves(&format!("{name}@example.com")).await;
        person
    }

    pub async fn sign_up(&self, email: &str, password: &str, username: &str) -> Response {
        let form =
            [("email", email), ("password", password), ("username", username), ("terms", "yes")];
        self.submit("/auth?mode=signup", &form).await
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> Response {
        self.submit("/auth?mode=signin", &[("email", email), ("password", password)]).await
    }

    /// Sends a form as a page of ours does.
    pub async fn submit(&self, path: &str, form: &[(&str, &str)]) -> Response {
        self.submit_from(&self.base, path, form).await
    }

    /// Sends a form as a page of `origin` does.
    pub async fn submit_from(&self, origin: &str, path: &str, form: &[(&str, &str)]) -> Response {
        let request =
            self.client.post(format!("{}{path}", self.base)).header("origin", origin).form(form);
        request.send().await.expect("an answer")
    }

    pub async fn get(&self, path: &str) -> Response {
        self.client.get(format!("{}{path}", self.base)).send().await.expect("an answer")
    }

    /// What a page would be answered with, without it.
    pub async fn head(&self, path: &str) -> Response {
        self.client.head(format!("{}{path}", self.base)).send().await.expect("an answer")
    }

    /// What a browser asks for because of a page of another site: `document` for a link that is followed.
    pub async fn get_embedded(&self, path: &str, destination: &str) -> Response {
        let request = self.client.get(format!("{}{path}", self.base));
        let request = request.header("sec-fetch-site", "cross-site");
        request.header("sec-fetch-dest", destination).send().await.expect("an answer")
    }

    pub async fn get_range(&self, path: &str, range: &str) -> Response {
        let request = self.client.get(format!("{}{path}", self.base)).header("range", range);
        request.send().await.expect("an answer")
    }

    /// A range of this version, or the whole of another one.
    pub async fn get_range_of(&self, path: &str, range: &str, version: &str) -> Response {
        let request = self.client.get(format!("{}{path}", self.base)).header("range", range);
        request.header("if-range", version).send().await.expect("an answer")
    }

    /// The text of a page.
    pub async fn page(&self, path: &str) -> String {
        self.get(path).await.text().await.expect("text")
    }

    /// Where a request is led to.
    pub async fn led_to(&self, path: &str) -> Option<String> {
        location(&self.get(path).await)
    }

    /// Calls a server function.
    pub async fn call<T: DeserializeOwned>(
        &self,
        path: &str,
        body: Value,
    ) -> Result<T, RefusedCall> {
        let request = self
            .client
            .post(format!("{}/api/{path}", self.base))
            .header("origin", &self.base)
            .json(&body);
        answer(request.send().await.expect("an answer")).await
    }

    /// The tag of the account for which pages are rendered now.
    pub async fn account_tag(&self) -> String {
        let page = self.page("/profile").await;
        attribute(&page, "data-account").next().expect("a page of a signed-in account")
    }

    /// Calls a server function as the script of a page with this tag does.
    pub async fn call_from_page<T: DeserializeOwned>(
        &self,
        tag: &str,
        path: &str,
        body: Value,
    ) -> Result<T, RefusedCall> {
        let request = self
            .client
            .post(format!("{}/api/{path}", self.base))
            .header("origin", &self.base)
            .header("x-evernear-account", tag)
            .json(&body);
        answer(request.send().await.expect("an answer")).await
    }

    /// The same from a page that was rendered just now, for unsent words.
    pub async fn keeps_unsent(&self, words: Value) -> Result<Vec<String>, RefusedCall> {
        let tag = self.account_tag().await;
        self.call_from_page(&tag, "unsent/keep", json!({ "words": words })).await
    }

    /// Signs out as the script of a page with this tag does when its tab was left.
    pub async fn signs_out_from_page(&self, tag: &str) -> Response {
        let request = self
            .client
            .post(format!("{}/sign-out", self.base))
            .header("origin", &self.base)
            .header("x-evernear-account", tag)
            .form(&[("scope", "local")]);
        request.send().await.expect("an answer")
    }

    /// Calls a server function of a server that may end meanwhile: nothing when it did.
    pub async fn attempts<T: DeserializeOwned>(
        &self,
        path: &str,
        body: Value,
    ) -> Option<Result<T, RefusedCall>> {
        let request = self
            .client
            .post(format!("{}/api/{path}", self.base))
            .header("origin", &self.base)
            .json(&body);
        let response = request.send().await.ok()?;
        let status = response.status();
        let text = response.text().await.ok()?;
        Some(read(status, &text))
    }

    /// Uploads a file.
    pub async fn upload(&self, bytes: Vec<u8>) -> Result<PhotoView, RefusedCall> {
        let request = self
            .client
            .post(format!("{}/api/photos", self.base))
            .header("origin", &self.base)
            .header("content-type", "application/octet-stream")
            .body(bytes);
        answer(request.send().await.expect("an answer")).await
    }

    /// Uploads a file as the script of a page with this tag does.
    pub async fn upload_from_page(
        &self,
        tag: &str,
        bytes: Vec<u8>,
    ) -> Result<PhotoView, RefusedCall> {
        let request = self
            .client
            .post(format!("{}/api/photos", self.base))
            .header("origin", &self.base)
            .header("x-evernear-account", tag)
            .header("content-type", "application/octet-stream")
            .body(bytes);
        answer(request.send().await.expect("an answer")).await
    }

    /// Uploads a file as the photo of this person, chosen together with others.
    pub async fn upload_as(
        &self,
        who: &str,
        batch: &str,
        bytes: Vec<u8>,
    ) -> Result<PhotoView, RefusedCall> {
        let path = format!("/api/photos?who={who}&batch={batch}");
        let request = self
            .client
            .post(format!("{}{path}", self.base))
            .header("origin", &self.base)
            .header("content-type", "application/octet-stream")
            .body(bytes);
        answer(request.send().await.expect("an answer")).await
    }

    /// What its browser shows of who is signed in.
    pub fn session_cookie(&self) -> String {
        let url: reqwest::Url = self.base.parse().expect("an address");
        let cookies = self.cookies.cookies(&url).expect("signed in");
        cookies.to_str().expect("text").to_owned()
    }

    /// Hands files on as a phone does: from no page of ours. The names are the files'.
    pub async fn hands_on(&self, files: &[(&str, Vec<u8>)]) -> Response {
        let mut form = reqwest::multipart::Form::new().text("title", "A day by the lake");
        for (name, bytes) in files {
            let file = reqwest::multipart::Part::bytes(bytes.clone()).file_name((*name).to_owned());
            form = form.part("photos", file.mime_str("image/jpeg").expect("a type"));
        }
        let request = self
            .client
            .post(format!("{}/incoming", self.base))
            .header("origin", "null")
            .header("sec-fetch-site", "cross-site")
            .multipart(form);
        request.send().await.expect("an answer")
    }

    /// Sends the form of a request for a photo: what is confirmed, and a file. Its page names no referrer,
    /// so the origin is none. `read` is what its form says of the text that was read.
    pub async fn adds_by_request(
        &self,
        link: &str,
        confirmed: &[&str],
        read: &str,
        file: Option<Vec<u8>>,
    ) -> Response {
        let mut form = reqwest::multipart::Form::new().text("read", read.to_owned());
        for name in confirmed {
            form = form.text((*name).to_owned(), "yes");
        }
        // A field in which no file was chosen has an empty name.
        let name = if file.is_some() { "me.jpg" } else { "" };
        let part = reqwest::multipart::Part::bytes(file.unwrap_or_default()).file_name(name);
        form = form.part("photo", part.mime_str("image/jpeg").expect("a type"));
        let request = self.client.post(format!("{}{link}/photo", self.base));
        request.header("origin", "null").multipart(form).send().await.expect("an answer")
    }

    /// Posts a form of which the last byte is missing.
    pub async fn holds(&self, path: &str, form: &[(&str, &str)]) -> HeldRequest {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let head = "content-type: application/x-www-form-urlencoded\r\n";
        self.holds_body(path, head, &body).await
    }

    /// The same of a call.
    pub async fn holds_call(&self, path: &str, body: &Value) -> HeldRequest {
        let head = "content-type: application/json\r\n";
        self.holds_body(&format!("/api/{path}"), head, &body.to_string()).await
    }

    /// The same of a photo.
    pub async fn holds_photo(&self, bytes: &str) -> HeldRequest {
        let head = "content-type: application/octet-stream\r\n";
        self.holds_body("/api/photos", head, bytes).await
    }

    async fn holds_body(&self, path: &str, head: &str, body: &str) -> HeldRequest {
        let url: reqwest::Url = self.base.parse().expect("an address");
        let cookies = self.cookies.cookies(&url).expect("signed in");
        let cookies = cookies.to_str().expect("text");
        let head = format!("{head}origin: {}\r\ncookie: {cookies}\r\n", self.base);
        HeldRequest::begin(&self.base, "POST", path, &head, body).await
    }

    /// Says that a photo of so many bytes is coming, sends none of them, and waits for an answer.
    pub async fn announces_a_photo(&self, length: usize) -> String {
        let url: reqwest::Url = self.base.parse().expect("an address");
        let cookies = self.cookies.cookies(&url).expect("signed in");
        let host = self.base.trim_start_matches("http://");
        let head = format!(
            "POST /api/photos HTTP/1.1\r\nhost: {host}\r\norigin: {}\r\ncookie: {}\r\n\
             content-type: application/octet-stream\r\ncontent-length: {length}\r\n\r\n",
            self.base,
            cookies.to_str().expect("text"),
        );
        let mut line = tokio::net::TcpStream::connect(host).await.expect("connected");
        line.write_all(head.as_bytes()).await.expect("sent");
        let mut answer = vec![0; 4096];
        let length = line.read(&mut answer).await.expect("an answer");
        String::from_utf8_lossy(&answer[..length]).into_owned()
    }

    pub async fn state(&self) -> CreatorState {
        self.call("creator/state", json!({})).await.expect("the state")
    }

    pub async fn says(&self, text: &str) -> Conversed {
        self.call("creator/converse", json!({ "text": text })).await.expect("an answer")
    }

    /// Describes a memory and adds so many photos.
    pub async fn prepares(&self, photos: usize) -> CreatorState {
        self.says("Walking with my dad by the lake").await;
        let names = [
            "older-woman-glasses-cap.jpg",
            "old-man-grey-beard-bw.jpg",
            "woman-glasses-desk-bw.jpg",
        ];
        for name in &names[..photos] {
            self.upload(photo_bytes(name)).await.expect("a photo");
        }
        self.state().await
    }

    pub async fn begins(&self, key: &str, kind: CreationKind) -> Result<CreationView, RefusedCall> {
        self.begins_with(key, kind, false).await
    }

    /// Begins it; `review` is whether the picture is looked at first.
    pub async fn begins_with(
        &self,
        key: &str,
        kind: CreationKind,
        review: bool,
    ) -> Result<CreationView, RefusedCall> {
        let body = json!({
            "key": key, "kind": kind, "rights_confirmed": true, "terms_accepted": false,
            "review": review,
        });
        self.call("creation/begin", body).await
    }

    /// Prepares two photos and starts a film.
    pub async fn begins_a_film(&self) -> CreationView {
        let state = self.prepares(2).await;
        self.begins(&state.draft.key, CreationKind::Video).await.expect("it starts")
    }

    /// Starts a film and waits until it is so far.
    pub async fn brings_a_film_to(&self, progress: u32) -> CreationView {
        let begun = self.begins_a_film().await;
        eventually("it gets so far", || async {
            (self.watches(&begun.id).await.progress >= progress).then_some(())
        })
        .await;
        begun
    }

    pub async fn watches(&self, id: &str) -> CreationView {
        self.call("creation/watch", json!({ "id": id })).await.expect("a view")
    }

    /// Watches until it has ended.
    pub async fn waits_for_the_end(&self, id: &str) -> CreationView {
        eventually("the creation ends", || async {
            let view = self.watches(id).await;
            (view.status != CreationStatus::Running).then_some(view)
        })
        .await
    }

    pub async fn cancels(&self, id: &str) -> CreationView {
        self.call("creation/cancel", json!({ "id": id })).await.expect("a view")
    }

    pub async fn tries_again(
        &self,
        id: &str,
        answer: Option<&str>,
    ) -> Result<CreationView, RefusedCall> {
        self.call("creation/retry", json!({ "id": id, "answer": answer })).await
    }
}

/// Where an answer leads.
pub fn location(response: &Response) -> Option<String> {
    response.headers().get("location").map(|value| value.to_str().expect("text").to_owned())
}

pub(super) async fn answer<T: DeserializeOwned>(response: Response) -> Result<T, RefusedCall> {
    let status = response.status();
    read(status, &response.text().await.expect("text"))
}

fn read<T: DeserializeOwned>(status: StatusCode, text: &str) -> Result<T, RefusedCall> {
    if status.is_success() {
        Ok(serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}")))
    } else {
        let problem =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{status} {error}: {text}"));
        Err(RefusedCall { status, problem })
    }
}

/// Asks again until there is an answer.
pub async fn eventually<T, Asked>(what: &str, ask: impl Fn() -> Asked) -> T
where
    Asked: Future<Output = Option<T>>,
{
    let mut ticks = tokio::time::interval(Duration::from_millis(25));
    let asked = async {
        loop {
            ticks.tick().await;
            if let Some(value) = ask().await {
                return value;
            }
        }
    };
    tokio::time::timeout(PATIENCE, asked).await.unwrap_or_else(|_| panic!("not in time: {what}"))
}
