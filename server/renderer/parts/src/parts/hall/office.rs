//! An office: windows over a town as wide as the wall, rows of desks with screens and chairs, a clock,
//! plants. Before people runs the edge of a desk with what lies on it.

use super::space::{floor, lamps, mullions};
use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position},
};
use crate::parts::{
    forms::{ball, bar, block, body, fall, flat, post},
    props::{leaf, shadow, vessel},
    room::Indoors,
    sky, weather,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

const SILL: f32 = 0.5;

pub fn office(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let p = sky::add_sky(stage, plan, frame, h * 0.55, (w * (0.5 + 0.32 * plan.turn()), h * 0.22));
    towers(stage, plan, frame, p);
    weather::add(stage, plan, frame);
    walls(stage, plan, frame, p);
    let light = Indoors::of(plan);
    let seed = plan.noise(610);
    let carpet = Dice::new(plan.seed, 611).pick(&[hex(0x5A6470), hex(0x6A6258), hex(0x4F625C)]);
    floor(stage, frame, h * 0.56, |at| {
        let (tx, ty) = (at.gx / 12.0, at.gy / 12.0);
        let even = (tx.floor() + ty.floor()) as i32 & 1 == 0;
        let pile = value(seed, at.x / (u * 0.4), at.y / (u * 0.3)) - 0.5;
        let c = scale(carpet, 0.9 + pile * 0.14 + if even { 0.06 } else { 0.0 });
        let glow = smooth(0.6, 0.22, at.near);
        add(light.lit(c, 0.85), p.sky[2].1, 0.16 * glow)
    });
    desks(stage, plan, frame);
    desk_before(stage, plan, frame);
}

/// The town outside: towers whose windows are lit from dusk on.
fn towers(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (h, u, on) = (frame.h, frame.u, lamps(plan));
    let lit = (on - 0.3) * 1.3;
    for n in 0..2u32 {
        let seed = plan.noise(613 + n);
        let wide = u * (8.0 + 3.0 * n as f32);
        let base = mix(scale(hex(0x8A94A0), plan.daylight()), p.haze, 0.55 - 0.3 * n as f32);
        stage.add(frame.painted(h * 0.12, h * 0.53, 0.04 + 0.03 * n as f32, 0.0, |x, y| {
            let at = x / wide + 0.37 * n as f32;
            let (tower, fx) = (at.floor(), at - at.floor());
            let tall = value(seed, tower * 2.7, 0.4);
            let gap = 0.06 + 0.1 * value(seed, tower, 7.0);
            let top = h * (0.46 - 0.06 * n as f32) - u * (34.0 - 10.0 * n as f32) * tall;
            let inside =
                smooth(gap, gap + 0.02, fx) * smooth(1.0, 0.98, fx) * smooth(-0.5, 0.5, y - top);
            let (cx, cy) = ((x / (u * 1.5)).floor(), (y / (u * 2.2)).floor());
            let pane = smooth(0.16, 0.26, (x / (u * 1.5)).fract())
                * smooth(0.2, 0.3, (y / (u * 2.2)).fract())
                * smooth(0.98, 0.9, (y / (u * 2.2)).fract());
            let own = value(seed ^ 2, cx * 1.7, cy * 2.3);
            let mut c = scale(
                base,
                0.85 + 0.2 * value(seed, tower * 1.3, 3.0) - 0.18 * smooth(0.62, 0.66, fx),
            );
            let glass = mix(scale(p.sky[2].1, 0.82), base, 0.35);
            let lamp = smooth(0.55, 0.6, own) * lit;
            c = mix(c, mix(glass, hex(0xFFD890), lamp.clamp(0.0, 1.0)), pane * 0.8);
            pixel(mix(c, p.haze, 0.3 * smooth(h * 0.3, h * 0.5, y)), inside)
        }));
    }
}

/// Posts of the windows, a blind half down, the ceiling with panels of light, the wall below the sill.
fn walls(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let (on, bay) = (lamps(plan).max(0.55), u * 17.0);
    let mut dice = Dice::new(plan.seed, 616);
    let frame_tone = light.lit(hex(0xC9CCCC), 0.85);
    stage.add(frame.drawn(-u * 4.0, h * 0.57, 0.14, 0.0, |c| {
        let (top, sill) = (h * 0.105, h * SILL);
        // Blinds, as far down as somebody left them.
        let mut x = w / 2.0 - (w / 2.0 / bay).ceil() * bay - bay * 0.5;
        while x < w + bay {
            let low = top + (sill - top) * dice.pick(&[0.12, 0.2, 0.36]);
            let mut y = top;
            while y < low {
                bar(
                    c,
                    (x + u * 0.6, y),
                    (x + bay - u * 0.6, y),
                    u * 0.5,
                    mix(light.lit(hex(0xE9E4D8), 0.9), p.sky[2].1, 0.25),
                );
                y += u * 0.95;
            }
            bar(
                c,
                (x + u * 0.6, low),
                (x + bay - u * 0.6, low),
                u * 0.9,
                light.lit(hex(0xD0CABC), 0.9),
            );
            bar(
                c,
                (x + bay - u * 1.6, top),
                (x + bay - u * 1.6, low + u * 7.0),
                u * 0.14,
                light.lit(hex(0xB0AAA0), 0.9),
            );
            x += bay;
        }
        mullions(c, frame, (top, sill), bay, frame_tone);
        let ceiling = light.lit(hex(0xD9D6CE), 0.74);
        fall(
            c,
            &[(-u * 9.0, -u * 6.0), (w + u * 9.0, -u * 6.0), (w + u * 9.0, top), (-u * 9.0, top)],
            (0.0, top),
            [scale(ceiling, 0.74), ceiling],
        );
        for row in 0..2 {
            let (y0, y1, k) =
                ([0.014f32, 0.066][row] * h, [0.046f32, 0.084][row] * h, [1.25f32, 0.95][row]);
            for n in -4..=4 {
                let at = |s: f32, k: f32| w * 0.5 + (n as f32 + s) * u * 21.0 * k;
                let near = if row == 0 { 1.0 } else { 0.86 };
                flat(
                    c,
                    &[
                        (at(-0.3, k), y0),
                        (at(0.3, k), y0),
                        (at(0.3, k * near * 0.92), y1),
                        (at(-0.3, k * near * 0.92), y1),
                    ],
                    mix(scale(ceiling, 1.1), [1.0, 0.98, 0.92], on),
                );
            }
        }
        block(c, (-u * 9.0, sill), (w + u * 18.0, h * 0.57 - sill), light.lit(hex(0xB9B4A8), 0.86));
        block(
            c,
            (-u * 9.0, sill - u * 0.8),
            (w + u * 18.0, u * 1.7),
            light.lit(hex(0xF0ECE2), 0.92),
        );
        bar(
            c,
            (w * 0.5 - plan.side * w * 0.02, top),
            (w * 0.5 - plan.side * w * 0.02, h * 0.155),
            u * 0.6,
            hex(0x3A3E44),
        );
        clock(c, (w * 0.5 - plan.side * w * 0.02, h * 0.155), u * 5.0, &mut dice);
    }));
    stage.sparks(0.16, move |t, out| {
        for n in -1..=1 {
            let breath = 0.97 + 0.03 * (t * 2.0 + n as f32).sin();
            out.push(Spark::glow(
                w * 0.5 + n as f32 * w * 0.34,
                h * 0.05,
                u * 24.0,
                [1.0, 0.97, 0.9],
                0.2 * on * breath,
            ));
        }
    });
}

fn clock(c: &mut Canvas, (x, y): Position, r: f32, dice: &mut Dice) {
    ball(c, (x + r * 0.08, y + r * 0.12), (r * 1.04, r * 1.04), [0.1, 0.1, 0.12]);
    ball(c, (x, y), (r, r), hex(0x3A3E44));
    ball(c, (x, y), (r * 0.86, r * 0.86), hex(0xF3F0E8));
    for n in 0..12 {
        let a = n as f32 * std::f32::consts::FRAC_PI_6;
        bar(
            c,
            (x + a.cos() * r * 0.68, y + a.sin() * r * 0.68),
            (x + a.cos() * r * 0.76, y + a.sin() * r * 0.76),
            r * 0.07,
            hex(0x2A2C30),
        );
    }
    let a = dice.range(0.0, 6.3);
    for (a, long, wide) in [(a, 0.42f32, 0.11f32), (a * 12.0, 0.64, 0.07)] {
        bar(c, (x, y), (x + a.cos() * r * long, y + a.sin() * r * long), r * wide, hex(0x22242A));
    }
}

/// Desks in two rows at each side of a way, screens on them, chairs before them.
fn desks(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let mut dice = Dice::new(plan.seed, 618);
    for n in 0..2u32 {
        let near = [0.34f32, 0.56][n as usize];
        let foot = h * 0.56 + h * 0.44 * ((near - 0.22) / 0.78);
        let size = u * 17.0 * near;
        stage.add(frame.drawn(
            foot - size * 2.4,
            foot + u * 2.0,
            0.34 + 0.06 * n as f32,
            0.0,
            |c| {
                for side in [-1.0f32, 1.0] {
                    let mut x = w * 0.5 + side * (size * 1.1 + u * 5.0);
                    while (x - w * 0.5).abs() < w * 0.55 + size {
                        desk(c, (x, foot), size, &light, side, &mut dice);
                        x += side * size * 2.3;
                    }
                }
            },
        ));
    }
    let (dark, pale) = plan.foliage();
    stage.add(frame.drawn(h * 0.36, h * 0.66, 0.42, u, |c| {
        let (x, foot) = (w * 0.5 + plan.side * (w * 0.44).min(u * 58.0), h * 0.64);
        shadow(c, (x, foot), u * 5.0, u);
        vessel(c, (x, foot), u, (4.0, 8.0, 3.2), light.lit(hex(0x8A8E90), 0.9));
        for k in 0..26 {
            let turn = -std::f32::consts::FRAC_PI_2 + dice.range(-1.1, 1.1);
            let root = (x + u * dice.range(-1.4, 1.4), foot - u * dice.range(7.0, 22.0));
            leaf(
                c,
                root,
                u * dice.range(6.0, 11.0),
                turn,
                light.lit(mix(dark, pale, (k % 6) as f32 / 5.0), 0.9),
            );
        }
    }));
}

#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn desk(
    c: &mut Canvas,
    (x, foot): Position,
    size: f32,
    light: &Indoors,
    side: f32,
    dice: &mut Dice,
) {
    let wood = light.lit(hex(0xC9A474), 0.95);
    shadow(c, (x, foot), size * 1.1, size * 0.08);
    let top = foot - size * 0.8;
    block(
        c,
        (x - size * 0.98, top + size * 0.1),
        (size * 0.5, size * 0.7),
        light.lit(hex(0x9AA0A4), 0.9),
    );
    for k in 0..3 {
        bar(
            c,
            (x - size * 0.82, top + size * (0.26 + 0.2 * k as f32)),
            (x - size * 0.64, top + size * (0.26 + 0.2 * k as f32)),
            size * 0.03,
            light.lit(hex(0x5A6064), 0.9),
        );
    }
    for dx in [0.5f32, 0.92] {
        post(c, x + size * dx, (top, foot), size * 0.04, light.lit(hex(0x6A7074), 0.9));
    }
    fall(
        c,
        &[
            (x - size, top - size * 0.16),
            (x + size, top - size * 0.16),
            (x + size * 1.06, top + size * 0.04),
            (x - size * 1.06, top + size * 0.04),
        ],
        (top - size * 0.16, top + size * 0.04),
        [add(wood, [1.0; 3], 0.1), wood],
    );
    block(c, (x - size * 1.06, top + size * 0.04), (size * 2.12, size * 0.09), scale(wood, 0.72));
    // A screen with rows on it, half turned away.
    let (sx, sy) = (x - side * size * 0.12, top - size * 0.1);
    block(c, (sx - size * 0.24, sy - size * 0.03), (size * 0.48, size * 0.05), hex(0x2A2C30));
    post(c, sx, (sy - size * 0.3, sy), size * 0.05, hex(0x3A3C40));
    block(c, (sx - size * 0.5, sy - size * 0.86), (size, size * 0.62), hex(0x22242A));
    let tone = dice.pick(&[hex(0xBFD8F0), hex(0xD8E8E0), hex(0xA8C8E8)]);
    fall(
        c,
        &[
            (sx - size * 0.46, sy - size * 0.82),
            (sx + size * 0.46, sy - size * 0.82),
            (sx + size * 0.46, sy - size * 0.29),
            (sx - size * 0.46, sy - size * 0.29),
        ],
        (sy - size * 0.82, sy - size * 0.29),
        [tone, scale(tone, 0.85)],
    );
    bar(
        c,
        (sx - size * 0.42, sy - size * 0.76),
        (sx + size * 0.42, sy - size * 0.76),
        size * 0.05,
        hex(0x3A6A9A),
    );
    for k in 0..5 {
        let y = sy - size * (0.67 - 0.08 * k as f32);
        bar(
            c,
            (sx - size * 0.4, y),
            (sx - size * dice.range(-0.2, 0.1), y),
            size * 0.03,
            hex(0x6A7C8E),
        );
        block(
            c,
            (sx + size * (0.24 + 0.035 * k as f32), sy - size * (0.32 + dice.range(0.08, 0.32))),
            (size * 0.025, size * 0.2),
            hex(0x4A9A8A),
        );
    }
    // Papers, a mug.
    flat(
        c,
        &[
            (x + side * size * 0.5, top - size * 0.1),
            (x + side * size * 0.8, top - size * 0.1),
            (x + side * size * 0.84, top),
            (x + side * size * 0.5, top),
        ],
        light.lit(hex(0xF6F2E8), 0.97),
    );
    block(
        c,
        (x + side * size * 0.9 - size * 0.05, top - size * 0.16),
        (size * 0.11, size * 0.14),
        light.lit(dice.pick(&[hex(0xC84A3A), hex(0x3A7A9A), hex(0xE0B040)]), 0.95),
    );
    // A chair on its star of castors.
    let cx = x + side * size * 0.3;
    let cloth = light.lit(hex(0x33383E), 0.95);
    for dx in [-0.26f32, 0.0, 0.26] {
        bar(
            c,
            (cx, foot - size * 0.12),
            (cx + size * dx, foot + size * 0.04),
            size * 0.06,
            hex(0x2A2C30),
        );
    }
    post(c, cx, (foot - size * 0.4, foot - size * 0.1), size * 0.04, hex(0x6A7074));
    block(c, (cx - size * 0.3, foot - size * 0.48), (size * 0.6, size * 0.12), cloth);
    body(
        c,
        (cx - size * 0.26, foot - size * 0.56),
        &[
            ((cx - size * 0.32, foot - size * 1.06), (cx - size * 0.22, foot - size * 1.14)),
            ((cx, foot - size * 1.2), (cx + size * 0.22, foot - size * 1.14)),
            ((cx + size * 0.32, foot - size * 1.06), (cx + size * 0.26, foot - size * 0.56)),
            ((cx, foot - size * 0.5), (cx - size * 0.26, foot - size * 0.56)),
        ],
        (cx - size * 0.3, cx + size * 0.3),
        cloth,
    );
}

/// The desk that we sit at: a keyboard, a mug that steams, a notebook, a telephone.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn desk_before(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(620));
    let light = Indoors::of(plan);
    let top = h * 0.885;
    stage.add(frame.painted(top, h, 0.62, 0.0, |x, y| {
        let down = (y - top) / (h - top);
        let veins = fbm(seed, x / (u * 20.0), y / (u * 1.1), 4) - 0.5;
        let fine = fbm(seed ^ 1, x / (u * 5.0), y / (u * 0.4), 2) - 0.5;
        let c = scale(hex(0xC08F58), 0.94 + veins * 0.3 + fine * 0.1);
        let edge = smooth(u * 0.7, 0.0, y - top);
        let l = add(light.lit(c, 0.92), [1.0, 0.95, 0.85], 0.14 * edge);
        pixel(scale(l, 1.0 - 0.25 * down), smooth(0.0, u * 0.4, y - top))
    }));
    // What stands on it stays below chins.
    let u = u.min(h * 0.0082);
    let mut dice = Dice::new(plan.seed, 621);
    let side = plan.side;
    stage.add(frame.drawn(top - u * 9.0, h, 0.64, 0.0, |c| {
        let (x, y) = (w * 0.5 - side * w * 0.1, h * 0.945);
        let key = light.lit(hex(0x3A3E44), 0.95);
        fall(
            c,
            &[
                (x - u * 10.4, y - u * 2.4),
                (x + u * 10.4, y - u * 2.4),
                (x + u * 11.6, y + u * 2.4),
                (x - u * 11.6, y + u * 2.4),
            ],
            (y - u * 2.4, y + u * 2.4),
            [scale(key, 1.15), scale(key, 0.8)],
        );
        for row in 0..4 {
            for k in 0..14 {
                let wide = 10.0 + 0.35 * row as f32;
                block(
                    c,
                    (
                        x + u * (wide * (k as f32 / 7.0 - 1.0) + 0.2),
                        y - u * (2.0 - 1.05 * row as f32),
                    ),
                    (u * 1.15, u * 0.75),
                    light.lit(hex(0xD9DCDC), 0.9),
                );
            }
        }
        let (mx, my) = (w * (0.5 + side * 0.34), h * 0.935);
        let china = light
            .lit(dice.pick(&[hex(0xC84A3A), hex(0x3A7A9A), hex(0xE6C25A), hex(0xF3EEE2)]), 0.97);
        shadow(c, (mx, my + u * 0.4), u * 4.0, u * 0.8);
        if let Some(path) =
            crate::paint::shapes::oval(mx + side * u * 3.2, my - u * 3.0, u * 1.6, u * 2.0)
        {
            c.line(&path, u * 0.7, crate::paint::shapes::ink(scale(china, 0.8), 1.0));
        }
        body(
            c,
            (mx - u * 2.9, my - u * 6.4),
            &[
                ((mx - u * 2.9, my), (mx - u * 2.5, my)),
                ((mx, my + u * 0.9), (mx + u * 2.5, my)),
                ((mx + u * 2.9, my), (mx + u * 2.9, my - u * 6.4)),
            ],
            (mx - u * 2.9, mx + u * 2.9),
            china,
        );
        ball(c, (mx, my - u * 6.4), (u * 2.9, u * 0.9), scale(china, 0.9));
        ball(c, (mx, my - u * 6.2), (u * 2.4, u * 0.6), hex(0x3A2418));
        let (px, py) = (w * (0.5 - side * 0.38), h * 0.94);
        flat(
            c,
            &[
                (px - u * 6.0, py + u * 2.8),
                (px - u * 4.6, py - u * 2.2),
                (px + u * 4.8, py - u * 2.6),
                (px + u * 5.6, py + u * 2.4),
            ],
            scale(light.lit(hex(0x2A4A6A), 0.95), 0.8),
        );
        flat(
            c,
            &[
                (px - u * 5.6, py + u * 2.2),
                (px - u * 4.4, py - u * 2.4),
                (px + u * 4.6, py - u * 2.8),
                (px + u * 5.3, py + u * 1.8),
            ],
            light.lit(hex(0xF6F1E4), 0.97),
        );
        for k in 0..5 {
            let y = py - u * (1.7 - 0.8 * k as f32);
            bar(
                c,
                (px - u * 3.8, y),
                (px + u * dice.range(0.5, 3.8), y - u * 0.2),
                u * 0.16,
                light.lit(hex(0x6A7480), 0.9),
            );
        }
        bar(
            c,
            (px + u * 1.0, py + u * 2.4),
            (px + u * 6.8, py - u * 1.4),
            u * 0.6,
            light.lit(hex(0xD9A02E), 0.97),
        );
    }));
    crate::parts::props::steam(
        stage,
        plan,
        frame,
        (w * (0.5 + side * 0.34), h * 0.935 - u * 6.4),
        0.55,
        9.0,
    );
}
