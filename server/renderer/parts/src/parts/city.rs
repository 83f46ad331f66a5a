//! A city at night: towers behind towers with lit windows, traffic on a wet avenue, lamps, haze.

use super::{sky, weather};
use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, value},
        shapes::{Canvas, curve, ink, oval, polygon, rect},
    },
    stage::{
        Frame, Layer, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::{Hour, Weather};

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Night => {
            Light { from: [0.93, 0.95, 1.0], to: [1.0, 0.975, 0.95], prints: [0.97, 0.95, 0.925] }
        }
        Hour::Sunset => {
            Light { from: [1.0, 0.985, 0.98], to: [0.98, 0.95, 0.95], prints: [1.0, 0.98, 0.945] }
        }
        Hour::Dawn | Hour::Day => {
            Light { from: [0.94, 0.96, 1.0], to: [1.0, 0.985, 0.955], prints: [1.0, 0.99, 0.965] }
        }
    }
}

const LAMP: Rgb = hex(0xFFC27A);
const WINDOWS: [Rgb; 5] =
    [hex(0xFFD08A), hex(0xFFE3B0), hex(0xFFB765), hex(0xCFE0FF), hex(0xFFCBA0)];

/// One row of towers: depth, foot (part of the height), heights in units, widths, haze.
struct Row {
    depth: f32,
    foot: f32,
    tall: (f32, f32),
    wide: (f32, f32),
    haze: f32,
}

const ROWS: [Row; 4] = [
    Row { depth: 0.06, foot: 0.72, tall: (30.0, 66.0), wide: (3.4, 7.0), haze: 0.62 },
    Row { depth: 0.12, foot: 0.73, tall: (22.0, 68.0), wide: (5.0, 9.0), haze: 0.38 },
    Row { depth: 0.2, foot: 0.74, tall: (14.0, 46.0), wide: (6.5, 11.0), haze: 0.18 },
    Row { depth: 0.3, foot: 0.745, tall: (6.0, 15.0), wide: (7.0, 13.0), haze: 0.05 },
];

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (dark, p) = skyline(stage, plan, frame);
    street(stage, plan, frame, dark, p);
    traffic(stage, plan, frame);
    lamps(stage, plan, frame, dark);
    weather::add(stage, plan, frame);
    bokeh(stage, plan, frame);
}

/// The sky and the towers before it; the colour of walls in shade, and the sky's colours.
pub fn skyline(stage: &mut Stage, plan: &Plan, frame: Frame) -> (Rgb, sky::Palette) {
    let (w, h) = (frame.w, frame.h);
    let mut dice = Dice::new(plan.seed, 1);
    let sun = (w * dice.pick(&[0.18, 0.82]), h * if plan.hour == Hour::Night { 0.1 } else { 0.42 });
    let p = sky::add_sky(stage, plan, frame, h * 0.72, sun);
    let dark = match plan.hour {
        Hour::Night => hex(0x101226),
        Hour::Sunset => hex(0x2B2238),
        Hour::Dawn => hex(0x39404F),
        Hour::Day => hex(0x5C6A78),
    };
    let glow = mix(p.haze, LAMP, if plan.hour == Hour::Night { 0.34 } else { 0.1 });
    for (n, row) in ROWS.iter().enumerate() {
        towers(stage, plan, frame, (n as u64, row), dark, glow);
        haze(stage, plan, frame, (n as u32, row), glow);
    }
    (dark, p)
}

fn towers(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, row): (u64, &Row),
    dark: Rgb,
    glow: Rgb,
) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 200 + n);
    let lit = match plan.hour {
        Hour::Night => 0.42,
        Hour::Sunset => 0.34,
        Hour::Dawn => 0.16,
        Hour::Day => 0.04,
    };
    let foot = h * row.foot;
    let mut blinking: Vec<(f32, f32, f32, Rgb, f32)> = Vec::new();
    let mut beacons: Vec<(f32, f32, f32)> = Vec::new();
    let layer = frame.drawn(foot - u * (row.tall.1 + 8.0), foot + u * 3.0, row.depth, 0.0, |c| {
        let mut x = -u * 9.0;
        while x < w + u * 9.0 {
            let wide = u * dice.range(row.wide.0, row.wide.1);
            // The avenue opens the middle: towers stand higher to the sides.
            let side = ((x + wide / 2.0) / w * 2.0 - 1.0).abs().min(1.2);
            let tall =
                u * (row.tall.0 + (row.tall.1 - row.tall.0) * dice.next() * (0.35 + 0.65 * side));
            let base = mix(scale(dark, dice.range(0.8, 1.25)), glow, row.haze);
            tower(c, (x, foot, wide, tall), base, glow, row.haze, u, &mut dice, &mut beacons);
            windows(c, (x, foot, wide, tall), lit, row.haze, (u, n), &mut dice, &mut blinking);
            x += wide * dice.range(0.9, 1.35);
        }
    });
    stage.add(layer);
    let far = 1.0 - row.haze;
    stage.sparks(row.depth, move |t, out| {
        for &(x, y, r, color, phase) in &blinking {
            let on = smooth(-0.12, 0.12, (t * 0.42 + phase).sin() + 0.25);
            out.push(Spark::disc(x, y, r, color, on * far).shaped(0.75, 0.0));
        }
        for &(x, y, phase) in &beacons {
            let on = smooth(0.2, 0.9, (t * 2.1 + phase).sin());
            out.push(Spark::glow(x, y, u * 1.1, [1.0, 0.25, 0.2], on * 0.8 * far));
        }
    });
}

#[expect(clippy::too_many_arguments, reason = "one tower's facts")]
fn tower(
    c: &mut Canvas,
    (x, foot, wide, tall): (f32, f32, f32, f32),
    base: Rgb,
    glow: Rgb,
    far: f32,
    u: f32,
    dice: &mut Dice,
    beacons: &mut Vec<(f32, f32, f32)>,
) {
    let top = foot - tall;
    // Lower floors drown in the light of the street.
    let stops = [
        (0.0, ink(base, 1.0)),
        (0.55, ink(mix(base, glow, 0.08), 1.0)),
        (1.0, ink(mix(base, glow, 0.4), 1.0)),
    ];
    let mut body = vec![(x, foot + u * 3.0), (x, top)];
    match (dice.next() * 5.0) as u32 {
        0 => body.extend([
            (x + wide * 0.2, top),
            (x + wide * 0.2, top - u * 2.2),
            (x + wide * 0.8, top - u * 2.2),
            (x + wide * 0.8, top),
        ]),
        1 => body.extend([(x + wide * 0.5, top - u * 3.4)]),
        2 => body.extend([(x, top - u * 2.0)]),
        _ => {}
    }
    body.extend([(x + wide, top), (x + wide, foot + u * 3.0)]);
    if let Some(path) = polygon(&body) {
        c.fade(&path, (0.0, top), (0.0, foot), &stops);
    }
    // One side is turned away from the light.
    if let Some(path) = rect(x + wide * 0.74, top, wide * 0.26, tall + u * 3.0) {
        c.fill(&path, ink(scale(base, 0.6), 0.5));
    }
    if dice.next() < 0.3 && far < 0.6 {
        let mast = top - u * dice.range(2.5, 5.5);
        if let Some(path) = rect(x + wide / 2.0 - u * 0.08, mast, u * 0.16, top - mast + u) {
            c.fill(&path, ink(base, 1.0));
        }
        beacons.push((x + wide / 2.0, mast, dice.next() * 6.3));
    }
}

fn windows(
    c: &mut Canvas,
    (x, foot, wide, tall): (f32, f32, f32, f32),
    lit: f32,
    far: f32,
    (u, n): (f32, u64),
    dice: &mut Dice,
    blinking: &mut Vec<(f32, f32, f32, Rgb, f32)>,
) {
    let cell = u * (0.72 + 0.2 * n as f32);
    let (cols, rows) = ((wide / cell - 0.6) as usize, (tall / (cell * 1.35) - 0.8) as usize);
    let style = dice.next();
    let own = dice.pick(&WINDOWS);
    let (dx, dy) = (wide / (cols.max(1) as f32), cell * 1.35);
    for r in 0..rows {
        // Whole floors stay on where people clean or work late.
        let floor = dice.next();
        for k in 0..cols {
            let on = dice.next() < if floor < 0.07 { 0.85 } else { lit * (0.35 + 1.1 * style) };
            let hue = dice.next();
            let color = mix(own, WINDOWS[(hue * 4.99) as usize], 0.5);
            let (wx, wy) = (x + (k as f32 + 0.22) * dx, foot - tall + (r as f32 + 0.6) * dy);
            if on && dice.next() < 0.09 {
                blinking.push((
                    wx + dx * 0.28,
                    wy + dy * 0.25,
                    dx * 0.32,
                    color,
                    dice.next() * 6.3,
                ));
            } else if on {
                let bright = dice.range(0.45, 1.0) * (1.0 - far * 0.75);
                if let Some(path) = rect(wx, wy, dx * 0.56, dy * 0.52) {
                    c.fill(&path, ink(color, bright));
                }
            } else if n > 1
                && let Some(path) = rect(wx, wy, dx * 0.56, dy * 0.52)
            {
                c.fill(&path, ink([0.45, 0.55, 0.7], 0.07));
            }
        }
    }
}

fn haze(stage: &mut Stage, plan: &Plan, frame: Frame, (n, row): (u32, &Row), glow: Rgb) {
    let (u, h, seed) = (frame.u, frame.h, plan.noise(30 + n));
    let top = h * row.foot - u * (26.0 - 5.0 * n as f32);
    let thick = if plan.weather == Weather::Mist { 0.75 } else { 0.4 };
    let layer = frame.soft(3, top, h * row.foot + u * 3.0, row.depth + 0.03, u * 6.0, |x, y| {
        let rise = smooth(top, h * row.foot, y);
        let body = fbm(seed, x / (u * 20.0), y / (u * 8.0), 3);
        pixel(glow, rise * rise * thick * (0.45 + 0.9 * body).min(1.0))
    });
    stage.add(layer.alive(move |t| Pose::moved(u * 0.6 * (t - 5.0), 0.0)));
}

/// The wet avenue with the lights of the city lying on it in long trembling streaks.
fn street(stage: &mut Stage, plan: &Plan, frame: Frame, dark: Rgb, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(5));
    let top = h * 0.745;
    let lamp = if plan.hour == Hour::Day { 0.15 } else { 1.0 };
    let stone = add(
        mix(scale(dark, 1.1), p.haze, 0.12),
        LAMP,
        if plan.hour == Hour::Day { 0.0 } else { 0.05 },
    );
    stage.add(
        frame
            .painted(top, h, 0.42, u * 2.0, |x, y| {
                let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
                // Place on the ground: units from the middle, and distance towards us.
                let near = 0.1 + 1.15 * down;
                let across = (x - w / 2.0) / (near * u);
                let away = 1.0 / near;
                let rough = fbm(seed, across / 2.4, away * 7.0, 4);
                let grit = value(seed ^ 9, x / (u * 0.6), y / (u * 0.5)) - 0.5;
                let side = smooth(32.0, 33.0, across.abs());
                let kerb = side * smooth(35.0, 34.2, across.abs());
                let paving = {
                    let (a, b) = ((across.abs() - 35.0) / 5.0, away * 6.0);
                    let joint =
                        |v: f32| smooth(0.0, 0.06, v.fract()) * smooth(1.0, 0.94, v.fract());
                    0.82 + 0.18 * joint(a.abs()) * joint(b)
                };
                let mut c =
                    mix(scale(stone, 0.8), scale(add(stone, LAMP, 0.16 * lamp), paving), side);
                c = scale(c, 0.75 + 0.45 * rough + 0.16 * grit);
                c = add(c, LAMP, kerb * 0.12 * lamp);
                // Wet asphalt: streaks keep their column and break up towards us.
                let column = fbm(seed ^ 3, x / (u * 2.4), 0.4, 4);
                let hue = WINDOWS[((value(seed ^ 4, x / (u * 4.5), 1.0) * 4.99) as usize).min(4)];
                let wet = smooth(0.3, 0.66, rough) * (1.0 - 0.75 * side);
                let streak = smooth(0.47, 0.74, column) * (0.25 + 0.75 * wet) * (1.0 - 0.7 * down);
                c = add(c, hue, streak * 0.5 * lamp);
                c = add(c, p.sky[2].1, 0.2 * wet);
                c = add(c, LAMP, 0.42 * lamp * (-down * 6.0).exp());
                pixel(c, smooth(0.0, u * 0.6, y - top))
            })
            .rippling(u * 0.12, u * 2.2, 0.5),
    );
    // Lane marks and kerbs run to the vanishing point.
    stage.add(frame.drawn(top, h, 0.42, 0.0, |c| {
        for i in 0..7 {
            let (a, b) = ((i as f32 / 7.0).powf(1.7), ((i as f32 + 0.5) / 7.0).powf(1.7));
            let y = |s: f32| top + u * 1.2 + (h + u * 4.0 - top) * s;
            let half = |s: f32| u * (0.08 + 0.5 * s);
            if let Some(path) = polygon(&[
                (w / 2.0 - half(a), y(a)),
                (w / 2.0 + half(a), y(a)),
                (w / 2.0 + half(b), y(b)),
                (w / 2.0 - half(b), y(b)),
            ]) {
                c.fill(&path, ink([0.9, 0.85, 0.75], 0.2));
            }
        }
    }));
}

/// Cars come and go on both sides of the avenue.
fn traffic(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let top = h * 0.747;
    let mut dice = Dice::new(plan.seed, 300);
    let cars: Vec<(f32, f32, bool)> = (0..15)
        .map(|i| (dice.next(), [10.0, 22.0][i % 2] + dice.range(-1.5, 1.5), i % 3 != 0))
        .collect();
    stage.sparks(0.42, move |t, out| {
        for &(start, lane, coming) in &cars {
            let way = (start + t * if coming { 0.062 } else { 0.05 }).fract();
            // Distance in equal steps is place on the street in growing ones.
            let s = if coming { way } else { 1.0 - way };
            let near = (s * 3.2 - 3.2).exp();
            let y = top + (h * 1.04 - top) * near;
            let x = w / 2.0 + lane * u * if coming { -1.0 } else { 1.0 } * (0.1 + 1.15 * near);
            let shown = smooth(0.0, 0.08, way) * smooth(1.0, 0.93, way);
            let color = if coming { [1.0, 0.93, 0.8] } else { [1.0, 0.2, 0.13] };
            for side in [-1.0, 1.0] {
                let lx = x + side * u * 3.0 * near;
                let r = u * (0.5 + 4.6 * near);
                out.push(Spark::glow(lx, y, r, color, 0.9 * shown));
                // Its light on the wet ground.
                let mut streak = Spark::glow(lx, y + r * 1.5, r * 2.2, color, 0.3 * shown)
                    .shaped(0.2, std::f32::consts::FRAC_PI_2);
                streak.kind = Kind::Glow;
                out.push(streak);
            }
        }
    });
}

/// Street lamps along both kerbs, each with its cone of light.
fn lamps(stage: &mut Stage, plan: &Plan, frame: Frame, dark: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let top = h * 0.747;
    let steel = scale(dark, 0.5);
    let places: Vec<(f32, f32, f32, f32)> = [0.02, 0.06, 0.14, 0.3, 0.62]
        .iter()
        .flat_map(|&near: &f32| {
            [-1.0, 1.0].map(|side| {
                let size = u * (3.2 + 30.0 * near);
                (
                    w / 2.0 + side * u * 36.0 * (0.1 + 1.15 * near * 0.9),
                    top + (h - top) * near * 0.9,
                    size,
                    -side,
                )
            })
        })
        .collect();
    let drawn = places.clone();
    let layer: Layer = frame.drawn(h * 0.5, h, 0.46, 0.0, |c| {
        for &(x, y, size, side) in &drawn {
            let arm = (x + side * size * 0.22, y - size);
            if let Some(path) = curve(
                (x, y),
                &[((x, y - size * 0.55), (x, y - size * 0.85)), ((x, y - size * 1.04), arm)],
            ) {
                c.line(&path, (size * 0.03).max(1.0), ink(steel, 1.0));
            }
            if let Some(path) = oval(arm.0, arm.1 + size * 0.01, size * 0.055, size * 0.025) {
                c.fill(&path, ink(mix(LAMP, [1.0; 3], 0.5), 1.0));
            }
        }
    });
    stage.add(layer);
    let strong = if plan.hour == Hour::Day { 0.1 } else { 0.62 };
    stage.sparks(0.46, move |t, out| {
        for (i, &(x, y, size, side)) in places.iter().enumerate() {
            let breath = 1.0 + 0.03 * (t * 2.3 + i as f32).sin();
            out.push(Spark::glow(
                x + side * size * 0.22,
                y - size,
                size * 0.5,
                LAMP,
                strong * breath,
            ));
            out.push(
                Spark::glow(
                    x + side * size * 0.3,
                    y + size * 0.02,
                    size * 0.55,
                    LAMP,
                    strong * 0.4 * breath,
                )
                .shaped(0.18, 0.0),
            );
        }
    });
}

/// Lights out of focus close by, low and dim, behind the prints.
fn bokeh(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 320);
    let list: Vec<(f32, f32, f32, Rgb, f32)> = (0..13)
        .map(|_| {
            (
                dice.range(-0.05, 1.05),
                dice.range(0.8, 1.02),
                dice.range(1.4, 3.4),
                dice.pick(&WINDOWS),
                dice.next() * 6.3,
            )
        })
        .collect();
    let strong = if plan.hour == Hour::Day { 0.04 } else { 0.1 };
    stage.sparks(0.75, move |t, out| {
        for &(x, y, r, color, phase) in &list {
            let mut s = Spark::disc(
                x * w + (t * 0.3 + phase).sin() * u,
                y * h,
                u * r,
                mix(color, LAMP, 0.5),
                strong * (0.7 + 0.3 * (t * 0.8 + phase).sin()),
            );
            s.kind = Kind::Disc;
            out.push(s);
        }
    });
}
