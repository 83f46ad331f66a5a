//! Listening, and stopping well: requests under way end, steps of creations end, leases
//! are given back, the database closes.

pub(crate) mod activity;
mod connections;
mod signals;

use std::{io, time::Duration};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    net::TcpListener,
    time::{Instant, timeout_at},
};
use tokio_util::sync::CancellationToken;

pub use signals::Signals;

use crate::{
    compose::Composed,
    config::{Config, ConnectionLimits},
    web::router::router,
};

/// How long requests and steps under way may take once we were told to stop.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long counting the last answers of the companion's model may take, once nothing asks it any more.
const LAST_COUNTS: Duration = Duration::from_secs(2);
/// Files that are open beside the connections: the database's, photos that are received or wait to be
/// decoded, films, child processes.
const OTHER_FILES: usize = 512;

/// Serves until it is told to stop.
pub async fn serve(config: &Config, composed: Composed, mut signals: Signals) -> io::Result<()> {
    let limits = with_room(config.web.connections);
    let listener = TcpListener::bind(config.web.listen).await.map_err(|error| {
        io::Error::new(error.kind(), format!("Cannot listen on {}: {error}", config.web.listen))
    })?;
    println!("Evernear is at http://{}", listener.local_addr()?);
    println!("Its data is in {} ({}).", config.storage.data_dir.display(), composed.db.engine());
    if let Some(password) = &composed.admin_password {
        println!("Until it stops, the admin password is {password}");
    }
    let stop = CancellationToken::new();
    let asked = stop.clone();
    tokio::spawn(async move {
        signals.told().await;
        asked.cancel();
    });
    serve_limited(listener, composed, limits, stop).await
}

/// Serves on an open listener until `stop`.
pub async fn serve_until(
    listener: TcpListener,
    composed: Composed,
    stop: CancellationToken,
) -> io::Result<()> {
    let limits = composed.state.config.web.connections;
    serve_limited(listener, composed, limits, stop).await
}

async fn serve_limited(
    listener: TcpListener,
    composed: Composed,
    limits: ConnectionLimits,
    stop: CancellationToken,
) -> io::Result<()> {
    let worker = tokio::spawn(composed.creation_worker.run(stop.clone()));
    let mail_worker = tokio::spawn(composed.mail_worker.run(stop.clone()));
    let nothing_more_is_asked = CancellationToken::new();
    let counter = tokio::spawn(composed.answer_counter.run(nothing_more_is_asked.clone()));
    let state = composed.state.clone();
    let trusted = composed.state.config.web.trusted_proxies.clone();
    let router = router(&composed.state);
    let server = tokio::spawn(connections::serve(listener, router, limits, trusted, stop.clone()));
    stop.cancelled().await;
    tracing::info!("stopping");
    let until = Instant::now() + PATIENCE;
    if timeout_at(until, server).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
    if timeout_at(until, state.background.ended()).await.is_err() {
        tracing::warn!("some mails that were asked for were not written in time");
    }
    if timeout_at(until, worker).await.is_err() {
        tracing::warn!("some steps did not end in time");
    }
    if timeout_at(until, mail_worker).await.is_err() {
        tracing::warn!("some mails did not end in time");
    }
    nothing_more_is_asked.cancel();
    if timeout_at(until.max(Instant::now() + LAST_COUNTS), counter).await.is_err() {
        tracing::warn!("some answers of the companion's model were not counted in time");
    }
    composed.db.close().await;
    Ok(())
}

/// Lets this process open as many files as its connections need. Where the system refuses, there
/// are fewer connections: without a free file none could be accepted, nor anything be read.
fn with_room(limits: ConnectionLimits) -> ConnectionLimits {
    let needed = u64::try_from(limits.most.saturating_add(OTHER_FILES)).unwrap_or(u64::MAX);
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_some_and(|current| current < needed) {
        let raised = maximum.map_or(needed, |maximum| maximum.min(needed));
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }) {
            tracing::warn!(%error, "the limit of open files cannot be raised");
        }
    }
    let files = getrlimit(Resource::Nofile)
        .current
        .map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
    let most = limits.most.min(files.saturating_sub(OTHER_FILES).max(files / 2));
    if most < limits.most {
        tracing::warn!(most, "fewer connections than configured: the limit of open files is low");
    }
    ConnectionLimits { most, ..limits }
}
