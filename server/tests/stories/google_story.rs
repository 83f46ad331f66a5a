//! Signing in with Google, against a party that speaks the same.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::{
    Form, Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::{get, post},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use evernear_app::ports::Ports;
use evernear_server::{
    adapters::google::GoogleOAuth,
    config::{GoogleConfig, Secret},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

use crate::support::{Engine, Person, World, location};

crate::both_engines![
    whoever_comes_from_google_is_in,
    an_account_with_the_same_address_is_the_same_account,
    nobody_brings_somebody_elses_code,
    without_configuration_there_is_no_google,
];

/// What the other side was told, and tells.
#[derive(Clone, Default)]
struct Stub(Arc<Mutex<Told>>);

#[derive(Default)]
struct Told {
    challenge: String,
    profile: Value,
}

async fn token(
    State(stub): State<Stub>,
    Form(form): Form<BTreeMap<String, String>>,
) -> (StatusCode, Json<Value>) {
    let told = stub.0.lock().expect("told");
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(form["code_verifier"].as_bytes()));
    let right = challenge == told.challenge
        && form["code"] == "good"
        && form["client_secret"] == "hunter2"
        && form["redirect_uri"].ends_with("/auth/google/return");
    if right {
        (StatusCode::OK, Json(json!({ "access_token": "t0ken" })))
    } else {
        (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })))
    }
}

async fn userinfo(State(stub): State<Stub>, headers: HeaderMap) -> (StatusCode, Json<Value>) {
    if headers["authorization"] != "Bearer t0ken" {
        return (StatusCode::UNAUTHORIZED, Json(Value::Null));
    }
    (StatusCode::OK, Json(stub.0.lock().expect("told").profile.clone()))
}

async fn with_google(engine: Engine) -> (World, Stub) {
    let stub = Stub::default();
    let router = Router::new()
        .route("/token", post(token))
        .route("/userinfo", get(userinfo))
        .with_state(stub.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("bound"));
    tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
    let config = GoogleConfig {
        client_id: "us".to_owned(),
        client_secret: Secret("hunter2".to_owned()),
        url: Some(url),
    };
    let google = GoogleOAuth::new(&config).expect("a client");
    let world =
        World::open_with(engine, |ports| Ports { google: Some(Arc::new(google)), ..ports }).await;
    (world, stub)
}

fn profile(stub: &Stub, subject: &str, email: &str, verified: bool) {
    stub.0.lock().expect("told").profile = json!({
        "sub": subject, "email": email, "email_verified": verified, "name": "Thandi",
    });
}

/// Goes to Google and comes back.
async fn comes(person: &Person, stub: &Stub, from: &str) -> reqwest::Response {
    let address = person.led_to(from).await.expect("away");
    let query: BTreeMap<String, String> =
        form_urlencoded::parse(address.split_once('?').expect("a query").1.as_bytes())
            .into_owned()
            .collect();
    assert_eq!(query["code_challenge_method"], "S256");
    stub.0.lock().expect("told").challenge.clone_from(&query["code_challenge"]);
    person.get(&format!("/auth/google/return?code=good&state={}", query["state"])).await
}

async fn whoever_comes_from_google_is_in(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    profile(&stub, "1", "Thandi@Example.com", true);
    let thandi = Person::visitor(&world.base);
    assert!(thandi.page("/auth").await.contains("Sign in with Google"));
    let answer = comes(&thandi, &stub, "/auth/google").await;
    assert_eq!(location(&answer).as_deref(), Some("/"), "spec §2: to the start");
    assert!(thandi.page("/dashboard").await.contains("Hello, thandi"));
    let again = Person::visitor(&world.base);
    profile(&stub, "1", "moved@example.com", true);
    let answer = comes(&again, &stub, "/auth/google?next=/couple").await;
    assert_eq!(location(&answer).as_deref(), Some("/couple"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1, "the same person");
    // There is no password to sign in with, and none to guess.
    let answer = again.sign_in("thandi@example.com", "").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let terms = world.number("SELECT COUNT(*) FROM accounts WHERE terms_at IS NULL").await;
    assert_eq!(terms, 1, "asked before the first creation");
    world.books_hold().await;
}

async fn an_account_with_the_same_address_is_the_same_account(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    Person::member(&world, "thandi").await;
    let phone = Person::visitor(&world.base);
    profile(&stub, "1", "thandi@example.com", false);
    let page = comes(&phone, &stub, "/auth/google").await.text().await.expect("text");
    assert!(page.contains("Google has not confirmed this address."), "{page}");
    profile(&stub, "1", "thandi@example.com", true);
    comes(&phone, &stub, "/auth/google").await;
    assert!(phone.page("/dashboard").await.contains("Hello, thandi"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1);
    assert_eq!(world.number("SELECT COUNT(*) FROM identities").await, 2);
}

async fn nobody_brings_somebody_elses_code(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    profile(&stub, "1", "thief@example.com", true);
    let victim = Person::visitor(&world.base);
    for path in [
        "/auth/google/return?code=good&state=",
        "/auth/google/return?code=good&state=guessed",
        "/auth/google/return",
    ] {
        let answer = victim.get(path).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
    victim.led_to("/auth/google").await.expect("away");
    let answer = victim.get("/auth/google/return?code=good&state=the-thiefs").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(victim.led_to("/dashboard").await.is_some());
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
}

async fn without_configuration_there_is_no_google(engine: Engine) {
    let world = World::open(engine).await;
    let someone = Person::visitor(&world.base);
    assert!(!someone.page("/auth").await.contains("Google"));
    assert_eq!(someone.led_to("/auth/google").await.as_deref(), Some("/auth"));
}
