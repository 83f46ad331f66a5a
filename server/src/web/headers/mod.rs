//! Headers of requests and answers that are made of values alone.

pub mod content_security_policy;
pub mod cookies;
pub mod default_headers;
pub mod link_paths;
