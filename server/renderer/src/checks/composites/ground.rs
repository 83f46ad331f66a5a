//! What people are put before: scenes of the renderer, blurred as if they were further away.

use super::{Outcome, portrait::noise};
use crate::{RenderRequest, Size, Story, Unwatched, scenery};
use image::{Rgb, RgbImage, imageops, imageops::FilterType};

/// Busy settings.
pub const SETTINGS: [&str; 8] = [
    "kitchen",
    "city-street",
    "market",
    "forest",
    "library",
    "corner-shop",
    "fairground",
    "christmas-lounge",
];
const SIZE: Size = Size { width: 576, height: 768 };
/// How far out of focus, in thousandths of the photo's width.
const BLURS: [f32; 4] = [0.0, 2.0, 5.0, 11.0];

/// A setting without people.
pub struct Scene {
    pub name: &'static str,
    picture: RgbImage,
}

/// All of them.
pub fn scenes() -> Outcome<Vec<Scene>> {
    let drawn = |name: &'static str| {
        let request = RenderRequest {
            story: Story { setting: Some(name.to_owned()), ..Story::default() },
            photos: Vec::new(),
            keepsake: None,
            seed: 3,
            size: SIZE,
            fps: 24,
            seconds: 10.0,
            caption: None,
            people: None,
            recording: None,
        };
        let still = scenery(&request, 0.5, &Unwatched)?;
        let picture = RgbImage::from_raw(SIZE.width, SIZE.height, still.rgb().to_vec());
        Ok(Scene { name, picture: picture.ok_or("a picture of the wrong size")? })
    };
    SETTINGS.into_iter().map(drawn).collect()
}

impl Scene {
    /// The scene's middle at this size, with the grain of a small sensor.
    pub fn behind(&self, width: u32, height: u32, seed: u32, is_grey: bool) -> RgbImage {
        let (w, h) = (SIZE.width, SIZE.height);
        let tall = (w * height / width).min(h);
        let wide = tall * width / height;
        // Scenes are empty where people stand, and full above it.
        let part = imageops::crop_imm(&self.picture, (w - wide) / 2, (h - tall) / 3, wide, tall);
        let mut picture = imageops::resize(&*part, width, height, FilterType::CatmullRom);
        let blur = BLURS[seed as usize % BLURS.len()] / 1000.0 * width as f32;
        if blur > 0.0 {
            picture = imageops::blur(&picture, blur);
        }
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            let grain = 8.0 * (noise(seed ^ 0x4D, x as f32, y as f32) - 0.5);
            let mut own = pixel.0.map(f32::from);
            if is_grey {
                own = [0.299 * own[0] + 0.587 * own[1] + 0.114 * own[2]; 3];
            }
            *pixel = Rgb(own.map(|v| (v + grain + 0.5).clamp(0.0, 255.0) as u8));
        }
        picture
    }
}
