//! Who is cut out of a photo to stand in the scene, and who is better shown as a print.
//!
//! To check one more photo: a line in the table, with the reason that is expected.

use super::{photo, request};
use crate::paint::sheet::Sheet;
use crate::people::{
    faces,
    matte::{Certainty, RejectReason},
    standing::{self, Subject},
};
use crate::stage::{Frame, Item, Layer};
use crate::{
    CropBox, CutOut, Looks, People, Photo, Presence, RenderProblem, RenderRequest, Size, Stroke,
    TouchUp, Unwatched, Watch, cut_out, cut_out_again, people, scenery, stop,
};
use image::{RgbImage, imageops};
use std::sync::atomic::{AtomicBool, Ordering};

/// Two portraits that can be cut out without a doubt.
pub const STAND: [&str; 2] = ["man-grey-hair-orange-suit.jpg", "young-woman-orange-suit.jpg"];
const DEFAULT: Frame = Frame { w: 720.0, h: 1280.0, u: 9.6, seconds: 10.0 };

/// These photos as the renderer sees them.
pub fn subjects(names: &[&str]) -> Vec<Subject> {
    names.iter().map(|name| subject(Photo::read(&photo(name)).unwrap())).collect()
}

pub fn subject(photo: Photo) -> Subject {
    Subject {
        faces: faces::find(&photo.pixels),
        photo,
        suggested: None,
        chosen: None,
        touch_up: TouchUp::default(),
    }
}

/// How certain this one's outline is, wherever they would stand.
fn certainty(subject: &Subject) -> Certainty {
    let outline = subject.bust().and_then(|bust| subject.any_outline(&bust, &mut None));
    outline.map_or_else(Certainty::Hopeless, |outline| outline.certainty)
}

#[test]
fn who_is_certain_stands_and_who_is_not_does_not() {
    for (name, expected) in [
        ("man-grey-hair-orange-suit.jpg", Certainty::Certain),
        ("young-woman-orange-suit.jpg", Certainty::Certain),
        // A flag as dark as the cap before it; a flag, a rocket and a helmet.
        ("older-woman-glasses-cap.jpg", Certainty::Certain),
        ("woman-orange-suit.jpg", Certainty::Certain),
        ("old-man-grey-beard-bw.jpg", Certainty::Certain),
        ("woman-glasses-desk-bw.jpg", Certainty::Certain),
        // Dark and soft.
        ("woman-blue-suit-dim-blurred.jpg", Certainty::Plausible(RejectReason::Unclear)),
        // From the side, bent over a camera.
        ("photographer-face-hidden.jpg", Certainty::Hopeless(RejectReason::Shape)),
        // Two children lean on her.
        ("woman-hand-on-face-bw.jpg", Certainty::Hopeless(RejectReason::Unsteady)),
        ("coffee-cup-no-face.jpg", Certainty::Hopeless(RejectReason::Unseen)),
    ] {
        assert_eq!(certainty(&subjects(&[name])[0]), expected, "{name}");
        let together =
            standing::cut(DEFAULT, &subjects(&[name, STAND[1]]), DEFAULT.h, false).is_ok();
        assert!(expected == Certainty::Certain || !together, "one in doubt, {name}, is all");
        assert!(expected != Certainty::Certain || together, "{name} stands");
    }
}

#[test]
fn a_cut_out_is_shown_with_its_certainty() {
    let cut = |name| cut_out(Photo::read(&photo(name)).unwrap(), None, None, TouchUp::default());
    let certain = cut(STAND[0]);
    assert_eq!(certain.certainty, Certainty::Certain);
    let read = image::load_from_memory(&certain.to_png().unwrap()).unwrap().into_rgba8();
    assert_eq!(Some(&read), certain.picture.as_ref());
    let (w, h) = read.dimensions();
    assert_eq!(read.get_pixel(1, 1).0[3], 0, "nobody in the corner");
    assert!(read.get_pixel(w / 2, h - 1).0[3] > 250, "a chest at the foot");
    assert!(matches!(cut("woman-blue-suit-dim-blurred.jpg").certainty, Certainty::Plausible(_)));
    assert!(cut("woman-blue-suit-dim-blurred.jpg").picture.is_some());
    assert!(cut("coffee-cup-no-face.jpg").to_png().is_none());
}

#[test]
fn people_stand_on_the_edge_of_the_frame_their_faces_inside() {
    let cut = |size: Size, people: &[&str]| {
        let (w, h) = (size.width as f32, size.height as f32);
        let frame = Frame { w, h, u: (w * h).sqrt() / 100.0, seconds: 10.0 };
        standing::cut(frame, &subjects(people), frame.h, false)
    };
    let three = [STAND[0], STAND[1], STAND[0]];
    let short = ["older-woman-glasses-cap.jpg", STAND[1]];
    for (size, people) in [
        (Size { width: 270, height: 480 }, &STAND[..]),
        (Size { width: 432, height: 768 }, &STAND),
        (Size::PORTRAIT, &STAND),
        (Size::PORTRAIT, &short),
        (Size::PORTRAIT, &STAND[..1]),
        (Size::LANDSCAPE, &STAND),
        (Size::LANDSCAPE, &short),
        (Size::SQUARE, &short),
        (Size::SQUARE, &three),
        (Size::PORTRAIT, &three),
    ] {
        let (w, h) = (size.width as f32, size.height as f32);
        let (places, mattes) = cut(size, people).unwrap();
        let half = places.width / 2.0;
        let hidden = |x: f32| places.foreground.as_ref().map_or(h, |one| one.edge(x));
        let lowest = places.faces.iter().map(|face| face.1).fold(0.0, f32::max);
        for ((x, y), matte) in places.faces.iter().zip(&mattes) {
            let inside = x - half > 0.0 && x + half < w && y - half > 0.0 && y + half < h;
            assert!(inside, "{size:?}: {x} {y}");
            let front = lowest - y < half;
            let end = y - matte.y + matte.height as f32;
            assert!(!front || end > hidden(*x).min(h), "{size:?}: {x} {y} floats");
            for aside in [-0.9, -0.5, 0.0, 0.5, 0.9] {
                let edge = hidden(x + aside * half);
                assert!(edge > y + 0.64 * places.width, "{size:?}: leaves before {x} {y}");
            }
            assert!(places.chin() > y + half && places.chin() < h);
        }
        let heights = places.faces.iter().map(|face| face.1).fold(h, f32::min);
        let apart = (lowest - heights) / places.width;
        assert!(apart <= if people.len() == 3 { 1.1 } else { 0.31 }, "{size:?}: {apart}");
    }
}

#[test]
fn a_matte_is_whole_inside_empty_outside_and_narrow_between() {
    let (places, mattes) = standing::cut(DEFAULT, &subjects(&STAND), DEFAULT.h, false).unwrap();
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

#[test]
fn it_can_be_asked_how_people_will_be_shown() {
    let shown = |photos: &[&str]| {
        people(&request("beach", Size::PORTRAIT, 10.0, photos), &Unwatched).expect("photos")
    };
    assert_eq!(shown(&STAND), People::Together);
    assert_eq!(shown(&[STAND[0], "old-man-grey-beard-bw.jpg"]), People::Together);
    let People::Prints(reasons) = shown(&[STAND[0], "woman-hand-on-face-bw.jpg"]) else {
        panic!("children lean on her")
    };
    assert_eq!(reasons, [None, Some("the outline is not certain")]);
}

#[test]
fn a_group_on_one_photo_does_not_stand() {
    let [a, b] = STAND.map(|name| Photo::read(&photo(name)).unwrap().pixels);
    let mut both = RgbImage::new(a.width() + b.width(), a.height());
    imageops::replace(&mut both, &a, 0, 0);
    imageops::replace(&mut both, &b, a.width().into(), 0);
    let group = subject(Photo { pixels: both });
    assert_eq!(group.faces.len(), 2);
    assert_eq!(certainty(&group), Certainty::Hopeless(RejectReason::Several));
    // Whoever is meant stands, without the other.
    for (person, half) in [((2_500, 4_000), 0), ((7_500, 4_000), a_width(&group))] {
        let cut = cut_out(
            Photo { pixels: group.photo.pixels.clone() },
            None,
            None,
            TouchUp { person: Some(person), strokes: Vec::new() },
        );
        let (part, faces) = (cut.part.expect("somebody"), cut.faces);
        assert_eq!(faces.len(), 2);
        let middle = (part.x + part.width / 2.0) * group.photo.width() as f32;
        assert_eq!(middle as u32 / a_width(&group) * a_width(&group), half, "{person:?}");
    }
}

/// Half of a photo of two.
fn a_width(group: &Subject) -> u32 {
    group.photo.width() / 2
}

/// A stroke along these points, in ten-thousandths of the photo's sides.
fn stroke(keep: bool, width: u32, points: &[(u32, u32)]) -> Stroke {
    Stroke { keep, width, points: points.to_vec() }
}

/// How much of the person is at this place of the photo, in ten-thousandths of its sides.
fn alpha_at(cut: &CutOut, photo: &Photo, (x, y): (u32, u32)) -> u8 {
    let (part, picture) = (cut.part.expect("a part"), cut.picture.as_ref().expect("a picture"));
    let scale = picture.width() as f32 / (part.width * photo.width() as f32);
    let at =
        |v: u32, side: u32, from: f32| ((v as f32 / 10_000.0 - from) * side as f32 * scale) as u32;
    let (x, y) = (at(x, photo.width(), part.x), at(y, photo.height(), part.y));
    if y < picture.height() { picture.get_pixel(x, y).0[3] } else { 0 }
}

#[test]
fn what_was_painted_belongs_to_the_person_or_does_not() {
    let name = "woman-orange-suit.jpg";
    let read = || Photo::read(&photo(name)).unwrap();
    let face = subjects(&[name])[0].faces[0];
    let place = |across: f32, down: f32| {
        let x = face.x + face.w * (0.5 + across);
        let y = face.y + face.h * (0.5 + down);
        ((x * 10_000.0) as u32, (y * 10_000.0) as u32)
    };
    let width = (face.w * 2_500.0) as u32;
    let (beside, chest) = (place(-1.2, -0.4), place(0.0, 1.2));
    let plain = cut_out(read(), None, None, TouchUp::default());
    assert!(alpha_at(&plain, &read(), beside) < 10 && alpha_at(&plain, &read(), chest) > 240);
    let strokes = vec![stroke(true, width, &[beside]), stroke(false, width, &[chest])];
    let touch_up = TouchUp { person: None, strokes };
    let painted = cut_out(read(), None, None, touch_up.clone());
    assert_eq!(painted.certainty, Certainty::Certain, "whoever painted saw it");
    assert!(alpha_at(&painted, &read(), beside) > 240, "what is painted belongs to her");
    assert!(alpha_at(&painted, &read(), chest) < 10, "what is rubbed out does not");
    // Painting and undoing it is what it was, also with what was seen of the photo before.
    let mut looks = Looks::default();
    cut_out_again(read(), None, None, TouchUp::default(), &mut looks);
    let again = cut_out_again(read(), None, None, touch_up, &mut looks);
    assert_eq!(again.picture, painted.picture);
    let undone = cut_out_again(read(), None, None, TouchUp::default(), &mut looks);
    assert_eq!(undone.picture, plain.picture);
    // Another crop is another look.
    let half = Some(CropBox { x: 0.0, y: 0.0, width: 0.8, height: 1.0 });
    let narrow = cut_out_again(read(), None, half, TouchUp::default(), &mut looks);
    assert_eq!(narrow.picture, cut_out(read(), None, half, TouchUp::default()).picture);
}

#[test]
fn every_photo_with_a_face_can_stand_once_it_was_touched_up() {
    for name in [
        "woman-blue-suit-dim-blurred.jpg",
        "photographer-face-hidden.jpg",
        "woman-hand-on-face-bw.jpg",
        "coffee-cup-no-face.jpg",
    ] {
        let mut people = subjects(&[name]);
        let face = people[0].faces.first().copied();
        let (x, y) = face.map_or((0.5, 0.3), |face| (face.x + face.w / 2.0, face.y + face.h / 2.0));
        let ten = |v: f32| (v.clamp(0.0, 1.0) * 10_000.0) as u32;
        let body = [(ten(x), ten(y)), (ten(x), ten(y + 0.3))];
        let strokes = vec![stroke(true, 600, &body)];
        people[0].touch_up = TouchUp { person: Some((ten(x), ten(y))), strokes };
        assert_eq!(certainty(&people[0]), Certainty::Certain, "{name}");
    }
}

#[test]
fn whatever_is_pointed_at_cropped_and_painted_something_is_said_of_it() {
    let size = (200, 260);
    let pixels = Photo::read(&photo(STAND[1])).unwrap().pixels;
    let small = imageops::resize(&pixels, size.0, size.1, imageops::FilterType::Triangle);
    let whole = CropBox { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
    let strip = CropBox { width: 0.01, ..whole };
    let slit = CropBox { y: 0.99, height: 0.01, ..whole };
    let corner = CropBox { x: 0.99, y: 0.99, width: 0.01, height: 0.01 };
    let far = [(0, 0), (10_000, 10_000)];
    for chosen in [None, Some(whole), Some(strip), Some(slit), Some(corner)] {
        for person in [None, Some((0, 0)), Some((10_000, 10_000)), Some((5_000, 0))] {
            for strokes in
                [Vec::new(), vec![stroke(false, 2_000, &far), stroke(true, 1, &far[..1])]]
            {
                let cut = cut_out(
                    Photo { pixels: small.clone() },
                    Some(corner),
                    chosen,
                    TouchUp { person, strokes },
                );
                let parts = (cut.part.is_some(), cut.surroundings.is_some());
                assert_eq!(parts.0, parts.1, "{chosen:?} {person:?}");
                assert!(cut.picture.is_none() || parts.0, "{chosen:?} {person:?}");
            }
        }
    }
}

#[test]
fn how_people_are_shown_can_be_chosen() {
    let shown = |photos: &[&str], chosen| {
        let request =
            RenderRequest { people: chosen, ..request("beach", Size::PORTRAIT, 10.0, photos) };
        people(&request, &Unwatched).expect("photos")
    };
    let chosen = Some("prints were chosen");
    assert_eq!(shown(&STAND, Some(Presence::Prints)), People::Prints(vec![chosen, chosen]));
    let doubtful = [STAND[0], "woman-blue-suit-dim-blurred.jpg"];
    assert!(matches!(shown(&doubtful, None), People::Prints(_)), "nobody looked at her");
    assert_eq!(shown(&doubtful, Some(Presence::Scene)), People::Together);
}

#[test]
fn only_what_the_person_chose_is_cut_out() {
    let with = |x, y, width, height| {
        let mut people = subjects(&STAND);
        people[1].chosen = Some(CropBox { x, y, width, height });
        standing::cut(DEFAULT, &people, DEFAULT.h, false)
    };
    let (_, whole) = standing::cut(DEFAULT, &subjects(&STAND), DEFAULT.h, false).unwrap();
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
        let (mut stage, chin) = (scenery::build(&request.plan(), frame), h * 0.86);
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
        Ok::<_, RenderProblem>(standing::cut(DEFAULT, &people, DEFAULT.h, false).err())
    });
    assert_eq!(end.unwrap(), Some(RejectReason::Unseen));
}
