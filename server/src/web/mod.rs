//! Everything a request passes through. [`router`] is the table of routes. Handlers stand in a
//! folder for each noun; they are thin: they parse, call a flow of `evernear-app` and answer.
//! [`state`] is what requests share, [`extract`] reads them, [`response`] writes, [`middleware`]
//! stands around all of it; [`headers`] are made of values alone.

mod account;
mod admin;
mod auth;
mod billing;
mod compression;
mod creation;
mod credits;
mod draft;
pub mod extract;
pub mod functions;
mod headers;
mod mail;
mod media;
pub mod middleware;
mod photo_request;
mod response;
pub mod router;
mod server_functions;
mod sharing;
pub mod site;
pub mod state;
mod support;
mod system;
pub mod token_api;
mod waitlist;
