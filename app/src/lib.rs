//! What Evernear is. Read in this order:
//!
//! 1. [`domain`]: the nouns and their rules, without I/O, clock or SQL.
//! 2. [`ports`]: what the outside must provide, as traits.
//! 3. [`flows`]: the use cases, one verb a file, written against the ports.
//! 4. [`problem`]: what an error is for people, as a text and a status; each flow's errors turn
//!    into it beside the flow. [`refusal`] is the same for client programs.
//! 5. [`api`]: the server functions that the islands call; each authorises, parses and
//!    calls a flow.
//! 6. [`pages`]: what people see, rendered by Leptos on the server, with [`island`] as
//!    the slot in which React takes over; [`mails`] is what we write to people.
//!
//! This crate knows Leptos and HTTP's vocabulary, but no database, no HTTP client and no
//! web server: those belong to `evernear-server`, which provides [`ports::Ports`].

pub mod api;
pub mod domain;
pub mod flows;
pub mod island;
pub mod mails;
pub mod pages;
pub mod ports;
pub mod problem;
pub mod refusal;
