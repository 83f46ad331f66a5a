//! People from different photos come into one light, and everybody's skin stays theirs.

use super::cutouts::{STAND, subject, subjects};
use crate::Photo;
use crate::paint::{
    color::{Rgb, luma, tint},
    lab::{delta_e, lab},
};
use crate::people::{
    illumination::{self, Illumination},
    matching::{self, SKIN},
    matte::{Matte, Sample},
    standing::Subject,
};
use image::RgbImage;

/// The ten tones of the Monk skin tone scale, from very light to very dark.
const TONES: [u32; 10] = [
    0xF6_EDE4, 0xF3_E7DB, 0xF7_EAD0, 0xEA_DABA, 0xD7_BD96, 0xA0_7E56, 0x82_5C43, 0x60_4134,
    0x3A_312A, 0x29_2420,
];
/// Everybody of the test portraits who can be cut out.
const PORTRAITS: [&str; 7] = [
    STAND[0],
    STAND[1],
    "older-woman-glasses-cap.jpg",
    "woman-orange-suit.jpg",
    "old-man-grey-beard-bw.jpg",
    "woman-glasses-desk-bw.jpg",
    "woman-blue-suit-dim-blurred.jpg",
];
/// How wide a face is in these checks, in pixels.
const WIDTH: f32 = 120.0;

fn hex(tone: u32) -> Rgb {
    crate::paint::color::hex(tone)
}

/// A drawn portrait in light of this colour: dark hair, a white shirt, a blue coat, a grey wall.
fn drawn(skin: Rgb, light: Rgb) -> Vec<Sample> {
    let place = |i: u32| {
        let (across, down) = ((i % 120) as f32 / 40.0 - 1.5, (i / 120) as f32 / 40.0 - 1.2);
        let oval = |wide: f32, tall: f32| (across / wide).hypot(down / tall) < 1.0;
        let shade = 0.9 + 0.1 * (across * 9.0).sin();
        let (color, alpha) = match down {
            _ if oval(0.45, 0.62) && down > -0.45 => (skin.map(|v| v * shade), 1.0),
            _ if oval(0.6, 0.75) => ([0.07, 0.06, 0.055], 1.0),
            0.7.. if across.abs() < 0.25 => ([0.95; 3], 1.0),
            0.7.. if across.abs() < 1.1 => ([0.16 * shade, 0.2 * shade, 0.3], 1.0),
            _ => ([0.5 * shade; 3], 0.0),
        };
        Sample { color: tint(color, light).map(|v| v.min(1.0)), alpha, across, down }
    };
    (0..120 * 120).map(place).collect()
}

/// The photo with every channel times this.
fn altered(photo: &RgbImage, gain: Rgb) -> RgbImage {
    let mut altered = photo.clone();
    for pixel in altered.pixels_mut() {
        pixel.0 = [0, 1, 2].map(|c| (f32::from(pixel[c]) * gain[c] + 0.5) as u8);
    }
    altered
}

/// Somebody as in their photo, and in which light that was.
fn cut(subject: &Subject) -> (Matte, Illumination) {
    let photo = &subject.photo.pixels;
    let outline = subject.any_outline(&subject.bust().unwrap(), &mut None).unwrap();
    (outline.matte(photo, WIDTH).unwrap(), Illumination::of(&outline.samples(photo)))
}

/// These two as they are beside each other.
fn together(pair: [&(Matte, Illumination); 2]) -> [Matte; 2] {
    let corrections = matching::corrections(&pair.map(|one| one.1));
    [0, 1].map(|i| {
        let of = &pair[i].0;
        let (front, alpha) = (of.front.clone(), of.alpha.clone());
        let mut matte = Matte { front, alpha, ..*of };
        corrections[i].apply(&mut matte);
        matte
    })
}

fn samples(matte: &Matte) -> Vec<Sample> {
    matte.samples(WIDTH, 1)
}

/// Luma that 5, 50 and 95 of a hundred pixels of somebody are below, and their mean red and blue as parts
/// of luma.
fn figures(matte: &Matte) -> [f32; 5] {
    let of: Vec<Rgb> =
        samples(matte).iter().filter(|one| one.alpha > 0.9).map(|one| one.color).collect();
    let mut lumas: Vec<f32> = of.iter().map(|color| luma(*color)).collect();
    lumas.sort_by(f32::total_cmp);
    let at = |share: f32| lumas[(lumas.len() as f32 * share) as usize];
    let mean = |c: usize| of.iter().map(|color| color[c]).sum::<f32>() / lumas.iter().sum::<f32>();
    [at(0.05), at(0.5), at(0.95), mean(0), mean(2)]
}

#[test]
fn skin_of_any_tone_in_good_light_stays_as_it_is_whoever_stands_beside() {
    let light = |tone: u32| Illumination::of(&drawn(hex(tone), [1.0; 3]));
    for one in TONES {
        for other in TONES {
            let corrections = matching::corrections(&[light(one), light(other)]);
            for (tone, correction) in [one, other].into_iter().zip(&corrections) {
                let change = delta_e(lab(hex(tone)), lab(correction.of(hex(tone))));
                assert!(change < 2.5, "{tone:06X} of {one:06X} and {other:06X}: {change}");
            }
            let lighter = |i: usize| lab(corrections[i].of(hex(one)))[0];
            let apart = (lighter(0) - lighter(1)).abs();
            assert!(apart < 1.5, "{one:06X} beside {other:06X}: {apart}");
        }
    }
}

#[test]
fn bad_light_is_mended_as_far_as_skin_of_any_tone_bears_it() {
    let (dim, cold) = ([0.78, 0.7, 0.6], [0.93, 1.0, 1.1]);
    for tone in TONES {
        let lights = [dim, cold].map(|light| Illumination::of(&drawn(hex(tone), light)));
        let corrections = matching::corrections(&lights);
        let seen = lights.map(|light| light.skin);
        let mended = [0, 1].map(|i| corrections[i].of(seen[i]));
        for i in [0, 1] {
            let change = delta_e(lab(seen[i]), lab(mended[i]));
            assert!(change <= SKIN + 0.5, "{tone:06X}: {change}");
        }
        let apart = |[a, b]: [Rgb; 2]| delta_e(lab(a), lab(b));
        assert!(apart(mended) < apart(seen) * 0.8, "{tone:06X}: {mended:?} {seen:?}");
    }
}

#[test]
fn the_skin_of_each_portrait_stays_within_the_bound_beside_each_other() {
    let people: Vec<_> = subjects(&PORTRAITS).iter().map(cut).collect();
    let skin = |matte: &Matte| lab(illumination::skin(&samples(matte)));
    for i in 0..people.len() {
        for j in (0..people.len()).filter(|j| *j != i) {
            let (name, beside) = (PORTRAITS[i], PORTRAITS[j]);
            let [after, _] = together([&people[i], &people[j]]);
            let (was, is) = (skin(&people[i].0), skin(&after));
            let change = delta_e(was, is);
            println!("{name} beside {beside}: {change:.1}, L* {:.1} {:.1}", was[0], is[0]);
            // Of a photo that is too dark as a whole, what it shows when it is bright counts.
            let dim = name == "woman-blue-suit-dim-blurred.jpg";
            assert!(dim || change <= SKIN + 0.5, "{name} beside {beside}: {change}");
            assert!(!dim || is[0] > was[0] + 10.0, "{name}: {} {}", was[0], is[0]);
        }
    }
}

#[test]
fn two_versions_of_one_portrait_come_closer() {
    for name in STAND {
        let original = Photo::read(&super::photo(name)).unwrap().pixels;
        let versions = [[0.74, 0.68, 0.6], [0.98, 1.0, 1.12]];
        let people = versions.map(|gain| cut(&subject(Photo { pixels: altered(&original, gain) })));
        let was = [0, 1].map(|i| figures(&people[i].0));
        let is = together([&people[0], &people[1]]).map(|matte| figures(&matte));
        println!("{name}: {was:.3?}\n{is:.3?}");
        let apart = |both: [[f32; 5]; 2], i: usize| (both[0][i] - both[1][i]).abs();
        for i in 0..3 {
            assert!(apart(is, i) < apart(was, i) * 0.85, "{name}, {i}: {was:?} {is:?}");
        }
        let balance = |both| apart(both, 3).hypot(apart(both, 4));
        assert!(balance(is) < balance(was) * 0.95, "{name}: {was:?} {is:?}");
    }
}
