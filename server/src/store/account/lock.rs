//! Makes requests of the same account wait for each other: whatever touches more than one of its
//! rows begins here, so that no two wait for each other crosswise.

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
