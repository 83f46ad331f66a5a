//! Mails on their way.

pub mod delivery;
mod smtp;
