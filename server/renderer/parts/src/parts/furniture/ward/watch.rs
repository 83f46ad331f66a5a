//! What watches over who lies there: the monitor on its arm, the stand with the drip.

use super::Ward;
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    shapes::{Canvas, Position, ink, rect, rounded},
};
use crate::parts::{
    forms::{ball, bar, bent, block, post, shade},
    room::Indoors,
};
use crate::stage::{Stage, sparks::Spark};

/// A screen on an arm: the trace of a heart, that of breath, and two numbers.
pub fn monitor(stage: &mut Stage, ward: &Ward) {
    let h = ward.frame.h;
    let s = ward.s;
    let (x, y) = (ward.across(-0.15), h * 0.285);
    let (half, tall) = (s * 10.6, s * 7.4);
    let shell = ward.light.lit(hex(0xD8DAD2), 0.95);
    stage.add(ward.frame.drawn(y - tall * 1.4, h * 0.42, 0.26, 0.0, |c| {
        bent(
            c,
            (x, y),
            (x, y + tall * 1.6),
            (x - ward.side * s * 6.0, h * 0.41),
            s * 1.4,
            scale(shell, 0.6),
        );
        shade(c, (x - half + s, y - tall + s * 1.6), (half * 2.0, tall * 2.0));
        if let Some(path) = rounded(x - half, y - tall, half * 2.0, tall * 2.0, s * 1.4) {
            let stops =
                [(0.0, ink(add(shell, [1.0; 3], 0.06), 1.0)), (1.0, ink(scale(shell, 0.66), 1.0))];
            c.fade(&path, (x, y - tall), (x, y + tall), &stops);
        }
        if let Some(path) =
            rounded(x - half * 0.9, y - tall * 0.86, half * 1.8, tall * 1.56, s * 0.6)
        {
            c.fill(&path, ink(hex(0x0B1416), 1.0));
        }
        trace(c, (x - half * 0.84, y - tall * 0.36), half * 1.08, s, hex(0x58E08A), true);
        trace(c, (x - half * 0.84, y + tall * 0.34), half * 1.08, s, hex(0x58B8E8), false);
        for (digits, dy, tone) in [([7, 2], -0.5, 0x58E08A), ([9, 8], 0.22, 0x58B8E8)] {
            for (n, digit) in digits.into_iter().enumerate() {
                number(
                    c,
                    (x + half * (0.38 + 0.26 * n as f32), y + tall * (dy - 0.2)),
                    s * 2.0,
                    digit,
                    hex(tone),
                );
            }
        }
        ball(c, (x + half * 0.8, y + tall * 0.85), (s * 0.5, s * 0.5), hex(0x58E08A));
    }));
    stage.sparks(0.26, move |t, out| {
        let run = (t * 0.42).fract();
        let at = x - half * 0.84 + half * 1.08 * run;
        out.push(Spark::glow(at, y - tall * 0.36, s * 2.2, hex(0x58E08A), 0.5));
        out.push(Spark::glow(x, y, s * 17.0, [0.5, 0.8, 0.8], 0.12));
    });
}

/// A line of the screen: beats of a heart, or waves.
fn trace(c: &mut Canvas, (x, y): Position, wide: f32, s: f32, tone: Rgb, beats: bool) {
    let up = |k: f32| {
        let f = (k * 3.0).fract();
        if !beats {
            return (f * std::f32::consts::TAU).sin() * 1.0;
        }
        match f {
            f if f < 0.3 => 0.0,
            f if f < 0.36 => -0.6,
            f if f < 0.42 => 3.0,
            f if f < 0.48 => -1.2,
            f if f < 0.62 => 0.0,
            f if f < 0.76 => 0.7,
            _ => 0.0,
        }
    };
    let mut last = (x, y - up(0.0) * s);
    for n in 1..=48 {
        let k = n as f32 / 48.0;
        let next = (x + wide * k, y - up(k) * s);
        bar(c, last, next, s * 0.24, tone);
        last = next;
    }
}

/// A digit of seven strokes, twice as tall as wide.
fn number(c: &mut Canvas, (x, y): Position, wide: f32, digit: u8, tone: Rgb) {
    let (w, h) = (wide * 0.7, wide * 0.75);
    let strokes = [
        ((0.0, 0.0), (w, 0.0)),
        ((w, 0.0), (w, h)),
        ((w, h), (w, h * 2.0)),
        ((0.0, h * 2.0), (w, h * 2.0)),
        ((0.0, h), (0.0, h * 2.0)),
        ((0.0, 0.0), (0.0, h)),
        ((0.0, h), (w, h)),
    ];
    let on: u8 = match digit {
        2 => 0b101_1011,
        7 => 0b000_0111,
        8 => 0b111_1111,
        _ => 0b110_1111,
    };
    for (n, (a, b)) in strokes.into_iter().enumerate() {
        if on >> n & 1 == 1 {
            bar(c, (x + a.0, y + a.1), (x + b.0, y + b.1), wide * 0.16, tone);
        }
    }
}

/// A stand with a bag that drips, its line to the bed.
pub fn drip(stage: &mut Stage, ward: &Ward) {
    let (h, s) = (ward.frame.h, ward.s);
    let x = ward.across(if ward.frame.w < h * 0.8 { -0.31 } else { -0.29 });
    let (top, foot) = (h * 0.15, ward.foot - s * 2.0);
    let steel = ward.light.lit(hex(0xCDD3D4), 0.97);
    let side = ward.side;
    stage.add(ward.frame.drawn(top - s * 3.0, foot + s * 2.0, 0.44, 0.0, |c| {
        post(c, x, (top, foot), s * 0.5, steel);
        for way in [-1.0f32, 1.0] {
            bent(
                c,
                (x, top + s),
                (x + way * s * 3.4, top - s * 2.0),
                (x + way * s * 4.2, top + s * 1.2),
                s * 0.5,
                steel,
            );
        }
        let bx = x - side * s * 4.2;
        bag(c, (bx, top + s * 1.6), s, ward.light);
        let bed = ward.at(0.4, 25.0);
        let tube = ward.light.lit(hex(0xE8F0F0), 1.0);
        bar(c, (bx, top + s * 15.8), (bx, top + s * 18.0), s * 1.5, mix(tube, steel, 0.4));
        bent(c, (bx, top + s * 18.0), (bx + side * s * 1.0, h * 0.5), bed, s * 0.4, tube);
        // A pump on the stand.
        block(c, (x - s * 2.6, h * 0.43), (s * 5.2, s * 7.6), ward.light.lit(hex(0xB9C2BE), 0.95));
        block(c, (x - s * 1.9, h * 0.43 + s), (s * 3.8, s * 2.2), hex(0x16302C));
        ball(c, (x, h * 0.43 + s * 5.2), (s * 0.8, s * 0.8), hex(0x6ACB90));
    }));
}

/// The bag, half full.
fn bag(c: &mut Canvas, (x, y): Position, s: f32, light: Indoors) {
    let skin = light.lit(hex(0xEDF4F4), 1.0);
    if let Some(path) = rounded(x - s * 3.2, y, s * 6.4, s * 13.0, s * 1.4) {
        c.fill(&path, ink(skin, 0.72));
    }
    if let Some(path) = rounded(x - s * 2.8, y + s * 4.6, s * 5.6, s * 8.0, s * 1.2) {
        let water = light.lit(hex(0xA8D0D8), 1.0);
        c.fade(
            &path,
            (x - s * 2.8, 0.0),
            (x + s * 2.8, 0.0),
            &[(0.0, ink(add(water, [1.0; 3], 0.1), 0.9)), (1.0, ink(scale(water, 0.8), 0.9))],
        );
    }
    if let Some(path) = rect(x - s * 1.6, y + s * 6.0, s * 3.2, s * 3.6) {
        c.fill(&path, ink(light.lit(hex(0xFBF8F0), 1.0), 0.95));
    }
    for n in 0..3 {
        let row = y + s * (6.8 + n as f32);
        bar(
            c,
            (x - s * 1.1, row),
            (x + s * (1.0 - 0.5 * n as f32), row),
            s * 0.24,
            light.lit(hex(0x4A6A9A), 0.9),
        );
    }
    bar(c, (x - s * 2.5, y + s * 1.4), (x - s * 2.5, y + s * 10.6), s * 0.4, [1.0; 3]);
}
