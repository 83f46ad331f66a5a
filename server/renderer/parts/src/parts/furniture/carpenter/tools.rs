//! Tools on their board, each with the shadow that it throws.

use super::{Shop, cushion};
use crate::paint::{
    color::{Rgb, hex, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, ink, oval},
};
use crate::parts::forms::{ball, bar, bent, block, flat, post};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// The board with its tools.
pub fn board(stage: &mut Stage, plan: &Plan, shop: &Shop) {
    let Frame { w, h, u, .. } = shop.frame;
    let s = shop.s;
    let mut dice = Dice::new(plan.seed, 861);
    let (far, near) = (shop.across(-0.47), shop.across(if w < h * 0.8 { 0.0 } else { -0.02 }));
    let (x, wide) = (far.min(near), (near - far).abs());
    let (y, tall) = (h * 0.235, h * 0.285);
    let seed = plan.noise(862);
    let (light, ply) = (shop.light, hex(0xC79C68));
    stage.add(shop.frame.painted(y, y + tall, 0.17, 0.0, |px, py| {
        let (sx, sy) = (px - x, py - y);
        if sx < 0.0 || sx > wide || sy < 0.0 || sy > tall {
            return [0.0; 4];
        }
        let grain = fbm(seed, px / (u * 9.0), py / (u * 0.9), 4) - 0.5;
        let knot = value(seed ^ 1, px / (u * 6.0), py / (u * 6.0)) - 0.5;
        let mut c = scale(ply, 0.86 + 0.3 * grain + 0.1 * knot);
        let hole =
            ((px / (s * 2.6)).rem_euclid(1.0) - 0.5).hypot((py / (s * 2.6)).rem_euclid(1.0) - 0.5);
        c = scale(c, 1.0 - 0.5 * smooth(0.12, 0.07, hole));
        let edge = sx.min(wide - sx).min(sy).min(tall - sy);
        c = scale(c, 0.72 + 0.28 * smooth(u * 0.4, u * 0.7, edge));
        pixel(light.lit(c, 0.84), 1.0)
    }));
    let step = (s * 6.6).max(wide / 12.0);
    stage.add(shop.frame.drawn(y - u * 2.0, y + tall + u * 3.0, 0.19, 0.0, |c| {
        let mut kind = (plan.seed % 3) as usize;
        for row in 0..2 {
            let mut at = x + step * 0.6;
            while at < x + wide - step * 0.4 {
                let grip = dice.pick(&[0x9A3A2A, 0x7A4A26, 0xD0A040, 0x2F5A6A]);
                let hang = (at + s * dice.range(-0.4, 0.4), y + s * 3.0 + tall * 0.48 * row as f32);
                tool(c, shop, kind, hang, shop.lit(grip));
                kind += 1;
                at += step;
            }
        }
    }));
}

/// A tool that hangs from a nail, with the shadow that it throws on the board.
fn tool(c: &mut Canvas, shop: &Shop, kind: usize, (x, y): Position, grip: Rgb) {
    let s = shop.s;
    let dark = scale(shop.lit(0x3A2818), 0.8);
    let tones = |shade: bool| {
        if shade { (dark, dark) } else { (shop.lit(0xC4CACE), grip) }
    };
    for shade in [true, false] {
        let (steel, grip) = tones(shade);
        let (x, y) = if shade { (x + s * 0.8 * -shop.side, y + s * 0.7) } else { (x, y) };
        match kind % 6 {
            0 => {
                post(c, x, (y, y + s * 12.0), s * 0.55, grip);
                block(c, (x - s * 2.6, y - s * 0.6), (s * 4.4, s * 2.0), steel);
                flat(
                    c,
                    &[
                        (x + s * 1.8, y - s * 0.6),
                        (x + s * 3.2, y + s * 0.6),
                        (x + s * 1.8, y + s * 1.4),
                    ],
                    steel,
                );
            }
            1 => {
                let blade = [
                    (x - s * 1.8, y + s * 2.6),
                    (x + s * 2.2, y + s * 3.0),
                    (x + s * 1.0, y + s * 14.0),
                    (x - s * 0.4, y + s * 14.0),
                ];
                flat(c, &blade, scale(steel, 0.94));
                bar(c, blade[0], blade[3], s * 0.3, scale(steel, 0.7));
                cushion(c, (x - s * 2.2, y - s * 0.8), (s * 4.6, s * 4.2), s * 1.6, grip);
            }
            2 => {
                post(c, x, (y + s * 1.4, y + s * 10.6), s * 0.6, steel);
                for dy in [0.4, 11.4] {
                    if let Some(path) = oval(x, y + s * dy, s * 1.5, s * 1.5) {
                        c.line(&path, s * 0.9, ink(scale(steel, 0.9), 1.0));
                    }
                }
            }
            3 => {
                for (dx, long) in [(-1.8f32, 9.0), (0.4, 7.6), (2.4, 10.0)] {
                    cushion(
                        c,
                        (x + s * (dx - 0.6), y - s * 0.4),
                        (s * 1.2, s * 4.0),
                        s * 0.5,
                        grip,
                    );
                    bar(c, (x + s * dx, y + s * 3.6), (x + s * dx, y + s * long), s * 0.6, steel);
                }
            }
            4 => {
                bar(c, (x, y), (x, y + s * 12.0), s * 1.2, steel);
                bar(c, (x, y + s * 11.4), (x + s * 5.0, y + s * 11.4), s * 1.3, grip);
                for n in 0..5 {
                    let at = y + s * (1.4 + 1.9 * n as f32);
                    bar(c, (x - s * 0.5, at), (x, at), s * 0.14, dark);
                }
            }
            _ => {
                for way in [-1.0f32, 1.0] {
                    bent(
                        c,
                        (x + way * s * 0.3, y + s * 5.0),
                        (x + way * s * 2.6, y + s * 8.0),
                        (x + way * s * 1.8, y + s * 12.4),
                        s * 1.1,
                        grip,
                    );
                    bent(
                        c,
                        (x, y + s * 5.4),
                        (x + way * s * 1.8, y + s * 2.8),
                        (x + way * s * 0.2, y),
                        s * 1.1,
                        steel,
                    );
                }
                ball(c, (x, y + s * 5.0), (s * 0.9, s * 0.9), scale(steel, 0.8));
            }
        }
    }
}
