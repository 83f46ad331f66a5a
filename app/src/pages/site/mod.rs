//! Pages that tell what this is, the one that says that there is no connection, and the design page.

pub mod about;
pub mod careers;
pub mod home;
pub mod legal;
pub mod offline;
pub mod style;
