//! A garden: a rose arch over a stone path, hedges behind, beds in bloom, a picket fence,
//! butterflies and petals in the air.

use super::{
    props::{leaf, rose},
    sky, weather,
};
use crate::plan::{Plan, away};
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm},
        shapes::{blade, ink, oval, polygon, rect},
    },
    stage::{
        Frame, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::Hour;

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Night => {
            Light { from: [0.9, 0.94, 1.0], to: [0.99, 0.99, 1.0], prints: [0.93, 0.94, 0.96] }
        }
        _ => Light { from: [0.9, 0.93, 0.97], to: [1.0, 0.985, 0.95], prints: [1.0, 0.99, 0.965] },
    }
}

/// What the hour does to leaves and flowers.
struct Bed {
    dim: f32,
    leaf: (Rgb, Rgb),
    bloom: [Rgb; 5],
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let side = if plan.seed & 1 == 0 { 1.0 } else { -1.0 };
    let p = sky::add_sky(stage, plan, frame, h * 0.5, (w * (0.5 + side * 0.3), h * 0.1));
    let dim = match plan.hour {
        Hour::Day => 1.0,
        Hour::Dawn => 0.9,
        Hour::Sunset => 0.76,
        Hour::Night => 0.32,
    };
    let set = Dice::new(plan.seed, 3).pick(&[
        [0xE8607A, 0xF6A6B2, 0xFFF1E6, 0xC94A8C, 0xF2C14E],
        [0xF0A83C, 0xE8603C, 0xFFE9B0, 0xD23C5A, 0x8C6CC4],
        [0x7C84DC, 0xB48CE0, 0xF4F0FF, 0xE884B4, 0xF6D468],
    ]);
    let bed = Bed {
        dim,
        leaf: (scale(hex(0x2C5A32), dim), scale(hex(0x8FBE52), dim)),
        bloom: set.map(|c| scale(mix(hex(c), p.sun, 0.08), 0.25 + 0.75 * dim)),
    };
    for n in 0..3u32 {
        hedge(stage, plan, frame, n, &bed, p);
    }
    fence(stage, frame, &bed, p);
    lawn(stage, plan, frame, &bed, p);
    arch(stage, plan, frame, &bed);
    for n in 0..4u32 {
        flowers(stage, plan, frame, n, &bed);
    }
    weather::add(stage, plan, frame);
    flutter(stage, plan, frame, &bed, u);
}

/// Trees and hedges behind one another, leaf by leaf in light and shade.
fn hedge(stage: &mut Stage, plan: &Plan, frame: Frame, n: u32, bed: &Bed, p: sky::Palette) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(10 + n));
    let (base, tall, size) = [(0.5, 22.0, 22.0), (0.53, 13.0, 15.0), (0.56, 6.5, 30.0)][n as usize];
    let layer =
        frame.soft(2, h * base - u * tall * 1.4, h * 0.66, 0.06 + 0.06 * n as f32, u, |x, y| {
            let top = h * base
                - u * tall * fbm(seed, x / (u * size), 0.5, 3)
                - u * 2.2 * fbm(seed ^ 1, x / (u * 2.4), y / (u * 4.0), 2);
            let a = smooth(-u * 0.4, u * 0.6, y - top);
            if a <= 0.0 {
                return [0.0; 4];
            }
            let clump = fbm(seed ^ 2, x / (u * 5.0), y / (u * 4.0), 3);
            let leaf = fbm(seed ^ 3, x / (u * 1.5), y / (u * 1.3), 2);
            let lit = (clump * 0.95 + leaf * 0.46 - 0.3 - 0.35 * smooth(top, top + u * 16.0, y))
                .clamp(0.0, 1.0);
            let mut c = mix(scale(bed.leaf.0, 0.72), bed.leaf.1, lit);
            c = add(c, p.sun, 0.1 * lit * bed.dim);
            c = mix(c, p.haze, [0.5, 0.28, 0.1][n as usize]);
            pixel(c, a)
        });
    let phase = n as f32;
    stage.add(layer.alive(move |t| Pose::moved((t * 0.6 + phase).sin() * u * 0.1, 0.0)));
}

fn fence(stage: &mut Stage, frame: Frame, bed: &Bed, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let paint = mix(scale(hex(0xFBF6EA), 0.3 + 0.7 * bed.dim), p.haze, 0.15);
    stage.add(frame.drawn(h * 0.54, h * 0.65, 0.25, 0.0, |c| {
        for y in [0.58, 0.618] {
            if let Some(path) = rect(-u * 9.0, h * y, w + u * 18.0, u * 0.9) {
                c.fill(&path, ink(scale(paint, 0.78), 1.0));
            }
        }
        let mut x = -u * 8.0;
        while x < w + u * 8.0 {
            if let Some(path) = polygon(&[
                (x, h * 0.645),
                (x, h * 0.566),
                (x + u * 0.8, h * 0.556),
                (x + u * 1.6, h * 0.566),
                (x + u * 1.6, h * 0.645),
            ]) {
                c.fade(
                    &path,
                    (x, 0.0),
                    (x + u * 1.6, 0.0),
                    &[(0.0, ink(paint, 1.0)), (1.0, ink(scale(paint, 0.8), 1.0))],
                );
            }
            x += u * 2.6;
        }
    }));
}

/// Grass with a path of flat stones that leads through the arch.
fn lawn(stage: &mut Stage, plan: &Plan, frame: Frame, bed: &Bed, p: sky::Palette) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(30));
    let (top, way) = (h * 0.63, away(plan, frame));
    let stone = scale(mix(hex(0xC8BBA6), p.haze, 0.15), 0.25 + 0.75 * bed.dim);
    stage.add(frame.painted(top, h, 0.4, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.16 + 0.84 * down;
        let (gx, gy) = ((x - way) / (u * near), 9.0 / near);
        let turf = fbm(seed, x / (u * near.max(0.7)), y / (u * 1.9 * near.max(0.5)), 2);
        let patch = fbm(seed ^ 1, gx / 9.0, gy * 0.7, 3);
        let mut c =
            mix(bed.leaf.0, bed.leaf.1, (0.3 + 0.5 * turf + 0.6 * (patch - 0.5)).clamp(0.0, 1.0));
        // Stones in rows, each with its own shade, grass between.
        let row = gy * 1.15;
        let own = fbm(seed ^ 4, row.floor() * 3.1, (gx / 6.6 + row.floor() * 0.5).floor() * 1.7, 1);
        let (sx, sy) =
            ((gx / 6.6 + row.floor() * 0.5).rem_euclid(1.0) - 0.5, row.rem_euclid(1.0) - 0.5);
        let worn = (fbm(seed ^ 5, gx / 2.0, gy * 2.0, 2) - 0.5) * 0.14;
        let inside = smooth(0.47, 0.41, sx.abs() + worn)
            * smooth(0.46, 0.38, sy.abs() + worn)
            * smooth(13.4, 12.8, gx.abs());
        let face = scale(stone, 0.7 + 0.4 * own + 0.16 * turf);
        c = mix(c, face, inside);
        c = scale(c, 1.0 - 0.25 * smooth(0.5, 1.0, down));
        let dapple = smooth(0.5, 0.68, fbm(seed ^ 7, gx / 7.0, gy * 0.9, 3));
        c = add(c, p.sun, dapple * 0.16 * bed.dim);
        pixel(c, smooth(0.0, u * 0.5, y - top))
    }));
}

/// A white arch covered in roses.
fn arch(stage: &mut Stage, plan: &Plan, frame: Frame, bed: &Bed) {
    let (h, u) = (frame.h, frame.u);
    // In an upright frame the arch stands where prints leave it to be seen.
    let upright = frame.w < h * 0.8;
    let (top, half) = if upright { (h * 0.465, u * 13.6) } else { (h * 0.3, u * 19.0) };
    let (x, foot) = (away(plan, frame), h * 0.735);
    let tall = foot - top;
    let mut dice = Dice::new(plan.seed, 40);
    let white = scale(hex(0xFAF4E8), 0.3 + 0.7 * bed.dim);
    let spring = foot - tall + half;
    let at = move |s: f32, r: f32| {
        // From the left foot up, over, and down: s from 0 to 1.
        let side = spring - foot;
        if s < 0.32 {
            (x - r, foot + side * s / 0.32)
        } else if s > 0.68 {
            (x + r, foot + side * (1.0 - s) / 0.32)
        } else {
            let a = std::f32::consts::PI * (1.0 + (s - 0.32) / 0.36);
            (x + a.cos() * r, spring + a.sin() * r)
        }
    };
    stage.add(frame.drawn(top - u * 7.0, foot + u * 2.0, 0.46, u, |c| {
        for r in [half - u * 1.8, half + u * 1.8] {
            let line: Vec<_> = (0..=60).map(|i| at(i as f32 / 60.0, r)).collect();
            for pair in line.windows(2) {
                if let Some(path) = polygon(&[pair[0], pair[1], pair[0]]) {
                    c.line(&path, u * 0.9, ink(white, 1.0));
                }
            }
        }
        for i in 0..=34 {
            let s = i as f32 / 34.0;
            let (a, b) = (at(s, half - u * 1.8), at(s, half + u * 1.8));
            if let Some(path) = polygon(&[a, b, a]) {
                c.line(&path, u * 0.5, ink(scale(white, 0.85), 1.0));
            }
        }
        for _ in 0..(half / u * 44.0) as usize {
            let q = at(dice.next(), half + u * dice.range(-3.6, 3.8));
            leaf(
                c,
                q,
                u * dice.range(1.0, 1.9),
                dice.next() * 6.3,
                mix(bed.leaf.0, bed.leaf.1, dice.next()),
            );
        }
        for _ in 0..(half / u * 4.6) as usize {
            let s = 0.5 + (dice.next() - 0.5) * dice.range(0.5, 1.0);
            let q = at(s, half + u * dice.range(-3.4, 3.6));
            rose(c, q, u * dice.range(1.1, 1.9), bed.bloom[(dice.next() * 3.0) as usize]);
        }
    }));
}

/// Beds to both sides of the path, taller and larger towards us, swaying.
fn flowers(stage: &mut Stage, plan: &Plan, frame: Frame, n: u32, bed: &Bed) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 60 + u64::from(n));
    let near = n as f32 / 3.0;
    let (foot, size) = (h * (0.7 + 0.115 * n as f32), u * (1.0 + 1.5 * near));
    let (clear, way) = (w * (0.13 + 0.12 * near), away(plan, frame));
    let layer =
        frame.drawn(foot - size * 9.0, foot + size * 5.0, 0.48 + 0.13 * n as f32, u * 2.0, |c| {
            for _ in 0..(110 - 18 * n) {
                let out = dice.next();
                let x = way
                    + (clear + out * (w * 0.62 - clear))
                        * if dice.next() < 0.5 { -1.0 } else { 1.0 };
                let root = (x, foot + size * dice.range(0.5, 4.0));
                let tall = size * dice.range(1.6, 4.4) * (0.6 + 0.8 * out);
                let tip = (x + size * dice.range(-0.8, 0.8), root.1 - tall);
                let green = mix(bed.leaf.0, bed.leaf.1, dice.range(0.1, 0.8));
                if let Some(path) = blade(root, tip, size * 0.14, size * 0.3) {
                    c.fill(&path, ink(green, 1.0));
                }
                for _ in 0..5 {
                    let s = dice.range(0.0, 0.7);
                    let q = (root.0 + (tip.0 - root.0) * s, root.1 - tall * s);
                    leaf(
                        c,
                        q,
                        size * dice.range(0.7, 1.5),
                        dice.range(-2.9, -0.2),
                        scale(green, dice.range(0.7, 1.1)),
                    );
                }
                let color = dice.pick(&bed.bloom);
                if dice.next() < 0.5 {
                    for i in 0..6 {
                        let a = i as f32 * 1.047 + x;
                        let q = (tip.0 + a.cos() * size * 0.5, tip.1 + a.sin() * size * 0.42);
                        if let Some(path) = oval(q.0, q.1, size * 0.4, size * 0.34) {
                            c.fill(&path, ink(scale(color, 0.86 + 0.05 * i as f32), 1.0));
                        }
                    }
                    if let Some(path) = oval(tip.0, tip.1, size * 0.3, size * 0.26) {
                        c.fill(&path, ink(scale(hex(0xF2C84E), 0.3 + 0.7 * bed.dim), 1.0));
                    }
                } else {
                    rose(c, tip, size * dice.range(0.5, 0.8), color);
                }
            }
        });
    let phase = n as f32 * 1.3;
    stage.add(layer.alive(move |t| {
        Pose::moved(
            (t * 0.9 + phase).sin() * u * (0.12 + 0.25 * near),
            (t * 1.3 + phase).sin() * u * 0.06,
        )
    }));
}

/// Butterflies that beat their wings, petals on the wind; fireflies by night.
fn flutter(stage: &mut Stage, plan: &Plan, frame: Frame, bed: &Bed, u: f32) {
    let (w, h, night) = (frame.w, frame.h, plan.hour == Hour::Night);
    let (bloom, mut dice) = (bed.bloom, Dice::new(plan.seed, 90));
    let list: Vec<[f32; 4]> = (0..30)
        .map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.range(0.7, 1.3)])
        .collect();
    stage.sparks(0.6, move |t, out| {
        for (i, &[x, y, phase, rate]) in list.iter().enumerate() {
            if night {
                let light = (t * rate * 1.5 + phase).sin().max(0.0);
                let (px, py) = (x * w + (t * 0.5 + phase).sin() * u * 3.0, h * (0.55 + 0.42 * y));
                out.push(Spark::glow(
                    px,
                    py + (t + phase).cos() * u,
                    u * 1.2,
                    hex(0xE6E27A),
                    light,
                ));
            } else if i < 6 {
                let px =
                    (x + t * 0.014 * rate).fract() * w + (t * 0.9 * rate + phase).sin() * u * 3.0;
                let py = h * (0.56 + 0.36 * y) + (t * 1.7 * rate + phase).sin() * u * 2.0;
                let beat = 0.25 + 0.75 * (t * 9.0 * rate + phase).sin().abs();
                for way in [-1.0, 1.0] {
                    let color = mix(bloom[i % 5], hex(0xFFF4DC), 0.35);
                    out.push(
                        Spark::disc(px + way * u * 0.6 * beat, py - u * 0.2, u * 0.95, color, 0.95)
                            .shaped(0.3 + 0.4 * beat, way * 0.9),
                    );
                }
                out.push(Spark::disc(px, py, u * 0.6, hex(0x33261E), 0.9).shaped(0.26, 1.5));
            } else {
                let py = (y + t * 0.02 * rate).fract() * h;
                let px = x * w + (t * 0.8 * rate + phase).sin() * u * 4.0 + t * u;
                let flip = (t * 2.0 + phase).cos().abs().max(0.2);
                out.push(Spark {
                    kind: Kind::Disc,
                    ..Spark::disc(px, py, u * 0.5, bloom[i % 3], 0.85).shaped(flip * 0.7, phase + t)
                });
            }
        }
    });
}
