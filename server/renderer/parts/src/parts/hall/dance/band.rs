//! The stage and what a band plays: drums, a double bass, a guitar, a piano, loudspeakers.

use super::{Room, WARM};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    shapes::{Canvas, Position, curve, ink, oval, rounded},
};
use crate::parts::{
    forms::{ball, bar, block, fall, post},
    props::{round, shadow},
};
use crate::plan::Plan;
use crate::stage::Stage;

pub fn draw(stage: &mut Stage, plan: &Plan, room: &Room) {
    let (s, lip, floor, u) = (room.s, room.lip, room.floor, room.frame.u);
    let (x0, x1) = room.ends;
    let (middle, turn) = (f32::midpoint(x0, x1), plan.turn());
    stage.add(room.frame.drawn(lip - s * 34.0, floor + u, 0.12, 0.0, |c| {
        let wood = hex(0x8A5630);
        fall(
            c,
            &[(x0, lip - s * 4.0), (x1, lip - s * 4.0), (x1 + s * 3.0, lip), (x0 - s * 3.0, lip)],
            (lip - s * 4.0, lip),
            [scale(wood, 1.1), add(wood, WARM, 0.3)],
        );
        block(c, (x0 - s * 3.0, lip), (x1 - x0 + s * 6.0, floor - lip), scale(wood, 0.7));
        let mut x = x0 - s;
        while x < x1 {
            if let Some(path) = rounded(x, lip + s * 1.6, s * 6.0, floor - lip - s * 2.6, s * 0.6) {
                c.fade(
                    &path,
                    (0.0, lip),
                    (0.0, floor),
                    &[(0.0, ink(hex(0x8A2A34), 1.0)), (1.0, ink(hex(0x3A1418), 1.0))],
                );
            }
            x += s * 7.0;
        }
        bar(
            c,
            (x0 - s * 3.0, lip + s * 0.3),
            (x1 + s * 3.0, lip + s * 0.3),
            s * 0.6,
            hex(0xE0B060),
        );
        let at = |k: f32| middle + turn * (x1 - x0) * k;
        for k in [-0.42, 0.42] {
            speaker(c, (at(k), lip - s * 0.6), s);
        }
        piano(c, (at(-0.24), lip - s * 0.8), s);
        drums(c, (at(0.0), lip - s * 0.8), s);
        bass(c, (at(0.2), lip - s * 0.6), s);
        guitar(c, (at(0.31), lip - s * 0.6), s);
        for k in [-0.1, 0.1] {
            microphone(c, (at(k), lip - s * 0.2), s, turn);
        }
    }));
}

fn speaker(c: &mut Canvas, (x, foot): Position, s: f32) {
    shadow(c, (x, foot), s * 4.4, s * 0.6);
    block(c, (x - s * 3.6, foot - s * 17.0), (s * 7.2, s * 17.0), hex(0x2A282A));
    for (up, r) in [(5.0, 2.7), (12.0, 1.9)] {
        ball(c, (x, foot - s * up), (s * r * 1.14, s * r * 1.14), hex(0x5A585A));
        ball(c, (x, foot - s * up), (s * r, s * r), hex(0x1C1A1C));
        ball(c, (x, foot - s * up), (s * r * 0.36, s * r * 0.36), hex(0x4A484A));
    }
}

/// An upright piano with its keys.
fn piano(c: &mut Canvas, (x, foot): Position, s: f32) {
    shadow(c, (x, foot), s * 9.0, s * 0.8);
    block(c, (x - s * 8.0, foot - s * 16.0), (s * 16.0, s * 16.0), hex(0x4A2A1C));
    block(c, (x - s * 8.6, foot - s * 17.0), (s * 17.2, s * 1.4), hex(0x6A3E28));
    block(c, (x - s * 8.2, foot - s * 9.6), (s * 16.4, s * 1.2), hex(0xF2ECDD));
    for n in 0..14 {
        let at = x - s * 7.6 + s * 1.14 * n as f32;
        bar(c, (at, foot - s * 9.5), (at, foot - s * 9.0), s * 0.4, hex(0x17120F));
    }
    block(c, (x - s * 8.4, foot - s * 8.4), (s * 16.8, s * 1.3), hex(0x5A3322));
    block(c, (x - s * 4.0, foot - s * 14.6), (s * 8.0, s * 3.8), hex(0xE9E0CC));
    for e in [-7.4f32, 7.4] {
        post(c, x + s * e, (foot - s * 7.4, foot), s * 0.6, hex(0x3A2016));
    }
}

/// A bass drum with its ring, two toms, a snare, cymbals on stands.
fn drums(c: &mut Canvas, (x, foot): Position, s: f32) {
    shadow(c, (x, foot), s * 12.0, s);
    let (red, chrome, brass) = (hex(0xA82A34), hex(0xCFCFCC), hex(0xD9AC4A));
    for (dx, up, lean) in [(-9.0f32, 21.0f32, -0.8f32), (9.4, 22.6, 0.8), (-12.0, 15.0, -0.3)] {
        bar(c, (x + s * dx * 0.9, foot), (x + s * dx, foot - s * up), s * 0.4, chrome);
        let (cx, cy) = (x + s * dx, foot - s * up);
        let edge = |k: f32, dy: f32| (cx + s * 4.4 * k, cy + s * (lean * k + dy));
        if let Some(path) = curve(
            edge(-1.0, 0.0),
            &[(edge(0.0, -1.6), edge(1.0, 0.0)), (edge(0.0, 0.9), edge(-1.0, 0.0))],
        ) {
            c.fade(
                &path,
                edge(-1.0, 0.0),
                edge(1.0, 0.0),
                &[
                    (0.0, ink(scale(brass, 0.8), 1.0)),
                    (0.4, ink(add(brass, [1.0; 3], 0.25), 1.0)),
                    (1.0, ink(scale(brass, 0.6), 1.0)),
                ],
            );
        }
    }
    for (dx, up, wide, tall) in [
        (-4.2f32, 14.0f32, 3.6f32, 5.0f32),
        (4.2, 14.0, 3.8, 5.4),
        (9.4, 7.0, 4.0, 7.0),
        (-9.4, 9.0, 3.6, 3.0),
    ] {
        let (dx, top) = (x + s * dx, foot - s * (up + 2.0));
        post(c, dx, (top, top + s * tall), s * wide, red);
        bar(c, (dx - s * wide, top + s * tall), (dx + s * wide, top + s * tall), s * 0.6, chrome);
        if let Some(path) = oval(dx, top, s * wide, s * wide * 0.3) {
            c.fill(&path, ink(hex(0xF2EBDC), 1.0));
            c.line(&path, s * 0.5, ink(chrome, 1.0));
        }
    }
    let middle = (x, foot - s * 6.6);
    for (r, tone) in [(7.0, chrome), (6.5, red), (5.9, hex(0xF0E8D8))] {
        ball(c, middle, (s * r, s * r), tone);
    }
    if let Some(path) = oval(middle.0, middle.1, s * 3.4, s * 3.4) {
        c.line(&path, s * 0.5, ink(hex(0xB8862E), 0.9));
    }
    for n in 0..5 {
        let a = n as f32 * std::f32::consts::TAU / 5.0 - std::f32::consts::FRAC_PI_2;
        bar(
            c,
            middle,
            (middle.0 + a.cos() * s * 2.6, middle.1 + a.sin() * s * 2.6),
            s * 0.8,
            hex(0xB8862E),
        );
    }
}

/// A body of wood with a waist, shaded from the left.
fn strung(c: &mut Canvas, (x, foot): Position, (wide, tall): (f32, f32), tone: Rgb) {
    let body = [
        ((x - wide * 1.1, foot), (x - wide, foot - tall * 0.3)),
        ((x - wide * 0.9, foot - tall * 0.48), (x - wide * 0.56, foot - tall * 0.56)),
        ((x - wide * 0.94, foot - tall * 0.7), (x - wide * 0.66, foot - tall * 0.86)),
        ((x - wide * 0.36, foot - tall * 1.02), (x, foot - tall)),
        ((x + wide * 0.36, foot - tall * 1.02), (x + wide * 0.66, foot - tall * 0.86)),
        ((x + wide * 0.94, foot - tall * 0.7), (x + wide * 0.56, foot - tall * 0.56)),
        ((x + wide * 0.9, foot - tall * 0.48), (x + wide, foot - tall * 0.3)),
        ((x + wide * 1.1, foot), (x, foot)),
    ];
    if let Some(path) = curve((x, foot), &body) {
        c.fade(&path, (x - wide, 0.0), (x + wide, 0.0), &round(tone));
        c.line(&path, wide * 0.07, ink(scale(tone, 0.4), 1.0));
    }
}

/// A double bass that leans on its stand.
fn bass(c: &mut Canvas, (x, foot): Position, s: f32) {
    shadow(c, (x, foot), s * 4.0, s * 0.6);
    strung(c, (x, foot - s), (s * 4.2, s * 15.0), hex(0xA8602A));
    bar(c, (x, foot - s * 4.0), (x, foot - s * 28.0), s * 1.0, hex(0x2A1810));
    ball(c, (x, foot - s * 29.0), (s * 0.9, s * 1.3), hex(0x6A3A1C));
    for way in [-1.0f32, 1.0] {
        bar(
            c,
            (x + way * s * 1.8, foot - s * 4.6),
            (x + way * s * 1.6, foot - s * 8.0),
            s * 0.4,
            hex(0x3A1E0E),
        );
        bar(
            c,
            (x + way * s * 0.2, foot - s * 3.0),
            (x + way * s * 0.2, foot - s * 27.6),
            s * 0.1,
            hex(0xE0D4B8),
        );
    }
    block(c, (x - s * 1.0, foot - s * 6.0), (s * 2.0, s * 0.7), hex(0xD9B888));
}

/// A guitar on a stand.
fn guitar(c: &mut Canvas, (x, foot): Position, s: f32) {
    for way in [-1.0f32, 1.0] {
        bar(c, (x, foot - s * 6.0), (x + way * s * 2.4, foot), s * 0.4, hex(0x2A2828));
    }
    strung(c, (x, foot - s * 1.6), (s * 2.8, s * 8.0), hex(0xD9984A));
    ball(c, (x, foot - s * 5.6), (s, s), hex(0x2A160A));
    bar(c, (x, foot - s * 6.6), (x, foot - s * 17.0), s * 0.7, hex(0x4A2A18));
    block(c, (x - s * 0.7, foot - s * 18.6), (s * 1.4, s * 2.2), hex(0x3A2014));
}

fn microphone(c: &mut Canvas, (x, foot): Position, s: f32, turn: f32) {
    let steel = mix(hex(0x8A8A88), WARM, 0.2);
    if let Some(path) = oval(x, foot, s * 2.2, s * 0.5) {
        c.fill(&path, ink(hex(0x1E1C1C), 1.0));
    }
    bar(c, (x, foot), (x, foot - s * 17.0), s * 0.4, steel);
    bar(c, (x, foot - s * 17.0), (x + turn * s * 1.8, foot - s * 18.4), s * 0.4, steel);
    ball(c, (x + turn * s * 2.4, foot - s * 18.8), (s * 0.9, s * 1.1), hex(0x7A7876));
}
