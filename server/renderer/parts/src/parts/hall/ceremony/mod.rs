//! A hall where degrees are given: a stage with steps, a lectern and a crest in the light, banners, and
//! chairs with gowns over them; caps fly.

mod caps;
mod rows;

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{Canvas, ink, polygon},
};
use crate::parts::{
    forms::{ball, bar, bent, block, fall, shade},
    props::{leaf, rose, shadow},
    room::Indoors,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};
use caps::crest;

/// Where the stage ends and the floor begins, as parts of the frame's height.
const LIP: f32 = 0.47;

const FLOOR: f32 = 0.565;

struct Hall {
    frame: Frame,
    light: Indoors,
    /// The colour of curtain, carpet and hoods.
    cloth: Rgb,
    gold: Rgb,
    /// A size that is as large beside the stage in every shape of the frame.
    s: f32,
}

pub fn ceremony(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let light = Indoors { dim: [0.86, 0.83, 0.78], lamp: 0.3 };
    let cloth = Dice::new(plan.seed, 451).pick(&[hex(0x2F3F6A), hex(0x6A2430), hex(0x2A5544)]);
    let s = (frame.h * 0.0078).min(frame.u * 1.04);
    let hall = Hall { frame, light, cloth, gold: light.lit(hex(0xD9B25A), 0.98), s };
    curtain(stage, plan, &hall);
    backdrop(stage, &hall);
    front(stage, plan, &hall);
    lectern(stage, plan, &hall);
    floor(stage, plan, &hall);
    rows::chairs(stage, plan, &hall);
    beams(stage, &hall);
    rows::thrown(stage, plan, &hall);
}

/// Velvet in folds above boards, brighter where the lamps reach it.
fn curtain(stage: &mut Stage, plan: &Plan, hall: &Hall) {
    let Frame { w, h, u, .. } = hall.frame;
    let (seed, cloth, light) = (plan.noise(450), hall.cloth, hall.light);
    let (lip, foot) = (h * LIP, h * FLOOR);
    stage.add(hall.frame.painted(0.0, foot + u, 0.06, 0.0, |x, y| {
        let fold = (x / u * 0.62 + value(seed, x / (u * 9.0), y / (u * 40.0)) * 3.0).sin();
        let pile = value(seed ^ 2, x / (u * 0.5), y / (u * 0.7)) - 0.5;
        let mut c = scale(cloth, 0.72 + 0.24 * fold + 0.07 * pile);
        // A valance with a fringe of gold.
        let hem = h * 0.075 + u * 2.6 * (x / (u * 11.0)).sin().abs();
        c = mix(c, scale(cloth, 0.85 + 0.3 * (x / u * 0.9).sin()), smooth(hem, hem - u * 0.4, y));
        let fringe = smooth(u * 0.9, u * 0.7, (y - hem - u * 0.9).abs());
        c = mix(c, scale(hex(0xC79B48), 0.7 + 0.3 * (x / u * 9.0).sin()), fringe);
        c = scale(
            c,
            1.0 - 0.4 * smooth(u * 4.0, 0.0, y - hem - u * 1.8) * smooth(0.0, u, y - hem - u * 1.2),
        );
        let d = ((x - w / 2.0) / (w * 0.46)).hypot((y - h * 0.3) / (h * 0.26));
        c = add(c, tint(c, hex(0xFFE0B0)), 1.4 * (-d * d).exp());
        if y > lip - u * 4.0 {
            let down = (y - lip + u * 4.0) / (u * 4.0);
            let board = fbm(seed ^ 3, x / (u * 16.0), y / (u * 0.4), 3) - 0.5;
            c = light.lit(scale(hex(0xA87646), 0.8 + 0.4 * board + 0.3 * (-d).exp()), 0.98);
            c = scale(c, 0.8 + 0.3 * down);
        }
        if y > lip {
            let panel = ((x / (u * 8.0)).rem_euclid(1.0) - 0.5).abs();
            let veins = fbm(seed ^ 4, x / (u * 2.0), y / (u * 9.0), 3) - 0.5;
            c = light.lit(
                scale(hex(0x6E4426), 0.9 + 0.3 * veins - 0.34 * smooth(0.44, 0.5, panel)),
                0.95,
            );
            c = scale(c, 1.0 - 0.36 * smooth(lip, foot, y) - 0.5 * smooth(lip + u * 1.6, lip, y));
        }
        pixel(c, 1.0)
    }));
}

/// The crest in the middle, banners at both sides, chairs of those who speak.
fn backdrop(stage: &mut Stage, hall: &Hall) {
    let Frame { w, h, .. } = hall.frame;
    let (s, gold) = (hall.s, hall.gold);
    let lit = |tone: Rgb| hall.light.lit(tone, 1.0);
    stage.add(hall.frame.drawn(h * 0.08, h * LIP + s, 0.12, 0.0, |c| {
        let at = (w / 2.0, h * 0.245);
        ball(c, (at.0 + s * 0.8, at.1 + s * 1.4), (s * 13.4, s * 13.4), scale(hall.cloth, 0.4));
        crest(c, at, s * 13.0, gold, lit(hall.cloth));
        for side in [-1.0f32, 1.0] {
            let x = w / 2.0 + side * (w * 0.37).max(s * 24.0);
            banner(c, (x, h * 0.115), s, hall);
            for n in 0..3 {
                let x = w / 2.0 + side * s * (17.0 + 8.4 * n as f32);
                let y = h * LIP - s * 2.6;
                shadow(c, (x, y), s * 4.0, s * 0.6);
                let red = lit(hex(0x7A2A2A));
                block(c, (x - s * 3.0, y - s * 13.0), (s * 6.0, s * 9.0), scale(gold, 0.7));
                block(c, (x - s * 2.4, y - s * 12.4), (s * 4.8, s * 8.0), red);
                block(c, (x - s * 3.2, y - s * 5.0), (s * 6.4, s * 2.0), scale(red, 1.2));
                for e in [-2.8f32, 2.8] {
                    bar(c, (x + s * e, y - s * 4.0), (x + s * e, y), s * 0.5, scale(gold, 0.6));
                }
            }
        }
    }));
}

/// A banner on its rod, with a fringe and a small crest.
fn banner(c: &mut Canvas, (x, y): (f32, f32), s: f32, hall: &Hall) {
    let (half, tall) = (s * 5.6, s * 29.0);
    shade(c, (x - half + s, y + s), (half * 2.0, tall * 0.84));
    bar(c, (x - half * 1.3, y), (x + half * 1.3, y), s * 0.9, hall.gold);
    for e in [-1.3f32, 1.3] {
        ball(c, (x + e * half, y), (s, s), hall.gold);
    }
    for (k, tone) in [(1.0, hall.gold), (0.9, scale(hall.cloth, 1.5))] {
        let (a, low) = (half * k, y + tall * (0.84 + 0.02 * k));
        if let Some(path) = polygon(&[
            (x - a, y + s * 0.4),
            (x + a, y + s * 0.4),
            (x + a, low),
            (x, low + tall * 0.15 * k),
            (x - a, low),
        ]) {
            let stops = [
                (0.0, ink(scale(tone, 0.76), 1.0)),
                (0.3, ink(add(tone, [1.0; 3], 0.06), 1.0)),
                (0.55, ink(scale(tone, 0.84), 1.0)),
                (0.75, ink(tone, 1.0)),
                (1.0, ink(scale(tone, 0.6), 1.0)),
            ];
            c.fade(&path, (x - a, 0.0), (x + a, 0.0), &stops);
        }
    }
    crest(c, (x, y + tall * 0.4), half * 0.72, hall.gold, hall.cloth);
}

/// Steps in the middle with a carpet, flowers along the edge of the stage.
fn front(stage: &mut Stage, plan: &Plan, hall: &Hall) {
    let Frame { w, h, .. } = hall.frame;
    let s = hall.s;
    let (lip, foot) = (h * LIP, h * FLOOR);
    let mut dice = Dice::new(plan.seed, 453);
    let (dark, pale) = plan.foliage();
    let lit = |tone: Rgb| hall.light.lit(tone, 0.98);
    stage.add(hall.frame.drawn(lip - s * 8.0, foot + s * 3.0, 0.18, 0.0, |c| {
        for n in 0..6 {
            let k = n as f32 / 6.0;
            let (half, y) = (s * (13.0 + 6.0 * k), lip + (foot - lip + s) * k);
            let tall = (foot - lip + s) / 6.0;
            let wood = lit(hex(0x9A683C));
            fall(
                c,
                &[
                    (w / 2.0 - half, y),
                    (w / 2.0 + half, y),
                    (w / 2.0 + half + s, y + tall),
                    (w / 2.0 - half - s, y + tall),
                ],
                (y, y + tall),
                [scale(wood, 1.1), scale(wood, 0.46)],
            );
            let red = scale(lit(hall.cloth), 1.6);
            let on = half * 0.62;
            fall(
                c,
                &[
                    (w / 2.0 - on, y),
                    (w / 2.0 + on, y),
                    (w / 2.0 + on + s * 0.6, y + tall),
                    (w / 2.0 - on - s * 0.6, y + tall),
                ],
                (y, y + tall),
                [add(red, [1.0; 3], 0.12), scale(red, 0.5)],
            );
        }
        for side in [-1.0f32, 1.0] {
            let mut x = w / 2.0 + side * s * 23.0;
            while (x - w / 2.0).abs() < w * 0.55 {
                for _ in 0..9 {
                    let turn = -std::f32::consts::FRAC_PI_2 + dice.range(-1.3, 1.3);
                    leaf(
                        c,
                        (x, lip + s),
                        s * dice.range(3.0, 5.4),
                        turn,
                        lit(mix(dark, pale, dice.next() * 0.6)),
                    );
                }
                for _ in 0..7 {
                    let at = (x + s * dice.range(-3.4, 3.4), lip - s * dice.range(-0.6, 3.6));
                    let tone =
                        dice.pick(&[hex(0xF6E9DC), hex(0xE8B04A), hex(0xD97A86), hex(0xF2D9E0)]);
                    rose(c, at, s * dice.range(0.9, 1.4), lit(tone));
                }
                x += side * s * 9.0;
            }
        }
    }));
}

/// The lectern with its crest, microphones and a sheet of paper.
fn lectern(stage: &mut Stage, plan: &Plan, hall: &Hall) {
    let Frame { w, h, .. } = hall.frame;
    let s = hall.s;
    let (x, foot) = (w * 0.5 + plan.turn() * (w * 0.25).min(s * 26.0), h * LIP - s * 0.6);
    let wood = hall.light.lit(hex(0x8A5228), 1.02);
    stage.add(hall.frame.drawn(foot - s * 30.0, foot + s * 2.0, 0.2, 0.0, |c| {
        shadow(c, (x + s, foot), s * 8.0, s * 0.9);
        let body = |k: f32, top: f32, low: f32| {
            polygon(&[
                (x - s * 6.0 * k, foot - s * top),
                (x + s * 6.0 * k, foot - s * top),
                (x + s * 5.0 * k, foot - s * low),
                (x - s * 5.0 * k, foot - s * low),
            ])
        };
        if let Some(path) = body(1.0, 17.0, 0.0) {
            let stops = [
                (0.0, ink(scale(wood, 0.8), 1.0)),
                (0.34, ink(add(wood, [1.0, 0.9, 0.7], 0.16), 1.0)),
                (1.0, ink(scale(wood, 0.5), 1.0)),
            ];
            c.fade(&path, (x - s * 6.0, 0.0), (x + s * 6.0, 0.0), &stops);
        }
        if let Some(path) = body(0.8, 15.0, 2.0) {
            c.line(&path, s * 0.4, ink(scale(wood, 0.5), 1.0));
        }
        block(c, (x - s * 6.2, foot - s * 1.6), (s * 12.4, s * 1.6), scale(wood, 0.8));
        crest(c, (x, foot - s * 9.0), s * 4.0, hall.gold, hall.light.lit(hall.cloth, 1.0));
        let desk = [
            (x - s * 7.4, foot - s * 17.0),
            (x + s * 7.4, foot - s * 17.0),
            (x + s * 6.4, foot - s * 20.4),
            (x - s * 6.4, foot - s * 20.4),
        ];
        fall(
            c,
            &desk,
            (foot - s * 20.4, foot - s * 17.0),
            [add(wood, [1.0; 3], 0.16), scale(wood, 0.9)],
        );
        block(c, (x - s * 7.4, foot - s * 17.2), (s * 14.8, s * 1.2), scale(wood, 1.1));
        let paper = hall.light.lit(hex(0xFBF6EA), 1.02);
        fall(
            c,
            &[
                (x - s * 3.0, foot - s * 17.6),
                (x + s * 2.6, foot - s * 17.6),
                (x + s * 2.2, foot - s * 20.0),
                (x - s * 2.6, foot - s * 20.0),
            ],
            (foot - s * 20.0, foot - s * 17.6),
            [paper, scale(paper, 0.86)],
        );
        for way in [-1.0f32, 1.0] {
            let tip = (x + way * s * 1.4, foot - s * 25.6);
            bent(
                c,
                (x + way * s * 4.4, foot - s * 19.0),
                (x + way * s * 4.6, foot - s * 24.0),
                tip,
                s * 0.4,
                hex(0x1E1B1A),
            );
            ball(c, tip, (s * 0.9, s * 1.0), hex(0x4A4644));
        }
    }));
}

/// Boards that shine, with a carpet up to the steps.
fn floor(stage: &mut Stage, plan: &Plan, hall: &Hall) {
    let Frame { w, h, u, .. } = hall.frame;
    let (seed, cloth, light) = (plan.noise(455), hall.cloth, hall.light);
    let floor = h * FLOOR;
    stage.add(hall.frame.painted(floor, h, 0.24, 0.0, |x, y| {
        let down = ((y - floor) / (h - floor)).clamp(0.0, 1.0);
        let near = 0.22 + 0.78 * down;
        let gx = (x - w / 2.0) / (u * near);
        let own = value(seed, (gx / 2.6).floor() * 3.1, 1.3);
        let weave = value(seed ^ 3, x / (u * 0.5), y / (u * 0.4)) - 0.5;
        let seam = smooth(0.0, 0.08, (gx / 2.6).rem_euclid(1.0));
        let board = scale(hex(0x8A6442), (0.72 + 0.34 * own) * (0.8 + 0.2 * seam));
        let aisle = smooth(9.4, 9.0, gx.abs());
        let edge = smooth(0.5, 0.3, (gx.abs() - 8.4).abs());
        let carpet = mix(scale(cloth, 1.3 + weave * 0.2), hex(0xC79B48), 0.6 * edge);
        let mut c = light.lit(mix(board, carpet, aisle), 0.9);
        let pool = (-(gx / 60.0).powi(2) - (down / 0.3).powi(2)).exp();
        c = add(c, tint(c, hex(0xFFDFA8)), 0.7 * pool);
        pixel(scale(c, 1.0 - 0.3 * down), smooth(0.0, u * 0.4, y - floor))
    }));
}

/// Cones of light from above onto the crest, the lectern and the steps.
fn beams(stage: &mut Stage, hall: &Hall) {
    let Frame { w, h, u, .. } = hall.frame;
    let from = [(w * 0.12, w * 0.42), (w * 0.88, w * 0.58), (w * 0.5, w * 0.5)];
    let layer = hall.frame.soft(4, 0.0, h * 0.62, 0.22, 0.0, |x, y| {
        let down = (y + u * 6.0) / (h * 0.56);
        let sum: f32 = from
            .into_iter()
            .map(|(a, b)| {
                let middle = a + (b - a) * down;
                let half = w * (0.02 + 0.13 * down);
                smooth(1.0, 0.0, ((x - middle) / half).abs()) * smooth(1.06, 0.7, down)
            })
            .sum();
        [1.0, 0.93, 0.8, 0.15 * sum]
    });
    stage.add(layer.light().alive(|t| Pose::faded(0.9 + 0.1 * (t * 0.5).sin())));
}
