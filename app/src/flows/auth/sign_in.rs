//! Signing in with e-mail and password. An unknown address and a wrong password take as
//! long and read the same. Tries are counted by the address, known or not; the faces count by
//! client. A hash made with older parameters is made anew.

use std::time::Duration;

use crate::{
    domain::{
        account::{
            Account, Email, Password,
            event::{EventKind, Origin},
        },
        auth::{proof::Method, session::Credential},
        rate_limit::Limit,
    },
    flows::{
        account::security_history::{record, record_padding},
        system::take_quota::address_key,
    },
    ports::{Ports, StoreError, TooOften},
    problem::{CREDENTIALS_MISSING, Kind, Problem},
};

#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    #[error("e-mail or password is missing")]
    Missing,
    #[error("e-mail and password do not belong together")]
    Refused,
    /// Only told to those who know the password.
    #[error("the e-mail has not been confirmed")]
    NotConfirmed,
    #[error("asked too often")]
    TooOften(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for SignInError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

/// Whose account it is, and what the caller opens a session with.
pub async fn sign_in(
    ports: &Ports,
    email: &str,
    password: &str,
    origin: &Origin,
) -> Result<(Account, Credential), SignInError> {
    if email.trim().is_empty() || password.is_empty() {
        return Err(SignInError::Missing);
    }
    let found = match email.parse::<Email>() {
        Ok(email) => {
            // Who is refused as one client uses up nothing of everybody's.
            ports.rate_limiter.check(Limit::SignIn, &address_key(ports, &email, &origin.ip))?;
            ports.rate_limiter.check(Limit::SignInTo, &address_key(ports, &email, ""))?;
            ports.accounts.by_email(&email).await?
        }
        // Nobody's, whatever it says: only the client is counted.
        Err(_) => None,
    };
    let hash = found.as_ref().and_then(|(_, hash)| hash.as_deref());
    let right = ports.passwords.matches(password, hash).await?;
    let Some((account, hash)) = found else {
        record_padding(ports, 1).await?;
        return Err(SignInError::Refused);
    };
    let Some(hash) = hash.filter(|_| right) else {
        record(ports, account.id, EventKind::SignInRefused, origin).await?;
        return Err(SignInError::Refused);
    };
    if account.email_confirmed_at.is_none() {
        return Err(SignInError::NotConfirmed);
    }
    if ports.passwords.outdated(&hash)
        && let Ok(password) = password.parse::<Password>()
    {
        let fresh = ports.passwords.hash(&password).await?;
        ports.accounts.rehash(account.id, &hash, &fresh).await?;
    }
    let credential = Credential::after(&account, Method::Password);
    Ok((account, credential))
}

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::Missing => Self::new(Kind::BadInput, CREDENTIALS_MISSING),
            SignInError::Refused => Self::new(Kind::BadInput, "Invalid login credentials"),
            SignInError::NotConfirmed => Self::new(Kind::BadInput, "Email not confirmed"),
            SignInError::TooOften(wait) => Self::too_many(wait),
            SignInError::Store(error) => error.into(),
        }
    }
}
