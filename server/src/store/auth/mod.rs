//! Sessions, one-time tokens, second factors, identities, and the sign-ins of client programs.

pub mod end_sessions;
pub mod factors;
pub mod identities;
pub mod oauth;
pub mod one_time;
pub mod prove_address;
pub mod sessions;
pub mod tokens;
