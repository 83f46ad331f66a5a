//! Mails that people stop or want again.

pub mod choose;
pub mod stop;
