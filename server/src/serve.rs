//! Listening, and stopping well: requests under way end, steps of creations end, leases
//! are given back, the database closes.

use std::{future::IntoFuture, io, net::SocketAddr, time::Duration};

use axum::serve::ListenerExt;
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::{compose::Composed, config::Config, web::router::router};

/// How long requests and steps under way may take once we were told to stop.
const PATIENCE: Duration = Duration::from_secs(20);

/// Serves until SIGTERM or Ctrl-C.
pub async fn serve(config: &Config, composed: Composed) -> io::Result<()> {
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
        if let Err(error) = told_to_stop().await {
            tracing::error!(%error, "signals cannot be heard");
        }
        asked.cancel();
    });
    serve_until(listener, composed, stop).await
}

/// Serves on an open listener until `stop`.
pub async fn serve_until(
    listener: TcpListener,
    composed: Composed,
    stop: CancellationToken,
) -> io::Result<()> {
    let worker = tokio::spawn(composed.runner.run(stop.clone()));
    let postman = tokio::spawn(composed.postman.run(stop.clone()));
    // Small answers must not wait for more to come.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps its delay");
        }
    });
    let asked = stop.clone();
    let service = router(&composed.state).into_make_service_with_connect_info::<SocketAddr>();
    let server = axum::serve(listener, service)
        .with_graceful_shutdown(async move { asked.cancelled().await })
        .into_future();
    let server = tokio::spawn(server);
    stop.cancelled().await;
    tracing::info!("stopping");
    if timeout(PATIENCE, server).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
    if timeout(PATIENCE, worker).await.is_err() {
        tracing::warn!("some steps did not end in time");
    }
    if timeout(PATIENCE, postman).await.is_err() {
        tracing::warn!("some mails did not end in time");
    }
    composed.db.close().await;
    Ok(())
}

async fn told_to_stop() -> io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = terminate.recv() => Ok(()),
        asked = tokio::signal::ctrl_c() => asked,
    }
}
