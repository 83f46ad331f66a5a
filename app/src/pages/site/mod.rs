//! Pages that tell what this is, and the design page.

pub mod about;
pub mod careers;
pub mod home;
pub mod legal;
pub mod style;
