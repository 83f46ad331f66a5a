//! What lies beyond: sky, and what is below it up to the horizon and nearer. Verandas, windows and
//! boats look out on one of these.

use evernear_rules::story::Hour;
use serde::Deserialize;

use super::{
    beach,
    daylight::lit,
    desert,
    foliage::{GARDEN_TREE, Leaves, cluster, tree},
    props::shadow,
    sky,
};
use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, ridge, value},
    shapes::{Position, blade, ink},
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
    /// A stony plain with rocks that rise from it.
    Desert,
}

impl View {
    /// How the setting of this name is seen from somewhere else.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "beach" | "harbour" | "pier" | "sea-cliff" | "lake" | "river" => Self::Sea,
            "garden" | "orchard" | "forest" | "vegetable-garden" | "meadow" => Self::Garden,
            "hills" | "vineyard" | "tea-field" | "farm" => Self::Hills,
            "mountain-peak" | "table-mountain" => Self::Peaks,
            "desert" => Self::Desert,
            "dunes" => Self::Dunes,
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
    let (h, u) = (frame.h, frame.u);
    let line = (h * horizon).round();
    let sun = sun(plan, frame, line);
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
        View::Desert => desert::draw(stage, plan, frame, (line, sun), p),
    }
    p
}

/// Where sun or moon stand above the horizon's line.
pub fn sun(plan: &Plan, frame: Frame, line: f32) -> Position {
    let mut dice = Dice::new(plan.seed, 1);
    let high = match plan.hour {
        Hour::Sunset => 6.0,
        Hour::Dawn => 8.0,
        Hour::Day => 26.0,
        Hour::Night => 24.0,
    };
    let x = frame.w * dice.pick(&[0.24, 0.5, 0.76]) + frame.u * dice.range(-3.0, 3.0);
    (x, line - frame.u * high)
}

/// Hills, the nearer the darker and the lower in the frame.
pub fn hills(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette, count: u32) {
    let u = frame.u;
    let (dark, pale) = plan.foliage();
    let from = if sun(plan, frame, line).0 > frame.w / 2.0 { 1.0 } else { -1.0 };
    for n in 0..count {
        let seed = plan.noise(60 + n);
        let near = (n + 1) as f32 / (count + 1) as f32;
        let (tall, size) = (u * (7.0 + 2.0 * near), u * (34.0 - 8.0 * near));
        let foot = line + u * 4.2 * n as f32;
        let dim = plan.daylight();
        let (a, b) = (lit(plan, dark), lit(plan, pale));
        let crest = |x: f32| foot - tall * (fbm(seed, x / size, 0.3, 2) * 1.3 - 0.1);
        let grain = u * (0.5 + 0.5 * near);
        stage.add(frame.painted(
            foot - tall * 1.6,
            foot + u * 12.0,
            0.06 + 0.1 * near,
            0.0,
            |x, y| {
                let wood = fbm(seed ^ 2, x / (u * 7.0), (y - foot) / (u * 2.6), 3);
                let trees = smooth(0.53, 0.57, wood + 0.06 * smooth(0.4, 0.6, near));
                let leaf = value(seed ^ 4, x / grain, y / grain);
                let top = crest(x) - trees * grain * 1.2 * (leaf - 0.2);
                let inside = (y - top + 0.5).clamp(0.0, 1.0);
                if inside <= 0.0 {
                    return [0.0; 4];
                }
                let down = ((y - top) / (tall * 1.4)).clamp(0.0, 1.0);
                // A slope is light where it faces the sun, and darkens into the fold below it.
                let slope = (crest(x + u * 3.0) - crest(x - u * 3.0)) / (u * 6.0) * from;
                let fold = fbm(seed ^ 5, (x + from * (y - top) * 1.6) / (u * 16.0), 0.7, 2) - 0.5;
                let lit = 0.5 - slope * 0.9 - fold * 0.5 - 0.3 * down;
                let field = fbm(seed ^ 6, x / (u * 20.0), (y - top) / (u * 4.0), 2) - 0.5;
                let mut c = mix(scale(a, 0.9), b, (lit + field * 0.5).clamp(0.05, 0.9));
                let above = value(seed ^ 4, x / grain - from * 0.4, (y + grain * 0.6) / grain);
                let crown = scale(mix(a, b, 0.12), 0.66 + 0.5 * (above - leaf + 0.35).max(0.0));
                c = mix(c, crown, trees * 0.85);
                c = add(c, p.sun, 0.1 * lit.max(0.0) * dim);
                c = mix(c, p.haze, 0.72 - 0.55 * near + 0.12 * down);
                pixel(c, inside)
            },
        ));
    }
}

/// Peaks with faces in light and in shade, and snow that lies in their gullies.
fn peaks(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (u, seed, dim) = (frame.u, plan.noise(55), plan.daylight());
    let (rock, shade) = (scale(hex(0x8C8390), dim), mix(scale(hex(0x4A4A62), dim), p.shade, 0.2));
    let from = if sun(plan, frame, line).0 > frame.w / 2.0 { 1.0 } else { -1.0 };
    let crest = |x: f32| line - u * (5.0 + 26.0 * ridge(seed, x / (u * 34.0), 0.7, 5));
    stage.add(frame.painted(line - u * 36.0, line + u * 4.0, 0.05, 0.0, |x, y| {
        let top = crest(x);
        let inside = (y - top + 0.5).clamp(0.0, 1.0);
        if inside <= 0.0 {
            return [0.0; 4];
        }
        let below = (y - top) / u;
        let lean = x / (u * 7.0) + below * 0.03 * from;
        let flank = ridge(seed ^ 4, lean, below * 0.14 + 2.0, 4);
        let aside = ridge(seed ^ 4, lean + from * 0.13, below * 0.14 + 1.94, 4);
        let slope = (crest(x + u * 1.5) - crest(x - u * 1.5)) / (u * 3.0);
        let facing = (0.5 + (aside - flank) * 2.2 - slope * from * 0.3).clamp(0.0, 1.0);
        let grain = fbm(seed ^ 6, x / (u * 0.6), y / (u * 0.6), 2) - 0.5;
        let mut c = add(mix(shade, rock, facing), p.sun, 0.14 * facing * dim);
        c = scale(c, 1.0 + grain * 0.24);
        let snow = smooth(1.5, -1.5, below - 5.0 + (flank - 0.5) * 9.0 + grain * 3.0);
        let white = scale([0.95, 0.95, 0.98], dim.max(0.42) * (0.66 + 0.34 * facing));
        c = mix(c, white, snow * 0.85);
        c = mix(c, p.haze, 0.36 + 0.4 * smooth(line - u * 14.0, line, y));
        pixel(c, inside)
    }));
}

/// Crowns of trees before the sky: a wood far away, and nearer trees that leave the middle free.
fn trees(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let sun = sun(plan, frame, line);
    let bark = mix(lit(plan, hex(0x54432F)), p.haze, 0.16);
    for n in 0..2u32 {
        let mut dice = Dice::new(plan.seed, 70 + u64::from(n));
        let base = line + u * [4.0, 5.6][n as usize];
        let leaves = Leaves::of(plan, plan.foliage(), p, ((w / 2.0, line), sun), u);
        let layer = frame.drawn(base - u * 32.0, base + u * 6.0, 0.12 + 0.08 * n as f32, u, |c| {
            if n == 0 {
                let leaves = Leaves { long: u * 0.62, ..leaves }.behind(p.haze, 0.42);
                for row in 0..3 {
                    let mut x = -u * 6.0;
                    while x < w + u * 6.0 {
                        let r = u * dice.range(1.7, 3.2);
                        let y = base - u * (8.0 - 3.2 * row as f32) * dice.range(0.7, 1.2);
                        cluster(c, (x, y), (r * 1.2, r), &leaves, &mut dice);
                        x += r * 1.3;
                    }
                }
            } else {
                let leaves = Leaves { long: u * 0.85, ..leaves }.behind(p.haze, 0.14);
                for s in [0.02f32, 0.16, 0.27, 0.98, 0.86, 0.74] {
                    let x = w * (s + dice.range(-0.04, 0.04));
                    let edge = (s - 0.5).abs() * 2.0;
                    let tall = u * (5.0 + 20.0 * edge) * dice.range(0.85, 1.15);
                    let foot = base + u * dice.range(-1.4, 0.6);
                    shadow(c, (x, foot), tall * 0.36, u * 0.7);
                    tree(c, (x, foot), tall, GARDEN_TREE, (bark, &leaves), &mut dice);
                }
                let mut x = -u * 6.0;
                while x < w + u * 6.0 {
                    let r = u * dice.range(1.3, 2.6);
                    let y = base - r * 0.4;
                    cluster(c, (x, y), (r * 1.5, r), &leaves.shaded(0.9), &mut dice);
                    x += r * dice.range(1.5, 4.0);
                }
            }
        });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.6 + phase).sin() * u * 0.14, 0.0)));
    }
}

/// Grass from `top` to the lower edge, with blades that stand out the more the nearer they are.
pub fn grass(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32, p: sky::Palette) {
    let (w, h, u, seed, dim) = (frame.w, frame.h, frame.u, plan.noise(80), plan.daylight());
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    stage.add(frame.painted(top, h, 0.36, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.14 + 0.86 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near), 8.0 / near);
        // Blades of two sizes, never stretched: they stand upright at any distance.
        let fine = fbm(seed, x / (u * 0.42), y / (u * 0.9), 2);
        let long = fbm(seed ^ 2, x / (u * 0.75), y / (u * 2.8), 2);
        let turf = mix([fine; 3], [long; 3], 0.66 * smooth(0.15, 0.7, down))[0];
        let patch = fbm(seed ^ 1, gx / 9.0, gy * 0.8, 3);
        let mut c = mix(dark, pale, (0.2 + 0.66 * turf + 0.4 * (patch - 0.5)).clamp(0.0, 1.0));
        c = mix(c, p.haze, 0.4 * smooth(0.12, 0.0, down));
        c = scale(c, 1.0 - 0.3 * smooth(0.45, 1.0, down));
        let glow = smooth(0.35, 0.8, fbm(seed ^ 7, gx / 16.0, gy * 0.5, 2));
        c = add(c, p.sun, glow * 0.06 * dim);
        pixel(c, smooth(0.0, u * 0.5, y - top - (value(seed ^ 4, x / (u * 1.2), 0.0) - 0.5) * u))
    }));
    let mut dice = Dice::new(plan.seed, 81);
    stage.add(frame.drawn(top + (h - top) * 0.2, h + u * 2.0, 0.37, 0.0, |c| {
        let tufts = (w / u * 5.0) as u32;
        for n in 0..tufts {
            let down = 0.24 + 0.8 * (n as f32 / tufts as f32).sqrt();
            let (x, y) = (dice.range(-0.05, 1.05) * w, top + (h - top) * down);
            let lean = dice.range(-0.3, 0.3);
            let tone = dice.range(0.3, 1.0);
            for _ in 0..5 {
                let long = u * 3.6 * down * dice.range(0.5, 1.1);
                let root = (x + u * down * dice.range(-0.9, 0.9), y);
                let tip = (root.0 + long * (lean + dice.range(-0.4, 0.4)), y - long);
                let c0 = mix(dark, pale, tone * dice.range(0.2, 1.1));
                let c0 = add(c0, p.sun, 0.05 * tone * dim);
                let c0 = scale(c0, 1.0 - 0.28 * smooth(0.45, 1.0, down));
                if let Some(path) = blade(root, tip, u * 0.34 * down, long * 0.12) {
                    c.fill(&path, ink(c0, 0.9));
                }
            }
        }
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
