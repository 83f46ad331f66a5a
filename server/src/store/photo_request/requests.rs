//! Requests for photos. One is found by the digest of its token, together with its draft and its photo;
//! whatever changes one says in its condition what it may be changed from.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        id::{AccountId, PhotoId, PhotoRequestId},
        media::{Photo, place_of, who_from, who_name},
        photo_request::{
            Consent, DraftNow, EndedBy, MAX_REQUESTS, PhotoNow, PhotoRequest, RequestState,
            is_filled,
        },
        timestamp::Timestamp,
    },
    ports::{AddRequestedError, MadePhotoRequest, NewPhotoRequest, PhotoRequestStore, StoreError},
};
use evernear_rules::{photos::MAX_PHOTOS, wire::Who};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        account::lock::{lock_account, lock_account_if_there},
        db::{DbError, Tx},
        draft::photos::{INSERT, row_of},
        parsed,
    },
    values,
};

/// A row of `photo_requests`, with what stands of its draft and its photo.
#[derive(FromRow)]
struct RequestRecord {
    id: String,
    account_id: String,
    draft_key: String,
    who: String,
    created_at: i64,
    expires_at: i64,
    opened_at: Option<i64>,
    photo_id: Option<String>,
    consented_at: Option<i64>,
    terms_version: Option<String>,
    notice: Option<String>,
    agreed_words: Option<String>,
    taken_back_at: Option<i64>,
    creation_id: Option<String>,
    ended_at: Option<i64>,
    ended_by: Option<String>,
    draft_now: Option<String>,
    draft_creation: Option<String>,
    photo_creation: Option<String>,
    photo_expires_at: Option<i64>,
}

macro_rules! select {
    ($condition:literal) => {
        concat!(
            "SELECT r.*, d.draft_key AS draft_now, d.creation_id AS draft_creation,
             p.creation_id AS photo_creation, p.expires_at AS photo_expires_at
             FROM photo_requests r LEFT JOIN drafts d ON d.account_id = r.account_id
             LEFT JOIN photos p ON p.id = r.photo_id WHERE ",
            $condition
        )
    };
}

impl TryFrom<RequestRecord> for PhotoRequest {
    type Error = DbError;

    fn try_from(row: RequestRecord) -> Result<Self, DbError> {
        let unusable = || DbError::Row(format!("the request {} cannot be read", row.id));
        let ended = match (row.ended_at, row.ended_by.as_deref()) {
            (Some(at), Some(by)) => {
                Some((Timestamp(at), EndedBy::from_name(by).ok_or_else(unusable)?))
            }
            (None, None) => None,
            _ => return Err(unusable()),
        };
        let draft_now = match (&row.draft_now, &row.draft_creation) {
            (Some(key), None) if *key == row.draft_key => DraftNow::Open,
            (Some(key), Some(_)) if *key == row.draft_key => DraftNow::Begun,
            _ => DraftNow::Gone,
        };
        let photo_now = match (&row.photo_id, &row.photo_creation, row.photo_expires_at) {
            (Some(photo), Some(creation), _) => Some(PhotoNow::InUse {
                photo: parsed(photo, "a photo id")?,
                creation: parsed(creation, "a creation id")?,
            }),
            (Some(photo), None, Some(until)) => {
                Some(PhotoNow::InDraft(parsed(photo, "a photo id")?, Timestamp(until)))
            }
            _ => None,
        };
        let consent = match (row.consented_at, row.terms_version, row.notice, row.agreed_words) {
            (Some(at), Some(terms_version), Some(notice), Some(words)) => {
                Some(Consent { at: Timestamp(at), terms_version, notice, words })
            }
            _ => None,
        };
        Ok(Self {
            id: parsed(&row.id, "a request's id")?,
            owner: parsed(&row.account_id, "an account id")?,
            draft: parsed(&row.draft_key, "a draft key")?,
            who: who_from(&row.who).ok_or_else(|| DbError::Row("nobody's place".to_owned()))?,
            created_at: Timestamp(row.created_at),
            expires_at: Timestamp(row.expires_at),
            opened_at: row.opened_at.map(Timestamp),
            consent,
            taken_back_at: row.taken_back_at.map(Timestamp),
            creation: row.creation_id.map(|id| parsed(&id, "a creation id")).transpose()?,
            ended,
            draft_now,
            photo_now,
        })
    }
}

/// Whom the photos of the account's draft show, in their order, without the keepsake.
async fn shown_in_draft(
    tx: &mut Tx,
    owner: &str,
    at: Timestamp,
) -> Result<Vec<Option<Who>>, DbError> {
    let sql = "SELECT who FROM photos WHERE account_id = $1 AND creation_id IS NULL
               AND request_id IS NULL AND expires_at > $2 AND COALESCE(who, '') <> 'keepsake'
               ORDER BY position, id";
    let found: Vec<(Option<String>,)> = tx.list(sql, values![owner, at]).await?;
    Ok(found.iter().map(|(who,)| who.as_deref().and_then(who_from)).collect())
}

/// Whether a photo has room at this place.
fn has_room(photos: &[Option<Who>], who: Who) -> bool {
    photos.len() < MAX_PHOTOS as usize && !is_filled(photos, who)
}

/// Whether the account may have one request more; the oldest go for it that are over and brought no photo.
/// Those of another draft than this are over.
async fn makes_room(tx: &mut Tx, owner: &str, draft: &str, at: Timestamp) -> Result<bool, DbError> {
    let sql = "SELECT COUNT(*) FROM photo_requests WHERE account_id = $1";
    let (kept,): (i64,) = tx.find(sql, values![owner]).await?.unwrap_or_default();
    let beyond = kept + 1 - i64::from(MAX_REQUESTS);
    if beyond <= 0 {
        return Ok(true);
    }
    let sql = "DELETE FROM photo_requests WHERE id IN
               (SELECT r.id FROM photo_requests r WHERE r.account_id = $1
                AND r.photo_id IS NULL AND r.consented_at IS NULL AND r.creation_id IS NULL
                AND (r.ended_at IS NOT NULL OR r.expires_at <= $3 OR r.draft_key <> $2)
                ORDER BY r.created_at, r.id LIMIT $4)";
    let gone = tx.execute(sql, values![owner, draft, at, beyond]).await?;
    Ok(i64::try_from(gone).is_ok_and(|gone| gone == beyond))
}

#[async_trait]
impl PhotoRequestStore for Store {
    async fn request_photo(&self, new: &NewPhotoRequest) -> Result<MadePhotoRequest, StoreError> {
        Ok(self.insert_request(new).await?)
    }

    async fn photo_requests(&self, owner: AccountId) -> Result<Vec<PhotoRequest>, StoreError> {
        let sql = select!("r.account_id = $1 ORDER BY r.created_at DESC, r.id DESC");
        let found: Vec<RequestRecord> = self.db.list(sql, values![owner.to_string()]).await?;
        Ok(found.into_iter().map(PhotoRequest::try_from).collect::<Result<_, _>>()?)
    }

    async fn renew_photo_request(
        &self,
        owner: AccountId,
        id: PhotoRequestId,
        token_hash: &str,
        at: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        // Whoever has added a photo takes it back by the link that they have.
        let sql = "UPDATE photo_requests SET token_hash = $3, opened_at = NULL
                   WHERE id = $1 AND account_id = $2 AND ended_at IS NULL AND expires_at > $4
                   AND photo_id IS NULL AND creation_id IS NULL
                   AND draft_key = (SELECT d.draft_key FROM drafts d
                       WHERE d.account_id = $2 AND d.creation_id IS NULL)
                   RETURNING expires_at";
        let values = values![id.to_string(), owner.to_string(), token_hash, at];
        let renewed: Option<(i64,)> = self.db.find(sql, values).await?;
        Ok(renewed.map(|(until,)| Timestamp(until)))
    }

    async fn stop_photo_request(
        &self,
        owner: AccountId,
        id: PhotoRequestId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE photo_requests SET ended_at = $3, ended_by = 'stopped'
                   WHERE id = $1 AND account_id = $2 AND ended_at IS NULL AND creation_id IS NULL
                   AND expires_at > $3";
        Ok(self.db.execute(sql, values![id.to_string(), owner.to_string(), at]).await? == 1)
    }

    async fn photo_request_of_token(
        &self,
        token_hash: &str,
    ) -> Result<Option<PhotoRequest>, StoreError> {
        let sql = select!("r.token_hash = $1");
        let found: Option<RequestRecord> = self.db.find(sql, values![token_hash]).await?;
        Ok(found.map(PhotoRequest::try_from).transpose()?)
    }

    async fn note_opened(&self, id: PhotoRequestId, at: Timestamp) -> Result<(), StoreError> {
        let sql = "UPDATE photo_requests SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL";
        self.db.execute(sql, values![id.to_string(), at]).await?;
        Ok(())
    }

    async fn add_requested(
        &self,
        id: PhotoRequestId,
        token_hash: &str,
        photo: &Photo,
        consent: &Consent,
    ) -> Result<u32, AddRequestedError> {
        let added = self.insert_requested(id, token_hash, photo, consent).await;
        added.map_err(StoreError::from)?
    }

    async fn take_back_requested(
        &self,
        id: PhotoRequestId,
        photo: PhotoId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let (id, photo) = (id.to_string(), photo.to_string());
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE photo_requests SET photo_id = NULL, consented_at = NULL,
                   terms_version = NULL, notice = NULL, agreed_words = NULL, seen_at = NULL,
                   taken_back_at = $3,
                   creation_id = (SELECT p.creation_id FROM photos p WHERE p.id = $2)
                   WHERE id = $1 AND photo_id = $2";
        if tx.execute(sql, values![id, photo.as_str(), at]).await? == 0 {
            return Ok(false);
        }
        // Before every point in time: whoever begins a memory compares with one that was read earlier.
        // A memory that is being begun has it first; what is not committed is undone.
        let sql = "UPDATE photos SET expires_at = 0 WHERE id = $1 AND expires_at > $2
                   AND (creation_id IS NULL OR creation_id IN
                       (SELECT c.id FROM creations c WHERE c.status = 'failed'))";
        if tx.execute(sql, values![photo, at]).await? == 0 {
            return Ok(false);
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn note_photos_seen(
        &self,
        owner: AccountId,
        photos: &[PhotoId],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE photo_requests SET seen_at = $3
                   WHERE account_id = $1 AND photo_id = $2 AND seen_at IS NULL";
        for photo in photos {
            self.db.execute(sql, values![owner.to_string(), photo.to_string(), at]).await?;
        }
        Ok(())
    }

    async fn unseen_photos(&self, owner: AccountId) -> Result<Vec<PhotoId>, StoreError> {
        let sql = "SELECT photo_id FROM photo_requests
                   WHERE account_id = $1 AND photo_id IS NOT NULL AND seen_at IS NULL";
        let found: Vec<(String,)> = self.db.list(sql, values![owner.to_string()]).await?;
        let ids = found.iter().map(|(id,)| parsed(id, "a photo id"));
        Ok(ids.collect::<Result<_, _>>()?)
    }

    async fn forget_photo_requests(&self, before: Timestamp) -> Result<(), StoreError> {
        let sql = "DELETE FROM photo_requests WHERE expires_at < $1 AND photo_id IS NULL";
        self.db.execute(sql, values![before]).await?;
        Ok(())
    }
}

impl Store {
    async fn insert_request(&self, new: &NewPhotoRequest) -> Result<MadePhotoRequest, DbError> {
        let (owner, draft) = (new.owner.to_string(), new.draft.to_string());
        let who = who_name(new.who);
        let mut tx = self.db.begin().await?;
        // Looking and making are one step for the account.
        lock_account(&mut tx, &owner).await?;
        let sql = "SELECT 1 FROM drafts
                   WHERE account_id = $1 AND draft_key = $2 AND creation_id IS NULL";
        if tx.row(sql, values![owner.as_str(), draft.as_str()]).await?.is_none() {
            return Ok(MadePhotoRequest::NoDraft);
        }
        let sql = select!(
            "r.account_id = $1 AND r.draft_key = $2 AND r.who = $3
             AND (r.ended_at IS NULL OR r.photo_id IS NOT NULL)"
        );
        let found: Vec<RequestRecord> =
            tx.list(sql, values![owner.as_str(), draft.as_str(), who]).await?;
        for record in found {
            let request = PhotoRequest::try_from(record)?;
            if matches!(request.state(new.created_at), RequestState::Open | RequestState::Added(_))
            {
                return Ok(MadePhotoRequest::Already);
            }
        }
        if !has_room(&shown_in_draft(&mut tx, &owner, new.created_at).await?, new.who) {
            return Ok(MadePhotoRequest::Filled);
        }
        if !makes_room(&mut tx, &owner, &draft, new.created_at).await? {
            return Ok(MadePhotoRequest::TooMany);
        }
        let sql =
            "INSERT INTO photo_requests (id, account_id, draft_key, who, token_hash, created_at,
                   expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let values = values![
            new.id.to_string(),
            owner,
            draft,
            who,
            new.token_hash.as_str(),
            new.created_at,
            new.expires_at,
        ];
        tx.execute(sql, values).await?;
        tx.commit().await?;
        Ok(MadePhotoRequest::Made)
    }

    /// The profile's row is what two uploads for one draft wait at, and whoever begins a memory of it.
    async fn insert_requested(
        &self,
        id: PhotoRequestId,
        token_hash: &str,
        photo: &Photo,
        consent: &Consent,
    ) -> Result<Result<u32, AddRequestedError>, DbError> {
        let (id, owner, at) = (id.to_string(), photo.owner.to_string(), consent.at);
        let mut tx = self.db.begin().await?;
        if !lock_account_if_there(&mut tx, &owner).await? {
            return Ok(Err(AddRequestedError::Over));
        }
        let sql = select!(
            "r.id = $1 AND r.token_hash = $2 AND NOT EXISTS (SELECT 1 FROM api_users u
             WHERE u.account_id = r.account_id AND u.banned_until > $3)"
        );
        let found: Option<RequestRecord> =
            tx.find(sql, values![id.as_str(), token_hash, at]).await?;
        let request = found.map(PhotoRequest::try_from).transpose()?;
        let Some(request) = request.filter(|one| one.state(at) == RequestState::Open) else {
            return Ok(Err(AddRequestedError::Over));
        };
        if !has_room(&shown_in_draft(&mut tx, &owner, at).await?, request.who) {
            return Ok(Err(AddRequestedError::Filled));
        }
        let position = place_of(request.who);
        tx.execute(INSERT, row_of(photo, position, None, at)).await?;
        let sql = "UPDATE photo_requests SET photo_id = $3, consented_at = $4, terms_version = $5,
                   notice = $6, agreed_words = $7, taken_back_at = NULL, seen_at = NULL,
                   opened_at = COALESCE(opened_at, $4)
                   WHERE id = $1 AND token_hash = $2 AND photo_id IS NULL AND ended_at IS NULL";
        let values = values![
            id,
            token_hash,
            photo.id.to_string(),
            at,
            consent.terms_version.as_str(),
            consent.notice.as_str(),
            consent.words.as_str(),
        ];
        // It was stopped, or its link made anew, meanwhile; what is not committed is undone.
        if tx.execute(sql, values).await? == 0 {
            return Ok(Err(AddRequestedError::Over));
        }
        tx.commit().await?;
        Ok(Ok(position))
    }
}
