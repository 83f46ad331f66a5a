//! Prints tucked into the frames of mirrors: one mirror a print where they lie below one another, one for
//! all where they lie side by side.

use super::{Site, wood};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{Canvas, ink, oval, polygon, rounded},
};
use crate::people::place::{Behind, Home};
use crate::stage::{Frame, Stage};

const DEPTH: f32 = 0.18;
/// How much of the glass is seen around a print, and how wide the moulding is, in units.
const GLASS: f32 = 3.4;
const MOULDING: f32 = 2.6;

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.depth = DEPTH;
    home.behind = Behind::Wall;
    home.angle = dice.range(-1.4, 1.4f32).to_radians();
}

/// The mirrors' glass: left, top, right, bottom. Prints touch the lower moulding.
fn mirrors(site: Site<'_>, homes: &[Home]) -> Vec<[f32; 4]> {
    let u = site.frame.u;
    let around = homes.iter().map(|home| {
        let (w, h) = home.half();
        [home.x - w - u * GLASS, home.y - h - u * GLASS, home.x + w + u * GLASS, home.y + h]
    });
    if site.upright() {
        return around.collect();
    }
    around
        .reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
        .into_iter()
        .collect()
}

pub fn carry(stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Frame { u, .. } = site.frame;
    let mut dice = site.dice(66);
    let tone = site.lit(dice.pick(&[hex(0xB08A45), hex(0xD8CFBC), hex(0x5A3A22)]));
    let room = u * (MOULDING + 5.0);
    for glass in mirrors(site, homes) {
        let [left, top, right, bottom] = glass;
        let bounds = [left - room, top - room, right + room, bottom + room];
        let layer = site.patch(bounds, DEPTH, |c| {
            moulding(c, glass, u, tone);
            reflection(c, glass, u, site.lit(hex(0xA9B2B0)));
            crest(c, (f32::midpoint(left, right), top - u * MOULDING), u, tone);
        });
        stage.place(layer);
    }
}

/// A rounded moulding lit from the upper left, with its shadow on the wall.
fn moulding(c: &mut Canvas, [left, top, right, bottom]: [f32; 4], u: f32, tone: Rgb) {
    let grown = |by: f32, shift: f32| {
        rounded(
            left - by + shift * 0.5,
            top - by + shift,
            right - left + 2.0 * by,
            bottom - top + 2.0 * by,
            u * 1.6 + by * 0.5,
        )
    };
    for k in 0..5 {
        if let Some(path) = grown(u * (MOULDING + 0.3 * k as f32), u * 1.4) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.09));
        }
    }
    // From outside to inside: back, groove, belly, lip.
    for (part, light, lift) in
        [(1.0, 0.62, 0.0), (0.86, 1.0, 0.06), (0.5, 0.6, 0.0), (0.4, 1.06, 0.12), (0.12, 0.36, 0.0)]
    {
        let Some(path) = grown(u * MOULDING * part, 0.0) else { continue };
        let stops = [
            (0.0, ink(add(scale(tone, light * 1.1), [1.0, 0.95, 0.85], lift), 1.0)),
            (0.5, ink(scale(tone, light * 0.9), 1.0)),
            (1.0, ink(scale(tone, light * 0.66), 1.0)),
        ];
        c.fade(&path, (left, top), (right, bottom), &stops);
    }
}

/// Glass that shows no more than the light of the room, and a bevel along its edge.
fn reflection(c: &mut Canvas, [left, top, right, bottom]: [f32; 4], u: f32, tone: Rgb) {
    let (w, h) = (right - left, bottom - top);
    let Some(path) = rounded(left, top, w, h, u * 1.4) else { return };
    let stops = [
        (0.0, ink(mix(tone, [1.0; 3], 0.22), 1.0)),
        (0.55, ink(scale(tone, 0.82), 1.0)),
        (1.0, ink(scale(tone, 0.55), 1.0)),
    ];
    c.fade(&path, (left, top), (left + w * 0.4, bottom), &stops);
    for (at, wide) in [(0.1, 0.16), (0.32, 0.05), (0.72, 0.1)] {
        let strip = [
            (left + w * at, bottom),
            (left + w * (at + wide), bottom),
            ((left + w * (at + wide) + h * 0.3).min(right), top),
            ((left + w * at + h * 0.3).min(right), top),
        ];
        if let Some(path) = polygon(&strip) {
            c.fill(&path, ink([1.0; 3], 0.07));
        }
    }
    for (inset, alpha) in [(0.25, 0.5), (1.0, 0.2)] {
        let by = u * inset;
        if let Some(path) = rounded(left + by, top + by, w - 2.0 * by, h - 2.0 * by, u) {
            c.line(&path, u * 0.16, ink([1.0; 3], alpha));
        }
    }
}

/// Carved leaves over the middle of the upper moulding.
fn crest(c: &mut Canvas, (x, y): (f32, f32), u: f32, tone: Rgb) {
    for (dx, dy, rx, ry) in
        [(-2.6, 0.2, 1.9, 0.9), (2.6, 0.2, 1.9, 0.9), (-1.3, -0.5, 1.3, 1.1), (1.3, -0.5, 1.3, 1.1)]
    {
        leaf(c, (x + dx * u, y + dy * u), (rx * u, ry * u), u, tone);
    }
    leaf(c, (x, y - u * 0.9), (u * 1.1, u * 1.6), u, tone);
}

fn leaf(c: &mut Canvas, (x, y): (f32, f32), (rx, ry): (f32, f32), u: f32, tone: Rgb) {
    wood::stain(c, (x + u * 0.3, y + u * 0.4), (rx, ry), 0.4);
    if let Some(path) = oval(x, y, rx, ry) {
        let stops = [
            (0.0, ink(add(tone, [1.0, 0.95, 0.85], 0.16), 1.0)),
            (0.5, ink(scale(tone, 0.86), 1.0)),
            (1.0, ink(scale(tone, 0.45), 1.0)),
        ];
        c.fade(&path, (x - rx * 0.5, y - ry), (x + rx * 0.5, y + ry), &stops);
    }
}

/// The lip of the lower moulding, which holds the foot of the print.
pub fn fix(c: &mut Canvas, site: Site<'_>, home: &Home) {
    let u = site.frame.u;
    let tone = site.lit(site.dice(66).pick(&[hex(0xB08A45), hex(0xD8CFBC), hex(0x5A3A22)]));
    let (w, h) = home.half();
    for k in 0..3 {
        if let Some(path) =
            rounded(-w - u, h - u * (1.2 + 0.2 * k as f32), 2.0 * (w + u), u, u * 0.3)
        {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.12));
        }
    }
    if let Some(path) = rounded(-w - u, h - u, 2.0 * (w + u), u * 1.5, u * 0.5) {
        let stops = [
            (0.0, ink(add(tone, [1.0, 0.95, 0.85], 0.14), 1.0)),
            (0.4, ink(tone, 1.0)),
            (1.0, ink(scale(tone, 0.55), 1.0)),
        ];
        c.fade(&path, (0.0, h - u), (0.0, h + u * 0.5), &stops);
    }
}
