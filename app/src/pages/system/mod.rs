//! For developers.

pub mod dev_mail;
