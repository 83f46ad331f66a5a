//! The nouns of the product and the rules that always hold for them. Pure: no I/O, no
//! clock, no SQL; what cannot be wrong is a type here. To add a noun, give it a folder
//! with the same name in every layer (store, api, islands, migrations).

pub mod account;
pub mod admin;
pub mod auth;
pub mod billing;
pub mod companion;
pub mod cookie;
pub mod creation;
pub mod credits;
pub mod draft;
pub mod id;
pub mod mail;
pub mod media;
pub mod photo_request;
pub mod quota;
pub mod rate_limit;
pub mod sharing;
pub mod support;
pub mod text;
pub mod timestamp;
pub mod unsent_words;
pub mod waitlist;
