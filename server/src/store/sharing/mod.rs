//! Links to memories, who opened them, and reports.

mod admit;
mod reports;
pub mod shares;
