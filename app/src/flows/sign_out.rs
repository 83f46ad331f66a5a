//! Signing out. The button is global: every session of the account ends (spec §6).

use crate::{
    domain::account::session::Member,
    ports::{Ports, StoreError},
};

/// Ends every session of the person.
pub async fn sign_out(ports: &Ports, member: &Member) -> Result<(), StoreError> {
    ports.sessions.close_all(member.account.id).await
}
