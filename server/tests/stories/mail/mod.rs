//! Mails on their way.

mod delivery;
mod smtp;
