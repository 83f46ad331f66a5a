//! Another sample rate: a sinc in a Kaiser window, cut off below the lower of both Nyquist frequencies.
//!
//! What always holds: the position of every sample is a fraction of whole numbers, so nothing drifts;
//! the same samples give the same samples.

use std::f64::consts::PI;

/// Zero crossings of the kernel on each side.
const CROSSINGS: usize = 16;
/// Values of the kernel for each crossing; what lies between two is a straight line.
const STEPS: usize = 256;
/// The cut-off, as a part of the lower Nyquist frequency.
const CUT: f64 = 0.94;
/// The window's shape: side lobes below -80 dB.
const BETA: f64 = 8.0;

/// `samples` at `from` samples a second, as they are at `to` a second.
pub fn resample(samples: Vec<f32>, from: u32, to: u32) -> Vec<f32> {
    if from == to || from == 0 || to == 0 {
        return samples;
    }
    let (from, to) = (u64::from(from), u64::from(to));
    // Where the rate falls, the kernel is wider by as much and lower by as much.
    let narrow = (to as f64 / from as f64).min(1.0) * CUT;
    let kernel = kernel();
    let reach = (CROSSINGS as f64 / narrow).ceil() as i64;
    let count = samples.len() as u64 * to / from;
    let mut out = Vec::with_capacity(count as usize);
    for n in 0..count {
        let (whole, part) = (n * from / to, (n * from % to) as f64 / to as f64);
        let whole = whole as i64;
        let first = (whole - reach + 1).max(0);
        let last = (whole + reach).min(samples.len() as i64 - 1);
        let mut sum = 0.0;
        for at in first..=last {
            let away = ((at - whole) as f64 - part).abs() * narrow * STEPS as f64;
            let (step, between) = (away as usize, (away - away.floor()) as f32);
            let Some([here, next]) = kernel.get(step..step + 2).and_then(|two| two.first_chunk())
            else {
                continue;
            };
            sum += samples[at as usize] * (here + (next - here) * between);
        }
        out.push(sum * narrow as f32);
    }
    out
}

/// One side of the kernel, from its middle.
fn kernel() -> Vec<f32> {
    let value = |index: usize| {
        let x = index as f64 / STEPS as f64;
        let sinc = if index == 0 { 1.0 } else { (PI * x).sin() / (PI * x) };
        let edge = (1.0 - (x / CROSSINGS as f64).powi(2)).max(0.0).sqrt();
        (sinc * bessel(BETA * edge) / bessel(BETA)) as f32
    };
    (0..=CROSSINGS * STEPS).map(value).collect()
}

/// The modified Bessel function of the first kind and order zero.
fn bessel(x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..40 {
        term *= (x / 2.0 / f64::from(k)).powi(2);
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(hertz: f64, rate: u32, seconds: f64) -> Vec<f32> {
        let count = (f64::from(rate) * seconds) as usize;
        (0..count)
            .map(|i| {
                (0.5 * (std::f64::consts::TAU * hertz * i as f64 / f64::from(rate)).sin()) as f32
            })
            .collect()
    }

    #[test]
    fn a_tone_stays_the_same_tone() {
        for from in [8_000, 11_025, 22_050, 44_100, 44_101, 96_000, 192_000] {
            let (made, wanted) =
                (resample(tone(997.0, from, 0.5), from, 48_000), tone(997.0, 48_000, 0.5));
            assert!(made.len().abs_diff(wanted.len()) <= 1 + 48_000 / from as usize, "{from}");
            let inner = 2_000..made.len() - 2_000;
            let worst = inner.map(|i| (made[i] - wanted[i]).abs()).fold(0f32, f32::max);
            assert!(worst < 0.002, "{from}: {worst}");
        }
    }

    #[test]
    fn what_the_lower_rate_cannot_hold_is_left_out() {
        let made = resample(tone(30_000.0, 96_000, 0.5), 96_000, 48_000);
        let inner = &made[2_000..made.len() - 2_000];
        let most = inner.iter().fold(0f32, |most, v| most.max(v.abs()));
        assert!(most < 0.001, "{most}");
    }

    #[test]
    fn the_same_rate_changes_nothing() {
        let samples = vec![0.1, -0.2];
        assert!(resample(samples.clone(), 48_000, 48_000) == samples);
        assert!(resample(Vec::new(), 44_100, 48_000).is_empty());
    }
}
