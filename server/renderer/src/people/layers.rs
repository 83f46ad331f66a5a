//! People as layers of the scene, in the light of the place where they stand.
//!
//! What always holds: nothing of it moves within a face, the same light falls on everybody, and what its
//! colour does to anybody's skin is bounded ([`TINT`]).

use super::{
    illumination::skin, matte::Matte, rim::rim, standing::Places, surroundings::Surroundings,
};
use crate::paint::{
    color::{Rgb, add, luma, mix, scale, settle, smooth, tint},
    lab::{delta_e, lab},
    sheet::Sheet,
};
use crate::stage::{Frame, Layer, Pose};
use image::RgbImage;

/// How much the nearest move with the camera; prints do as much.
const DEPTH: f32 = 0.55;
/// The most that the colour of the place's light changes the mean colour of a face that is as bright
/// (CIEDE2000).
pub const TINT: f32 = 3.5;
/// How much of the colour of what is around is that of the light on people.
const AROUND: f32 = 0.22;
/// How much what is around somebody counts beside what is around all.
const OWN: f32 = 0.3;
/// Luma of people's blacks (see [`super::matching`]), and the most that the place's haze adds.
const BLACK: f32 = 0.045;
const HAZE: f32 = 0.045;
/// How much hazier it is a face's width further back.
const BACK: f32 = 0.03;
/// How much of a lamp's light is seen at the edge of somebody, and of what is right behind.
const RIM: f32 = 0.9;
const WRAP: f32 = 0.8;
/// How dark the shadow is that somebody casts on the place, and on people.
const SHADE: (f32, f32) = (0.32, 0.42);
/// From how far above what stands before people it darkens them, in widths of a face, and how much.
const CONTACT: (f32, f32) = (0.34, 0.4);

/// Within how many seconds people have settled where they stand.
const SETTLED: f32 = 3.0;

/// Where people stand.
pub struct Place<'a> {
    /// What the frame shows without them.
    pub scene: &'a RgbImage,
    /// The colour of the light that falls on them.
    pub light: Rgb,
    /// The row from which on something stands before them.
    pub front: f32,
    /// Leaves in the shade and in the sun, where some may be near the camera: out of doors.
    pub foliage: Option<(Rgb, Rgb)>,
    pub seed: u64,
}

/// Everybody as layers, from back to front, each with a soft shadow on what is behind. The scene's light
/// falls on them and wraps around their edges. Last comes what hides where photos end.
pub fn layers(frame: Frame, places: &Places, mattes: &[Matte], place: &Place<'_>) -> Vec<Layer> {
    let surroundings = Surroundings::of(place.scene, frame);
    let mut order: Vec<usize> = (0..mattes.len()).collect();
    order.sort_by(|a, b| places.faces[*a].1.total_cmp(&places.faces[*b].1));
    let corners: Vec<_> = (places.faces.iter().zip(mattes))
        .map(|((x, y), matte)| ((x - matte.x).round(), (y - matte.y).round()))
        .collect();
    let own: Vec<Rgb> = (mattes.iter().zip(&corners))
        .map(|(matte, corner)| mean_color(matte, *corner, &surroundings))
        .collect();
    let sum = own.iter().fold([0.0; 3], |sum, one| add(sum, *one, 1.0));
    let all = scale(sum, 1.0 / own.len().max(1) as f32);
    let people = order.into_iter().flat_map(|number| {
        let ambient = mix(all, own[number], OWN);
        let matte = &mattes[number];
        let one = Standing { frame, places, number, matte, corner: corners[number] };
        let light = falling(skin(&matte.samples(places.width, 4)), place.light, ambient);
        let body = one.body(&surroundings, light, place.front);
        let shade = one.shade(mattes, &corners);
        [shade, body]
    });
    let foreground = places.foreground.as_ref();
    let around = &surroundings.around;
    let foreground = foreground.map(|one| one.layer(frame, around, place.foliage, place.seed));
    people.chain(foreground).collect()
}

/// The mean colour of the scene behind a person.
fn mean_color(matte: &Matte, (left, top): (f32, f32), surroundings: &Surroundings) -> Rgb {
    let (mut sum, mut count) = ([0.0; 3], 1e-3);
    for row in (0..matte.height).step_by(8) {
        for column in (0..matte.width).step_by(8) {
            let a = matte.alpha[row * matte.width + column];
            sum = add(sum, surroundings.at(column as f32 + left, row as f32 + top), a);
            count += a;
        }
    }
    sum.map(|v| v / count)
}

/// The light that falls on somebody with this skin, where the setting's light is `light` and what is
/// around has the colour `ambient`.
pub fn falling(skin: Rgb, light: Rgb, ambient: Rgb) -> Rgb {
    let bright = luma(ambient);
    // Who stands in the dark is darker, but still seen.
    let level = (0.7 + 0.55 * bright).min(1.0);
    let whole = tint(light, mix([1.0; 3], ambient.map(|v| v / bright.max(0.05)), AROUND));
    let colored = |part: f32| {
        let light = mix([1.0; 3], whole, part);
        scale(light, luma(skin) / luma(tint(skin, light)).max(1e-3))
    };
    let bears = |part: f32| delta_e(lab(skin), lab(tint(skin, colored(part)))) <= TINT;
    let part = (0..=8).rev().map(|step: u8| f32::from(step) / 8.0).find(|part| bears(*part));
    scale(colored(part.unwrap_or(0.0)), level * luma(whole).min(1.0))
}

/// Somebody who stands in the frame.
struct Standing<'a> {
    frame: Frame,
    places: &'a Places,
    number: usize,
    matte: &'a Matte,
    /// Where the upper left corner of the matte is.
    corner: (f32, f32),
}

impl Standing<'_> {
    /// How far back they stand, in widths of a face.
    fn back(&self) -> f32 {
        let nearest = self.places.faces.iter().map(|face| face.1).fold(0.0, f32::max);
        (nearest - self.places.faces[self.number].1) / self.places.width
    }

    /// The person.
    fn body(&self, surroundings: &Surroundings, light: Rgb, front: f32) -> Layer {
        let (matte, frame, (left, top)) = (self.matte, self.frame, self.corner);
        let (width, height) = (matte.width, matte.height);
        let face = self.places.faces[self.number];
        let lamp = surroundings.lamp;
        let away = (lamp.x - face.0, lamp.y - face.1);
        let far = away.0.hypot(away.1).max(1.0);
        let lit = rim(matte, self.places.width, (away.0 / far, away.1 / far));
        let edge = matte.soft((self.places.width * 0.03).max(1.0) as usize);
        let dark = scale(light, BLACK);
        let over = (luma(surroundings.shadows) - luma(dark)).clamp(0.0, HAZE) + BACK * self.back();
        let haze = mix(surroundings.shadows, surroundings.at(face.0, face.1), 0.4);
        let haze = mix(haze, [luma(haze); 3], 0.5);
        let haze = scale(haze, over / luma(haze).max(0.05));
        let before: Vec<f32> = (0..width).map(|column| self.before(column, front)).collect();
        let sheet = Sheet::paint(width + 2, height + 2, |px, py| {
            let (column, row) = ((px - 1.0) as usize, (py - 1.0) as usize);
            let inside = px >= 1.0 && py >= 1.0 && column < width && row < height;
            let i = row * width + column;
            if !inside || matte.alpha[i] <= 0.0 {
                return [0.0; 4];
            }
            let wrap = (1.0 - edge[i]).clamp(0.0, 1.0) * WRAP;
            let near = surroundings.at(px + left, py + top);
            let contact = smooth(-CONTACT.0 * self.places.width, 0.0, row as f32 - before[column]);
            let own = matte.color(i);
            // What is dark itself gives back less of it.
            let gloss = RIM * (0.35 + 0.65 * luma(own));
            let [r, g, b] = [0, 1, 2].map(|c| {
                let own = (own[c] * light[c] * (1.0 - CONTACT.1 * contact)).min(1.0);
                let added = 1.0 - (1.0 - near[c] * wrap) * (1.0 - haze[c]);
                let rim = lamp.color[c] * lit[i] * lamp.strength * gloss;
                1.0 - (1.0 - own) * (1.0 - added) * (1.0 - rim)
            });
            [r, g, b, matte.alpha[i]]
        });
        self.layer(sheet, (left - 1.0, top - 1.0), frame)
    }

    /// The row of the matte from which on something stands before this column.
    fn before(&self, column: usize, front: f32) -> f32 {
        let (left, top) = self.corner;
        let leaves = self.places.foreground.as_ref();
        let leaves = leaves.map_or(f32::MAX, |one| one.edge(column as f32 + left));
        let edge = leaves.min(if front < self.frame.h { front } else { f32::MAX });
        edge - top
    }

    /// What their shadow does to what is behind: most to people, who are close, little to the place.
    fn shade(&self, mattes: &[Matte], corners: &[(f32, f32)]) -> Layer {
        let (width, (left, top)) = (self.places.width, self.corner);
        let shadow = self.matte.shadow((width * 0.12) as usize);
        let beyond = shadow.beyond as f32;
        let (aside, below) = (width * 0.05, width * 0.07);
        let (x, y) = (left + aside - beyond, top + below - beyond);
        let somebody = |px: f32, py: f32| {
            let others = (mattes.iter().zip(corners)).filter(|(_, at)| **at != self.corner);
            others.map(|(one, at)| one.alpha_at(px + x - at.0, py + y - at.1)).fold(0.0, f32::max)
        };
        let sheet = Sheet::soft(shadow.width, shadow.height, 4, |px, py| {
            let (column, row) = (px as usize, py as usize);
            let inside = column < shadow.width && row < shadow.height;
            let a = if inside { shadow.alpha[row * shadow.width + column] } else { 0.0 };
            let dark = SHADE.0 + (SHADE.1 - SHADE.0) * somebody(px, py);
            [0.06, 0.04, 0.03, a * dark]
        });
        self.layer(sheet, (x, y), self.frame)
    }

    /// A layer of this person, who is there from the first frame on (nobody is ever seen through), settles and
    /// breathes.
    fn layer(&self, sheet: Sheet, (x, y): (f32, f32), frame: Frame) -> Layer {
        let number = self.number as f32;
        let life = move |t: f32| {
            let away = 1.0 - settle(t / SETTLED);
            let breath = (t * 0.9 + number * 2.1).sin();
            Pose::moved(0.0, (away * 2.6 + breath * 0.1) * frame.u)
        };
        // Who stands further behind moves a little less.
        let depth = DEPTH - 0.3 * self.back();
        Layer { sheet, x, y, depth, life: None, ripple: None }.alive(life)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::cutouts::{STAND, subjects};
    use crate::people::standing;

    /// The colour as light as the other.
    fn as_light(color: Rgb, other: Rgb) -> Rgb {
        scale(color, luma(other) / luma(color))
    }

    #[test]
    fn the_light_of_a_place_is_as_bright_for_everybody_and_bounded_in_colour() {
        let light = [1.0, 0.96, 0.9];
        for ambient in [[0.9, 0.5, 0.2], [0.05, 0.08, 0.3], [0.2, 0.6, 0.2], [0.7, 0.72, 0.75]] {
            let levels =
                [[0.93, 0.85, 0.8], [0.75, 0.56, 0.45], [0.35, 0.22, 0.16], [0.16, 0.14, 0.13]]
                    .map(|skin| {
                        let lit = tint(skin, falling(skin, light, ambient));
                        let change = delta_e(lab(skin), lab(as_light(lit, skin)));
                        assert!(change <= TINT + 0.1, "{skin:?} in {ambient:?}: {change}");
                        luma(lit) / luma(skin)
                    });
            assert!(levels.iter().all(|level| (level - levels[0]).abs() < 1e-3), "{levels:?}");
        }
    }

    #[test]
    fn a_lamp_leaves_faces_as_they_are() {
        let frame = Frame { w: 360.0, h: 640.0, u: 4.8, seconds: 10.0 };
        let (places, mattes) = standing::cut(frame, &subjects(&STAND), frame.h, false).unwrap();
        let scene = RgbImage::from_fn(360, 640, |x, y| {
            let lit = x.abs_diff(30) < 30 && y.abs_diff(260) < 60;
            image::Rgb(if lit { [255, 190, 90] } else { [40, 44, 70] })
        });
        let place = Place {
            scene: &scene,
            light: [1.0; 3],
            front: frame.h,
            foliage: Some(([0.2; 3], [0.5; 3])),
            seed: 1,
        };
        let layers = layers(frame, &places, &mattes, &place);
        // From the first frame on nobody is seen through.
        let there = |one: &Layer| one.life.as_ref().is_none_or(|life| life(0.0).opacity >= 1.0);
        assert!(layers.iter().all(there));
        for (face, matte) in places.faces.iter().zip(&mattes) {
            let corner = ((face.0 - matte.x).round(), (face.1 - matte.y).round());
            let body = layers.iter().find(|one| (one.x + 1.0, one.y + 1.0) == corner).unwrap();
            let mut seen = matte.samples(places.width, 1);
            for (i, sample) in seen.iter_mut().enumerate() {
                let at = (i / matte.width + 1) * body.sheet.width + i % matte.width + 1;
                sample.color = [0, 1, 2].map(|c| f32::from(body.sheet.planes[c][at]) / 255.0);
            }
            let (was, is) = (skin(&matte.samples(places.width, 1)), skin(&seen));
            let change = delta_e(lab(was), lab(as_light(is, was)));
            assert!(change <= TINT + 2.0, "{was:?} {is:?}: {change}");
        }
    }
}
