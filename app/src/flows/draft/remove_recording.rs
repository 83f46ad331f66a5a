//! Taking a recording back: gone at once, file and all.

use evernear_rules::wire::DraftView;

use super::creator_state::{draft_view, load_draft};
use crate::{
    domain::{auth::session::Member, id::RecordingId},
    flows::system::sweep::delete_recording,
    ports::Ports,
    problem::Problem,
};

/// Removes the recording of the draft; no fault if it was gone before.
pub async fn remove_recording(
    ports: &Ports,
    member: &Member,
    id: RecordingId,
) -> Result<DraftView, Problem> {
    if ports.recordings.expire_recording(member.account.id, id, ports.now()).await? {
        delete_recording(ports, id).await?;
    }
    let draft = load_draft(ports, member).await?;
    Ok(draft_view(ports, member, &draft).await?)
}
