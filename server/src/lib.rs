//! How Evernear is done. Read in this order:
//!
//! 1. [`config`]: what can be decided from outside, one struct a concern.
//! 2. [`compose`]: the only place where adapters meet the ports of `evernear-app`.
//! 3. [`web`]: the router as a table, and everything a request passes through.
//! 4. [`store`]: SQL, once for both engines.
//! 5. [`jobs`]: the worker that moves creations on, and the sweeper.
//! 6. [`adapters`]: each outside party behind its port.

pub mod adapters;
pub mod admin_password;
pub mod cli;
pub mod compose;
pub mod config;
pub mod doctor;
pub mod jobs;
pub mod operator;
pub mod private_files;
pub mod rotate_keys;
pub mod serve;
pub mod store;
pub mod web;
