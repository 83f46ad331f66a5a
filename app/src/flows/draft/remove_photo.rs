//! Taking a photo back: gone at once, file and all.

use evernear_rules::wire::DraftView;

use super::creator_state::{draft_view, load_draft};
use crate::{
    domain::{auth::session::Member, id::PhotoId},
    flows::system::sweep::delete_photo,
    ports::Ports,
    problem::Problem,
};

/// Removes a photo of the draft; no fault if it was gone before.
pub async fn remove_photo(
    ports: &Ports,
    member: &Member,
    id: PhotoId,
) -> Result<DraftView, Problem> {
    let now = ports.now();
    let photo = ports.photos.get(member.account.id, id, now).await?;
    if let Some(photo) = photo
        && ports.photos.expire(member.account.id, id, now).await?
    {
        delete_photo(ports, &photo).await?;
    }
    let draft = load_draft(ports, member).await?;
    Ok(draft_view(ports, member, &draft).await?)
}
