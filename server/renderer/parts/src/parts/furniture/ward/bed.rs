//! The bed: its head raised, pillow and blanket, the rails along it.

use super::Ward;
use crate::paint::{
    color::{Rgb, add, hex, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, oval, polygon, rounded},
};
use crate::parts::{
    forms::{ball, bar, bent, flat},
    props::shadow,
};
use crate::plan::Plan;
use crate::stage::Stage;

/// The bed: its head raised, pillow and blanket, the rails along it.
pub fn bed(stage: &mut Stage, plan: &Plan, ward: &Ward) {
    let s = ward.s;
    let lit = |tone: u32| ward.light.lit(hex(tone), 0.96);
    let (steel, linen) = (lit(0xC9D0D2), lit(0xFBF8F2));
    let blanket = ward
        .light
        .lit(Dice::new(plan.seed, 96).pick(&[hex(0x8FB8C8), hex(0xA6C4AE), hex(0xD3B6A8)]), 0.95);
    stage.add(ward.frame.drawn(ward.foot - s * 50.0, ward.foot + s * 4.0, 0.46, 0.0, |c| {
        shadow(c, ward.at(0.5, 0.0), ward.long * 0.52, s * 1.6);
        let quad = |c: &mut Canvas, points: [(f32, f32); 4], tone: Rgb| {
            flat(c, &points.map(|(k, up)| ward.at(k, up)), tone);
        };
        // Below: the frame with its lift and wheels.
        quad(c, [(0.0, 9.0), (1.0, 9.0), (1.0, 13.0), (0.0, 13.0)], scale(steel, 0.62));
        for (a, b) in [(0.2, 0.5), (0.5, 0.2), (0.55, 0.85), (0.85, 0.55)] {
            bar(c, ward.at(a, 2.4), ward.at(b, 10.0), s * 1.2, scale(steel, 0.45));
        }
        quad(c, [(0.08, 1.8), (0.94, 1.8), (0.94, 3.6), (0.08, 3.6)], scale(steel, 0.5));
        for k in [0.1, 0.92] {
            ball(c, ward.at(k, 1.0), (s * 1.7, s * 1.7), hex(0x2E3438));
            ball(c, ward.at(k, 1.0), (s * 0.7, s * 0.7), steel);
        }
        board(c, (ward.at(-0.02, 0.0), ward.at(-0.02, 46.0)), s, lit(0xCBB08A), 2.6);
        // The mattress, bent where the back is raised.
        quad(c, [(0.0, 37.0), (0.36, 20.0), (0.36, 13.0), (0.0, 27.0)], scale(linen, 0.72));
        quad(c, [(0.36, 20.0), (1.0, 20.0), (1.0, 13.0), (0.36, 13.0)], scale(linen, 0.68));
        quad(c, [(0.0, 40.0), (0.38, 22.0), (0.36, 18.0), (0.0, 34.0)], scale(linen, 0.92));
        pillow(c, ward, linen);
        spread(c, ward, (linen, blanket));
        board(c, (ward.at(1.0, 4.0), ward.at(1.0, 31.0)), s, lit(0xCBB08A), 2.2);
        for (from, to) in [(0.1, 0.44), (0.54, 0.84)] {
            rail(c, ward, (from, to), steel);
        }
    }));
}

/// A board at an end of the bed, seen along its edge.
fn board(c: &mut Canvas, (low, high): (Position, Position), s: f32, tone: Rgb, half: f32) {
    if let Some(path) = rounded(high.0 - s * half, high.1, s * half * 2.0, low.1 - high.1, s * half)
    {
        c.fade(
            &path,
            (high.0 - s * half, 0.0),
            (high.0 + s * half, 0.0),
            &crate::parts::props::round(tone),
        );
    }
}

/// The pillow against the raised back.
fn pillow(c: &mut Canvas, ward: &Ward, linen: Rgb) {
    let (a, b) = (ward.at(0.02, 39.0), ward.at(0.25, 28.6));
    let (up, off) = (ward.at(0.02, 50.0), ward.at(0.29, 37.0));
    if let Some(path) = curve(
        a,
        &[
            ((a.0 - (b.0 - a.0) * 0.16, f32::midpoint(a.1, up.1)), up),
            (ward.at(0.19, 49.0), off),
            (ward.at(0.33, 30.0), b),
            (ward.at(0.12, 33.0), a),
        ],
    ) {
        let stops = [
            (0.0, ink(add(linen, [1.0; 3], 0.04), 1.0)),
            (0.6, ink(scale(linen, 0.94), 1.0)),
            (1.0, ink(scale(linen, 0.7), 1.0)),
        ];
        c.fade(&path, (0.0, up.1), (0.0, b.1), &stops);
    }
    // The hollow where a head lay, and creases.
    for (k, alpha) in [(1.0f32, 0.1), (0.7, 0.12)] {
        let at = ward.at(0.15, 40.6);
        if let Some(path) = oval(at.0, at.1, ward.s * 3.6 * k, ward.s * 3.0 * k) {
            c.fill(&path, ink(scale(linen, 0.55), alpha));
        }
    }
    for (k, up) in [(0.06, 44.0), (0.09, 37.4), (0.22, 33.0)] {
        let from = ward.at(k, up);
        bent(
            c,
            from,
            ward.at(k + 0.03, up - 0.4),
            ward.at(k + 0.06, up - 2.6),
            ward.s * 0.3,
            scale(linen, 0.8),
        );
    }
}

/// The sheet turned back over a woven blanket that hangs down at the side.
fn spread(c: &mut Canvas, ward: &Ward, (linen, blanket): (Rgb, Rgb)) {
    let mut outline = vec![
        ward.at(0.3, 24.0),
        ward.at(0.4, 25.4),
        ward.at(0.62, 24.6),
        ward.at(0.84, 24.0),
        ward.at(0.985, 23.0),
    ];
    for n in 0..=16 {
        let k = 0.985 - 0.685 * n as f32 / 16.0;
        outline.push(ward.at(k, 8.6 + 1.0 * (n as f32 * 1.9).sin()));
    }
    if let Some(path) = polygon(&outline) {
        let (top, low) = (ward.at(0.0, 25.0).1, ward.at(0.0, 8.0).1);
        let stops = [
            (0.0, ink(add(blanket, [1.0; 3], 0.12), 1.0)),
            (0.22, ink(blanket, 1.0)),
            (0.3, ink(scale(blanket, 0.82), 1.0)),
            (1.0, ink(scale(blanket, 0.56), 1.0)),
        ];
        c.fade(&path, (0.0, top), (0.0, low), &stops);
    }
    for n in 0..44 {
        let k = 0.32 + 0.655 * n as f32 / 43.0;
        let fold = (n as f32 * 1.3).sin();
        bar(
            c,
            ward.at(k, 22.6),
            ward.at(k, 10.4),
            ward.s * (0.26 + 0.16 * fold),
            scale(blanket, 0.6 + 0.1 * fold),
        );
    }
    for n in 0..6 {
        let up = 21.4 - 1.9 * n as f32;
        bar(c, ward.at(0.33, up), ward.at(0.975, up), ward.s * 0.16, scale(blanket, 0.72));
    }
    flat(
        c,
        &[(0.29, 25.0), (0.42, 26.2), (0.42, 17.6), (0.29, 15.4)].map(|(k, up)| ward.at(k, up)),
        scale(linen, 0.9),
    );
    bar(c, ward.at(0.42, 26.0), ward.at(0.42, 17.8), ward.s * 0.4, scale(linen, 0.7));
    bar(c, ward.at(0.3, 25.0), ward.at(0.42, 26.2), ward.s * 0.7, linen);
}

/// A rail of tubes that folds down.
fn rail(c: &mut Canvas, ward: &Ward, (from, to): (f32, f32), steel: Rgb) {
    let s = ward.s;
    for (up, thick) in [(31.0, 1.3), (26.6, 0.8), (22.4, 0.8), (18.2, 0.9)] {
        let (a, b) = (ward.at(from, up), ward.at(to, up));
        bar(c, (a.0, a.1 + s * 0.4), (b.0, b.1 + s * 0.4), s * thick, scale(steel, 0.5));
        bar(c, a, b, s * thick, scale(steel, 0.95));
        bar(c, (a.0, a.1 - s * 0.25), (b.0, b.1 - s * 0.25), s * 0.3, add(steel, [1.0; 3], 0.2));
    }
    for k in [from, f32::midpoint(from, to), to] {
        bar(c, ward.at(k, 30.6), ward.at(k, 14.0), s * 1.0, scale(steel, 0.85));
    }
    let at = ward.at(f32::midpoint(from, to), 24.6);
    if let Some(path) = rounded(at.0 - s * 2.4, at.1 - s * 2.6, s * 4.8, s * 5.2, s * 0.8) {
        c.fill(&path, ink(scale(steel, 0.7), 1.0));
    }
    ball(c, at, (s, s), hex(0x5FA08A));
}
