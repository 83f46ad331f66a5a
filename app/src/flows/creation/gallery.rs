//! All finished memories of a person, a page at a time, as they look for them.

use super::list::{Listed, listed};
use crate::{
    domain::{
        auth::session::Member,
        creation::{
            Brief, GALLERY_PAGE, GalleryFilter, GalleryPosition, OwnWords, YearCount, folded,
        },
    },
    flows::draft::story::place_in_words,
    ports::{Ports, StoreError},
};

/// A page of the gallery.
pub struct Gallery {
    pub listed: Vec<Listed>,
    /// Where the next page begins; nothing on the last one.
    pub older: Option<GalleryPosition>,
    /// How many memories there are in each year, whatever year is chosen; the latest first.
    pub years: Vec<YearCount>,
}

/// The newest memories that the filter leaves, after `before`.
pub async fn gallery(
    ports: &Ports,
    member: &Member,
    filter: &GalleryFilter,
    before: Option<GalleryPosition>,
) -> Result<Gallery, StoreError> {
    let owner = member.account.id;
    let mut found = ports.gallery.gallery_page(owner, filter, before, GALLERY_PAGE + 1).await?;
    let has_more = found.len() > GALLERY_PAGE as usize;
    found.truncate(GALLERY_PAGE as usize);
    let last = found.last().filter(|_| has_more);
    let older = last.and_then(|memory| {
        memory.ended_at.map(|ended_at| GalleryPosition { ended_at, id: memory.id })
    });
    let years = ports.gallery.gallery_years(owner, filter).await?;
    Ok(Gallery {
        listed: found.iter().map(|creation| listed(ports, creation)).collect(),
        older,
        years,
    })
}

/// What a memory is found by: its words, its place, and what its owner calls it and has noted.
pub(super) fn search_text(ports: &Ports, brief: &Brief, own: &OwnWords) -> String {
    let place = place_in_words(ports, brief);
    let parts = [own.title(), brief.prompt.words(), brief.prompt.place(), place.as_deref()];
    folded(&parts.into_iter().chain([own.note()]).flatten().collect::<Vec<_>>().join(" "))
}
