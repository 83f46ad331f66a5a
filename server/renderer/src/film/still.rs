//! The picture on its own, in the formats people keep.

use super::provenance;
use crate::photo;
use image::RgbImage;

/// A finished picture.
pub struct Still {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    rgb: Vec<u8>,
}

impl Still {
    pub(crate) fn new(width: u32, height: u32, rgb: Vec<u8>) -> Self {
        Self { width, height, rgb }
    }

    /// Packed RGB, row by row, `width * height * 3` bytes.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// Without loss, with the note of how it was made.
    pub fn to_png(&self) -> Vec<u8> {
        let mut png = self.written(image::ImageFormat::Png);
        provenance::into_png(&mut png);
        png
    }

    /// At `quality` 1 to 100, with the note of how it was made.
    pub fn to_jpeg(&self, quality: u8) -> Vec<u8> {
        let mut jpeg = self.image().map(|image| photo::jpeg(&image, quality)).unwrap_or_default();
        provenance::into_jpeg(&mut jpeg);
        jpeg
    }

    /// Lossless WebP, smaller than PNG, with the note of how it was made.
    pub fn to_webp(&self) -> Vec<u8> {
        let mut webp = self.written(image::ImageFormat::WebP);
        provenance::into_webp(&mut webp, self.width, self.height);
        webp
    }

    fn image(&self) -> Option<RgbImage> {
        RgbImage::from_raw(self.width, self.height, self.rgb.clone())
    }

    fn written(&self, format: image::ImageFormat) -> Vec<u8> {
        let mut out = std::io::Cursor::new(Vec::new());
        // Writing to memory cannot fail for an image that exists.
        let done = self.image().map(|image| image.write_to(&mut out, format));
        if matches!(done, Some(Ok(()))) { out.into_inner() } else { Vec::new() }
    }
}
