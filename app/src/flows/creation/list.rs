//! What a person has made and what is being made, for the dashboard.

use evernear_rules::wire::CreationView;

use super::watch::creation_view;
use crate::{
    domain::{account::session::Member, creation::Prompt},
    ports::{Ports, StoreError},
};

/// Most memories that the dashboard lists.
const LISTED: u32 = 60;
/// Longest title made from a prompt, in characters.
const TITLE_CHARS: usize = 80;

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

/// What a memory without words of its own is called.
const UNTITLED: &str = "Your memory";

/// What a memory is called in lists: the beginning of its words.
pub fn title(prompt: &Prompt) -> String {
    shortened(prompt.words().unwrap_or(UNTITLED))
}

/// The beginning of a memory's words, cut between words.
pub fn shortened(words: &str) -> String {
    if words.chars().count() <= TITLE_CHARS {
        return words.to_owned();
    }
    let mut text = String::new();
    for word in words.split_whitespace() {
        if text.chars().count() + word.chars().count() + 1 > TITLE_CHARS {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    if text.is_empty() {
        text = words.chars().take(TITLE_CHARS).collect();
    }
    text.push('…');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_beginning_of_the_persons_words() {
        let title = |text: &str| title(&Prompt::parse(text));
        assert_eq!(title("Tea with Nan Location: her kitchen"), "Tea with Nan");
        assert_eq!(title("A beautiful memory. Location: the sea"), UNTITLED);
        assert!(title(&"word ".repeat(50)).ends_with("word…"));
        assert_eq!(title(&"é".repeat(200)).chars().count(), 81);
    }
}
