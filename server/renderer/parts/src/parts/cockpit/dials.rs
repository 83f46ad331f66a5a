//! What is set into the dashboard: dials under their hood, a radio, vents, the lid of the glove box.

use super::{DASH, Trim, wheel_at};
use crate::paint::{
    color::{add, hex, mix, scale},
    shapes::{Canvas, curve, ink, oval, rounded},
};
use crate::parts::{
    forms::{ball, bar},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// Radio, vents, dials under their hood.
pub fn fittings(stage: &mut Stage, plan: &Plan, frame: Frame, trim: &Trim) {
    let (w, h, side, s) = (frame.w, frame.h, plan.turn(), trim.s);
    let y = h * DASH + s * 10.0;
    let (wx, lamp) = (wheel_at(frame, plan, s).0, trim.lamps);
    stage.add(frame.drawn(h * DASH - s * 10.0, y + s * 12.0, 0.36, 0.0, |c| {
        // The hood over the dials.
        let hood = [
            ((wx - s * 12.0, y - s * 16.0), (wx, y - s * 16.0)),
            ((wx + s * 12.0, y - s * 16.0), (wx + s * 13.0, y - s * 4.0)),
            ((wx, y - s * 3.0), (wx - s * 13.0, y - s * 4.0)),
        ];
        if let Some(path) = curve((wx - s * 13.0, y - s * 4.0), &hood) {
            let dark = mix(trim.paint, hex(0x1C1816), 0.5);
            let stops = [
                (0.0, ink(add(dark, sky::palette(plan.hour).sun, 0.3 * plan.daylight()), 1.0)),
                (0.5, ink(scale(dark, 0.8), 1.0)),
                (1.0, ink(scale(dark, 0.4), 1.0)),
            ];
            c.fade(&path, (0.0, y - s * 16.0), (0.0, y - s * 3.0), &stops);
        }
        for (dx, r, turn) in [(-5.4f32, 4.2f32, -0.9f32), (5.4, 4.2, 0.5)] {
            dial(c, (wx + s * dx, y - s * 8.4), s * r, turn, trim);
        }
        let rx = w * 0.5 + side * s * 3.0;
        radio(c, (rx, y - s * 3.2), s, trim);
        let far = w * 0.5 - wx + w * 0.5;
        for dx in [-4.6f32, 4.6] {
            vent(c, (far + s * dx, y - s * 1.2), s * 3.4, trim);
        }
        // The lid of the glove box.
        if let Some(path) = rounded(far - s * 11.0, y + s * 5.4, s * 22.0, s * 8.0, s) {
            c.line(&path, s * 0.4, ink(scale(trim.paint, 0.4), 1.0));
        }
        if let Some(path) = rounded(far - s * 2.0, y + s * 6.2, s * 4.0, s * 1.2, s * 0.5) {
            c.fill(&path, ink(trim.chrome, 1.0));
        }
    }));
    let (wx, y) = (wx, y - s * 8.4);
    stage.sparks(0.36, move |_, out| {
        let amber = [1.0, 0.72, 0.38];
        out.push(crate::stage::sparks::Spark::glow(wx, y, s * 13.0, amber, 0.22 * lamp));
    });
}

/// A dial with marks round it and a hand.
fn dial(c: &mut Canvas, (x, y): (f32, f32), r: f32, turn: f32, trim: &Trim) {
    ball(c, (x, y), (r * 1.12, r * 1.12), trim.chrome);
    if let Some(path) = oval(x, y, r, r) {
        let glow = mix(hex(0x15120F), hex(0x5A3A18), 0.7 * trim.lamps);
        c.fade(
            &path,
            (x, y - r),
            (x, y + r),
            &[(0.0, ink(hex(0x120F0D), 1.0)), (1.0, ink(glow, 1.0))],
        );
    }
    for n in 0..11 {
        let a = 2.5 + 4.4 * n as f32 / 10.0;
        let at = |k: f32| (x + a.cos() * r * k, y + a.sin() * r * k);
        bar(c, at(0.74), at(0.9), r * 0.07, hex(0xF4E6C4));
    }
    let a = -std::f32::consts::FRAC_PI_2 + turn;
    bar(
        c,
        (x - a.cos() * r * 0.2, y - a.sin() * r * 0.2),
        (x + a.cos() * r * 0.7, y + a.sin() * r * 0.7),
        r * 0.1,
        hex(0xE8642E),
    );
    ball(c, (x, y), (r * 0.16, r * 0.16), trim.chrome);
}

/// A radio with its scale alight and two knobs.
fn radio(c: &mut Canvas, (x, y): (f32, f32), s: f32, trim: &Trim) {
    if let Some(path) = rounded(x - s * 9.0, y, s * 18.0, s * 6.6, s * 0.9) {
        let stops = [
            (0.0, ink(add(trim.chrome, [1.0; 3], 0.1), 1.0)),
            (0.5, ink(scale(trim.chrome, 0.7), 1.0)),
            (1.0, ink(scale(trim.chrome, 0.45), 1.0)),
        ];
        c.fade(&path, (0.0, y), (0.0, y + s * 6.6), &stops);
    }
    if let Some(path) = rounded(x - s * 5.4, y + s * 0.9, s * 10.8, s * 2.7, s * 0.3) {
        let amber = mix(hex(0x6A4A24), hex(0xFFC46A), trim.lamps);
        c.fade(
            &path,
            (0.0, y),
            (0.0, y + s * 4.0),
            &[(0.0, ink(scale(amber, 0.7), 1.0)), (1.0, ink(amber, 1.0))],
        );
    }
    for n in 0..9 {
        let at = x - s * 4.6 + s * 1.15 * n as f32;
        bar(
            c,
            (at, y + s * 1.4),
            (at, y + s * if n % 2 == 0 { 2.6 } else { 2.0 }),
            s * 0.16,
            hex(0x3A2410),
        );
    }
    bar(c, (x + s * 1.6, y + s * 1.1), (x + s * 1.6, y + s * 3.4), s * 0.24, hex(0xC03020));
    for n in 0..5 {
        if let Some(path) =
            rounded(x - s * 5.2 + s * 2.15 * n as f32, y + s * 4.2, s * 1.8, s * 1.4, s * 0.2)
        {
            c.fill(&path, ink(hex(0x26211E), 1.0));
        }
    }
    for dx in [-7.2f32, 7.2] {
        ball(c, (x + s * dx, y + s * 3.3), (s * 1.5, s * 1.5), scale(trim.chrome, 0.5));
        ball(c, (x + s * (dx - 0.1), y + s * 3.1), (s * 1.05, s * 1.05), trim.chrome);
    }
}

/// A round vent with its slats.
fn vent(c: &mut Canvas, (x, y): (f32, f32), r: f32, trim: &Trim) {
    ball(c, (x, y), (r, r), trim.chrome);
    ball(c, (x, y), (r * 0.82, r * 0.82), hex(0x1A1613));
    for n in -2..=2 {
        let dy = r * 0.3 * n as f32;
        let half = (r * r * 0.6 - dy * dy).max(0.0).sqrt();
        bar(c, (x - half, y + dy), (x + half, y + dy), r * 0.12, scale(trim.chrome, 0.5));
    }
}
