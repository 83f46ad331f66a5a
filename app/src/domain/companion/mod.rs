//! The conversation: a draft that lives on the server (decision 33), the companion's
//! answers, and what the product says when the companion cannot answer (spec §8).

mod cleaning;
mod draft;
pub mod fallback;
pub mod safety;

pub use draft::{Draft, DraftBody};
