//! The forms behind the profile's links.

pub mod change_email;
pub mod change_password;
pub mod choose_theme;
pub mod delete;
pub mod devices;
pub mod export;
pub mod rename;
pub mod two_factor;
pub mod visit;
