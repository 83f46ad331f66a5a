//! A school's gym: a basket on its board, wall bars, ropes, high windows, lines on varnished boards.

use super::space::{floor, lamps};
use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Position, curve, ink, oval},
};
use crate::parts::{
    forms::{ball, bar, bent, block, body, fall, post, shade},
    props::shadow,
    room::Indoors,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// Where wall and floor meet, as a part of the frame's height.
const FLOOR: f32 = 0.56;

pub fn gym(stage: &mut Stage, plan: &Plan, frame: Frame) {
    wall(stage, plan, frame);
    bars(stage, plan, frame);
    boards(stage, plan, frame);
    basket(stage, plan, frame);
    ropes(stage, plan, frame);
    things(stage, plan, frame);
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let on = lamps(plan);
    stage.sparks(0.3, move |t, out| {
        for s in [0.2f32, 0.5, 0.8] {
            let breath = on * (0.97 + 0.03 * (t * 2.0 + s * 9.0).sin());
            out.push(Spark::glow(w * s, h * 0.02, u * 26.0, [1.0, 0.95, 0.82], 0.3 * breath));
        }
    });
}

/// Painted brick, a band in the school's colour, windows under the roof.
fn wall(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(550));
    let light = Indoors::of(plan);
    let mut dice = Dice::new(plan.seed, 551);
    let band = dice.pick(&[hex(0x9A3230), hex(0x2F5A86), hex(0x2F6A4A), hex(0xC98A2E)]);
    let paint = dice.pick(&[hex(0xE3DAC4), hex(0xD6DCD8), hex(0xE0D0B4)]);
    let (top, low, foot) = (h * 0.055, h * 0.15, h * FLOOR);
    let p = sky::palette(plan.hour);
    let on = lamps(plan);
    stage.add(frame.painted(0.0, foot + u, 0.1, 0.0, |x, y| {
        let row = (y / (u * 1.7)).floor();
        let across = x / (u * 4.0) + row * 0.5;
        let joint =
            smooth(0.0, 0.06, across.fract().abs()).min(smooth(0.0, 0.14, (y / (u * 1.7)).fract()));
        let own = value(seed, across.floor() * 3.1, row * 1.7);
        let rough = fbm(seed ^ 1, x / (u * 9.0), y / (u * 9.0), 3) - 0.5;
        let base = if y > h * 0.4 { band } else { paint };
        let mut c = scale(base, (0.86 + 0.1 * own + rough * 0.12) * (0.86 + 0.14 * joint));
        if (y - h * 0.39).abs() < h * 0.01 {
            c = scale(paint, 1.05);
        }
        let mut l = light.lit(c, 0.84);
        l = add(l, [1.0, 0.93, 0.78], 0.1 * on * smooth(h * 0.4, 0.0, y));
        if (top..low).contains(&y) {
            // Panes of ribbed glass, each with its frame.
            let pane = x / (u * 6.6);
            let (fx, fy) = (pane - pane.floor(), (y - top) / (low - top));
            let open = smooth(0.04, 0.07, fx.min(1.0 - fx))
                * smooth(0.03, 0.07, fy.min(1.0 - fy))
                * smooth(0.015, 0.03, (fy - 0.5).abs());
            let cloud = fbm(seed ^ 4, x / (u * 12.0), y / (u * 5.0), 3) - 0.5;
            let glass =
                add(mix(p.sky[1].1, p.sky[2].1, fy + cloud * 0.6), p.sun, 0.18 * plan.daylight());
            l = mix(scale(l, 0.5), glass, open);
        } else if y < top {
            let beam = smooth(0.3, 0.4, ((x / (u * 17.0)).fract() - 0.5).abs());
            l = scale(light.lit(hex(0x7A6A54), 0.7), 0.75 + 0.4 * beam);
        }
        let shade =
            smooth(foot - u * 5.0, foot, y) * 0.25 + 0.2 * ((x / w - 0.5) * 1.8).powi(2).min(1.0);
        pixel(scale(l, 1.0 - shade), 1.0)
    }));
}

/// Rungs from the floor to above our heads, at one side.
fn bars(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let wood = light.lit(hex(0xC08A4E), 0.95);
    let (top, foot, wide) = (h * 0.21, h * FLOOR, u * 9.0);
    stage.add(frame.drawn(top - u * 2.0, foot + u, 0.12, 0.0, |c| {
        for n in 0..3 {
            // As many as there is room for beside the basket.
            let from = w * 0.5 + -plan.side * (w * 0.5 - wide * (n as f32 + 0.35));
            if n > 0 && (from - w * 0.5).abs() < u * 24.0 {
                continue;
            }
            block(
                c,
                (from - wide * 0.46, top),
                (wide * 0.92, foot - top),
                scale(light.lit(hex(0x4A3626), 0.9), 0.55),
            );
            let mut y = top + u;
            while y < foot - u {
                bar(
                    c,
                    (from - wide * 0.5, y + u * 0.35),
                    (from + wide * 0.5, y + u * 0.35),
                    u * 0.9,
                    scale(wood, 0.4),
                );
                bar(c, (from - wide * 0.5, y), (from + wide * 0.5, y), u * 0.85, wood);
                bar(
                    c,
                    (from - wide * 0.5, y - u * 0.2),
                    (from + wide * 0.5, y - u * 0.2),
                    u * 0.25,
                    add(wood, [1.0; 3], 0.16),
                );
                y += u * 2.5;
            }
            for e in [-1.0f32, 1.0] {
                post(c, from + e * wide * 0.5, (top - u, foot), u * 0.7, scale(wood, 0.85));
            }
        }
    }));
}

/// Boards with the lines of several games.
fn boards(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(553));
    let light = Indoors::of(plan);
    let p = sky::palette(plan.hour);
    let paint = Dice::new(plan.seed, 551).pick(&[
        hex(0x9A3230),
        hex(0x2F5A86),
        hex(0x2F6A4A),
        hex(0xC98A2E),
    ]);
    let on = lamps(plan);
    floor(stage, frame, h * FLOOR, |at| {
        let strip = at.gx / 2.4;
        let row = (at.gy / 9.0 + value(seed, strip.floor() * 1.7, 0.5) * 3.0).floor();
        let own = value(seed ^ 1, strip.floor() * 3.7, row * 2.3);
        let veins = fbm(seed ^ 2, at.gx / 0.7, at.gy / 6.0 + row * 5.0, 3) - 0.5;
        let gap = smooth(0.0, 0.06, strip - strip.floor());
        let mut c = scale(hex(0xD39A56), (0.8 + 0.24 * own + veins * 0.2) * (0.72 + 0.28 * gap));
        // The key under the basket, its circle, and lines of other games across.
        let away = at.gy - 50.0;
        let key = at.gx.abs() < 17.0 && away > 0.0;
        if key {
            c = mix(c, scale(paint, 0.95 + veins * 0.2), 0.72);
        }
        let ring = (at.gx / 17.0).hypot(away / 11.0);
        let thick = 0.7;
        let mut white = smooth(thick, thick * 0.6, (at.gx.abs() - 17.0).abs())
            * f32::from(u8::from(away > -0.4));
        white = white.max(smooth(0.8, 0.4, away.abs()) * f32::from(u8::from(at.gx.abs() < 17.6)));
        white = white.max(smooth(0.05, 0.03, (ring - 1.0).abs()) * f32::from(u8::from(away < 0.0)));
        let three = (at.gx / 46.0).hypot((at.gy - 112.0) / 82.0);
        // As thick on the floor where it runs across as where it runs away.
        let steep = (at.gx / 2116.0).hypot((at.gy - 112.0) / 6724.0 * 0.35 / at.near) / three;
        white = white.max(smooth(0.8, 0.5, (three - 1.0).abs() / steep));
        c = mix(c, hex(0xF6F2E6), white * 0.9);
        let blue = smooth(0.8, 0.5, (at.gx + 0.62 * (at.gy - 40.0) * plan.side - 30.0).abs());
        c = mix(c, hex(0x3A78B0), blue * 0.8);
        let mut l = light.lit(c, 0.86);
        // Varnish holds the windows and lamps.
        let sway = fbm(seed ^ 5, at.x / (u * 6.0), at.y / (u * 24.0), 2);
        let shine = smooth(0.9, 0.22, at.near) * (0.4 + 0.8 * smooth(0.4, 0.7, sway));
        l = add(l, mix(p.sky[2].1, [1.0, 0.94, 0.8], on * 0.7), 0.24 * shine);
        l
    });
}

fn basket(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let k = (w / 75.0).min(u * 1.15).min(h * 0.0092);
    let (x, top) = (w * 0.5, h * 0.175);
    let white = light.lit(hex(0xF8F6F0), 0.97);
    let orange = light.lit(hex(0xE8622A), 0.98);
    let rim = (x, top + k * 15.6);
    stage.add(frame.drawn(0.0, top + k * 28.0, 0.2, 0.0, |c| {
        let steel = light.lit(hex(0x4A5056), 0.9);
        for e in [-1.0f32, 1.0] {
            bar(c, (x + e * k * 15.0, 0.0), (x + e * k * 8.0, top + k * 3.0), k * 0.9, steel);
            bar(
                c,
                (x + e * k * 4.0, 0.0),
                (x + e * k * 8.0, top + k * 3.0),
                k * 0.6,
                scale(steel, 0.8),
            );
        }
        shade(c, (x - k * 15.2 + k * 1.6, top + k * 1.8), (k * 30.4, k * 19.4));
        block(c, (x - k * 15.2, top - k * 0.2), (k * 30.4, k * 19.4), orange);
        fall(
            c,
            &[
                (x - k * 14.4, top + k * 0.6),
                (x + k * 14.4, top + k * 0.6),
                (x + k * 14.4, top + k * 18.4),
                (x - k * 14.4, top + k * 18.4),
            ],
            (top, top + k * 18.0),
            [white, scale(white, 0.86)],
        );
        for (half, y, tall) in [(5.6f32, 4.8f32, 9.6f32)] {
            for (a, b) in [
                ((-half, y), (half, y)),
                ((half, y), (half, y + tall)),
                ((half, y + tall), (-half, y + tall)),
                ((-half, y + tall), (-half, y)),
            ] {
                bar(c, (x + k * a.0, top + k * a.1), (x + k * b.0, top + k * b.1), k * 0.8, orange);
            }
        }
        if let Some(path) = oval(rim.0, rim.1, k * 5.0, k * 1.5) {
            c.line(&path, k * 0.9, ink(scale(orange, 0.75), 1.0));
        }
    }));
    let net = frame.drawn(rim.1 - k * 2.0, rim.1 + k * 10.0, 0.205, u, |c| {
        let at = |s: f32, v: f32| -> Position {
            let half = 5.0 - 2.0 * v.powf(0.7) + 0.3 * (v - 0.9).max(0.0) * 10.0;
            (rim.0 + k * half * s, rim.1 + k * (1.4 * (1.0 - s * s).max(0.0).sqrt() + 8.0 * v))
        };
        for n in 0..9 {
            let s = n as f32 / 4.0 - 1.0;
            for (v0, v1, dir) in [(0.0f32, 0.34f32, 1.0f32), (0.34, 0.68, -1.0), (0.68, 1.0, 1.0)] {
                for way in [-1.0f32, 1.0] {
                    let to = (s + 0.25 * dir * way).clamp(-1.0, 1.0);
                    bar(c, at(s, v0), at(to, v1), k * 0.24, scale(white, 0.94));
                }
            }
        }
        if let Some(path) = curve(
            (rim.0 - k * 5.0, rim.1),
            &[
                ((rim.0 - k * 4.6, rim.1 + k * 1.6), (rim.0, rim.1 + k * 1.6)),
                ((rim.0 + k * 4.6, rim.1 + k * 1.6), (rim.0 + k * 5.0, rim.1)),
            ],
        ) {
            c.line(&path, k * 0.9, ink(orange, 1.0));
        }
    });
    stage.add(net.rippling(u * 0.3, u * 60.0, 0.3));
}

/// Climbing ropes that hang from the roof, at the other side.
fn ropes(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let rope = Indoors::of(plan).lit(hex(0xC9A56A), 0.95);
    for (n, s) in [0.33f32, 0.43].into_iter().enumerate() {
        let x = w * (0.5 + plan.side * s);
        let low = h * (0.52 - 0.02 * n as f32);
        let layer = frame.drawn(0.0, low + u * 2.0, 0.26, u * 3.0, |c| {
            bar(c, (x, -u * 2.0), (x, low), u * 1.1, scale(rope, 0.75));
            let mut y = 0.0;
            while y < low {
                bar(
                    c,
                    (x - u * 0.5, y),
                    (x + u * 0.5, y + u * 0.8),
                    u * 0.4,
                    add(rope, [1.0; 3], 0.05),
                );
                y += u * 1.2;
            }
            ball(c, (x, low), (u * 1.3, u * 1.6), scale(rope, 0.8));
        });
        let way = if n == 0 { 0.17 } else { -0.13 };
        stage.add(layer.rippling(u * 0.9, 1e6, way));
    }
}

/// A vaulting box, a bench, a ball on the floor.
fn things(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let wood = light.lit(hex(0xC9955A), 0.95);
    let side = plan.side;
    stage.add(frame.drawn(h * 0.5, h * 0.84, 0.44, 0.0, |c| {
        let (x, foot) = (w * 0.5 + side * (w * 0.36).min(u * 44.0), h * 0.665);
        shadow(c, (x, foot), u * 12.0, u * 1.2);
        for k in 0..4 {
            let (a, b) = (9.4 - 1.0 * k as f32, 8.6 - 1.0 * k as f32);
            let (y0, y1) = (foot - u * 3.6 * k as f32, foot - u * 3.5 * (k + 1) as f32);
            fall(
                c,
                &[(x - u * a, y0), (x - u * b, y1), (x + u * b, y1), (x + u * a, y0)],
                (y1, y0),
                [add(wood, [1.0; 3], 0.06), scale(wood, 0.66)],
            );
            ball(c, (x, f32::midpoint(y0, y1)), (u * 1.4, u * 0.6), scale(wood, 0.3));
        }
        body(
            c,
            (x - u * 6.4, foot - u * 14.0),
            &[
                ((x - u * 6.6, foot - u * 17.4), (x - u * 5.0, foot - u * 17.4)),
                ((x, foot - u * 18.0), (x + u * 5.0, foot - u * 17.4)),
                ((x + u * 6.6, foot - u * 17.4), (x + u * 6.4, foot - u * 14.0)),
            ],
            (x - u * 6.4, x + u * 6.4),
            light.lit(hex(0x8A4A2E), 0.95),
        );
        let (bx, by) = (w * 0.5 - side * (w * 0.33).min(u * 42.0), h * 0.66);
        shadow(c, (bx, by), u * 14.0, u);
        for e in [-0.8f32, 0.8] {
            block(
                c,
                (bx + u * 13.0 * e - u * 0.8, by - u * 4.4),
                (u * 1.6, u * 4.4),
                scale(wood, 0.6),
            );
        }
        block(c, (bx - u * 13.0, by - u * 5.6), (u * 26.0, u * 1.6), wood);
    }));
    let (x, y, r) = (w * (0.5 - side * 0.36), h * 0.785, u * 4.2);
    stage.add(frame.drawn(y - r * 1.4, y + r * 2.4, 0.5, 0.0, |c| {
        let orange = light.lit(hex(0xD9742E), 0.96);
        shadow(c, (x, y + r), r * 1.15, u);
        ball(c, (x, y), (r, r), orange);
        let seam = scale(orange, 0.24);
        bent(
            c,
            (x - r, y + r * 0.1),
            (x, y - r * 0.34),
            (x + r * 0.98, y - r * 0.1),
            u * 0.3,
            seam,
        );
        bent(c, (x - r * 0.16, y - r), (x + r * 0.3, y), (x - r * 0.06, y + r), u * 0.3, seam);
        bent(
            c,
            (x - r * 0.76, y - r * 0.64),
            (x - r * 0.1, y - r * 0.1),
            (x - r * 0.66, y + r * 0.74),
            u * 0.3,
            seam,
        );
        bent(
            c,
            (x + r * 0.8, y - r * 0.6),
            (x + r * 0.3, y),
            (x + r * 0.76, y + r * 0.66),
            u * 0.3,
            seam,
        );
    }));
}
