//! A hall with a floor for dancing, strings of bulbs, curtains and a small stage.

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{curve, ink, oval, rect},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// A hall with a wooden floor, paper chains and strings of bulbs, curtains and a small stage.
pub fn dance(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(430));
    let mut dice = Dice::new(plan.seed, 431);
    let wall = dice.pick(&[hex(0x5A4038), hex(0x3F4A4A), hex(0x4A3A50)]);
    let velvet = dice.pick(&[hex(0x8A2A30), hex(0x2F4A6A), hex(0x5A2A5A)]);
    let (floor, lip) = (h * 0.6, h * 0.52);
    let lamp = hex(0xFFC07A);
    stage.add(frame.painted(0.0, floor, 0.06, 0.0, |x, y| {
        let panel = ((x / (u * 15.0)).fract() - 0.5).abs();
        let rough = fbm(seed, x / (u * 7.0), y / (u * 7.0), 3) - 0.5;
        let mut c = scale(wall, 0.9 + rough * 0.2 - 0.2 * smooth(0.46, 0.5, panel));
        if y > h * 0.42 {
            let board = ((x / (u * 3.4)).fract() - 0.5).abs();
            c = scale(
                mix(wall, hex(0x7A5436), 0.7),
                0.9 - 0.3 * smooth(0.44, 0.5, board) + rough * 0.2,
            );
        }
        let d = ((x - w / 2.0) / (w * 0.55)).hypot((y - h * 0.36) / (h * 0.3));
        c = add(c, tint(c, lamp), 0.9 * (-d * d * 1.4).exp());
        pixel(c, 1.0)
    }));
    // Curtains open on a lit backdrop.
    let (sx0, sx1) = (w * 0.16, w * 0.84);
    stage.add(frame.painted(h * 0.16, lip, 0.1, 0.0, |x, y| {
        if x < sx0 || x > sx1 {
            return [0.0; 4];
        }
        let s = (x - sx0) / (sx1 - sx0);
        let side = (s - 0.5).abs() * 2.0;
        let down = (y - h * 0.16) / (lip - h * 0.16);
        let swag = down < 0.14 + 0.05 * (s * 25.0).sin().abs();
        let drape = side > 0.66 + 0.1 * (down - 0.5).powi(2) || swag;
        let c = if drape {
            let fold = (s * 74.0 + value(seed, s * 6.0, down * 2.0) * 2.0).sin();
            scale(velvet, 0.72 + 0.34 * fold + 0.16 * down)
        } else {
            let d = (s - 0.5).hypot((down - 0.5) * 0.9);
            let star = smooth(0.985, 1.0, value(seed ^ 9, x / (u * 1.2), y / (u * 1.2)));
            add(mix(hex(0xD98A50), hex(0x4A2A4A), smooth(0.0, 0.62, d)), [1.0, 0.9, 0.6], star)
        };
        pixel(c, 1.0)
    }));
    stage.add(frame.drawn(h * 0.14, floor + u, 0.12, 0.0, |c| {
        let wood = hex(0x8A5A34);
        if let Some(path) = rect(sx0 - u * 4.0, lip, sx1 - sx0 + u * 8.0, floor - lip) {
            c.fade(
                &path,
                (0.0, lip),
                (0.0, floor),
                &[
                    (0.0, ink(add(wood, [1.0; 3], 0.12), 1.0)),
                    (0.12, ink(wood, 1.0)),
                    (1.0, ink(scale(wood, 0.5), 1.0)),
                ],
            );
        }
        if let Some(path) = rect(sx0 - u * 4.0, h * 0.15, sx1 - sx0 + u * 8.0, u * 2.0) {
            c.fill(&path, ink(hex(0xC79A4A), 1.0));
        }
        // A microphone and a double bass left on the stage.
        let mx = w * (0.5 - plan.turn() * 0.1);
        if let Some(path) = rect(mx - u * 0.2, lip - u * 13.0, u * 0.4, u * 13.0) {
            c.fill(&path, ink(hex(0x1E1A18), 1.0));
        }
        if let Some(path) = oval(mx, lip - u * 13.4, u * 0.9, u * 1.3) {
            c.fill(&path, ink(hex(0x9A9690), 1.0));
        }
        let bx = w * (0.5 + plan.turn() * 0.14);
        for (dy, rx, ry) in [(4.4, 3.4, 4.0), (9.2, 2.6, 3.2)] {
            if let Some(path) = oval(bx, lip - u * dy, u * rx, u * ry) {
                c.fade(
                    &path,
                    (bx - u * 3.0, 0.0),
                    (bx + u * 3.0, 0.0),
                    &[(0.0, ink(hex(0xB9712E), 1.0)), (1.0, ink(hex(0x5A3014), 1.0))],
                );
            }
        }
        if let Some(path) = rect(bx - u * 0.4, lip - u * 18.0, u * 0.8, u * 9.0) {
            c.fill(&path, ink(hex(0x3A2214), 1.0));
        }
    }));
    parquet(stage, plan, frame, floor, lamp);
    bulbs(stage, plan, frame);
}

fn parquet(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32, lamp: Rgb) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(440));
    stage.add(frame.painted(top, h, 0.3, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.22 + 0.78 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near * 4.2), 9.0 / near);
        let (cx, cy) = (gx.floor(), gy.floor());
        let along = (cx as i32 + cy as i32) % 2 == 0;
        let (fx, fy) = (gx - cx, gy - cy);
        let strip = if along { (fx * 4.0).fract() } else { (fy * 4.0).fract() };
        let own = value(
            seed,
            cx * 3.3 + if along { (fx * 4.0).floor() } else { 0.0 },
            cy * 2.7 + if along { 0.0 } else { (fy * 4.0).floor() },
        );
        let gap = smooth(0.0, 0.1, strip) * smooth(1.0, 0.9, strip);
        let mut c = scale(hex(0xA06A3A), (0.62 + 0.34 * own) * (0.7 + 0.3 * gap));
        // The floor is waxed: it holds the light of the bulbs.
        let d = ((x - w / 2.0) / (w * 0.5)).hypot((down - 0.2) / 0.6);
        c = add(c, tint(c, lamp), 0.9 * (-d * d).exp());
        c = add(
            c,
            lamp,
            0.1 * smooth(0.55, 0.8, fbm(seed ^ 4, x / (u * 7.0), y / (u * 26.0), 2)) * (1.0 - down),
        );
        pixel(scale(c, 1.0 - 0.34 * smooth(0.4, 1.0, down)), smooth(0.0, u * 0.4, y - top))
    }));
}

/// Strings of warm bulbs that hang across, and their soft rings near us.
fn bulbs(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 445);
    let mut list: Vec<(f32, f32, f32, f32)> = Vec::new();
    for (n, (y, sag, size)) in
        [(0.06, 7.0, 0.6), (0.1, 11.0, 0.8), (0.03, 16.0, 1.1)].into_iter().enumerate()
    {
        stage.add(frame.drawn(0.0, h * 0.3, 0.2 + 0.1 * n as f32, 0.0, |c| {
            let from = (-u * 4.0, h * y);
            if let Some(path) =
                curve(from, &[((w / 2.0, h * y + u * sag * 2.0), (w + u * 4.0, h * (y - 0.01)))])
            {
                c.line(&path, u * 0.18, ink(hex(0x14100E), 1.0));
            }
        }));
        for k in 0..14 {
            let s = (k as f32 + 0.5) / 14.0;
            let by = (1.0 - s).powi(2) * h * y
                + 2.0 * s * (1.0 - s) * (h * y + u * sag * 2.0)
                + s * s * h * (y - 0.01);
            list.push((-u * 4.0 + (w + u * 8.0) * s, by + u * 0.8, size, dice.next() * 6.3));
        }
    }
    stage.sparks(0.3, move |t, out| {
        for &(x, y, size, phase) in &list {
            let on = 0.86 + 0.14 * (t * 0.9 + phase).sin();
            out.push(Spark::disc(x, y, u * size * 0.8, [1.0, 0.9, 0.66], on));
            out.push(Spark::glow(x, y, u * size * 6.0, [1.0, 0.72, 0.38], on * 0.42));
        }
    });
    let rings: Vec<[f32; 4]> =
        (0..16).map(|_| [dice.next(), dice.next(), dice.next(), dice.next() * 6.3]).collect();
    stage.sparks(0.5, move |t, out| {
        for &[x, y, size, phase] in &rings {
            let px = x * w + (t * 0.35 + phase).sin() * u * 5.0;
            let py = h * (0.5 + 0.5 * y) + (t * 0.3 + phase).cos() * u * 2.0;
            let light = 0.09 + 0.06 * (t * 0.8 + phase).sin();
            out.push(Spark::disc(px, py, u * (1.6 + 2.6 * size), [1.0, 0.78, 0.46], light));
        }
    });
}
