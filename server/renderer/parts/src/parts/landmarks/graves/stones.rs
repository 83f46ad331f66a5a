//! Headstones and crosses with what lies before them.

use super::Ground;
use crate::paint::{
    color::{Rgb, add, hex, mix, scale, smooth},
    noise::Dice,
    shapes::{Canvas, Position, blade, curve, ink, oval},
};
use crate::parts::{
    daylight::lit,
    forms::{bar, bent, block, flat, post},
    props::{rose, round, shadow},
    sky,
};
use crate::plan::Plan;
use crate::stage::Frame;

/// Graves side by side, from the path outwards.
pub fn row(
    c: &mut Canvas,
    plan: &Plan,
    ground: Ground,
    down: f32,
    p: sky::Palette,
    lights: &mut Vec<(Position, f32)>,
) {
    let Frame { w, .. } = ground.frame;
    let (y, metre) = (ground.y(down), ground.metre(down));
    let mut dice = Dice::new(plan.seed, 224 + (down * 100.0) as u64);
    let haze = 0.22 * smooth(0.34, 0.14, down);
    for side in [-1.0f32, 1.0] {
        let mut out = 1.9 + dice.range(-0.1, 0.1);
        while out * metre < w * 0.5 + metre {
            let at = (w / 2.0 + side * out * metre, y + metre * dice.range(-0.06, 0.06));
            let tone = dice.pick(&[
                hex(0xA9A69E),
                hex(0x8E9092),
                hex(0xB9AE9A),
                hex(0x77746F),
                hex(0xCFCBC2),
            ]);
            let tone = mix(lit(plan, tone), p.haze, haze);
            let kind = (dice.next() * 6.0) as usize;
            headstone(c, at, metre, (kind, side), tone, &mut dice);
            flowers(c, plan, at, metre, &mut dice);
            if dice.next() < 0.6 {
                lights.push(lantern(c, plan, (at.0 - side * metre * 0.7, y + metre * 0.2), metre));
            }
            out += dice.range(1.55, 1.9);
        }
    }
}

/// A stone on its plinth: rounded, pointed, shouldered, or a cross. Its other side is in the shade.
fn headstone(
    c: &mut Canvas,
    (x, y): Position,
    metre: f32,
    (kind, side): (usize, f32),
    tone: Rgb,
    dice: &mut Dice,
) {
    let (half, tall) = (metre * dice.range(0.36, 0.46), metre * dice.range(0.95, 1.25));
    shadow(c, (x + metre * 0.2, y + metre * 0.04), metre * 0.75, metre * 0.1);
    block(c, (x - half * 1.3, y - metre * 0.16), (half * 2.6, metre * 0.2), scale(tone, 0.86));
    let foot = y - metre * 0.14;
    let outline = |shift: f32, k: f32| {
        let (x, half, top) = (x + shift, half * k, foot - tall * k);
        let shoulder = foot - tall * k * 0.72;
        let steps: Vec<(Position, Position)> = match kind {
            0 | 1 => vec![
                ((x - half, shoulder), (x - half, shoulder)),
                ((x - half, top), (x, top)),
                ((x + half, top), (x + half, shoulder)),
            ],
            2 => vec![
                ((x - half, shoulder), (x - half, shoulder)),
                ((x - half * 0.7, top + tall * 0.1), (x, top)),
                ((x + half * 0.7, top + tall * 0.1), (x + half, shoulder)),
            ],
            _ => vec![
                ((x - half, shoulder), (x - half, shoulder)),
                (
                    (x - half * 0.9, shoulder - tall * 0.06),
                    (x - half * 0.6, shoulder - tall * 0.06),
                ),
                ((x - half * 0.5, top), (x, top)),
                ((x + half * 0.5, top), (x + half * 0.6, shoulder - tall * 0.06)),
                ((x + half * 0.9, shoulder - tall * 0.06), (x + half, shoulder)),
            ],
        };
        let mut steps = steps;
        steps.push(((x + half, foot), (x + half, foot)));
        curve((x - half, foot), &steps)
    };
    if kind == 5 {
        cross(c, (x, foot), metre * 1.7, side, tone);
        return;
    }
    // Thickness on the side that faces the path.
    if let Some(path) = outline(-side * metre * 0.1, 1.0) {
        c.fill(&path, ink(scale(tone, 0.5), 1.0));
    }
    if let Some(path) = outline(0.0, 1.0) {
        let stops = [
            (0.0, ink(add(tone, [1.0; 3], 0.1), 1.0)),
            (0.5, ink(tone, 1.0)),
            (1.0, ink(scale(tone, 0.66), 1.0)),
        ];
        c.fade(&path, (x, foot - tall), (x + half * 0.4, foot), &stops);
    }
    if let Some(path) = outline(0.0, 0.86) {
        c.line(&path, metre * 0.03, ink(scale(tone, 0.7), 0.8));
    }
    weather(c, (x, foot), (half, tall), tone, dice);
    let ink_tone = scale(tone, 0.46);
    for n in 0..4 {
        let (wide, up) = (half * [0.3, 0.66, 0.5, 0.58][n], tall * (0.64 - 0.12 * n as f32));
        bar(c, (x - wide, foot - up), (x + wide, foot - up), metre * 0.035, ink_tone);
    }
}

/// Lichen, stains that rain left, moss at the foot.
fn weather(
    c: &mut Canvas,
    (x, foot): Position,
    (half, tall): (f32, f32),
    tone: Rgb,
    dice: &mut Dice,
) {
    for _ in 0..16 {
        let at = (x + half * dice.range(-0.86, 0.86), foot - tall * dice.range(0.06, 0.72));
        let spot = dice.pick(&[
            scale(tone, 0.74),
            add(tone, [1.0; 3], 0.12),
            mix(tone, hex(0xB9A85A), 0.35),
            mix(tone, hex(0x5A6A4A), 0.4),
        ]);
        let r = half * dice.range(0.05, 0.16);
        if let Some(path) = oval(at.0, at.1, r * dice.range(0.8, 1.6), r) {
            c.fill(&path, ink(spot, 0.5));
        }
    }
    for _ in 0..5 {
        let at = (x + half * dice.range(-0.8, 0.8), foot - tall * dice.range(0.4, 0.7));
        bar(c, at, (at.0, at.1 + tall * dice.range(0.1, 0.3)), half * 0.06, scale(tone, 0.82));
    }
    let moss = mix(tone, hex(0x4A6238), 0.6);
    for k in 0..9 {
        let at = x + half * (k as f32 / 4.0 - 1.0);
        if let Some(path) = blade(
            (at, foot + half * 0.2),
            (at + half * dice.range(-0.1, 0.1), foot - half * dice.range(0.16, 0.5)),
            half * 0.09,
            0.0,
        ) {
            c.fill(&path, ink(scale(moss, dice.range(0.7, 1.1)), 1.0));
        }
    }
}

/// A cross with a ring, on steps.
fn cross(c: &mut Canvas, (x, foot): Position, tall: f32, side: f32, tone: Rgb) {
    let half = tall * 0.065;
    block(c, (x - tall * 0.2, foot - tall * 0.08), (tall * 0.4, tall * 0.1), scale(tone, 0.9));
    let arm = foot - tall * 0.74;
    for (dx, tone) in [(-side * half * 0.7, scale(tone, 0.5)), (0.0, tone)] {
        if let Some(path) = oval(x + dx, arm, tall * 0.16, tall * 0.16) {
            c.line(&path, half * 0.9, ink(scale(tone, 0.86), 1.0));
        }
        let shaft = [
            (x + dx - half, foot - tall),
            (x + dx + half, foot - tall),
            (x + dx + half * 1.5, foot - tall * 0.06),
            (x + dx - half * 1.5, foot - tall * 0.06),
        ];
        if let Some(path) = crate::paint::shapes::polygon(&shaft) {
            c.fade(&path, (x - half * 1.4, 0.0), (x + half * 1.4, 0.0), &round(tone));
        }
        block(c, (x + dx - tall * 0.24, arm - half), (tall * 0.48, half * 2.0), tone);
    }
    bar(c, (x, foot - tall * 0.94), (x, foot - tall * 0.2), half * 0.3, scale(tone, 0.72));
    bar(c, (x - tall * 0.2, arm), (x + tall * 0.2, arm), half * 0.3, scale(tone, 0.72));
}

/// A bunch in front of a stone, or a pot.
fn flowers(c: &mut Canvas, plan: &Plan, (x, y): Position, metre: f32, dice: &mut Dice) {
    if dice.next() < 0.3 {
        return;
    }
    let (dark, pale) = plan.foliage();
    let tones = dice.pick(&[
        [hex(0xF0A23A), hex(0xD9653A)],
        [hex(0xF6ECDD), hex(0xF3D9E0)],
        [hex(0xE88A9A), hex(0xC8485A)],
        [hex(0x9A78C8), hex(0xE6DAF2)],
    ]);
    for _ in 0..8 {
        let root = (x + metre * dice.range(-0.3, 0.3), y + metre * 0.22);
        let tip =
            (root.0 + metre * dice.range(-0.12, 0.12), root.1 - metre * dice.range(0.14, 0.34));
        if let Some(path) = blade(root, tip, metre * 0.04, 0.0) {
            c.fill(&path, ink(lit(plan, mix(dark, pale, dice.next() * 0.7)), 1.0));
        }
    }
    for _ in 0..9 {
        let at = (x + metre * dice.range(-0.34, 0.34), y + metre * dice.range(-0.1, 0.16));
        rose(c, at, metre * dice.range(0.055, 0.085), lit(plan, dice.pick(&tones)));
    }
}

/// A light in red glass under a lid; says where its flame is, and how large.
fn lantern(c: &mut Canvas, plan: &Plan, (x, y): Position, metre: f32) -> (Position, f32) {
    let (half, tall) = (metre * 0.1, metre * 0.3);
    shadow(c, (x, y), half * 1.8, metre * 0.04);
    post(c, x, (y - tall, y), half, mix(lit(plan, hex(0xB8342A)), hex(0xFF8A4A), 0.3));
    block(
        c,
        (x - half * 1.1, y - metre * 0.05),
        (half * 2.2, metre * 0.05),
        lit(plan, hex(0xC79B4A)),
    );
    flat(
        c,
        &[(x - half * 1.2, y - tall), (x + half * 1.2, y - tall), (x, y - tall * 1.5)],
        lit(plan, hex(0xB98A3A)),
    );
    bent(
        c,
        (x - half * 0.3, y - tall * 1.46),
        (x, y - tall * 1.8),
        (x + half * 0.3, y - tall * 1.46),
        half * 0.2,
        lit(plan, hex(0x8A642A)),
    );
    ((x, y - tall * 0.5), metre * 0.11)
}
