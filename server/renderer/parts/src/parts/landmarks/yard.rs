//! What places of work out of doors stand on, and when their lamps burn.

use evernear_rules::story::Hour;

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{fbm, value},
};
use crate::parts::{daylight::lit, sky};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// How much lamps give at this hour, 0 to 1.
pub fn lamps(plan: &Plan) -> f32 {
    match plan.hour {
        Hour::Day => 0.0,
        Hour::Dawn => 0.4,
        Hour::Sunset => 0.65,
        Hour::Night => 1.0,
    }
}

/// Trodden earth with stones, from the horizon to us.
pub fn earth(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    line: f32,
    (p, tone): (sky::Palette, Rgb),
) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(720));
    let (tone, (dark, pale)) = (lit(plan, tone), plan.foliage());
    let top = line + u * 2.0;
    stage.add(frame.painted(top, h, 0.36, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.18 + 0.82 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near), 22.0 / near);
        let rough = fbm(seed, gx / 5.0, gy / 2.0, 4) - 0.5;
        let grit = value(seed ^ 1, x / (u * 0.4), y / (u * 0.3)) - 0.5;
        let mut c = scale(tone, 0.92 + rough * 0.5 + grit * 0.14);
        // Two ruts lead away from us.
        let rut = smooth(3.4, 1.0, (gx.abs() - 9.0 + 3.0 * rough).abs());
        c = scale(c, 1.0 - 0.26 * rut);
        let tuft =
            smooth(0.56, 0.68, fbm(seed ^ 2, gx / 7.0, gy / 3.0, 3)) * smooth(12.0, 20.0, gx.abs());
        let blades = fbm(seed ^ 3, x / (u * 0.6), y / (u * 1.1), 3);
        c = mix(c, lit(plan, mix(mix(dark, pale, blades), hex(0xB89A58), 0.4)), tuft * 0.9);
        c = mix(c, p.haze, 0.4 * smooth(0.16, 0.0, down));
        c = add(
            c,
            p.sun,
            0.06 * smooth(0.5, 0.75, fbm(seed ^ 4, gx / 8.0, gy / 4.0, 2)) * plan.daylight(),
        );
        pixel(scale(c, 1.0 - 0.32 * smooth(0.4, 1.0, down)), smooth(0.0, u * 0.5, y - top))
    }));
}
