//! Recordings that films carry: reading and keeping them.

use async_trait::async_trait;
use evernear_rules::wire::Trim;

use super::{CpuSpent, PhotoFile, PhotoReadError, StoreError};
use crate::domain::{
    id::{AccountId, CreationId, RecordingId},
    media::Recording,
    timestamp::Timestamp,
};

/// Where photos of a draft or creation expire, its recording does, in the same transaction
/// ([`super::PhotoStore`], [`super::DraftStore`], [`super::CreationStore`]).
#[async_trait]
pub trait RecordingStore: Send + Sync {
    /// Makes it the recording of its owner's draft; the one before it expires.
    async fn put_recording(&self, recording: &Recording, at: Timestamp) -> Result<(), StoreError>;
    /// One that has not expired.
    async fn recording_of_draft(
        &self,
        owner: AccountId,
        now: Timestamp,
    ) -> Result<Option<Recording>, StoreError>;
    async fn recording_of_creation(
        &self,
        creation: CreationId,
    ) -> Result<Option<Recording>, StoreError>;
    /// A recording that has not expired, for its owner.
    async fn recording(
        &self,
        owner: AccountId,
        id: RecordingId,
        now: Timestamp,
    ) -> Result<Option<Recording>, StoreError>;
    /// Sets which part of the draft's recording is heard.
    async fn trim_recording(
        &self,
        owner: AccountId,
        id: RecordingId,
        trim: Trim,
    ) -> Result<(), StoreError>;
    /// Marks a recording of the draft as expired; no when there is none.
    async fn expire_recording(
        &self,
        owner: AccountId,
        id: RecordingId,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Recordings whose time is over, oldest first.
    async fn expired_recordings(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<RecordingId>, StoreError>;
    /// Whether there is such a row, whoever it belongs to.
    async fn recording_exists(&self, id: RecordingId) -> Result<bool, StoreError>;
    /// Removes the row, after its object is gone.
    async fn forget_recording(&self, id: RecordingId) -> Result<(), StoreError>;
}

/// Reads what people upload.
#[async_trait]
pub trait RecordingReader: Send + Sync {
    /// Decodes under limits, drops metadata. Clients whose uploads have cost much wait longer when
    /// several wait.
    async fn read_recording(
        &self,
        client: &str,
        file: &dyn PhotoFile,
        spent: CpuSpent<'_>,
    ) -> Result<ReadRecording, RecordingReadError>;
}

/// A recording that was decoded.
#[derive(Debug)]
pub struct ReadRecording {
    /// Milliseconds.
    pub length: u32,
    /// One channel of it, WAV without metadata.
    pub sound: Vec<u8>,
    /// How loud it is along its length, 0 to 100 each.
    pub peaks: Vec<u8>,
}

/// Why an upload is not a recording we can use.
#[derive(Debug, thiserror::Error)]
pub enum RecordingReadError {
    #[error("not a sound")]
    NotASound,
    #[error("a kind of sound that is not read")]
    Unsupported,
    #[error("longer than three minutes")]
    TooLong,
    #[error("shorter than half a second")]
    TooShort,
    #[error("nothing is heard in it")]
    Silent,
    #[error("damaged")]
    Damaged,
    #[error("it took too long")]
    TooSlow,
    #[error("too many are being read")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Both are read in the same places, and wait for the same reasons.
impl From<PhotoReadError> for RecordingReadError {
    fn from(error: PhotoReadError) -> Self {
        match error {
            PhotoReadError::NotAnImage => Self::NotASound,
            PhotoReadError::Unsupported => Self::Unsupported,
            PhotoReadError::TooLarge | PhotoReadError::Damaged => Self::Damaged,
            PhotoReadError::TooSlow => Self::TooSlow,
            PhotoReadError::Busy => Self::Busy,
            PhotoReadError::Store(error) => Self::Store(error),
        }
    }
}
