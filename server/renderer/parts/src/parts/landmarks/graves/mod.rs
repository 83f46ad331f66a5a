//! A cemetery: headstones and crosses in rows on both sides of a gravel path, a wall of stone with a gate
//! of iron where it ends, flowers and lights on the graves.

mod stones;

use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth},
    noise::{fbm, value},
    shapes::{curve, ink},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, block, post},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};
use evernear_rules::story::Hour;

/// How high the eye is above the ground, in metres.
const EYE: f32 = 1.7;

/// Where the wall stands and the rows of graves, as parts of the way from the horizon to the lower edge.
const WALL: f32 = 0.105;

const ROWS: [f32; 5] = [0.15, 0.2, 0.27, 0.37, 0.53];

/// The ground in perspective.
#[derive(Clone, Copy)]
struct Ground {
    frame: Frame,
    line: f32,
}

impl Ground {
    fn y(self, down: f32) -> f32 {
        self.line + (self.frame.h - self.line) * down
    }

    /// Pixels in a metre there.
    fn metre(self, down: f32) -> f32 {
        (self.y(down) - self.line) / EYE
    }
}

pub fn graves(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let ground = Ground { frame, line };
    wall(stage, plan, ground, p);
    gate(stage, plan, ground, p);
    path(stage, plan, ground, p);
    let on = match plan.hour {
        Hour::Day => 0.25,
        Hour::Dawn | Hour::Sunset => 0.7,
        Hour::Night => 1.0,
    };
    for (n, rows) in [&ROWS[0..2], &ROWS[2..3], &ROWS[3..4], &ROWS[4..5]].into_iter().enumerate() {
        let (top, low) = (ground.y(rows[0]), ground.y(rows[rows.len() - 1]));
        let metre = ground.metre(rows[rows.len() - 1]);
        let depth = 0.28 + 0.07 * n as f32;
        let mut lights = Vec::new();
        stage.add(frame.drawn(top - metre * 2.9, low + metre * 0.6, depth, 0.0, |c| {
            for &down in rows {
                stones::row(c, plan, ground, down, p, &mut lights);
            }
        }));
        // Behind the stones that are nearer.
        stage.sparks(depth, move |t, out| {
            for (n, &((x, y), size)) in lights.iter().enumerate() {
                let lick = 1.0 + 0.12 * (t * 5.3 + n as f32 * 1.9).sin() * (t * 2.3).sin();
                out.push(Spark::glow(x, y, size * 5.0, [1.0, 0.6, 0.3], 0.4 * on * lick));
                out.push(Spark::glow(x, y, size * 0.9, [1.0, 0.9, 0.64], (0.4 + 0.5 * on) * lick));
            }
        });
    }
}

/// Field stones under a coping, with ivy.
fn wall(stage: &mut Stage, plan: &Plan, ground: Ground, p: sky::Palette) {
    let Frame { w, u, .. } = ground.frame;
    let (foot, metre, seed) = (ground.y(WALL), ground.metre(WALL), plan.noise(221));
    let top = foot - metre * 2.1;
    let (grey, ivy) = (lit(plan, hex(0x9A948A)), plan.foliage());
    let (dark, pale) = (lit(plan, ivy.0), lit(plan, ivy.1));
    let open = metre * 1.5;
    stage.add(ground.frame.painted(top, foot + u * 0.5, 0.24, 0.0, |x, y| {
        if (x - w / 2.0).abs() < open || y < top {
            return [0.0; 4];
        }
        let down = (y - top) / (foot - top);
        let tall = metre * 0.3;
        let warp = 0.4 * (fbm(seed, x / (metre * 0.6), y / (metre * 0.4), 2) - 0.5);
        let row = ((y - top) / tall + warp).floor();
        let along = x / (metre * 0.52) + 0.37 * row + warp;
        let own = value(seed ^ 1, along.floor() * 2.7, row * 3.1);
        let (fx, fy) = (along - along.floor(), (y - top) / tall + warp - row);
        let joint = smooth(0.03, 0.14, fx.min(1.0 - fx).min(fy.min(1.0 - fy)));
        let rough = fbm(seed ^ 2, x / (u * 0.8), y / (u * 0.8), 3) - 0.5;
        let mut c = scale(grey, (0.72 + 0.4 * own + 0.3 * rough) * (0.6 + 0.4 * joint));
        if down < 0.09 {
            c = scale(grey, 1.16 + 0.2 * rough - 2.6 * down);
        }
        let leaf = fbm(seed ^ 3, x / (u * 1.1), y / (u * 0.9), 3);
        let grown = smooth(0.46, 0.6, fbm(seed ^ 4, x / (u * 16.0), y / (u * 8.0) + down * 0.7, 2));
        c = mix(
            c,
            mix(scale(dark, 0.8), pale, smooth(0.35, 0.75, leaf)),
            grown * smooth(0.3, 0.42, leaf),
        );
        c = scale(c, 1.0 - 0.4 * smooth(0.8, 1.0, down));
        pixel(mix(c, p.haze, 0.16), smooth(foot + u * 0.5, foot, y))
    }));
}

/// Two pillars with balls, two wings of iron that stand open, an arch with a cross.
fn gate(stage: &mut Stage, plan: &Plan, ground: Ground, p: sky::Palette) {
    let Frame { w, .. } = ground.frame;
    let (foot, metre) = (ground.y(WALL), ground.metre(WALL));
    let stone = mix(lit(plan, hex(0xB0A99C)), p.haze, 0.12);
    let iron = mix(lit(plan, hex(0x24262A)), p.haze, 0.14);
    stage.add(ground.frame.drawn(foot - metre * 5.6, foot + metre * 0.4, 0.25, 0.0, |c| {
        let thin = (metre * 0.07).max(1.0);
        let arch = |rise: f32| {
            [((w / 2.0, foot - metre * (2.7 + rise)), (w / 2.0 + metre * 1.5, foot - metre * 2.8))]
        };
        for rise in [2.0, 2.7] {
            if let Some(path) = curve((w / 2.0 - metre * 1.5, foot - metre * 2.8), &arch(rise)) {
                c.line(&path, thin * 1.4, ink(iron, 1.0));
            }
        }
        let top = foot - metre * 4.1;
        bar(c, (w / 2.0, top), (w / 2.0, top - metre * 1.0), thin * 1.7, iron);
        bar(
            c,
            (w / 2.0 - metre * 0.34, top - metre * 0.66),
            (w / 2.0 + metre * 0.34, top - metre * 0.66),
            thin * 1.7,
            iron,
        );
        for side in [-1.0f32, 1.0] {
            for k in 0..6 {
                // The wings are turned towards us.
                let s = k as f32 / 5.0;
                let x = w / 2.0 + side * metre * (1.5 - 0.62 * s);
                let low = foot + metre * 0.16 * s;
                let high = foot - metre * (1.7 + 0.5 * s);
                bar(c, (x, low), (x, high), thin, iron);
                ball(c, (x, high - thin), (thin, thin * 1.6), iron);
            }
            for (a, b) in [(0.3, 0.26), (1.5, 1.6)] {
                bar(
                    c,
                    (w / 2.0 + side * metre * 1.5, foot - metre * a),
                    (w / 2.0 + side * metre * 0.88, foot - metre * b),
                    thin * 1.2,
                    iron,
                );
            }
            let x = w / 2.0 + side * metre * 1.85;
            post(c, x, (foot - metre * 2.8, foot), metre * 0.36, stone);
            for k in 1..6 {
                let y = foot - metre * 0.5 * k as f32;
                bar(c, (x - metre * 0.34, y), (x + metre * 0.34, y), thin * 0.5, scale(stone, 0.6));
            }
            block(c, (x - metre * 0.5, foot - metre * 3.0), (metre, metre * 0.26), stone);
            ball(c, (x, foot - metre * 3.34), (metre * 0.34, metre * 0.34), stone);
        }
    }));
}

/// Raked gravel, between edges of grass.
fn path(stage: &mut Stage, plan: &Plan, ground: Ground, p: sky::Palette) {
    let Frame { w, h, u, .. } = ground.frame;
    let (top, seed) = (ground.y(WALL), plan.noise(223));
    let gravel = lit(plan, hex(0xC4B79E));
    let line = ground.line;
    stage.add(ground.frame.painted(top - u, h, 0.26, 0.0, |x, y| {
        let metre = (y - line) / EYE;
        let gx = (x - w / 2.0) / metre;
        let far = ground.frame.h / metre;
        let wobble = 0.1 * (fbm(seed, far * 1.4, 0.3, 2) - 0.5)
            + 0.12 * (fbm(seed ^ 5, gx * 5.0, far * 4.0, 2) - 0.5);
        let a = smooth(1.06, 0.98, gx.abs() + wobble);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let grit = value(seed ^ 1, gx * 34.0, far * 30.0) - 0.5;
        let worn = fbm(seed ^ 2, gx * 3.0, far * 2.0, 3) - 0.5;
        let mut c = scale(gravel, 0.92 + 0.24 * grit + 0.3 * worn);
        c = scale(c, 1.0 - 0.3 * smooth(0.8, 1.0, gx.abs()));
        c = mix(c, p.haze, 0.16 * smooth(0.3, 0.1, (y - line) / (h - line)));
        pixel(add(c, p.sun, 0.06 * plan.daylight()), a * smooth(top - u, top, y))
    }));
}
