//! What a person has made and what is being made, for the dashboard.

use evernear_rules::wire::CreationView;

use super::watch::creation_view;
use crate::{
    domain::{auth::session::Member, creation::title},
    ports::{Ports, StoreError},
};

/// Most memories that the dashboard lists.
const LISTED: u32 = 60;

/// Memories with their real counts.
pub struct Memories {
    /// Made so far, those deleted since included.
    pub finished: u32,
    /// Distinct viewers of shared memories; nobody while nothing can be shared.
    pub people_reached: u32,
    pub listed: Vec<Listed>,
}

/// One memory in the list.
pub struct Listed {
    /// The beginning of the person's own words.
    pub title: String,
    /// For example `21 November 2026`.
    pub day: String,
    pub view: CreationView,
}

/// Running and finished ones, newest first.
pub async fn list_memories(ports: &Ports, member: &Member) -> Result<Memories, StoreError> {
    let owner = member.account.id;
    let mut listed = Vec::new();
    for creation in ports.creations.list(owner, LISTED).await? {
        let view = creation_view(ports, &creation).await?;
        let day = creation.ended_at.unwrap_or(creation.created_at).day();
        listed.push(Listed { title: title(&creation.brief.prompt), day, view });
    }
    let counts = ports.creations.counts(owner).await?;
    Ok(Memories { finished: counts.finished, people_reached: 0, listed })
}
