//! A finished picture under the camera: which part of it is seen when, and as which pixels.
//!
//! What always holds: faces are never cut off, and the picture keeps its proportions.

mod framing;
mod plate;

pub use framing::{CLOSEST, Framing};
pub use plate::{Plate, Seen};

#[cfg(test)]
use crate::people::faces;

/// A picture and how the camera goes over it.
pub struct Filmed {
    pub plate: Plate,
    pub framing: Framing,
}

impl Filmed {
    /// What is seen at `t` (0 to 1) of the film in frames of this size.
    pub fn seen(&self, t: f32, size: (usize, usize)) -> Seen<'_> {
        self.plate.seen(self.framing.at(t), size)
    }

    /// Where faces then are, as parts of the frame.
    #[cfg(test)]
    pub fn faces(&self, t: f32) -> Vec<faces::Face> {
        let view = self.framing.at(t);
        let part = |face: &framing::Area| faces::Face {
            x: (face.x - view.x) / view.w,
            y: (face.y - view.y) / view.h,
            w: face.w / view.w,
            h: face.h / view.h,
        };
        self.framing.faces.iter().map(part).collect()
    }
}
