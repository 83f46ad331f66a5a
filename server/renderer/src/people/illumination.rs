//! In what light somebody was photographed, as far as the photo tells without their skin: what colour
//! grey things have there, how dark its blacks and how bright its whites are.
//!
//! What always holds: how light or dark somebody's skin is has no say in it. The face and what looks like
//! it are left out; what is left is hair, eyes, clothes and what is behind.

use super::matte::Sample;
use crate::paint::color::{Rgb, add, luma, scale, smooth};

/// The light of one photo.
#[derive(Clone, Copy, Debug)]
pub struct Illumination {
    /// By how much the photo has to be brightened first, because nothing in it is light: 1 for most.
    pub exposure: f32,
    /// What a grey thing looks like: its channels as parts of its luma.
    pub neutral: Rgb,
    /// How much in the photo says so, 0 to 1.
    pub certainty: f32,
    /// Luma of the blacks and the whites, once it is brightened.
    pub black: f32,
    pub white: f32,
    /// The mean colour of the face, once it is brightened.
    pub skin: Rgb,
}

/// Half the width and height of the part of the face that is looked at, in widths of the face: between
/// hair and collar.
const FACE: (f32, f32) = (0.3, 0.36);
/// The same for what counts as the face.
const HEAD: (f32, f32) = (0.5, 0.66);
/// How far from the skin's hue something of the person counts as skin, as logarithms of channels.
const HUE: f32 = 0.2;
/// Glints in eyes and on skin are lighter than this in any photo that is bright enough, whoever is on it.
const GLINT: f32 = 0.6;
/// The most that a dark photo is brightened by.
const BRIGHTEN: f32 = 2.0;
/// How far greys may lie from one another, and how far from grey they may be, as logarithms of channels.
const GREYS: f32 = 0.1;
const CAST: f32 = 0.2;
/// How much what is behind somebody counts, and their eyes and teeth, beside what they wear.
const BEHIND: f32 = 0.03;
const EYES: f32 = 8.0;
/// What part of a photo has to be grey for it to be certain.
const ENOUGH: f32 = 0.02;
/// Parts of the places of which black and white are the level.
const BLACK: f32 = 0.02;
const WHITE: f32 = 0.985;

impl Illumination {
    /// Of these places of a photo.
    pub fn of(samples: &[Sample]) -> Self {
        let skin = skin(samples);
        let mut lightest: Vec<f32> = samples.iter().map(|one| most(one.color)).collect();
        let lightest = at(&mut lightest, 0.999);
        let exposure =
            if lightest < GLINT { (0.8 / lightest.max(0.01)).min(BRIGHTEN) } else { 1.0 };
        let bare: Vec<(Rgb, f32)> = (samples.iter().filter(|one| !is_skin(one, skin)))
            .map(|one| (scale(one.color, exposure).map(|v| v.min(1.0)), weight(one)))
            .collect();
        let mut lumas: Vec<f32> = bare.iter().map(|one| luma(one.0)).collect();
        // Whites are brighter and blacks darker than whatever else is seen, skin as well.
        let mut all: Vec<f32> = samples.iter().map(|one| luma(one.color) * exposure).collect();
        let black = at(&mut lumas, BLACK).min(at(&mut all, BLACK)).clamp(0.0, 0.2);
        let white = at(&mut lumas, WHITE).max(at(&mut all, 0.995)).clamp(0.65, 1.0);
        let (neutral, certainty) = neutral(&bare, white);
        Self { exposure, neutral, certainty, black, white, skin: scale(skin, exposure) }
    }
}

/// The value that a part of the values is below; 0.5 where there are none.
fn at(values: &mut [f32], share: f32) -> f32 {
    values.sort_by(f32::total_cmp);
    let place = (values.len() as f32 * share) as usize;
    values.get(place.min(values.len().saturating_sub(1))).copied().unwrap_or(0.5)
}

fn most(color: Rgb) -> f32 {
    color.into_iter().fold(0.0, f32::max)
}

fn inside(one: &Sample, (wide, tall): (f32, f32)) -> bool {
    (one.across / wide).powi(2) + (one.down / tall).powi(2) < 1.0
}

/// The mean colour of a face, without eyes, brows and glints.
pub fn skin(samples: &[Sample]) -> Rgb {
    let face: Vec<Rgb> =
        samples.iter().filter(|one| inside(one, FACE)).map(|one| one.color).collect();
    let mut lumas: Vec<f32> = face.iter().map(|color| luma(*color)).collect();
    let (dark, light) = (at(&mut lumas, 0.25), at(&mut lumas, 0.85));
    let plain = face.into_iter().filter(|color| (dark..=light).contains(&luma(*color)));
    let (sum, count) =
        plain.fold(([0.0; 3], 0.0), |(sum, n), color| (add(sum, color, 1.0), n + 1.0));
    if count > 0.0 { scale(sum, 1.0 / count) } else { [0.5; 3] }
}

/// Whether this is skin: of the face all but eyes and teeth, of the person what is like the face in hue
/// and brightness.
fn is_skin(one: &Sample, skin: Rgb) -> bool {
    let bright = luma(one.color) / luma(skin).max(1e-3);
    let (own, face) = (hue(one.color), hue(skin));
    let off = (0..3).map(|c| (own[c] - face[c]).powi(2)).sum::<f32>().sqrt();
    if inside(one, HEAD) {
        off < HUE || bright < 0.9
    } else {
        one.alpha > 0.5 && (0.45..1.7).contains(&bright) && off < HUE
    }
}

/// How much the colour of something says about the light. Eyes and teeth say most; what is behind says
/// little, because walls and backdrops have colours of their own.
fn weight(one: &Sample) -> f32 {
    let own = BEHIND + (1.0 - BEHIND) * one.alpha;
    if inside(one, HEAD) { EYES } else { own }
}

/// Channels as parts of luma, in logarithms.
fn hue(color: Rgb) -> Rgb {
    let y = luma(color).max(1e-3);
    color.map(|v| (v.max(1e-3) / y).ln())
}

/// The colour that grey things have among these colours, each with its weight, and how much says so: the
/// middle of what lies closest together near grey. What is white has the luma `white`.
fn neutral(colors: &[(Rgb, f32)], white: f32) -> (Rgb, f32) {
    let hues: Vec<(Rgb, f32)> = (colors.iter())
        .map(|&(color, weight)| {
            let clipped = 1.0 - smooth(0.97, 1.0, most(color));
            (hue(color), smooth(0.05, 0.3, luma(color) / white) * clipped * weight)
        })
        .collect();
    let square = |v: Rgb| v.into_iter().map(|v| v * v).sum::<f32>();
    let (mut middle, mut weight) = ([0.0; 3], 0.0);
    for _ in 0..4 {
        let mut sum = [0.0; 3];
        weight = 0.0;
        for &(hue, share) in &hues {
            let off = [0, 1, 2].map(|c| hue[c] - middle[c]);
            let near = square(off) / (2.0 * GREYS * GREYS) + square(hue) / (2.0 * CAST * CAST);
            let w = share * (-near).exp();
            sum = add(sum, hue, w);
            weight += w;
        }
        middle = scale(sum, 1.0 / (weight + 1.0));
    }
    let color = middle.map(f32::exp);
    let certainty = smooth(0.0, ENOUGH, weight / (colors.len() as f32 + 1.0));
    (scale(color, 1.0 / luma(color)), certainty)
}
