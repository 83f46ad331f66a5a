//! A barber's chair: tufted leather between arms of chrome, on a column with a rest for the feet.

use super::Shop;
use crate::paint::{
    color::{Rgb, add, hex, scale},
    noise::Dice,
    shapes::{Canvas, ink, oval, rounded},
};
use crate::parts::{
    forms::{ball, bar, bent, post},
    props::{round, shadow},
    room::FLOOR,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// A row of chairs before the mirror.
pub fn row(stage: &mut Stage, plan: &Plan, shop: &Shop) {
    let Frame { w, h, u, .. } = shop.frame;
    // A chair's own unit: it is as tall beside the mirror in every shape of the frame.
    let s = (h * 0.0078).min(u * 1.04);
    let apart = (w * 0.36).max(s * 36.0);
    let foot = h * FLOOR + s * 7.0;
    let leathers = [hex(0x7E2226), hex(0x2B3A36), hex(0x5A3420)];
    let leather = shop.light.lit(Dice::new(plan.seed, 886).pick(&leathers), 1.06);
    let chrome = shop.light.lit(hex(0xD4D9DC), 1.0);
    stage.add(shop.frame.drawn(foot - s * 47.0, foot + s * 4.0, 0.42, 0.0, |c| {
        for n in [-1.0f32, 1.0, 0.0] {
            let x = w / 2.0 + n * apart;
            shadow(c, (x, foot + s * 0.6), s * 13.0, s * 1.6);
            column(c, (x, foot), s, chrome);
            seat(c, (x, foot), s, leather, chrome);
            back(c, (x, foot), s, leather, chrome);
        }
    }));
}

/// The plate on the floor, the column, and the rest for the feet.
fn column(c: &mut Canvas, (x, foot): (f32, f32), s: f32, chrome: Rgb) {
    for (dy, rx, tone) in [(0.4, 9.6, 0.42), (-0.4, 9.4, 1.0), (-0.7, 7.4, 0.66), (-1.0, 5.2, 0.95)]
    {
        if let Some(path) = oval(x, foot + s * dy, s * rx, s * rx * 0.22) {
            c.fade(&path, (x - s * rx, 0.0), (x + s * rx, 0.0), &round(scale(chrome, tone)));
        }
    }
    post(c, x, (foot - s * 10.0, foot - s * 0.6), s * 1.9, chrome);
    post(c, x, (foot - s * 6.0, foot - s * 4.6), s * 2.5, scale(chrome, 0.8));
    for side in [-1.0f32, 1.0] {
        let (from, to) =
            ((x + side * s * 5.0, foot - s * 11.0), (x + side * s * 5.4, foot - s * 3.4));
        bent(c, from, (x + side * s * 6.6, foot - s * 7.0), to, s * 0.9, scale(chrome, 0.9));
    }
    if let Some(path) = rounded(x - s * 6.2, foot - s * 4.2, s * 12.4, s * 1.8, s * 0.6) {
        let stops =
            [(0.0, ink(add(chrome, [1.0; 3], 0.1), 1.0)), (1.0, ink(scale(chrome, 0.4), 1.0))];
        c.fade(&path, (0.0, foot - s * 4.2), (0.0, foot - s * 2.4), &stops);
    }
}

/// The cushion with its piping and the arms beside it.
fn seat(c: &mut Canvas, (x, foot): (f32, f32), s: f32, leather: Rgb, chrome: Rgb) {
    leathered(c, (x - s * 9.0, foot - s * 16.0), (s * 18.0, s * 6.0), s * 2.4, leather);
    bar(
        c,
        (x - s * 8.0, foot - s * 12.4),
        (x + s * 8.0, foot - s * 12.4),
        s * 0.34,
        scale(leather, 1.5),
    );
    for side in [-1.0f32, 1.0] {
        let at = x + side * s * 10.6;
        bent(
            c,
            (at, foot - s * 11.6),
            (at + side * s * 1.6, foot - s * 18.0),
            (at, foot - s * 23.0),
            s * 1.1,
            scale(chrome, 0.92),
        );
        bar(
            c,
            (at - side * s * 0.2, foot - s * 12.0),
            (at - side * s * 0.2, foot - s * 22.6),
            s * 0.3,
            add(chrome, [1.0; 3], 0.2),
        );
        leathered(
            c,
            (at - s * 1.9, foot - s * 25.4),
            (s * 3.8, s * 3.2),
            s * 1.4,
            scale(leather, 1.1),
        );
        ball(c, (at, foot - s * 22.0), (s * 1.2, s * 1.0), scale(chrome, 0.95));
    }
}

/// The back with its buttons, the rest for the head on two rods, a towel over it.
fn back(c: &mut Canvas, (x, foot): (f32, f32), s: f32, leather: Rgb, chrome: Rgb) {
    for side in [-1.0f32, 1.0] {
        post(c, x + side * s * 2.6, (foot - s * 40.0, foot - s * 34.0), s * 0.5, chrome);
    }
    leathered(
        c,
        (x - s * 9.4, foot - s * 36.0),
        (s * 18.8, s * 21.6),
        s * 4.4,
        scale(chrome, 0.62),
    );
    leathered(c, (x - s * 8.6, foot - s * 35.2), (s * 17.2, s * 20.4), s * 3.8, leather);
    for (row, count) in [(0, 3), (1, 4), (2, 3)] {
        for n in 0..count {
            let at = (
                x + s * 4.6 * (n as f32 - (count - 1) as f32 / 2.0),
                foot - s * (31.0 - 5.2 * row as f32),
            );
            for (dx, dy) in [(-2.3, -2.6), (2.3, -2.6), (-2.3, 2.6), (2.3, 2.6)] {
                bar(c, at, (at.0 + s * dx, at.1 + s * dy), s * 0.22, scale(leather, 0.56));
            }
            ball(c, at, (s * 0.62, s * 0.56), scale(leather, 0.9));
        }
    }
    leathered(c, (x - s * 5.2, foot - s * 44.0), (s * 10.4, s * 5.8), s * 2.4, leather);
    let cloth = scale(add(chrome, hex(0xF4EEE2), 0.3), 0.86);
    if let Some(path) = rounded(x - s * 3.2, foot - s * 44.4, s * 6.4, s * 4.4, s * 0.7) {
        let stops = [(0.0, ink(cloth, 1.0)), (1.0, ink(scale(cloth, 0.74), 1.0))];
        c.fade(&path, (0.0, foot - s * 44.4), (0.0, foot - s * 40.0), &stops);
    }
}

/// Stuffed leather, with the light of the lamps along its upper edge.
fn leathered(c: &mut Canvas, (x, y): (f32, f32), (w, h): (f32, f32), r: f32, tone: Rgb) {
    let r = r.min(w / 2.0).min(h / 2.0);
    if let Some(path) = rounded(x, y, w, h, r) {
        let stops = [
            (0.0, ink(add(tone, [1.0, 0.94, 0.86], 0.24), 1.0)),
            (0.16, ink(add(tone, [1.0; 3], 0.06), 1.0)),
            (0.6, ink(scale(tone, 0.86), 1.0)),
            (1.0, ink(scale(tone, 0.46), 1.0)),
        ];
        c.fade(&path, (x, y), (x, y + h), &stops);
    }
    if let Some(path) = oval(x + w * 0.3, y + h * 0.22, w * 0.2, h * 0.09) {
        c.fill(&path, ink([1.0, 0.95, 0.88], 0.14));
    }
}
