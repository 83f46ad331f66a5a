//! Photos of drafts and creations.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        id::{AccountId, CreationId, PhotoId},
        media::{Batch, Photo, crop_from, crop_text, who_from, who_name},
        moment::Moment,
    },
    ports::{AddPhotoError, PhotoStore, StoreError},
};
use evernear_rules::{
    rules::MAX_PHOTOS,
    wire::{Crop, Who},
};

use crate::{
    store::{
        Store,
        db::{DbError, Row},
        parsed, small,
    },
    values,
};

#[async_trait]
impl PhotoStore for Store {
    async fn add(
        &self,
        photo: &Photo,
        place: Option<u32>,
        at: Moment,
    ) -> Result<u32, AddPhotoError> {
        let position = self.insert_photo(photo, place, at).await.map_err(StoreError::from)?;
        position.ok_or(AddPhotoError::Full)
    }

    async fn of_draft(&self, owner: AccountId, now: Moment) -> Result<Vec<Photo>, StoreError> {
        let sql =
            "SELECT id, account_id, creation_id, width, height, who, expires_at, crop, position, batch FROM photos
                   WHERE account_id = $1 AND creation_id IS NULL AND expires_at > $2 ORDER BY position, id";
        photos(&self.db.rows(sql, values![owner.to_string(), now]).await?)
    }

    async fn of_creation(&self, creation: CreationId) -> Result<Vec<Photo>, StoreError> {
        let sql =
            "SELECT id, account_id, creation_id, width, height, who, expires_at, crop, position, batch FROM photos
                   WHERE creation_id = $1 ORDER BY position, id";
        photos(&self.db.rows(sql, values![creation.to_string()]).await?)
    }

    async fn get(
        &self,
        owner: AccountId,
        id: PhotoId,
        now: Moment,
    ) -> Result<Option<Photo>, StoreError> {
        let sql =
            "SELECT id, account_id, creation_id, width, height, who, expires_at, crop, position, batch FROM photos
                   WHERE id = $1 AND account_id = $2 AND expires_at > $3";
        let row = self.db.row(sql, values![id.to_string(), owner.to_string(), now]).await?;
        Ok(row.map(|row| photo(&row)).transpose()?)
    }

    async fn label(
        &self,
        owner: AccountId,
        id: PhotoId,
        who: Option<Who>,
    ) -> Result<(), StoreError> {
        let sql =
            "UPDATE photos SET who = $3 WHERE id = $1 AND account_id = $2 AND creation_id IS NULL";
        let who = who.map(|who| who_name(who).to_owned());
        self.db.execute(sql, values![id.to_string(), owner.to_string(), who]).await?;
        Ok(())
    }

    async fn frame(&self, owner: AccountId, id: PhotoId, crop: Crop) -> Result<(), StoreError> {
        let sql =
            "UPDATE photos SET crop = $3 WHERE id = $1 AND account_id = $2 AND creation_id IS NULL";
        let values = values![id.to_string(), owner.to_string(), crop_text(crop)];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn expire(&self, owner: AccountId, id: PhotoId, at: Moment) -> Result<bool, StoreError> {
        let sql = "UPDATE photos SET expires_at = $3
                   WHERE id = $1 AND account_id = $2 AND creation_id IS NULL AND expires_at > $3";
        Ok(self.db.execute(sql, values![id.to_string(), owner.to_string(), at]).await? == 1)
    }

    async fn expire_batch(
        &self,
        owner: AccountId,
        batch: &Batch,
        at: Moment,
    ) -> Result<u64, StoreError> {
        let sql = "UPDATE photos SET expires_at = $3
                   WHERE account_id = $1 AND batch = $2 AND creation_id IS NULL AND expires_at > $3";
        Ok(self.db.execute(sql, values![owner.to_string(), batch.as_str(), at]).await?)
    }

    async fn expire_of_creation(
        &self,
        owner: AccountId,
        creation: CreationId,
        at: Moment,
    ) -> Result<u64, StoreError> {
        let sql = "UPDATE photos SET expires_at = $3 WHERE creation_id = $1 AND account_id = $2 AND expires_at > $3";
        Ok(self.db.execute(sql, values![creation.to_string(), owner.to_string(), at]).await?)
    }

    async fn expired(&self, now: Moment, limit: u32) -> Result<Vec<Photo>, StoreError> {
        let sql =
            "SELECT id, account_id, creation_id, width, height, who, expires_at, crop, position, batch FROM photos
                   WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2";
        photos(&self.db.rows(sql, values![now, limit]).await?)
    }

    async fn exists(&self, id: PhotoId) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM photos WHERE id = $1";
        let row = self.db.row(sql, values![id.to_string()]).await?;
        Ok(row.map_or(Ok(0), |row| row.int(0))? > 0)
    }

    async fn forget(&self, id: PhotoId) -> Result<(), StoreError> {
        self.db.execute("DELETE FROM photos WHERE id = $1", values![id.to_string()]).await?;
        Ok(())
    }
}

impl Store {
    /// Its place; nothing when the draft has as many as it may. The profile's row is what two
    /// uploads of one person wait at.
    async fn insert_photo(
        &self,
        photo: &Photo,
        place: Option<u32>,
        at: Moment,
    ) -> Result<Option<u32>, DbError> {
        let owner = photo.owner.to_string();
        let mut tx = self.db.begin().await?;
        tx.execute(
            "UPDATE profiles SET updated_at = $2 WHERE id = $1",
            values![owner.as_str(), at],
        )
        .await?;
        let sql = "SELECT COUNT(*), COALESCE(MAX(position) + 1, 0) FROM photos
                   WHERE account_id = $1 AND creation_id IS NULL AND expires_at > $2";
        let row = tx.row(sql, values![owner.as_str(), at]).await?;
        let (count, last) =
            row.map_or(Ok((0, 0)), |row| Ok::<_, DbError>((row.int(0)?, row.int(1)?)))?;
        if count >= i64::from(MAX_PHOTOS) {
            return Ok(None);
        }
        let position = place.map_or_else(|| small(last), Ok)?;
        tx.execute(
            "INSERT INTO photos (id, account_id, width, height, who, created_at, expires_at, crop, position, batch)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            values![
                photo.id.to_string(),
                owner,
                photo.width,
                photo.height,
                photo.who.map(|who| who_name(who).to_owned()),
                at,
                photo.expires_at,
                photo.crop.map(crop_text),
                position,
                photo.batch.as_ref().map(|batch| batch.as_str().to_owned()),
            ],
        )
        .await?;
        tx.commit().await?;
        Ok(Some(position))
    }
}

fn photos(rows: &[Row]) -> Result<Vec<Photo>, StoreError> {
    Ok(rows.iter().map(photo).collect::<Result<_, DbError>>()?)
}

fn photo(row: &Row) -> Result<Photo, DbError> {
    Ok(Photo {
        id: parsed(&row.text(0)?, "a photo id")?,
        owner: parsed(&row.text(1)?, "an account id")?,
        creation: row.maybe_text(2)?.map(|id| parsed(&id, "a creation id")).transpose()?,
        width: small(row.int(3)?)?,
        height: small(row.int(4)?)?,
        who: row.maybe_text(5)?.as_deref().and_then(who_from),
        expires_at: Moment(row.int(6)?),
        crop: row.maybe_text(7)?.as_deref().and_then(crop_from),
        position: small(row.int(8)?)?,
        batch: row.maybe_text(9)?.as_deref().and_then(Batch::parse),
    })
}
