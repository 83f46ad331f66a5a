//! The conversation: a draft that lives on the server, because telephones are shared, the
//! companion's answers, and what the product says when the companion cannot answer.

mod cleaning;
mod draft;
pub mod fallback;
pub mod moderation;

pub use draft::{Draft, DraftBody};
