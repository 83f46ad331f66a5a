//! Wood, cord and metal, as what carries prints is made of them.

use crate::paint::{
    color::{Rgb, add, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, polygon, rect},
};

/// A board seen from its long side: grain, a lit upper edge, a dark lower one.
pub fn board(c: &mut Canvas, (x, y): Position, (w, h): (f32, f32), tone: Rgb, dice: &mut Dice) {
    let Some(path) = rect(x, y, w, h) else { return };
    let stops = [
        (0.0, ink(add(tone, [1.0, 0.95, 0.85], 0.1), 1.0)),
        (0.2, ink(tone, 1.0)),
        (1.0, ink(scale(tone, 0.72), 1.0)),
    ];
    c.fade(&path, (x, y), (x, y + h), &stops);
    grain(c, (x, y), (w, h), tone, dice);
    let edge = (h * 0.06).clamp(0.8, 2.2);
    for (at, mark, alpha) in [(y, [1.0, 0.95, 0.85], 0.28), (y + h - edge, [0.05, 0.03, 0.02], 0.4)]
    {
        if let Some(path) = rect(x, at, w, edge) {
            c.fill(&path, ink(mark, alpha));
        }
    }
}

/// Lines of growth along the longer side.
fn grain(c: &mut Canvas, (x, y): Position, (w, h): (f32, f32), tone: Rgb, dice: &mut Dice) {
    let along = w > h;
    let (long, short) = if along { (w, h) } else { (h, w) };
    let count = (short / 3.0).clamp(3.0, 14.0) as usize;
    for _ in 0..count {
        let off = short * dice.range(0.06, 0.94);
        let (from, to) = (long * dice.range(0.0, 0.4), long * dice.range(0.5, 1.0));
        let bend = short * dice.range(-0.07, 0.07);
        let at = |l: f32, s: f32| {
            let s = s.clamp(1.0, short - 1.0);
            if along { (x + l, y + s) } else { (x + s, y + l) }
        };
        let middle = f32::midpoint(from, to);
        if let Some(path) = curve(at(from, off), &[(at(middle, off + bend), at(to, off))]) {
            let light = dice.next() < 0.3;
            let mark = if light { add(tone, [1.0; 3], 0.14) } else { scale(tone, 0.55) };
            c.line(&path, dice.range(0.6, 1.5), ink(mark, dice.range(0.12, 0.34)));
        }
    }
}

/// A round pole, lit from the left, with grain along it.
pub fn pole(
    c: &mut Canvas,
    (x, top): Position,
    (foot_x, foot): Position,
    half: f32,
    tone: Rgb,
    dice: &mut Dice,
) {
    let outline = [
        (x - half * 0.85, top),
        (x + half * 0.85, top),
        (foot_x + half, foot),
        (foot_x - half, foot),
    ];
    let Some(path) = polygon(&outline) else { return };
    let middle = f32::midpoint(x, foot_x);
    let stops = [
        (0.0, ink(scale(tone, 0.62), 1.0)),
        (0.32, ink(add(tone, [1.0, 0.95, 0.85], 0.12), 1.0)),
        (0.6, ink(scale(tone, 0.9), 1.0)),
        (1.0, ink(scale(tone, 0.42), 1.0)),
    ];
    let lean = (foot_x - x).abs();
    if lean < half * 2.0 {
        c.fade(&path, (middle - half, 0.0), (middle + half, 0.0), &stops);
    } else {
        // Across a leaning pole.
        let (dx, dy) = (foot_x - x, foot - top);
        let long = dx.hypot(dy).max(1.0);
        let (nx, ny) = (dy / long * half, -dx / long * half);
        c.fade(&path, (x - nx, top - ny), (x + nx, top + ny), &stops);
    }
    for _ in 0..5 {
        let (s, off) = (dice.range(0.02, 0.7), dice.range(-0.7, 0.7));
        let end = (s + dice.range(0.1, 0.28)).min(0.99);
        let at = |s: f32| (x + (foot_x - x) * s + off * half, top + (foot - top) * s);
        if let Some(path) = curve(at(s), &[(at(f32::midpoint(s, end)), at(end))]) {
            c.line(&path, half * 0.12, ink(scale(tone, 0.45), 0.4));
        }
    }
}

/// A cord through these points, hanging a little between them: a dark core and a lit upper side.
pub fn cord(c: &mut Canvas, points: &[Position], sag: f32, width: f32, tone: Rgb) {
    for pair in points.windows(2) {
        let [a, b] = pair else { continue };
        let middle = (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1) + sag * (b.0 - a.0).abs());
        for (shift, part, mark) in [
            (width * 0.25, 1.0, scale(tone, 0.5)),
            (0.0, 0.8, tone),
            (-width * 0.18, 0.3, add(tone, [1.0; 3], 0.2)),
        ] {
            let at = |p: Position| (p.0, p.1 + shift);
            if let Some(path) = curve(at(*a), &[(at(middle), at(*b))]) {
                c.line(&path, width * part, ink(mark, 1.0));
            }
        }
    }
}

/// A soft dark stain below something that stands.
pub fn stain(c: &mut Canvas, (x, y): Position, (rx, ry): (f32, f32), strength: f32) {
    for k in 0..6 {
        let grow = 1.0 - 0.15 * k as f32;
        if let Some(path) = crate::paint::shapes::oval(x, y, rx * grow, ry * grow) {
            c.fill(&path, ink([0.04, 0.03, 0.02], strength / 6.0));
        }
    }
}
