//! The use cases, a folder for each noun and a file for each verb, written against the ports.
//! A flow parses at its door, does one thing and answers in the domain's words; its errors turn
//! into what a person reads beside it ([`crate::problem`]). To add one: a file in the folder of its noun, and
//! whoever needs it calls it.

pub mod account;
pub mod admin;
pub mod auth;
pub mod billing;
pub mod creation;
pub mod credits;
pub mod draft;
pub mod functions;
pub mod mail;
pub mod photo_request;
pub mod sharing;
pub mod support;
pub mod system;
pub mod waitlist;
