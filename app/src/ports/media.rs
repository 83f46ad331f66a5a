//! Photos and files: reading, keeping and finding them.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use evernear_rules::{
    presentation::TouchUp,
    wire::{Crop, CutOutCertainty, Who},
};
use futures::stream::BoxStream;

use crate::{
    domain::{
        id::{AccountId, CreationId, IncomingId, PhotoId},
        media::{Batch, Incoming, IncomingPhoto, ObjectKey, Photo},
        timestamp::Timestamp,
    },
    ports::StoreError,
};

#[derive(Debug, thiserror::Error)]
pub enum AddPhotoError {
    #[error("the draft has as many photos, or keepsakes, as it may")]
    Full,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait PhotoStore: Send + Sync {
    /// Adds a photo to its owner's draft, unless that has three, or a keepsake where it is one. Its place is that
    /// of whom it shows; where nobody says, it comes last. The place is the answer.
    async fn add(&self, photo: &Photo, at: Timestamp) -> Result<u32, AddPhotoError>;
    /// Adds a photo that came with the request of a client program, which is about to begin this
    /// creation; it is of no draft.
    async fn add_of_request(
        &self,
        photo: &Photo,
        request: CreationId,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// Marks the photos as expired that were to be of this creation, and are of none.
    async fn expire_of_request(
        &self,
        owner: AccountId,
        request: CreationId,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// In the order the person gave them, without expired ones.
    async fn of_draft(&self, owner: AccountId, now: Timestamp) -> Result<Vec<Photo>, StoreError>;
    async fn of_creation(&self, creation: CreationId) -> Result<Vec<Photo>, StoreError>;
    /// A photo that has not expired, for its owner.
    async fn get(
        &self,
        owner: AccountId,
        id: PhotoId,
        now: Timestamp,
    ) -> Result<Option<Photo>, StoreError>;
    /// Says whom a photo of the draft shows; nothing happens to a keepsake.
    async fn label(
        &self,
        owner: AccountId,
        id: PhotoId,
        who: Option<Who>,
    ) -> Result<(), StoreError>;
    /// Sets which part of a photo of the draft is shown.
    async fn frame(&self, owner: AccountId, id: PhotoId, crop: Crop) -> Result<(), StoreError>;
    /// Sets who of a photo of the draft is cut out.
    async fn touch_up(
        &self,
        owner: AccountId,
        id: PhotoId,
        touch_up: &TouchUp,
    ) -> Result<(), StoreError>;
    /// Marks a photo of the draft as expired; no when there is none.
    async fn expire(
        &self,
        owner: AccountId,
        id: PhotoId,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Marks the photos of the draft that were chosen together as expired; how many there
    /// were.
    async fn expire_batch(
        &self,
        owner: AccountId,
        batch: &Batch,
        at: Timestamp,
    ) -> Result<u64, StoreError>;
    /// Marks the photos of a creation that ended as expired; how many there were.
    async fn expire_of_creation(
        &self,
        owner: AccountId,
        creation: CreationId,
        at: Timestamp,
    ) -> Result<u64, StoreError>;
    /// Photos whose time is over, oldest first.
    async fn expired(&self, now: Timestamp, limit: u32) -> Result<Vec<Photo>, StoreError>;
    /// Whether there is such a row, whoever it belongs to, also of one that waits to be added.
    async fn exists(&self, id: PhotoId) -> Result<bool, StoreError>;
    /// Removes the row, after its objects are gone.
    async fn forget(&self, id: PhotoId) -> Result<(), StoreError>;
}

/// Why photos that wait were not added to a draft. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum AddIncomingError {
    #[error("they are not there, or wait for somebody else")]
    Gone,
    #[error("the draft has room for {room} more, and these are {photos}")]
    Full { room: u32, photos: u32 },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Photos that a phone handed on and that are nobody's yet. Whoever asks names the keyed digest of
/// their token; those of another one, and those whose time is over, are as if they were not there.
#[async_trait]
pub trait IncomingStore: Send + Sync {
    /// Keeps what came together; no when as many wait as may.
    async fn keep_incoming(&self, incoming: &Incoming, at: Timestamp) -> Result<bool, StoreError>;
    /// How many wait, those included that are still to be swept.
    async fn waiting_incoming(&self) -> Result<u32, StoreError>;
    /// In the order in which they came; empty where nothing waits.
    async fn incoming_photos(
        &self,
        id: IncomingId,
        token_hash: &str,
        now: Timestamp,
    ) -> Result<Vec<IncomingPhoto>, StoreError>;
    /// Makes all of them photos of the owner's draft, which expire then, or none: the draft keeps to
    /// the number it may have. Of two that ask at once one gets them.
    async fn add_incoming(
        &self,
        id: IncomingId,
        token_hash: &str,
        owner: AccountId,
        expires_at: Timestamp,
        at: Timestamp,
    ) -> Result<(), AddIncomingError>;
    /// Marks them as expired; how many there were.
    async fn expire_incoming(
        &self,
        id: IncomingId,
        token_hash: &str,
        at: Timestamp,
    ) -> Result<u64, StoreError>;
    /// Photos whose time is over, oldest first.
    async fn expired_incoming(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<PhotoId>, StoreError>;
    /// Removes the row, after its objects are gone.
    async fn forget_incoming(&self, id: PhotoId) -> Result<(), StoreError>;
}

/// A photo or picture that lies in a file.
#[async_trait]
pub trait PhotoFile: Send + Sync {
    /// All of it; asked for again after a wait, so that nothing waits in memory.
    async fn bytes(&self) -> Result<Vec<u8>, StoreError>;
}

/// One in the file store.
pub struct StoredPhoto {
    pub objects: Arc<dyn Objects>,
    pub key: ObjectKey,
}

#[async_trait]
impl PhotoFile for StoredPhoto {
    async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        let bytes = self.objects.get(&self.key).await?;
        bytes.ok_or_else(|| StoreError::new(format!("{:?} is not there any more", self.key)))
    }
}

/// Told the processor time that a photo took, once, also where reading it was given up.
pub type CpuSpent<'a> = &'a (dyn Fn(Duration) + Send + Sync);

/// Reads what people upload.
#[async_trait]
pub trait PhotoReader: Send + Sync {
    /// Decodes under limits, turns upright, drops metadata. Clients whose photos have cost much
    /// wait longer when several wait.
    async fn read(
        &self,
        client: &str,
        file: &dyn PhotoFile,
        spent: CpuSpent<'_>,
    ) -> Result<ReadPhoto, PhotoReadError>;
}

/// A photo that was decoded.
pub struct ReadPhoto {
    pub width: u32,
    pub height: u32,
    /// The upright photo, JPEG without metadata.
    pub upright: Vec<u8>,
    /// A small copy, JPEG.
    pub preview: Vec<u8>,
    /// The part around the faces.
    pub suggested: Crop,
}

/// Why an upload is not a photo we can use.
#[derive(Debug, thiserror::Error)]
pub enum PhotoReadError {
    #[error("not an image")]
    NotAnImage,
    #[error("a kind of image that is not read")]
    Unsupported,
    #[error("too many pixels")]
    TooLarge,
    #[error("damaged")]
    Damaged,
    #[error("it took too long")]
    TooSlow,
    #[error("too many are being read")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A file as it comes, piece by piece.
pub type Chunks = BoxStream<'static, Result<Bytes, StoreError>>;

/// Keeps files.
#[async_trait]
pub trait Objects: Send + Sync {
    /// Durable when it returns; replaces what was there.
    async fn put(&self, key: &ObjectKey, bytes: Vec<u8>) -> Result<(), StoreError>;
    /// Like [`Self::put`], of a file that is not held in memory. Nothing is replaced where it breaks
    /// off.
    async fn put_chunks(&self, key: &ObjectKey, chunks: Chunks) -> Result<(), StoreError>;
    /// The whole object, or nothing.
    async fn get(&self, key: &ObjectKey) -> Result<Option<Vec<u8>>, StoreError>;
    /// Bytes `from..=to` of an object (`to` may lie past its end), with its full length.
    async fn get_range(
        &self,
        key: &ObjectKey,
        from: u64,
        to: u64,
    ) -> Result<Option<(Vec<u8>, u64)>, StoreError>;
    /// Its length in bytes, or nothing.
    async fn length(&self, key: &ObjectKey) -> Result<Option<u64>, StoreError>;
    /// Copies an object; the copy is durable when it returns. No if there is none.
    async fn copy(&self, from: &ObjectKey, to: &ObjectKey) -> Result<bool, StoreError>;
    /// Everything that was last written before `moment`, half-written files included.
    async fn older_than(&self, time: Timestamp) -> Result<Vec<ObjectKey>, StoreError>;
    /// Whether there is room for what people send, beside what the database and the files of
    /// creations under way still need, and so many bytes that are to be written soon. An error says how
    /// much there is.
    async fn has_room(&self, _to_come: u64) -> Result<(), StoreError> {
        Ok(())
    }
    /// Whether files can be kept.
    async fn probe(&self) -> Result<(), StoreError> {
        Ok(())
    }
    /// Gone when it returns; no fault if it was gone before.
    async fn delete(&self, key: &ObjectKey) -> Result<(), StoreError>;
}

/// What is in doubt of a cut-out, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutOutDoubt {
    NoFace,
    SeveralFaces,
    /// Too few pixels, too dark or too soft.
    Unclear,
    /// Where the person ends is not certain.
    Outline,
    /// Too little of the shoulders, or no head on shoulders.
    Shoulders,
}

/// A person without the rest of their photo.
pub struct CutOut {
    pub certainty: CutOutCertainty,
    pub doubt: Option<CutOutDoubt>,
    /// The person, PNG with transparency.
    pub picture: Option<Vec<u8>>,
    /// The part of the photo that can be cut out, JPEG of the same scale, and which part that is.
    pub surroundings: Option<(Vec<u8>, Crop)>,
    pub faces: Vec<Crop>,
    /// The photo has no colours.
    pub is_grey: bool,
}

/// Cuts people out of their photos.
#[async_trait]
pub trait PersonCutter: Send + Sync {
    /// As the photo, its crop and its touch-up say: the same again for the same.
    async fn cut_out(&self, photo: &Photo, file: &dyn PhotoFile)
    -> Result<Arc<CutOut>, StoreError>;
    /// What was made of it lately, as it is now.
    fn kept(&self, photo: &Photo) -> Option<Arc<CutOut>>;
    /// Keeps nothing that was made of a photo, which is being deleted.
    fn forget(&self, photo: PhotoId);
}
