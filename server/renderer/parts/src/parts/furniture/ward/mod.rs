//! A bed in a hospital with its rails, the drip and the monitor beside it, a curtain that is half drawn,
//! flowers on the sill and a chair for who visits.

mod bed;
mod watch;

use super::{Spot, cushion, leg};
use crate::paint::{
    color::{Rgb, hex, mix, pixel, scale, smooth},
    noise::{Dice, value},
    shapes::{Position, ink, oval, rounded},
};
use crate::parts::{
    forms::{ball, bar, block, flat, shade},
    props::{leaf, rose, shadow, vessel},
    room::Indoors,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// Where things are: the window's side, and a size that is as large beside it in every shape of the frame.
struct Ward {
    frame: Frame,
    light: Indoors,
    side: f32,
    s: f32,
    /// Where the bed's head is, how long it is, and the floor below it.
    head: f32,
    long: f32,
    foot: f32,
}

impl Ward {
    /// A place beside the bed: from its head (0) to its foot (1), and up from the floor.
    fn at(&self, along: f32, up: f32) -> Position {
        (self.head + self.side * along * self.long, self.foot - up * self.s)
    }

    /// Across the frame, from the middle to the window's side.
    fn across(&self, k: f32) -> f32 {
        self.frame.w * (0.5 + self.side * k)
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let s = (frame.h * 0.0078).min(frame.u * 1.04);
    let side = plan.turn();
    let ward = Ward {
        frame,
        light: spot.light,
        side,
        s,
        head: frame.w * (0.5 - side * if frame.w < frame.h * 0.8 { 0.43 } else { 0.36 }),
        long: (frame.w * 0.84).min(s * 84.0),
        foot: frame.h * 0.805,
    };
    fittings(stage, &ward);
    curtain(stage, plan, &ward);
    watch::monitor(stage, &ward);
    sill(stage, plan, &ward);
    chair(stage, &ward);
    watch::drip(stage, &ward);
    bed::bed(stage, plan, &ward);
}

/// The rail along the wall, the strip with lamp and outlets above the bed, a clock.
fn fittings(stage: &mut Stage, ward: &Ward) {
    let Frame { w, h, u, .. } = ward.frame;
    let s = ward.s;
    let lit = |tone: u32| ward.light.lit(hex(tone), 0.95);
    stage.add(ward.frame.drawn(h * 0.1, h * 0.66, 0.16, 0.0, |c| {
        shade(c, (-u * 9.0, h * 0.6 + u), (w + u * 18.0, u * 2.0));
        block(c, (-u * 9.0, h * 0.6), (w + u * 18.0, u * 2.4), lit(0xB78A5A));
        bar(
            c,
            (-u * 9.0, h * 0.6 + u * 0.5),
            (w + u * 9.0, h * 0.6 + u * 0.5),
            u * 0.3,
            lit(0xE0BE90),
        );
        let (far, near) = (ward.across(-0.62), ward.across(-0.03));
        let (x, wide, y) = (far.min(near), (near - far).abs(), h * 0.405);
        shade(c, (x, y + u), (wide, s * 5.6));
        block(c, (x, y), (wide, s * 5.6), lit(0xE9EAE2));
        block(c, (x, y + s * 5.0), (wide, s * 1.2), lit(0x8FA9A6));
        for (n, tone) in
            [0x3F8F6A, 0xF4F4EE, 0xC8A83A, 0xF4F4EE, 0x3A6FA0, 0xF4F4EE].into_iter().enumerate()
        {
            let at = (ward.across(-0.08 - 0.062 * n as f32), y + s * 2.6);
            if let Some(path) = rounded(at.0 - s * 1.3, at.1 - s * 1.3, s * 2.6, s * 2.6, s * 0.4) {
                c.fill(&path, ink(lit(0xC9CDC6), 1.0));
            }
            ball(c, at, (s * 0.9, s * 0.9), lit(tone));
        }
        let at = (ward.across(-0.06), h * 0.17);
        ball(c, (at.0 + s * 0.4, at.1 + s * 0.7), (s * 4.6, s * 4.6), lit(0x9EA59E));
        ball(c, at, (s * 4.5, s * 4.5), lit(0x4A5654));
        if let Some(path) = oval(at.0, at.1, s * 3.8, s * 3.8) {
            c.fill(&path, ink(lit(0xF7F5EC), 1.0));
        }
        for n in 0..12 {
            let (sin, cos) = (n as f32 * std::f32::consts::TAU / 12.0).sin_cos();
            let rim = |k: f32| (at.0 + sin * s * k, at.1 - cos * s * k);
            bar(c, rim(3.0), rim(3.5), s * 0.3, lit(0x3A4442));
        }
        bar(c, at, (at.0 + s * 1.4, at.1 - s * 1.4), s * 0.5, lit(0x2A3230));
        bar(c, at, (at.0 - s * 0.9, at.1 - s * 2.8), s * 0.36, lit(0x2A3230));
    }));
    let (x, y, on) = (ward.across(-0.3), h * 0.4, 0.3 + 0.5 * ward.light.lamp);
    stage.sparks(0.16, move |_, out| {
        out.push(Spark::glow(x, y, u * 30.0, [1.0, 0.94, 0.82], 0.3 * on));
    });
}

/// The curtain beside the bed, on a rail below the ceiling.
fn curtain(stage: &mut Stage, plan: &Plan, ward: &Ward) {
    let Frame { w, h, u, .. } = ward.frame;
    let (seed, light, side) = (plan.noise(94), ward.light, ward.side);
    let cloth = Dice::new(plan.seed, 95).pick(&[hex(0x8FC0B6), hex(0x9DB8D4), hex(0xD9C79A)]);
    let (top, low, wide) = (h * 0.085, h * 0.7, w * 0.15);
    let steel = light.lit(hex(0xC2C8C8), 0.95);
    stage.add(ward.frame.drawn(top - u * 3.0, top + u * 3.0, 0.2, 0.0, |c| {
        bar(c, (-u * 9.0, top - u), (w + u * 9.0, top - u), u * 0.7, steel);
        for n in 0..9 {
            let x = ward.across(-0.5 + 0.15 * n as f32 / 8.0);
            bar(c, (x, top - u), (x, top + u * 1.4), u * 0.25, scale(steel, 0.7));
        }
    }));
    stage.add(ward.frame.painted(top, low, 0.22, 0.0, |x, y| {
        let from = if side > 0.0 { x } else { w - x };
        let down = (y - top) / (low - top);
        let s = from / (wide * (1.0 + 0.1 * (down * 5.0).sin()));
        if s > 1.0 {
            return [0.0; 4];
        }
        let fold = (s * 25.0 + value(seed, s * 4.0, down * 1.6) * 2.4).sin();
        let weave = value(seed ^ 2, x / (u * 0.4), y / (u * 0.4)) - 0.5;
        let mesh = smooth(0.12, 0.1, down) * 0.16;
        let c = scale(mix(cloth, [1.0; 3], mesh), 0.84 + 0.15 * fold + 0.05 * weave - 0.12 * down);
        let c = mix(scale(c, 0.9), c, smooth(1.0, 0.94, s));
        pixel(light.lit(c, 0.95), smooth(low, low - u, y))
    }));
}

/// A vase of flowers and a card on the sill.
fn sill(stage: &mut Stage, plan: &Plan, ward: &Ward) {
    let (h, s) = (ward.frame.h, ward.s);
    let (x, y) = (ward.across(0.22), h * 0.5 - s * 0.2);
    let lit = |tone: Rgb| ward.light.lit(tone, 0.96);
    let mut dice = Dice::new(plan.seed, 93);
    let (dark, pale) = plan.foliage();
    stage.add(ward.frame.drawn(y - s * 22.0, y + s * 2.0, 0.24, 0.0, |c| {
        for _ in 0..16 {
            let turn = -std::f32::consts::FRAC_PI_2 + dice.range(-1.1, 1.1);
            leaf(
                c,
                (x, y - s * 6.0),
                s * dice.range(5.0, 10.0),
                turn,
                lit(mix(dark, pale, dice.range(0.1, 0.6))),
            );
        }
        for n in 0..13 {
            let a = -std::f32::consts::FRAC_PI_2 + 1.2 * (n as f32 / 6.0 - 1.0);
            let far = s * dice.range(7.0, 12.0);
            let at = (x + a.cos() * far, y - s * 5.0 + a.sin() * far);
            bar(c, (x, y - s * 5.0), at, s * 0.3, lit(mix(dark, pale, 0.35)));
            let tone = dice.pick(&[hex(0xE6A13C), hex(0xE27A86), hex(0xF6EBC8), hex(0xC98BC0)]);
            rose(c, at, s * dice.range(1.3, 1.9), lit(tone));
        }
        shadow(c, (x + s, y), s * 3.4, s * 0.5);
        vessel(c, (x, y), s, (2.1, 6.6, 1.6), lit(hex(0x8FB4C4)));
        let k = x + s * 7.4 * ward.side;
        flat(
            c,
            &[
                (k - s * 2.2, y),
                (k - s * 1.6, y - s * 5.6),
                (k + s * 2.4, y - s * 5.0),
                (k + s * 2.6, y + s * 0.2),
            ],
            lit(hex(0xF6EEDC)),
        );
        rose(c, (k + s * 0.3, y - s * 3.2), s * 1.1, lit(hex(0xD9606A)));
    }));
}

/// A chair with arms of wood, below the window.
fn chair(stage: &mut Stage, ward: &Ward) {
    let (h, s) = (ward.frame.h, ward.s);
    let (x, foot) = (ward.across(0.4), h * 0.79);
    let cloth = ward.light.lit(hex(0x4F8A86), 0.95);
    let wood = ward.light.lit(hex(0xB98A58), 0.95);
    stage.add(ward.frame.drawn(foot - s * 34.0, foot + s * 3.0, 0.4, 0.0, |c| {
        shadow(c, (x, foot), s * 12.0, s * 1.4);
        cushion(c, (x - s * 9.0, foot - s * 33.0), (s * 18.0, s * 22.0), s * 3.0, cloth);
        cushion(c, (x - s * 9.4, foot - s * 15.0), (s * 18.8, s * 6.0), s * 2.0, scale(cloth, 1.1));
        for e in [-1.0f32, 1.0] {
            leg(c, (x + e * s * 10.0, foot), s * 20.0, s * 0.9, wood);
            cushion(
                c,
                (x + e * s * 10.0 - s * 1.6, foot - s * 21.4),
                (s * 3.2, s * 2.0),
                s * 0.8,
                scale(wood, 1.1),
            );
        }
    }));
}
