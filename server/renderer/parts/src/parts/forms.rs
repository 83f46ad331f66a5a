//! Plain forms that things are put together from, each with light on it: blocks, posts, bars, balls.

use crate::paint::{
    color::{Rgb, add, scale},
    shapes::{Canvas, Position, curve, ink, oval, polygon, rect},
};

/// One colour within these corners.
pub fn flat(c: &mut Canvas, points: &[Position], tone: Rgb) {
    if let Some(path) = polygon(points) {
        c.fill(&path, ink(tone, 1.0));
    }
}

/// Within these corners, from the tone of the first height to that of the second.
pub fn fall(c: &mut Canvas, points: &[Position], (top, low): (f32, f32), tones: [Rgb; 2]) {
    if let Some(path) = polygon(points) {
        c.fade(
            &path,
            (0.0, top),
            (0.0, low),
            &[(0.0, ink(tones[0], 1.0)), (1.0, ink(tones[1], 1.0))],
        );
    }
}

/// An upright block, lit from above.
pub fn block(c: &mut Canvas, (x, y): Position, (w, h): (f32, f32), tone: Rgb) {
    if let Some(path) = rect(x, y, w, h) {
        let stops = [
            (0.0, ink(add(tone, [1.0; 3], 0.08), 1.0)),
            (0.25, ink(tone, 1.0)),
            (1.0, ink(scale(tone, 0.66), 1.0)),
        ];
        c.fade(&path, (x, y), (x, y + h), &stops);
    }
}

/// Something round that stands upright.
pub fn post(c: &mut Canvas, x: f32, (top, foot): (f32, f32), half: f32, tone: Rgb) {
    if let Some(path) = rect(x - half, top, half * 2.0, foot - top) {
        c.fade(&path, (x - half, 0.0), (x + half, 0.0), &super::props::round(tone));
    }
}

/// A straight rod.
pub fn bar(c: &mut Canvas, from: Position, to: Position, width: f32, tone: Rgb) {
    let middle = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
    if let Some(path) = curve(from, &[(middle, to)]) {
        c.line(&path, width, ink(tone, 1.0));
    }
}

/// A rod that bends towards the middle position.
pub fn bent(c: &mut Canvas, from: Position, by: Position, to: Position, width: f32, tone: Rgb) {
    if let Some(path) = curve(from, &[(by, to)]) {
        c.line(&path, width, ink(tone, 1.0));
    }
}

/// Something round, lit from the upper left.
pub fn ball(c: &mut Canvas, (x, y): Position, (rx, ry): (f32, f32), tone: Rgb) {
    if let Some(path) = oval(x, y, rx, ry) {
        let stops = [
            (0.0, ink(add(tone, [1.0; 3], 0.16), 1.0)),
            (0.45, ink(tone, 1.0)),
            (1.0, ink(scale(tone, 0.55), 1.0)),
        ];
        c.fade(&path, (x - rx * 0.7, y - ry * 0.8), (x + rx * 0.7, y + ry * 0.9), &stops);
    }
}

/// An outline of curves, shaded from the left to the right.
pub fn body(
    c: &mut Canvas,
    start: Position,
    steps: &[(Position, Position)],
    (left, right): (f32, f32),
    tone: Rgb,
) {
    if let Some(path) = curve(start, steps) {
        c.fade(&path, (left, 0.0), (right, 0.0), &super::props::round(tone));
    }
}

/// A shadow on a wall.
pub fn shade(c: &mut Canvas, (x, y): Position, (w, h): (f32, f32)) {
    for k in 0..3 {
        let grow = 1.0 - k as f32;
        if let Some(path) = rect(x - grow * 2.0, y - grow * 2.0, w + grow * 4.0, h + grow * 4.0) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.13));
        }
    }
}
