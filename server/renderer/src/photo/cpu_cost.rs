//! About how much CPU time decoding takes, by kind of file: measured on photos and on noise.

use std::time::Duration;

/// Nanoseconds for a pixel and for a byte of the file.
pub(super) struct CpuCost {
    pixel: u64,
    byte: u64,
}

pub(super) const JPEG: CpuCost = CpuCost { pixel: 20, byte: 30 };
pub(super) const PROGRESSIVE: CpuCost = CpuCost { pixel: 50, byte: 60 };
pub(super) const PNG: CpuCost = CpuCost { pixel: 30, byte: 20 };
pub(super) const WEBP: CpuCost = CpuCost { pixel: 50, byte: 60 };

/// Of a HEIC: with a colour profile whose tables are interpolated for every pixel, or without; with
/// fewer pixels of colour than of light (4:2:0), as phones write it, or as many, of which a byte
/// costs more than twice as much.
pub(super) fn heic(has_lookup_table: bool, is_subsampled: bool) -> CpuCost {
    CpuCost {
        pixel: if has_lookup_table { 190 } else { 56 },
        byte: if is_subsampled { 200 } else { 585 },
    }
}

impl CpuCost {
    /// Of so many pixels in a file of so many bytes.
    pub(super) fn of(&self, pixels: u64, bytes: usize) -> Duration {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let pixels = pixels.saturating_mul(self.pixel);
        Duration::from_nanos(pixels.saturating_add(bytes.saturating_mul(self.byte)))
    }
}
