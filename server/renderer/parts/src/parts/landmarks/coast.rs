//! A headland of rock with a lighthouse on it, surf at its foot, and the turf of the cliff we stand on.

use evernear_rules::story::Hour;

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{blade, ink},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, bent, block, fall, flat},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

pub fn cliff(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    headland(stage, plan, frame, line, p);
    surf(stage, plan, frame, line, p);
    lighthouse(stage, plan, frame, line, p);
    turf(stage, plan, frame, p);
    gulls(stage, plan, frame);
}

/// A unit that leaves room for the tower in wide frames.
fn unit(frame: Frame) -> f32 {
    frame.u.min(frame.h * 0.0076)
}

/// From the sea's edge: how high the land is, and how far it reaches into the frame.
fn land(plan: &Plan, frame: Frame, line: f32, x: f32) -> (f32, f32) {
    let (w, u) = (frame.w, unit(frame));
    let seed = plan.noise(360);
    // 0 at the side it comes from.
    let s = if plan.side > 0.0 { (w - x) / u } else { x / u };
    let reach = (w * 0.66 / u).min(80.0);
    let step = fbm(seed, s / 9.0, 0.4, 3) - 0.5;
    let tall =
        (22.0 + step * 8.0) * smooth(reach, reach - 9.0 + step * 6.0, s + step * 7.0).powf(0.7);
    (line - u * tall + u * 6.0 * smooth(0.0, 1.0, s / reach) * smooth(0.0, 8.0, tall), tall)
}

fn headland(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (u, seed) = (unit(frame), plan.noise(361));
    let pick = Dice::new(plan.seed, 361).pick(&[hex(0x9A8874), hex(0xB8A98E), hex(0x8A7A72)]);
    let (rock, foot) = (lit(plan, pick), line + u * 11.0);
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    stage.add(frame.painted(line - u * 30.0, foot + u * 3.0, 0.14, 0.0, |x, y| {
        let (top, tall) = land(plan, frame, line, x);
        if tall <= 0.05 {
            return [0.0; 4];
        }
        let base = foot + (fbm(seed ^ 9, x / (u * 4.0), 0.0, 2) - 0.5) * u * 3.0
            - u * 6.0 * smooth(9.0, 0.0, tall);
        let inside = smooth(-0.5, 0.5, y - top) * smooth(0.5, -u * 0.6, y - base);
        let down = (y - top) / u;
        let crack = fbm(seed, x / (u * 1.7), y / (u * 9.0), 4);
        let bed = fbm(seed ^ 1, x / (u * 12.0), y / (u * 1.1), 3);
        let face = fbm(seed ^ 2, (x + y * 0.4) / (u * 5.0), y / (u * 16.0), 3);
        let mut c = scale(rock, 0.35 + 0.72 * crack + 0.28 * (bed - 0.5) + 0.55 * (face - 0.5));
        c = add(c, p.sun, 0.16 * smooth(0.52, 0.75, face) * plan.daylight());
        let blades = fbm(seed ^ 3, x / (u * 0.8), y / (u * 1.2), 2);
        let green = smooth(4.2 + 3.0 * (bed - 0.5) + 2.0 * crack, 2.0, down);
        c = mix(c, mix(dark, pale, 0.2 + 0.7 * blades), green);
        c = mix(c, scale(rock, 0.3), smooth(u * 3.0, 0.0, base - y) * 0.7);
        pixel(mix(c, p.haze, 0.2), inside)
    }));
}

/// Foam that comes and goes at the foot of the rock.
fn surf(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (u, foot) = (unit(frame), line + unit(frame) * 10.5);
    let white = mix(scale([0.97, 0.98, 0.98], plan.daylight().max(0.42)), p.haze, 0.15);
    for n in 0..2u32 {
        let seed = plan.noise(364 + n);
        let layer = frame.soft(2, foot - u * 5.0, foot + u * 7.0, 0.145, u * 2.0, |x, y| {
            let near = land(plan, frame, line, x + u * 3.0 * plan.side).1;
            let d = (y - foot - u * (1.0 - 6.0 * smooth(10.0, 0.0, near))) / u;
            let lace = fbm(seed, x / (u * 2.4), y / (u * 0.8), 4);
            let a = smooth(0.36, 0.6, lace + 0.2 * smooth(3.0, 0.0, d.abs()))
                * smooth(4.4, 0.6, d.abs())
                * smooth(0.0, 1.5, near);
            pixel(white, a * 0.9)
        });
        let phase = n as f32 * 2.2;
        stage.add(layer.alive(move |t| Pose {
            dx: (t * 0.5 + phase).sin() * u * 0.8,
            dy: (t * 0.9 + phase).sin() * u * 0.7,
            opacity: 0.62 + 0.38 * (t * 0.9 + phase).cos(),
        }));
    }
}

/// A white tower with bands, its gallery and lantern; the beam goes round when it is dark.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn lighthouse(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, u) = (frame.w, unit(frame));
    let x = w * 0.5 + plan.side * (w * 0.22).min(u * 40.0);
    let foot = land(plan, frame, line, x).0 + u * 1.4;
    let tall = u * 27.0;
    let paint = Dice::new(plan.seed, 366).pick(&[hex(0xC8302A), hex(0xC8302A), hex(0x26384E)]);
    let tone = |c: Rgb| mix(lit(plan, c), p.haze, 0.08);
    let (white, band) = (tone(hex(0xF6F1E6)), tone(paint));
    let on = match plan.hour {
        Hour::Night => 1.0,
        Hour::Sunset | Hour::Dawn => 0.7,
        Hour::Day => 0.0,
    };
    let half = |s: f32| u * (3.5 - 1.2 * s);
    stage.add(frame.drawn(foot - tall - u * 9.0, foot + u, 0.15, 0.0, |c| {
        block(c, (x - u * 9.4, foot - u * 4.6), (u * 7.0, u * 4.6), white);
        flat(
            c,
            &[
                (x - u * 10.2, foot - u * 4.4),
                (x - u * 6.0, foot - u * 7.4),
                (x - u * 1.8, foot - u * 4.4),
            ],
            band,
        );
        for k in 0..5 {
            let (s, e) = (k as f32 / 5.0, (k + 1) as f32 / 5.0);
            let tone = if k % 2 == 0 { white } else { band };
            let (y0, y1) = (foot - tall * s, foot - tall * e);
            if let Some(path) = crate::paint::shapes::polygon(&[
                (x - half(s), y0),
                (x + half(s), y0),
                (x + half(e), y1 - 0.5),
                (x - half(e), y1 - 0.5),
            ]) {
                c.fade(
                    &path,
                    (x - half(s), 0.0),
                    (x + half(s), 0.0),
                    &crate::parts::props::round(tone),
                );
            }
        }
        for s in [0.1f32, 0.5, 0.76] {
            block(c, (x - u * 0.5, foot - tall * s - u * 2.0), (u, u * 1.8), hex(0x2A2E38));
        }
        let top = foot - tall;
        block(c, (x - u * 3.4, top - u * 1.0), (u * 6.8, u * 1.2), scale(white, 0.85));
        for k in 0..9 {
            bar(
                c,
                (x - u * 3.2 + u * 0.8 * k as f32, top - u),
                (x - u * 3.2 + u * 0.8 * k as f32, top - u * 2.8),
                u * 0.16,
                scale(band, 0.6),
            );
        }
        bar(
            c,
            (x - u * 3.3, top - u * 2.8),
            (x + u * 3.3, top - u * 2.8),
            u * 0.22,
            scale(band, 0.6),
        );
        fall(
            c,
            &[
                (x - u * 1.7, top - u * 5.4),
                (x + u * 1.7, top - u * 5.4),
                (x + u * 1.7, top - u),
                (x - u * 1.7, top - u),
            ],
            (top - u * 5.4, top - u),
            [mix(hex(0x8AA0B0), hex(0xFFE9B0), on), mix(hex(0x5A6A7A), hex(0xFFD07A), on)],
        );
        for dx in [-1.7f32, -0.56, 0.56, 1.7] {
            bar(c, (x + u * dx, top - u), (x + u * dx, top - u * 5.4), u * 0.2, hex(0x2A2E38));
        }
        flat(
            c,
            &[(x - u * 2.3, top - u * 5.2), (x, top - u * 8.0), (x + u * 2.3, top - u * 5.2)],
            band,
        );
        ball(c, (x, top - u * 8.0), (u * 0.5, u * 0.5), band);
    }));
    let y = foot - tall - u * 3.2;
    stage.sparks(0.15, move |t, out| {
        let a = t * 0.7;
        for (turn, gain) in [(0.0f32, 1.0f32), (std::f32::consts::PI, 1.0)] {
            let (wide, towards) = ((a + turn).cos(), (a + turn).sin());
            let long = u * 34.0 * wide.abs();
            let beam = Spark::glow(
                x + wide * u * 34.0,
                y + u * 0.6,
                long,
                [1.0, 0.93, 0.74],
                0.6 * on * gain,
            );
            out.push(beam.shaped((u * 2.4 / long.max(1.0)).min(1.0), 0.02 * wide));
            out.push(Spark::glow(
                x,
                y,
                u * (4.0 + 11.0 * towards.max(0.0)),
                [1.0, 0.9, 0.66],
                on * (0.5 + 0.4 * towards.max(0.0)),
            ));
        }
    });
}

/// The edge of the cliff that we stand on: turf, thrift in bloom, a path and a low rail of rope.
fn turf(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(368));
    let top = h * 0.68;
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, mix(pale, hex(0xC8B878), 0.35)));
    let rock = lit(plan, hex(0x9A8874));
    let edge = move |x: f32| {
        top - plan.side * (x / w - 0.5) * u * 9.0
            + (fbm(seed, x / (u * 11.0), 0.3, 3) - 0.5) * u * 9.0
    };
    stage.add(frame.painted(top - u * 12.0, h, 0.44, 0.0, |x, y| {
        let d = y - edge(x);
        let down = (d / (h - top)).clamp(0.0, 1.0);
        let near = 0.4 + 0.6 * down;
        let blades = fbm(seed ^ 1, x / (u * 0.7 * near), y / (u * 1.9 * near), 3);
        let patch = fbm(seed ^ 2, x / (u * 9.0), y / (u * 5.0), 3);
        let mut c = mix(dark, pale, (0.1 + 0.75 * blades + 0.8 * (patch - 0.5)).clamp(0.0, 1.0));
        let stone = smooth(0.58, 0.64, fbm(seed ^ 5, x / (u * 5.0), y / (u * 3.0), 3))
            * smooth(0.5, 0.1, down);
        c = mix(c, scale(rock, 0.55 + 0.7 * fbm(seed ^ 6, x / (u * 1.4), y / (u * 1.2), 3)), stone);
        c = add(c, p.sun, 0.16 * smooth(u * 2.6, 0.0, d) * plan.daylight());
        c = scale(c, 1.0 - 0.36 * smooth(0.3, 1.0, down));
        let rough = (value(seed ^ 4, x / (u * 0.5), 0.0) - 0.5) * u * 1.4;
        pixel(c, smooth(-u * 0.2, u * 0.3, d - rough))
    }));
    let mut dice = Dice::new(plan.seed, 369);
    let bloom = dice.pick(&[hex(0xE88AB0), hex(0xF2D25A), hex(0xF4F0E6)]);
    let layer = frame.drawn(top - u * 10.0, h, 0.46, u, |c| {
        for _ in 0..150 {
            let x = dice.range(-0.05, 1.05) * w;
            let s = dice.next().powf(1.4);
            let y = edge(x) + u * 1.5 + (h - top) * s;
            let size = u * (1.4 + 2.4 * s);
            if dice.next() < 0.45 {
                for k in 0..3 {
                    let dx = size * (k as f32 - 1.0) * 0.5;
                    bent(
                        c,
                        (x + dx * 0.4, y),
                        (x + dx * 0.6, y - size),
                        (x + dx, y - size * 1.3),
                        u * 0.16,
                        scale(pale, 0.8),
                    );
                    ball(
                        c,
                        (x + dx, y - size * 1.35),
                        (size * 0.26, size * 0.22),
                        lit(plan, bloom),
                    );
                }
            } else {
                for _ in 0..7 {
                    let lean = dice.range(-0.8, 0.8) * size;
                    if let Some(path) = blade(
                        (x, y),
                        (x + lean, y - size * dice.range(1.0, 1.9)),
                        size * 0.07,
                        lean * 0.2,
                    ) {
                        c.fill(&path, ink(mix(dark, pale, dice.next()), 1.0));
                    }
                }
            }
        }
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 1.1).sin() * u * 0.22, 0.0)));
}

fn gulls(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 370);
    let tone = mix(
        lit(plan, hex(0xFAF8F2)),
        hex(0x3A3E4A),
        if plan.hour == Hour::Night { 0.2 } else { 0.05 },
    );
    let list: Vec<[f32; 3]> =
        (0..6).map(|_| [dice.next(), dice.next(), dice.next() * 6.3]).collect();
    stage.sparks(0.2, move |t, out| {
        for &[x, y, phase] in &list {
            let px = w * (x * 1.2 - 0.1) + (t * 0.25 + phase).sin() * u * 9.0;
            let py = h * (0.16 + 0.24 * y) + (t * 0.4 + phase * 2.0).cos() * u * 2.5;
            let size = u * (0.9 + 0.7 * y);
            let flap = 0.35 + 0.3 * (t * 3.4 + phase).sin();
            for side in [-1.0f32, 1.0] {
                out.push(
                    Spark::disc(px + side * size * 0.9, py - size * flap * 0.5, size, tone, 0.95)
                        .shaped(0.17, side * flap * -0.7),
                );
            }
            out.push(Spark::disc(px, py, size * 0.4, tone, 0.95).shaped(0.6, 0.0));
        }
    });
}
