//! A rocking chair of wood with a cushion on its seat, half turned to the view.

use super::{daylight::lit, props::shadow};
use crate::paint::{
    color::{Rgb, add, hex, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, polygon},
};
use crate::plan::Plan;

/// Where the far side of the chair lies from the near one, in units: inwards and up.
const WIDTH: Position = (6.6, 2.3);

/// Draws it with the near rocker's middle at (x, foot). `way` is where it looks: -1 left, 1 right.
pub fn rocker(c: &mut Canvas, plan: &Plan, (x, foot): Position, (u, way): (f32, f32), wood: Rgb) {
    let at = |dx: f32, up: f32| (x + way * u * dx, foot - u * up);
    let back = |dx: f32, up: f32, s: f32| at(dx + WIDTH.0 * s * 0.4, up + WIDTH.1 * s);
    shadow(c, at(1.0, 0.4), u * 10.5, u * 1.2);
    side(c, &|dx, up| back(dx, up, 1.0), u, scale(wood, 0.56));
    // The seat, and the slats of the back between its two posts.
    let seat =
        [back(-5.4, 8.4, 0.0), back(4.8, 9.4, 0.0), back(4.8, 9.4, 1.0), back(-5.4, 8.4, 1.0)];
    fill(c, &seat, scale(wood, 0.7));
    for k in 0..7 {
        let s = (k as f32 + 0.5) / 7.0;
        let (from, to) = (back(-5.6, 9.6, s), back(-8.4, 24.6, s));
        stroke(c, from, to, u * 0.62, scale(wood, 0.5));
        stroke(c, (from.0 + u * 0.1, from.1), (to.0 + u * 0.1, to.1), u * 0.36, scale(wood, 0.94));
    }
    for (dx, up, wide) in [(-5.9, 11.6, 0.8), (-8.5, 25.0, 1.7)] {
        let (from, to) = (back(dx, up, -0.1), back(dx, up, 1.1));
        stroke(c, from, to, u * wide, scale(wood, 0.58));
        stroke(c, (from.0, from.1 - u * 0.2), (to.0, to.1 - u * 0.2), u * wide * 0.55, wood);
    }
    cushion(c, plan, &back, u);
    side(c, &|dx, up| back(dx, up, 0.0), u, wood);
}

fn fill(c: &mut Canvas, points: &[Position], tone: Rgb) {
    if let Some(path) = polygon(points) {
        c.fill(&path, ink(tone, 1.0));
    }
}

fn stroke(c: &mut Canvas, from: Position, to: Position, width: f32, tone: Rgb) {
    super::forms::bar(c, from, to, width, tone);
}

/// One side: rocker, legs, arm, the post of the back.
fn side(c: &mut Canvas, at: &dyn Fn(f32, f32) -> Position, u: f32, wood: Rgb) {
    let mut limb = |from: Position, bend: Position, to: Position, width: f32| {
        for (tone, wide, off) in [(0.55, 1.0, 0.0), (1.0, 0.62, 0.12), (1.16, 0.2, 0.24)] {
            let up = |p: Position| (p.0, p.1 - u * width * off);
            if let Some(path) = curve(up(from), &[(up(bend), up(to))]) {
                c.line(&path, u * width * wide, ink(scale(wood, tone), 1.0));
            }
        }
    };
    limb(at(-9.0, 2.2), at(-0.5, -2.0), at(8.6, 2.0), 1.0);
    limb(at(-4.4, 0.7), at(-5.0, 5.0), at(-5.5, 9.0), 1.1);
    limb(at(4.4, 0.6), at(4.5, 7.0), at(4.5, 13.6), 1.1);
    limb(at(-5.5, 9.0), at(-6.6, 16.0), at(-8.6, 25.0), 1.1);
    limb(at(-5.6, 8.4), at(0.0, 8.7), at(4.8, 9.4), 1.1);
    limb(at(-4.8, 4.4), at(0.0, 4.6), at(4.5, 5.0), 0.6);
    limb(at(-6.6, 13.9), at(0.0, 13.2), at(6.2, 14.2), 1.3);
}

/// A flat cushion with a seam, tied to the seat.
fn cushion(c: &mut Canvas, plan: &Plan, back: &dyn Fn(f32, f32, f32) -> Position, u: f32) {
    let tones = [hex(0x5F7F8C), hex(0xA85A4A), hex(0x7C8A5A), hex(0xC29A54)];
    let cloth = lit(plan, Dice::new(plan.seed, 34).pick(&tones));
    let outline = [
        (back(0.0, 9.2, -0.06), back(4.7, 9.9, 0.0)),
        (back(5.6, 10.6, 0.5), back(4.5, 11.0, 1.0)),
        (back(0.0, 11.2, 1.06), back(-5.0, 10.2, 1.0)),
        (back(-6.0, 9.8, 0.5), back(-5.1, 9.2, 0.04)),
    ];
    if let Some(path) = curve(back(-5.1, 9.2, 0.04), &outline) {
        c.line(&path, u * 1.5, ink(scale(cloth, 0.6), 1.0));
        let stops = [
            (0.0, ink(add(cloth, [1.0; 3], 0.1), 1.0)),
            (0.6, ink(cloth, 1.0)),
            (1.0, ink(scale(cloth, 0.76), 1.0)),
        ];
        c.fade(&path, back(4.0, 13.0, 1.0), back(-4.0, 9.0, 0.0), &stops);
        c.line(&path, u * 0.24, ink(scale(cloth, 0.72), 1.0));
    }
    for s in [0.25f32, 0.5, 0.75] {
        let path = curve(back(-4.9, 9.9, s), &[(back(0.0, 10.6, s), back(4.6, 10.6, s))]);
        if let Some(path) = path {
            c.line(&path, u * 0.2, ink(scale(cloth, 1.3), 0.6));
        }
    }
}
