//! Chairs with gowns and caps on them, and the caps that fly.

use super::{
    FLOOR, Hall,
    caps::{cap, gown},
};
use crate::paint::{
    color::{add, hex, scale},
    noise::Dice,
    shapes::{ink, rounded},
};
use crate::parts::{forms::post, props::shadow};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// Rows of chairs, each with a gown over it, on many of them a cap.
pub fn chairs(stage: &mut Stage, plan: &Plan, hall: &Hall) {
    let Frame { w, h, u, .. } = hall.frame;
    let mut dice = Dice::new(plan.seed, 456);
    let floor = h * FLOOR;
    for n in 0..4u32 {
        let near = (n as f32 + 0.5) / 4.0;
        let foot = floor + (h * 0.98 - floor) * (0.13 + 0.87 * near.powf(1.3));
        let (tall, gap, step) =
            (u * (6.6 + 11.0 * near), u * (8.0 + 7.0 * near), u * (7.4 + 9.0 * near));
        let black = hall.light.lit(scale(hex(0x2C2A30), 0.95 + 0.25 * near), 1.0);
        let wood = hall.light.lit(hex(0xA9794A), 0.94);
        let hood = hall.light.lit(add(scale(hall.cloth, 1.4), hall.gold, 0.12), 1.0);
        stage.add(hall.frame.drawn(foot - tall * 1.6, foot + u, 0.26 + 0.3 * near, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let mut x = w / 2.0 + side * (gap + step * 0.5);
                while (x - w / 2.0).abs() < w * 0.5 + step {
                    let (half, top) = (step * 0.34, foot - tall);
                    shadow(c, (x, foot), half * 1.3, u * 0.6 * (0.5 + near));
                    for e in [-1.0f32, 1.0] {
                        post(c, x + e * half * 0.92, (top, foot), half * 0.09, wood);
                    }
                    if let Some(path) = rounded(x - half, top, half * 2.0, tall * 0.3, half * 0.2) {
                        c.fade(
                            &path,
                            (0.0, top),
                            (0.0, top + tall * 0.3),
                            &[
                                (0.0, ink(scale(wood, 1.15), 1.0)),
                                (1.0, ink(scale(wood, 0.6), 1.0)),
                            ],
                        );
                    }
                    let worn = dice.next();
                    if worn < 0.86 {
                        gown(c, (x, top), (half * 0.92, tall * 0.86), black, hood);
                    }
                    if worn < 0.62 {
                        cap(
                            c,
                            (x, top - half * 0.3),
                            half * 0.84,
                            (dice.range(-0.14, 0.14), side),
                            black,
                            hall.gold,
                        );
                    }
                    x += side * step;
                }
            }
        }));
    }
}

/// Caps that were thrown, high above the rows, and dust in the light.
pub fn thrown(stage: &mut Stage, plan: &Plan, hall: &Hall) {
    let Frame { w, h, u, .. } = hall.frame;
    let mut dice = Dice::new(plan.seed, 458);
    let black = hall.light.lit(hex(0x26242A), 1.0);
    let places = [
        [(0.2f32, 0.16f32), (0.66, 0.1), (0.88, 0.3)],
        [(0.34, 0.075), (0.08, 0.36), (0.79, 0.19)],
    ];
    for (n, list) in places.into_iter().enumerate() {
        let size = u * (3.0 + 1.2 * n as f32);
        let layer = hall.frame.drawn(h * 0.02, h * 0.44, 0.36 + 0.06 * n as f32, u * 3.0, |c| {
            for (x, y) in list {
                let lean = (dice.range(-0.5, 0.5), if dice.next() < 0.5 { -1.0 } else { 1.0 });
                cap(c, (w * x, h * y + u * dice.range(-2.0, 2.0)), size, lean, black, hall.gold);
            }
        });
        let phase = n as f32 * 1.6;
        stage.add(layer.alive(move |t| {
            Pose::moved((t * 0.5 + phase).sin() * u, -(t * 0.9 + phase).sin() * u * 2.2)
        }));
    }
    let motes: Vec<[f32; 3]> =
        (0..14).map(|_| [dice.next(), dice.next(), dice.next() * 6.3]).collect();
    stage.sparks(0.4, move |t, out| {
        for &[x, y, phase] in &motes {
            let at =
                (x * w + (t * 0.4 + phase).sin() * u * 4.0, h * (0.06 + 0.4 * y) - t * u * 0.3);
            let light = 0.14 + 0.1 * (t + phase).sin();
            out.push(Spark::glow(at.0, at.1, u * 0.9, [1.0, 0.9, 0.7], light));
        }
    });
}
