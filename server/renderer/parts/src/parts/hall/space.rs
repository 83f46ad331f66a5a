//! What large rooms have in common: a floor that runs away from us, a window as wide as the wall.

use crate::paint::{
    color::{Rgb, pixel, scale, smooth},
    shapes::Canvas,
};
use crate::parts::forms::bar;
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// A place on the floor.
pub struct Place {
    /// Across and away, in units as they are near at hand.
    pub gx: f32,
    pub gy: f32,
    /// 0.22 far away, 1 at the lower edge.
    pub near: f32,
    pub x: f32,
    pub y: f32,
}

/// A floor from the row `top` on; darker towards us, so that people stand out.
pub fn floor(stage: &mut Stage, frame: Frame, top: f32, color: impl Fn(Place) -> Rgb + Sync) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    stage.add(frame.painted(top, h, 0.3, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.22 + 0.78 * down;
        let c = color(Place { gx: (x - w / 2.0) / (u * near), gy: 26.0 / near, near, x, y });
        let c = scale(c, 1.0 - 0.3 * smooth(0.4, 1.0, down));
        pixel(c, smooth(0.0, u * 0.4, y - top))
    }));
}

/// Posts and rails of a window between two rows, `wide` apart.
pub fn mullions(c: &mut Canvas, frame: Frame, (top, low): (f32, f32), wide: f32, tone: Rgb) {
    let (w, u) = (frame.w, frame.u);
    let mut x = w / 2.0 - (w / 2.0 / wide).ceil() * wide - wide * 0.5;
    while x < w + wide {
        bar(c, (x, top), (x, low), u * 0.9, tone);
        bar(c, (x + u * 0.3, top), (x + u * 0.3, low), u * 0.25, scale(tone, 1.35));
        x += wide;
    }
    for s in [0.0f32, 0.34, 1.0] {
        let y = top + (low - top) * s;
        bar(c, (-u * 9.0, y), (w + u * 9.0, y), u * 0.8, scale(tone, 0.9));
    }
}

/// How much lamps give beside the light of the hour, 0 to 1.
pub fn lamps(plan: &Plan) -> f32 {
    use evernear_rules::story::Hour;
    match plan.hour {
        Hour::Day => 0.3,
        Hour::Dawn => 0.5,
        Hour::Sunset => 0.7,
        Hour::Night => 1.0,
    }
}
