//! PNG, row by row: sixteen bits a channel or eight, what is kept of it is small.

use super::{LONG_EDGE, PhotoProblem, Shrink, turned, weight::MAX_MEMORY};
use image::{RgbImage, metadata::Orientation};
use png::{Decoder, DecodingError, Limits, Transformations};
use std::io::Cursor;

/// What chunks beside the pixels may take, in bytes.
const SIDE_MEMORY: usize = 16 << 20;

pub(super) fn png(bytes: &[u8]) -> Result<RgbImage, PhotoProblem> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: SIDE_MEMORY });
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(|error| problem(&error))?;
    if reader.info().animation_control.is_some() {
        return Err(PhotoProblem::Unsupported);
    }
    let (width, height) = reader.info().size();
    let turn = reader.info().exif_metadata.as_deref().and_then(Orientation::from_exif_chunk);
    let channels = reader.output_color_type().0.samples();
    let mut small = Shrink::new(width, height, LONG_EDGE);
    if reader.info().interlaced {
        let size = reader.output_buffer_size().ok_or(PhotoProblem::TooLarge)?;
        if size as u64 > MAX_MEMORY {
            return Err(PhotoProblem::TooLarge);
        }
        let mut whole = vec![0; size];
        reader.next_frame(&mut whole).map_err(|error| problem(&error))?;
        for row in whole.chunks_exact((width as usize * channels).max(1)) {
            small.push(row, channels);
        }
    } else {
        while let Some(row) = reader.next_row().map_err(|error| problem(&error))? {
            small.push(row.data(), channels);
        }
    }
    let small = small.finish().ok_or(PhotoProblem::Damaged)?;
    turned(small, turn.unwrap_or(Orientation::NoTransforms))
}

fn problem(error: &DecodingError) -> PhotoProblem {
    match error {
        DecodingError::LimitsExceeded => PhotoProblem::TooLarge,
        _ => PhotoProblem::Damaged,
    }
}
