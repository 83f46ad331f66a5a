//! The language side: four calls that write, each with a text to fall back on in
//! [`crate::domain::companion::fallback`], and one that reads.

use async_trait::async_trait;
use evernear_rules::{
    story::Story,
    wire::{ChatReply, ProgressStep},
};

use crate::domain::{
    creation::{Brief, Prompt},
    id::{AccountId, CreationId},
};

/// The assistant behind the conversation.
#[async_trait]
pub trait Companion: Send + Sync {
    /// Who reads what people write, in plain sentences.
    fn notice(&self) -> String;
    /// The same in one short sentence, which stands below what is being written.
    fn receiver(&self) -> String;
    /// Three numbered lines for a picture or film of two or three people. What a model's answer costs is
    /// counted for the creation, here and below.
    async fn plan(&self, of: CreationId, brief: &Brief) -> Result<String, CompanionError>;
    /// One heartfelt sentence.
    async fn reflection(&self, of: CreationId, brief: &Brief) -> Result<String, CompanionError>;
    /// The answer to words that tell nothing of a memory, such as a greeting; nothing to any others.
    fn welcome(&self, _text: &str) -> Option<String> {
        None
    }
    /// The answer to what this account's person says, and what to wait for.
    async fn converse(&self, from: AccountId, text: &str) -> Result<ChatReply, CompanionError>;
    /// Six steps, if all goes well.
    async fn progress(
        &self,
        of: CreationId,
        brief: &Brief,
    ) -> Result<Vec<ProgressStep>, CompanionError>;
    /// Where and when it is, and how it feels.
    async fn story(&self, from: AccountId, prompt: &Prompt) -> Result<Story, CompanionError>;
}

/// The provider's message, not yet cleaned for a person.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CompanionError(pub String);
