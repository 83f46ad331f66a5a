//! Framed prints on a mantelshelf: a moulded board on brackets, and candlesticks or a clock beside them
//! where there is room.

use super::{Site, shelf, wood};
use crate::paint::{
    color::{Rgb, add, hex, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, oval, polygon, rect},
};
use crate::people::place::{Behind, Home, Tilt};
use crate::stage::{Frame, Stage};

const DEPTH: f32 = 0.3;

/// What a moulding shows from top to bottom: how far each profile is set back and how tall it is, in units,
/// and how much light it takes.
const PROFILES: [(f32, f32, f32); 5] =
    [(0.0, 1.5, 1.1), (0.5, 0.5, 0.5), (0.9, 1.3, 0.86), (1.8, 0.9, 0.68), (2.3, 0.5, 0.4)];

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.depth = DEPTH;
    home.pivot = 0.5;
    home.behind = Behind::Ground;
    home.angle = dice.range(-0.3, 0.3f32).to_radians();
    home.tilt = Tilt { lean: 0.012, turn: dice.range(-0.008, 0.008), tall: 0.99 };
}

pub fn carry(stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Frame { w, u, .. } = site.frame;
    let mut dice = site.dice(64);
    let tone = site.lit(dice.pick(&[hex(0xD8CFBC), hex(0x5C3C28), hex(0x7A5638)]));
    for (foot, left, right) in shelf::rows(homes, u) {
        // The frame reaches below the paper.
        let top = foot + u * 1.5;
        let (x0, x1) = (-u * 4.0, w + u * 4.0);
        let bounds = [x0, top - u * 16.0, x1, top + u * 15.0];
        let layer = site.patch(bounds, DEPTH, |c| {
            for x in [w * 0.09, w * 0.91] {
                bracket(c, (x, top + u * 4.6), u, tone);
            }
            board(c, (x0, x1), top, u, tone, &mut dice);
            wood::stain(
                c,
                (f32::midpoint(left, right), top),
                ((right - left) * 0.56, u * 0.9),
                0.5,
            );
            for (from, to) in [(0.0, left - u * 2.2), (right + u * 2.2, w)] {
                if to - from > u * 9.0 {
                    candlestick(c, (f32::midpoint(from, to), top - u * 0.5), u, site);
                }
            }
        });
        stage.place(layer);
    }
}

/// The board from the front: its shadow on the wall, its upper side, its mouldings.
fn board(c: &mut Canvas, (x0, x1): (f32, f32), top: f32, u: f32, tone: Rgb, dice: &mut Dice) {
    for k in 0..5 {
        if let Some(path) = rect(x0, top + u * 3.0, x1 - x0, u * (2.0 + 1.5 * k as f32)) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.07));
        }
    }
    if let Some(path) = rect(x0, top - u * 1.3, x1 - x0, u * 1.4) {
        let stops = [
            (0.0, ink(scale(tone, 0.7), 1.0)),
            (1.0, ink(add(tone, [1.0, 0.95, 0.85], 0.12), 1.0)),
        ];
        c.fade(&path, (0.0, top - u * 1.3), (0.0, top), &stops);
    }
    let mut y = top;
    for (back, tall, light) in PROFILES {
        let corner = (x0 + back * u, y);
        wood::board(c, corner, (x1 - x0 - 2.0 * back * u, tall * u), scale(tone, light), dice);
        y += tall * u;
    }
}

/// A bracket below the board, curved back to the wall.
fn bracket(c: &mut Canvas, (x, y): Position, u: f32, tone: Rgb) {
    let half = u * 2.0;
    let side = |grow: f32| {
        [
            (x - half - grow, y),
            (x + half + grow, y),
            (x + half * 0.8 + grow, y + u * 4.0),
            (x + half * 0.45 + grow, y + u * 6.6 + grow),
            (x - half * 0.45 - grow, y + u * 6.6 + grow),
            (x - half * 0.8 - grow, y + u * 4.0),
        ]
    };
    if let Some(path) = polygon(&side(u * 0.9)) {
        c.fill(&path, ink([0.05, 0.03, 0.02], 0.2));
    }
    if let Some(path) = polygon(&side(0.0)) {
        let stops = [
            (0.0, ink(scale(tone, 0.92), 1.0)),
            (0.45, ink(scale(tone, 0.78), 1.0)),
            (1.0, ink(scale(tone, 0.46), 1.0)),
        ];
        c.fade(&path, (x - half, y), (x + half, y + u * 6.6), &stops);
    }
    for s in [-0.4, 0.0, 0.4] {
        let (from, to) = ((x + half * s, y + u * 0.6), (x + half * s * 0.6, y + u * 5.6));
        let middle = (x + half * s, f32::midpoint(from.1, to.1));
        if let Some(path) = curve(from, &[(middle, to)]) {
            c.line(&path, u * 0.24, ink(scale(tone, 0.4), 0.7));
        }
    }
}

/// A stick of brass with a candle that does not burn.
fn candlestick(c: &mut Canvas, (x, y): Position, u: f32, site: Site<'_>) {
    let brass = site.lit(hex(0xB8924A));
    let wax = site.lit(hex(0xF0E6CE));
    wood::stain(c, (x + u * 0.5, y), (u * 3.4, u * 0.7), 0.6);
    let round = |c: &mut Canvas, (from, to): (f32, f32), half: f32, tone: Rgb| {
        if let Some(path) = rect(x - half * u, y - to * u, 2.0 * half * u, (to - from) * u) {
            let stops = [
                (0.0, ink(scale(tone, 0.6), 1.0)),
                (0.3, ink(add(tone, [1.0, 0.97, 0.9], 0.22), 1.0)),
                (0.65, ink(scale(tone, 0.86), 1.0)),
                (1.0, ink(scale(tone, 0.42), 1.0)),
            ];
            c.fade(&path, (x - half * u, 0.0), (x + half * u, 0.0), &stops);
        }
    };
    round(c, (5.6, 12.6), 0.75, wax);
    if let Some(path) =
        curve((x, y - u * 12.6), &[((x + u * 0.2, y - u * 13.0), (x, y - u * 13.4))])
    {
        c.line(&path, u * 0.2, ink(hex(0x2A2420), 1.0));
    }
    // Foot, stem with its knots, and the drip pan, from below.
    for (from, to, half) in
        [(0.0, 0.5, 2.7), (0.5, 1.1, 1.7), (1.1, 5.2, 0.5), (2.4, 3.1, 1.0), (5.2, 5.7, 1.9)]
    {
        round(c, (from, to), half, brass);
    }
    if let Some(path) = oval(x, y - u * 5.7, u * 1.9, u * 0.42) {
        c.fill(&path, ink(add(brass, [1.0, 0.95, 0.8], 0.18), 1.0));
    }
}
