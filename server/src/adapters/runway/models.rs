//! Which of Runway's models are used, and in which sizes they make what.
//!
//! To add one: its name in a list, and what it takes where that differs. A film's model has to make ten
//! seconds at once and to begin with a given picture.

use evernear_app::ports::Part;
use evernear_rules::presentation::Shape;

/// Models that make a picture of up to three people after their photos.
pub const PICTURE_MODELS: [&str; 2] = ["gen4_image", "gen4_image_turbo"];
/// Models that make ten seconds of film after a picture.
pub const FILM_MODELS: [&str; 2] = ["gen4_turbo", "gen4.5"];

/// Seconds of a film.
pub const SECONDS: u32 = 10;
/// Most UTF-16 units of what a model is told.
pub const PROMPT_UNITS: usize = 1_000;
/// Most photos of a picture.
pub const MOST_PHOTOS: usize = 3;

/// The name of the size of this shape: all models of a part have these three.
pub fn ratio(part: Part, shape: Shape) -> &'static str {
    match (part, shape) {
        (_, Shape::Portrait) => "720:1280",
        (_, Shape::Landscape) => "1280:720",
        (Part::Image, Shape::Square) => "720:720",
        (Part::Film, Shape::Square) => "960:960",
    }
}
