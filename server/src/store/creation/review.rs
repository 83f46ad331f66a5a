//! Taking a person's decision about the picture that waits for them.

use std::time::Duration;

use evernear_app::domain::{
    creation::{REVIEW_WITHIN, RequestKey, ReviewError, Stage, State},
    id::{AccountId, CreationId},
    timestamp::Timestamp,
};
use evernear_rules::wire::ReviewDecision;

use crate::{
    store::{
        Store,
        db::DbError,
        draft::drafts::{decode, encode},
    },
    values,
};

impl Store {
    pub(super) async fn take_decision(
        &self,
        owner: AccountId,
        id: CreationId,
        decision: ReviewDecision,
        request: Option<&RequestKey>,
        at: Timestamp,
    ) -> Result<Option<Result<(), ReviewError>>, DbError> {
        let mut tx = self.db.begin().await?;
        // The row is locked before it is read, and whoever holds its lease holds it no more: a review
        // that is open has no task.
        let sql = "UPDATE creations SET attempt = attempt + 1, lease_until = 0, lease_owner = NULL
                   WHERE id = $1 AND account_id = $2 AND status = 'running'";
        if tx.execute(sql, values![id.to_string(), owner.to_string()]).await? == 0 {
            return Ok(None);
        }
        let sql = "SELECT state FROM creations WHERE id = $1";
        let row: Option<(String,)> = tx.find(sql, values![id.to_string()]).await?;
        let (state,) = row.ok_or_else(|| DbError::Row("a creation is gone".to_owned()))?;
        let mut state: State = decode(&state)?;
        let Some(review) = state.review.as_mut() else {
            return Ok(Some(Err(ReviewError::NotOpen)));
        };
        let opened = review.open_until().map(|until| until.before(REVIEW_WITHIN));
        if let Err(error) = review.decide(decision) {
            return Ok(Some(Err(error)));
        }
        review.film_request = request.cloned();
        state.image_stored = review.stage == Stage::Accepted;
        let waited = opened.map_or(Duration::ZERO, |opened| at.since(opened));
        let sql = "UPDATE creations SET state = $2, next_at = $3, progressed_at = $3,
                   reviewed_ms = reviewed_ms + $4 WHERE id = $1";
        let waited = i64::try_from(waited.as_millis()).unwrap_or_default();
        tx.execute(sql, values![id.to_string(), encode(&state)?, at, waited]).await?;
        tx.commit().await?;
        Ok(Some(Ok(())))
    }
}
