//! The companion of any server that speaks OpenAI's chat completions API.
//!
//! What always holds: a person's words are the user's message and never part of an instruction; an answer
//! that is late, of the wrong form or not fit to be shown is not used, and the embedded companion answers
//! instead (where the operator allows it); a server that does not answer is not asked for a while, and
//! neither is one whose [`Budget`] is spent.

mod budget;
mod chat;
mod circuit_breaker;
mod cost;
mod instructions;
pub mod models;
mod read;

use std::{sync::Arc, time::Instant};

use async_trait::async_trait;
use evernear_app::{
    domain::{
        creation::{Brief, Prompt},
        id::{AccountId, CreationId},
    },
    ports::{Companion, CompanionCall, CompanionError, Entropy, Tokens},
};
use evernear_companion::EmbeddedCompanion;
use evernear_rules::{
    story::Story,
    wire::{ChatReply, ProgressStep},
};

pub use self::budget::Budget;
use self::{
    chat::{ChatClient, ChatError, Format, Question},
    circuit_breaker::CircuitBreaker,
    cost::CostMeter,
};
use super::answer_channel::AnswerSender;
use crate::config::companion::{OpenAiConfig, TokenPrices};

/// The longest answer of a conversation, in tokens.
const REPLY_TOKENS: u32 = 200;
/// Tokens that stand around what is asked, in its request.
const FRAME_TOKENS: usize = 512;

/// More than an answer to these words can take: no token is less than a byte.
pub fn most_tokens(words: &str) -> Tokens {
    let bytes = instructions::conversation().len() + words.len() + FRAME_TOKENS;
    Tokens { input: u32::try_from(bytes).unwrap_or(u32::MAX), output: REPLY_TOKENS }
}

/// For whom the model is asked.
#[derive(Clone, Copy, Debug)]
enum Asker {
    /// Somebody who may ask as long as they like, and is limited for that.
    Account(AccountId),
    /// A creation, which has a fixed number of questions.
    Creation(CreationId),
}

/// See the module.
pub struct OpenAiCompanion {
    chat: Arc<ChatClient>,
    breaker: CircuitBreaker,
    /// Who receives the words, for people.
    receiver: String,
    /// Who receives the words of a memory, if not our own renderer makes it.
    makers: Option<String>,
    /// Answers where the server does not.
    fallback: Option<Arc<dyn Companion>>,
    prices: TokenPrices,
    budget: Option<Budget>,
    /// Hears of every request, and what it cost.
    answers: AnswerSender,
}

impl OpenAiCompanion {
    /// The companion of the configured server; `makers` are who receives the words of a memory as well,
    /// and `fallback` answers where the server does not.
    ///
    /// # Errors
    /// Where the system has no TLS to offer.
    pub fn new(
        config: OpenAiConfig,
        makers: Option<String>,
        fallback: Option<Arc<dyn Companion>>,
        entropy: Arc<dyn Entropy>,
        budget: Option<Budget>,
        answers: AnswerSender,
    ) -> Result<Self, reqwest::Error> {
        let (receiver, prices) = (config.receiver(), config.prices);
        let chat = Arc::new(ChatClient::new(config, entropy)?);
        let breaker = CircuitBreaker::default();
        Ok(Self { chat, breaker, receiver, makers, fallback, prices, budget, answers })
    }

    /// The answer to a question, read; nothing is asked while the server does not answer or may not be
    /// asked.
    async fn asked<T>(
        &self,
        call: CompanionCall,
        asker: Asker,
        question: Question,
        read: impl FnOnce(&str) -> Result<T, ChatError>,
    ) -> Result<T, ChatError> {
        let (account, creation) = match asker {
            Asker::Account(account) => (Some(account), None),
            Asker::Creation(creation) => (None, Some(creation)),
        };
        if let Some(budget) = &self.budget {
            budget.allows(account).await.map_err(|why| {
                tracing::warn!(call = call.as_str(), why, "the model is not asked");
                ChatError::Unavailable("it can be asked no more for now".to_owned())
            })?;
        }
        if !self.breaker.allows(Instant::now()) {
            return Err(ChatError::Unavailable("it did not answer lately".to_owned()));
        }
        let meter =
            CostMeter { answers: self.answers.clone(), prices: self.prices, call, creation };
        let chat = Arc::clone(&self.chat);
        // Of its own, so that what it cost is known though whoever asked has gone.
        let asking = tokio::spawn(async move { chat.ask(&question, &meter).await });
        let answer = asking.await.unwrap_or_else(|error| {
            Err(ChatError::Unavailable(format!("the question broke off: {error}")))
        });
        match &answer {
            Err(ChatError::Unavailable(_) | ChatError::Refused(_)) => {
                self.breaker.failed(Instant::now());
            }
            Ok(_) | Err(ChatError::Unusable(_) | ChatError::BadQuestion(_)) => {
                self.breaker.succeeded();
            }
        }
        let read = answer.and_then(|answer| read(&answer.text()?));
        if let Err(error) = &read {
            // Of a refusal only that it was one: its text may repeat the words.
            let why = match error {
                ChatError::Unavailable(_) => "unavailable",
                ChatError::Refused(_) => "refused",
                ChatError::BadQuestion(_) => "the question was refused",
                ChatError::Unusable(why) => why,
            };
            tracing::warn!(call = call.as_str(), why, "the model's answer is not used");
        }
        read
    }

    /// Who answers instead.
    ///
    /// # Errors
    /// What went wrong, where nobody does.
    fn instead(&self, error: &ChatError) -> Result<&dyn Companion, CompanionError> {
        self.fallback.as_deref().ok_or_else(|| CompanionError(error.to_string()))
    }
}

#[async_trait]
impl Companion for OpenAiCompanion {
    fn notice(&self) -> String {
        format!(
            "The assistant you write with is software, not a person. What you write is sent to {}, whose model answers; nothing else about you is.",
            self.receiver
        )
    }

    fn receiver(&self) -> String {
        let receiver = &self.receiver;
        match &self.makers {
            None => format!("Your words go to {receiver}."),
            Some(makers) => {
                format!(
                    "Your words go to {receiver}, and those of a memory that you make to {makers}."
                )
            }
        }
    }

    /// Of our own, because the model would ask for the place of what nobody told.
    fn welcome(&self, text: &str) -> Option<String> {
        EmbeddedCompanion::default().welcome(text)
    }

    async fn plan(&self, of: CreationId, brief: &Brief) -> Result<String, CompanionError> {
        let question = Question {
            instruction: instructions::plan(brief),
            words: brief.prompt.joined(),
            tokens: 200,
            temperature: 0.3,
            format: Format::Text,
        };
        match self
            .asked(CompanionCall::Plan, Asker::Creation(of), question, |answer| {
                read::plan(answer, brief)
            })
            .await
        {
            Ok(plan) => Ok(plan),
            Err(error) => self.instead(&error)?.plan(of, brief).await,
        }
    }

    async fn reflection(&self, of: CreationId, brief: &Brief) -> Result<String, CompanionError> {
        let words =
            format!("Generate a closing message for this prompt: {}", brief.prompt.joined());
        let question = Question {
            instruction: instructions::reflection(brief),
            words,
            tokens: 80,
            temperature: 0.6,
            format: Format::Text,
        };
        match self
            .asked(CompanionCall::Closing, Asker::Creation(of), question, |answer| {
                read::reflection(answer, brief)
            })
            .await
        {
            Ok(text) => Ok(text),
            Err(error) => self.instead(&error)?.reflection(of, brief).await,
        }
    }

    async fn converse(&self, from: AccountId, text: &str) -> Result<ChatReply, CompanionError> {
        let question = Question {
            instruction: instructions::conversation(),
            words: text.to_owned(),
            tokens: REPLY_TOKENS,
            temperature: 0.7,
            format: Format::Object,
        };
        match self
            .asked(CompanionCall::Conversation, Asker::Account(from), question, |answer| {
                read::reply(answer, text)
            })
            .await
        {
            Ok(reply) => Ok(reply),
            Err(error) => self.instead(&error)?.converse(from, text).await,
        }
    }

    async fn progress(
        &self,
        of: CreationId,
        brief: &Brief,
    ) -> Result<Vec<ProgressStep>, CompanionError> {
        let question = Question {
            instruction: instructions::steps(brief),
            words: brief.prompt.joined(),
            tokens: 800,
            temperature: 0.7,
            format: Format::Text,
        };
        match self
            .asked(CompanionCall::Steps, Asker::Creation(of), question, |answer| {
                read::steps(answer, brief)
            })
            .await
        {
            Ok(steps) => Ok(steps),
            Err(error) => self.instead(&error)?.progress(of, brief).await,
        }
    }

    async fn story(&self, from: AccountId, prompt: &Prompt) -> Result<Story, CompanionError> {
        let question = Question {
            instruction: instructions::story(),
            words: prompt.joined(),
            tokens: 300,
            temperature: 0.0,
            format: Format::Schema("story", instructions::story_schema()),
        };
        match self
            .asked(CompanionCall::Story, Asker::Account(from), question, |answer| {
                read::story(answer, prompt)
            })
            .await
        {
            Ok(story) => Ok(story),
            Err(error) => self.instead(&error)?.story(from, prompt).await,
        }
    }
}
