//! A bed under a quilt.

use super::{Spot, cushion, leg};
use crate::paint::{
    color::{Rgb, hex, scale},
    noise::{Dice, fbm, value},
    shapes::{curve, ink, oval, rect},
};
use crate::parts::props::shadow;
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// A quilt of squares that falls over the foot of a bed.
fn quilt(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    spot: &Spot,
    (x0, x1): (f32, f32),
    (top, foot): (f32, f32),
    tones: &'static [Rgb],
) {
    let (u, seed) = (frame.u, plan.noise(90));
    let light = spot.light;
    stage.add(frame.painted(top - u * 2.0, foot, 0.5, 0.0, |x, y| {
        let across = (x - x0) / (x1 - x0);
        let down = (y - top) / (foot - top);
        // The sides fall; the top is a soft hill.
        let hill = u * 1.8 * (std::f32::consts::PI * across).sin().max(0.0).sqrt();
        if !(0.0..=1.0).contains(&across) || y < top - hill + u * 1.4 || down > 1.0 {
            return [0.0; 4];
        }
        let bend = (value(seed, across * 5.0, down * 2.0) - 0.5) * 0.5;
        let (sx, sy) = ((across * 9.0 + bend * 0.3), down * 5.0 + bend * 0.2);
        let (cx, cy) = (sx.floor(), sy.floor());
        let (fx, fy) = (sx.fract() - 0.5, sy.fract() - 0.5);
        let pick = ((value(seed ^ 3, cx * 2.7, cy * 3.3) * tones.len() as f32) as usize)
            .min(tones.len() - 1);
        let star = (fx.abs() + fy.abs()) < 0.36;
        let c = if star { tones[(pick + 1) % tones.len()] } else { tones[pick] };
        let seam = (0.5 - fx.abs().max(fy.abs())) * 14.0;
        let puff = 0.84 + 0.2 * seam.clamp(0.0, 1.0);
        let fold = 0.95 + 0.12 * (fbm(seed ^ 5, across * 7.0, down * 1.4, 3) - 0.5);
        let shade = 1.0 - 0.34 * down.powi(2) - 0.2 * (across - 0.5).abs();
        let [r, g, b] = light.lit(scale(c, puff * fold * shade), 0.92);
        [r.min(1.0), g.min(1.0), b.min(1.0), 1.0]
    }));
}

const PATCHES: [Rgb; 6] =
    [hex(0xB9574C), hex(0xE7D7B8), hex(0x5F7F86), hex(0xD9A55A), hex(0x7A8A5E), hex(0xC99A8C)];

pub fn bed(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let wood = spot
        .light
        .lit(Dice::new(plan.seed, 91).pick(&[hex(0x7A4E2F), hex(0x9A7248), hex(0x4E3424)]), 0.92);
    let half = (w * 0.44).min(h * 0.42);
    let (x0, x1) = (spot.x - half, spot.x + half);
    let foot = spot.foot + u * 19.0;
    let top = foot - u * 17.0;
    stage.add(frame.drawn(top - u * 22.0, foot + u * 3.0, 0.46, 0.0, |c| {
        shadow(c, (spot.x, foot), half * 1.05, u * 1.6);
        // The headboard.
        if let Some(path) = curve(
            (x0 + u, top + u * 8.0),
            &[
                ((x0 + u, top - u * 8.0), (x0 + u, top - u * 12.0)),
                ((spot.x, top - u * 22.0), (x1 - u, top - u * 12.0)),
                ((x1 - u, top - u * 8.0), (x1 - u, top + u * 8.0)),
            ],
        ) {
            c.fade(
                &path,
                (0.0, top - u * 20.0),
                (0.0, top + u * 4.0),
                &[(0.0, ink(scale(wood, 1.15), 1.0)), (1.0, ink(scale(wood, 0.6), 1.0))],
            );
        }
        for k in 1..8 {
            let x = x0 + (x1 - x0) * k as f32 / 8.0;
            if let Some(path) = rect(x - u * 0.2, top - u * 12.0, u * 0.4, u * 13.0) {
                c.fill(&path, ink(scale(wood, 0.55), 0.6));
            }
        }
        for x in [x0, x1 - u * 2.2] {
            leg(c, (x + u * 1.1, foot), u * 33.0, u * 1.1, wood);
            if let Some(path) = oval(x + u * 1.1, foot - u * 33.6, u * 1.5, u * 1.5) {
                c.fill(&path, ink(scale(wood, 1.1), 1.0));
            }
        }
        let linen = spot.light.lit(hex(0xF4EDE0), 0.96);
        for n in 0..2 {
            let wide = (x1 - x0) * 0.4;
            let x = x0 + (x1 - x0) * (0.07 + 0.46 * n as f32);
            cushion(
                c,
                (x, top - u * 6.6),
                (wide, u * 10.0),
                u * 4.0,
                scale(linen, 0.98 - 0.04 * n as f32),
            );
        }
    }));
    quilt(stage, plan, frame, spot, (x0 + u * 1.2, x1 - u * 1.2), (top, foot), &PATCHES);
}
