//! The top of a mountain: clouds below, rock underfoot with a little snow, a cairn.

use super::{daylight::lit, props::shadow, sky};
use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, ridge, value},
    shapes::{Canvas, Position, blade, curve, ink, polygon},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};
use evernear_rules::story::Hour;

/// Clouds that fill the valleys, from far to near.
pub fn clouds(stage: &mut Stage, plan: &Plan, frame: Frame, sun: Position, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let night = plan.hour == Hour::Night;
    for n in 0..3u32 {
        let seed = plan.noise(480 + n);
        let near = n as f32 / 2.0;
        let (base, size) = (h * (0.6 + 0.075 * n as f32), u * (5.0 + 5.0 * near));
        let speed = 0.3 + 0.4 * near;
        let (pale, deep) = if night {
            (scale(p.cloud.0, 1.15), scale(p.cloud.1, 1.2))
        } else {
            (mix(p.cloud.0, [1.0; 3], 0.25), mix(p.cloud.1, p.haze, 0.35))
        };
        let from = if sun.0 > w / 2.0 { 1.0 } else { -1.0 };
        let billow = move |x: f32, y: f32| {
            fbm(seed, x / size, y / (size * 0.62), 4) + 0.4 * value(seed ^ 1, x / (size * 3.0), 0.5)
        };
        let low = h * (0.8 + 0.1 * near);
        let layer =
            frame.soft(2, base - size * 2.0, low, 0.22 + 0.12 * near, u * speed * 6.0, |x, y| {
                let body = billow(x, y);
                let top = base - size * 1.7 * (body - 0.55);
                let a = smooth(-size * 0.12, size * 0.3, y - top);
                if a <= 0.0 {
                    return [0.0; 4];
                }
                let turned = body - billow(x + from * size * 0.16, y - size * 0.14);
                let down = smooth(0.0, size * 2.6, y - top);
                let light = (0.6 + turned * 4.4 - 0.42 * down).clamp(0.0, 1.0);
                let c = mix(deep, pale, light);
                pixel(mix(c, p.haze, 0.35 * (1.0 - near)), a * 0.97)
            });
        let way = if plan.seed & 2 == 0 { 1.0 } else { -1.0 };
        stage.add(layer.alive(move |t| Pose::moved(way * u * speed * (t - 5.0), 0.0)));
    }
}

/// How high the rock stands at `x`: higher at the cairn's side.
fn edge(plan: &Plan, frame: Frame, x: f32) -> f32 {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(485));
    let aside = smooth(0.08, 0.46, (x / w - 0.5) * plan.turn());
    h * 0.84 - u * (24.0 * aside + 5.0 * (ridge(seed, x / (u * 13.0), 0.4, 3) - 0.5))
}

/// The rock that people stand on, and the cairn.
pub fn rock(stage: &mut Stage, plan: &Plan, frame: Frame, sun: Position, p: sky::Palette) {
    let (w, h, u, seed, dim) = (frame.w, frame.h, frame.u, plan.noise(486), plan.daylight());
    let (stone, dark) = (lit(plan, hex(0xA29A94)), lit(plan, hex(0x4C4A54)));
    let from = if sun.0 > w / 2.0 { 1.0 } else { -1.0 };
    // Slabs lie over one another: steps in one direction, broken by cracks.
    let slab = |x: f32, y: f32| {
        let bend = fbm(seed, x / (u * 16.0), y / (u * 16.0), 3) * 2.2;
        let layer = (y + x * 0.22) / (u * 4.2) + bend;
        let broken = value(seed ^ 2, (x / (u * 6.0) + layer.floor() * 7.3).floor(), layer.floor());
        (layer.fract() * 0.5 + broken * 0.5, layer.fract(), broken)
    };
    stage.add(frame.painted(h * 0.84 - u * 30.0, h, 0.5, 0.0, |x, y| {
        let top = edge(plan, frame, x);
        let inside = (y - top + 0.5).clamp(0.0, 1.0);
        if inside <= 0.0 {
            return [0.0; 4];
        }
        let (_, across, broken) = slab(x, y);
        let rough = fbm(seed ^ 3, x / (u * 1.1), y / (u * 0.8), 3) - 0.5;
        let relief = fbm(seed ^ 4, x / (u * 5.0), y / (u * 3.0), 3);
        let turned = relief - fbm(seed ^ 4, (x + from * u) / (u * 5.0), (y - u) / (u * 3.0), 3);
        let face = 0.45 + 0.3 * (broken - 0.5) + turned * 2.2 + rough * 0.5;
        let mut c = mix(dark, stone, face.clamp(0.0, 1.0));
        // The upper edge of a slab catches the light, below its lower edge is shade.
        let sharp = smooth(0.36, 0.6, fbm(seed ^ 7, x / (u * 7.0), y / (u * 4.0), 2));
        c = add(c, p.sun, 0.2 * sharp * smooth(0.16, 0.02, across) * dim);
        c = scale(c, 1.0 - 0.5 * sharp * smooth(0.86, 1.0, across));
        let lichen = smooth(0.62, 0.7, fbm(seed ^ 5, x / (u * 2.0), y / (u * 1.6), 3));
        c = mix(c, lit(plan, hex(0xA8A468)), lichen * 0.35);
        let snow = smooth(0.58, 0.64, fbm(seed ^ 6, x / (u * 9.0), y / (u * 3.4), 3) + rough * 0.1);
        let white = mix(mix(p.sky[1].1, [0.86, 0.89, 0.96], 0.6), [1.0, 0.98, 0.95], face);
        c = mix(c, scale(white, dim.max(0.4)), snow * 0.9);
        c = add(c, p.sun, 0.22 * smooth(u * 1.4, 0.0, y - top) * dim);
        pixel(scale(c, 1.0 - 0.28 * smooth(h * 0.88, h, y)), inside)
    }));
    stage.add(frame.drawn(h * 0.4, h, 0.5, 0.0, |c| {
        let x = w * 0.5 + plan.turn() * (w * 0.39).min(u * 46.0);
        cairn(c, plan, (x, edge(plan, frame, x) + u * 4.0), (u, from));
        tufts(c, plan, frame);
    }));
}

/// Flat stones heaped on one another, the smallest on top.
fn cairn(c: &mut Canvas, plan: &Plan, (x, foot): Position, (u, from): (f32, f32)) {
    let mut dice = Dice::new(plan.seed, 488);
    let stone = lit(plan, hex(0xA89E94));
    shadow(c, (x - from * u * 3.0, foot + u * 0.4), u * 11.0, u * 1.3);
    let mut low = foot;
    for level in 0..9 {
        let part = level as f32 / 9.0;
        let reach = u * (9.0 * (1.0 - part).powf(0.8) + 1.3);
        let tall = u * (3.4 - 1.2 * part) * dice.range(0.85, 1.1);
        let count = [4, 3, 3, 2, 2, 2, 1, 1, 1][level];
        for k in 0..count {
            let half = reach / count as f32 * dice.range(1.2, 1.4);
            let mx = x
                + reach * ((k as f32 + 0.5) / count as f32 * 2.0 - 1.0)
                + u * dice.range(-0.4, 0.4);
            let outline: Vec<_> = (0..9)
                .map(|i| {
                    let a = i as f32 * std::f32::consts::TAU / 9.0;
                    let r = dice.range(0.86, 1.08);
                    // Blunt at both ends.
                    let (s, t) = (a.cos(), a.sin());
                    let px = s.abs().powf(0.6) * s.signum();
                    let py = t.abs().powf(0.7) * t.signum();
                    (mx + px * half * r, low - tall * 0.5 + py * tall * 0.56 * r)
                })
                .collect();
            let tone = scale(stone, dice.range(0.74, 1.04));
            if let Some(path) = polygon(&outline) {
                c.fade(
                    &path,
                    (mx + from * half * 0.8, low - tall),
                    (mx - from * half * 0.8, low),
                    &[
                        (0.0, ink(add(tone, [1.0, 0.95, 0.85], 0.14), 1.0)),
                        (0.5, ink(tone, 1.0)),
                        (1.0, ink(scale(tone, 0.42), 1.0)),
                    ],
                );
            }
            for _ in 0..4 {
                let (sx, sy) =
                    (mx + half * dice.range(-0.6, 0.5), low - tall * dice.range(0.2, 0.8));
                let to = (sx + half * dice.range(0.1, 0.4), sy + tall * dice.range(-0.1, 0.12));
                let bend = (f32::midpoint(sx, to.0), sy + tall * 0.06);
                if let Some(path) = curve((sx, sy), &[(bend, to)]) {
                    c.line(&path, u * 0.14, ink(scale(tone, 0.5), 0.6));
                }
            }
        }
        low -= tall * 0.86;
    }
}

/// Dry grass in the cracks of the rock.
fn tufts(c: &mut Canvas, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 489);
    let straw = lit(plan, hex(0x9A8E5C));
    for _ in 0..9 {
        let x = dice.range(0.0, 1.0) * w;
        let y = (edge(plan, frame, x) + u * dice.range(2.0, 16.0)).min(h * 0.99);
        for _ in 0..13 {
            let root = (x + u * dice.range(-0.8, 0.8), y);
            let tip = (root.0 + u * dice.range(-1.8, 1.8), y - u * dice.range(1.2, 3.0));
            if let Some(path) = blade(root, tip, u * 0.16, u * 0.3) {
                c.fill(&path, ink(scale(straw, dice.range(0.6, 1.1)), 1.0));
            }
        }
    }
}
