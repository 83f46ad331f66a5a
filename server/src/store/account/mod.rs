//! Accounts and profiles, and everything that belongs to a person.

pub mod accounts;
pub mod lock;
pub mod personal_data;
pub mod set_password;
