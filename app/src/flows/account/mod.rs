//! What a person does with their own account: address, password, name, history, export, deletion.

pub mod accept_terms;
pub mod change_email;
pub mod change_password;
pub mod choose_theme;
pub mod delete;
pub mod export;
pub mod rename;
pub mod security_history;
