//! What people upload, and what others might try.

use super::photo;
use crate::{Photo, PhotoProblem};
use image::{ImageFormat, RgbImage};
use std::io::Cursor;
use std::time::{Duration, Instant};

fn problem(bytes: &[u8]) -> PhotoProblem {
    let begun = Instant::now();
    let found = Photo::read(bytes).err().expect("this must be refused");
    assert!(begun.elapsed() < Duration::from_secs(2), "refusing took {:?}", begun.elapsed());
    found
}

fn encoded(image: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}

/// Mean difference of two pictures after scaling the second to the first, 0 to 255.
fn distance(a: &RgbImage, b: &RgbImage) -> f32 {
    let b =
        image::imageops::resize(b, a.width(), a.height(), image::imageops::FilterType::Triangle);
    let sum: u64 = a.as_raw().iter().zip(b.as_raw()).map(|(x, y)| u64::from(x.abs_diff(*y))).sum();
    sum as f32 / a.as_raw().len() as f32
}

/// A PNG header that promises `width` x `height` pixels.
fn png_of(width: u32, height: u32) -> Vec<u8> {
    let mut png = encoded(&RgbImage::new(4, 4), ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32fast::hash(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

#[test]
fn every_kind_is_read_whatever_its_name() {
    let jpeg = Photo::read(&photo("older-woman-glasses-cap.jpg")).unwrap();
    assert_eq!((jpeg.width(), jpeg.height()), (512, 600));
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        assert_eq!(Photo::read(&encoded(&jpeg.pixels, format)).unwrap().pixels, jpeg.pixels);
    }
}

#[test]
fn heic_is_upright_whether_plain_turned_mirrored_or_tiled() {
    let jpeg = Photo::read(&photo("older-woman-glasses-cap.jpg")).unwrap();
    for name in [
        "older-woman.heic",
        "older-woman-irot.heic",
        "older-woman-imir.heic",
        "older-woman-grid.heic",
    ] {
        let heic = Photo::read(&photo(name)).unwrap();
        assert!(heic.height() > heic.width(), "{name}");
        let d = distance(&heic.pixels, &jpeg.pixels);
        assert!(d < 9.0, "{name} differs by {d}");
    }
}

#[test]
fn exif_orientation_is_applied_and_metadata_is_gone() {
    let mut jpeg = photo("older-woman-glasses-cap.jpg");
    let exif =
        b"\xFF\xE1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    jpeg.splice(2..2, exif.iter().copied());
    let turned = Photo::read(&jpeg).unwrap();
    assert_eq!((turned.width(), turned.height()), (600, 512));
    let again = turned.to_jpeg(90);
    assert!(!again.windows(4).any(|w| w == b"Exif"));
    let small = Photo::read(&turned.preview_jpeg(100)).unwrap();
    assert_eq!((small.width(), small.height()), (100, 85));
}

#[test]
fn broken_and_foreign_files_are_refused() {
    assert_eq!(problem(b""), PhotoProblem::NotAnImage);
    assert_eq!(problem(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), PhotoProblem::NotAnImage);
    assert_eq!(problem(b"GIF89a\x01\0\x01\0"), PhotoProblem::Unsupported);
    assert_eq!(problem(b"\0\0\0\x18ftypavif\0\0\0\0"), PhotoProblem::Unsupported);
    assert_eq!(problem(b"\0\0\0\x18ftypheic\0\0\0\0"), PhotoProblem::Damaged);
    assert_eq!(problem(b"\xFF\xD8\xFF\xE0"), PhotoProblem::Damaged);
    let whole = photo("older-woman-glasses-cap.jpg");
    assert_eq!(problem(&whole[..whole.len() / 2]), PhotoProblem::Damaged);
    let png = encoded(
        &RgbImage::from_fn(90, 90, |x, y| {
            image::Rgb([(x * 37) as u8, (y * 91) as u8, (x * y) as u8])
        }),
        ImageFormat::Png,
    );
    assert_eq!(problem(&png[..png.len() / 2]), PhotoProblem::Damaged);
    for name in ["older-woman.heic", "older-woman-grid.heic"] {
        let heic = photo(name);
        for part in [20, heic.len() / 3, heic.len() / 2, heic.len() - 200] {
            assert_eq!(problem(&heic[..part]), PhotoProblem::Damaged, "{name} cut at {part}");
        }
    }
}

#[test]
fn bombs_and_giants_are_refused_before_their_pixels_are_read() {
    assert_eq!(problem(&png_of(30_000, 30_000)), PhotoProblem::TooLarge);
    assert_eq!(problem(&png_of(10_000, 10_000)), PhotoProblem::TooLarge);
    let mut jpeg = photo("coffee-cup-no-face.jpg");
    let frame = jpeg.windows(2).position(|w| w == [0xFF, 0xC0] || w == [0xFF, 0xC2]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0x27, 0x10, 0x27, 0x10]);
    assert_eq!(problem(&jpeg), PhotoProblem::TooLarge);
    assert!(Photo::read(&encoded(&RgbImage::new(1, 1), ImageFormat::Png)).is_ok());
}

#[test]
fn moving_pictures_are_refused() {
    let mut png = encoded(&RgbImage::new(4, 4), ImageFormat::Png);
    let mut chunk = b"acTL\0\0\0\x02\0\0\0\0".to_vec();
    let crc = crc32fast::hash(&chunk);
    chunk.splice(0..0, 8u32.to_be_bytes());
    chunk.extend(crc.to_be_bytes());
    png.splice(33..33, chunk);
    assert_eq!(problem(&png), PhotoProblem::Unsupported);
    let webp = b"RIFF\x36\0\0\0WEBPVP8X\x0A\0\0\0\x02\0\0\0\x03\0\0\x03\0\0ANIM\x06\0\0\0\0\0\0\0\0\0ANMF\x10\0\0\0\0\0\0\0\0\0\x03\0\0\x03\0\0\x64\0\0\0";
    assert!(matches!(problem(webp), PhotoProblem::Unsupported | PhotoProblem::Damaged));
}

#[test]
fn large_photos_come_down_to_2048() {
    let wide = Photo::read(&encoded(&RgbImage::new(3000, 1000), ImageFormat::Jpeg)).unwrap();
    assert_eq!((wide.width(), wide.height()), (2048, 683));
}

#[test]
fn what_is_kept_is_small_whatever_was_sent() {
    let portrait = Photo::read(&photo("older-woman-glasses-cap.jpg")).unwrap();
    assert_eq!(
        portrait.to_jpeg_within(2_000_000),
        portrait.to_jpeg(92),
        "photos keep all they have"
    );
    // A few kilobytes as PNG: one row of noise, again and again.
    let mut state = 7_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let rows: Vec<Vec<u8>> = (0..8).map(|_| (0..2048 * 3).map(|_| noise()).collect()).collect();
    let sent = RgbImage::from_fn(2048, 2048, |x, y| {
        let (row, at) = (&rows[(y % 8) as usize], x as usize * 3);
        image::Rgb([row[at], row[at + 1], row[at + 2]])
    });
    let sent = Photo::read(&encoded(&sent, ImageFormat::Png)).unwrap();
    assert!(sent.to_jpeg(92).len() > 4_000_000);
    let kept = sent.to_jpeg_within(2_000_000);
    assert!(kept.len() <= 2_000_000, "{}", kept.len());
}
