//! What lies beyond: sky, and what is below it up to the horizon and nearer. Verandas, windows and
//! boats look out on one of these.

use evernear_rules::story::Hour;
use serde::Deserialize;

use super::{beach, sky};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, ridge, value},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// What can be seen.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// Open water up to the horizon.
    Sea,
    /// The sea, and the sand it runs out on.
    Shore,
    /// Hedges, trees and lawn.
    Garden,
    /// Rolling hills, one behind the other.
    Hills,
    /// Flat land with a few trees far away.
    Plain,
    /// Peaks behind hills.
    Peaks,
    /// Sand to the horizon, in waves.
    Dunes,
}

impl View {
    /// How the setting of this name is seen from somewhere else.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "beach" | "harbour" | "pier" | "sea-cliff" | "lake" | "river" => Self::Sea,
            "garden" | "orchard" | "forest" | "vegetable-garden" | "meadow" => Self::Garden,
            "hills" | "vineyard" | "tea-field" | "farm" => Self::Hills,
            "mountain-peak" | "table-mountain" => Self::Peaks,
            "desert" | "dunes" => Self::Dunes,
            "wheat-field" | "village-street" => Self::Plain,
            _ => return None,
        })
    }
}

/// Draws it; the colours of its sky. `horizon` is a part of the frame's height.
pub fn draw(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    view: View,
    horizon: f32,
) -> sky::Palette {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let line = (h * horizon).round();
    let mut dice = Dice::new(plan.seed, 1);
    let high = match plan.hour {
        Hour::Sunset => 6.0,
        Hour::Dawn => 8.0,
        Hour::Day => 26.0,
        Hour::Night => 24.0,
    };
    let sun = (w * dice.pick(&[0.24, 0.5, 0.76]) + u * dice.range(-3.0, 3.0), line - u * high);
    let p = sky::add_sky(stage, plan, frame, line, sun);
    match view {
        View::Sea => {
            let shore = h;
            beach::sea(stage, plan, frame, (line, shore), sun, p);
            beach::glitter(stage, plan, frame, (line, shore), sun, p);
            beach::sail(stage, plan, frame, line, p);
        }
        View::Shore => {
            let shore = h * 0.8;
            beach::sea(stage, plan, frame, (line, shore), sun, p);
            beach::glitter(stage, plan, frame, (line, shore), sun, p);
            beach::sand(stage, plan, frame, shore, p);
            beach::waves(stage, plan, frame, shore, p);
        }
        View::Garden => {
            hills(stage, plan, frame, line, p, 1);
            trees(stage, plan, frame, line, p);
            grass(stage, plan, frame, line + u * 5.0, p);
        }
        View::Hills => {
            hills(stage, plan, frame, line, p, 4);
            grass(stage, plan, frame, line + u * 14.0, p);
        }
        View::Peaks => {
            peaks(stage, plan, frame, line, p);
            hills(stage, plan, frame, line + u * 2.0, p, 3);
            grass(stage, plan, frame, line + u * 12.0, p);
        }
        View::Plain => {
            hills(stage, plan, frame, line - u * 1.5, p, 1);
            grass(stage, plan, frame, line, p);
        }
        View::Dunes => dunes(stage, plan, frame, line, sun, p),
    }
    p
}

/// Hills, the nearer the darker and the lower in the frame.
pub fn hills(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette, count: u32) {
    let u = frame.u;
    let (dark, pale) = plan.foliage();
    for n in 0..count {
        let seed = plan.noise(60 + n);
        let near = (n + 1) as f32 / (count + 1) as f32;
        let (tall, size) = (u * (7.0 + 2.0 * near), u * (34.0 - 8.0 * near));
        let foot = line + u * 4.2 * n as f32;
        let dim = plan.daylight();
        let (a, b) = (lit(plan, dark), lit(plan, pale));
        stage.add(frame.painted(
            foot - tall * 1.6,
            foot + u * 12.0,
            0.06 + 0.1 * near,
            0.0,
            |x, y| {
                let top = foot - tall * (fbm(seed, x / size, 0.3, 3) * 1.3 - 0.1);
                let inside = (y - top + 0.5).clamp(0.0, 1.0);
                if inside <= 0.0 {
                    return [0.0; 4];
                }
                let down = ((y - top) / (tall * 1.4)).clamp(0.0, 1.0);
                let bush = fbm(seed ^ 2, x / (u * 2.6), y / (u * 1.5), 3);
                let slope = fbm(seed, (x + u * 3.0) / size, 0.3, 3)
                    - fbm(seed, (x - u * 3.0) / size, 0.3, 3);
                let lit = (0.52 + slope * 5.0 + (bush - 0.5) * 0.8).clamp(0.0, 1.0);
                let mut c = mix(scale(a, 0.85), b, lit * 0.8);
                c = add(c, p.sun, 0.08 * lit * dim);
                c = mix(c, p.haze, 0.72 - 0.55 * near + 0.12 * down);
                pixel(c, inside)
            },
        ));
    }
}

fn peaks(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (u, seed) = (frame.u, plan.noise(55));
    let rock = scale(hex(0x77717C), plan.daylight());
    stage.add(frame.painted(line - u * 34.0, line + u * 4.0, 0.05, 0.0, |x, y| {
        let top = line - u * (6.0 + 24.0 * ridge(seed, x / (u * 40.0), 0.7, 5));
        let inside = (y - top + 0.5).clamp(0.0, 1.0);
        if inside <= 0.0 {
            return [0.0; 4];
        }
        let face = fbm(seed ^ 1, (x + (y - top) * 0.7) / (u * 4.0), (y - top) / (u * 8.0), 4);
        let snow = smooth(u * 9.0, u * 1.0, y - top + (face - 0.5) * u * 9.0);
        let mut c = scale(rock, 0.62 + 0.75 * face);
        c = mix(c, scale([0.95, 0.95, 0.98], plan.daylight().max(0.45)), snow * 0.85);
        c = mix(c, p.haze, 0.42 + 0.3 * smooth(line - u * 12.0, line, y));
        pixel(c, inside)
    }));
}

/// Crowns of trees before the sky.
fn trees(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let u = frame.u;
    let dim = plan.daylight();
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    for n in 0..2u32 {
        let seed = plan.noise(70 + n);
        let (tall, size) = (u * [13.0, 20.0][n as usize], u * [12.0, 17.0][n as usize]);
        let base = line + u * [1.0, 3.0][n as usize];
        let layer =
            frame.soft(2, base - tall * 1.5, base + u * 6.0, 0.12 + 0.08 * n as f32, u, |x, y| {
                let gap = if n == 1 { smooth(0.12, 0.42, (x / frame.w - 0.5).abs()) } else { 1.0 };
                let top = base
                    - tall * (0.18 + fbm(seed, x / size, 0.5, 3)) * gap
                    - u * 2.4 * fbm(seed ^ 1, x / (u * 2.6), y / (u * 4.0), 2);
                let a = smooth(-u * 0.4, u * 0.6, y - top);
                if a <= 0.0 {
                    return [0.0; 4];
                }
                let clump = fbm(seed ^ 2, x / (u * 4.6), y / (u * 3.8), 3);
                let leaf = fbm(seed ^ 3, x / (u * 1.5), y / (u * 1.3), 2);
                let lit = (clump + leaf * 0.5 - 0.42).clamp(0.0, 1.0);
                let mut c = add(mix(scale(dark, 0.8), pale, lit), p.sun, 0.1 * lit * dim);
                c = mix(c, p.haze, [0.4, 0.12][n as usize]);
                pixel(c, a)
            });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.6 + phase).sin() * u * 0.14, 0.0)));
    }
}

/// Grass from `top` to the lower edge.
pub fn grass(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32, p: sky::Palette) {
    let (h, u, seed, dim) = (frame.h, frame.u, plan.noise(80), plan.daylight());
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    stage.add(frame.painted(top, h, 0.36, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.14 + 0.86 * down;
        let (gx, gy) = ((x - frame.w / 2.0) / (u * near), 8.0 / near);
        let turf = fbm(seed, x / (u * near.max(0.6)), y / (u * 2.0 * near.max(0.45)), 2);
        let patch = fbm(seed ^ 1, gx / 9.0, gy * 0.8, 3);
        let mut c = mix(dark, pale, (0.26 + 0.5 * turf + 0.7 * (patch - 0.5)).clamp(0.0, 1.0));
        c = mix(c, p.haze, 0.4 * smooth(0.12, 0.0, down));
        c = scale(c, 1.0 - 0.3 * smooth(0.45, 1.0, down));
        let dapple = smooth(0.5, 0.7, fbm(seed ^ 7, gx / 7.0, gy * 0.9, 3));
        c = add(c, p.sun, dapple * 0.13 * dim);
        pixel(c, smooth(0.0, u * 0.5, y - top - (value(seed ^ 4, x / (u * 1.2), 0.0) - 0.5) * u))
    }));
}

/// Long crests with one side in shade, and ripples of the wind on the nearest.
fn dunes(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    line: f32,
    sun: (f32, f32),
    p: sky::Palette,
) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (bright, shade) = (lit(plan, hex(0xDB9658)), lit(plan, hex(0x7C4634)));
    let from = if sun.0 > w / 2.0 { 1.0 } else { -1.0 };
    for n in 0..4u32 {
        let seed = plan.noise(90 + n);
        let near = n as f32 / 3.0;
        let foot = line + (h - line) * [0.0, 0.1, 0.28, 0.52][n as usize];
        let (tall, long) = (u * (6.0 + 15.0 * near), u * (26.0 + 34.0 * near));
        let crest = move |x: f32| foot - tall * (1.5 * fbm(seed, x / long, 0.2, 2) - 0.2);
        stage.add(frame.painted(foot - tall * 1.5, h, 0.08 + 0.34 * near, 0.0, |x, y| {
            let top = crest(x);
            let inside = (y - top + 0.5).clamp(0.0, 1.0);
            if inside <= 0.0 {
                return [0.0; 4];
            }
            // The edge between light and shade winds down from each crest, away from the sun.
            let down = y - top;
            let at =
                x + from * down * 1.5 + (fbm(seed ^ 3, y / (u * 14.0), 0.0, 2) - 0.5) * u * 9.0;
            let rise = (crest(at + u * 2.0) - crest(at - u * 2.0)) / (u * 4.0) * from;
            let dark = smooth(-0.02, 0.1, -rise) * smooth(tall * 2.4, tall * 0.7, down);
            let wave = ridge(
                seed ^ 5,
                (x + y * 2.2) / (u * (6.0 + 7.0 * near)),
                y / (u * 1.5 * (0.4 + near)),
                2,
            );
            let grain = value(seed ^ 6, x / (u * 0.5), y / (u * 0.5)) - 0.5;
            let mut c = mix(bright, shade, dark * 0.8);
            c = scale(c, 1.0 + (wave - 0.5) * 0.2 * near + grain * 0.05);
            c = add(c, p.sun, 0.14 * (1.0 - dark) * plan.daylight() * smooth(tall, 0.0, down));
            c = mix(c, p.haze, 0.5 * (1.0 - near).powi(2));
            c = scale(c, 1.0 - 0.3 * near * smooth(h * 0.75, h, y));
            pixel(c, inside)
        }));
    }
}

/// A colour as the daylight of the hour shows it.
pub fn lit(plan: &Plan, color: Rgb) -> Rgb {
    let hue = match plan.hour {
        Hour::Day => [1.0; 3],
        Hour::Dawn => [1.02, 0.97, 0.94],
        Hour::Sunset => [1.1, 0.9, 0.76],
        Hour::Night => [0.8, 0.92, 1.24],
    };
    tint(scale(color, plan.daylight()), hue)
}
