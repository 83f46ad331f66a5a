//! Letting somebody in by a link. One conditional update takes the viewing, so that of two who ask
//! for the last one at once one is let in.

use evernear_app::ports::Admission;

use crate::{
    store::{
        Store,
        account::lock::lock_account_if_there,
        db::{DbError, Tx},
    },
    values,
};

impl Store {
    pub(super) async fn admit_viewer(&self, admission: &Admission) -> Result<bool, DbError> {
        let Admission { share, viewer, own, password_version, at, .. } = admission;
        let (owner, share) = (admission.owner.to_string(), share.to_string());
        let mut tx = self.db.begin().await?;
        // First what the count belongs to: whoever deletes the account locks in this order.
        if !lock_account_if_there(&mut tx, &owner).await? {
            return Ok(false);
        }
        let sql = "SELECT 1 FROM share_viewers WHERE share_id = $1 AND viewer = $2 AND own = 0
                   AND password_version = $3 AND admitted_at > $4";
        let known = values![share.as_str(), viewer.as_str(), *password_version, admission.since];
        let watches = tx.row(sql, known).await?.is_some();
        let counted = i64::from(!own && !watches);
        let sql = "UPDATE shares SET viewings = viewings + $3,
                   last_viewed_at = CASE WHEN $5 = 1 THEN last_viewed_at ELSE $2 END
                   WHERE id = $1 AND ended_at IS NULL AND paused_at IS NULL
                   AND (expires_at IS NULL OR expires_at > $2) AND password_version = $4
                   AND ($3 = 0 OR max_viewings IS NULL OR viewings < max_viewings)";
        let viewing = values![share.as_str(), *at, counted, *password_version, i64::from(*own)];
        if tx.execute(sql, viewing).await? == 0 {
            return Ok(false);
        }
        // The twelve hours of who watches already go on as they were.
        if !watches {
            note_viewer(&mut tx, &owner, &share, admission).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}

/// Writes the viewer down; whoever is new, and does not share it, is one more person reached.
async fn note_viewer(
    tx: &mut Tx,
    owner: &str,
    share: &str,
    admission: &Admission,
) -> Result<(), DbError> {
    let Admission { viewer, own, password_version, at, .. } = admission;
    let sql = "INSERT INTO share_viewers (share_id, viewer, own, password_version, admitted_at)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (share_id, viewer) DO NOTHING";
    let row = values![share, viewer.as_str(), i64::from(*own), *password_version, *at];
    let mut is_new = tx.execute(sql, row).await? == 1;
    if !is_new {
        let sql = "UPDATE share_viewers SET password_version = $3, admitted_at = $4
                   WHERE share_id = $1 AND viewer = $2";
        tx.execute(sql, values![share, viewer.as_str(), *password_version, *at]).await?;
    }
    if *own {
        return Ok(());
    }
    // In the browser of whoever shares it, and somebody else's now.
    let sql = "UPDATE share_viewers SET own = 0 WHERE share_id = $1 AND viewer = $2 AND own = 1";
    is_new |= tx.execute(sql, values![share, viewer.as_str()]).await? == 1;
    if is_new {
        tx.execute("UPDATE shares SET people = people + 1 WHERE id = $1", values![share]).await?;
        let sql = "UPDATE profiles SET people_reached = people_reached + 1 WHERE id = $1";
        tx.execute(sql, values![owner]).await?;
    }
    Ok(())
}
