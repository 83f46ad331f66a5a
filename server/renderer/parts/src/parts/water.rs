//! On the water and beside it: the bow of a boat, the planks of a pier, a ship's rail, a pool.

use evernear_rules::story::Hour;
use serde::Deserialize;

use super::{
    backdrop::{self, View},
    daylight::lit,
    weather,
};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, ridge, value},
    shapes::{curve, ink, oval, polygon, rect},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// Where one is.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aboard {
    Boat,
    Pier,
    Ship,
    Pool,
}

#[derive(Clone, Copy, Deserialize)]
pub struct Water {
    pub on: Aboard,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, water: Water) {
    match water.on {
        Aboard::Boat => {
            backdrop::draw(stage, plan, frame, View::Sea, 0.42);
            weather::add(stage, plan, frame);
            bow(stage, plan, frame);
        }
        Aboard::Pier => {
            backdrop::draw(stage, plan, frame, View::Sea, 0.44);
            weather::add(stage, plan, frame);
            pier(stage, plan, frame);
        }
        Aboard::Ship => {
            backdrop::draw(stage, plan, frame, View::Sea, 0.46);
            weather::add(stage, plan, frame);
            rail(stage, plan, frame);
        }
        Aboard::Pool => pool(stage, plan, frame),
    }
}

fn rock(t: f32, u: f32) -> Pose {
    Pose::moved((t * 0.7).sin() * u * 0.7, (t * 0.9).sin() * u * 0.6)
}

/// The inside of a wooden boat, its bow before us, a coiled rope, an oar.
fn bow(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(600));
    let paint = lit(
        plan,
        Dice::new(plan.seed, 601).pick(&[
            hex(0x2F6A8A),
            hex(0xA8402E),
            hex(0x3A6A4A),
            hex(0xE3D9C0),
        ]),
    );
    let wood = lit(plan, hex(0xA8743F));
    let (tip, wide) = (h * 0.6, (w * 0.6).max(h * 0.3));
    // Half the boat's width at a height.
    let half = move |y: f32| wide * ((y - tip) / (h - tip)).max(0.0).powf(0.52);
    let layer = frame.painted(tip - u * 2.0, h + u * 3.0, 0.56, u * 2.0, |x, y| {
        let s = (x - w / 2.0).abs();
        let edge = half(y);
        let a = smooth(0.0, u * 0.4, edge - s);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let (gunwale, depth) = (u * (2.0 + 2.4 * (y - tip) / (h - tip)), edge - s);
        let c = if depth < gunwale * 0.45 {
            paint
        } else if depth < gunwale {
            let shine = 1.0 - ((depth / gunwale - 0.72) / 0.28).abs();
            scale(wood, 0.9 + 0.35 * shine)
        } else {
            // Planks that follow the hull, ribs across them.
            let k = (s / edge.max(1.0)).min(1.0);
            let plank = (k * 7.0).fract();
            let veins = fbm(seed, y / (u * 9.0), k * 30.0, 3) - 0.5;
            let rib = smooth(0.12, 0.06, (((y - tip) / (u * 13.0)).fract() - 0.5).abs());
            let shade = 0.42 + 0.4 * (1.0 - k) + 0.16 * smooth(0.0, 0.12, plank) + veins * 0.22;
            scale(wood, (shade + 0.12 * rib) * (1.0 - 0.3 * smooth(u * 6.0, 0.0, depth - gunwale)))
        };
        pixel(scale(c, 1.0 - 0.18 * smooth(h * 0.8, h, y)), a)
    });
    stage.add(layer.alive(move |t| rock(t, u)));
    let layer = frame.drawn(tip - u * 4.0, h + u * 2.0, 0.57, u * 2.0, |c| {
        if let Some(path) = oval(w / 2.0, tip + u * 3.0, u * 1.4, u * 1.0) {
            c.fill(&path, ink(lit(plan, hex(0xB9B4A8)), 1.0));
        }
        // A thwart, and a rope on it.
        let y = h * 0.87;
        let reach = half(y) - u * 3.6;
        if let Some(path) = polygon(&[
            (w / 2.0 - reach, y),
            (w / 2.0 + reach, y),
            (w / 2.0 + reach * 1.03, y + u * 5.0),
            (w / 2.0 - reach * 1.03, y + u * 5.0),
        ]) {
            c.fade(
                &path,
                (0.0, y),
                (0.0, y + u * 5.0),
                &[
                    (0.0, ink(add(wood, [1.0; 3], 0.12), 1.0)),
                    (0.6, ink(wood, 1.0)),
                    (1.0, ink(scale(wood, 0.5), 1.0)),
                ],
            );
        }
        let (rx, ry) = (w * (0.5 - plan.turn() * 0.16), h * 0.775);
        let hemp = lit(plan, hex(0xD2B98A));
        for k in 0..5 {
            let r = u * (5.2 - 0.85 * k as f32);
            if let Some(path) = oval(rx, ry - u * 0.5 * k as f32, r, r * 0.36) {
                c.line(&path, u * 0.95, ink(scale(hemp, 0.7 + 0.09 * k as f32), 1.0));
            }
        }
        let side = plan.turn();
        if let Some(path) = polygon(&[
            (w * (0.5 + side * 0.12), h * 0.99),
            (w * (0.5 + side * 0.14), h * 0.995),
            (w * (0.5 + side * 0.47), h * 0.735),
            (w * (0.5 + side * 0.46), h * 0.73),
        ]) {
            c.fill(&path, ink(scale(wood, 1.16), 1.0));
        }
    });
    stage.add(layer.alive(move |t| rock(t, u)));
    wake(stage, plan, frame, tip, half);
}

/// White water along the hull.
fn wake(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    tip: f32,
    half: impl Fn(f32) -> f32 + Send + Sync + 'static,
) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 605);
    let list: Vec<[f32; 4]> =
        (0..90).map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.next()]).collect();
    let white = mix(lit(plan, [0.96, 0.97, 0.98]), [0.9, 0.92, 0.94], 0.3);
    stage.sparks(0.5, move |t, out| {
        for &[along, away, phase, size] in &list {
            let s = (along + t * 0.09) % 1.0;
            let y = tip + (h - tip) * s;
            let side = if phase > 3.1 { 1.0 } else { -1.0 };
            let x = w / 2.0 + side * (half(y) + u * (0.5 + 5.0 * away * s));
            let a = 0.7 * (1.0 - s * 0.6) * (0.6 + 0.4 * (t * 2.0 + phase).sin());
            out.push(
                Spark::disc(x, y, u * (0.3 + 0.7 * size * (0.4 + s)), white, a)
                    .shaped(0.4, 0.5 * side),
            );
        }
    });
}

/// Planks that lead out over the water between posts with ropes; gulls.
fn pier(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(610));
    let wood = lit(plan, hex(0xA08464));
    let (top, far) = (h * 0.5, u * 5.0);
    let near_half = (w * 0.62).max(h * 0.3);
    stage.add(frame.painted(top, h, 0.5, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let half = far + (near_half - far) * down;
        let s = (x - w / 2.0) / half;
        if s.abs() > 1.0 {
            return [0.0; 4];
        }
        let row = 4.0 / (0.05 + 0.95 * down);
        let (plank, f) = (row.floor(), row.fract());
        let own = value(seed, plank * 3.1, 0.5);
        let veins = fbm(seed ^ 2, s * 9.0 + plank * 3.0, f * 2.0, 3) - 0.5;
        let gap = smooth(0.0, 0.1, f) * smooth(1.0, 0.9, f);
        let nail =
            smooth(0.025, 0.012, (s.abs() - 0.86).abs()) * smooth(0.24, 0.1, (f - 0.5).abs());
        let mut c = scale(wood, (0.74 + 0.34 * own + veins * 0.34) * (0.5 + 0.5 * gap));
        c = mix(c, hex(0x3A342E), nail * 0.8);
        c = scale(c, 1.0 - 0.24 * smooth(0.5, 1.0, down));
        pixel(c, smooth(1.0, 0.995, s.abs()))
    }));
    for n in 0..4u32 {
        let down = [0.02f32, 0.12, 0.34, 0.78][n as usize];
        let y = top + (h - top) * down;
        let half = far + (near_half - far) * down;
        let (tall, thick) = (u * (3.0 + 17.0 * down), u * (0.5 + 2.2 * down));
        stage.add(frame.drawn(y - tall * 1.4, y + u * 3.0, 0.5 + 0.04 * n as f32, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let x = w / 2.0 + side * half * 0.98;
                if let Some(path) = rect(x - thick, y - tall, thick * 2.0, tall + thick * 2.0) {
                    c.fade(
                        &path,
                        (x - thick, 0.0),
                        (x + thick, 0.0),
                        &[
                            (0.0, ink(scale(wood, 0.9), 1.0)),
                            (0.35, ink(scale(wood, 1.1), 1.0)),
                            (1.0, ink(scale(wood, 0.45), 1.0)),
                        ],
                    );
                }
                if let Some(path) = oval(x, y - tall, thick, thick * 0.36) {
                    c.fill(&path, ink(scale(wood, 1.24), 1.0));
                }
                if let Some(path) = rect(x - thick * 1.1, y - tall * 0.8, thick * 2.2, thick * 0.8)
                {
                    c.fill(&path, ink(lit(plan, hex(0xD2B98A)), 1.0));
                }
                if n > 0 {
                    let before = [0.02f32, 0.12, 0.34, 0.78][n as usize - 1];
                    let (py, ph) = (top + (h - top) * before, far + (near_half - far) * before);
                    let (ax, ay) =
                        (w / 2.0 + side * ph * 0.98, py - u * (3.0 + 17.0 * before) * 0.76);
                    if let Some(path) = curve(
                        (ax, ay),
                        &[(
                            (f32::midpoint(ax, x), (ay + y - tall * 0.76) / 2.0 + tall * 0.34),
                            (x, y - tall * 0.76),
                        )],
                    ) {
                        c.line(&path, thick * 0.4, ink(lit(plan, hex(0xC2A87A)), 1.0));
                    }
                }
            }
        }));
    }
    gulls(stage, plan, frame);
}

fn gulls(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 620);
    let list: Vec<[f32; 4]> =
        (0..5).map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.next()]).collect();
    let white = lit(plan, [0.95, 0.95, 0.96]);
    let way = plan.turn();
    stage.sparks(0.14, move |t, out| {
        for &[x, y, phase, size] in &list {
            let px =
                (x * w * 1.3 + way * t * u * (2.0 + 2.0 * size)).rem_euclid(w * 1.3) - w * 0.15;
            let py = h * (0.1 + 0.24 * y) + (t * 0.6 + phase).sin() * u * 2.0;
            let flap = (t * 4.2 + phase).sin() * 0.5;
            let r = u * (1.4 + 1.2 * size);
            for side in [-1.0f32, 1.0] {
                let a = side * (0.35 + flap);
                out.push(
                    Spark::disc(
                        px + side * r * 0.86 * a.cos(),
                        py - r * 0.86 * a.sin() * side,
                        r,
                        white,
                        0.92,
                    )
                    .shaped(0.14, -a),
                );
            }
            out.push(Spark::disc(px, py, r * 0.4, white, 0.95).shaped(0.5, 0.0));
        }
    });
}

/// A white rail of a ship with a lifebuoy, boards of the deck.
fn rail(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(630));
    let white = lit(plan, hex(0xF3F1EC));
    let (top, deck) = (h * 0.64, h * 0.82);
    stage.add(frame.painted(deck, h, 0.52, 0.0, |x, y| {
        let down = ((y - deck) / (h - deck)).clamp(0.0, 1.0);
        let fan = (x - w / 2.0) / (0.7 + 0.6 * down) / (u * 5.0);
        let own = value(seed, fan.floor() * 3.7, 0.5);
        let gap = smooth(0.0, 0.07, fan.rem_euclid(1.0));
        let c = scale(lit(plan, hex(0xB98A58)), (0.8 + 0.24 * own) * (0.5 + 0.5 * gap));
        pixel(scale(c, 1.0 - 0.3 * down), smooth(-u * 0.3, u * 0.3, y - deck))
    }));
    let layer = frame.drawn(top - u * 3.0, deck + u * 3.0, 0.5, 0.0, |c| {
        let bar = |y: f32, tall: f32| (y, tall);
        for (y, tall) in [
            bar(top, 1.8),
            bar(top + u * 5.6, 0.9),
            bar(top + u * 10.6, 0.9),
            bar(top + u * 15.4, 0.9),
        ] {
            if let Some(path) = rect(-u * 9.0, y, w + u * 18.0, u * tall) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u * tall),
                    &[(0.0, ink(white, 1.0)), (1.0, ink(scale(white, 0.58), 1.0))],
                );
            }
        }
        let mut x = -u * 6.0;
        while x < w + u * 9.0 {
            if let Some(path) = rect(x, top, u * 1.5, deck - top + u) {
                c.fade(
                    &path,
                    (x, 0.0),
                    (x + u * 1.5, 0.0),
                    &[
                        (0.0, ink(scale(white, 0.8), 1.0)),
                        (0.4, ink(white, 1.0)),
                        (1.0, ink(scale(white, 0.55), 1.0)),
                    ],
                );
            }
            x += u * 17.0;
        }
        if let Some(path) = rect(-u * 9.0, deck - u * 1.6, w + u * 18.0, u * 3.0) {
            c.fill(&path, ink(scale(white, 0.76), 1.0));
        }
        let (bx, by) = (w * (0.5 + plan.turn() * 0.34), top + u * 8.0);
        if let Some(path) = oval(bx, by, u * 7.0, u * 7.0) {
            c.line(&path, u * 3.6, ink(lit(plan, hex(0xF4EDE2)), 1.0));
        }
        for k in 0..4 {
            let a = k as f32 * std::f32::consts::FRAC_PI_2 + 0.4;
            let p = |r: f32, da: f32| (bx + (a + da).cos() * u * r, by + (a + da).sin() * u * r);
            if let Some(path) = polygon(&[p(5.1, -0.28), p(8.9, -0.24), p(8.9, 0.24), p(5.1, 0.28)])
            {
                c.fill(&path, ink(lit(plan, hex(0xD2452E)), 1.0));
            }
        }
    });
    stage.add(layer.alive(move |t| Pose::moved(0.0, (t * 0.6).sin() * u * 0.25)));
    gulls(stage, plan, frame);
}

/// Blue water with a net of light on it, tiles at its edge, chairs and palms beyond.
fn pool(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(640));
    let p = backdrop::draw(stage, plan, frame, View::Garden, 0.4);
    let (edge, lip) = (h * 0.58, h * 0.5);
    stage.add(frame.painted(lip, edge + u * 3.0, 0.3, 0.0, |x, y| {
        let down = ((y - lip) / (edge - lip)).clamp(0.0, 1.2);
        let fan = (x - w / 2.0) / (0.8 + 0.3 * down) / (u * 9.0);
        let own = value(seed, fan.floor() * 3.3, (down * 3.0).floor());
        let joint =
            smooth(0.0, 0.04, fan.rem_euclid(1.0)) * smooth(0.0, 0.08, (down * 3.0).fract());
        pixel(scale(lit(plan, hex(0xD9CDB8)), (0.86 + 0.16 * own) * (0.8 + 0.2 * joint)), 1.0)
    }));
    chairs(stage, plan, frame, edge);
    let (deep, pale) = match plan.hour {
        Hour::Night => (hex(0x0E3A5A), hex(0x4AA8C4)),
        Hour::Sunset => (hex(0x2A6A86), hex(0x8AC0C0)),
        _ => (hex(0x1F8AB8), hex(0x8FE3EA)),
    };
    stage.add(
        frame
            .painted(edge, h + u * 4.0, 0.4, u * 2.0, |x, y| {
                let down = ((y - edge) / (h - edge)).clamp(0.0, 1.1);
                let near = 0.2 + 0.8 * down;
                let (gx, gy) = ((x - w / 2.0) / (u * near), 6.0 / near);
                let bend = value(seed ^ 2, gx / 7.0, gy) * 2.2;
                let net = ridge(seed ^ 1, gx / 6.5 + bend * 0.3, gy * 1.5 + bend * 0.2, 3);
                let chop = fbm(seed ^ 3, gx / 2.0, gy * 5.0, 3);
                let mut c = mix(deep, pale, 0.26 + 0.4 * chop * (1.0 - 0.4 * down));
                c = add(
                    c,
                    [0.9, 1.0, 1.0],
                    0.7 * smooth(0.5, 0.85, net) * plan.daylight().max(0.5),
                );
                c = mix(c, p.sky[2].1, 0.3 * smooth(0.3, 0.0, down));
                let tile = y < edge + u * 2.4;
                if tile {
                    let k = (x / (u * 2.4)).rem_euclid(2.0) < 1.0;
                    c = lit(plan, if k { hex(0x2F6FA8) } else { hex(0xEAF2F2) });
                }
                pixel(scale(c, 1.0 - 0.16 * smooth(0.5, 1.0, down)), smooth(0.0, u * 0.4, y - edge))
            })
            .rippling(u * 0.9, u * 6.0, 0.26),
    );
    let mut dice = Dice::new(plan.seed, 645);
    let list: Vec<[f32; 4]> = (0..70)
        .map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.range(1.4, 3.2)])
        .collect();
    stage.sparks(0.42, move |t, out| {
        for &[x, y, phase, rate] in &list {
            let flash = (t * rate + phase).sin().max(0.0).powi(4);
            out.push(
                Spark::glow(
                    x * w,
                    edge + u * 3.0 + (h - edge) * y,
                    u * (0.5 + 1.2 * y),
                    [1.0, 1.0, 0.96],
                    flash * 0.8,
                )
                .shaped(0.3, 0.0),
            );
        }
    });
    ring(stage, plan, frame);
    weather::add(stage, plan, frame);
}

/// A sunshade with two long chairs.
fn chairs(stage: &mut Stage, plan: &Plan, frame: Frame, edge: f32) {
    let (w, u) = (frame.w, frame.u);
    let side = plan.turn();
    let x = w * (0.5 + side * 0.27);
    let foot = edge - u * 3.0;
    let cloth: Rgb = lit(plan, hex(0xF2E7D2));
    let band =
        lit(plan, Dice::new(plan.seed, 648).pick(&[hex(0xD9603A), hex(0x2F7A9A), hex(0xD9A63A)]));
    stage.add(frame.drawn(foot - u * 30.0, foot + u * 3.0, 0.34, 0.0, |c| {
        if let Some(path) = rect(x - u * 0.4, foot - u * 24.0, u * 0.8, u * 24.0) {
            c.fill(&path, ink(lit(plan, hex(0xB98A5A)), 1.0));
        }
        for k in 0..6 {
            let (a, b) = (k as f32 / 6.0 * 2.0 - 1.0, (k + 1) as f32 / 6.0 * 2.0 - 1.0);
            if let Some(path) = polygon(&[
                (x, foot - u * 28.0),
                (x + u * 14.0 * a, foot - u * (20.4 - 1.6 * a * a)),
                (x + u * 14.0 * b, foot - u * (20.4 - 1.6 * b * b)),
            ]) {
                let tone = if k % 2 == 0 { band } else { cloth };
                c.fill(&path, ink(scale(tone, 1.0 - 0.2 * (a + b + 1.0).abs() * 0.4), 1.0));
            }
        }
        for dx in [-11.0f32, 9.0] {
            let cx = x + u * dx;
            if let Some(path) = polygon(&[
                (cx - u * 5.0, foot - u * 2.0),
                (cx + u * 4.0, foot - u * 2.0),
                (cx + u * 8.0, foot - u * 7.0),
                (cx + u * 7.0, foot - u * 7.6),
                (cx + u * 3.4, foot - u * 3.4),
                (cx - u * 5.0, foot - u * 3.4),
            ]) {
                c.fill(&path, ink(cloth, 1.0));
            }
            for lx in [-4.0f32, 3.0] {
                if let Some(path) = rect(cx + u * lx, foot - u * 2.2, u * 0.6, u * 2.4) {
                    c.fill(&path, ink(lit(plan, hex(0x8A6A44)), 1.0));
                }
            }
        }
    }));
}

/// A swimming ring that drifts.
fn ring(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, y) = (w * (0.5 - plan.turn() * 0.26), h * 0.74);
    let layer = frame.drawn(y - u * 6.0, y + u * 6.0, 0.44, u * 4.0, |c| {
        if let Some(path) = oval(x, y, u * 8.0, u * 2.9) {
            c.line(&path, u * 3.2, ink(lit(plan, hex(0xF2EDE2)), 1.0));
        }
        for k in 0..6 {
            let a = k as f32 * std::f32::consts::TAU / 6.0;
            let p =
                |r: f32, da: f32| (x + (a + da).cos() * u * r, y + (a + da).sin() * u * r * 0.37);
            if let Some(path) = polygon(&[p(6.4, -0.24), p(9.6, -0.2), p(9.6, 0.2), p(6.4, 0.24)]) {
                c.fill(&path, ink(lit(plan, hex(0xE0533A)), 1.0));
            }
        }
    });
    stage.add(
        layer.alive(move |t| Pose::moved((t * 0.4).sin() * u * 3.0, (t * 0.8).sin() * u * 0.4)),
    );
}
