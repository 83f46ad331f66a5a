//! Sending a stored object part by part: whoever reads slowly, or not at all, keeps one part in
//! memory and not the file.

use std::{io, sync::Arc};

use axum::body::Body;
use bytes::Bytes;
use evernear_app::{domain::media::ObjectKey, ports::Objects};
use futures::stream;

/// Bytes of one part.
pub const PART: usize = 64 * 1024;

/// Bytes `from..=to` of an object as a body, read while they are sent.
pub fn body(objects: Arc<dyn Objects>, key: ObjectKey, from: u64, to: u64) -> Body {
    Body::from_stream(stream::try_unfold(from, move |at| {
        let (objects, key) = (objects.clone(), key.clone());
        async move {
            if at > to {
                return Ok::<_, io::Error>(None);
            }
            let bytes = part(objects.as_ref(), &key, at, to).await?;
            let next = at + bytes.len() as u64;
            Ok(Some((bytes, next)))
        }
    }))
}

/// The part that begins at `from` and ends at `to` at the latest.
///
/// # Errors
/// Where the object is gone or has become shorter: half of it must not be taken for the whole.
pub async fn part(objects: &dyn Objects, key: &ObjectKey, from: u64, to: u64) -> io::Result<Bytes> {
    let to = to.min(from.saturating_add(PART as u64 - 1));
    let read = objects.get_range(key, from, to).await.map_err(io::Error::other)?;
    match read {
        Some((bytes, _)) if !bytes.is_empty() => Ok(bytes.into()),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use evernear_app::domain::{id::CreationId, timestamp::Timestamp};
    use futures::StreamExt;

    use super::*;
    use crate::adapters::file_objects::FileObjects;

    #[tokio::test]
    async fn an_object_is_sent_in_parts_and_half_of_it_is_a_failure() {
        let folder = tempfile::tempdir().expect("a folder");
        let objects = FileObjects::open(folder.path().join("objects"), 0).await.expect("opened");
        let objects: Arc<dyn Objects> = Arc::new(objects);
        let key = ObjectKey::film(CreationId::new(Timestamp(7), &[7; 10]));
        let whole: Vec<u8> = (0..=250).cycle().take(PART * 2 + 5).collect();
        objects.put(&key, whole.clone()).await.expect("kept");
        let sent = |from, to| body(objects.clone(), key.clone(), from, to).into_data_stream();
        let parts: Vec<_> =
            sent(3, whole.len() as u64 - 1).map(|part| part.expect("sent")).collect().await;
        assert_eq!(parts.iter().map(Bytes::len).collect::<Vec<_>>(), [PART, PART, 2]);
        assert_eq!(parts.concat(), whole[3..]);
        let longer: Vec<_> = sent(0, whole.len() as u64 + 9).collect().await;
        assert!(longer.last().expect("an end").is_err(), "it became shorter meanwhile");
        objects.delete(&key).await.expect("deleted");
        assert!(sent(0, 9).collect::<Vec<_>>().await[0].is_err(), "it is gone");
    }
}
