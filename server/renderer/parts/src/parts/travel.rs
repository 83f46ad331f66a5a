//! On the way: the inside of a train, a bus, a car or an aeroplane, and the land that passes by its
//! window.

use evernear_rules::story::{Hour, Weather};
use serde::Deserialize;

use super::{
    cockpit,
    daylight::{inside, lit},
    sky,
};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, curve, ink, oval, polygon, rect},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// What one travels in.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vehicle {
    Train,
    Bus,
    Car,
    Aeroplane,
}

#[derive(Clone, Copy, Deserialize)]
pub struct Travel {
    pub vehicle: Vehicle,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, travel: Travel) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    match travel.vehicle {
        Vehicle::Aeroplane => above_clouds(stage, plan, frame),
        _ => land(stage, plan, frame, travel.vehicle),
    }
    if plan.weather == Weather::Rain {
        drops(stage, plan, frame);
    }
    let holes = match travel.vehicle {
        Vehicle::Train => vec![(w * 0.09, h * 0.1, w * 0.91, h * 0.56, u * 4.0)],
        Vehicle::Bus => vec![
            (-w * 0.3, h * 0.12, w * 0.47, h * 0.54, u * 6.0),
            (w * 0.53, h * 0.12, w * 1.3, h * 0.54, u * 6.0),
        ],
        Vehicle::Car => vec![(w * 0.03, h * 0.12, w * 0.97, h * 0.56, u * 9.0)],
        Vehicle::Aeroplane => {
            vec![(w * 0.5 - u * 19.0, h * 0.12, w * 0.5 + u * 19.0, h * 0.12 + u * 52.0, u * 17.0)]
        }
    };
    shell(stage, plan, frame, travel.vehicle, &holes);
    match travel.vehicle {
        Vehicle::Train => {
            luggage(stage, plan, frame);
            seats(stage, plan, frame, hex(0x7A2F34));
            table(stage, plan, frame);
        }
        Vehicle::Bus => {
            pole(stage, plan, frame);
            seats(stage, plan, frame, hex(0x2F5A78));
        }
        Vehicle::Car => cockpit::draw(stage, plan, frame),
        Vehicle::Aeroplane => {
            seats(stage, plan, frame, hex(0x3A4660));
        }
    }
}

/// Hills far away that pass slowly, trees and poles near by that pass fast.
fn land(stage: &mut Stage, plan: &Plan, frame: Frame, vehicle: Vehicle) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let line = h * if vehicle == Vehicle::Car { 0.36 } else { 0.4 };
    let way = plan.turn();
    let sun = (w * (0.5 + 0.24 * way), line - u * 10.0);
    let p = sky::add_sky(stage, plan, frame, line, sun);
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    if vehicle == Vehicle::Car {
        ahead(stage, plan, frame, line, p);
        return;
    }
    for n in 0..4u32 {
        let seed = plan.noise(250 + n);
        let near = n as f32 / 3.0;
        let speed = u * (1.2 + 9.0 * near * near);
        let (tall, size) = (u * (8.0 - 2.0 * near), u * (30.0 + 10.0 * near));
        let foot = line + u * (0.5 + 13.0 * near);
        let reach = speed * frame.seconds * 0.55;
        let layer = frame.painted(foot - tall * 1.4, foot + u * 16.0, 0.05, reach, |x, y| {
            let top = foot - tall * (1.3 * fbm(seed, x / size, 0.3, 3) - 0.1);
            let a = (y - top + 0.5).clamp(0.0, 1.0);
            if a <= 0.0 {
                return [0.0; 4];
            }
            let field = fbm(
                seed ^ 2,
                (x + (y - foot) * 3.0) / (u * (5.0 + 9.0 * near)),
                (y - foot) / (u * 3.0),
                3,
            );
            let bush = fbm(seed ^ 3, x / (u * 1.8), y / (u * 1.2), 3);
            let tone = (0.3 + 0.6 * field + 0.4 * (bush - 0.5)).clamp(0.0, 1.0);
            let c = mix(mix(dark, pale, tone), hex_gold(plan), 0.35 * smooth(0.5, 0.62, field));
            pixel(mix(c, p.haze, 0.66 * (1.0 - near) + 0.06), a)
        });
        stage.add(layer.alive(move |t| Pose::moved(way * speed * (t - 5.0), 0.0)));
    }
    // Poles with wires, quickly gone.
    let (wood, fast) = (mix(lit(plan, hex(0x3C3026)), p.haze, 0.1), u * 34.0);
    let gap = w.max(h * 0.6) * 1.1;
    stage.sparks(0.06, move |t, out| {
        for k in 0..3 {
            let x = ((k as f32 * gap + way * fast * t).rem_euclid(gap * 3.0)) - gap;
            let pole = Spark::disc(x, line + u * 2.0, u * 24.0, wood, 0.85);
            out.push(pole.shaped(0.024, std::f32::consts::FRAC_PI_2));
            out.push(Spark::disc(x, line - u * 18.0, u * 3.2, wood, 0.85).shaped(0.1, 0.0));
        }
    });
}

fn hex_gold(plan: &Plan) -> Rgb {
    lit(plan, hex(0xD9B45C))
}

/// The road before a windscreen, its middle line coming nearer.
fn ahead(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(260));
    super::backdrop::hills(stage, plan, frame, line, p, 2);
    let tar = lit(plan, hex(0x5E5A5C));
    let lamps = match plan.hour {
        Hour::Night => 0.24,
        Hour::Dawn | Hour::Sunset => 0.05,
        Hour::Day => 0.0,
    };
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    stage.add(frame.painted(line, h * 0.66, 0.1, 0.0, |x, y| {
        let down = ((y - line) / (h * 0.66 - line)).clamp(0.0, 1.0);
        let near = 0.03 + 0.97 * down;
        let gx = (x - w / 2.0) / (u * near);
        let gy = 4.0 / near;
        let turf = fbm(seed, gx / 3.0, gy * 3.0, 3);
        let road = smooth(27.0, 25.6, gx.abs());
        let rough = fbm(seed ^ 1, gx / 0.8, gy * 6.0, 2) - 0.5;
        let c = mix(
            mix(dark, mix(pale, hex_gold(plan), 0.4), turf),
            scale(tar, 0.95 + 0.16 * rough),
            road,
        );
        let edge = smooth(0.6, 0.3, (gx.abs() - 24.4).abs()) * road;
        let c = mix(mix(c, [0.92, 0.9, 0.84], edge * 0.7), p.haze, 0.6 * smooth(0.2, 0.0, down));
        // Its own lamps light the way when it is dark.
        let beam = smooth(40.0, 8.0, gx.abs()) * smooth(0.06, 0.3, down);
        pixel(add(c, [1.0, 0.93, 0.76], lamps * beam * (0.5 + 0.5 * road)), 1.0)
    }));
    let paint = lit(plan, hex(0xF2E7C4));
    stage.sparks(0.1, move |t, out| {
        for k in 0..9 {
            let z = 1.0 - ((k as f32 / 9.0 + t * 0.42) % 1.0);
            let near = 0.03 + 0.97 * (1.0 - z).powi(3);
            let y = line + (h * 0.66 - line) * near;
            out.push(
                Spark::disc(w / 2.0, y, u * 9.0 * near, paint, 0.9)
                    .shaped(0.12, std::f32::consts::FRAC_PI_2),
            );
        }
    });
}

/// A sea of clouds under a wide sky, and the tip of a wing.
fn above_clouds(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let line = h * 0.36;
    let sun = (w * (0.5 + 0.1 * plan.turn()), line - u * 5.0);
    let p = sky::add_sky(stage, plan, frame, line, sun);
    for n in 0..3u32 {
        let seed = plan.noise(270 + n);
        let near = n as f32 / 2.0;
        let foot = line + u * (1.0 + 11.0 * near);
        let speed = u * (0.5 + 1.6 * near);
        let layer = frame.soft(2, foot - u * 10.0, h * 0.7, 0.05, speed * frame.seconds, |x, y| {
            let puff = fbm(seed, x / (u * (9.0 + 12.0 * near)), (y - foot) / (u * 7.0), 4);
            let top = foot
                - u * (2.0 + 6.0 * near)
                    * (fbm(seed ^ 1, x / (u * (7.0 + 9.0 * near)), 0.4, 3) - 0.2);
            let a = smooth(-u * 1.2, u * 2.0, y - top);
            let lit =
                (0.4 + (puff - 0.5) * 1.6 + 0.4 * smooth(u * 9.0, 0.0, y - top)).clamp(0.0, 1.0);
            pixel(mix(mix(p.cloud.1, p.cloud.0, lit), p.haze, 0.5 * (1.0 - near)), a)
        });
        let way = plan.turn();
        stage.add(layer.alive(move |t| Pose::moved(way * speed * (t - 5.0), 0.0)));
    }
    let metal = lit(plan, hex(0xD4DADF));
    let side = plan.turn();
    stage.add(frame.drawn(h * 0.3, h * 0.6, 0.06, 0.0, |c| {
        let at = |dx: f32, dy: f32| (w * 0.5 + side * u * dx, h * 0.46 + u * dy);
        if let Some(path) =
            polygon(&[at(26.0, 14.0), at(26.0, 6.0), at(-7.0, -4.4), at(-10.4, -3.4)])
        {
            c.fade(
                &path,
                at(-8.0, -4.0),
                at(20.0, 12.0),
                &[(0.0, ink(scale(metal, 1.05), 1.0)), (1.0, ink(scale(metal, 0.7), 1.0))],
            );
        }
        if let Some(path) =
            polygon(&[at(-10.4, -3.4), at(-7.0, -4.4), at(-10.6, -9.4), at(-12.2, -9.0)])
        {
            c.fill(&path, ink(lit(plan, hex(0xB8483C)), 1.0));
        }
    }));
}

/// Drops on the glass that run aslant.
fn drops(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 280);
    let list: Vec<[f32; 4]> =
        (0..90).map(|_| [dice.next(), dice.next(), dice.next(), dice.next()]).collect();
    let way = plan.turn();
    stage.sparks(0.1, move |t, out| {
        for &[x, y, slow, size] in &list {
            let px = (x * w + way * t * u * (1.0 + 5.0 * slow)).rem_euclid(w);
            let py = h * 0.1 + ((y + t * (0.02 + 0.06 * slow)) % 1.0) * h * 0.5;
            out.push(
                Spark::disc(px, py, u * (0.25 + 0.5 * size), [0.86, 0.9, 0.96], 0.5)
                    .shaped(0.6, 0.6),
            );
        }
    });
}

/// The wall with its windows, lit from outside at their edges.
fn shell(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    vehicle: Vehicle,
    holes: &[(f32, f32, f32, f32, f32)],
) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(290));
    let tone = match vehicle {
        Vehicle::Train => hex(0x7A5034),
        Vehicle::Bus => hex(0xC9C4B4),
        Vehicle::Car => hex(0x8C7D6A),
        Vehicle::Aeroplane => hex(0xDAD8D2),
    };
    let wood = vehicle == Vehicle::Train;
    let holes = holes.to_vec();
    // How far outside of the nearest window, in pixels; negative inside.
    let out = move |x: f32, y: f32| {
        holes
            .iter()
            .map(|&(x0, y0, x1, y1, r)| {
                let (mx, my) = (f32::midpoint(x0, x1), f32::midpoint(y0, y1));
                let (dx, dy) =
                    ((x - mx).abs() - (x1 - x0) / 2.0 + r, (y - my).abs() - (y1 - y0) / 2.0 + r);
                dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - r
            })
            .fold(f32::MAX, f32::min)
    };
    let glow = sky::palette(plan.hour).sun;
    stage.add(frame.painted(0.0, h, 0.2, 0.0, |x, y| {
        let d = out(x, y);
        let a = smooth(-0.8, 0.8, d);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let grain = if wood {
            let board = (x / (u * 11.0)).floor();
            let seam = ((x / (u * 11.0)).fract() - 0.5).abs();
            fbm(seed, y / (u * 20.0) + board * 5.0, x / (u * 1.4), 4) * 0.34 + 0.82
                - 0.3 * smooth(0.47, 0.5, seam)
        } else {
            0.97 + 0.06 * (value(seed, x / (u * 0.8), y / (u * 0.8)) - 0.5)
        };
        let mut c = inside(plan, scale(tone, grain));
        let down = y / h;
        c = scale(c, 1.0 - 0.34 * (down - 0.4).abs());
        // A rubber seal, then the bevel that catches the light.
        let seal = smooth(u * 1.3, u * 0.9, d);
        let bevel = smooth(u * 3.6, u * 1.6, d) * (1.0 - seal);
        c = add(c, glow, 0.22 * bevel * plan.daylight());
        c = mix(c, inside(plan, if wood { hex(0x3A2416) } else { hex(0x24211F) }), seal);
        c = add(c, glow, 0.1 * (-(d - u * 2.0).max(0.0) / (u * 12.0)).exp() * plan.daylight());
        pixel(c, a)
    }));
}

fn block(c: &mut Canvas, (x, y): (f32, f32), (wide, tall): (f32, f32), r: f32, tone: Rgb) {
    let Some(path) = curve(
        (x, y + tall),
        &[
            ((x, y + tall * 0.5), (x, y + r)),
            ((x, y), (x + r, y)),
            ((x + wide * 0.5, y - r * 0.1), (x + wide - r, y)),
            ((x + wide, y), (x + wide, y + r)),
            ((x + wide, y + tall * 0.5), (x + wide, y + tall)),
        ],
    ) else {
        return;
    };
    c.fade(
        &path,
        (x, y),
        (x, y + tall),
        &[
            (0.0, ink(add(tone, [1.0; 3], 0.1), 1.0)),
            (0.2, ink(tone, 1.0)),
            (1.0, ink(scale(tone, 0.55), 1.0)),
        ],
    );
}

/// Two seats side by side below the window, with cloths on their backs.
fn seats(stage: &mut Stage, plan: &Plan, frame: Frame, cloth: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let tone = inside(plan, cloth);
    let top = h * 0.62;
    let wide = (w * 0.46).min(h * 0.4);
    stage.add(frame.drawn(top - u * 3.0, h, 0.5, 0.0, |c| {
        for side in [-1.0f32, 1.0] {
            let x = w / 2.0 + if side < 0.0 { -wide - u * 0.6 } else { u * 0.6 };
            block(c, (x, top), (wide, h - top), u * 7.0, tone);
            for k in 1..5 {
                let sx = x + wide * k as f32 / 5.0;
                if let Some(path) =
                    curve((sx, top + u * 9.0), &[((sx + u * 0.3, h * 0.8), (sx, h))])
                {
                    c.line(&path, u * 0.3, ink(scale(tone, 0.62), 0.6));
                }
            }
            let linen = inside(plan, hex(0xEFE7D8));
            block(c, (x + wide * 0.2, top - u * 0.5), (wide * 0.6, u * 10.0), u * 3.0, linen);
            if let Some(path) = rect(x + wide * 0.2, top + u * 8.4, wide * 0.6, u * 0.4) {
                c.fill(&path, ink(scale(linen, 0.8), 1.0));
            }
        }
        // The rest for the arms between them.
        block(c, (w / 2.0 - u * 2.6, h * 0.84), (u * 5.2, h * 0.18), u * 1.6, scale(tone, 0.7));
    }));
}

/// A rack of brass with suitcases above a train's window.
fn luggage(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let brass = inside(plan, hex(0xC69A4A));
    let y = h * 0.085;
    let mut dice = Dice::new(plan.seed, 300);
    let layer = frame.drawn(-u * 8.0, y + u * 4.0, 0.3, 0.0, |c| {
        for (s, wide, tall) in [(0.2, 17.0, 9.0), (0.56, 22.0, 7.6), (0.84, 11.0, 10.0)] {
            let leather = inside(
                plan,
                dice.pick(&[hex(0x7A4A2A), hex(0x3F4A52), hex(0x8A6A3C), hex(0x5A2F2A)]),
            );
            let x = w * s - u * wide / 2.0;
            block(c, (x, y - u * tall), (u * wide, u * tall), u * 1.4, leather);
            for k in [0.24, 0.76] {
                if let Some(path) = rect(x + u * wide * k - u * 0.5, y - u * tall, u, u * tall) {
                    c.fill(&path, ink(scale(leather, 0.6), 1.0));
                }
            }
        }
        for (dy, thick) in [(0.0, 0.9), (1.8, 0.4)] {
            if let Some(path) = rect(-u * 8.0, y + u * dy, w + u * 16.0, u * thick) {
                c.fade(
                    &path,
                    (0.0, y + u * dy),
                    (0.0, y + u * (dy + thick)),
                    &[
                        (0.0, ink(add(brass, [1.0; 3], 0.2), 1.0)),
                        (1.0, ink(scale(brass, 0.6), 1.0)),
                    ],
                );
            }
        }
    });
    stage.add(
        layer.alive(move |t| Pose::moved((t * 7.3).sin() * u * 0.05, (t * 9.1).sin() * u * 0.07)),
    );
}

/// The folding table at the window, with a glass of tea and a lamp.
fn table(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let x = w * (0.5 + plan.turn() * 0.33);
    let y = h * 0.575;
    let wood = inside(plan, hex(0x8A5A36));
    stage.add(frame.drawn(y - u * 16.0, y + u * 4.0, 0.44, 0.0, |c| {
        block(c, (x - u * 13.0, y), (u * 26.0, u * 2.4), u * 0.6, wood);
        let glass = inside(plan, hex(0xC9742E));
        if let Some(path) = polygon(&[
            (x - u * 5.2, y - u * 6.4),
            (x - u * 1.6, y - u * 6.4),
            (x - u * 1.9, y),
            (x - u * 4.9, y),
        ]) {
            c.fill(&path, ink(glass, 0.85));
        }
        let brass = inside(plan, hex(0xC69A4A));
        if let Some(path) = rect(x - u * 5.3, y - u * 3.0, u * 3.8, u * 3.0) {
            c.fill(&path, ink(brass, 0.9));
        }
        if let Some(path) = rect(x + u * 5.0, y - u * 8.0, u * 0.7, u * 8.0) {
            c.fill(&path, ink(brass, 1.0));
        }
        if let Some(path) = polygon(&[
            (x + u * 3.4, y - u * 13.4),
            (x + u * 7.2, y - u * 13.4),
            (x + u * 9.0, y - u * 7.6),
            (x + u * 1.6, y - u * 7.6),
        ]) {
            c.fill(&path, ink(mix(inside(plan, hex(0xD9B27A)), [1.0, 0.84, 0.56], 0.6), 1.0));
        }
    }));
    stage.sparks(0.44, move |t, out| {
        let tremble = 0.9 + 0.06 * (t * 5.3).sin();
        out.push(Spark::glow(x + u * 5.3, y - u * 9.0, u * 20.0, [1.0, 0.72, 0.4], 0.34 * tremble));
    });
}

/// Poles and straps of a bus.
fn pole(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let steel = inside(plan, hex(0xD9C23A));
    stage.add(frame.drawn(-u * 4.0, h * 0.7, 0.36, 0.0, |c| {
        for s in [0.5 - plan.turn() * 0.36] {
            if let Some(path) = rect(w * s - u * 0.8, -u * 4.0, u * 1.6, h * 0.7 + u * 4.0) {
                c.fade(
                    &path,
                    (w * s - u, 0.0),
                    (w * s + u, 0.0),
                    &[
                        (0.0, ink(scale(steel, 0.7), 1.0)),
                        (0.35, ink(add(steel, [1.0; 3], 0.25), 1.0)),
                        (1.0, ink(scale(steel, 0.5), 1.0)),
                    ],
                );
            }
        }
        if let Some(path) = rect(-u * 8.0, h * 0.07, w + u * 16.0, u * 1.2) {
            c.fill(&path, ink(steel, 1.0));
        }
    }));
    let strap = inside(plan, hex(0x4A3A30));
    for n in 0..4 {
        let x = w * (0.16 + 0.22 * n as f32);
        let layer = frame.drawn(h * 0.07, h * 0.07 + u * 16.0, 0.37, u * 2.0, |c| {
            if let Some(path) = rect(x - u * 0.5, h * 0.07, u, u * 8.6) {
                c.fill(&path, ink(strap, 1.0));
            }
            if let Some(path) = oval(x, h * 0.07 + u * 11.0, u * 2.1, u * 2.5) {
                c.line(&path, u * 0.8, ink(inside(plan, hex(0xE3E0D8)), 1.0));
            }
        });
        let phase = n as f32 * 0.4;
        stage.add(layer.alive(move |t| Pose::moved((t * 1.9 + phase).sin() * u * 0.7, 0.0)));
    }
}
