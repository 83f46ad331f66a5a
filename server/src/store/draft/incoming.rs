//! Photos that a phone handed on: a row each, until they become photos of a draft or expire.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        id::{AccountId, IncomingId, PhotoId},
        media::{Incoming, IncomingPhoto, MAX_INCOMING, Photo},
        timestamp::Timestamp,
    },
    ports::{AddIncomingError, IncomingStore, StoreError},
};
use evernear_rules::{photos::MAX_PHOTOS, presentation::TouchUp, wire::Crop};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        db::{DbError, Dialects},
        draft::photos::{COUNTS, INSERT, row_of},
        parsed, small,
    },
    values,
};

#[async_trait]
impl IncomingStore for Store {
    async fn keep_incoming(&self, incoming: &Incoming, at: Timestamp) -> Result<bool, StoreError> {
        Ok(self.insert_incoming(incoming, at).await?)
    }

    async fn waiting_incoming(&self) -> Result<u32, StoreError> {
        let found: Option<(i64,)> = self.db.find(COUNT, values![]).await?;
        Ok(small(found.map_or(0, |(count,)| count))?)
    }

    async fn incoming_photos(
        &self,
        id: IncomingId,
        token_hash: &str,
        now: Timestamp,
    ) -> Result<Vec<IncomingPhoto>, StoreError> {
        let sql = "SELECT * FROM incoming_photos
                   WHERE incoming_id = $1 AND token_hash = $2 AND expires_at > $3 ORDER BY position";
        let rows = self.db.list(sql, values![id.to_string(), token_hash, now]).await?;
        Ok(photos(rows)?)
    }

    async fn add_incoming(
        &self,
        id: IncomingId,
        token_hash: &str,
        owner: AccountId,
        expires_at: Timestamp,
        at: Timestamp,
    ) -> Result<(), AddIncomingError> {
        let added = self.move_to_draft(id, token_hash, owner, expires_at, at).await;
        added.map_err(StoreError::from)?
    }

    async fn expire_incoming(
        &self,
        id: IncomingId,
        token_hash: &str,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        let sql = "UPDATE incoming_photos SET expires_at = $3
                   WHERE incoming_id = $1 AND token_hash = $2 AND expires_at > $3";
        Ok(self.db.execute(sql, values![id.to_string(), token_hash, at]).await?)
    }

    async fn expired_incoming(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<PhotoId>, StoreError> {
        let sql =
            "SELECT id FROM incoming_photos WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2";
        let found: Vec<(String,)> = self.db.list(sql, values![now, limit]).await?;
        let ids = found.iter().map(|(id,)| parsed(id, "a photo's id"));
        Ok(ids.collect::<Result<_, _>>()?)
    }

    async fn forget_incoming(&self, id: PhotoId) -> Result<(), StoreError> {
        let sql = "DELETE FROM incoming_photos WHERE id = $1";
        self.db.execute(sql, values![id.to_string()]).await?;
        Ok(())
    }
}

const COUNT: &str = "SELECT COUNT(*) FROM incoming_photos";

impl Store {
    async fn insert_incoming(&self, incoming: &Incoming, at: Timestamp) -> Result<bool, DbError> {
        let mut tx = self.db.begin().await?;
        // So that no two count the same; SQLite has one writer at a time.
        let lock = tx.dialect(Dialects {
            sqlite: "SELECT 1",
            postgres: "LOCK TABLE incoming_photos IN SHARE ROW EXCLUSIVE MODE",
        });
        tx.execute(lock, values![]).await?;
        let found: Option<(i64,)> = tx.find(COUNT, values![]).await?;
        let waiting = small(found.map_or(0, |(count,)| count))? as usize;
        if waiting + incoming.photos.len() > MAX_INCOMING as usize {
            return Ok(false);
        }
        for (position, photo) in incoming.photos.iter().enumerate() {
            tx.execute(
                "INSERT INTO incoming_photos (id, incoming_id, token_hash, position, width, height,
                 suggested_x, suggested_y, suggested_width, suggested_height, created_at, expires_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                values![
                    photo.id.to_string(),
                    incoming.id.to_string(),
                    incoming.token_hash.as_str(),
                    u32::try_from(position).unwrap_or(u32::MAX),
                    photo.width,
                    photo.height,
                    photo.suggested.x,
                    photo.suggested.y,
                    photo.suggested.width,
                    photo.suggested.height,
                    at,
                    incoming.expires_at,
                ],
            )
            .await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// The profile's row is what two additions of one person wait at, as those of the creator do; the
    /// rows that are deleted are what those of two people wait at.
    async fn move_to_draft(
        &self,
        id: IncomingId,
        token_hash: &str,
        owner: AccountId,
        expires_at: Timestamp,
        at: Timestamp,
    ) -> Result<Result<(), AddIncomingError>, DbError> {
        let account = owner.to_string();
        let mut tx = self.db.begin().await?;
        tx.execute(
            "UPDATE profiles SET updated_at = $2 WHERE id = $1",
            values![account.as_str(), at],
        )
        .await?;
        let found: Option<(i64, i64, i64)> = tx.find(COUNTS, values![account.as_str(), at]).await?;
        let (count, last, _) = found.unwrap_or_default();
        let sql = "DELETE FROM incoming_photos WHERE incoming_id = $1 AND token_hash = $2 AND expires_at > $3
                   RETURNING id, position, width, height, suggested_x, suggested_y, suggested_width, suggested_height";
        let taken = photos(tx.list(sql, values![id.to_string(), token_hash, at]).await?)?;
        let room = MAX_PHOTOS.saturating_sub(small(count)?);
        let many = u32::try_from(taken.len()).unwrap_or(u32::MAX);
        // What is not committed is undone.
        if taken.is_empty() {
            return Ok(Err(AddIncomingError::Gone));
        }
        if many > room {
            return Ok(Err(AddIncomingError::Full { room, photos: many }));
        }
        for (photo, position) in taken.into_iter().zip(small(last)?..) {
            let photo = Photo {
                id: photo.id,
                owner,
                creation: None,
                width: photo.width,
                height: photo.height,
                who: None,
                suggested: photo.suggested,
                chosen: None,
                touch_up: TouchUp::default(),
                position,
                batch: None,
                expires_at,
            };
            tx.execute(INSERT, row_of(&photo, position, None, at)).await?;
        }
        tx.commit().await?;
        Ok(Ok(()))
    }
}

/// A row of `incoming_photos`, without what it was found by.
#[derive(FromRow)]
struct IncomingRecord {
    id: String,
    position: i64,
    width: i64,
    height: i64,
    suggested_x: i64,
    suggested_y: i64,
    suggested_width: i64,
    suggested_height: i64,
}

/// In the order in which they came.
fn photos(mut rows: Vec<IncomingRecord>) -> Result<Vec<IncomingPhoto>, DbError> {
    rows.sort_by_key(|row| row.position);
    let photos = rows.into_iter().map(|row| {
        Ok(IncomingPhoto {
            id: parsed(&row.id, "a photo's id")?,
            width: small(row.width)?,
            height: small(row.height)?,
            suggested: Crop {
                x: small(row.suggested_x)?,
                y: small(row.suggested_y)?,
                width: small(row.suggested_width)?,
                height: small(row.suggested_height)?,
            },
        })
    });
    photos.collect()
}
