//! Groves: rows of fruit trees with a ladder and crates, old olive trees on stony earth.

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, ink, oval, polygon},
};
use crate::parts::{
    backdrop::sun,
    daylight::lit,
    foliage::{Build, FRUIT_TREE, Leaves, OLIVE_TREE, tree},
    forms::{ball, bar, block},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// How trees stand in two rows to both sides of a lane.
struct Grove {
    build: Build,
    /// Leaves in the shade and in the light.
    tones: (Rgb, Rgb),
    bark: Rgb,
    /// How high the nearest are, in units, and how long their leaves are as a part of it.
    tall: f32,
    leaf: f32,
    /// Half the lane before the nearest trees, in units.
    lane: f32,
    fruit: Option<Rgb>,
}

/// Apple trees in rows, with apples in them and below them, a ladder and crates.
pub fn orchard(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let mut dice = Dice::new(plan.seed, 400);
    let fruit = lit(plan, dice.pick(&[hex(0xC8342A), hex(0xD8582C), hex(0xE0A030)]));
    let grove = Grove {
        build: FRUIT_TREE,
        tones: plan.foliage(),
        bark: lit(plan, hex(0x64503E)),
        tall: 62.0,
        leaf: 0.021,
        lane: 33.0,
        fruit: Some(fruit),
    };
    rows(stage, plan, frame, line, p, &grove);
    let (w, h, u, side) = (frame.w, frame.h, frame.u, plan.turn());
    let x = w * 0.5 + side * (w * 0.33).min(u * 27.0);
    stage.add(frame.drawn(h * 0.4, h * 0.9, 0.45, 0.0, |c| {
        ladder(c, plan, (x, h * 0.8), (side, u * 42.0), u);
        crate_of(
            c,
            plan,
            (w * 0.5 - side * (w * 0.4).min(u * 32.0), h * 0.83),
            (u, fruit),
            &mut dice,
        );
        crate_of(
            c,
            plan,
            (w * 0.5 - side * (w * 0.27).min(u * 24.0), h * 0.855),
            (u, fruit),
            &mut dice,
        );
        for _ in 0..46 {
            let (fx, down) = (dice.range(0.0, 1.0) * w, dice.range(0.62, 0.98));
            let r = u * (0.3 + 1.0 * (down - 0.6));
            shadow(c, (fx, h * down + r * 0.7), r * 1.3, r * 0.34);
            ball(c, (fx, h * down), (r, r * 0.92), scale(fruit, dice.range(0.7, 1.0)));
        }
    }));
}

/// Olive trees, old and low, between stones.
pub fn olives(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let grove = Grove {
        build: OLIVE_TREE,
        tones: (hex(0x4A5C4C), hex(0xBCC8A4)),
        bark: lit(plan, hex(0x7E7060)),
        tall: 50.0,
        leaf: 0.026,
        lane: 32.0,
        fruit: None,
    };
    earth(stage, plan, frame, line, p);
    rows(stage, plan, frame, line, p, &grove);
}

/// Stony earth with dry grass on it, from a little below the horizon on.
fn earth(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(405));
    let (soil, dust) = (lit(plan, hex(0x9A7450)), lit(plan, hex(0xCFB084)));
    let dry = lit(plan, hex(0xA09A58));
    let rock = lit(plan, hex(0xCEC2AC));
    let top = line + u * 11.0;
    stage.add(frame.painted(top - u, h, 0.37, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.12 + 0.88 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near), 9.0 / near);
        let patch = fbm(seed, gx / 10.0, gy * 0.7, 3);
        let grit = fbm(seed ^ 1, x / (u * 0.5), y / (u * 0.4), 2) - 0.5;
        let blades = fbm(seed ^ 2, x / (u * 0.5), y / (u * 1.9), 2);
        let mut c = scale(mix(soil, dust, smooth(0.3, 0.7, patch)), 1.0 + grit * 0.3);
        let grassy = smooth(0.46, 0.62, patch + (blades - 0.5) * 0.5);
        c = mix(c, scale(dry, 0.5 + 0.9 * blades), grassy * 0.8);
        c = mix(c, p.haze, 0.4 * smooth(0.14, 0.0, down));
        let edge = top + (value(seed ^ 4, x / (u * 8.0), 0.0) - 0.5) * u * 1.6;
        pixel(scale(c, 1.0 - 0.26 * smooth(0.45, 1.0, down)), smooth(0.0, u * 0.7, y - edge))
    }));
    let from = if sun(plan, frame, line).0 > w / 2.0 { 1.0 } else { -1.0 };
    let mut dice = Dice::new(plan.seed, 406);
    let mut list: Vec<_> =
        (0..90).map(|_| (dice.range(-0.05, 1.05) * w, dice.next().powf(1.2))).collect();
    list.sort_by(|a, b| a.1.total_cmp(&b.1));
    stage.add(frame.drawn(top, h + u, 0.38, 0.0, |c| {
        for (x, down) in list {
            let (y, r) = (top + (h - top) * (0.04 + 0.96 * down), u * (0.3 + 2.0 * down));
            let r = r * dice.range(0.35, 1.0);
            shadow(c, (x - from * r * 0.4, y + r * 0.2), r * 1.3, r * 0.28);
            let outline: Vec<_> = (0..7)
                .map(|n| {
                    let (a, k) = (n as f32 * 0.8976, dice.range(0.75, 1.1));
                    (x + a.cos() * r * k, y - r * 0.3 + a.sin() * r * 0.55 * k)
                })
                .collect();
            let tone = mix(scale(rock, dice.range(0.8, 1.0)), p.haze, 0.3 * smooth(0.2, 0.0, down));
            if let Some(path) = polygon(&outline) {
                let stops = [(0.0, ink(tone, 1.0)), (1.0, ink(scale(tone, 0.44), 1.0))];
                c.fade(
                    &path,
                    (x + from * r * 0.6, y - r),
                    (x - from * r * 0.6, y + r * 0.4),
                    &stops,
                );
            }
        }
    }));
}

/// The rows, from far to near; the nearest reach over the frame's edge.
fn rows(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette, grove: &Grove) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = sun(plan, frame, line);
    let tall = u * grove.tall.min(h / u * 0.5);
    let lane = u * grove.lane * (w / (u * 75.0)).clamp(1.0, 1.5);
    let ground = line + u * 8.0;
    for n in 0..6u32 {
        let near = [0.1f32, 0.17, 0.27, 0.42, 0.64, 1.0][n as usize];
        let mut dice = Dice::new(plan.seed, 410 + u64::from(n));
        let foot = ground + (h * 0.79 - ground) * near;
        let high = tall * (0.06 + 0.94 * near);
        let layer = frame.drawn(foot - high * 1.2, foot + u * 4.0, 0.2 + 0.24 * near, u, |c| {
            // The farther, the more rows are seen beside the first.
            let beside = if near > 0.3 { 1 } else { 4 };
            for k in (0..beside).rev() {
                for side in [-1.0f32, 1.0] {
                    let off = lane * near * (1.0 + 1.75 * k as f32);
                    let x = w * 0.5 + side * off + high * dice.range(-0.06, 0.06);
                    if x < -high || x > w + high {
                        continue;
                    }
                    let far = 1.0 - near;
                    let leaves = Leaves::of(plan, grove.tones, p, ((x, foot - high), light), 1.0)
                        .behind(p.haze, 0.46 * far * far);
                    let long = (high * grove.leaf).max(u * 0.42);
                    let leaves = Leaves { long, ..leaves };
                    let bark = mix(grove.bark, p.haze, 0.46 * far * far);
                    let tall = high * dice.range(0.88, 1.1);
                    one(c, (x, foot), tall, (grove, bark, &leaves), (x - light.0) / w, &mut dice);
                }
            }
        });
        let phase = n as f32 * 1.3;
        stage.add(
            layer.alive(move |t| {
                Pose::moved((t * 0.6 + phase).sin() * u * (0.05 + 0.2 * near), 0.0)
            }),
        );
    }
}

/// One tree with its shadow and its fruit.
fn one(
    c: &mut Canvas,
    (x, foot): Position,
    tall: f32,
    (grove, bark, leaves): (&Grove, Rgb, &Leaves),
    away: f32,
    dice: &mut Dice,
) {
    shadow(c, (x + away * tall * 0.3, foot + tall * 0.01), tall * grove.build.spread, tall * 0.035);
    shadow(c, (x, foot), tall * 0.12, tall * 0.014);
    let places = tree(c, (x, foot), tall, grove.build, (bark, leaves), dice);
    let Some(fruit) = grove.fruit else { return };
    let r = tall * 0.0135;
    for ((px, py), reach) in places {
        for _ in 0..3 {
            let (fx, fy) =
                (px + reach * dice.range(-0.9, 0.9), py + reach * dice.range(-0.5, 0.85));
            let turned = ((fx - x) / tall * leaves.light.0 * 2.0 + 0.7).clamp(0.5, 1.0);
            let tone = mix(scale(fruit, turned * dice.range(0.75, 1.1)), leaves.pale, 0.1);
            ball(c, (fx, fy), (r, r), tone);
        }
    }
}

/// A wooden ladder that leans into the crown beside it.
fn ladder(c: &mut Canvas, plan: &Plan, (x, foot): Position, (side, tall): (f32, f32), u: f32) {
    let wood = lit(plan, hex(0xB98F5C));
    let lean = side * tall * 0.2;
    shadow(c, (x, foot), u * 5.0, u * 0.6);
    let at = |off: f32, s: f32| (x + off * u * (3.3 - 1.2 * s) + lean * s, foot - tall * s);
    for n in 1..12 {
        let s = n as f32 / 12.0;
        bar(c, at(-1.0, s), at(1.0, s), u * 0.62, scale(wood, 0.62));
        let (a, b) = (at(-1.0, s), at(1.0, s));
        bar(c, (a.0, a.1 - u * 0.14), (b.0, b.1 - u * 0.14), u * 0.34, wood);
    }
    for off in [-1.0f32, 1.0] {
        bar(c, at(off, 0.0), at(off, 1.0), u * 0.9, scale(wood, 0.58));
        let (a, b) = (at(off, 0.0), at(off, 1.0));
        bar(c, (a.0 - u * 0.16, a.1), (b.0 - u * 0.16, b.1), u * 0.5, add(wood, [1.0; 3], 0.04));
    }
}

/// A crate of slats, heaped with fruit.
fn crate_of(
    c: &mut Canvas,
    plan: &Plan,
    (x, foot): Position,
    (u, fruit): (f32, Rgb),
    dice: &mut Dice,
) {
    let wood = lit(plan, hex(0xB08A5A));
    let (half, tall) = (u * 6.4, u * 5.4);
    shadow(c, (x, foot), half * 1.2, u * 0.9);
    if let Some(path) = oval(x, foot - tall, half * 0.94, u * 1.5) {
        c.fill(&path, ink(scale(wood, 0.3), 1.0));
    }
    for row in 0..4 {
        for k in 0..9 {
            let fx = x + half * 0.86 * (k as f32 / 4.0 - 1.0) * (1.0 - 0.12 * row as f32);
            let fy = foot - tall - u * 0.5 * row as f32 + u * dice.range(0.2, 0.8);
            ball(c, (fx, fy), (u * 0.95, u * 0.9), scale(fruit, dice.range(0.66, 1.08)));
        }
    }
    for n in 0..3 {
        let y = foot - tall + u * (0.2 + 1.8 * n as f32);
        block(c, (x - half, y), (half * 2.0, u * 1.4), scale(wood, dice.range(0.84, 1.0)));
    }
    for off in [-half, half - u * 1.1] {
        block(c, (x + off, foot - tall - u * 0.3), (u * 1.1, tall + u * 0.3), scale(wood, 0.8));
    }
}
