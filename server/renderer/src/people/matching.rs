//! One light for people from different photos: what is grey, black and white in each comes to be the
//! same for all, before the place's light falls on them.
//!
//! What always holds: each photo is corrected by what its illumination is ([`Illumination`]), never by
//! somebody's skin, which changes by at most [`SKIN`] (CIEDE2000); where a whole correction would change it
//! more, a part of it is made.

use super::{illumination::Illumination, matte::Matte};
use crate::paint::{
    color::{Rgb, add, luma, scale},
    lab::{delta_e, lab},
};

/// The most that the mean colour of a face may change (CIEDE2000).
pub const SKIN: f32 = 6.0;
/// Black and white of a film, and what part of the way to them everybody's go.
const BLACK: f32 = 0.045;
const WHITE: f32 = 0.97;
const WAY: f32 = 0.5;
/// The most that a channel is changed by for the white balance, as a logarithm.
const BALANCE: f32 = 0.16;
/// From where on lights are rounded off.
const SHOULDER: f32 = 0.92;
/// Steps of a curve.
const STEPS: usize = 256;

/// What becomes of the colours of one photo.
pub struct Correction {
    curves: [Vec<f32>; 3],
}

impl Correction {
    /// Of a photo in the light `own`, a part (0 to 1) of the way to the light `common`.
    fn part(own: &Illumination, common: &Illumination, part: f32) -> Self {
        // Blacks meet in any case, because skin hardly changes with them.
        let (black, white) = (common.black, way(own.white, common.white, part));
        let gain = [0, 1, 2].map(|c| {
            let all = (common.neutral[c] / own.neutral[c]).ln() * own.certainty * part;
            all.clamp(-BALANCE, BALANCE).exp()
        });
        let gain = scale(gain, 1.0 / luma(gain));
        let slope = (white - black) / (own.white - own.black).max(0.1);
        let curves = gain.map(|gain| {
            let level = |step: usize| {
                let v = step as f32 / STEPS as f32 * own.exposure * gain;
                rounded(black + (v - own.black) * slope)
            };
            (0..=STEPS).map(level).collect()
        });
        Self { curves }
    }

    /// What becomes of this colour.
    pub fn of(&self, color: Rgb) -> Rgb {
        [0, 1, 2].map(|c| {
            let at = color[c].clamp(0.0, 1.0) * STEPS as f32;
            let first = (at as usize).min(STEPS - 1);
            let (low, high) = (self.curves[c][first], self.curves[c][first + 1]);
            low + (high - low) * (at - first as f32)
        })
    }

    /// Changes the colours of a person.
    pub fn apply(&self, matte: &mut Matte) {
        for i in 0..matte.alpha.len() {
            if matte.alpha[i] > 0.0 {
                let color = self.of(matte.color(i));
                (0..3).for_each(|c| matte.front[c][i] = color[c]);
            }
        }
    }
}

/// A part (0 to 1) of the way between two levels.
fn way(from: f32, to: f32, part: f32) -> f32 {
    from + (to - from) * part
}

/// A level whose lights and blacks do not end abruptly.
fn rounded(level: f32) -> f32 {
    let rest = 1.0 - SHOULDER;
    if level > SHOULDER {
        SHOULDER + rest * ((level - SHOULDER) / rest).tanh()
    } else {
        level.max(0.0)
    }
}

/// The light that these people are brought to.
fn common(people: &[Illumination]) -> Illumination {
    let count = people.len().max(1) as f32;
    let mean = |of: fn(&Illumination) -> f32| people.iter().map(of).sum::<f32>() / count;
    let sure = mean(|one| one.certainty);
    let cast = people.iter().fold([0.0; 3], |sum, one| {
        let own = one.neutral.map(f32::ln);
        add(sum, own, one.certainty / count / sure.max(1e-3))
    });
    // A cast that all photos have may be that of the light in which all were taken: half of it stays.
    let neutral = cast.map(|v| (v * 0.5).exp());
    Illumination {
        exposure: 1.0,
        neutral: scale(neutral, 1.0 / luma(neutral)),
        certainty: sure,
        black: way(mean(|one| one.black), BLACK, WAY),
        white: way(mean(|one| one.white), WHITE, WAY),
        skin: [0.5; 3],
    }
}

/// The correction for each of these people.
pub fn corrections(people: &[Illumination]) -> Vec<Correction> {
    let common = common(people);
    people.iter().map(|own| bounded(own, &common)).collect()
}

/// As much of the correction as a face bears.
fn bounded(own: &Illumination, common: &Illumination) -> Correction {
    let before = lab(own.skin);
    let change = |one: &Correction| {
        // The correction begins with the photo as it is, before it is brightened.
        delta_e(before, lab(one.of(scale(own.skin, 1.0 / own.exposure))))
    };
    let whole = Correction::part(own, common, 1.0);
    if change(&whole) <= SKIN {
        return whole;
    }
    let (mut least, mut most) = (0.0, 1.0);
    for _ in 0..10 {
        let half = f32::midpoint(least, most);
        if change(&Correction::part(own, common, half)) <= SKIN {
            least = half;
        } else {
            most = half;
        }
    }
    Correction::part(own, common, least)
}
