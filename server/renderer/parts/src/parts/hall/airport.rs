//! A departure hall: a wall of glass with an aeroplane on the apron, the board of flights above, rows
//! of seats, suitcases.

use super::space::{floor, lamps, mullions};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, curve, ink},
};
use crate::parts::{
    backdrop::hills,
    daylight::lit,
    forms::{ball, bar, block, body, fall, flat, post},
    props::shadow,
    room::Indoors,
    sky, weather,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

pub fn departures(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (line, sill) = (h * 0.42, h * 0.55);
    let p = sky::add_sky(stage, plan, frame, line, (w * (0.5 + 0.3 * plan.turn()), h * 0.3));
    hills(stage, plan, frame, line + u, p, 1);
    weather::add(stage, plan, frame);
    apron(stage, plan, frame, (line, sill), p);
    climbing(stage, plan, frame, p);
    aeroplane(stage, plan, frame, line + u * 9.0, p);
    glass(stage, plan, frame, sill, p);
    board(stage, plan, frame);
    let light = Indoors::of(plan);
    let (seed, glow, on) = (plan.noise(510), p.sky[2].1, lamps(plan));
    let stone = Dice::new(plan.seed, 511).pick(&[hex(0xB9B4AC), hex(0xA9B0B4), hex(0xC0AE98)]);
    floor(stage, frame, sill, |at| {
        let lane = (at.gx / 12.0).rem_euclid(1.0);
        let tile = smooth(0.0, 0.03, lane.min(1.0 - lane));
        let rows = ((at.gy / 5.0).fract() - 0.5).abs();
        let speck = value(seed, at.x / (u * 0.4), at.y / (u * 0.3)) - 0.5;
        let mut c = scale(
            light.lit(stone, 0.8),
            0.94 + 0.06 * tile + speck * 0.05 - 0.08 * smooth(0.46, 0.5, rows),
        );
        // Polished stone holds the window and its posts.
        let across = ((at.x - w / 2.0) / (u * 15.0) - 0.5).rem_euclid(1.0);
        let post = smooth(1.4, 0.4, across.min(1.0 - across) * 15.0);
        let shine = smooth(1.0, 0.2, at.near) * (0.9 - 0.4 * post);
        c = mix(c, add(glow, [1.0, 0.9, 0.7], 0.05 * on), 0.55 * shine);
        c
    });
    seats(stage, plan, frame, sill);
    suitcases(stage, plan, frame);
}

/// Concrete with its yellow line.
fn apron(stage: &mut Stage, plan: &Plan, frame: Frame, (line, sill): (f32, f32), p: sky::Palette) {
    let (u, seed) = (frame.u, plan.noise(512));
    let grey = lit(plan, hex(0x9A9C9C));
    let top = line + u * 3.0;
    stage.add(frame.painted(top, sill + u, 0.05, 0.0, |x, y| {
        let down = (y - top) / (sill - top);
        let rough = fbm(seed, x / (u * 8.0), y / (u * 1.2), 3) - 0.5;
        let mut c = scale(grey, 0.95 + rough * 0.25);
        let yellow =
            smooth(u * 0.5, u * 0.25, (y - top - u * (7.4 + 1.2 * (x / frame.w - 0.5))).abs());
        c = mix(c, lit(plan, hex(0xE8B83A)), yellow * 0.8);
        pixel(mix(c, p.haze, 0.45 * (1.0 - down)), smooth(0.0, u * 0.5, y - top))
    }));
}

/// A small aeroplane that has just left.
fn climbing(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let way = -plan.side;
    let (x, y) = (w * (0.5 - way * 0.12), h * 0.3);
    let tone = mix(lit(plan, hex(0xE8ECF0)), p.haze, 0.3);
    let layer = frame.drawn(y - u * 6.0, y + u * 5.0, 0.04, u * 26.0, |c| {
        let at = |dx: f32, dy: f32| (x + way * u * (dx + dy * 0.25), y + u * (dy - dx * 0.26));
        bar(c, at(-4.6, 0.0), at(4.2, 0.0), u * 0.95, tone);
        flat(
            c,
            &[at(-4.8, -0.2), at(-5.6, -2.8), at(-4.4, -2.8), at(-3.0, -0.2)],
            scale(tone, 0.85),
        );
        flat(c, &[at(1.2, 0.2), at(-2.2, 2.6), at(-3.2, 2.6), at(-1.2, 0.2)], scale(tone, 0.7));
    });
    stage.add(layer.alive(move |t| Pose::moved(way * u * 1.9 * (t - 5.0), -u * 0.5 * (t - 5.0))));
}

/// A large one at its stand, its nose towards the side that is free.
fn aeroplane(stage: &mut Stage, plan: &Plan, frame: Frame, ground: f32, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let k = (w / 84.0).min(u * 1.35);
    let way = plan.side;
    let x = w * 0.5 + way * k * 2.0;
    let paint = Dice::new(plan.seed, 514).pick(&[
        hex(0x1F4E8C),
        hex(0xC03A34),
        hex(0x1F7A6A),
        hex(0xE07A2A),
    ]);
    let tone = |c: Rgb| mix(lit(plan, c), p.haze, 0.12);
    let (white, paint) = (tone(hex(0xF6F7F8)), tone(paint));
    let at = |dx: f32, dy: f32| (x + way * k * dx, ground - k * 4.0 - k * dy);
    stage.add(frame.drawn(ground - k * 26.0, ground + k * 2.0, 0.06, 0.0, |c| {
        shadow(c, (x, ground), k * 34.0, k * 1.2);
        // The far wing, the fin, wheels.
        flat(c, &[at(-1.0, 6.4), at(-9.0, 9.8), at(-11.0, 9.8), at(-7.0, 6.4)], scale(white, 0.6));
        fall(
            c,
            &[at(-27.0, 7.4), at(-34.6, 20.0), at(-29.4, 20.0), at(-17.5, 8.4)],
            (at(0.0, 20.0).1, at(0.0, 8.0).1),
            [add(paint, [1.0; 3], 0.06), scale(paint, 0.8)],
        );
        for dx in [26.0f32, -2.0, -6.0] {
            bar(c, at(dx, 1.0), at(dx, -3.0), k * 0.5, hex(0x50545A));
            ball(c, at(dx, -3.0), (k * 1.3, k * 1.3), hex(0x26282C));
        }
        if let Some(path) = curve(
            at(-36.0, 7.6),
            &[
                (at(-24.0, 8.6), at(-14.0, 8.6)),
                (at(10.0, 8.6), at(27.0, 8.4)),
                (at(33.0, 7.6), at(35.0, 3.6)),
                (at(34.0, 1.4), at(27.0, 0.6)),
                (at(0.0, 0.2), at(-12.0, 0.8)),
                (at(-24.0, 2.6), at(-36.0, 7.6)),
            ],
        ) {
            let stops = [
                (0.0, ink(add(white, [1.0; 3], 0.05), 1.0)),
                (0.55, ink(white, 1.0)),
                (1.0, ink(scale(white, 0.5), 1.0)),
            ];
            c.fade(&path, at(0.0, 8.8), at(0.0, 0.0), &stops);
        }
        flat(
            c,
            &[at(-30.0, 6.0), at(-20.0, 4.2), at(33.0, 3.2), at(34.4, 2.6), at(-17.0, 3.4)],
            paint,
        );
        flat(c, &[at(29.0, 6.9), at(32.4, 6.0), at(32.9, 5.0), at(29.4, 5.2)], hex(0x2A3440));
        for n in 0..26 {
            let dx = 24.5 - 1.75 * n as f32;
            block(
                c,
                (x + way * k * dx - k * 0.4, at(0.0, 6.3).1),
                (k * 0.8, k * 1.15),
                mix(hex(0x3A4652), hex(0xFFE0A0), 0.7 * lamps(plan)),
            );
        }
        for dx in [20.5f32, -12.0] {
            block(
                c,
                (x + way * k * dx - k * 0.7, at(0.0, 7.0).1),
                (k * 1.5, k * 3.0),
                scale(white, 0.84),
            );
        }
        // The near wing with its engine, and the tail.
        ball(c, at(3.6, 0.4), (k * 3.6, k * 1.8), scale(white, 0.92));
        ball(
            c,
            (at(3.6, 0.4).0 + way * k * 3.0, at(0.0, 0.4).1),
            (k * 0.8, k * 1.5),
            hex(0x2A2E34),
        );
        fall(
            c,
            &[at(3.0, 2.8), at(-14.0, -0.4), at(-17.4, -0.2), at(-7.0, 3.0)],
            (at(0.0, 3.0).1, at(0.0, -0.6).1),
            [scale(white, 0.95), scale(white, 0.6)],
        );
        flat(c, &[at(-17.0, -0.2), at(-18.6, 2.6), at(-16.4, -0.3)], paint);
        flat(
            c,
            &[at(-29.0, 7.0), at(-38.0, 8.6), at(-39.6, 8.4), at(-34.0, 6.6)],
            scale(white, 0.74),
        );
    }));
    let lamp = at(-34.6, 20.4);
    stage.sparks(0.06, move |t, out| {
        let blink = (1.0 - ((t * 0.8).fract() - 0.2).abs() * 12.0).clamp(0.0, 1.0);
        out.push(Spark::glow(lamp.0, lamp.1, k * 3.0, [1.0, 0.4, 0.34], 0.9 * blink));
    });
}

/// The posts of the glass wall, the ceiling with its lamps, the sill.
fn glass(stage: &mut Stage, plan: &Plan, frame: Frame, sill: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let steel = mix(light.lit(hex(0x5A646C), 0.9), p.haze, 0.1);
    let on = lamps(plan);
    stage.add(frame.drawn(0.0, sill + u * 2.0, 0.14, 0.0, |c| {
        mullions(c, frame, (h * 0.06, sill), u * 15.0, steel);
        let ceiling = light.lit(hex(0x8A8478), 0.7);
        fall(
            c,
            &[
                (-u * 9.0, -u * 6.0),
                (w + u * 9.0, -u * 6.0),
                (w + u * 9.0, h * 0.06),
                (-u * 9.0, h * 0.06),
            ],
            (0.0, h * 0.06),
            [scale(ceiling, 0.62), ceiling],
        );
        for n in 0..13 {
            let s = n as f32 / 6.0 - 1.0;
            bar(
                c,
                (w * 0.5 + s * w * 1.3, -u * 6.0),
                (w * 0.5 + s * w * 0.7, h * 0.06),
                u * 0.7,
                scale(ceiling, 0.55),
            );
            let at = (w * 0.5 + (s + 0.083) * w * 0.86, h * 0.035);
            ball(c, at, (u * 1.5, u * 0.5), mix(hex(0xC9C2B0), [1.0, 0.96, 0.84], 0.4 + 0.6 * on));
        }
        block(c, (-u * 9.0, h * 0.06 - u * 0.6), (w + u * 18.0, u * 1.6), scale(steel, 0.8));
        block(
            c,
            (-u * 9.0, sill - u * 1.6),
            (w + u * 18.0, u * 2.2),
            light.lit(hex(0x8A8A88), 0.9),
        );
    }));
}

/// Rows of small flaps: an hour, a name that is too far to read, a gate, and a lamp.
fn board(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let half = (w * 0.34).min(u * 32.0);
    let (x, top, row) = (w * 0.5 - plan.side * w * 0.06, h * 0.095, u * 2.5);
    let mut dice = Dice::new(plan.seed, 516);
    let mut lampes = Vec::new();
    let amber = hex(0xFFC24A);
    stage.add(frame.drawn(0.0, top + row * 9.0, 0.2, 0.0, |c| {
        for side in [-0.7f32, 0.7] {
            bar(c, (x + side * half, -u), (x + side * half, top), u * 0.5, hex(0x2A2C30));
        }
        block(
            c,
            (x - half - u * 0.9, top - u * 0.9),
            (half * 2.0 + u * 1.8, row * 8.0 + u * 2.2),
            hex(0x34383E),
        );
        block(c, (x - half, top), (half * 2.0, row * 8.0), hex(0x14161A));
        // A small aeroplane in a square at the head.
        block(c, (x - half, top), (half * 2.0, row * 1.3), hex(0x2C4A6A));
        let (sx, sy) = (x - half + u * 2.2, top + row * 0.66);
        bar(c, (sx - u, sy + u * 0.5), (sx + u * 1.2, sy - u * 0.6), u * 0.5, amber);
        bar(c, (sx - u * 0.6, sy - u * 0.7), (sx + u * 0.5, sy + u * 0.8), u * 0.36, amber);
        for k in 0..10 {
            block(
                c,
                (sx + u * 2.4 + u * 1.1 * k as f32, sy - u * 0.6),
                (u * 0.8, u * 1.2),
                hex(0xE9E4D6),
            );
        }
        for n in 0..6 {
            let y = top + row * (1.75 + n as f32 * 1.04);
            let letters = 5 + (dice.next() * 6.0) as i32;
            let step = half * 2.0 / 27.0;
            for k in 0..26 {
                let at = x - half + step * (k as f32 + 0.6);
                let wide = step * 0.74;
                block(c, (at, y), (wide, row * 0.66), hex(0x24272C));
                let written = matches!(k, 0 | 1 | 3 | 4)
                    || (6..6 + letters).contains(&k)
                    || matches!(k, 19..=21);
                if written {
                    let tone = if k < 5 { hex(0xF3EFE2) } else { amber };
                    let cut = dice.range(0.2, 0.6);
                    bar(
                        c,
                        (at + wide * 0.25, y + row * 0.14),
                        (at + wide * 0.25, y + row * 0.52),
                        u * 0.24,
                        tone,
                    );
                    bar(
                        c,
                        (at + wide * 0.25, y + row * cut),
                        (at + wide * 0.75, y + row * dice.range(0.14, 0.52)),
                        u * 0.22,
                        tone,
                    );
                    bar(
                        c,
                        (at + wide * 0.75, y + row * 0.14),
                        (at + wide * 0.75, y + row * cut),
                        u * 0.22,
                        tone,
                    );
                }
            }
            lampes.push((
                x + half - step * 2.0,
                y + row * 0.33,
                dice.pick(&[hex(0x6AE08A), hex(0x6AE08A), hex(0xFFB03A)]),
            ));
        }
    }));
    let seed = dice.range(0.0, 6.0);
    stage.sparks(0.2, move |t, out| {
        for (n, &(lx, ly, tone)) in lampes.iter().enumerate() {
            let on = if n == 1 { f32::from(u8::from((t + seed).fract() < 0.6)) } else { 1.0 };
            out.push(Spark::disc(lx, ly, u * 0.6, tone, 0.35 + 0.65 * on));
            out.push(Spark::glow(lx, ly, u * 2.4, tone, 0.5 * on));
        }
        out.push(Spark::glow(x, top + row * 4.0, half * 1.2, [1.0, 0.8, 0.5], 0.05));
    });
}

/// Rows of joined seats at both sides, a way between them.
fn seats(stage: &mut Stage, plan: &Plan, frame: Frame, sill: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let cloth = light
        .lit(Dice::new(plan.seed, 518).pick(&[hex(0x2F4A66), hex(0x5A3A40), hex(0x2F5450)]), 0.95);
    for n in 0..2u32 {
        let near = [0.36f32, 0.62][n as usize];
        let foot = sill + (h - sill) * ((near - 0.22) / 0.78);
        let size = u * 9.0 * near;
        stage.add(frame.drawn(
            foot - size * 2.2,
            foot + u * 2.0,
            0.34 + 0.06 * n as f32,
            0.0,
            |c| {
                for side in [-1.0f32, 1.0] {
                    let start = w * 0.5 + side * u * (16.0 + 10.0 * near);
                    let count = (((w * 0.62 - u * 16.0) / (size * 1.1)).ceil() as i32).max(3);
                    shadow(c, (start + side * size * 1.6, foot), size * 2.6, u * 0.8);
                    bar(
                        c,
                        (start, foot - size * 0.62),
                        (start + side * size * 1.12 * count as f32, foot - size * 0.62),
                        size * 0.14,
                        light.lit(hex(0x8A9096), 0.9),
                    );
                    for k in 0..count {
                        let x = start + side * size * (0.55 + 1.1 * k as f32);
                        seat(c, (x, foot), size, cloth);
                        if k % 2 == 0 {
                            bar(
                                c,
                                (x - side * size * 0.5, foot - size * 0.6),
                                (x - side * size * 0.5, foot),
                                size * 0.12,
                                light.lit(hex(0x8A9096), 0.8),
                            );
                        }
                    }
                }
            },
        ));
    }
}

fn seat(c: &mut Canvas, (x, foot): Position, size: f32, cloth: Rgb) {
    let (l, r) = (x - size * 0.48, x + size * 0.48);
    fall(
        c,
        &[
            (l, foot - size * 0.72),
            (r, foot - size * 0.72),
            (r + size * 0.03, foot - size * 0.5),
            (l - size * 0.03, foot - size * 0.5),
        ],
        (foot - size * 0.72, foot - size * 0.5),
        [add(cloth, [1.0; 3], 0.14), scale(cloth, 0.7)],
    );
    body(
        c,
        (l, foot - size * 0.66),
        &[
            ((l, foot - size * 1.5), (l + size * 0.06, foot - size * 1.6)),
            ((x, foot - size * 1.78), (r - size * 0.06, foot - size * 1.6)),
            ((r, foot - size * 1.5), (r, foot - size * 0.66)),
        ],
        (l, r),
        cloth,
    );
    bar(
        c,
        (l + size * 0.08, foot - size * 1.2),
        (r - size * 0.08, foot - size * 1.2),
        size * 0.04,
        scale(cloth, 0.6),
    );
    for e in [l - size * 0.05, r + size * 0.05] {
        bar(c, (e, foot - size * 0.62), (e, foot - size * 0.98), size * 0.09, hex(0x33363A));
    }
}

/// Two suitcases and a hat on one of them.
fn suitcases(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let mut dice = Dice::new(plan.seed, 520);
    let side = plan.side;
    let leather = [
        dice.pick(&[hex(0xA8683A), hex(0xB8402E), hex(0xC99A3A)]),
        dice.pick(&[hex(0x3A6A74), hex(0x4A5A3A), hex(0x3A4468)]),
    ];
    stage.add(frame.drawn(h * 0.6, h * 0.86, 0.5, 0.0, |c| {
        for (n, (dx, half, tall)) in
            [(0.4f32, 6.4f32, 17.0f32), (0.3, 5.4, 12.0)].into_iter().enumerate()
        {
            let (x, foot) = (w * 0.5 + side * (w * dx), h * (0.775 + 0.035 * n as f32));
            let tone = light.lit(leather[n], 0.95);
            shadow(c, (x, foot), u * half * 1.2, u * 1.1);
            for e in [-1.0f32, 1.0] {
                ball(
                    c,
                    (x + e * u * half * 0.7, foot - u * 0.4),
                    (u * 0.9, u * 0.9),
                    hex(0x222428),
                );
                bar(
                    c,
                    (x + e * u * 2.0, foot - u * tall),
                    (x + e * u * 2.0, foot - u * (tall + 4.6)),
                    u * 0.4,
                    light.lit(hex(0xA8AEB4), 0.9),
                );
            }
            bar(
                c,
                (x - u * 2.2, foot - u * (tall + 4.6)),
                (x + u * 2.2, foot - u * (tall + 4.6)),
                u * 0.9,
                hex(0x2A2C30),
            );
            let (l, r, t) = (x - u * half, x + u * half, foot - u * tall);
            body(
                c,
                (l, foot - u),
                &[
                    ((l, t + u * 2.0), (l, t + u * 1.6)),
                    ((l, t), (l + u * 1.6, t)),
                    ((x, t), (r - u * 1.6, t)),
                    ((r, t), (r, t + u * 1.6)),
                    ((r, foot - u * 4.0), (r, foot - u)),
                    ((x, foot - u * 0.6), (l, foot - u)),
                ],
                (l, r),
                tone,
            );
            for k in 1..5 {
                let rx = l + (r - l) * k as f32 / 5.0;
                bar(c, (rx, t + u * 1.4), (rx, foot - u * 2.0), u * 0.3, scale(tone, 0.68));
                bar(
                    c,
                    (rx + u * 0.3, t + u * 1.4),
                    (rx + u * 0.3, foot - u * 2.0),
                    u * 0.2,
                    add(tone, [1.0; 3], 0.1),
                );
            }
            let tag = (r - u * 1.6, t + u * 2.2);
            bar(c, (x + u * 2.0, t), tag, u * 0.2, hex(0x3A2A20));
            post(c, tag.0, (tag.1, tag.1 + u * 3.4), u * 1.1, light.lit(hex(0xF3EBD8), 0.95));
        }
    }));
}
