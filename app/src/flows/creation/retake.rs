//! Making a finished memory once more, for free: once, within seven days. Its photos went
//! when it was finished, so a draft with its words begins, and the person adds them again.
//! The retake itself is used up when the creation starts, as a ledger entry that gives what
//! the hold takes; what comes to nothing gives both back.

use super::begin::BeginCreationError;
use crate::{
    domain::{
        auth::session::Member,
        draft::DraftBody,
        id::{CreationId, DraftKey},
    },
    flows::system::sweep::sweep_now,
    ports::Ports,
    problem::Problem,
};

/// Begins the draft of a free retake in place of the draft there was.
pub async fn retake_memory(ports: &Ports, member: &Member, id: CreationId) -> Result<(), Problem> {
    let owner = member.account.id;
    let memory = ports.creations.get(owner, id).await?.ok_or_else(Problem::not_found)?;
    if memory.retake_until().is_none_or(|until| until <= ports.now()) {
        return Err(BeginCreationError::NoRetake.into());
    }
    let (now, parts) = ports.id_parts();
    let body = DraftBody::retake(memory.id, &memory.brief);
    ports.drafts.replace(owner, DraftKey::new(now, &parts), &body, now).await?;
    sweep_now(ports).await;
    Ok(())
}
