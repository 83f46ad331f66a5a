//! From a file to one channel of samples, within limits.
//!
//! What always holds: no more samples are kept than [`MAX_RECORDING_SECONDS`] have, no more packets are
//! looked at than the shortest packets of that time, they have together no more bytes than twice the
//! file's, and no more of them may be broken than [`MAX_BROKEN`]. What a container's own tables take is
//! bounded by the limits of the process alone.

use super::RecordingProblem;
use evernear_rules::recordings::MAX_RECORDING_SECONDS;
use opus_pure::OpusDecoder;
use std::io::Cursor;
use symphonia::core::audio::Channels;
use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::codecs::audio::{AudioCodecParameters, AudioDecoder, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::packet::Packet;

/// Rates that microphones and files have.
const RATES: std::ops::RangeInclusive<u32> = 4_000..=96_000;
/// More channels than this no recording of a voice has.
const MAX_CHANNELS: usize = 8;
/// The shortest packets are Opus's of 2.5 ms, the samples of a WAV come by the hundred.
const MAX_PACKETS: u32 = MAX_RECORDING_SECONDS * 400;
/// Broken packets that are passed over: telephones leave one or two at a file's ends.
const MAX_BROKEN: u32 = 8;
/// Samples of the longest Opus packet, 120 ms, of one channel.
const OPUS_PACKET: usize = 5_760;

/// One channel.
pub struct Decoded {
    pub samples: Vec<f32>,
    /// Samples a second.
    pub rate: u32,
}

/// Decodes the first sound of a file.
pub fn decode(bytes: &[u8]) -> Result<Decoded, RecordingProblem> {
    if !begins_as_a_sound(bytes) {
        return Err(RecordingProblem::NotASound);
    }
    let source =
        MediaSourceStream::new(Box::new(Cursor::new(bytes)), MediaSourceStreamOptions::default());
    let (format, metadata) = (FormatOptions::default(), MetadataOptions::default());
    let mut format = symphonia::default::get_probe()
        .probe(&Hint::new(), source, format, metadata)
        .map_err(|error| match error {
            Error::Unsupported(_) => RecordingProblem::NotASound,
            _ => RecordingProblem::Damaged,
        })?;
    let track =
        format.default_track(TrackType::Audio).or_else(|| format.first_track(TrackType::Audio));
    let track = track.ok_or(RecordingProblem::NotASound)?;
    let Some(CodecParameters::Audio(parameters)) = &track.codec_params else {
        return Err(RecordingProblem::NotASound);
    };
    let (id, delay) = (track.id, track.delay.unwrap_or(0) as usize);
    let most_bytes = bytes.len() as u64 * 2;
    if parameters.codec == CODEC_ID_OPUS {
        let channels = parameters.channels.as_ref().map_or(1, Channels::count);
        if channels > 2 {
            return Err(RecordingProblem::Unsupported);
        }
        let mut opus = Opus::new()?;
        let mut samples =
            collect(format.as_mut(), id, most_bytes, |packet, out| opus.decode(packet, out))?;
        samples.drain(..delay.min(samples.len()));
        return Ok(Decoded { samples, rate: Opus::RATE });
    }
    let mut codec = Codec::new(parameters)?;
    let samples =
        collect(format.as_mut(), id, most_bytes, |packet, out| codec.decode(packet, out))?;
    Ok(Decoded { samples, rate: codec.rate.ok_or(RecordingProblem::Damaged)? })
}

/// Whether a file begins as one of the kinds does: what is none is not searched for a sound, which a
/// picture or a text may seem to have somewhere.
fn begins_as_a_sound(bytes: &[u8]) -> bool {
    match bytes {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..]
        | [b'O', b'g', b'g', b'S', ..]
        | [b'I', b'D', b'3', ..] => true,
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => !is_picture(brand),
        // An MPEG frame's eleven bits, and its layer.
        [0xFF, second, ..] => second & 0xE0 == 0xE0 && second & 0x06 != 0,
        _ => false,
    }
}

/// Whether a file of this brand is a picture.
fn is_picture(brand: &[u8]) -> bool {
    let pictures: [&[u8]; 6] = [b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif"];
    pictures.iter().any(|picture| brand.starts_with(picture))
}

/// How a packet was decoded.
enum Outcome {
    /// At this rate.
    Samples(u32),
    Broken,
}

/// Every packet's samples, as `decode` appends them.
fn collect(
    format: &mut (dyn FormatReader + '_),
    track: u32,
    most_bytes: u64,
    mut decode: impl FnMut(&Packet, &mut Vec<f32>) -> Result<Outcome, RecordingProblem>,
) -> Result<Vec<f32>, RecordingProblem> {
    let (mut samples, mut packets, mut bytes, mut broken) = (Vec::new(), 0, 0, 0);
    loop {
        let packet = match format.next_packet() {
            Ok(Some(packet)) => packet,
            // Or another stream begins, as where Ogg files were joined: what came before is the recording.
            Ok(None) | Err(Error::ResetRequired) => break,
            Err(_) => return Err(RecordingProblem::Damaged),
        };
        packets += 1;
        if packets > MAX_PACKETS {
            return Err(RecordingProblem::TooLong);
        }
        // Tables of a container may name the same bytes again and again.
        bytes += packet.data.len() as u64;
        if bytes > most_bytes {
            return Err(RecordingProblem::Damaged);
        }
        if packet.track_id != track {
            continue;
        }
        match decode(&packet, &mut samples)? {
            Outcome::Samples(rate) if samples.len() as u64 > most_samples(rate) => {
                return Err(RecordingProblem::TooLong);
            }
            Outcome::Samples(_) => {}
            Outcome::Broken => broken += 1,
        }
        if broken > MAX_BROKEN {
            return Err(RecordingProblem::Damaged);
        }
    }
    if samples.is_empty() && broken > 0 { Err(RecordingProblem::Damaged) } else { Ok(samples) }
}

/// Samples of the longest recording at this rate, and a little for what encoders add.
fn most_samples(rate: u32) -> u64 {
    u64::from(MAX_RECORDING_SECONDS) * u64::from(rate) + u64::from(rate) / 2
}

/// A decoder of `symphonia`.
struct Codec {
    decoder: Box<dyn AudioDecoder>,
    /// Of the first packet; others may not differ.
    rate: Option<u32>,
    interleaved: Vec<f32>,
}

impl Codec {
    fn new(parameters: &AudioCodecParameters) -> Result<Self, RecordingProblem> {
        // Before a decoder makes room for them; not every container names them.
        let channels = parameters.channels.as_ref().map_or(1, Channels::count);
        let rate = parameters.sample_rate.unwrap_or(*RATES.start());
        if !RATES.contains(&rate) || !(1..=MAX_CHANNELS).contains(&channels) {
            return Err(RecordingProblem::Unsupported);
        }
        let decoder = symphonia::default::get_codecs()
            .make_audio_decoder(parameters, &AudioDecoderOptions::default())
            .map_err(|_| RecordingProblem::Unsupported)?;
        Ok(Self { decoder, rate: None, interleaved: Vec::new() })
    }

    fn decode(&mut self, packet: &Packet, out: &mut Vec<f32>) -> Result<Outcome, RecordingProblem> {
        let decoded = match self.decoder.decode(packet) {
            Ok(decoded) => decoded,
            Err(Error::DecodeError(_) | Error::IoError(_)) => return Ok(Outcome::Broken),
            Err(Error::Unsupported(_)) => return Err(RecordingProblem::Unsupported),
            Err(_) => return Err(RecordingProblem::Damaged),
        };
        let (rate, channels) = (decoded.spec().rate(), decoded.spec().channels().count());
        if !RATES.contains(&rate) || !(1..=MAX_CHANNELS).contains(&channels) {
            return Err(RecordingProblem::Unsupported);
        }
        if *self.rate.get_or_insert(rate) != rate {
            return Err(RecordingProblem::Damaged);
        }
        decoded.copy_to_vec_interleaved(&mut self.interleaved);
        mix_down(&self.interleaved, channels, out);
        Ok(Outcome::Samples(rate))
    }
}

/// Opus packets.
struct Opus {
    decoder: OpusDecoder,
    interleaved: Vec<f32>,
}

impl Opus {
    const RATE: u32 = 48_000;

    fn new() -> Result<Self, RecordingProblem> {
        // It makes both channels of one where the file has one.
        let decoder = OpusDecoder::new(Self::RATE.cast_signed(), 2)
            .map_err(|_| RecordingProblem::Unsupported)?;
        Ok(Self { decoder, interleaved: vec![0.0; OPUS_PACKET * 2] })
    }

    fn decode(&mut self, packet: &Packet, out: &mut Vec<f32>) -> Result<Outcome, RecordingProblem> {
        // An empty packet would be taken for a lost one, and made up.
        if packet.data.is_empty() {
            return Ok(Outcome::Broken);
        }
        let Ok(count) = self.decoder.decode(&packet.data, OPUS_PACKET, &mut self.interleaved)
        else {
            return Ok(Outcome::Broken);
        };
        let decoded = self.interleaved.get(..count * 2).ok_or(RecordingProblem::Damaged)?;
        mix_down(decoded, 2, out);
        Ok(Outcome::Samples(Self::RATE))
    }
}

/// Appends the mean of the channels; what is no number is silence.
fn mix_down(interleaved: &[f32], channels: usize, out: &mut Vec<f32>) {
    out.extend(interleaved.chunks_exact(channels).map(|frame| {
        let mean = frame.iter().sum::<f32>() / channels as f32;
        if mean.is_finite() { mean.clamp(-4.0, 4.0) } else { 0.0 }
    }));
}
