//! A museum: the skeleton of a dinosaur in a tall hall with arched windows, framed paintings, a rope
//! on brass posts.

use std::f32::consts::{PI, TAU};

use super::space::{floor, lamps};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm},
    shapes::{Canvas, Position},
};
use crate::parts::{
    forms::{ball, bar, bent, block, fall, flat, post, shade},
    props::shadow,
    room::Indoors,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

const FLOOR: f32 = 0.575;

pub fn museum(stage: &mut Stage, plan: &Plan, frame: Frame) {
    wall(stage, plan, frame);
    paintings(stage, plan, frame);
    let (h, u, seed) = (frame.h, frame.u, plan.noise(570));
    let light = Indoors::of(plan);
    let mut dice = Dice::new(plan.seed, 571);
    let (pale, dark) = dice.pick(&[
        (hex(0xD9CCB4), hex(0x6A4A3A)),
        (hex(0xD8D6D0), hex(0x4A5258)),
        (hex(0xE0CFAE), hex(0x7A5A3E)),
    ]);
    let glow = sky::palette(plan.hour).sky[2].1;
    floor(stage, frame, h * FLOOR, |at| {
        let (a, b) = (at.gx / 9.0 + at.gy / 5.0, at.gx / 9.0 - at.gy / 5.0);
        let even = (a.floor() + b.floor()) as i32 & 1 == 0;
        let vein = smooth(0.06, 0.0, (fbm(seed, at.gx / 7.0, at.gy / 9.0, 4) - 0.5).abs());
        let joint = smooth(0.0, 0.05, a.fract().abs().min(b.fract().abs()));
        let mut c = scale(if even { pale } else { dark }, 0.9 + 0.1 * joint);
        c = mix(c, if even { scale(pale, 0.75) } else { scale(dark, 1.5) }, 0.4 * vein);
        let shine = smooth(0.9, 0.25, at.near)
            * (0.5 + 0.5 * fbm(seed ^ 2, at.x / (u * 7.0), at.y / (u * 30.0), 2));
        mix(light.lit(c, 0.84), glow, 0.3 * shine)
    });
    skeleton(stage, plan, frame);
    ropes(stage, plan, frame);
}

/// Stone with a row of arched windows above and a gallery's cornice below them.
fn wall(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(575));
    let light = Indoors::of(plan);
    let stone = Dice::new(plan.seed, 576).pick(&[hex(0xC9B28E), hex(0xB8A9A0), hex(0xC0A488)]);
    let p = sky::palette(plan.hour);
    let (foot, bay, on) = (h * FLOOR, u * 19.0, lamps(plan));
    let day = plan.daylight();
    stage.add(frame.painted(0.0, foot + u, 0.08, 0.0, |x, y| {
        let across = (x - w / 2.0) / bay + 0.5;
        let fx = (across - across.floor() - 0.5) * bay / u;
        // An arch over each bay: half wide, springing at a row.
        let (half, spring, sill) = (6.2f32, h * 0.15, h * 0.31);
        let inside = |half: f32| {
            if y > spring { half - fx.abs() } else { half - fx.hypot((y - spring) / u) }
        };
        let rough = fbm(seed, x / (u * 3.0), y / (u * 3.0), 4) - 0.5;
        let row = (y / (u * 4.6)).floor();
        let block = (x / (u * 9.0) + row * 0.5).fract();
        let joint = smooth(0.0, 0.02, block.abs()).min(smooth(0.0, 0.05, (y / (u * 4.6)).fract()));
        let mut c = scale(stone, 0.84 + rough * 0.2 + 0.08 * joint);
        let moulding = inside(half + 1.6);
        if moulding > 0.0 && y < sill {
            c = scale(stone, 1.0 + 0.2 * (moulding * 3.4).sin());
        }
        let shaft = 9.5 - fx.abs();
        if shaft < 1.9 && y > h * 0.05 {
            // Half columns between the bays.
            c = scale(
                stone,
                (0.7 + 0.5 * (1.0 - (shaft / 1.9).powi(2)).max(0.0).sqrt())
                    * (0.95 + 0.08 * (shaft * 9.0).sin()),
            );
        }
        let cornice = (y - h * 0.335) / u;
        if cornice.abs() < 1.6 {
            c = scale(
                stone,
                1.05 - 0.28 * (cornice + 1.0).clamp(0.0, 2.0) * 0.5
                    + 0.1 * (x / (u * 0.8)).sin().signum(),
            );
        }
        let mut l = light.lit(c, 0.82);
        l = add(l, [1.0, 0.86, 0.6], 0.12 * on * smooth(h * 0.1, foot, y));
        let pane = inside(half);
        if pane > 0.0 && y < sill {
            let cloud = fbm(seed ^ 7, x / (u * 11.0), y / (u * 6.0), 3) - 0.5;
            let sky = mix(p.sky[1].1, p.sky[3].1, (y / sill + cloud * 0.5).clamp(0.0, 1.0));
            let lead = (fx.abs() - 2.1).abs().min(((y - h * 0.08) / u / 4.0).fract().abs() * 4.0);
            l = mix(
                scale(l, 0.4),
                add(sky, p.sun, 0.16 * day),
                smooth(0.1, 0.3, lead) * smooth(0.0, 0.3, pane),
            );
        }
        l = scale(
            l,
            1.0 - 0.35 * smooth(foot - u * 8.0, foot, y) - 0.25 * smooth(h * 0.06, 0.0, y),
        );
        pixel(l, 1.0)
    }));
    // The light of the windows stands in the air.
    if day > 0.5 {
        let sun = p.sun;
        let layer = frame.soft(3, h * 0.1, h * 0.8, 0.16, 0.0, |x, y| {
            let lean = plan.turn();
            let across = (x - lean * (y - h * 0.2) * 0.5 - w / 2.0) / bay + 0.5;
            let fx = (across - across.floor() - 0.5).abs();
            let dust = fbm(seed ^ 9, x / (u * 9.0), y / (u * 12.0), 3);
            let a = smooth(0.34, 0.2, fx)
                * smooth(h * 0.8, h * 0.3, y)
                * smooth(h * 0.1, h * 0.24, y)
                * dust;
            [sun[0], sun[1], sun[2], 0.2 * a * day]
        });
        stage.add(layer.light());
    }
}

fn paintings(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let mut dice = Dice::new(plan.seed, 578);
    let bay = u * 19.0;
    stage.add(frame.drawn(h * 0.35, h * 0.55, 0.1, 0.0, |c| {
        let mut n = -((w / bay / 2.0).ceil() as i32);
        while (n as f32) * bay < w * 0.5 + bay {
            let (x, y) = (w * 0.5 + n as f32 * bay, h * 0.385);
            let (half, tall) = (u * dice.range(4.6, 6.4), u * dice.range(10.0, 14.0));
            n += 1;
            shade(c, (x - half + u * 0.7, y + u * 0.9), (half * 2.0, tall));
            block(c, (x - half, y), (half * 2.0, tall), light.lit(hex(0xC99A3E), 0.95));
            block(
                c,
                (x - half + u * 0.7, y + u * 0.7),
                (half * 2.0 - u * 1.4, tall - u * 1.4),
                light.lit(hex(0x7A5A22), 0.9),
            );
            let (l, t, r, b) =
                (x - half + u * 1.1, y + u * 1.1, x + half - u * 1.1, y + tall - u * 1.1);
            let air = dice.pick(&[hex(0xC9D0D0), hex(0xE9C99A), hex(0x8AA4B8), hex(0x5A4A3E)]);
            fall(
                c,
                &[(l, t), (r, t), (r, b), (l, b)],
                (t, b),
                [light.lit(scale(air, 0.75), 0.9), light.lit(mix(air, hex(0xF0D8A8), 0.5), 0.9)],
            );
            let ground = t + (b - t) * dice.range(0.5, 0.7);
            flat(
                c,
                &[
                    (l, ground),
                    (x, ground - u * dice.range(-1.0, 1.6)),
                    (r, ground + u * 0.4),
                    (r, b),
                    (l, b),
                ],
                light.lit(dice.pick(&[hex(0x5A6A3A), hex(0x4A5A6A), hex(0x6A4A30)]), 0.9),
            );
            ball(
                c,
                (x + u * dice.range(-2.0, 2.0), ground - u * 0.6),
                (u * 1.3, u * 1.9),
                light.lit(dice.pick(&[hex(0x8A3A2E), hex(0x3A4A2E), hex(0xD9B48A)]), 0.9),
            );
        }
    }));
}

/// The line of a back: head, neck, body, tail.
fn spine(s: f32) -> Position {
    const POINTS: [Position; 10] = [
        (23.0, 41.0),
        (20.0, 38.0),
        (17.0, 31.0),
        (12.0, 25.0),
        (5.0, 21.6),
        (-3.0, 22.4),
        (-10.0, 20.4),
        (-18.0, 14.5),
        (-26.0, 10.0),
        (-35.0, 9.4),
    ];
    let at = s.clamp(0.0, 0.9999) * (POINTS.len() - 1) as f32;
    let (n, t) = (at as usize, at.fract());
    let point = |n: i32| POINTS[n.clamp(0, POINTS.len() as i32 - 1) as usize];
    let [a, b, c, d] = [-1, 0, 1, 2].map(|k| point(n as i32 + k));
    let blend = |a: f32, b: f32, c: f32, d: f32| {
        b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
    };
    (blend(a.0, b.0, c.0, d.0), blend(a.1, b.1, c.1, d.1))
}

/// It stands on a low plinth, its head above the windows' sills.
fn skeleton(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let k = (w / 74.0).min(h / 86.0).min(u * 1.4);
    let (x, foot) = (w * 0.5 + plan.side * k * 4.0, h * 0.605);
    // Its shadow on the wall.
    let cast = frame.drawn(h * 0.12, h * FLOOR, 0.1, 0.0, |c| {
        bones(c, (x - plan.side * k * 4.0, foot + k * 1.5), (plan.side * k, k), [0.1, 0.07, 0.05]);
    });
    stage.add(cast.alive(|_| Pose::faded(0.28)));
    let bone = light.lit(hex(0xE9D6AC), 0.98);
    stage.add(frame.drawn(foot - k * 50.0, foot + u * 7.0, 0.33, 0.0, |c| {
        shadow(c, (x, foot + u * 4.2), k * 33.0, u * 1.4);
        let base = light.lit(hex(0x6A5240), 0.9);
        let wide = k * 31.0;
        fall(
            c,
            &[
                (x - wide, foot - u),
                (x + wide, foot - u),
                (x + wide * 1.03, foot + u),
                (x - wide * 1.03, foot + u),
            ],
            (foot - u, foot + u),
            [scale(base, 1.3), base],
        );
        block(c, (x - wide * 1.03, foot + u), (wide * 2.06, u * 3.0), scale(base, 0.8));
        bones(c, (x, foot), (plan.side * k, k), bone);
    }));
}

fn bones(c: &mut Canvas, (x, foot): Position, (kx, k): (f32, f32), tone: Rgb) {
    let at = |p: Position| (x + kx * p.0, foot - k * p.1);
    let dim = scale(tone, 0.62);
    // Legs of the far side first.
    for (far, hip, knee, ankle, toe) in [
        (true, (7.0, 19.0), (9.4, 11.5), (7.6, 4.0), (10.0, 0.6)),
        (true, (-8.0, 19.0), (-5.0, 11.0), (-9.0, 4.0), (-6.0, 0.6)),
        (false, (5.0, 18.0), (3.0, 10.6), (4.6, 3.6), (7.4, 0.4)),
        (false, (-9.6, 18.6), (-9.0, 10.0), (-12.4, 3.6), (-9.0, 0.4)),
    ] {
        let tone = if far { dim } else { tone };
        for (a, b, wide) in [(hip, knee, 1.7), (knee, ankle, 1.3), (ankle, toe, 1.1)] {
            bar(c, at(a), at(b), k * wide, scale(tone, 0.75));
            bar(c, at((a.0 + 0.2, a.1)), at((b.0 + 0.2, b.1)), k * wide * 0.5, tone);
        }
        for p in [hip, knee, ankle] {
            ball(c, at(p), (k * 1.3, k * 1.3), tone);
        }
        for dx in [-1.0f32, 0.4, 1.8] {
            bar(c, at(toe), at((toe.0 + dx, 0.0)), k * 0.7, tone);
        }
    }
    // Ribs hang from the back, longest in the middle.
    for n in 0..13 {
        let s = 0.375 + 0.235 * n as f32 / 12.0;
        let (px, py) = spine(s);
        let long = 4.0 + 7.4 * (PI * (n as f32 + 1.0) / 14.0).sin();
        for (dx, tone) in [(-0.9f32, dim), (0.0, tone)] {
            bent(
                c,
                at((px + dx, py)),
                at((px + dx + 3.4, py - long * 0.5)),
                at((px + dx - 1.2, py - long)),
                k * 0.55,
                tone,
            );
        }
    }
    for (a, b) in
        [((5.6, 20.0), (4.0, 14.0)), ((-8.4, 21.0), (-12.0, 16.4)), ((-8.4, 21.0), (-6.0, 16.4))]
    {
        bar(c, at(a), at(b), k * 1.9, tone);
    }
    // Vertebrae with their spines.
    for n in 0..74 {
        let s = 0.03 + 0.97 * n as f32 / 74.0;
        let (p, q) = (spine(s), spine(s + 0.01));
        let (dx, dy) = (q.0 - p.0, q.1 - p.1);
        let length = dx.hypot(dy).max(1e-3);
        let size = 0.42 + 0.7 * smooth(0.0, 0.42, s) * smooth(1.06, 0.5, s);
        let (nx, ny) = (dy / length, -dx / length);
        let up = if ny < 0.0 { -1.0 } else { 1.0 };
        let tip = (p.0 + nx * up * size * 1.9, p.1 + ny * up * size * 1.9);
        bar(c, at(p), at(tip), k * size * 0.6, scale(tone, 0.82));
        ball(c, at(p), (k * size, k * size), tone);
    }
    // The skull: a long jaw, teeth, an eye.
    let head = |dx: f32, dy: f32| at((23.0 + dx, 41.0 + dy));
    flat(
        c,
        &[
            head(-1.8, 0.6),
            head(-0.6, 2.0),
            head(2.4, 1.9),
            head(5.6, 0.3),
            head(6.0, -0.8),
            head(0.6, -0.9),
            head(-1.6, -0.8),
        ],
        tone,
    );
    flat(
        c,
        &[head(-1.0, -1.0), head(0.2, -2.5), head(5.6, -2.0), head(5.4, -1.4), head(0.8, -1.5)],
        scale(tone, 0.85),
    );
    for n in 0..6 {
        bar(c, head(1.6 + 0.7 * n as f32, -0.9), head(1.7 + 0.7 * n as f32, -1.5), k * 0.26, tone);
    }
    ball(c, head(0.9, 0.7), (k * 0.75, k * 0.7), [0.12, 0.08, 0.06]);
    ball(c, head(3.6, 0.3), (k * 0.6, k * 0.35), [0.16, 0.11, 0.08]);
}

/// A red rope between posts of brass.
fn ropes(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let (brass, red) = (light.lit(hex(0xD9A84A), 0.97), light.lit(hex(0xA02430), 0.95));
    let foot = h * 0.685;
    let step = u * 18.0;
    stage.add(frame.drawn(foot - u * 14.0, foot + u * 2.0, 0.42, 0.0, |c| {
        let mut x = w * 0.5 - (w * 0.5 / step).ceil() * step - step * 0.5;
        while x < w + step {
            let y = foot - u * 9.6;
            bent(c, (x, y), (x + step * 0.5, y + u * 7.0), (x + step, y), u * 1.1, scale(red, 0.7));
            bent(
                c,
                (x, y - u * 0.2),
                (x + step * 0.5, y + u * 6.7),
                (x + step, y - u * 0.2),
                u * 0.5,
                red,
            );
            shadow(c, (x, foot), u * 3.4, u * 0.8);
            ball(c, (x, foot), (u * 2.6, u * 0.8), scale(brass, 0.8));
            post(c, x, (foot - u * 10.6, foot), u * 0.5, brass);
            ball(c, (x, foot - u * 11.2), (u * 1.0, u * 1.0), brass);
            x += step;
        }
    }));
    let mut dice = Dice::new(plan.seed, 580);
    let list: Vec<[f32; 4]> =
        (0..34).map(|_| [dice.next(), dice.next(), dice.next() * TAU, dice.next()]).collect();
    stage.sparks(0.3, move |t, out| {
        for &[x, y, phase, slow] in &list {
            let px = x * w + (t * 0.3 + phase).sin() * u * 3.0;
            let py = h * (0.1 + 0.55 * y) - t * u * (0.15 + 0.3 * slow);
            out.push(Spark::glow(
                px,
                py,
                u * (0.3 + 0.5 * slow),
                [1.0, 0.93, 0.78],
                0.2 + 0.16 * (t * 0.9 + phase).sin(),
            ));
        }
    });
}
