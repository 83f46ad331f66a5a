//! A creation from its beginning to its end, and what its owner does with it.

pub mod advance;
pub mod archive;
pub mod begin;
pub mod cancel;
pub mod delete;
pub mod delete_several;
pub mod delete_task;
pub mod enlarge;
pub mod gallery;
mod keep;
pub mod list;
pub mod memory_dates;
mod orders;
mod outcome;
pub(crate) mod outcome_mail;
pub mod picture_type;
mod request;
pub mod retake;
pub mod retry;
pub mod review;
pub mod set_own_words;
pub mod watch;
