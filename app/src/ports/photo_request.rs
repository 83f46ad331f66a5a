//! Requests for photos, as transactions.

use async_trait::async_trait;
use evernear_rules::wire::Who;

use crate::{
    domain::{
        id::{AccountId, DraftKey, PhotoId, PhotoRequestId},
        media::Photo,
        photo_request::{Consent, PhotoRequest},
        timestamp::Timestamp,
    },
    ports::StoreError,
};

/// A request to be made.
#[derive(Clone, Debug)]
pub struct NewPhotoRequest {
    pub id: PhotoRequestId,
    pub owner: AccountId,
    pub draft: DraftKey,
    pub who: Who,
    pub token_hash: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// Whether a request was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadePhotoRequest {
    Made,
    /// One for this place can still be used, or has brought its photo.
    Already,
    /// A photo stands at the place, or the draft has as many as it may.
    Filled,
    /// The draft is another one by now, or a memory was begun from it.
    NoDraft,
    /// As many are kept as may be, and each of them is open or tells of a photo.
    TooMany,
}

/// Why a photo was not added by a request. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum AddRequestedError {
    #[error("the request takes no photo, or has another token by now")]
    Over,
    #[error("a photo stands at its place, or the draft has as many as it may")]
    Filled,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait PhotoRequestStore: Send + Sync {
    /// Makes a request, unless there is one for its place.
    async fn request_photo(&self, new: &NewPhotoRequest) -> Result<MadePhotoRequest, StoreError>;
    /// The newest hundred requests of the account, newest first.
    async fn photo_requests(&self, owner: AccountId) -> Result<Vec<PhotoRequest>, StoreError>;
    /// Another token takes the place of an open request's, which works until the time that is answered;
    /// nothing when it takes no photo any more.
    async fn renew_photo_request(
        &self,
        owner: AccountId,
        id: PhotoRequestId,
        token_hash: &str,
        at: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError>;
    /// Ends a request that has not ended; a photo that was added stays. No when there was none.
    async fn stop_photo_request(
        &self,
        owner: AccountId,
        id: PhotoRequestId,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// The request with this token, whatever it does.
    async fn photo_request_of_token(
        &self,
        token_hash: &str,
    ) -> Result<Option<PhotoRequest>, StoreError>;
    /// Its page was opened; only the first time counts.
    async fn note_opened(&self, id: PhotoRequestId, at: Timestamp) -> Result<(), StoreError>;
    /// Adds a photo to the draft at the place of the request with this token, together with what was
    /// confirmed for it. The place is the answer.
    async fn add_requested(
        &self,
        id: PhotoRequestId,
        token_hash: &str,
        photo: &Photo,
        consent: &Consent,
    ) -> Result<u32, AddRequestedError>;
    /// Marks the photo as expired, and leaves the request without it and its consent; no where a
    /// memory is made with it.
    async fn take_back_requested(
        &self,
        id: PhotoRequestId,
        photo: PhotoId,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Whoever asked was shown these photos.
    async fn note_photos_seen(
        &self,
        owner: AccountId,
        photos: &[PhotoId],
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// Photos that others added to the account's draft and that it has not been shown yet.
    async fn unseen_photos(&self, owner: AccountId) -> Result<Vec<PhotoId>, StoreError>;
    /// Requests that took photos until before `before`, and whose photo is gone, go.
    async fn forget_photo_requests(&self, before: Timestamp) -> Result<(), StoreError>;
}
