//! A fair: a big wheel that turns with its lights, a carousel, striped booths, strings of bulbs.

use std::f32::consts::TAU;

use evernear_rules::story::Hour;

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, curve, ink, oval},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, block, fall, flat, post},
    props::shadow,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// How bright its lamps are beside the light of the day.
fn lamps(plan: &Plan) -> f32 {
    match plan.hour {
        Hour::Night => 1.0,
        Hour::Sunset => 0.85,
        Hour::Dawn => 0.5,
        Hour::Day => 0.22,
    }
}

pub fn fair(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let paints = Dice::new(plan.seed, 350).pick(&[
        [hex(0xC8322E), hex(0xF0B53A), hex(0x2E7A9A)],
        [hex(0xB02A5A), hex(0xF2C45A), hex(0x2A6A6A)],
        [hex(0x2A5AA0), hex(0xF0B04A), hex(0xC84A2E)],
    ]);
    wheel(stage, plan, frame, line, paints);
    square(stage, plan, frame, line);
    booths(stage, plan, frame, line, paints);
    carousel(stage, plan, frame, line, paints);
    strings(stage, plan, frame);
}

fn wheel(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, paints: [Rgb; 3]) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let r = (w * 0.38).min(h * 0.24);
    let (x, y) = (w * 0.5 - plan.side * w * 0.1, h * 0.31);
    let steel = mix(lit(plan, hex(0xDCE2E8)), hex(0xFFE6C0), 0.2 * lamps(plan));
    let foot = line + u * 4.0;
    stage.add(frame.drawn(y - r * 1.1, foot + u * 2.0, 0.16, 0.0, |c| {
        for (far, tone) in [(1.0f32, 0.5), (0.0, 0.8)] {
            for side in [-1.0f32, 1.0] {
                let base = (x + side * r * 0.52 + u * far * 1.6, foot - u * far);
                bar(c, (x + u * far * 1.2, y), base, u * 0.95, scale(steel, tone));
                for k in 1..4 {
                    let s = k as f32 / 4.0;
                    bar(
                        c,
                        (x, y + (foot - y) * s),
                        (x + side * r * 0.52 * s, y + (foot - y) * s),
                        u * 0.4,
                        scale(steel, tone * 0.8),
                    );
                }
            }
        }
        for (k, wide) in [(1.0, 0.6), (0.955, 0.35), (0.56, 0.35)] {
            if let Some(path) = oval(x, y, r * k, r * k) {
                c.line(&path, u * wide, ink(scale(steel, 0.75), 1.0));
            }
        }
    }));
    let spoke = scale(steel, 0.7);
    let on = lamps(plan);
    let cabins = paints.map(|paint| mix(lit(plan, paint), paint, 0.5 * on));
    let turn = plan.turn() * 0.09;
    stage.sparks(0.16, move |t, out| {
        let at = |a: f32, k: f32| (x + a.cos() * r * k, y + a.sin() * r * k);
        for n in 0..16 {
            let a = t * turn + TAU * n as f32 / 16.0;
            let (sx, sy) = at(a, 0.5);
            out.push(Spark::disc(sx, sy, r * 0.48, spoke, 0.9).shaped(0.021, a));
            let next = a + TAU / 32.0;
            let (jx, jy) = at(next, 0.977);
            out.push(Spark::disc(jx, jy, u * 0.5, spoke, 1.0));
            let chase = 0.6 + 0.4 * (t * 2.4 - n as f32 * TAU / 8.0).sin();
            for (k, size) in [(1.0, 0.62), (0.56, 0.42), (0.78, 0.36)] {
                let (lx, ly) = at(a, k);
                let tone = if n % 2 == 0 { hex(0xFFD98A) } else { hex(0xFF9A7A) };
                out.push(Spark::disc(lx, ly, u * size, mix(tone, [1.0; 3], 0.5), 0.5 + 0.5 * on));
                if size > 0.4 {
                    out.push(Spark::glow(lx, ly, u * size * 5.0, tone, 0.7 * on * chase));
                }
            }
            let (lx, ly) = at(next, 1.0);
            out.push(Spark::disc(lx, ly, u * 0.5, hex(0xFFF0C8), 0.5 + 0.5 * on));
            out.push(Spark::glow(lx, ly, u * 2.4, hex(0xFFD08A), 0.55 * on));
        }
        for n in 0..16 {
            // Cabins hang below the rim, whichever way it turns.
            let (cx, cy) = at(t * turn + TAU * n as f32 / 16.0, 1.0);
            let tone = cabins[n % 3];
            let cy = cy + u * 2.0;
            out.push(Spark::disc(cx, cy, u * 2.1, scale(tone, 0.62), 1.0).shaped(0.86, 0.0));
            out.push(Spark::disc(cx - u * 0.2, cy + u * 0.5, u * 1.9, tone, 1.0).shaped(0.56, 0.0));
            out.push(
                Spark::disc(
                    cx,
                    cy - u * 0.35,
                    u * 1.3,
                    mix(hex(0x2A3444), hex(0xFFDFA0), on),
                    0.95,
                )
                .shaped(0.4, 0.0),
            );
        }
        out.push(Spark::disc(x, y, u * 1.9, hex(0xFFE9B8), 1.0));
        out.push(Spark::glow(x, y, r * 0.9, hex(0xFFA868), 0.34 * on));
    });
}

/// Trodden ground on which the lamps lie.
fn square(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(352));
    let top = line + u * 2.0;
    let (earth, on) = (lit(plan, hex(0xA58A6A)), lamps(plan));
    stage.add(frame.painted(top, h, 0.36, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.2 + 0.8 * down;
        let gx = (x - w / 2.0) / (u * near);
        let rough = fbm(seed, gx / 4.0, 22.0 / near, 4) - 0.5;
        let grit = value(seed ^ 1, x / (u * 0.5), y / (u * 0.3)) - 0.5;
        let mut c = scale(earth, 0.86 + rough * 0.55 + grit * 0.12);
        let pool = fbm(seed ^ 2, x / (u * 20.0), y / (u * 9.0), 2);
        c = add(
            c,
            hex(0xFFB060),
            on * (0.24 * smooth(0.3, 0.7, pool) + 0.3 * smooth(0.4, 0.0, down)),
        );
        c = scale(c, 1.0 - 0.34 * smooth(0.35, 1.0, down));
        pixel(c, smooth(0.0, u * 0.5, y - top))
    }));
}

/// Tents with striped roofs and lit counters, at both sides.
fn booths(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, paints: [Rgb; 3]) {
    let (w, u) = (frame.w, frame.u);
    let on = lamps(plan);
    for n in 0..3u32 {
        let near = n as f32 / 2.0;
        let foot = line + u * (4.0 + 12.0 * near);
        let size = u * (9.0 + 8.0 * near);
        let mut dice = Dice::new(plan.seed, 355 + u64::from(n));
        stage.add(frame.drawn(foot - size * 2.2, foot + u * 2.0, 0.37 + 0.03 * near, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let mut x = w * 0.5 + side * (w * (0.27 + 0.2 * near) + size * 0.2);
                // The carousel stands on the free side.
                let own = side * plan.side > 0.0 && n > 0;
                while (x - w * 0.5).abs() < w * 0.62 + size && !own {
                    booth(
                        c,
                        plan,
                        (x, foot),
                        size,
                        [dice.pick(&paints), hex(0xF4E6CC)],
                        on,
                        &mut dice,
                    );
                    x += side * size * 2.3;
                }
            }
        }));
    }
}

fn booth(
    c: &mut Canvas,
    plan: &Plan,
    (x, foot): Position,
    size: f32,
    [paint, white]: [Rgb; 2],
    on: f32,
    dice: &mut Dice,
) {
    let glow = |tone: Rgb, k: f32| add(lit(plan, tone), tone, k * on);
    shadow(c, (x, foot), size * 1.2, size * 0.12);
    let (eave, peak) = (foot - size * 1.1, foot - size * 1.9);
    fall(
        c,
        &[(x - size, eave), (x + size, eave), (x + size, foot), (x - size, foot)],
        (eave, foot),
        [glow(hex(0xFFD9A0), 0.7), glow(hex(0x8A5A3A), 0.3)],
    );
    // Prizes on two shelves: bears and balls.
    for row in 0..2 {
        for k in 0..6 {
            let at =
                (x + size * (-0.8 + 0.32 * k as f32), foot - size * (0.92 - 0.26 * row as f32));
            let tone = glow(
                dice.pick(&[
                    hex(0xE87A9A),
                    hex(0x6AB0D8),
                    hex(0xB8834A),
                    hex(0xF0C84A),
                    hex(0x8ABF6A),
                ]),
                0.4,
            );
            ball(c, (at.0, at.1 + size * 0.09), (size * 0.1, size * 0.11), tone);
            ball(c, (at.0, at.1 - size * 0.04), (size * 0.08, size * 0.075), tone);
        }
    }
    for k in 0..10 {
        let left = x - size * 1.06 + size * 0.212 * k as f32;
        let tone = glow(if k % 2 == 0 { paint } else { white }, 0.16);
        block(c, (left, foot - size * 0.42), (size * 0.215, size * 0.42), tone);
        let (a, b) = (-1.12 + 0.224 * k as f32, -1.12 + 0.224 * (k + 1) as f32);
        let shade = 1.0 - 0.3 * (k as f32 / 9.0);
        fall(
            c,
            &[
                (x + size * a * 0.12, peak),
                (x + size * b * 0.12, peak),
                (x + size * b, eave),
                (x + size * a, eave),
            ],
            (peak, eave),
            [scale(tone, shade * 0.72), scale(tone, shade * 1.05)],
        );
        if let Some(path) = curve(
            (x + size * a, eave - 0.5),
            &[((x + size * (a + b) / 2.0, eave + size * 0.26), (x + size * b, eave - 0.5))],
        ) {
            c.fill(&path, ink(scale(tone, shade * 0.92), 1.0));
        }
    }
    block(
        c,
        (x - size * 1.1, foot - size * 0.46),
        (size * 2.2, size * 0.08),
        glow(hex(0xC99A5A), 0.3),
    );
    bar(c, (x, peak), (x, peak - size * 0.26), size * 0.04, lit(plan, hex(0x6A4A34)));
    flat(
        c,
        &[(x, peak - size * 0.28), (x + size * 0.3, peak - size * 0.2), (x, peak - size * 0.12)],
        glow(paint, 0.3),
    );
}

/// A round roof with bulbs, mirrors, and horses on brass poles that rise and sink.
fn carousel(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, paints: [Rgb; 3]) {
    let (w, u) = (frame.w, frame.u);
    let on = lamps(plan);
    let r = (w * 0.25).min(u * 19.0);
    let (x, foot) = (w * 0.5 + plan.side * (w * 0.34).min(u * 46.0), line + u * 17.0);
    let (eave, peak) = (foot - r * 1.25, foot - r * 2.0);
    let glow = |tone: Rgb, k: f32| add(lit(plan, tone), tone, k * on);
    stage.add(frame.drawn(peak - u * 5.0, foot + u * 4.0, 0.4, 0.0, |c| {
        shadow(c, (x, foot + u), r * 1.2, u * 1.6);
        ball(c, (x, foot), (r * 1.08, r * 0.17), glow(paints[0], 0.2));
        ball(c, (x, foot - u), (r * 1.04, r * 0.14), glow(hex(0xC99A5E), 0.3));
        post(c, x, (eave, foot - u), r * 0.22, glow(hex(0xF0D8A8), 0.35));
        for k in 0..3 {
            ball(
                c,
                (x + (k as f32 - 1.0) * r * 0.13, foot - r * 0.66),
                (r * 0.05, r * 0.3),
                glow(hex(0xBFD8E0), 0.4),
            );
        }
        for k in 0..14 {
            let a = |k: i32| -((k as f32 / 14.0) * std::f32::consts::PI).cos();
            let (l, rr) = (a(k), a(k + 1));
            let tone = glow(if k % 2 == 0 { paints[0] } else { hex(0xF4E6CC) }, 0.2);
            let shade = 1.05 - 0.4 * (k as f32 / 13.0);
            let low = |s: f32| eave + r * 0.12 * (1.0 - s * s).max(0.0).sqrt();
            fall(
                c,
                &[(x, peak), (x + l * r * 1.1, low(l)), (x + rr * r * 1.1, low(rr)), (x, peak)],
                (peak, eave),
                [scale(tone, shade * 0.7), scale(tone, shade)],
            );
            fall(
                c,
                &[
                    (x + l * r * 1.1, low(l)),
                    (x + rr * r * 1.1, low(rr)),
                    (x + rr * r * 1.1, low(rr) + r * 0.16),
                    (x + l * r * 1.1, low(l) + r * 0.16),
                ],
                (eave, eave + r * 0.28),
                [glow(paints[1], 0.35), scale(glow(paints[1], 0.2), 0.75)],
            );
        }
        ball(c, (x, peak), (u * 1.2, u * 1.4), glow(hex(0xF0C04A), 0.4));
    }));
    for (n, s) in [-0.78f32, 0.0, 0.78].into_iter().enumerate() {
        let (hx, base) = (x + s * r, foot - u * 0.6 + r * 0.06 * (1.0 - s.abs()));
        let coat =
            glow([hex(0xF6F0E4), hex(0x9A6A44), hex(0x5A5A66)][(n + plan.seed as usize) % 3], 0.25);
        stage.add(frame.drawn(eave, base + u, 0.405, 0.0, |c| {
            post(c, hx, (eave + r * 0.2, base), u * 0.3, glow(hex(0xE8B84A), 0.4));
        }));
        let layer = frame.drawn(base - r * 1.0, base, 0.41, u, |c| {
            horse(c, (hx, base - r * 0.42), r * 0.34 * -plan.side, coat, glow(paints[n], 0.25));
        });
        let phase = n as f32 * 2.1;
        stage.add(
            layer.alive(move |t| crate::stage::Pose::moved(0.0, (t * 1.5 + phase).sin() * u * 1.1)),
        );
    }
    stage.sparks(0.42, move |t, out| {
        for k in 0..17 {
            let s = -((k as f32 / 16.0) * std::f32::consts::PI).cos();
            let y = eave + r * 0.12 * (1.0 - s * s).max(0.0).sqrt() + r * 0.08;
            let beat = if (k + (t * 3.0) as i32) % 2 == 0 { 1.0 } else { 0.6 };
            out.push(Spark::disc(x + s * r * 1.1, y, u * 0.5, hex(0xFFF3CF), 0.6 + 0.4 * on));
            out.push(Spark::glow(x + s * r * 1.1, y, u * 3.0, hex(0xFFC870), 0.5 * on * beat));
        }
        out.push(Spark::glow(x, foot - r * 0.5, r * 1.1, hex(0xFFB868), 0.32 * on));
    });
}

/// A wooden horse in a jump, facing the side of the sign of `k`; `k` is half its length.
fn horse(c: &mut Canvas, (x, y): Position, k: f32, coat: Rgb, saddle: Rgb) {
    let a = k.abs();
    let at = |dx: f32, dy: f32| (x + k * dx, y + a * dy);
    for (hip, knee, hoof) in [
        ((0.62, 0.1), (1.02, 0.5), (0.72, 0.78)),
        ((0.5, 0.14), (0.84, 0.62), (0.5, 0.92)),
        ((-0.66, 0.1), (-0.8, 0.6), (-1.12, 0.84)),
        ((-0.5, 0.16), (-0.56, 0.66), (-0.9, 0.98)),
    ] {
        bar(c, at(hip.0, hip.1), at(knee.0, knee.1), a * 0.2, scale(coat, 0.8));
        bar(c, at(knee.0, knee.1), at(hoof.0, hoof.1), a * 0.14, scale(coat, 0.7));
    }
    if let Some(path) = curve(at(-0.9, -0.1), &[(at(-1.5, 0.0), at(-1.3, 0.6))]) {
        c.line(&path, a * 0.18, ink(scale(coat, 0.6), 1.0));
    }
    let stops = [(0.0, ink(add(coat, [1.0; 3], 0.06), 1.0)), (1.0, ink(scale(coat, 0.62), 1.0))];
    if let Some(path) = curve(
        at(-0.95, 0.0),
        &[
            (at(-0.9, -0.36), at(-0.3, -0.26)),
            (at(0.3, -0.24), at(0.56, -0.6)),
            (at(0.7, -1.0), at(0.9, -1.06)),
            (at(1.06, -1.06), at(1.36, -0.66)),
            (at(1.4, -0.5), at(1.2, -0.5)),
            (at(0.96, -0.62), at(0.94, -0.4)),
            (at(0.96, 0.1), at(0.6, 0.26)),
            (at(0.0, 0.42), at(-0.6, 0.26)),
            (at(-0.94, 0.24), at(-0.95, 0.0)),
        ],
    ) {
        c.fade(&path, (0.0, y - a), (0.0, y + a * 0.3), &stops);
    }
    bar(c, at(0.52, -0.5), at(0.86, -1.06), a * 0.16, scale(coat, 0.5));
    if let Some(path) = curve(
        at(-0.34, -0.3),
        &[
            (at(0.0, -0.14), at(0.26, -0.34)),
            (at(0.3, 0.2), at(0.0, 0.24)),
            (at(-0.34, 0.2), at(-0.34, -0.3)),
        ],
    ) {
        c.fill(&path, ink(saddle, 1.0));
    }
}

/// Bulbs on cords across the frame.
fn strings(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let on = lamps(plan);
    let mut list = Vec::new();
    let mut dice = Dice::new(plan.seed, 358);
    for (y, sag) in [(0.02f32, 0.05f32), (0.07, 0.06)] {
        let tilt = dice.range(-0.03, 0.03);
        let height = move |s: f32| h * (y + tilt * (s - 0.5) + sag * 4.0 * s * (1.0 - s));
        stage.add(frame.drawn(0.0, h * (y + sag + 0.04), 0.44, 0.0, |c| {
            let from = (-u * 6.0, height(-0.06));
            if let Some(path) = curve(
                from,
                &[(
                    (w * 0.5, 2.0 * height(0.5) - height(-0.06).midpoint(height(1.06))),
                    (w + u * 6.0, height(1.06)),
                )],
            ) {
                c.line(&path, u * 0.2, ink(hex(0x1A1614), 0.9));
            }
        }));
        for k in 0..15 {
            let s = (k as f32 + 0.5) / 15.0;
            list.push((
                w * s,
                height(s) + u * 0.7,
                dice.pick(&[hex(0xFFD98A), hex(0xFF9A6A), hex(0x9AD8E8), hex(0xFFB8C8)]),
            ));
        }
    }
    stage.sparks(0.44, move |t, out| {
        for (n, &(x, y, tone)) in list.iter().enumerate() {
            let breath = 0.85 + 0.15 * (t * 1.3 + n as f32).sin();
            out.push(Spark::disc(x, y, u * 0.62, mix(tone, [1.0; 3], 0.4 * on), 0.95));
            out.push(Spark::glow(x, y, u * 3.2, tone, 0.55 * on * breath));
        }
    });
}
