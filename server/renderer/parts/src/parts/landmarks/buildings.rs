//! What stands on farms and in villages: a barn, a windpump, a fence, round huts.

use crate::paint::{
    color::{add, hex, mix, scale},
    noise::Dice,
    shapes::{curve, ink, oval, polygon, rect},
};
use crate::parts::{daylight::lit, props::shadow, sky};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

pub fn barn(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, foot) = (w * (0.5 + plan.turn() * 0.26), line + (h - line) * 0.22);
    let (half, tall) = (u * 15.0, u * 17.0);
    let red = mix(
        lit(plan, Dice::new(plan.seed, 230).pick(&[hex(0x9A3A2E), hex(0x7A5A44), hex(0x8A8478)])),
        p.haze,
        0.14,
    );
    let roof = mix(lit(plan, hex(0x5A5652)), p.haze, 0.2);
    stage.add(frame.drawn(foot - tall * 2.0, foot + u * 2.0, 0.3, 0.0, |c| {
        shadow(c, (x, foot), half * 1.2, u * 1.2);
        if let Some(path) = polygon(&[
            (x - half, foot),
            (x - half, foot - tall * 0.72),
            (x - half * 0.62, foot - tall * 1.22),
            (x, foot - tall * 1.5),
            (x + half * 0.62, foot - tall * 1.22),
            (x + half, foot - tall * 0.72),
            (x + half, foot),
        ]) {
            c.fade(
                &path,
                (x - half, 0.0),
                (x + half, 0.0),
                &[
                    (0.0, ink(red, 1.0)),
                    (0.4, ink(add(red, p.sun, 0.08), 1.0)),
                    (1.0, ink(scale(red, 0.66), 1.0)),
                ],
            );
        }
        let mut bx = x - half + u * 1.4;
        while bx < x + half {
            if let Some(path) = rect(bx, foot - tall * 0.9, u * 0.16, tall * 0.9) {
                c.fill(&path, ink(scale(red, 0.55), 0.6));
            }
            bx += u * 1.5;
        }
        for (a, b) in [
            ((x, foot - tall * 1.58), (x - half * 0.66, foot - tall * 1.27)),
            ((x - half * 0.64, foot - tall * 1.28), (x - half * 1.1, foot - tall * 0.66)),
            ((x, foot - tall * 1.58), (x + half * 0.66, foot - tall * 1.27)),
            ((x + half * 0.64, foot - tall * 1.28), (x + half * 1.1, foot - tall * 0.66)),
        ] {
            if let Some(path) = curve(a, &[((f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1)), b)])
            {
                c.line(&path, u * 1.5, ink(roof, 1.0));
            }
        }
        let white = mix(lit(plan, hex(0xF3EBDC)), p.haze, 0.1);
        if let Some(path) = rect(x - u * 5.6, foot - u * 10.6, u * 11.2, u * 10.6) {
            c.fill(&path, ink(hex(0x1C1410), 1.0));
        }
        for (a, b) in [
            ((-5.6, 0.0), (-5.6, -10.6)),
            ((5.6, 0.0), (5.6, -10.6)),
            ((-5.6, -10.6), (5.6, -10.6)),
        ] {
            if let Some(path) = curve(
                (x + u * a.0, foot + u * a.1),
                &[(
                    (x + u * (a.0 + b.0) / 2.0, foot + u * (a.1 + b.1) / 2.0),
                    (x + u * b.0, foot + u * b.1),
                )],
            ) {
                c.line(&path, u * 0.6, ink(white, 1.0));
            }
        }
        for (dx, tone) in [(-3.0, 1.0), (0.4, 0.9), (3.2, 0.8)] {
            if let Some(path) = oval(x + u * dx, foot - u * 1.4, u * 2.2, u * 1.5) {
                c.fill(&path, ink(scale(lit(plan, hex(0xC9A24A)), tone), 1.0));
            }
        }
        if let Some(path) = rect(x - u * 1.8, foot - tall * 1.24, u * 3.6, u * 3.6) {
            c.fill(&path, ink(hex(0x1C1410), 1.0));
        }
    }));
}

/// A wheel on a tower of steel that turns in the wind, and a dam of corrugated iron.
pub fn windpump(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, foot) = (w * (0.5 - plan.turn() * 0.3), line + (h - line) * 0.2);
    let top = foot - u * 36.0;
    let steel = mix(lit(plan, hex(0x4A4C50)), p.haze, 0.2);
    stage.add(frame.drawn(top - u * 14.0, foot + u * 2.0, 0.3, 0.0, |c| {
        let mut bar = |a: (f32, f32), b: (f32, f32), thick: f32| {
            if let Some(path) = curve(a, &[((f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1)), b)])
            {
                c.line(&path, u * thick, ink(steel, 1.0));
            }
        };
        for side in [-1.0f32, 1.0] {
            bar((x + side * u * 5.0, foot), (x + side * u * 0.6, top), 0.44);
        }
        for k in 0..5 {
            let (a, b) = (k as f32 / 5.0, (k + 1) as f32 / 5.0);
            let half = |s: f32| u * (5.0 - 4.4 * s);
            let y = |s: f32| foot + (top - foot) * s;
            bar((x - half(a), y(a)), (x + half(b), y(b)), 0.22);
            bar((x + half(a), y(a)), (x - half(b), y(b)), 0.22);
            bar((x - half(b), y(b)), (x + half(b), y(b)), 0.22);
        }
        let side = plan.turn();
        bar((x, top), (x + side * u * 7.0, top - u * 0.6), 0.4);
        if let Some(path) = polygon(&[
            (x + side * u * 6.0, top - u * 2.4),
            (x + side * u * 11.0, top - u * 3.0),
            (x + side * u * 11.0, top + u * 1.8),
            (x + side * u * 6.0, top + u * 1.0),
        ]) {
            c.fill(&path, ink(mix(steel, [1.0; 3], 0.3), 1.0));
        }
        let iron = mix(lit(plan, hex(0x9AA0A2)), p.haze, 0.16);
        let dx = x - side * u * 11.0;
        if let Some(path) = rect(dx - u * 7.0, foot - u * 4.6, u * 14.0, u * 5.0) {
            c.fade(
                &path,
                (dx - u * 7.0, 0.0),
                (dx + u * 7.0, 0.0),
                &[
                    (0.0, ink(scale(iron, 0.8), 1.0)),
                    (0.4, ink(iron, 1.0)),
                    (1.0, ink(scale(iron, 0.56), 1.0)),
                ],
            );
        }
        if let Some(path) = oval(dx, foot - u * 4.6, u * 7.0, u * 1.2) {
            c.fill(&path, ink(p.sky[2].1, 1.0));
        }
    }));
    // Its blades, as sparks that turn.
    let blade = mix(steel, [1.0; 3], 0.34);
    stage.sparks(0.3, move |t, out| {
        for k in 0..14 {
            let a = k as f32 * std::f32::consts::TAU / 14.0 + t * 1.5;
            let (bx, by) = (x + a.cos() * u * 4.2, top + a.sin() * u * 4.2);
            out.push(Spark::disc(bx, by, u * 3.0, blade, 0.95).shaped(0.2, a));
        }
        out.push(Spark::disc(x, top, u * 1.1, steel, 1.0));
    });
}

/// Posts with wire, along the near edge of a field.
pub fn fence(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let y = line + (h - line) * 0.46;
    let wood = lit(plan, hex(0x77614A));
    stage.add(frame.drawn(y - u * 14.0, y + u * 3.0, 0.44, 0.0, |c| {
        for k in [0.28f32, 0.56, 0.84] {
            if let Some(path) = curve(
                (-u * 8.0, y - u * 12.0 * k),
                &[((w / 2.0, y - u * 12.0 * k + u * 0.8), (w + u * 8.0, y - u * 12.0 * k))],
            ) {
                c.line(&path, u * 0.24, ink(scale(wood, 0.6), 0.9));
            }
        }
        let mut dice = Dice::new(plan.seed, 235);
        let mut x = -u * 6.0;
        while x < w + u * 8.0 {
            let lean = u * dice.range(-0.5, 0.5);
            if let Some(path) = polygon(&[
                (x - u * 0.8, y + u),
                (x + lean - u * 0.7, y - u * 12.6),
                (x + lean + u * 0.7, y - u * 12.8),
                (x + u * 0.8, y + u),
            ]) {
                c.fade(
                    &path,
                    (x - u, 0.0),
                    (x + u, 0.0),
                    &[(0.0, ink(scale(wood, 1.1), 1.0)), (1.0, ink(scale(wood, 0.5), 1.0))],
                );
            }
            x += u * 15.0;
        }
    }));
}

/// Round huts with thatched roofs, smoke from a fire between them.
pub fn huts(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 240);
    for (n, (s, near)) in
        [(-0.36f32, 0.1f32), (0.1, 0.06), (0.4, 0.2), (-0.12, 0.16)].into_iter().enumerate()
    {
        let (x, foot) = (w * (0.5 + s * plan.turn()), line + (h - line) * (0.1 + near));
        let half = u * (6.0 + 26.0 * near);
        let wall = mix(
            lit(plan, dice.pick(&[hex(0xC99A6A), hex(0xE3D3B8), hex(0xA8714A), hex(0x8FB0A8)])),
            p.haze,
            0.2 - near * 0.5,
        );
        let thatch = mix(lit(plan, hex(0x8A6B40)), p.haze, 0.2 - near * 0.5);
        stage.add(frame.drawn(
            foot - half * 2.6,
            foot + u * 2.0,
            0.24 + near * 0.6 + 0.01 * n as f32,
            0.0,
            |c| {
                shadow(c, (x, foot), half * 1.1, u);
                if let Some(path) = curve(
                    (x - half, foot - half * 0.9),
                    &[
                        ((x - half, foot), (x - half, foot)),
                        ((x, foot + half * 0.2), (x + half, foot)),
                        ((x + half, foot - half * 0.5), (x + half, foot - half * 0.9)),
                    ],
                ) {
                    c.fade(
                        &path,
                        (x - half, 0.0),
                        (x + half, 0.0),
                        &[
                            (0.0, ink(scale(wall, 0.84), 1.0)),
                            (0.35, ink(scale(wall, 1.05), 1.0)),
                            (1.0, ink(scale(wall, 0.58), 1.0)),
                        ],
                    );
                }
                if let Some(path) =
                    rect(x - half * 0.22, foot - half * 0.78, half * 0.44, half * 0.86)
                {
                    c.fill(&path, ink(scale(wall, 0.25), 1.0));
                }
                if let Some(path) = curve(
                    (x - half * 1.3, foot - half * 0.8),
                    &[
                        ((x - half * 0.3, foot - half * 1.6), (x, foot - half * 2.4)),
                        ((x + half * 0.3, foot - half * 1.6), (x + half * 1.3, foot - half * 0.8)),
                        ((x, foot - half * 0.56), (x - half * 1.3, foot - half * 0.8)),
                    ],
                ) {
                    c.fade(
                        &path,
                        (x - half, 0.0),
                        (x + half, 0.0),
                        &[
                            (0.0, ink(thatch, 1.0)),
                            (0.35, ink(scale(thatch, 1.25), 1.0)),
                            (1.0, ink(scale(thatch, 0.56), 1.0)),
                        ],
                    );
                }
                for _ in 0..40 {
                    let a = dice.range(-1.2, 1.2);
                    let r = dice.range(0.1, 0.9);
                    let (sx, sy) = (x + half * a * r, foot - half * (2.35 - 1.55 * r));
                    if let Some(path) = curve(
                        (sx, sy),
                        &[(
                            (sx + half * a * 0.1, sy + half * 0.1),
                            (sx + half * a * 0.18, sy + half * 0.24),
                        )],
                    ) {
                        c.line(&path, u * 0.22, ink(scale(thatch, dice.pick(&[0.6, 1.4])), 0.5));
                    }
                }
            },
        ));
    }
}
