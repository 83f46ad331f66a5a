//! Objects as files below one folder. A file appears whole or not at all: it is written
//! beside its place, synced, renamed, and the folder synced.

use std::{
    io::{self, ErrorKind, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use async_trait::async_trait;
use bytes::Bytes;
use evernear_app::{
    domain::{media::ObjectKey, timestamp::Timestamp},
    ports::{Chunks, Objects, StoreError},
};
use futures::{TryStreamExt as _, stream};
use rustix::fs::{Access, access, statvfs};
use tokio::{
    fs::{self, File},
    io::AsyncWriteExt,
};

/// Files below `root`.
pub struct FileObjects {
    root: PathBuf,
    reserve: u64,
}

impl FileObjects {
    /// Makes the folder where it is missing. Below `reserve` free bytes there is no room.
    pub async fn open(root: PathBuf, reserve: u64) -> Result<Self, StoreError> {
        fs::create_dir_all(&root).await.map_err(StoreError::new)?;
        Ok(Self { root, reserve })
    }

    fn path(&self, key: &ObjectKey) -> PathBuf {
        self.root.join(key.as_str())
    }
}

#[async_trait]
impl Objects for FileObjects {
    async fn put(&self, key: &ObjectKey, bytes: Vec<u8>) -> Result<(), StoreError> {
        let whole = stream::once(async move { Ok(Bytes::from(bytes)) });
        self.put_chunks(key, Box::pin(whole)).await
    }

    async fn put_chunks(&self, key: &ObjectKey, mut chunks: Chunks) -> Result<(), StoreError> {
        let path = self.path(key);
        let folder = path.parent().map_or_else(|| self.root.clone(), PathBuf::from);
        fs::create_dir_all(&folder).await.map_err(StoreError::new)?;
        let beside = path.with_extension("part");
        let written = async {
            let mut file = File::create(&beside).await.map_err(StoreError::new)?;
            while let Some(chunk) = chunks.try_next().await? {
                file.write_all(&chunk).await.map_err(StoreError::new)?;
            }
            synced(file, &beside, &path, &folder).await.map_err(StoreError::new)
        }
        .await;
        if written.is_err() {
            // Whatever could be written of it is of no use; its absence is no fault.
            let _ = fs::remove_file(&beside).await;
        }
        written
    }

    async fn get(&self, key: &ObjectKey) -> Result<Option<Vec<u8>>, StoreError> {
        present(fs::read(self.path(key)).await)
    }

    async fn get_range(
        &self,
        key: &ObjectKey,
        from: u64,
        to: u64,
    ) -> Result<Option<(Vec<u8>, u64)>, StoreError> {
        let path = self.path(key);
        // All of it on one thread at once: `tokio::fs` would go there and back for each call and each growth.
        let read = tokio::task::spawn_blocking(move || read_range(&path, from, to)).await;
        present(read.map_err(StoreError::new)?)
    }

    async fn length(&self, key: &ObjectKey) -> Result<Option<u64>, StoreError> {
        Ok(present(fs::metadata(self.path(key)).await)?.map(|metadata| metadata.len()))
    }

    async fn copy(&self, from: &ObjectKey, to: &ObjectKey) -> Result<bool, StoreError> {
        let Some(bytes) = self.get(from).await? else { return Ok(false) };
        self.put(to, bytes).await?;
        Ok(true)
    }

    async fn older_than(&self, time: Timestamp) -> Result<Vec<ObjectKey>, StoreError> {
        let mut found = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            let Some(mut entries) = present(fs::read_dir(&folder).await)? else { continue };
            while let Some(entry) = entries.next_entry().await.map_err(StoreError::new)? {
                let Some(metadata) = present(entry.metadata().await)? else { continue };
                if metadata.is_dir() {
                    folders.push(entry.path());
                } else if written(&metadata) < time {
                    let path = entry.path();
                    let name = path.strip_prefix(&self.root).ok().and_then(|path| path.to_str());
                    found.extend(name.and_then(ObjectKey::parse));
                }
            }
        }
        Ok(found)
    }

    async fn has_room(&self, to_come: u64) -> Result<(), StoreError> {
        let (root, reserve) = (self.root.clone(), self.reserve.saturating_add(to_come));
        let looked = tokio::task::spawn_blocking(move || room_beyond(&root, reserve)).await;
        looked.map_err(StoreError::new)?.map_err(StoreError::new)
    }

    async fn probe(&self) -> Result<(), StoreError> {
        let root = self.root.clone();
        let looked = tokio::task::spawn_blocking(move || can_keep(&root)).await;
        looked.map_err(StoreError::new)?.map_err(StoreError::new)
    }

    async fn delete(&self, key: &ObjectKey) -> Result<(), StoreError> {
        let path = self.path(key);
        present(fs::remove_file(&path).await)?;
        if let Some(folder) = path.parent() {
            // Empty folders go as well; one that still holds something stays.
            let _ = fs::remove_dir(folder).await;
        }
        Ok(())
    }
}

/// Room that a folder needs: a memory and its photos take less.
const ROOM: u64 = 16 * 1024 * 1024;

/// Whether files can be kept in this folder, found out without writing one.
pub fn can_keep(folder: &Path) -> io::Result<()> {
    if !std::fs::metadata(folder)?.is_dir() {
        return Err(io::Error::from(ErrorKind::NotADirectory));
    }
    access(folder, Access::WRITE_OK | Access::EXEC_OK)?;
    room_beyond(folder, ROOM)
}

/// Whether more than this many bytes are free where the folder is.
fn room_beyond(folder: &Path, reserve: u64) -> io::Result<()> {
    let disk = statvfs(folder)?;
    let room = disk.f_bavail.saturating_mul(disk.f_frsize);
    // Some file systems do not count their blocks.
    if disk.f_blocks > 0 && room < reserve {
        return Err(io::Error::new(
            ErrorKind::StorageFull,
            format!("only {room} bytes are free where files are kept"),
        ));
    }
    Ok(())
}

/// Bytes `from..=to` of a file, as far as it reaches, and its whole length.
fn read_range(path: &Path, from: u64, to: u64) -> io::Result<(Vec<u8>, u64)> {
    let mut file = std::fs::File::open(path)?;
    let length = file.metadata()?.len();
    let wanted = to.saturating_add(1).min(length).saturating_sub(from);
    let mut bytes = Vec::with_capacity(usize::try_from(wanted).map_err(io::Error::other)?);
    file.seek(SeekFrom::Start(from))?;
    file.take(wanted).read_to_end(&mut bytes)?;
    Ok((bytes, length))
}

/// When a file was last written; the distant past where the file system does not say.
fn written(metadata: &std::fs::Metadata) -> Timestamp {
    let modified = metadata.modified().ok();
    let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Puts a file that was written `beside` its place there, durably.
async fn synced(mut file: File, beside: &Path, path: &Path, folder: &Path) -> io::Result<()> {
    // Tokio's files write behind: an error of the last write is told here, and nowhere else.
    file.flush().await?;
    file.sync_all().await?;
    fs::rename(beside, path).await?;
    File::open(folder).await?.sync_all().await
}

/// Absence is an answer, not a fault.
fn present<T>(result: io::Result<T>) -> Result<Option<T>, StoreError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::new(error)),
    }
}

#[cfg(test)]
mod tests {
    use evernear_app::domain::id::CreationId;

    use super::*;

    #[tokio::test]
    async fn an_object_is_kept_read_in_parts_and_gone_with_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let objects = FileObjects::open(folder.path().join("objects"), 0).await.expect("opened");
        let key = ObjectKey::film(CreationId::new(Timestamp(7), &[7; 10]));
        assert_eq!(objects.get(&key).await.expect("asked"), None);
        objects.put(&key, b"0123456789".to_vec()).await.expect("kept");
        assert_eq!(objects.length(&key).await.expect("asked"), Some(10));
        let part = objects.get_range(&key, 2, 4).await.expect("asked");
        assert_eq!(part, Some((b"234".to_vec(), 10)));
        let tail = objects.get_range(&key, 8, 99).await.expect("asked");
        assert_eq!(tail, Some((b"89".to_vec(), 10)));
        let beyond = objects.get_range(&key, 12, 99).await.expect("asked");
        assert_eq!(beyond, Some((Vec::new(), 10)));
        objects.delete(&key).await.expect("deleted");
        objects.delete(&key).await.expect("deleted again");
        assert!(
            !folder.path().join("objects").join(key.as_str()).parent().expect("a parent").exists()
        );
    }
}
