//! Reading a recording that a film is to carry: M4A (AAC or Apple Lossless), MP3, Ogg (Vorbis or Opus)
//! and WAV, decided by content, never by name.
//!
//! What always holds: a [`DecodedRecording`] is one channel at the rate of the film's sound, has no
//! metadata, and is at most [`MAX_RECORDING_SECONDS`] long; what decoding takes is bounded by that
//! ([`decode`]). Nothing is made up, removed or smoothed: channels are averaged, the rate is
//! converted. Containers and most codecs are read by `symphonia` 0.6 (MPL-2.0, pure Rust, no unsafe
//! code, fuzzed, kept since 2019), Opus by `opus-pure` 0.2 (BSD-3-Clause, pure Rust without dependencies,
//! measured against libopus, with a corpus of fuzzing; young and of one author, and unsafe code in its
//! SIMD kernels, so that whoever sends a file through it does so in a process of its own). Looked at
//! beside it: `opus-decoder` (panics on a short hybrid packet, and opens a log file for each frame),
//! `ruopus` (no fuzzing), `libopus` through `opus` or `audiopus` (C, with its build tools),
//! `symphonia`'s own Opus decoder (not there yet).
//!
//! To add a kind: a feature of `symphonia` in `Cargo.toml`, and a file of it in the tests.

mod decode;
mod resample;
mod wav;

use crate::sound::tone::RATE;
use evernear_rules::recordings::{MAX_HEARD_MS, MAX_RECORDING_SECONDS, MIN_HEARD_MS};
use std::time::Duration;

/// Softer than this, in parts of full scale, is silence: -66 dB.
const SILENCE: f32 = 0.0005;

/// A recording that a film carries.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The file: as it was uploaded, or as [`DecodedRecording::to_wav`] keeps it.
    pub bytes: Vec<u8>,
    /// Where the part begins that is heard.
    pub start: Duration,
    /// How long that part is: half a second to ten.
    pub length: Duration,
}

/// Why a file is not a recording we can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecordingProblem {
    /// The bytes are no sound at all, or a film without any.
    #[error("the file has no sound")]
    NotASound,
    /// A sound of a kind that is not read.
    #[error("this kind of sound is not read")]
    Unsupported,
    /// Longer than three minutes.
    #[error("the recording is too long")]
    TooLong,
    /// Shorter than half a second.
    #[error("the recording is too short")]
    TooShort,
    /// Nothing can be heard in it.
    #[error("the recording is silent")]
    Silent,
    /// Cut off or broken inside.
    #[error("the recording is damaged")]
    Damaged,
    /// The part that was chosen is not there, or too short or too long.
    #[error("the chosen part does not lie within the recording")]
    Trim,
}

/// How many samples of the film's sound this time has.
fn sample_at(time: Duration) -> usize {
    (time.as_millis() as usize).saturating_mul(RATE as usize) / 1000
}

/// One channel of samples at the rate of the film's sound.
#[derive(Clone, PartialEq)]
pub struct DecodedRecording {
    samples: Vec<f32>,
}

impl DecodedRecording {
    /// Decodes an upload.
    ///
    /// # Errors
    /// One [`RecordingProblem`]; whatever a file says of its length, no more than three minutes are
    /// decoded.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordingProblem> {
        let recording = Self::decode(bytes)?;
        if recording.millis() < MIN_HEARD_MS {
            Err(RecordingProblem::TooShort)
        } else if !recording.samples.iter().any(|v| v.abs() > SILENCE) {
            Err(RecordingProblem::Silent)
        } else {
            Ok(recording)
        }
    }

    /// Whatever is in it.
    fn decode(bytes: &[u8]) -> Result<Self, RecordingProblem> {
        let decoded = decode::decode(bytes)?;
        Ok(Self { samples: resample::resample(decoded.samples, decoded.rate, RATE) })
    }

    /// How long it is, in whole milliseconds.
    pub fn millis(&self) -> u32 {
        (self.samples.len() as u64 * 1000 / u64::from(RATE)) as u32
    }

    /// The recording as a fresh WAV (one channel of 16 bits) without any metadata.
    pub fn to_wav(&self) -> Vec<u8> {
        wav::write(&self.samples)
    }

    /// How loud each of `count` stretches of equal length is: its highest sample, 0 to 100.
    pub fn peaks(&self, count: usize) -> Vec<u8> {
        let length = self.samples.len();
        let stretch = |n: usize| &self.samples[n * length / count..(n + 1) * length / count];
        let highest = |part: &[f32]| part.iter().fold(0f32, |most, v| most.max(v.abs()));
        (0..count).map(|n| (highest(stretch(n)).min(1.0) * 100.0).round() as u8).collect()
    }

    /// The samples of this part.
    fn part(mut self, start: Duration, length: Duration) -> Result<Vec<f32>, RecordingProblem> {
        let (first, count) = (sample_at(start), sample_at(length));
        if self.samples.len() < first.saturating_add(count) {
            return Err(RecordingProblem::Trim);
        }
        self.samples.truncate(first + count);
        Ok(self.samples.split_off(first))
    }
}

impl Recording {
    /// The part of a file that [`DecodedRecording::to_wav`] has written, and nothing else of it.
    ///
    /// # Errors
    /// [`RecordingProblem::Trim`] where the file has no such part, or is no file of ours.
    pub fn of_kept(
        file: &[u8],
        start: Duration,
        length: Duration,
    ) -> Result<Self, RecordingProblem> {
        let bytes = wav::part(file, start, length).ok_or(RecordingProblem::Trim)?;
        Ok(Self { bytes, start: Duration::ZERO, length })
    }

    /// Refuses a part that no film carries, before anything is decoded.
    pub(crate) fn check(&self) -> Result<(), RecordingProblem> {
        let heard = u128::from(MIN_HEARD_MS)..=u128::from(MAX_HEARD_MS);
        let within = self.start <= Duration::from_secs(MAX_RECORDING_SECONDS.into());
        if within && heard.contains(&self.length.as_millis()) {
            Ok(())
        } else {
            Err(RecordingProblem::Trim)
        }
    }

    /// The samples that are heard.
    pub(crate) fn heard(&self) -> Result<Vec<f32>, RecordingProblem> {
        // A part may be silent; the recording is not.
        DecodedRecording::decode(&self.bytes)?.part(self.start, self.length)
    }
}
