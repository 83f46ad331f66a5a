//! A party that speaks as Google does: it knows one person, takes one code, and signs what
//! it says with a key that it publishes.

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
use evernear_app::domain::timestamp::Timestamp;
use evernear_server::config::{GoogleConfig, Secret};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

/// What the other side was told, and tells.
#[derive(Clone)]
pub struct GoogleStub(Arc<Inner>);

struct Inner {
    key: EcdsaKeyPair,
    told: Mutex<GoogleState>,
}

#[derive(Default)]
struct GoogleState {
    url: String,
    challenges: Vec<String>,
    profile: Value,
    keys_asked: usize,
    keeps_keys: bool,
}

impl GoogleStub {
    /// Listens on a port of its own.
    pub async fn open() -> Self {
        let stub = Self(Arc::new(Inner { key: new_key(), told: Mutex::default() }));
        let router = Router::new()
            .route("/token", post(token))
            .route("/userinfo", get(userinfo))
            .route("/certs", get(certs))
            .with_state(stub.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        stub.told().url = format!("http://{}", listener.local_addr().expect("bound"));
        tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
        stub
    }

    /// Where a server finds it.
    pub fn config(&self) -> GoogleConfig {
        GoogleConfig {
            client_id: "us".to_owned(),
            more_client_ids: vec!["our-phone-app".to_owned()],
            client_secret: Secret("hunter2".to_owned()),
            url: Some(self.told().url.clone()),
        }
    }

    /// Who comes next.
    pub fn knows(&self, subject: &str, email: &str, verified: bool) {
        self.told().profile = json!({
            "sub": subject, "email": email, "email_verified": verified, "name": "Thandi",
        });
    }

    /// A browser comes by; what it brings along.
    pub fn visited(&self, address: &str) -> BTreeMap<String, String> {
        let (start, query) = address.split_once('?').expect("a query");
        assert_eq!(start, format!("{}/authorize", self.told().url));
        let query: BTreeMap<String, String> =
            form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        assert_eq!(query["code_challenge_method"], "S256");
        self.told().challenges.push(query["code_challenge"].clone());
        query
    }

    /// What it would sign for our program about who comes next, with these members instead.
    pub fn id_token(&self, now: Timestamp, changes: &Value) -> String {
        let mut claims = self.told().profile.clone();
        claims["iss"] = json!(self.told().url);
        claims["aud"] = json!("us");
        claims["exp"] = json!(now.0 / 1000 + 3600);
        for (name, value) in changes.as_object().expect("members") {
            claims[name] = value.clone();
        }
        signed(&self.0.key, "theirs", &claims)
    }

    /// The same, signed by somebody who only says so.
    pub fn forged(&self, now: Timestamp, key_id: &str) -> String {
        let mut claims = self.told().profile.clone();
        claims["iss"] = json!(self.told().url);
        claims["aud"] = json!("us");
        claims["exp"] = json!(now.0 / 1000 + 3600);
        signed(&new_key(), key_id, &claims)
    }

    /// How often its keys were asked for.
    pub fn keys_asked(&self) -> usize {
        self.told().keys_asked
    }

    /// Whoever asks for its keys from now on waits without an end.
    pub fn keeps_its_keys(&self) {
        self.told().keeps_keys = true;
    }

    fn told(&self) -> std::sync::MutexGuard<'_, GoogleState> {
        self.0.told.lock().expect("told")
    }
}

fn new_key() -> EcdsaKeyPair {
    let (kind, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
    let key = EcdsaKeyPair::generate_pkcs8(kind, &random).expect("a key");
    EcdsaKeyPair::from_pkcs8(kind, key.as_ref(), &random).expect("a key")
}

fn signed(key: &EcdsaKeyPair, id: &str, claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!("{}.{}", part(&json!({ "alg": "ES256", "kid": id })), part(claims));
    let signature = key.sign(&SystemRandom::new(), text.as_bytes()).expect("signed");
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

async fn token(
    State(stub): State<GoogleStub>,
    Form(form): Form<BTreeMap<String, String>>,
) -> (StatusCode, Json<Value>) {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(form["code_verifier"].as_bytes()));
    let back = &form["redirect_uri"];
    let right = stub.told().challenges.contains(&challenge)
        && form["code"] == "good"
        && form["client_id"] == "us"
        && form["client_secret"] == "hunter2"
        && (back.ends_with("/auth/google/return") || back.ends_with("/auth/v1/callback"));
    if right {
        (StatusCode::OK, Json(json!({ "access_token": "t0ken", "refresh_token": "t1ken" })))
    } else {
        (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })))
    }
}

async fn userinfo(State(stub): State<GoogleStub>, headers: HeaderMap) -> (StatusCode, Json<Value>) {
    if headers["authorization"] != "Bearer t0ken" {
        return (StatusCode::UNAUTHORIZED, Json(Value::Null));
    }
    (StatusCode::OK, Json(stub.told().profile.clone()))
}

async fn certs(State(stub): State<GoogleStub>) -> Json<Value> {
    let keeps_keys = {
        let mut told = stub.told();
        told.keys_asked += 1;
        told.keeps_keys
    };
    if keeps_keys {
        std::future::pending::<()>().await;
    }
    let point = stub.0.key.public_key().as_ref();
    let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    Json(json!({ "keys": [
        { "kty": "OKP", "crv": "Ed25519", "kid": "not one we can use", "x": "AA" },
        { "kty": "EC", "crv": "P-256", "kid": "theirs", "x": part(&point[1..33]), "y": part(&point[33..]) },
    ] }))
}
