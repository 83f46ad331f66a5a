//! The use cases, one verb a file, written against the ports. A flow parses at its door,
//! does one thing and answers in the domain's words; what a person reads is decided in
//! [`crate::problem`]. To add one: a file here, and whoever needs it calls it.

pub mod accept_terms;
pub mod add_photo;
pub mod advance_creation;
pub mod apply;
pub mod authenticate;
pub mod authenticate_bearer;
pub mod begin_creation;
pub mod cancel_creation;
pub mod converse;
pub mod creator_state;
pub mod delete_memory;
pub mod issue_tokens;
pub mod list_memories;
pub mod refresh_tokens;
pub mod remember_choices;
pub mod remove_photo;
pub mod rename;
pub mod retry_creation;
pub mod send_mails;
pub mod sign_in;
pub mod sign_out;
pub mod sign_up;
pub mod start_over;
pub mod sweep;
pub mod watch_creation;
