//! What stands in rooms. Each piece stands on the floor, throws a shadow, takes the room's light and
//! keeps low where prints and people are.

mod bed;
mod carpenter;
mod fire;
mod registry;
mod seats;
mod sewing;
mod shop;
mod tables;
mod tree;
mod ward;
mod work;

use serde::Deserialize;

use self::shop::Goods;

use super::room::{FLOOR, Indoors};
use crate::paint::{
    color::{Rgb, add, scale},
    shapes::{Canvas, Position, curve, ink, rect},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// A piece of furniture.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    Armchair,
    Bed,
    Blackboard,
    BreadShop,
    ChristmasTree,
    ClothShop,
    Couch,
    DiningTable,
    DressStand,
    Fireplace,
    FloorLamp,
    HospitalBed,
    Mirrors,
    Piano,
    Plant,
    Register,
    SewingMachine,
    SewingShelves,
    Television,
    TinShop,
    Workbench,
}

/// Where it stands.
#[derive(Clone, Copy, Deserialize)]
pub struct Furniture {
    pub piece: Piece,
    /// From the middle (0) to the side where the window is (1) or the other (-1).
    #[serde(default)]
    pub x: f32,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, furniture: Furniture) {
    let x = frame.w * (0.5 + furniture.x * plan.turn() * 0.5);
    let spot = Spot { x, foot: frame.h * FLOOR, light: Indoors::of(plan) };
    match furniture.piece {
        Piece::Armchair => seats::armchair(stage, plan, frame, &spot),
        Piece::Couch => seats::couch(stage, plan, frame, &spot),
        Piece::Bed => bed::bed(stage, plan, frame, &spot),
        Piece::HospitalBed => ward::draw(stage, plan, frame, &spot),
        Piece::Blackboard => work::blackboard(stage, plan, frame, &spot),
        Piece::BreadShop => shop::shop(stage, plan, frame, &spot, Goods::Bread),
        Piece::ClothShop => shop::shop(stage, plan, frame, &spot, Goods::Cloth),
        Piece::TinShop => shop::shop(stage, plan, frame, &spot, Goods::Tins),
        Piece::Mirrors => work::mirrors(stage, plan, frame, &spot),
        Piece::Workbench => carpenter::draw(stage, plan, frame, &spot),
        Piece::ChristmasTree => tree::christmas_tree(stage, plan, frame, &spot),
        Piece::DiningTable => tables::dining_table(stage, plan, frame),
        Piece::DressStand => sewing::dress(stage, plan, frame, &spot),
        Piece::Fireplace => fire::fireplace(stage, plan, frame, &spot),
        Piece::FloorLamp => floor_lamp(stage, frame, &spot),
        Piece::Piano => tables::piano(stage, plan, frame, &spot),
        Piece::Plant => super::room::plant(stage, plan, frame, furniture.x),
        Piece::Register => registry::register(stage, plan, frame, &spot),
        Piece::SewingMachine => sewing::machine(stage, plan, frame, &spot),
        Piece::SewingShelves => sewing::shelves(stage, plan, frame, &spot),
        Piece::Television => tables::television(stage, frame, &spot),
    }
}

/// Where a piece stands, and in what light.
struct Spot {
    x: f32,
    /// Where wall and floor meet.
    foot: f32,
    light: Indoors,
}

/// A block with rounded upper corners, shaded from above.
fn cushion(c: &mut Canvas, (x, y): Position, (w, h): (f32, f32), round: f32, tone: Rgb) {
    let r = round.min(w / 2.0).min(h / 2.0);
    let Some(path) = curve(
        (x, y + h),
        &[
            ((x, y + h), (x, y + r)),
            ((x, y), (x + r, y)),
            ((x + r, y), (x + w - r, y)),
            ((x + w, y), (x + w, y + r)),
            ((x + w, y + r), (x + w, y + h)),
        ],
    ) else {
        return;
    };
    c.fade(
        &path,
        (x, y),
        (x, y + h),
        &[
            (0.0, ink(add(tone, [1.0; 3], 0.1), 1.0)),
            (0.3, ink(tone, 1.0)),
            (1.0, ink(scale(tone, 0.6), 1.0)),
        ],
    );
}

/// A turned leg.
fn leg(c: &mut Canvas, (x, y): Position, tall: f32, half: f32, tone: Rgb) {
    if let Some(path) = rect(x - half, y - tall, half * 2.0, tall) {
        c.fade(
            &path,
            (x - half, 0.0),
            (x + half, 0.0),
            &[
                (0.0, ink(scale(tone, 0.7), 1.0)),
                (0.4, ink(tone, 1.0)),
                (1.0, ink(scale(tone, 0.5), 1.0)),
            ],
        );
    }
}

/// A lamp on a stand with a shade of cloth, and its pool of light.
fn floor_lamp(stage: &mut Stage, frame: Frame, spot: &Spot) {
    let u = frame.u;
    let (x, foot) = (spot.x, spot.foot + u * 4.0);
    let top = foot - u * 36.0;
    let on = (spot.light.lamp * 1.6).min(1.0);
    let stand = spot.light.lit(crate::paint::color::hex(0x6B4A2E), 0.9);
    stage.add(frame.drawn(top - u * 2.0, foot + u * 2.0, 0.4, 0.0, |c| {
        super::props::shadow(c, (x, foot), u * 4.0, u);
        leg(c, (x, foot), u * 27.0, u * 0.45, stand);
        if let Some(path) = rect(x - u * 3.0, foot - u * 0.9, u * 6.0, u * 0.9) {
            c.fill(&path, ink(scale(stand, 0.8), 1.0));
        }
        if let Some(path) = crate::paint::shapes::polygon(&[
            (x - u * 3.4, top),
            (x + u * 3.4, top),
            (x + u * 6.2, top + u * 10.0),
            (x - u * 6.2, top + u * 10.0),
        ]) {
            let cloth = crate::paint::color::mix(
                spot.light.lit(crate::paint::color::hex(0xD9C7A4), 0.9),
                [1.0, 0.86, 0.6],
                on * 0.85,
            );
            c.fade(
                &path,
                (x - u * 6.0, 0.0),
                (x + u * 6.0, 0.0),
                &[
                    (0.0, ink(scale(cloth, 0.74), 1.0)),
                    (0.45, ink(cloth, 1.0)),
                    (1.0, ink(scale(cloth, 0.7), 1.0)),
                ],
            );
        }
    }));
    stage.sparks(0.4, move |t, out| {
        let breath = on * (0.94 + 0.06 * (t * 0.8).sin());
        out.push(Spark::glow(x, top + u * 9.0, u * 26.0, [1.0, 0.74, 0.42], breath * 0.34));
        out.push(Spark::glow(x, top + u * 6.0, u * 8.0, [1.0, 0.86, 0.6], breath * 0.4));
    });
}
