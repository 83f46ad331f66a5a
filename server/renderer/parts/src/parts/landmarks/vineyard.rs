//! A vineyard: rows of vines on posts and wires with grapes in them, and a white farmhouse with a
//! gable where they end.

use crate::paint::{
    color::{Rgb, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm},
    shapes::{Canvas, Position, curve, ink, polygon, rect},
};
use crate::parts::{
    backdrop::sun,
    daylight::lit,
    foliage::{GARDEN_TREE, Leaves, Limb, cluster, tree},
    forms::{ball, bar, flat},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// How the rows lie: they run together at a point on the horizon.
struct Rows {
    /// Where they run together.
    far: Position,
    /// How far below it the ground lies where nearness is 1.
    deep: f32,
    /// Half the lane in the middle, at nearness 1.
    lane: f32,
    /// From row to row at nearness 1.
    every: f32,
    /// How high the wires are at nearness 1.
    tall: f32,
}

impl Rows {
    /// On the ground of a row, numbered outwards from the lane on either side.
    fn at(&self, side: f32, k: f32, near: f32) -> Position {
        (self.far.0 + side * (self.lane + self.every * k) * near, self.far.1 + self.deep * near)
    }
}

pub fn vines(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let wide = (w / (u * 75.0)).clamp(1.0, 1.5);
    let rows = Rows {
        far: (w * 0.5, line + u * 2.0),
        deep: h * 0.93 - line,
        lane: u * 22.0 * wide,
        every: u * 40.0 * wide,
        tall: ((h * 0.93 - line) * 0.68).min(u * 46.0),
    };
    house(stage, plan, frame, line, p);
    soil(stage, plan, frame, (&rows, line), p);
    let light = sun(plan, frame, line);
    let leaves = Leaves::of(plan, plan.foliage(), p, ((w / 2.0, line), light), u);
    for (n, (from, to)) in [(0.06f32, 0.2f32), (0.2, 0.46), (0.46, 1.35)].into_iter().enumerate() {
        let mut dice = Dice::new(plan.seed, 450 + n as u64);
        stage.add(frame.drawn(line - u * 4.0, h + u * 2.0, 0.24 + 0.11 * n as f32, 0.0, |c| {
            let mut near = from;
            while near < to {
                let haze = 0.5 * (1.0 - near.min(1.0)).powi(4);
                wires(c, plan, &rows, (near, near * 1.17), haze, p);
                for k in (0..4).rev() {
                    for side in [-1.0f32, 1.0] {
                        let (x, y) = rows.at(side, k as f32, near);
                        if x > -u * 10.0 && x < w + u * 10.0 {
                            let leaves = Leaves {
                                long: (u * 1.9 * near).max(u * 0.46),
                                wide: 0.5,
                                ..leaves.behind(p.haze, haze)
                            };
                            let size = (near, rows.tall * near);
                            let tones = (mix(lit(plan, hex(0x8A7058)), p.haze, haze), leaves);
                            plant(c, plan, (x, y), size, &tones, &mut dice);
                        }
                    }
                }
                near *= 1.17;
            }
        }));
    }
}

/// Earth between the rows, with grass below the vines.
fn soil(stage: &mut Stage, plan: &Plan, frame: Frame, (rows, line): (&Rows, f32), p: sky::Palette) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(455));
    let (earth, dust) = (lit(plan, hex(0x96684A)), lit(plan, hex(0xC89C72)));
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    let top = line + u * 6.0;
    stage.add(frame.painted(top, h, 0.22, 0.0, |x, y| {
        let near = ((y - rows.far.1) / rows.deep).max(0.02);
        let off = ((x - rows.far.0).abs() / near - rows.lane) / rows.every;
        let beside = (off - off.round()).abs() * rows.every / u;
        let (gx, gy) = ((x - rows.far.0) / (u * near), 9.0 / near);
        let clod = fbm(seed, gx / 2.4, gy * 3.0, 3);
        let grit = fbm(seed ^ 1, x / (u * 0.5), y / (u * 0.4), 2) - 0.5;
        let blades = fbm(seed ^ 2, x / (u * 0.5), y / (u * 1.6), 2);
        let mut c = scale(mix(earth, dust, smooth(0.3, 0.7, clod)), 1.0 + grit * 0.3);
        let strip = smooth(9.0, 5.0, beside + (blades - 0.5) * 5.0);
        c = mix(c, mix(dark, pale, blades), strip * 0.8);
        // Vines throw their shadow on the strip below them.
        c = scale(c, 1.0 - 0.4 * smooth(8.0, 1.0, beside));
        c = mix(c, p.haze, 0.5 * smooth(0.2, 0.04, near));
        pixel(scale(c, 1.0 - 0.2 * smooth(0.6, 1.1, near)), smooth(0.0, u * 0.6, y - top))
    }));
}

/// A stretch of the wires of all rows.
fn wires(
    c: &mut Canvas,
    plan: &Plan,
    rows: &Rows,
    (near, next): (f32, f32),
    haze: f32,
    p: sky::Palette,
) {
    let tone = mix(lit(plan, hex(0xB8B4AC)), p.haze, haze);
    for side in [-1.0f32, 1.0] {
        for k in 0..2 {
            let (a, b) = (rows.at(side, k as f32, near), rows.at(side, k as f32, next));
            for up in [0.5f32, 0.78, 1.02] {
                let from = (a.0, a.1 - rows.tall * up * near);
                let to = (b.0, b.1 - rows.tall * up * next);
                bar(c, from, to, (near * 2.0).max(0.6), scale(tone, 0.8));
            }
        }
    }
}

/// One vine at its post: a gnarled stem, leaves along the wires, bunches of grapes.
fn plant(
    c: &mut Canvas,
    plan: &Plan,
    (x, y): Position,
    (near, tall): (f32, f32),
    (wood, leaves): &(Rgb, Leaves),
    dice: &mut Dice,
) {
    shadow(c, (x, y), tall * 0.24, tall * 0.03);
    let half = tall * 0.012;
    if let Some(path) = rect(x - half, y - tall * 1.08, half * 2.0, tall * 1.08) {
        let stops = [(0.0, ink(*wood, 1.0)), (1.0, ink(scale(*wood, 0.5), 1.0))];
        c.fade(&path, (x - half, 0.0), (x + half, 0.0), &stops);
    }
    let (sx, bend) = (x + tall * 0.06, tall * dice.range(-0.07, 0.07));
    let to = (x + bend, y - tall * 0.52);
    let stem =
        Limb { from: (sx, y), bend: (sx + bend, y - tall * 0.26), to, half: (half * 1.3, half) };
    stem.draw(c, scale(*wood, 0.6), leaves.light);
    for up in [0.96f32, 0.78, 0.6] {
        let at = (x + tall * dice.range(-0.05, 0.05), y - tall * (up + dice.range(-0.04, 0.04)));
        let shade = leaves.shaded(0.7 + 0.3 * up);
        cluster(c, at, (tall * 0.17, tall * 0.13), &shade, dice);
    }
    if near < 0.16 {
        return;
    }
    let grape = dice.pick(&[hex(0x4A2450), hex(0x5A2A4A), hex(0x3A2A5A)]);
    let grape = if plan.seed.is_multiple_of(4) { hex(0xB8B45A) } else { grape };
    for _ in 0..2 {
        let (bx, by) = (x + tall * dice.range(-0.15, 0.15), y - tall * dice.range(0.44, 0.62));
        let r = tall * 0.0155;
        for row in 0..6 {
            let count = [4, 4, 3, 3, 2, 1][row];
            for k in 0..count {
                let gx = bx + r * 1.5 * (k as f32 - (count as f32 - 1.0) / 2.0);
                let gy = by + r * 1.5 * row as f32 + r * dice.range(-0.3, 0.3);
                let tone = scale(lit(plan, grape), dice.range(0.85, 1.35));
                ball(c, (gx, gy), (r, r), mix(tone, leaves.pale, 0.06));
            }
        }
    }
}

/// The farmhouse: thatch, white walls, a gable of curves over the door, oaks around it.
fn house(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let side = plan.turn();
    let (x, foot) = (w * 0.5 + side * (w * 0.25).min(u * 24.0), line + u * 7.6);
    let tone = |value: u32| mix(lit(plan, hex(value)), p.haze, 0.18);
    let light = sun(plan, frame, line);
    let leaves = Leaves::of(plan, plan.foliage(), p, ((x, line), light), u * 0.7);
    let leaves = leaves.behind(p.haze, 0.22);
    let mut dice = Dice::new(plan.seed, 460);
    let dusk = plan.daylight() < 0.85;
    stage.add(frame.drawn(foot - u * 26.0, foot + u * 3.0, 0.2, 0.0, |c| {
        for (off, tall) in [(-16.0f32, 15.0f32), (-11.0, 19.0), (12.0, 18.0), (17.0, 14.0)] {
            let at = (x + u * off, foot - u * 0.6);
            tree(c, at, u * tall, GARDEN_TREE, (tone(0x5A4636), &leaves), &mut dice);
        }
        shadow(c, (x, foot), u * 13.0, u * 0.5);
        let (half, tall) = (u * 11.0, u * 5.2);
        let white = tone(0xF4EEE2);
        if let Some(path) = rect(x - half, foot - tall, half * 2.0, tall) {
            let stops = [(0.0, ink(scale(white, 0.8), 1.0)), (0.3, ink(white, 1.0))];
            c.fade(&path, (0.0, foot - tall), (0.0, foot), &stops);
        }
        let thatch = [
            (x - half - u * 0.7, foot - tall + u * 0.3),
            (x - half + u * 1.6, foot - tall - u * 4.6),
            (x + half - u * 1.6, foot - tall - u * 4.6),
            (x + half + u * 0.7, foot - tall + u * 0.3),
        ];
        if let Some(path) = polygon(&thatch) {
            let stops = [(0.0, ink(tone(0x7A6A58), 1.0)), (1.0, ink(tone(0x54483E), 1.0))];
            c.fade(&path, (0.0, foot - tall - u * 4.6), (0.0, foot - tall), &stops);
        }
        for _ in 0..80 {
            let tx = x + half * dice.range(-0.84, 0.84);
            let ty = foot - tall - u * dice.range(0.6, 4.4);
            bar(c, (tx, ty), (tx, ty + u * 0.6), u * 0.1, tone(0x8A7A66));
        }
        for end in [-1.0f32, 1.0] {
            let cx = x + end * half * 0.86;
            if let Some(path) = rect(cx - u * 0.8, foot - tall - u * 6.2, u * 1.6, u * 6.4) {
                c.fill(&path, ink(scale(white, 0.9), 1.0));
            }
        }
        gable(c, (x, foot), (u, tall), white);
        let glass = if dusk { hex(0xFFD692) } else { tone(0x3C4A50) };
        for off in [-8.6f32, -5.0, 5.0, 8.6] {
            let (wx, wy) = (x + u * off, foot - u * 3.9);
            flat(c, &quad((wx - u * 0.8, wy), (u * 1.6, u * 2.2)), glass);
            for shutter in [-1.5f32, 0.8] {
                flat(c, &quad((wx + u * shutter, wy), (u * 0.7, u * 2.2)), tone(0x2E5A48));
            }
            bar(c, (wx, wy), (wx, wy + u * 2.2), u * 0.14, white);
        }
        flat(c, &quad((x - u * 0.9, foot - u * 3.6), (u * 1.8, u * 3.6)), tone(0x2E5A48));
        flat(c, &quad((x - u * 0.7, foot - u * 7.8), (u * 1.4, u * 1.5)), glass);
    }));
}

/// The corners of an upright rectangle.
fn quad((x, y): Position, (w, h): (f32, f32)) -> [Position; 4] {
    [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
}

fn gable(c: &mut Canvas, (x, foot): Position, (u, tall): (f32, f32), white: Rgb) {
    let at = |dx: f32, up: f32| (x + u * dx, foot - tall - u * up);
    let steps = [
        (at(-3.4, 0.0), at(-3.4, 1.0)),
        (at(-1.8, 1.2), at(-2.2, 2.8)),
        (at(-2.2, 3.6), at(-1.4, 3.8)),
        (at(-1.2, 5.2), at(0.0, 5.3)),
        (at(1.2, 5.2), at(1.4, 3.8)),
        (at(2.2, 3.6), at(2.2, 2.8)),
        (at(1.8, 1.2), at(3.4, 1.0)),
        (at(3.4, 0.0), (x + u * 3.4, foot)),
        ((x, foot), (x - u * 3.4, foot)),
    ];
    if let Some(path) = curve((x - u * 3.4, foot), &steps) {
        let stops = [(0.0, ink(white, 1.0)), (1.0, ink(scale(white, 0.86), 1.0))];
        c.fade(&path, (x - u * 2.0, 0.0), (x + u * 3.0, 0.0), &stops);
        c.line(&path, u * 0.24, ink(scale(white, 0.72), 0.9));
    }
}
