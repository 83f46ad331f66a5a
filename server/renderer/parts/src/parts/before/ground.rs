//! The side of a boat and a bed of flowers, between the camera and people.

use super::{DEPTH, SOLID, lit};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm},
    shapes::{Canvas, blade, curve, ink},
};
use crate::parts::forms::{ball, bar};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// The near side of a rowing boat: the rail, a rowlock, planks that overlap, a coil of rope.
pub fn gunwale(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32) {
    let Frame { w, h, u, .. } = frame;
    let mut dice = Dice::new(plan.seed, 780);
    let hull = lit(plan, dice.pick(&[hex(0xD9D2C0), hex(0x3E6478), hex(0x7A3B32)]));
    let wood = lit(plan, hex(0x8A5E36));
    let seed = plan.noise(781);
    // It curves: its middle lies lower than its ends.
    let edge = move |x: f32| {
        let s = ((x - w / 2.0) / (w * 0.5)).clamp(-1.2, 1.2);
        top + u * (SOLID - 0.6) * (1.0 - s * s).max(0.0)
    };
    let (rail, plank) = (u * 2.4, u * 4.6);
    stage.add(frame.painted(top, h, DEPTH, 0.0, |x, y| {
        let down = y - edge(x);
        let alpha = (down + 0.5).clamp(0.0, 1.0);
        if alpha <= 0.0 {
            return [0.0; 4];
        }
        let grain = fbm(seed, x / (u * 13.0), down / (u * 0.45), 3) - 0.5;
        if down < rail {
            let s = down / rail;
            let c = scale(wood, 1.14 - 0.6 * s * s + 0.36 * grain);
            return pixel(add(c, [1.0, 0.93, 0.8], 0.22 * smooth(0.4, 0.0, s)), alpha);
        }
        let low = (down - rail) / plank;
        let inside = low - low.floor();
        let worn = fbm(seed ^ 1, x / (u * 6.0), down / (u * 3.0), 3) - 0.5;
        let mut c = scale(hull, 0.86 + 0.16 * grain + 0.14 * worn);
        // Each plank overlaps the one below it and throws a shadow on it.
        c = scale(c, 1.0 - 0.42 * smooth(0.22, 0.0, inside));
        c = add(c, [1.0; 3], 0.07 * smooth(0.8, 1.0, inside));
        let flaked = smooth(0.62, 0.7, fbm(seed ^ 2, x / (u * 1.6), down / (u * 1.2), 3));
        c = mix(c, scale(wood, 0.7), 0.5 * flaked);
        c = scale(c, 1.0 - 0.5 * smooth(rail + u * 1.4, rail, down));
        pixel(scale(c, 1.0 - 0.3 * smooth(0.0, h - top, down)), alpha)
    }));
    let side = plan.turn();
    let (brass, rope) = (lit(plan, hex(0xA88848)), lit(plan, hex(0xCDB68A)));
    stage.add(frame.drawn(top - u * 2.0, h, DEPTH, 0.0, |c| {
        let x = w / 2.0 - side * w * 0.33;
        let y = edge(x) + u * 0.6;
        for horn in [-1.0f32, 1.0] {
            bar(c, (x, y + u), (x + horn * u * 1.3, y - u * 1.4), u * 0.7, scale(brass, 0.8));
        }
        ball(c, (x, y + u * 1.1), (u * 1.1, u * 0.9), brass);
        coil(c, (w / 2.0 + side * w * 0.3, edge(w / 2.0 + side * w * 0.3) + u * 1.4), u, rope);
    }));
}

/// Rope that hangs in loops over the rail.
fn coil(c: &mut Canvas, (x, y): (f32, f32), u: f32, tone: Rgb) {
    for k in 0..4 {
        let (dx, deep) = (u * (k as f32 - 1.5) * 1.1, u * (6.2 + 0.8 * (k % 2) as f32));
        let loops = |shift: f32| {
            let (left, right) = (x + dx - u * 1.9 + shift, x + dx + u * 1.9 + shift);
            let low = y + deep;
            curve(
                (left, y - u),
                &[
                    ((left - u * 0.6, low), (x + dx + shift, low)),
                    ((right + u * 0.6, low), (right, y - u)),
                ],
            )
        };
        for (shift, width, tone) in [
            (u * 0.3, 1.1, [0.05, 0.03, 0.02]),
            (0.0, 0.9, scale(tone, 0.7)),
            (-u * 0.14, 0.4, add(tone, [1.0; 3], 0.08)),
        ] {
            if let Some(path) = loops(shift) {
                c.line(&path, u * width, ink(tone, if width > 1.0 { 0.35 } else { 1.0 }));
            }
        }
    }
    bar(c, (x - u * 4.0, y - u * 0.2), (x + u * 4.0, y - u * 0.2), u * 1.2, scale(tone, 0.82));
}

/// Leaves and blossoms of a bed of flowers; a light wind runs through them.
pub fn flowers(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32) {
    let Frame { w, h, u, .. } = frame;
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, scale(dark, 0.8)), lit(plan, pale));
    let seed = plan.noise(784);
    let full = top + u * (SOLID - 1.0);
    stage.add(frame.painted(full - u, h, DEPTH, 0.0, |x, y| {
        let uneven = u * 1.6 * (fbm(seed, x / (u * 4.0), 0.3, 3) - 0.5);
        let alpha = ((y - full - uneven) / u + 0.5).clamp(0.0, 1.0);
        let leaf = fbm(seed ^ 1, x / (u * 1.3), y / (u * 1.7), 3);
        let deep = smooth(full, h, y);
        let c = mix(scale(dark, 0.55), mix(dark, pale, 0.45), smooth(0.3, 0.75, leaf));
        pixel(scale(c, 1.0 - 0.3 * deep), alpha)
    }));
    let kinds: [[Rgb; 3]; 3] = [
        [hex(0xF4EFE4), hex(0xF2C24A), hex(0xE8DFF2)],
        [hex(0xD85A4A), hex(0xF2A65A), hex(0xF6E3C8)],
        [hex(0x8E74B8), hex(0xD08AB0), hex(0xF2E6F0)],
    ];
    for n in 0..3u32 {
        let mut dice = Dice::new(plan.seed, 785 + u64::from(n));
        let tones = Dice::new(plan.seed, 789).pick(&kinds).map(|tone| lit(plan, tone));
        let near = n as f32 / 2.0;
        let (reach, size) = (u * 2.0, u * (0.85 + 0.3 * near));
        let foot = top + (h - top) * (0.42 + 0.36 * near);
        let layer = frame.drawn(top - u, h, DEPTH + 0.04 * n as f32, reach, |c| {
            let count = (w / (u * 2.2)) as usize;
            for k in 0..count {
                let x = (k as f32 + dice.range(-0.4, 0.4)) * u * 2.2 - u * 2.0;
                let tall = (foot - top) * dice.range(0.45, 1.0);
                let tip = (x + u * dice.range(-1.2, 1.2), foot - tall + u);
                grass(c, (x, foot + u * 3.0), tip, size, mix(dark, pale, dice.range(0.1, 0.8)));
                if dice.next() < 0.42 {
                    blossom(c, tip, size * dice.range(0.8, 1.15), dice.pick(&tones), pale);
                }
            }
        });
        let phase = n as f32 * 1.7;
        stage.add(layer.alive(move |t| {
            Pose::moved(((t * 0.9 + phase).sin() + 0.4 * (t * 2.1).sin()) * u * 0.35, 0.0)
        }));
    }
}

/// A stem and two of its leaves.
fn grass(c: &mut Canvas, foot: (f32, f32), tip: (f32, f32), size: f32, tone: Rgb) {
    let middle = (f32::midpoint(foot.0, tip.0) + size * 0.5, f32::midpoint(foot.1, tip.1));
    if let Some(path) = curve(foot, &[(middle, tip)]) {
        c.line(&path, size * 0.3, ink(scale(tone, 0.8), 1.0));
    }
    for side in [-1.0f32, 1.0] {
        let end = (middle.0 + side * size * 2.2, middle.1 - size * 1.5);
        if let Some(path) = blade(middle, end, size * 0.5, side * size * 0.3) {
            c.fill(&path, ink(scale(tone, 0.9 + 0.1 * side), 1.0));
        }
    }
}

/// Petals around a heart, seen a little from above.
fn blossom(c: &mut Canvas, (x, y): (f32, f32), size: f32, tone: Rgb, heart: Rgb) {
    let petals = 9;
    for k in 0..petals {
        let a = k as f32 / petals as f32 * std::f32::consts::TAU;
        let tip = (x + a.cos() * size * 1.7, y + a.sin() * size * 1.25);
        let lit = scale(tone, 0.88 - 0.14 * a.sin());
        if let Some(path) = blade((x, y), tip, size * 0.5, 0.0) {
            c.fill(&path, ink(lit, 1.0));
        }
    }
    let heart = mix(heart, hex(0xE0A83C), 0.7);
    ball(c, (x, y), (size * 0.5, size * 0.4), scale(heart, 0.9));
}
