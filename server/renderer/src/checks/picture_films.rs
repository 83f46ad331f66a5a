//! Films of finished pictures. Pictures of people who stand in a scene are in place of a model's.

use super::{
    cutouts::STAND,
    films::{facts, stillness},
    hostile, request, story,
};
use crate::people::faces::{self, Face};
use crate::{
    PhotoProblem, PictureFilm, RenderProblem, Size, Still, Unwatched, film::picture,
    film_of_picture, film_of_picture_on, still,
};

const TALL: Size = Size { width: 360, height: 640 };
const SQUARE: Size = Size { width: 480, height: 480 };
pub const WIDE: Size = Size { width: 640, height: 360 };

fn made(place: &str, (width, height): (u32, u32)) -> Still {
    let plain = request(place, Size { width, height }, 5.0, &STAND);
    still(&crate::RenderRequest { caption: None, ..plain }, &Unwatched).unwrap()
}

fn film(picture: Vec<u8>, size: Size) -> PictureFilm {
    PictureFilm {
        picture,
        people: 2,
        story: story("beach"),
        seed: 7,
        size,
        fps: 24,
        seconds: 5.0,
        caption: Some("Always with us".to_owned()),
        recording: None,
    }
}

/// A picture of each file format and shape.
fn pictures() -> [Vec<u8>; 3] {
    [
        made("beach", (720, 1280)).to_png(),
        made("garden", (800, 800)).to_webp(),
        made("forest", (1200, 800)).to_jpeg(92),
    ]
}

#[test]
fn every_shape_of_picture_and_frame_is_a_sound_film_that_moves() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("film.mp4").to_str().unwrap().to_owned();
    for (at, picture) in pictures().into_iter().enumerate() {
        for size in [TALL, SQUARE, WIDE] {
            let name = format!("picture {at} in {size:?}");
            let made = film_of_picture(&film(picture.clone(), size), &Unwatched).unwrap();
            facts(&name, &made, size, 5.0);
            let note = b"digitalsourcetype/compositeWithTrainedAlgorithmicMedia\"";
            assert!(made.windows(note.len()).any(|w| w == note), "{name}: its origin is missing");
            std::fs::write(&path, &made).unwrap();
            let alike = stillness(&path);
            assert!(alike < 0.97, "{name} stands too still: {alike}");
        }
    }
}

/// In the light that there is, the face finder sees both people in every second frame where the
/// camera says that they are, whole and clear of the frame's edge.
#[test]
fn faces_stay_whole_in_every_second_frame() {
    for picture in pictures() {
        for (size, seed) in [(TALL, 1), (SQUARE, 2), (WIDE, 3)] {
            let film = PictureFilm { seed, caption: None, ..film(picture.clone(), size) };
            let mut missed = Vec::new();
            picture::seen(&film, (16..120).step_by(2), &mut |frame, placed| {
                assert_eq!(placed.len(), 2, "both are found in the picture");
                let found = faces::find(&frame);
                for face in &placed {
                    assert!(face.x > 0.005 && face.x + face.w < 0.995, "{face:?} in {size:?}");
                    assert!(face.y > 0.005 && face.y + face.h < 0.995, "{face:?} in {size:?}");
                    if !found.iter().any(|found| near(found, face)) {
                        missed.push(*face);
                    }
                }
            })
            .unwrap();
            // The finder itself overlooks one here and there.
            assert!(missed.len() <= 5, "{size:?}, seed {seed}: {missed:?}");
        }
    }
}

fn near(a: &Face, b: &Face) -> bool {
    let off = |a: f32, la: f32, b: f32, lb: f32| (a + la / 2.0 - b - lb / 2.0).abs();
    off(a.x, a.w, b.x, b.w) < b.w * 0.25
        && off(a.y, a.h, b.y, b.h) < b.h * 0.25
        && (0.7..1.4).contains(&(a.w / b.w))
}

#[test]
fn the_same_picture_gives_the_same_film_on_any_number_of_threads() {
    let picture = made("beach", (480, 640)).to_jpeg(92);
    let mut film = film(picture, TALL);
    let once = film_of_picture_on(1, &film, &Unwatched).unwrap();
    assert!(once == film_of_picture_on(3, &film, &Unwatched).unwrap());
    film.seed += 1;
    assert!(
        once != film_of_picture_on(1, &film, &Unwatched).unwrap(),
        "another seed is another take"
    );
}

#[test]
fn words_are_never_over_a_face() {
    let whole = made("beach", (720, 1280));
    let whole = image::RgbImage::from_raw(720, 1280, whole.rgb().to_vec()).unwrap();
    let face = faces::find(&whole)[0];
    // Closer and closer to one face, from above the hair down to the chin.
    let (x, y) = (face.x * 720.0, face.y * 1280.0);
    let (w, h) = (face.w * 720.0, face.h * 1280.0);
    let close = |around: f32| {
        let left = (x - w * around).max(0.0) as u32;
        let top = (y - h * around).max(0.0) as u32;
        let side = (w * (1.0 + 2.0 * around)) as u32;
        let part = image::imageops::crop_imm(&whole, left, top, side, side).to_image();
        Still::new(part.width(), part.height(), part.into_raw()).to_png()
    };
    for around in [0.05, 0.2, 0.5] {
        let with = PictureFilm { people: 1, ..film(close(around), SQUARE) };
        let without = PictureFilm { caption: None, ..with.clone() };
        let mut frames = Vec::new();
        for film in [&with, &without] {
            picture::seen(film, 110..111, &mut |frame, placed| frames.push((frame, placed)))
                .unwrap();
        }
        let [(with, placed), (without, _)] = &frames[..] else { panic!("two frames") };
        for face in placed {
            let inside = |x: u32, y: u32| {
                let (x, y) = (x as f32 / 480.0, y as f32 / 480.0);
                (face.x..face.x + face.w).contains(&x) && (face.y..face.y + face.h).contains(&y)
            };
            for (x, y, pixel) in with.enumerate_pixels().filter(|(x, y, _)| inside(*x, *y)) {
                let off = pixel.0.iter().zip(without.get_pixel(x, y).0).map(|(a, b)| a.abs_diff(b));
                assert!(off.max() < Some(90), "words over a face at {around}");
            }
        }
    }
}

#[test]
fn pictures_are_never_stretched() {
    // A disc stays one in frames of every shape; what lies beyond the edges is darker.
    let disc = image::RgbImage::from_fn(900, 600, |x, y| {
        let away = (x as f32 - 449.5).hypot(y as f32 - 299.5);
        image::Rgb(if away < 120.0 { [250; 3] } else { [20; 3] })
    });
    let picture = Still::new(900, 600, disc.into_raw()).to_png();
    for size in [TALL, SQUARE, WIDE] {
        let film = PictureFilm { people: 0, caption: None, ..film(picture.clone(), size) };
        picture::seen(&film, 60..61, &mut |frame, _| {
            let bright: Vec<_> = frame
                .enumerate_pixels()
                .filter(|(.., p)| p.0[1] > 170)
                .map(|(x, y, _)| (x, y))
                .collect();
            let long = |of: fn(&(u32, u32)) -> u32| {
                let (first, last) = (bright.iter().map(of).min(), bright.iter().map(of).max());
                (last.unwrap() - first.unwrap()) as f32
            };
            let ratio = long(|p| p.0) / long(|p| p.1);
            assert!((ratio - 1.0).abs() < 0.03, "{size:?}: {ratio}");
        })
        .unwrap();
    }
}

#[test]
fn pictures_that_cannot_be_used_are_refused() {
    let refused = |picture: Vec<u8>| match film_of_picture(&film(picture, TALL), &Unwatched) {
        Err(RenderProblem::Picture(problem)) => problem,
        other => panic!("{:?}", other.map(|film| film.len())),
    };
    let [png, webp, jpeg] = pictures();
    for whole in [&png, &webp, &jpeg] {
        for part in [20, whole.len() / 2] {
            assert_eq!(refused(whole[..part].to_vec()), PhotoProblem::Damaged);
        }
    }
    assert_eq!(refused(Vec::new()), PhotoProblem::NotAnImage);
    assert_eq!(refused(b"<html>busy</html>".to_vec()), PhotoProblem::NotAnImage);
    assert_eq!(refused(b"GIF89a\x01\0\x01\0".to_vec()), PhotoProblem::Unsupported);
    assert_eq!(refused(hostile::moving_webp()), PhotoProblem::Unsupported);
    for bomb in [hostile::deep_png(8_000, 8_000), hostile::progressive(16_000, 16_000, 10)] {
        assert_eq!(refused(bomb), PhotoProblem::TooLarge);
    }
}

#[test]
fn pictures_of_odd_shapes_are_filmed_all_the_same() {
    let plain = |width: u32, height: u32| {
        let rgb = (0..width * height * 3).map(|i| (i * 37 % 251) as u8).collect();
        Still::new(width, height, rgb).to_png()
    };
    for (width, height) in [(1, 1), (3, 900), (900, 3), (2400, 40)] {
        for size in [TALL, WIDE] {
            let film = PictureFilm { people: 0, ..film(plain(width, height), size) };
            picture::seen(&film, 119..120, &mut |frame, _| {
                assert_eq!(frame.dimensions(), (size.width, size.height));
            })
            .unwrap();
        }
    }
    let film = PictureFilm { size: Size { width: 361, height: 640 }, ..film(plain(9, 9), TALL) };
    assert!(matches!(film_of_picture(&film, &Unwatched), Err(RenderProblem::Size { .. })));
}
