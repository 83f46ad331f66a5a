//! Who was photographed without colours makes a world without colours.

use super::{cutouts::STAND, photo, request};
use crate::people::tone::Tone;
use crate::{Photo, PhotoInput, RenderRequest, Size, Unwatched, photo as photos, still};
use image::RgbImage;

const GREY: &str = "old-man-grey-beard-bw.jpg";

fn pixels(name: &str) -> RgbImage {
    Photo::read(&photo(name)).unwrap().pixels
}

/// The photo as an old print: its greys in brown, its blacks faded.
fn sepia(photo: &RgbImage) -> RgbImage {
    let mut aged = photo.clone();
    for pixel in aged.pixels_mut() {
        let grey = f32::from(pixel[1]) / 255.0;
        pixel.0 =
            [0.1 + 0.88 * grey, 0.06 + 0.8 * grey, 0.03 + 0.62 * grey].map(|v| (v * 255.0) as u8);
    }
    aged
}

/// How much more red than green and green than blue a picture is on average.
fn hue(rgb: &[u8]) -> [f32; 2] {
    let (mut sum, count) = ([0f32; 2], rgb.len() as f32 / 3.0);
    for pixel in rgb.chunks_exact(3) {
        sum[0] += f32::from(pixel[0]) - f32::from(pixel[1]);
        sum[1] += f32::from(pixel[1]) - f32::from(pixel[2]);
    }
    sum.map(|sum| sum / count)
}

#[test]
fn photos_without_colour_are_told_from_those_with() {
    for name in [GREY, "woman-glasses-desk-bw.jpg", "woman-hand-on-face-bw.jpg"] {
        let tone = Tone::of(&pixels(name)).expect(name);
        let spread = |stop: [f32; 3]| (stop[0] - stop[2]).abs();
        assert!(tone.stops.into_iter().all(|stop| spread(stop) < 0.02), "{name}: {tone:?}");
        let [black, middle, white] = tone.stops.map(|stop| stop[1]);
        assert!(black < 0.08 && (0.4..0.6).contains(&middle) && white > 0.9, "{name}: {tone:?}");
        let aged = Tone::of(&sepia(&pixels(name))).expect("one hue is no colour");
        assert!(spread(aged.stops[1]) > 0.1, "{name}: {aged:?}");
    }
    for name in
        [STAND[0], STAND[1], "older-woman-glasses-cap.jpg", "woman-blue-suit-dim-blurred.jpg"]
    {
        assert_eq!(Tone::of(&pixels(name)), None, "{name}");
    }
}

#[test]
fn one_photo_without_colour_tones_the_whole_frame() {
    let size = Size { width: 432, height: 768 };
    let made = |names: &[&str]| still(&request("beach", size, 5.0, names), &Unwatched).unwrap();
    let silver = made(&[GREY, STAND[1]]);
    let off = |rgb: &[u8]| rgb.chunks_exact(3).map(|p| p[0].abs_diff(p[2])).max();
    assert!(off(silver.rgb()) <= Some(4), "{:?}", off(silver.rgb()));
    assert!(off(made(&STAND).rgb()) > Some(60), "the beach has colours");
    let lumas = || silver.rgb().chunks_exact(3).map(|p| p[1]);
    assert!(lumas().min() < Some(30) && lumas().max() > Some(190), "blacks and whites remain");

    let aged = photos::jpeg(&sepia(&pixels(GREY)), 92);
    let photos = vec![PhotoInput::new(aged), PhotoInput::new(photo(STAND[1]))];
    let brown = RenderRequest { photos, ..request("beach", size, 5.0, &[]) };
    let brown = still(&brown, &Unwatched).unwrap();
    let [red, yellow] = hue(brown.rgb());
    assert!((6.0..40.0).contains(&red) && (6.0..60.0).contains(&yellow), "{red} {yellow}");
}
