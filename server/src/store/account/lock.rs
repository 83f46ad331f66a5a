//! Makes requests of the same account wait for each other: whatever touches more than one of its
//! rows begins here, so that no two wait for each other crosswise.

use evernear_app::domain::id::SessionId;

use crate::{
    store::db::{DbError, Tx},
    values,
};

/// Locks the account's profile until the transaction ends.
///
/// # Errors
/// [`DbError::AccountGone`] when there is no such account any more.
pub async fn lock_account(tx: &mut Tx, owner: &str) -> Result<(), DbError> {
    if lock_account_if_there(tx, owner).await? { Ok(()) } else { Err(DbError::AccountGone) }
}

/// The same; no when the account is gone.
pub async fn lock_account_if_there(tx: &mut Tx, owner: &str) -> Result<bool, DbError> {
    let sql = "UPDATE profiles SET credits = credits WHERE id = $1";
    Ok(tx.execute(sql, values![owner]).await? == 1)
}

/// Locks the account's profile for a change that protects the account, which only its holder may
/// make: who asked was looked up before the request's body came, a password was hashed or a code
/// compared, and has perhaps been signed out since.
///
/// # Errors
/// [`DbError::SessionGone`] when the session has ended, or does not have the second factor that the
/// account has.
pub async fn lock_for_session(tx: &mut Tx, owner: &str, session: SessionId) -> Result<(), DbError> {
    lock_account(tx, owner).await?;
    let sql = "UPDATE sessions SET aal = aal WHERE id = $1 AND account_id = $2 AND (aal = 'aal2'
               OR NOT EXISTS (SELECT 1 FROM mfa_factors f WHERE f.account_id = $2 AND f.status = 'verified'))";
    let stands = tx.execute(sql, values![session.to_string(), owner]).await? == 1;
    if stands { Ok(()) } else { Err(DbError::SessionGone) }
}
