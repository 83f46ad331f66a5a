//! Starting a creation: credits are set aside, its row, its photos and its draft change
//! hands, and a free retake is used up: `begin.sqlite.sql` and `begin.postgres.sql`, run in batches
//! ([`crate::store::batch`]).

use evernear_app::{
    domain::media::IN_USE,
    ports::{BeginError, Begun, NewCreation, PhotoSource},
};

use super::creations::{kind_name, mode_name};
use crate::{
    named,
    store::{Store, batch::Batched, db::DbError, draft::drafts::encode, parsed, small},
    values,
};

static BEGIN: Batched =
    Batched::new(include_str!("begin.sqlite.sql"), include_str!("begin.postgres.sql"));

impl Store {
    pub(super) async fn start(
        &self,
        new: NewCreation,
    ) -> Result<Result<Begun, BeginError>, DbError> {
        let (price, entries) = if new.retake.is_some() { (0, 2) } else { (new.hold.credits, 1) };
        let source = match new.photos {
            PhotoSource::Creation(failed) => Some(failed.to_string()),
            PhotoSource::Draft | PhotoSource::Request | PhotoSource::None => None,
        };
        let (of_request, photos) = match new.photos {
            PhotoSource::Draft | PhotoSource::Creation(_) => (None, new.brief.mode.photo_count()),
            PhotoSource::Request => (Some(new.id.to_string()), new.brief.mode.photo_count()),
            // No photo is of such a request.
            PhotoSource::None => (Some(String::new()), 0),
        };
        // Of people, and the keepsake.
        let photo_count = photos + usize::from(new.keepsake);
        let photo_count = u32::try_from(photo_count).unwrap_or(u32::MAX);
        let values = named![
            owner: new.owner.to_string(),
            begun_at: new.at,
            price: price,
            entries: i64::from(entries),
            request_key: new.request_key.as_str(),
            creation: new.id.to_string(),
            kind: kind_name(new.brief.kind),
            mode: mode_name(new.brief.mode),
            words: new.brief.prompt.words().unwrap_or_default(),
            seed: new.brief.seed.cast_signed(),
            state: encode(&new.state)?,
            keepsakes: u32::from(new.keepsake),
            recording: new.recording.map(|id| id.to_string()),
            image_of: new.image_of.map(|id| id.to_string()),
            retake_of: new.retake.map(|retake| retake.of.to_string()),
            hold_entry: new.hold.entry.to_string(),
            hold: new.hold.credits,
            draft: new.draft.map(|draft| draft.to_string()),
            of_request: of_request,
            source: source,
            retake_entry: new.retake.map(|retake| retake.entry.to_string()),
            retake_since: new.retake.map(|retake| retake.since.0),
            head_start: i64::try_from(new.head_start.as_millis()).unwrap_or_default(),
            in_use: IN_USE,
            photo_count: photo_count,
            place: new.brief.prompt.place().map(str::to_owned),
            story: encode(&new.brief.story)?,
            presentation: encode(&new.brief.presentation)?,
            day: new.at.date(),
            reserve: new.costs.reserve,
            account_ceiling: new.costs.limits.account_day,
            site_ceiling: new.costs.limits.site_day,
        ];
        if !self.db.run_batched(&BEGIN, values).await?.is_empty() {
            return Ok(Ok(Begun::Started));
        }
        self.not_started(&new, price).await
    }

    /// Why a creation was not started: the request was made before, its retake is gone,
    /// credits are missing, or else photos.
    async fn not_started(
        &self,
        new: &NewCreation,
        price: u32,
    ) -> Result<Result<Begun, BeginError>, DbError> {
        let owner = new.owner.to_string();
        let sql = "SELECT id FROM creations
                   WHERE account_id = $1 AND (request_key = $2 OR film_request_key = $2) LIMIT 1";
        let values = values![owner.as_str(), new.request_key.as_str()];
        let before: Option<(String,)> = self.db.find(sql, values).await?;
        if let Some((id,)) = before {
            return Ok(Ok(Begun::Already(parsed(&id, "a creation id")?)));
        }
        if let Some(retake) = &new.retake {
            let sql = "SELECT 1 FROM creations WHERE id = $1 AND account_id = $2 AND ended_at >= $3
                 AND status = 'finished' AND retake IS NULL AND retake_of IS NULL";
            let values = values![retake.of.to_string(), owner.as_str(), retake.since];
            if self.db.row(sql, values).await?.is_none() {
                return Ok(Err(BeginError::NoRetake));
            }
        }
        let sql = "SELECT credits FROM profiles WHERE id = $1";
        let profile: Option<(i64,)> = self.db.find(sql, values![owner.as_str()]).await?;
        let (credits,) = profile.ok_or(DbError::AccountGone)?;
        let have = small(credits)?;
        if have < price {
            return Ok(Err(BeginError::InsufficientCredits { have }));
        }
        let ceiling = self.ceiling_reached(&owner, &new.at.date(), new.costs).await?;
        Ok(Err(ceiling.map_or(BeginError::WrongPhotos, BeginError::CostCeiling)))
    }
}
