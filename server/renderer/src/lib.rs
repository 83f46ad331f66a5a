//! Photos and words in, a picture and a film out. Knows nothing of the web.
//!
//! Read in this order: [`photo`] (what people upload), [`request`] (what is asked for),
//! `people` (faces, crops, grade, prints, cut-outs), the crate `evernear-paint` (noise, sheets, a scene's
//! layers, sparks and the camera), the crate `evernear-parts` (a story as it is drawn, and what can be
//! drawn), `scenery` (a setting's parts, by its file), `recording` (a voice that people upload), `sound`
//! (the bed, and the recording over it), `film` (frames, encoder, container), `stop` (ending early).
//!
//! What always holds: the same [`RenderRequest`] and build give the same bytes, whatever the number of
//! threads; another seed is another take. Nothing is read from or written to disk or network.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pixels: places, bytes and weights are bounded by the frame, and clamped where they are not"
)]
#![expect(
    clippy::many_single_char_names,
    clippy::similar_names,
    reason = "r, g, b, x, y, u, v are the words of this trade"
)]
#![expect(
    clippy::inline_always,
    reason = "only what is inlined into a function compiled for AVX2 is compiled for it"
)]
#![expect(clippy::unreadable_literal, reason = "colours are written as everywhere: 0xE9A26A")]

#[cfg(test)]
mod checks;
mod film;
mod people;
mod photo;
mod recording;
mod request;
mod scenery;
mod sound;
mod stop;

use evernear_paint::{self as paint, stage};
use evernear_parts::{parts, plan};

pub use evernear_rules::{
    presentation::{Presence, Shape, Stroke, TouchUp},
    story::Story,
};
pub use film::caption::excerpt;
pub use film::picture::{film_of_picture, film_of_picture_on};
pub use film::still::Still;
pub use film::{
    People, Timings, default_threads, film, film_on, people, scenery, still, uncompressed,
};
pub use people::cutout::{CutOut, Looks, cut_out, cut_out_again};
pub use people::matte::{Certainty, RejectReason};
pub use photo::{CropBox, Photo, PhotoProblem, Weight, weigh};
pub use recording::{DecodedRecording, Recording, RecordingProblem};
pub use request::{PhotoInput, PictureFilm, RenderProblem, RenderRequest, Size, Unwatched, Watch};
pub use scenery::drawn;
