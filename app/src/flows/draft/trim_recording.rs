//! Choosing which part of the draft's recording is heard.

use evernear_rules::wire::{DraftView, Trim};

use super::creator_state::{draft_view, load_draft};
use crate::{
    domain::{auth::session::Member, id::RecordingId},
    ports::Ports,
    problem::{Kind, Problem},
};

/// Sets the part; one that does not lie within the recording is refused.
pub async fn trim_recording(
    ports: &Ports,
    member: &Member,
    id: RecordingId,
    trim: Trim,
) -> Result<DraftView, Problem> {
    let owner = member.account.id;
    let recording = ports.recordings.recording(owner, id, ports.now()).await?;
    let recording = recording.ok_or_else(Problem::not_found)?;
    if !trim.is_sound(recording.length) {
        return Err(Problem::new(
            Kind::BadInput,
            "That part of the recording cannot be heard. Please choose it again.",
        ));
    }
    ports.recordings.trim_recording(owner, id, trim).await?;
    let draft = load_draft(ports, member).await?;
    Ok(draft_view(ports, member, &draft).await?)
}
