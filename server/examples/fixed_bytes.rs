//! axum with one fixed answer for everything: what serving a page can cost at the least.
//! `cargo xtask bench pages` runs it beside the server, with a page that it took from there.
//!
//! `fixed_bytes ADDRESS HEADERS BODY`: two files, headers one a line.

use std::{error::Error, fs};

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue},
    response::Response,
    routing::get,
    serve::ListenerExt,
};
use bytes::Bytes;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [address, headers, body] = &words[..] else {
        return Err("fixed_bytes ADDRESS HEADERS BODY".into());
    };
    let mut fixed = HeaderMap::new();
    for line in fs::read_to_string(headers)?.lines() {
        let (name, value) = line.split_once(':').ok_or("a header is `name: value`")?;
        fixed.insert(name.parse::<HeaderName>()?, HeaderValue::from_str(value.trim())?);
    }
    let body = Bytes::from(fs::read(body)?);
    let answer = get(move || async move {
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
