//! The people: where their faces are, which part of each photo is shown, and how it becomes a print.
//!
//! What always holds: a print shows an unstretched 4:5 part of the photo with its face inside,
//! and all prints share one warm grade, so that photos from different cameras belong together.
//!
//! Prints are the way people are shown. Cut-outs that stand in the scene are left out: without a
//! trained matting model they leave pale patches at neck and ears and ragged collars, and a face
//! with a ragged edge is worse than a photograph of it. To add them, decide for each photo, by how
//! sure its matte is, between a cut-out and [`print::Print`].

pub mod crop;
pub mod faces;
pub mod grade;
pub mod place;
pub mod print;
