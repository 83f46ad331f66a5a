//! A church: arches that come towards us, a window of coloured glass, pews, an altar with candles.

use evernear_rules::story::Hour;

use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{curve, ink, rect},
};
use crate::parts::{props::rose, room::Indoors};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

pub fn church(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(400));
    let light = Indoors::of(plan);
    let stone = Dice::new(plan.seed, 401).pick(&[hex(0xCDBFA6), hex(0xBFB9AC), hex(0xD8CDB8)]);
    let (floor, mid) = (h * 0.6, w / 2.0);
    let glass =
        [hex(0x2F5FA8), hex(0xB8403C), hex(0xD9A63A), hex(0x3F8A5A), hex(0x7A4A9A), hex(0xE8DCC0)];
    let outside = match plan.hour {
        Hour::Day => 1.0,
        Hour::Dawn => 0.86,
        Hour::Sunset => 0.8,
        Hour::Night => 0.26,
    };
    // The end wall with a tall window, vaults that come towards us on both sides.
    stage.add(frame.painted(0.0, floor + u * 2.0, 0.06, 0.0, |x, y| {
        let s = (x - mid).abs() / u;
        let rough = fbm(seed, x / (u * 5.0), y / (u * 5.0), 4) - 0.5;
        let course = ((y / (u * 5.0)).fract() - 0.5).abs();
        let mut c = scale(stone, 0.78 + rough * 0.16 - 0.1 * smooth(0.46, 0.5, course));
        c = light.lit(c, 0.86);
        // A pointed window: two arcs meet above.
        let (half, top, sill) = (11.0, h * 0.13 / u, h * 0.43 / u);
        let v = y / u;
        let spring = top + 17.0;
        let inside = if v > spring {
            half - s
        } else {
            // Circles around the opposite edges.
            let r = 2.0 * half;
            r - (s + half).hypot((v - spring) * 1.2)
        }
        .min(sill - v);
        if inside > 0.0 {
            let (gx, gy) = ((x - mid) / u, v);
            let (cx, cy) = ((gx / 3.4).floor(), (gy / 3.8).floor());
            let (fx, fy) = ((gx / 3.4).fract().abs() - 0.5, (gy / 3.8).fract() - 0.5);
            let pick = (value(seed ^ 7, cx.abs() * 3.7, cy * 2.9) * 5.99) as usize;
            let lead = smooth(0.42, 0.48, fx.abs().max(fy.abs()))
                .max(smooth(0.5, 0.1, inside))
                .max(smooth(0.5, 0.2, gx.abs()));
            let own = glass[pick.min(5)];
            let shine = 0.74 + 0.4 * fbm(seed ^ 8, gx / 2.0, gy / 2.0, 2);
            let lit = scale(add(own, [1.0; 3], 0.12), outside * shine);
            c = mix(lit, hex(0x1C1713), lead * 0.85);
        } else {
            c = scale(c, 1.0 - 0.3 * (inside / 2.0).exp());
            c = add(c, tint(c, hex(0xFFE2B0)), 0.3 * (inside / 9.0).exp() * outside);
        }
        pixel(c, 1.0)
    }));
    for n in 0..4u32 {
        let near = (n + 1) as f32 / 4.0;
        let off = u * (17.0 + 26.0 * near.powf(1.5));
        let wide = u * (2.4 + 4.6 * near);
        let foot = floor + (h * 0.86 - floor) * near.powi(2);
        let (arch, depth) = (h * (0.16 - 0.3 * near), 0.1 + 0.3 * near);
        let seed = plan.noise(402 + n);
        stage.add(frame.painted(-u * 4.0, foot + u * 2.0, depth, 0.0, |x, y| {
            let s = (x - mid).abs();
            let spring = h * 0.34 - u * 16.0 * near;
            // The column, and above it the rib that bends to the middle.
            let r = off * 1.5;
            let rib = if y > spring {
                (s - off) / wide
            } else {
                ((s + r - off).hypot((y - spring) * (r / (spring - arch).max(u))) - r) / wide
            };
            let outer = rib > 0.0;
            let a = if outer { if rib < 1.0 { smooth(0.0, 0.06, rib) } else { 1.0 } } else { 0.0 };
            if a <= 0.0 {
                return [0.0; 4];
            }
            let rough = fbm(seed, x / (u * 3.0), y / (u * 3.0), 3) - 0.5;
            let round = if rib < 1.0 {
                0.62 + 0.5 * (rib * std::f32::consts::PI).sin()
            } else {
                0.5 - 0.16 * (rib - 1.0).min(1.0)
            };
            let base = if rib < 1.2 && y > foot - u * 5.0 * near { 0.86 } else { 1.0 };
            let c = light.lit(scale(stone, (round + rough * 0.14) * base), 0.8);
            pixel(scale(c, 0.72 + 0.24 * (1.0 - near)), a * smooth(foot + u, foot, y))
        }));
    }
    aisle(stage, plan, frame, floor, &light);
    pews(stage, frame, floor, &light);
    altar(stage, plan, frame, floor, &light);
    beams_of_glass(stage, plan, frame, outside);
}

fn aisle(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32, light: &Indoors) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(410));
    let cloth = Dice::new(plan.seed, 411).pick(&[hex(0x8C2F30), hex(0x3A4A78), hex(0x6A5A2F)]);
    stage.add(frame.painted(top, h, 0.3, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.2 + 0.8 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near), 5.0 / near);
        let tile = value(seed, (gx / 5.0).floor() * 3.1, (gy * 2.4).floor() * 2.3);
        let joint = smooth(0.0, 0.05, (gx / 5.0).rem_euclid(1.0))
            * smooth(0.0, 0.08, (gy * 2.4).rem_euclid(1.0));
        let mut c = scale(hex(0xA2937C), (0.78 + 0.3 * tile) * (0.7 + 0.3 * joint));
        let runner = smooth(7.4, 7.1, gx.abs());
        let border = smooth(0.5, 0.2, (gx.abs() - 6.2).abs());
        let weave = value(seed ^ 3, x / (u * 0.4), y / (u * 0.4)) - 0.5;
        c = mix(c, scale(mix(cloth, hex(0xD9B25A), border * 0.7), 0.95 + weave * 0.14), runner);
        pixel(
            scale(light.lit(c, 0.86), 1.0 - 0.25 * smooth(0.4, 1.0, down)),
            smooth(0.0, u * 0.5, y - top),
        )
    }));
}

fn pews(stage: &mut Stage, frame: Frame, floor: f32, light: &Indoors) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    for n in 0..5u32 {
        let near = (n as f32 + 0.6) / 5.0;
        let foot = floor + (h * 1.02 - floor) * near.powf(1.5);
        let (tall, gap) = (u * (3.0 + 11.0 * near), u * (8.6 + 9.0 * near));
        let wood = light.lit(scale(hex(0x6E4526), 0.8 + 0.24 * near), 0.9);
        stage.add(frame.drawn(foot - tall * 1.3, foot + u, 0.3 + 0.3 * near, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let (inner, outer) = (w / 2.0 + side * gap, w / 2.0 + side * (w.max(h * 0.6)));
                let (x, wide) = (inner.min(outer), (outer - inner).abs());
                if let Some(path) = rect(x, foot - tall, wide, tall) {
                    c.fade(
                        &path,
                        (0.0, foot - tall),
                        (0.0, foot),
                        &[
                            (0.0, ink(add(wood, [1.0; 3], 0.1), 1.0)),
                            (0.2, ink(wood, 1.0)),
                            (1.0, ink(scale(wood, 0.42), 1.0)),
                        ],
                    );
                }
                if let Some(path) = rect(x, foot - tall * 1.06, wide, tall * 0.12) {
                    c.fill(&path, ink(add(wood, [1.0; 3], 0.16), 1.0));
                }
                // The carved end at the aisle, with a posy.
                let end = tall * 0.34;
                let ex = if side < 0.0 { inner - end * 0.3 } else { inner - end * 0.7 };
                if let Some(path) = curve(
                    (ex, foot),
                    &[
                        ((ex, foot - tall), (ex, foot - tall * 1.1)),
                        ((ex + end * 0.5, foot - tall * 1.4), (ex + end, foot - tall * 1.1)),
                        ((ex + end, foot - tall * 0.6), (ex + end, foot)),
                    ],
                ) {
                    c.fade(
                        &path,
                        (ex, 0.0),
                        (ex + end, 0.0),
                        &[(0.0, ink(scale(wood, 1.2), 1.0)), (1.0, ink(scale(wood, 0.6), 1.0))],
                    );
                }
                if n % 2 == 0 {
                    for (dx, dy) in [(-0.3, 0.9), (0.3, 0.86), (0.0, 0.78)] {
                        rose(
                            c,
                            (ex + end * (0.5 + dx), foot - tall * dy),
                            tall * 0.09,
                            light.lit(hex(0xF3E6DC), 0.95),
                        );
                    }
                }
            }
        }));
    }
}

fn altar(stage: &mut Stage, plan: &Plan, frame: Frame, floor: f32, light: &Indoors) {
    let (w, u) = (frame.w, frame.u);
    let x = w / 2.0;
    stage.add(frame.drawn(floor - u * 18.0, floor + u * 3.0, 0.2, 0.0, |c| {
        let cloth = light.lit(hex(0xF6EFE2), 0.95);
        for (half, y, tall) in [(15.0, 0.6, 2.2), (12.0, -1.0, 2.0)] {
            if let Some(path) = rect(x - u * half, floor + u * y, u * half * 2.0, u * tall) {
                c.fill(&path, ink(light.lit(hex(0xA9997F), 0.8 + 0.04 * tall), 1.0));
            }
        }
        if let Some(path) = rect(x - u * 7.6, floor - u * 7.4, u * 15.2, u * 6.4) {
            c.fade(
                &path,
                (0.0, floor - u * 7.4),
                (0.0, floor - u),
                &[(0.0, ink(cloth, 1.0)), (1.0, ink(scale(cloth, 0.74), 1.0))],
            );
        }
        if let Some(path) = rect(x - u * 8.2, floor - u * 8.0, u * 16.4, u * 1.2) {
            c.fill(&path, ink(add(cloth, [1.0; 3], 0.06), 1.0));
        }
        for dx in [-6.0f32, -4.4, 4.4, 6.0] {
            if let Some(path) = rect(x + u * dx - u * 0.35, floor - u * 12.6, u * 0.7, u * 4.6) {
                c.fill(&path, ink(light.lit(hex(0xF3E7CB), 0.97), 1.0));
            }
        }
        let mut dice = Dice::new(plan.seed, 415);
        for _ in 0..14 {
            rose(
                c,
                (x + u * dice.range(-2.6, 2.6), floor - u * dice.range(8.4, 11.4)),
                u * dice.range(0.6, 1.0),
                light.lit(dice.pick(&[hex(0xFFF3EC), hex(0xE9A6B0), hex(0xF2D48A)]), 0.96),
            );
        }
    }));
    stage.sparks(0.2, move |t, out| {
        for (n, dx) in [-6.0f32, -4.4, 4.4, 6.0].into_iter().enumerate() {
            let lick = (t * 5.1 + n as f32 * 1.7).sin() * 0.1;
            let (cx, cy) = (x + u * dx + lick * u * 0.4, floor - u * 13.3);
            out.push(Spark::disc(cx, cy, u * 0.6, [1.0, 0.87, 0.5], 0.95).shaped(0.5, 1.57 + lick));
            out.push(Spark::glow(cx, cy, u * 5.0, [1.0, 0.72, 0.36], 0.4 + lick));
        }
    });
}

/// Coloured light that falls from the window through the nave.
fn beams_of_glass(stage: &mut Stage, plan: &Plan, frame: Frame, outside: f32) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(420));
    let lean = plan.turn();
    let layer = frame.soft(4, h * 0.14, h, 0.3, u * 5.0, |x, y| {
        let down = (y - h * 0.16) / (h * 0.8);
        let s = (x - w / 2.0 - lean * down * u * 22.0) / (u * (11.0 + 18.0 * down.max(0.0)));
        let ray = 0.5 + 0.5 * fbm(seed, s * 4.0, 0.5, 3);
        let a = smooth(1.0, 0.3, s.abs()) * smooth(0.0, 0.16, down) * smooth(1.05, 0.5, down) * ray;
        let c = mix(
            mix(hex(0xFFD9A0), hex(0x9FC0FF), smooth(0.0, 1.0, s)),
            hex(0xFFB0A0),
            smooth(0.2, -0.8, s),
        );
        [c[0], c[1], c[2], a * 0.17 * outside]
    });
    stage.add(layer.light().alive(move |t| Pose {
        dx: lean * u * 0.3 * (t - 5.0),
        dy: 0.0,
        opacity: 0.8 + 0.2 * (t * 0.5).sin(),
    }));
    let mut dice = Dice::new(plan.seed, 421);
    let list: Vec<[f32; 4]> =
        (0..44).map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.next()]).collect();
    stage.sparks(0.4, move |t, out| {
        for &[x, y, phase, size] in &list {
            let px = w * (0.2 + 0.6 * x) + (t * 0.3 + phase).sin() * u * 3.0;
            let py = h * (0.2 + 0.6 * y) - t * u * 0.3;
            out.push(Spark::glow(
                px,
                py,
                u * (0.3 + 0.4 * size),
                [1.0, 0.92, 0.78],
                0.18 + 0.14 * (t + phase * 2.0).sin(),
            ));
        }
    });
}
