//! A couch with a blanket, and an armchair.

use evernear_rules::story::Feature;

use super::{Spot, cushion, leg};
use crate::paint::{
    color::{Rgb, hex, mix, scale},
    noise::{Dice, fbm, value},
    shapes::{curve, ink, oval, rect},
};
use crate::parts::props::shadow;
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// Covers people choose.
const CLOTHS: [Rgb; 5] =
    [hex(0x7E4B43), hex(0x54697A), hex(0x6F7A58), hex(0x9A7B54), hex(0x6A5674)];

const RED: Rgb = hex(0xB2352F);

/// Seen from the front, a little below the faces: back, seat and arms, with a blanket over one.
pub fn couch(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 80);
    let chosen = dice.pick(&CLOTHS);
    let red = plan.features.contains(&Feature::RedCouch);
    let cloth = spot.light.lit(if red { RED } else { chosen }, 0.92);
    let wood = spot.light.lit(hex(0x5A3B26), 0.9);
    let (half, foot) = ((w * 0.46).min(h * 0.5), spot.foot + u * 16.0);
    let (x0, x1) = (spot.x - half, spot.x + half);
    let seat = foot - u * 12.5;
    let back = foot - u * 28.0;
    let seed = plan.noise(81);
    stage.add(frame.drawn(back - u * 3.0, foot + u * 6.0, 0.5, 0.0, |c| {
        shadow(c, (spot.x, foot + u * 0.6), half * 1.04, u * 1.6);
        for x in [x0 + u * 3.5, x1 - u * 3.5] {
            leg(c, (x, foot + u * 0.4), u * 3.0, u * 0.9, wood);
        }
        // The back in two cushions.
        for n in 0..2 {
            let wide = (x1 - x0 - u * 9.0) / 2.0;
            let x = x0 + u * 4.5 + wide * n as f32;
            cushion(
                c,
                (x + u * 0.2, back),
                (wide - u * 0.4, seat - back + u * 2.0),
                u * 4.0,
                scale(cloth, 0.94),
            );
            // A button, and the folds that run to it.
            let (bx, by) = (x + wide / 2.0, back + (seat - back) * 0.45);
            for turn in 0..6 {
                let a = turn as f32 * 1.05 + 0.3;
                let (ex, ey) = (bx + a.cos() * u * 5.0, by + a.sin() * u * 3.4);
                if let Some(path) =
                    curve((bx, by), &[((bx + (ex - bx) * 0.6, by + (ey - by) * 0.5), (ex, ey))])
                {
                    c.line(&path, u * 0.28, ink(scale(cloth, 0.74), 0.5));
                }
            }
            if let Some(path) = oval(bx, by, u * 0.6, u * 0.5) {
                c.fill(&path, ink(scale(cloth, 0.62), 1.0));
            }
        }
        for n in 0..2 {
            let wide = (x1 - x0 - u * 9.0) / 2.0;
            let x = x0 + u * 4.5 + wide * n as f32;
            cushion(c, (x + u * 0.2, seat), (wide - u * 0.4, u * 5.6), u * 1.8, cloth);
        }
        if let Some(path) =
            rect(x0 + u * 3.0, seat + u * 5.2, x1 - x0 - u * 6.0, foot - seat - u * 6.6)
        {
            c.fade(
                &path,
                (0.0, seat + u * 5.0),
                (0.0, foot),
                &[(0.0, ink(scale(cloth, 0.68), 1.0)), (1.0, ink(scale(cloth, 0.45), 1.0))],
            );
        }
        for x in [x0 - u * 1.2, x1 - u * 6.4] {
            cushion(
                c,
                (x, seat - u * 6.4),
                (u * 7.6, foot - seat + u * 5.0),
                u * 3.6,
                scale(cloth, 1.04),
            );
        }
        // A throw cushion in the corner.
        let side = plan.turn();
        let (px, py) = (spot.x + side * (half - u * 13.0), seat - u * 8.4);
        let other = spot.light.lit(dice.pick(&[hex(0xD9B26A), hex(0xC9C2B0), hex(0x9FB0A0)]), 0.95);
        cushion(c, (px - u * 5.0, py), (u * 10.0, u * 9.0), u * 2.4, other);
        for k in 1..5 {
            let y = py + u * 1.8 * k as f32;
            if let Some(path) = curve((px - u * 4.6, y), &[((px, y + u * 0.5), (px + u * 4.6, y))])
            {
                c.line(&path, u * 0.3, ink(scale(other, 0.78), 0.7));
            }
        }
    }));
    blanket(stage, plan, frame, spot, (x0, x1, back), seed);
}

/// A crocheted blanket over the back, in squares.
fn blanket(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    spot: &Spot,
    (x0, x1, back): (f32, f32, f32),
    seed: u32,
) {
    let u = frame.u;
    let side = -plan.turn();
    let middle = f32::midpoint(x0, x1) + side * (x1 - x0) * 0.27;
    let tones = [hex(0xC8553D), hex(0xE8B04A), hex(0x588B8B), hex(0xF0E2C8), hex(0x8C6A9A)];
    let light = spot.light;
    stage.add(frame.painted(back - u * 1.0, back + u * 13.0, 0.5, 0.0, |x, y| {
        let (s, d) = ((x - middle) / u, (y - back) / u);
        let edge = 8.2 + (value(seed, d * 0.4, 1.0) - 0.5) * 0.8;
        let low = 11.5 + (s * 0.9).sin() * 0.5;
        if s.abs() > edge || d < -0.8 || d > low {
            return [0.0; 4];
        }
        let (cx, cy) = (((s + 20.0) / 2.6).floor(), ((d + 20.0) / 2.6).floor());
        let (fx, fy) = (((s + 20.0) / 2.6).fract() - 0.5, ((d + 20.0) / 2.6).fract() - 0.5);
        let ring = fx.abs().max(fy.abs());
        let pick = (value(seed ^ 2, cx * 3.1, cy * 2.3) * 4.99) as usize;
        let c = if ring > 0.42 {
            tones[3]
        } else if ring > 0.22 {
            tones[pick.min(4)]
        } else {
            tones[(pick + 2) % 5]
        };
        let stitch = (x / u * 7.0).sin() * (y / u * 7.0).sin() * 0.06;
        let fold = 0.94 + 0.1 * (s * 0.8 + fbm(seed, s * 0.2, d * 0.1, 2) * 3.0).sin();
        let [r, g, b] = light.lit(scale(c, (fold + stitch) * (1.0 - 0.016 * d)), 0.9);
        [r.min(1.0), g.min(1.0), b.min(1.0), 1.0]
    }));
}

/// A deep chair with ears and a cloth over its back, turned to the window.
pub fn armchair(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let u = frame.u;
    let mut dice = Dice::new(plan.seed, 84);
    let cloth = spot.light.lit(dice.pick(&CLOTHS), 0.92);
    let wood = spot.light.lit(hex(0x5A3B26), 0.9);
    let (x, foot) = (spot.x, spot.foot + u * 9.0);
    let seat = foot - u * 12.0;
    stage.add(frame.drawn(foot - u * 38.0, foot + u * 4.0, 0.46, 0.0, |c| {
        shadow(c, (x, foot), u * 14.0, u * 1.3);
        for dx in [-9.5, 9.5] {
            leg(c, (x + u * dx, foot + u * 0.3), u * 3.0, u * 0.8, wood);
        }
        if let Some(path) = curve(
            (x - u * 9.5, seat + u * 2.0),
            &[
                ((x - u * 13.0, seat - u * 20.0), (x - u * 8.5, seat - u * 24.0)),
                ((x, seat - u * 26.6), (x + u * 8.5, seat - u * 24.0)),
                ((x + u * 13.0, seat - u * 20.0), (x + u * 9.5, seat + u * 2.0)),
            ],
        ) {
            c.fade(
                &path,
                (x, seat - u * 26.0),
                (x, seat),
                &[
                    (0.0, ink(mix(cloth, [1.0; 3], 0.1), 1.0)),
                    (0.5, ink(cloth, 1.0)),
                    (1.0, ink(scale(cloth, 0.66), 1.0)),
                ],
            );
        }
        // A worked cloth over the back.
        let linen = spot.light.lit(hex(0xEFE5D2), 0.94);
        if let Some(path) = curve(
            (x - u * 5.4, seat - u * 25.0),
            &[
                ((x, seat - u * 26.4), (x + u * 5.4, seat - u * 25.0)),
                ((x + u * 5.8, seat - u * 19.0), (x + u * 5.0, seat - u * 16.6)),
                ((x, seat - u * 14.4), (x - u * 5.0, seat - u * 16.6)),
                ((x - u * 5.8, seat - u * 19.0), (x - u * 5.4, seat - u * 25.0)),
            ],
        ) {
            c.fill(&path, ink(linen, 0.95));
        }
        for k in -4..=4 {
            let px = x + u * 1.1 * k as f32;
            if let Some(path) =
                oval(px, seat - u * (16.4 - 0.08 * (k * k) as f32), u * 0.42, u * 0.42)
            {
                c.fill(&path, ink(scale(linen, 0.8), 1.0));
            }
        }
        cushion(c, (x - u * 9.4, seat - u * 1.4), (u * 18.8, u * 6.4), u * 2.6, scale(cloth, 1.05));
        if let Some(path) = rect(x - u * 9.4, seat + u * 4.6, u * 18.8, foot - seat - u * 6.0) {
            c.fade(
                &path,
                (0.0, seat + u * 4.0),
                (0.0, foot),
                &[(0.0, ink(scale(cloth, 0.7), 1.0)), (1.0, ink(scale(cloth, 0.44), 1.0))],
            );
        }
        for dx in [-13.4, 7.8] {
            cushion(
                c,
                (x + u * dx, seat - u * 7.6),
                (u * 5.6, foot - seat + u * 6.0),
                u * 2.8,
                scale(cloth, 0.98),
            );
        }
    }));
}
