//! Finding faces with rustface's bundled frontal model (BSD-2, see `assets/`).
//!
//! Works on a small grey copy: 400 px first, 900 px only when nobody was found.

use super::resample::{self, Kernel};
use image::RgbImage;
use std::sync::OnceLock;

/// A face as fractions of the photo: left, top, width, height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
}

static MODEL: &[u8] = include_bytes!("../../assets/seeta_fd_frontal_v1.0.bin");

fn model() -> Option<rustface::Model> {
    static READ: OnceLock<Option<rustface::Model>> = OnceLock::new();
    READ.get_or_init(|| rustface::read_model(MODEL).ok()).clone()
}

/// All faces that are likely enough, the largest first; empty when there is none.
pub fn find(photo: &RgbImage) -> Vec<Face> {
    let near = find_at(photo, 400, 8.0);
    if near.is_empty() { find_at(photo, 900, 8.0) } else { near }
}

fn find_at(photo: &RgbImage, long_edge: u32, least: f64) -> Vec<Face> {
    let Some(model) = model() else { return Vec::new() };
    let scale = (long_edge as f32 / photo.width().max(photo.height()) as f32).min(1.0);
    let (w, h) = ((photo.width() as f32 * scale) as u32, (photo.height() as f32 * scale) as u32);
    if w < 40 || h < 40 {
        return Vec::new();
    }
    let part = [0, 0, photo.width() as usize, photo.height() as usize];
    let small = resample::resized(photo, part, (w as usize, h as usize), Kernel::Triangle);
    let grey = image::imageops::grayscale(&small);
    let mut detector = rustface::create_detector_with_model(model);
    detector.set_min_face_size(24);
    detector.set_score_thresh(2.0);
    detector.set_pyramid_scale_factor(0.8);
    detector.set_slide_window_step(4, 4);
    let data = rustface::ImageData::new(grey.as_raw(), w, h);
    let mut found: Vec<_> =
        detector.detect(&data).into_iter().filter(|f| f.score() > least).collect();
    found.sort_by_key(|f| std::cmp::Reverse(f.bbox().width()));
    let largest = found.first().map_or(0, |f| f.bbox().width());
    found
        .iter()
        .filter(|f| f.bbox().width() * 5 > largest * 2)
        .map(|f| {
            let b = f.bbox();
            let (w, h) = (w as f32, h as f32);
            Face {
                x: b.x() as f32 / w,
                y: b.y() as f32 / h,
                w: b.width() as f32 / w,
                h: b.height() as f32 / h,
            }
        })
        .collect()
}
