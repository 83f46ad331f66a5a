//! Large rooms: a church with its arches, windows of coloured glass and pews; a hall with a floor for
//! dancing, lights and a stage; rows of seats before a lectern.

mod airport;
mod church;
mod cinema;
mod dance;
mod factory;
mod gym;
mod museum;
mod office;
mod space;
mod wings;

use serde::Deserialize;

use super::{props::rose, room::Indoors};
use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, value},
    shapes::{curve, ink, oval, polygon},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// What the hall is for.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    Worship,
    Dance,
    Ceremony,
    /// A departure hall.
    Departures,
    Cinema,
    Factory,
    Gym,
    Museum,
    Office,
    /// A theatre, seen from the side of its stage.
    Theatre,
}

#[derive(Clone, Copy, Deserialize)]
pub struct Hall {
    #[serde(rename = "for")]
    pub use_: Use,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, hall: Hall) {
    match hall.use_ {
        Use::Worship => church::church(stage, plan, frame),
        Use::Dance => dance::dance(stage, plan, frame),
        Use::Ceremony => ceremony(stage, plan, frame),
        Use::Departures => airport::departures(stage, plan, frame),
        Use::Cinema => cinema::cinema(stage, plan, frame),
        Use::Factory => factory::factory(stage, plan, frame),
        Use::Gym => gym::gym(stage, plan, frame),
        Use::Museum => museum::museum(stage, plan, frame),
        Use::Office => office::office(stage, plan, frame),
        Use::Theatre => wings::wings(stage, plan, frame),
    }
}

/// A stage with a lectern and a banner without words, rows of chairs before it.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn ceremony(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(450));
    let light = Indoors { dim: [0.86, 0.83, 0.78], lamp: 0.3 };
    let mut dice = Dice::new(plan.seed, 451);
    let cloth = dice.pick(&[hex(0x2F3F6A), hex(0x6A2430), hex(0x2A5544)]);
    let (lip, floor) = (h * 0.5, h * 0.6);
    stage.add(frame.painted(0.0, floor + u, 0.06, 0.0, |x, y| {
        let fold = (x / u * 0.62 + value(seed, x / (u * 9.0), y / (u * 40.0)) * 3.0).sin();
        let mut c = scale(cloth, 0.72 + 0.22 * fold);
        let d = ((x - w / 2.0) / (w * 0.42)).hypot((y - h * 0.34) / (h * 0.26));
        c = add(c, tint(c, hex(0xFFE0B0)), 1.1 * (-d * d).exp());
        if y > lip {
            let board = ((x / (u * 5.0)).fract() - 0.5).abs();
            c = light.lit(scale(hex(0x7A5232), 0.9 - 0.3 * smooth(0.46, 0.5, board)), 0.9);
            c = scale(c, 1.0 - 0.4 * smooth(lip, floor, y));
        }
        pixel(c, 1.0)
    }));
    stage.add(frame.drawn(h * 0.08, floor, 0.14, 0.0, |c| {
        let gold = light.lit(hex(0xD9B25A), 0.95);
        for side in [-1.0f32, 1.0] {
            let x = w / 2.0 + side * w * 0.3;
            if let Some(path) = polygon(&[
                (x - u * 5.0, h * 0.12),
                (x + u * 5.0, h * 0.12),
                (x + u * 5.0, h * 0.34),
                (x, h * 0.37),
                (x - u * 5.0, h * 0.34),
            ]) {
                c.fade(
                    &path,
                    (x - u * 5.0, 0.0),
                    (x + u * 5.0, 0.0),
                    &[(0.0, ink(scale(cloth, 1.5), 1.0)), (1.0, ink(scale(cloth, 0.95), 1.0))],
                );
            }
            if let Some(path) = oval(x, h * 0.22, u * 3.0, u * 3.0) {
                c.line(&path, u * 0.6, ink(gold, 1.0));
            }
            for k in 0..9 {
                let a = k as f32 * 0.7;
                if let Some(path) = crate::paint::shapes::blade(
                    (x, h * 0.22),
                    (x + a.cos() * u * 2.3, h * 0.22 + a.sin() * u * 2.3),
                    u * 0.4,
                    0.0,
                ) {
                    c.fill(&path, ink(gold, 0.9));
                }
            }
        }
        let x = w * (0.5 + plan.turn() * 0.2);
        let wood = light.lit(hex(0x8A5A34), 0.95);
        if let Some(path) = polygon(&[
            (x - u * 4.0, lip - u * 13.0),
            (x + u * 4.0, lip - u * 13.0),
            (x + u * 3.2, lip),
            (x - u * 3.2, lip),
        ]) {
            c.fade(
                &path,
                (x - u * 4.0, 0.0),
                (x + u * 4.0, 0.0),
                &[(0.0, ink(scale(wood, 1.15), 1.0)), (1.0, ink(scale(wood, 0.6), 1.0))],
            );
        }
        if let Some(path) = polygon(&[
            (x - u * 5.0, lip - u * 13.0),
            (x + u * 5.0, lip - u * 13.0),
            (x + u * 4.4, lip - u * 15.0),
            (x - u * 4.4, lip - u * 15.0),
        ]) {
            c.fill(&path, ink(scale(wood, 1.2), 1.0));
        }
        for k in 0..9 {
            let fx = w * 0.5 - plan.turn() * w * (0.04 + 0.03 * k as f32);
            rose(
                c,
                (fx, lip - u * (1.0 + 1.4 * (k % 3) as f32)),
                u * 1.2,
                light.lit(dice.pick(&[hex(0xF6E9DC), hex(0xE8B04A), hex(0xD97A86)]), 0.95),
            );
        }
    }));
    stage.add(frame.painted(floor, h, 0.24, 0.0, |x, y| {
        let down = ((y - floor) / (h - floor)).clamp(0.0, 1.0);
        let near = 0.22 + 0.78 * down;
        let weave = value(seed ^ 3, x / (u * 0.5), y / (u * 0.4)) - 0.5;
        let aisle = smooth(8.0, 7.6, ((x - w / 2.0) / (u * near)).abs());
        let c =
            mix(scale(hex(0x6E5A48), 0.95 + weave * 0.1), scale(cloth, 1.1 + weave * 0.14), aisle);
        pixel(scale(light.lit(c, 0.84), 1.0 - 0.25 * down), smooth(0.0, u * 0.4, y - floor))
    }));
    for n in 0..5u32 {
        let near = (n as f32 + 0.7) / 5.0;
        let foot = floor + (h * 1.03 - floor) * near.powf(1.4);
        let (tall, gap, step) =
            (u * (4.0 + 9.0 * near), u * (9.0 + 8.0 * near), u * (5.0 + 8.0 * near));
        let seat = light.lit(scale(hex(0x3A3634), 0.9 + 0.3 * near), 0.95);
        stage.add(frame.drawn(foot - tall * 1.2, foot + u, 0.26 + 0.3 * near, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let mut x = w / 2.0 + side * (gap + step * 0.5);
                while (x - w / 2.0).abs() < w.max(h * 0.6) {
                    let half = step * 0.4;
                    if let Some(path) = curve(
                        (x - half, foot),
                        &[
                            ((x - half, foot - tall), (x - half * 0.8, foot - tall)),
                            ((x, foot - tall * 1.14), (x + half * 0.8, foot - tall)),
                            ((x + half, foot - tall), (x + half, foot)),
                        ],
                    ) {
                        c.fade(
                            &path,
                            (0.0, foot - tall),
                            (0.0, foot),
                            &[
                                (0.0, ink(add(seat, [1.0; 3], 0.14), 1.0)),
                                (0.3, ink(seat, 1.0)),
                                (1.0, ink(scale(seat, 0.5), 1.0)),
                            ],
                        );
                    }
                    x += side * step;
                }
            }
        }));
    }
    let caps: Vec<[f32; 4]> =
        (0..9).map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.next()]).collect();
    stage.sparks(0.4, move |t, out| {
        for &[x, y, phase, size] in &caps {
            let px = x * w + (t * 0.4 + phase).sin() * u * 4.0;
            let py = h * (0.06 + 0.34 * y) + (t * 0.8 + phase).sin() * u * 2.0;
            out.push(Spark::glow(
                px,
                py,
                u * (1.4 + 2.0 * size),
                [1.0, 0.86, 0.6],
                0.16 + 0.08 * (t + phase).sin(),
            ));
        }
    });
}
