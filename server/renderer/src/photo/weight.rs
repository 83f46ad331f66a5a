//! What a picture will cost to decode, read from its header alone: pixels, the bytes that its
//! decoder allocates, and about how much CPU time. Nothing here calls a decoder, so it is safe to ask
//! before one is trusted with the file.

use std::time::Duration;

use super::{Kind, PhotoProblem, cpu_cost, heic, kind};

/// More pixels than this are refused.
pub(super) const MAX_PIXELS: u64 = 60_000_000;
/// A picture whose decoding allocates more than this is refused, in bytes.
pub(super) const MAX_MEMORY: u64 = 160 << 20;
/// Segments of a JPEG before its pixels; cameras write some dozens.
const MAX_SEGMENTS: usize = 4_000;

/// What decoding will take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    /// Pixels that are decoded.
    pub pixels: u64,
    /// Bytes that are allocated at once while they are.
    pub memory: u64,
    /// About how long a core takes, for an honest picture.
    pub cpu: Duration,
}

/// What a file will cost.
///
/// # Errors
/// The problems that its header shows; among them too many pixels and too much memory.
pub fn weigh(bytes: &[u8]) -> Result<Weight, PhotoProblem> {
    let weight = match kind(bytes)? {
        Kind::Jpeg => jpeg(bytes)?,
        Kind::Png => png(bytes)?,
        Kind::WebP => webp(bytes)?,
        Kind::Heic => heic::weigh(bytes)?,
    };
    if weight.pixels == 0 {
        return Err(PhotoProblem::Damaged);
    }
    if weight.pixels > MAX_PIXELS || weight.memory > MAX_MEMORY {
        return Err(PhotoProblem::TooLarge);
    }
    Ok(weight)
}

/// A big-endian number of two bytes.
fn wide(bytes: &[u8], at: usize) -> Result<u64, PhotoProblem> {
    match bytes.get(at..at + 2) {
        Some(&[high, low]) => Ok(u64::from(u16::from_be_bytes([high, low]))),
        _ => Err(PhotoProblem::Damaged),
    }
}

fn byte(bytes: &[u8], at: usize) -> Result<u64, PhotoProblem> {
    bytes.get(at).copied().map(u64::from).ok_or(PhotoProblem::Damaged)
}

/// A JPEG keeps every coefficient (two bytes each) beside its pixels when it is progressive, or
/// when its components come one after the other.
fn jpeg(bytes: &[u8]) -> Result<Weight, PhotoProblem> {
    let mut at = 2;
    let mut frame = None;
    for _ in 0..MAX_SEGMENTS {
        let (mark, marker) = (byte(bytes, at)?, byte(bytes, at + 1)?);
        if mark != 0xFF {
            return Err(PhotoProblem::Damaged);
        }
        match marker {
            // A filling byte; markers without a length.
            0xFF => at += 1,
            0x01 | 0xD0..=0xD8 => at += 2,
            0xC0..=0xC2 => {
                if frame.is_some() {
                    return Err(PhotoProblem::Damaged);
                }
                frame = Some(jpeg_frame(bytes, at, marker == 0xC2)?);
                at += 2 + usize::try_from(wide(bytes, at + 2)?).unwrap_or(usize::MAX);
            }
            // Lossless, hierarchical, arithmetic: nothing that cameras write.
            0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                return Err(PhotoProblem::Unsupported);
            }
            0xDA => {
                let Some(frame) = frame else { return Err(PhotoProblem::Damaged) };
                return Ok(frame.weight(byte(bytes, at + 4)? < frame.components, bytes.len()));
            }
            0xD9 => return Err(PhotoProblem::Damaged),
            _ => at += 2 + usize::try_from(wide(bytes, at + 2)?).unwrap_or(usize::MAX),
        }
    }
    Err(PhotoProblem::Damaged)
}

struct JpegFrame {
    pixels: u64,
    components: u64,
    progressive: bool,
    /// Coefficients of all components for four pixels of the finest one.
    quarters: u64,
}

fn jpeg_frame(bytes: &[u8], at: usize, progressive: bool) -> Result<JpegFrame, PhotoProblem> {
    let (height, width) = (wide(bytes, at + 5)?, wide(bytes, at + 7)?);
    let components = byte(bytes, at + 9)?;
    let (mut finest, mut all) = (0, 0);
    for component in 0..usize::try_from(components).unwrap_or(0) {
        let sampling = byte(bytes, at + 11 + component * 3)?;
        let (across, down) = (sampling >> 4, sampling & 15);
        if !(1..=4).contains(&across) || !(1..=4).contains(&down) {
            return Err(PhotoProblem::Damaged);
        }
        finest = u64::max(finest, across * down);
        all += across * down;
    }
    if finest == 0 || components > 4 {
        return Err(PhotoProblem::Damaged);
    }
    let quarters = (all * 4).div_ceil(finest);
    Ok(JpegFrame { pixels: width * height, components, progressive, quarters })
}

impl JpegFrame {
    fn weight(&self, one_after_the_other: bool, bytes: usize) -> Weight {
        let pixels = match self.components {
            1 => 1,
            3 => 3,
            // Four inks, and the three colours they become.
            _ => 7,
        };
        let kept = self.progressive || one_after_the_other;
        let coefficients = if kept { self.quarters * 2 } else { 0 };
        Weight {
            pixels: self.pixels,
            memory: self.pixels * pixels + self.pixels * coefficients / 4,
            cpu: if kept { cpu_cost::PROGRESSIVE } else { cpu_cost::JPEG }.of(self.pixels, bytes),
        }
    }
}

/// A PNG is read row by row, unless it is interlaced.
fn png(bytes: &[u8]) -> Result<Weight, PhotoProblem> {
    let side = |at| Ok((wide(bytes, at)? << 16) | wide(bytes, at + 2)?);
    let (width, height) = (side(16)?, side(20)?);
    let (depth, colours, interlaced) = (byte(bytes, 24)?, byte(bytes, 25)?, byte(bytes, 28)?);
    let pixels = width.saturating_mul(height);
    let channels = match colours {
        0 => 1,
        4 => 2,
        2 => 3,
        _ => 4,
    };
    let row = width.saturating_mul(channels * if depth == 16 { 2 } else { 1 });
    let whole = if interlaced == 0 { 0 } else { pixels.saturating_mul(channels) };
    let memory = row.saturating_mul(4).saturating_add(whole);
    Ok(Weight { pixels, memory, cpu: cpu_cost::PNG.of(pixels, bytes.len()) })
}

/// A WebP has its planes (or its losslessly packed pixels) and its pixels at once.
fn webp(bytes: &[u8]) -> Result<Weight, PhotoProblem> {
    let at = |place: usize| byte(bytes, place);
    let (width, height, halves) = match bytes.get(12..16) {
        Some(b"VP8 ") => {
            let side = |low: u64, high: u64| (low | (high << 8)) & 0x3FFF;
            (side(at(26)?, at(27)?), side(at(28)?, at(29)?), 9)
        }
        Some(b"VP8L") => {
            let bits = at(21)? | (at(22)? << 8) | (at(23)? << 16) | (at(24)? << 24);
            ((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1, 16)
        }
        Some(b"VP8X") => {
            // The bit that says it moves.
            if at(20)? & 2 != 0 {
                return Err(PhotoProblem::Unsupported);
            }
            let side = |place| Ok(at(place)? | (at(place + 1)? << 8) | (at(place + 2)? << 16));
            let alpha = at(20)? & 16 != 0;
            (side(24)? + 1, side(27)? + 1, if alpha { 16 } else { 9 })
        }
        _ => return Err(PhotoProblem::Damaged),
    };
    let pixels = width * height;
    let memory = pixels * halves / 2;
    Ok(Weight { pixels, memory, cpu: cpu_cost::WEBP.of(pixels, bytes.len()) })
}
