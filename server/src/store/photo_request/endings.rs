//! What ends requests for photos from outside: a ban, a memory that is deleted, a photo whose row goes.
//! Each is part of the transaction of what ends them.

use evernear_app::domain::{photo_request::EndedBy, timestamp::Timestamp};

use crate::{
    store::db::{DbError, Tx},
    values,
};

/// Ends every request of an account as part of what ends them. Photos that were added stay where they
/// are, and can be taken back.
pub(in crate::store) async fn end_all(
    tx: &mut Tx,
    owner: &str,
    by: EndedBy,
    at: Timestamp,
) -> Result<u64, DbError> {
    let sql = "UPDATE photo_requests SET ended_at = $2, ended_by = $3
               WHERE account_id = $1 AND ended_at IS NULL AND creation_id IS NULL AND expires_at > $2";
    tx.execute(sql, values![owner, at, by.as_str()]).await
}

/// Deletes the requests of a memory that is being deleted: those by which its photos came, and those
/// of the draft that it was begun from that brought none.
pub(in crate::store) async fn delete_of_creation(
    tx: &mut Tx,
    owner: &str,
    creation: &str,
) -> Result<u64, DbError> {
    let sql = "DELETE FROM photo_requests WHERE account_id = $1 AND (creation_id = $2
               OR photo_id IN (SELECT id FROM photos WHERE creation_id = $2)
               OR (creation_id IS NULL AND photo_id IS NULL
                   AND draft_key = (SELECT request_key FROM creations WHERE id = $2)))";
    tx.execute(sql, values![owner, creation]).await
}

/// Expires photos that were added for a draft before this one: what was agreed to were its words. Such a
/// photo is there when it was added in the moment in which a memory was begun without it.
pub(in crate::store) async fn expire_requested_for_others(
    tx: &mut Tx,
    owner: &str,
    draft: &str,
) -> Result<u64, DbError> {
    let sql = "UPDATE photos SET expires_at = 0 WHERE account_id = $1 AND creation_id IS NULL
               AND id IN (SELECT r.photo_id FROM photo_requests r
                   WHERE r.account_id = $1 AND r.draft_key <> $2)";
    tx.execute(sql, values![owner, draft]).await
}

/// Writes down what becomes of the request that brought a photo whose row is about to go.
pub(in crate::store) async fn note_photo_gone(tx: &mut Tx, photo: &str) -> Result<(), DbError> {
    let sql =
        "UPDATE photo_requests SET creation_id = (SELECT creation_id FROM photos WHERE id = $1)
               WHERE photo_id = $1";
    if tx.execute(sql, values![photo]).await? == 0 {
        return Ok(());
    }
    let sql = "UPDATE photo_requests SET ended_by = 'removed',
               ended_at = (SELECT CASE WHEN expires_at > 0 THEN expires_at ELSE created_at END
                   FROM photos WHERE id = $1)
               WHERE photo_id = $1 AND creation_id IS NULL AND ended_at IS NULL
               AND EXISTS (SELECT 1 FROM photos WHERE id = $1)";
    tx.execute(sql, values![photo]).await?;
    Ok(())
}
