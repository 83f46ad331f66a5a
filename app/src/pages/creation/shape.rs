//! How the print of a memory is marked up, by its shape.

use evernear_rules::presentation::Shape;

/// The classes of its figure.
pub fn print_class(shape: Shape) -> &'static str {
    match shape {
        Shape::Portrait => "print print-tall",
        Shape::Square => "print print-square",
        Shape::Landscape => "print print-landscape",
    }
}

/// Width and height in pixels, so that the page keeps room for it.
pub fn pixels(shape: Shape) -> (u32, u32) {
    match shape {
        Shape::Portrait => (720, 1280),
        Shape::Square => (960, 960),
        Shape::Landscape => (1280, 720),
    }
}
