//! Trees near at hand: a crown that reaches into the frame, an avenue in bloom, palms.

use crate::paint::{
    color::{Rgb, hex, mix, scale, smooth},
    noise::{Dice, fbm},
    shapes::{Canvas, blade, curve, ink, polygon},
};
use crate::parts::{
    backdrop::sun,
    daylight::lit,
    foliage::{Leaves, Limb, cluster, grow, root},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};
use evernear_rules::story::Hour;

/// The bough of the tree at one side that reaches out over the frame, and its half width there.
pub fn bough(plan: &Plan, frame: Frame) -> Limb {
    let (side, reach) = (plan.turn(), (frame.w * 0.82).min(frame.h * 0.62));
    let from = fork(plan, frame);
    let to = (from.0 - side * reach, frame.h * 0.16);
    let from = (from.0 - side * frame.u * 0.8, from.1 + frame.u * 2.5);
    let bend = (from.0 - side * reach * 0.2, frame.h * 0.16);
    Limb { from, bend, to, half: (frame.u * 2.1, frame.u * 0.7) }
}

/// Where its trunk divides.
fn fork(plan: &Plan, frame: Frame) -> (f32, f32) {
    (frame.w * (0.5 + plan.turn() * 0.4), frame.h * 0.31)
}

/// A trunk at one side and its crown across the upper part of the frame.
pub fn crown(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    line: f32,
    p: sky::Palette,
    bloom: Option<[Rgb; 2]>,
) {
    let (h, u) = (frame.h, frame.u);
    let from = fork(plan, frame);
    let foot = (from.0 + plan.turn() * u * 1.5, h * 0.74);
    let sun = sun(plan, frame, line);
    let tones = bloom.map_or_else(|| plan.foliage(), |[dark, pale]| (dark, pale));
    let mut leaves = Leaves::of(plan, tones, p, (from, sun), u * 1.5);
    if bloom.is_some() {
        leaves = Leaves { wide: 0.6, long: u * 1.05, ..leaves };
    }
    cast(stage, plan, frame, (foot, sun.0));
    let (limbs, tips) = skeleton(plan, frame);
    let bark = lit(plan, hex(0x6A5140));
    let mut dice = Dice::new(plan.seed, 180);
    let mut groups: [Vec<Spot>; 3] = Default::default();
    for (x, y) in tips {
        let n = [0usize, 1, 2, 1, 2][(dice.next() * 5.0) as usize % 5];
        let r = u * dice.range(4.4, 7.2) * if n == 0 { 1.2 } else { 1.0 };
        let at = (x + u * dice.range(-2.5, 2.5), y + u * dice.range(-2.0, 2.0));
        groups[n].push((at, r));
    }
    let low = h * 0.5;
    let [behind, middle, front] = groups;
    sway(stage, plan, frame, (0, low), behind, leaves.shaded(0.7));
    stage.add(frame.drawn(-u * 6.0, foot.1 + u * 4.0, 0.43, 0.0, |c| {
        trunk(c, plan, frame, foot, bark, leaves.light);
        for limb in limbs.iter().rev() {
            limb.draw(c, bark, leaves.light);
        }
    }));
    sway(stage, plan, frame, (1, low), middle, leaves.shaded(0.9));
    sway(stage, plan, frame, (2, low), front, leaves);
    if bloom.is_some() {
        petals(stage, plan, frame, leaves.pale);
    }
}

/// A cluster's middle and how far it reaches.
type Spot = ((f32, f32), f32);

/// One of three layers of clusters that move in the wind, each at its own pace.
fn sway(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, low): (u32, f32),
    mut spots: Vec<Spot>,
    leaves: Leaves,
) {
    let u = frame.u;
    let mut dice = Dice::new(plan.seed, 186 + u64::from(n));
    spots.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
    let layer = frame.drawn(-u * 8.0, low, 0.4 + 0.05 * n as f32, u * 2.0, |c| {
        for (at, r) in spots {
            cluster(c, at, (r * dice.range(1.0, 1.25), r * 0.82), &leaves, &mut dice);
        }
    });
    let phase = n as f32 * 1.7;
    stage.add(layer.alive(move |t| {
        Pose::moved((t * 0.6 + phase).sin() * u * 0.4, (t * 0.45 + phase).cos() * u * 0.2)
    }));
}

/// The limbs from the fork on, and where leaves grow.
fn skeleton(plan: &Plan, frame: Frame) -> (Vec<Limb>, Vec<(f32, f32)>) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, plan.turn());
    let from = fork(plan, frame);
    let mut dice = Dice::new(plan.seed, 182);
    let main = bough(plan, frame);
    let (mut limbs, mut tips) = (vec![main], Vec::new());
    let size = (h * 0.24).min(u * 30.0);
    // From the bough twigs go up, and a few hang down.
    for n in 1..9 {
        let s = n as f32 / 8.5;
        let at = main.at(s);
        let turn = -side * dice.range(0.1, 0.7);
        let half = u * (0.95 - 0.5 * s);
        grow(&mut dice, at, (turn, size * (0.66 - 0.26 * s)), half, 2, (&mut limbs, &mut tips));
        if n % 2 == 1 {
            let turn = -side * dice.range(1.7, 2.2);
            grow(&mut dice, at, (turn, size * 0.22), u * 0.45, 1, (&mut limbs, &mut tips));
        }
    }
    for (turn, long) in [(-0.95f32, 1.0f32), (-0.4, 1.05), (0.1, 0.95), (0.6, 0.7), (1.15, 0.55)] {
        let turn = turn * side + dice.range(-0.1, 0.1);
        let from = (from.0 + turn * u * 1.4, from.1 + u * turn.abs());
        grow(&mut dice, from, (turn, size * long), u * 1.7, 3, (&mut limbs, &mut tips));
    }
    // The crown goes on above the frame.
    for n in 0..9 {
        let s = n as f32 / 8.0;
        tips.push((from.0 + side * (u * 12.0 - w * 0.75 * s), h * dice.range(-0.02, 0.07)));
    }
    (limbs, tips)
}

/// The trunk up to the fork: roots that spread, furrows in its bark.
fn trunk(
    c: &mut Canvas,
    plan: &Plan,
    frame: Frame,
    foot: (f32, f32),
    bark: Rgb,
    light: (f32, f32),
) {
    let u = frame.u;
    let top = fork(plan, frame);
    let mut dice = Dice::new(plan.seed, 183);
    let stem = Limb {
        from: foot,
        bend: (top.0 + plan.turn() * u * 2.0, f32::midpoint(top.1, foot.1)),
        to: (top.0, top.1 - u),
        half: (u * 3.7, u * 2.7),
    };
    for (dx, dy) in [(-8.5, 0.6), (8.0, 0.9), (-4.6, 1.9), (4.0, 2.3)] {
        let to = (foot.0 + u * dx, foot.1 + u * dy);
        let bend = (foot.0 + u * dx * 0.42, foot.1 - u * 0.4);
        let from = (foot.0 + u * dx * 0.24, foot.1 - u * 6.5);
        Limb { from, bend, to, half: (u * 1.5, u * 0.3) }.draw(c, bark, light);
    }
    root(c, foot, (u * 3.7, u * 6.4), u * 9.0, bark, light);
    stem.draw(c, bark, light);
    let side = light.0.signum();
    for _ in 0..110 {
        let (s, across) = (dice.range(0.0, 0.94), dice.range(-0.92, 0.92));
        let long = dice.range(0.03, 0.1);
        let wide = |s: f32| {
            stem.half.0 + (stem.half.1 - stem.half.0) * s + u * 1.6 * (0.16 - s).max(0.0) * 6.0
        };
        let place = |s: f32, off: f32| {
            let (x, y) = stem.at(s);
            (x + (across + off) * wide(s), y)
        };
        let bent = dice.range(-0.09, 0.09);
        let in_light = across * side > -0.1;
        let (tone, strong) = if in_light && dice.next() < 0.45 { (1.5, 0.36) } else { (0.42, 0.5) };
        let path = curve(place(s, 0.0), &[(place(s + long * 0.5, bent), place(s + long, -bent))]);
        if let Some(path) = path {
            c.line(&path, u * dice.range(0.1, 0.3), ink(scale(bark, tone), strong));
        }
    }
    // Grass grows up round the roots.
    let (dark, pale) = plan.foliage();
    for _ in 0..70 {
        let x = foot.0 + u * dice.range(-10.0, 10.0);
        let y = foot.1 + u * (2.6 - ((x - foot.0) / (u * 10.0)).powi(2) * 1.6);
        let tip = (x + u * dice.range(-0.9, 0.9), y - u * dice.range(1.0, 2.6));
        if let Some(path) = blade((x, y), tip, u * 0.2, u * 0.2) {
            c.fill(&path, ink(scale(lit(plan, mix(dark, pale, dice.next() * 0.6)), 0.8), 1.0));
        }
    }
}

/// The crown's shadow on the grass, with flecks of light in it.
fn cast(stage: &mut Stage, plan: &Plan, frame: Frame, (foot, sun): ((f32, f32), f32)) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(184));
    let away = (foot.0 - sun) / w;
    let (x, y) = (foot.0 + away * u * 14.0 - plan.turn() * u * 8.0, foot.1 + u * 3.0);
    let deep = if plan.hour == Hour::Night { 0.3 } else { 0.5 };
    stage.add(frame.soft(2, foot.1 - u * 8.0, h, 0.37, 0.0, |px, py| {
        let (dx, dy) = ((px - x) / (u * 34.0), (py - y) / (u * 9.0));
        let rough = fbm(seed, px / (u * 5.0), py / (u * 1.6), 3) - 0.5;
        let shade = smooth(1.1, 0.45, dx.hypot(dy) + rough * 0.7);
        let fleck = smooth(0.5, 0.8, fbm(seed ^ 1, px / (u * 2.6), py / (u * 0.9), 2));
        let root = smooth(1.0, 0.1, ((px - foot.0) / (u * 11.0)).hypot((py - foot.1) / (u * 2.6)));
        let a = (shade * (1.0 - 0.75 * fleck) * deep).max(root * 0.62);
        [0.03, 0.045, 0.05, a]
    }));
}

/// Petals that come down and lie on the ground.
pub fn petals(stage: &mut Stage, plan: &Plan, frame: Frame, tone: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 185);
    let lying: Vec<_> = (0..220)
        .map(|_| {
            (
                dice.range(-0.05, 1.05) * w,
                h * (0.72 + 0.28 * dice.next().sqrt()),
                dice.range(0.3, 0.9),
                dice.range(0.7, 1.0),
            )
        })
        .collect();
    stage.add(frame.drawn(h * 0.7, h, 0.42, 0.0, |c| {
        for &(x, y, r, k) in &lying {
            let near = 0.5 + 1.1 * ((y / h) - 0.7) / 0.3;
            if let Some(path) = blade((x, y), (x + u * r * near, y - u * 0.1), u * 0.26 * near, 0.0)
            {
                c.fill(&path, ink(scale(tone, k), 0.9));
            }
        }
    }));
    let list: Vec<[f32; 5]> = (0..38)
        .map(|_| [dice.next(), dice.next(), dice.next(), dice.next() * 6.3, dice.next()])
        .collect();
    stage.sparks(0.5, move |t, out| {
        for &[x, y, near, phase, slow] in &list {
            let sway = (t * (0.7 + slow * 0.6) + phase).sin();
            let px = (x * w * 1.2 + sway * u * 4.0 + t * u * 1.3).rem_euclid(w * 1.2) - w * 0.1;
            let py = (y * h * 1.1 + t * u * (2.6 + 3.4 * near)) % (h * 1.1) - h * 0.05;
            let flip = (t * 2.1 + phase * 2.0).sin().abs() * 0.5 + 0.2;
            out.push(
                Spark::disc(px, py, u * (0.4 + 0.4 * near), tone, 0.9).shaped(flip, sway + phase),
            );
        }
    });
}

/// Two palms that lean towards each other.
pub fn palms(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let bark = mix(lit(plan, hex(0x6B523C)), p.shade, 0.3);
    let (dark, pale) = (lit(plan, hex(0x244A30)), lit(plan, hex(0x7FA84E)));
    for (n, side) in [-1.0f32, 1.0].into_iter().enumerate() {
        let (x, foot) = (w * (0.5 + side * 0.44), h * (0.82 + 0.03 * n as f32));
        let (tx, ty) = (w * (0.5 + side * 0.3), h * (0.2 + 0.05 * n as f32));
        stage.add(frame.drawn(ty - u * 4.0, foot + u * 2.0, 0.5, 0.0, |c| {
            for k in 0..40 {
                let s = k as f32 / 40.0;
                let (px, py) = (x + (tx - x) * s * s, foot + (ty - foot) * s);
                let half = u * (2.4 - 1.2 * s);
                if let Some(path) = polygon(&[
                    (px - half, py),
                    (px + half, py),
                    (px + half * 0.86, py - (foot - ty) / 38.0),
                    (px - half * 0.86, py - (foot - ty) / 38.0),
                ]) {
                    c.fade(
                        &path,
                        (px - half, 0.0),
                        (px + half, 0.0),
                        &[
                            (0.0, ink(scale(bark, 1.1 - 0.2 * (k % 2) as f32), 1.0)),
                            (1.0, ink(scale(bark, 0.5), 1.0)),
                        ],
                    );
                }
            }
        }));
        let mut dice = Dice::new(plan.seed, 195 + n as u64);
        let layer = frame.drawn(ty - u * 22.0, ty + u * 24.0, 0.52, u * 2.0, |c| {
            for k in 0..11 {
                let a = -2.9 + 2.7 * k as f32 / 10.0 + dice.range(-0.1, 0.1);
                let long = u * dice.range(17.0, 23.0);
                let (mx, my) = (tx + a.cos() * long * 0.6, ty + a.sin() * long * 0.5 - u * 3.0);
                let (ex, ey) = (tx + a.cos() * long, ty + a.sin() * long * 0.45 + u * 8.0);
                for q in 0..26 {
                    let s = q as f32 / 25.0;
                    let (bx, by) = (
                        (1.0 - s).powi(2) * tx + 2.0 * s * (1.0 - s) * mx + s * s * ex,
                        (1.0 - s).powi(2) * ty + 2.0 * s * (1.0 - s) * my + s * s * ey,
                    );
                    let hang = u * (5.0 * (1.0 - (2.0 * s - 1.0).powi(2)) + 1.0);
                    let tone = mix(dark, pale, dice.next() * 0.8);
                    for up in [-0.3f32, 1.0] {
                        if let Some(path) =
                            blade((bx, by), (bx + a.cos() * u * 1.5, by + hang * up), u * 0.36, 0.0)
                        {
                            c.fill(&path, ink(tone, 1.0));
                        }
                    }
                }
            }
        });
        let phase = n as f32 * 2.0;
        stage.add(layer.alive(move |t| {
            Pose::moved((t * 0.7 + phase).sin() * u * 0.5, (t * 0.5 + phase).cos() * u * 0.2)
        }));
    }
}
