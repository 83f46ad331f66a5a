//! A hall for dancing: a band's instruments on a stage with a lit backdrop, a ball of mirrors whose spots
//! of light run over walls and floor, coloured lamps, tables at both sides.

mod band;
mod floor;

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{curve, ink},
};
use crate::parts::forms::{bar, block, post};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// The coloured lamps, from left to right.
const LAMPS: [Rgb; 4] = [hex(0xFF5A8A), hex(0xFFB04A), hex(0x58B8FF), hex(0xB070FF)];
const WARM: Rgb = hex(0xFFC07A);

/// Where things are.
struct Room {
    frame: Frame,
    /// Left and right end of the stage, its upper edge, and where the floor begins.
    ends: (f32, f32),
    lip: f32,
    floor: f32,
    /// Middle and radius of the ball of mirrors.
    ball: (f32, f32, f32),
    /// A size that is as large beside the stage in every shape of the frame.
    s: f32,
}

pub fn dance(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let Frame { w, h, u, .. } = frame;
    let s = (h * 0.0078).min(u * 1.04);
    let room = Room {
        frame,
        ends: (w * 0.12, w * 0.88),
        lip: h * 0.49,
        floor: h * 0.56,
        ball: (w * 0.5, h * 0.17, s * 7.4),
        s,
    };
    walls(stage, plan, &room);
    backdrop(stage, plan, &room);
    band::draw(stage, plan, &room);
    floor::parquet(stage, plan, &room);
    beams(stage, &room);
    bulbs(stage, plan, &room);
    mirror_ball(stage, plan, &room);
    floor::tables(stage, plan, &room);
}

/// Papered walls over a dado, in the glow of the stage.
fn walls(stage: &mut Stage, plan: &Plan, room: &Room) {
    let Frame { w, h, u, .. } = room.frame;
    let seed = plan.noise(430);
    let wall = Dice::new(plan.seed, 431).pick(&[hex(0x5A3A40), hex(0x33444E), hex(0x46365A)]);
    let floor = room.floor;
    stage.add(room.frame.painted(0.0, floor + u, 0.06, 0.0, |x, y| {
        let panel = ((x / (u * 15.0)).rem_euclid(1.0) - 0.5).abs();
        let rough = fbm(seed, x / (u * 7.0), y / (u * 7.0), 3) - 0.5;
        let sprig = smooth(
            0.3,
            0.22,
            ((x / (u * 3.0)).rem_euclid(1.0) - 0.5).hypot((y / (u * 4.4)).rem_euclid(1.0) - 0.5),
        );
        let mut c = scale(wall, 0.84 + rough * 0.2 - 0.2 * smooth(0.46, 0.5, panel) + 0.1 * sprig);
        if y > h * 0.42 {
            let board = ((x / (u * 3.4)).rem_euclid(1.0) - 0.5).abs();
            c = scale(
                mix(wall, hex(0x7A5436), 0.7),
                0.9 - 0.3 * smooth(0.44, 0.5, board) + rough * 0.2,
            );
            c = add(c, [1.0; 3], 0.14 * smooth(u * 0.8, 0.0, y - h * 0.42));
        }
        let d = ((x - w / 2.0) / (w * 0.55)).hypot((y - h * 0.36) / (h * 0.3));
        c = add(c, tint(c, WARM), 0.9 * (-d * d * 1.4).exp());
        for (n, lamp) in LAMPS.into_iter().enumerate() {
            let at = w * (0.08 + 0.28 * n as f32);
            let d = ((x - at) / (w * 0.2)).hypot((y - h * 0.1) / (h * 0.24));
            c = add(c, lamp, 0.12 * (-d * d).exp());
        }
        pixel(c, 1.0)
    }));
}

/// Curtains drawn from a backdrop with rays and stars.
fn backdrop(stage: &mut Stage, plan: &Plan, room: &Room) {
    let Frame { h, u, .. } = room.frame;
    let seed = plan.noise(433);
    let velvet = Dice::new(plan.seed, 434).pick(&[hex(0x9A2630), hex(0x2F4A7A), hex(0x6A2A6A)]);
    let ((x0, x1), (top, lip)) = (room.ends, (h * 0.15, room.lip));
    stage.add(room.frame.painted(top, lip, 0.1, 0.0, |x, y| {
        if x < x0 || x > x1 {
            return [0.0; 4];
        }
        let (s, down) = ((x - x0) / (x1 - x0), (y - top) / (lip - top));
        let side = (s - 0.5).abs() * 2.0;
        let open = 0.7 + 0.12 * (down - 0.5).powi(2);
        let swag = 0.12 + 0.05 * (s * 25.0).sin().abs();
        let c = if side > open || down < swag {
            let fold = (s * 74.0 + value(seed, s * 6.0, down * 2.0) * 2.0).sin();
            let pile = value(seed ^ 1, x / (u * 0.4), y / (u * 0.6)) - 0.5;
            let c = scale(velvet, 0.74 + 0.34 * fold + 0.16 * down + 0.08 * pile);
            let hem = smooth(u, 0.0, (down - swag).abs() * (lip - top))
                * f32::from(u8::from(side < open));
            mix(c, hex(0xD9AC58), 0.8 * hem)
        } else {
            let (dx, dy) = (s - 0.5, (down - 1.0) * 0.8);
            let far = dx.hypot(dy);
            let ray = smooth(0.1, 0.5, ((dx.atan2(dy)) * 9.0).sin());
            let glow = mix(hex(0xF2A85A), hex(0x4A2458), smooth(0.0, 0.7, far));
            let edge = smooth(open, open - 0.14, side);
            scale(add(glow, hex(0xFFC880), 0.13 * ray), 0.55 + 0.45 * edge)
        };
        pixel(c, 1.0)
    }));
}

/// Beams of the coloured lamps through the air, each breathing at its own pace.
fn beams(stage: &mut Stage, room: &Room) {
    let Frame { w, h, u, .. } = room.frame;
    stage.add(room.frame.drawn(0.0, h * 0.09, 0.2, 0.0, |c| {
        block(c, (-u * 9.0, h * 0.045), (w + u * 18.0, u * 1.1), hex(0x4A4A50));
        for (n, lamp) in LAMPS.into_iter().enumerate() {
            let x = w * (0.11 + 0.26 * n as f32);
            post(c, x, (h * 0.045 + u, h * 0.045 + u * 4.6), u * 1.7, hex(0x34343A));
            block(c, (x - u * 1.5, h * 0.045 + u * 4.2), (u * 3.0, u * 0.9), lamp);
        }
    }));
    for (n, pair) in [[0usize, 2], [1, 3]].into_iter().enumerate() {
        let layer = room.frame.soft(5, h * 0.06, h * 0.9, 0.2, 0.0, |x, y| {
            let down = (y - h * 0.07) / (h * 0.8);
            let mut sum = [0.0f32; 3];
            for at in pair {
                let from = w * (0.11 + 0.26 * at as f32);
                let to = w * (0.86 - 0.24 * at as f32);
                let middle = from + (to - from) * down;
                let half = w.max(h * 0.7) * (0.012 + 0.15 * down);
                let ray = smooth(1.0, 0.0, ((x - middle) / half).abs()) * smooth(1.0, 0.3, down);
                sum = add(sum, LAMPS[at], 0.3 * ray * smooth(0.0, 0.02, down));
            }
            pixel(sum, 0.8)
        });
        let phase = n as f32 * 2.1;
        stage.add(layer.light().alive(move |t| Pose::faded(0.62 + 0.34 * (t * 0.9 + phase).sin())));
    }
}

/// Strings of warm bulbs along the ceiling.
fn bulbs(stage: &mut Stage, plan: &Plan, room: &Room) {
    let Frame { w, h, u, .. } = room.frame;
    let mut dice = Dice::new(plan.seed, 445);
    let mut list: Vec<(f32, f32, f32)> = Vec::new();
    let strings = [(0.1, 6.0), (0.075, 10.0)];
    stage.add(room.frame.drawn(0.0, h * 0.3, 0.22, 0.0, |c| {
        for (y, sag) in strings {
            let middle = (w / 2.0, h * y + u * sag * 2.0);
            if let Some(path) = curve((-u * 4.0, h * y), &[(middle, (w + u * 4.0, h * y))]) {
                c.line(&path, u * 0.18, ink(hex(0x14100E), 1.0));
            }
        }
    }));
    for (y, sag) in strings {
        for k in 0..13 {
            let s = (k as f32 + 0.5) / 13.0;
            let at = h * y + 4.0 * s * (1.0 - s) * u * sag;
            list.push((-u * 4.0 + (w + u * 8.0) * s, at + u * 0.8, dice.next() * 6.3));
        }
    }
    stage.sparks(0.22, move |t, out| {
        for &(x, y, phase) in &list {
            let on = 0.86 + 0.14 * (t * 0.9 + phase).sin();
            out.push(Spark::disc(x, y, u * 0.62, [1.0, 0.9, 0.66], on));
            out.push(Spark::glow(x, y, u * 3.6, [1.0, 0.72, 0.38], on * 0.36));
        }
    });
}

/// The ball, and the spots of light that it throws, running round the room.
fn mirror_ball(stage: &mut Stage, plan: &Plan, room: &Room) {
    let Frame { w, h, u, .. } = room.frame;
    let ((bx, by, r), seed) = (room.ball, plan.noise(447));
    stage.add(room.frame.drawn(0.0, by - r * 0.9, 0.3, 0.0, |c| {
        bar(c, (bx, -u * 6.0), (bx, by - r), u * 0.36, hex(0x2A2628));
        post(c, bx, (by - r * 1.16, by - r * 0.94), r * 0.16, hex(0xA8A6A0));
    }));
    stage.add(room.frame.painted(by - r, by + r, 0.3, 0.0, |x, y| {
        let (dx, dy) = ((x - bx) / r, (y - by) / r);
        let d = dx.hypot(dy);
        if d > 1.0 {
            return [0.0; 4];
        }
        let front = (1.0 - d * d).sqrt();
        let (turn, rise) = (dx.atan2(front), dy.clamp(-1.0, 1.0).asin());
        let row = (rise * 7.0).floor();
        let ring = ((row + 0.5) / 7.0).cos().max(0.16);
        let along = turn * 7.0 * ring + row * 0.37;
        let (fx, fy) = (along - along.floor(), rise * 7.0 - row);
        let own = value(seed, along.floor() * 3.1 + 50.0, row * 2.3 + 50.0);
        let tile = smooth(0.0, 0.12, fx.min(1.0 - fx).min(fy.min(1.0 - fy)));
        let round = 0.34 + 0.6 * (front * 0.6 - dx * 0.3 - dy * 0.5).max(0.0);
        let hue = mix(
            hex(0xDCE4EC),
            LAMPS[(own * 3.99) as usize],
            0.3 * smooth(0.5, 0.9, value(seed ^ 1, along.floor() * 1.7, row)),
        );
        let c = add(
            scale(hue, round * (0.35 + 0.9 * own)),
            [1.0, 0.97, 0.9],
            smooth(0.8, 0.92, own) * 0.7,
        );
        pixel(mix(hex(0x2E3038), c, tile), smooth(1.0, 0.985, d))
    }));
    let mut dice = Dice::new(plan.seed, 448);
    let spots: Vec<[f32; 4]> =
        (0..46).map(|_| [dice.next(), dice.next(), dice.next(), dice.next()]).collect();
    let floor = room.floor;
    stage.sparks(0.3, move |t, out| {
        out.push(Spark::glow(bx, by, r * 2.4, [1.0, 0.96, 0.9], 0.3));
        for n in 0..6u8 {
            let a = f32::from(n) * 1.9 + 0.4;
            let on = (t * 1.7 + f32::from(n) * 2.3).sin().max(0.0).powi(3);
            out.push(Spark::glow(
                bx + a.cos() * r * 0.6,
                by + a.sin() * r * 0.6,
                r * 0.36,
                [1.0; 3],
                on * 0.9,
            ));
        }
        for &[x, y, size, hue] in &spots {
            let px = ((x + t * 0.03) % 1.0) * w * 1.1 - w * 0.05;
            let py = h * (0.06 + 0.92 * y);
            let low = ((py - floor) / (h - floor)).max(0.0);
            let tone = if hue < 0.55 { [1.0, 0.96, 0.86] } else { LAMPS[(hue * 3.99) as usize] };
            let (flat, lean) = if low > 0.0 { (0.4, 0.0) } else { (0.8, 0.5) };
            let shown = 0.5 + 0.2 * (t * 1.3 + hue * 9.0).sin();
            let spot = Spark::glow(px, py, u * (1.3 + 0.9 * size + 1.4 * low), tone, shown);
            out.push(spot.shaped(flat, lean));
        }
    });
}
