//! A playground: a patch of sand with swings, a slide with its tower, a frame to climb on.

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, curve, ink},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, bent, block, body, fall, flat, post},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

pub fn playground(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    sand(stage, plan, frame, line, p);
    let paints = Dice::new(plan.seed, 340).pick(&[
        [hex(0xD8402E), hex(0xF0B52E), hex(0x2E78B8)],
        [hex(0x2E78B8), hex(0xE8882E), hex(0x4AA05A)],
        [hex(0xE8A82E), hex(0x3A9A9A), hex(0xC83A4A)],
    ]);
    let paints = paints.map(|paint| lit(plan, paint));
    climbing_frame(stage, plan, frame, line, paints);
    slide(stage, plan, frame, paints);
    swings(stage, plan, frame, paints);
    toys(stage, plan, frame, paints);
}

fn sand(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(341));
    let top = line + u * 7.0;
    let tone = lit(plan, hex(0xD9B682));
    let wood = lit(plan, hex(0x8A6038));
    stage.add(frame.painted(top - u, h, 0.37, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.25 + 0.75 * down;
        let gx = (x - w / 2.0) / (u * near);
        let half = (w.max(h * 0.7) / u) * 0.56 / near.powf(0.4);
        let edge = half - gx.abs();
        let rake = fbm(seed, gx / 3.0, 26.0 / near, 4) - 0.5;
        let grain = value(seed ^ 1, x / (u * 0.3), y / (u * 0.26)) - 0.5;
        let dent = smooth(0.62, 0.7, value(seed ^ 2, gx / 1.7, 18.0 / near));
        let mut c = scale(tone, 0.92 + rake * 0.3 + grain * 0.1 - 0.13 * dent);
        c = mix(c, p.haze, 0.3 * smooth(0.1, 0.0, down));
        c = mix(c, wood, smooth(1.6, 1.3, edge));
        c = scale(c, 1.0 - 0.24 * smooth(0.4, 1.0, down));
        let far = u * 0.6 * near;
        if y < top + far {
            c = wood;
        }
        pixel(c, smooth(-0.1, 0.2, edge) * smooth(-u * 0.3, u * 0.1, y - top))
    }));
}

/// Two swings under a bar, each on its own time.
fn swings(stage: &mut Stage, plan: &Plan, frame: Frame, [red, _, blue]: [Rgb; 3]) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let x = w * 0.5 - plan.side * (w * 0.23).min(u * 30.0);
    let (top, foot, half) = (h * 0.31, h * 0.66, (w * 0.24).min(u * 19.0));
    for (n, s) in [-0.46f32, 0.46].into_iter().enumerate() {
        let sx = x + s * half;
        let seat = h * 0.585;
        stage.add(frame.drawn(foot - u, foot + u * 2.0, 0.4, 0.0, |c| {
            shadow(c, (sx, foot + u * 0.4), u * 4.6, u * 0.7);
        }));
        let layer = frame.drawn(top, seat + u * 2.0, 0.41, u * 4.0, |c| {
            for e in [-1.0f32, 1.0] {
                bar(
                    c,
                    (sx + e * u * 3.2, top),
                    (sx + e * u * 3.2, seat),
                    u * 0.26,
                    lit(plan, hex(0x6A6C70)),
                );
            }
            block(c, (sx - u * 4.0, seat - u * 0.4), (u * 8.0, u * 1.6), blue);
        });
        let way = if n == 0 { 0.31 } else { -0.26 };
        stage.add(layer.rippling(u * 2.2, 1e6, way));
    }
    stage.add(frame.drawn(top - u * 2.0, foot + u * 2.0, 0.42, 0.0, |c| {
        for side in [-1.0f32, 1.0] {
            let at = (x + side * half, top);
            for lean in [-1.0f32, 1.0] {
                let base = (at.0 + side * u * 1.4 + lean * u * 4.6, foot + lean * u * 1.1);
                shadow(c, base, u * 2.4, u * 0.7);
                bar(c, at, base, u * 1.2, scale(red, if lean < 0.0 { 1.0 } else { 0.72 }));
                bar(
                    c,
                    (at.0 - u * 0.2, at.1),
                    (base.0 - u * 0.25, base.1),
                    u * 0.3,
                    add(red, [1.0; 3], 0.2),
                );
            }
            bar(
                c,
                (at.0 + side * u * 0.6 - u * 2.6, h * 0.51),
                (at.0 + side * u * 0.6 + u * 2.6, h * 0.515),
                u * 0.7,
                scale(red, 0.85),
            );
        }
        bar(c, (x - half, top), (x + half, top), u * 1.4, red);
        bar(
            c,
            (x - half, top - u * 0.35),
            (x + half, top - u * 0.35),
            u * 0.3,
            add(red, [1.0; 3], 0.22),
        );
    }));
}

/// A tower with a roof, a ladder on the far side, a slide that comes down towards the middle.
fn slide(stage: &mut Stage, plan: &Plan, frame: Frame, [red, yellow, blue]: [Rgb; 3]) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let side = plan.side;
    let x = w * 0.5 + side * (w * 0.31).min(u * 34.0);
    let (deck, foot) = (h * 0.47, h * 0.645);
    let wood = lit(plan, hex(0xA9753F));
    stage.add(frame.drawn(deck - u * 27.0, foot + u * 5.0, 0.4, 0.0, |c| {
        shadow(c, (x, foot), u * 9.0, u * 1.2);
        let at = |dx: f32, y: f32| (x + side * u * dx, y);
        for dx in [-5.0f32, 5.0] {
            post(c, x + u * dx, (deck - u * 16.0, foot), u * 0.8, wood);
        }
        // The ladder.
        for dx in [5.6f32, 9.4] {
            bar(c, at(dx, deck - u * 2.0), at(dx + 2.6, foot + u), u * 0.8, scale(wood, 0.8));
        }
        for k in 0..6 {
            let s = (k as f32 + 0.6) / 6.4;
            let y = deck - u * 2.0 + (foot + u * 2.0 - deck) * s;
            bar(c, at(5.6 + 2.6 * s, y), at(9.4 + 2.6 * s, y), u * 0.7, yellow);
        }
        fall(
            c,
            &[
                (x - u * 6.2, deck),
                (x + u * 6.2, deck),
                (x + u * 6.2, deck + u * 2.2),
                (x - u * 6.2, deck + u * 2.2),
            ],
            (deck, deck + u * 2.0),
            [add(wood, [1.0; 3], 0.1), scale(wood, 0.55)],
        );
        for k in 0..5 {
            block(
                c,
                (x - u * 5.2 + u * 2.15 * k as f32, deck - u * 6.6),
                (u * 1.5, u * 6.6),
                scale(blue, 0.92 + 0.04 * (k % 2) as f32),
            );
        }
        block(c, (x - u * 5.8, deck - u * 7.4), (u * 11.6, u * 1.2), scale(blue, 0.8));
        for (dx, tone) in [(-1.0f32, 1.0), (1.0, 0.74)] {
            flat(
                c,
                &[(x, deck - u * 25.0), (x + dx * u * 7.6, deck - u * 15.4), (x, deck - u * 15.4)],
                scale(red, tone),
            );
        }
        bar(c, (x, deck - u * 25.0), (x, deck - u * 27.6), u * 0.5, wood);
        flat(
            c,
            &[(x, deck - u * 27.6), (x - side * u * 4.0, deck - u * 26.6), (x, deck - u * 25.6)],
            yellow,
        );
        chute(c, (x, deck, foot), (side, u), yellow);
    }));
}

fn chute(c: &mut Canvas, (x, deck, foot): (f32, f32, f32), (side, u): (f32, f32), yellow: Rgb) {
    let at = |dx: f32, y: f32| (x - side * u * dx, y);
    let low = foot + u * 2.0;
    let steps = [
        (at(9.0, deck + u * 1.0), at(13.0, f32::midpoint(deck, low))),
        (at(16.6, low - u * 1.2), at(22.0, low - u * 1.2)),
    ];
    shadow(c, at(18.0, low + u), u * 6.0, u);
    bar(c, at(13.4, f32::midpoint(deck, low)), at(13.4, low), u * 0.9, scale(yellow, 0.5));
    for (dy, wide, tone) in [
        (0.0, 5.6, scale(yellow, 0.62)),
        (-0.4, 4.2, yellow),
        (-0.9, 1.6, add(yellow, [1.0; 3], 0.25)),
    ] {
        let lift = |(px, py): Position| (px, py + u * dy);
        let steps = steps.map(|(a, b)| (lift(a), lift(b)));
        if let Some(path) = curve(lift(at(5.4, deck - u * 0.4)), &steps) {
            c.line(&path, u * wide * 0.72, ink(tone, 1.0));
        }
    }
}

/// Hoops of pipe that cross to a dome, far back.
fn climbing_frame(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    line: f32,
    [_, yellow, blue]: [Rgb; 3],
) {
    let (w, u) = (frame.w, frame.u);
    let (x, foot, r) = (w * 0.5 + plan.side * u * 3.0, line + u * 10.0, u * 8.0);
    stage.add(frame.drawn(foot - r * 1.4, foot + u * 3.0, 0.38, 0.0, |c| {
        shadow(c, (x, foot), r * 1.2, u);
        for k in 0..7 {
            let s = (k as f32 / 6.0) * 2.0 - 1.0;
            let base = (x + s * r, foot + u * 1.4 * (1.0 - s * s));
            let lean = x + s * r * 1.05;
            bent(
                c,
                base,
                (lean, foot - r * 1.25 * (1.0 - 0.15 * s.abs())),
                (x, foot - r * 1.1),
                u * 0.5,
                if k % 2 == 0 { blue } else { scale(blue, 0.75) },
            );
        }
        for s in [0.4f32, 0.72] {
            let half = r * (1.0 - s * s).sqrt();
            let y = foot - r * 1.08 * s;
            bent(c, (x - half, y), (x, y + u * 2.2), (x + half, y), u * 0.5, yellow);
        }
    }));
}

/// A castle of sand, a bucket and a spade, a ball that was left lying.
fn toys(stage: &mut Stage, plan: &Plan, frame: Frame, [red, yellow, blue]: [Rgb; 3]) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let side = plan.side;
    let tone = lit(plan, hex(0xCDA56C));
    stage.add(frame.drawn(h * 0.7, h * 0.86, 0.5, 0.0, |c| {
        let (x, foot) = (w * (0.5 + side * 0.36), h * 0.8);
        shadow(c, (x, foot), u * 8.0, u * 1.1);
        ball(c, (x, foot), (u * 7.0, u * 2.0), scale(tone, 0.94));
        for (dx, tall, half) in [(-3.8f32, 5.0, 1.9), (3.6, 5.4, 1.9), (0.0, 8.6, 2.4)] {
            body(
                c,
                (x + u * (dx - half), foot),
                &[
                    ((x + u * (dx - half), foot), (x + u * (dx - half * 0.8), foot - u * tall)),
                    (
                        (x + u * dx, foot - u * (tall + 0.5)),
                        (x + u * (dx + half * 0.8), foot - u * tall),
                    ),
                    ((x + u * (dx + half), foot), (x + u * (dx + half), foot)),
                ],
                (x + u * (dx - half), x + u * (dx + half)),
                tone,
            );
            for k in 0..3 {
                block(
                    c,
                    (x + u * (dx - half * 0.8 + half * 0.6 * k as f32), foot - u * (tall + 0.9)),
                    (u * half * 0.4, u * 1.2),
                    tone,
                );
            }
        }
        bar(c, (x, foot - u * 9.0), (x, foot - u * 13.0), u * 0.24, lit(plan, hex(0x7A5636)));
        flat(c, &[(x, foot - u * 13.0), (x + u * 3.0, foot - u * 12.0), (x, foot - u * 11.0)], red);
        let bx = x - side * u * 11.0;
        shadow(c, (bx, foot + u * 2.0), u * 3.4, u * 0.8);
        body(
            c,
            (bx - u * 2.6, foot - u * 3.0),
            &[
                ((bx - u * 2.0, foot + u * 2.0), (bx - u * 2.0, foot + u * 2.0)),
                ((bx, foot + u * 2.6), (bx + u * 2.0, foot + u * 2.0)),
                ((bx + u * 2.6, foot - u * 3.0), (bx + u * 2.6, foot - u * 3.0)),
            ],
            (bx - u * 2.6, bx + u * 2.6),
            blue,
        );
        ball(c, (bx, foot - u * 3.0), (u * 2.6, u * 0.8), scale(blue, 0.6));
        bent(
            c,
            (bx - u * 2.5, foot - u * 3.0),
            (bx, foot - u * 8.0),
            (bx + u * 2.5, foot - u * 3.0),
            u * 0.3,
            yellow,
        );
        let (rx, ry) = (w * (0.5 - side * 0.4), h * 0.79);
        shadow(c, (rx, ry + u * 3.0), u * 3.6, u * 0.9);
        ball(c, (rx, ry), (u * 3.3, u * 3.3), red);
        bent(
            c,
            (rx - u * 2.6, ry - u * 1.6),
            (rx, ry + u * 0.4),
            (rx + u * 2.6, ry - u * 1.8),
            u * 1.0,
            add(yellow, [1.0; 3], 0.1),
        );
    }));
    let gull = plan.noise(343) % 7;
    let phase = gull as f32;
    let leafy = lit(plan, plan.foliage().1);
    stage.sparks(0.5, move |t, out| {
        for k in 0..6 {
            let s = (t * 0.05 + k as f32 * 0.17 + phase * 0.1).fract();
            let x = w * (s * 1.2 - 0.1) + (t + k as f32).sin() * u * 2.0;
            let y = h * (0.3 + 0.07 * k as f32) + u * 12.0 * s;
            out.push(
                crate::stage::sparks::Spark::disc(x, y, u * 0.5, leafy, 0.8)
                    .shaped(0.3 + 0.3 * (t * 2.0 + k as f32).sin().abs(), t + k as f32),
            );
        }
    });
}
