//! What scenes are painted with: numbers, colours, sheets (still layers) and shapes; and the stage that
//! layers stand on, with its light and camera.
//!
//! What always holds: everything is seeded, nothing reads a clock; colours in scene code are
//! straight `[r, g, b]` from 0 to 1 as seen on a screen, pixels in sheets are premultiplied. Loops end
//! early once [`stop::stopped`] says so.

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
#![expect(
    clippy::inline_always,
    reason = "only what is inlined into a function compiled for AVX2 is compiled for it"
)]

pub mod color;
pub mod lab;
pub mod noise;
pub mod shapes;
pub mod sheet;
pub mod stage;
pub mod stop;
