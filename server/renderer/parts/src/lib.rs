//! What can be drawn ([`parts`]), and what a drawing depends on ([`plan`]): the story as it is drawn.
//!
//! What always holds: nothing here knows of photos, requests or films. The parts are most of the
//! renderer's code, and have a crate of their own so that a change elsewhere does not compile them
//! again.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pixels: places, bytes and weights are bounded by the frame, and clamped where they are not"
)]
#![expect(
    clippy::many_single_char_names,
    reason = "r, g, b, x, y, u, v are the words of this trade"
)]
#![expect(clippy::unreadable_literal, reason = "colours are written as everywhere: 0xE9A26A")]

pub mod parts;
pub mod plan;

use evernear_paint::{self as paint, stage};
