//! The draft of a memory: what was said, what the assistant waits for, and the choices
//! made before spending. One a person; each save names the version it was made from, so
//! that two tabs cannot overwrite each other.

use evernear_rules::{
    presentation::Presentation,
    story::Story,
    wire::{ChatMessage, ChatReply, ChatRole, CreationKind, NextAction},
};
use serde::{Deserialize, Serialize};

use crate::domain::{
    creation::{Brief, Prompt},
    id::{CreationId, DraftKey},
};

/// Most lines of a conversation that are kept.
const MAX_MESSAGES: usize = 60;
/// What opens a retake.
const RETAKE_REPLY: &str = "Let us make this one again. Please add the photos once more: we deleted them when it was finished. It costs no credits.";

/// A draft as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub key: DraftKey,
    /// Grows with each save; 0 before the first.
    pub version: i64,
    /// What was started from it.
    pub creation: Option<CreationId>,
    pub body: DraftBody,
}

/// What the person said and chose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftBody {
    pub messages: Vec<ChatMessage>,
    pub next_action: Option<NextAction>,
    /// What the memory is made from; nothing before the first message that tells something, and after
    /// one that must not become a memory.
    pub prompt: Option<Prompt>,
    pub kind: Option<CreationKind>,
    pub rights_confirmed: bool,
    /// The last message spoke of distress: nothing is created until another one is sent.
    pub paused: bool,
    /// The finished memory that this makes anew, for free.
    #[serde(default)]
    pub retake: Option<CreationId>,
    /// Where and when the memory is, as understood or chosen; nothing without a prompt.
    #[serde(default)]
    pub story: Option<Story>,
    /// How people are shown, and in which shape.
    #[serde(default)]
    pub presentation: Presentation,
    /// To look at the picture before its film is made; nothing where the person did not choose.
    #[serde(default)]
    pub review: Option<bool>,
}

impl DraftBody {
    /// A memory that is made once more: its words stand, its photos are to be added again.
    pub fn retake(of: CreationId, brief: &Brief) -> Self {
        let mut body = Self {
            next_action: Some(NextAction::AwaitingImages),
            prompt: Some(brief.prompt.clone()),
            kind: Some(brief.kind),
            retake: Some(of),
            story: Some(brief.story.clone()),
            presentation: brief.presentation,
            ..Self::default()
        };
        if let Some(words) = brief.prompt.words() {
            body.say(ChatRole::User, words);
        }
        body.say(ChatRole::Ai, RETAKE_REPLY);
        body
    }

    /// What the person wrote of `text`, which the page sent: at `AWAITING_LOCATION` the place,
    /// which it joins to the prompt.
    pub fn written<'a>(&self, text: &'a str) -> &'a str {
        match (&self.prompt, self.next_action) {
            (Some(prompt), Some(NextAction::AwaitingLocation)) => {
                prompt.place_added(text).unwrap_or(text)
            }
            _ => text,
        }
    }

    /// What the memory is made from once `text` was sent.
    pub fn prompt_with(&self, text: &str) -> Prompt {
        let asked_for_place = self.next_action == Some(NextAction::AwaitingLocation);
        match self.prompt.clone().filter(|_| asked_for_place) {
            Some(prompt) => prompt.at(self.written(text)),
            None => Prompt::parse(text),
        }
    }

    /// Takes in what was sent, how it was understood, and what was answered.
    pub fn converse(&mut self, text: &str, story: &Story, reply: &ChatReply) {
        let said = self.written(text).to_owned();
        self.prompt = Some(self.prompt_with(text));
        // Other words are another place; what was chosen belonged to those before.
        self.story = Some(story.clone());
        self.say(ChatRole::User, &said);
        self.say(ChatRole::Ai, &reply.response);
        self.next_action = Some(reply.next_action);
        self.paused = false;
        // Other words are another memory.
        self.retake = None;
    }

    /// Takes in a message that tells nothing of a memory, and what is asked again: what was told and
    /// chosen stays as it is.
    pub fn ask_again(&mut self, text: &str, response: &str, next_action: Option<NextAction>) {
        let said = self.written(text).to_owned();
        self.say(ChatRole::User, &said);
        self.say(ChatRole::Ai, response);
        // Another tab may have told something since.
        if next_action.is_some() || self.prompt.is_none() {
            self.next_action = next_action;
        }
    }

    /// Takes in a message that must not become a memory, and the caring answer to it.
    pub fn pause(&mut self, text: &str, response: &str) {
        self.say(ChatRole::User, text);
        self.say(ChatRole::Ai, response);
        self.next_action = None;
        self.prompt = None;
        self.story = None;
        self.retake = None;
        self.paused = true;
    }

    /// What the creation is made from. A place that was asked for counts, also where the words
    /// name one.
    pub fn full_prompt(&self) -> Prompt {
        self.prompt.clone().unwrap_or_default()
    }

    fn say(&mut self, role: ChatRole, content: &str) {
        self.messages.push(ChatMessage { role, content: content.to_owned() });
        let surplus = self.messages.len().saturating_sub(MAX_MESSAGES);
        self.messages.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use evernear_rules::{presentation::Presence, wire::Mode};

    use super::*;

    fn reply(next_action: NextAction) -> ChatReply {
        ChatReply { response: "…".to_owned(), next_action }
    }

    fn at(setting: &str) -> Story {
        Story { setting: Some(setting.to_owned()), ..Story::default() }
    }

    fn brief(text: &str) -> Brief {
        let (kind, mode, prompt) = (CreationKind::Image, Mode::Couple, Prompt::parse(text));
        let presentation =
            Presentation { people: Some(Presence::Prints), ..Presentation::default() };
        Brief { kind, mode, prompt, story: at("garden"), presentation, seed: 1 }
    }

    #[test]
    fn a_prompt_and_then_a_place_make_the_full_prompt() {
        let mut draft = DraftBody::default();
        let (understood, answered) = (Story::default(), at("kitchen"));
        draft.converse("Dancing with Nana", &understood, &reply(NextAction::AwaitingLocation));
        assert_eq!(draft.full_prompt().joined(), "Dancing with Nana");
        let text = "Dancing with Nana Location: her kitchen";
        assert_eq!(draft.prompt_with(text).place(), Some("her kitchen"));
        draft.converse(text, &answered, &reply(NextAction::AwaitingImages));
        assert_eq!(draft.story, Some(answered));
        assert_eq!(draft.full_prompt().joined(), "Dancing with Nana Location: her kitchen");
        assert_eq!(draft.messages[2].content, "her kitchen");
    }

    #[test]
    fn words_that_tell_nothing_never_become_the_memory() {
        let mut draft = DraftBody::default();
        draft.ask_again("Hi", "Hello. What would you like to see?", None);
        assert_eq!((&draft.prompt, draft.next_action), (&None, None), "a memory is asked for");
        let told = at("garden");
        draft.converse("Tea with Nan", &told, &reply(NextAction::AwaitingLocation));
        assert_eq!(draft.full_prompt().joined(), "Tea with Nan");
        let place = Some(NextAction::AwaitingLocation);
        draft.ask_again("Tea with Nan Location: ok", "Where would it be?", place);
        assert_eq!(
            (draft.full_prompt().joined(), &draft.story),
            ("Tea with Nan".to_owned(), &Some(told))
        );
        assert_eq!(draft.next_action, place);
        let said = draft.messages.iter().filter(|line| line.role == ChatRole::User);
        assert_eq!(
            said.map(|line| line.content.as_str()).collect::<Vec<_>>(),
            ["Hi", "Tea with Nan", "ok"]
        );
    }

    #[test]
    fn a_pause_forgets_the_prompt_until_another_message() {
        let mut draft = DraftBody::default();
        draft.converse("The lake with Dad", &at("lake"), &reply(NextAction::AwaitingImages));
        draft.pause("…", "I am glad you told me.");
        assert!(draft.paused && draft.prompt.is_none() && draft.next_action.is_none());
        assert_eq!(draft.story, None);
        draft.converse("The lake with Dad", &at("lake"), &reply(NextAction::AwaitingImages));
        assert!(!draft.paused);
    }

    #[test]
    fn other_words_make_a_retake_a_memory_of_its_own() {
        let id = "01890000-0000-7000-8000-000000000000".parse().expect("an id");
        let brief = brief("Tea with Nan Location: Durban");
        let mut draft = DraftBody::retake(id, &brief);
        assert_eq!((draft.full_prompt(), draft.story.clone()), (brief.prompt, Some(brief.story)));
        assert_eq!((draft.retake, draft.kind), (Some(id), Some(CreationKind::Image)));
        assert_eq!(draft.presentation, brief.presentation);
        let other = Story::default();
        draft.converse("Dancing with Nana", &other, &reply(NextAction::AwaitingImages));
        assert_eq!((draft.retake, draft.story), (None, Some(other)));
    }

    #[test]
    fn a_retake_of_a_memory_without_words_says_nothing_in_the_persons_name() {
        let id = "01890000-0000-7000-8000-000000000000".parse().expect("an id");
        let brief = brief("A beautiful memory. Location: Durban");
        let draft = DraftBody::retake(id, &brief);
        assert_eq!(draft.full_prompt(), brief.prompt, "it is made from the same");
        assert_eq!(draft.full_prompt().words(), None);
        assert!(draft.messages.iter().all(|line| line.role == ChatRole::Ai), "{draft:?}");
    }

    #[test]
    fn a_draft_without_words_still_has_a_prompt() {
        assert_eq!(DraftBody::default().full_prompt().joined(), "A beautiful memory.");
    }
}
