//! The companion: what it answers and how its words are cleaned, what is refused, and what the
//! product says when it cannot answer.

mod cleaning;
pub mod fallback;
pub mod moderation;
