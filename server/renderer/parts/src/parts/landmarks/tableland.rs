//! A mountain with a flat top above a town and a bay, cloud that pours over its edge like a cloth, a
//! cable car, and the rocks and proteas of the slope that we stand on.

use evernear_rules::story::Hour;

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, ridge, value},
    shapes::{blade, ink},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, block, flat},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

pub fn tableland(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    mountain(stage, plan, frame, line, p);
    cloth(stage, plan, frame, line, p);
    town(stage, plan, frame, line, p);
    cable(stage, plan, frame, line);
    rocks(stage, plan, frame, p);
    proteas(stage, plan, frame);
}

/// Where the mountain stands from the middle, and half of its flat top.
fn table(plan: &Plan, frame: Frame) -> (f32, f32) {
    (frame.w * 0.5 - plan.turn() * frame.w * 0.03, (frame.w * 0.31).min(frame.u * 30.0))
}

/// How high it is at a place across, in units.
fn height(plan: &Plan, frame: Frame, x: f32) -> f32 {
    let u = frame.u;
    let seed = plan.noise(380);
    let (middle, half) = table(plan, frame);
    let s = (x - middle) / u * plan.turn();
    let flat = half / u;
    let notch = (fbm(seed, s / 3.4, 0.3, 3) - 0.5) * 1.5;
    let wall = smooth(flat + 2.4, flat - 1.4, s.abs() + notch);
    let skirt = 15.0 * smooth(flat + 24.0, flat - 2.0, s.abs()).powf(1.3);
    let table = (skirt + 10.6 * wall + notch * 0.3 * wall).max(0.0);
    // A peak at one side, a rounded head at the other.
    let peak = 23.0 - ((s + flat + 13.0).abs() * 1.5).powf(1.04);
    let head = 16.5 - ((s - flat - 13.0).abs() / 1.6).powf(1.5)
        + 1.2 * smooth(2.6, 1.6, (s - flat - 13.0).abs());
    table.max(peak + notch).max(head + notch * 0.5)
}

fn mountain(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (u, seed) = (frame.u, plan.noise(381));
    let rock = lit(plan, hex(0x94827A));
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, scale(dark, 0.9)), lit(plan, mix(pale, hex(0x9A9A6A), 0.5)));
    let foot = line + u * 5.0;
    stage.add(frame.painted(line - u * 30.0, foot + u, 0.06, 0.0, |x, y| {
        let top = line - u * height(plan, frame, x);
        let inside = smooth(-0.6, 0.6, y - top);
        if inside <= 0.0 {
            return [0.0; 4];
        }
        let up = (line - y) / u;
        let bend = (fbm(seed ^ 4, x / (u * 13.0), y / (u * 11.0), 2) - 0.5) * u * 14.0;
        let gully = ridge(seed, (x + bend) / (u * (4.0 + 0.16 * (26.0 - up))), y / (u * 19.0), 4);
        let bed = fbm(seed ^ 1, x / (u * 20.0), y / (u * 0.9), 3);
        let grain = fbm(seed ^ 2, x / (u * 1.2), y / (u * 1.4), 3);
        let light = height(plan, frame, x + u * 1.4) - height(plan, frame, x - u * 1.4);
        let mut c = scale(rock, 0.42 + 0.5 * gully + 0.24 * bed + 0.2 * (grain - 0.5));
        // Cliffs above, green slopes with gullies below.
        let edge = 14.2 + 3.0 * (gully - 0.5) + 1.6 * (bed - 0.5);
        let green = smooth(edge + 0.7, edge - 1.5, up);
        c = mix(
            c,
            mix(dark, pale, (0.16 + 0.75 * gully + 0.5 * (grain - 0.5)).clamp(0.0, 1.0)),
            green,
        );
        c = scale(c, 1.0 + (light * 0.05).clamp(-0.16, 0.16));
        c = add(c, p.sun, 0.1 * gully * plan.daylight());
        c = mix(c, p.haze, 0.22 + 0.36 * smooth(7.0, -3.0, up));
        pixel(c, inside * smooth(0.5, -0.5, y - foot))
    }));
}

/// Cloud along the edge that hangs down the cliffs and dissolves.
fn cloth(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let u = frame.u;
    let (middle, half) = table(plan, frame);
    let bright = plan.daylight().max(0.46);
    let (white, shade) =
        (mix(scale([1.0, 0.99, 0.97], bright), p.sun, 0.25), mix(p.cloud.1, p.haze, 0.5));
    for n in 0..2u32 {
        let seed = plan.noise(384 + n);
        let edge = line - u * 24.8;
        let layer = frame.soft(2, edge - u * 6.0, edge + u * 12.0, 0.065, u * 4.0, |x, y| {
            let s = ((x - middle) / half).abs();
            let puff = fbm(seed, x / (u * 5.4), y / (u * 3.4), 4);
            let fall = fbm(seed ^ 1, x / (u * 3.0), y / (u * 13.0), 3);
            let above = (edge - y) / u;
            let body = if above > 0.0 {
                smooth(1.6 + 5.6 * puff, 0.4, above)
            } else {
                smooth(2.4 + 17.0 * (fall - 0.3).max(0.0), 0.0, -above)
            };
            let a = body
                * smooth(1.06, 0.8, s + 0.3 * (puff - 0.5))
                * smooth(0.26, 0.52, puff + 0.22 * smooth(-2.0, 1.0, above));
            pixel(mix(shade, white, (0.3 + puff * 0.8 + 0.1 * above).clamp(0.0, 1.0)), a * 0.92)
        });
        let way = if n == 0 { 0.24 } else { -0.16 };
        stage.add(layer.alive(move |t| Pose::moved(way * u * (t - 5.0), 0.03 * u * t)));
    }
}

/// White houses among trees at the foot of it, lit windows after sunset.
fn town(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(387));
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, scale(dark, 0.8)), lit(plan, pale));
    let low = h * 0.66;
    stage.add(frame.painted(line - u * 2.0, low, 0.1, 0.0, |x, y| {
        let down = ((y - line) / (low - line)).clamp(0.0, 1.0);
        let size = u * (0.5 + 1.9 * down);
        let crown = fbm(seed ^ 1, x / (size * 1.5), y / (size * 0.9), 4);
        let slope = fbm(seed ^ 2, x / (u * 16.0), y / (u * 5.0), 3) - 0.5;
        let mut c = mix(dark, pale, (crown * 1.2 - 0.25 + slope * 0.9).clamp(0.0, 1.0));
        c = mix(c, p.haze, 0.55 - 0.4 * down);
        pixel(c, smooth(-u * 0.5, u * 0.5, y - line - u * 2.0 * (slope + 0.1)))
    }));
    let mut dice = Dice::new(plan.seed, 386);
    let mut list = Vec::new();
    stage.add(frame.drawn(line - u, low, 0.1, 0.0, |c| {
        for n in 0..260 {
            let down = n as f32 / 260.0;
            let (x, y) = (w * dice.range(-0.08, 1.08), line + u * 0.8 + (low - line) * 0.8 * down);
            if fbm(seed ^ 3, x / (u * 11.0), y / (u * 6.0), 2) < 0.44 + 0.1 * down {
                continue;
            }
            let size = u * (0.5 + 1.5 * down) * dice.range(0.8, 1.25);
            let haze = |c: Rgb| mix(lit(plan, c), p.haze, 0.45 - 0.32 * down);
            let wall = dice.pick(&[hex(0xF6EFE2), hex(0xEBDCC4), hex(0xE0C0A0), hex(0xF3F0EA)]);
            list.push((x - size * 0.3, y - size * 0.5, size, dice.next() * 6.3));
            block(c, (x - size, y - size), (size * 2.0, size), haze(wall));
            let roof = haze(dice.pick(&[hex(0xB0603E), hex(0x8A5A48), hex(0x6E6A6C)]));
            let corners = [
                (x - size * 1.15, y - size),
                (x - size * 0.7, y - size * 1.6),
                (x + size * 0.7, y - size * 1.6),
                (x + size * 1.15, y - size),
            ];
            flat(c, &corners, roof);
            for k in 0..3 {
                let at = x - size * 0.7 + size * 0.55 * k as f32;
                block(c, (at, y - size * 0.7), (size * 0.26, size * 0.36), haze(hex(0x4A4A52)));
            }
        }
    }));
    let on = match plan.hour {
        Hour::Night => 1.0,
        Hour::Sunset | Hour::Dawn => 0.5,
        Hour::Day => 0.0,
    };
    stage.sparks(0.1, move |t, out| {
        for &(x, y, size, phase) in &list {
            let breath = on * (0.75 + 0.25 * (t * 1.2 + phase).sin());
            out.push(Spark::disc(x, y, size * 0.2, hex(0xFFE0A0), on));
            out.push(Spark::glow(x, y, size * 1.7, hex(0xFFB868), 0.5 * breath));
        }
    });
}

/// Two cables from the slope to the plateau, a station on the edge, a round car on its way up.
fn cable(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let u = frame.u;
    let (middle, half) = table(plan, frame);
    let side = plan.turn();
    let top = (middle + side * half * 0.62, line - u * 25.6);
    let low = (middle + side * half * 1.55, line + u * 2.0);
    let steel = lit(plan, hex(0x3A3A42));
    stage.add(frame.drawn(top.1 - u * 4.0, low.1 + u * 2.0, 0.08, 0.0, |c| {
        for dy in [0.0f32, 0.9] {
            bar(c, (top.0, top.1 + u * dy), (low.0, low.1 + u * dy), u * 0.13, steel);
        }
        block(c, (top.0 - u * 1.8, top.1 - u * 1.4), (u * 3.6, u * 2.6), lit(plan, hex(0xD9D2C4)));
        block(c, (low.0 - u * 2.2, low.1 - u * 1.2), (u * 4.4, u * 3.0), lit(plan, hex(0xD9D2C4)));
    }));
    let (body, glass) = (lit(plan, hex(0xD83A30)), lit(plan, hex(0xDCEAF0)));
    stage.sparks(0.09, move |t, out| {
        for (start, way) in [(0.24f32, 0.028f32), (0.86, -0.028)] {
            let s = (start + way * t).clamp(0.05, 0.95);
            let (x, y) = (low.0 + (top.0 - low.0) * s, low.1 + (top.1 - low.1) * s + u * 1.9);
            out.push(Spark::disc(x, y - u * 1.2, u * 0.9, steel, 1.0).shaped(0.1, 1.57));
            out.push(Spark::disc(x, y, u * 1.35, body, 1.0).shaped(0.72, 0.0));
            out.push(Spark::disc(x, y - u * 0.12, u * 1.18, glass, 1.0).shaped(0.36, 0.0));
        }
    });
}

/// Boulders and heath before us.
fn rocks(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(390));
    let grey = lit(plan, hex(0xA39A8E));
    let (dark, pale) = plan.foliage();
    let (dark, pale) =
        (lit(plan, mix(dark, hex(0x4A5240), 0.4)), lit(plan, mix(pale, hex(0xA8A878), 0.45)));
    for n in 0..2u32 {
        let seed = seed ^ (n * 71);
        let top = h * [0.635, 0.78][n as usize];
        let size = u * [8.0, 15.0][n as usize];
        let brow = move |x: f32| {
            let dip = smooth(0.55, 0.1, (x / w - 0.5).abs());
            top + dip * u * 4.0 - size * 0.8 * (fbm(seed, x / (size * 1.6), 0.2, 3) - 0.3)
        };
        // The nearer ones hide what is below.
        let low = [h * 0.86, h][n as usize];
        stage.add(frame.painted(top - size * 0.9, low, 0.4 + 0.08 * n as f32, 0.0, |x, y| {
            let d = y - brow(x);
            // Rounded blocks: the nearest of a few lattice centres gives block and crack.
            let (gx, gy) = (x / size, y / (size * 0.8));
            let warp = fbm(seed ^ 1, gx * 2.0, gy * 2.0, 2) * 0.7;
            let (mut first, mut second, mut face) = (9.0f32, 9.0f32, 0.0f32);
            for cell in 0..9 {
                let (cx, cy) = (
                    (gx + warp).floor() + (cell % 3) as f32 - 1.0,
                    gy.floor() + (cell / 3) as f32 - 1.0,
                );
                let at = (
                    cx + value(seed ^ 2, cx * 3.7, cy * 2.9),
                    cy + value(seed ^ 3, cx * 2.3, cy * 4.1),
                );
                let far = (gx + warp - at.0).hypot(gy - at.1);
                if far < first {
                    (first, second) = (far, first);
                    // Each block is lit from above, more or less as it lies.
                    face = 0.75 * (at.1 - gy)
                        + 0.3 * (at.0 - gx - warp)
                        + 0.3 * (value(seed ^ 8, cx, cy) - 0.5);
                } else {
                    second = second.min(far);
                }
            }
            let crack = smooth(0.0, 0.16, second - first);
            let grain = fbm(seed ^ 4, x / (u * 1.1), y / (u * 1.0), 4) - 0.5;
            let mut c = scale(grey, (0.34 + 0.66 * crack) * (0.82 + face) + grain * 0.34);
            let lichen = smooth(0.62, 0.7, fbm(seed ^ 5, x / (u * 1.7), y / (u * 1.5), 3));
            c = mix(c, lit(plan, hex(0xC9A24A)), 0.4 * lichen);
            let heath = smooth(0.5, 0.56, fbm(seed ^ 6, x / (size * 1.2), y / (size * 0.6), 3));
            let tuft = fbm(seed ^ 7, x / (u * 0.6), y / (u * 1.2), 3);
            c = mix(c, mix(scale(dark, 0.8), pale, tuft), heath);
            c = add(c, p.sun, 0.14 * smooth(u * 2.0, 0.0, d) * plan.daylight());
            c = scale(c, 1.0 - 0.3 * smooth(h * 0.75, h, y));
            pixel(c, smooth(-u * 0.2, u * 0.25, d))
        }));
    }
}

/// King proteas at the sides: a cup of pink bracts round a pale middle, on leathery leaves.
fn proteas(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 392);
    let pink = dice.pick(&[hex(0xE0708A), hex(0xE88A7A), hex(0xD85A7A)]);
    let layer = frame.drawn(h * 0.56, h, 0.52, u, |c| {
        for (s, y, k) in [
            (-0.43f32, 0.68f32, 0.8f32),
            (0.4, 0.7, 0.9),
            (-0.35, 0.77, 1.1),
            (0.47, 0.8, 1.3),
            (-0.47, 0.86, 1.4),
        ] {
            let (x, y) = (w * (0.5 + s) + u * dice.range(-1.5, 1.5), h * y);
            let k = u * k;
            for _ in 0..16 {
                let a = dice.range(-3.0, -0.14);
                let root = (x + k * dice.range(-1.0, 1.0), y + k * 6.0);
                if let Some(path) = blade(
                    root,
                    (root.0 + a.cos() * k * 6.4, root.1 + a.sin() * k * 6.6),
                    k * 0.9,
                    0.0,
                ) {
                    c.fill(
                        &path,
                        ink(lit(plan, mix(hex(0x2F4A34), hex(0x9AB07A), dice.next())), 1.0),
                    );
                }
            }
            for ring in 0..3 {
                let long = k * (4.4 - 0.9 * ring as f32);
                for n in 0..9 {
                    let a = std::f32::consts::PI
                        * (1.03 + 0.94 * (n as f32 + 0.5 * (ring % 2) as f32) / 8.5);
                    let tone: Rgb = lit(
                        plan,
                        mix(pink, hex(0xF8DCD8), 0.26 * ring as f32 + 0.06 * (n % 2) as f32),
                    );
                    if let Some(path) = blade(
                        (x, y + k * 1.2),
                        (x + a.cos() * long, y + k * 0.4 + a.sin() * long),
                        k * 0.52,
                        0.0,
                    ) {
                        c.fill(&path, ink(scale(tone, 0.78 + 0.11 * ring as f32), 1.0));
                    }
                }
            }
            ball(c, (x, y - k * 0.5), (k * 1.3, k * 1.2), lit(plan, hex(0xF3E3D2)));
        }
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.9).sin() * u * 0.18, 0.0)));
}
