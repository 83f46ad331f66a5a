//! WAV as recordings are kept: one channel of 16 bits, and no chunk but the two that it needs.

use super::sample_at;
use crate::sound::tone::RATE;
use std::time::Duration;

/// Bytes before the samples.
const HEAD: usize = 44;

/// The file of these samples at [`RATE`]; what is beyond full scale is held there.
pub fn write(samples: &[f32]) -> Vec<u8> {
    let mut file = head(samples.len());
    for sample in samples {
        let whole = (sample * 32768.0).round().clamp(-32768.0, 32767.0) as i16;
        file.extend_from_slice(&whole.to_le_bytes());
    }
    file
}

/// The file of a part of one that was written here; nothing where it has no such part.
pub fn part(file: &[u8], start: Duration, length: Duration) -> Option<Vec<u8>> {
    let samples = file.get(HEAD..)?;
    if file[..4] != *b"RIFF" {
        return None;
    }
    let (first, count) = (sample_at(start).checked_mul(2)?, sample_at(length));
    let part = samples.get(first..first.checked_add(count.checked_mul(2)?)?)?;
    let mut cut = head(count);
    cut.extend_from_slice(part);
    Some(cut)
}

/// What stands before so many samples.
fn head(count: usize) -> Vec<u8> {
    let bytes = count as u32 * 2;
    let mut file = Vec::with_capacity(HEAD + count * 2);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(bytes + HEAD as u32 - 8).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16u32.to_le_bytes());
    // Whole numbers, one channel.
    file.extend_from_slice(&[1, 0, 1, 0]);
    file.extend_from_slice(&RATE.to_le_bytes());
    file.extend_from_slice(&(RATE * 2).to_le_bytes());
    // Two bytes a sample.
    file.extend_from_slice(&[2, 0, 16, 0]);
    file.extend_from_slice(b"data");
    file.extend_from_slice(&bytes.to_le_bytes());
    file
}
