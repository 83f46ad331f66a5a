//! The people: where their faces are, which part of each photo is shown, and how it becomes a print.
//!
//! What always holds: a print shows an unstretched 4:5 part of the photo with its face inside,
//! and all prints share one warm grade, so that photos from different cameras belong together.

pub mod crop;
pub mod faces;
pub mod grade;
pub mod place;
pub mod print;
