//! Messages to us and our answers.

pub mod answer_thread;
pub mod contact;
pub mod list_messages;
pub mod threads;
