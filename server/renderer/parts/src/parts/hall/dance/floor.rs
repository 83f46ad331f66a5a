//! The floor of a dance hall, waxed so that it holds the lights, and tables along its sides.

use super::{LAMPS, Room, WARM};
use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, curve, ink, oval},
};
use crate::parts::{
    forms::{ball, bar, bent, block, post},
    props::{rose, shadow},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// Parquet in a basket's weave; the stage and the lamps stand in it upside down, drawn long.
pub fn parquet(stage: &mut Stage, plan: &Plan, room: &Room) {
    let Frame { w, h, u, .. } = room.frame;
    let (top, seed) = (room.floor, plan.noise(440));
    stage.add(room.frame.painted(top, h, 0.3, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.22 + 0.78 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near * 4.2), 9.0 / near);
        let (cx, cy) = (gx.floor(), gy.floor());
        let along = (cx as i32 + cy as i32) % 2 == 0;
        let (fx, fy) = (gx - cx, gy - cy);
        let across = if along { fx * 4.0 } else { fy * 4.0 };
        let strip = across - across.floor();
        let own =
            value(seed, cx * 3.3 + across.floor() * 0.7, cy * 2.7 + f32::from(u8::from(along)));
        let gap = smooth(0.0, 0.1, strip) * smooth(1.0, 0.9, strip);
        let mut c = scale(hex(0xA06A3A), (0.56 + 0.34 * own) * (0.7 + 0.3 * gap));
        let d = ((x - w / 2.0) / (w * 0.5)).hypot((down - 0.16) / 0.5);
        c = add(c, tint(c, WARM), 0.9 * (-d * d).exp());
        let wave = 1.0 + 0.5 * (fbm(seed ^ 4, x / (u * 3.0), y / (u * 16.0), 2) - 0.5);
        for (n, lamp) in LAMPS.into_iter().enumerate() {
            let at = w * (0.86 - 0.24 * n as f32);
            let d = ((x - at) / (u * (5.0 + 7.0 * down))).hypot((down - 0.34) / 0.5);
            c = add(c, lamp, 0.34 * wave * (-d * d).exp());
        }
        let shine = (-((x - w / 2.0) / (w * 0.3)).powi(2) - (down / 0.16).powi(2)).exp();
        c = add(c, WARM, 0.36 * shine * wave);
        pixel(scale(c, 1.0 - 0.3 * smooth(0.5, 1.0, down)), smooth(0.0, u * 0.4, y - top))
    }));
}

/// Round tables with cloths, a lamp and glasses on each, chairs beside them.
pub fn tables(stage: &mut Stage, plan: &Plan, room: &Room) {
    let Frame { w, h, u, .. } = room.frame;
    let s = room.s;
    let mut dice = Dice::new(plan.seed, 449);
    let places =
        [(-0.46f32, 0.66f32, 0.8f32), (0.47, 0.67, 0.82), (-0.5, 0.79, 1.2), (0.5, 0.8, 1.2)];
    let wine = dice.pick(&[hex(0x8A2A3A), hex(0x2F4A7A), hex(0x3A5A4A)]);
    stage.add(room.frame.drawn(h * 0.5, h * 0.92, 0.42, 0.0, |c| {
        for (x, y, k) in places {
            let (at, k) = ((w * (0.5 + x), h * y), k * s);
            let inward = -x.signum();
            chair(c, (at.0 + inward * k * 13.0, at.1 + k), k, inward);
            shadow(c, (at.0, at.1 + k), k * 10.0, k);
            cloth(c, at, k);
            let top = at.1 - k * 14.0;
            for (dx, dy) in [(-4.0, 0.6), (4.4, 0.2), (1.4, 1.3)] {
                glass(c, (at.0 + k * dx, top + k * dy), k, wine);
            }
            post(c, at.0, (top - k * 3.4, top), k * 1.1, hex(0x8A4A2A));
            ball(c, (at.0, top - k * 3.0), (k * 1.2, k * 1.6), hex(0xFFD890));
            rose(c, (at.0 - inward * k * 3.0, top - k * 1.4), k * 1.2, hex(0xC8485A));
        }
    }));
    stage.sparks(0.42, move |t, out| {
        for (n, (x, y, k)) in places.into_iter().enumerate() {
            let on = 0.9 + 0.1 * (t * 5.0 + n as f32 * 2.0).sin() * (t * 2.1).sin();
            let at = (w * (0.5 + x), h * y - k * s * 17.0);
            out.push(Spark::glow(at.0, at.1, u * 9.0 * k, WARM, 0.5 * on));
        }
    });
}

/// A white cloth that hangs in folds from a round table.
fn cloth(c: &mut Canvas, (x, y): Position, k: f32) {
    let (half, top) = (k * 9.4, y - k * 14.0);
    let white = mix(hex(0xEDE2D2), WARM, 0.2);
    if let Some(path) = curve(
        (x - half, top),
        &[
            ((x - half * 1.06, y - k * 5.0), (x - half * 1.12, y - k * 1.4)),
            ((x - half * 0.5, y + k * 1.4), (x, y)),
            ((x + half * 0.5, y + k * 1.4), (x + half * 1.12, y - k * 1.4)),
            ((x + half * 1.06, y - k * 5.0), (x + half, top)),
        ],
    ) {
        let stops = [
            (0.0, ink(scale(white, 0.5), 1.0)),
            (0.3, ink(scale(white, 0.82), 1.0)),
            (0.6, ink(scale(white, 0.64), 1.0)),
            (1.0, ink(scale(white, 0.4), 1.0)),
        ];
        c.fade(&path, (x - half, 0.0), (x + half, 0.0), &stops);
    }
    for n in 0..8 {
        let at = x - half + half * 2.0 * (n as f32 + 0.5) / 8.0;
        let out = (at - x) * 0.1;
        bent(
            c,
            (at, top + k * 1.6),
            (at + out * 0.4, y - k * 7.0),
            (at + out, y - k * 0.6),
            k * 0.5,
            scale(white, if n % 2 == 0 { 0.46 } else { 0.84 }),
        );
    }
    for (grow, tone) in [(1.03, 0.7), (1.0, 1.0)] {
        if let Some(path) = oval(x, top, half * grow, half * 0.24 * grow) {
            c.fill(&path, ink(scale(white, tone), 1.0));
        }
    }
}

fn glass(c: &mut Canvas, (x, y): Position, k: f32, wine: [f32; 3]) {
    bar(c, (x, y), (x, y - k * 2.0), k * 0.24, hex(0xE8EEF2));
    ball(c, (x, y - k * 2.9), (k * 0.8, k * 1.2), mix(wine, hex(0xE8EEF2), 0.3));
    bar(c, (x - k * 0.4, y - k * 3.4), (x - k * 0.4, y - k * 2.6), k * 0.2, [1.0; 3]);
}

/// A chair of bent wood, seen from its side.
fn chair(c: &mut Canvas, (x, foot): Position, k: f32, way: f32) {
    let wood = hex(0x5A3420);
    shadow(c, (x, foot), k * 4.0, k * 0.6);
    for dx in [-2.8f32, 2.8] {
        bar(c, (x + k * dx, foot), (x + k * dx * 0.9, foot - k * 8.4), k * 0.7, scale(wood, 0.8));
    }
    block(c, (x - k * 3.6, foot - k * 9.6), (k * 7.2, k * 1.5), hex(0x7A2A34));
    bent(
        c,
        (x + way * k * 3.0, foot - k * 9.0),
        (x + way * k * 4.6, foot - k * 15.0),
        (x + way * k * 3.6, foot - k * 20.0),
        k * 0.9,
        wood,
    );
    bent(
        c,
        (x + way * k * 3.2, foot - k * 11.0),
        (x + way * k * 1.0, foot - k * 15.0),
        (x + way * k * 3.4, foot - k * 19.0),
        k * 0.5,
        wood,
    );
}
