//! H.264 by openh264: independent encoders on segments of 60 frames.
//!
//! What always holds: each segment begins with its own parameter sets and key frame, and the sets
//! are equal, so segments simply follow one another. A quantiser chosen once for the film keeps the
//! quality even (openh264's own rate control overshoots): as fine as the budget of bytes allows,
//! judged by a few frames encoded beforehand, so that calm skies get what busy leaves leave over.
//! What is left of the budget makes the last segments one step finer, on which the eye rests.

use super::{
    Timings,
    frames::{AT_ONCE, FrameRenderer},
};
use crate::request::{RenderProblem, RenderRequest, Watch};
use crate::stop;
use openh264::{OpenH264API, encoder as h264, formats::YUVSlices};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Frames encoded by one encoder.
const SEGMENT: usize = 60;

/// Quantisers: the coarsest, which still looks right, and the finest that is worth its bytes.
const COARSEST: u8 = 26;
const FINEST: u8 = 23;
/// How much larger a film is for each step finer.
const STEP: f32 = 1.165;
/// Bytes for each second at 720 x 1280; larger frames get more, but less than their area.
const BUDGET: f32 = 238_000.0;
/// Fine detail costs more in later frames than in the first ones after a key frame: each later frame
/// has [`DETAIL`] bytes more for each byte that the key frame has beyond [`PLAIN`]. Fitted to all
/// scenes.
const PLAIN: f32 = 33_000.0;
const DETAIL: f32 = 0.075;
/// Where in the film a few frames are tried, and how many.
const TRIALS: [f32; 3] = [0.1, 0.4, 0.7];
const TRIED: usize = 4;

/// The encoded frames in order (Annex B), with whether each is a key frame.
pub type Coded = Vec<(Vec<u8>, bool)>;

/// Renders and encodes all frames.
pub fn encode_film(
    request: &RenderRequest,
    renderer: &FrameRenderer,
    watch: &dyn Watch,
    timings: &mut Timings,
) -> Result<Coded, RenderProblem> {
    let count = request.frames();
    let segments: Vec<usize> = (0..count.div_ceil(SEGMENT)).collect();
    let steps = steps(request, renderer, segments.len())?;
    let (composing, encoding, done) = (AtomicU64::new(0), AtomicU64::new(0), AtomicUsize::new(0));
    let coded = segments
        .par_iter()
        .map(|segment| {
            let mut scratch = renderer.scratch(AT_ONCE);
            let mut encoder = encoder(request, quantiser(steps, *segment, segments.len()))?;
            let mut out = Coded::new();
            let end = ((segment + 1) * SEGMENT).min(count);
            for first in (segment * SEGMENT..end).step_by(AT_ONCE) {
                let numbers = first..(first + AT_ONCE).min(end);
                let begun = Instant::now();
                renderer.yuv(numbers.clone(), &mut scratch)?;
                composing.fetch_add(micros(begun), Ordering::Relaxed);
                let begun = Instant::now();
                for (number, yuv) in numbers.clone().zip(&scratch.yuv) {
                    stop::check()?;
                    out.push(one(&mut encoder, renderer, yuv, number)?);
                }
                encoding.fetch_add(micros(begun), Ordering::Relaxed);
                let part = done.fetch_add(numbers.len(), Ordering::Relaxed) + numbers.len();
                watch.progress(0.1 + 0.88 * part as f32 / count as f32);
            }
            Ok(out)
        })
        .collect::<Result<Vec<Coded>, RenderProblem>>()?;
    timings.compose = Duration::from_micros(composing.into_inner());
    timings.encode = Duration::from_micros(encoding.into_inner());
    Ok(coded.into_iter().flatten().collect())
}

/// A segment's quantiser, `steps` finer in all than the coarsest film; the last ones first.
fn quantiser(steps: usize, segment: usize, segments: usize) -> u8 {
    let finer = (steps + segment) / segments;
    COARSEST - finer.min(usize::from(COARSEST - FINEST)) as u8
}

/// By how many steps, over all segments, the film can be finer within its budget.
fn steps(
    request: &RenderRequest,
    renderer: &FrameRenderer,
    segments: usize,
) -> Result<usize, RenderProblem> {
    let count = request.frames();
    let tried = TRIALS
        .par_iter()
        .map(|share| {
            let first = (count as f32 * share) as usize;
            let (mut scratch, mut encoder) = (renderer.scratch(TRIED), encoder(request, COARSEST)?);
            let mut sizes = [0f32; TRIED];
            renderer.yuv(first..first + TRIED, &mut scratch)?;
            for (number, (size, yuv)) in sizes.iter_mut().zip(&scratch.yuv).enumerate() {
                *size = one(&mut encoder, renderer, yuv, number)?.0.len() as f32;
            }
            let [key, rest @ ..] = sizes;
            Ok((key, rest.iter().sum::<f32>() / rest.len() as f32))
        })
        .collect::<Result<Vec<(f32, f32)>, RenderProblem>>()?;
    let mean = |part: fn(&(f32, f32)) -> f32| tried.iter().map(part).sum::<f32>() / 3.0;
    let area = renderer.width as f32 * renderer.height as f32 / (720.0 * 1280.0);
    let (key, next) = (mean(|t| t.0), mean(|t| t.1));
    let later = next + DETAIL * (key - PLAIN * area).max(0.0);
    let bytes = key * segments as f32 + later * (count - segments) as f32;
    let spare = (BUDGET * request.seconds * area.powf(0.75) / bytes).ln() / STEP.ln();
    Ok((spare.max(0.0) * segments as f32) as usize)
}

fn one(
    encoder: &mut h264::Encoder,
    renderer: &FrameRenderer,
    yuv: &[u8],
    number: usize,
) -> Result<(Vec<u8>, bool), RenderProblem> {
    let (w, h) = (renderer.width, renderer.height);
    let (luma, chroma) = yuv.split_at(w * h);
    let (cb, cr) = chroma.split_at(chroma.len() / 2);
    let source = YUVSlices::new((luma, cb, cr), (w, h), (w, w / 2, w / 2));
    let bits = encoder.encode(&source).map_err(|e| RenderProblem::Encode(e.to_string()))?;
    let key = number.is_multiple_of(SEGMENT);
    let bytes = bits.to_vec();
    if bytes.is_empty() {
        return Err(RenderProblem::Encode(format!("frame {number} came out empty")));
    }
    Ok((bytes, key))
}

fn encoder(request: &RenderRequest, quantiser: u8) -> Result<h264::Encoder, RenderProblem> {
    let pixels = request.size.width * request.size.height;
    let config = h264::EncoderConfig::new()
        .profile(h264::Profile::High)
        .level(if pixels > 1_000_000 { h264::Level::Level_4_1 } else { h264::Level::Level_3_2 })
        .vui(h264::VuiConfig::bt709())
        .max_frame_rate(h264::FrameRate::from_hz(request.fps as f32))
        .bitrate(h264::BitRate::from_bps(pixels * 2))
        // The one mode that keeps to a given quantiser.
        .rate_control_mode(h264::RateControlMode::Bufferbased)
        .qp(h264::QpRange::new(quantiser, quantiser))
        .complexity(h264::Complexity::Low)
        .intra_frame_period(h264::IntraFramePeriod::from_num_frames(SEGMENT as u32))
        .scene_change_detect(false)
        .background_detection(false)
        .adaptive_quantization(false)
        .skip_frames(false)
        .num_threads(1);
    h264::Encoder::with_api_config(OpenH264API::from_source(), config)
        .map_err(|e| RenderProblem::Encode(e.to_string()))
}

fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_over_makes_the_last_segments_finer() {
        let of = |steps| (0..5).map(|segment| quantiser(steps, segment, 5)).collect::<Vec<_>>();
        assert_eq!(of(0), [26; 5]);
        assert_eq!(of(2), [26, 26, 26, 25, 25]);
        assert_eq!(of(5), [25; 5]);
        assert_eq!(of(14), [24, 23, 23, 23, 23]);
        assert_eq!(of(500), [FINEST; 5]);
    }
}
