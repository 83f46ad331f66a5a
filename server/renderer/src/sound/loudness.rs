//! Loudness by ITU-R BS.1770: what ears hear of it, without the silent parts.

use ebur128::{EbuR128, Mode};

use super::{RATE, tone::Stereo};

/// Integrated loudness in LUFS; minus infinity for silence.
pub fn of(sound: &Stereo) -> f32 {
    let integrated = || {
        let mut meter = EbuR128::new(2, RATE, Mode::I)?;
        meter.add_frames_planar_f32(&[&sound[0], &sound[1]])?;
        meter.loudness_global()
    };
    // Refused are channels of different lengths and unknown rates; ours are neither.
    integrated().map_or(f32::NEG_INFINITY, |loudness| loudness as f32)
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
    use crate::sound::tone::Sine;

    /// The standard's own example: a tone of 997 Hz at full scale on one side is −3.01 LUFS.
    #[test]
    fn a_full_tone_on_one_side_is_three_below() {
        let mut turn = Sine::new(997.0, 0.0);
        let tone: Vec<f32> = (0..RATE * 5).map(|_| turn.next()).collect();
        let silent = vec![0.0; tone.len()];
        let mut sound = [tone, silent];
        let loud = of(&sound);
        assert!((loud + 3.01).abs() < 0.05, "{loud}");
        bring(&mut sound, -23.0);
        assert!((of(&sound) + 23.0).abs() < 0.01);
    }
}
