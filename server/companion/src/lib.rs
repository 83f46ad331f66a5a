//! The companion that needs no network and no model: it reads a person's words with word
//! lists and a small grammar, and answers with sentences built around those words.
//!
//! Read in this order: [`text`] and [`tokens`] make a text safe and turn it into words;
//! [`lexicon`], [`grammar`], [`language`] and [`recognition`] know words,
//! [`small_talk`] those that tell nothing; [`places`] (with [`phrases`] and
//! [`context`]), [`abroad`], [`people`] (with [`persons`]) and [`activity`] find where, who and what for sentences, and
//! [`settings`], [`moment`], [`season`] and [`told`] for the renderer; [`story`] holds it all;
//! [`conversation`], [`plan`], [`steps`] and [`reflection`] write.
//!
//! Always: pure and total (any text has an answer, quickly and of bounded length), the
//! same for the same text and seed, and never a fact that the person did not tell.
//! Distress and misuse are caught before this is asked.
//!
//! To add a kind of answer: a module that writes it from a [`story::Story`], and a method
//! here.

mod abroad;
mod activity;
mod choose;
mod context;
mod conversation;
mod grammar;
mod language;
mod lexicon;
mod loss;
mod moment;
mod people;
mod persons;
mod phrases;
mod places;
mod plan;
mod recognition;
mod reflection;
mod season;
mod second_person;
mod settings;
mod small_talk;
mod steps;
mod story;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod told;

use evernear_app::domain::creation::{Brief, Prompt};
use evernear_rules::wire::{ChatReply, CreationKind, Mode, ProgressStep};

use self::choose::Chooser;
use self::story::Story;

/// The embedded companion. The seed varies the wording, never the meaning.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbeddedCompanion {
    /// Which of the wordings are used.
    pub seed: u64,
}

/// What is made of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    pub kind: CreationKind,
    pub mode: Mode,
}

impl From<&Brief> for Making {
    fn from(brief: &Brief) -> Self {
        Self { kind: brief.kind, mode: brief.mode }
    }
}

impl EmbeddedCompanion {
    /// The answer to words that tell nothing of a memory, such as a greeting: the question what they
    /// would like to see. Nothing to any others.
    pub fn welcome(&self, text: &str) -> Option<String> {
        small_talk::welcome(&text::clean(text), &mut self.chooser(text))
    }

    /// The answer to a message and what to wait for next. A text that holds `' Location: '`
    /// and something after it has its place.
    pub fn converse(&self, text: &str) -> ChatReply {
        conversation::answer(&Story::read(&Prompt::parse(text)), &mut self.chooser(text))
    }

    /// Exactly three lines starting '1.', '2.' and '3.'.
    pub fn plan(&self, prompt: &Prompt, making: Making) -> String {
        plan::write(
            &Story::of(prompt, making.mode),
            making.kind,
            &mut self.chooser(&prompt.joined()),
        )
    }

    /// Exactly six steps, in their fixed order; the fifth moves a film and finishes a picture.
    pub fn progress(&self, prompt: &Prompt, making: Making) -> Vec<ProgressStep> {
        steps::write(
            &Story::of(prompt, making.mode),
            making.kind,
            &mut self.chooser(&prompt.joined()),
        )
    }

    /// One heartfelt sentence.
    pub fn reflection(&self, prompt: &Prompt, making: Making) -> String {
        reflection::write(&Story::of(prompt, making.mode), &mut self.chooser(&prompt.joined()))
    }

    /// Where and when the memory is, as it was understood.
    pub fn story(&self, prompt: &Prompt) -> evernear_rules::story::Story {
        settings::story(prompt)
    }

    fn chooser(self, text: &str) -> Chooser {
        Chooser::new(self.seed, text)
    }
}
