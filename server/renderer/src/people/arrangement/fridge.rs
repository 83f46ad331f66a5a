//! Prints on the door of an old fridge, each held by magnets.

use super::Site;
use crate::paint::{
    color::{Rgb, add, hex, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, oval, rounded},
};
use crate::people::place::{Behind, Home};
use crate::stage::{Frame, Stage};

const DEPTH: f32 = 0.4;

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.depth = DEPTH;
    home.behind = Behind::Wall;
    home.angle = dice.range(-2.2, 2.2f32).to_radians();
}

pub fn carry(stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Frame { w, h, u, .. } = site.frame;
    let Some(first) = homes.first() else { return };
    let mut dice = site.dice(50);
    let enamel = site.lit(dice.pick(&[hex(0xBFD8CC), hex(0xEFE6D0), hex(0xC8D4DE), hex(0xD98A78)]));
    let half = first.half().0 + u * 4.4;
    let (x0, x1) = (first.x - half, first.x + half);
    let (top, foot) = (h * 0.022, site.ground.min(h * 0.95));
    let bounds = [x0 - u * 4.0, top - u, x1 + u * 8.0, foot + u * 3.0];
    // The handle is on the side towards the middle of the frame.
    let inward = if first.x < w / 2.0 { 1.0 } else { -1.0 };
    let layer = site.patch(bounds, first.depth, |c| {
        // Its shadow on the wall.
        for k in 0..5 {
            let grow = u * (0.4 + 0.7 * k as f32);
            if let Some(path) =
                rounded(x0 - grow * 0.3, top + u, x1 - x0 + grow * 1.6, foot - top, u * 4.0)
            {
                c.fill(&path, ink([0.05, 0.03, 0.02], 0.075));
            }
        }
        if let Some(path) = rounded(x0, top, x1 - x0, foot - top, u * 4.0) {
            let stops = [
                (0.0, ink(scale(enamel, 0.74), 1.0)),
                (0.07, ink(add(enamel, [1.0; 3], 0.09), 1.0)),
                (0.5, ink(enamel, 1.0)),
                (0.92, ink(scale(enamel, 0.88), 1.0)),
                (1.0, ink(scale(enamel, 0.6), 1.0)),
            ];
            c.fade(&path, (x0, 0.0), (x1, 0.0), &stops);
            let down = [
                (0.0, ink([1.0; 3], 0.16)),
                (0.2, ink([1.0; 3], 0.0)),
                (0.8, ink([0.05, 0.03, 0.02], 0.0)),
                (1.0, ink([0.05, 0.03, 0.02], 0.24)),
            ];
            c.fade(&path, (0.0, top), (0.0, foot), &down);
        }
        // The seam of the door, and a soft reflection of the window.
        if let Some(path) =
            rounded(x0 + u * 1.1, top + u * 1.2, x1 - x0 - u * 2.2, foot - top - u * 5.4, u * 3.2)
        {
            c.line(&path, u * 0.34, ink(scale(enamel, 0.5), 0.7));
        }
        if let Some(path) =
            rounded(x0 + u * 1.5, top + u * 1.6, x1 - x0 - u * 3.0, foot - top - u * 6.2, u * 3.0)
        {
            c.line(&path, u * 0.2, ink([1.0; 3], 0.35));
        }
        if let Some(path) = rounded(x0 + u * 3.0, top + u * 5.0, u * 2.0, (foot - top) * 0.8, u) {
            c.fill(&path, ink([1.0; 3], 0.1));
        }
        let foot_plate = foot - u * 3.6;
        if let Some(path) = rounded(x0 + u * 1.6, foot_plate, x1 - x0 - u * 3.2, u * 3.0, u) {
            c.fill(&path, ink(scale(enamel, 0.42), 1.0));
        }
        handle(c, (if inward > 0.0 { x1 - u * 2.6 } else { x0 + u * 2.6 }, h * 0.455), u, site);
    });
    stage.place(layer);
}

fn handle(c: &mut Canvas, (x, y): Position, u: f32, site: Site<'_>) {
    let steel = site.lit(hex(0xC4C9CC));
    if let Some(path) = rounded(x - u * 0.6, y + u * 0.5, u * 1.9, u * 10.0, u * 0.8) {
        c.fill(&path, ink([0.05, 0.03, 0.02], 0.3));
    }
    if let Some(path) = rounded(x - u * 0.8, y, u * 1.6, u * 10.0, u * 0.8) {
        let stops = [
            (0.0, ink(scale(steel, 0.55), 1.0)),
            (0.35, ink(add(steel, [1.0; 3], 0.2), 1.0)),
            (0.6, ink(scale(steel, 0.8), 1.0)),
            (1.0, ink(scale(steel, 0.4), 1.0)),
        ];
        c.fade(&path, (x - u * 0.8, 0.0), (x + u * 0.8, 0.0), &stops);
    }
}

/// Two round magnets on the head of the print.
pub fn fix(c: &mut Canvas, site: Site<'_>, home: &Home, order: usize) {
    let u = site.frame.u;
    let mut dice = site.dice(52 + order as u64);
    let (w, h) = home.half();
    let paints: [Rgb; 5] =
        [hex(0xC8473C), hex(0xE0B03C), hex(0x3F7A8A), hex(0x6A8A4A), hex(0x2E2E34)];
    for side in [-0.78, 0.78] {
        let (x, y) = (side * w, -h + u * dice.range(1.0, 1.5));
        let (r, tone) = (u * 1.35, site.lit(dice.pick(&paints)));
        for k in 0..3 {
            let grow = r + u * 0.16 * k as f32;
            if let Some(path) = oval(x + u * 0.4, y + u * 0.5, grow, grow) {
                c.fill(&path, ink([0.05, 0.03, 0.02], 0.14));
            }
        }
        if let Some(path) = oval(x, y, r, r) {
            let stops = [
                (0.0, ink(add(tone, [1.0; 3], 0.3), 1.0)),
                (0.4, ink(tone, 1.0)),
                (1.0, ink(scale(tone, 0.5), 1.0)),
            ];
            c.fade(&path, (x - r * 0.7, y - r * 0.7), (x + r, y + r), &stops);
        }
        if let Some(path) = oval(x, y, r * 0.66, r * 0.66) {
            c.line(&path, u * 0.14, ink(scale(tone, 0.7), 0.7));
        }
        if let Some(path) =
            curve((x - r * 0.5, y - r * 0.1), &[((x - r * 0.4, y - r * 0.5), (x, y - r * 0.55))])
        {
            c.line(&path, u * 0.22, ink([1.0; 3], 0.5));
        }
    }
}
