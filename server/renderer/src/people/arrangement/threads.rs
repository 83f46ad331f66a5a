//! Prints on threads, from above the frame or from a branch that reaches into it.

use super::{Arrangement, Site};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{Canvas, Position, blade, curve, ink, oval, rect},
};
use crate::people::place::Home;
use crate::stage::{Frame, Stage};

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.pivot = -0.5;
    home.angle = dice.range(-0.8, 0.8f32).to_radians();
    home.sway = dice.range(0.35, 0.6f32).to_radians();
}

/// How far from its middle a print is held, as a part of half its width.
const HELD: f32 = 0.55;

pub fn carry(kind: Arrangement, stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Frame { w, u, .. } = site.frame;
    let branch = kind == Arrangement::Branch;
    let line = site.frame.h * 0.022;
    for home in homes {
        let tone = site.lit(if branch { hex(0xC2AC84) } else { hex(0xD9D4C8) });
        let top = if branch { line } else { -u * 5.0 };
        let (x, y) = home.at_part(0.0, -1.0);
        let half = home.half().0 * HELD;
        let bounds = [x - half - u * 3.0, top, x + half + u * 3.0, y + u * 2.0];
        let layer = site.patch(bounds, home.depth, |c| {
            for side in [-1.0, 1.0] {
                let (sin, cos) = home.angle.sin_cos();
                let low = (x + side * half * cos, y + side * half * sin);
                // From a branch the two threads run together; from above each hangs by itself.
                let high = if branch { (x + side * u * 0.4, top) } else { (low.0, top) };
                let middle = (f32::midpoint(low.0, high.0), f32::midpoint(low.1, high.1));
                if let Some(path) = curve(high, &[(middle, low)]) {
                    c.line(&path, u * 0.4, ink(scale(tone, 0.45), 0.6));
                    c.line(&path, u * 0.24, ink(tone, 1.0));
                }
            }
        });
        stage.place(layer);
    }
    let Some(depth) = homes.first().map(|home| home.depth).filter(|_| branch) else { return };
    let bounds = [-u * 6.0, -u * 6.0, w + u * 6.0, line + u * 12.0];
    let layer = site.patch(bounds, depth, |c| limb(c, site, line));
    stage.place(layer);
}

/// A branch across the head of the frame, with twigs and leaves.
fn limb(c: &mut Canvas, site: Site<'_>, line: f32) {
    let Frame { w, u, .. } = site.frame;
    let mut dice = site.dice(20);
    let side = if dice.next() < 0.5 { 1.0 } else { -1.0 };
    let at = |s: f32| w * (0.5 + side * (s - 0.5));
    let bark = site.lit(hex(0x5A4432));
    let level = |s: f32| line + u * (0.9 * (s * 5.0).sin() - 0.6);
    let steps = 14;
    for n in 0..steps {
        let (a, b) = (n as f32 / steps as f32, (n + 1) as f32 / steps as f32);
        let (a, b) = (a * 1.16 - 0.08, b * 1.16 - 0.08);
        let thick = u * (3.6 - 2.3 * a);
        let middle = (at(f32::midpoint(a, b)), level(f32::midpoint(a, b)));
        let Some(path) = curve((at(a), level(a)), &[(middle, (at(b), level(b)))]) else { continue };
        c.line(&path, thick, ink(scale(bark, 0.55), 1.0));
        let Some(path) = curve(
            (at(a), level(a) - thick * 0.16),
            &[((middle.0, middle.1 - thick * 0.16), (at(b), level(b) - thick * 0.16))],
        ) else {
            continue;
        };
        c.line(&path, thick * 0.5, ink(add(bark, [1.0, 0.9, 0.8], 0.06), 1.0));
    }
    let (shade, sun) = site.plan.foliage();
    for _ in 0..230 {
        let s = dice.range(-0.05, 1.08);
        let root = (at(s), level(s) + dice.range(-1.4, 1.0) * u);
        let down = dice.range(-1.2, 2.6);
        let long = u * dice.range(2.2, 4.2);
        let aim: f32 = dice.range(-1.2, 1.2);
        let tip = (root.0 + long * aim, root.1 + long * down * 0.55);
        let tone = site.lit(mix(shade, sun, dice.next()));
        if let Some(path) = blade(root, tip, u * dice.range(0.6, 1.05), u * dice.range(-0.3, 0.3)) {
            c.fill(&path, ink(tone, 1.0));
        }
        vein(c, root, tip, u, tone);
    }
}

fn vein(c: &mut Canvas, root: Position, tip: Position, u: f32, tone: Rgb) {
    let middle = (f32::midpoint(root.0, tip.0), f32::midpoint(root.1, tip.1));
    if let Some(path) = curve(root, &[(middle, tip)]) {
        c.line(&path, u * 0.08, ink(scale(tone, 0.65), 0.7));
    }
}

/// A small brass clip at each thread.
pub fn fix(c: &mut Canvas, site: Site<'_>, home: &Home) {
    let u = site.frame.u;
    let (w, h) = home.half();
    let brass = site.lit(hex(0xC9A55A));
    for side in [-1.0, 1.0] {
        let (x, y) = (side * w * HELD, -h);
        if let Some(path) = rect(x - u * 0.45, y + u * 0.15, u * 1.4, u * 1.9) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.2));
        }
        if let Some(path) = rect(x - u * 0.65, y - u * 0.5, u * 1.3, u * 2.2) {
            let stops = [
                (0.0, ink(scale(brass, 0.7), 1.0)),
                (0.35, ink(add(brass, [1.0; 3], 0.25), 1.0)),
                (1.0, ink(scale(brass, 0.5), 1.0)),
            ];
            c.fade(&path, (x - u * 0.65, 0.0), (x + u * 0.65, 0.0), &stops);
        }
        if let Some(path) = oval(x, y - u * 0.6, u * 0.5, u * 0.5) {
            c.line(&path, u * 0.2, ink(scale(brass, 0.7), 1.0));
        }
    }
}
