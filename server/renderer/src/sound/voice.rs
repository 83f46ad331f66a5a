//! A recording over the bed: as loud as people speak in films and podcasts, with the bed ducked under
//! it.
//!
//! What always holds: of the recording only its loudness is changed, over its ends and where a peak
//! would be louder than [`CEILING`]; it is heard in the middle, and ends within the film.

use super::{
    RATE, loudness,
    tone::{Stereo, ease},
};
use std::collections::VecDeque;

/// How loud it is, in LUFS.
const LOUDNESS: f32 = -16.0;
/// The most that a soft recording is raised: noise would be all that is heard of it.
const MAX_GAIN: f32 = 40.0;
/// The highest sample, in parts of full scale (-1.5 dB): encoders overshoot.
const CEILING: f32 = 0.84;
/// Samples over which a peak is brought down and let go: 5 ms.
const LOOK: usize = RATE as usize / 200;
/// When it begins at the latest, so that the film is heard to begin; a long one begins earlier.
const BEGIN: f32 = 1.2;
/// Seconds of its fades.
const FADE_IN: f32 = 0.04;
const FADE_OUT: f32 = 0.3;
/// How much softer the bed is meanwhile (-12 dB), and the seconds in which it goes and comes back.
const DUCKED: f32 = 0.251;
const DUCK: f32 = 0.35;
const RECOVER: f32 = 0.9;

/// Puts `voice`, one channel at [`RATE`], over the bed of a film.
pub fn mix(bed: &mut Stereo, voice: &[f32]) {
    let count = bed[0].len();
    let voice = &voice[..voice.len().min(count)];
    let seconds = |samples: usize| samples as f32 / RATE as f32;
    let begin = (seconds(count - voice.len()) / 2.0).min(BEGIN);
    let end = begin + seconds(voice.len());
    for side in bed.iter_mut() {
        for (i, v) in side.iter_mut().enumerate() {
            let t = seconds(i);
            let there = ease((t - begin + DUCK) / DUCK) * ease((end + RECOVER - t) / RECOVER);
            *v *= 1.0 - (1.0 - DUCKED) * there;
        }
    }
    let first = ((begin * RATE as f32) as usize).min(count - voice.len());
    let voice = leveled(&faded(voice));
    for side in bed.iter_mut() {
        for (v, voice) in side[first..].iter_mut().zip(&voice) {
            *v = (*v + voice).clamp(-0.98, 0.98);
        }
    }
}

/// With its ends faded.
fn faded(voice: &[f32]) -> Vec<f32> {
    let (fade_in, fade_out) = (FADE_IN * RATE as f32, FADE_OUT * RATE as f32);
    let fade = |i: usize| ease(i as f32 / fade_in) * ease((voice.len() - 1 - i) as f32 / fade_out);
    voice.iter().enumerate().map(|(i, v)| v * fade(i)).collect()
}

/// As loud as it is to be.
fn leveled(voice: &[f32]) -> Vec<f32> {
    let mut gain = 1.0;
    let mut made = voice.to_vec();
    // Where peaks were brought down, the whole became softer, and is raised again.
    for _ in 0..4 {
        let now = loudness::of(&[made.clone(), made]);
        if now > -90.0 {
            gain *= 10f32.powf((LOUDNESS - now) / 20.0);
        }
        gain = gain.min(10f32.powf(MAX_GAIN / 20.0));
        made = limited(voice, gain);
    }
    made
}

/// Raised by `gain`, with nothing above [`CEILING`]: around each peak all is brought down by as much as
/// the peak needs, gradually.
fn limited(voice: &[f32], gain: f32) -> Vec<f32> {
    let need: Vec<f32> = voice.iter().map(|v| (CEILING / (v * gain).abs()).min(1.0)).collect();
    let lowest = lowest_around(&need);
    // The mean over a window that is no wider than the one of the lowest never exceeds what is needed.
    let mut sums = vec![0f64];
    sums.extend(lowest.iter().scan(0f64, |sum, v| {
        *sum += f64::from(*v);
        Some(*sum)
    }));
    let mean = |i: usize| {
        let (first, last) = (i.saturating_sub(LOOK), (i + LOOK + 1).min(voice.len()));
        ((sums[last] - sums[first]) / (last - first) as f64) as f32
    };
    voice.iter().enumerate().map(|(i, v)| (v * gain * mean(i)).clamp(-CEILING, CEILING)).collect()
}

/// For each value the lowest of those up to [`LOOK`] away.
fn lowest_around(values: &[f32]) -> Vec<f32> {
    // Places of values that are lower than all after them, the lowest first.
    let mut lowest: VecDeque<usize> = VecDeque::new();
    let (mut out, mut next) = (Vec::with_capacity(values.len()), 0);
    for i in 0..values.len() {
        while next < values.len() && next <= i + LOOK {
            while lowest.back().is_some_and(|last| values[*last] >= values[next]) {
                lowest.pop_back();
            }
            lowest.push_back(next);
            next += 1;
        }
        while lowest.front().is_some_and(|first| first + LOOK < i) {
            lowest.pop_front();
        }
        out.push(lowest.front().map_or(1.0, |first| values[*first]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::tone::{Sine, silence};

    /// Syllables: a tone that comes and goes, with a loud click in it.
    fn speech(seconds: f32, loud: f32) -> Vec<f32> {
        let count = (seconds * RATE as f32) as usize;
        let mut tone = Sine::new(210.0, 0.0);
        let mut voice: Vec<f32> = (0..count)
            .map(|i| {
                let t = i as f32 / RATE as f32;
                tone.next() * loud * (t * 9.0).sin().max(0.0)
            })
            .collect();
        voice[count / 2] = (loud * 8.0).min(1.0);
        voice
    }

    #[test]
    fn soft_and_loud_recordings_are_as_loud_and_no_peak_cracks() {
        for loud in [0.01, 0.1, 0.9] {
            let made = leveled(&faded(&speech(4.0, loud)));
            let heard = loudness::of(&[made.clone(), made.clone()]);
            assert!((heard - LOUDNESS).abs() < 0.5, "{loud}: {heard}");
            assert!(made.iter().all(|v| v.abs() <= CEILING), "{loud}");
        }
    }

    #[test]
    fn what_is_nearly_silent_is_not_raised_to_noise() {
        let made = leveled(&speech(2.0, 0.0005));
        let heard = loudness::of(&[made.clone(), made]);
        assert!(heard < LOUDNESS - 6.0, "{heard}");
        assert!(leveled(&vec![0.0; 48_000]).iter().all(|v| v.abs() < 1e-9));
    }

    #[test]
    fn the_bed_is_ducked_while_it_is_heard_and_comes_back() {
        let mut bed = silence(RATE as usize * 10);
        bed.iter_mut().flatten().for_each(|v| *v = 0.1);
        mix(&mut bed, &vec![0.0; RATE as usize * 3]);
        let at = |t: f32| bed[0][(t * RATE as f32) as usize];
        assert!((at(0.5) - 0.1).abs() < 1e-6 && (at(9.0) - 0.1).abs() < 1e-6);
        for t in [BEGIN, BEGIN + 1.5, BEGIN + 2.99] {
            assert!((at(t) - 0.1 * DUCKED).abs() < 1e-3, "{t}: {}", at(t));
        }
    }

    #[test]
    fn a_recording_as_long_as_the_film_fits_and_a_longer_one_is_cut() {
        for seconds in [5.0, 7.0] {
            let mut bed = silence(RATE as usize * 5);
            mix(&mut bed, &speech(seconds, 0.3));
            assert_eq!(bed[0].len(), RATE as usize * 5);
            assert!(bed[0] == bed[1], "it is heard in the middle");
            assert!(bed[0][RATE as usize * 5 - 1].abs() < 0.01);
        }
        let mut none = silence(0);
        mix(&mut none, &[0.5]);
    }

    #[test]
    fn the_lowest_around_is_the_lowest_around() {
        let values: Vec<f32> = (0..2_000).map(|i| ((i * 7_919) % 1_009) as f32).collect();
        let slow = |i: usize| {
            let part = &values[i.saturating_sub(LOOK)..(i + LOOK + 1).min(values.len())];
            part.iter().copied().fold(f32::MAX, f32::min)
        };
        let fast = lowest_around(&values);
        assert!((0..values.len()).all(|i| (fast[i] - slow(i)).abs() < 1e-6));
    }
}
