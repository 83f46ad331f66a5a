//! The container: MP4 with its index first, so that a browser can start at once.

use super::{
    encode::Coded,
    provenance::{self, Origin},
};
use crate::request::{RenderProblem, RenderRequest};
use crate::sound;
use muxide::api::{AacProfile, AudioCodec, Metadata, MuxerBuilder, VideoCodec};

/// Puts frames and sound into an MP4 that ends with the note of how it was made.
pub fn mp4(
    request: &RenderRequest,
    frames: &Coded,
    sound: &[Vec<u8>],
    origin: Origin,
) -> Result<Vec<u8>, RenderProblem> {
    let failed = |e: muxide::api::MuxerError| RenderProblem::Encode(e.to_string());
    let fps = f64::from(request.fps);
    let mut file = Vec::new();
    let mut muxer = MuxerBuilder::new(&mut file)
        .video(VideoCodec::H264, request.size.width, request.size.height, fps)
        .audio(AudioCodec::Aac(AacProfile::Lc), sound::RATE, 2)
        .with_metadata(Metadata::new().with_creation_time(0))
        .with_fast_start(true)
        .build()
        .map_err(failed)?;
    for (number, (bytes, key)) in frames.iter().enumerate() {
        muxer.write_video(number as f64 / fps, bytes, *key).map_err(failed)?;
    }
    for (number, bytes) in sound.iter().enumerate() {
        let at = (number * sound::FRAME) as f64 / f64::from(sound::RATE);
        muxer.write_audio(at, bytes).map_err(failed)?;
    }
    muxer.finish().map_err(failed)?;
    provenance::append_mp4(&mut file, origin);
    Ok(file)
}
