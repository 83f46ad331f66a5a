//! Shelves up the wall and a counter before them.

use super::{Spot, cushion, leg};
use crate::paint::{
    color::{add, hex, mix, scale},
    noise::Dice,
    shapes::{blade, curve, ink, oval, polygon, rect},
};
use crate::parts::props::vessel;
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// Shelves up the wall and a counter before them. What lies there is bread, cloth or tins.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
pub fn shop(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot, goods: Goods) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 880);
    let wood = spot.light.lit(hex(0x8A5E38), 0.95);
    let lit = |color, k| spot.light.lit(color, k);
    stage.add(frame.drawn(h * 0.1, h * 0.7, 0.2, 0.0, |c| {
        for row in 0..4 {
            let y = h * (0.23 + 0.105 * row as f32);
            let mut x = -u * 6.0;
            while x < w + u * 6.0 {
                match goods {
                    Goods::Bread => {
                        let crust = lit(
                            dice.pick(&[
                                hex(0xB9783C),
                                hex(0xC98F4E),
                                hex(0x8A5228),
                                hex(0xD9A862),
                            ]),
                            0.95,
                        );
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
                            if let Some(path) = curve(
                                (sx - u * 0.5, y - bh * 1.1),
                                &[((sx, y - bh), (sx + u * 0.5, y - bh * 0.6))],
                            ) {
                                c.line(&path, u * 0.34, ink(lit(hex(0xF0DCB4), 0.95), 0.8));
                            }
                        }
                        x += bw * 2.0 + u * 1.0;
                    }
                    Goods::Cloth => {
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
                        let tall = h * 0.075 * dice.range(0.8, 1.0);
                        cushion(c, (x, y - tall), (bw * 2.0, tall), u * 1.2, cloth);
                        for k in 0..4 {
                            if let Some(path) = rect(
                                x + u * 0.3,
                                y - tall * (0.2 + 0.2 * k as f32),
                                bw * 2.0 - u * 0.6,
                                u * 0.24,
                            ) {
                                c.fill(&path, ink(lit(hex(0xE8C25A), 0.95), 0.6));
                            }
                        }
                        x += bw * 2.0 + u * 0.4;
                    }
                    Goods::Tins => {
                        let paper = lit(
                            dice.pick(&[
                                hex(0xC9402E),
                                hex(0x2F5A8A),
                                hex(0xE8B83A),
                                hex(0x3A7A4A),
                                hex(0xF0E6D2),
                            ]),
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
                        x += bw * 2.0 + u * dice.range(0.3, 1.6);
                    }
                }
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
    stage.add(frame.drawn(top - u * 14.0, h, 0.5, 0.0, |c| {
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
        // Scales of brass, a bell, a jar of sweets.
        let brass = lit(hex(0xC79A4E), 0.97);
        let sx = w * (0.5 + plan.turn() * 0.3);
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
        let jx = w * (0.5 - plan.turn() * 0.3);
        vessel(c, (jx, top), u, (3.6, 8.6, 3.4), lit(hex(0xC9DADA), 0.9));
        for _ in 0..40 {
            let tone =
                lit(dice.pick(&[hex(0xD9402E), hex(0xE8B83A), hex(0x3A9A6A), hex(0xE87AA0)]), 0.97);
            if let Some(path) = oval(
                jx + u * dice.range(-2.6, 2.6),
                top - u * dice.range(0.9, 6.6),
                u * 0.6,
                u * 0.6,
            ) {
                c.fill(&path, ink(tone, 0.95));
            }
        }
        if let Some(path) =
            blade((jx - u * 3.0, top - u * 9.0), (jx + u * 3.0, top - u * 9.0), u * 0.9, 0.0)
        {
            c.fill(&path, ink(wood, 1.0));
        }
    }));
    lamp(stage, frame, (w * (0.5 + plan.turn() * 0.12), h * 0.1), spot);
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
