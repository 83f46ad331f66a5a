//! Reading what people upload: JPEG, PNG, WebP and HEIC, decided by content, never by name.
//!
//! What always holds: a [`Photo`] is upright, has no metadata, and is at most 2048 px long.
//! Size is checked before pixels are decoded ([`weight`]), and a large picture is made smaller
//! while its rows arrive ([`shrink`]) wherever its decoder lets rows go. To add a kind: one arm in
//! [`Photo::read`] and one in [`weigh`].

mod container;
mod cpu_cost;
mod heic;
mod rows;
mod shrink;
mod weight;

pub use weight::{Weight, weigh};

use image::{DynamicImage, ImageDecoder, ImageReader, Limits, RgbImage, imageops::FilterType};
use shrink::Shrink;
use std::io::Cursor;

/// The longest edge kept, in pixels.
const LONG_EDGE: u32 = 2048;

/// A rectangle as fractions (0 to 1) of the upright photo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CropBox {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A decoded, upright photograph: EXIF orientation applied, metadata gone, bounded size.
#[derive(Clone)]
pub struct Photo {
    pub(crate) pixels: RgbImage,
}

/// Why a file is not a photo we can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PhotoProblem {
    /// The bytes are no picture at all.
    #[error("the file is not a picture")]
    NotAnImage,
    /// A picture of a kind that is not read, or one that moves.
    #[error("this kind of picture is not read, or it is animated")]
    Unsupported,
    /// More than 60 megapixels, or more memory than is safe.
    #[error("the picture is too large")]
    TooLarge,
    /// Cut off or broken inside.
    #[error("the picture is damaged")]
    Damaged,
}

enum Kind {
    Jpeg,
    Png,
    WebP,
    Heic,
}

/// Qualities of a kept photo, the best first.
const QUALITIES: [u8; 4] = [92, 80, 50, 15];

impl Photo {
    /// Decodes an upload.
    ///
    /// # Errors
    /// One [`PhotoProblem`]; hostile files are refused before their pixels are decoded.
    pub fn read(bytes: &[u8]) -> Result<Self, PhotoProblem> {
        weigh(bytes)?;
        let pixels = match kind(bytes)? {
            Kind::Heic => heic::read(bytes)?,
            Kind::Jpeg if !ends(bytes) => return Err(PhotoProblem::Damaged),
            Kind::Jpeg => whole(bytes, image::ImageFormat::Jpeg)?,
            Kind::Png => rows::png(bytes)?,
            Kind::WebP => {
                let decoder = image::codecs::webp::WebPDecoder::new(Cursor::new(bytes))
                    .map_err(|e| problem(&e))?;
                if decoder.has_animation() {
                    return Err(PhotoProblem::Unsupported);
                }
                whole(bytes, image::ImageFormat::WebP)?
            }
        };
        Ok(Self { pixels })
    }

    /// A photo of these pixels (packed RGB, row by row); nothing where they are not so many, or too many.
    pub fn of_pixels(width: u32, height: u32, rgb: Vec<u8>) -> Option<Self> {
        if width.max(height) > LONG_EDGE {
            return None;
        }
        RgbImage::from_raw(width, height, rgb).map(|pixels| Self { pixels })
    }

    /// Width in pixels, upright.
    pub fn width(&self) -> u32 {
        self.pixels.width()
    }

    /// Height in pixels, upright.
    pub fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// The photo as a fresh JPEG (quality 1 to 100) without any metadata.
    pub fn to_jpeg(&self, quality: u8) -> Vec<u8> {
        jpeg(&self.pixels, quality)
    }

    /// The photo as a fresh JPEG without any metadata, of at most `most` bytes where one of the
    /// qualities makes it so small: the best that does. Photos of cameras are small at the first
    /// one; noise, which anybody can send in a few kilobytes, is not.
    pub fn to_jpeg_within(&self, most: usize) -> Vec<u8> {
        let [first, others @ ..] = QUALITIES;
        let mut written = jpeg(&self.pixels, first);
        for quality in others {
            if written.len() <= most {
                break;
            }
            written = jpeg(&self.pixels, quality);
        }
        written
    }

    /// A small JPEG whose longer edge is at most `long_edge` pixels.
    pub fn preview_jpeg(&self, long_edge: u32) -> Vec<u8> {
        jpeg(&fitted(&self.pixels, long_edge.max(1)), 82)
    }

    /// A part of it (all of it without one) as a fresh JPEG whose longer edge is at most `long_edge`
    /// pixels.
    pub fn part_jpeg(&self, part: Option<CropBox>, long_edge: u32, quality: u8) -> Vec<u8> {
        let Some(part) = part else {
            return jpeg(&fitted(&self.pixels, long_edge.max(1)), quality);
        };
        let pixels = |fraction: f32, side: u32| (fraction.clamp(0.0, 1.0) * side as f32) as u32;
        let (width, height) = self.pixels.dimensions();
        let (x, y) = (pixels(part.x, width).min(width - 1), pixels(part.y, height).min(height - 1));
        let (wide, high) = (pixels(part.width, width).max(1), pixels(part.height, height).max(1));
        // A view ends where its picture does.
        let cut = image::imageops::crop_imm(&self.pixels, x, y, wide, high).to_image();
        jpeg(&fitted(&cut, long_edge.max(1)), quality)
    }
}

fn kind(bytes: &[u8]) -> Result<Kind, PhotoProblem> {
    match bytes {
        [0xFF, 0xD8, 0xFF, ..] => Ok(Kind::Jpeg),
        [0x89, b'P', b'N', b'G', 13, 10, 26, 10, ..] => Ok(Kind::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok(Kind::WebP),
        [_, _, _, _, b'f', b't', b'y', b'p', rest @ ..] => match rest.get(..4) {
            Some(b"heic" | b"heix" | b"mif1" | b"mif2" | b"heim" | b"heis") => Ok(Kind::Heic),
            Some(_) => Err(PhotoProblem::Unsupported),
            None => Err(PhotoProblem::Damaged),
        },
        [b'G', b'I', b'F', b'8', ..]
        | [b'B', b'M', ..]
        | [b'I', b'I', 42, 0, ..]
        | [b'M', b'M', 0, 42, ..] => Err(PhotoProblem::Unsupported),
        _ => Err(PhotoProblem::NotAnImage),
    }
}

/// Whether a JPEG's pixels are followed by its end marker. The decoder fills what is missing with
/// grey, which nobody wants to see. Cameras may append more after the end.
fn ends(jpeg: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&[0xFF, marker, high, low]) = jpeg.get(at..at + 4) {
        if marker == 0xDA {
            return jpeg[at..].windows(2).any(|w| w == [0xFF, 0xD9]);
        }
        at += if marker == 0xFF { 1 } else { 2 + usize::from(u16::from_be_bytes([high, low])) };
    }
    false
}

/// Pictures whose decoder gives all pixels at once.
fn whole(bytes: &[u8], format: image::ImageFormat) -> Result<RgbImage, PhotoProblem> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(weight::MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|e| problem(&e))?;
    let (width, height) = decoder.dimensions();
    // Again, because what a decoder goes by may be another header than the one that was weighed.
    if u64::from(width) * u64::from(height) > weight::MAX_PIXELS
        || decoder.total_bytes() > weight::MAX_MEMORY
    {
        return Err(PhotoProblem::TooLarge);
    }
    let turn = decoder.orientation().map_err(|e| problem(&e))?;
    let image = DynamicImage::from_decoder(decoder).map_err(|e| problem(&e))?;
    let channels = match &image {
        DynamicImage::ImageLuma8(_) => 1,
        DynamicImage::ImageLumaA8(_) => 2,
        DynamicImage::ImageRgb8(_) => 3,
        DynamicImage::ImageRgba8(_) => 4,
        _ => return Err(PhotoProblem::Unsupported),
    };
    let mut small = Shrink::new(width, height, LONG_EDGE);
    for row in image.as_bytes().chunks_exact((width as usize * channels).max(1)) {
        small.push(row, channels);
    }
    drop(image);
    turned(small.finish().ok_or(PhotoProblem::Damaged)?, turn)
}

/// The same picture upright.
fn turned(image: RgbImage, turn: image::metadata::Orientation) -> Result<RgbImage, PhotoProblem> {
    let mut image = DynamicImage::ImageRgb8(image);
    image.apply_orientation(turn);
    match image {
        DynamicImage::ImageRgb8(image) => Ok(image),
        _ => Err(PhotoProblem::Damaged),
    }
}

fn problem(error: &image::ImageError) -> PhotoProblem {
    match error {
        image::ImageError::Limits(_) => PhotoProblem::TooLarge,
        image::ImageError::Unsupported(_) => PhotoProblem::Unsupported,
        _ => PhotoProblem::Damaged,
    }
}

fn fitted(image: &RgbImage, long_edge: u32) -> RgbImage {
    let (w, h) = image.dimensions();
    if w.max(h) <= long_edge {
        return image.clone();
    }
    let scale = |side: u32| {
        u32::try_from((u64::from(side) * u64::from(long_edge) / u64::from(w.max(h))).max(1))
            .unwrap_or(1)
    };
    image::imageops::resize(image, scale(w), scale(h), FilterType::Triangle)
}

pub(crate) fn jpeg(pixels: &RgbImage, quality: u8) -> Vec<u8> {
    let mut out = Vec::new();
    let encoder =
        image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, quality.clamp(1, 100));
    // Writing to memory cannot fail for an image that exists.
    if pixels.write_with_encoder(encoder).is_err() {
        out.clear();
    }
    out
}
