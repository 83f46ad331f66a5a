//! Everything a request passes through, and the table of routes. Handlers are thin: they
//! parse, call a flow of `evernear-app` and answer.

mod access;
mod admin;
pub mod assets;
pub mod auth_api;
mod checkout;
pub mod client;
mod cookies;
mod credits;
mod csrf;
mod csv;
mod debug;
mod dev_mail;
mod export;
mod fields;
mod forms;
mod found;
mod functions;
mod google;
mod headers;
mod health;
mod invitation;
mod media;
mod metrics;
mod origin;
mod packing;
pub mod page_cache;
mod pages;
mod photos;
mod profile;
mod proof;
mod range;
pub mod router;
mod session;
mod support;
mod waitlist;
mod webhooks;
