//! From an access token to whoever holds it. The token alone is not enough: its session
//! must still be there, so that signing out counts at once.

use super::issue_tokens::{ADMIN_ROLES, AUDIENCE, Claims, seconds};
use crate::{
    domain::{
        auth::{
            api_session::{ApiAccount, ApiSession},
            proof::Assurance,
        },
        id::AccountId,
    },
    ports::{Ports, StoreError},
};

/// Who holds a user's access token.
#[derive(Clone, Debug)]
pub struct Bearer {
    pub session: ApiSession,
    pub known: ApiAccount,
}

impl Bearer {
    /// The account has a second factor that the session has not shown.
    pub fn owes_second_factor(&self) -> bool {
        self.known.has_factor() && self.session.assurance() < Assurance::Two
    }
}

#[derive(Debug, thiserror::Error)]
pub enum BearerError {
    #[error("the token is not good: {0}")]
    Bad(&'static str),
    #[error("the session is over")]
    NoSession,
    #[error("the account is gone")]
    NoUser,
    #[error("the account is banned")]
    Banned,
    #[error("the token does not administer")]
    NotAdmin,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The person behind a token.
pub async fn authenticate_bearer(ports: &Ports, token: &str) -> Result<Bearer, BearerError> {
    let claims = read(ports, token)?;
    if claims.aud != AUDIENCE || claims.role != AUDIENCE {
        return Err(BearerError::Bad("the token is for somebody else"));
    }
    let owner: AccountId = claims
        .sub
        .as_deref()
        .and_then(|id| id.parse().ok())
        .ok_or(BearerError::Bad("invalid claim: sub claim must be a UUID"))?;
    let id = claims.session_id.and_then(|id| id.parse().ok());
    let Some(id) = id else { return Err(BearerError::NoSession) };
    let Some((session, known)) = ports.tokens.api_session(id).await? else {
        // With the account all its sessions are gone.
        let gone = ports.tokens.api_account(owner).await?.is_none();
        return Err(if gone { BearerError::NoUser } else { BearerError::NoSession });
    };
    if owner != known.account.id {
        return Err(BearerError::NoSession);
    }
    if known.banned(ports.now()) {
        return Err(BearerError::Banned);
    }
    Ok(Bearer { session, known })
}

/// Whether the token may administer: a role no user's token carries.
pub fn authenticate_admin(ports: &Ports, token: &str) -> Result<(), BearerError> {
    let claims = read(ports, token)?;
    if ADMIN_ROLES.contains(&claims.role.as_str()) { Ok(()) } else { Err(BearerError::NotAdmin) }
}

fn read(ports: &Ports, token: &str) -> Result<Claims, BearerError> {
    let claims = ports
        .keys
        .read_access_token(token)
        .ok_or(BearerError::Bad("token signature is invalid"))?;
    let claims: Claims =
        serde_json::from_value(claims).map_err(|_| BearerError::Bad("token is malformed"))?;
    if claims.iss != ports.settings.tokens.issuer {
        return Err(BearerError::Bad("token has an unknown issuer"));
    }
    if seconds(ports.now()) >= claims.exp {
        return Err(BearerError::Bad("token is expired"));
    }
    Ok(claims)
}
