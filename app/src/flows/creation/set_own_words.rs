//! A title and a note of one's own.

use super::gallery::search_text;
use crate::{
    domain::{
        auth::session::Member,
        companion::{
            fallback,
            moderation::{self, Concern},
        },
        creation::{OwnWords, OwnWordsError, Status},
        id::CreationId,
    },
    ports::Ports,
    problem::{Kind, Problem},
};

/// Keeps both beside a finished memory: blank ones take away what there was, and what was not sent
/// stays.
pub async fn set_own_words(
    ports: &Ports,
    member: &Member,
    id: CreationId,
    title: Option<&str>,
    note: Option<&str>,
) -> Result<(), Problem> {
    let owner = member.account.id;
    let memory = ports.creations.get(owner, id).await?;
    let memory = memory.filter(|memory| memory.status == Status::Finished);
    let memory = memory.ok_or_else(Problem::not_found)?;
    let before = &memory.own_words;
    let words = OwnWords::parse(
        title.or(before.title()).unwrap_or_default(),
        note.or(before.note()).unwrap_or_default(),
    )?;
    // Whoever is shown the memory by a link may read its title.
    if words.title().is_some_and(|title| moderation::assess(title) == Concern::Refused) {
        return Err(Problem::new(Kind::Refused, fallback::REFUSED));
    }
    let text = search_text(ports, &memory.brief, &words);
    let kept = ports.gallery.set_own_words(owner, id, &words, &text).await?;
    if kept { Ok(()) } else { Err(Problem::not_found()) }
}

impl From<OwnWordsError> for Problem {
    fn from(error: OwnWordsError) -> Self {
        let message = match error {
            OwnWordsError::LongTitle => "Please keep the title to 80 characters.",
            OwnWordsError::LongNote => "Please keep the note to 2,000 characters.",
        };
        Self::new(Kind::BadInput, message)
    }
}
