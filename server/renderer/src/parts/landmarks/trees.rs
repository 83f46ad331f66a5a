//! Trees near at hand: a crown that reaches into the frame, an avenue in bloom, palms.

use crate::paint::{
    color::{Rgb, add, hex, mix, scale, smooth},
    noise::{Dice, fbm},
    shapes::{blade, curve, ink, polygon},
};
use crate::parts::{backdrop::lit, sky};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// A trunk at one side and its crown across the upper part of the frame.
pub fn crown(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    p: sky::Palette,
    bloom: Option<[Rgb; 2]>,
) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let side = plan.turn();
    let x = w * (0.5 + side * 0.4);
    let foot = h * 0.74;
    let bark = lit(plan, hex(0x5B4433));
    let (dark, pale) = bloom.map_or_else(|| plan.foliage(), |[dark, pale]| (dark, pale));
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    stage.add(frame.drawn(-u * 2.0, foot + u * 4.0, 0.42, 0.0, |c| {
        crate::parts::props::shadow(c, (x, foot), u * 16.0, u * 2.0);
        if let Some(path) = curve(
            (x - u * 5.6, foot + u),
            &[
                ((x - u * 2.6, foot - u * 4.0), (x - u * 2.8, h * 0.4)),
                ((x - u * 3.4, h * 0.25), (x - side * u * 9.0 - u * 2.0, h * 0.1)),
                ((x, h * 0.2), (x + u * 1.6, h * 0.24)),
                ((x + u * 6.0, h * 0.16), (x + side * u * 7.0 + u * 4.0, h * 0.06)),
                ((x + u * 5.0, h * 0.24), (x + u * 3.0, h * 0.4)),
                ((x + u * 2.8, foot - u * 4.0), (x + u * 6.0, foot + u)),
            ],
        ) {
            c.fade(
                &path,
                (x - u * 4.0, 0.0),
                (x + u * 4.5, 0.0),
                &[
                    (0.0, ink(scale(bark, 0.66), 1.0)),
                    (0.35, ink(scale(bark, 1.15), 1.0)),
                    (1.0, ink(scale(bark, 0.5), 1.0)),
                ],
            );
        }
        let mut dice = Dice::new(plan.seed, 180);
        for _ in 0..26 {
            let bx = x + u * dice.range(-2.4, 2.6);
            let by = dice.range(0.28, 0.7) * h;
            if let Some(path) = curve(
                (bx, by),
                &[(
                    (bx + u * dice.range(-0.6, 0.6), by + u * 3.0),
                    (bx + u * 0.3, by + u * dice.range(4.0, 8.0)),
                )],
            ) {
                c.line(&path, u * 0.3, ink(scale(bark, 0.55), 0.55));
            }
        }
    }));
    for n in 0..3u32 {
        let seed = plan.noise(181 + n);
        let low = h * [0.36, 0.3, 0.23][n as usize];
        let layer =
            frame.soft(2, -u * 6.0, low + u * 12.0, 0.4 + 0.06 * n as f32, u * 2.0, |px, py| {
                // The crown hangs lowest at the trunk's side.
                let s = (px / w - 0.5) * side;
                let edge = low * (0.42 + 0.75 * smooth(-0.6, 0.5, s))
                    + u * 7.0 * (fbm(seed, px / (u * 9.0), 0.5, 3) - 0.5);
                let fringe = fbm(seed ^ 1, px / (u * 2.2), py / (u * 2.4), 3);
                let a = smooth(u * 3.0, -u * 2.0, py - edge + (fringe - 0.5) * u * 12.0);
                let holes = smooth(
                    0.3,
                    0.4,
                    fbm(seed ^ 4, px / (u * 4.2), py / (u * 4.0), 3) + 0.12 * smooth(edge, 0.0, py),
                );
                let clump = fbm(seed ^ 2, px / (u * 4.4), py / (u * 3.8), 3);
                let leaf = fbm(seed ^ 3, px / (u * 1.3), py / (u * 1.2), 2);
                let lit = (clump * 1.1 + leaf * 0.6 - 0.52 + 0.1 * n as f32).clamp(0.0, 1.0);
                let c = add(mix(scale(dark, 0.8), pale, lit), p.sun, 0.12 * lit * plan.daylight());
                [c[0].min(1.0), c[1].min(1.0), c[2].min(1.0), a * holes]
            });
        let phase = n as f32 * 1.7;
        stage.add(layer.alive(move |t| {
            Pose::moved((t * 0.6 + phase).sin() * u * 0.4, (t * 0.45 + phase).cos() * u * 0.2)
        }));
    }
    if bloom.is_some() {
        petals(stage, plan, frame, pale);
    }
}

/// Petals that come down and lie on the ground.
fn petals(stage: &mut Stage, plan: &Plan, frame: Frame, tone: Rgb) {
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

/// Trees in bloom on both sides of a road that leads away, and a carpet of what has fallen.
pub fn avenue(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    line: f32,
    p: sky::Palette,
    [dark, pale]: [Rgb; 2],
) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(190));
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    let tar = lit(plan, hex(0x6E6770));
    let top = line + u * 2.0;
    stage.add(frame.painted(top, h, 0.34, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.06 + 0.94 * down;
        let gx = ((x - w / 2.0) / (u * near)).abs();
        let gy = 8.0 / near;
        let fallen = fbm(seed, (x - w / 2.0) / (u * near * 2.0), gy * 2.6, 3);
        let rough = fbm(seed ^ 1, x / (u * 0.8), y / (u * 0.6), 2) - 0.5;
        let verge = smooth(22.0, 24.5, gx);
        let mut c = mix(scale(tar, 0.9 + rough * 0.2), lit(plan, hex(0x6F8A4A)), verge);
        let carpet = smooth(0.5 - 0.3 * verge - 0.16 * smooth(8.0, 22.0, gx), 0.72, fallen);
        c = mix(c, mix(dark, pale, fallen), carpet * 0.9);
        c = mix(c, p.haze, 0.4 * smooth(0.12, 0.0, down));
        pixel_of(scale(c, 1.0 - 0.24 * smooth(0.5, 1.0, down)), smooth(0.0, u * 0.5, y - top))
    }));
    for n in 0..4u32 {
        let near = (n as f32 + 1.0) / 4.0;
        let (off, foot) =
            (u * (9.0 + 30.0 * near.powf(1.4)), top + (h * 0.8 - top) * near.powf(1.7));
        let tall = u * (12.0 + 42.0 * near.powf(1.3));
        let bark = mix(lit(plan, hex(0x4A3A3A)), p.haze, 0.5 * (1.0 - near));
        stage.add(frame.drawn(foot - tall * 1.2, foot + u * 2.0, 0.2 + 0.26 * near, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let x = w / 2.0 + side * off;
                let half = u * (0.5 + 2.0 * near);
                if let Some(path) = polygon(&[
                    (x - half, foot),
                    (x - half * 0.6, foot - tall * 0.6),
                    (x - side * half * 5.0, foot - tall),
                    (x - side * half * 4.0, foot - tall),
                    (x + half * 0.5, foot - tall * 0.6),
                    (x + half, foot),
                ]) {
                    c.fade(
                        &path,
                        (x - half, 0.0),
                        (x + half, 0.0),
                        &[(0.0, ink(scale(bark, 1.1), 1.0)), (1.0, ink(scale(bark, 0.6), 1.0))],
                    );
                }
            }
        }));
        let seed = plan.noise(191 + n);
        let layer =
            frame.soft(2, foot - tall * 1.75, foot - tall * 0.3, 0.2 + 0.26 * near, u, |x, y| {
                let mut a: f32 = 0.0;
                for side in [-1.0f32, 1.0] {
                    let cx = w / 2.0 + side * (off + u * 2.0 * near);
                    let (dx, dy) = ((x - cx) / (tall * 0.62), (y - foot + tall) / (tall * 0.52));
                    a = a.max(smooth(
                        1.0,
                        0.7,
                        dx.hypot(dy) + (fbm(seed, x / (u * 3.2), y / (u * 2.8), 3) - 0.5) * 0.8,
                    ));
                }
                let leaf = fbm(seed ^ 2, x / (u * 1.4), y / (u * 1.2), 3);
                let clump = fbm(seed ^ 3, x / (u * 4.0), y / (u * 3.2), 2);
                let lit = (leaf * 0.8 + clump * 0.8 - 0.4).clamp(0.0, 1.0);
                let c =
                    mix(add(mix(dark, pale, lit), p.sun, 0.1 * lit), p.haze, 0.42 * (1.0 - near));
                [c[0].min(1.0), c[1].min(1.0), c[2].min(1.0), a]
            });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.6 + phase).sin() * u * 0.15, 0.0)));
    }
    petals(stage, plan, frame, pale);
}

fn pixel_of(c: Rgb, a: f32) -> [f32; 4] {
    crate::paint::color::pixel(c, a)
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
