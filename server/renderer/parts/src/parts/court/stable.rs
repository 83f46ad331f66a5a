//! A yard with loose boxes: a wall of planks under a roof, half doors over which horses look out,
//! bales of straw, a lantern, tack on its hooks.

use super::{glows, ground, lamps};
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
use crate::stage::{Frame, Pose, Stage};

const FOOT: f32 = 0.575;
/// The upper edge of the doors.
const DOOR: f32 = 0.415;

pub fn stable(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let p = sky::add_sky(stage, plan, frame, h * 0.24, (w * (0.5 + 0.3 * plan.turn()), h * 0.08));
    wall(stage, plan, frame);
    let bays = bays(frame);
    let coats = Dice::new(plan.seed, 700).pick(&[
        [hex(0x8A5230), hex(0xD8D0C4), hex(0x3A2A24)],
        [hex(0xB8763E), hex(0x4A3428), hex(0xE0D8CC)],
        [hex(0x5A3A28), hex(0xC08A4E), hex(0x9A948E)],
    ]);
    for (n, &x) in bays.iter().enumerate() {
        let inward = if (x - w * 0.5).abs() < u { plan.turn() } else { (w * 0.5 - x).signum() };
        let size = u * 1.0;
        let coat = lit(plan, coats[n % 3]);
        let blaze = (n + plan.seed as usize).is_multiple_of(2);
        let layer = frame.drawn(DOOR * h - u * 17.0, DOOR * h + u * 6.0, 0.14, u * 2.0, |c| {
            horse(c, (x, h * DOOR), (inward * size, size), coat, blaze);
        });
        let phase = n as f32 * 1.9;
        stage.add(layer.alive(move |t| {
            Pose::moved((t * 0.6 + phase).sin() * u * 0.5, (t * 0.9 + phase).sin() * u * 0.5)
        }));
    }
    doors(stage, plan, frame, &bays);
    roof(stage, plan, frame, p);
    let seed = plan.noise(702);
    let cobble = lit(plan, hex(0x8A7C6C));
    let straw = lit(plan, hex(0xD8B860));
    ground(stage, frame, h * FOOT, |gx, gy, near| {
        let row = (gy / 3.0).floor();
        let at = gx / 4.2 + row * 0.5;
        let (fx, fy) = (at.rem_euclid(1.0) - 0.5, (gy / 3.0).rem_euclid(1.0) - 0.5);
        let own = value(seed, at.floor() * 3.1, row * 2.3);
        let dome = (1.0 - (fx * 2.0).powi(4) - (fy * 2.0).powi(4)).max(0.0);
        let grit = fbm(seed ^ 1, gx * 1.3, gy * 1.3, 2) - 0.5;
        let mut c = scale(cobble, (0.46 + 0.62 * dome.sqrt()) * (0.84 + 0.3 * own) + grit * 0.14);
        // Straw that was carried out.
        let lie = smooth(0.54, 0.66, fbm(seed ^ 2, gx / 9.0, gy / 7.0, 3))
            * smooth(0.3, 0.6, fbm(seed ^ 3, gx / 0.5, gy / 2.2, 2));
        c = mix(c, scale(straw, 0.75 + 0.4 * fbm(seed ^ 4, gx * 2.0, gy, 2)), lie * 0.85);
        mix(c, p.haze, 0.1 * smooth(0.4, 0.22, near))
    });
    bales(stage, plan, frame, straw);
    let lantern = (w * 0.5 + u * 10.5 * plan.turn(), h * 0.3);
    glows(stage, plan, frame, 0.2, vec![(lantern.0, lantern.1, 2.0)]);
}

/// The middles of the boxes, 21 units apart.
fn bays(frame: Frame) -> Vec<f32> {
    let (w, u) = (frame.w, frame.u);
    let reach = ((w * 0.5 / u - 8.0) / 21.0).floor() as i32;
    (-reach..=reach).map(|n| w * 0.5 + u * 21.0 * n as f32).collect()
}

fn wall(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(704));
    let paint = Dice::new(plan.seed, 705).pick(&[hex(0x9A5A38), hex(0x7A4A34), hex(0x8A6A4A)]);
    let wood = lit(plan, paint);
    let dark = lit(plan, hex(0x241A14));
    let on = lamps(plan);
    stage.add(frame.painted(h * 0.16, h * FOOT + u, 0.1, 0.0, |x, y| {
        let across = (x - w / 2.0) / (u * 21.0) + 0.5;
        let fx = (across - across.floor() - 0.5) * 21.0;
        let board = x / (u * 2.9);
        let s = board - board.floor();
        let own = value(seed, board.floor() * 3.3, 1.7);
        let veins = fbm(seed ^ 1, x / (u * 0.7) + board.floor() * 7.0, y / (u * 11.0), 3) - 0.5;
        let mut c = scale(
            wood,
            (0.74 + 0.26 * own + veins * 0.34)
                * (0.55 + 0.45 * smooth(0.0, 0.06, s) * smooth(1.0, 0.94, s)),
        );
        if fx.abs() < 7.6 && y > h * 0.27 {
            // The dark of the box, hay on its far wall.
            c = scale(dark, 0.7 + 0.5 * fbm(seed ^ 3, x / (u * 3.0), y / (u * 3.0), 2));
            c = add(c, hex(0xC88A3A), 0.16 * on * smooth(h * 0.27, h * 0.4, y));
        } else if fx.abs() < 8.7 && y > h * 0.262 {
            c = scale(lit(plan, hex(0xE0D4BC)), 0.72 + veins * 0.2);
        }
        c = scale(
            c,
            1.0 - 0.45 * smooth(h * 0.27, h * 0.19, y)
                - 0.2 * smooth(h * FOOT - u * 3.0, h * FOOT, y),
        );
        pixel(c, 1.0)
    }));
}

/// A horse's head and neck over the door; `kx` is negative where it looks to the left.
fn horse(c: &mut Canvas, (x, y): Position, (kx, k): (f32, f32), coat: Rgb, blaze: bool) {
    let at = |dx: f32, dy: f32| (x + kx * (dx - 1.5), y - k * dy);
    let mane = scale(coat, 0.34);
    // The ear of the far side, the neck, the mane.
    flat(c, &[at(1.4, 12.0), at(2.0, 15.4), at(3.1, 12.2)], scale(coat, 0.6));
    body(
        c,
        at(-5.6, -6.0),
        &[
            (at(-5.4, 3.0), at(-3.0, 8.0)),
            (at(-1.4, 12.0), at(1.2, 12.8)),
            (at(3.4, 12.4), at(3.6, 9.0)),
            (at(2.4, 4.0), at(3.8, -0.5)),
            (at(4.6, -3.0), at(4.8, -6.0)),
        ],
        (x - k * 6.0, x + k * 5.0),
        scale(coat, 0.86),
    );
    for n in 0..15 {
        let s = n as f32 / 14.0;
        let root = at(-5.0 + 5.8 * s.powf(0.8), -3.0 + 16.0 * s.powf(0.8));
        bent(
            c,
            root,
            (root.0 + kx * 0.6, root.1 + k * 1.8),
            (root.0 + kx * (1.4 + 0.8 * (s * 9.0).sin()), root.1 + k * 4.4),
            k * 0.7,
            mix(mane, coat, 0.12 * (n % 3) as f32),
        );
    }
    // The head from the poll to the lips.
    if let Some(path) = curve(
        at(0.6, 12.6),
        &[
            (at(2.6, 13.8), at(4.2, 12.0)),
            (at(7.0, 8.4), at(8.9, 4.2)),
            (at(10.0, 2.0), at(9.0, 0.8)),
            (at(7.6, -0.5), at(6.3, 0.6)),
            (at(5.4, 2.0), at(5.0, 3.4)),
            (at(3.8, 4.0), at(1.8, 5.0)),
            (at(-0.8, 7.0), at(-0.4, 10.0)),
            (at(-0.2, 12.0), at(0.6, 12.6)),
        ],
    ) {
        let stops = [
            (0.0, ink(scale(coat, 0.78), 1.0)),
            (0.45, ink(add(coat, [1.0; 3], 0.08), 1.0)),
            (1.0, ink(scale(coat, 0.66), 1.0)),
        ];
        c.fade(&path, at(0.0, 8.0), at(8.0, 8.0), &stops);
    }
    // Its cheek, the muzzle, nostril and mouth.
    ball(c, at(1.9, 8.0), (k * 2.4, k * 2.7), add(coat, [1.0; 3], 0.02));
    ball(c, at(7.7, 1.9), (k * 1.7, k * 1.7), mix(scale(coat, 0.66), hex(0x6A5A56), 0.35));
    ball(c, at(8.5, 2.3), (k * 0.5, k * 0.62), [0.08, 0.05, 0.05]);
    bent(c, at(6.2, 1.1), at(7.4, 1.3), at(8.8, 0.7), k * 0.22, scale(coat, 0.3));
    if blaze
        && let Some(path) =
            curve(at(3.4, 12.3), &[(at(5.0, 10.6), at(7.9, 5.2)), (at(6.6, 6.0), at(3.4, 12.3))])
    {
        c.fill(&path, ink(mix(coat, [0.97, 0.95, 0.92], 0.9), 1.0));
    }
    // The eye, the near ear, the forelock, the halter.
    ball(c, at(3.4, 9.6), (k * 0.86, k * 0.72), scale(coat, 0.42));
    ball(c, at(3.45, 9.55), (k * 0.6, k * 0.56), [0.07, 0.04, 0.03]);
    ball(c, at(3.65, 9.8), (k * 0.17, k * 0.17), [0.95, 0.95, 0.95]);
    bent(c, at(2.5, 10.2), at(3.4, 10.9), at(4.2, 10.2), k * 0.3, scale(coat, 0.55));
    flat(c, &[at(-0.2, 12.2), at(0.2, 16.0), at(2.0, 12.8)], coat);
    flat(c, &[at(0.3, 12.6), at(0.5, 15.0), at(1.4, 12.8)], scale(coat, 0.5));
    for n in 0..5 {
        bent(
            c,
            at(1.0 + 0.3 * n as f32, 13.4),
            at(2.8 + 0.2 * n as f32, 13.4),
            at(3.3 + 0.3 * n as f32, 11.2 - 0.2 * n as f32),
            k * 0.5,
            mane,
        );
    }
    let strap = hex(0x7A2E24);
    bar(c, at(0.0, 10.8), at(5.1, 3.9), k * 0.5, strap);
    bent(c, at(4.9, 3.9), at(6.4, 5.8), at(8.3, 5.6), k * 0.55, strap);
    bent(c, at(0.0, 10.9), at(1.4, 11.6), at(3.2, 12.4), k * 0.5, strap);
    ball(c, at(5.0, 4.0), (k * 0.5, k * 0.5), hex(0xD8B04A));
}

/// The lower halves of the doors with their braces and bolts, posts between, tack and a lantern.
fn doors(stage: &mut Stage, plan: &Plan, frame: Frame, bays: &[f32]) {
    let (h, u) = (frame.h, frame.u);
    let paint = Dice::new(plan.seed, 706).pick(&[hex(0x2F5A48), hex(0x2F4A6A), hex(0x7A2A28)]);
    let (door, trim) = (lit(plan, paint), lit(plan, hex(0xE6DCC6)));
    let (top, foot) = (h * DOOR, h * FOOT);
    let iron = hex(0x2A2826);
    let on = lamps(plan);
    let mut dice = Dice::new(plan.seed, 707);
    stage.add(frame.drawn(h * 0.24, foot + u * 2.0, 0.16, 0.0, |c| {
        for &x in bays {
            for k in 0..7 {
                block(
                    c,
                    (x - u * 7.7 + u * 2.2 * k as f32, top),
                    (u * 2.15, foot - top),
                    scale(door, dice.range(0.86, 1.05)),
                );
            }
            bar(
                c,
                (x - u * 6.6, foot - u * 1.6),
                (x + u * 6.6, top + u * 1.8),
                u * 1.5,
                scale(door, 1.2),
            );
            for y in [top + u * 1.0, foot - u * 1.4] {
                bar(c, (x - u * 7.2, y), (x + u * 7.2, y), u * 1.7, scale(door, 1.25));
            }
            block(c, (x - u * 8.2, top - u * 0.9), (u * 16.4, u * 1.3), scale(iron, 1.9));
            bar(c, (x + u * 5.4, top + u * 3.4), (x + u * 8.6, top + u * 3.4), u * 0.8, iron);
            for y in [top + u * 2.0, foot - u * 3.0] {
                bar(c, (x - u * 8.2, y), (x - u * 4.6, y), u * 0.7, iron);
            }
            // The upper halves stand open against the wall.
            for e in [-1.0f32, 1.0] {
                post(c, x + e * u * 8.6, (h * 0.262, foot), u * 0.7, trim);
            }
            // A horseshoe above.
            if let Some(path) = curve(
                (x - u * 0.9, h * 0.25),
                &[
                    ((x - u * 1.7, h * 0.25 - u * 3.2), (x, h * 0.25 - u * 3.0)),
                    ((x + u * 1.7, h * 0.25 - u * 3.2), (x + u * 0.9, h * 0.25)),
                ],
            ) {
                c.line(&path, u * 0.6, ink(lit(plan, hex(0xA8A29A)), 1.0));
            }
        }
        let (lx, ly) = (frame.w * 0.5 + u * 10.5 * plan.turn(), h * 0.3);
        bent(
            c,
            (lx, ly - u * 5.0),
            (lx + u * 1.6, ly - u * 5.4),
            (lx + u * 0.6, ly - u * 3.0),
            u * 0.4,
            iron,
        );
        block(
            c,
            (lx - u * 1.5, ly - u * 2.0),
            (u * 3.0, u * 4.2),
            mix(lit(plan, hex(0xB8A888)), hex(0xFFDF9A), on),
        );
        flat(
            c,
            &[(lx - u * 2.0, ly - u * 1.8), (lx, ly - u * 3.6), (lx + u * 2.0, ly - u * 1.8)],
            iron,
        );
        block(c, (lx - u * 1.9, ly + u * 2.0), (u * 3.8, u * 0.8), iron);
        // A bridle and a coil of rope on hooks at the other side.
        let (bx, by) = (frame.w * 0.5 - u * 10.5 * plan.turn(), h * 0.33);
        let leather = lit(plan, hex(0x5A3220));
        for k in 0..3 {
            bent(
                c,
                (bx, by),
                (bx - u * (2.4 - 0.6 * k as f32), by + u * (9.0 + 2.4 * k as f32)),
                (bx + u * (0.8 + 0.5 * k as f32), by + u * 0.4),
                u * 0.5,
                scale(leather, 0.8 + 0.2 * k as f32),
            );
        }
        ball(c, (bx, by), (u * 0.7, u * 0.7), iron);
    }));
}

/// Rafters, tin and a gutter; the yard's sky stays above.
fn roof(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(709));
    let tin =
        lit(plan, Dice::new(plan.seed, 710).pick(&[hex(0x8A4A38), hex(0x7C868A), hex(0x5A6A60)]));
    let (top, low) = (h * 0.1, h * 0.185);
    stage.add(frame.painted(top - u, low + u * 2.6, 0.18, 0.0, |x, y| {
        let s = (y - top) / (low - top);
        let spread = (x - w / 2.0) / (0.86 + 0.14 * s);
        let wave = (spread / (u * 1.5) * std::f32::consts::TAU).sin();
        let rust = fbm(seed, x / (u * 5.0), y / (u * 3.0), 4);
        let mut c = scale(tin, 0.78 + 0.2 * wave + (rust - 0.5) * 0.4);
        c = mix(c, lit(plan, hex(0x8A5634)), 0.5 * smooth(0.58, 0.72, rust));
        c = add(c, p.sun, 0.08 * (wave * 0.5 + 0.5) * plan.daylight());
        if s > 1.0 {
            c = scale(lit(plan, hex(0x4A3626)), 1.1 - 0.4 * (s - 1.0) * 4.0);
        }
        pixel(c, smooth(-u * 0.3, u * 0.3, y - top) * smooth(u * 2.2, u * 1.8, y - low))
    }));
}

/// Bales at the sides, a fork, a bucket.
fn bales(stage: &mut Stage, plan: &Plan, frame: Frame, straw: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 712);
    let side = plan.side;
    stage.add(frame.drawn(h * 0.44, h * 0.82, 0.46, 0.0, |c| {
        let (x, foot) = (w * 0.5 + side * (w * 0.38).min(u * 48.0), h * 0.7);
        shadow(c, (x, foot), u * 15.0, u * 1.4);
        for (dx, up) in [(-6.4f32, 0.0f32), (7.0, 0.0), (0.6, 7.4)] {
            let (bx, by) = (x + u * dx, foot - u * up);
            fall(
                c,
                &[
                    (bx - u * 6.6, by),
                    (bx + u * 6.6, by),
                    (bx + u * 6.6, by - u * 7.2),
                    (bx - u * 6.6, by - u * 7.2),
                ],
                (by - u * 7.2, by),
                [straw, scale(straw, 0.62)],
            );
            for _ in 0..120 {
                let at = (bx + u * dice.range(-6.6, 6.6), by - u * dice.range(0.2, 7.3));
                bar(
                    c,
                    at,
                    (at.0 + u * dice.range(-1.8, 1.8), at.1 + u * dice.range(-0.5, 0.5)),
                    u * 0.16,
                    scale(straw, dice.range(0.5, 1.25)),
                );
            }
            for e in [-3.0f32, 3.0] {
                bar(c, (bx + u * e, by - u * 7.2), (bx + u * e, by), u * 0.26, scale(straw, 0.4));
            }
        }
        // A fork leans on them.
        let fx = x - side * u * 15.0;
        bar(
            c,
            (fx, foot + u * 2.0),
            (fx + side * u * 4.0, foot - u * 26.0),
            u * 0.7,
            lit(plan, hex(0xA87C4A)),
        );
        for k in -1..=1 {
            bar(
                c,
                (fx, foot - u * 1.0),
                (fx - side * u * 0.4 + u * 1.1 * k as f32, foot + u * 4.0),
                u * 0.36,
                hex(0x4A4846),
            );
        }
        let (bx, by) = (w * 0.5 - side * (w * 0.4).min(u * 48.0), h * 0.73);
        let tin = lit(plan, hex(0x9AA4A8));
        shadow(c, (bx, by), u * 5.0, u);
        body(
            c,
            (bx - u * 4.0, by - u * 8.0),
            &[
                ((bx - u * 3.2, by), (bx - u * 3.0, by)),
                ((bx, by + u), (bx + u * 3.0, by)),
                ((bx + u * 3.2, by), (bx + u * 4.0, by - u * 8.0)),
            ],
            (bx - u * 4.0, bx + u * 4.0),
            tin,
        );
        ball(c, (bx, by - u * 8.0), (u * 4.0, u * 1.1), scale(tin, 0.5));
        bent(
            c,
            (bx - u * 4.0, by - u * 8.0),
            (bx, by - u * 15.0),
            (bx + u * 4.0, by - u * 8.0),
            u * 0.36,
            scale(tin, 0.7),
        );
        for (dx, tone) in [(-1.6f32, hex(0xC8402E)), (1.2, hex(0xA8B83E)), (0.0, hex(0xD8602E))] {
            ball(c, (bx + u * dx, by - u * 8.6), (u * 1.3, u * 1.2), lit(plan, tone));
        }
    }));
}
