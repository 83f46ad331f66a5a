//! On a mountain: lit snowy ranges behind one another, mist drifting between them, clouds below, rock
//! underfoot.

use super::{sky, summit, weather};
use crate::plan::Plan;
use crate::{
    paint::{
        color::{add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge},
        shapes::{curve, ink},
    },
    stage::{
        Frame, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::{Hour, Weather};

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Dawn => {
            Light { from: [0.8, 0.86, 0.98], to: [1.0, 0.985, 0.935], prints: [1.0, 0.985, 0.955] }
        }
        Hour::Day => {
            Light { from: [0.96, 0.98, 1.0], to: [1.0, 0.99, 0.96], prints: [1.0, 1.0, 0.985] }
        }
        Hour::Sunset => {
            Light { from: [0.98, 0.98, 1.0], to: [1.0, 0.95, 0.9], prints: [1.0, 0.98, 0.94] }
        }
        Hour::Night => {
            Light { from: [0.94, 0.97, 1.0], to: [0.97, 0.99, 1.0], prints: [0.9, 0.92, 0.96] }
        }
    }
}

/// One range: depth, where its foot and its mean crest lie (parts of the height), how steep, how hazy.
struct Range {
    depth: f32,
    crest: f32,
    foot: f32,
    steep: f32,
    haze: f32,
    snow: f32,
}

const RANGES: [Range; 4] = [
    Range { depth: 0.06, crest: 0.36, foot: 0.55, steep: 15.0, haze: 0.62, snow: 1.0 },
    Range { depth: 0.12, crest: 0.435, foot: 0.64, steep: 19.0, haze: 0.38, snow: 0.85 },
    Range { depth: 0.2, crest: 0.58, foot: 0.74, steep: 9.0, haze: 0.36, snow: 0.12 },
    Range { depth: 0.3, crest: 0.655, foot: 0.82, steep: 10.0, haze: 0.1, snow: 0.0 },
];

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h) = (frame.w, frame.h);
    let mut dice = Dice::new(plan.seed, 1);
    let side = dice.pick(&[0.2, 0.8]);
    let high = match plan.hour {
        Hour::Dawn => 0.27,
        Hour::Sunset => 0.28,
        Hour::Day => 0.12,
        Hour::Night => 0.11,
    };
    let sun = (w * (side + dice.range(-0.05, 0.05)), h * high);
    let p = sky::add_sky(stage, plan, frame, h * 0.5, sun);
    for (n, range) in RANGES.iter().enumerate() {
        mountains(stage, plan, frame, (n as u32, range), sun, p);
        mist(stage, plan, frame, n as u32, h * range.foot, range.depth, p);
    }
    birds(stage, plan, frame, p);
    summit::clouds(stage, plan, frame, sun, p);
    summit::rock(stage, plan, frame, sun, p);
    weather::add(stage, plan, frame);
    motes(stage, plan, frame, p);
}

fn mountains(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, range): (u32, &Range),
    sun: (f32, f32),
    p: sky::Palette,
) {
    let (u, h, seed) = (frame.u, frame.h, plan.noise(10 + n));
    let width = [30.0, 26.0, 19.0, 15.0][n as usize];
    let crest = move |x: f32| {
        let s = x / (u * width);
        let peak = ridge(seed, s, 0.7, 2) * 0.75 + ridge(seed ^ 1, s * 2.7, 1.3, 4) * 0.3;
        h * range.crest
            - u * range.steep * (peak - 0.5) * 1.7
            - u * 0.5 * fbm(seed ^ 2, x / (u * 0.9), 0.0, 3)
    };
    // Crest heights once, not for every pixel of the column.
    let start = -(u * 12.0).ceil();
    let tops: Vec<f32> =
        (0..(frame.w - 2.0 * start) as usize + 2).map(|i| crest(start + i as f32)).collect();
    let top_of = |x: f32| tops[((x - start) as usize).min(tops.len() - 1)];
    let highest = tops.iter().copied().fold(h, f32::min);
    let rock = match n {
        0 => hex(0x66708A),
        1 => hex(0x545C70),
        2 => hex(0x3D4F4C),
        _ => hex(0x2C3F36),
    };
    let night = plan.hour == Hour::Night;
    let (rock, lit, shade) = if night {
        (scale(rock, 0.32), scale(p.sun, 0.36), scale(p.shade, 1.1))
    } else {
        (rock, p.sun, p.shade)
    };
    let from = if sun.0 < frame.w / 2.0 { -1.0 } else { 1.0 };
    stage.add(frame.painted(highest - 2.0, h * range.foot + u * 6.0, range.depth, u, |x, y| {
        let top = top_of(x);
        let a = (y - top + 0.5).clamp(0.0, 1.0);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let below = (y - top) / u;
        // Flanks run down and outwards from the crest: noise in a sheared frame makes gullies.
        let lean = x / (u * 6.0) + below * 0.03;
        let flank = ridge(seed ^ 4, lean, below * 0.13 + 2.0, 4);
        let aside = ridge(seed ^ 4, lean + from * 0.13, below * 0.13 + 1.94, 4);
        let slope = (top_of(x + u * 1.5) - top_of(x - u * 1.5)) / (u * 3.0);
        let facing = (0.5 + (aside - flank) * 2.3 - slope * from * 0.42).clamp(0.0, 1.0);
        let grain = fbm(seed ^ 6, x / (u * 0.7), y / (u * 0.7), 3) - 0.5;
        let mut c = mix(mix(shade, rock, 0.55), add(rock, lit, 0.22), facing);
        c = scale(c, 1.0 + grain * 0.3);
        let line = range.snow
            * (10.5 + 4.0 * flank)
            * (1.0 - 0.5 * smooth(highest + u * 4.0, highest + u * 18.0, top));
        let snow = smooth(1.5, -1.5, below - line + (flank - 0.5) * 9.0 + grain * 3.0)
            * smooth(0.0, 0.1, range.snow);
        let white = mix(
            mix(p.sky[1].1, [0.8, 0.84, 0.95], if night { 0.05 } else { 0.4 }),
            add([0.35, 0.35, 0.36], lit, if night { 0.2 } else { 0.66 }),
            facing,
        );
        c = mix(c, white, snow * 0.93);
        let deep = smooth(h * range.crest, h * range.foot, y);
        c = mix(c, p.haze, (range.haze * (0.62 + 0.38 * deep) + 0.24 * deep).min(0.95));
        pixel(c, a)
    }));
}

fn mist(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    n: u32,
    y0: f32,
    depth: f32,
    p: sky::Palette,
) {
    let (u, seed) = (frame.u, plan.noise(20 + n));
    let tall = u * (9.0 + 2.0 * n as f32);
    let thick = if plan.weather == Weather::Mist { 0.95 } else { 0.66 - 0.08 * n as f32 };
    let white = mix(p.haze, p.cloud.0, if plan.hour == Hour::Night { 0.15 } else { 0.45 });
    let way = if (plan.seed >> n) & 1 == 0 { 1.0 } else { -1.0 };
    let speed = 0.8 + 0.4 * n as f32;
    let layer = frame.soft(
        3,
        y0 - tall,
        y0 + tall * 0.9,
        depth + 0.03,
        u * speed * frame.seconds,
        |x, y| {
            let body = fbm(seed, x / (u * 19.0), y / (u * 4.6), 4);
            let off = (y - y0 + (body - 0.5) * u * 6.0) / tall;
            let a = smooth(0.34, 0.72, body) * smooth(-0.9, 0.05, off) * smooth(0.9, 0.1, off);
            pixel(white, a * thick)
        },
    );
    stage.add(layer.alive(move |t| Pose {
        dx: way * u * speed * (t - 5.0),
        dy: 0.0,
        opacity: 0.9 + 0.1 * (t * 0.5 + n as f32).sin(),
    }));
}

fn birds(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 71);
    let (x, y) = (w * dice.range(0.3, 0.6), h * dice.range(0.07, 0.14));
    let dark = mix(p.shade, p.haze, 0.3);
    for n in 0..4u32 {
        let (bx, by) = (x + n as f32 * u * dice.range(3.0, 4.5), y + u * dice.range(-2.5, 3.0));
        let size = u * dice.range(0.7, 1.1);
        // Two pens for two wing beats, faded into one another.
        for (beat, lift) in [(0.0f32, 0.75), (std::f32::consts::PI, 0.2)] {
            let layer = frame.drawn(by - u * 2.0, by + u * 2.0, 0.1, u * 6.0, |c| {
                if let Some(path) = curve(
                    (bx - size * 1.5, by - size * lift),
                    &[
                        ((bx - size * 0.6, by - size * lift * 1.1), (bx, by)),
                        (
                            (bx + size * 0.6, by - size * lift * 1.1),
                            (bx + size * 1.5, by - size * lift),
                        ),
                    ],
                ) {
                    c.line(&path, u * 0.17, ink(dark, 0.9));
                }
            });
            let phase = n as f32 * 1.1;
            stage.add(layer.alive(move |t| Pose {
                dx: u * 1.5 * (t - 5.0),
                dy: (t * 0.9 + phase).sin() * u * 0.5,
                opacity: smooth(-0.35, 0.35, (t * 5.0 + phase + beat).sin()),
            }));
        }
    }
}

/// Seeds and insects in the light, behind the prints.
fn motes(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 131);
    let list: Vec<[f32; 4]> = (0..34)
        .map(|_| [dice.next(), dice.range(0.5, 1.0), dice.next() * 6.3, dice.next()])
        .collect();
    let color = if plan.hour == Hour::Night { hex(0xE8E08A) } else { p.sun };
    stage.sparks(0.6, move |t, out| {
        for &[x, y, phase, size] in &list {
            let px = x * w + (t * 0.4 + phase).sin() * u * 3.0 + t * u * 0.5;
            let py = y * h + (t * 0.55 + phase * 2.0).sin() * u * 1.6 - t * u * 0.4;
            let light = 0.3 + 0.3 * (t * 1.7 + phase * 3.0).sin();
            let mut s = Spark::glow(px, py, u * (0.4 + 0.5 * size), color, light.max(0.0));
            s.kind = Kind::Glow;
            out.push(s);
        }
    });
}
