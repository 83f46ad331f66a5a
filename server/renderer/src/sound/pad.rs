//! The pad: three wide chords that flow into one another, each voice two sines a breath apart.

use super::{
    RATE,
    tone::{Sine, Stereo, ease, silence},
};
use crate::paint::noise::Dice;
use crate::plan::Plan;
use crate::request::RenderProblem;
use crate::stop;
use evernear_rules::story::{Hour, Mood};

/// Half tones above the key, for each of the three chords.
type Way = [[i32; 5]; 3];

/// Open chords of home, away and home again.
const BRIGHT: Way = [[0, 7, 14, 16, 19], [-3, 4, 12, 16, 19], [5, 12, 16, 19, 21]];
const WARM: Way = [[0, 7, 11, 14, 16], [5, 9, 12, 16, 19], [0, 7, 12, 14, 16]];
const STILL: Way = [[0, 7, 12, 14, 19], [-2, 5, 10, 14, 17], [0, 7, 12, 15, 19]];
const TENDER: Way = [[-3, 4, 7, 12, 16], [5, 9, 12, 14, 19], [0, 7, 12, 14, 16]];

/// How loud the overtones of a voice are.
const OVERTONES: [f32; 3] = [1.0, 0.26, 0.09];
/// Seconds in which one chord gives way to the next.
const FLOW: f32 = 1.9;

pub fn play(plan: &Plan, count: usize) -> Result<Stereo, RenderProblem> {
    let mut dice = Dice::new(plan.seed, 400);
    let key = dice.pick(&[98.0, 103.83, 110.0, 116.54, 123.47, 130.81f32]);
    let way = match (plan.mood, plan.hour) {
        (Some(Mood::Tender), _) => TENDER,
        (Some(Mood::Joy), _) | (None, Hour::Day) => BRIGHT,
        (Some(Mood::Calm), _) | (None, Hour::Night) => STILL,
        (Some(Mood::Romance), _) | (None, Hour::Dawn | Hour::Sunset) => WARM,
    };
    let mut out = silence(count);
    let part = count as f32 / 3.0;
    let flow = FLOW * RATE as f32;
    for (n, chord) in way.into_iter().enumerate() {
        let (begin, end) = (part * n as f32, part * (n as f32 + 1.0));
        let first = if n == 0 { 0.0 } else { (begin - flow / 2.0).max(0.0) };
        let last = if n == 2 { count as f32 } else { (end + flow / 2.0).min(count as f32) };
        let swell: Vec<f32> = (first as usize..last as usize)
            .map(|i| {
                let i = i as f32;
                let come = if n == 0 { 1.0 } else { ease((i - first) / flow) };
                let go = if n == 2 { 1.0 } else { ease((last - i) / flow) };
                // Equal power, so that nothing dips between two chords.
                (come * go).sqrt()
            })
            .collect();
        for (voice, half) in chord.into_iter().enumerate() {
            stop::check()?;
            let hertz = key * (half as f32 / 12.0).exp2();
            let near = [0.5, 0.3, 0.7, 0.18, 0.82][voice];
            // Low voices carry, high ones only shine.
            let loud = [1.0, 0.8, 0.62, 0.46, 0.34][voice];
            for (off, side) in [(-0.0016f32, 1.0 - near), (0.0016, near)] {
                let phase = dice.next() * std::f32::consts::TAU;
                sing(&mut out, first as usize, &swell, (hertz * (1.0 + off), phase), (loud, side));
            }
        }
    }
    Ok(out)
}

/// Adds one voice; `side` is 0 left, 1 right.
fn sing(
    out: &mut Stereo,
    first: usize,
    swell: &[f32],
    (hertz, phase): (f32, f32),
    (loud, side): (f32, f32),
) {
    let (left, right) = ((1.0 - side).sqrt() * loud, side.sqrt() * loud);
    let mut turns = [1.0, 2.0, 3.0].map(|n| Sine::new(hertz * n, phase * n));
    let mut breath = Sine::new(0.11 + 0.07 * side, phase);
    let [a, b] = out;
    let places = a[first..].iter_mut().zip(&mut b[first..]);
    for ((a, b), swell) in places.zip(swell) {
        let tone: f32 = turns.iter_mut().zip(OVERTONES).map(|(turn, k)| turn.next() * k).sum();
        let v = tone * swell * (0.86 + 0.14 * breath.next());
        *a += v * left;
        *b += v * right;
    }
}
