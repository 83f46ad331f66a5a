//! The closed beta's door (`docs/decisions.md`, 'Closed beta'): who may create, and what an
//! invitation is worth. An invitation is a random text whose digest stands with an approved
//! application. It counts once, for the account it was used with, as long as the application is
//! approved.

use crate::{
    domain::{account::Account, auth::session::TokenDigest, id::AccountId},
    flows::auth::authenticate::new_token,
    ports::{Ports, StoreError},
};

/// A new invitation: the text for the link, and what is stored of it.
pub fn new_invitation(ports: &Ports) -> (String, TokenDigest) {
    let token = new_token(ports).0;
    let digest = ports.passwords.digest(&token);
    (token, digest)
}

/// Lets the account in by an invitation. A blank, unknown or used one changes nothing: the
/// gate goes by the e-mail then.
pub async fn accept_invitation(
    ports: &Ports,
    account: AccountId,
    invitation: &str,
) -> Result<bool, StoreError> {
    if invitation.is_empty() || invitation.len() > 128 {
        return Ok(false);
    }
    ports.waitlist.use_invitation(&ports.passwords.digest(invitation), account).await
}

/// Whether this account may create.
pub async fn admitted(ports: &Ports, account: &Account) -> Result<bool, StoreError> {
    if !ports.settings.approved_only {
        return Ok(true);
    }
    // Anybody can claim an address that was approved; an invitation counts by itself.
    let email = account.email_proven_at.map(|_| &account.email);
    ports.waitlist.admitted(email, account.id).await
}
