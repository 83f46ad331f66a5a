//! Layers around the routes; [`super::router`] says in which order.

pub mod body_timeout;
pub mod client;
pub mod compression;
pub mod csrf;
pub mod error_pages;
pub mod invitation;
pub mod metrics;
pub mod own_host;
pub mod page_cache;
pub mod rate_limit;
pub mod security_headers;
pub mod session;
pub mod whole_body;
