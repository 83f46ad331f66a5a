//! Links to memories: for whoever shares one, and for whoever has one.

pub mod cover;
pub mod edit;
mod fields;
pub mod links;
pub mod made;
pub mod report;
pub mod share;
pub mod watch;
