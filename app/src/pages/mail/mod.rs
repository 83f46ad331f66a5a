//! Mails that people stop.

pub mod stop;
