//! A forest: trunks behind trunks in the haze, shafts of light between them, ferns, falling leaves.

use super::weather;
use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, luma, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge, value},
        shapes::{blade, ink},
    },
    stage::{Frame, Light, Pose, Stage, sparks::Spark},
};
use evernear_rules::story::{Hour, Weather};

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Night => {
            Light { from: [0.9, 0.94, 1.0], to: [0.98, 1.0, 1.0], prints: [0.91, 0.93, 0.96] }
        }
        Hour::Sunset => {
            Light { from: [0.88, 0.9, 0.95], to: [1.0, 0.97, 0.91], prints: [1.0, 0.98, 0.945] }
        }
        Hour::Dawn | Hour::Day => {
            Light { from: [0.82, 0.87, 0.9], to: [1.0, 0.99, 0.945], prints: [1.0, 0.995, 0.965] }
        }
    }
}

/// What the hour does to the wood: far air, trunks, leaves, light.
struct Wood {
    air: Rgb,
    trunk: Rgb,
    leaf: (Rgb, Rgb),
    sun: Rgb,
}

fn wood(plan: &Plan) -> Wood {
    let leaf = plan.foliage();
    let (air, sun, dim) = match plan.hour {
        Hour::Dawn => (hex(0xD8D6BE), hex(0xFFE9BE), 0.95),
        Hour::Day => (hex(0xCFE0B8), hex(0xFFF6D0), 1.0),
        Hour::Sunset => (hex(0xE8B27A), hex(0xFFC983), 0.8),
        Hour::Night => (hex(0x2A3C5C), hex(0xB4C8F0), 0.3),
    };
    // Snow leaves no green in the air.
    let white = plan.snow_lies();
    let air = if white { mix([luma(air); 3], scale(hex(0xC9D6E2), dim), 0.6) } else { air };
    Wood {
        air,
        trunk: scale(hex(0x3A2E26), 0.5 + 0.5 * dim),
        leaf: (scale(leaf.0, dim), scale(leaf.1, dim)),
        sun,
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let wood = wood(plan);
    let mut dice = Dice::new(plan.seed, 1);
    let sun = (w * dice.pick(&[0.3, 0.5, 0.7]), h * 0.24);
    let seed = plan.noise(1);
    stage.add(frame.soft(2, 0.0, h, 0.02, 0.0, |x, y| {
        let d = (x - sun.0).hypot((y - sun.1) * 0.8) / u;
        let leaves = fbm(seed, x / (u * 6.0), y / (u * 6.0), 4);
        let mut c = mix(wood.air, wood.leaf.0, 0.2 + 0.5 * smooth(0.0, 70.0, d));
        c = scale(c, 0.84 + 0.32 * leaves);
        c = add(c, wood.sun, (-d / 17.0).exp() * 0.6);
        pixel(c, 1.0)
    }));
    for n in 0..5u32 {
        trunks(stage, plan, frame, n, &wood, sun);
        if n > 0 {
            canopy(stage, plan, frame, n, &wood, sun);
        }
        if n == 2 {
            shafts(stage, plan, frame, n, &wood, sun);
        }
    }
    floor(stage, plan, frame, &wood, sun);
    ferns(stage, plan, frame, &wood);
    weather::add(stage, plan, frame);
    if !plan.snow_lies() {
        falling(stage, plan, frame, &wood);
    }
}

fn trunks(stage: &mut Stage, plan: &Plan, frame: Frame, n: u32, wood: &Wood, sun: (f32, f32)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let near = n as f32 / 4.0;
    let mut dice = Dice::new(plan.seed, 20 + u64::from(n));
    let count = [13, 10, 7, 5, 3][n as usize];
    let list: Vec<[f32; 4]> = (0..count)
        .map(|i| {
            // The nearest stand aside, so that the wood opens in the middle.
            let spread = (i as f32 + dice.range(0.1, 0.9)) / count as f32;
            let x = if n == 4 { [0.02, 0.98, 0.14][i as usize % 3] } else { spread * 1.2 - 0.1 };
            [
                x * w,
                u * (0.5 + 3.4 * near * near) * dice.range(0.8, 1.3),
                dice.range(-0.04, 0.04),
                dice.next() * 90.0,
            ]
        })
        .collect();
    let foot = h * (0.7 + 0.16 * near);
    let fade = 0.78 * (1.0 - near).powf(1.1);
    let thick = if plan.weather == Weather::Mist { 0.15 } else { 0.0 };
    let seed = plan.noise(30 + n);
    let step = if n < 3 { 2 } else { 1 };
    stage.add(frame.soft(step, 0.0, foot + u * 3.0, 0.06 + 0.11 * n as f32, 0.0, |x, y| {
        for &[tx, half, lean, id] in &list {
            if (x - tx).abs() > half * 3.2 + u * 4.0 {
                continue;
            }
            let bend = (value(seed, id, y / (u * 24.0)) - 0.5) * half * 1.6;
            let flare = 1.0 + 0.7 * smooth(foot - u * 7.0, foot + u * 2.0, y);
            let off = (x - tx - (y - h * 0.5) * lean - bend) / (half * flare);
            if off.abs() > 1.3 {
                continue;
            }
            let edge = 1.0 + (value(seed ^ 1, id + y / (u * 2.6), 0.0) - 0.5) * 0.1;
            let a = ((edge - off.abs()) * half + 0.5).clamp(0.0, 1.0)
                * smooth(foot + u * 3.0, foot + u * 1.2, y);
            if a > 0.0 {
                let bark = ridge(seed ^ 2, x / (u * 0.75), y / (u * 4.5) + id, 2);
                let towards = if tx < sun.0 { off } else { -off };
                let rim = smooth(0.25, 1.0, towards) * (-((tx - sun.0).abs() / (w * 0.7))).exp();
                let mut c = scale(wood.trunk, 0.7 + 0.55 * bark);
                c = add(c, wood.sun, rim * 0.42);
                c = mix(c, wood.leaf.0, 0.3 * smooth(foot - u * 16.0, foot, y) * bark);
                c = mix(c, wood.air, (fade + thick).min(0.92));
                return pixel(c, a);
            }
        }
        [0.0; 4]
    }));
}

fn canopy(stage: &mut Stage, plan: &Plan, frame: Frame, n: u32, wood: &Wood, sun: (f32, f32)) {
    let (h, u) = (frame.h, frame.u);
    let near = n as f32 / 4.0;
    let seed = plan.noise(40 + n);
    let bottom = h * (0.4 - 0.2 * near);
    let size = u * (1.0 + 1.6 * near);
    let fade = 0.72 * (1.0 - near);
    let layer = frame.soft(
        if n < 4 { 2 } else { 1 },
        -u * 2.0,
        bottom,
        0.08 + 0.11 * n as f32,
        u * 3.0,
        |x, y| {
            let mass = fbm(seed, x / (u * 13.0), y / (u * 10.0), 3);
            let hang = smooth(bottom, bottom * 0.25, y + (mass - 0.5) * u * 26.0);
            let turn = (value(seed ^ 5, x / (size * 2.2), y / (size * 2.2)) * 2.0 - 1.0) * 1.4;
            let (lx, ly) = (x + turn * y.rem_euclid(size * 9.0) * 0.12, y + turn * size * 0.8);
            let leaf =
                fbm(seed ^ 1, (lx + ly * 0.6) / (size * 0.95), (ly - lx * 0.35) / (size * 0.5), 2);
            let a = smooth(0.7 - 0.5 * hang, 0.75 - 0.5 * hang, leaf) * smooth(0.02, 0.14, hang);
            if a <= 0.0 {
                return [0.0; 4];
            }
            let lit = smooth(
                0.3,
                0.72,
                fbm(seed ^ 3, (x - y) / (size * 0.9), (y + x * 0.5) / (size * 0.5), 2),
            ) * (0.35 + 0.65 * (-((x - sun.0).hypot(y - sun.1)) / (u * 34.0)).exp());
            let mut c =
                mix(scale(wood.leaf.0, 0.8 - 0.3 * near), wood.leaf.1, lit * (0.8 - 0.45 * near));
            c = add(c, wood.sun, lit * 0.16);
            c = mix(c, wood.air, fade);
            pixel(c, a)
        },
    );
    let phase = n as f32 * 1.2;
    stage.add(layer.alive(move |t| {
        Pose::moved(
            (t * 0.7 + phase).sin() * u * (0.15 + 0.5 * near),
            (t * 0.9 + phase * 2.0).sin() * u * 0.2 * near,
        )
    }));
}

fn shafts(stage: &mut Stage, plan: &Plan, frame: Frame, n: u32, wood: &Wood, sun: (f32, f32)) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(60 + n));
    let strong = match plan.hour {
        Hour::Night => 0.14,
        Hour::Day => 0.34,
        Hour::Dawn | Hour::Sunset => 0.42,
    };
    let layer = frame.soft(4, 0.0, h * 0.9, 0.2 + 0.05 * n as f32, u * 4.0, |x, y| {
        // Rays fan out from the sun behind the leaves.
        let angle = (x - sun.0) / (y + h * 0.28);
        let ray = smooth(0.48, 0.85, fbm(seed, angle * 9.0, 0.5, 3));
        let fall = smooth(h * 0.9, h * 0.1, y) * (-(angle * 1.1).powi(2)).exp();
        [wood.sun[0], wood.sun[1], wood.sun[2], ray * fall * strong]
    });
    let phase = n as f32;
    stage.add(layer.light().alive(move |t| Pose {
        dx: (t * 0.3 + phase).sin() * u * 1.6,
        dy: 0.0,
        opacity: 0.74 + 0.25 * (t * 0.55 + phase * 2.0).sin(),
    }));
}

fn floor(stage: &mut Stage, plan: &Plan, frame: Frame, wood: &Wood, sun: (f32, f32)) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(70));
    let top = h * 0.76;
    let soil = mix(wood.trunk, wood.leaf.0, 0.55);
    let path = mix(mix(wood.trunk, hex(0x8C7355), 0.6), wood.air, 0.12);
    let snow = if plan.snow_lies() { 0.9 } else { 0.0 };
    stage.add(frame.painted(top - u * 3.0, h, 0.45, 0.0, |x, y| {
        let edge = top + (fbm(seed, x / (u * 14.0), 0.0, 3) - 0.5) * u * 5.0;
        let down = ((y - edge) / (h - top)).max(0.0);
        let z = 0.3 + 0.7 * down;
        // Ground places: sideways from the middle, and away from us.
        let (gx, gy) = ((x - w * 0.5) / (u * z), 52.0 / (down + 0.45));
        let litter = fbm(seed ^ 1, gx / 1.6, gy, 3);
        let moss = smooth(0.4, 0.66, fbm(seed ^ 2, x / (u * 9.0), y / (u * 4.0), 3));
        let mut c = mix(soil, wood.leaf.1, 0.35 * moss + 0.3 * smooth(0.6, 0.8, litter));
        // A path winds away from us into the light.
        let middle =
            w * 0.5 + (1.0 - down).powi(2) * (sun.0 - w * 0.5) + (down * 3.2).sin() * u * 5.0;
        let track = smooth(
            1.0,
            0.55,
            ((x - middle) / (u * (2.2 + 17.0 * down))).abs() + (litter - 0.5) * 0.5,
        );
        // Snow lies but where feet have trodden it down.
        let trodden = track * (0.35 + 0.65 * litter);
        c = mix(c, wood.leaf.1, snow * (1.0 - 0.5 * trodden));
        c = mix(c, path, track * 0.85 * (1.0 - 0.75 * snow));
        let spot = smooth(0.5, 0.7, fbm(seed ^ 3, gx / 6.0, gy / 4.0, 3));
        c = scale(c, 0.8 + 0.3 * litter - 0.3 * down);
        c = add(c, wood.sun, spot * 0.26 * (1.0 - 0.55 * down));
        c = mix(c, wood.air, 0.6 * smooth(0.2, 0.0, down));
        pixel(c, smooth(0.0, u * 1.4, y - edge))
    }));
}

fn ferns(stage: &mut Stage, plan: &Plan, frame: Frame, wood: &Wood) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    for n in 0..2u32 {
        let mut dice = Dice::new(plan.seed, 80 + u64::from(n));
        let layer = frame.drawn(h * 0.78, h, 0.6 + 0.3 * n as f32, u, |c| {
            for i in 0..11 {
                let side = if i % 2 == 0 { dice.range(-0.03, 0.3) } else { dice.range(0.7, 1.03) };
                let root = (side * w, h * (0.955 + 0.06 * n as f32) + u * dice.range(0.0, 3.0));
                let tone = scale(
                    mix(wood.leaf.0, wood.leaf.1, dice.next() * 0.55),
                    0.75 - 0.25 * n as f32,
                );
                for k in 0..6 {
                    let angle = -2.6 + 2.05 * (k as f32 + dice.next() * 0.6) / 6.0;
                    let length = u * dice.range(5.0, 10.0);
                    let at = |s: f32| {
                        (
                            root.0 + length * s * angle.cos(),
                            root.1 + length * s * angle.sin() + length * 0.42 * s * s,
                        )
                    };
                    for j in 1..13 {
                        let s = j as f32 / 13.0;
                        let (p, size) = (at(s), length * 0.23 * (1.05 - s));
                        for turn in [-1.05f32, 1.05] {
                            let tip = (
                                p.0 + size * (angle + turn + s * 0.4).cos(),
                                p.1 + size * (angle + turn + s * 0.4).sin(),
                            );
                            if let Some(path) = blade(p, tip, size * 0.2, 0.0) {
                                c.fill(&path, ink(tone, 1.0));
                            }
                        }
                    }
                }
            }
        });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.8 + phase).sin() * u * 0.3, 0.0)));
    }
}

fn falling(stage: &mut Stage, plan: &Plan, frame: Frame, wood: &Wood) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 90);
    let list: Vec<[f32; 5]> = (0..22)
        .map(|_| [dice.next(), dice.next(), dice.next(), dice.next() * 6.3, dice.next()])
        .collect();
    let (leaf, sun) = (wood.leaf, wood.sun);
    stage.sparks(0.55, move |t, out| {
        for &[x, y, size, phase, hue] in &list {
            let sway = (t * (0.8 + hue * 0.5) + phase).sin();
            let px = x * w + sway * u * 4.0 + t * u * 0.6;
            let py = (y * h * 1.1 + t * u * (3.0 + 3.0 * size)) % (h * 1.1) - h * 0.05;
            let color = mix(mix(leaf.0, leaf.1, 0.4 + 0.6 * hue), sun, 0.15);
            let flip = (t * 1.9 + phase * 2.0).sin().abs() * 0.5 + 0.16;
            out.push(
                Spark::disc(px, py, u * (0.4 + 0.45 * size), color, 0.92)
                    .shaped(flip, sway + phase),
            );
            let mote = (
                (x * 7.3).fract() * w + (t * 0.4 + phase).cos() * u * 2.0,
                (y * 5.1).fract() * h * 0.85 - t * u * 0.3,
            );
            out.push(Spark::glow(
                mote.0,
                mote.1,
                u * (0.3 + 0.4 * hue),
                sun,
                0.3 + 0.25 * (t + phase * 3.0).sin(),
            ));
        }
    });
}
