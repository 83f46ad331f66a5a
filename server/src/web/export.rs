//! Everything of a person as one zip, written while it is sent: no copy of it is ever kept,
//! and one file at a time is in memory.

use std::io::{self, Write};

use axum::{
    Extension,
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
};
use bytes::Bytes;
use evernear_app::{
    flows::export_account::{Export, ExportError, export_account},
    ports::Ports,
    problem::Problem,
};
use tokio::{runtime::Handle, sync::mpsc, task::spawn_blocking};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{origin::From as Came, pages::trouble, router::AppState, session::Who};

/// How much may wait for a slow line, in parts of at most [`PART`] bytes.
const WAITING: usize = 8;
const PART: usize = 64 * 1024;

/// Sends the archive.
pub async fn export(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Came(origin): Came,
) -> Response {
    let Some(member) = who.0 else {
        return Redirect::to("/auth?mode=signin&next=/profile/data").into_response();
    };
    let export = match export_account(&state.ports, &member, &origin).await {
        Ok(export) => export,
        Err(ExportError::Stale) => {
            return Redirect::to("/auth/again?next=/profile/data").into_response();
        }
        Err(ExportError::Store(error)) => return trouble(&Problem::from(error)),
    };
    let (sender, receiver) = mpsc::channel(WAITING);
    let (ports, handle) = (state.ports.clone(), Handle::current());
    spawn_blocking(move || {
        if let Err(error) = write(&ports, &handle, export, sender.clone()) {
            tracing::error!(%error, "an export broke off");
            // The line ends here, so that half an archive is not taken for a whole one.
            let _ = sender.blocking_send(Err(error));
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

type Part = Result<Bytes, io::Error>;

fn write(
    ports: &Ports,
    handle: &Handle,
    export: Export,
    sender: mpsc::Sender<Part>,
) -> io::Result<()> {
    let mut archive = ZipWriter::new_stream(Line { sender, part: Vec::with_capacity(PART) });
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, text) in export.texts {
        archive.start_file(name, packed)?;
        archive.write_all(&text)?;
    }
    for key in export.objects {
        let found = handle.block_on(ports.objects.get(&key)).map_err(io::Error::other)?;
        if let Some(bytes) = found {
            archive.start_file(key.as_str(), stored)?;
            archive.write_all(&bytes)?;
        }
    }
    archive.finish()?.into_inner().flush()
}

/// The way to whoever downloads.
struct Line {
    sender: mpsc::Sender<Part>,
    part: Vec<u8>,
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PART - self.part.len());
        self.part.extend_from_slice(&bytes[..taken]);
        if self.part.len() == PART {
            self.flush()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.part.is_empty() {
            return Ok(());
        }
        let part = std::mem::replace(&mut self.part, Vec::with_capacity(PART));
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        self.sender.blocking_send(Ok(part.into())).map_err(gone)
    }
}
