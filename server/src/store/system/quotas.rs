//! What is guarded and how much of it was taken. One statement takes, so that many at once
//! are still only so many.

use std::time::Duration;

use async_trait::async_trait;
use evernear_app::{
    domain::{quota::Quota, timestamp::Timestamp},
    ports::{QuotaStore, StoreError, Taken},
};

use crate::{
    store::{Store, small},
    values,
};

/// How often a pause doubles.
const DOUBLINGS: i64 = 6;

#[async_trait]
impl QuotaStore for Store {
    async fn take(&self, what: Quota, subject: &str, now: Timestamp) -> Result<Taken, StoreError> {
        let window_began = now.before(what.window());
        let most = i64::from(what.most());
        // Without pauses the first of them is never reached. Then nothing depends on whose clock is
        // ahead: of two that come at once, the earlier may be written last.
        let (free, pause) = what.pauses().unwrap_or((u32::MAX, Duration::ZERO));
        let pause = i64::try_from(pause.as_millis()).unwrap_or(i64::MAX);
        let sql = "INSERT INTO quotas (kind, subject, used, began_at, again_at)
             VALUES ($1, $2, 1, $3, 0)
             ON CONFLICT (kind, subject) DO UPDATE SET
             used = CASE WHEN quotas.began_at <= $4 THEN 1 ELSE quotas.used + 1 END,
             began_at = CASE WHEN quotas.began_at <= $4 THEN $3 ELSE quotas.began_at END,
             again_at = CASE WHEN quotas.began_at <= $4 OR quotas.used + 1 < $6 THEN 0
                 ELSE $3 + ($7 << CAST(CASE WHEN quotas.used + 1 - $6 > $8 THEN $8
                     ELSE quotas.used + 1 - $6 END AS INTEGER)) END
             WHERE quotas.began_at <= $4
                OR (quotas.used < $5 AND quotas.again_at <= $3)
             RETURNING used";
        let values = values![
            what.as_str(),
            subject,
            now,
            window_began,
            most,
            i64::from(free),
            pause,
            DOUBLINGS
        ];
        let taken: Vec<(i64,)> = self.db.write_returning(sql, values).await?;
        if let Some((used,)) = taken.first() {
            return Ok(Taken::Nth(small(*used)?));
        }
        let sql = "SELECT used, began_at, again_at FROM quotas WHERE kind = $1 AND subject = $2";
        let found: Option<(i64, i64, i64)> =
            self.db.find(sql, values![what.as_str(), subject]).await?;
        let Some((used, began_at, again_at)) = found else {
            // It was forgotten a moment ago: the next one will be taken.
            return Ok(Taken::Not(Duration::ZERO));
        };
        let over = Timestamp(began_at).after(what.window());
        let again = if used >= most { over } else { Timestamp(again_at) };
        Ok(Taken::Not(again.since(now)))
    }

    async fn give_back(&self, what: Quota, subject: &str) -> Result<(), StoreError> {
        let sql = "UPDATE quotas SET used = used - 1, again_at = 0
                   WHERE kind = $1 AND subject = $2 AND used > 0";
        self.db.execute(sql, values![what.as_str(), subject]).await?;
        Ok(())
    }

    async fn forget_quotas(&self, before: Timestamp) -> Result<u64, StoreError> {
        Ok(self.db.execute("DELETE FROM quotas WHERE began_at <= $1", values![before]).await?)
    }
}
