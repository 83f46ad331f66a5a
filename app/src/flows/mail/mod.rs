//! Mails that wait to be sent.

pub mod choose;
pub mod deliver;
pub mod stop;
