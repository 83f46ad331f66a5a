//! Where nobody can be: among the clouds, under water, in space.

use evernear_rules::story::Hour;
use serde::Deserialize;

use super::sky;
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, ridge},
    shapes::{blade, curve, ink, oval},
};
use crate::plan::Plan;
use crate::stage::{Frame, Layer, Pose, Stage, sparks::Spark};

/// What is dreamt.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Realm {
    Clouds,
    Underwater,
    Space,
}

#[derive(Clone, Copy, Deserialize)]
pub struct Dream {
    pub realm: Realm,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, dream: Dream) {
    match dream.realm {
        Realm::Clouds => clouds(stage, plan, frame),
        Realm::Underwater => underwater(stage, plan, frame),
        Realm::Space => space(stage, plan, frame),
    }
}

/// Banks of cloud one behind the other, the nearest wide enough to sit on.
fn clouds(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let sun = (w * (0.5 + 0.2 * plan.turn()), h * 0.36);
    let p = sky::add_sky(stage, plan, frame, h * 0.62, sun);
    stage.sparks(0.03, move |t, out| {
        let breath = 0.9 + 0.1 * (t * 0.6).sin();
        out.push(Spark::glow(sun.0, sun.1, u * 46.0, p.sun, 0.4 * breath));
    });
    for n in 0..6u32 {
        let near = n as f32 / 5.0;
        let speed = u * (0.3 + 1.1 * near) * if n % 2 == 0 { 1.0 } else { -0.6 };
        let layer = bank(plan, frame, n, (sun, p), speed.abs() * frame.seconds);
        stage.add(layer.alive(move |t| {
            Pose::moved(speed * (t - 5.0), (t * 0.4 + near * 4.0).sin() * u * 0.4)
        }));
    }
    let mut dice = Dice::new(plan.seed, 710);
    let list: Vec<[f32; 4]> =
        (0..40).map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.next()]).collect();
    stage.sparks(0.5, move |t, out| {
        for &[x, y, phase, size] in &list {
            let px = x * w + (t * 0.35 + phase).sin() * u * 4.0;
            let py = h * (0.3 + 0.6 * y) - t * u * 0.5;
            out.push(Spark::glow(
                px,
                py,
                u * (0.4 + 0.8 * size),
                [1.0, 0.95, 0.82],
                0.24 + 0.16 * (t + phase * 2.0).sin(),
            ));
        }
    });
}

/// One bank: round heads heaped on one another, lit from the sun, lost in shade below.
fn bank(
    plan: &Plan,
    frame: Frame,
    n: u32,
    (sun, p): ((f32, f32), sky::Palette),
    reach: f32,
) -> Layer {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(700 + n));
    let near = n as f32 / 5.0;
    let foot = h * (0.47 + 0.46 * near);
    let size = u * (6.0 + 11.0 * near);
    let heads = heads(plan, frame, n, (foot, size), reach);
    let top = heads.iter().map(|head| head.1 - head.2).fold(foot, f32::min) - u * 3.0;
    let shade = mix(p.cloud.1, p.sky[1].1, 0.35);
    let white = add(p.cloud.0, [1.0; 3], 0.08);
    frame.soft(2, top, h + u * 4.0, 0.08 + 0.5 * near, reach, |x, y| {
        // Wisps: the round outlines are bent by noise, finely at the rim.
        let bend = |k: u32, by: f32| (fbm(seed ^ k, x / by, y / by, 3) - 0.5) * by;
        let (bx, by) = (x + bend(1, size * 0.55) * 0.7, y + bend(2, size * 0.55) * 0.7);
        let (mut inside, mut weight, mut turn) = (0.0f32, 1e-4f32, (0.0f32, 0.0f32));
        for &(hx, hy, r) in &heads {
            let (dx, dy) = ((bx - hx) / r, (by - hy) / r);
            let d = dx * dx + dy * dy;
            if d < 1.0 {
                let k = (1.0 - d) * (1.0 - d);
                inside = inside.max(1.0 - d);
                // Small heads stand before large ones.
                let k = k * size / r;
                weight += k;
                turn = (turn.0 + dx * k, turn.1 + dy * k);
            }
        }
        let below = smooth(foot - size * 0.5, foot + size * 0.1, by);
        let alpha = smooth(0.0, 0.34, inside).max(below);
        if alpha <= 0.0 {
            return [0.0; 4];
        }
        let (sx, sy) = ((sun.0 - x) / w, (sun.1 - y) / h);
        let far = sx.hypot(sy).max(0.2);
        let (nx, ny) = (turn.0 / weight, turn.1 / weight);
        let facing = (nx * sx + ny * (sy - 0.2)) / far;
        let down = ((y - top) / (foot + size - top)).clamp(0.0, 1.0);
        let fine = fbm(seed ^ 3, x / (size * 0.3), y / (size * 0.26), 3) - 0.5;
        let lit = (0.52 + 0.62 * facing + 0.34 * fine - 0.42 * down * down).clamp(0.0, 1.0);
        let mut c = mix(shade, white, lit);
        // The rim towards the sun shines through.
        let rim = smooth(0.5, 0.05, inside) * (1.0 - below) * (-far * 1.6).exp();
        c = add(c, p.sun, 0.34 * rim);
        c = mix(c, shade, 0.5 * below * smooth(foot, foot + size * 1.4, y));
        c = mix(c, p.haze, 0.42 * (1.0 - near));
        pixel(c, alpha)
    })
}

/// Middles and sizes of the heads of one bank: towers of large ones, smaller ones round them.
fn heads(
    plan: &Plan,
    frame: Frame,
    n: u32,
    (foot, size): (f32, f32),
    reach: f32,
) -> Vec<(f32, f32, f32)> {
    let mut dice = Dice::new(plan.seed, 715 + u64::from(n));
    let mut heads = Vec::new();
    let mut x = -reach - size;
    while x < frame.w + reach + size {
        // Lower in the middle, where people are.
        let aside = smooth(0.1, 0.5, (x / frame.w - 0.5).abs());
        let tower = size * (0.2 + 1.1 * dice.next().powi(2) * (0.35 + 0.65 * aside));
        let r = size * dice.range(0.62, 0.95);
        heads.push((x, foot - tower * 0.4, r));
        heads.push((x + size * dice.range(-0.2, 0.2), foot - tower, r * 0.86));
        for _ in 0..4 {
            let a = dice.range(-3.0, -0.14);
            let small = r * dice.range(0.34, 0.52);
            let at = (x + a.cos() * r * 0.8, foot - tower + a.sin() * r * 0.72);
            heads.push((at.0, at.1, small));
            let a = a + dice.range(-0.8, 0.8);
            heads.push((at.0 + a.cos() * small * 0.8, at.1 + a.sin() * small * 0.8, small * 0.55));
        }
        x += size * dice.range(0.62, 0.9);
    }
    heads
}

/// Rays from above, a reef at both sides, fish that pass, bubbles.
fn underwater(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(720));
    let bright = if plan.hour == Hour::Night { 0.5 } else { 1.0 };
    let (pale, deep) = (scale(hex(0x7FE0E0), bright), scale(hex(0x06304E), bright.max(0.7)));
    stage.add(frame.soft(2, 0.0, h, 0.03, 0.0, |x, y| {
        let down = y / h;
        let net = ridge(seed, x / (u * 9.0), y / (u * 4.0) + 3.0, 3);
        let mut c = mix(pale, deep, smooth(-0.1, 0.95, down));
        c = add(
            c,
            [0.7, 1.0, 1.0],
            0.5 * smooth(0.45, 0.85, net) * smooth(0.16, 0.0, down) * bright,
        );
        let d = ((x - w * 0.5) / (w * 0.5)).hypot((y + h * 0.05) / (h * 0.4));
        c = add(c, [0.8, 1.0, 0.95], 0.36 * (-d * d).exp() * bright);
        pixel(c, 1.0)
    }));
    for n in 0..3u32 {
        let seed = plan.noise(721 + n);
        let lean = 0.24 * (n as f32 - 1.0) + 0.1 * plan.turn();
        let layer = frame.soft(4, 0.0, h * 0.9, 0.1, u * 8.0, |x, y| {
            let s = (x - y * lean) / (u * 9.0);
            let ray = smooth(0.5, 0.8, fbm(seed, s, 0.4, 3));
            [0.75, 1.0, 0.96, ray * smooth(h * 0.9, 0.0, y) * 0.22 * bright]
        });
        let phase = n as f32 * 2.0;
        stage.add(layer.light().alive(move |t| Pose {
            dx: (t * 0.4 + phase).sin() * u * 4.0,
            dy: 0.0,
            opacity: 0.6 + 0.4 * (t * 0.7 + phase).sin(),
        }));
    }
    fish(stage, plan, frame, bright);
    for n in 0..3u32 {
        let near = n as f32 / 2.0;
        let seed = plan.noise(730 + n);
        let rock = mix(scale(hex(0x3A4A5A), bright), deep, 0.6 * (1.0 - near));
        stage.add(frame.painted(h * 0.5, h, 0.2 + 0.4 * near, 0.0, |x, y| {
            let s = (x / w - 0.5).abs() * 2.0;
            let top = h * (0.93 - 0.34 * smooth(0.3 + 0.16 * near, 1.1, s) - 0.05 * (1.0 - near))
                - u * 7.0 * (fbm(seed, x / (u * 8.0), 0.4, 4) - 0.4);
            let a = smooth(0.0, u * 0.5, y - top);
            let rough = fbm(seed ^ 2, x / (u * 2.4), y / (u * 2.0), 4);
            let sand = smooth(h * 0.9, h * 0.97, y + u * 2.0 * rough);
            let c = mix(
                scale(rock, 0.6 + 0.8 * rough),
                mix(scale(hex(0xB9B48E), bright), deep, 0.4 * (1.0 - near)),
                sand,
            );
            pixel(add(c, [0.7, 1.0, 1.0], 0.12 * smooth(u * 6.0, 0.0, y - top) * bright), a)
        }));
        coral(stage, plan, frame, n, deep, bright);
    }
    let mut dice = Dice::new(plan.seed, 740);
    let list: Vec<[f32; 4]> =
        (0..34).map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.next()]).collect();
    stage.sparks(0.5, move |t, out| {
        for &[x, y, phase, size] in &list {
            let rise = (y + t * (0.04 + 0.06 * size)) % 1.1;
            let px = w * x + (t * 1.6 + phase).sin() * u * 0.8;
            let (py, r) = (h * (1.05 - rise), u * (0.3 + 0.7 * size));
            out.push(Spark::disc(px, py, r, [0.8, 0.97, 1.0], 0.32));
            out.push(Spark::disc(px - r * 0.3, py - r * 0.3, r * 0.3, [1.0; 3], 0.7));
        }
    });
}

fn coral(stage: &mut Stage, plan: &Plan, frame: Frame, n: u32, deep: Rgb, bright: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let near = n as f32 / 2.0;
    let mut dice = Dice::new(plan.seed, 735 + u64::from(n));
    let layer = frame.drawn(h * 0.5, h, 0.24 + 0.4 * near, u * 2.0, |c| {
        for _ in 0..9 {
            let side = dice.pick(&[-1.0f32, 1.0]);
            let s = dice.range(0.5, 1.02);
            let x = w * (0.5 + side * s * 0.5);
            let y = h * (0.98 - 0.3 * smooth(0.4, 1.1, s));
            let tone = mix(
                scale(
                    dice.pick(&[
                        hex(0xE8705A),
                        hex(0xF0A64A),
                        hex(0xC96AA8),
                        hex(0xE9D27A),
                        hex(0x6AC0A0),
                    ]),
                    bright,
                ),
                deep,
                0.55 * (1.0 - near),
            );
            let size = u * dice.range(5.0, 9.0) * (0.5 + 0.7 * near);
            if dice.next() < 0.5 {
                for k in 0..7 {
                    let a = -std::f32::consts::FRAC_PI_2 + (k as f32 - 3.0) * 0.26;
                    let tip = (x + a.cos() * size, y + a.sin() * size);
                    if let Some(path) =
                        curve((x, y), &[((x + a.cos() * size * 0.3, y - size * 0.5), tip)])
                    {
                        c.line(&path, size * 0.14, ink(tone, 1.0));
                    }
                    if let Some(path) = oval(tip.0, tip.1, size * 0.1, size * 0.1) {
                        c.fill(&path, ink(add(tone, [1.0; 3], 0.12), 1.0));
                    }
                }
            } else {
                for k in 0..9 {
                    let lean = (k as f32 - 4.0) * size * 0.16;
                    let root = (x + lean * 0.5, y + size * 0.2);
                    if let Some(path) = blade(
                        root,
                        (x + lean, y - size * dice.range(1.0, 2.0)),
                        size * 0.12,
                        size * 0.2,
                    ) {
                        c.fill(&path, ink(mix(tone, scale(hex(0x3A8A5A), bright), 0.7), 0.95));
                    }
                }
            }
        }
    });
    let phase = near * 3.0;
    stage.add(layer.alive(move |t| Pose::moved((t * 0.8 + phase).sin() * u * 0.5, 0.0)).rippling(
        u * 0.6,
        u * 22.0,
        0.2,
    ));
}

/// Two shoals, each fish a body and a tail.
fn fish(stage: &mut Stage, plan: &Plan, frame: Frame, bright: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 745);
    let list: Vec<_> = (0..26)
        .map(|k| {
            let color = if k % 3 == 0 { hex(0xF5B04A) } else { hex(0xCFE9F0) };
            (
                dice.next(),
                dice.range(0.16, 0.6),
                dice.next() * 6.3,
                dice.range(0.7, 1.5),
                scale(color, bright),
                if k % 2 == 0 { 1.0f32 } else { -1.0 },
            )
        })
        .collect();
    stage.sparks(0.2, move |t, out| {
        for &(x, y, phase, size, color, way) in &list {
            let px = (x * w * 1.3 + way * t * u * (1.6 + size)).rem_euclid(w * 1.3) - w * 0.15;
            let py = h * y + (t * 0.9 + phase).sin() * u * 1.4;
            let r = u * 1.3 * size;
            let tail = (t * 6.0 + phase).sin() * 0.35;
            out.push(
                Spark::disc(px - way * r * 1.25, py, r * 0.62, color, 0.75)
                    .shaped(0.5, 1.57 + tail),
            );
            out.push(Spark::disc(px, py, r, color, 0.92).shaped(0.44, 0.0));
            out.push(Spark::disc(
                px + way * r * 0.6,
                py - r * 0.1,
                r * 0.1,
                [0.05, 0.06, 0.08],
                0.9,
            ));
        }
    });
}

/// The earth below, stars, a band of light, a shooting star.
fn space(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(750));
    stage.add(frame.soft(2, 0.0, h, 0.02, 0.0, |x, y| {
        let s = (x / w - 0.5) * 0.8 + (y / h - 0.4) * plan.turn();
        let gas = fbm(seed, x / (u * 17.0), y / (u * 17.0), 5);
        let band = (-(s / 0.26).powi(2)).exp();
        let mut c = mix([0.016, 0.02, 0.06], [0.05, 0.04, 0.13], gas);
        c = add(c, [0.36, 0.26, 0.56], band * smooth(0.4, 0.8, gas) * 0.8);
        c = add(
            c,
            [0.7, 0.4, 0.46],
            band * smooth(0.6, 0.9, fbm(seed ^ 2, x / (u * 9.0), y / (u * 9.0), 4)) * 0.6,
        );
        pixel(c, 1.0)
    }));
    sky::stars(stage, plan, frame, h * 1.3, 320);
    // The earth fills the lower edge.
    let (cx, cy, r) = (w / 2.0, h * 1.5, h * 0.78);
    let layer = frame.painted(h * 0.66, h, 0.12, u * 3.0, |x, y| {
        let (dx, dy) = ((x - cx) / r, (y - cy) / r);
        let d = dx.hypot(dy);
        let a = smooth(1.0, 0.998, d);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let z = (1.0 - d * d).max(0.0).sqrt();
        let (gx, gy) = (dx / (0.4 + z), dy / (0.4 + z));
        let land = fbm(seed ^ 5, gx * 5.0 + 2.0, gy * 5.0, 5);
        let cloud = fbm(seed ^ 6, gx * 8.0 + land, gy * 5.0, 5);
        let sea = mix(hex(0x0E3A78), hex(0x2F7AB8), z * 1.4);
        let ground = mix(hex(0x4A7A3A), hex(0xB99A5A), fbm(seed ^ 7, gx * 11.0, gy * 11.0, 3));
        let mut c = mix(sea, ground, smooth(0.52, 0.56, land));
        c = mix(c, [0.96, 0.97, 1.0], smooth(0.5, 0.72, cloud) * 0.9);
        c = scale(c, 0.34 + 0.8 * z.powf(0.6));
        c = mix(c, [0.5, 0.78, 1.0], smooth(0.9, 1.0, d) * 0.75);
        pixel(c, a)
    });
    stage.add(layer.alive(move |t| Pose::moved(u * 0.3 * (t - 5.0), 0.0)));
    let glow = frame.soft(3, h * 0.5, h * 0.86, 0.12, 0.0, |x, y| {
        let d = ((x - cx) / r).hypot((y - cy) / r);
        [0.36, 0.66, 1.0, (-(d - 1.0).max(0.0) * 26.0).exp() * smooth(0.997, 1.004, d) * 0.8]
    });
    stage.add(glow.light());
    let (mx, my, mr) = (w * (0.5 + 0.3 * plan.turn()), h * 0.16, u * 5.6);
    stage.add(frame.painted(my - mr - 2.0, my + mr + 2.0, 0.06, 0.0, |x, y| {
        let (dx, dy) = ((x - mx) / mr, (y - my) / mr);
        let d = dx.hypot(dy);
        let z = (1.0 - d * d).max(0.0).sqrt();
        let sea = smooth(0.48, 0.62, fbm(seed ^ 9, dx * 1.9, dy * 1.9, 4));
        let light = (0.3 + 0.8 * (z * 0.6 - dx * 0.5 * plan.turn() - dy * 0.3)).clamp(0.06, 1.0);
        pixel(scale(mix(hex(0xE3E0D6), hex(0x9A988E), sea), light), smooth(1.0, 0.96, d))
    }));
    let begun = 2.0 + (plan.seed % 4) as f32;
    stage.sparks(0.04, move |t, out| {
        let s = (t - begun) / 1.1;
        if (0.0..1.0).contains(&s) {
            for k in 0..14 {
                let s = s - k as f32 * 0.016;
                let (x, y) = (w * (0.1 + 0.7 * s), h * (0.1 + 0.16 * s));
                out.push(Spark::glow(
                    x,
                    y,
                    u * (1.0 - 0.05 * k as f32),
                    [0.9, 0.95, 1.0],
                    0.8 - 0.055 * k as f32,
                ));
            }
        }
    });
}
