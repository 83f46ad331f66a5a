//! Taking a way to sign in away, and writing that down for the account's owner.

use super::authenticate_bearer::Bearer;
use crate::{
    domain::{
        account::event::{EventKind, Origin},
        auth::{identity::Identity, session::Member},
        id::{AccountId, IdentityId, SessionId},
    },
    flows::account::security_history::record_and_tell,
    ports::{MustRemain, Ports, StoreError, UnlinkError},
    problem::{Kind, Problem, STALE},
};

/// The identity that stands for the account's own password.
const OWN: &str = "email";

/// The ways in of other providers, oldest first.
pub async fn linked_identities(
    ports: &Ports,
    account: AccountId,
) -> Result<Vec<Identity>, StoreError> {
    let mut identities = ports.identities.identities(account).await?;
    identities.retain(|identity| identity.provider != OWN);
    Ok(identities)
}

/// Removes it for a client program, unless it is the last identity.
pub async fn unlink_identity(
    ports: &Ports,
    bearer: &Bearer,
    id: IdentityId,
    origin: &Origin,
) -> Result<(), UnlinkError> {
    if bearer.known.identities.len() <= 1 {
        return Err(UnlinkError::Single);
    }
    let Bearer { session, .. } = bearer;
    remove(ports, session.account, session.id, id, MustRemain::AnIdentity, origin).await
}

/// Removes another provider's way in for the person of this session, who proved lately who they
/// are, unless it is the only one.
pub async fn remove_way_in(
    ports: &Ports,
    member: &Member,
    id: IdentityId,
    origin: &Origin,
) -> Result<(), UnlinkError> {
    if !member.fresh(ports.now()) {
        return Err(UnlinkError::Stale);
    }
    let account = member.account.id;
    if !linked_identities(ports, account).await?.iter().any(|identity| identity.id == id) {
        return Err(UnlinkError::NotFound);
    }
    remove(ports, account, member.session, id, MustRemain::ASignInMethod, origin).await
}

async fn remove(
    ports: &Ports,
    account: AccountId,
    session: SessionId,
    id: IdentityId,
    must_remain: MustRemain,
    origin: &Origin,
) -> Result<(), UnlinkError> {
    ports.identities.unlink(account, session, id, must_remain, ports.now()).await?;
    Ok(record_and_tell(ports, account, EventKind::IdentityRemoved, origin).await?)
}

impl From<UnlinkError> for Problem {
    fn from(error: UnlinkError) -> Self {
        match error {
            UnlinkError::Single | UnlinkError::EmailConflict => Self::new(
                Kind::Conflict,
                "This is your only way to sign in. Choose a password first, then you can remove it.",
            ),
            UnlinkError::NotFound => Self::not_found(),
            UnlinkError::Stale => Self::new(Kind::Stale, STALE),
            UnlinkError::Store(error) => error.into(),
        }
    }
}
