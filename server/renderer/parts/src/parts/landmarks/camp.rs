//! A camp: rows of tents, a flag, a watchtower, crates and bags of sand.

use super::yard::{earth, lamps};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale},
    noise::Dice,
    shapes::{Canvas, Position},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, bent, block, fall, flat, post},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// Rows of tents, a flag, a watchtower, crates and bags of sand.
pub fn camp(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    earth(stage, plan, frame, line, (p, hex(0xB89468)));
    let cloth = Dice::new(plan.seed, 730).pick(&[hex(0x6A6E44), hex(0x8A7E58), hex(0x5A6448)]);
    watchtower(stage, plan, frame, line, p);
    let on = lamps(plan);
    for n in 0..3u32 {
        let near = n as f32 / 2.0;
        let (foot, size) = (line + u * (5.0 + 15.0 * near), u * (7.0 + 8.0 * near));
        let tone = mix(lit(plan, cloth), p.haze, 0.26 * (1.0 - near));
        stage.add(frame.drawn(foot - size * 1.6, foot + u * 2.0, 0.38 + 0.04 * near, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let mut x = w * 0.5 + side * (size * 1.3 + u * (3.0 + 5.0 * near));
                while (x - w * 0.5).abs() < w * 0.55 + size {
                    tent(c, (x, foot), size, tone, on);
                    x += side * size * 2.7;
                }
            }
        }));
    }
    flag(stage, plan, frame, line);
    stage.add(frame.drawn(h * 0.62, h * 0.84, 0.5, 0.0, |c| {
        let (x, foot) = (w * 0.5 + plan.side * (w * 0.4).min(u * 52.0), h * 0.77);
        shadow(c, (x, foot), u * 13.0, u * 1.4);
        let sack = lit(plan, hex(0xB09A6E));
        for row in 0..4 {
            for k in 0..(6 - row) {
                let at = (
                    x + u * (3.9 * (k as f32 - (5 - row) as f32 / 2.0)),
                    foot - u * (1.4 + 2.5 * row as f32),
                );
                ball(c, at, (u * 2.2, u * 1.4), scale(sack, 0.85 + 0.06 * row as f32));
                bar(c, (at.0 - u * 1.9, at.1), (at.0 - u * 1.3, at.1), u * 0.3, scale(sack, 0.5));
            }
        }
        let (bx, by) = (w * 0.5 - plan.side * (w * 0.4).min(u * 52.0), h * 0.76);
        shadow(c, (bx, by), u * 9.0, u * 1.2);
        for (dx, dy, half, tall) in [(0.0f32, 0.0f32, 7.4f32, 6.0f32), (1.0, 6.0, 5.6, 5.0)] {
            let wood = lit(plan, hex(0x6E6A42));
            let (l, t) = (bx + u * (dx - half), by - u * (dy + tall));
            block(c, (l, t), (u * half * 2.0, u * tall), wood);
            for s in [0.0f32, 0.5, 1.0] {
                bar(
                    c,
                    (l, t + u * tall * s),
                    (l + u * half * 2.0, t + u * tall * s),
                    u * 0.5,
                    scale(wood, 0.7),
                );
            }
            for s in [0.08f32, 0.92] {
                bar(
                    c,
                    (l + u * half * 2.0 * s, t),
                    (l + u * half * 2.0 * s, t + u * tall),
                    u * 0.8,
                    scale(wood, 1.25),
                );
            }
        }
        ball(c, (bx + u, by - u * 12.0), (u * 3.4, u * 2.4), lit(plan, hex(0x4E5638)));
        bar(
            c,
            (bx - u * 2.8, by - u * 11.0),
            (bx + u * 4.8, by - u * 11.0),
            u * 0.7,
            lit(plan, hex(0x3E462E)),
        );
    }));
}

fn tent(c: &mut Canvas, (x, foot): Position, size: f32, tone: Rgb, on: f32) {
    shadow(c, (x, foot), size * 1.3, size * 0.12);
    let (ridge, eave) = (foot - size * 1.34, foot - size * 0.6);
    let (a, b) = (x - size * 0.78, x + size * 0.78);
    // The far slope, the side, the front with its flaps open.
    fall(
        c,
        &[
            (a, eave),
            (x, ridge),
            (x + size * 0.5, ridge + size * 0.03),
            (b + size * 0.44, eave),
            (b, eave),
        ],
        (ridge, eave),
        [add(tone, [1.0; 3], 0.1), scale(tone, 0.82)],
    );
    fall(
        c,
        &[(b, eave), (b + size * 0.44, eave), (b + size * 0.44, foot - size * 0.06), (b, foot)],
        (eave, foot),
        [scale(tone, 0.66), scale(tone, 0.5)],
    );
    fall(
        c,
        &[(a, foot), (a, eave), (x, ridge), (b, eave), (b, foot)],
        (ridge, foot),
        [tone, scale(tone, 0.72)],
    );
    let glow = mix(scale(tone, 0.22), hex(0xFFC070), 0.85 * on);
    fall(
        c,
        &[(x - size * 0.3, foot), (x, ridge + size * 0.2), (x + size * 0.3, foot)],
        (ridge, foot),
        [scale(glow, 0.8), glow],
    );
    flat(
        c,
        &[(x - size * 0.3, foot), (x, ridge + size * 0.2), (x - size * 0.5, foot)],
        scale(tone, 1.16),
    );
    flat(
        c,
        &[(x + size * 0.3, foot), (x, ridge + size * 0.2), (x + size * 0.5, foot)],
        scale(tone, 0.9),
    );
    for s in [0.3f32, 0.6] {
        bent(
            c,
            (a + size * s * 0.8, eave - size * 0.7 * s),
            (x, eave - size * 0.5 * s),
            (b - size * s * 0.6, eave - size * 0.74 * s),
            size * 0.015,
            scale(tone, 0.7),
        );
    }
    for (from, to) in [
        ((a, eave), (a - size * 0.4, foot + size * 0.04)),
        ((b + size * 0.44, eave), (b + size * 0.8, foot)),
    ] {
        bar(c, from, to, size * 0.025, scale(tone, 1.3));
    }
}

fn flag(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let (w, u) = (frame.w, frame.u);
    let (x, foot, top) = (w * 0.5 - plan.side * u * 6.0, line + u * 12.0, line - u * 32.0);
    let tones = Dice::new(plan.seed, 732).pick(&[
        [hex(0xC83A32), hex(0xF3EDE0)],
        [hex(0x2F5A9A), hex(0xF0C04A)],
        [hex(0x2F7A4A), hex(0xF3EDE0)],
    ]);
    stage.add(frame.drawn(top - u * 2.0, foot + u * 2.0, 0.39, 0.0, |c| {
        shadow(c, (x, foot), u * 4.0, u * 0.8);
        for k in 0..9 {
            let a = k as f32 * 0.7;
            ball(
                c,
                (x + a.cos() * u * 3.0, foot + a.sin() * u * 0.9),
                (u * 0.8, u * 0.7),
                lit(plan, hex(0xF3EDE0)),
            );
        }
        post(c, x, (top, foot), u * 0.4, lit(plan, hex(0xE6E2D8)));
        ball(c, (x, top), (u * 0.8, u * 0.8), lit(plan, hex(0xE8B84A)));
    }));
    let cloth = frame.painted(top, top + u * 13.0, 0.39, u * 2.0, |px, py| {
        let s = (px - x) * plan.side / (u * 15.0);
        let v = (py - top - u * (1.6 + 0.9 * (s * 5.0).sin())) / (u * 9.0);
        if !(0.0..1.0).contains(&s) || !(0.0..1.0).contains(&v) {
            return [0.0; 4];
        }
        let fold = (s * 9.0 + v).sin();
        let tone = if (0.34..0.66).contains(&v) { tones[1] } else { tones[0] };
        pixel(scale(lit(plan, tone), 0.86 + 0.16 * fold), 1.0)
    });
    stage.add(
        cloth
            .rippling(u * 0.5, u * 7.0, 0.7)
            .alive(move |t| Pose::moved(0.0, (t * 1.7).sin() * u * 0.2)),
    );
}

fn watchtower(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let wood = mix(lit(plan, hex(0x7A5A3A)), p.haze, 0.2);
    let on = lamps(plan);
    let (x, foot) = (w * 0.5 + plan.side * (w * 0.3).min(u * 34.0), line + u * 5.0);
    stage.add(frame.drawn(foot - u * 36.0, foot + u * 2.0, 0.37, 0.0, |c| {
        for e in [-1.0f32, 1.0] {
            bar(c, (x + e * u * 5.4, foot), (x + e * u * 3.4, foot - u * 22.0), u * 0.9, wood);
            bar(
                c,
                (x + e * u * 5.0, foot - u * 4.0),
                (x - e * u * 3.8, foot - u * 18.0),
                u * 0.5,
                scale(wood, 0.8),
            );
        }
        block(c, (x - u * 5.2, foot - u * 26.0), (u * 10.4, u * 5.0), wood);
        for k in 0..5 {
            bar(
                c,
                (x + u * (2.1 * k as f32 - 4.2), foot - u * 26.0),
                (x + u * (2.1 * k as f32 - 4.2), foot - u * 21.0),
                u * 0.2,
                scale(wood, 0.6),
            );
        }
        for e in [-4.6f32, 4.6] {
            bar(
                c,
                (x + u * e, foot - u * 26.0),
                (x + u * e, foot - u * 31.6),
                u * 0.6,
                scale(wood, 0.8),
            );
        }
        flat(
            c,
            &[(x - u * 7.0, foot - u * 31.0), (x, foot - u * 35.4), (x + u * 7.0, foot - u * 31.0)],
            scale(wood, 0.7),
        );
    }));
    stage.sparks(0.37, move |t, out| {
        let sweep = (t * 0.6).sin();
        out.push(Spark::glow(x, foot - u * 28.4, u * 6.0, [1.0, 0.93, 0.76], 0.8 * on));
        out.push(
            Spark::glow(
                x + sweep * u * 11.0,
                foot - u * 23.0,
                u * 12.0,
                [1.0, 0.93, 0.76],
                0.3 * on,
            )
            .shaped(0.3, 1.57 - sweep),
        );
    });
}
