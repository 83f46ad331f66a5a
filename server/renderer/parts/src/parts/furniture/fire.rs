//! A fireplace of brick with a mantelpiece: a fire that burns, candlesticks and a clock.

use super::{Spot, leg};
use crate::paint::{
    color::{add, hex, mix, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{ink, oval, rect},
};
use crate::parts::props::shadow;
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

pub fn fireplace(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(100));
    let half = (w * 0.34).min(h * 0.24);
    let (x, foot) = (spot.x, spot.foot + u * 3.0);
    let top = foot - u * 36.0;
    let brick = Dice::new(plan.seed, 101).pick(&[hex(0x9A5238), hex(0x8B6A52), hex(0xA79A88)]);
    let (hole, arch) = (half * 0.62, foot - u * 23.0);
    let light = spot.light;
    let glow = hex(0xFF9A48);
    stage.add(frame.painted(top, foot, 0.3, 0.0, |px, py| {
        let s = (px - x) / half;
        if s.abs() > 1.0 {
            return [0.0; 4];
        }
        let row = ((py - top) / (u * 2.5)).floor();
        let across = px / (u * 6.0) + if row as i32 % 2 == 0 { 0.5 } else { 0.0 };
        let (tx, ty) = (across - across.floor(), ((py - top) / (u * 2.5)).fract());
        let joint = smooth(0.0, 0.05, tx)
            * smooth(1.0, 0.95, tx)
            * smooth(0.0, 0.1, ty)
            * smooth(1.0, 0.9, ty);
        let own = value(seed, across.floor() * 3.3, row * 2.1);
        let rough = fbm(seed ^ 2, px / (u * 0.9), py / (u * 0.7), 3) - 0.5;
        let c = mix(hex(0xB9AC98), scale(brick, 0.74 + 0.44 * own + rough * 0.3), joint);
        let mut l = light.lit(c, 0.86);
        // The hearth: an arch that is black above and glows below.
        let (dx, dy) = ((px - x) / hole, (arch + hole * 0.35 - py) / (hole * 0.35));
        let inside = if py > arch + hole * 0.35 {
            smooth(1.0, 0.97, dx.abs())
        } else {
            smooth(1.0, 0.97, dx.hypot(dy))
        };
        let d = ((px - x) / (u * 13.0)).hypot((py - foot + u * 3.0) / (u * 12.0));
        let soot = scale(add(hex(0x1A1210), glow, 0.5 * (-d * d).exp()), 0.9 + rough * 0.4);
        l = add(l, tint(c, glow), 0.4 * (-d * 0.9).exp());
        l = mix(l, soot, inside);
        let [r, g, b] = l.map(|v| v.clamp(0.0, 1.0));
        [r, g, b, smooth(1.0, 0.995, s.abs())]
    }));
    mantelpiece(stage, plan, frame, spot, (half, top));
    logs(stage, frame, (x, foot), spot);
    fire(stage, plan, frame, (x, foot));
}

fn mantelpiece(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot, (half, top): (f32, f32)) {
    let u = frame.u;
    let x = spot.x;
    let wood = spot.light.lit(hex(0x6A4426), 0.95);
    stage.add(frame.drawn(top - u * 16.0, top + u * 4.0, 0.32, 0.0, |c| {
        if let Some(path) = rect(x - half - u * 2.4, top - u * 1.4, half * 2.0 + u * 4.8, u * 3.0) {
            c.fade(
                &path,
                (0.0, top - u * 1.4),
                (0.0, top + u * 1.6),
                &[
                    (0.0, ink(scale(wood, 1.3), 1.0)),
                    (0.3, ink(wood, 1.0)),
                    (1.0, ink(scale(wood, 0.5), 1.0)),
                ],
            );
        }
        let shelf = top - u * 1.4;
        let brass = spot.light.lit(hex(0xC79A4E), 0.95);
        for side in [-1.0f32, 1.0] {
            let cx = x + side * half * 0.82;
            if let Some(path) = oval(cx, shelf, u * 1.6, u * 0.6) {
                c.fill(&path, ink(scale(brass, 0.8), 1.0));
            }
            leg(c, (cx, shelf), u * 5.0, u * 0.4, brass);
            leg(c, (cx, shelf - u * 5.0), u * 4.2, u * 0.62, spot.light.lit(hex(0xF3E9D2), 0.95));
        }
        // A clock in the middle.
        let case = spot.light.lit(hex(0x4A2F1E), 0.95);
        if let Some(path) = rect(x - u * 3.4, shelf - u * 6.4, u * 6.8, u * 6.4) {
            c.fill(&path, ink(case, 1.0));
        }
        if let Some(path) = oval(x, shelf - u * 6.0, u * 3.4, u * 3.2) {
            c.fill(&path, ink(case, 1.0));
        }
        if let Some(path) = oval(x, shelf - u * 5.2, u * 2.4, u * 2.4) {
            c.fill(&path, ink(spot.light.lit(hex(0xF4EBD8), 0.97), 1.0));
        }
        for (long, turn) in [(1.9f32, 0.4f32), (1.3, 2.4)] {
            let turn = turn + (plan.seed % 7) as f32;
            if let Some(path) = crate::paint::shapes::curve(
                (x, shelf - u * 5.2),
                &[(
                    (
                        x + turn.cos() * u * long * 0.5,
                        shelf - u * 5.2 + turn.sin() * u * long * 0.5,
                    ),
                    (x + turn.cos() * u * long, shelf - u * 5.2 + turn.sin() * u * long),
                )],
            ) {
                c.line(&path, u * 0.26, ink(hex(0x2A1D14), 1.0));
            }
        }
    }));
    let (y, far) = (top - u * 11.0, half * 0.82);
    stage.sparks(0.32, move |t, out| {
        for (n, side) in [-1.0f32, 1.0].into_iter().enumerate() {
            let lick = (t * 6.0 + n as f32 * 2.0).sin() * 0.1;
            let flame = Spark::disc(
                x + side * far + lick * u,
                y - u * 0.4,
                u * 0.85,
                [1.0, 0.86, 0.5],
                0.95,
            );
            out.push(flame.shaped(0.5, 1.57 + lick));
            out.push(Spark::glow(
                x + side * far,
                y - u * 0.4,
                u * 6.0,
                [1.0, 0.7, 0.36],
                0.34 + lick,
            ));
        }
    });
}

fn logs(stage: &mut Stage, frame: Frame, (x, foot): (f32, f32), spot: &Spot) {
    let u = frame.u;
    let bark = spot.light.lit(hex(0x4A3020), 0.8);
    stage.add(frame.drawn(foot - u * 8.0, foot + u * 2.0, 0.31, 0.0, |c| {
        shadow(c, (x, foot), u * 11.0, u);
        for (dx, dy, long) in [(-4.2, 1.2, 7.4), (4.0, 1.4, 7.0), (0.0, 3.6, 8.0)] {
            let (lx, ly) = (x + u * dx, foot - u * dy);
            if let Some(path) = oval(lx, ly, u * long, u * 1.4) {
                c.fade(
                    &path,
                    (0.0, ly - u * 1.4),
                    (0.0, ly + u * 1.4),
                    &[
                        (0.0, ink(mix(bark, hex(0xFF8A3C), 0.3), 1.0)),
                        (1.0, ink(scale(bark, 0.4), 1.0)),
                    ],
                );
            }
            if let Some(path) = oval(lx + u * long * 0.86, ly, u * 1.0, u * 1.35) {
                c.fill(&path, ink(mix(hex(0xB98A5A), hex(0xFF9A50), 0.3), 1.0));
            }
        }
    }));
}

/// Tongues that rise and vanish, embers, and the light that trembles over the room.
fn fire(stage: &mut Stage, plan: &Plan, frame: Frame, (x, foot): (f32, f32)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    for n in 0..3u32 {
        let seed = plan.noise(110 + n);
        let tall = u * [13.0, 10.5, 8.0][n as usize];
        let layer = frame.soft(2, foot - tall * 1.5, foot, 0.31, u * 2.0, |px, py| {
            let up = (foot - u * 1.4 - py) / tall;
            let sway = (fbm(seed, up * 1.6, n as f32, 2) - 0.5) * u * 7.0 * up.clamp(0.0, 1.4);
            let s = ((px - x - sway) / (u * (8.6 - 2.0 * n as f32) * (1.0 - 0.62 * up).max(0.12)))
                .abs();
            let lick = fbm(seed ^ 1, px / (u * 2.1), py / (u * 5.0), 3);
            let a = smooth(1.0, 0.25, s)
                * smooth(1.25, 0.2, up + (lick - 0.5) * 0.9)
                * smooth(-0.12, 0.04, up);
            let c = mix(hex(0xFFF0B0), hex(0xFF6A1E), smooth(0.0, 0.9, up * 0.8 + s * 0.5));
            [c[0], c[1], c[2], a.clamp(0.0, 1.0) * 0.62]
        });
        let phase = n as f32 * 2.1;
        stage.add(layer.light().alive(move |t| Pose {
            dx: ((t * 4.3 + phase).sin() + (t * 7.1 + phase).sin() * 0.5) * u * 0.5,
            dy: (t * 5.7 + phase * 2.0).sin() * u * 0.7,
            opacity: 0.72 + 0.28 * ((t * 6.1 + phase).sin() * (t * 2.3 + phase).cos()),
        }));
    }
    let mut dice = Dice::new(plan.seed, 115);
    let embers: Vec<[f32; 4]> =
        (0..18).map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.next()]).collect();
    stage.sparks(0.33, move |t, out| {
        let tremble = 0.8 + 0.12 * (t * 7.3).sin() + 0.08 * (t * 12.1).sin();
        out.push(Spark::glow(
            x,
            foot - u * 5.0,
            (w.min(h) * 0.55).max(u * 30.0),
            [1.0, 0.55, 0.2],
            0.26 * tremble,
        ));
        for &[at, speed, phase, size] in &embers {
            let s = (t * (0.18 + 0.2 * speed) + phase).fract();
            let (ex, ey) = (
                x + (at - 0.5) * u * 11.0 + (s * 9.0 + phase).sin() * u,
                foot - u * (2.0 + 17.0 * s),
            );
            out.push(Spark::glow(ex, ey, u * (0.3 + 0.3 * size), [1.0, 0.7, 0.3], (1.0 - s) * 0.8));
        }
    });
}
