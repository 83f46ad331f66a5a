//! A bed under a quilt, and a bed of a hospital with its rail and a vase of flowers beside it.

use super::{Spot, cushion, leg};
use crate::paint::{
    color::{Rgb, hex, mix, scale},
    noise::{Dice, fbm, value},
    shapes::{curve, ink, oval, rect},
};
use crate::parts::{
    props::shadow,
    props::{rose, vessel},
};
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
const WARD: [Rgb; 3] = [hex(0x9FC0C4), hex(0xB4D0D2), hex(0xD3E4E2)];

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

pub fn hospital_bed(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let steel = spot.light.lit(hex(0xC4CCD0), 0.95);
    let half = (w * 0.4).min(h * 0.4);
    let (x0, x1) = (spot.x - half, spot.x + half);
    let foot = spot.foot + u * 19.0;
    let top = foot - u * 16.0;
    let flowers = plan.turn();
    stage.add(frame.drawn(top - u * 26.0, foot + u * 3.0, 0.46, 0.0, |c| {
        shadow(c, (spot.x, foot), half, u * 1.6);
        cushion(
            c,
            (x0 + u, top - u * 14.0),
            (x1 - x0 - u * 2.0, u * 20.0),
            u * 3.0,
            scale(steel, 0.86),
        );
        cushion(
            c,
            (x0 + u * 2.4, top - u * 12.6),
            (x1 - x0 - u * 4.8, u * 18.0),
            u * 2.4,
            spot.light.lit(hex(0xDDE6E4), 0.95),
        );
        let linen = spot.light.lit(hex(0xFBF8F2), 0.97);
        cushion(c, (spot.x - half * 0.62, top - u * 7.6), (half * 1.24, u * 11.0), u * 4.4, linen);
        // A small table with flowers, on the side of the window.
        let tx = spot.x + flowers * (half + u * 8.0);
        for dx in [-3.6, 3.6] {
            leg(c, (tx + u * dx, foot), u * 15.0, u * 0.5, steel);
        }
        if let Some(path) = rect(tx - u * 5.4, foot - u * 16.0, u * 10.8, u * 1.3) {
            c.fill(&path, ink(spot.light.lit(hex(0xB98F64), 0.95), 1.0));
        }
        vessel(c, (tx, foot - u * 16.0), u, (1.5, 5.4, 1.1), spot.light.lit(hex(0x9DB8C0), 0.95));
        let mut dice = Dice::new(plan.seed, 93);
        let (dark, pale) = plan.foliage();
        for _ in 0..9 {
            let (fx, fy) = (tx + u * dice.range(-3.4, 3.4), foot - u * dice.range(24.0, 30.0));
            if let Some(path) = curve((tx, foot - u * 20.0), &[((tx, fy + u * 3.0), (fx, fy))]) {
                c.line(&path, u * 0.3, ink(spot.light.lit(mix(dark, pale, 0.3), 0.9), 1.0));
            }
            let tone = dice.pick(&[hex(0xE6A13C), hex(0xE27A86), hex(0xF3E3A8), hex(0xC98BC0)]);
            rose(c, (fx, fy), u * dice.range(1.1, 1.6), spot.light.lit(tone, 0.96));
        }
    }));
    quilt(stage, plan, frame, spot, (x0 + u * 1.6, x1 - u * 1.6), (top + u, foot), &WARD);
    // The rail at the foot.
    stage.add(frame.drawn(foot - u * 12.0, foot + u * 2.0, 0.52, 0.0, |c| {
        for y in [foot - u * 10.6, foot - u * 6.4] {
            if let Some(path) = rect(x0, y, x1 - x0, u * 1.1) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u * 1.1),
                    &[(0.0, ink(scale(steel, 1.1), 1.0)), (1.0, ink(scale(steel, 0.6), 1.0))],
                );
            }
        }
        for k in 0..=6 {
            leg(c, (x0 + (x1 - x0) * k as f32 / 6.0, foot - u * 0.2), u * 10.6, u * 0.5, steel);
        }
        for x in [x0 + u, x1 - u] {
            if let Some(path) = oval(x, foot + u * 0.4, u * 1.2, u * 1.2) {
                c.fill(&path, ink(hex(0x2E3236), 1.0));
            }
        }
    }));
}
