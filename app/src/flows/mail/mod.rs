//! Mails that wait to be sent.

pub mod deliver;
