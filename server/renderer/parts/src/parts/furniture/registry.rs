//! Where a register is signed: a desk with the open book, a pen and flowers, an arch of flowers on the
//! wall behind it, chairs with ribbons at both sides.

use super::{Spot, cushion, leg};
use crate::paint::{
    color::{add, hex, mix, scale},
    noise::Dice,
    shapes::Canvas,
};
use crate::parts::{
    forms::{ball, bar, bent, block, fall, flat, post, shade},
    props::{leaf, rose, shadow, vessel},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

pub fn register(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    arch(stage, plan, frame, spot);
    chairs(stage, plan, frame, spot);
    desk(stage, plan, frame, spot);
}

/// A plate on the wall without words, a garland of flowers and leaves round it.
fn arch(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = spot.light;
    let mut dice = Dice::new(plan.seed, 770);
    let bloom = dice.pick(&[
        [hex(0xF6E9DC), hex(0xF0B8C0), hex(0xD97A86)],
        [hex(0xFBF6EA), hex(0xF3D28A), hex(0xE8A05A)],
        [hex(0xF6F0F0), hex(0xC8B0E0), hex(0x9A7AC0)],
    ]);
    let (dark, pale) = plan.foliage();
    let (x, half, top, low) = (spot.x, (w * 0.33).min(u * 27.0), h * 0.14, h * 0.66);
    let gold = light.lit(hex(0xD9B25A), 0.97);
    stage.add(frame.drawn(h * 0.06, low + u * 3.0, 0.19, 0.0, |c| {
        // Two rings that lie in one another, in gold.
        for e in [-1.0f32, 1.0] {
            let at = (x + e * u * 2.6, h * 0.27);
            for (dy, tone) in
                [(0.6f32, scale(gold, 0.4)), (0.0, gold), (-0.25, add(gold, [1.0; 3], 0.3))]
            {
                if let Some(path) =
                    crate::paint::shapes::oval(at.0, at.1 + u * dy, u * 4.2, u * 4.2)
                {
                    c.line(
                        &path,
                        u * if dy < 0.0 { 0.4 } else { 1.2 },
                        crate::paint::shapes::ink(tone, 1.0),
                    );
                }
            }
        }
        let at = |s: f32| {
            // From one foot over the arch to the other.
            let straight = ((s - 0.5).abs() - 0.3).max(0.0) / 0.2;
            let rise = h * 0.16;
            if straight > 0.0 {
                let e = (s - 0.5).signum();
                (x + e * half, top + rise + (low - top - rise) * straight)
            } else {
                let a = std::f32::consts::PI * (1.0 - (s - 0.2) / 0.6);
                (x + a.cos() * half, top + rise - a.sin() * rise)
            }
        };
        for n in 0..60 {
            let (p, q) = (at(n as f32 / 60.0), at((n + 1) as f32 / 60.0));
            bar(c, p, q, u * 0.9, light.lit(hex(0xE6DCC8), 0.95));
        }
        for n in 0..230 {
            let p = at(n as f32 / 230.0);
            let p = (p.0 + u * dice.range(-2.4, 2.4), p.1 + u * dice.range(-2.4, 2.4));
            leaf(
                c,
                p,
                u * dice.range(1.8, 3.6),
                dice.range(0.0, 6.3),
                light.lit(mix(dark, pale, dice.next()), 0.92),
            );
        }
        for n in 0..96 {
            let p = at(n as f32 / 96.0);
            let p = (p.0 + u * dice.range(-1.8, 1.8), p.1 + u * dice.range(-1.8, 1.8));
            rose(c, p, u * dice.range(1.1, 2.1), light.lit(dice.pick(&bloom), 0.96));
        }
    }));
}

/// Chairs with a ribbon on their backs, turned to the desk.
fn chairs(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = spot.light;
    let ribbon = light
        .lit(Dice::new(plan.seed, 772).pick(&[hex(0xE0A0A8), hex(0xE8C878), hex(0xA8B8D8)]), 0.97);
    let white = light.lit(hex(0xF3ECDF), 0.96);
    stage.add(frame.drawn(h * 0.5, h * 0.88, 0.46, 0.0, |c: &mut Canvas| {
        for side in [-1.0f32, 1.0] {
            for n in 0..2 {
                let k = u * (0.9 + 0.22 * n as f32);
                let x = w * 0.5 + side * ((w * 0.36).min(u * 44.0) + u * 9.0 * n as f32);
                let foot = spot.foot + u * (6.0 + 9.0 * n as f32);
                shadow(c, (x, foot), k * 6.0, u);
                for dx in [-4.2f32, 4.2] {
                    leg(c, (x + k * dx, foot), k * 9.0, k * 0.5, scale(white, 0.8));
                    post(c, x + k * dx, (foot - k * 21.0, foot - k * 8.0), k * 0.55, white);
                }
                cushion(c, (x - k * 5.0, foot - k * 10.4), (k * 10.0, k * 2.6), k, white);
                for dy in [12.5f32, 15.5, 18.5] {
                    bent(
                        c,
                        (x - k * 4.2, foot - k * dy),
                        (x, foot - k * (dy + 1.0)),
                        (x + k * 4.2, foot - k * dy),
                        k * 0.9,
                        white,
                    );
                }
                for e in [-1.0f32, 1.0] {
                    flat(
                        c,
                        &[
                            (x, foot - k * 17.0),
                            (x + e * k * 3.4, foot - k * 19.0),
                            (x + e * k * 3.4, foot - k * 15.2),
                        ],
                        scale(ribbon, if e < 0.0 { 1.08 } else { 0.86 }),
                    );
                    bent(
                        c,
                        (x, foot - k * 17.0),
                        (x + e * k * 1.4, foot - k * 13.0),
                        (x + e * k * 2.0, foot - k * 9.6),
                        k * 1.0,
                        ribbon,
                    );
                }
            }
        }
    }));
}

/// The desk, panelled, with a cloth; on it the book, a pen in its stand, a bouquet.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn desk(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = spot.light;
    let wood = light
        .lit(Dice::new(plan.seed, 774).pick(&[hex(0x6A3E26), hex(0x5A3426), hex(0x7A5230)]), 0.95);
    let (x, half, top, foot) = (spot.x, (w * 0.3).min(u * 26.0), h * 0.625, spot.foot + u * 3.0);
    let mut dice = Dice::new(plan.seed, 775);
    stage.add(frame.drawn(top - u * 20.0, foot + u * 3.0, 0.4, 0.0, |c| {
        shadow(c, (x, foot), half * 1.2, u * 1.6);
        shade(c, (x - half, top + u * 3.0), (half * 2.0, foot - top - u * 3.0));
        block(c, (x - half, top + u * 1.6), (half * 2.0, foot - top - u * 1.6), wood);
        for n in 0..3 {
            let l = x - half + half * 0.66 * n as f32 + u * 1.4;
            let wide = half * 0.66 - u * 2.4;
            block(c, (l, top + u * 4.0), (wide, foot - top - u * 6.6), scale(wood, 0.72));
            block(
                c,
                (l + u * 0.6, top + u * 4.8),
                (wide - u * 1.2, foot - top - u * 8.0),
                scale(wood, 1.1),
            );
        }
        block(c, (x - half * 1.06, foot - u * 1.6), (half * 2.12, u * 1.6), scale(wood, 0.8));
        fall(
            c,
            &[
                (x - half * 0.98, top - u * 2.6),
                (x + half * 0.98, top - u * 2.6),
                (x + half * 1.08, top),
                (x - half * 1.08, top),
            ],
            (top - u * 2.6, top),
            [add(wood, [1.0; 3], 0.14), add(wood, [1.0; 3], 0.04)],
        );
        block(c, (x - half * 1.08, top), (half * 2.16, u * 1.8), scale(wood, 0.9));
        // The open book.
        let page = light.lit(hex(0xFAF4E4), 0.98);
        let y = top - u * 1.2;
        flat(
            c,
            &[
                (x - u * 9.4, y + u * 0.8),
                (x - u * 8.2, y - u * 3.0),
                (x + u * 8.2, y - u * 3.0),
                (x + u * 9.4, y + u * 0.8),
            ],
            light.lit(hex(0x7A2430), 0.95),
        );
        for e in [-1.0f32, 1.0] {
            fall(
                c,
                &[
                    (x, y - u * 3.2),
                    (x + e * u * 4.0, y - u * 4.4),
                    (x + e * u * 7.8, y - u * 3.4),
                    (x + e * u * 8.8, y + u * 0.1),
                    (x + e * u * 4.4, y - u * 0.9),
                    (x, y + u * 0.4),
                ],
                (y - u * 4.4, y),
                [page, scale(page, 0.88)],
            );
            for k in 0..4 {
                let dy = -u * (3.3 - 0.7 * k as f32);
                bent(
                    c,
                    (x + e * u * 1.2, y + dy + u * 0.2),
                    (x + e * u * 4.2, y + dy - u * 0.7),
                    (x + e * u * (7.0 + 0.2 * k as f32), y + dy + u * 0.2),
                    u * 0.16,
                    light.lit(hex(0x6A6A80), 0.9),
                );
            }
        }
        bar(
            c,
            (x + u * 2.0, y - u * 1.6),
            (x + u * 8.4, y - u * 5.6),
            u * 0.44,
            light.lit(hex(0x2A3A6A), 0.95),
        );
        bar(
            c,
            (x + u * 2.0, y - u * 1.6),
            (x + u * 3.0, y - u * 2.2),
            u * 0.5,
            light.lit(hex(0xE0B450), 0.97),
        );
        let (dark, pale) = plan.foliage();
        let bx = x - plan.turn() * half * 0.72;
        vessel(c, (bx, top - u * 0.6), u, (2.4, 6.4, 2.0), light.lit(hex(0xDDE6E8), 0.96));
        for _ in 0..30 {
            let p = (bx + u * dice.range(-5.0, 5.0), top - u * dice.range(6.0, 14.0));
            leaf(
                c,
                p,
                u * dice.range(2.0, 3.6),
                dice.range(0.0, 6.3),
                light.lit(mix(dark, pale, dice.next()), 0.92),
            );
        }
        for _ in 0..22 {
            let a = dice.range(0.0, 6.3);
            let r = dice.next().sqrt();
            rose(
                c,
                (bx + a.cos() * r * u * 4.8, top - u * 10.4 + a.sin() * r * u * 3.8),
                u * dice.range(1.2, 1.9),
                light.lit(dice.pick(&[hex(0xF6E9DC), hex(0xF0B8C0), hex(0xD97A86)]), 0.97),
            );
        }
        // A lamp with a green shade.
        let lx = x + plan.turn() * half * 0.74;
        let brass = light.lit(hex(0xD0A04A), 0.96);
        ball(c, (lx, top - u * 0.6), (u * 2.6, u * 0.8), brass);
        post(c, lx, (top - u * 10.0, top - u * 0.6), u * 0.4, brass);
        fall(
            c,
            &[
                (lx - u * 4.8, top - u * 9.6),
                (lx - u * 3.6, top - u * 12.8),
                (lx + u * 3.6, top - u * 12.8),
                (lx + u * 4.8, top - u * 9.6),
            ],
            (top - u * 12.8, top - u * 9.6),
            [
                light.lit(hex(0x2A6A4A), 0.95),
                mix(light.lit(hex(0x3A8A5A), 0.95), hex(0xE8F0B0), 0.5 * light.lamp),
            ],
        );
    }));
    let (lx, on) = (x + plan.turn() * half * 0.74, light.lamp);
    stage.sparks(0.41, move |t, out| {
        let breath = on * (0.96 + 0.04 * (t * 0.9).sin());
        out.push(Spark::glow(lx, top - u * 7.0, u * 10.0, [1.0, 0.86, 0.56], 0.7 * breath));
    });
}
