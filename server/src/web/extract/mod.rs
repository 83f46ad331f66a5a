//! What handlers are given of a request: who asks, from where, and the fields of a form.

pub mod account_tag;
pub mod client;
pub mod embedded;
pub mod form;
pub mod multipart;
pub mod request_origin;
