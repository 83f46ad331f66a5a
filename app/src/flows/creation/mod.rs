//! A creation from its beginning to its end, and what its owner does with it.

pub mod advance;
pub mod begin;
pub mod cancel;
pub mod delete;
pub mod delete_task;
pub mod enlarge;
mod keep;
pub mod list;
mod orders;
mod outcome;
mod request;
pub mod retake;
pub mod retry;
pub mod review;
pub mod watch;
