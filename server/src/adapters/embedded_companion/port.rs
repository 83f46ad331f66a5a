//! The embedded companion behind its port. It always has an answer.

use async_trait::async_trait;
use evernear_app::ports::{Companion, CompanionError};
use evernear_rules::wire::{ChatReply, ProgressStep};

use super::EmbeddedCompanion;

#[async_trait]
impl Companion for EmbeddedCompanion {
    fn notice(&self) -> String {
        "The assistant you write with is software, not a person, and it runs on our own server: no other company receives your words.".to_owned()
    }

    async fn plan(&self, prompt: &str) -> Result<String, CompanionError> {
        Ok(Self::plan(self, prompt))
    }

    async fn closing(&self, prompt: &str) -> Result<String, CompanionError> {
        Ok(Self::closing(self, prompt))
    }

    async fn converse(&self, text: &str) -> Result<ChatReply, CompanionError> {
        Ok(Self::converse(self, text))
    }

    async fn progress(&self, prompt: &str) -> Result<Vec<ProgressStep>, CompanionError> {
        Ok(Self::progress(self, prompt))
    }
}
