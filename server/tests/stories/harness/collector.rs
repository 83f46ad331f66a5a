//! A form-collection service that takes, refuses or never answers, and looks into the
//! database whenever it is told something.

use std::sync::{Arc, Mutex, OnceLock};

use axum::{Router, extract::State, http::StatusCode, routing::post};
use evernear_server::store::Db;
use serde_json::Value;
use tokio::net::TcpListener;

/// What it does when it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Takes,
    Refuses,
    Redirects,
    NeverAnswers,
}

/// What it was told, and how many applications were stored by then.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    pub body: Value,
    pub stored: i64,
}

#[derive(Clone)]
pub struct Collector {
    pub url: String,
    mood: Mood,
    db: Arc<OnceLock<Db>>,
    told: Arc<Mutex<Vec<ReceivedRequest>>>,
}

impl Collector {
    pub async fn open(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/forms/key", listener.local_addr().expect("bound"));
        let collector = Self { url, mood, db: Arc::default(), told: Arc::default() };
        let router = Router::new().route("/forms/key", post(take)).with_state(collector.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        collector
    }

    /// The database it looks into.
    pub fn watches(&self, db: &Db) {
        assert!(self.db.set(db.clone()).is_ok(), "one database");
    }

    pub fn told(&self) -> Vec<ReceivedRequest> {
        self.told.lock().expect("whole").clone()
    }
}

async fn take(State(collector): State<Collector>, body: String) -> StatusCode {
    let db = collector.db.get().expect("watched").clone();
    let sql = "SELECT COUNT(*) FROM waitlist_entries";
    let row = db.row(sql, Vec::new()).await.expect("asked").expect("a row");
    let told = ReceivedRequest {
        body: serde_json::from_str(&body).expect("JSON"),
        stored: row.int(0).expect("a number"),
    };
    collector.told.lock().expect("whole").push(told);
    match collector.mood {
        Mood::Takes => StatusCode::OK,
        Mood::Refuses => StatusCode::INTERNAL_SERVER_ERROR,
        Mood::Redirects => StatusCode::MOVED_PERMANENTLY,
        Mood::NeverAnswers => std::future::pending().await,
    }
}
