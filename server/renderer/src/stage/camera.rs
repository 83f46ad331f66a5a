//! The camera: one slow drift with a little rise, eased at both ends.
//!
//! What always holds: it never leaves [`REACH`] units to any side, so layers know how wide to be.

use crate::paint::color::smooth;

/// The furthest the camera goes from the middle, in units of the frame.
pub const REACH: f32 = 5.0;

/// Where the camera is, in units of the frame: (right, down). `t` runs from 0 to 1.
pub fn at(t: f32, mirrored: bool) -> (f32, f32) {
    // Mostly even speed, eased at the ends: slow enough to look, never quite still.
    let even = t;
    let eased = smooth(0.0, 1.0, t);
    let way = (even * 0.35 + eased * 0.65) * 2.0 - 1.0;
    let side = if mirrored { -1.0 } else { 1.0 };
    (way * 4.2 * side, -way * 1.6)
}
