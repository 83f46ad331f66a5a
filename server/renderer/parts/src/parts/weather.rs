//! What falls or hangs in the air outdoors: the weather that is named; in clear air what the
//! season or the mood brings.
//!
//! What always holds: it lies behind the prints, so it never covers a face. To add one: an arm in
//! [`add`].

use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, hex, mix, pixel, smooth},
        noise::{Dice, fbm},
    },
    stage::{
        Frame, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::{Mood, Season, Weather};

/// The air of this plan.
pub fn add(stage: &mut Stage, plan: &Plan, frame: Frame) {
    match (plan.weather, plan.season, plan.mood) {
        (Weather::Snow, ..) => snow(stage, plan, frame, 150),
        (Weather::Rain, ..) => rain(stage, plan, frame),
        (Weather::Mist, ..) => mist(stage, plan, frame),
        (Weather::Clear, Some(Season::Winter), _) => snow(stage, plan, frame, 50),
        (Weather::Clear, Some(Season::Autumn), _) => {
            drift(stage, plan, frame, &[hex(0xD9772B), hex(0xB4472A), hex(0xE0B040)], 0.7);
        }
        (Weather::Clear, Some(Season::Spring), _) | (_, _, Some(Mood::Romance)) => {
            drift(stage, plan, frame, &[hex(0xF6C9D4), hex(0xFBE7EA), hex(0xF0AFC0)], 0.45);
        }
        (_, _, Some(Mood::Tender)) => motes(stage, plan, frame, hex(0xFFE0A8)),
        (_, _, Some(Mood::Joy)) => motes(stage, plan, frame, hex(0xFFF2C8)),
        (Weather::Clear, ..) => {}
    }
}

/// Five numbers from 0 to 1 for each of `count` things.
fn dice(plan: &Plan, count: usize) -> Vec<[f32; 5]> {
    let mut dice = Dice::new(plan.seed, 77);
    (0..count)
        .map(|_| [dice.next(), dice.next(), dice.next(), dice.next() * 6.3, dice.next()])
        .collect()
}

/// Flakes at three depths.
pub fn snow(stage: &mut Stage, plan: &Plan, frame: Frame, count: usize) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let list = dice(plan, count);
    stage.sparks(0.4, move |t, out| {
        for &[x, y, near, phase, slow] in &list {
            let fall = u * (3.0 + 6.0 * near);
            let py = (y * h * 1.1 + fall * t) % (h * 1.1) - h * 0.05;
            let sway = 1.6 * (t * (0.5 + slow * 0.5) + phase).sin();
            let px = (x * w * 1.1 + u * sway + t * u * 1.2) % (w * 1.1) - w * 0.05;
            let size = u * (0.16 + 0.42 * near * near);
            let flake = Spark::disc(px, py, size, [0.96, 0.97, 1.0], 0.35 + 0.4 * slow);
            out.push(Spark { kind: Kind::Blur, ..flake });
        }
    });
}

fn rain(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let list = dice(plan, 190);
    stage.sparks(0.4, move |t, out| {
        for &[x, y, near, _, slow] in &list {
            let fall = u * (70.0 + 50.0 * near);
            let py = (y * h * 1.3 + fall * t) % (h * 1.3) - h * 0.15;
            let px = (x * w * 1.2 - u * 7.0 * t).rem_euclid(w * 1.2) - w * 0.1;
            let long = u * (1.2 + 1.8 * near);
            let drop = Spark::disc(px, py, long, [0.8, 0.85, 0.95], 0.1 + 0.14 * slow);
            out.push(Spark { kind: Kind::Blur, ..drop.shaped(0.035, 1.67) });
        }
    });
}

/// Two veils that pass one another.
fn mist(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (h, u) = (frame.h, frame.u);
    let white = mix([0.86, 0.88, 0.9], super::sky::palette(plan.hour).haze, 0.5);
    for n in 0..2u32 {
        let seed = plan.noise(300 + n);
        let speed = [0.9, -1.5][n as usize] * u;
        let (top, foot) = (h * [0.3, 0.52][n as usize], h * [0.82, 1.0][n as usize]);
        let layer =
            frame.soft(4, top, foot, 0.3 + 0.25 * n as f32, u * 1.5 * frame.seconds, |x, y| {
                let body = fbm(seed, x / (u * 24.0), y / (u * 8.0), 4);
                let middle = ((y - top) / (foot - top) * 2.0 - 1.0).abs();
                let a = smooth(0.28, 0.75, body) * smooth(1.0, 0.35, middle);
                pixel(white, a * 0.62)
            });
        stage.add(layer.alive(move |t| Pose::moved(speed * (t - 5.0), 0.0)));
    }
}

/// Leaves or petals that turn as they come down.
fn drift(stage: &mut Stage, plan: &Plan, frame: Frame, colors: &[Rgb], size: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut pick = Dice::new(plan.seed, 78);
    let list: Vec<_> = dice(plan, 42).into_iter().map(|d| (d, pick.pick(colors))).collect();
    stage.sparks(0.5, move |t, out| {
        for &([x, y, near, phase, slow], color) in &list {
            let sway = (t * (0.7 + slow * 0.6) + phase).sin();
            let px = (x * w * 1.2 + sway * u * 4.0 + t * u * 1.6).rem_euclid(w * 1.2) - w * 0.1;
            let py = (y * h * 1.1 + t * u * (3.0 + 4.0 * near)) % (h * 1.1) - h * 0.05;
            let flip = (t * 2.1 + phase * 2.0).sin().abs() * 0.5 + 0.18;
            let leaf = Spark::disc(px, py, u * size * (0.7 + 0.7 * near), color, 0.9);
            out.push(leaf.shaped(flip, sway + phase));
        }
    });
}

/// Slow lights, as dust in the sun.
fn motes(stage: &mut Stage, plan: &Plan, frame: Frame, color: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let list = dice(plan, 36);
    stage.sparks(0.5, move |t, out| {
        for &[x, y, near, phase, slow] in &list {
            let px = x * w + (t * 0.4 + phase).sin() * u * 3.0;
            let py = y * h - t * u * (0.4 + 0.6 * slow) + (t * 0.6 + phase * 2.0).cos() * u;
            let light = 0.3 + 0.25 * (t * 1.1 + phase * 3.0).sin();
            out.push(Spark::glow(px, py, u * (0.5 + 0.9 * near), color, light));
        }
    });
}
