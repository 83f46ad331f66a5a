//! The table that stands before people: linen, plates and cups, presents, and the cake whose candles
//! are the light of the room.
//!
//! What always holds: nothing on it reaches above [`TOP`], so that it can stand before people and leave
//! their faces free; the glow of the candles, which does, is behind them.

use super::{CANDLE, PAPER, foot};
use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, value},
        shapes::{Canvas, curve, ink, oval, rect},
    },
    stage::{
        Frame, Stage,
        sparks::{Kind, Spark},
    },
};

/// Its far edge, as a part of the frame's height; the setting's file says the same (`front`).
const TOP: f32 = 0.83;

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, day: bool) {
    glow(stage, plan, frame);
    linen(stage, plan, frame, day);
    settings(stage, plan, frame, day);
    presents(stage, plan, frame, day);
    cake(stage, plan, frame);
}

/// What things on the table are measured in: they are as tall beside it in every shape of the frame.
fn unit(frame: Frame) -> f32 {
    (frame.h * 0.00672).min(frame.u)
}

/// The candles' light on what stands behind the table.
fn glow(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (u, (x, y)) = (frame.u, foot(plan, frame));
    let middle = y - unit(frame) * 17.0;
    let glow = frame.soft(4, middle - u * 30.0, middle + u * 26.0, 0.58, 0.0, |px, py| {
        let d = (px - x).hypot(py - middle) / (u * 30.0);
        let a = ((-d * d * 9.0).exp() * 0.22 + (-d * d * 3.0).exp() * 0.14) * smooth(1.0, 0.6, d);
        pixel(CANDLE, a)
    });
    stage.add(
        glow.light()
            .alive(|t| crate::stage::Pose::faded(0.9 + 0.08 * (t * 6.1).sin() * (t * 2.3).sin())),
    );
}

/// A cloth with woven checks, seen aslant from its far edge on.
fn linen(stage: &mut Stage, plan: &Plan, frame: Frame, day: bool) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(60));
    let middle = foot(plan, frame).0;
    let top = h * TOP;
    let linen = if day { hex(0xEFE4D2) } else { hex(0xCDB8A2) };
    let check = Dice::new(plan.seed, 61).pick(&[hex(0xB8564A), hex(0x5F86A0), hex(0x7A9468)]);
    stage.add(frame.painted(top, h, 0.6, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.2);
        // The rows come nearer: across and along in the cloth's own measure.
        let near = 1.0 / (0.46 + 0.54 * down);
        let (cx, cy) = ((x - w / 2.0) * near / (u * 7.0), near * 9.0);
        let fold = (cx * 0.8 + fbm(seed, x / (u * 20.0), y / (u * 9.0), 3) * 4.0).sin();
        let weave = value(seed ^ 1, x / (u * 0.5), y / (u * 0.5)) - 0.5;
        let band = |s: f32| smooth(0.36, 0.33, (s - s.floor() - 0.5).abs()) * 0.5;
        let woven = band(cx) + band(cy);
        let tone = mix(linen, if day { check } else { scale(check, 0.78) }, 0.5 * woven);
        let pool = (-((x - middle) / (u * 26.0)).powi(2) - ((down - 0.6) / 0.7).powi(2)).exp();
        let mut c = scale(tone, 0.66 + 0.05 * fold + 0.07 * weave + if day { 0.2 } else { 0.0 });
        c = add(c, CANDLE, (pool * 0.4 + 0.05) * (0.92 + 0.1 * fold) * if day { 0.4 } else { 1.0 });
        // The hem at the far edge, lit from the room.
        c = add(c, CANDLE, 0.2 * smooth(0.05, 0.0, down));
        c = scale(c, 1.0 - 0.2 * smooth(0.6, 1.0, down));
        pixel(c, smooth(0.0, u * 0.2, y - top))
    }));
}

/// Plates with a napkin, cups of paper and what was thrown on the table.
fn settings(stage: &mut Stage, plan: &Plan, frame: Frame, day: bool) {
    let (w, h, u) = (frame.w, frame.h, unit(frame));
    let dim = if day { 0.98 } else { 0.8 };
    let mut dice = Dice::new(plan.seed, 64);
    let cake = foot(plan, frame).0;
    stage.add(frame.drawn(h * (TOP + 0.02), h, 0.62, 0.0, |c| {
        for _ in 0..90 {
            let (x, y) = (w * dice.next(), h * dice.range(TOP + 0.02, 0.995));
            if let Some(path) = oval(x, y, u * dice.range(0.3, 0.6), u * 0.24) {
                c.fill(&path, ink(scale(dice.pick(&PAPER), dim), 0.9));
            }
        }
        let first = (plan.seed % 5) as usize;
        let gap = (w * 0.3).max(u * 26.0);
        for n in -2i32..=2 {
            let x = cake + gap * n as f32 + u * 6.0;
            let y = h * (0.945 + 0.012 * (n.rem_euclid(2)) as f32);
            let tone = scale(PAPER[(first as i32 + n).rem_euclid(5) as usize], dim);
            plate(c, (x, y), u, scale(hex(0xF6F0E4), dim), tone);
            cup(c, (x - u * 10.5, y - u * 1.2), u, tone, scale(hex(0xF6F0E4), dim));
        }
    }));
}

fn plate(c: &mut Canvas, (x, y): (f32, f32), u: f32, white: Rgb, rim: Rgb) {
    for (dy, r, tone, alpha) in [
        (0.8, 8.4, [0.1, 0.06, 0.04], 0.3),
        (0.0, 8.0, white, 1.0),
        (-0.06, 7.4, rim, 1.0),
        (-0.1, 6.9, white, 1.0),
        (0.1, 5.2, scale(white, 0.86), 1.0),
        (0.3, 5.0, scale(white, 0.95), 1.0),
    ] {
        if let Some(path) = oval(x, y + u * dy, u * r, u * r * 0.27) {
            c.fill(&path, ink(tone, alpha));
        }
    }
}

/// A cup of striped paper with a straw.
fn cup(c: &mut Canvas, (x, y): (f32, f32), u: f32, tone: Rgb, white: Rgb) {
    if let Some(path) = oval(x + u * 0.8, y + u * 0.2, u * 2.6, u * 0.7) {
        c.fill(&path, ink([0.1, 0.06, 0.04], 0.3));
    }
    crate::parts::forms::bar(c, (x, y - u * 4.0), (x + u * 1.7, y - u * 9.4), u * 0.42, white);
    for n in 0..6 {
        let at = |k: f32, half: f32| x - u * half + u * half * 2.0 * k / 6.0;
        let (a, b) = (n as f32, n as f32 + 1.0);
        let round = 0.7 + 0.34 * (std::f32::consts::PI * (a + 0.8) / 7.0).sin();
        let tone = scale(if n % 2 == 0 { tone } else { white }, round);
        crate::parts::forms::flat(
            c,
            &[
                (at(a, 2.5), y - u * 6.2),
                (at(b, 2.5), y - u * 6.2),
                (at(b, 1.8), y),
                (at(a, 1.8), y),
            ],
            tone,
        );
    }
    if let Some(path) = oval(x, y - u * 6.2, u * 2.5, u * 0.6) {
        c.fill(&path, ink(scale(white, 0.95), 1.0));
    }
    if let Some(path) = oval(x, y - u * 6.1, u * 2.1, u * 0.42) {
        c.fill(&path, ink(scale(tone, 0.5), 1.0));
    }
}

fn presents(stage: &mut Stage, plan: &Plan, frame: Frame, day: bool) {
    let (w, h, u) = (frame.w, frame.h, unit(frame));
    let (side, cake) = (-plan.side, foot(plan, frame).0);
    let dim = if day { 0.95 } else { 0.78 };
    let first = (plan.seed % 5) as usize;
    stage.add(frame.drawn(h * 0.93 - u * 16.0, h * 0.96, 0.63, 0.0, |c| {
        for (x, y, wide, tall, n) in [
            (0.4f32, 0.925f32, 13.0f32, 8.5f32, 0usize),
            (0.455, 0.945, 9.5, 6.0, 3),
            (-0.42, 0.94, 12.0, 7.0, 1),
        ] {
            let (x, y) = (w * (0.5 + side * x) - u * wide / 2.0, h * y);
            let color = scale(PAPER[(first + n) % 5], dim);
            let band = scale(hex(0xF5E8D0), dim);
            if let Some(path) = oval(x + u * wide / 2.0, y, u * wide * 0.6, u * 0.9) {
                c.fill(&path, ink([0.08, 0.05, 0.04], 0.35));
            }
            // The side that faces the candles is bright.
            let lit = if x < cake { 1.15 } else { 0.62 };
            let stops =
                [(0.0, ink(scale(color, 1.77 - lit), 1.0)), (1.0, ink(scale(color, lit), 1.0))];
            if let Some(path) = rect(x, y - u * tall, u * wide, u * tall) {
                c.fade(&path, (x, y), (x + u * wide, y), &stops);
            }
            if let Some(path) = rect(x - u * 0.3, y - u * tall, u * (wide + 0.6), u * 1.9) {
                c.fade(&path, (x, y), (x + u * wide, y), &stops);
            }
            if let Some(path) = rect(x, y - u * (tall - 1.9), u * wide, u * 0.4) {
                c.fill(&path, ink([0.1, 0.06, 0.05], 0.25));
            }
            let middle = x + u * wide * 0.5;
            if let Some(path) = rect(middle - u * 0.75, y - u * tall, u * 1.5, u * tall) {
                c.fill(&path, ink(scale(band, 0.9), 1.0));
            }
            for way in [-1.0, 1.0] {
                if let Some(path) = curve(
                    (middle, y - u * tall),
                    &[
                        (
                            (middle + way * u * 3.8, y - u * (tall + 3.6)),
                            (middle + way * u * 3.4, y - u * (tall + 1.0)),
                        ),
                        ((middle + way * u * 2.6, y - u * (tall - 0.4)), (middle, y - u * tall)),
                    ],
                ) {
                    c.fill(&path, ink(scale(band, if way < 0.0 { 0.98 } else { 0.82 }), 1.0));
                }
            }
        }
    }));
}

fn cake(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (u, (x, y)) = (unit(frame), foot(plan, frame));
    let mut dice = Dice::new(plan.seed, 70);
    let sponge = dice.pick(&[hex(0xF0D2C4), hex(0xEBD9B8), hex(0xDCC3B0)]);
    let cream = hex(0xFFF3E0);
    let (half, tall, flat) = (u * 14.5, u * 8.6, 0.2);
    let top = y - u * 2.2 - tall;
    stage.add(frame.drawn(top - u * 9.0, y + u * 3.0, 0.66, 0.0, |c| {
        if let Some(path) = oval(x, y + u * 0.8, u * 15.0, u * 2.4) {
            c.fill(&path, ink([0.09, 0.05, 0.03], 0.45));
        }
        for (dy, rx, tone) in [(-1.5, 18.4, 0.62), (-1.9, 18.2, 0.92), (-1.95, 16.8, 0.82)] {
            if let Some(path) = oval(x, y + u * dy, u * rx, u * rx * 0.16) {
                c.fill(&path, ink(scale(hex(0xEDE2D2), tone), 1.0));
            }
        }
        // Body, with its round foot.
        let sides = [
            (0.0, ink(scale(sponge, 0.62), 1.0)),
            (0.3, ink(scale(sponge, 0.95), 1.0)),
            (0.55, ink(sponge, 1.0)),
            (1.0, ink(scale(sponge, 0.55), 1.0)),
        ];
        let (a, b) = ((x - half, 0.0), (x + half, 0.0));
        if let Some(path) = oval(x, y - u * 2.2, half, half * flat * 0.8) {
            c.fade(&path, a, b, &sides);
        }
        if let Some(path) = rect(x - half, top, half * 2.0, tall) {
            c.fade(&path, a, b, &sides);
        }
        pearls(c, (x, y - u * 2.0), half, u, cream);
        icing(c, (x, top), half, u, cream, &mut dice);
    }));
    candles(stage, plan, frame, (x, top), half);
}

/// Cream beads around the foot, and berries' worth of colour between.
fn pearls(c: &mut Canvas, (x, y): (f32, f32), half: f32, u: f32, cream: Rgb) {
    for i in 0..23 {
        let turn = std::f32::consts::PI * (i as f32 + 0.5) / 23.0;
        let (px, py) = (x - turn.cos() * half, y + turn.sin() * half * 0.16 - u * 0.2);
        let tone = 0.62 + 0.34 * turn.sin();
        if let Some(path) = oval(px, py, u * 0.98, u * 0.86) {
            c.fill(&path, ink(scale(cream, tone * 0.86), 1.0));
        }
        if let Some(path) = oval(px - u * 0.15, py - u * 0.22, u * 0.62, u * 0.5) {
            c.fill(&path, ink(scale(cream, tone), 1.0));
        }
    }
}

/// The iced top with drops that run down the side, and sprinkles.
fn icing(c: &mut Canvas, (x, y): (f32, f32), half: f32, u: f32, cream: Rgb, dice: &mut Dice) {
    for i in 0..17 {
        let turn = std::f32::consts::PI * (i as f32 + 0.5) / 17.0;
        let (px, py) = (x - turn.cos() * half * 0.985, y + turn.sin() * half * 0.2);
        let long = u * dice.range(1.0, 3.9);
        let tone = 0.64 + 0.32 * turn.sin();
        let wide = u * 0.55 + u * 0.4 * turn.sin();
        if let Some(path) = rect(px - wide, py - u, wide * 2.0, long + u) {
            c.fill(&path, ink(scale(cream, tone), 1.0));
        }
        if let Some(path) = oval(px, py + long, wide, u) {
            c.fill(&path, ink(scale(cream, tone), 1.0));
        }
    }
    for (k, tone) in [(1.02, 0.9), (0.97, 1.0)] {
        if let Some(path) = oval(x, y, half * k, half * 0.205 * k) {
            c.fill(&path, ink(scale(cream, tone), 1.0));
        }
    }
    if let Some(path) = oval(x, y + u * 0.15, half * 0.86, half * 0.16) {
        c.fill(&path, ink(mix(cream, CANDLE, 0.28), 1.0));
    }
    for _ in 0..60 {
        let (turn, far) = (dice.next() * std::f32::consts::TAU, dice.next().sqrt() * 0.9);
        let (px, py) = (x + turn.cos() * far * half, y + turn.sin() * far * half * 0.18);
        if let Some(path) = oval(px, py, u * 0.3, u * 0.16) {
            c.fill(&path, ink(dice.pick(&PAPER), 0.95));
        }
    }
}

fn candles(stage: &mut Stage, plan: &Plan, frame: Frame, (x, top): (f32, f32), half: f32) {
    let u = unit(frame);
    let mut dice = Dice::new(plan.seed, 80);
    let mut list: Vec<(f32, f32, f32, f32)> = (0..9)
        .map(|i| {
            let turn = i as f32 / 9.0 * std::f32::consts::TAU + 0.3;
            let (px, py) = (x + turn.cos() * half * 0.74, top + turn.sin() * half * 0.115);
            (px, py, u * dice.range(5.0, 5.8), dice.next() * 6.3)
        })
        .collect();
    list.sort_by(|a, b| a.1.total_cmp(&b.1));
    let sticks = list.clone();
    stage.add(frame.drawn(top - u * 10.0, top + u * 5.0, 0.66, 0.0, |c| {
        for (n, &(px, py, tall, _)) in sticks.iter().enumerate() {
            let color = mix(PAPER[n % 5], hex(0xFFF3E0), 0.25);
            let (r, up) = (u * 0.44, py - tall);
            if let Some(path) = rect(px - r, up, r * 2.0, tall) {
                c.fade(
                    &path,
                    (px - r, 0.0),
                    (px + r, 0.0),
                    &[(0.0, ink(scale(color, 1.05), 1.0)), (1.0, ink(scale(color, 0.66), 1.0))],
                );
                // A twist of white, and the glow that shines through the wax.
                for k in 0..4 {
                    let y0 = up + tall * (0.2 + 0.22 * k as f32);
                    if let Some(path) = curve((px - r, y0), &[((px, y0), (px + r, y0 - r))]) {
                        c.line(&path, u * 0.24, ink(hex(0xFFF6E8), 0.8));
                    }
                }
                c.fade(
                    &path,
                    (0.0, up),
                    (0.0, up + tall * 0.5),
                    &[(0.0, ink(hex(0xFFE0A0), 0.8)), (1.0, ink(hex(0xFFE0A0), 0.0))],
                );
            }
            if let Some(path) = rect(px - u * 0.06, up - u * 0.6, u * 0.12, u * 0.7) {
                c.fill(&path, ink(hex(0x3A2418), 1.0));
            }
        }
    }));
    stage.sparks(0.66, move |t, out| {
        for &(px, py, tall, phase) in &list {
            let flick = 1.0
                + 0.1 * (t * 8.7 + phase).sin() * (t * 3.1 + phase).sin()
                + 0.05 * (t * 14.3 + phase * 2.0).sin();
            let bend = (t * 2.1 + phase).sin() * u * 0.12;
            let y = py - tall - u * 1.3;
            out.push(Spark::glow(px, y, u * 3.2, CANDLE, 0.5 * flick));
            out.push(Spark {
                kind: Kind::Blur,
                ..Spark::disc(px + bend, y, u * 1.25 * flick, hex(0xFFCF78), 0.95)
                    .shaped(0.4, std::f32::consts::FRAC_PI_2 + bend / u * 0.3)
            });
            out.push(Spark::glow(px + bend * 0.6, y + u * 0.25, u * 1.2, hex(0xFFF4D8), 0.95));
        }
    });
}
