//! A drive-in: a screen with a film on it, rows of cars before it.

use evernear_rules::story::Hour;

use super::yard::{earth, lamps};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm},
    shapes::{Canvas, Position},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, bent, block, body, fall, flat, post},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// The screen of a drive-in, its light over rows of cars.
pub fn drive_in(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let half = (w * 0.43).min(u * 42.0).min(h * 0.36);
    let (x, low) = (w * 0.5, line - u * 4.0);
    let top = low - half * 1.06;
    let bright = match plan.hour {
        Hour::Day => 0.5,
        Hour::Dawn | Hour::Sunset => 0.8,
        Hour::Night => 1.0,
    };
    screen(stage, plan, frame, (x, top, low, half), bright);
    earth(stage, plan, frame, line, (p, hex(0x8A7660)));
    let glow = frame.soft(3, line, h, 0.365, 0.0, |px, py| {
        let d = ((px - x) / (half * 1.3)).hypot((py - line) / (h * 0.4));
        [0.62, 0.74, 1.0, 0.4 * bright * smooth(1.0, 0.0, d)]
    });
    stage.add(glow.light().alive(|t| Pose::faded(0.8 + 0.16 * (t * 1.3).sin())));
    let paints =
        [hex(0x9A2E2E), hex(0x2F5A78), hex(0xD9C9A0), hex(0x4A6A4A), hex(0xC88A3A), hex(0x3A3A44)];
    let mut tails = Vec::new();
    for n in 0..3u32 {
        let near = n as f32 / 2.0;
        let (foot, size) = (line + u * (6.0 + 18.0 * near), u * (5.4 + 7.0 * near));
        let mut dice = Dice::new(plan.seed, 745 + u64::from(n));
        stage.add(frame.drawn(foot - size * 2.0, foot + u * 2.0, 0.38 + 0.04 * near, 0.0, |c| {
            let step = size * 3.0;
            let reach = (w * 0.55 / step).ceil() as i32;
            for k in -reach..=reach {
                let cx =
                    x + step * (k as f32 + 0.5 * (n % 2) as f32) + size * dice.range(-0.1, 0.1);
                // The speaker on its post beside each car.
                let px = cx + size * 1.5;
                post(c, px, (foot - size * 1.1, foot), size * 0.06, hex(0x5A5A60));
                block(
                    c,
                    (px - size * 0.2, foot - size * 1.3),
                    (size * 0.4, size * 0.36),
                    hex(0x8A8E94),
                );
                car(c, (cx, foot), size, lit(plan, dice.pick(&paints)), bright);
                tails.push((cx - size * 0.92, foot - size * 0.58, size));
                tails.push((cx + size * 0.92, foot - size * 0.58, size));
            }
        }));
    }
    let on = lamps(plan);
    stage.sparks(0.43, move |t, out| {
        for (n, &(tx, ty, size)) in tails.iter().enumerate() {
            let own = if n / 2 % 5 == 3 { 0.5 + 0.5 * (t * 0.9 + n as f32).sin() } else { 1.0 };
            out.push(Spark::glow(tx, ty, size * 1.1, [1.0, 0.24, 0.16], (0.25 + 0.5 * on) * own));
        }
    });
}

fn screen(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (x, top, low, half): (f32, f32, f32, f32),
    bright: f32,
) {
    let (u, seed) = (frame.u, plan.noise(740));
    let steel = lit(plan, hex(0x3A3C44));
    stage.add(frame.drawn(top - u * 3.0, low + u * 12.0, 0.2, 0.0, |c| {
        for n in 0..7 {
            let at = x + half * (n as f32 / 3.0 - 1.0) * 0.9;
            bar(c, (at, low), (at, low + u * 9.0), u * 0.9, steel);
            bar(c, (at, low), (at + half * 0.28, low + u * 8.0), u * 0.45, scale(steel, 0.8));
        }
        block(
            c,
            (x - half - u * 1.4, top - u * 1.4),
            (half * 2.0 + u * 2.8, low - top + u * 2.8),
            scale(steel, 0.7),
        );
    }));
    // The film: two who ride into an evening, and the country that passes.
    let film = frame.painted(top, low, 0.2, 0.0, |px, py| {
        let (s, v) = ((px - x) / half, (py - top) / (low - top));
        if s.abs() > 1.0 || !(0.0..1.0).contains(&v) {
            return [0.0; 4];
        }
        let sun = (s - 0.24).hypot((v - 0.5) * 1.06);
        let mut c = mix(hex(0x6A8AC8), hex(0xFFE6B0), smooth(0.0, 0.72, v));
        c = mix(c, hex(0xFFF8E4), smooth(0.17, 0.155, sun) + 0.5 * (-sun * 3.0).exp());
        for n in 0..3u32 {
            let near = n as f32 / 2.0;
            let rise = 0.62 + 0.12 * near
                - 0.3 * (1.0 - 0.4 * near) * (fbm(seed ^ (n + 1), s * (1.6 + near), 0.4, 4) - 0.3);
            c = mix(c, mix(hex(0x8A7AA8), hex(0x2A2438), near), smooth(-0.006, 0.006, v - rise));
        }
        let scan = 0.97 + 0.03 * (py / u * 9.0).sin();
        pixel(scale(c, bright * scan * (1.0 - 0.16 * s * s)), 1.0)
    });
    stage.add(film);
    let (x, y) = (x - half * 0.2, low - half * 0.2);
    let rider = frame.drawn(y - u * 14.0, low, 0.2, u * 3.0, |c| {
        let tone = scale(hex(0x120E1A), bright);
        let at = |dx: f32, dy: f32| (x + u * dx, y + u * dy);
        let outline = [
            at(-9.0, 4.2),
            at(-9.2, 1.2),
            at(-4.8, 0.6),
            at(2.2, 0.6),
            at(3.4, -2.0),
            at(3.9, -2.0),
            at(3.2, 0.6),
            at(8.4, 1.4),
            at(9.2, 4.2),
        ];
        flat(c, &outline, tone);
        for (dx, dy, r) in
            [(-2.6f32, -2.0f32, 1.15f32), (0.4, -1.7, 1.05), (-5.4, 4.4, 1.9), (5.2, 4.4, 1.9)]
        {
            bar(c, at(dx, dy), at(dx, dy + 0.01), u * r * 2.0, tone);
        }
        bar(c, at(-2.8, 0.0), at(-2.8, 1.6), u * 2.6, tone);
        bar(c, at(0.4, 0.0), at(0.4, 1.6), u * 2.4, tone);
        // A scarf in the wind.
        bent(c, at(0.0, -1.0), at(-4.0, -1.8), at(-7.0, -0.4), u * 0.6, tone);
    });
    stage.add(rider.alive(move |t| Pose::moved((t - 5.0) * u * 0.5, (t * 4.0).sin() * u * 0.1)));
    stage.sparks(0.21, move |t, out| {
        let flicker = 0.9 + 0.1 * (t * 7.0).sin() * (t * 3.1).cos();
        out.push(Spark::glow(
            x + half * 0.2,
            f32::midpoint(top, low),
            half * 1.7,
            [0.7, 0.78, 1.0],
            0.24 * bright * flicker,
        ));
    });
}

/// A car from behind, its edges lit by the screen.
fn car(c: &mut Canvas, (x, foot): Position, size: f32, paint: Rgb, bright: f32) {
    shadow(c, (x, foot), size * 1.5, size * 0.14);
    let rim = [0.72, 0.8, 1.0];
    for e in [-0.84f32, 0.84] {
        block(
            c,
            (x + size * (e - 0.2), foot - size * 0.3),
            (size * 0.4, size * 0.34),
            hex(0x121214),
        );
    }
    body(
        c,
        (x - size * 0.86, foot - size * 0.86),
        &[
            ((x - size * 0.8, foot - size * 1.6), (x - size * 0.5, foot - size * 1.64)),
            ((x, foot - size * 1.74), (x + size * 0.5, foot - size * 1.64)),
            ((x + size * 0.8, foot - size * 1.6), (x + size * 0.86, foot - size * 0.86)),
        ],
        (x - size, x + size),
        scale(paint, 0.75),
    );
    fall(
        c,
        &[
            (x - size * 0.7, foot - size * 0.96),
            (x - size * 0.5, foot - size * 1.52),
            (x + size * 0.5, foot - size * 1.52),
            (x + size * 0.7, foot - size * 0.96),
        ],
        (foot - size * 1.52, foot - size * 0.96),
        [mix(hex(0x14161E), rim, 0.5 * bright), hex(0x1A1C24)],
    );
    // Two heads lean together before the light.
    for (dx, r) in [(-0.2f32, 0.17f32), (0.16, 0.155)] {
        ball(c, (x + size * dx, foot - size * 1.16), (size * r, size * r * 1.15), hex(0x0E0E12));
    }
    body(
        c,
        (x - size * 1.12, foot - size * 0.2),
        &[
            ((x - size * 1.2, foot - size * 0.86), (x - size * 0.96, foot - size * 0.9)),
            ((x, foot - size * 1.02), (x + size * 0.96, foot - size * 0.9)),
            ((x + size * 1.2, foot - size * 0.86), (x + size * 1.12, foot - size * 0.2)),
        ],
        (x - size * 1.2, x + size * 1.2),
        paint,
    );
    bent(
        c,
        (x - size * 0.96, foot - size * 0.9),
        (x, foot - size * 1.02),
        (x + size * 0.96, foot - size * 0.9),
        size * 0.05,
        add(paint, rim, 0.4 * bright),
    );
    bent(
        c,
        (x - size * 0.5, foot - size * 1.64),
        (x, foot - size * 1.74),
        (x + size * 0.5, foot - size * 1.64),
        size * 0.05,
        add(paint, rim, 0.5 * bright),
    );
    block(c, (x - size * 1.14, foot - size * 0.36), (size * 2.28, size * 0.17), hex(0xA8ACB4));
    block(c, (x - size * 0.3, foot - size * 0.56), (size * 0.6, size * 0.17), hex(0xE6E2D6));
    for e in [-0.92f32, 0.92] {
        ball(c, (x + size * e, foot - size * 0.58), (size * 0.17, size * 0.12), hex(0xE8382A));
    }
}
