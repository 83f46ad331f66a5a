//! Files of a person's own as one zip, written while it is sent: no copy of it is ever kept,
//! and a part of one file at a time is in memory.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use evernear_app::{
    domain::media::{ArchiveContent, ArchiveFile, ObjectKey},
    ports::Ports,
};
use tokio::sync::mpsc;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::stream::{self, PART};
use crate::web::state::exports::Sending;

/// How many parts may wait for a slow line.
const WAITING: usize = 2;

/// Sends the files as an archive of this name; `sending` ends with it.
pub fn send(ports: Ports, files: Vec<ArchiveFile>, name: &str, sending: Sending) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING);
    // Ends with the connection, because nobody receives any more.
    tokio::spawn(async move {
        let _sending = sending;
        match write(&ports, files, &sender).await {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                tracing::debug!("an archive was not taken");
            }
            Err(error) => {
                tracing::error!(%error, "an archive broke off");
                // The line ends here, so that half an archive is not taken for a whole one.
                let _ = sender.send(Err(error)).await;
            }
        }
    });
    let parts = futures::stream::unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|part| (part, receiver))
    });
    let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}.zip\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (
            header::CONTENT_DISPOSITION,
            disposition.unwrap_or(HeaderValue::from_static("attachment")),
        ),
    ];
    (headers, Body::from_stream(parts)).into_response()
}

type Line = mpsc::Sender<io::Result<Bytes>>;

async fn write(ports: &Ports, files: Vec<ArchiveFile>, line: &Line) -> io::Result<()> {
    let written = Written::default();
    let mut archive = ZipWriter::new_stream(written.clone());
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    // Pictures and films do not get smaller.
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for ArchiveFile { name, content } in files {
        match content {
            ArchiveContent::Text(text) => {
                archive.start_file(name, packed)?;
                for part in text.chunks(PART) {
                    archive.write_all(part)?;
                    written.send(line).await?;
                }
            }
            ArchiveContent::Object(key) => {
                let Some(length) = length_of(ports, &key).await? else { continue };
                archive.start_file(name, stored)?;
                let mut at = 0;
                while at < length {
                    let part = stream::part(ports.objects.as_ref(), &key, at, length - 1).await?;
                    at += part.len() as u64;
                    archive.write_all(&part)?;
                    written.send(line).await?;
                }
            }
        }
    }
    archive.finish()?;
    written.send(line).await
}

async fn length_of(ports: &Ports, key: &ObjectKey) -> io::Result<Option<u64>> {
    ports.objects.length(key).await.map_err(io::Error::other)
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
