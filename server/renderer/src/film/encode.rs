//! H.264 by openh264: independent encoders on segments of 24 frames.
//!
//! What always holds: each segment begins with its own parameter sets and key frame, and the sets
//! are equal, so segments simply follow one another. A narrow range of quantisers keeps the
//! quality even; openh264's own rate control overshoots.

use super::{Timings, frames::Reel};
use crate::order::{Order, RenderProblem, Watch};
use openh264::{OpenH264API, encoder as h264, formats::YUVSlices};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Frames encoded by one encoder.
const SEGMENT: usize = 24;

/// The encoded frames in order (Annex B), with whether each is a key frame.
pub type Coded = Vec<(Vec<u8>, bool)>;

/// Renders and encodes all frames.
pub fn all(
    order: &Order,
    reel: &Reel,
    watch: &dyn Watch,
    timings: &mut Timings,
) -> Result<Coded, RenderProblem> {
    let count = order.frames();
    let (composing, encoding, done) = (AtomicU64::new(0), AtomicU64::new(0), AtomicUsize::new(0));
    let segments: Vec<usize> = (0..count.div_ceil(SEGMENT)).collect();
    let coded = segments
        .par_iter()
        .map(|segment| {
            let mut desk = reel.desk();
            let mut encoder = encoder(order)?;
            let mut out = Coded::new();
            for number in segment * SEGMENT..((segment + 1) * SEGMENT).min(count) {
                let begun = Instant::now();
                reel.yuv(number, &mut desk)?;
                composing.fetch_add(micros(begun), Ordering::Relaxed);
                let begun = Instant::now();
                out.push(one(&mut encoder, reel, &desk.yuv, number)?);
                encoding.fetch_add(micros(begun), Ordering::Relaxed);
                let part = done.fetch_add(1, Ordering::Relaxed) + 1;
                watch.progress(0.1 + 0.88 * part as f32 / count as f32);
            }
            Ok(out)
        })
        .collect::<Result<Vec<Coded>, RenderProblem>>()?;
    timings.compose = Duration::from_micros(composing.into_inner());
    timings.encode = Duration::from_micros(encoding.into_inner());
    Ok(coded.into_iter().flatten().collect())
}

fn one(
    encoder: &mut h264::Encoder,
    reel: &Reel,
    yuv: &[u8],
    number: usize,
) -> Result<(Vec<u8>, bool), RenderProblem> {
    let (w, h) = (reel.width, reel.height);
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

fn encoder(order: &Order) -> Result<h264::Encoder, RenderProblem> {
    let pixels = order.size.width * order.size.height;
    let config = h264::EncoderConfig::new()
        .profile(h264::Profile::High)
        .level(if pixels > 1_000_000 { h264::Level::Level_4_1 } else { h264::Level::Level_3_2 })
        .vui(h264::VuiConfig::bt709())
        .max_frame_rate(h264::FrameRate::from_hz(order.fps as f32))
        .bitrate(h264::BitRate::from_bps(pixels * 2))
        .rate_control_mode(h264::RateControlMode::Off)
        .qp(h264::QpRange::new(24, 28))
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
