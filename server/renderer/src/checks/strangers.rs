//! What strangers send is refused before it costs anything; what phones send is taken.

use super::hostile::{
    Dice, boxed, circle, coded, deep_png, derived, encoded, giant_tiles, large_phone, moving_webp,
    mutated, phone, picture, progressive, repeated, seeds,
};
use crate::{Photo, PhotoProblem, weigh};
use image::ImageFormat;
use std::time::{Duration, Instant};

fn problem(bytes: &[u8]) -> PhotoProblem {
    let begun = Instant::now();
    let found = Photo::read(bytes).err().expect("this must be refused");
    assert!(begun.elapsed() < Duration::from_secs(1), "refusing took {:?}", begun.elapsed());
    assert_eq!(weigh(bytes).err(), Some(found), "its header says so");
    found
}

#[test]
fn a_heic_derives_its_picture_in_no_way_but_a_grid() {
    assert_eq!(problem(&circle()), PhotoProblem::Unsupported);
    assert_eq!(problem(&derived(*b"iovl")), PhotoProblem::Unsupported);
    assert_eq!(problem(&derived(*b"iden")), PhotoProblem::Unsupported);
    assert_eq!(problem(&giant_tiles()), PhotoProblem::Unsupported);
    assert_eq!(problem(&repeated(true)), PhotoProblem::Damaged);
    assert_eq!(problem(&repeated(false)), PhotoProblem::Unsupported);
}

#[test]
fn a_heic_is_turned_once_and_mirrored_once() {
    let quarter = boxed(*b"irot", &[1]);
    let mirror = boxed(*b"imir", &[1]);
    let plain = Photo::read(&phone(&[])).unwrap();
    assert_eq!((plain.width(), plain.height()), (120, 100));
    let turned = Photo::read(&phone(&[quarter.clone(), mirror])).unwrap();
    assert_eq!((turned.width(), turned.height()), (100, 120));
    assert_eq!(problem(&phone(&vec![quarter; 20])), PhotoProblem::Unsupported);
}

#[test]
fn a_heic_is_cropped_by_its_clean_aperture() {
    let numbers: Vec<u8> =
        [80u32, 1, 60, 1, 0, 1, 0, 1].iter().flat_map(|number| number.to_be_bytes()).collect();
    let cropped = Photo::read(&phone(&[boxed(*b"clap", &numbers)])).unwrap();
    assert_eq!((cropped.width(), cropped.height()), (80, 60));
    let whole = Photo::read(&phone(&[])).unwrap();
    assert_eq!(cropped.pixels.get_pixel(10, 10), whole.pixels.get_pixel(30, 30));
}

#[test]
fn sixteen_bits_a_channel_cost_no_more_than_their_rows() {
    let deep = deep_png(7_200, 7_200);
    assert!(deep.len() < 6 << 20, "it can be uploaded: {}", deep.len());
    assert!(weigh(&deep).unwrap().memory < 1 << 20);
    let read = Photo::read(&deep_png(3_000, 1_500)).unwrap();
    assert_eq!((read.width(), read.height()), (2_048, 1_024));
    assert_eq!(problem(&deep_png(8_000, 8_000)), PhotoProblem::TooLarge);
}

#[test]
fn a_large_photo_of_a_phone_weighs_a_few_of_its_tiles() {
    let tiles: Vec<Vec<u8>> = (0..192_u32).map(|tile| tile.to_be_bytes().to_vec()).collect();
    let weight = weigh(&large_phone(coded(64, 1).0, &tiles)).unwrap();
    assert_eq!(weight.pixels, 192 * 512 * 512);
    assert!(weight.memory < 24 << 20, "{weight:?}");
}

/// A colour profile (what its kind is, and its bytes) with these tags.
fn colour_profile(tags: &[[u8; 4]]) -> Vec<u8> {
    let tags = tags.iter().flat_map(|tag| [tag.as_slice(), &[0; 8]].concat());
    boxed(*b"colr", &[b"prof".to_vec(), vec![0; 132], tags.collect()].concat())
}

#[test]
fn the_cpu_time_of_a_heic_is_reckoned_from_what_is_decoded() {
    let cpu = |file: &[u8]| weigh(file).unwrap().cpu;
    let plain = cpu(&phone(&[]));
    let padded = [phone(&[]), boxed(*b"free", &vec![0; 1 << 20])].concat();
    assert_eq!(cpu(&padded), plain, "padding is not decoded");
    let curves = colour_profile(&[*b"rXYZ", *b"rTRC"]);
    assert_eq!(cpu(&phone(&[curves])), plain);
    let mut full_chroma = phone(&[]);
    let config = full_chroma.windows(4).position(|four| four == b"hvcC").unwrap();
    full_chroma[config + 4 + 16] |= 3;
    assert!(cpu(&full_chroma) > plain, "as much colour as light costs more");
    let pixels = weigh(&phone(&[])).unwrap().pixels;
    for tag in [*b"A2B0", *b"A2B1"] {
        let table = cpu(&phone(&[colour_profile(&[*b"desc", tag])]));
        let lookups = Duration::from_nanos(pixels * 100);
        assert!(table > plain + lookups, "a table is asked for every pixel: {table:?}");
    }
}

#[test]
fn a_heic_in_hdr_or_an_unknown_colour_space_is_read_as_it_is() {
    let plain = Photo::read(&phone(&[])).unwrap();
    let hdr = boxed(*b"colr", b"nclx\0\x09\0\x10\0\x06\x80");
    for colours in [hdr, colour_profile(&[])] {
        assert!(Photo::read(&phone(&[colours])).unwrap().pixels == plain.pixels);
    }
}

#[test]
fn a_progressive_jpeg_weighs_its_coefficients() {
    let small = Photo::read(&progressive(640, 480, 4)).unwrap();
    assert_eq!((small.width(), small.height()), (640, 480));
    let weight = weigh(&progressive(640, 480, 4)).unwrap();
    assert_eq!(weight.memory, 640 * 480 * 3);
    let plain = weigh(&encoded(&picture(64, 1), ImageFormat::Jpeg)).unwrap();
    assert_eq!(plain.memory, 64 * 64 * 3);
    // 57 megapixels in colour, of which the coefficients alone take 230 MB.
    let mut colour = encoded(&picture(64, 1), ImageFormat::Jpeg);
    let frame = colour.windows(2).position(|two| two == [0xFF, 0xC0]).unwrap();
    colour[frame + 1] = 0xC2;
    colour[frame + 5..frame + 9].copy_from_slice(&[0x1E, 0x00, 0x1D, 0x00]);
    assert_eq!(problem(&colour), PhotoProblem::TooLarge);
}

#[test]
fn a_webp_that_moves_is_refused_by_its_header() {
    assert_eq!(problem(&moving_webp()), PhotoProblem::Unsupported);
}

#[test]
fn shrinking_by_rows_gives_what_shrinking_the_whole_gives() {
    let large = image::RgbImage::from_fn(2_500, 1_700, |x, y| {
        image::Rgb([(x / 7) as u8, (y / 5) as u8, ((x + y) / 11) as u8])
    });
    let read = Photo::read(&encoded(&large, ImageFormat::Png)).unwrap();
    let (width, height) = (read.width(), read.height());
    let filter = image::imageops::FilterType::Triangle;
    let expected = image::imageops::resize(&large, width, height, filter);
    let worst = read.pixels.iter().zip(expected.iter()).map(|(a, b)| a.abs_diff(*b)).max();
    assert!(worst <= Some(1), "{worst:?}");
}

#[test]
fn what_is_changed_at_random_is_read_or_refused_and_never_takes_long() {
    let mut dice = Dice(18);
    for seed in seeds() {
        for _ in 0..60 {
            let bytes = mutated(&seed, &mut dice);
            let begun = Instant::now();
            // A decoder may panic: it has a process of its own for that.
            let _ = std::panic::catch_unwind(|| Photo::read(&bytes).map(drop));
            assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        }
    }
}

/// The header of a plain JPEG of so many pixels.
fn plain_jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = encoded(&picture(64, 1), ImageFormat::Jpeg);
    let frame = bytes.windows(2).position(|mark| mark == [0xFF, 0xC0]).expect("a plain frame");
    bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    bytes
}

#[test]
fn a_plain_jpeg_of_fifty_megapixels_is_taken_and_a_progressive_one_is_not() {
    let phone = weigh(&plain_jpeg(8_160, 6_120)).unwrap();
    assert_eq!((phone.pixels, phone.memory), (49_939_200, 149_817_600));
    assert_eq!(weigh(&plain_jpeg(8_960, 6_720)), Err(PhotoProblem::TooLarge));
    let mut progressive = plain_jpeg(8_160, 6_120);
    let frame = progressive.windows(2).position(|mark| mark == [0xFF, 0xC0]).unwrap();
    progressive[frame + 1] = 0xC2;
    assert_eq!(weigh(&progressive), Err(PhotoProblem::TooLarge));
}
