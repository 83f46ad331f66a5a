//! What stands out of doors, on the ground of a view: a tree, a bench, a swing, crops, a barn.

mod avenue;
mod buildings;
mod camp;
mod coast;
mod crops;
mod drive_in;
mod fair;
mod graves;
mod groves;
mod hillside;
mod mine;
mod people_made;
mod play;
mod sport;
mod tableland;
mod tea;
mod trees;
mod vegetables;
mod vineyard;
mod wildflowers;
mod yard;

use serde::Deserialize;

use super::{backdrop, sky, weather};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// A view with what stands in it, from far to near.
#[derive(Clone, Deserialize)]
pub struct Outdoors {
    pub view: backdrop::View,
    /// As a part of the frame's height.
    #[serde(default = "middle")]
    pub horizon: f32,
    #[serde(default)]
    pub things: Vec<Thing>,
}

fn middle() -> f32 {
    0.5
}

/// Something that stands there.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thing {
    /// Rows that run to the horizon.
    Wheat,
    Sunflowers,
    Vines,
    /// Clipped bushes on terraces.
    Tea,
    /// Fruit trees in rows, a ladder, crates of apples.
    FruitTrees,
    /// Old olive trees on stony earth.
    OliveTrees,
    /// Hills near at hand with a path, a farm, sheep.
    Hillside,
    /// Tall grass with flowers in it.
    Wildflowers,
    /// A broad crown at one side whose boughs hang into the frame.
    Tree,
    Blossom,
    Jacaranda,
    Palms,
    Swing,
    Bench,
    Blanket,
    Fire,
    Barn,
    Windpump,
    Fence,
    Graves,
    WashingLine,
    Huts,
    /// Furrows with what grows in them, bean poles, a scarecrow.
    Vegetables,
    /// Swings, a slide, a frame to climb on, in sand.
    Playground,
    /// A big wheel, a carousel, booths.
    Fair,
    /// A headland with a lighthouse, and turf before it.
    Cliff,
    /// A flat-topped mountain above a town, seen from a slope with rocks.
    Tableland,
    /// A goal, a pavilion, lines on the grass.
    SportsField,
    /// The tower of a mine with its wheels.
    Headgear,
    /// Tents, a flag, a watchtower.
    Camp,
    /// A large screen with cars before it.
    DriveIn,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, outdoors: &Outdoors) {
    let p = backdrop::draw(stage, plan, frame, outdoors.view, outdoors.horizon);
    let line = frame.h * outdoors.horizon;
    for thing in &outdoors.things {
        thing.draw(stage, plan, frame, line, p);
    }
    weather::add(stage, plan, frame);
}

impl Thing {
    fn draw(self, stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
        use crate::paint::color::hex;
        match self {
            Self::Wheat => crops::wheat(stage, plan, frame, line, p),
            Self::Sunflowers => crops::sunflowers(stage, plan, frame, line, p),
            Self::Vines => vineyard::vines(stage, plan, frame, line, p),
            Self::Tea => tea::terraces(stage, plan, frame, line, p),
            Self::FruitTrees => groves::orchard(stage, plan, frame, line, p),
            Self::OliveTrees => groves::olives(stage, plan, frame, line, p),
            Self::Hillside => hillside::hillside(stage, plan, frame, line, p),
            Self::Wildflowers => wildflowers::wildflowers(stage, plan, frame, line, p),
            Self::Tree => trees::crown(stage, plan, frame, line, p, None),
            Self::Blossom => {
                trees::crown(stage, plan, frame, line, p, Some([hex(0xE7A3B8), hex(0xFBE4EA)]));
            }
            Self::Jacaranda => avenue::avenue(stage, plan, frame, line, p),
            Self::Palms => trees::palms(stage, plan, frame, p),
            Self::Swing => people_made::swing(stage, plan, frame),
            Self::Bench => people_made::bench(stage, plan, frame),
            Self::Blanket => people_made::blanket(stage, plan, frame),
            Self::Fire => people_made::fire(stage, plan, frame),
            Self::Barn => buildings::barn(stage, plan, frame, line, p),
            Self::Windpump => buildings::windpump(stage, plan, frame, line, p),
            Self::Fence => buildings::fence(stage, plan, frame, line),
            Self::Graves => graves::graves(stage, plan, frame, line, p),
            Self::WashingLine => people_made::washing_line(stage, plan, frame),
            Self::Huts => buildings::huts(stage, plan, frame, line, p),
            Self::Vegetables => vegetables::vegetables(stage, plan, frame, line, p),
            Self::Playground => play::playground(stage, plan, frame, line, p),
            Self::Fair => fair::fair(stage, plan, frame, line),
            Self::Cliff => coast::cliff(stage, plan, frame, line, p),
            Self::Tableland => tableland::tableland(stage, plan, frame, line, p),
            Self::SportsField => sport::field(stage, plan, frame, line, p),
            Self::Headgear => mine::headgear(stage, plan, frame, line, p),
            Self::Camp => camp::camp(stage, plan, frame, line, p),
            Self::DriveIn => drive_in::drive_in(stage, plan, frame, line, p),
        }
    }
}
