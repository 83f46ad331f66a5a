//! What a person said is seen there, beside what the setting has of its own: flowers, candles, strings
//! of lights, fireworks, balloons. (The colour of a couch is the couch's own, in
//! [`super::furniture`].)
//!
//! Always: low and on the side that prints leave free, or above people. A setting that shows it anyway
//! gets no second one. To add one: a variant of `Feature`, and its drawing here.

use evernear_rules::story::{Feature, Hour};
use evernear_settings::Kind;

use super::{backdrop, birthday, memory, props, room::Indoors, town};
use crate::paint::{
    color::{Rgb, hex, mix},
    noise::Dice,
    shapes::{curve, ink},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// Settings that have it of their own.
const FLOWERED: &[&str] =
    &["garden", "blossom-tree", "sunflower-field", "meadow", "wedding-altar", "jacaranda-avenue"];
const CANDLELIT: &[&str] = &["birthday-table", "indoors-any"];
const STRUNG: &[&str] = &["birthday-table", "rooftop", "new-year-rooftop", "beach-bar", "market"];

/// Draws everything of the plan's features into a finished stage.
pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let setting = plan.setting.name;
    let open = matches!(plan.setting.kind, Kind::Outdoors | Kind::Water);
    let mut extra = Stage::new(stage.light);
    for feature in &plan.features {
        match feature {
            Feature::Flowers if !FLOWERED.contains(&setting) => {
                flowers(&mut extra, plan, frame, open)
            }
            Feature::Candles if !CANDLELIT.contains(&setting) => {
                memory::candle(&mut extra, plan, frame, plan.side);
            }
            Feature::Lights if !STRUNG.contains(&setting) => {
                birthday::fairy_lights(&mut extra, plan, frame);
            }
            Feature::Fireworks
                if open && plan.hour == Hour::Night && setting != "new-year-rooftop" =>
            {
                town::rockets(&mut extra, plan, frame);
            }
            Feature::Balloons if setting != "birthday-table" => {
                birthday::balloons(&mut extra, plan, frame, plan.hour == Hour::Day);
            }
            _ => {}
        }
    }
    stage.merge(extra);
}

/// Roses, daisies and leaves: in a jug indoors, in a clump from the ground out of doors.
fn flowers(stage: &mut Stage, plan: &Plan, frame: Frame, open: bool) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 640);
    let petals = dice.pick(&[
        [hex(0xC8475A), hex(0xF0B8B4), hex(0xF6EBDD)],
        [hex(0xD9713F), hex(0xF2C45A), hex(0xF7E9D0)],
        [hex(0x8E5BA6), hex(0xD9A6C8), hex(0xF3ECF2)],
    ]);
    let (x, foot) = (w * (0.5 + 0.36 * plan.side), h * if open { 1.01 } else { 0.93 });
    let (dark, pale) = plan.foliage();
    let light = Indoors::of(plan);
    let lit = |tone: Rgb| if open { backdrop::lit(plan, tone) } else { light.lit(tone, 0.95) };
    let (spread, tall) = if open { (11.0, 17.0) } else { (8.0, 15.5) };
    let neck = if open { foot } else { foot - u * 7.0 };
    stage.add(frame.drawn(foot - u * 26.0, h.max(foot + u * 2.0), 0.66, 0.0, |c| {
        if !open {
            props::shadow(c, (x, foot), u * 4.6, u);
        }
        let heads: Vec<_> = (0..15)
            .map(|n| {
                let across = (n as f32 / 14.0 - 0.5) * 2.0 + dice.range(-0.1, 0.1);
                let rise = tall * (1.0 - 0.42 * across * across) - dice.range(0.0, 6.5);
                (x + u * spread * across, neck - u * rise.max(3.0), n)
            })
            .collect();
        for &(hx, hy, n) in &heads {
            let green = mix(dark, pale, (n % 5) as f32 / 6.0);
            let root = (x + (hx - x) * 0.16, neck);
            if let Some(path) = curve(root, &[((x + (hx - x) * 0.4, (hy + neck) / 2.0), (hx, hy))])
            {
                c.line(&path, u * 0.34, ink(lit(green), 1.0));
            }
            for k in 0..3 {
                let s = 0.3 + 0.2 * k as f32;
                let at = (root.0 + (hx - root.0) * s, root.1 + (hy - root.1) * s);
                let side = if (n + k) % 2 == 0 { -0.5 } else { -2.6 };
                props::leaf(
                    c,
                    at,
                    u * dice.range(2.4, 4.2),
                    side + dice.range(-0.4, 0.4),
                    lit(green),
                );
            }
        }
        if !open {
            let clay = lit(dice.pick(&[hex(0xE4DCCB), hex(0x7F9AA8), hex(0xC98E62)]));
            props::vessel(c, (x, foot), u, (3.0, 8.6, 2.4), clay);
        }
        for &(hx, hy, n) in &heads {
            let r = u * dice.range(1.5, 2.3);
            props::rose(c, (hx, hy), r, lit(petals[n % 3]));
        }
    }));
}
