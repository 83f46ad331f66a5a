//! The first proof that an address is its holder's. Whatever was set up before it may be a
//! stranger's, who signed up with somebody else's address, and goes in the same transaction.

use evernear_app::domain::timestamp::Timestamp;

use super::end_sessions::end_sign_ins;
use crate::{
    store::db::{DbError, Tx},
    values,
};

/// Who vouches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddressProof<'a> {
    /// Whoever reads the mailbox. A mail alone never takes a second factor away, so an account
    /// that has one stays as it is, and unproven.
    Mailbox,
    /// A provider, for this address.
    Provider(&'a str),
}

/// Notes the proof if there was none, and removes what was set up before; no when the address
/// was proven already, or is not the one that is vouched for.
pub(super) async fn prove(
    tx: &mut Tx,
    account: &str,
    proof: AddressProof<'_>,
    at: Timestamp,
) -> Result<bool, DbError> {
    let sql = "SELECT 1 FROM accounts WHERE id = $1 AND password_hash IS NOT NULL AND password_hash <> ''";
    let signed_up = tx.row(sql, values![account]).await?.is_some();
    let proven = match proof {
        AddressProof::Mailbox => {
            let sql = "UPDATE accounts SET email_proven_at = $2,
                       email_confirmed_at = COALESCE(email_confirmed_at, $2),
                       password_hash = '', email_change = NULL, email_change_missing = 0
                       WHERE id = $1 AND email_proven_at IS NULL AND NOT EXISTS
                       (SELECT 1 FROM mfa_factors f WHERE f.account_id = accounts.id AND f.status = 'verified')";
            tx.execute(sql, values![account, at]).await?
        }
        AddressProof::Provider(email) => {
            let sql = "UPDATE accounts SET email_proven_at = $2,
                       email_confirmed_at = COALESCE(email_confirmed_at, $2),
                       password_hash = '', email_change = NULL, email_change_missing = 0
                       WHERE id = $1 AND email_proven_at IS NULL AND email = $3";
            tx.execute(sql, values![account, at, email]).await?
        }
    };
    if proven == 0 {
        return Ok(false);
    }
    for sql in WAYS_IN {
        tx.execute(sql, values![account]).await?;
    }
    end_sign_ins(tx, account).await?;
    // Who came by a mail from the beginning chose nothing before it.
    if signed_up {
        forget_choices(tx, account).await?;
    }
    Ok(true)
}

/// Forgets what was chosen with a password that is not known to be the holder's: the user name,
/// age and terms, and what a client program noted.
pub(in crate::store) async fn forget_choices(tx: &mut Tx, account: &str) -> Result<(), DbError> {
    for sql in CHOICES {
        tx.execute(sql, values![account]).await?;
    }
    Ok(())
}

const CHOICES: [&str; 3] = [
    "UPDATE profiles SET username = NULL, username_key = NULL WHERE id = $1",
    "UPDATE accounts SET terms_version = NULL, terms_at = NULL WHERE id = $1",
    "UPDATE api_users SET user_metadata = '{}' WHERE account_id = $1",
];

/// Everything by which somebody could come in.
const WAYS_IN: [&str; 6] = [
    "DELETE FROM one_time_tokens WHERE account_id = $1",
    "DELETE FROM sessions WHERE account_id = $1",
    "DELETE FROM mfa_challenges WHERE factor_id IN (SELECT id FROM mfa_factors WHERE account_id = $1)",
    "DELETE FROM mfa_factors WHERE account_id = $1",
    "DELETE FROM mfa_recovery_codes WHERE account_id = $1",
    "DELETE FROM identities WHERE account_id = $1 AND provider <> 'email'",
];
