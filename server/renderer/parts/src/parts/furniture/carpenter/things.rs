//! What is worked on at the bench and with what: a vice, a plane, a house for birds, glue, shavings.

use super::{Shop, TOP};
use crate::paint::{
    color::{Rgb, hex, scale},
    noise::Dice,
    shapes::{Canvas, Position, curve, ink, oval, polygon},
};
use crate::parts::{
    forms::{ball, bar, bent, block, fall, flat, post},
    props::shadow,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// A vice, a plane with its shavings, a house for birds that is not finished, boards, a pot of glue.
pub fn on_the_bench(stage: &mut Stage, plan: &Plan, shop: &Shop) {
    let Frame { w, h, .. } = shop.frame;
    let s = shop.s;
    let (back, edge) = (h * TOP.0, h * TOP.1);
    let middle = h * 0.595;
    let narrow = w < h * 0.8;
    stage.add(shop.frame.drawn(h * 0.4, h * 0.98, 0.46, 0.0, |c| {
        // Boards that lean in the corner.
        for n in 0..4 {
            let x = shop.across(0.46) - shop.side * s * 3.0 * n as f32;
            let tone = shop.lit([0xC79A62, 0xB88450, 0xD9B27A, 0xA8743F][n]);
            let top = h * 0.415 + s * 2.4 * n as f32;
            let lean = shop.side * s * 3.0;
            fall(
                c,
                &[
                    (x + lean, top),
                    (x + lean + s * 2.6, top),
                    (x + s * 2.6, back + s),
                    (x, back + s),
                ],
                (top, back),
                [scale(tone, 1.08), scale(tone, 0.66)],
            );
            bar(c, (x + lean + s * 0.9, top + s), (x + s * 0.9, back), s * 0.16, scale(tone, 0.7));
        }
        bird_house(c, shop, (shop.across(if narrow { 0.02 } else { 0.2 }), middle));
        vice(c, shop, (shop.across(if narrow { -0.36 } else { -0.34 }), edge));
        plane(c, shop, (shop.across(if narrow { 0.28 } else { 0.33 }), middle + s * 1.4));
        glue(c, shop, (shop.across(if narrow { -0.17 } else { -0.2 }), middle - s));
        shavings(c, plan, shop);
    }));
}

/// Jaws of cast iron with a bar to turn, a board between them.
fn vice(c: &mut Canvas, shop: &Shop, (x, edge): Position) {
    let s = shop.s;
    let (iron, steel) = (shop.lit(0x3F5A66), shop.lit(0xC4CACE));
    shadow(c, (x, edge - s * 0.4), s * 8.0, s);
    let plank = shop.lit(0xDDB67C);
    fall(
        c,
        &[
            (x - s * 1.0, edge - s * 22.0),
            (x + s * 1.6, edge - s * 22.6),
            (x + s * 1.6, edge - s * 4.0),
            (x - s * 1.0, edge - s * 4.0),
        ],
        (edge - s * 22.0, edge),
        [scale(plank, 1.05), scale(plank, 0.74)],
    );
    bar(
        c,
        (x + s * 0.4, edge - s * 21.4),
        (x + s * 0.4, edge - s * 6.0),
        s * 0.2,
        scale(plank, 0.8),
    );
    for (dx, wide, up) in [(1.6f32, 3.6f32, 11.0f32), (-4.6, 3.6, 10.4)] {
        block(c, (x + s * dx, edge - s * up), (s * wide, s * (up - 1.0)), iron);
        block(c, (x + s * (dx - 0.3), edge - s * (up + 0.8)), (s * (wide + 0.6), s * 2.0), steel);
    }
    block(c, (x - s * 9.0, edge - s * 5.4), (s * 16.0, s * 3.4), scale(iron, 0.8));
    block(c, (x + s * 3.0, edge - s * 2.4), (s * 6.4, s * 2.6), iron);
    bar(
        c,
        (x - s * 11.4, edge - s * 3.8),
        (x - s * 8.6, edge - s * 3.8),
        s * 2.0,
        scale(steel, 0.8),
    );
    bar(c, (x - s * 11.0, edge - s * 9.4), (x - s * 11.0, edge + s * 1.6), s * 0.9, steel);
    for dy in [-9.6f32, 1.8] {
        ball(c, (x - s * 11.0, edge + s * dy), (s, s), steel);
    }
}

/// A house for birds, its roof on, with a round hole.
fn bird_house(c: &mut Canvas, shop: &Shop, (x, y): Position) {
    let s = shop.s;
    let wood = shop.lit(0xE0BC84);
    shadow(c, (x + s * 1.4, y), s * 8.0, s);
    let wall = [
        (x - s * 5.4, y),
        (x - s * 5.4, y - s * 10.0),
        (x, y - s * 15.4),
        (x + s * 5.4, y - s * 10.0),
        (x + s * 5.4, y),
    ];
    if let Some(path) = polygon(&wall) {
        c.fade(
            &path,
            (x - s * 5.4, 0.0),
            (x + s * 5.4, 0.0),
            &[
                (0.0, ink(scale(wood, 0.78), 1.0)),
                (0.5, ink(wood, 1.0)),
                (1.0, ink(scale(wood, 0.86), 1.0)),
            ],
        );
    }
    for n in 1..4 {
        let up = y - s * 3.4 * n as f32;
        bar(c, (x - s * 5.0, up), (x + s * 5.0, up), s * 0.16, scale(wood, 0.62));
    }
    ball(c, (x, y - s * 8.0), (s * 2.0, s * 2.0), scale(wood, 0.6));
    ball(c, (x, y - s * 7.9), (s * 1.7, s * 1.7), hex(0x1E140C));
    bar(c, (x, y - s * 4.6), (x, y - s * 4.0), s * 0.9, shop.lit(0xA8743F));
    let roof = shop.lit(0x9A4636);
    for way in [-1.0f32, 1.0] {
        let tone = if way * shop.side > 0.0 { scale(roof, 1.15) } else { scale(roof, 0.78) };
        bar(c, (x, y - s * 16.2), (x + way * s * 7.0, y - s * 9.4), s * 1.6, tone);
    }
}

/// A plane on its board, a curl rising out of it.
fn plane(c: &mut Canvas, shop: &Shop, (x, y): Position) {
    let s = shop.s;
    let wood = shop.lit(0xDDB67C);
    fall(
        c,
        &[
            (x - s * 15.0, y - s * 2.0),
            (x + s * 15.0, y - s * 2.0),
            (x + s * 15.6, y),
            (x - s * 15.6, y),
        ],
        (y - s * 2.0, y),
        [wood, scale(wood, 0.7)],
    );
    let body = shop.lit(0x6A3E22);
    block(c, (x - s * 7.0, y - s * 5.6), (s * 14.0, s * 3.7), body);
    bar(c, (x - s * 7.2, y - s * 2.0), (x + s * 7.2, y - s * 2.0), s * 0.5, shop.lit(0xC4CACE));
    flat(
        c,
        &[
            (x - s * 0.6, y - s * 5.0),
            (x + s * 1.4, y - s * 5.0),
            (x + s * 3.8, y - s * 9.4),
            (x + s * 1.8, y - s * 9.4),
        ],
        shop.lit(0xC4CACE),
    );
    ball(c, (x - s * 4.8, y - s * 6.8), (s * 1.3, s * 1.5), shop.lit(0x8A4A26));
    bent(
        c,
        (x + s * 5.0, y - s * 5.4),
        (x + s * 6.6, y - s * 8.0),
        (x + s * 4.6, y - s * 9.6),
        s * 1.2,
        shop.lit(0x8A4A26),
    );
    curl(c, (x - s * 1.0, y - s * 7.6), s * 1.9, shop.lit(0xF0D6A4));
}

/// A pot of glue with its brush, pencils in a jar.
fn glue(c: &mut Canvas, shop: &Shop, (x, y): Position) {
    let s = shop.s;
    shadow(c, (x + s, y), s * 4.6, s * 0.7);
    bar(c, (x + s * 0.4, y - s * 4.0), (x + s * 3.4, y - s * 12.0), s * 0.8, shop.lit(0xA8743F));
    crate::parts::props::vessel(c, (x, y), s, (2.8, 6.0, 2.4), shop.lit(0x8A5A3A));
    let (jx, jy) = (x - s * 6.6, y + s * 0.6);
    for (dx, up, tone) in
        [(-1.0f32, 10.0f32, 0xD9A03A), (0.2, 11.6, 0xA83A2A), (1.2, 9.6, 0x3A6A8A)]
    {
        bar(c, (jx, jy - s * 2.0), (jx + s * dx * 1.4, jy - s * up), s * 0.6, shop.lit(tone));
    }
    post(c, jx, (jy - s * 5.4, jy), s * 1.9, shop.lit(0xB8C0BC));
}

/// Curls of wood on the bench and on the floor before it.
fn shavings(c: &mut Canvas, plan: &Plan, shop: &Shop) {
    let Frame { w, h, .. } = shop.frame;
    let s = shop.s;
    let mut dice = Dice::new(plan.seed, 868);
    let pale = shop.lit(0xEBCB96);
    for _ in 0..26 {
        let at = (w * dice.next(), h * dice.range(TOP.0 + 0.012, TOP.1 - 0.006));
        curl(c, at, s * dice.range(0.5, 1.0), scale(pale, dice.range(0.8, 1.05)));
    }
    for _ in 0..70 {
        let at = (w * dice.next(), h * dice.range(0.875, 0.975));
        if let Some(path) = oval(at.0 + s * 0.4, at.1 + s * 0.8, s * 1.4, s * 0.4) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.2));
        }
        curl(c, at, s * dice.range(0.7, 1.5), scale(pale, dice.range(0.66, 0.92)));
    }
}

/// One shaving, rolled up.
fn curl(c: &mut Canvas, (x, y): Position, r: f32, tone: Rgb) {
    let turns = [
        ((x + r, y - r * 1.1), (x, y - r * 1.2)),
        ((x - r * 1.2, y - r * 1.1), (x - r, y)),
        ((x - r * 0.8, y + r * 0.8), (x + r * 0.2, y + r * 0.6)),
        ((x + r * 0.9, y + r * 0.2), (x + r * 0.3, y - r * 0.4)),
    ];
    for (dy, width, k) in [(r * 0.16, 0.5, 0.6), (0.0, 0.42, 1.0)] {
        if let Some(path) = curve(
            (x + r * 1.7, y + r * 0.4 + dy),
            &turns.map(|(a, b)| ((a.0, a.1 + dy), (b.0, b.1 + dy))),
        ) {
            c.line(&path, r * width, ink(scale(tone, k), 1.0));
        }
    }
}
