//! A framed photo print: white paper, the graded picture, a soft shadow, a place on the stage.
//!
//! What always holds: edges are antialiased, and a print is drawn from one texture at about its own
//! size, so faces stay sharp.

use super::{
    crop, faces, grade,
    place::{Home, Moment},
};
use crate::order::CropBox;
use crate::paint::{color::Rgb, noise};
use crate::photo::Photo;
use crate::stage::{Frame, band::Band};
use image::{RgbImage, imageops::FilterType};

/// Width / height of the picture inside a print.
pub const PICTURE: f32 = 0.8;
/// Paper beside and above the picture, as a part of the print's width.
const SIDE: f32 = 0.045;
/// Paper below the picture.
const FOOT: f32 = 0.13;
/// Height / width of a whole print.
pub const TALL: f32 = (1.0 - 2.0 * SIDE) / PICTURE + SIDE + FOOT;
/// Texture pixels a frame pixel: room for the slow push-in.
const FINE: f32 = 1.04;

/// One print, ready to be drawn.
pub struct Print {
    /// Packed 0xAABBGGRR, premultiplied, with a clear rim of 2 px.
    texture: Vec<u32>,
    width: usize,
    height: usize,
    home: Home,
    order: f32,
}

impl Print {
    /// Makes the print of one photo with these `people` for its place; `order` counts from 0 and
    /// sets when it settles.
    pub fn new(
        photo: &Photo,
        own: Option<CropBox>,
        people: &[faces::Face],
        home: Home,
        order: usize,
        light: Rgb,
    ) -> Self {
        let pixels = &photo.pixels;
        let (pw, ph) = (pixels.width() as f32, pixels.height() as f32);
        let part = crop::choose(pw, ph, PICTURE, people, own);
        let width = (home.width * FINE).round();
        let height = (width * TALL).round();
        let (side, inner_w) = ((width * SIDE).round(), width - 2.0 * (width * SIDE).round());
        let inner_h = (inner_w / PICTURE).round();
        let cut = image::imageops::crop_imm(
            pixels,
            part.x as u32,
            part.y as u32,
            (part.w as u32).max(1),
            (part.h as u32).max(1),
        )
        .to_image();
        let mut picture =
            image::imageops::resize(&cut, inner_w as u32, inner_h as u32, FilterType::CatmullRom);
        grade::warm(&mut picture);
        let texture = paper(
            &picture,
            width as usize + 4,
            height as usize + 4,
            side as usize,
            light,
            order as u32,
        );
        Self {
            texture,
            width: width as usize + 4,
            height: height as usize + 4,
            home,
            order: order as f32,
        }
    }

    /// Where the print is `t` seconds into a film of `frame.seconds`.
    pub fn at(&self, t: f32, frame: Frame, camera: (f32, f32)) -> Moment {
        self.home.at(self.order, t, frame, camera)
    }

    /// Draws shadow and print into the band.
    pub fn draw(&self, band: &mut Band, now: Moment, frame: Frame) {
        if now.opacity <= 0.0 {
            return;
        }
        let size = now.scale / FINE;
        let (hw, hh) =
            ((self.width as f32 - 4.0) / 2.0 * size, (self.height as f32 - 4.0) / 2.0 * size);
        // A wide soft shadow from the scene's light and a tight one where the paper touches.
        let far = frame.u * (1.5 + 3.2 * now.lift);
        shadow(
            band,
            now,
            (hw, hh),
            (frame.u * 0.25, far * 0.8),
            far,
            0.36 * now.opacity * (1.0 - 0.4 * now.lift),
        );
        shadow(
            band,
            now,
            (hw, hh),
            (0.0, frame.u * 0.16),
            frame.u * 0.42,
            0.34 * now.opacity * (1.0 - now.lift),
        );
        self.paper(band, now, size, (hw, hh));
    }

    fn paper(&self, band: &mut Band, now: Moment, size: f32, half: (f32, f32)) {
        let (sin, cos) = now.angle.sin_cos();
        let step = ((cos / size * 65536.0) as i64, (-sin / size * 65536.0) as i64);
        let strength = (now.opacity * 256.0 + 0.5) as u32;
        let limit = (((self.width - 1) << 16) as i64, ((self.height - 1) << 16) as i64);
        let reach = (
            half.0 * cos.abs() + half.1 * sin.abs() + 2.0,
            half.0 * sin.abs() + half.1 * cos.abs() + 2.0,
        );
        let left = (now.x - reach.0).max(0.0) as usize;
        let right = ((now.x + reach.0).max(0.0) as usize).min(band.width);
        for row in 0..band.rows {
            let y = (band.top + row) as f32 + 0.5 - now.y;
            if y.abs() > reach.1 || left >= right {
                continue;
            }
            let x = left as f32 + 0.5 - now.x;
            let mut u =
                (((x * cos + y * sin) / size + self.width as f32 / 2.0 - 0.5) * 65536.0) as i64;
            let mut v =
                (((y * cos - x * sin) / size + self.height as f32 / 2.0 - 0.5) * 65536.0) as i64;
            let base = row * band.width;
            let [red, green, blue] = &mut band.planes;
            let (red, green, blue) = (
                &mut red[base..base + band.width],
                &mut green[base..base + band.width],
                &mut blue[base..base + band.width],
            );
            for x in left..right {
                if u >= 0 && v >= 0 && u < limit.0 && v < limit.1 {
                    let p = self.sample(u, v);
                    let a = (p[3] * strength) >> 8;
                    if a >= 255 {
                        (red[x], green[x], blue[x]) = (p[0] as u8, p[1] as u8, p[2] as u8);
                    } else if a > 0 {
                        let lay = |was: u8, fresh: u32| {
                            (((fresh * strength) >> 8) + (u32::from(was) * (255 - a) + 127) / 255)
                                .min(255) as u8
                        };
                        (red[x], green[x], blue[x]) =
                            (lay(red[x], p[0]), lay(green[x], p[1]), lay(blue[x], p[2]));
                    }
                }
                u += step.0;
                v += step.1;
            }
        }
    }

    /// The texture between its pixels, at 16.16 fixed point.
    #[inline]
    fn sample(&self, u: i64, v: i64) -> [u32; 4] {
        let (x, y) = ((u >> 16) as usize, (v >> 16) as usize);
        let (fx, fy) = (((u >> 8) & 255) as u64, ((v >> 8) & 255) as u64);
        let i = y * self.width + x;
        let (upper, lower) =
            (&self.texture[i..i + 2], &self.texture[i + self.width..i + self.width + 2]);
        // Two bytes at a time in one word: 00xx00xx.
        let wide = |p: u32| {
            let p = u64::from(p);
            (p & 0xFF) | (p & 0xFF00) << 8 | (p & 0x00FF_0000) << 16 | (p & 0xFF00_0000) << 24
        };
        let w11 = (fx * fy) >> 8;
        let (w10, w01) = (fy - w11, fx - w11);
        let w00 = 256 + w11 - fx - fy;
        let sum = wide(upper[0]) * w00
            + wide(upper[1]) * w01
            + wide(lower[0]) * w10
            + wide(lower[1]) * w11;
        let part = |shift: u32| (sum >> shift & 0xFF) as u32;
        [part(8), part(24), part(40), part(56)]
    }
}

/// A soft-edged dark rectangle, turned with the print.
fn shadow(
    band: &mut Band,
    now: Moment,
    half: (f32, f32),
    shift: (f32, f32),
    blur: f32,
    strength: f32,
) {
    if strength <= 0.004 {
        return;
    }
    let (sin, cos) = now.angle.sin_cos();
    let (cx, cy) = (now.x + shift.0, now.y + shift.1);
    let (hw, hh) = (half.0 + blur, half.1 + blur);
    let reach = (hw * cos.abs() + hh * sin.abs(), hw * sin.abs() + hh * cos.abs());
    let left = (cx - reach.0).max(0.0) as usize;
    let right = ((cx + reach.0).max(0.0) as usize).min(band.width);
    let inverse = 0.5 / blur;
    for row in 0..band.rows {
        let y = (band.top + row) as f32 + 0.5 - cy;
        if y.abs() > reach.1 || left >= right {
            continue;
        }
        let base = row * band.width;
        let [red, green, blue] = &mut band.planes;
        let span = base + left..base + right;
        let pixels =
            red[span.clone()].iter_mut().zip(&mut green[span.clone()]).zip(&mut blue[span]);
        let start = left as f32 + 0.5 - cx;
        for (k, ((r, g), b)) in pixels.enumerate() {
            let x = start + k as f32;
            let u = ((hw - (x * cos + y * sin).abs()) * inverse).clamp(0.0, 1.0);
            let v = ((hh - (y * cos - x * sin).abs()) * inverse).clamp(0.0, 1.0);
            let soft = u * u * (3.0 - 2.0 * u) * (v * v * (3.0 - 2.0 * v));
            let keep = 256 - (soft * strength * 256.0) as i32;
            // Shadows stay a little warm.
            *r = ((i32::from(*r) * keep + 128) >> 8) as u8;
            *g = ((i32::from(*g) * keep + 110) >> 8) as u8;
            *b = ((i32::from(*b) * keep + 100) >> 8) as u8;
        }
    }
}

/// The paper with the picture in it, lit by the scene.
fn paper(
    picture: &RgbImage,
    width: usize,
    height: usize,
    side: usize,
    light: Rgb,
    seed: u32,
) -> Vec<u32> {
    let mut out = vec![0u32; width * height];
    let (iw, ih) = (picture.width() as usize, picture.height() as usize);
    let (left, top) = (side + 2, side + 2);
    for y in 2..height - 2 {
        for x in 2..width - 2 {
            let (across, down) = (x as f32 / width as f32, y as f32 / height as f32);
            // Light comes from the upper left; the far corner is a touch darker.
            let lit = 1.015 - 0.05 * (across * 0.4 + down * 0.6);
            let inside = x >= left && x < left + iw && y >= top && y < top + ih;
            let color = if inside {
                let p = picture.get_pixel((x - left) as u32, (y - top) as u32);
                p.0.map(|v| f32::from(v) / 255.0 * lit)
            } else {
                let fibre = (noise::value(seed + 3, x as f32 * 0.35, y as f32 * 0.35) - 0.5)
                    * 0.018
                    + noise::grain(x as u32, y as u32) * 0.012;
                // The picture lies a hair below the paper: a fine inner edge.
                let near = x + 1 >= left && x <= left + iw && y + 1 >= top && y <= top + ih;
                let edge = if near { 0.9 } else { 1.0 };
                [0.975, 0.95, 0.922].map(|v: f32| (v + fibre) * lit * edge)
            };
            let byte = |c: usize| (color[c] * light[c] * 255.0 + 0.5).clamp(0.0, 255.0) as u32;
            out[y * width + x] = 0xFF00_0000 | byte(2) << 16 | byte(1) << 8 | byte(0);
        }
    }
    out
}
