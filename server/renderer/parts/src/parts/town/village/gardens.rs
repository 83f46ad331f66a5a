//! What grows before the houses: bushes and flowers behind a fence, a tree.

use super::{FENCE, Street};
use crate::paint::{
    color::{hex, mix, scale},
    noise::Dice,
    shapes::{Canvas, ink, polygon},
};
use crate::parts::{
    foliage::{self, Leaves},
    forms::ball,
    props::{rose, shadow},
};
use crate::plan::Plan;

/// A fence of pickets, with bushes and flowers behind it.
pub fn hedge(
    c: &mut Canvas,
    plan: &Plan,
    street: &Street,
    side: f32,
    (near, far): (f32, f32),
    dice: &mut Dice,
) {
    let (dark, pale) = plan.foliage();
    let x = side * FENCE;
    for n in 0..34 {
        let away = far + (near - far) * n as f32 / 33.0;
        let metre = street.metre(away);
        let at = street.at(x + side * dice.range(0.2, 0.7), dice.range(0.2, 0.7), away);
        let tone = street.seen(plan, mix(dark, pale, dice.range(0.05, 0.6)), away);
        let r = metre * dice.range(0.2, 0.42);
        ball(c, at, (r, r * 0.8), tone);
        for _ in 0..3 {
            let spot = (at.0 + r * dice.range(-0.8, 0.8), at.1 - r * dice.range(0.0, 0.7));
            let bloom = dice.pick(&[
                hex(0xE8A0B0),
                hex(0xF2C24A),
                hex(0xF4EFE4),
                hex(0xC85A5A),
                hex(0x9A7AC0),
            ]);
            rose(c, spot, metre * 0.06, street.seen(plan, bloom, away));
        }
    }
    let white = street.seen(plan, hex(0xEFE8DA), near);
    let gap = (f32::midpoint(near, far) - 0.5, f32::midpoint(near, far) + 0.5);
    for (low, high) in [(0.24, 0.32), (0.68, 0.76)] {
        street.side(c, x, (near, gap.0), (low, high), scale(white, 0.8));
        street.side(c, x, (gap.1, far), (low, high), scale(white, 0.8));
    }
    let mut away = far;
    while away > near {
        if !(gap.0..gap.1).contains(&away) {
            let metre = street.metre(away);
            let (foot, top) = (street.at(x, 0.0, away), street.at(x, 0.94, away));
            let half = (metre * 0.03).max(0.5);
            let points = [
                (foot.0 - half, foot.1),
                (top.0 - half, top.1),
                (top.0, top.1 - half * 2.0),
                (top.0 + half, top.1),
                (foot.0 + half, foot.1),
            ];
            if let Some(path) = polygon(&points) {
                c.fill(&path, ink(street.seen(plan, hex(0xEFE8DA), away), 1.0));
            }
        }
        away -= 0.2;
    }
}

/// A tree in a garden, higher than the roofs.
pub fn garden_tree(
    c: &mut Canvas,
    plan: &Plan,
    street: &Street,
    side: f32,
    away: f32,
    dice: &mut Dice,
) {
    let at = street.at(side * (FENCE + 1.0), 0.0, away);
    let metre = street.metre(away);
    let sun = crate::parts::backdrop::sun(plan, street.frame, street.line);
    let leaves = Leaves::of(
        plan,
        plan.foliage(),
        street.p,
        (at, sun),
        (metre * 0.2).max(street.frame.u * 0.5),
    );
    let leaves = leaves.behind(street.p.haze, (away / 90.0).min(0.5));
    shadow(c, at, metre * 1.8, metre * 0.2);
    let bark = street.seen(plan, hex(0x6A5140), away);
    foliage::tree(c, at, metre * 6.6, foliage::GARDEN_TREE, (bark, &leaves), dice);
}
