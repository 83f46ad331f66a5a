//! Things out of doors in the light of the hour.

use crate::paint::color::{Rgb, scale, tint};
use crate::plan::Plan;
use evernear_rules::story::Hour;

/// A colour as the daylight of the hour shows it.
pub fn lit(plan: &Plan, color: Rgb) -> Rgb {
    let hue = match plan.hour {
        Hour::Day => [1.0; 3],
        Hour::Dawn => [1.02, 0.97, 0.94],
        Hour::Sunset => [1.1, 0.9, 0.76],
        Hour::Night => [0.8, 0.92, 1.24],
    };
    tint(scale(color, plan.daylight()), hue)
}
