//! Signing in with e-mail and password. An unknown address and a wrong password take as
//! long and read the same.

use crate::{
    domain::{account::Email, id::AccountId},
    ports::{Ports, StoreError},
};

#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    #[error("e-mail or password is missing")]
    Missing,
    #[error("e-mail and password do not belong together")]
    Refused,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whose account it is; the caller opens a session.
pub async fn sign_in(ports: &Ports, email: &str, password: &str) -> Result<AccountId, SignInError> {
    if email.trim().is_empty() || password.is_empty() {
        return Err(SignInError::Missing);
    }
    let found = match email.parse::<Email>() {
        Ok(email) => ports.accounts.by_email(&email).await?,
        Err(_) => None,
    };
    let hash = found.as_ref().map(|(_, hash)| hash.as_str());
    let right = ports.passwords.matches(password, hash).await?;
    match found {
        Some((account, _)) if right => Ok(account.id),
        _ => Err(SignInError::Refused),
    }
}
