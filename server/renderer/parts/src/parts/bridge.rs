//! On a stone bridge: its parapets before and behind people, the river, an older bridge upstream that
//! lies mirrored in it, trees on both banks.

use evernear_rules::story::{Hour, Weather};

use super::{
    backdrop,
    daylight::lit,
    forms::{bar, bent, block, flat},
    props::shadow,
    sky, weather,
};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, ramp, scale, smooth},
    noise::{Dice, fbm, ridge, value},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// Where things are, and of what stone.
#[derive(Clone, Copy)]
struct View {
    /// The water's edge under the far bridge.
    line: f32,
    stone: Rgb,
    /// From the middle of one arch to the next, in units.
    arch: f32,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let line = h * 0.47;
    let mut dice = Dice::new(plan.seed, 720);
    let stone = dice.pick(&[hex(0xB8A284), hex(0xA8A29A), hex(0xB58A6C)]);
    let view = View { line, stone: lit(plan, stone), arch: dice.range(15.0, 18.0) };
    let low = matches!(plan.hour, Hour::Sunset | Hour::Dawn);
    let sun = (w * (0.5 + 0.2 * plan.turn()), line - u * if low { 21.0 } else { 30.0 });
    let p = sky::add_sky(stage, plan, frame, line, sun);
    backdrop::hills(stage, plan, frame, line - u * 2.0, p, 1);
    river(stage, plan, frame, view, sun.0, p);
    arches(stage, plan, frame, view, p);
    banks(stage, plan, frame, view, p);
    weather::add(stage, plan, frame);
    deck(stage, plan, frame, view);
    parapet(stage, plan, frame, view, (h * 0.69, h * 0.8, 0.46));
    lamps(stage, plan, frame);
    parapet(stage, plan, frame, view, (h * 0.855, h + u * 4.0, 0.64));
}

/// How far the top of the far bridge is above the water, at this many units from its middle.
fn crown(s: f32) -> f32 {
    11.5 - 0.0024 * s * s
}

/// Whether the stone of the far bridge is here, and how near to the ring of an arch.
fn masonry(view: View, s: f32, up: f32) -> (f32, f32) {
    let pitch = view.arch;
    let at = (s / pitch + 0.5).floor();
    let (off, reach) = (s - at * pitch, pitch * 0.4);
    let tall = (crown(at * pitch) - 2.6).max(1.0);
    let d = (off / reach).hypot(up / tall);
    let below = smooth(-0.1, 0.15, crown(s) - up);
    (below * smooth(0.98, 1.01, d), smooth(1.22, 1.1, d))
}

/// The far bridge's stones at a place, without its shade.
fn stones(seed: u32, s: f32, up: f32, ring: f32) -> f32 {
    let row = (up / 1.1).floor();
    let block = (s / 2.3 + row * 0.5).floor();
    let joint = smooth(0.0, 0.14, (up / 1.1).fract())
        * smooth(0.0, 0.07, (s / 2.3 + row * 0.5).rem_euclid(1.0));
    let own = value(seed, block * 3.3, row * 5.7);
    let grit = fbm(seed ^ 1, s * 1.3, up * 1.6, 3) - 0.5;
    (0.68 + 0.3 * own + 0.36 * grit) * (0.8 + 0.2 * joint) * (1.0 + 0.16 * ring)
}

fn arches(stage: &mut Stage, plan: &Plan, frame: Frame, view: View, p: sky::Palette) {
    let (w, u, seed, line) = (frame.w, frame.u, plan.noise(721), view.line);
    let tone = view.stone;
    let (snowy, white) =
        (plan.weather == Weather::Snow, scale([0.94, 0.96, 0.99], plan.daylight().max(0.4)));
    stage.add(frame.painted(line - u * 14.0, line + u * 1.0, 0.16, 0.0, |x, y| {
        let (s, up) = ((x - w / 2.0) / u, (line - y) / u);
        let (a, ring) = masonry(view, s, up);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let mut c = scale(tone, stones(seed, s, up, ring));
        let cap = crown(s) - up;
        c = scale(c, 1.0 - 0.42 * smooth(0.5, 0.2, (cap - 1.7).abs()));
        c = add(c, p.sun, 0.14 * smooth(1.2, 0.2, cap) * plan.daylight());
        c = mix(c, scale(mix(tone, hex(0x3A4A2E), 0.5), 0.5), smooth(2.2, 0.0, up) * 0.8);
        if snowy {
            c = mix(c, white, smooth(0.9, 0.5, cap));
        }
        pixel(mix(c, p.haze, 0.2), a * smooth(-1.0, 0.0, up))
    }));
}

/// Water that mirrors the sky, the arches and the trees of the banks.
fn river(stage: &mut Stage, plan: &Plan, frame: Frame, view: View, sun: f32, p: sky::Palette) {
    let (w, h, u, seed, line) = (frame.w, frame.h, frame.u, plan.noise(722), view.line);
    let dark = lit(plan, plan.foliage().0);
    let stone = view.stone;
    stage.add(frame.painted(line - u, h * 0.82, 0.18, 0.0, |x, y| {
        let d = (y - line) / u;
        let down = (d / ((h * 0.8 - line) / u)).clamp(0.0, 1.0);
        let near = 0.16 + down;
        let wave = ridge(seed, (x - w / 2.0) / (u * 12.0 * near), near.ln() * 8.0, 3) - 0.4;
        let s = (x - w / 2.0) / u + wave * 2.6 * (0.3 + down);
        let up = d * 0.92 + wave * 1.6 * near;
        let mut c = scale(ramp(&p.sky, 1.0 - down * 0.8), 0.86);
        let (a, ring) = masonry(view, s, up.max(0.0));
        c = mix(c, scale(stone, 0.5 + 0.1 * ring), a * 0.86);
        // The crowns of the banks darken the water at both sides.
        let side = (s.abs() * u / (w * 0.5)).min(1.4);
        let wood = smooth(
            0.34 + 0.5 * down,
            0.62 + 0.5 * down,
            side + (fbm(seed ^ 3, x / (u * 5.0), d / 9.0, 3) - 0.5) * 0.3,
        );
        c = mix(c, scale(dark, 0.62), wood * 0.75);
        c = add(c, p.sun, 0.16 * smooth(0.2, 0.5, wave) * (1.0 - 0.6 * wood) * plan.daylight());
        let path = smooth(u * (4.0 + 9.0 * down), 0.0, (x - sun).abs());
        c = add(c, p.sun, 0.42 * path * smooth(0.05, 0.45, wave) * (1.0 - a));
        pixel(mix(c, p.haze, 0.25 * (1.0 - down)), smooth(0.0, 0.5, d + 0.5))
    }));
    let glints = Dice::new(plan.seed, 723);
    let list: Vec<[f32; 3]> = (0..44)
        .scan(glints, |dice, _| Some([dice.range(-1.0, 1.0), dice.next(), dice.next() * 6.3]))
        .collect();
    let strong = plan.daylight() * 0.8;
    stage.sparks(0.19, move |t, out| {
        for &[s, k, phase] in &list {
            let y = line + u * 2.0 + (h * 0.68 - line) * k;
            let x = sun + s * (u * 5.0 + w * 0.24 * k) + (t * 0.6 + phase).sin() * u;
            let on = (t * 1.6 + phase).sin().max(0.0) * strong;
            out.push(Spark::glow(x, y, u * (0.6 + 1.4 * k), p.sun, on).shaped(0.16, 0.0));
        }
    });
}

/// Slopes of grass with trees, one at each side.
fn banks(stage: &mut Stage, plan: &Plan, frame: Frame, view: View, p: sky::Palette) {
    let (w, h, u, line) = (frame.w, frame.h, frame.u, view.line);
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    let white = scale([0.93, 0.95, 0.98], plan.daylight().max(0.36));
    let snowy = if plan.weather == Weather::Snow { 0.7 } else { 0.0 };
    for (n, side) in [-1.0f32, 1.0].into_iter().enumerate() {
        let seed = plan.noise(726 + n as u32);
        let lean = if side * plan.turn() > 0.0 { 1.0 } else { 0.84 };
        let layer = frame.painted(line - u * 34.0, h * 0.8, 0.24, u * 0.6, |x, y| {
            // 0 at the frame's edge, 1 in its middle.
            let s = if side < 0.0 { x / (w * 0.5) } else { (w - x) / (w * 0.5) };
            if s > 0.8 {
                return [0.0; 4];
            }
            let rough = fbm(seed, x / (u * 6.0), 0.3, 3) - 0.5;
            let wide = 0.52 * lean + 0.12 * rough;
            let shore = line + u * 1.2 + (h * 0.3) * ((wide - s) / wide).clamp(0.0, 1.0).powf(1.5);
            let foot = shore - u * 1.5 - (shore - line) * 0.42;
            let tall = u * (27.0 * lean * (1.0 - (s / (wide * 1.14)).powi(2)).max(0.0).powf(0.85));
            let top = foot
                - tall * (0.62 + 0.5 * fbm(seed ^ 1, x / (u * 7.0), 0.7, 3))
                - u * 2.4 * fbm(seed ^ 2, x / (u * 1.9), y / (u * 2.6), 2);
            let a = smooth(-u * 0.3, u * 0.4, y - top)
                * smooth(0.0, u * 0.5, shore - y)
                * smooth(wide * 1.16, wide * 1.08, s);
            if a <= 0.0 {
                return [0.0; 4];
            }
            let clump = fbm(seed ^ 3, x / (u * 4.4), y / (u * 3.6), 3);
            let leaf = fbm(seed ^ 4, x / (u * 1.2), y / u, 2);
            let tree = smooth(u, -u, y - foot - rough * u * 3.0);
            let light = (clump * 1.3 + leaf * 0.5 - 0.52).clamp(0.0, 1.0);
            let mut c = mix(scale(dark, 0.62), pale, light);
            let turf = mix(dark, pale, 0.3 + 0.5 * leaf);
            c = mix(turf, c, tree);
            c = scale(c, 1.0 - 0.5 * smooth(u * 3.4, 0.0, (y - foot).abs()));
            c = mix(c, scale(dark, 0.4), smooth(u * 1.6, 0.0, shore - y) * 0.8);
            c = add(c, p.sun, 0.16 * light * tree * plan.daylight());
            c = mix(c, white, snowy * (light * tree + (1.0 - tree) * 0.8));
            pixel(mix(c, p.haze, 0.1 + 0.22 * smooth(0.1, 0.5, s)), a)
        });
        let phase = n as f32 * 2.0;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.6 + phase).sin() * u * 0.12, 0.0)));
    }
}

/// Setts that run across the bridge.
fn deck(stage: &mut Stage, plan: &Plan, frame: Frame, view: View) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(730));
    let top = h * 0.785;
    let tone = mix(view.stone, lit(plan, hex(0x77706A)), 0.5);
    let wet = if plan.weather == Weather::Rain { 0.24 } else { 0.0 };
    let snowy = if plan.weather == Weather::Snow { 0.7 } else { 0.0 };
    let sheen = sky::palette(plan.hour).haze;
    stage.add(frame.painted(top, h, 0.45, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let gy = (1.0 + 2.2 * down).ln() * 13.0;
        let row = gy.floor();
        let gx = (x - w / 2.0) / (u * 2.7 * (0.7 + 0.7 * down)) + row * 0.5;
        let own = value(seed, gx.floor() * 3.1, row * 7.7);
        let joint = smooth(0.0, 0.14, gx.rem_euclid(1.0)) * smooth(0.0, 0.2, gy.fract());
        let grit = fbm(seed ^ 1, x / u, y / (u * 0.7), 3) - 0.5;
        let mut c = scale(tone, (0.62 + 0.34 * own + 0.3 * grit) * (0.5 + 0.5 * joint));
        c = mix(c, sheen, wet * joint * own);
        let lying = smooth(0.3, 0.6, fbm(seed ^ 2, x / (u * 7.0), y / (u * 2.4), 3));
        c = mix(c, scale([0.93, 0.95, 0.99], plan.daylight().max(0.4)), snowy * lying);
        // The parapet's shadow.
        pixel(scale(c, 1.0 - 0.5 * smooth(0.22, 0.02, down)), 1.0)
    }));
}

/// A wall of cut stone with a coping that rises to the middle of the bridge.
fn parapet(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    view: View,
    (top, foot, depth): (f32, f32, f32),
) {
    let (w, u) = (frame.w, frame.u);
    let seed = plan.noise(732 + (depth * 100.0) as u32);
    let front = depth > 0.6;
    let size = if front { 1.35 } else { 1.0 };
    let tone = scale(view.stone, if front { 0.92 } else { 1.04 });
    let snow = scale([0.94, 0.96, 0.99], plan.daylight().max(0.4));
    let moss = lit(plan, hex(0x5C6644));
    let (snowy, wet) = (plan.weather == Weather::Snow, plan.weather == Weather::Rain);
    stage.add(frame.painted(top - u * 1.5, foot, depth, 0.0, |x, y| {
        let k = (x - w / 2.0) / (w * 0.5);
        let s = (x - w / 2.0) / (u * size);
        let worn = (fbm(seed ^ 4, x / (u * 2.4), 0.2, 3) - 0.5) * 0.5;
        let d = (y - top - u * 2.6 * k * k) / (u * size) - worn;
        let a = smooth(-0.1, 0.2, d) * smooth(0.0, u * 0.3, foot - y);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let grit = fbm(seed, x / (u * 1.1), y / u, 4) - 0.5;
        let stain = fbm(seed ^ 1, x / (u * 6.0), y / (u * 8.0), 3);
        let (long, coping) = (9.0f32, 2.6f32);
        let mut c;
        if d < coping {
            let joint = smooth(0.0, 0.02, (s / long).rem_euclid(1.0));
            let own = value(seed ^ 2, (s / long).floor() * 3.7, 0.5);
            c = scale(tone, (0.92 + 0.16 * own + 0.5 * grit) * (0.55 + 0.45 * joint));
            c = add(c, [1.0, 0.95, 0.86], 0.16 * smooth(1.1, 0.0, d) * plan.daylight());
            c = scale(c, 1.0 - 0.3 * smooth(1.7, 2.5, d));
            if snowy {
                c = mix(c, snow, smooth(1.5, 1.0, d + worn * 2.0));
            }
        } else {
            let gy = (d - coping) / 3.1;
            let row = gy.floor();
            let gx = s / 6.4 + row * 0.5 + 0.2 * value(seed ^ 5, row * 3.0, 0.5);
            let own = value(seed ^ 3, gx.floor() * 3.1, row * 5.3);
            let joint = smooth(0.0, 0.03, gx.rem_euclid(1.0)) * smooth(0.0, 0.07, gy.fract());
            let bevel = 0.1 * smooth(0.3, 0.05, gy.fract());
            c = scale(tone, (0.62 + 0.26 * own + 0.46 * grit + bevel) * (0.5 + 0.5 * joint));
            c = scale(c, 1.0 - 0.45 * smooth(1.8, 0.0, d - coping));
        }
        c = mix(c, moss, 0.42 * smooth(0.58, 0.8, stain + grit * 0.3));
        pixel(scale(c, if wet { 0.82 } else { 1.0 }), a)
    }));
}

/// A lamp of iron on each end of the far parapet.
fn lamps(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let iron = lit(plan, hex(0x2C3034));
    let on = match plan.hour {
        Hour::Day => 0.0,
        Hour::Night => 1.0,
        _ => 0.7,
    };
    let reach = (w * 0.41).min(u * 56.0);
    let spots = [-1.0f32, 1.0].map(|side| w / 2.0 + side * reach);
    let foot = h * 0.69 + u * 2.2;
    let top = foot - (h * 0.28).min(u * 30.0);
    stage.add(frame.drawn(top - u * 7.0, foot + u * 12.0, 0.47, 0.0, |c| {
        for x in spots {
            shadow(c, (x + u * 1.5 * plan.turn(), foot), u * 3.4, u * 0.5);
            block(c, (x - u * 1.8, foot - u * 2.0), (u * 3.6, u * 2.0), iron);
            bar(c, (x, foot - u), (x, top), u * 0.95, iron);
            bar(c, (x - u * 0.2, foot - u), (x - u * 0.2, top), u * 0.26, scale(iron, 1.8));
            for side in [-1.0f32, 1.0] {
                bent(
                    c,
                    (x, top + u * 6.0),
                    (x + side * u * 2.6, top + u * 4.4),
                    (x + side * u * 2.2, top + u * 1.6),
                    u * 0.4,
                    iron,
                );
            }
            let glass = mix(scale(hex(0xB8C4C8), plan.daylight()), hex(0xFFE2A0), on);
            flat(
                c,
                &[
                    (x - u * 1.3, top),
                    (x + u * 1.3, top),
                    (x + u * 2.1, top - u * 4.2),
                    (x - u * 2.1, top - u * 4.2),
                ],
                glass,
            );
            for dx in [-1.0f32, 0.0, 1.0] {
                bar(c, (x + u * 1.3 * dx, top), (x + u * 2.1 * dx, top - u * 4.2), u * 0.3, iron);
            }
            flat(
                c,
                &[(x - u * 2.7, top - u * 4.0), (x + u * 2.7, top - u * 4.0), (x, top - u * 6.8)],
                iron,
            );
        }
    }));
    stage.sparks(0.47, move |t, out| {
        for x in spots {
            let breath = on * (0.94 + 0.06 * (t * 1.3 + x).sin());
            out.push(Spark::glow(x, top - u * 2.0, u * 14.0, [1.0, 0.76, 0.42], 0.4 * breath));
            out.push(Spark::glow(x, top - u * 2.0, u * 3.4, [1.0, 0.9, 0.66], 0.7 * breath));
        }
    });
}
