//! A setting's scenery, as its file says: the parts that are drawn from far to near, its light, and
//! what is heard.
//!
//! What always holds: a setting shows six or more depths, light that makes sense and moving life of its
//! own, or what another setting shows (`like`), or what stands in for its kind. Everything stands behind
//! the prints (but for what holds them), so nothing can cover a face. To add a setting: a file of `server/renderer/settings`; to
//! add something that can be drawn: a part ([`crate::parts`]).

use std::collections::HashMap;
use std::sync::LazyLock;

use evernear_rules::story::{Feature, Mood};
use evernear_settings::{SETTINGS, Setting};
use serde::Deserialize;

use crate::paint::color::{mix, tint};
use crate::parts::{Lighting, Part, features};
use crate::people::arrangement::{self, Arrangement};
use crate::plan::{Plan, neutral};
use crate::sound::air::Air;
use crate::stage::{Frame, Light, Stage};

/// The part of a setting's file that the renderer reads.
#[derive(Deserialize)]
struct File {
    scenery: Option<Scenery>,
}

/// What is drawn and heard.
#[derive(Deserialize)]
struct Scenery {
    /// The setting that looks the same.
    like: Option<String>,
    #[serde(default)]
    light: Lighting,
    /// From where on, as a part of the frame's height, something stands before people, such as a table;
    /// where a part says so itself ([`Part::front`]) the file need not.
    front: Option<f32>,
    /// What it shows of its own, so that words do not add it a second time.
    #[serde(default)]
    features: Vec<Feature>,
    /// From far to near.
    #[serde(default)]
    parts: Vec<Part>,
    /// How prints are shown there; one is chosen by the seed.
    #[serde(default)]
    prints: Vec<Arrangement>,
    /// What is heard, and how loud.
    #[serde(default)]
    sounds: Vec<(Air, f32)>,
}

static SCENERIES: LazyLock<HashMap<&'static str, Scenery>> = LazyLock::new(|| {
    SETTINGS
        .iter()
        .filter_map(|setting| {
            let read: Result<File, _> = toml::from_str(setting.source);
            // The files are part of the program, and a test reads each of them.
            #[expect(clippy::panic, reason = "a build with a broken file must not start")]
            let file = read.unwrap_or_else(|error| panic!("{}.toml: {error}", setting.name));
            Some((setting.name, file.scenery?))
        })
        .collect()
});

/// The scenery of a setting, of the one that it looks like, or of what stands in for its kind.
fn of(setting: &Setting) -> &'static Scenery {
    let of = |name: &str| SCENERIES.get(name);
    let own = of(setting.name).or_else(|| of(neutral(setting.kind).name));
    let like = own.and_then(|own| own.like.as_deref()).and_then(of);
    like.or(own).expect("what stands in for a kind is drawn")
}

/// The settings that have scenery of their own, by name.
pub fn drawn() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|setting| {
        SCENERIES.get(setting.name).is_some_and(|scenery| !scenery.parts.is_empty())
    })
}

/// The setting's own light, shaped by weather, season and mood: the same way for every setting.
pub fn light(plan: &Plan) -> Light {
    let own = of(plan.setting).light.at(plan);
    let shade = plan.shade();
    // Joy comes early: the light has turned from the start.
    let from = if plan.mood == Some(Mood::Joy) { mix(own.from, own.to, 0.6) } else { own.from };
    // Prints take on a little of it; faces keep their colours.
    let prints = tint(own.prints, mix([1.0; 3], shade, 0.3));
    Light { from: tint(from, shade), to: tint(own.to, shade), prints }
}

/// The row from which on something stands before people; the frame's height where nothing does.
pub fn front(plan: &Plan, frame: Frame) -> f32 {
    let scenery = of(plan.setting);
    let part = || scenery.parts.iter().find_map(Part::front);
    scenery.front.or_else(part).map_or(frame.h, |front| front * frame.h)
}

/// How prints may be shown in this setting: as its own file says, or that of the one that it looks like.
pub fn arrangements(setting: &Setting) -> &'static [Arrangement] {
    let own = SCENERIES.get(setting.name).map(|scenery| &scenery.prints[..]);
    own.filter(|own| !own.is_empty()).unwrap_or(&of(setting).prints)
}

/// How `count` prints are shown in this film.
pub fn arrangement(plan: &Plan, frame: Frame, count: usize) -> Arrangement {
    arrangement::chosen(arrangements(plan.setting), plan, frame, count)
}

/// How one print that hangs is held in this film.
pub fn hanging(plan: &Plan) -> Arrangement {
    arrangement::hanging(arrangements(plan.setting), plan)
}

/// What is heard, and how loud.
pub fn sounds(plan: &Plan) -> &'static [(Air, f32)] {
    &of(plan.setting).sounds
}

/// The whole stage.
pub fn build(plan: &Plan, frame: Frame) -> Stage {
    let mut stage = Stage::new(light(plan));
    let scenery = of(plan.setting);
    for part in &scenery.parts {
        part.draw(&mut stage, plan, frame);
    }
    features::draw(&mut stage, plan, frame, &scenery.features);
    stage
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::Item;
    use evernear_rules::story::Story;

    /// Where no layer of a scene is.
    const PERSON: f32 = -12_345.0;

    #[test]
    fn every_setting_shows_something() {
        for setting in SETTINGS.iter() {
            assert!(!of(setting).parts.is_empty(), "{}", setting.name);
            assert!(!of(setting).sounds.is_empty(), "{}", setting.name);
        }
        for (name, scenery) in SCENERIES.iter() {
            assert_eq!(scenery.like.is_some(), scenery.parts.is_empty(), "{name}: either is said");
        }
    }
    #[test]
    fn what_people_stand_behind_is_before_them_in_every_shape() {
        let mut behind = Vec::new();
        for (setting, (w, h)) in SETTINGS.iter().flat_map(|setting| {
            [(720.0, 1280.0), (1280.0, 720.0), (960.0, 960.0)].map(|size| (setting, size))
        }) {
            let story = Story { setting: Some(setting.name.to_owned()), ..Story::default() };
            let plan = Plan::of(&story, 0, 1);
            let frame = Frame { w, h, u: f32::sqrt(w * h) / 100.0, seconds: 10.0 };
            let row = front(&plan, frame);
            if row >= h {
                continue;
            }
            let mut stage = build(&plan, frame);
            let mut person = frame.painted(0.0, h, 0.5, 0.0, |_, _| [0.5, 0.5, 0.5, 1.0]);
            person.x = PERSON;
            stage.stand(vec![person], row - 4.0 * frame.u, frame);
            let mut layers = stage.back.iter().filter_map(|item| match item {
                Item::Layer(layer) => Some(layer.x),
                Item::Sparks { .. } => None,
            });
            if layers.next_back() == Some(PERSON) {
                behind.push(format!("{} {w} x {h}", setting.name));
            }
        }
        assert_eq!(behind, [""; 0]);
    }
}
