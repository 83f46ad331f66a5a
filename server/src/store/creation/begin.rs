//! Starting a creation: credits are set aside, its row, its photos and its draft change
//! hands, and a free retake is used up. Run in batches ([`crate::store::batch`]).
//!
//! The person's row comes first, so that their requests wait for each other. A retake is
//! given what its hold takes: two entries that come to nothing.

use evernear_app::{
    domain::{creation::State, media::IN_USE},
    ports::{BeginError, Begun, NewCreation, PhotoSource},
};

use super::creations::{kind_name, mode_name};
use crate::{
    store::{Store, batch::Batched, db::DbError, draft::drafts::encode, parsed, small},
    values,
};

macro_rules! set_aside {
    ($from:literal) => {
        concat!(
            "UPDATE profiles SET credits = credits - $3, ledger_entries = ledger_entries + $4, updated_at = $2",
            $from,
            " WHERE id = $1 AND credits >= $3"
        )
    };
}
macro_rules! begin {
    () => {
        "INSERT INTO creations (id, account_id, request_key, kind, mode, words, place, seed, status, progress, state,
         image_of, rights_confirmed_at, created_at, progressed_at, next_at, lease_until, attempt, head_start,
         retake_of)
         SELECT $6, $1, $5, $7, $8, $9, $23, $10, 'running', 5, $11, $12, $2, $2, $2, $2, 0, 0, $20, $13 FROM "
    };
}
macro_rules! enter {
    () => {
        "INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at) "
    };
}
macro_rules! hold {
    ($owner:literal) => {
        concat!(
            enter!(),
            "SELECT $14, $1, ",
            $owner,
            ".ledger_entries, 'hold', -$15, ",
            $owner,
            ".credits, $6, $2 FROM "
        )
    };
}
macro_rules! retake {
    ($owner:literal) => {
        concat!(
            enter!(),
            "SELECT $18, $1, ",
            $owner,
            ".ledger_entries - 1, 'retake', $15, ",
            $owner,
            ".credits + $15, $6, $2 FROM "
        )
    };
}
macro_rules! has_retake {
    () => {
        "status = 'finished' AND retake IS NULL AND retake_of IS NULL"
    };
}
macro_rules! use_up {
    ($from:literal) => {
        concat!(
            "UPDATE creations SET retake = $6",
            $from,
            " WHERE id = $13 AND account_id = $1 AND ended_at >= $19 AND ",
            has_retake!()
        )
    };
}
macro_rules! take_photos {
    ($from:literal) => {
        concat!(
            "UPDATE photos SET creation_id = $6, expires_at = $21",
            $from,
            " WHERE account_id = $1 AND expires_at > $2 AND COALESCE(creation_id, '') = COALESCE($17, '')"
        )
    };
}
/// Of a retry: the person may have begun another memory meanwhile, then the draft stays.
macro_rules! link_draft {
    ($from:literal) => {
        concat!(
            "UPDATE drafts SET creation_id = $6",
            $from,
            " WHERE account_id = $1 AND (($17 IS NULL AND draft_key = $16) OR creation_id = $17)"
        )
    };
}
/// On SQLite: the row is there.
macro_rules! if_begun {
    () => {
        "EXISTS (SELECT 1 FROM creations c WHERE c.id = $6)"
    };
}

static BEGIN: Batched = Batched::new(
    concat!(
        set_aside!(""),
        ";",
        begin!(),
        "profiles WHERE id = $1 AND changes() = 1 ON CONFLICT DO NOTHING;",
        retake!("p"),
        "profiles p WHERE p.id = $1 AND $13 IS NOT NULL AND ",
        if_begun!(),
        ";",
        hold!("p"),
        "profiles p WHERE p.id = $1 AND ",
        if_begun!(),
        ";",
        use_up!(""),
        " AND ",
        if_begun!(),
        ";",
        take_photos!(""),
        " AND ",
        if_begun!(),
        ";",
        link_draft!(""),
        " AND ",
        if_begun!(),
        "; SELECT 1 FROM creations c WHERE c.id = $6
         AND (SELECT COUNT(*) FROM photos p WHERE p.creation_id = $6) = $22
         AND ($17 IS NOT NULL OR EXISTS (SELECT 1 FROM drafts d WHERE d.account_id = $1 AND d.creation_id = $6))
         AND ($13 IS NULL OR EXISTS (SELECT 1 FROM creations m WHERE m.id = $13 AND m.retake = $6))",
    ),
    concat!(
        "owner AS (",
        set_aside!(" FROM g"),
        " RETURNING profiles.credits, profiles.ledger_entries, g.*), entered AS (",
        begin!(),
        "owner g WHERE TRUE ON CONFLICT DO NOTHING RETURNING id), begun AS (
         SELECT g.* FROM owner g JOIN entered ON entered.id = $6), given AS (",
        retake!("g"),
        "begun g WHERE $13 IS NOT NULL), held AS (",
        hold!("g"),
        "begun g), used AS (",
        use_up!(" FROM begun g"),
        " RETURNING g.nth), photographs AS (",
        take_photos!(" FROM begun g"),
        " RETURNING g.nth), linked AS (",
        link_draft!(" FROM begun g"),
        " RETURNING g.nth)
         SELECT CASE WHEN EXISTS (SELECT 1 FROM begun b WHERE b.nth = g.nth)
         AND (SELECT COUNT(*) FROM photographs p WHERE p.nth = g.nth) = $22
         AND ($17 IS NOT NULL OR EXISTS (SELECT 1 FROM linked l WHERE l.nth = g.nth))
         AND ($13 IS NULL OR EXISTS (SELECT 1 FROM used u WHERE u.nth = g.nth))
         THEN 1 ELSE raise_rollback() END, g.nth FROM owner g",
    ),
);

impl Store {
    pub(super) async fn start(
        &self,
        new: NewCreation,
    ) -> Result<Result<Begun, BeginError>, DbError> {
        let (price, entries) = if new.retake.is_some() { (0, 2) } else { (new.hold.credits, 1) };
        let source = match new.photos {
            PhotoSource::Draft => None,
            PhotoSource::Creation(failed) => Some(failed.to_string()),
        };
        let values = values![
            new.owner.to_string(),
            new.at,
            price,
            i64::from(entries),
            new.request_key.as_str(),
            new.id.to_string(),
            kind_name(new.brief.kind),
            mode_name(new.brief.mode),
            new.brief.prompt.words().unwrap_or_default(),
            new.brief.seed.cast_signed(),
            encode(&State::default())?,
            new.image_of.map(|id| id.to_string()),
            new.retake.map(|retake| retake.of.to_string()),
            new.hold.entry.to_string(),
            new.hold.credits,
            new.draft.to_string(),
            source,
            new.retake.map(|retake| retake.entry.to_string()),
            new.retake.map(|retake| retake.since.0),
            i64::try_from(new.head_start.as_millis()).unwrap_or_default(),
            IN_USE,
            u32::try_from(new.brief.mode.photo_count()).unwrap_or(u32::MAX),
            new.brief.prompt.place().map(str::to_owned),
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
        let sql = "SELECT id FROM creations WHERE account_id = $1 AND request_key = $2";
        let values = values![owner.as_str(), new.request_key.as_str()];
        let before: Option<(String,)> = self.db.find(sql, values).await?;
        if let Some((id,)) = before {
            return Ok(Ok(Begun::Already(parsed(&id, "a creation id")?)));
        }
        if let Some(retake) = &new.retake {
            let sql = concat!(
                "SELECT 1 FROM creations WHERE id = $1 AND account_id = $2 AND ended_at >= $3 AND ",
                has_retake!()
            );
            let values = values![retake.of.to_string(), owner.as_str(), retake.since];
            if self.db.row(sql, values).await?.is_none() {
                return Ok(Err(BeginError::NoRetake));
            }
        }
        let sql = "SELECT credits FROM profiles WHERE id = $1";
        let profile: Option<(i64,)> = self.db.find(sql, values![owner]).await?;
        let (credits,) = profile.ok_or(DbError::AccountGone)?;
        let have = small(credits)?;
        Ok(Err(if have < price {
            BeginError::InsufficientCredits { have }
        } else {
            BeginError::WrongPhotos
        }))
    }
}
