//! Loudness by ITU-R BS.1770: what ears hear of it, without the silent parts.

use super::{RATE, tone::Stereo};

/// A filter of the second order: what goes in, what comes back.
type Filter = ([f64; 3], [f64; 2]);

/// The standard's two filters for 48 kHz: the head's shelf, and no rumble.
const SHELF: Filter = (
    [1.535_124_859_586_97, -2.691_696_189_406_38, 1.198_392_810_852_85],
    [-1.690_659_293_182_41, 0.732_480_774_215_85],
);
const RUMBLE: Filter = ([1.0, -2.0, 1.0], [-1.990_047_454_833_98, 0.990_072_250_366_21]);

fn filtered((b, a): Filter, samples: impl Iterator<Item = f64>) -> impl Iterator<Item = f64> {
    let (mut x, mut y) = ([0.0; 2], [0.0; 2]);
    samples.map(move |v| {
        let out = b[0] * v + b[1] * x[0] + b[2] * x[1] - a[0] * y[0] - a[1] * y[1];
        (x, y) = ([v, x[0]], [out, y[0]]);
        out
    })
}

/// Integrated loudness in LUFS; very low for silence.
pub fn of(sound: &Stereo) -> f32 {
    // Blocks of 400 ms that overlap by three quarters, as sums of four quarters.
    let quarter = RATE as usize / 10;
    let mut power = vec![0f64; sound[0].len() / quarter];
    for side in sound {
        let heard = filtered(RUMBLE, filtered(SHELF, side.iter().map(|v| f64::from(*v))));
        for (i, v) in heard.enumerate() {
            if let Some(power) = power.get_mut(i / quarter) {
                *power += v * v / quarter as f64;
            }
        }
    }
    let blocks: Vec<f64> = power.windows(4).map(|four| four.iter().sum::<f64>() / 4.0).collect();
    let level = |power: f64| -0.691 + 10.0 * power.max(1e-12).log10();
    let mean = |least: f64| {
        let loud = blocks.iter().filter(|power| level(**power) > least);
        loud.clone().sum::<f64>() / loud.count().max(1) as f64
    };
    level(mean(level(mean(-70.0)) - 10.0)) as f32
}

/// Makes it `wanted` LUFS loud; silence stays silence.
pub fn bring(sound: &mut Stereo, wanted: f32) {
    let now = of(sound);
    if now > -90.0 {
        let gain = 10f32.powf((wanted - now) / 20.0);
        sound.iter_mut().flatten().for_each(|v| *v *= gain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::tone::Turn;

    /// The standard's own example: a tone of 997 Hz at full scale on one side is −3.01 LUFS.
    #[test]
    fn a_full_tone_on_one_side_is_three_below() {
        let mut turn = Turn::new(997.0, 0.0);
        let tone: Vec<f32> = (0..RATE * 5).map(|_| turn.next()).collect();
        let silent = vec![0.0; tone.len()];
        let mut sound = [tone, silent];
        let loud = of(&sound);
        assert!((loud + 3.01).abs() < 0.05, "{loud}");
        bring(&mut sound, -23.0);
        assert!((of(&sound) + 23.0).abs() < 0.01);
    }
}
