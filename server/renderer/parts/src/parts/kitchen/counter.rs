//! Beside and below the kitchen's window: plates and jars, pans on a rail, the counter, the kettle.

use super::{LAMP, Room};
use crate::{
    paint::{
        color::{add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm},
        shapes::{curve, ink, oval, rect},
    },
    parts::props::steam,
    plan::Plan,
    stage::{Frame, Pose, Stage, sparks::Spark},
};

/// Beside the window: a shelf of plates and jars, and copper pans that sway on a rail.
pub fn rail(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, room.side);
    let mut dice = Dice::new(plan.seed, 30);
    let (a, b) = (0.5 + side * 0.17, 0.5 + side * 0.6);
    let (left, right) = (w * a.min(b), w * a.max(b));
    let wood = room.lit(hex(0x8A5E3C), 1.0);
    stage.add(frame.drawn(h * 0.12, h * 0.5, 0.2, 0.0, |c| {
        for y in [h * 0.2, h * 0.3] {
            let mut x = left + u * 2.0;
            while x < right {
                let r = u * dice.range(1.7, 2.7);
                let tone = room.lit(
                    dice.pick(&[
                        hex(0xF0E6D4),
                        hex(0x9DB4B8),
                        hex(0xD9A066),
                        hex(0xB7654C),
                        hex(0x8C9A6A),
                    ]),
                    0.95,
                );
                if dice.next() < 0.5 {
                    for (k, s) in [(1.0, 0.8), (0.92, 1.0), (0.6, 0.86), (0.56, 0.96)] {
                        if let Some(path) = oval(x, y - r, r * k, r * k) {
                            c.fill(&path, ink(scale(tone, s), 1.0));
                        }
                    }
                } else if let Some(path) = rect(x - r * 0.6, y - r * 1.7, r * 1.2, r * 1.7) {
                    c.fade(
                        &path,
                        (x - r * 0.6, 0.0),
                        (x + r * 0.6, 0.0),
                        &[
                            (0.0, ink(scale(tone, 0.85), 1.0)),
                            (0.35, ink(scale(tone, 1.05), 1.0)),
                            (1.0, ink(scale(tone, 0.55), 1.0)),
                        ],
                    );
                    if let Some(path) = rect(x - r * 0.66, y - r * 1.95, r * 1.32, r * 0.34) {
                        c.fill(&path, ink(scale(wood, 0.9), 1.0));
                    }
                }
                x += r * 2.0 + u * dice.range(0.2, 1.2);
            }
            if let Some(path) = rect(left, y, right - left, u * 0.9) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u),
                    &[(0.0, ink(scale(wood, 1.2), 1.0)), (1.0, ink(scale(wood, 0.6), 1.0))],
                );
            }
            if let Some(path) = rect(left, y + u * 0.9, right - left, u * 1.5) {
                c.fade(
                    &path,
                    (0.0, y + u * 0.9),
                    (0.0, y + u * 2.4),
                    &[(0.0, ink([0.0; 3], 0.3)), (1.0, ink([0.0; 3], 0.0))],
                );
            }
        }
        if let Some(path) = rect(left, h * 0.375, right - left, u * 0.45) {
            c.fill(&path, ink(room.lit(hex(0x4A3A30), 1.0), 1.0));
        }
    }));
    let copper = room.lit(hex(0xD08A58), 1.05);
    let pans = frame.drawn(h * 0.37, h * 0.375 + u * 16.0, 0.21, u, |c| {
        for i in 0..5 {
            let (x, y) = (left + u * (4.0 + 7.4 * i as f32), h * 0.378);
            let (r, long) = (u * [3.0, 2.4, 3.3, 1.9, 2.7][i], u * [6.0, 5.0, 5.6, 4.6, 6.2][i]);
            if x + r > right {
                break;
            }
            if let Some(path) = rect(x - u * 0.3, y, u * 0.6, long) {
                c.fill(&path, ink(scale(copper, 0.5), 1.0));
            }
            for (k, s, d) in
                [(1.0, 0.62, 0.0), (0.93, 1.0, 0.0), (0.72, 0.84, 0.05), (0.35, 1.12, -0.22)]
            {
                if let Some(path) = oval(x + d * r, y + long + r * (0.9 + d), r * k, r * k) {
                    c.fill(&path, ink(scale(copper, s), if d < 0.0 { 0.5 } else { 1.0 }));
                }
            }
        }
    });
    stage.add(pans.alive(move |t| Pose::moved((t * 1.2).sin() * u * 0.14, 0.0)));
}

pub fn counter(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(40));
    let top = h * 0.685;
    let front = room
        .lit(Dice::new(plan.seed, 41).pick(&[hex(0x7C9C90), hex(0x8A966C), hex(0x7890A6)]), 0.9);
    let wood = room.lit(hex(0xA87648), 1.0);
    let lamp = room.lamp;
    stage.add(frame.painted(top, h * 0.93, 0.32, 0.0, |x, y| {
        let d = y - top;
        let slab = smooth(u * 2.2, u * 2.0, d);
        let grain = fbm(seed, x / (u * 9.0), y / (u * 0.5), 4);
        let cell = (x / (u * 15.0) + 0.2).rem_euclid(1.0);
        let gap = smooth(0.0, 0.012, cell) * smooth(1.0, 0.988, cell);
        let inner = smooth(0.09, 0.1, cell) * smooth(0.91, 0.9, cell) * smooth(u * 5.4, u * 5.6, d);
        let bevel = smooth(0.075, 0.1, cell) * smooth(0.115, 0.1, cell);
        let mut c = scale(
            front,
            (0.35 + 0.65 * gap)
                * (1.0 - 0.12 * inner + 0.2 * bevel)
                * (0.94 + 0.12 * fbm(seed ^ 1, x / (u * 0.7), y / (u * 6.0), 3)),
        );
        let knob = ((cell - 0.84) * 15.0).hypot((d - u * 4.0) / u);
        c = mix(c, room.lit(hex(0xE0B878), 1.0 - 0.3 * knob), smooth(0.62, 0.5, knob));
        c = scale(c, 1.3 - 0.6 * smooth(u * 5.0, u * 2.0, d) - 0.35 * smooth(u * 8.0, u * 28.0, d));
        c = mix(c, scale(wood, 0.72 + 0.5 * grain + 0.2 * smooth(u * 0.6, 0.0, d)), slab);
        c = add(c, LAMP, lamp * 0.1 * slab);
        pixel(c, smooth(0.0, 1.2, d))
    }));
}

/// A kettle on a small flame; its steam leans away.
pub fn kettle(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, room.side);
    let (x, y) = (w * (0.5 + side * 0.36), h * 0.685);
    let enamel = room
        .lit(Dice::new(plan.seed, 45).pick(&[hex(0xC4503E), hex(0xE6DCC8), hex(0x4E7C86)]), 1.0);
    stage.add(frame.drawn(y - u * 15.0, y + u, 0.33, 0.0, |c| {
        if let Some(path) = rect(x - u * 7.0, y - u * 0.8, u * 14.0, u * 0.9) {
            c.fill(&path, ink(hex(0x1C1A1A), 1.0));
        }
        if let Some(path) = curve(
            (x - side * u * 3.6, y - u * 3.6),
            &[((x - side * u * 6.6, y - u * 4.6), (x - side * u * 7.2, y - u * 8.0))],
        ) {
            c.line(&path, u * 1.2, ink(scale(enamel, 0.82), 1.0));
        }
        if let Some(path) = curve(
            (x - u * 3.6, y - u * 7.6),
            &[
                ((x - u * 3.4, y - u * 13.2), (x, y - u * 13.2)),
                ((x + u * 3.4, y - u * 13.2), (x + u * 3.6, y - u * 7.6)),
            ],
        ) {
            c.line(&path, u * 0.7, ink(hex(0x2A201A), 1.0));
        }
        if let Some(path) = curve(
            (x - u * 5.0, y - u * 1.4),
            &[
                ((x - u * 5.6, y - u * 8.6), (x, y - u * 8.8)),
                ((x + u * 5.6, y - u * 8.6), (x + u * 5.0, y - u * 1.4)),
                ((x, y - u * 0.6), (x - u * 5.0, y - u * 1.4)),
            ],
        ) {
            c.fade(
                &path,
                (x - u * 5.0, 0.0),
                (x + u * 5.0, 0.0),
                &[
                    (0.0, ink(scale(enamel, 0.7), 1.0)),
                    (0.32, ink(add(enamel, [1.0; 3], 0.12), 1.0)),
                    (0.5, ink(enamel, 1.0)),
                    (1.0, ink(scale(enamel, 0.48), 1.0)),
                ],
            );
        }
        if let Some(path) = oval(x, y - u * 8.6, u * 2.6, u * 0.7) {
            c.fill(&path, ink(scale(enamel, 0.8), 1.0));
        }
        if let Some(path) = oval(x, y - u * 9.5, u * 0.7, u * 0.7) {
            c.fill(&path, ink(hex(0x2A201A), 1.0));
        }
    }));
    stage.sparks(0.33, move |t, out| {
        for i in 0..9 {
            let px = x + u * (i as f32 - 4.0) * 0.95;
            let flick = 0.8 + 0.2 * (t * 9.0 + i as f32 * 2.1).sin();
            out.push(
                Spark::glow(px, y - u * 1.1, u * 1.0 * flick, hex(0x6AA8FF), 0.75)
                    .shaped(0.7, 1.57),
            );
        }
        out.push(Spark::glow(x, y - u * 0.6, u * 6.0, hex(0x5A90E8), 0.25).shaped(0.3, 0.0));
    });
    steam(stage, plan, frame, (x - side * u * 7.4, y - u * 8.6), 0.33, 17.0);
}
