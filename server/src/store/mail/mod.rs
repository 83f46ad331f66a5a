//! Mails that wait to be sent.

pub mod queue;
mod refusals;
