//! A carpenter's workshop: tools on a board with their shadows, a bench with a vice, what is being made
//! on it, shavings, and a lamp of green enamel.

mod things;
mod tools;

use super::{Spot, cushion};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{ink, oval, polygon, rect},
};
use crate::parts::room::LAMP;
use crate::parts::{
    forms::{ball, bar, block, post, shade},
    room::Indoors,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// Where the bench's top begins at the wall, and its front edge, as parts of the frame's height.
const TOP: (f32, f32) = (0.565, 0.63);

struct Shop {
    frame: Frame,
    light: Indoors,
    /// Where the window is: 1 right, -1 left.
    side: f32,
    /// A size that is as large beside the bench in every shape of the frame.
    s: f32,
}

impl Shop {
    fn lit(&self, tone: u32) -> Rgb {
        self.light.lit(hex(tone), 0.96)
    }

    /// Across the frame, from the middle to the window's side.
    fn across(&self, k: f32) -> f32 {
        self.frame.w * (0.5 + self.side * k)
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let s = (frame.h * 0.0078).min(frame.u * 1.04);
    let shop = Shop { frame, light: spot.light, side: plan.turn(), s };
    tools::board(stage, plan, &shop);
    shelf(stage, plan, &shop);
    bench(stage, plan, &shop);
    things::on_the_bench(stage, plan, &shop);
    lamp(stage, &shop);
}

/// A shelf above the board with tins, jars of nails and a level.
fn shelf(stage: &mut Stage, plan: &Plan, shop: &Shop) {
    let Frame { w, h, .. } = shop.frame;
    let s = shop.s;
    let mut dice = Dice::new(plan.seed, 864);
    let (far, near) = (shop.across(-0.5), shop.across(if w < h * 0.8 { 0.0 } else { -0.02 }));
    let (x, wide, y) = (far.min(near), (near - far).abs(), h * 0.195);
    stage.add(shop.frame.drawn(y - s * 12.0, y + s * 8.0, 0.2, 0.0, |c| {
        shade(c, (x, y + s * 1.6), (wide, s * 2.0));
        block(c, (x, y), (wide, s * 1.5), shop.lit(0x8A6038));
        let mut at = x + s * 3.0;
        while at < x + wide - s * 3.0 {
            let (half, tall) = (s * dice.range(1.5, 2.4), s * dice.range(3.6, 7.0));
            let tone = shop.lit(dice.pick(&[0xB8503A, 0x4A7A8A, 0xD9B04A, 0x7A8A6A, 0xC9C2B4]));
            if dice.next() < 0.5 {
                post(c, at, (y - tall, y), half, tone);
                block(
                    c,
                    (at - half, y - tall * 0.7),
                    (half * 2.0, tall * 0.36),
                    shop.lit(0xEDE2C8),
                );
                if let Some(path) = oval(at, y - tall, half, half * 0.24) {
                    c.fill(&path, ink(shop.lit(0xB4B8BA), 1.0));
                }
            } else {
                post(c, at, (y - tall, y), half, mix(tone, shop.lit(0xC4D4D4), 0.7));
                block(
                    c,
                    (at - half, y - tall - s * 0.9),
                    (half * 2.0, s * 1.2),
                    shop.lit(0x9A9EA0),
                );
                for n in 0..7 {
                    let dx = half * (n as f32 / 3.5 - 0.86);
                    bar(
                        c,
                        (at + dx, y - s * 0.6),
                        (at + dx * 0.6, y - tall * 0.5),
                        s * 0.2,
                        shop.lit(0x6A6258),
                    );
                }
            }
            at += half * 2.0 + s * dice.range(0.6, 2.6);
        }
    }));
}

/// The bench: a thick top of beech that was worked on for years, drawers, legs and what lies below.
fn bench(stage: &mut Stage, plan: &Plan, shop: &Shop) {
    let Frame { w, h, u, .. } = shop.frame;
    let (seed, light) = (plan.noise(866), shop.light);
    let (back, edge, foot) = (h * TOP.0, h * TOP.1, h * 0.87);
    let (beech, dark) = (hex(0xC99256), hex(0x7A5232));
    let thick = shop.s * 3.6;
    stage.add(shop.frame.painted(back, foot, 0.44, 0.0, |x, y| {
        if y < edge {
            // Boards along it, cuts and stains; window and lamp lie on it.
            let down = (y - back) / (edge - back);
            let row = (down * 3.0).floor();
            let grain = fbm(seed, x / (u * 12.0) + row * 4.0, y / (u * 0.36), 4) - 0.5;
            let stain = fbm(seed ^ 1, x / (u * 5.0), y / (u * 1.6), 3);
            let seam = smooth(0.0, 0.07, down * 3.0 - row);
            let cut =
                smooth(0.86, 0.9, value(seed ^ 2, x / (u * 0.3), y / (u * 2.0) + x / (u * 3.0)));
            let mut c = scale(beech, 0.9 + 0.36 * grain - 0.3 * smooth(0.56, 0.75, stain));
            c = scale(c, (0.6 + 0.4 * seam) * (1.0 - 0.2 * cut));
            let glow = (-((x - shop.across(0.24)) / (w * 0.34)).powi(2)).exp() * plan.daylight()
                + (-((x - shop.across(-0.16)) / (w * 0.3)).powi(2)).exp() * light.lamp;
            c = add(light.lit(c, 0.98), [1.0, 0.88, 0.68], 0.15 * glow);
            return pixel(scale(c, 0.78 + 0.26 * down), 1.0);
        }
        let down = y - edge;
        let grain = fbm(seed ^ 3, x / (u * 9.0), y / (u * 0.5), 3) - 0.5;
        if down < thick {
            let c = scale(beech, 0.84 + 0.3 * grain - 0.34 * down / thick);
            return pixel(
                add(light.lit(c, 0.95), [1.0; 3], 0.12 * smooth(u * 0.5, 0.0, down)),
                1.0,
            );
        }
        // A front of drawers, each with its shadow.
        let (cell, sy) = ((x / (u * 17.0)).rem_euclid(1.0), (down - thick) / (foot - edge - thick));
        let half = (sy * 2.0).rem_euclid(1.0);
        let rim = (cell.min(1.0 - cell) * 17.0)
            .min(half.min(1.0 - half) * (foot - edge - thick) / (2.0 * u));
        let mut c = scale(dark, 0.9 + 0.4 * grain);
        c = scale(c, 0.55 + 0.45 * smooth(0.4, 0.8, rim));
        let knob = ((cell - 0.5) * 17.0).hypot((half - 0.5) * (foot - edge - thick) / (2.0 * u));
        c = mix(c, hex(0xC79A50), smooth(1.1, 0.9, knob));
        c = scale(c, 1.0 - 0.5 * smooth(u * 3.0, 0.0, down - thick) - 0.25 * sy);
        pixel(light.lit(c, 0.9), smooth(foot, foot - 1.5, y))
    }));
}

/// The lamp above the bench, and its cone of light.
fn lamp(stage: &mut Stage, shop: &Shop) {
    let Frame { h, u, .. } = shop.frame;
    let s = shop.s;
    let (x, y) = (shop.across(-0.16), h * 0.13);
    let enamel = shop.lit(0x2F5A46);
    let on = 0.3 + 0.7 * shop.light.lamp;
    stage.add(shop.frame.drawn(0.0, y + s * 6.0, 0.48, 0.0, |c| {
        bar(c, (x, -u * 6.0), (x, y), u * 0.3, hex(0x1E1A16));
        post(c, x, (y - s, y + s * 0.8), s * 1.2, enamel);
        if let Some(path) = polygon(&[
            (x - s * 1.8, y + s * 0.4),
            (x + s * 1.8, y + s * 0.4),
            (x + s * 7.6, y + s * 4.4),
            (x - s * 7.6, y + s * 4.4),
        ]) {
            c.fade(
                &path,
                (x - s * 7.0, 0.0),
                (x + s * 7.0, 0.0),
                &[
                    (0.0, ink(scale(enamel, 0.7), 1.0)),
                    (0.36, ink(add(enamel, [1.0; 3], 0.2), 1.0)),
                    (1.0, ink(scale(enamel, 0.5), 1.0)),
                ],
            );
        }
        if let Some(path) = rect(x - s * 7.6, y + s * 4.2, s * 15.2, s * 0.6) {
            c.fill(&path, ink(shop.lit(0xE8E2D0), 1.0));
        }
        ball(c, (x, y + s * 5.0), (s * 1.5, s * 1.1), mix(hex(0xE8DCC0), hex(0xFFF4D0), on));
    }));
    stage.sparks(0.48, move |t, out| {
        let breath = on * (0.96 + 0.04 * (t * 0.8).sin());
        out.push(Spark::glow(x, y + s * 12.0, s * 26.0, LAMP, 0.3 * breath));
        out.push(Spark::glow(x, y + s * 5.0, s * 7.0, [1.0, 0.9, 0.68], 0.5 * breath));
    });
}
