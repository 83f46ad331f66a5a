//! A photo print: white paper, the graded picture, what holds it, soft shadows, a place on the stage.
//!
//! What always holds: edges are antialiased, and a print is drawn from one texture of its own
//! size, so faces stay sharp. How it is seen from aside, and what holds it (pegs, a frame), is in the
//! texture already.

use super::{
    crop, faces, grade,
    place::{Behind, Home, PrintPose, SIDE},
    warp,
};
use crate::paint::{color::Rgb, noise, shapes::Canvas, sheet};
use crate::photo::CropBox;
use crate::photo::Photo;
use crate::stage::{Frame, band::Band};
use image::{RgbImage, imageops::FilterType};
use multiversion::multiversion;

/// Draws what holds a print over it, from the print's middle; `usize` counts prints from 0.
pub type Fix<'a> = &'a (dyn Fn(&mut Canvas, &Home, usize) + Sync);

/// One print, ready to be drawn.
pub struct Print {
    /// 0xAABBGGRR, premultiplied, with a clear rim. Small, because waiting for it is
    /// what drawing costs: a turned print is read across its rows.
    texture: Vec<u32>,
    width: usize,
    height: usize,
    /// Columns and rows (first, one past the last) between which everything is opaque.
    core: [(usize, usize); 2],
    home: Home,
    order: f32,
}

impl Print {
    /// Makes the print of one photo with these `people` for its place; `order` counts from 0 and
    /// sets when it settles. What holds it reaches `room` pixels beyond the paper at most.
    pub fn new(
        (photo, crop, people): (&Photo, Option<CropBox>, &[faces::Face]),
        home: Home,
        order: usize,
        light: Rgb,
        room: f32,
        fix: Fix<'_>,
    ) -> Self {
        let paper = on_paper((photo, crop, people), home, order, light);
        let room = room.ceil() as usize + 3;
        let warp::Warped { mut pixels, width, height, core } =
            warp::warp(&paper.flat(), home.quad(), room);
        let (x, y) = (width as f32 / -2.0, height as f32 / -2.0);
        if let Some(mut canvas) = Canvas::new(x, y, width, height) {
            fix(&mut canvas, &home, order);
            canvas.lay_over(&mut pixels);
        }
        Self { texture: pixels, width, height, core, home, order: order as f32 }
    }

    /// Where the print is `t` seconds into a film of `frame.seconds`.
    pub fn at(&self, t: f32, frame: Frame, camera: (f32, f32)) -> PrintPose {
        self.home.at(self.order, t, frame, camera)
    }

    /// The columns that the print covers without a gap in all these rows of the frame.
    pub fn hides(&self, top: usize, rows: usize, now: PrintPose) -> Option<(usize, usize)> {
        if now.opacity < 1.0 {
            return None;
        }
        let (sin, cos) = now.angle.sin_cos();
        // The opaque columns and rows from the middle, a pixel inside.
        let [across, down] =
            [(self.core[0], self.width), (self.core[1], self.height)].map(|((first, last), n)| {
                let from_middle =
                    |v: usize, inward: f32| (v as f32 + inward - n as f32 / 2.0) * now.scale;
                (from_middle(first, 1.0), from_middle(last, -1.0))
            });
        let between = |at: f32, slope: f32, (least, most): (f32, f32)| {
            let ends = [(least - at) / slope, (most - at) / slope];
            (ends[0].min(ends[1]), ends[0].max(ends[1]))
        };
        // Paper is convex: what its first and its last row cover, all rows between them cover.
        let (mut left, mut right) = (f32::MIN, f32::MAX);
        for row in [top, top + rows - 1] {
            let y = row as f32 + 0.5 - now.y;
            let (l, r) = between(y * sin, cos, across);
            (left, right) = (left.max(l), right.min(r));
            if sin.abs() > 1e-4 {
                let (l, r) = between(y * cos, -sin, down);
                (left, right) = (left.max(l), right.min(r));
            } else if y < down.0 || y > down.1 {
                return None;
            }
        }
        let (left, right) = ((left + now.x).ceil().max(0.0), (right + now.x).floor().max(0.0));
        (left < right).then_some((left as usize, right as usize))
    }

    /// Draws the print's shadows into the band, on what is behind it.
    pub fn shade(&self, band: &mut Band, now: PrintPose, frame: Frame) {
        let ((w, h), u) = (self.home.half(), frame.u);
        let there = now.opacity * (1.0 - 0.5 * now.lift);
        match self.home.behind {
            Behind::Air => {}
            Behind::Wall => {
                let far = u * (1.1 + 2.0 * now.lift);
                shadow(band, now, (w, h), (u * 0.7, far), far * 1.3, 0.34 * there);
                let tight = 0.36 * now.opacity * (1.0 - now.lift);
                shadow(band, now, (w, h), (u * 0.1, u * 0.2), u * 0.5, tight);
            }
            Behind::Flat => {
                let soft = u * (0.9 + 2.0 * now.lift);
                shadow(band, now, (w, h), (u * 0.35, u * 0.5), soft * 1.4, 0.4 * there);
                shadow(band, now, (w, h), (u * 0.05, u * 0.12), u * 0.4, 0.45 * there);
            }
            Behind::Ground => {
                // On what it leans against, where it stands, and the line of contact.
                shadow(band, now, (w * 0.97, h * 0.9), (u * 0.9, h * 0.1), u * 2.2, 0.3 * there);
                let (sin, cos) = now.angle.sin_cos();
                let foot = (-h * sin, h * cos);
                let at = |dx: f32, dy: f32| (foot.0 + dx, foot.1 + dy);
                shadow(band, now, (w, u * 0.5), at(u * 0.5, u * 0.5), u * 1.6, 0.6 * there);
                shadow(band, now, (w, u * 0.15), at(0.0, u * 0.1), u * 0.45, 0.6 * there);
            }
        }
    }

    /// Draws the print itself into the band.
    pub fn draw(&self, band: &mut Band, now: PrintPose) {
        if now.opacity <= 0.0 {
            return;
        }
        let size = now.scale;
        let half = (self.width as f32 / 2.0 * size, self.height as f32 / 2.0 * size);
        let (sin, cos) = now.angle.sin_cos();
        let step = ((cos / size * 65536.0) as i64, (-sin / size * 65536.0) as i64);
        let strength = (now.opacity * 256.0 + 0.5) as u32;
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
            let start = |along: f32, across: usize| {
                ((along / size + across as f32 / 2.0 - 0.5) * 65536.0) as i64
            };
            let u = start(x * cos + y * sin, self.width);
            let v = start(y * cos - x * sin, self.height);
            let n = right - left;
            let within = |columns: (usize, usize), rows: (usize, usize)| {
                let (wide, tall) = (inside(u, step.0, columns, n), inside(v, step.1, rows, n));
                let from = wide.0.max(tall.0);
                (from, wide.1.min(tall.1).max(from))
            };
            // A sample sees the next column and row too.
            let (from, to) = within((0, self.width - 1), (0, self.height - 1));
            let [across, down] = self.core.map(|(first, last)| (first, last - 1));
            let (solid, rim) = if strength == 256 { within(across, down) } else { (to, to) };
            let (solid, rim) = if solid < rim { (solid.max(from), rim.min(to)) } else { (to, to) };
            let [red, green, blue] = band.row(row, (left, right));
            let at = |k: usize| (u + step.0 * k as i64, v + step.1 * k as i64);
            for k in (from..solid).chain(rim..to) {
                let p = self.sample(at(k)).map(u32::from);
                let a = (p[3] * strength) >> 8;
                let lay = |was: u8, fresh: u32| {
                    let under = (u32::from(was) * (255 - a.min(255)) + 127) / 255;
                    (((fresh * strength) >> 8) + under).min(255) as u8
                };
                (red[k], green[k], blue[k]) =
                    (lay(red[k], p[0]), lay(green[k], p[1]), lay(blue[k], p[2]));
            }
            let pixels = red[solid..rim].iter_mut().zip(&mut green[solid..rim]);
            let (mut u, mut v) = at(solid);
            for ((r, g), b) in pixels.zip(&mut blue[solid..rim]) {
                [*r, *g, *b, _] = self.sample((u, v));
                (u, v) = (u + step.0, v + step.1);
            }
        }
    }

    /// The texture between its pixels, at 16.16 fixed point.
    #[inline]
    fn sample(&self, (u, v): (i64, i64)) -> [u8; 4] {
        let (x, y) = ((u >> 16) as usize, (v >> 16) as usize);
        let (fx, fy) = (((u >> 8) & 255) as u64, ((v >> 8) & 255) as u64);
        let i = y * self.width + x;
        let (upper, lower) =
            (&self.texture[i..i + 2], &self.texture[i + self.width..i + self.width + 2]);
        let w11 = (fx * fy) >> 8;
        let (w10, w01) = (fy - w11, fx - w11);
        let w00 = 256 + w11 - fx - fy;
        // Four channels at a time in one word: 0x00AA00GG00BB00RR.
        let wide =
            |pixel: u32| u64::from(pixel & 0x00FF_00FF) | u64::from(pixel & 0xFF00_FF00) << 24;
        let sum = wide(upper[0]) * w00
            + wide(upper[1]) * w01
            + wide(lower[0]) * w10
            + wide(lower[1]) * w11;
        [8, 40, 24, 56].map(|shift| (sum >> shift) as u8)
    }
}

/// A photo on its paper, seen straight.
pub struct OnPaper {
    pixels: Vec<u32>,
    width: usize,
    height: usize,
}

impl OnPaper {
    pub fn flat(&self) -> warp::Flat<'_> {
        warp::Flat { pixels: &self.pixels, width: self.width, height: self.height }
    }
}

/// The part of a photo with these `people` that is shown, on the paper of a print that rests there.
pub fn on_paper(
    (photo, crop, people): (&Photo, Option<CropBox>, &[faces::Face]),
    home: Home,
    order: usize,
    light: Rgb,
) -> OnPaper {
    let pixels = &photo.pixels;
    let (pw, ph) = (pixels.width() as f32, pixels.height() as f32);
    let part = crop::choose(pw, ph, home.ratio, people, crop);
    let (half_w, half_h) = home.half();
    let (width, height) = ((half_w * 2.0).round(), (half_h * 2.0 / home.tilt.tall).round());
    let side = (width * SIDE).round();
    let inner_w = width - 2.0 * side;
    let inner_h = (inner_w / home.ratio).round();
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
    let row = picture.width() as usize * 3;
    sheet::soften(&mut picture, row, 3);
    grade::warm(&mut picture);
    let (width, height) = (width as usize, height as usize);
    let bent = home.behind == Behind::Air;
    let pixels = paper(&picture, (width, height), side as usize, light, order as u32, bent);
    OnPaper { pixels, width, height }
}

/// Which of `n` steps from `start` lie between two texture pixels (16.16 fixed point).
fn inside(start: i64, step: i64, (first, last): (usize, usize), n: usize) -> (usize, usize) {
    let (first, last) = ((first as i64) << 16, (last as i64) << 16);
    let held = |k: i64| k.clamp(0, n as i64) as usize;
    // How many steps it takes until `start` has gone `way` in the direction of `step`.
    let until = |way: i64| held((way + step.abs() - 1).div_euclid(step.abs()));
    match step.signum() {
        0 if (first..last).contains(&start) => (0, n),
        0 => (0, 0),
        1 => (until(first - start), until(last - start)),
        _ => (until(start - last + 1), until(start - first + 1)),
    }
}

/// A soft-edged dark rectangle, turned with the print, where it will be seen.
fn shadow(
    band: &mut Band,
    now: PrintPose,
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
    for (left, right) in band.seen(cx - reach.0, cx + reach.0) {
        for row in 0..band.rows {
            let y = (band.top + row) as f32 + 0.5 - cy;
            if y.abs() < reach.1 {
                let start = left as f32 + 0.5 - cx;
                let [r, g, b] = band.row(row, (left, right));
                darken([r, g, b], (start, y), (sin, cos), (hw, hh), 0.5 / blur, strength * 256.0);
            }
        }
    }
}

/// One row of a shadow from `(x, y)` on, seen from its middle.
#[multiversion(targets("x86_64+avx2"))]
fn darken(
    pixels: [&mut [u8]; 3],
    (x, y): (f32, f32),
    (sin, cos): (f32, f32),
    (hw, hh): (f32, f32),
    inverse: f32,
    strength: f32,
) {
    let [red, green, blue] = pixels;
    for (k, ((r, g), b)) in red.iter_mut().zip(green).zip(blue).enumerate() {
        let x = x + k as f32;
        let u = ((hw - (x * cos + y * sin).abs()) * inverse).clamp(0.0, 1.0);
        let v = ((hh - (y * cos - x * sin).abs()) * inverse).clamp(0.0, 1.0);
        let soft = u * u * (3.0 - 2.0 * u) * (v * v * (3.0 - 2.0 * v));
        let keep = 256 - (soft * strength) as i32;
        // Shadows stay a little warm.
        *r = ((i32::from(*r) * keep + 128) >> 8) as u8;
        *g = ((i32::from(*g) * keep + 110) >> 8) as u8;
        *b = ((i32::from(*b) * keep + 100) >> 8) as u8;
    }
}

/// The paper with the picture in it, lit by the scene; one that hangs free bends a little.
fn paper(
    picture: &RgbImage,
    (width, height): (usize, usize),
    side: usize,
    light: Rgb,
    seed: u32,
    bent: bool,
) -> Vec<u32> {
    let mut out = vec![0u32; width * height];
    let (iw, ih) = (picture.width() as usize, picture.height() as usize);
    let (left, top) = (side, side);
    for y in 0..height {
        for x in 0..width {
            let (across, down) = (x as f32 / width as f32, y as f32 / height as f32);
            // Light comes from the upper left; the far corner is a touch darker.
            let mut lit = 1.015 - 0.05 * (across * 0.4 + down * 0.6);
            if bent {
                // The lower edge curls forward and catches less of the light from above.
                let curl = ((down - 0.8) / 0.2).max(0.0);
                lit *= 1.0 + 0.03 * (1.0 - curl) * curl * 4.0 - 0.1 * curl * curl;
            }
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
                // Paper is thick: its upper edge catches light, its lower and right edges none.
                let under = y + 2 >= height || x + 2 >= width;
                let edge = if near {
                    0.9
                } else if under {
                    0.74
                } else {
                    1.0
                };
                [0.975, 0.95, 0.922].map(|v: f32| (v + fibre) * lit * edge)
            };
            let byte = |c: usize| (color[c] * light[c] * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
            out[y * width + x] = u32::from_le_bytes([byte(0), byte(1), byte(2), 0xFF]);
        }
    }
    out
}
