//! Who is cut out of a photo to stand in the scene, and who is better shown as a print.
//!
//! To check one more photo: a line in the table, with the reason that is expected.

use super::{photo, request};
use crate::paint::{color, sheet::Sheet};
use crate::people::{
    faces, grade,
    matte::{self, Bust, Matte, RejectReason},
    standing::{self, Subject},
};
use crate::plan::Plan;
use crate::stage::{Frame, Item, Layer};
use crate::{CropBox, People, Photo, RenderProblem, Size, Unwatched, Watch, people, scenery, stop};
use image::{RgbImage, imageops};
use std::sync::atomic::{AtomicBool, Ordering};

/// Two portraits that can be cut out without a doubt.
pub const STAND: [&str; 2] = ["man-grey-hair-orange-suit.jpg", "young-woman-orange-suit.jpg"];
const DEFAULT: Frame = Frame { w: 720.0, h: 1280.0, u: 9.6, seconds: 10.0 };

/// These photos as the renderer sees them.
pub fn subjects(names: &[&str]) -> Vec<Subject> {
    names.iter().map(|name| subject(Photo::read(&photo(name)).unwrap())).collect()
}

fn subject(photo: Photo) -> Subject {
    Subject { faces: faces::find(&photo.pixels), photo, suggested: None, chosen: None }
}

/// Why this one cannot be cut out, wherever they would stand.
fn reject_reason(subject: &Subject) -> Option<RejectReason> {
    let cut = |bust: Bust| {
        let part = matte::part(&subject.photo.pixels, &bust, 194.0)?;
        matte::cut(part, &bust, 194.0, grade::warm)
    };
    subject.bust().and_then(cut).err()
}

#[test]
fn who_is_certain_stands_and_who_is_not_does_not() {
    for (name, expected) in [
        ("man-grey-hair-orange-suit.jpg", None),
        ("young-woman-orange-suit.jpg", None),
        // A flag as dark as the cap before it; a flag, a rocket and a helmet.
        ("older-woman-glasses-cap.jpg", Some(RejectReason::Unsteady)),
        ("woman-orange-suit.jpg", Some(RejectReason::Unsteady)),
        // Dark and soft.
        ("woman-blue-suit-dim-blurred.jpg", Some(RejectReason::Unclear)),
        ("photographer-face-hidden.jpg", Some(RejectReason::Grey)),
        ("old-man-grey-beard-bw.jpg", Some(RejectReason::Grey)),
        ("woman-glasses-desk-bw.jpg", Some(RejectReason::Grey)),
        ("woman-hand-on-face-bw.jpg", Some(RejectReason::Grey)),
        ("coffee-cup-no-face.jpg", Some(RejectReason::Unseen)),
    ] {
        assert_eq!(reject_reason(&subjects(&[name])[0]), expected, "{name}");
        let together = standing::cut(DEFAULT, &subjects(&[name, STAND[1]]), DEFAULT.h).is_ok();
        assert_eq!(together, expected.is_none(), "one in doubt, {name}, is all");
    }
}

#[test]
fn people_stand_on_the_edge_of_the_frame_their_faces_inside() {
    let cut = |size: Size, people: &[&str]| {
        let (w, h) = (size.width as f32, size.height as f32);
        let frame = Frame { w, h, u: (w * h).sqrt() / 100.0, seconds: 10.0 };
        standing::cut(frame, &subjects(people), frame.h)
    };
    let three = [STAND[0], STAND[1], STAND[0]];
    for (size, people) in [
        (Size { width: 270, height: 480 }, &STAND[..]),
        (Size { width: 432, height: 768 }, &STAND),
        (Size::PORTRAIT, &STAND),
        (Size::SQUARE, &three),
    ] {
        let (w, h) = (size.width as f32, size.height as f32);
        let (places, mattes) = cut(size, people).unwrap();
        let half = places.width / 2.0;
        for ((x, y), matte) in places.faces.iter().zip(&mattes) {
            let inside = x - half > 0.0 && x + half < w && y - half > 0.0 && y + half < h;
            assert!(inside, "{size:?}: {x} {y}");
            let front = *y >= places.faces[0].1;
            assert!(!front || y - matte.y + matte.height as f32 > h, "{size:?}: {x} {y} floats");
            assert!(places.chin() > y + half && places.chin() < h);
        }
    }
    // Shoulders that the photo cuts, alone or in a wide frame; three without waists; few pixels.
    for (size, people, expected) in [
        (Size::PORTRAIT, &STAND[..1], RejectReason::Short),
        (Size::LANDSCAPE, &STAND, RejectReason::Short),
        (Size::PORTRAIT, &three, RejectReason::Short),
        (Size::PORTRAIT_LARGE, &STAND, RejectReason::Unclear),
    ] {
        assert_eq!(cut(size, people).err(), Some(expected), "{size:?} {}", people.len());
    }
}

#[test]
fn a_matte_is_whole_inside_empty_outside_and_narrow_between() {
    let (places, mattes) = standing::cut(DEFAULT, &subjects(&STAND), DEFAULT.h).unwrap();
    for matte in &mattes {
        let at =
            |x: f32, y: f32| matte.alpha_at(matte.x + x * places.width, matte.y + y * places.width);
        for (x, y) in [(0.0, 0.0), (0.35, 0.0), (-0.35, 0.0), (0.0, 0.5), (0.0, -0.5), (0.0, 0.9)] {
            assert!(at(x, y) > 0.99, "a hole at {x} {y}");
        }
        for (x, y) in [(-1.2, -0.6), (1.2, -0.6), (1.2, 0.0), (-1.2, 0.0)] {
            assert!(at(x, y) < 0.01, "something beside the head at {x} {y}");
        }
        let head = &matte.alpha[..matte.width * (matte.y + places.width * 0.4) as usize];
        let count =
            |range: std::ops::Range<f32>| head.iter().filter(|a| range.contains(*a)).count();
        let (between, inside) = (count(0.05..0.95), count(0.95..1.1));
        assert!(between * 8 < inside, "a blurred edge: {between} of {inside}");
    }
}

/// The photo with another background around the head: at the shoulders it becomes its own again.
fn before(background: &RgbImage, photo: &Photo, matte: &Matte, (x, y): (f32, f32)) -> Photo {
    let mut pixels = photo.pixels.clone();
    let end = matte.y + (matte.height as f32 - matte.y) * 0.4;
    for (at_x, at_y, pixel) in pixels.enumerate_pixels_mut() {
        let (px, py) = (at_x as f32 - x + matte.x, at_y as f32 - y + matte.y);
        let (alpha, own) = (matte.alpha_at(px, py), color::smooth(matte.y, end, py));
        let front = if alpha > 0.0 {
            matte.color(py as usize * matte.width + px as usize)
        } else {
            [0.0; 3]
        };
        let new = background.get_pixel(at_x, at_y).0.map(f32::from);
        for c in 0..3 {
            let put = front[c] * 255.0 * alpha + new[c] * (1.0 - alpha);
            pixel[c] = (put + (f32::from(pixel[c]) - put) * own + 0.5) as u8;
        }
    }
    Photo { pixels }
}

#[test]
fn the_background_decides_whether_somebody_can_be_cut_out() {
    let original = Photo::read(&photo(STAND[1])).unwrap();
    let (w, h) = original.pixels.dimensions();
    let face = faces::find(&original.pixels)[0];
    let bust = Bust::around(&face, (w as f32, h as f32), None);
    let part = matte::part(&original.pixels, &bust, bust.face()).unwrap();
    let matte = matte::cut(part, &bust, bust.face(), |_| {}).unwrap();
    let middle = ((face.x + face.w / 2.0) * w as f32, (face.y + face.h / 2.0) * h as f32);
    let wall = |[r, g, b]: [u8; 3]| {
        RgbImage::from_fn(w, h, move |x, y| image::Rgb([r + (y / 30) as u8, g + (x / 40) as u8, b]))
    };
    let shelf = RgbImage::from_fn(w, h, |x, y| match (x / 23 + y / 57 * 3) % 5 {
        0 => image::Rgb([30, 24, 22]),
        1 => image::Rgb([190, 120, 70]),
        2 => image::Rgb([230, 130, 60]),
        3 => image::Rgb([60, 50, 44]),
        _ => image::Rgb([220, 210, 190]),
    });
    for (name, background, certain) in [
        ("a cream wall", wall([200, 190, 170]), true),
        ("a green wall", wall([90, 130, 90]), true),
        ("wood as brown as skin", wall([160, 120, 90]), false),
        ("the dark", wall([20, 18, 18]), false),
        ("a book shelf", shelf, false),
    ] {
        let photo = before(&background, &original, &matte, middle);
        let reason = reject_reason(&subject(photo));
        assert_eq!(reason.is_none(), certain, "before {name}: {reason:?}");
    }
}

#[test]
fn it_can_be_asked_how_people_will_be_shown() {
    let shown = |photos: &[&str]| {
        people(&request("beach", Size::PORTRAIT, 10.0, photos), &Unwatched).expect("photos")
    };
    assert_eq!(shown(&STAND), People::Together);
    let People::Prints(reasons) = shown(&[STAND[0], "old-man-grey-beard-bw.jpg"]) else {
        panic!("a black-and-white photo does not stand")
    };
    assert_eq!(reasons, [None, Some("black and white")]);
}

#[test]
fn a_group_on_one_photo_does_not_stand() {
    let [a, b] = STAND.map(|name| Photo::read(&photo(name)).unwrap().pixels);
    let mut both = RgbImage::new(a.width() + b.width(), a.height());
    imageops::replace(&mut both, &a, 0, 0);
    imageops::replace(&mut both, &b, a.width().into(), 0);
    let group = subject(Photo { pixels: both });
    assert_eq!(group.faces.len(), 2);
    assert_eq!(reject_reason(&group), Some(RejectReason::Unseen));
}

#[test]
fn only_what_the_person_chose_is_cut_out() {
    let with = |x, y, width, height| {
        let mut people = subjects(&STAND);
        people[1].chosen = Some(CropBox { x, y, width, height });
        standing::cut(DEFAULT, &people, DEFAULT.h)
    };
    let (_, whole) = standing::cut(DEFAULT, &subjects(&STAND), DEFAULT.h).unwrap();
    let (_, narrower) = with(0.06, 0.0, 0.88, 1.0).unwrap();
    assert!(narrower[1].width as f32 <= whole[1].width as f32 * 0.9);
    assert_eq!(narrower[0].width, whole[0].width);
    for (x, y, width, height) in
        [(0.0, 0.2, 1.0, 0.8), (0.0, 0.0, 1.0, 0.6), (0.32, 0.0, 0.36, 1.0)]
    {
        assert!(with(x, y, width, height).is_err(), "half a head, no body, no shoulders: {x} {y}");
    }
}

#[test]
fn nothing_stands_before_a_face() {
    let mut before_people = 0;
    for (setting, (w, h)) in
        scenery::drawn().flat_map(|one| [(one, (216.0, 384.0)), (one, (384.0, 216.0))])
    {
        let frame = Frame { w, h, u: f32::sqrt(w * h) / 100.0, seconds: 10.0 };
        let request = request(setting.name, Size { width: w as u32, height: h as u32 }, 10.0, &[]);
        let (mut stage, chin) = (scenery::build(&Plan::of(&request), frame), h * 0.86);
        let all = stage.back.len();
        let person =
            Layer { sheet: Sheet::nothing(), x: 0.0, y: 0.0, depth: 9.0, life: None, ripple: None };
        stage.stand(vec![person], chin, frame);
        assert_eq!(stage.back.len(), all + 1, "{}", setting.name);
        let is_person = |item: &Item| matches!(item, Item::Layer(layer) if layer.depth > 8.0);
        let people = stage.back.iter().position(is_person).unwrap();
        for item in &stage.back[people + 1..] {
            before_people += 1;
            match item {
                Item::Layer(layer) => {
                    let (first, _) = layer.sheet.drawn().unwrap();
                    assert!(layer.y + first as f32 >= chin, "{}", setting.name);
                }
                Item::Sparks { emit, .. } => {
                    let mut sparks = Vec::new();
                    (0..40u8).for_each(|t| emit(f32::from(t) / 4.0, &mut sparks));
                    assert!(sparks.iter().all(|s| s.y - s.radius > chin), "{}", setting.name);
                }
            }
        }
    }
    assert!(before_people > 10, "tables and grass stand before people: {before_people}");
}

#[test]
fn cutting_ends_when_the_rendering_does() {
    struct Asked(AtomicBool);
    impl Watch for Asked {
        fn progress(&self, _: f32) {}
        fn cancelled(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }
    let (people, watch) = (subjects(&STAND), Asked(AtomicBool::new(false)));
    let end = stop::run(1, &watch, || {
        watch.0.store(true, Ordering::Relaxed);
        while !stop::stopped() {
            std::thread::yield_now();
        }
        Ok::<_, RenderProblem>(standing::cut(DEFAULT, &people, DEFAULT.h).err())
    });
    assert_eq!(end.unwrap(), Some(RejectReason::Unseen));
}
