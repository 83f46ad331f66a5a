//! The use cases, one verb a file, written against the ports. A flow parses at its door,
//! does one thing and answers in the domain's words; what a person reads is decided in
//! [`crate::problem`]. To add one: a file here, and whoever needs it calls it.

pub mod accept_terms;
pub mod add_photo;
pub mod administer_users;
pub mod advance_creation;
pub mod answer_challenge;
pub mod apply;
pub mod ask_mail;
pub mod authenticate;
pub mod authenticate_bearer;
pub mod begin_creation;
pub mod cancel_creation;
pub mod change_email;
pub mod change_password;
pub mod code_flow;
pub mod converse;
pub mod creator_state;
pub mod delete_memory;
pub mod enter;
pub mod history;
pub mod issue_tokens;
pub mod list_memories;
pub mod reauthenticate;
pub mod recovery_codes;
pub mod redeem;
pub mod refresh_tokens;
pub mod remember_choices;
pub mod remove_photo;
pub mod rename;
pub mod retry_creation;
pub mod send_mails;
pub mod send_one_time;
pub mod sign_in;
pub mod sign_out;
pub mod sign_up;
pub mod start_over;
pub mod sweep;
pub mod update_user;
pub mod verify_factor;
pub mod verify_mail;
pub mod watch_creation;
