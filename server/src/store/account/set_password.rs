//! A new password, and what ends with it.

use evernear_app::{domain::auth::one_time::LIFETIME, ports::PasswordSetter};

use crate::{
    store::{
        auth::{end_sessions::end_sessions, identities::remove_foreign_identities},
        db::{DbError, Tx},
    },
    values,
};

/// Sets it and ends what [`PasswordSetter`] says; how many identities were removed. The account has
/// to be locked.
pub(in crate::store) async fn write_password(
    tx: &mut Tx,
    account: &str,
    hash: &str,
    setter: PasswordSetter,
) -> Result<u64, DbError> {
    tx.execute(
        "UPDATE accounts SET password_hash = $2, email_change = NULL, email_change_missing = 0 WHERE id = $1",
        values![account, hash],
    )
    .await?;
    let ended = match setter {
        PasswordSetter::Administrator | PasswordSetter::ResetLink => {
            "DELETE FROM one_time_tokens WHERE account_id = $1"
        }
        PasswordSetter::Session(_) | PasswordSetter::MailboxHolder(_) => {
            "DELETE FROM one_time_tokens WHERE account_id = $1
             AND token_type NOT IN ('recovery_token', 'confirmation_token')"
        }
    };
    tx.execute(ended, values![account]).await?;
    // What stays lasts no longer than our own mails, also where client programs' last longer.
    let lifetime = i64::try_from(LIFETIME.as_millis()).unwrap_or(i64::MAX);
    tx.execute(
        "UPDATE one_time_tokens SET expires_at = created_at + $2
         WHERE account_id = $1 AND expires_at > created_at + $2",
        values![account, lifetime],
    )
    .await?;
    end_sessions(tx, account, setter.session()).await?;
    match setter {
        PasswordSetter::ResetLink | PasswordSetter::MailboxHolder(_) => {
            remove_foreign_identities(tx, account).await
        }
        PasswordSetter::Administrator | PasswordSetter::Session(_) => Ok(0),
    }
}
