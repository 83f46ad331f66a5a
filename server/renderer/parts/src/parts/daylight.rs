//! Things out of doors, and within vehicles, in the light of the hour.

use crate::paint::color::{Rgb, add, scale, tint};
use crate::plan::Plan;
use evernear_rules::story::Hour;

/// A colour as the daylight of the hour shows it.
pub fn lit(plan: &Plan, color: Rgb) -> Rgb {
    let hue = match plan.hour {
        Hour::Day => [1.0; 3],
        Hour::Dawn => [1.02, 0.97, 0.94],
        // Snow gives the blue of the sky back, or it would look like sand.
        Hour::Sunset if plan.snow_lies() => [1.12, 0.97, 1.04],
        Hour::Sunset => [1.1, 0.9, 0.76],
        Hour::Night => [0.8, 0.92, 1.24],
    };
    tint(scale(color, plan.daylight()), hue)
}

/// A colour within a vehicle, in the day that comes through its windows and the light of its lamps.
pub fn inside(plan: &Plan, color: Rgb) -> Rgb {
    let (day, lamp) = match plan.hour {
        Hour::Day => (0.92, 0.0),
        Hour::Dawn => (0.76, 0.14),
        Hour::Sunset => (0.66, 0.24),
        Hour::Night => (0.42, 0.42),
    };
    let warm = [color[0], color[1] * 0.84, color[2] * 0.62];
    add(scale(color, day), warm, lamp)
}
