//! Hills near at hand, one behind the other: a path over them, a farm in a fold, hedges, sheep.

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, curve, ink, oval, polygon, rect},
};
use crate::parts::{
    backdrop::sun,
    daylight::lit,
    foliage::{GARDEN_TREE, Leaves, cluster, tree},
    forms::{bar, flat},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// A hill: its crest is a slow wave.
#[derive(Clone, Copy)]
struct Hill {
    base: f32,
    high: f32,
    long: f32,
    phase: f32,
}

impl Hill {
    fn crest(&self, x: f32) -> f32 {
        let a = x / self.long + self.phase;
        self.base - self.high * (0.5 + 0.5 * a.sin() + 0.16 * (a * 2.3 + 1.0).sin())
    }
}

/// Three hills from far to near, and what stands on them.
pub fn hillside(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, plan.turn());
    let start = if side > 0.0 { 0.2 } else { 2.6 };
    let rest = h - line;
    let hills = [
        Hill { base: line + rest * 0.1, high: u * 11.0, long: u * 15.0, phase: start },
        Hill { base: line + rest * 0.24, high: u * 12.0, long: u * 19.0, phase: start + 2.2 },
        Hill { base: line + rest * 0.46, high: u * 11.0, long: u * 26.0, phase: start + 4.4 },
    ];
    for (n, hill) in hills.iter().enumerate() {
        slope(stage, plan, frame, (n as u32, *hill), (line, p));
        let light = sun(plan, frame, line);
        let leaves = Leaves::of(plan, plan.foliage(), p, ((w / 2.0, line), light), u * 0.5)
            .behind(p.haze, [0.4, 0.22, 0.06][n]);
        let mut dice = Dice::new(plan.seed, 430 + n as u64);
        let depth = 0.2 + 0.08 * n as f32;
        stage.add(frame.drawn(hill.base - u * 30.0, h, depth, 0.0, |c| {
            hedges(c, frame, (n, *hill), &leaves, &mut dice);
            if n == 1 {
                farm(c, plan, frame, (*hill, side), (&leaves, p), &mut dice);
            }
            if n > 0 {
                sheep(c, plan, frame, (n, *hill), p, &mut dice);
            }
        }));
    }
}

/// Where the path crosses a hill at this part of the way down, in units from the middle.
fn path_at(n: u32, side: f32, down: f32) -> f32 {
    let bend = [7.0, 13.0, 9.0][n as usize];
    let from = [-9.0, 6.0, -14.0][n as usize];
    side * (from + bend * (down * 4.6 + n as f32).sin() * (0.3 + down))
}

fn slope(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, hill): (u32, Hill),
    (line, p): (f32, sky::Palette),
) {
    let (w, h, u, seed, dim) = (frame.w, frame.h, frame.u, plan.noise(440 + n), plan.daylight());
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    let gold = lit(plan, hex(0xC8B060));
    let earth = lit(plan, hex(0xD2B488));
    let from = if sun(plan, frame, line).0 > w / 2.0 { 1.0 } else { -1.0 };
    let (near, side) = ((n as f32 + 1.0) / 3.0, plan.turn());
    let haze = [0.38, 0.2, 0.04][n as usize];
    let end = if n == 2 { h } else { hill.base + u * 26.0 };
    let grain = u * (0.3 + 0.34 * near);
    stage.add(frame.painted(
        hill.base - hill.high * 1.4,
        end,
        0.2 + 0.08 * n as f32,
        0.0,
        |x, y| {
            let top = hill.crest(x);
            let blades = fbm(seed, x / grain, y / (grain * 2.4), 2);
            let inside = (y - top + (blades - 0.5) * grain * 1.6 + 0.5).clamp(0.0, 1.0);
            if inside <= 0.0 {
                return [0.0; 4];
            }
            let below = y - top;
            let down = (below / (u * [22.0, 30.0, 66.0][n as usize])).clamp(0.0, 1.0);
            let rise = (hill.crest(x + u * 2.0) - hill.crest(x - u * 2.0)) / (u * 4.0) * from;
            // Folds run down the slope and turn away from the light by turns.
            let fold =
                fbm(seed ^ 2, (x + from * below * 0.7) / (u * 15.0), below / (u * 30.0), 2) - 0.5;
            let facing = 0.52 - rise * 0.55 - fold * 0.8 - 0.22 * down;
            let ripe = smooth(0.5, 0.56, fbm(seed ^ 3, x / (u * 22.0), below / (u * 9.0), 2));
            let green = mix(dark, pale, (facing + (blades - 0.5) * 0.6).clamp(0.0, 1.0));
            let field = scale(gold, 0.5 + 0.5 * facing + (blades - 0.5) * 0.3);
            let mut c = mix(green, field, ripe * [0.7, 0.55, 0.2][n as usize]);
            c = add(c, p.sun, 0.16 * smooth(0.45, 0.9, facing) * dim);
            // Light lies along the crest.
            c = add(c, p.sun, 0.14 * smooth(u * 2.2, 0.0, below) * dim);
            let half = u * (0.35 + [0.5, 1.1, 4.4][n as usize] * down) * (0.85 + 0.3 * blades);
            let off = (x - w * 0.5 - u * path_at(n, side, down)).abs();
            let way = smooth(half, half * 0.7, off);
            let worn = value(seed ^ 5, x / (u * 0.5), y / (u * 0.4)) - 0.5;
            c = mix(c, scale(earth, 0.72 + 0.3 * facing + worn * 0.16), way * 0.9);
            c = mix(c, p.haze, haze + 0.14 * down * (1.0 - near));
            c = scale(c, 1.0 - 0.3 * smooth(h * 0.72, h, y));
            pixel(c, inside)
        },
    ));
}

/// Hedges that run down a hill, and a tree here and there in them.
fn hedges(
    c: &mut Canvas,
    frame: Frame,
    (n, hill): (usize, Hill),
    leaves: &Leaves,
    dice: &mut Dice,
) {
    let (w, u) = (frame.w, frame.u);
    if n == 2 {
        return;
    }
    let size = u * [0.8, 1.3][n];
    for _ in 0..4 {
        let x = dice.range(-0.05, 1.05) * w;
        let lean = dice.range(1.1, 2.2) * dice.pick(&[-1.0, 1.0]);
        let count = 9 + (dice.next() * 6.0) as u32;
        for k in 0..count {
            let hx = x + lean * size * k as f32;
            let hy = hill.crest(hx) + size * (0.2 + 0.9 * k as f32);
            let r = size * (0.7 + 0.03 * k as f32) * dice.range(0.7, 1.2);
            shadow(c, (hx, hy + r * 0.5), r * 1.5, r * 0.4);
            cluster(c, (hx, hy), (r * 1.2, r), leaves, dice);
        }
    }
    let bark = scale(leaves.dark, 0.8);
    for _ in 0..6 {
        let x = dice.range(-0.05, 1.05) * w;
        let tall = size * dice.range(3.5, 6.0);
        let foot = hill.crest(x) + size * dice.range(0.6, 3.0);
        let leaves = Leaves { long: tall * 0.07, ..*leaves };
        shadow(c, (x, foot), tall * 0.4, tall * 0.05);
        tree(c, (x, foot), tall, GARDEN_TREE, (bark, &leaves), dice);
    }
}

/// A house and a barn below their trees.
fn farm(
    c: &mut Canvas,
    plan: &Plan,
    frame: Frame,
    (hill, side): (Hill, f32),
    (leaves, p): (&Leaves, sky::Palette),
    dice: &mut Dice,
) {
    let (w, u) = (frame.w, frame.u);
    let x = w * (0.5 + side * 0.27);
    let foot = hill.crest(x) + u * 4.6;
    let tone = |value: u32| mix(lit(plan, hex(value)), p.haze, 0.14);
    let grove = Leaves { long: u * 0.55, ..*leaves };
    for (off, tall) in [(-9.0f32, 10.0f32), (-5.4, 12.5), (8.6, 11.5), (12.0, 9.0)] {
        let at = (x + u * off, foot - u * 0.4);
        tree(c, at, u * tall, GARDEN_TREE, (scale(leaves.dark, 0.8), &grove), dice);
    }
    let mut house =
        |x: f32, foot: f32, half: f32, tall: f32, [wall, roof]: [Rgb; 2], windows: u32| {
            shadow(c, (x, foot), half * 1.2, u * 0.4);
            let gable = half * 0.56;
            // The long wall, the gable wall at its right in other light, the roof over both.
            if let Some(path) = rect(x - half, foot - tall, half * 1.3, tall) {
                let stops = [(0.0, ink(wall, 1.0)), (1.0, ink(scale(wall, 0.82), 1.0))];
                c.fade(&path, (0.0, foot - tall), (0.0, foot), &stops);
            }
            let end = [
                (x + half * 0.3, foot),
                (x + half * 0.3, foot - tall),
                (x + half * 0.3 + gable * 0.62, foot - tall - gable * 0.9),
                (x + half * 0.3 + gable * 1.24, foot - tall),
                (x + half * 0.3 + gable * 1.24, foot),
            ];
            flat(c, &end, scale(wall, 0.68));
            let slope = [
                (x - half * 1.07, foot - tall + u * 0.1),
                (x - half * 0.66, foot - tall - gable * 0.95),
                (x + half * 0.3 + gable * 0.62, foot - tall - gable * 0.95),
                (x + half * 0.26, foot - tall + u * 0.1),
            ];
            flat(c, &slope, roof);
            for k in 1..5 {
                let v = k as f32 / 5.0;
                let (a, b) = (slope[0], slope[3]);
                let (d, e) = (slope[1], slope[2]);
                let from = (a.0 + (d.0 - a.0) * v, a.1 + (d.1 - a.1) * v);
                let to = (b.0 + (e.0 - b.0) * v, b.1 + (e.1 - b.1) * v);
                bar(c, from, to, u * 0.08, scale(roof, 0.72));
            }
            for k in 0..windows {
                let wx = x - half * 0.82 + half * 1.1 * k as f32 / windows as f32;
                let dusk = plan.daylight() < 0.85;
                let glass = if dusk { hex(0xFFD08A) } else { scale(wall, 0.34) };
                if let Some(path) = rect(wx, foot - tall * 0.74, half * 0.15, tall * 0.4) {
                    c.fill(&path, ink(glass, 1.0));
                }
            }
        };
    house(x + u * 5.4, foot - u * 0.3, u * 3.6, u * 2.9, [tone(0xA0523C), tone(0x6A5A58)], 0);
    house(x - u * 2.4, foot + u * 0.4, u * 4.4, u * 3.0, [tone(0xEDE4D2), tone(0xA85A40)], 3);
    // A chimney with a thread of smoke.
    let (cx, cy) = (x - u * 3.4, foot - u * 5.2);
    if let Some(path) = rect(cx, cy - u * 0.6, u * 0.8, u * 1.6) {
        c.fill(&path, ink(tone(0x9A6A54), 1.0));
    }
    let drift = [
        ((cx + u * 1.6, cy - u * 3.0), (cx + u * 0.8, cy - u * 5.0)),
        ((cx, cy - u * 7.0), (cx + u * 2.4, cy - u * 9.0)),
    ];
    for (width, a) in [(u * 0.9, 0.14), (u * 0.4, 0.22)] {
        if let Some(path) = curve((cx + u * 0.4, cy - u * 0.6), &drift) {
            c.line(&path, width, ink(mix(p.haze, [1.0; 3], 0.4), a));
        }
    }
}

/// Sheep that graze, each with its shadow.
fn sheep(
    c: &mut Canvas,
    plan: &Plan,
    frame: Frame,
    (n, hill): (usize, Hill),
    p: sky::Palette,
    dice: &mut Dice,
) {
    let (w, u, side) = (frame.w, frame.u, plan.turn());
    let wool = mix(lit(plan, hex(0xEFE6D4)), p.haze, [0.0, 0.16, 0.03][n]);
    let face = mix(lit(plan, hex(0x3A302C)), p.haze, [0.0, 0.16, 0.03][n]);
    let mut flock: Vec<(f32, f32)> = (0..[0, 9, 7][n])
        .map(|_| {
            let off = if n == 1 { -side } else { side };
            (w * (0.5 + off * dice.range(0.16, 0.5)), dice.range(0.0, 1.0))
        })
        .collect();
    flock.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (x, down) in flock {
        let r = u * [0.0, 0.9, 2.0][n] * (0.8 + 0.5 * down);
        let y = hill.crest(x) + u * [0.0, 2.2, 3.4][n] + u * [0.0, 6.0, 13.0][n] * down;
        let way = if dice.next() < 0.5 { 1.0 } else { -1.0 };
        shadow(c, (x, y + r * 0.95), r * 1.5, r * 0.2);
        for off in [-0.8f32, -0.45, 0.5, 0.85] {
            bar(c, (x + off * r, y), (x + off * r, y + r * 0.95), r * 0.16, face);
        }
        // A fleece of tufts, light above.
        for k in 0..13 {
            let a = k as f32 * 0.483;
            let tone = scale(wool, 0.8 - 0.2 * a.sin());
            if let Some(path) =
                oval(x + a.cos() * r * 0.86, y + a.sin() * r * 0.36, r * 0.42, r * 0.34)
            {
                c.fill(&path, ink(tone, 1.0));
            }
        }
        if let Some(path) = oval(x, y - r * 0.08, r * 0.95, r * 0.46) {
            let stops = [(0.0, ink(wool, 1.0)), (1.0, ink(scale(wool, 0.74), 1.0))];
            c.fade(&path, (0.0, y - r * 0.5), (0.0, y + r * 0.4), &stops);
        }
        let (hx, hy) = (x + way * r * 1.3, y + r * dice.range(-0.1, 0.4));
        let muzzle: [Position; 5] = [
            (hx - way * r * 0.34, hy - r * 0.3),
            (hx + way * r * 0.06, hy - r * 0.24),
            (hx + way * r * 0.34, hy + r * 0.26),
            (hx + way * r * 0.16, hy + r * 0.4),
            (hx - way * r * 0.3, hy + r * 0.12),
        ];
        if let Some(path) = polygon(&muzzle) {
            c.fill(&path, ink(face, 1.0));
        }
        bar(
            c,
            (hx - way * r * 0.2, hy - r * 0.16),
            (hx - way * r * 0.56, hy - r * 0.02),
            r * 0.14,
            face,
        );
    }
}
