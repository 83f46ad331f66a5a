//! Prints on a wall: in frames that hang from a nail, or taped to it.

use super::{Arrangement, Site};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, oval, polygon},
};
use crate::people::place::{Behind, Home, Tilt};
use crate::stage::Stage;

/// How far mouldings reach beyond the paper, in units.
pub const ROOM: f32 = 2.2;

/// How far walls move with the camera.
const DEPTH: f32 = 0.16;

pub fn rest(kind: Arrangement, home: &mut Home, dice: &mut Dice) {
    home.depth = DEPTH;
    home.behind = Behind::Wall;
    let (most, turn) = if kind == Arrangement::Frames { (0.7, 0.01) } else { (2.2f32, 0.0) };
    home.angle = dice.range(-most, most).to_radians();
    home.tilt = Tilt { turn: dice.range(-turn, turn), ..Tilt::NONE };
}

/// The cord and the nail of each frame.
pub fn carry(stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let u = site.frame.u;
    let tone = site.lit(hex(0x8A7250));
    for home in homes {
        let half = home.half();
        let (a, b) = (home.at_part(-0.5, -1.0), home.at_part(0.5, -1.0));
        let nail = (f32::midpoint(a.0, b.0), (a.1 - u * 5.4).max(u * 0.8));
        let bounds = [home.x - half.0, nail.1 - u * 2.0, home.x + half.0, a.1.max(b.1) + u];
        let layer = site.patch(bounds, home.depth, |c| {
            for (shift, width, mark, alpha) in [
                ((u * 0.35, u * 0.5), 0.42, [0.05, 0.03, 0.02], 0.28),
                ((0.0, 0.0), 0.28, scale(tone, 0.5), 1.0),
                ((0.0, -u * 0.05), 0.14, add(tone, [1.0; 3], 0.1), 1.0),
            ] {
                for end in [a, b] {
                    let at = |p: Position| (p.0 + shift.0, p.1 + shift.1);
                    let middle = (f32::midpoint(end.0, nail.0), f32::midpoint(end.1, nail.1));
                    if let Some(path) = curve(at(nail), &[(at(middle), at(end))]) {
                        c.line(&path, u * width, ink(mark, alpha));
                    }
                }
            }
            for (dx, dy, r, mark, alpha) in [
                (0.3, 0.4, 0.6, [0.05, 0.03, 0.02], 0.35),
                (0.0, 0.0, 0.5, site.lit(hex(0x6A5A40)), 1.0),
                (-0.12, -0.14, 0.22, site.lit(hex(0xE8D8A8)), 1.0),
            ] {
                if let Some(path) = oval(nail.0 + dx * u, nail.1 + dy * u, r * u, r * u) {
                    c.fill(&path, ink(mark, alpha));
                }
            }
        });
        stage.place(layer);
    }
}

/// A moulding around the paper, mitred, lit from the upper left, with its shadow on the print.
pub fn frame(c: &mut Canvas, site: Site<'_>, home: &Home) {
    let u = site.frame.u;
    let mut dice = site.dice(30);
    let tone = site.lit(dice.pick(&[hex(0x5A3A22), hex(0xB08A45), hex(0x2E2A26), hex(0xD9D0BE)]));
    let wide = u * 1.75;
    // The moulding covers a hair of the paper.
    let inner = home.quad().map(|(x, y)| (x - x.signum() * u * 0.35, y - y.signum() * u * 0.35));
    let outer = inner.map(|(x, y)| (x + x.signum() * wide, y + y.signum() * wide));
    let along = |from: &[Position; 4], to: &[Position; 4], s: f32| {
        [0, 1, 2, 3]
            .map(|i| (from[i].0 + (to[i].0 - from[i].0) * s, from[i].1 + (to[i].1 - from[i].1) * s))
    };
    // The shadow of the moulding falls on the paper at the left and above.
    for k in 0..4 {
        let deep = u * (0.25 + 0.22 * k as f32);
        let [a, b, _, d] = inner;
        for strip in [
            [a, b, (b.0, b.1 + deep), (a.0, a.1 + deep)],
            [a, (a.0 + deep, a.1), (d.0 + deep, d.1), d],
        ] {
            if let Some(path) = polygon(&strip) {
                c.fill(&path, ink([0.05, 0.03, 0.02], 0.09));
            }
        }
    }
    // From the outer edge to the inner one: a rounded back, a groove, a bright lip.
    let steps: [(f32, f32, f32); 5] = [
        (1.0, 0.86, 0.55),
        (0.86, 0.55, 1.08),
        (0.55, 0.34, 0.9),
        (0.34, 0.2, 0.5),
        (0.2, 0.0, 1.2),
    ];
    for (from, to, bright) in steps {
        let (far, near) = (along(&inner, &outer, from), along(&inner, &outer, to));
        for side in 0..4 {
            let next = (side + 1) % 4;
            // Above and at the left the light falls on the outer slope, below on the inner one.
            let light = [1.12, 0.74, 0.86, 1.0][side];
            let grain = dice.range(0.97, 1.03);
            if let Some(path) = polygon(&[far[side], far[next], near[next], near[side]]) {
                let a = add(scale(tone, bright * light * grain), [1.0; 3], 0.02);
                let b = scale(tone, bright * light * grain * 0.9);
                let (p, q) = (far[side], far[next]);
                c.fade(&path, p, q, &[(0.0, ink(a, 1.0)), (1.0, ink(b, 1.0))]);
            }
        }
    }
    for i in 0..4 {
        if let Some(path) = curve(
            inner[i],
            &[(
                (f32::midpoint(inner[i].0, outer[i].0), f32::midpoint(inner[i].1, outer[i].1)),
                outer[i],
            )],
        ) {
            c.line(&path, u * 0.1, ink(scale(tone, 0.3), 0.6));
        }
    }
    glass(c, home, u);
}

/// A faint reflection on the glass, across a corner that shows no face.
fn glass(c: &mut Canvas, home: &Home, u: f32) {
    let [a, b, ..] = home.quad();
    let w = b.0 - a.0;
    let strip = [
        (a.0 + u * 0.4, a.1 + w * 0.3),
        (a.0 + w * 0.3, a.1 + u * 0.4),
        (a.0 + w * 0.4, a.1 + u * 0.4),
        (a.0 + u * 0.4, a.1 + w * 0.4),
    ];
    if let Some(path) = polygon(&strip) {
        c.fill(&path, ink([1.0; 3], 0.06));
    }
}

/// Strips of paper tape over the upper corners, or one over the middle of the head.
pub fn tape(c: &mut Canvas, site: Site<'_>, home: &Home, order: usize) {
    let u = site.frame.u;
    let mut dice = site.dice(40);
    let tone = dice.pick(&[hex(0xE6DCBE), hex(0xC9D6C4), hex(0xE2C4B8), hex(0xC4CEDA)]);
    let tone = site.lit(mix(tone, [1.0; 3], 0.1));
    let corners = dice.next() < 0.6;
    let mut dice = site.dice(41 + order as u64);
    let [a, b, ..] = home.quad();
    let strips = if corners { vec![(a, -0.72), (b, 0.72)] } else { vec![((0.0, a.1), 0.0)] };
    for ((x, y), turn) in strips {
        strip(c, (x, y), turn + dice.range(-0.12f32, 0.12), u, tone, &mut dice);
    }
}

fn strip(c: &mut Canvas, (x, y): Position, turn: f32, u: f32, tone: Rgb, dice: &mut Dice) {
    let (long, half) = (u * 3.2, u * 0.95);
    let (sin, cos) = turn.sin_cos();
    let at = |l: f32, s: f32| (x + l * cos - s * sin, y + l * sin + s * cos);
    // Torn ends.
    let mut outline = Vec::new();
    for n in 0..=5 {
        outline.push(at(-long + dice.range(0.0, 0.4) * u, half * (1.0 - 0.4 * n as f32)));
    }
    for n in 0..=5 {
        outline.push(at(long - dice.range(0.0, 0.4) * u, half * (-1.0 + 0.4 * n as f32)));
    }
    let shade: Vec<_> = outline.iter().map(|p| (p.0 + u * 0.12, p.1 + u * 0.18)).collect();
    if let Some(path) = polygon(&shade) {
        c.fill(&path, ink([0.05, 0.03, 0.02], 0.16));
    }
    if let Some(path) = polygon(&outline) {
        c.fill(&path, ink(tone, 0.84));
    }
    for s in [-0.55, -0.1, 0.4] {
        let (a, b) = (at(-long * 0.9, half * s), at(long * 0.9, half * s));
        let middle = (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1));
        if let Some(path) = curve(a, &[(middle, b)]) {
            c.line(&path, u * 0.1, ink(add(tone, [1.0; 3], 0.2), 0.3));
        }
    }
}
