//! The paint box: numbers, colours, sheets (still layers) and shapes.
//!
//! What always holds: everything is seeded, nothing reads a clock; colours in scene code are
//! straight `[r, g, b]` from 0 to 1 as seen on a screen, pixels in sheets are premultiplied.

pub mod color;
pub mod lab;
pub mod noise;
pub mod shapes;
pub mod sheet;
