//! What a viewer sees of a memory: the film, and of its words only what the film shows itself. The
//! title and the closing thought belong to it where its owner has chosen so.

use evernear_rules::wire::CreationKind;

use crate::{
    domain::creation::{Audience, Creation, State, captions, people},
    flows::draft::story::{drawn_place, place_in_words},
    ports::Ports,
};

/// What somebody with the link gets to see, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownToViewers {
    pub is_film: bool,
    /// 'somebody and their father'.
    pub people: String,
    pub place: Option<String>,
    /// A keepsake is in it.
    pub keepsake: bool,
    /// A recording is heard in it.
    pub recording: bool,
    /// The words at the end of the film.
    pub closing: Option<String>,
    /// The words in the picture.
    pub drawn: Option<String>,
    /// What 'Show my words' adds.
    pub title: String,
    pub thought: Option<String>,
}

/// What a viewer of this memory sees; `words` is whether its owner shows theirs.
pub fn shown_to_viewers(ports: &Ports, creation: &Creation, words: bool) -> ShownToViewers {
    let brief = &creation.brief;
    ShownToViewers {
        is_film: brief.kind == CreationKind::Video,
        people: people(brief, Audience::Viewers),
        place: place_for_viewers(ports, creation, words),
        keepsake: creation.state.has_keepsake,
        recording: creation.state.has_recording,
        closing: closing_words(ports, creation),
        drawn: drawn_words(ports, creation),
        title: creation.title(),
        thought: creation.state.reflection.clone(),
    }
}

/// The track of a shared film; nothing of a picture.
pub fn captions_for_viewers(ports: &Ports, creation: &Creation, words: bool) -> Option<String> {
    if creation.brief.kind != CreationKind::Video {
        return None;
    }
    let place = place_for_viewers(ports, creation, words);
    let closing = closing_words(ports, creation);
    Some(track(creation, Audience::Viewers, place.as_deref(), closing.as_deref()))
}

/// The track of a film for its owner; nothing of a picture.
pub fn captions_for_owner(ports: &Ports, creation: &Creation) -> Option<String> {
    if creation.brief.kind != CreationKind::Video {
        return None;
    }
    let place = place_in_words(ports, &creation.brief);
    let closing = closing_words(ports, creation);
    Some(track(creation, Audience::Owner, place.as_deref(), closing.as_deref()))
}

fn track(
    creation: &Creation,
    audience: Audience,
    place: Option<&str>,
    closing: Option<&str>,
) -> String {
    let State { has_keepsake, has_recording, .. } = creation.state;
    captions(&creation.brief, audience, place, closing, has_keepsake, has_recording)
}

/// The words at the end of a film. A model's film shows no words of ours.
fn closing_words(ports: &Ports, creation: &Creation) -> Option<String> {
    if creation.brief.kind != CreationKind::Video || creation.state.film_by.is_some() {
        return None;
    }
    creation.brief.prompt.words().and_then(|words| ports.imagery.closing_words(words))
}

/// The words that our own picture has; a model's has none of ours.
fn drawn_words(ports: &Ports, creation: &Creation) -> Option<String> {
    if creation.state.image_by.is_some() {
        return None;
    }
    creation.brief.prompt.words().and_then(|words| ports.imagery.closing_words(words))
}

/// The place as it is drawn; as its owner wrote it where they show their words.
fn place_for_viewers(ports: &Ports, creation: &Creation, words: bool) -> Option<String> {
    let brief = &creation.brief;
    if words { place_in_words(ports, brief) } else { drawn_place(ports, brief) }
}
