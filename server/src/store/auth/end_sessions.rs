//! What ends when somebody is signed out, has a new password or another address.

use evernear_app::domain::id::SessionId;

use crate::{
    store::{
        account::lock::lock_account_if_there,
        db::{DbError, Tx},
    },
    values,
};

/// Whether a session may have the level `$2`: the second only while the account has a factor. Its
/// proof is written after the factor was looked at, which may have gone meanwhile; the account has
/// to be locked.
macro_rules! rests_on_a_factor {
    () => {
        "($2 = 'aal1' OR EXISTS (SELECT 1 FROM mfa_factors f
          WHERE f.account_id = sessions.account_id AND f.status = 'verified'))"
    };
}
pub(super) use rests_on_a_factor;

/// Ends every session but one, and every sign-in that is under way: a code that waits to be
/// exchanged would open a session of somebody who was just signed out.
pub async fn end_sessions(
    tx: &mut Tx,
    account: &str,
    keep: Option<SessionId>,
) -> Result<u64, DbError> {
    // In the order of whoever changes something by one of them, so that they wait for one another.
    lock_account_if_there(tx, account).await?;
    end_sign_ins(tx, account).await?;
    let keep = keep.map(|id| id.to_string()).unwrap_or_default();
    let sql = "DELETE FROM sessions WHERE account_id = $1 AND id <> $2";
    tx.execute(sql, values![account, keep]).await
}

/// Ends what has shown who somebody is, or is about to, and is no session yet.
pub async fn end_sign_ins(tx: &mut Tx, account: &str) -> Result<(), DbError> {
    tx.execute("DELETE FROM auth_flows WHERE account_id = $1", values![account]).await?;
    tx.execute("DELETE FROM auth_oauth_states WHERE account_id = $1", values![account]).await?;
    Ok(())
}
