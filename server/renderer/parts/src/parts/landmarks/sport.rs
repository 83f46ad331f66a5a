//! A sports field: grass mown in stripes with its lines, a goal with its net, a pavilion, a ball.

use evernear_rules::story::Hour;

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, ink, oval},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, block, fall, flat, post},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

pub fn field(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    pavilion(stage, plan, frame, line, p);
    lamps(stage, plan, frame, line, p);
    grass(stage, plan, frame, line, p);
    goal(stage, plan, frame, line);
    ball_and_flag(stage, plan, frame);
}

/// A stand with a roof and steps, where the field ends.
fn pavilion(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let mut dice = Dice::new(plan.seed, 400);
    let paint = dice.pick(&[hex(0x9A3A34), hex(0x2F5A7A), hex(0x3A6A4A)]);
    let tone = |c: Rgb| mix(lit(plan, c), p.haze, 0.22);
    let foot = line + u * 3.0;
    let half = (w * 0.3).min(u * 26.0);
    let x = w * 0.5 + plan.side * w * 0.16;
    stage.add(frame.drawn(foot - u * 17.0, foot + u * 2.0, 0.16, 0.0, |c| {
        shadow(c, (x, foot), half * 1.1, u);
        block(c, (x - half, foot - u * 12.0), (half * 2.0, u * 12.0), tone(hex(0x4A4440)));
        for row in 0..5 {
            let y = foot - u * (8.6 - 1.6 * row as f32);
            block(
                c,
                (x - half, y),
                (half * 2.0, u * 1.7),
                tone(scale(hex(0xB9B2A6), 0.72 + 0.06 * row as f32)),
            );
            let mut sx = x - half * 0.97;
            while sx < x + half * 0.97 {
                if dice.next() < 0.34 {
                    let shirt = tone(dice.pick(&[
                        paint,
                        hex(0xF0E8DA),
                        hex(0xD9A23A),
                        hex(0x5A6A8A),
                        hex(0xC86A5A),
                    ]));
                    ball(c, (sx, y - u * 0.2), (u * 0.55, u * 0.75), shirt);
                    ball(
                        c,
                        (sx, y - u * 1.2),
                        (u * 0.34, u * 0.4),
                        tone(dice.pick(&[hex(0x7A4A34), hex(0xD9A888), hex(0x4A3024)])),
                    );
                }
                sx += u * 1.5;
            }
        }
        for k in 0..6 {
            post(
                c,
                x - half + half * 0.4 * k as f32,
                (foot - u * 13.0, foot),
                u * 0.3,
                tone(hex(0xE9E2D4)),
            );
        }
        fall(
            c,
            &[
                (x - half - u * 2.0, foot - u * 12.6),
                (x - half * 0.9, foot - u * 16.0),
                (x + half * 0.9, foot - u * 16.0),
                (x + half + u * 2.0, foot - u * 12.6),
            ],
            (foot - u * 16.0, foot - u * 12.6),
            [tone(add(paint, [1.0; 3], 0.1)), tone(scale(paint, 0.75))],
        );
        block(
            c,
            (x - half - u * 2.0, foot - u * 12.8),
            (half * 2.0 + u * 4.0, u * 0.9),
            tone(hex(0xE9E2D4)),
        );
        for k in 0..5 {
            let at = x + half * (0.4 * k as f32 - 0.8);
            bar(c, (at, foot - u * 16.0), (at, foot - u * 19.0), u * 0.2, tone(hex(0xE9E2D4)));
            flat(
                c,
                &[(at, foot - u * 19.0), (at + u * 2.4, foot - u * 18.3), (at, foot - u * 17.6)],
                tone(if k % 2 == 0 { paint } else { hex(0xE8B83A) }),
            );
        }
    }));
}

/// Masts with floodlights, lit from dusk on.
fn lamps(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u.min(frame.h * 0.0098));
    let on = match plan.hour {
        Hour::Night => 1.0,
        Hour::Sunset | Hour::Dawn => 0.65,
        Hour::Day => 0.0,
    };
    let steel = mix(lit(plan, hex(0x8A929A)), p.haze, 0.2);
    let tops = [(w * 0.07, line - u * 34.0), (w * 0.93, line - u * 37.0)];
    stage.add(frame.drawn(line - u * 44.0, line + u * 4.0, 0.18, 0.0, |c| {
        for (x, y) in tops {
            post(c, x, (y, line + u * 3.0), u * 0.5, steel);
            for row in 0..2 {
                block(
                    c,
                    (x - u * 4.2, y - u * (1.0 + 2.3 * row as f32)),
                    (u * 8.4, u * 0.5),
                    scale(steel, 0.7),
                );
                for k in 0..4 {
                    ball(
                        c,
                        (x + u * (2.0 * k as f32 - 3.0), y - u * (1.0 + 2.3 * row as f32)),
                        (u * 0.9, u * 0.9),
                        mix(hex(0xA8B0B8), [1.0, 0.98, 0.9], 0.3 + 0.7 * on),
                    );
                }
            }
        }
    }));
    stage.sparks(0.18, move |t, out| {
        for (x, y) in tops {
            let breath = on * (0.96 + 0.04 * (t * 1.7 + x).sin());
            out.push(Spark::glow(x, y - u * 2.0, u * 20.0, [1.0, 0.95, 0.82], 0.42 * breath));
            out.push(Spark::glow(x, y - u * 2.0, u * 7.0, [1.0, 0.98, 0.92], 0.6 * breath));
        }
    });
}

fn grass(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(405));
    let top = line + u * 2.0;
    let night = if plan.hour == Hour::Night { 1.7 } else { 1.0 };
    let (dark, pale) =
        (scale(lit(plan, hex(0x3F7A34)), night), scale(lit(plan, hex(0x6FA448)), night));
    let box_at = 0.34;
    stage.add(frame.painted(top, h, 0.36, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.16 + 0.84 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near), 9.0 / near);
        let stripe = smooth(-0.06, 0.06, (gy * 0.32 * std::f32::consts::TAU).sin());
        let blades =
            fbm(seed, x / (u * 0.5 * near.max(0.4)), y / (u * 1.1 * near.max(0.4)), 3) - 0.5;
        let worn =
            smooth(0.56, 0.75, fbm(seed ^ 1, gx / 6.0, gy * 0.7, 3)) * smooth(0.05, 0.3, down);
        let mut c = scale(mix(dark, pale, 0.3 + 0.4 * stripe), 1.0 + blades * 0.42);
        c = mix(c, lit(plan, hex(0x9A8A52)), worn * 0.4);
        // The lines of the goal area, and the edge of the field before us.
        let chalk = 0.8 + 0.5 * (value(seed ^ 2, x / (u * 0.4), y / (u * 0.3)) - 0.5);
        let thick = 0.42 + 0.2 / near.max(0.3);
        let across = |at: f32| smooth(thick * 0.02 * near, thick * 0.008 * near, (near - at).abs());
        let along = |at: f32| smooth(0.5, 0.25, (gx.abs() - at).abs());
        let inside = smooth(box_at + 0.005, box_at, near) * smooth(0.2, 0.215, near);
        let mut white = across(0.21) * f32::from(u8::from(gx.abs() < 150.0));
        white = white
            .max(across(box_at) * f32::from(u8::from(gx.abs() < 46.0)))
            .max(along(46.0) * inside);
        white = white.max(
            across(0.26) * f32::from(u8::from(gx.abs() < 24.0))
                + along(24.0) * inside * smooth(0.262, 0.26, near),
        );
        c = mix(c, lit(plan, [0.96, 0.96, 0.92]), white * chalk);
        c = mix(c, p.haze, 0.3 * smooth(0.14, 0.0, down));
        c = add(
            c,
            p.sun,
            0.07 * smooth(0.5, 0.75, fbm(seed ^ 4, gx / 9.0, gy * 0.6, 2)) * plan.daylight(),
        );
        pixel(scale(c, 1.0 - 0.32 * smooth(0.4, 1.0, down)), smooth(0.0, u * 0.4, y - top))
    }));
}

/// A white goal with its net.
fn goal(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let foot = line + u * 2.0 + (h - line - u * 2.0) * 0.07;
    let (x, half, tall) = (w * 0.5, (w * 0.3).min(u * 24.0), u * 15.0);
    let white = lit(plan, hex(0xF8F6F0));
    let white = if plan.hour == Hour::Night { scale(white, 2.2) } else { white };
    let (inner, back) = (half * 0.9, foot - u * 1.8);
    let net = |s: f32, v: f32| -> Position {
        // The net falls from the bar to the ground behind.
        let bulge = (v * std::f32::consts::FRAC_PI_2).sin();
        (x + s * (half + (inner - half) * bulge), (foot - tall) + (tall - (foot - back)) * v)
    };
    let cord = |c: &mut Canvas, a: Position, b: Position| bar(c, a, b, u * 0.12, scale(white, 0.8));
    let layer = frame.drawn(foot - tall - u * 2.0, foot + u * 2.0, 0.38, u, |c| {
        let count = 26;
        for k in 0..=count {
            let s = k as f32 / count as f32 * 2.0 - 1.0;
            for v in 0..10 {
                let (a, b) = (v as f32 / 10.0, (v + 1) as f32 / 10.0);
                cord(c, net(s, a), net(s, b));
            }
        }
        for v in 1..=10 {
            let v = v as f32 / 10.0;
            let sag = u * 0.5 * (1.0 - v);
            let (a, b) = (net(-1.0, v), net(1.0, v));
            if let Some(path) = crate::paint::shapes::curve(a, &[((x, a.1 + sag), b)]) {
                c.line(&path, u * 0.12, ink(scale(white, 0.8), 1.0));
            }
        }
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.9).sin() * u * 0.14, 0.0)));
    stage.add(frame.drawn(foot - tall - u * 2.0, foot + u * 2.0, 0.385, 0.0, |c| {
        for side in [-1.0f32, 1.0] {
            shadow(c, (x + side * half, foot), u * 2.2, u * 0.6);
            post(c, x + side * half, (foot - tall - u * 0.4, foot), u * 0.62, white);
            bar(
                c,
                (x + side * half, foot - u * 0.3),
                (x + side * inner, back),
                u * 0.4,
                scale(white, 0.7),
            );
        }
        block(
            c,
            (x - half - u * 0.6, foot - tall - u * 0.7),
            (half * 2.0 + u * 1.2, u * 1.3),
            white,
        );
    }));
}

/// A ball on the grass and a flag at the corner.
fn ball_and_flag(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let paint = Dice::new(plan.seed, 400).pick(&[hex(0xD8402E), hex(0x2F6AA8), hex(0xE8A82E)]);
    let cloth = lit(plan, paint);
    let (x, foot) = (w * (0.5 + plan.side * 0.4), h * 0.78);
    let white = lit(plan, hex(0xF6F4EE));
    stage.add(frame.drawn(foot - u * 26.0, foot + u * 2.0, 0.5, 0.0, |c| {
        shadow(c, (x, foot), u * 3.0, u * 0.7);
        post(c, x, (foot - u * 24.0, foot), u * 0.36, lit(plan, hex(0xF0E6C8)));
    }));
    let flag = frame.drawn(foot - u * 25.0, foot - u * 16.0, 0.5, u, |c| {
        flat(
            c,
            &[
                (x, foot - u * 24.0),
                (x - plan.side * u * 8.4, foot - u * 22.4),
                (x - plan.side * u * 8.0, foot - u * 18.6),
                (x, foot - u * 17.4),
            ],
            cloth,
        );
        flat(
            c,
            &[
                (x, foot - u * 19.6),
                (x - plan.side * u * 8.1, foot - u * 19.6),
                (x - plan.side * u * 8.0, foot - u * 18.6),
                (x, foot - u * 17.4),
            ],
            scale(cloth, 0.75),
        );
    });
    stage.add(flag.alive(move |t| Pose::moved((t * 2.1).sin() * u * 0.2, 0.0)).rippling(
        u * 0.3,
        u * 6.0,
        0.7,
    ));
    let (bx, by, r) = (w * (0.5 - plan.side * 0.37), h * 0.785, u * 3.4);
    stage.add(frame.drawn(by - u * 5.0, by + u * 6.0, 0.5, 0.0, |c| {
        shadow(c, (bx, by + r), r * 1.2, u);
        ball(c, (bx, by), (r, r), white);
        for (dx, dy, k) in [
            (0.0f32, -0.1f32, 0.34f32),
            (-0.72, 0.3, 0.2),
            (0.7, 0.36, 0.2),
            (-0.42, -0.74, 0.18),
            (0.5, -0.7, 0.18),
            (0.0, 0.86, 0.16),
        ] {
            let points: Vec<Position> = (0..5)
                .map(|n| {
                    let a = n as f32 * 1.2566 - 1.57;
                    (bx + r * (dx + k * a.cos()), by + r * (dy + k * a.sin()))
                })
                .collect();
            flat(c, &points, hex(0x24262C));
        }
        for a in [-1.57f32, -0.31, 0.94, 2.2, 3.46] {
            bar(
                c,
                (bx + r * 0.34 * a.cos(), by + r * (0.34 * a.sin() - 0.1)),
                (bx + r * 0.66 * a.cos(), by + r * (0.66 * a.sin() - 0.06)),
                u * 0.16,
                hex(0x3A3C44),
            );
        }
        if let Some(path) = oval(bx, by, r, r) {
            c.line(&path, u * 0.12, ink(scale(white, 0.5), 1.0));
        }
    }));
}
