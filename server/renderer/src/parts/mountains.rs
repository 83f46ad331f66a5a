//! Mountains: lit snowy ranges behind one another, mist drifting between them, forest, a meadow.

use super::{props::fir, sky, weather};
use crate::plan::Plan;
use crate::{
    paint::{
        color::{add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge},
        shapes::{blade, curve, ink, polygon},
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
    Range { depth: 0.2, crest: 0.55, foot: 0.74, steep: 14.0, haze: 0.22, snow: 0.12 },
    Range { depth: 0.3, crest: 0.655, foot: 0.82, steep: 10.0, haze: 0.1, snow: 0.0 },
];

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
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
    forest(stage, plan, frame, p);
    meadow(stage, plan, frame, sun, p);
    weather::add(stage, plan, frame);
    motes(stage, plan, frame, p);
    pines(stage, plan, frame, u, p);
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
        let lean = x / (u * 5.0) + below * 0.055;
        let flank = ridge(seed ^ 4, lean, below * 0.06 + 2.0, 4);
        let aside = ridge(seed ^ 4, lean + from * 0.13, below * 0.06 + 1.97, 4);
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

fn forest(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    for (n, depth, base, size, fade) in [(0u32, 0.4, 0.77, 4.2, 0.42), (1, 0.52, 0.83, 6.4, 0.2)] {
        let mut dice = Dice::new(plan.seed, 80 + u64::from(n));
        let seed = plan.noise(90 + n);
        let ground = move |x: f32| h * base + (fbm(seed, x / (u * 16.0), 0.0, 3) - 0.5) * u * 9.0;
        let color = mix(mix(p.shade, hex(0x1F3A30), 0.5), p.haze, fade);
        let dim = if plan.hour == Hour::Night { scale(color, 0.5) } else { color };
        let layer =
            frame.drawn(h * base - u * (size * 1.5 + 6.0), h * (base + 0.12), depth, 0.0, |c| {
                let mut x = -u * 8.0;
                while x < w + u * 8.0 {
                    let tall = u * size * dice.range(0.55, 1.35);
                    fir(c, x, ground(x) + u, tall, scale(dim, dice.range(0.86, 1.12)), &mut dice);
                    x += u * size * dice.range(0.1, 0.34);
                }
                let mut hill = vec![(-u * 12.0, h * 1.1)];
                hill.extend((0..=60).map(|i| {
                    let x = -u * 12.0 + (w + u * 24.0) * i as f32 / 60.0;
                    (x, ground(x))
                }));
                hill.push((w + u * 12.0, h * 1.1));
                if let Some(path) = polygon(&hill) {
                    c.fade(
                        &path,
                        (0.0, h * base - u * 4.0),
                        (0.0, h * (base + 0.1)),
                        &[(0.0, ink(dim, 1.0)), (1.0, ink(mix(dim, p.haze, 0.3), 1.0))],
                    );
                }
            });
        stage.add(layer);
        mist(stage, plan, frame, 4 + n, h * (base + 0.035), depth, p);
    }
}

fn meadow(stage: &mut Stage, plan: &Plan, frame: Frame, sun: (f32, f32), p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(7));
    let k = if plan.hour == Hour::Night { 0.3 } else { 1.0 };
    let green = scale(mix(mix(hex(0x4A6044), plan.foliage().0, 0.3), p.haze, 0.2), k);
    let gold = scale(mix(mix(hex(0x9A8F5E), plan.foliage().1, 0.3), p.sun, 0.15), k);
    let top = h * 0.885;
    stage.add(frame.painted(top - u * 5.0, h, 0.62, 0.0, |x, y| {
        let edge = top + (fbm(seed, x / (u * 22.0), 0.0, 3) - 0.5) * u * 7.0;
        let near = 0.5 + 0.5 * ((y - top) / (h - top)).clamp(0.0, 1.0);
        let blades = fbm(seed ^ 4, x / (u * 0.8 * near), y / (u * 1.7 * near), 2);
        let a = (y - edge + (blades - 0.5) * u * 1.6 + 0.5).clamp(0.0, 1.0);
        let patch = fbm(seed ^ 5, x / (u * 8.0), y / (u * 2.6), 3);
        let warm =
            smooth(0.35, 0.72, patch) * (0.6 + 0.4 * (-((x - sun.0).abs()) / (w * 0.6)).exp());
        let mut c = mix(green, gold, warm);
        c = scale(c, 0.62 + 0.62 * blades - 0.35 * smooth(top, h, y));
        pixel(c, a)
    }));
    // Flowers and tall grass that sways.
    for n in 0..2u32 {
        let mut dice = Dice::new(plan.seed, 120 + u64::from(n));
        let (base, size) = (h * (0.965 + 0.055 * n as f32), u * (4.5 + 2.2 * n as f32));
        let layer = frame.drawn(base - size * 1.6, h, 0.8 + 0.35 * n as f32, u, |c| {
            for _ in 0..110 {
                let x = dice.range(-0.05, 1.05) * w;
                let tall = size * dice.range(0.4, 1.05);
                let root = (x, base + u * 1.5);
                let tip = (x + dice.range(-0.3, 0.3) * tall, base + u * 1.5 - tall);
                let tone = scale(
                    mix(green, gold, dice.next() * 0.7),
                    dice.range(0.4, 0.8) - 0.16 * n as f32,
                );
                if let Some(path) = blade(root, tip, u * 0.13, tall * dice.range(-0.12, 0.12)) {
                    c.fill(&path, ink(tone, 1.0));
                }
                if dice.next() < 0.14 {
                    let petal = scale(
                        dice.pick(&[hex(0xF2E6D0), hex(0xE9C46A), hex(0xC9A0D0), hex(0xE8A0A0)]),
                        0.5 + 0.45 * k,
                    );
                    for i in 0..5 {
                        let a = i as f32 * 1.2566 + x;
                        if let Some(path) = crate::paint::shapes::oval(
                            tip.0 + a.cos() * u * 0.27,
                            tip.1 + a.sin() * u * 0.22,
                            u * 0.22,
                            u * 0.18,
                        ) {
                            c.fill(&path, ink(petal, 0.95));
                        }
                    }
                }
            }
        });
        let phase = n as f32 * 1.7;
        stage.add(
            layer.alive(move |t| Pose::moved((t * 1.1 + phase).sin() * u * 0.35, 0.0)).rippling(
                -u * 0.1,
                u * 9.0,
                0.2,
            ),
        );
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

/// Two dark firs that frame the view at one side, nearer than the prints but at the edge.
fn pines(stage: &mut Stage, plan: &Plan, frame: Frame, u: f32, p: sky::Palette) {
    let mut dice = Dice::new(plan.seed, 141);
    let left = plan.seed & 8 == 0;
    let x = |v: f32| if left { v * u } else { frame.w - v * u };
    let dark =
        scale(mix(p.shade, hex(0x14261F), 0.6), if plan.hour == Hour::Night { 0.5 } else { 0.9 });
    let layer = frame.drawn(frame.h * 0.5, frame.h, 0.75, u, |c| {
        fir(c, x(1.0), frame.h * 1.01, u * 40.0, dark, &mut dice);
        fir(c, x(9.0), frame.h * 1.02, u * 23.0, scale(dark, 1.25), &mut dice);
        fir(c, x(-66.0 + 2.0 * 33.0 + 14.5), frame.h * 1.03, u * 13.0, scale(dark, 1.5), &mut dice);
    });
    stage.add(layer);
}
