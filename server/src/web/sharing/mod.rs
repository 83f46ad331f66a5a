//! Links to memories: making and changing them, and what they lead to.

pub mod edit;
mod made;
pub mod open;
pub mod report;
pub mod share;
pub mod stop;
mod visitor;
pub mod watch;
