//! Every uploaded face is found in the picture, in every scene: high-pass normalised
//! cross-correlation (sigma 1 minus sigma 8, half size), where present gives 0.9 and absent 0.5.

use super::{cutouts::subjects, photo};
use crate::people::{crop, faces, place, standing};
use crate::scenery;
use crate::stage::Frame;
use crate::{Photo, RenderRequest};

/// A grey picture with decimals.
struct Grey {
    w: usize,
    h: usize,
    v: Vec<f32>,
}

impl Grey {
    fn of(image: &image::RgbImage, w: u32, h: u32) -> Self {
        let small = image::imageops::grayscale(&image::imageops::resize(
            image,
            w,
            h,
            image::imageops::FilterType::Triangle,
        ));
        Self {
            w: w as usize,
            h: h as usize,
            v: small.as_raw().iter().map(|&b| f32::from(b)).collect(),
        }
    }

    fn blurred(&self, sigma: f32) -> Vec<f32> {
        let reach = (sigma * 3.0) as i64;
        let kernel: Vec<f32> =
            (-reach..=reach).map(|i| (-(i * i) as f32 / (2.0 * sigma * sigma)).exp()).collect();
        let whole: f32 = kernel.iter().sum();
        let pass = |from: &[f32], stride: usize, n: usize, lines: usize, jump: usize| {
            let mut out = vec![0.0; from.len()];
            for line in 0..lines {
                for i in 0..n {
                    let sum: f32 = kernel
                        .iter()
                        .enumerate()
                        .map(|(k, g)| {
                            g * from[line * jump
                                + (i as i64 + k as i64 - reach).clamp(0, n as i64 - 1) as usize
                                    * stride]
                        })
                        .sum();
                    out[line * jump + i * stride] = sum / whole;
                }
            }
            out
        };
        let across = pass(&self.v, 1, self.w, self.h, self.w);
        pass(&across, self.w, self.h, self.w, 1)
    }

    fn high_pass(mut self) -> Self {
        let (fine, broad) = (self.blurred(1.0), self.blurred(8.0));
        self.v = fine.iter().zip(&broad).map(|(a, b)| a - b).collect();
        self
    }
}

/// The best correlation of the face `part` (fractions of the photo) anywhere in `scene`.
fn best(scene: &Grey, photo: &image::RgbImage, face: faces::Face, width: f32) -> f32 {
    let mut best = 0f32;
    for size in [0.94, 1.0, 1.06] {
        let scale = width * size / (face.w * photo.width() as f32);
        let (w, h) =
            ((photo.width() as f32 * scale) as u32, (photo.height() as f32 * scale) as u32);
        let high = Grey::of(photo, w.max(8), h.max(8)).high_pass();
        let (x0, y0) = (face.x.max(0.0) * high.w as f32, face.y.max(0.0) * high.h as f32);
        let (tw, th) = (width * size, face.h * high.h as f32);
        for angle in [-0.045f32, 0.0, 0.045] {
            // The face turned as a print may be, sampled every second pixel.
            let (sin, cos) = angle.sin_cos();
            let mut face = Vec::new();
            for j in (0..th as i64).step_by(2) {
                for i in (0..tw as i64).step_by(2) {
                    let (dx, dy) = (i as f32 - tw / 2.0, j as f32 - th / 2.0);
                    let x = (x0 + tw / 2.0 + dx * cos + dy * sin).clamp(0.0, high.w as f32 - 1.0)
                        as usize;
                    let y = (y0 + th / 2.0 + dy * cos - dx * sin).clamp(0.0, high.h as f32 - 1.0)
                        as usize;
                    face.push((i as usize, j as usize, high.v[y * high.w + x]));
                }
            }
            let n = face.len() as f32;
            let mean = face.iter().map(|f| f.2).sum::<f32>() / n;
            let power = face.iter().map(|f| (f.2 - mean).powi(2)).sum::<f32>();
            for y in (0..scene.h.saturating_sub(th as usize + 1)).step_by(2) {
                for x in (0..scene.w.saturating_sub(tw as usize + 1)).step_by(2) {
                    let (mut sum, mut square, mut product) = (0.0, 0.0, 0.0);
                    for &(i, j, f) in &face {
                        let v = scene.v[(y + j) * scene.w + x + i];
                        sum += v;
                        square += v * v;
                        product += v * (f - mean);
                    }
                    best = best.max(product / (power * (square - sum * sum / n)).max(1e-6).sqrt());
                }
            }
        }
    }
    best
}

/// Where the print shows the face, in half-size pixels of the frame.
fn shown(photo: &Photo, face: faces::Face, place: place::Home) -> f32 {
    let (w, h) = (photo.width() as f32, photo.height() as f32);
    let part = crop::choose(w, h, crop::PICTURE, &[face], None);
    face.w * w / part.w * place.width * 0.91 / 2.0
}

/// Whether everyone of `people` is in this frame of their film, and somebody else is not; they
/// stand in the scene or are on prints.
pub fn all_are_in(frame: &image::RgbImage, request: &RenderRequest, people: &[&str], stand: bool) {
    let (w, h) = frame.dimensions();
    let scene = Grey::of(frame, w / 2, h / 2).high_pass();
    let (w, h) = (w as f32, h as f32);
    let stage = Frame { w, h, u: (w * h).sqrt() / 100.0, seconds: request.seconds };
    let plan = request.plan();
    let homes = scenery::arrangement(&plan, stage, people.len()).homes(&plan, stage, people.len());
    let front = scenery::front(&plan, stage);
    let standing = standing::cut(stage, &subjects(people), front, false).ok();
    assert_eq!(standing.is_some(), stand, "{people:?} in {:?}", request.story.setting);
    let found = |name: &str, at: usize| {
        let photo = Photo::read(&photo(name)).unwrap();
        let face = faces::find(&photo.pixels)[0];
        let width = match &standing {
            Some((places, _)) => places.width / 2.0,
            None => shown(&photo, face, homes[at]),
        };
        best(&scene, &photo.pixels, face, width)
    };
    for (at, name) in people.iter().enumerate() {
        let there = found(name, at);
        assert!(there >= 0.75, "{name} in {:?}: {there}", request.story.setting);
    }
    if request.story.setting.as_deref() == Some("beach") {
        let strangers = ["young-woman-orange-suit.jpg", "older-woman-glasses-cap.jpg"];
        let stranger = strangers.iter().find(|name| !people.contains(name)).unwrap();
        let absent = found(stranger, 0);
        assert!(absent < 0.7, "somebody who is not there: {absent}");
    }
}

#[test]
fn faces_are_found_in_all_kinds_of_portraits() {
    for name in [
        "older-woman-glasses-cap.jpg",
        "man-grey-hair-orange-suit.jpg",
        "young-woman-orange-suit.jpg",
        "woman-glasses-desk-bw.jpg",
        "woman-orange-suit.jpg",
        "old-man-grey-beard-bw.jpg",
        "woman-hand-on-face-bw.jpg",
        "woman-blue-suit-dim-blurred.jpg",
    ] {
        assert_eq!(faces::find(&Photo::read(&photo(name)).unwrap().pixels).len(), 1, "{name}");
    }
    assert!(faces::find(&Photo::read(&photo("coffee-cup-no-face.jpg")).unwrap().pixels).is_empty());
}
