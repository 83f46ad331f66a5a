//! What one has to do with the own account: the profile and the pages behind its links.

pub mod data;
pub mod devices;
pub mod email;
pub mod password;
pub mod profile;
pub mod two_factor;
