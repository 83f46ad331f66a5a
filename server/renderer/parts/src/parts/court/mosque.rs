//! The courtyard of a mosque: an arcade of pointed arches, a dome and minarets beyond, a fountain on
//! patterned stone.

use super::{glows, ground, inside_arch, lamps};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm},
    shapes::{Canvas, Position, ink, oval},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, block, body, fall, flat, post},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

const FOOT: f32 = 0.545;

pub fn mosque(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h) = (frame.w, frame.h);
    let p = sky::add_sky(stage, plan, frame, h * 0.5, (w * (0.5 + 0.34 * plan.turn()), h * 0.3));
    let mut dice = Dice::new(plan.seed, 650);
    let stone = dice.pick(&[hex(0xEAD9BC), hex(0xE6DDD0), hex(0xDDBE98)]);
    let tile = dice.pick(&[hex(0x2A7A8A), hex(0x2F5A9A), hex(0x3A8A6A)]);
    domes(stage, plan, frame, p, (stone, tile));
    arcade(stage, plan, frame, p, (stone, tile));
    let seed = plan.noise(651);
    let (pale, dark) = (lit(plan, mix(stone, [1.0; 3], 0.35)), lit(plan, mix(stone, tile, 0.62)));
    ground(stage, frame, h * FOOT, |gx, gy, near| {
        // Eight-pointed stars: two squares, one turned, in each field.
        let (a, b) = ((gx / 16.0).rem_euclid(1.0) - 0.5, (gy / 16.0).rem_euclid(1.0) - 0.5);
        let square = a.abs().max(b.abs());
        let turned = (a + b).abs().max((a - b).abs()) * std::f32::consts::FRAC_1_SQRT_2;
        let star = square.min(turned);
        let line =
            smooth(0.025, 0.012, (star - 0.3).abs()).max(smooth(0.02, 0.01, (star - 0.17).abs()));
        let cross = smooth(0.02, 0.01, (0.5 - square).abs());
        let vein = fbm(seed, gx / 6.0, gy / 6.0, 4) - 0.5;
        let mut c = scale(pale, 0.92 + vein * 0.22);
        c = mix(c, dark, 0.85 * smooth(0.17, 0.16, star));
        c = mix(c, mix(pale, dark, 0.35), 0.7 * smooth(0.3, 0.31, star));
        c = mix(c, dark, 0.75 * line.max(cross));
        let c = mix(c, p.haze, 0.24 * smooth(0.5, 0.22, near));
        add(c, hex(0xFFC070), 0.12 * lamps(plan) * smooth(0.6, 0.24, near))
    });
    fountain(stage, plan, frame, (stone, tile));
    doves(stage, plan, frame);
}

/// A great dome between two minarets, smaller domes at its feet.
fn domes(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette, (stone, tile): (Rgb, Rgb)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let k = (w / 75.0).min(u * 1.2).min(h * 0.0092);
    let haze = |c: Rgb| mix(lit(plan, c), p.haze, 0.16);
    let (wall, dome, gold) = (haze(stone), haze(tile), haze(hex(0xE8BC4A)));
    let (x, foot) = (w * 0.5, h * 0.4);
    stage.add(frame.drawn(0.0, foot + u * 3.0, 0.06, 0.0, |c| {
        for side in [-1.0f32, 1.0] {
            minaret(c, (x + side * k * 28.0, foot), (k, h * 0.31), [wall, dome, gold]);
        }
        block(c, (x - k * 21.0, foot - k * 8.0), (k * 42.0, k * 12.0), wall);
        for side in [-1.0f32, 1.0] {
            cupola(c, (x + side * k * 16.6, foot - k * 8.0), k * 4.4, dome, gold);
        }
        block(c, (x - k * 11.6, foot - k * 13.4), (k * 23.2, k * 6.0), scale(wall, 0.95));
        for n in 0..9 {
            let at = x + k * (n as f32 - 4.0) * 2.5;
            block(
                c,
                (at - k * 0.6, foot - k * 11.8),
                (k * 1.2, k * 3.0),
                mix(scale(wall, 0.4), hex(0xFFC878), 0.6 * lamps(plan)),
            );
        }
        cupola(c, (x, foot - k * 13.4), k * 12.0, dome, gold);
    }));
}

/// A dome with ribs of light, a ball and a crescent on top.
fn cupola(c: &mut Canvas, (x, y): Position, r: f32, dome: Rgb, gold: Rgb) {
    body(
        c,
        (x - r, y),
        &[
            ((x - r * 1.16, y - r * 0.66), (x - r * 0.66, y - r * 0.98)),
            ((x - r * 0.24, y - r * 1.26), (x, y - r * 1.44)),
            ((x + r * 0.24, y - r * 1.26), (x + r * 0.66, y - r * 0.98)),
            ((x + r * 1.16, y - r * 0.66), (x + r, y)),
        ],
        (x - r, x + r),
        dome,
    );
    for s in [-0.62f32, -0.28, 0.06, 0.4, 0.7] {
        if let Some(path) = crate::paint::shapes::curve(
            (x + r * s, y),
            &[((x + r * s * 1.16, y - r * 0.8), (x, y - r * 1.4))],
        ) {
            c.line(&path, r * 0.025, ink(add(dome, [1.0; 3], 0.14), 0.7));
        }
    }
    bar(c, (x - r, y), (x + r, y), r * 0.09, gold);
    bar(c, (x, y - r * 1.4), (x, y - r * 1.72), r * 0.05, gold);
    ball(c, (x, y - r * 1.52), (r * 0.08, r * 0.08), gold);
    ball(c, (x, y - r * 1.66), (r * 0.055, r * 0.055), gold);
    let tip = (x - r * 0.12, y - r * 2.04);
    let steps = [
        ((x - r * 0.22, y - r * 1.72), (x, y - r * 1.72)),
        ((x + r * 0.22, y - r * 1.72), (x + r * 0.12, y - r * 2.04)),
        ((x + r * 0.14, y - r * 1.81), (x, y - r * 1.81)),
        ((x - r * 0.14, y - r * 1.81), tip),
    ];
    if let Some(path) = crate::paint::shapes::curve(tip, &steps) {
        c.fill(&path, ink(gold, 1.0));
    }
}

fn minaret(
    c: &mut Canvas,
    (x, foot): Position,
    (k, tall): (f32, f32),
    [wall, dome, gold]: [Rgb; 3],
) {
    let top = foot - tall;
    post(c, x, (top + tall * 0.3, foot + k * 4.0), k * 2.4, wall);
    post(c, x, (top, top + tall * 0.32), k * 1.7, wall);
    for (y, half) in [(top + tall * 0.3, 3.4f32), (top + tall * 0.02, 2.6)] {
        fall(
            c,
            &[
                (x - k * half, y),
                (x + k * half, y),
                (x + k * half * 0.7, y + k * 2.0),
                (x - k * half * 0.7, y + k * 2.0),
            ],
            (y, y + k * 2.0),
            [wall, scale(wall, 0.6)],
        );
        block(c, (x - k * half, y - k * 1.1), (k * half * 2.0, k * 1.2), scale(wall, 1.05));
        for n in 0..5 {
            block(
                c,
                (x + k * half * (n as f32 * 0.45 - 1.0), y - k * 0.9),
                (k * 0.5, k * 0.7),
                scale(wall, 0.55),
            );
        }
    }
    for y in [top + tall * 0.12, top + tall * 0.5, top + tall * 0.72] {
        block(c, (x - k * 0.6, y), (k * 1.2, k * 2.6), scale(wall, 0.4));
        bar(c, (x - k * 2.0, y + k * 4.4), (x + k * 2.0, y + k * 4.4), k * 0.5, dome);
    }
    flat(c, &[(x - k * 1.8, top), (x, top - k * 9.0), (x + k * 1.8, top)], dome);
    flat(c, &[(x, top), (x, top - k * 9.0), (x + k * 1.8, top)], scale(dome, 0.7));
    ball(c, (x, top - k * 9.0), (k * 0.6, k * 0.6), gold);
}

/// Pointed arches on slender pillars, dark behind them, lamps on chains in each.
fn arcade(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    p: sky::Palette,
    (stone, tile): (Rgb, Rgb),
) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(655));
    let (top, foot, bay) = (h * 0.375, h * FOOT, u * 14.0);
    let spring = h * 0.46;
    let (wall, blue) = (mix(lit(plan, stone), p.haze, 0.06), lit(plan, tile));
    let on = lamps(plan);
    stage.add(frame.painted(top - u * 3.0, foot + u, 0.12, 0.0, |x, y| {
        let across = (x - w / 2.0) / bay + 0.5;
        let fx = (across - across.floor() - 0.5) * bay / u;
        let battlement = (x / (u * 2.6)).fract();
        if y < top && (y < top - u * 2.2 || (battlement - 0.5).abs() > 0.26 + 0.1 * (top - y) / u) {
            return [0.0; 4];
        }
        let rough = fbm(seed, x / (u * 3.0), y / (u * 3.0), 4) - 0.5;
        let row = (y / (u * 2.4)).floor();
        let joint = smooth(0.0, 0.08, (y / (u * 2.4)).fract()).min(smooth(
            0.0,
            0.03,
            (x / (u * 6.0) + row * 0.5).fract().abs(),
        ));
        let mut c = scale(wall, 0.88 + rough * 0.22 + 0.07 * joint);
        let band = (y - top - u * 2.0) / u;
        if (0.0..2.2).contains(&band) {
            let star = ((x / u * 1.4).sin() * (band * 2.9).sin()).abs();
            c = mix(blue, wall, smooth(0.4, 0.55, star));
        }
        let arch = inside_arch(fx, (spring - y) / u, 5.2, true);
        if arch > -1.0 && arch <= 0.0 && y < spring + u * 2.0 {
            // Voussoirs of two colours.
            let turn = fx.atan2((spring - y) / u + 2.0) * 9.0;
            c = if (turn.floor() as i32) & 1 == 0 {
                scale(wall, 1.04)
            } else {
                mix(wall, blue, 0.6)
            };
        } else if arch > 0.0 {
            let deep = scale(wall, 0.22 + 0.12 * smooth(spring - u * 6.0, foot, y));
            let lamp = (-(fx.powi(2) + ((y - spring) / u).powi(2)) / 22.0).exp() * on;
            c = add(deep, hex(0xFFA850), 0.75 * lamp);
            c = mix(scale(wall, 0.6), c, smooth(0.0, 0.7, arch));
        }
        let pillar = 7.0 - fx.abs();
        if arch <= 0.0 && pillar < 1.8 && y > spring {
            c = scale(c, 0.66 + 0.5 * (1.0 - (pillar / 1.8).powi(2)).max(0.0).sqrt());
        }
        pixel(scale(c, 1.0 - 0.25 * smooth(foot - u * 3.0, foot, y)), 1.0)
    }));
    let mut list = Vec::new();
    let reach = (w * 0.5 / bay).ceil() as i32;
    for n in -reach..=reach {
        list.push((w * 0.5 + bay * n as f32, spring - u * 0.6, 1.0));
    }
    stage.add(frame.drawn(spring - u * 8.0, spring + u * 2.0, 0.125, 0.0, |c| {
        for &(x, y, _) in &list {
            bar(c, (x, y - u * 6.0), (x, y - u), u * 0.14, hex(0x3A2A1E));
            ball(c, (x, y), (u * 0.9, u * 1.2), mix(lit(plan, hex(0xC9A45A)), hex(0xFFE2A0), on));
        }
    }));
    glows(stage, plan, frame, 0.125, list);
}

/// A basin of eight sides with a bowl on a stem, water that falls.
fn fountain(stage: &mut Stage, plan: &Plan, frame: Frame, (stone, tile): (Rgb, Rgb)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, foot) = (w * 0.5, h * 0.655);
    let (wall, blue) = (lit(plan, mix(stone, [1.0; 3], 0.2)), lit(plan, tile));
    let water = mix(lit(plan, hex(0x7ABAC8)), sky::palette(plan.hour).sky[2].1, 0.4);
    let half = u * 16.0;
    stage.add(frame.drawn(foot - u * 22.0, foot + u * 3.0, 0.4, 0.0, |c| {
        shadow(c, (x, foot), half * 1.15, u * 1.6);
        ball(c, (x, foot - u * 6.0), (half * 0.96, u * 3.0), scale(wall, 0.8));
        ball(c, (x, foot - u * 5.7), (half * 0.88, u * 2.4), water);
        post(c, x, (foot - u * 14.0, foot - u * 4.6), u * 1.5, wall);
        body(
            c,
            (x - u * 6.6, foot - u * 15.4),
            &[
                ((x - u * 5.0, foot - u * 11.4), (x, foot - u * 11.2)),
                ((x + u * 5.0, foot - u * 11.4), (x + u * 6.6, foot - u * 15.4)),
            ],
            (x - u * 6.6, x + u * 6.6),
            wall,
        );
        ball(c, (x, foot - u * 15.4), (u * 6.6, u * 1.4), scale(wall, 0.86));
        ball(c, (x, foot - u * 15.2), (u * 5.7, u * 1.0), water);
        post(c, x, (foot - u * 18.4, foot - u * 15.2), u * 0.6, wall);
        ball(c, (x, foot - u * 18.6), (u * 1.1, u * 1.2), wall);
        // The front of the basin: panels of tile.
        for n in 0..4 {
            let (a, b) = ([-1.0f32, -0.62, 0.0, 0.62][n], [-0.62f32, 0.0, 0.62, 1.0][n]);
            let drop = |s: f32| foot - u * 5.8 + u * 2.6 * (1.0 - s * s).max(0.0).sqrt();
            let shade = [0.74f32, 1.0, 0.92, 0.62][n];
            let corner = |s: f32, dy: f32| (x + half * s, drop(s) + dy);
            flat(
                c,
                &[corner(a, 0.0), corner(b, 0.0), corner(b, u * 4.4), corner(a, u * 4.4)],
                scale(wall, shade),
            );
            flat(
                c,
                &[
                    corner(a + 0.05, u * 1.2),
                    corner(b - 0.05, u * 1.2),
                    corner(b - 0.05, u * 3.4),
                    corner(a + 0.05, u * 3.4),
                ],
                scale(blue, shade),
            );
            for k in 0..5 {
                let s = a + (b - a) * (k as f32 + 0.5) / 5.0;
                ball(
                    c,
                    (x + half * s, drop(s) + u * 2.3),
                    (u * 0.7, u * 0.7),
                    scale(mix(wall, hex(0xE8C46A), 0.4), shade),
                );
            }
        }
        if let Some(path) = oval(x, foot - u * 6.0, half * 0.97, u * 3.0) {
            c.line(&path, u * 0.5, ink(add(wall, [1.0; 3], 0.1), 0.9));
        }
    }));
    let drop = mix([1.0; 3], water, 0.25);
    let bright = plan.daylight().max(0.5);
    stage.sparks(0.41, move |t, out| {
        for n in 0..56 {
            let s = (t * 0.9 + n as f32 * 0.137).fract();
            let a = n as f32 * 2.4;
            // From the tip into the bowl, and over its edge into the basin.
            let (from, reach, fall) = if n % 2 == 0 { (18.8, 4.6, 4.0) } else { (15.0, 3.0, 9.4) };
            let start = if n % 2 == 0 { 0.0 } else { 5.8 };
            let px = x + a.cos() * u * (start + reach * s);
            let py = foot
                - u * (from - fall * s * s
                    + if n % 2 == 0 { 2.4 * s * (1.0 - s) * 2.0 } else { 0.0 })
                + a.sin() * u * 0.6;
            out.push(Spark::disc(px, py, u * 0.42, drop, 0.75 * bright).shaped(0.4, 1.57));
        }
    });
}

fn doves(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let white = lit(plan, hex(0xF6F2EA));
    let mut dice = Dice::new(plan.seed, 658);
    let list: Vec<[f32; 3]> =
        (0..7).map(|_| [dice.next(), dice.next(), dice.next() * 6.3]).collect();
    stage.sparks(0.2, move |t, out| {
        for &[x, y, phase] in &list {
            let px = w * ((x + t * 0.018) % 1.1 - 0.05) + (t * 0.5 + phase).sin() * u * 2.0;
            let py = h * (0.1 + 0.22 * y) + (t * 0.7 + phase).cos() * u * 1.4;
            let flap = 0.4 + 0.5 * (t * 6.0 + phase).sin();
            for side in [-1.0f32, 1.0] {
                out.push(
                    Spark::disc(px + side * u * 0.7, py - u * 0.4 * flap, u * 0.8, white, 0.9)
                        .shaped(0.26, side * flap * -0.8),
                );
            }
            out.push(Spark::disc(px, py, u * 0.6, white, 0.95).shaped(0.5, 0.1));
        }
    });
}
