//! Prints on easels of wood: each on a ledge of its own, or the lower one at the feet of the other.

use super::{Site, wood};
use crate::paint::{
    color::{hex, scale},
    noise::Dice,
    shapes::{Canvas, ink, oval, polygon},
};
use crate::people::place::{Behind, Home, Tilt};
use crate::stage::{Frame, Stage};

/// How far ledge and clamp reach beyond the paper, in units.
pub const ROOM: f32 = 4.0;

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.pivot = 0.5;
    home.behind = Behind::Air;
    home.angle = dice.range(-0.4, 0.4f32).to_radians();
    home.tilt = Tilt { lean: 0.022, turn: dice.range(-0.012, 0.012), tall: 0.98 };
}

pub fn carry(stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Frame { h, u, .. } = site.frame;
    let mut dice = site.dice(70);
    let tone = site.lit(dice.pick(&[hex(0x9A7446), hex(0x7A5634), hex(0xB08C5C)]));
    for home in homes {
        let (w, half) = home.half();
        let (x, foot) = (home.x, home.y + half);
        // The higher it stands, the further back are its feet.
        let ground = (foot + (h - foot) * 0.72).min(h * 0.955).max(foot + u * 5.0);
        let top = home.y - half - u * 7.0;
        let spread = w * (0.62 + 0.3 * (ground - foot) / (h * 0.5));
        let bounds = [x - spread - u * 6.0, top - u * 2.0, x + spread + u * 6.0, ground + u * 3.0];
        let layer = site.patch(bounds, home.depth, |c| {
            let back = scale(tone, 0.6);
            let behind = ground - (ground - foot) * 0.16 - u;
            for (at, row) in [(x - spread, ground), (x + spread, ground), (x + u * 2.0, behind)] {
                wood::stain(c, (at + u, row), (u * 3.6, u * 0.8), 0.55);
            }
            wood::pole(c, (x, top + u * 2.0), (x + u * 2.0, behind), u * 0.75, back, &mut dice);
            for side in [-1.0, 1.0] {
                let head = (x + side * u * 1.3, top);
                wood::pole(c, head, (x + side * spread, ground), u * 0.95, tone, &mut dice);
            }
            // The middle bar, and the bar between the legs where it is seen.
            wood::board(
                c,
                (x - u * 0.9, top + u),
                (u * 1.8, foot - top),
                scale(tone, 0.9),
                &mut dice,
            );
            let low = foot + (ground - foot) * 0.42;
            let reach = spread * (low - top) / (ground - top);
            wood::board(c, (x - reach, low), (reach * 2.0, u * 1.3), scale(tone, 0.85), &mut dice);
        });
        stage.place(layer);
    }
}

/// The ledge that the print stands on, and the clamp that holds its head.
pub fn fix(c: &mut Canvas, site: Site<'_>, home: &Home) {
    let u = site.frame.u;
    let mut dice = site.dice(70);
    let tone = site.lit(dice.pick(&[hex(0x9A7446), hex(0x7A5634), hex(0xB08C5C)]));
    let (w, h) = home.half();
    for k in 0..3 {
        let deep = u * (0.4 + 0.3 * k as f32);
        let strip = [(-w, h - u * 0.9 - deep), (w, h - u * 0.9 - deep), (w, h), (-w, h)];
        if let Some(path) = polygon(&strip) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.1));
        }
    }
    let wide = w * 1.02;
    wood::board(c, (-wide, h - u * 0.9), (wide * 2.0, u * 1.9), tone, &mut dice);
    wood::board(c, (-wide * 0.3, h + u), (wide * 0.6, u * 1.2), scale(tone, 0.75), &mut dice);
    for k in 0..3 {
        let grow = u * 0.2 * k as f32;
        if let Some(path) = oval(u * 0.4, -h + u * 1.3, u * 1.6 + grow, u * 0.9 + grow) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.12));
        }
    }
    wood::board(c, (-u * 1.6, -h - u * 2.4), (u * 3.2, u * 3.6), tone, &mut dice);
    if let Some(path) = oval(0.0, -h - u * 0.9, u * 0.6, u * 0.6) {
        c.fill(&path, ink(site.lit(hex(0xB89A58)), 1.0));
    }
}
