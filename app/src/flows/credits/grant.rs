//! An operator gives credits to an account.

use crate::{
    domain::id::{AccountId, EntryId},
    ports::{GrantError, Ports},
};

/// Gives credits, once for each reference. The balance afterwards.
///
/// # Errors
///
/// When the reference stands for a gift to another account.
pub async fn grant_credits(
    ports: &Ports,
    account: AccountId,
    credits: u32,
    reference: &str,
) -> Result<u32, GrantError> {
    let (at, parts) = ports.id_parts();
    let entry = EntryId::new(at, &parts);
    ports.credits.grant(account, entry, credits, reference, at).await
}
