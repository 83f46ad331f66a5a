//! The shelf under the mirror: bottles and what the glass shows of them, brushes, a bowl, towels.

use super::Shop;
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{Canvas, ink, oval, rect, rounded},
};
use crate::parts::forms::{ball, bar, block, post, shade};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// One thing on the shelf, `at` from the left.
struct Good {
    at: f32,
    tall: f32,
    half: f32,
    tone: Rgb,
    kind: usize,
}

pub fn draw(stage: &mut Stage, plan: &Plan, shop: &Shop) {
    let Frame { w, u, .. } = shop.frame;
    let (x0, _, x1, y1) = shop.mirror;
    let y = shop.shelf;
    let goods = goods(plan, shop);
    // What the mirror shows of them, paler and a little higher.
    stage.add(shop.frame.drawn(y - u * 16.0, y1, 0.18, 0.0, |c| {
        for good in &goods {
            if good.at > x0 + u * 2.0 && good.at < x1 - u * 3.0 {
                let pale = mix(good.tone, shop.lit(hex(0xA69C86), (good.at, y1)), 0.5);
                let Good { at, half, tall, kind, .. } = *good;
                let shown =
                    Good { at: at + u * 0.8, tall: tall * 0.9, half: half * 0.9, tone: pale, kind };
                thing(c, &shown, y1 + u * 1.4, u);
            }
        }
    }));
    stage.add(shop.frame.drawn(y - u * 14.0, y + u * 14.0, 0.24, 0.0, |c| {
        shade(c, (-u * 8.0, y + u * 1.6), (w + u * 16.0, u * 3.0));
        let marble = shop.lit(hex(0xEDE6DA), (w / 2.0, y - u * 12.0));
        block(c, (-u * 8.0, y), (w + u * 16.0, u * 1.7), marble);
        for n in 0..((w / (u * 9.0)) as usize + 2) {
            let x = n as f32 * u * 9.0;
            bar(c, (x, y + u * 0.4), (x + u * 3.2, y + u * 1.2), u * 0.12, scale(marble, 0.78));
        }
        let iron = shop.light.lit(hex(0x3A3230), 0.9);
        for n in 0..4 {
            let x = w * (0.14 + 0.24 * n as f32);
            bar(c, (x, y + u * 1.7), (x, y + u * 7.0), u * 0.7, iron);
            bar(c, (x, y + u * 6.0), (x + u * 3.4, y + u * 1.8), u * 0.5, iron);
        }
        for good in &goods {
            if let Some(path) =
                oval(good.at + good.half * 0.5, y + u * 0.2, good.half * 1.6, u * 0.4)
            {
                c.fill(&path, ink([0.06, 0.04, 0.03], 0.3));
            }
            thing(c, good, y + u * 0.2, u);
        }
    }));
}

/// What stands there, from left to right.
fn goods(plan: &Plan, shop: &Shop) -> Vec<Good> {
    let Frame { w, u, .. } = shop.frame;
    let mut dice = Dice::new(plan.seed, 890);
    let glass = [
        hex(0x2F7A5A),
        hex(0x9A5A24),
        hex(0x3C6FA8),
        hex(0xD8C68A),
        hex(0xA83A3A),
        hex(0xE8E2D4),
        hex(0x5A3A6A),
    ];
    let mut list = Vec::new();
    let mut at = u * 2.4;
    while at < w - u * 2.0 {
        let kind = (dice.next() * 8.0) as usize;
        let (tall, half) = match kind {
            5 => (u * 4.4, u * 1.5),
            6 => (u * 2.6, u * 2.6),
            7 => (u * 3.0, u * 2.8),
            _ => (u * dice.range(4.6, 7.4), u * dice.range(0.9, 1.5)),
        };
        let tone = shop.lit(dice.pick(&glass), (at, shop.shelf - u * 10.0));
        list.push(Good { at: at + half, tall, half, tone, kind });
        at += half * 2.0 + u * dice.range(0.5, 2.2);
    }
    list
}

/// A bottle, a jar of brushes, a bowl with its brush, or folded towels.
fn thing(c: &mut Canvas, good: &Good, y: f32, u: f32) {
    let Good { at: x, tall, half, tone, kind } = *good;
    match kind {
        5 => {
            for (k, dx) in [-0.9f32, -0.3, 0.35, 0.9].into_iter().enumerate() {
                let tip = (x + dx * half * 1.5, y - tall - u * (2.6 + (k % 2) as f32));
                bar(
                    c,
                    (x + dx * half * 0.5, y - tall * 0.5),
                    tip,
                    u * 0.35,
                    scale(hex(0x3A2A20), 1.0),
                );
                ball(c, tip, (u * 0.55, u * 0.9), scale(hex(0xB09A78), 0.8));
            }
            post(c, x, (y - tall, y), half, add(scale(hex(0x9FC4C8), 0.72), tone, 0.2));
        }
        6 => {
            ball(c, (x, y - tall * 0.6), (half, tall * 0.6), scale(hex(0xDAD2C2), 0.84));
            bar(c, (x, y - tall), (x + half * 0.9, y - tall * 2.0), u * 0.7, hex(0x4A2E20));
            ball(c, (x - half * 0.1, y - tall * 1.05), (half * 0.7, u * 0.9), hex(0xF3EEE6));
        }
        7 => {
            for k in 0..3 {
                let top = y - tall * (k as f32 + 1.0) / 3.0;
                if let Some(path) = rounded(x - half, top, half * 2.0, tall * 0.36, u * 0.45) {
                    let cloth = mix(tone, hex(0xEDE7DC), 0.72);
                    let stops = [(0.0, ink(cloth, 1.0)), (1.0, ink(scale(cloth, 0.68), 1.0))];
                    c.fade(&path, (x, top), (x, top + tall * 0.36), &stops);
                }
            }
        }
        _ => bottle(c, good, y, u),
    }
}

/// Shoulders, neck and stopper, a label, and the light that stands in the glass.
fn bottle(c: &mut Canvas, good: &Good, y: f32, u: f32) {
    let Good { at: x, tall, half, tone, kind } = *good;
    let neck = tall * 0.7;
    post(c, x, (y - tall, y - neck * 0.9), half * 0.42, scale(tone, 0.9));
    post(
        c,
        x,
        (y - tall - u * 0.9, y - tall),
        half * 0.52,
        if kind == 0 { hex(0xC9CED2) } else { hex(0x2A2522) },
    );
    if let Some(path) = rounded(x - half, y - neck, half * 2.0, neck, half * 0.6) {
        c.fade(&path, (x - half, 0.0), (x + half, 0.0), &crate::parts::props::round(tone));
    }
    if let Some(path) = rect(x - half * 0.8, y - neck * 0.62, half * 1.6, neck * 0.36) {
        c.fill(&path, ink(scale(hex(0xEFE4C8), 0.8), 0.9));
    }
    if let Some(path) = rect(x - half * 0.62, y - neck * 0.94, half * 0.26, neck * 0.8) {
        c.fill(&path, ink([1.0; 3], 0.34));
    }
}
