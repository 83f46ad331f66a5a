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
        account::lock::lock_account,
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
        if let Some(request) = request {
            // One after the other, so that a key is used for one film.
            lock_account(&mut tx, &owner.to_string()).await?;
            let sql = "SELECT 1 FROM creations
                       WHERE account_id = $1 AND (request_key = $2 OR film_request_key = $2) LIMIT 1";
            let used: Option<(i32,)> =
                tx.find(sql, values![owner.to_string(), request.key.as_str()]).await?;
            if used.is_some() {
                return Ok(None);
            }
        }
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
                   reviewed_ms = reviewed_ms + $4, film_request_key = $5 WHERE id = $1";
        let waited = i64::try_from(waited.as_millis()).unwrap_or_default();
        let key = request.map(|request| request.key.clone());
        tx.execute(sql, values![id.to_string(), encode(&state)?, at, waited, key]).await?;
        tx.commit().await?;
        Ok(Some(Ok(())))
    }
}
