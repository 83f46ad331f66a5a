//! For whoever keeps the server running, and the mails of development.

pub mod dev_mail;
pub mod health;
pub mod metrics;
