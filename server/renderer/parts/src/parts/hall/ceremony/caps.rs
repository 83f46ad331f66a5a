//! Caps with tassels and gowns, as they are worn when studies are over, and the crest of the school.

use crate::paint::{
    color::{Rgb, add, scale},
    shapes::{Canvas, Position, blade, curve, ink, oval},
};
use crate::parts::forms::{ball, bar, bent, flat};

/// A cap with its board, `r` from the middle to a corner, leaning by `lean`; its tassel hangs to `way`.
pub fn cap(
    c: &mut Canvas,
    (x, y): Position,
    r: f32,
    (lean, way): (f32, f32),
    cloth: Rgb,
    gold: Rgb,
) {
    let turned = |dx: f32, dy: f32| (x + r * (dx - dy * lean), y + r * (dy + dx * lean));
    let skull = [turned(-0.5, 0.06), turned(0.5, 0.06), turned(0.46, 0.6), turned(-0.46, 0.6)];
    flat(c, &skull, scale(cloth, 0.62));
    let brim = turned(0.0, 0.58);
    if let Some(path) = oval(brim.0, brim.1, r * 0.46, r * 0.14) {
        c.fill(&path, ink(scale(cloth, 0.5), 1.0));
    }
    let corners = |dy: f32| {
        [turned(-1.0, dy), turned(0.0, dy - 0.36), turned(1.0, dy), turned(0.0, dy + 0.36)]
    };
    flat(c, &corners(0.07), scale(cloth, 0.4));
    let board = corners(0.0);
    flat(c, &board, add(cloth, [1.0, 0.96, 0.9], 0.1));
    bar(c, board[0], board[1], r * 0.035, add(cloth, [1.0; 3], 0.3));
    ball(c, turned(0.0, 0.0), (r * 0.1, r * 0.07), gold);
    let (edge, end) = (turned(way * 0.78, 0.06), turned(way * 0.84, 0.62));
    bent(c, turned(0.0, 0.0), turned(way * 0.4, -0.06), edge, r * 0.05, gold);
    bar(c, edge, end, r * 0.06, gold);
    bar(c, end, (end.0, end.1 + r * 0.26), r * 0.15, scale(gold, 0.84));
}

/// A gown laid over the back of a chair, with the colour of its hood.
pub fn gown(c: &mut Canvas, (x, top): Position, (half, tall): (f32, f32), cloth: Rgb, hood: Rgb) {
    let outline = [
        ((x - half * 1.25, top - tall * 0.02), (x - half * 1.22, top + tall * 0.3)),
        ((x - half * 1.4, top + tall * 0.7), (x - half * 1.3, top + tall)),
        ((x - half * 0.6, top + tall * 1.06), (x, top + tall * 0.98)),
        ((x + half * 0.6, top + tall * 1.06), (x + half * 1.3, top + tall)),
        ((x + half * 1.4, top + tall * 0.7), (x + half * 1.22, top + tall * 0.3)),
        ((x + half * 1.25, top - tall * 0.02), (x, top - tall * 0.07)),
    ];
    if let Some(path) = curve((x, top - tall * 0.07), &outline) {
        let stops = [
            (0.0, ink(scale(cloth, 0.7), 1.0)),
            (0.3, ink(add(cloth, [1.0; 3], 0.07), 1.0)),
            (0.62, ink(cloth, 1.0)),
            (1.0, ink(scale(cloth, 0.5), 1.0)),
        ];
        c.fade(&path, (x - half * 1.3, 0.0), (x + half * 1.3, 0.0), &stops);
    }
    for (k, tone) in [(-0.8f32, 1.7), (-0.36, 0.5), (0.3, 1.6), (0.72, 0.5)] {
        let from = (x + half * k, top + tall * 0.2);
        bent(
            c,
            from,
            (x + half * k * 1.1, top + tall * 0.6),
            (x + half * k * 1.3, top + tall * 0.97),
            half * 0.05,
            scale(cloth, tone),
        );
    }
    for (width, tone) in [(0.26, hood), (0.09, add(hood, [1.0; 3], 0.25))] {
        bent(
            c,
            (x - half * 0.62, top),
            (x - half * 0.2, top + tall * 0.42),
            (x, top + tall * 0.62),
            half * width,
            tone,
        );
        bent(
            c,
            (x + half * 0.62, top),
            (x + half * 0.2, top + tall * 0.42),
            (x, top + tall * 0.62),
            half * width,
            tone,
        );
    }
}

/// A shield with an open book in a wreath.
pub fn crest(c: &mut Canvas, (x, y): Position, r: f32, gold: Rgb, field: Rgb) {
    for (k, tone) in [(1.0, scale(gold, 0.72)), (0.94, gold), (0.86, scale(field, 0.55))] {
        ball(c, (x, y), (r * k, r * k), tone);
    }
    for n in 0..22 {
        let a = std::f32::consts::FRAC_PI_2 + (n as f32 - 10.5) * 0.262;
        let at = |k: f32, turn: f32| (x + (a + turn).cos() * r * k, y + (a + turn).sin() * r * k);
        let turn = if n < 11 { -0.16 } else { 0.16 };
        for (near, far) in [(0.7, 0.62), (0.7, 0.82)] {
            if let Some(path) = blade(at(near, 0.0), at(far, turn), r * 0.045, 0.0) {
                c.fill(&path, ink(scale(gold, 0.95), 1.0));
            }
        }
    }
    let shield = |k: f32| {
        let (w, h) = (r * 0.42 * k, r * 0.5 * k);
        curve(
            (x - w, y - h * 0.9),
            &[
                ((x, y - h * 1.06), (x + w, y - h * 0.9)),
                ((x + w * 1.06, y + h * 0.3), (x, y + h)),
                ((x - w * 1.06, y + h * 0.3), (x - w, y - h * 0.9)),
            ],
        )
    };
    for (k, tone) in [(1.14, scale(gold, 0.8)), (1.0, scale(field, 1.25))] {
        if let Some(path) = shield(k) {
            c.fill(&path, ink(tone, 1.0));
        }
    }
    for way in [-1.0f32, 1.0] {
        let page = [
            (x, y - r * 0.08),
            (x + way * r * 0.28, y - r * 0.16),
            (x + way * r * 0.28, y + r * 0.16),
            (x, y + r * 0.24),
        ];
        flat(c, &page, scale([0.98, 0.95, 0.86], if way < 0.0 { 1.0 } else { 0.84 }));
        for n in 0..3 {
            let dy = r * (0.01 + 0.08 * n as f32);
            bar(
                c,
                (x + way * r * 0.05, y + dy - r * 0.02),
                (x + way * r * 0.23, y + dy - r * 0.07),
                r * 0.018,
                scale(gold, 0.6),
            );
        }
    }
    bar(c, (x, y - r * 0.08), (x, y + r * 0.24), r * 0.03, scale(gold, 0.6));
}
