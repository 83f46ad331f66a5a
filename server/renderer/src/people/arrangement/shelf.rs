//! Prints on an open shelf that stands in the room, leaning back; what else stands there is small.

use super::{Site, wood};
use crate::paint::{
    color::{add, hex, scale},
    noise::Dice,
    shapes::{Canvas, Position, blade, curve, ink, oval, polygon},
};
use crate::parts::{post, vessel};
use crate::people::place::{Behind, Home, Tilt};
use crate::stage::{Frame, Stage};

const DEPTH: f32 = 0.45;

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.depth = DEPTH;
    home.pivot = 0.5;
    home.behind = Behind::Ground;
    home.angle = dice.range(-0.5, 0.5f32).to_radians();
    home.tilt = Tilt { lean: 0.018, turn: dice.range(-0.012, 0.012), tall: 0.985 };
}

/// The boards (row, leftmost and rightmost column of prints): those of one height share one.
pub fn rows(homes: &[Home], u: f32) -> Vec<(f32, f32, f32)> {
    let mut rows: Vec<(f32, f32, f32)> = Vec::new();
    for home in homes {
        let (foot, half) = (home.at_part(0.0, 1.0).1, home.half().0);
        let (left, right) = (home.x - half, home.x + half);
        match rows.iter_mut().find(|row| (row.0 - foot).abs() < u) {
            Some(row) => (row.1, row.2) = (row.1.min(left), row.2.max(right)),
            None => rows.push((foot, left, right)),
        }
    }
    rows
}

pub fn carry(stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Frame { w, h, u, .. } = site.frame;
    let mut dice = site.dice(60);
    let tone = site.lit(dice.pick(&[hex(0x6B4A30), hex(0x8A6844), hex(0x4E3626)]));
    let (x0, x1) = (w * 0.03, w * 0.97);
    let rows = rows(homes, u);
    let first = rows.iter().map(|row| row.0).fold(h, f32::min);
    let top = (homes.iter().map(|home| home.at_part(0.0, -1.0).1).fold(h, f32::min) - u * 3.6)
        .clamp(u * 1.5, first);
    let foot = site.ground.min(h * 0.965).max(rows.iter().map(|row| row.0).fold(0.0, f32::max));
    // The uprights, each a narrow side with its edge towards us.
    for (x, inward) in [(x0, 1.0), (x1, -1.0)] {
        let bounds = [x - u * 4.0, top, x + u * 4.0, foot + u * 3.0];
        let layer = site.patch(bounds, DEPTH, |c| {
            wood::stain(c, (x, foot), (u * 3.4, u * 0.8), 0.5);
            for k in 0..4 {
                let deep = u * (0.7 + 0.5 * k as f32);
                let (from, to) = (x + u * 0.6, x + u * 0.6 + deep);
                if let Some(path) = polygon(&[(from, top), (to, top + u), (to, foot), (from, foot)])
                {
                    c.fill(&path, ink([0.05, 0.03, 0.02], 0.07));
                }
            }
            let side = [
                (x, top),
                (x + inward * u * 1.9, top + u * 0.5),
                (x + inward * u * 1.9, foot - u * 0.7),
                (x, foot),
            ];
            if let Some(path) = polygon(&side) {
                c.fill(&path, ink(scale(tone, if inward > 0.0 { 0.5 } else { 0.78 }), 1.0));
            }
            wood::board(c, (x - u * 0.7, top), (u * 1.4, foot - top), tone, &mut dice);
        });
        stage.place(layer);
    }
    for (foot, left, right) in rows {
        let bounds = [x0 - u * 2.0, foot - u * 22.0, x1 + u * 4.0, foot + u * 10.0];
        let layer = site.patch(bounds, DEPTH, |c| {
            // The shadow below, then the board with its upper side.
            for k in 0..5 {
                let low = foot + u * (2.6 + 0.9 * k as f32);
                let corners = [(x0, foot), (x1, foot), (x1, low), (x0 + u, low)];
                if let Some(path) = polygon(&corners) {
                    c.fill(&path, ink([0.05, 0.03, 0.02], 0.06));
                }
            }
            let upper = [
                (x0 + u * 1.9, foot - u * 1.5),
                (x1 - u * 1.9, foot - u * 1.5),
                (x1, foot + u * 0.5),
                (x0, foot + u * 0.5),
            ];
            if let Some(path) = polygon(&upper) {
                let stops = [
                    (0.0, ink(scale(tone, 0.7), 1.0)),
                    (1.0, ink(add(tone, [1.0, 0.95, 0.85], 0.12), 1.0)),
                ];
                c.fade(&path, (0.0, foot - u * 1.5), (0.0, foot + u * 0.5), &stops);
            }
            wood::board(c, (x0, foot + u * 0.45), (x1 - x0, u * 1.6), tone, &mut dice);
            // Where there is room beside prints, something small stands.
            for (from, to) in [(x0 + u * 2.0, left), (right, x1 - u * 2.0)] {
                let count = ((to - from) / (u * 12.0)).floor().min(2.0);
                for n in 0..count as usize {
                    let x = from + (to - from) * (n as f32 + 0.5) / count;
                    trinket(c, (x, foot - u * 0.4), u, site, &mut dice);
                }
            }
        });
        stage.place(layer);
    }
}

/// Something small beside a print: a plant, a candle, a few books.
fn trinket(c: &mut Canvas, (x, y): Position, u: f32, site: Site<'_>, dice: &mut Dice) {
    wood::stain(c, (x + u * 0.6, y), (u * 3.6, u * 0.6), 0.5);
    match (dice.next() * 3.0) as usize {
        0 => {
            let clay = site.lit(hex(0xB0694A));
            let green = site.lit(hex(0x5E7D48));
            for n in 0..13 {
                let aim = -1.3 + 2.6 * n as f32 / 12.0 + dice.range(-0.1f32, 0.1);
                let long = u * dice.range(4.5, 8.0);
                let tip = (x + long * aim.sin() * 0.75, y - u * 4.0 - long * aim.cos());
                let leaf = add(green, [1.0, 1.0, 0.6], dice.range(-0.08, 0.1));
                if let Some(path) = blade((x, y - u * 4.0), tip, u * 0.7, u * aim) {
                    c.fill(&path, ink(leaf, 1.0));
                }
            }
            vessel(c, (x, y), u, (2.3, 4.4, 1.7), clay);
        }
        1 => {
            let wax = site.lit(hex(0xEFE2C4));
            post(c, x, (y - u * 7.0, y), u * 1.5, wax);
            if let Some(path) = oval(x, y - u * 7.0, u * 1.5, u * 0.4) {
                c.fill(&path, ink(add(wax, [1.0; 3], 0.06), 1.0));
            }
            if let Some(path) =
                curve((x, y - u * 7.0), &[((x + u * 0.1, y - u * 7.5), (x, y - u * 8.0))])
            {
                c.line(&path, u * 0.2, ink(hex(0x2A2420), 1.0));
            }
            for n in 0..2 {
                let (rx, ry) = (u * (2.5 - 0.2 * n as f32), u * 0.55);
                if let Some(path) = oval(x, y - u * 0.1 * n as f32, rx, ry) {
                    c.fill(&path, ink(site.lit(hex([0x8A6A3C, 0xC9A55A][n])), 1.0));
                }
            }
            post(c, x, (y - u * 7.0, y - u * 0.2), u * 1.5, wax);
        }
        _ => {
            let mut at = x - u * 3.4;
            for _ in 0..4 {
                let (wide, tall) = (u * dice.range(1.3, 1.9), u * dice.range(8.0, 10.5));
                let cloth =
                    dice.pick(&[hex(0x7A3A32), hex(0x3E5A52), hex(0x8A7444), hex(0x3C4660)]);
                post(c, at + wide / 2.0, (y - tall, y), wide / 2.0, site.lit(cloth));
                for s in [0.16, 0.2, 0.82] {
                    if let Some(path) = curve(
                        (at + 1.0, y - tall * s),
                        &[((at + wide / 2.0, y - tall * s), (at + wide - 1.0, y - tall * s))],
                    ) {
                        c.line(&path, u * 0.14, ink(site.lit(hex(0xD9B868)), 0.8));
                    }
                }
                at += wide + u * 0.06;
            }
        }
    }
}

/// Two small feet of wood in front of the lower edge, so that it does not slip.
pub fn fix(c: &mut Canvas, site: Site<'_>, home: &Home) {
    let u = site.frame.u;
    let (w, h) = home.half();
    let tone = site.lit(hex(0x9A7648));
    for side in [-0.6, 0.6] {
        let (x, y) = (side * w, h);
        if let Some(path) = oval(x + u * 0.3, y + u * 0.25, u * 1.2, u * 0.4) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.4));
        }
        post(c, x, (y - u * 1.9, y + u * 0.25), u * 0.62, tone);
        if let Some(path) = oval(x, y - u * 1.9, u * 0.62, u * 0.3) {
            c.fill(&path, ink(add(tone, [1.0, 0.95, 0.85], 0.16), 1.0));
        }
    }
}
