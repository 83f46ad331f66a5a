//! Photos of drafts and creations.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        id::{AccountId, CreationId, PhotoId},
        media::{Batch, Photo, place_of, who_from, who_name},
        timestamp::Timestamp,
    },
    ports::{AddPhotoError, PhotoStore, StoreError},
};
use evernear_rules::{
    photos::{MAX_KEEPSAKES, MAX_PHOTOS},
    presentation::TouchUp,
    wire::{Crop, Who},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        db::{DbError, Value},
        draft::drafts::{decode, encode},
        parsed,
        photo_request::endings::note_photo_gone,
        small,
    },
    values,
};

#[async_trait]
impl PhotoStore for Store {
    async fn add(&self, photo: &Photo, at: Timestamp) -> Result<u32, AddPhotoError> {
        let position = self.insert_photo(photo, at).await.map_err(StoreError::from)?;
        position.ok_or(AddPhotoError::Full)
    }

    async fn add_of_request(
        &self,
        photo: &Photo,
        request: CreationId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.db.execute(INSERT, row_of(photo, photo.position, Some(request), at)).await?;
        Ok(())
    }

    async fn expire_of_request(
        &self,
        owner: AccountId,
        request: CreationId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE photos SET expires_at = $3
                   WHERE account_id = $1 AND creation_id IS NULL AND request_id = $2 AND expires_at > $3";
        self.db.execute(sql, values![owner.to_string(), request.to_string(), at]).await?;
        Ok(())
    }

    async fn of_draft(&self, owner: AccountId, now: Timestamp) -> Result<Vec<Photo>, StoreError> {
        let sql = "SELECT * FROM photos WHERE account_id = $1 AND creation_id IS NULL AND request_id IS NULL
                   AND expires_at > $2 ORDER BY position, id";
        photos(self.db.list(sql, values![owner.to_string(), now]).await?)
    }

    async fn of_creation(&self, creation: CreationId) -> Result<Vec<Photo>, StoreError> {
        let sql = "SELECT * FROM photos WHERE creation_id = $1 ORDER BY position, id";
        photos(self.db.list(sql, values![creation.to_string()]).await?)
    }

    async fn get(
        &self,
        owner: AccountId,
        id: PhotoId,
        now: Timestamp,
    ) -> Result<Option<Photo>, StoreError> {
        let sql = "SELECT * FROM photos WHERE id = $1 AND account_id = $2 AND expires_at > $3";
        let values = values![id.to_string(), owner.to_string(), now];
        let found: Option<PhotoRecord> = self.db.find(sql, values).await?;
        Ok(found.map(Photo::try_from).transpose()?)
    }

    async fn label(
        &self,
        owner: AccountId,
        id: PhotoId,
        who: Option<Who>,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE photos SET who = $3, position = COALESCE($4, position)
                   WHERE id = $1 AND account_id = $2 AND creation_id IS NULL
                   AND 'keepsake' NOT IN (COALESCE(who, ''), COALESCE($3, ''))";
        let (name, place) =
            (who.map(|who| who_name(who).to_owned()), who.map(|who| i64::from(place_of(who))));
        self.db.execute(sql, values![id.to_string(), owner.to_string(), name, place]).await?;
        Ok(())
    }

    async fn frame(&self, owner: AccountId, id: PhotoId, crop: Crop) -> Result<(), StoreError> {
        let sql = "UPDATE photos
                   SET chosen_x = $3, chosen_y = $4, chosen_width = $5, chosen_height = $6
                   WHERE id = $1 AND account_id = $2 AND creation_id IS NULL";
        let Crop { x, y, width, height } = crop;
        let values = values![id.to_string(), owner.to_string(), x, y, width, height];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn touch_up(
        &self,
        owner: AccountId,
        id: PhotoId,
        touch_up: &TouchUp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE photos SET touch_up = $3
                   WHERE id = $1 AND account_id = $2 AND creation_id IS NULL";
        let values = values![id.to_string(), owner.to_string(), encode(touch_up)?];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn expire(
        &self,
        owner: AccountId,
        id: PhotoId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE photos SET expires_at = $3
                   WHERE id = $1 AND account_id = $2 AND creation_id IS NULL AND expires_at > $3";
        Ok(self.db.execute(sql, values![id.to_string(), owner.to_string(), at]).await? == 1)
    }

    async fn expire_batch(
        &self,
        owner: AccountId,
        batch: &Batch,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        let sql = "UPDATE photos SET expires_at = $3
                   WHERE account_id = $1 AND batch = $2 AND creation_id IS NULL AND expires_at > $3";
        Ok(self.db.execute(sql, values![owner.to_string(), batch.as_str(), at]).await?)
    }

    async fn expire_of_creation(
        &self,
        owner: AccountId,
        creation: CreationId,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        let (creation, owner) = (creation.to_string(), owner.to_string());
        let mut tx = self.db.begin().await.map_err(StoreError::from)?;
        let sql = "UPDATE photos SET expires_at = $3 WHERE creation_id = $1 AND account_id = $2 AND expires_at > $3";
        let photos = tx.execute(sql, values![creation.as_str(), owner.as_str(), at]).await?;
        let sql = "UPDATE recordings SET expires_at = $3 WHERE creation_id = $1 AND account_id = $2 AND expires_at > $3";
        tx.execute(sql, values![creation, owner, at]).await?;
        tx.commit().await?;
        Ok(photos)
    }

    async fn expired(&self, now: Timestamp, limit: u32) -> Result<Vec<Photo>, StoreError> {
        let sql = "SELECT * FROM photos WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2";
        photos(self.db.list(sql, values![now, limit]).await?)
    }

    async fn exists(&self, id: PhotoId) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM (SELECT id FROM photos WHERE id = $1
                   UNION ALL SELECT id FROM incoming_photos WHERE id = $1) known";
        let found: Option<(i64,)> = self.db.find(sql, values![id.to_string()]).await?;
        Ok(found.is_some_and(|(count,)| count > 0))
    }

    async fn forget(&self, id: PhotoId) -> Result<(), StoreError> {
        let id = id.to_string();
        let mut tx = self.db.begin().await?;
        note_photo_gone(&mut tx, &id).await?;
        tx.execute("DELETE FROM photos WHERE id = $1", values![id]).await?;
        Ok(tx.commit().await?)
    }
}

impl Store {
    /// Its place; nothing when the draft has as many of its kind as it may. The profile's row is what two
    /// uploads of one person wait at.
    async fn insert_photo(&self, photo: &Photo, at: Timestamp) -> Result<Option<u32>, DbError> {
        let owner = photo.owner.to_string();
        let mut tx = self.db.begin().await?;
        tx.execute(
            "UPDATE profiles SET updated_at = $2 WHERE id = $1",
            values![owner.as_str(), at],
        )
        .await?;
        let found: Option<(i64, i64, i64)> = tx.find(COUNTS, values![owner.as_str(), at]).await?;
        let (people, last, keepsakes) = found.unwrap_or_default();
        let (count, most) =
            if photo.is_keepsake() { (keepsakes, MAX_KEEPSAKES) } else { (people, MAX_PHOTOS) };
        if count >= i64::from(most) {
            return Ok(None);
        }
        let position = photo.who.map_or_else(|| small(last), |who| Ok(place_of(who)))?;
        tx.execute(INSERT, row_of(photo, position, None, at)).await?;
        tx.commit().await?;
        Ok(Some(position))
    }
}

/// How many photos of people a draft has, the place that comes after them, and how many keepsakes it has.
pub(in crate::store) const COUNTS: &str = "SELECT
     COUNT(CASE WHEN COALESCE(who, '') <> 'keepsake' THEN 1 END),
     COALESCE(MAX(CASE WHEN COALESCE(who, '') <> 'keepsake' THEN position END) + 1, 0),
     COUNT(CASE WHEN who = 'keepsake' THEN 1 END)
     FROM photos
     WHERE account_id = $1 AND creation_id IS NULL AND request_id IS NULL AND expires_at > $2";

pub(in crate::store) const INSERT: &str = "INSERT INTO photos (id, account_id, width, height, who, created_at, expires_at, position, batch,
     suggested_x, suggested_y, suggested_width, suggested_height, request_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

pub(in crate::store) fn row_of(
    photo: &Photo,
    position: u32,
    request: Option<CreationId>,
    at: Timestamp,
) -> Vec<Value> {
    values![
        photo.id.to_string(),
        photo.owner.to_string(),
        photo.width,
        photo.height,
        photo.who.map(|who| who_name(who).to_owned()),
        at,
        photo.expires_at,
        position,
        photo.batch.as_ref().map(|batch| batch.as_str().to_owned()),
        photo.suggested.x,
        photo.suggested.y,
        photo.suggested.width,
        photo.suggested.height,
        request.map(|id| id.to_string()),
    ]
}

/// A row of `photos`.
#[derive(FromRow)]
struct PhotoRecord {
    id: String,
    account_id: String,
    creation_id: Option<String>,
    width: i64,
    height: i64,
    who: Option<String>,
    expires_at: i64,
    suggested_x: i64,
    suggested_y: i64,
    suggested_width: i64,
    suggested_height: i64,
    chosen_x: Option<i64>,
    chosen_y: Option<i64>,
    chosen_width: Option<i64>,
    chosen_height: Option<i64>,
    position: i64,
    batch: Option<String>,
    touch_up: String,
}

impl TryFrom<PhotoRecord> for Photo {
    type Error = DbError;

    fn try_from(row: PhotoRecord) -> Result<Self, DbError> {
        let crop = |x, y, width, height| {
            Ok::<_, DbError>(Crop {
                x: small(x)?,
                y: small(y)?,
                width: small(width)?,
                height: small(height)?,
            })
        };
        let chosen = row.chosen_x.zip(row.chosen_y).zip(row.chosen_width.zip(row.chosen_height));
        Ok(Self {
            id: parsed(&row.id, "a photo id")?,
            owner: parsed(&row.account_id, "an account id")?,
            creation: row.creation_id.map(|id| parsed(&id, "a creation id")).transpose()?,
            width: small(row.width)?,
            height: small(row.height)?,
            who: row.who.as_deref().and_then(who_from),
            expires_at: Timestamp(row.expires_at),
            suggested: crop(
                row.suggested_x,
                row.suggested_y,
                row.suggested_width,
                row.suggested_height,
            )?,
            chosen: chosen
                .map(|((x, y), (width, height))| crop(x, y, width, height))
                .transpose()?,
            touch_up: decode(&row.touch_up)?,
            position: small(row.position)?,
            batch: row.batch.as_deref().and_then(Batch::parse),
        })
    }
}

fn photos(rows: Vec<PhotoRecord>) -> Result<Vec<Photo>, StoreError> {
    Ok(rows.into_iter().map(Photo::try_from).collect::<Result<_, _>>()?)
}
