//! Prints pegged to a line, to a line between poles or to a string of lights; the wind turns them a little.

use super::{Arrangement, Site, wood};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, oval, polygon, rect},
};
use crate::people::place::Home;
use crate::stage::{Frame, Stage, sparks::Spark};

/// How far pegs reach beyond the paper, in units.
pub const ROOM: f32 = 4.2;

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.pivot = -0.5;
    home.angle = dice.range(-1.5, 1.5f32).to_radians();
    home.sway = dice.range(0.5, 0.8f32).to_radians();
}

/// The lines, each from left to right: in an upright frame one for each print, else one for all.
fn lines(site: Site<'_>, homes: &[Home], (left, right): (f32, f32)) -> Vec<Vec<Position>> {
    let held = |home: &Home| home.at_part(0.0, -1.0);
    let mut dice = site.dice(1);
    let mut ends = |mut points: Vec<Position>| {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (first, last) = (points[0], points[points.len() - 1]);
        let mut rise = |way: f32| way * dice.range(0.05, 0.085);
        points.insert(0, (left, first.1 - rise(first.0 - left)));
        points.push((right, last.1 - rise(right - last.0)));
        points
    };
    if site.upright() {
        homes.iter().map(|home| ends(vec![held(home)])).collect()
    } else {
        vec![ends(homes.iter().map(held).collect())]
    }
}

pub fn carry(kind: Arrangement, stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Some(first) = homes.first() else { return };
    let Frame { w, h, u, .. } = site.frame;
    let depth = first.depth;
    let mut dice = site.dice(2);
    let beyond = u * 6.0;
    let lights = kind == Arrangement::Lights;
    let ends =
        if kind == Arrangement::Poles { (w * 0.035, w * 0.965) } else { (-beyond, w + beyond) };
    let lines = lines(site, homes, ends);
    let top = lines.iter().flatten().map(|p| p.1).fold(h, f32::min);
    if kind == Arrangement::Poles {
        let tone = site.lit(dice.pick(&[hex(0x8A6A48), hex(0x76604A), hex(0x9A8060)]));
        for x in [ends.0, ends.1] {
            let lean = dice.range(-1.0, 1.0) * u;
            let foot = site.ground.max(h * 0.93) + u * dice.range(0.0, 2.0);
            let bounds = [x - u * 5.0, top - u * 8.0, x + u * 5.0, foot + u * 2.0];
            let head = (x, (top - u * 5.0).max(u));
            let layer = site.patch(bounds, depth, |c| {
                wood::stain(c, (x + lean + u, foot), (u * 4.5, u * 0.9), 0.55);
                wood::pole(c, head, (x + lean, foot), u * 0.95, tone, &mut dice);
                if let Some(path) = oval(x, head.1, u * 0.82, u * 0.3) {
                    c.fill(&path, ink(add(tone, [1.0, 0.9, 0.75], 0.2), 1.0));
                }
            });
            stage.place(layer);
        }
    }
    let tone = if lights {
        site.lit(hex(0x2C3028))
    } else {
        site.lit(dice.pick(&[hex(0xC9B48C), hex(0xE3DCC8), hex(0xA88C62)]))
    };
    let mut bulbs = Vec::new();
    for line in &lines {
        let (least, most) = line.iter().fold((h, 0.0f32), |b, p| (b.0.min(p.1), b.1.max(p.1)));
        let bounds = [-beyond, least - u * 3.0, w + beyond, most + u * 8.0];
        let sag = 0.028;
        let layer = site.patch(bounds, depth, |c| {
            wood::cord(c, line, sag, if lights { u * 0.34 } else { u * 0.42 }, tone);
            if kind == Arrangement::Poles {
                for (x, y) in [line[0], line[line.len() - 1]] {
                    knot(c, (x, y), u, tone);
                }
            }
            if lights {
                bulbs.extend(strung(c, line, sag, u, homes));
            }
        });
        stage.place(layer);
    }
    if lights {
        glow(stage, site, depth, bulbs);
    }
}

/// A few turns of the cord around a pole.
fn knot(c: &mut Canvas, (x, y): Position, u: f32, tone: Rgb) {
    for n in 0..3 {
        let y = y + u * (n as f32 * 0.42 - 0.3);
        if let Some(path) = curve((x - u, y), &[((x, y + u * 0.35), (x + u, y - u * 0.05))]) {
            c.line(&path, u * 0.42, ink(scale(tone, 0.6), 1.0));
            c.line(&path, u * 0.24, ink(tone, 1.0));
        }
    }
}

/// Bulbs along a line, but where prints are held; where their light is, and of which colour.
fn strung(
    c: &mut Canvas,
    line: &[Position],
    sag: f32,
    u: f32,
    homes: &[Home],
) -> Vec<(Position, Rgb)> {
    let mut all = Vec::new();
    for pair in line.windows(2) {
        let [a, b] = pair else { continue };
        let count = ((b.0 - a.0).abs() / (u * 7.5)).round().max(1.0) as usize;
        for n in 0..count {
            let s = (n as f32 + 0.5) / count as f32;
            let x = a.0 + (b.0 - a.0) * s;
            let y = a.1 + (b.1 - a.1) * s + 2.0 * s * (1.0 - s) * sag * (b.0 - a.0).abs();
            if homes.iter().any(|home| (home.x - x).abs() < u * 2.6) {
                continue;
            }
            if let Some(path) = rect(x - u * 0.38, y, u * 0.76, u * 1.0) {
                c.fade(
                    &path,
                    (x - u * 0.38, 0.0),
                    (x + u * 0.38, 0.0),
                    &[(0.0, ink(hex(0x3A3C34), 1.0)), (1.0, ink(hex(0x15160F), 1.0))],
                );
            }
            let tone = hex(0xFFD38A);
            let (by, r) = (y + u * 1.75, u * 0.85);
            if let Some(path) = oval(x, by, r, r * 1.15) {
                let stops = [
                    (0.0, ink(hex(0xFFF6DC), 1.0)),
                    (0.5, ink(tone, 1.0)),
                    (1.0, ink(hex(0xC98A3C), 1.0)),
                ];
                c.fade(&path, (x - r * 0.4, by - r * 0.4), (x + r, by + r), &stops);
            }
            all.push(((x, by), tone));
        }
    }
    all
}

fn glow(stage: &mut Stage, site: Site<'_>, depth: f32, bulbs: Vec<(Position, Rgb)>) {
    let u = site.frame.u;
    let strength = 0.25 + 0.4 * (1.0 - site.plan.daylight());
    stage.sparks(depth, move |t, out| {
        for (n, &((x, y), tone)) in bulbs.iter().enumerate() {
            let flicker = 1.0 + 0.06 * (t * 2.1 + n as f32 * 1.9).sin();
            out.push(Spark::glow(x, y, u * 4.2, tone, strength * flicker));
        }
    });
}

/// Where pegs hold prints, as parts of half its width.
fn held(site: Site<'_>) -> &'static [f32] {
    if site.dice(3).next() < 0.6 { &[0.0] } else { &[-0.62, 0.62] }
}

pub fn fix(c: &mut Canvas, site: Site<'_>, home: &Home, order: usize) {
    let u = site.frame.u;
    let mut dice = site.dice(4 + order as u64);
    let (w, h) = home.half();
    let tone = site.lit(dice.pick(&[hex(0xC89B62), hex(0xB9854E), hex(0xD2AC78)]));
    for at in held(site) {
        peg(c, (at * w, -h), u, tone, dice.range(-0.09, 0.09));
    }
}

/// A wooden peg from the front: two halves, a spring, its shadow on the paper.
pub fn peg(c: &mut Canvas, (x, y): Position, u: f32, tone: Rgb, lean: f32) {
    let (up, down, half) = (u * 3.2, u * 3.0, u * 0.8);
    let at = |dx: f32, dy: f32| (x + dx - dy * lean, y + dy);
    for k in 0..3 {
        let grow = u * (0.12 + 0.16 * k as f32);
        let shift = u * 0.4;
        let corners = [
            at(-half - grow + shift, 0.0),
            at(half + grow + shift, 0.0),
            at(half + grow + shift, down + grow + shift),
            at(-half - grow + shift, down + grow + shift),
        ];
        if let Some(path) = polygon(&corners) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.13));
        }
    }
    let outline = [
        at(-half * 0.8, -up),
        at(half * 0.8, -up),
        at(half, -up * 0.3),
        at(half, down * 0.75),
        at(half * 0.6, down),
        at(-half * 0.6, down),
        at(-half, down * 0.75),
        at(-half, -up * 0.3),
    ];
    if let Some(path) = polygon(&outline) {
        let stops = [
            (0.0, ink(scale(tone, 0.8), 1.0)),
            (0.3, ink(add(tone, [1.0, 0.95, 0.85], 0.14), 1.0)),
            (0.7, ink(tone, 1.0)),
            (1.0, ink(scale(tone, 0.58), 1.0)),
        ];
        c.fade(&path, (x - half, 0.0), (x + half, 0.0), &stops);
    }
    for (from, to, width, alpha) in [
        (at(-half * 0.3, -up * 0.9), at(-half * 0.25, down * 0.6), 0.1, 0.25),
        (at(half * 0.4, -up * 0.7), at(half * 0.38, down * 0.8), 0.1, 0.2),
        (at(0.0, down * 0.3), at(0.0, down), 0.16, 0.5),
    ] {
        let middle = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
        if let Some(path) = curve(from, &[(middle, to)]) {
            c.line(&path, u * width, ink(scale(tone, 0.35), alpha));
        }
    }
    let steel = mix(tone, hex(0xC8CCD0), 0.75);
    for dy in [-0.5, -0.05] {
        let (a, b) = (at(-half * 1.12, u * dy), at(half * 1.12, u * (dy + 0.1)));
        let middle = (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1) + u * 0.12);
        if let Some(path) = curve(a, &[(middle, b)]) {
            c.line(&path, u * 0.3, ink(scale(steel, 0.5), 1.0));
            c.line(&path, u * 0.16, ink(steel, 1.0));
        }
    }
}
