//! Shelves up the wall and a counter before them.

use super::{Spot, cushion, leg};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{Canvas, Position, blade, curve, ink, oval, polygon, rect},
};
use crate::parts::props::vessel;
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// How a colour looks in the light of the shop, as bright as this.
type Lit<'a> = &'a dyn Fn(Rgb, f32) -> Rgb;

/// A shop: its shelves, its counter with what stands there, a lamp.
pub fn shop(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot, goods: Goods) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 880);
    let wood = spot.light.lit(hex(0x8A5E38), 0.95);
    let lit: Lit<'_> = &|color, k| spot.light.lit(color, k);
    stage.add(frame.drawn(h * 0.1, h * 0.7, 0.2, 0.0, |c| {
        for row in 0..4 {
            let y = h * (0.23 + 0.105 * row as f32);
            let mut x = -u * 6.0;
            while x < w + u * 6.0 {
                x += match goods {
                    Goods::Bread => loaf(c, (x, y), u, lit, &mut dice),
                    Goods::Cloth => bolt(c, (x, y), u, lit, &mut dice),
                    Goods::Tins => tin(c, (x, y), u, lit, &mut dice),
                };
            }
            if let Some(path) = rect(-u * 9.0, y, w + u * 18.0, u * 1.6) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u * 1.6),
                    &[
                        (0.0, ink(add(wood, [1.0; 3], 0.12), 1.0)),
                        (1.0, ink(scale(wood, 0.45), 1.0)),
                    ],
                );
            }
        }
    }));
    let top = h * 0.69;
    let at = |side: f32| (w * (0.5 + plan.turn() * 0.3 * side), top);
    stage.add(frame.drawn(top - u * 14.0, h, 0.5, 0.0, |c| {
        counter(c, frame, top, wood);
        match goods {
            Goods::Bread => basket(c, at(1.0), u, lit, &mut dice),
            Goods::Cloth => {
                unrolled(c, at(1.0), u, lit, &mut dice);
                scissors(c, at(-0.9), u, lit);
            }
            Goods::Tins => {
                scales(c, at(1.0), u, lit);
                sweets(c, at(-1.0), u, lit, &mut dice);
            }
        }
    }));
    lamp(stage, frame, (w * (0.5 + plan.turn() * 0.12), h * 0.1), spot);
}

/// A loaf with its left foot there; how much room it takes.
fn loaf(c: &mut Canvas, (x, y): Position, u: f32, lit: Lit<'_>, dice: &mut Dice) -> f32 {
    let crust = lit(dice.pick(&[hex(0xB9783C), hex(0xC98F4E), hex(0x8A5228), hex(0xD9A862)]), 0.95);
    let (bw, bh) = (u * dice.range(3.4, 5.6), u * dice.range(2.6, 4.0));
    if let Some(path) = curve(
        (x, y),
        &[
            ((x, y - bh * 1.6), (x + bw, y - bh * 1.3)),
            ((x + bw * 2.0, y - bh * 1.6), (x + bw * 2.0, y)),
        ],
    ) {
        c.fade(
            &path,
            (0.0, y - bh * 1.4),
            (0.0, y),
            &[
                (0.0, ink(add(crust, [1.0; 3], 0.14), 1.0)),
                (0.5, ink(crust, 1.0)),
                (1.0, ink(scale(crust, 0.55), 1.0)),
            ],
        );
    }
    for k in 1..4 {
        let sx = x + bw * 0.5 * k as f32;
        if let Some(path) =
            curve((sx - u * 0.5, y - bh * 1.1), &[((sx, y - bh), (sx + u * 0.5, y - bh * 0.6))])
        {
            c.line(&path, u * 0.34, ink(lit(hex(0xF0DCB4), 0.95), 0.8));
        }
    }
    bw * 2.0 + u * 1.0
}

/// A bolt of cloth with its left foot there; how much room it takes.
fn bolt(c: &mut Canvas, (x, y): Position, u: f32, lit: Lit<'_>, dice: &mut Dice) -> f32 {
    let cloth = lit(
        dice.pick(&[
            hex(0xB8303A),
            hex(0x2F6A8A),
            hex(0xD9A02E),
            hex(0x7A3A7A),
            hex(0x2F7A5A),
            hex(0xE8D9C0),
            hex(0xD9608A),
        ]),
        0.95,
    );
    let bw = u * dice.range(2.0, 3.4);
    let tall = u * 10.0 * dice.range(0.8, 1.0);
    cushion(c, (x, y - tall), (bw * 2.0, tall), u * 1.2, cloth);
    for k in 0..4 {
        if let Some(path) =
            rect(x + u * 0.3, y - tall * (0.2 + 0.2 * k as f32), bw * 2.0 - u * 0.6, u * 0.24)
        {
            c.fill(&path, ink(lit(hex(0xE8C25A), 0.95), 0.6));
        }
    }
    bw * 2.0 + u * 0.4
}

/// A tin with its left foot there; how much room it takes.
fn tin(c: &mut Canvas, (x, y): Position, u: f32, lit: Lit<'_>, dice: &mut Dice) -> f32 {
    let paper = lit(
        dice.pick(&[hex(0xC9402E), hex(0x2F5A8A), hex(0xE8B83A), hex(0x3A7A4A), hex(0xF0E6D2)]),
        0.95,
    );
    let bw = u * dice.range(1.6, 2.3);
    let tall = u * dice.range(4.6, 7.0);
    if let Some(path) = rect(x, y - tall, bw * 2.0, tall) {
        c.fade(
            &path,
            (x, 0.0),
            (x + bw * 2.0, 0.0),
            &[
                (0.0, ink(scale(paper, 0.8), 1.0)),
                (0.35, ink(add(paper, [1.0; 3], 0.16), 1.0)),
                (1.0, ink(scale(paper, 0.56), 1.0)),
            ],
        );
    }
    if let Some(path) = rect(x, y - tall * 0.66, bw * 2.0, tall * 0.3) {
        c.fill(&path, ink(lit(hex(0xF6EFE0), 0.95), 0.85));
    }
    bw * 2.0 + u * dice.range(0.3, 1.6)
}

/// The counter from the front, with its panels.
fn counter(c: &mut Canvas, frame: Frame, top: f32, wood: Rgb) {
    let Frame { w, h, u, .. } = frame;

    if let Some(path) = rect(-u * 9.0, top, w + u * 18.0, u * 3.0) {
        c.fade(
            &path,
            (0.0, top),
            (0.0, top + u * 3.0),
            &[(0.0, ink(add(wood, [1.0; 3], 0.2), 1.0)), (1.0, ink(scale(wood, 0.7), 1.0))],
        );
    }
    if let Some(path) = rect(-u * 9.0, top + u * 3.0, w + u * 18.0, h - top) {
        c.fade(
            &path,
            (0.0, top + u * 3.0),
            (0.0, h),
            &[(0.0, ink(scale(wood, 0.62), 1.0)), (1.0, ink(scale(wood, 0.34), 1.0))],
        );
    }
    let mut x = u * 2.0;
    while x < w {
        if let Some(path) = rect(x, top + u * 6.0, u * 14.0, h * 0.16) {
            c.line(&path, u * 0.5, ink(scale(wood, 0.42), 1.0));
        }
        x += u * 18.0;
    }
}

/// Scales of brass.
fn scales(c: &mut Canvas, (sx, top): Position, u: f32, lit: Lit<'_>) {
    let brass = lit(hex(0xC79A4E), 0.97);
    leg(c, (sx, top), u * 11.0, u * 0.6, brass);
    for e in [-1.0f32, 1.0] {
        if let Some(path) = curve(
            (sx, top - u * 10.6),
            &[((sx + e * u * 3.0, top - u * 11.6), (sx + e * u * 6.0, top - u * 9.6))],
        ) {
            c.line(&path, u * 0.5, ink(brass, 1.0));
        }
        if let Some(path) = oval(sx + e * u * 6.0, top - u * 4.4, u * 3.4, u * 0.9) {
            c.fill(&path, ink(brass, 1.0));
        }
        for d in [-1.0f32, 1.0] {
            if let Some(path) = curve(
                (sx + e * u * 6.0, top - u * 9.6),
                &[(
                    (sx + e * u * 6.0 + d * u * 1.5, top - u * 7.0),
                    (sx + e * u * 6.0 + d * u * 3.0, top - u * 4.6),
                )],
            ) {
                c.line(&path, u * 0.16, ink(brass, 1.0));
            }
        }
    }
    if let Some(path) = rect(sx - u * 4.0, top - u * 1.0, u * 8.0, u * 1.2) {
        c.fill(&path, ink(scale(brass, 0.8), 1.0));
    }
}

/// A jar of sweets.
fn sweets(c: &mut Canvas, (jx, top): Position, u: f32, lit: Lit<'_>, dice: &mut Dice) {
    vessel(c, (jx, top), u, (3.6, 8.6, 3.4), lit(hex(0xC9DADA), 0.9));
    for _ in 0..40 {
        let tone =
            lit(dice.pick(&[hex(0xD9402E), hex(0xE8B83A), hex(0x3A9A6A), hex(0xE87AA0)]), 0.97);
        if let Some(path) =
            oval(jx + u * dice.range(-2.6, 2.6), top - u * dice.range(0.9, 6.6), u * 0.6, u * 0.6)
        {
            c.fill(&path, ink(tone, 0.95));
        }
    }
    if let Some(path) =
        blade((jx - u * 3.0, top - u * 9.0), (jx + u * 3.0, top - u * 9.0), u * 0.9, 0.0)
    {
        c.fill(&path, ink(lit(hex(0x8A5E38), 0.95), 1.0));
    }
}

/// A bolt that lies on the counter, unrolled over its edge, with a yardstick before it.
fn unrolled(c: &mut Canvas, (x, top): Position, u: f32, lit: Lit<'_>, dice: &mut Dice) {
    let cloth = lit(dice.pick(&[hex(0xB8303A), hex(0x2F6A8A), hex(0x7A3A7A), hex(0x2F7A5A)]), 0.97);
    let gold = lit(hex(0xE8C25A), 0.97);
    let (half, foot) = (u * 9.0, top + u * 20.0);
    // What hangs: folds that widen towards the hem.
    for k in 0..9 {
        let (s, t) = (k as f32 / 9.0 * 2.0 - 1.0, (k + 1) as f32 / 9.0 * 2.0 - 1.0);
        let sag = u * 1.4 * (1.0 - (s + t).abs() / 2.0) + u * dice.range(0.0, 0.8);
        let fold = [
            (x + half * s, top - u * 0.4),
            (x + half * t, top - u * 0.4),
            (x + half * 1.08 * t, foot + sag),
            (x + half * 1.08 * s, foot + sag),
        ];
        let bright = if k % 2 == 0 { 1.06 } else { 0.82 };
        if let Some(path) = polygon(&fold) {
            let stops = [
                (0.0, ink(scale(cloth, bright * 0.78), 1.0)),
                (0.5, ink(add(scale(cloth, bright), [1.0, 0.95, 0.9], 0.05), 1.0)),
                (1.0, ink(scale(cloth, bright * 0.66), 1.0)),
            ];
            c.fade(&path, (fold[0].0, 0.0), (fold[1].0, 0.0), &stops);
        }
        let hem = |up: f32| foot + sag - u * up;
        let border = [
            (x + half * 1.08 * s, hem(2.4)),
            (x + half * 1.08 * t, hem(2.4)),
            (x + half * 1.08 * t, hem(1.0)),
            (x + half * 1.08 * s, hem(1.0)),
        ];
        if let Some(path) = polygon(&border) {
            c.fill(&path, ink(scale(gold, bright * 0.9), 0.85));
        }
    }
    cushion(c, (x - half * 1.1, top - u * 4.6), (half * 2.2, u * 4.6), u * 2.2, cloth);
    if let Some(path) = oval(x + half * 1.1, top - u * 2.3, u * 1.0, u * 2.2) {
        c.fill(&path, ink(lit(hex(0xD8C4A0), 0.9), 1.0));
        c.line(&path, u * 0.3, ink(scale(cloth, 0.5), 1.0));
    }
    let stick = lit(hex(0xE0B64A), 0.97);
    if let Some(path) = rect(x - u * 25.0, top - u * 0.9, u * 13.0, u * 1.1) {
        c.fill(&path, ink(stick, 1.0));
    }
    for n in 0..13 {
        let long = if n % 3 == 0 { 0.7 } else { 0.4 };
        if let Some(path) = rect(x - u * (24.6 - n as f32), top - u * 0.9, u * 0.14, u * long) {
            c.fill(&path, ink([0.12, 0.08, 0.05], 0.9));
        }
    }
}

/// Tailor's scissors that lie on the counter, open.
fn scissors(c: &mut Canvas, (x, top): Position, u: f32, lit: Lit<'_>) {
    let (steel, grip) = (lit(hex(0xC4C9CC), 0.97), lit(hex(0x2A2624), 0.97));
    let (y, joint) = (top - u * 1.4, x - u * 0.6);
    if let Some(path) = oval(x, top - u * 0.2, u * 7.0, u * 0.7) {
        c.fill(&path, ink([0.04, 0.03, 0.02], 0.35));
    }
    for e in [-1.0f32, 1.0] {
        let tip = (x - u * 7.4, y - e * u * 1.5);
        if let Some(path) = blade((joint + u, y + e * u * 0.4), tip, u * 0.8, 0.0) {
            c.fill(&path, ink(scale(steel, 1.0 - 0.18 * e), 1.0));
        }
        if let Some(path) = oval(x + u * 4.2, y + e * u * 1.4, u * 2.0, u * 1.0) {
            c.line(&path, u * 0.8, ink(grip, 1.0));
        }
        if let Some(path) =
            curve((joint, y), &[((x + u, y + e * u * 0.3), (x + u * 2.4, y + e * u * 1.2))])
        {
            c.line(&path, u * 0.8, ink(grip, 1.0));
        }
    }
    if let Some(path) = oval(joint, y, u * 0.5, u * 0.4) {
        c.fill(&path, ink(scale(steel, 0.6), 1.0));
    }
}

/// A basket of long loaves.
fn basket(c: &mut Canvas, (x, top): Position, u: f32, lit: Lit<'_>, dice: &mut Dice) {
    for n in 0..7 {
        let foot = (x + u * (n as f32 - 3.0) * 1.4, top - u * 2.0);
        let tip = (foot.0 + u * (n as f32 - 3.0) * 0.7, top - u * dice.range(10.0, 12.8));
        let crust = lit(dice.pick(&[hex(0xC98F4E), hex(0xB9783C), hex(0xD9A862)]), 0.95);
        let middle = (f32::midpoint(foot.0, tip.0), f32::midpoint(foot.1, tip.1));
        if let Some(path) = curve(foot, &[(middle, tip)]) {
            c.line(&path, u * 2.4, ink(scale(crust, 0.55), 1.0));
            c.line(&path, u * 1.9, ink(crust, 1.0));
        }
        for k in 1..5 {
            let s = k as f32 / 5.0;
            let at = (foot.0 + (tip.0 - foot.0) * s, foot.1 + (tip.1 - foot.1) * s);
            let end = (at.0 + u * 0.7, at.1 - u * 0.7);
            if let Some(path) = curve((at.0 - u * 0.7, at.1 + u * 0.4), &[(at, end)]) {
                c.line(&path, u * 0.3, ink(lit(hex(0xF0DCB4), 0.95), 0.75));
            }
        }
    }
    let cane = lit(hex(0x9A6E3C), 0.95);
    let side = [
        (x - u * 6.6, top - u * 5.4),
        (x + u * 6.6, top - u * 5.4),
        (x + u * 5.2, top + u * 0.2),
        (x - u * 5.2, top + u * 0.2),
    ];
    if let Some(path) = polygon(&side) {
        let stops = [
            (0.0, ink(scale(cane, 0.7), 1.0)),
            (0.4, ink(add(cane, [1.0, 0.95, 0.85], 0.1), 1.0)),
            (1.0, ink(scale(cane, 0.5), 1.0)),
        ];
        c.fade(&path, (x - u * 6.6, 0.0), (x + u * 6.6, 0.0), &stops);
    }
    for row in 0..5 {
        let y = top - u * (0.4 + 1.1 * row as f32);
        for k in 0..9 {
            let across = x + u * ((k as f32 - 4.0) * 1.3 + if row % 2 == 0 { 0.3 } else { -0.3 });
            if let Some(path) = oval(across, y, u * 0.62, u * 0.42) {
                c.fill(&path, ink(scale(cane, 0.72 + 0.2 * dice.next()), 0.8));
            }
        }
    }
}

/// What a shop sells.
#[derive(Clone, Copy, PartialEq)]
pub enum Goods {
    Bread,
    Cloth,
    Tins,
}

/// A lamp of tin on a cord, with its cone of light.
fn lamp(stage: &mut Stage, frame: Frame, (x, y): (f32, f32), spot: &Spot) {
    let u = frame.u;
    let on = (0.35 + spot.light.lamp).min(1.0);
    let tin = spot.light.lit(hex(0x2F4A44), 0.95);
    let layer = frame.drawn(-u * 4.0, y + u * 7.0, 0.4, u * 2.0, |c| {
        if let Some(path) = rect(x - u * 0.2, -u * 4.0, u * 0.4, y + u * 4.0) {
            c.fill(&path, ink(hex(0x1C1816), 1.0));
        }
        if let Some(path) = polygon(&[
            (x - u * 1.4, y),
            (x + u * 1.4, y),
            (x + u * 6.4, y + u * 4.6),
            (x - u * 6.4, y + u * 4.6),
        ]) {
            c.fade(
                &path,
                (x - u * 6.0, 0.0),
                (x + u * 6.0, 0.0),
                &[
                    (0.0, ink(scale(tin, 0.8), 1.0)),
                    (0.4, ink(add(tin, [1.0; 3], 0.1), 1.0)),
                    (1.0, ink(scale(tin, 0.5), 1.0)),
                ],
            );
        }
        if let Some(path) = oval(x, y + u * 4.8, u * 5.6, u * 0.9) {
            c.fill(&path, ink(mix(hex(0xD9C9A0), [1.0, 0.93, 0.74], on), 1.0));
        }
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.7).sin() * u * 0.3, 0.0)));
    stage.sparks(0.42, move |t, out| {
        let breath = on * (0.95 + 0.05 * (t * 0.9).sin());
        out.push(Spark::glow(x, y + u * 12.0, u * 34.0, [1.0, 0.78, 0.48], 0.32 * breath));
        out.push(Spark::glow(x, y + u * 5.4, u * 7.0, [1.0, 0.9, 0.68], 0.5 * breath));
    });
}
