//! Messages to us and our answers.

use async_trait::async_trait;

use crate::{
    domain::{
        admin::Audit,
        id::{AccountId, MessageId},
        mail::QueuedMail,
        support::{Message, Thread},
    },
    ports::StoreError,
};

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptMessage {
    Stored,
    /// The thread it goes on is not there, or not the writer's.
    NoThread,
    /// As many of its writer's as there may be wait for an answer.
    TooManyWait,
}

#[async_trait]
pub trait ContactStore: Send + Sync {
    /// The message, its place in its thread and its mail, or none of them. `most_waiting`: it is
    /// not kept where so many of its account's wait for an answer.
    async fn keep_message(
        &self,
        message: &Message,
        mail: &QueuedMail,
        most_waiting: Option<u32>,
    ) -> Result<KeptMessage, StoreError>;
    /// Our answer, the mail that carries it and a line in the log, or none of them. No when
    /// there is no such thread.
    async fn answer(
        &self,
        message: &Message,
        mail: &QueuedMail,
        audit: &Audit,
    ) -> Result<bool, StoreError>;
    /// What waits comes first: by plan, then by how long; then what was answered, newest first.
    async fn threads(&self, skip: u32, take: u32) -> Result<Vec<Thread>, StoreError>;
    async fn count_threads(&self) -> Result<u32, StoreError>;
    async fn thread(&self, id: MessageId) -> Result<Option<Thread>, StoreError>;
    /// An account's own, newest first.
    async fn threads_of(&self, owner: AccountId, limit: u32) -> Result<Vec<Thread>, StoreError>;
}
