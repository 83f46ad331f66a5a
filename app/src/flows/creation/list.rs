//! What a person has made and what is being made, for the dashboard.

use evernear_rules::{presentation::Shape, wire::CreationKind};

use super::watch::picture_address;
use crate::{
    domain::{
        auth::session::Member,
        creation::{Creation, Review, Status},
        id::CreationId,
    },
    flows::draft::story::place_in_words,
    ports::{MemoryCounts, Ports, StoreError},
};

/// Most memories that the dashboard lists; all of them are in the gallery.
const LISTED: u32 = 6;

/// Memories with their real counts.
pub struct Memories {
    pub counts: MemoryCounts,
    pub listed: Vec<Listed>,
}

/// One memory in a list.
pub struct Listed {
    pub id: CreationId,
    /// Its owner's title, or the beginning of their words.
    pub title: String,
    /// Where it is, in words.
    pub place: Option<String>,
    /// For example `21 November 2026`.
    pub day: String,
    pub kind: CreationKind,
    pub shape: Shape,
    /// Nothing as long as no picture can be shown.
    pub image_url: Option<String>,
    pub stage: ListedStage,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedStage {
    Finished,
    /// Its picture was shown to its owner: `open` as long as it waits for their decision.
    Review {
        open: bool,
    },
    /// 5 to 100.
    Running {
        progress: u32,
    },
}

/// Running and finished ones, newest first.
pub async fn list_memories(ports: &Ports, member: &Member) -> Result<Memories, StoreError> {
    let owner = member.account.id;
    let found = ports.creations.list(owner, LISTED).await?;
    let counts = ports.creations.counts(owner).await?;
    let listed = found.iter().map(|creation| listed(ports, creation)).collect();
    Ok(Memories { counts, listed })
}

/// As it stands in a list.
pub(super) fn listed(ports: &Ports, creation: &Creation) -> Listed {
    let image_url = creation.shows_picture().then(|| picture_address(creation));
    let review = creation.state.review.as_ref().filter(|_| image_url.is_some());
    let stage = match (creation.status, review.map(Review::is_open)) {
        (Status::Running, Some(open)) => ListedStage::Review { open },
        (Status::Running, None) => ListedStage::Running { progress: creation.progress },
        _ => ListedStage::Finished,
    };
    Listed {
        id: creation.id,
        title: creation.title(),
        place: place_in_words(ports, &creation.brief),
        day: creation.ended_at.unwrap_or(creation.created_at).day(),
        kind: creation.brief.kind,
        shape: creation.brief.presentation.shape,
        image_url,
        stage,
    }
}
