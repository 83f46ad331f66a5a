//! axum with one fixed answer for everything: what serving a page can cost at the least.
//! `cargo xtask bench pages` runs it beside the server, with a page that it took from there.
//!
//! `fixed_bytes ADDRESS HEADERS BODY [DATABASE]`: two files, headers one a line. With the file of a SQLite
//! database it answers after it has read one session there by its index, as the least that a page for
//! somebody can cost.

use std::{error::Error, fs};

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue},
    response::Response,
    routing::any,
    serve::ListenerExt,
};
use bytes::Bytes;
use sqlx::{
    SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions},
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (address, headers, body, database) = match &words[..] {
        [address, headers, body] => (address, headers, body, None),
        [address, headers, body, database] => (address, headers, body, Some(database)),
        _ => return Err("fixed_bytes ADDRESS HEADERS BODY [DATABASE]".into()),
    };
    let mut fixed = HeaderMap::new();
    for line in fs::read_to_string(headers)?.lines() {
        let (name, value) = line.split_once(':').ok_or("a header is `name: value`")?;
        fixed.insert(name.parse::<HeaderName>()?, HeaderValue::from_str(value.trim())?);
    }
    let body = Bytes::from(fs::read(body)?);
    let readers = match database {
        Some(file) => Some(Readers::open(file).await?),
        None => None,
    };
    let answer = any(move || async move {
        if let Some(readers) = readers {
            readers.read().await;
        }
        let mut response = Response::new(Body::from(body));
        *response.headers_mut() = fixed;
        response
    });
    let listener = tokio::net::TcpListener::bind(address).await?;
    // As the server does: small answers must not wait for more to come.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let router = Router::new().route("/", answer.clone()).route("/{*path}", answer);
    axum::serve(listener, router).await?;
    Ok(())
}

/// Connections to a database, and the digest of a session in it.
#[derive(Clone)]
struct Readers {
    pool: SqlitePool,
    digest: String,
}

impl Readers {
    async fn open(file: &str) -> Result<Self, sqlx::Error> {
        let options =
            SqliteConnectOptions::new().filename(file).journal_mode(SqliteJournalMode::Wal);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // As many as the server has, and asked as little.
        let most = u32::try_from(cores).unwrap_or(u32::MAX).clamp(4, 16);
        let pool = SqlitePoolOptions::new().max_connections(most).test_before_acquire(false);
        let pool = pool.connect_with(options).await?;
        let (digest,) =
            sqlx::query_as("SELECT token FROM sessions LIMIT 1").fetch_one(&pool).await?;
        Ok(Self { pool, digest })
    }

    async fn read(&self) {
        let sql = "SELECT account_id FROM sessions WHERE token = $1";
        let found = sqlx::query_as::<_, (String,)>(sql).bind(&self.digest).fetch_one(&self.pool);
        found.await.expect("the session is there");
    }
}
