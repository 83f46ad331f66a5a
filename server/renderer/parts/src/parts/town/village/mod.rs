//! A village street: houses on both sides as they are seen along it, with doors, shutters and roofs of
//! tile; fences with flowers before them, a tree, a lantern, a road of beaten earth.

mod gardens;
mod house;

use super::windows_lit;
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, curve, ink, polygon},
};
use crate::parts::{
    daylight::lit,
    forms::{bent, post},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};
use house::House;

/// How high the eye is, and what a metre measures a metre away, in units of the frame.
const EYE: f32 = 1.7;

const FOCUS: f32 = 42.0;

/// From the middle of the street to the walls and to the fences, in metres.
const WALL: f32 = 4.3;

const FENCE: f32 = 3.15;

/// The street in perspective: across, up and away in metres.
#[derive(Clone, Copy)]
pub struct Street {
    frame: Frame,
    line: f32,
    p: sky::Palette,
}

impl Street {
    pub fn new(frame: Frame, line: f32, p: sky::Palette) -> Self {
        Self { frame, line, p }
    }

    fn metre(&self, away: f32) -> f32 {
        FOCUS * self.frame.u / away
    }

    fn at(&self, across: f32, up: f32, away: f32) -> Position {
        let metre = self.metre(away);
        (self.frame.w / 2.0 + across * metre, self.line + (EYE - up) * metre)
    }

    /// A colour as it is seen that far away.
    fn seen(&self, plan: &Plan, tone: Rgb, away: f32) -> Rgb {
        mix(lit(plan, tone), self.p.haze, (away / 90.0).min(0.5))
    }

    /// A flat piece between two places away and two heights, `across` from the middle.
    fn side(
        &self,
        c: &mut Canvas,
        across: f32,
        (near, far): (f32, f32),
        (low, high): (f32, f32),
        tone: Rgb,
    ) {
        let points = [
            self.at(across, low, near),
            self.at(across, high, near),
            self.at(across, high, far),
            self.at(across, low, far),
        ];
        if let Some(path) = polygon(&points) {
            c.fill(&path, ink(tone, 1.0));
        }
    }
}

/// Houses, fences and trees on both sides, from far to near.
pub fn houses(stage: &mut Stage, plan: &Plan, street: Street) {
    let h = street.frame.h;
    let mut lights = Vec::new();
    for n in (0..5u32).rev() {
        let near = 3.2 + 8.6 * n as f32 * (1.0 + 0.06 * n as f32);
        let depth = 0.42 - 0.06 * n as f32;
        let mut dice = Dice::new(plan.seed, 500 + u64::from(n));
        stage.add(street.frame.drawn(h * 0.02, h * 0.97, depth, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let from = near + dice.range(0.0, 1.2);
                let one =
                    House::new(plan, &street, side, (from, from + dice.range(6.2, 7.4)), &mut dice);
                one.draw(c, plan, &street, &mut lights, &mut dice);
                let to = from + 8.6;
                gardens::hedge(c, plan, &street, side, (from.max(2.6), to), &mut dice);
                if (n as f32 * 2.0 + side) as i32 == plan.turn() as i32 + 2 || n == 3 {
                    let away = to + 0.2;
                    gardens::garden_tree(c, plan, &street, side, away, &mut dice);
                }
            }
        }));
    }
    let glow = windows_lit(plan);
    stage.sparks(0.4, move |_, out| {
        for &((x, y), size) in &lights {
            out.push(Spark::glow(x, y, size, [1.0, 0.76, 0.42], 0.36 * glow));
        }
    });
}

/// A lantern on a post of iron, lit when evening comes.
pub fn lantern(stage: &mut Stage, plan: &Plan, street: Street) {
    let (away, u) = (7.2, street.frame.u);
    let metre = street.metre(away);
    let (foot, top) =
        (street.at(-plan.turn() * 2.6, 0.0, away), street.at(-plan.turn() * 2.6, 4.3, away));
    let iron = lit(plan, hex(0x2C3432));
    let on = windows_lit(plan);
    stage.add(street.frame.drawn(top.1 - metre, foot.1 + u * 2.0, 0.36, 0.0, |c| {
        shadow(c, foot, metre * 0.4, metre * 0.06);
        post(c, foot.0, (top.1, foot.1), metre * 0.055, iron);
        post(c, foot.0, (foot.1 - metre * 0.5, foot.1), metre * 0.1, iron);
        bent(
            c,
            (foot.0 - metre * 0.3, top.1 + metre * 0.24),
            (foot.0, top.1),
            (foot.0 + metre * 0.3, top.1 + metre * 0.24),
            metre * 0.05,
            iron,
        );
        let glass = mix(lit(plan, hex(0xC9D4D0)), hex(0xFFDC9A), on);
        let pane = [
            (foot.0 - metre * 0.15, top.1),
            (foot.0 + metre * 0.15, top.1),
            (foot.0 + metre * 0.24, top.1 - metre * 0.5),
            (foot.0 - metre * 0.24, top.1 - metre * 0.5),
        ];
        if let Some(path) = polygon(&pane) {
            c.fill(&path, ink(glass, 1.0));
            c.line(&path, metre * 0.04, ink(iron, 1.0));
        }
        if let Some(path) = curve(
            (foot.0 - metre * 0.3, top.1 - metre * 0.5),
            &[((foot.0, top.1 - metre * 0.94), (foot.0 + metre * 0.3, top.1 - metre * 0.5))],
        ) {
            c.fill(&path, ink(iron, 1.0));
        }
    }));
    stage.sparks(0.36, move |t, out| {
        let breath = on * (0.95 + 0.05 * (t * 0.9).sin());
        out.push(Spark::glow(
            top.0,
            top.1 - metre * 0.25,
            metre * 2.6,
            [1.0, 0.8, 0.5],
            0.5 * breath,
        ));
    });
}

/// A road of beaten earth with ruts and puddles, between verges and gardens.
pub fn earth(stage: &mut Stage, plan: &Plan, street: Street) {
    let Street { frame, line, p } = street;
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(510));
    let clay = Dice::new(plan.seed, 511).pick(&[hex(0xB9825A), hex(0xA98E6E), hex(0xC29A72)]);
    let clay = lit(plan, clay);
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    let top = line + u;
    stage.add(frame.painted(top, h, 0.3, 0.0, |x, y| {
        let metre = (y - line).max(0.5) / EYE;
        let (gx, gz) = ((x - w / 2.0) / metre, FOCUS * u / metre);
        let rough = fbm(seed, gx * 1.4, gz * 1.1, 4) - 0.5;
        let grit = value(seed ^ 2, gx * 16.0, gz * 11.0) - 0.5;
        let stones = smooth(0.8, 0.9, value(seed ^ 5, gx * 5.0, gz * 4.0));
        let edge = 1.9 + 0.4 * (fbm(seed ^ 3, gz * 0.7, 0.2, 2) - 0.5);
        let verge = smooth(edge - 0.15, edge + 0.3, gx.abs() + 0.5 * rough);
        let rut = (-((gx.abs() - 0.85) / 0.22).powi(2)).exp();
        let mut c = scale(clay, 0.94 + 0.36 * rough + 0.12 * grit - 0.2 * rut);
        c = add(c, [1.0; 3], 0.1 * stones);
        let puddle = smooth(0.62, 0.68, fbm(seed ^ 4, gx * 0.8, gz * 0.3, 2)) * rut;
        c = mix(c, scale(p.sky[2].1, 0.8), 0.6 * puddle);
        let blade = value(seed ^ 6, gx * 12.0, gz * 5.0);
        let turf = mix(scale(dark, 0.85), pale, 0.5 * blade + 0.5 * (0.5 + rough));
        c = mix(c, turf, verge);
        c = mix(c, p.haze, 0.44 * smooth(14.0, 70.0, gz));
        c = add(c, p.sun, 0.07 * plan.daylight() * (1.0 - verge));
        pixel(scale(c, 1.0 - 0.22 * smooth(0.6, 1.0, y / h)), smooth(0.0, u * 0.4, y - top))
    }));
}
