//! A keepsake in every place and shape: inside the frame, over nobody, not stretched, and to be seen.

use super::{
    cutouts::{STAND, subjects},
    photo, request,
};
use crate::people::{
    keepsake,
    place::{Home, tall},
    standing,
};
use crate::plan::Plan;
use crate::stage::Frame;
use crate::{
    CropBox, PhotoInput, PhotoProblem, RenderProblem, RenderRequest, Size, Still, Story, Unwatched,
    still,
};
use evernear_settings::SETTINGS;

const SHAPES: [Size; 3] = [Size::PORTRAIT, Size::LANDSCAPE, Size { width: 960, height: 960 }];
const SMALL: [Size; 3] = [
    Size { width: 432, height: 768 },
    Size { width: 768, height: 432 },
    Size { width: 576, height: 576 },
];
/// Of what a keepsake's photo may have, and of an upright one.
const RATIOS: [f32; 3] = [0.6, 0.8, 1.8];
const PRINTS: [&str; 2] = ["older-woman-glasses-cap.jpg", "woman-hand-on-face-bw.jpg"];

fn frame(size: Size) -> Frame {
    let (w, h) = (size.width as f32, size.height as f32);
    Frame { w, h, u: (w * h).sqrt() / 100.0, seconds: 10.0 }
}

/// Left, top, right and bottom of a print.
fn bounds(home: Home) -> [f32; 4] {
    let parts = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let corners = parts.map(|(across, down)| home.at_part(across, down));
    let across = corners.map(|corner| corner.0);
    let down = corners.map(|corner| corner.1);
    let least = |of: [f32; 4]| of.into_iter().fold(f32::MAX, f32::min);
    let most = |of: [f32; 4]| of.into_iter().fold(f32::MIN, f32::max);
    [least(across), least(down), most(across), most(down)]
}

/// How wide an upright print of the same area would be.
fn upright(home: Home) -> f32 {
    home.width * (tall(home.ratio) / tall(0.8)).sqrt()
}

/// It is inside the frame wherever the camera is.
fn is_inside([left, top, right, bottom]: [f32; 4], frame: Frame) -> bool {
    let (beside, below) = (3.1 * frame.u, 1.2 * frame.u);
    left >= beside && right <= frame.w - beside && top >= below && bottom <= frame.h - below
}

#[test]
fn among_prints_it_lies_in_every_place_and_shape_over_none_of_them() {
    for (seed, setting) in (0..).zip(SETTINGS.iter()) {
        let story = Story { setting: Some(setting.name.to_owned()), ..Story::default() };
        for (size, count) in SHAPES.into_iter().flat_map(|size| [1, 2, 3].map(|n| (size, n))) {
            let (frame, plan) = (frame(size), Plan::of(&story, count, seed));
            let kind = crate::scenery::arrangement(&plan, frame, count);
            for (words, ratio) in
                [true, false].into_iter().flat_map(|words| RATIOS.map(|r| (words, r)))
            {
                let what = format!("{} {kind:?} {size:?} {count} {words} {ratio}", setting.name);
                let mut homes = kind.homes(&plan, frame, count);
                let room = kind.room() * frame.u;
                let look = (ratio, plan.side);
                let home = keepsake::among(frame, &mut homes, room, look, words);
                let own = bounds(home);
                assert!(is_inside(own, frame), "{what}: {own:?}");
                for print in &homes {
                    let other = bounds(*print);
                    assert!(other[1] > frame.u, "{what}: {other:?} is moved too far");
                    let beside = own[2] <= other[0] || other[2] <= own[0];
                    let apart = beside || own[3] <= other[1] || other[3] <= own[1];
                    assert!(apart, "{what}: {own:?} {other:?}");
                    assert!(upright(home) < print.width * 0.6, "{what}: {} wide", home.width);
                }
                let (half_w, half_h) = home.half();
                assert!((half_h / half_w / tall(ratio) - 1.0).abs() < 0.1, "{what}: stretched");
                assert!(
                    upright(home) >= frame.w.min(frame.h) * 0.06,
                    "{what}: {} wide",
                    home.width
                );
            }
        }
    }
}

#[test]
fn near_people_who_stand_it_is_in_every_place_and_shape_over_none_of_them() {
    let three = [STAND[0], STAND[1], STAND[0]];
    let shapes =
        [(SHAPES[0], &STAND[..]), (SHAPES[1], &STAND), (SHAPES[2], &STAND), (SHAPES[0], &three)];
    for (size, people) in shapes {
        let frame = frame(size);
        let (places, mattes) = standing::cut(frame, &subjects(people), frame.h, false)
            .unwrap_or_else(|reason| panic!("{size:?} {}: {reason:?}", people.len()));
        let taken = standing::taken(&places, &mattes);
        assert_eq!(taken.len(), 2 * people.len(), "{size:?}");
        for (seed, setting) in (0..).zip(SETTINGS.iter()) {
            let story = Story { setting: Some(setting.name.to_owned()), ..Story::default() };
            let plan = Plan::of(&story, people.len(), seed);
            let kind = crate::scenery::hanging(&plan);
            let home = kind.homes(&plan, frame, 1).pop().unwrap();
            // Without words, with one line of them, and with two.
            let words = [(0.0, 0.2), (2.6, 0.18), (5.2, 0.13)];
            for ((head, least), ratio) in words.into_iter().flat_map(|w| RATIOS.map(|r| (w, r))) {
                let number = people.len();
                let what = format!("{} {kind:?} {size:?} {number} {head} {ratio}", setting.name);
                let home = Home { ratio, ..home };
                let room = kind.room() * frame.u;
                let head = if head > 0.0 { frame.h * 0.065 + head * frame.u } else { 0.0 };
                let home = keepsake::near_people(frame, home, room, &taken, plan.side, head);
                let own = bounds(home);
                assert!(is_inside(own, frame), "{what}: {own:?}");
                for other in &taken {
                    let beside = own[2] <= other[0] || other[2] <= own[0];
                    let apart = beside || own[3] <= other[1] || other[3] <= own[1];
                    assert!(apart, "{what}: {own:?} {other:?}");
                }
                let part = upright(home) / frame.w.min(frame.h);
                // What is long and narrow finds room less easily.
                let least = if ratio < 0.8 { 0.9 * least } else { least };
                assert!(part >= least, "{what}: {} wide", home.width);
            }
        }
    }
}

/// A drawing in one strong colour, as no beach has it.
fn drawing((width, height): (u32, u32)) -> PhotoInput {
    let picture = image::RgbImage::from_pixel(width, height, image::Rgb([232, 24, 220]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    PhotoInput::new(bytes.into_inner())
}

/// Which part of the picture has that colour.
fn seen(picture: &Still) -> f32 {
    let pixels = picture.rgb().chunks_exact(3);
    let all = pixels.len() as f32;
    let of_it = pixels.filter(|p| p[0].min(p[2]) > p[1].saturating_add(40));
    of_it.count() as f32 / all
}

#[test]
fn it_is_seen_in_the_picture_among_prints_and_before_people() {
    let both = |size| [PRINTS, STAND].map(|people| (size, people));
    let sides = [(320, 400), (400, 300), (720, 400)].into_iter().cycle();
    for ((size, people), sides) in SMALL.into_iter().flat_map(both).zip(sides) {
        let plain = request("beach", size, 5.0, &people);
        let with = RenderRequest { keepsake: Some(drawing(sides)), ..plain.clone() };
        let (without, with) = (still(&plain, &Unwatched), still(&with, &Unwatched));
        let (without, with) = (seen(&without.unwrap()), seen(&with.unwrap()));
        assert!(without < 0.001, "{size:?} {people:?}: {without} without it");
        assert!((0.004..0.2).contains(&with), "{size:?} {people:?}: {with}");
    }
}

#[test]
fn the_part_that_was_chosen_is_shown_and_the_same_is_the_same() {
    let of = |chosen| {
        let keepsake = PhotoInput { chosen, ..PhotoInput::new(photo("coffee-cup-no-face.jpg")) };
        let keepsake = Some(keepsake);
        let request = RenderRequest { keepsake, ..request("garden", SMALL[0], 5.0, &PRINTS) };
        still(&request, &Unwatched).unwrap().rgb().to_vec()
    };
    let part = Some(CropBox { x: 0.1, y: 0.1, width: 0.3, height: 0.3 });
    assert!(of(None) == of(None));
    assert!(of(None) != of(part));
}

#[test]
fn one_of_any_size_is_shown() {
    for (width, height) in [(1, 1), (3, 900), (900, 3)] {
        let picture = image::RgbImage::from_pixel(width, height, image::Rgb([232, 24, 220]));
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        let whole = Some(CropBox { x: 0.0, y: 0.0, width: 1.0, height: 1.0 });
        let keepsake = PhotoInput { suggested: whole, ..PhotoInput::new(bytes.into_inner()) };
        let request = request("beach", SMALL[0], 5.0, &PRINTS);
        let request = RenderRequest { keepsake: Some(keepsake), ..request };
        assert!(seen(&still(&request, &Unwatched).unwrap()) > 0.004, "{width} x {height}");
    }
}

#[test]
fn one_that_cannot_be_read_is_named() {
    let keepsake = Some(PhotoInput::new(b"Dear Nan".to_vec()));
    let request = RenderRequest { keepsake, ..request("beach", SMALL[0], 5.0, &PRINTS) };
    let refused = still(&request, &Unwatched).err();
    assert!(matches!(refused, Some(RenderProblem::Keepsake(PhotoProblem::NotAnImage))));
}
