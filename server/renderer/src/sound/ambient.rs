//! The air of a scene: waves, wind, rain, a room. To add one: a kind, its arm in [`one`], and its
//! place in a scene's row.

use super::air::Air;
use super::{
    RATE,
    tone::{Noise, Sine, Stereo, ease, silence},
};
use crate::paint::noise::Dice;
use crate::plan::Plan;
use crate::request::RenderProblem;
use crate::scenery;
use crate::stop;
use evernear_rules::story::{Hour, Weather};

/// All that is heard at this hour and in this weather, mixed.
pub fn blow(plan: &Plan, count: usize) -> Result<Stereo, RenderProblem> {
    let mut out = silence(count);
    let rain = plan.weather == Weather::Rain;
    let own = scenery::sounds(plan).iter().copied().filter_map(|(air, loud)| match air {
        // Who sings by day is quiet at night and in the rain.
        Air::Birds if rain => None,
        Air::Birds if plan.hour == Hour::Night => Some((Air::Crickets, loud * 0.6)),
        _ => Some((air, loud)),
    });
    for (air, loud) in own.chain(rain.then_some((Air::Rain, 0.9))) {
        stop::check()?;
        one(air, plan.seed, loud, &mut out);
    }
    Ok(out)
}

fn one(air: Air, seed: u64, loud: f32, out: &mut Stereo) {
    let what = 500 + air as u64 * 8;
    match air {
        Air::Waves => {
            rush(out, (seed, what), (70.0, 700.0), 1.6 * loud, |t| {
                let s = (t / 6.4 + 0.1).fract();
                0.25 + 0.75 * ease(s / 0.42) * ease((1.0 - s) / 0.5)
            });
            rush(out, (seed, what + 2), (900.0, 5200.0), 0.5 * loud, |t| {
                let s = (t / 6.4 + 0.02).fract();
                0.05 + ease((s - 0.25) / 0.2) * ease((1.0 - s) / 0.55).powi(2)
            });
        }
        Air::Lapping => rush(out, (seed, what), (180.0, 1300.0), loud, |t| {
            let (a, b) = ((t * 2.1).sin().max(0.0), (t * 3.3 + 1.2).sin().max(0.0));
            0.1 + a.powi(4) * 0.8 + b.powi(6) * 0.5
        }),
        Air::Wind => rush(out, (seed, what), (60.0, 480.0), 1.8 * loud, gusts),
        Air::Leaves => {
            rush(out, (seed, what), (1400.0, 6500.0), 0.8 * loud, |t| gusts(t + 0.6).powi(2));
        }
        Air::Rain => {
            rush(out, (seed, what), (700.0, 8000.0), 0.8 * loud, |t| 0.9 + 0.1 * (t * 0.7).sin());
            let kind =
                Knock { every: 0.012, pitch: (1800.0, 5200.0), long: 0.004, loud: 0.5 * loud };
            knocks(out, (seed, what + 2), &kind);
        }
        Air::Room => rush(out, (seed, what), (50.0, 260.0), 1.4 * loud, |_| 1.0),
        Air::Murmur => {
            for voice in 0..5u8 {
                let (v, band) =
                    (f32::from(voice), [(170.0, 700.0), (240.0, 1100.0), (300.0, 1500.0)]);
                let (rate, off) = (2.7 + 0.6 * v, 1.7 * v);
                rush(
                    out,
                    (seed, what + u64::from(voice)),
                    band[usize::from(voice) % 3],
                    0.7 * loud,
                    |t| {
                        let words =
                            (t * rate + off).sin().max(0.0) * (0.6 + 0.4 * (t * rate * 1.7).sin());
                        words * ease(0.5 + (t * 0.5 + off * 2.0).sin())
                    },
                );
            }
            let kind = Knock { every: 1.4, pitch: (2600.0, 4800.0), long: 0.05, loud: 0.12 * loud };
            knocks(out, (seed, what + 6), &kind);
        }
        Air::Road => {
            rush(out, (seed, what), (45.0, 320.0), 1.8 * loud, |t| 0.8 + 0.2 * (t * 0.9).sin());
            rush(out, (seed, what + 2), (500.0, 2400.0), 0.3 * loud, |t| {
                let s = ((t / 5.2).fract() - 0.5) * 5.0;
                0.2 + (-s * s * 1.6).exp()
            });
        }
        Air::Fire => {
            rush(out, (seed, what), (90.0, 600.0), 0.8 * loud, |t| 0.8 + 0.2 * (t * 3.1).sin());
            let kind = Knock { every: 0.16, pitch: (900.0, 3800.0), long: 0.006, loud: 1.2 * loud };
            knocks(out, (seed, what + 2), &kind);
        }
        Air::Birds => birds(out, seed, 0.16 * loud),
        Air::Crickets => crickets(out, seed, 0.07 * loud),
    }
}

/// How strong the wind is: never still, never even.
fn gusts(t: f32) -> f32 {
    0.5 + 0.25 * (t * 0.62).sin() + 0.15 * (t * 1.37 + 1.0).sin() + 0.1 * (t * 2.9 + 2.0).sin()
}

/// Noise between two pitches that swells as told; the sides hear different noise.
fn rush(
    out: &mut Stereo,
    (seed, what): (u64, u64),
    (low, high): (f32, f32),
    loud: f32,
    swell: impl Fn(f32) -> f32,
) {
    for (side, out) in out.iter_mut().enumerate() {
        let mut noise = Noise::new(seed, what * 2 + side as u64, low, high);
        let late = side as f32 * 0.13;
        let mut level = 0.0;
        for (i, v) in out.iter_mut().enumerate() {
            if i % 64 == 0 {
                level = swell(i as f32 / RATE as f32 + late) * loud;
            }
            *v += noise.next() * level;
        }
    }
}

/// Short sounds at random moments: drops, crackles, cups.
struct Knock {
    /// Seconds between two, on average.
    every: f32,
    pitch: (f32, f32),
    /// Seconds until it has faded to a third.
    long: f32,
    loud: f32,
}

fn knocks(out: &mut Stereo, (seed, what): (u64, u64), kind: &Knock) {
    let mut dice = Dice::new(seed, what);
    let count = out[0].len();
    let mut at = 0.0;
    loop {
        at -= kind.every * (1.0 - dice.next()).max(1e-6).ln();
        let first = (at * RATE as f32) as usize;
        if first >= count {
            return;
        }
        let hertz = dice.range(kind.pitch.0, kind.pitch.1);
        let (loud, side) = (kind.loud * dice.next().powi(2), dice.next());
        let last = (first + (kind.long * 6.0 * RATE as f32) as usize).min(count);
        ring(out, (first, last), hertz, |s| (-s / kind.long).exp() * loud, side);
    }
}

/// A tone from `first` to `last`, as loud as `swell` says by seconds since it began.
fn ring(
    out: &mut Stereo,
    (first, last): (usize, usize),
    hertz: f32,
    swell: impl Fn(f32) -> f32,
    side: f32,
) {
    let mut turn = Sine::new(hertz, 0.0);
    let [left, right] = out;
    let last = last.min(left.len());
    let first = first.min(last);
    let places = left[first..last].iter_mut().zip(&mut right[first..last]);
    for (i, (left, right)) in places.enumerate() {
        let v = turn.next() * swell(i as f32 / RATE as f32);
        *left += v * (1.0 - side);
        *right += v * side;
    }
}

/// A few birds, each with its own short phrase.
fn birds(out: &mut Stereo, seed: u64, loud: f32) {
    let mut dice = Dice::new(seed, 590);
    let count = out[0].len();
    let mut at = 0.7;
    while at < count as f32 / RATE as f32 {
        let (high, side, notes) =
            (dice.range(2300.0, 4300.0), dice.range(0.1, 0.9), dice.range(2.0, 5.9));
        let far = dice.range(0.3, 1.0) * loud;
        for note in 0..notes as u8 {
            let long = dice.range(0.05, 0.12);
            let bend = dice.range(0.86, 1.16);
            let begin = at + f32::from(note) * dice.range(0.13, 0.2);
            for step in 0..8u8 {
                // A glide in eight steps that overlap.
                let s = f32::from(step) / 8.0;
                let first = ((begin + long * s) * RATE as f32) as usize;
                let last = (first + (long / 4.0 * RATE as f32) as usize).min(count);
                let k = far * (s * std::f32::consts::PI).sin().max(0.1);
                let hertz = high * (1.0 + (bend - 1.0) * s);
                let width = long / 4.0;
                ring(
                    out,
                    (first, last),
                    hertz,
                    |t| k * (t / width * std::f32::consts::PI).sin(),
                    side,
                );
            }
        }
        at += dice.range(0.9, 2.4);
    }
}

/// Crickets that answer one another.
fn crickets(out: &mut Stereo, seed: u64, loud: f32) {
    let mut dice = Dice::new(seed, 591);
    let count = out[0].len();
    for _ in 0..4 {
        let (hertz, side) = (dice.range(3900.0, 4800.0), dice.range(0.0, 1.0));
        let (pause, far) = (dice.range(0.6, 1.1), dice.range(0.3, 1.0) * loud);
        let mut at = dice.range(0.0, 0.9);
        while at < count as f32 / RATE as f32 {
            for pulse in 0..4u8 {
                let first = ((at + f32::from(pulse) * 0.034) * RATE as f32) as usize;
                let last = (first + (0.026 * RATE as f32) as usize).min(count);
                ring(
                    out,
                    (first, last),
                    hertz,
                    |t| far * (t / 0.026 * std::f32::consts::PI).sin(),
                    side,
                );
            }
            at += pause;
        }
    }
}
