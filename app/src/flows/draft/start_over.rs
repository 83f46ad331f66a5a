//! 'New Memory': a new draft. Photos that were only in the old one go at once, and those kept
//! for another try at what failed; a finished memory stays.

use evernear_rules::wire::CreatorState;

use super::creator_state::creator_state;
use crate::{
    domain::{auth::session::Member, draft::DraftBody, id::DraftKey},
    flows::system::sweep::sweep_now,
    ports::Ports,
    problem::Problem,
};

/// Begins anew.
pub async fn start_over(ports: &Ports, member: &Member) -> Result<CreatorState, Problem> {
    let (now, parts) = ports.id_parts();
    ports
        .drafts
        .replace(member.account.id, DraftKey::new(now, &parts), &DraftBody::default(), now)
        .await?;
    sweep_now(ports).await;
    creator_state(ports, member).await
}
