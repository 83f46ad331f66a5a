//! Fields: wheat that the wind runs through, sunflowers.

use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm},
    shapes::{blade, curve, ink, oval},
};
use crate::parts::{daylight::lit, sky};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// A golden field, and stalks with ears before it.
pub fn wheat(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(150));
    let (dark, gold) = (lit(plan, hex(0x8A5F26)), lit(plan, hex(0xE3B85A)));
    let top = line + u;
    stage.add(frame.painted(top, h, 0.34, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.12 + 0.88 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near), 9.0 / near);
        let stalk = fbm(seed, x / (u * 0.5 * near.max(0.3)), y / (u * 3.2 * near.max(0.3)), 2);
        let wave = fbm(seed ^ 1, gx / 16.0, gy * 0.9, 3);
        let mut c = mix(dark, gold, (0.2 + 0.7 * stalk + 0.8 * (wave - 0.5)).clamp(0.0, 1.0));
        c = add(c, p.sun, 0.12 * smooth(0.5, 0.8, wave) * plan.daylight());
        // A track that leads away.
        let track = smooth(3.4, 2.2, (gx.abs() - 5.6).abs());
        c = mix(c, scale(dark, 0.72), track * 0.5 * smooth(0.02, 0.2, down));
        c = mix(c, p.haze, 0.5 * smooth(0.1, 0.0, down));
        pixel(scale(c, 1.0 - 0.28 * smooth(0.5, 1.0, down)), smooth(0.0, u * 0.5, y - top))
    }));
    for n in 0..3u32 {
        let mut dice = Dice::new(plan.seed, 151 + u64::from(n));
        let base = h * (0.87 + 0.07 * n as f32);
        let layer =
            frame.drawn(base - u * 22.0, h + u * 2.0, 0.5 + 0.12 * n as f32, u * 2.0, |c| {
                for _ in 0..90 {
                    let x = dice.range(-0.05, 1.05) * w;
                    let tall = u * dice.range(9.0, 15.0) * (0.8 + 0.2 * n as f32);
                    let (lean, foot) =
                        (u * dice.range(-1.5, 2.5), base + u * dice.range(4.0, 12.0));
                    let tip = (x + lean, foot - tall);
                    let tone = mix(dark, gold, dice.range(0.3, 1.0));
                    if let Some(path) = curve((x, foot), &[((x, foot - tall * 0.6), tip)]) {
                        c.line(&path, u * 0.26, ink(scale(tone, 0.82), 1.0));
                    }
                    for k in 0..5 {
                        let (ex, ey) = (tip.0 + lean * 0.05 * k as f32, tip.1 + u * 0.8 * k as f32);
                        for side in [-1.0f32, 1.0] {
                            if let Some(path) = blade(
                                (ex, ey + u * 0.4),
                                (ex + side * u * 0.7, ey - u * 0.7),
                                u * 0.26,
                                0.0,
                            ) {
                                c.fill(&path, ink(tone, 1.0));
                            }
                        }
                    }
                }
            });
        let phase = n as f32 * 1.3;
        stage.add(layer.alive(move |t| {
            Pose::moved(((t * 1.1 + phase).sin() + 0.4 * (t * 2.3).sin()) * u * 0.7, 0.0)
        }));
    }
}

pub fn sunflowers(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (dark, pale) = (lit(plan, hex(0x2F4A24)), lit(plan, hex(0x7C9A44)));
    for n in 0..7u32 {
        let near = n as f32 / 6.0;
        let mut dice = Dice::new(plan.seed, 160 + u64::from(n));
        let base = line + u * 2.0 + (h - line) * (0.04 + 0.82 * near.powf(1.5));
        let size = u * (0.7 + 4.2 * near.powf(1.3));
        let count = (w / (size * 2.1)) as usize + 6;
        let haze = 0.5 * (1.0 - near).powi(2);
        let layer = frame.drawn(
            base - size * 5.0,
            base + size * 7.0 + u,
            0.12 + 0.5 * near,
            u * 2.0,
            |c| {
                for k in 0..count {
                    let x = (k as f32 + dice.range(-0.3, 0.3)) * size * 2.1 - size * 3.0;
                    let y = base + size * dice.range(-0.9, 0.9);
                    for _ in 0..4 {
                        let (lx, ly) =
                            (x + size * dice.range(-1.5, 1.5), y + size * dice.range(1.2, 4.6));
                        let tone = mix(mix(dark, pale, dice.next()), p.haze, haze);
                        if let Some(path) =
                            blade((x, ly + size * 0.3), (lx, ly), size * 0.55, size * 0.2)
                        {
                            c.fill(&path, ink(tone, 1.0));
                        }
                    }
                    if let Some(path) = curve((x, y + size * 6.0), &[((x, y + size * 3.0), (x, y))])
                    {
                        c.line(&path, size * 0.22, ink(mix(dark, p.haze, haze), 1.0));
                    }
                    let gold = mix(
                        lit(plan, dice.pick(&[hex(0xF6BE2C), hex(0xF2A81E), hex(0xFFD24A)])),
                        p.haze,
                        haze,
                    );
                    let petals = if near > 0.4 { 18 } else { 9 };
                    for q in 0..petals {
                        let a = q as f32 * std::f32::consts::TAU / petals as f32
                            + dice.range(-0.1, 0.1);
                        let tip = (x + a.cos() * size * 1.25, y + a.sin() * size * 1.05);
                        if let Some(path) = blade((x, y), tip, size * 0.26, 0.0) {
                            c.fill(
                                &path,
                                ink(scale(gold, 0.82 + 0.2 * (a.sin() * -0.5 + 0.5)), 1.0),
                            );
                        }
                    }
                    let heart = mix(lit(plan, hex(0x4A2A14)), p.haze, haze);
                    for (r, tone) in
                        [(0.58, heart), (0.36, scale(heart, 1.5)), (0.2, scale(heart, 0.8))]
                    {
                        if let Some(path) = oval(x, y, size * r, size * r * 0.9) {
                            c.fill(&path, ink(tone, 1.0));
                        }
                    }
                }
            },
        );
        let phase = n as f32;
        stage
            .add(layer.alive(move |t| {
                Pose::moved((t * 0.8 + phase).sin() * u * (0.1 + 0.4 * near), 0.0)
            }));
    }
}
