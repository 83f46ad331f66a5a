//! Client programs of the token API: each with its own headers, no cookies.

use reqwest::{Client, Method, Response, StatusCode, header::HeaderMap, redirect::Policy};
use serde_json::{Value, json};

use super::mailbox::ProgramMail;

/// What a program was answered.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// Null when there was no JSON.
    pub body: Value,
}

impl Answer {
    async fn of(response: Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("text");
        Self { status, headers, body: serde_json::from_str(&text).unwrap_or(Value::Null) }
    }

    /// Status and code, as the contract's table lists refusals.
    pub fn refusal(&self) -> (u16, &str) {
        let code = self.body["code"].as_str().or(self.body["error"].as_str()).unwrap_or_default();
        (self.status.as_u16(), code)
    }

    pub fn text(&self, name: &str) -> String {
        self.body[name].as_str().unwrap_or_else(|| panic!("no {name}: {self:?}")).to_owned()
    }

    pub fn ok(self) -> Self {
        assert!(self.status.is_success(), "{self:?}");
        self
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// A program that speaks the newer shape, with an access token where it has one.
#[derive(Clone)]
pub struct Program {
    client: Client,
    base: String,
    pub access: Option<String>,
}

impl Program {
    /// A connection for each request: a server may close one after refusing a request whose
    /// body it did not read, and a client that is about to use it again is left without answer.
    pub fn of(base: &str) -> Self {
        let client = Client::builder().redirect(Policy::none()).pool_max_idle_per_host(0);
        let client = client.build().expect("a client");
        Self { client, base: format!("{base}/auth/v1"), access: None }
    }

    /// The same with this access token.
    pub fn with(&self, access: &str) -> Self {
        Self { access: Some(access.to_owned()), ..self.clone() }
    }

    /// The same for the calls that make pictures and films.
    pub fn functions(&self) -> Self {
        let site = self.base.strip_suffix("/auth/v1").expect("the token API's address");
        Self { base: format!("{site}/functions/v1"), ..self.clone() }
    }

    /// The bytes of a file, by its address or path.
    pub async fn file(&self, address: &str) -> (StatusCode, Vec<u8>) {
        let (_, path) = address.split_once("/functions/v1").expect("an address of ours");
        let mut request = self.client.get(format!("{}{path}", self.base));
        if let Some(access) = &self.access {
            request = request.bearer_auth(access);
        }
        let answer = request.send().await.expect("an answer");
        (answer.status(), answer.bytes().await.expect("bytes").to_vec())
    }

    pub async fn send(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        self.send_as(method, path, body, &[("x-supabase-api-version", "2024-01-01")]).await
    }

    /// With these headers and no others.
    pub async fn send_as(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let method: Method = method.parse().expect("a method");
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(access) = &self.access {
            request = request.bearer_auth(access);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json;charset=UTF-8");
            request = request.body(body.to_string());
        }
        Answer::of(request.send().await.expect("an answer")).await
    }

    /// The person of the program opens the link of a mail and presses the button of its page.
    pub async fn press(&self, letter: &ProgramMail) -> Answer {
        let site = self.base.strip_suffix("/auth/v1").expect("the token API's address");
        let (page, query) = letter.link.split_once('?').expect("a query");
        assert_eq!(page, "/auth/program", "a link that leads on to a program");
        let form: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let button = self.client.post(format!("{site}{page}")).header("origin", site).form(&form);
        Answer::of(button.send().await.expect("an answer")).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send("PUT", path, Some(body)).await
    }

    pub async fn sign_up(&self, email: &str) -> Answer {
        self.post("/signup", json!({ "email": email, "password": "lamplight" })).await
    }

    pub async fn sign_in(&self, email: &str) -> Answer {
        let body = json!({ "email": email, "password": "lamplight" });
        self.post("/token?grant_type=password", body).await
    }

    pub async fn refresh(&self, token: &str) -> Answer {
        self.post("/token?grant_type=refresh_token", json!({ "refresh_token": token })).await
    }
}

/// What an access token says.
pub fn claims(token: &str) -> Value {
    part(token, 1)
}

/// One part of an access token.
pub fn part(token: &str, index: usize) -> Value {
    use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
    let part = token.split('.').nth(index).expect("three parts");
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(part).expect("base64");
    serde_json::from_slice(&bytes).expect("JSON")
}

/// Where an answer leads.
pub fn location_of(answer: &Answer) -> url::Url {
    answer.header("location").expect("a target").parse().expect("an address")
}
