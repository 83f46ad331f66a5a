//! Everything of a person as one zip, written while it is sent: no copy of it is ever kept,
//! and a part of one file at a time is in memory. One archive of an account is on its way at a time.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Extension,
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
};
use bytes::Bytes;
use evernear_app::{
    flows::account::export::{Export, ExportError, export_account},
    ports::Ports,
    problem::Problem,
};
use tokio::sync::mpsc;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::web::{
    extract::request_origin::RequestOrigin,
    media::stream::{self, PART},
    response::page::error_response,
    state::{AppState, session::Principal},
};

/// How many parts may wait for a slow line.
const WAITING: usize = 2;

/// Sends the archive.
pub async fn export(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
) -> Response {
    let Some(member) = who.0 else {
        return Redirect::to("/auth?mode=signin&next=/profile/data").into_response();
    };
    let account = member.account.id;
    let sending = match state.exports.begin(account) {
        Ok(sending) => sending,
        Err(problem) => return error_response(&problem),
    };
    let export = match export_account(&state.ports, &member, &origin).await {
        Ok(export) => export,
        Err(ExportError::Stale) => {
            return Redirect::to("/auth/again?next=/profile/data").into_response();
        }
        Err(ExportError::TooOften(wait)) => return error_response(&Problem::too_many(wait)),
        Err(ExportError::Store(error)) => return error_response(&Problem::from(error)),
    };
    let (sender, receiver) = mpsc::channel(WAITING);
    let ports = state.ports.clone();
    // Ends with the connection, because nobody receives any more.
    tokio::spawn(async move {
        let _sending = sending;
        match write(&ports, export, &sender).await {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                tracing::debug!("an export was not taken");
            }
            Err(error) => {
                tracing::error!(%error, "an export broke off");
                // The line ends here, so that half an archive is not taken for a whole one.
                let _ = sender.send(Err(error)).await;
            }
        }
    });
    let parts = futures::stream::unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|part| (part, receiver))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"evernear-data.zip\""),
        ),
    ];
    (headers, Body::from_stream(parts)).into_response()
}

type Line = mpsc::Sender<io::Result<Bytes>>;

async fn write(ports: &Ports, export: Export, line: &Line) -> io::Result<()> {
    let written = Written::default();
    let mut archive = ZipWriter::new_stream(written.clone());
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, text) in export.texts {
        archive.start_file(name, packed)?;
        for part in text.chunks(PART) {
            archive.write_all(part)?;
            written.send(line).await?;
        }
    }
    for key in export.objects {
        let Some(length) = ports.objects.length(&key).await.map_err(io::Error::other)? else {
            continue;
        };
        archive.start_file(key.as_str(), stored)?;
        let mut at = 0;
        while at < length {
            let part = stream::part(ports.objects.as_ref(), &key, at, length - 1).await?;
            at += part.len() as u64;
            archive.write_all(&part)?;
            written.send(line).await?;
        }
    }
    archive.finish()?;
    written.send(line).await
}

/// What the archive has written and nobody has been sent.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    async fn send(&self, line: &Line) -> io::Result<()> {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if bytes.is_empty() {
            return Ok(());
        }
        line.send(Ok(bytes.into())).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
