//! The sound bed: a slow pad of three chords with the scene's own air, as quiet as background music
//! on the radio (−23 LUFS), in AAC; and over it the recording that a film carries (`voice`).
//!
//! What always holds: the same request gives the same samples; nothing is louder than full scale; it
//! rises and ends in silence. AAC is written by `rusty_aac` (pure Rust, Apache-2.0, fuzzed and
//! checked against the standard's streams, released monthly; here without its SIMD code, so that
//! every machine counts alike). Looked at beside it: `syom` (MIT; eleven weeks old, its checks are
//! paused, it calls its own encoding unproven), `fdk-aac` (Fraunhofer's own licence), `xaac-rs`
//! (one release, undocumented C bindings). AAC is covered by patents in places; like `OpenH264`
//! from source, this grants no licence to them.

pub mod air;
mod ambient;
mod loudness;
mod pad;
pub mod tone;
mod voice;

use crate::plan::Plan;
use crate::request::RenderProblem;
use crate::stop;
use rusty_aac::{AacEncoder, AacEncoderConfig, AdtsHeader, write_adts_header};
pub use tone::RATE;
use tone::Stereo;

/// Samples in one AAC frame.
pub const FRAME: usize = 1024;
/// Bits a second; at fewer, rustling comes out louder than it went in.
const BITS: u32 = 96_000;
/// The same of a film with a recording, whose voices need more than rustling.
const BITS_WITH_RECORDING: u32 = 128_000;
/// How loud the whole is, in LUFS.
const LOUDNESS: f32 = -23.0;
/// How much softer than the pad the air is, in decibels.
const BELOW: f32 = 4.0;
/// Seconds that it takes to come and to go.
const RISE: f32 = 1.6;
const FALL: f32 = 2.2;

/// The bed, and over it a recording (one channel at [`RATE`]), as AAC frames with ADTS headers, together
/// no longer than `seconds`.
pub fn track(
    plan: &Plan,
    seconds: f32,
    recording: Option<&[f32]>,
) -> Result<Vec<Vec<u8>>, RenderProblem> {
    let failed = |e: rusty_aac::Error| RenderProblem::Encode(e.to_string());
    let mut bed = bed(plan, seconds)?;
    let mut bits = BITS;
    if let Some(recording) = recording {
        voice::mix(&mut bed, recording);
        bits = BITS_WITH_RECORDING;
    }
    let config = AacEncoderConfig { bitrate_bps: bits, ..AacEncoderConfig::default() };
    let mut encoder = AacEncoder::new(config);
    // A few frames at a time, to be ended between them.
    for (left, right) in bed[0].chunks(FRAME * 16).zip(bed[1].chunks(FRAME * 16)) {
        stop::check()?;
        encoder.push_pcm_planar(&[left, right], RATE).map_err(failed)?;
    }
    encoder.finish();
    let most = (seconds * RATE as f32) as usize / FRAME;
    let mut frames = Vec::with_capacity(most);
    while frames.len() < most {
        stop::check()?;
        let Ok(packet) = encoder.next_packet() else { break };
        let mut frame = write_adts_header(&AdtsHeader {
            object_type: 2,
            sample_rate: RATE,
            channels: 2,
            frame_length: 7 + packet.data.len(),
            header_len: 7,
        });
        frame.extend(packet.data);
        frames.push(frame);
    }
    Ok(frames)
}

/// The samples of both sides.
fn bed(plan: &Plan, seconds: f32) -> Result<Stereo, RenderProblem> {
    let count = (seconds * RATE as f32) as usize;
    let mut pad = pad::play(plan, count)?;
    let mut air = ambient::blow(plan, count)?;
    loudness::bring(&mut pad, 0.0);
    loudness::bring(&mut air, -BELOW);
    for (pad, air) in pad.iter_mut().zip(&air) {
        for (i, (pad, air)) in pad.iter_mut().zip(air).enumerate() {
            let t = i as f32 / RATE as f32;
            let rise = tone::ease(t / RISE) * tone::ease((seconds - t) / FALL);
            *pad = (*pad + air) * rise;
        }
        stop::check()?;
    }
    loudness::bring(&mut pad, LOUDNESS);
    // Nothing of a bed this soft comes near full scale; if it did, it would bend, not crack.
    pad.iter_mut().flatten().for_each(|v| *v = v.clamp(-0.98, 0.98));
    Ok(pad)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{checks, scenery};

    fn plan(prompt: &str, seed: u64) -> Plan {
        Plan::of(&checks::story(prompt), 0, seed)
    }

    /// A setting for each mixture of sounds.
    fn one_for_each_bed() -> Vec<&'static str> {
        let mut seen = std::collections::BTreeSet::new();
        let sounds = |name: &str| format!("{:?}", scenery::sounds(&plan(name, 3)));
        scenery::drawn()
            .map(|setting| setting.name)
            .filter(|name| seen.insert(sounds(name)))
            .collect()
    }

    #[test]
    fn every_scene_is_as_loud_as_promised_and_begins_and_ends_in_silence() {
        for name in one_for_each_bed() {
            let bed = bed(&plan(name, 3), 10.0).unwrap();
            let loud = loudness::of(&bed);
            assert!((loud - LOUDNESS).abs() < 0.2, "{name}: {loud}");
            for side in &bed {
                let most = side.iter().fold(0f32, |most, v| most.max(v.abs()));
                assert!(most < 0.98, "{name}: {most}");
                let ends = side[..480].iter().chain(&side[side.len() - 480..]);
                assert!(ends.fold(0f32, |most, v| most.max(v.abs())) < 0.004, "{name}");
            }
            assert!(bed[0] != bed[1], "{name} sounds the same on both sides");
        }
    }

    /// What comes out of a decoder again.
    fn heard(frames: &[Vec<u8>]) -> Stereo {
        let mut decoder = rusty_aac::AacDecoder::new();
        let mut out = tone::silence(0);
        for frame in frames {
            for both in decoder.decode(frame, None).unwrap().samples.chunks_exact(2) {
                out[0].push(both[0]);
                out[1].push(both[1]);
            }
        }
        out
    }

    /// At fewer bits the encoder makes noise louder than it was.
    #[test]
    fn what_is_heard_is_as_loud_as_promised() {
        for name in one_for_each_bed() {
            let loud = loudness::of(&heard(&track(&plan(name, 3), 10.0, None).unwrap()));
            assert!((loud - LOUDNESS).abs() <= 2.0, "{name}: {loud}");
        }
    }

    #[test]
    fn the_same_plan_sounds_the_same_and_each_scene_and_seed_its_own() {
        let beach = bed(&plan("beach", 1), 5.0).unwrap();
        assert!(beach == bed(&plan("beach", 1), 5.0).unwrap());
        for (words, seed) in [("beach", 2), ("forest", 1), ("beach in the rain", 1)] {
            assert!(beach != bed(&plan(words, seed), 5.0).unwrap(), "{words} {seed}");
        }
    }

    #[test]
    fn frames_never_outlast_the_film() {
        for seconds in [5.0, 10.0, 15.0] {
            let frames = track(&plan("snow-field", 1), seconds, None).unwrap();
            let long = (frames.len() * FRAME) as f32 / RATE as f32;
            assert!(long <= seconds && long > seconds - 0.06, "{long} of {seconds}");
            let bytes: usize = frames.iter().map(Vec::len).sum();
            assert!(bytes as f32 * 8.0 < seconds * BITS as f32 * 1.3, "{bytes} in {seconds} s");
        }
    }
}
