//! A market: awnings in stripes over crates of fruit and cloth, houses behind them.

use super::{WALLS, windows_lit, wires};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, curve, ink, oval, polygon, rect},
};
use crate::parts::{
    backdrop::{self, View},
    daylight::lit,
    props::shadow,
    sky, weather,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// Stalls before houses that are further away than those of a village street.
pub fn market(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let horizon = 0.46;
    let p = backdrop::draw(stage, plan, frame, View::Plain, horizon);
    let line = h * horizon;
    earth(stage, plan, frame, line, p);
    for n in 0..4u32 {
        let near = (n as f32 + 0.5) / 4.0;
        let foot = line + (h * 0.8 - line) * (0.03 + 0.86 * near.powf(1.7));
        let size = u * (5.0 + 22.0 * near.powf(1.5));
        let off = u * (7.0 + 26.0 * near.powf(1.35));
        let mut dice = Dice::new(plan.seed, 500 + u64::from(n));
        stage.add(frame.drawn(foot - size * 2.4, foot + u * 2.0, 0.16 + 0.3 * near, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let mut x = w / 2.0 + side * (off + size * 0.9);
                for _ in 0..3 {
                    house(c, plan, (x, foot), size, dice.pick(&WALLS), (near, p), u, &mut dice);
                    x += side * size * 2.1;
                }
            }
        }));
    }
    wires(stage, plan, frame, line, p);
    stalls(stage, plan, frame, line, p);
    weather::add(stage, plan, frame);
}

#[expect(clippy::too_many_arguments, reason = "one house's facts")]
fn house(
    c: &mut Canvas,
    plan: &Plan,
    (x, foot): (f32, f32),
    size: f32,
    wall: Rgb,
    (near, p): (f32, sky::Palette),
    u: f32,
    dice: &mut Dice,
) {
    let haze = 0.34 * (1.0 - near);
    let wall = mix(lit(plan, wall), p.haze, haze);
    let tin = mix(
        lit(plan, dice.pick(&[hex(0x8A4A3A), hex(0x7C868C), hex(0x5A6A62), hex(0xA0694A)])),
        p.haze,
        haze,
    );
    let (half, tall) = (size * 0.95, size * dice.range(0.95, 1.2));
    shadow(c, (x, foot), half * 1.1, u * 0.7);
    if let Some(path) = rect(x - half, foot - tall, half * 2.0, tall) {
        c.fade(
            &path,
            (x - half, 0.0),
            (x + half, 0.0),
            &[(0.0, ink(add(wall, [1.0; 3], 0.06), 1.0)), (1.0, ink(scale(wall, 0.7), 1.0))],
        );
    }
    let lean = dice.range(-0.1, 0.1);
    if let Some(path) = polygon(&[
        (x - half * 1.14, foot - tall * 0.94),
        (x - half * 0.7, foot - tall * 1.5),
        (x + half * (0.7 + lean), foot - tall * 1.5),
        (x + half * 1.14, foot - tall * 0.94),
    ]) {
        c.fade(
            &path,
            (0.0, foot - tall * 1.5),
            (0.0, foot - tall * 0.94),
            &[(0.0, ink(scale(tin, 1.1), 1.0)), (1.0, ink(scale(tin, 0.72), 1.0))],
        );
    }
    for k in 0..9 {
        let s = k as f32 / 8.0 * 2.0 - 1.0;
        if let Some(path) = curve(
            (x + half * 0.7 * s, foot - tall * 1.48),
            &[((x + half * 0.9 * s, foot - tall * 1.2), (x + half * 1.12 * s, foot - tall * 0.95))],
        ) {
            c.line(&path, (size * 0.016).max(0.6), ink(scale(tin, 0.6), 0.7));
        }
    }
    let glow = windows_lit(plan);
    let pane = mix(mix(hex(0x6A7C86), hex(0x2A3238), 1.0 - plan.daylight()), hex(0xFFC878), glow);
    let frame_tone = mix(lit(plan, hex(0xF3EBDC)), p.haze, haze);
    for s in [-0.56f32, 0.56] {
        let (wx, wy) = (x + half * s, foot - tall * 0.74);
        if let Some(path) = rect(wx - half * 0.22, wy, half * 0.44, tall * 0.36) {
            c.fill(&path, ink(frame_tone, 1.0));
        }
        if let Some(path) = rect(wx - half * 0.17, wy + tall * 0.04, half * 0.34, tall * 0.28) {
            c.fill(&path, ink(pane, 1.0));
        }
        if let Some(path) = rect(wx - half * 0.015, wy, half * 0.03, tall * 0.36) {
            c.fill(&path, ink(frame_tone, 1.0));
        }
    }
    let door = mix(
        lit(plan, dice.pick(&[hex(0x3F6A7A), hex(0x8A3A2E), hex(0x5A6A3A), hex(0x7A5A3A)])),
        p.haze,
        haze,
    );
    if let Some(path) = rect(x - half * 0.17, foot - tall * 0.64, half * 0.34, tall * 0.64) {
        c.fade(
            &path,
            (x - half * 0.17, 0.0),
            (x + half * 0.17, 0.0),
            &[(0.0, ink(door, 1.0)), (1.0, ink(scale(door, 0.66), 1.0))],
        );
    }
    if let Some(path) = rect(x - half * 0.4, foot - u * 0.3, half * 0.8, (size * 0.08).max(1.0)) {
        c.fill(&path, ink(scale(wall, 0.62), 1.0));
    }
}

/// A road of beaten earth between verges.
fn earth(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(510));
    let clay =
        lit(plan, Dice::new(plan.seed, 511).pick(&[hex(0xB9825A), hex(0xA98E6E), hex(0xC29A72)]));
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    let top = line + u;
    stage.add(frame.painted(top, h, 0.36, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.06 + 0.94 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near), 7.0 / near);
        let rough = fbm(seed, gx / 3.0, gy * 2.0, 4);
        let stones = value(seed ^ 2, gx * 1.6, gy * 9.0);
        let edge = 26.0 + 6.0 * (fbm(seed ^ 3, gy * 0.9, 0.2, 2) - 0.5);
        let verge = smooth(edge - 2.0, edge + 3.0, gx.abs() + (rough - 0.5) * 5.0);
        let rut = (-((gx.abs() - 9.0) / 2.6).powi(2)).exp();
        let mut c = scale(clay, 0.84 + 0.3 * rough + 0.1 * smooth(0.8, 0.9, stones) - 0.14 * rut);
        c = mix(c, mix(dark, pale, rough), verge * 0.85);
        c = mix(c, p.haze, 0.4 * smooth(0.14, 0.0, down));
        c = add(c, p.sun, 0.06 * plan.daylight() * (1.0 - verge));
        pixel(scale(c, 1.0 - 0.26 * smooth(0.5, 1.0, down)), smooth(0.0, u * 0.4, y - top))
    }));
}

/// Awnings in stripes over crates of fruit and cloth, on both sides.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn stalls(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    for n in 0..3u32 {
        let near = (n as f32 + 0.6) / 3.0;
        let foot = line + (h * 0.92 - line) * (0.16 + 0.8 * near.powf(1.5));
        let size = u * (6.0 + 17.0 * near.powf(1.4));
        let off = u * (11.0 + 25.0 * near.powf(1.3));
        let mut dice = Dice::new(plan.seed, 520 + u64::from(n));
        let haze = 0.26 * (1.0 - near);
        let layer = frame.drawn(foot - size * 3.2, foot + u * 2.0, 0.26 + 0.3 * near, u, |c| {
            for side in [-1.0f32, 1.0] {
                let x = w / 2.0 + side * (off + size * 0.7);
                let tone = |color: Rgb| mix(lit(plan, color), p.haze, haze);
                let stripe =
                    tone(dice.pick(&[hex(0xC9402E), hex(0x2F7A6A), hex(0xD98A2A), hex(0x3A5FA0)]));
                let cream = tone(hex(0xF6ECD8));
                shadow(c, (x, foot), size * 1.3, u);
                for dx in [-1.05f32, 1.05] {
                    if let Some(path) = rect(
                        x + size * dx - size * 0.04,
                        foot - size * 2.2,
                        size * 0.08,
                        size * 2.2,
                    ) {
                        c.fill(&path, ink(tone(hex(0x6A4A32)), 1.0));
                    }
                }
                // The table and what is on it, in heaps.
                if let Some(path) =
                    rect(x - size * 1.1, foot - size * 0.86, size * 2.2, size * 0.86)
                {
                    c.fade(
                        &path,
                        (0.0, foot - size * 0.86),
                        (0.0, foot),
                        &[
                            (0.0, ink(tone(hex(0x9A6A3E)), 1.0)),
                            (1.0, ink(scale(tone(hex(0x9A6A3E)), 0.45), 1.0)),
                        ],
                    );
                }
                for heap in 0..4 {
                    let hx = x - size * 0.8 + size * 0.53 * heap as f32;
                    let fruit = tone(dice.pick(&[
                        hex(0xD9402E),
                        hex(0xF0A030),
                        hex(0x6FA03A),
                        hex(0xE8C83A),
                        hex(0x8A3A6A),
                    ]));
                    if let Some(path) =
                        rect(hx - size * 0.25, foot - size * 0.98, size * 0.5, size * 0.16)
                    {
                        c.fill(&path, ink(tone(hex(0xC79A62)), 1.0));
                    }
                    for row in 0..3 {
                        for k in 0..(4 - row) {
                            let fx = hx + size * 0.12 * (k as f32 - (3 - row) as f32 / 2.0);
                            let fy = foot - size * (1.02 + 0.1 * row as f32);
                            if let Some(path) = oval(fx, fy, size * 0.07, size * 0.07) {
                                c.fade(
                                    &path,
                                    (fx - size * 0.05, fy - size * 0.06),
                                    (fx + size * 0.06, fy + size * 0.06),
                                    &[
                                        (0.0, ink(add(fruit, [1.0; 3], 0.25), 1.0)),
                                        (1.0, ink(scale(fruit, 0.62), 1.0)),
                                    ],
                                );
                            }
                        }
                    }
                }
                // The awning.
                for k in 0..8 {
                    let (a, b) = (k as f32 / 8.0 * 2.0 - 1.0, (k + 1) as f32 / 8.0 * 2.0 - 1.0);
                    let color = if k % 2 == 0 { stripe } else { cream };
                    if let Some(path) = polygon(&[
                        (x + size * a, foot - size * 2.6),
                        (x + size * b, foot - size * 2.6),
                        (x + size * b * 1.22, foot - size * 2.02),
                        (x + size * a * 1.22, foot - size * 2.02),
                    ]) {
                        c.fade(
                            &path,
                            (0.0, foot - size * 2.6),
                            (0.0, foot - size * 2.0),
                            &[
                                (0.0, ink(scale(color, 1.04), 1.0)),
                                (1.0, ink(scale(color, 0.76), 1.0)),
                            ],
                        );
                    }
                    if let Some(path) = oval(
                        x + size * (a + b) * 0.61,
                        foot - size * 2.02,
                        size * 0.152,
                        size * 0.13,
                    ) {
                        c.fill(&path, ink(scale(color, 0.82), 1.0));
                    }
                }
                // A scale and hanging bananas.
                let hx = x + size * 0.5 * side;
                for k in 0..5 {
                    if let Some(path) = curve(
                        (hx, foot - size * 1.9),
                        &[(
                            (hx + size * (0.16 - 0.08 * k as f32), foot - size * 1.76),
                            (hx + size * (0.1 - 0.05 * k as f32), foot - size * 1.6),
                        )],
                    ) {
                        c.line(&path, size * 0.06, ink(tone(hex(0xF0CC3A)), 1.0));
                    }
                }
            }
        });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.9 + phase).sin() * u * 0.1, 0.0)));
    }
}
