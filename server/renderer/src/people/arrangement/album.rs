//! Prints mounted on leaves of an album, which stand on closed albums.

use super::Site;
use crate::paint::{
    color::{Rgb, add, hex, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, polygon},
};
use crate::people::place::{Behind, Home, Tilt};
use crate::stage::Stage;

const DEPTH: f32 = 0.5;
/// How far a leaf reaches beyond its print, in units.
const MARGIN: f32 = 2.6;

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.depth = DEPTH;
    home.pivot = 0.5;
    home.behind = Behind::Ground;
    home.angle = dice.range(-1.0, 1.0f32).to_radians();
    home.tilt = Tilt { lean: 0.016, turn: dice.range(-0.012, 0.012), tall: 0.985 };
}

/// The leaves of card behind each print: two of the album's others, then its own.
pub fn leaves(stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let u = site.frame.u;
    let mut dice = site.dice(68);
    let card = site.lit(dice.pick(&[hex(0x2E2A28), hex(0x4A3C30), hex(0xD9CCB2)]));
    for home in homes {
        let (w, h) = home.half();
        let bounds = [
            home.x - w - u * 7.0,
            home.y - h - u * 7.0,
            home.x + w + u * 7.0,
            home.y + h + u * 4.0,
        ];
        let layer = site.patch(bounds, DEPTH, |c| {
            for (turn, light) in
                [(dice.range(0.012, 0.03), 0.74), (dice.range(-0.026, -0.01), 0.86), (0.0, 1.0)]
            {
                leaf(c, home, turn, u, scale(card, light), &mut dice);
            }
        });
        stage.place(layer);
    }
}

/// One leaf with a ruled border, turned against the print by `turn` radians around its foot.
fn leaf(c: &mut Canvas, home: &Home, turn: f32, u: f32, card: Rgb, dice: &mut Dice) {
    let (w, h) = home.half();
    let (sin, cos) = (home.angle + turn).sin_cos();
    let at = |(x, y): Position| {
        let y = y - h;
        (home.x + x * cos - y * sin, home.y + h + x * sin + y * cos)
    };
    let corners = |by: f32| {
        home.quad().map(|(x, y)| {
            let low = if y > 0.0 { by.min(u * 0.4) } else { by };
            (x + x.signum() * by, y + y.signum() * low)
        })
    };
    let sheet = corners(u * MARGIN).map(at);
    for k in 0..3 {
        let off = u * (0.3 + 0.35 * k as f32);
        if let Some(path) = polygon(&sheet.map(|(x, y)| (x + off * 0.8, y + off))) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.14));
        }
    }
    if let Some(path) = polygon(&sheet) {
        let stops = [
            (0.0, ink(add(card, [1.0, 0.95, 0.85], 0.08), 1.0)),
            (1.0, ink(scale(card, 0.78), 1.0)),
        ];
        c.fade(&path, sheet[0], sheet[2], &stops);
    }
    if let Some(path) = polygon(&corners(u * MARGIN * 0.55).map(at)) {
        c.line(&path, u * 0.14, ink(add(card, [1.0, 0.95, 0.85], 0.2), 0.5));
    }
    // Fibres of the card along its head, where it is seen.
    for _ in 0..22 {
        let from = (w * dice.range(-1.0, 0.9), -h - u * dice.range(0.3, MARGIN * 0.9));
        let to = (from.0 + u * dice.range(0.6, 2.0), from.1 + u * dice.range(-0.2, 0.2));
        let middle = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
        if let Some(path) = curve(at(from), &[(at(middle), at(to))]) {
            c.line(&path, u * 0.08, ink(add(card, [1.0; 3], 0.2), 0.22));
        }
    }
}

/// A corner of paper over each corner of the print.
pub fn fix(c: &mut Canvas, site: Site<'_>, home: &Home) {
    let u = site.frame.u;
    let paper = site.lit(site.dice(69).pick(&[hex(0x1F1C1B), hex(0xC8A24E), hex(0xE9E1CE)]));
    let long = u * 3.0;
    for (x, y) in home.quad() {
        let (out_x, out_y) = (x + x.signum() * u * 0.25, y + y.signum() * u * 0.25);
        let (along, down) =
            ((out_x - x.signum() * long, out_y), (out_x, out_y - y.signum() * long));
        let shade = [(out_x, out_y), along, down].map(|(x, y)| (x + u * 0.12, y + u * 0.2));
        if let Some(path) = polygon(&shade) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.25));
        }
        if let Some(path) = polygon(&[(out_x, out_y), along, down]) {
            let stops =
                [(0.0, ink(add(paper, [1.0; 3], 0.1), 1.0)), (1.0, ink(scale(paper, 0.82), 1.0))];
            c.fade(&path, (out_x, out_y), (x, y), &stops);
        }
        if let Some(path) = curve(
            along,
            &[((f32::midpoint(along.0, down.0), f32::midpoint(along.1, down.1)), down)],
        ) {
            c.line(&path, u * 0.12, ink(add(paper, [1.0; 3], 0.22), 0.8));
        }
    }
}
