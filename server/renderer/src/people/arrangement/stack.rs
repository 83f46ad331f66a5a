//! Prints standing on what is stacked up: crates, suitcases, books, bales of straw, stones, baskets. What is
//! stacked lies between the foot of a print and the ground.

use super::{Arrangement, Site, goods, wood};
use crate::paint::{color::hex, noise::Dice};
use crate::people::place::{Behind, Home, Tilt};
use crate::stage::{Frame, Stage};

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.pivot = 0.5;
    home.depth = 0.55;
    home.behind = Behind::Ground;
    home.angle = dice.range(-1.2, 1.2f32).to_radians();
    home.tilt = Tilt { lean: 0.02, turn: dice.range(-0.014, 0.014), tall: 0.98 };
}

/// Lays the lowest of prints flat, as far as that leaves faces their shape; in frames where prints stand
/// beside one another none lies.
pub fn lay_lowest(homes: &mut [Home], frame: Frame) {
    let upright = frame.w < frame.h * 0.8;
    let Some(low) = homes.iter_mut().max_by(|a, b| a.y.total_cmp(&b.y)).filter(|_| upright) else {
        return;
    };
    let foot = low.y + low.half().1;
    low.tilt = Tilt { lean: 0.03, turn: 0.0, tall: 0.94 };
    low.angle *= 2.5;
    low.y = foot - low.half().1;
    low.pivot = 0.0;
    low.behind = Behind::Flat;
}

/// How tall one of these is, and how much wider than a print, in units.
fn size(kind: Arrangement) -> (f32, f32) {
    match kind {
        Arrangement::Books => (4.6, 0.6),
        Arrangement::Stones => (8.0, 3.0),
        Arrangement::Suitcases => (11.0, 2.2),
        Arrangement::Bales => (13.5, 2.6),
        Arrangement::Picnic => (12.5, 1.4),
        _ => (13.0, 1.6),
    }
}

pub fn carry(kind: Arrangement, stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Frame { h, u, .. } = site.frame;
    if kind == Arrangement::Picnic {
        blanket(stage, site, homes);
    }
    let mut sorted: Vec<_> = homes.iter().filter(|home| home.behind == Behind::Ground).collect();
    // From far to near.
    sorted.sort_by(|a, b| a.y.total_cmp(&b.y));
    for (turn, home) in sorted.into_iter().enumerate() {
        let mut dice = site.dice(80 + turn as u64);
        let (tall, wider) = size(kind);
        let half = home.half().0 + u * wider;
        let foot = home.at_part(0.0, 1.0).1;
        let least = foot + u * tall * 0.55;
        let ground = (site.ground.min(h * 0.945) - u * 1.5 * (2 - turn.min(2)) as f32).max(least);
        let x = home.x;
        let bounds = [x - half - u * 7.0, foot - u * 3.0, x + half + u * 9.0, ground + u * 4.0];
        let layer = site.patch(bounds, home.depth, |c| {
            wood::stain(c, (x + u * 1.5, ground), (half + u * 4.0, u * 2.2), 0.7);
            let mut count = ((ground - foot) / (u * tall)).round().max(1.0) as usize;
            let mut step = (ground - foot) / count as f32;
            // What would be a tower stands on a table instead.
            let few = if kind == Arrangement::Books { 3 } else { 1 };
            let heavy = matches!(kind, Arrangement::Stones | Arrangement::Bales);
            if !heavy && ground - foot > u * 34.0 {
                (count, step) = (few, u * tall);
                let top = foot + step * few as f32;
                goods::table(c, (x, half + u * 2.0), (top, ground), u, site, &mut dice);
            }
            // From the ground up, so that each throws its shadow on the one below.
            for n in (0..count).rev() {
                let off = if n == 0 { 0.3 } else { 1.1 };
                let at = x + u * dice.range(-off, off);
                let wide = half + u * dice.range(-0.5, 0.9) + u * 0.3 * n.min(3) as f32;
                let top = foot + step * n as f32;
                let thing = goods::Thing { x: at - wide, y: top, w: wide * 2.0, h: step, u };
                match kind {
                    Arrangement::Suitcases => goods::suitcase(c, thing, site, &mut dice),
                    Arrangement::Books => goods::book(c, thing, site, &mut dice),
                    Arrangement::Bales => goods::bale(c, thing, site, &mut dice),
                    Arrangement::Picnic => goods::basket(c, thing, site, &mut dice),
                    Arrangement::Stones => goods::stones(c, thing, site, &mut dice),
                    _ => goods::crated(c, thing, site, &mut dice),
                }
            }
        });
        stage.place(layer);
    }
}

/// A checked blanket on the ground, seen along it.
fn blanket(stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Frame { w, h, u, .. } = site.frame;
    let Some(low) = homes.iter().max_by(|a, b| a.y.total_cmp(&b.y)) else { return };
    let lying = low.behind == Behind::Flat;
    let foot = low.at_part(0.0, 1.0).1;
    let far = if lying { low.at_part(0.0, -1.0).1 - u * 2.2 } else { foot + u * 3.0 };
    let near = (foot + u * 5.0).max(h * 0.93);
    let paint = site.dice(79).pick(&[hex(0xA8473C), hex(0x3F6A7A), hex(0x6A7A48), hex(0xB08A3C)]);
    // In a wide frame below all, else around the lowest.
    let (middle, wide) = if lying { (low.x, w * 0.64) } else { (w * 0.5, w * 0.5) };
    goods::blanket(stage, site, (far, near), (middle, wide), paint, low.depth);
}
