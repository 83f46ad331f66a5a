//! What a person said is seen there, beside what the setting has of its own: flowers, candles, strings
//! of lights, fireworks, balloons. (The colour of a couch is the couch's own, in
//! [`super::furniture`].)
//!
//! Always: low and on the side that prints leave free, or above people. A setting whose file says
//! that it shows it anyway (`features`) gets no second one. To add one: a variant of `Feature`, and its drawing here.

use evernear_rules::story::{Feature, Hour};

use super::{birthday, daylight, memory, props, room::Indoors, town};
use crate::paint::{
    color::{Rgb, hex, mix},
    noise::Dice,
    shapes::{curve, ink},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// How near strings of lights are: before walls, behind people.
const ABOVE: f32 = 0.5;

/// Draws the plan's features into a finished stage, but for those that the setting has of its own.
pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, own: &[Feature]) {
    let open = plan.open();
    let mut extra = Stage::new(stage.light);
    for feature in plan.features.iter().filter(|feature| !own.contains(feature)) {
        match feature {
            Feature::Flowers => flowers(&mut extra, plan, frame, open),
            Feature::Candles => {
                // Flowers have the free side.
                let flowered = plan.features.contains(&Feature::Flowers);
                let side = if flowered { -plan.side } else { plan.side };
                memory::candle(&mut extra, plan, frame, side, frame.h * 1.003);
            }
            Feature::Lights => birthday::fairy_lights(&mut extra, plan, frame, ABOVE),
            Feature::Fireworks if open && plan.hour == Hour::Night => {
                town::rockets(&mut extra, plan, frame);
            }
            Feature::Balloons => {
                birthday::balloons(&mut extra, plan, frame, plan.hour == Hour::Day);
            }
            Feature::Fireworks | Feature::RedCouch => {}
        }
    }
    stage.merge(extra);
}

/// Flowers with their leaves that reach into the frame from below, as those nearest to who looks on.
fn flowers(stage: &mut Stage, plan: &Plan, frame: Frame, open: bool) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 640);
    let petals = dice.pick(&[
        [hex(0xC8475A), hex(0xF0B8B4), hex(0xF6EBDD)],
        [hex(0xD9713F), hex(0xF2C45A), hex(0xF7E9D0)],
        [hex(0x8E5BA6), hex(0xD9A6C8), hex(0xF3ECF2)],
    ]);
    let (x, foot) = (w * (0.5 + 0.36 * plan.side), h * 1.01);
    let (dark, pale) = plan.foliage();
    let light = Indoors::of(plan);
    let lit = |tone: Rgb| if open { daylight::lit(plan, tone) } else { light.lit(tone, 0.95) };
    stage.add(frame.drawn(foot - u * 20.0, h, 0.66, 0.0, |c| {
        let heads: Vec<_> = (0..15usize)
            .map(|n| {
                let across = (n as f32 / 14.0 - 0.5) * 2.0 + dice.range(-0.1, 0.1);
                let rise = 17.0 * (1.0 - 0.42 * across * across) - dice.range(0.0, 6.5);
                (x + u * 11.0 * across, foot - u * rise.max(3.0), n)
            })
            .collect();
        for &(hx, hy, n) in &heads {
            let green = lit(mix(dark, pale, (n % 5) as f32 / 6.0));
            let root = (x + (hx - x) * 0.16, foot);
            let bend = (x + (hx - x) * 0.4, f32::midpoint(hy, foot));
            if let Some(path) = curve(root, &[(bend, (hx, hy))]) {
                c.line(&path, u * 0.34, ink(green, 1.0));
            }
            for k in 0..3 {
                let s = 0.3 + 0.2 * k as f32;
                let at = (root.0 + (hx - root.0) * s, root.1 + (hy - root.1) * s);
                let turn = if (n + k) % 2 == 0 { -0.5 } else { -2.6 };
                props::leaf(c, at, u * dice.range(2.4, 4.2), turn + dice.range(-0.4, 0.4), green);
            }
        }
        for &(hx, hy, n) in &heads {
            props::rose(c, (hx, hy), u * dice.range(1.5, 2.3), lit(petals[n % 3]));
        }
    }));
}
