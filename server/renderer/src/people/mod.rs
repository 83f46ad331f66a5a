//! The people: where their faces are, which part of each photo is shown, and how they are shown.
//!
//! What always holds: a print shows an unstretched 4:5 part of the photo with its face inside,
//! and all prints share one warm grade, so that photos from different cameras belong together.
//!
//! There are two ways. People stand in the scene ([`standing`]) when every one of them could be cut
//! out with certainty ([`matte`]), or well enough for whoever looked at it and chose so, in the tone of a
//! photo without colours where there is one ([`tone`]); otherwise each photo becomes a print
//! ([`print`]), which suits every photo, and hangs, stands or lies in the scene as its setting says
//! ([`arrangement`]). Never both: who is cut out and who is not would be two
//! worlds. A keepsake is nobody: it is there as a print either way ([`keepsake`]).

pub mod arrangement;
pub mod crop;
pub mod cutout;
pub mod faces;
pub mod foreground;
pub mod grade;
pub mod illumination;
pub mod keepsake;
pub mod layers;
pub mod matching;
pub mod matte;
pub mod meant;
pub mod place;
pub mod print;
pub mod resample;
mod rim;
pub mod standing;
mod surroundings;
pub mod texture;
pub mod tone;
mod warp;
