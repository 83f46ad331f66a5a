//! Where people sit and what they leave: a bench, a swing, a blanket, a fire, a washing line, graves.

use crate::paint::{
    color::{Rgb, add, hex, mix, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{curve, ink, oval, polygon, rect},
};
use crate::parts::{daylight::lit, props::shadow, props::vessel};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// A bench of slats on iron feet, wide enough for those who stand before it.
pub fn bench(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let wood = lit(plan, hex(0x9A6A40));
    let iron = lit(plan, hex(0x33302E));
    let half = (w * 0.42).min(h * 0.4);
    let (x, foot) = (w / 2.0, h * 0.86);
    stage.add(frame.drawn(foot - u * 24.0, foot + u * 4.0, 0.5, 0.0, |c| {
        shadow(c, (x, foot), half * 1.05, u * 1.6);
        for s in [-0.86f32, 0.86] {
            let fx = x + half * s;
            for dx in [-1.0f32, 3.4] {
                if let Some(path) =
                    rect(fx + u * dx * s.signum() - u * 0.5, foot - u * 10.0, u, u * 10.4)
                {
                    c.fill(&path, ink(iron, 1.0));
                }
            }
            if let Some(path) = curve(
                (fx, foot - u * 9.0),
                &[
                    ((fx + s * u * 5.0, foot - u * 15.0), (fx + s * u * 0.4, foot - u * 15.4)),
                    ((fx - s * u * 1.0, foot - u * 19.0), (fx, foot - u * 23.0)),
                ],
            ) {
                c.line(&path, u, ink(iron, 1.0));
            }
        }
        let mut slat = |y: f32, tall: f32, tone: Rgb, grow: f32| {
            if let Some(path) = rect(x - half * grow, y, half * 2.0 * grow, tall) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + tall),
                    &[
                        (0.0, ink(add(tone, [1.0; 3], 0.08), 1.0)),
                        (0.4, ink(tone, 1.0)),
                        (1.0, ink(scale(tone, 0.58), 1.0)),
                    ],
                );
            }
        };
        for k in 0..4 {
            slat(
                foot - u * (23.4 - 2.9 * k as f32),
                u * 2.1,
                scale(wood, 0.96 - 0.04 * k as f32),
                1.0,
            );
        }
        for k in 0..3 {
            slat(
                foot - u * (10.6 - 1.3 * k as f32),
                u * 1.1,
                scale(wood, 1.06 - 0.06 * k as f32),
                1.0 + 0.012 * k as f32,
            );
        }
    }));
}

/// A plank on two ropes that come from above.
pub fn swing(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let x = w * (0.5 - plan.turn() * 0.06);
    let (seat, half) = (h * 0.72, (w * 0.2).min(u * 15.0));
    let rope = lit(plan, hex(0xC2A272));
    let wood = lit(plan, hex(0x8A5A34));
    // The ropes hang from the bough.
    let bough = super::trees::bough(plan, frame);
    let height = |x: f32| {
        let s = ((x - bough.from.0) / (bough.to.0 - bough.from.0)).clamp(0.0, 1.0);
        let (_, y) = bough.at(s * (1.7 - 0.7 * s));
        y
    };
    let layer = frame.drawn(u * 2.0, seat + u * 6.0, 0.48, u * 5.0, |c| {
        for side in [-1.0f32, 1.0] {
            let rx = x + side * half * 0.9;
            if let Some(path) =
                curve((rx - side * u, height(rx)), &[((rx - side * u, seat * 0.5), (rx, seat))])
            {
                c.line(&path, u * 0.6, ink(rope, 1.0));
            }
            for n in 0..4 {
                let y = height(rx) - u * (1.4 - 0.8 * n as f32);
                if let Some(path) = curve(
                    (rx - side * u - u * 0.7, y + u * 0.2),
                    &[((rx - side * u, y + u * 0.5), (rx - side * u + u * 0.7, y - u * 0.1))],
                ) {
                    c.line(&path, u * 0.66, ink(scale(rope, 0.94 - 0.1 * n as f32), 1.0));
                }
            }
            let mut y = height(rx) + u * 2.0;
            while y < seat {
                if let Some(path) = curve(
                    (rx - side * u * 1.4 - u * 0.2, y),
                    &[((rx, y + u * 0.3), (rx - side * u * 0.6 + u * 0.2, y + u * 0.8))],
                ) {
                    c.line(&path, u * 0.14, ink(scale(rope, 0.6), 0.7));
                }
                y += u * 1.3;
            }
            // Leaves wind round the ropes.
            let mut dice = Dice::new(plan.seed, 200);
            let (dark, pale) = plan.foliage();
            for _ in 0..16 {
                let ly = dice.range(0.4, 0.95) * seat;
                let a = dice.range(-1.4, 1.4) + if side > 0.0 { 0.0 } else { std::f32::consts::PI };
                crate::parts::props::leaf(
                    c,
                    (rx - side * u * 0.6, ly),
                    u * dice.range(1.2, 2.2),
                    a,
                    lit(plan, mix(dark, pale, dice.next())),
                );
            }
        }
        if let Some(path) = polygon(&[
            (x - half * 1.06, seat),
            (x + half * 1.06, seat),
            (x + half * 1.12, seat + u * 2.4),
            (x - half * 1.12, seat + u * 2.4),
        ]) {
            c.fade(
                &path,
                (0.0, seat),
                (0.0, seat + u * 2.4),
                &[
                    (0.0, ink(add(wood, [1.0; 3], 0.12), 1.0)),
                    (0.4, ink(wood, 1.0)),
                    (1.0, ink(scale(wood, 0.5), 1.0)),
                ],
            );
        }
    });
    stage.add(
        layer.alive(move |t| {
            Pose::moved((t * 0.9).sin() * u * 2.2, (t * 0.9).cos().abs() * u * 0.3)
        }),
    );
    let ground = h * 0.86;
    stage.add(frame.drawn(ground - u * 2.0, ground + u * 3.0, 0.42, 0.0, |c| {
        shadow(c, (x, ground), half * 1.3, u);
    }));
}

/// A checked blanket on the grass with a basket, a flask, plates and fruit.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
pub fn blanket(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(205));
    let (top, low) = (h * 0.82, h);
    let (red, cream) = (
        lit(plan, Dice::new(plan.seed, 206).pick(&[hex(0xB8443A), hex(0x3F6C86), hex(0x5E7F4A)])),
        lit(plan, hex(0xF3E8D6)),
    );
    stage.add(frame.painted(top - u, low, 0.56, 0.0, |x, y| {
        let down = (y - top) / (low - top);
        let near = 0.66 + 0.5 * down;
        let s = (x - w / 2.0 + u * 2.0 * (down * 5.0).sin()) / (w * 0.52 * near);
        let edge = smooth(1.0, 0.985, s.abs()) * smooth(-0.02, 0.02, down);
        if edge <= 0.0 {
            return [0.0; 4];
        }
        let (a, b) = ((s * 6.0).rem_euclid(1.0) < 0.5, (down * 4.4).rem_euclid(1.0) < 0.5);
        let c = match (a, b) {
            (true, true) => red,
            (false, false) => cream,
            _ => mix(red, cream, 0.5),
        };
        let fold = 0.92
            + 0.2 * (fbm(seed, s * 3.0, down * 2.0, 3) - 0.5)
            + (value(seed, x / (u * 0.4), y / (u * 0.4)) - 0.5) * 0.06;
        let [r, g, b] = scale(c, fold * (1.0 - 0.2 * down.max(0.0)));
        [r.min(1.0), g.min(1.0), b.min(1.0), edge]
    }));
    let side = plan.turn();
    stage.add(frame.drawn(top - u * 14.0, h, 0.58, 0.0, |c| {
        let (bx, by) = (w * (0.5 + side * 0.3), h * 0.9);
        shadow(c, (bx, by), u * 10.0, u * 1.2);
        let cane = lit(plan, hex(0xB07F46));
        if let Some(path) = curve(
            (bx - u * 6.4, by - u * 8.0),
            &[((bx, by - u * 21.0), (bx + u * 6.4, by - u * 8.0))],
        ) {
            c.line(&path, u * 0.9, ink(scale(cane, 0.8), 1.0));
        }
        vessel(c, (bx, by), u, (8.4, 8.4, 7.0), cane);
        for row in 0..4 {
            for k in 0..9 {
                let px = bx - u * 7.0 + u * 1.75 * k as f32;
                let py = by - u * (1.6 + 1.9 * row as f32);
                if let Some(path) =
                    curve((px, py), &[((px + u * 0.8, py - u * 0.9), (px + u * 1.7, py))])
                {
                    c.line(
                        &path,
                        u * 0.3,
                        ink(scale(cane, if (row + k) % 2 == 0 { 0.55 } else { 1.2 }), 0.8),
                    );
                }
            }
        }
        if let Some(path) = polygon(&[
            (bx - u * 7.0, by - u * 8.6),
            (bx + u * 2.0, by - u * 10.4),
            (bx + u * 6.0, by - u * 7.6),
            (bx - u * 2.0, by - u * 6.0),
        ]) {
            c.fill(&path, ink(cream, 1.0));
        }
        let (fx, fy) = (w * (0.5 - side * 0.3), h * 0.91);
        shadow(c, (fx, fy), u * 3.4, u);
        let flask = lit(plan, hex(0x3C5A4A));
        if let Some(path) = rect(fx - u * 1.9, fy - u * 10.0, u * 3.8, u * 10.0) {
            c.fade(
                &path,
                (fx - u * 1.9, 0.0),
                (fx + u * 1.9, 0.0),
                &[
                    (0.0, ink(scale(flask, 0.7), 1.0)),
                    (0.35, ink(add(flask, [1.0; 3], 0.2), 1.0)),
                    (1.0, ink(scale(flask, 0.5), 1.0)),
                ],
            );
        }
        if let Some(path) = rect(fx - u * 1.3, fy - u * 12.2, u * 2.6, u * 2.4) {
            c.fill(&path, ink(lit(plan, hex(0xC9CDD0)), 1.0));
        }
        let (px, py) = (w * (0.5 - side * 0.1), h * 0.95);
        for (k, tone) in [(1.0, scale(cream, 1.02)), (0.7, scale(cream, 0.88)), (0.66, cream)] {
            if let Some(path) = oval(px, py, u * 8.0 * k, u * 2.6 * k) {
                c.fill(&path, ink(tone, 1.0));
            }
        }
        for (dx, tone) in [
            (-2.6, hex(0xC93C34)),
            (0.4, hex(0xD97F2E)),
            (3.0, hex(0xB8322E)),
            (-0.8, hex(0x7FA33E)),
        ] {
            let (ax, ay) = (px + u * dx, py - u * 1.5);
            let tone = lit(plan, tone);
            if let Some(path) = oval(ax, ay, u * 1.7, u * 1.6) {
                c.fade(
                    &path,
                    (ax - u, ay - u),
                    (ax + u * 1.4, ay + u),
                    &[
                        (0.0, ink(add(tone, [1.0; 3], 0.25), 1.0)),
                        (1.0, ink(scale(tone, 0.6), 1.0)),
                    ],
                );
            }
        }
    }));
}

/// A braai: a drum on legs, coals, smoke that drifts.
pub fn fire(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, foot) = (w * (0.5 + plan.turn() * 0.3), h * 0.87);
    let steel = lit(plan, hex(0x3A3836));
    stage.add(frame.drawn(foot - u * 24.0, foot + u * 3.0, 0.5, 0.0, |c| {
        shadow(c, (x, foot), u * 10.0, u * 1.3);
        for dx in [-7.0f32, 7.0] {
            if let Some(path) = polygon(&[
                (x + u * dx * 0.8, foot - u * 11.0),
                (x + u * dx * 0.8 + u, foot - u * 11.0),
                (x + u * dx + u * 0.6, foot),
                (x + u * dx - u * 0.4, foot),
            ]) {
                c.fill(&path, ink(steel, 1.0));
            }
        }
        if let Some(path) = curve(
            (x - u * 10.0, foot - u * 16.0),
            &[
                ((x - u * 9.6, foot - u * 8.6), (x, foot - u * 8.4)),
                ((x + u * 9.6, foot - u * 8.6), (x + u * 10.0, foot - u * 16.0)),
            ],
        ) {
            c.fade(
                &path,
                (x - u * 10.0, 0.0),
                (x + u * 10.0, 0.0),
                &[
                    (0.0, ink(scale(steel, 0.8), 1.0)),
                    (0.35, ink(scale(steel, 1.6), 1.0)),
                    (1.0, ink(scale(steel, 0.5), 1.0)),
                ],
            );
        }
        if let Some(path) = oval(x, foot - u * 16.0, u * 10.0, u * 2.3) {
            c.fill(&path, ink(hex(0x1E1512), 1.0));
        }
        let mut dice = Dice::new(plan.seed, 210);
        for _ in 0..30 {
            let (cx, cy) = (x + u * dice.range(-7.6, 7.6), foot - u * dice.range(15.2, 16.8));
            if let Some(path) = oval(cx, cy, u * dice.range(0.7, 1.2), u * 0.6) {
                c.fill(
                    &path,
                    ink(
                        dice.pick(&[hex(0xFF7A2A), hex(0xD9481E), hex(0x6A2A1A), hex(0xFFB04A)]),
                        1.0,
                    ),
                );
            }
        }
        for k in 0..11 {
            let gx = x - u * 9.0 + u * 1.8 * k as f32;
            if let Some(path) = curve(
                (gx, foot - u * 17.6),
                &[((gx, foot - u * 17.0), (gx + u * 0.2, foot - u * 14.8))],
            ) {
                c.line(&path, u * 0.22, ink(hex(0x8E8C88), 0.9));
            }
        }
        for dx in [-4.6, 0.2, 4.8] {
            let meat = lit(plan, hex(0x8A4A30));
            if let Some(path) = oval(x + u * dx, foot - u * 17.0, u * 2.0, u * 0.95) {
                c.fade(
                    &path,
                    (0.0, foot - u * 18.0),
                    (0.0, foot - u * 16.0),
                    &[(0.0, ink(add(meat, [1.0; 3], 0.1), 1.0)), (1.0, ink(scale(meat, 0.5), 1.0))],
                );
            }
        }
    }));
    for n in 0..3u32 {
        let seed = plan.noise(211 + n);
        let layer = frame.soft(3, foot - u * 52.0, foot - u * 15.0, 0.5, u * 8.0, |px, py| {
            let up = (foot - u * 16.0 - py) / (u * 36.0);
            let curl = (fbm(seed, 0.5, py / (u * 9.0), 3) - 0.5) * u * 16.0 * up.clamp(0.0, 1.4);
            let s = ((px - x - curl) / (u * (2.4 + 8.0 * up.max(0.0)))).abs();
            let wisp = smooth(0.3, 0.8, fbm(seed ^ 1, px / (u * 4.0), py / (u * 7.0), 3));
            [
                0.86,
                0.85,
                0.84,
                smooth(1.0, 0.0, s) * wisp * smooth(-0.02, 0.1, up) * smooth(1.0, 0.4, up) * 0.5,
            ]
        });
        let phase = n as f32 / 3.0;
        stage.add(layer.alive(move |t| {
            let s = (t / 4.0 + phase).fract();
            Pose {
                dx: u * 3.0 * s,
                dy: -u * 6.0 * s,
                opacity: (s * std::f32::consts::PI).sin().powi(2),
            }
        }));
    }
    stage.sparks(0.52, move |t, out| {
        let tremble = 0.8 + 0.2 * (t * 6.7).sin() * (t * 2.1).cos();
        out.push(Spark::glow(x, foot - u * 16.0, u * 16.0, [1.0, 0.5, 0.2], 0.4 * tremble));
    });
}

/// Clothes and sheets on a line between two poles, moved by the wind.
pub fn washing_line(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let wood = lit(plan, hex(0x7A5C40));
    let (y, foot) = (h * 0.4, h * 0.8);
    stage.add(frame.drawn(y - u * 4.0, foot + u * 2.0, 0.44, 0.0, |c| {
        for s in [0.04, 0.96] {
            shadow(c, (w * s, foot), u * 4.0, u);
            if let Some(path) = rect(w * s - u * 0.8, y - u * 2.4, u * 1.6, foot - y + u * 2.4) {
                c.fade(
                    &path,
                    (w * s - u, 0.0),
                    (w * s + u, 0.0),
                    &[(0.0, ink(wood, 1.0)), (1.0, ink(scale(wood, 0.5), 1.0))],
                );
            }
        }
        if let Some(path) = curve((w * 0.04, y), &[((w * 0.5, y + u * 5.0), (w * 0.96, y))]) {
            c.line(&path, u * 0.28, ink(scale(wood, 0.5), 1.0));
        }
    }));
    let mut dice = Dice::new(plan.seed, 215);
    for n in 0..5u32 {
        let (s, wide) = (0.12 + 0.18 * n as f32, u * dice.range(8.0, 12.0));
        let tall = u * dice.range(11.0, 20.0);
        let cloth = lit(
            plan,
            dice.pick(&[hex(0xF6F0E6), hex(0xBCD0DC), hex(0xE8B8A8), hex(0xE6D49A), hex(0xA9BF9C)]),
        );
        let (x, top) = (w * s, y + u * 5.0 * (1.0 - (2.0 * s - 1.0).powi(2)) * 0.5);
        let seed = plan.noise(216 + n);
        let layer = frame.painted(top - u, top + tall + u * 2.0, 0.46, u * 2.0, |px, py| {
            let down = (py - top) / tall;
            let belly = (down * 2.4 + s * 9.0).sin() * u * 0.9 * down;
            let k = (px - x - belly) / wide;
            let hem = 1.0 + 0.03 * (k * 9.0 + n as f32).sin();
            if !(0.0..=1.0).contains(&k) || down < 0.0 || down > hem {
                return [0.0; 4];
            }
            let fold = (k * 8.0 + fbm(seed, k * 2.0, down, 2) * 4.0).sin();
            let sheer = 0.9 + 0.12 * fold + 0.08 * down;
            let [r, g, b] = scale(cloth, sheer);
            [r.min(1.0), g.min(1.0), b.min(1.0), 1.0]
        });
        let phase = n as f32 * 0.9;
        stage.add(
            layer.alive(move |t| Pose::moved((t * 1.3 + phase).sin() * u * 0.7, 0.0)).rippling(
                u * 1.2,
                u * 18.0,
                0.32,
            ),
        );
        stage.add(frame.drawn(top - u * 2.0, top + u * 2.0, 0.47, 0.0, |c| {
            for k in [0.12, 0.88] {
                if let Some(path) = rect(x + wide * k - u * 0.25, top - u * 0.9, u * 0.5, u * 1.9) {
                    c.fill(&path, ink(lit(plan, hex(0xC79A62)), 1.0));
                }
            }
        }));
    }
}
