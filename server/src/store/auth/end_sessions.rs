//! What ends when somebody is signed out, has a new password or another address.

use evernear_app::domain::{
    account::SignInEpoch,
    id::{AccountId, SessionId},
};

use crate::{
    store::{
        account::lock::lock_account_if_there,
        db::{DbError, Dialects, Tx},
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

/// Ends what has shown who somebody is, or is about to, and is no session yet. The account has to be
/// locked.
pub async fn end_sign_ins(tx: &mut Tx, account: &str) -> Result<(), DbError> {
    let sql = "UPDATE accounts SET sign_in_epoch = sign_in_epoch + 1 WHERE id = $1";
    tx.execute(sql, values![account]).await?;
    tx.execute("DELETE FROM auth_flows WHERE account_id = $1", values![account]).await?;
    tx.execute("DELETE FROM auth_oauth_states WHERE account_id = $1", values![account]).await?;
    Ok(())
}

/// The account's epoch now.
pub async fn sign_in_epoch(tx: &mut Tx, account: &str) -> Result<SignInEpoch, DbError> {
    let sql = "SELECT sign_in_epoch FROM accounts WHERE id = $1";
    let found: Option<(i64,)> = tx.find(sql, values![account]).await?;
    found.map(|(epoch,)| SignInEpoch(epoch)).ok_or(DbError::AccountGone)
}

/// Whether nothing has ended the account's sign-ins since `epoch`, and nothing does until this
/// transaction ends.
pub async fn sign_ins_stand(
    tx: &mut Tx,
    account: AccountId,
    epoch: SignInEpoch,
) -> Result<bool, DbError> {
    let sql = tx.dialect(Dialects {
        // Nobody else writes meanwhile.
        sqlite: "SELECT 1 FROM accounts WHERE id = $1 AND sign_in_epoch = $2",
        postgres: "SELECT 1 FROM accounts WHERE id = $1 AND sign_in_epoch = $2 FOR SHARE",
    });
    Ok(tx.row(sql, values![account.to_string(), epoch.0]).await?.is_some())
}
