//! What stands before the kitchen: the lamp over the table, the checked cloth, tea and fruit.

use super::{LAMP, Room};
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
        noise::{Dice, fbm, value},
        shapes::{curve, ink, oval, rect},
    },
    parts::props::{steam, vessel},
    plan::Plan,
    stage::{Frame, Pose, Stage, sparks::Spark},
};

/// A lamp on a long cord over the table, and its cone of light.
pub fn lamp_over(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, y) = (w * (0.5 + room.side * 0.2), h * 0.105);
    let shade = Dice::new(plan.seed, 50).pick(&[hex(0x2F4A48), hex(0x7A3328), hex(0xC9BFA8)]);
    let strong = 0.24 + 0.5 * room.lamp;
    let cone = frame.soft(4, y + u * 3.0, h * 0.9, 0.42, u * 2.0, |px, py| {
        let d = (py - y) / (h * 0.8);
        let off = (px - x) / (u * 5.5 + (py - y) * 0.42);
        pixel(LAMP, (-off * off * 2.2).exp() * smooth(1.0, 0.0, d) * 0.3 * strong)
    });
    stage.add(cone.light());
    let swing = move |t: f32| (t * 0.95).sin() * u * 0.3;
    let layer = frame.drawn(-u * 2.0, y + u * 6.0, 0.42, u, |c| {
        if let Some(path) = rect(x - u * 0.09, -u * 9.0, u * 0.18, y + u * 9.0) {
            c.fill(&path, ink(hex(0x1A1512), 1.0));
        }
        if let Some(path) = oval(x, y + u * 3.4, u * 5.6, u * 1.0) {
            c.fill(&path, ink(hex(0xFFE3B4), 1.0));
        }
        if let Some(path) = oval(x, y + u * 3.8, u * 1.6, u * 1.2) {
            c.fill(&path, ink(hex(0xFFF6E2), 1.0));
        }
        if let Some(path) = curve(
            (x - u * 5.7, y + u * 3.5),
            &[
                ((x - u * 5.0, y - u * 0.6), (x - u * 0.8, y - u * 1.0)),
                ((x, y - u * 2.4), (x + u * 0.8, y - u * 1.0)),
                ((x + u * 5.0, y - u * 0.6), (x + u * 5.7, y + u * 3.5)),
                ((x, y + u * 2.2), (x - u * 5.7, y + u * 3.5)),
            ],
        ) {
            c.fade(
                &path,
                (x - u * 5.7, 0.0),
                (x + u * 5.7, 0.0),
                &[
                    (0.0, ink(scale(shade, 0.7), 1.0)),
                    (0.35, ink(add(scale(shade, 1.25), LAMP, 0.08), 1.0)),
                    (1.0, ink(scale(shade, 0.5), 1.0)),
                ],
            );
        }
    });
    stage.add(layer.alive(move |t| Pose::moved(swing(t), 0.0)));
    stage.sparks(0.42, move |t, out| {
        out.push(Spark::glow(x + swing(t), y + u * 4.0, u * 9.0, LAMP, 0.6 * strong + 0.2));
    });
}

/// A table with a checked cloth in perspective.
pub fn table(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(60));
    let top = h * 0.862;
    let dye = room
        .lit(Dice::new(plan.seed, 21).pick(&[hex(0xB8503E), hex(0x5A7E9C), hex(0xB88A38)]), 1.0);
    let linen = room.lit(hex(0xF4EAD8), 1.0);
    let (lamp, middle) = (room.lamp, w * (0.5 + room.side * 0.1));
    stage.add(frame.painted(top, h, 0.62, 0.0, |x, y| {
        let down = (y - top) / (h - top);
        let z = 0.5 + 0.5 * down;
        let (gx, gy) = (
            (x - w * 0.5) / (u * 4.2 * z),
            (down * 1.6 + 0.9).ln() * 9.0 / (h / u / 133.0).recip(),
        );
        let stripe = |v: f32| smooth(0.22, 0.28, ((v - v.floor()) - 0.5).abs());
        let check = 0.5 * (stripe(gx) + stripe(gy));
        let weave = value(seed, x / (u * 0.5), y / (u * 0.5)) - 0.5;
        let fold = fbm(seed ^ 1, x / (u * 16.0), y / (u * 8.0), 3) - 0.5;
        let mut c =
            scale(mix(linen, dye, check * 0.85), 0.74 + 0.05 * weave + 0.3 * fold - 0.14 * down);
        let pool = (-((x - middle) / (u * 30.0)).powi(2)).exp() * (1.0 - 0.5 * down);
        c = add(c, tint(c, LAMP), pool * (0.2 + 0.9 * lamp));
        c = add(c, LAMP, 0.12 * smooth(0.05, 0.0, down));
        pixel(c, smooth(0.0, u * 0.2, y - top))
    }));
}

/// On the table: a mug that steams, and a bowl of fruit.
pub fn tea(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    // Small enough to stay below chins in every shape.
    let (w, h, u, side) = (frame.w, frame.h, frame.u.min(frame.h * 0.0075), room.side);
    let (mug, bowl) = ((w * (0.5 - side * 0.33), h * 0.945), (w * (0.5 + side * 0.3), h * 0.94));
    let warm = |c: Rgb| add(room.lit(c, 1.0), tint(c, LAMP), room.lamp * 0.6);
    let mut dice = Dice::new(plan.seed, 70);
    stage.add(frame.drawn(h * 0.94 - u * 14.0, h * 0.945 + u * 4.0, 0.68, 0.0, |c| {
        for (x, y, r) in [(mug.0, mug.1, 4.6), (bowl.0, bowl.1, 9.0)] {
            if let Some(path) = oval(x + side * u * -0.8, y + u * 0.3, u * r, u * r * 0.2) {
                c.fill(&path, ink([0.1, 0.06, 0.04], 0.4));
            }
        }
        for i in 0..7 {
            let (dx, dy) = [
                (-4.6, -5.6),
                (4.4, -5.8),
                (0.0, -6.4),
                (-2.4, -8.2),
                (2.6, -8.4),
                (-5.4, -7.0),
                (5.6, -7.2),
            ][[5, 6, 3, 4, 0, 1, 2][i]];
            let fruit =
                warm(dice.pick(&[hex(0xC8402E), hex(0xE08A2E), hex(0xDDB440), hex(0x8CA044)]));
            let (x, y, r) = (bowl.0 + u * dx, bowl.1 + u * dy, u * 2.9);
            for k in 0..9 {
                let s = k as f32 / 8.0;
                if let Some(path) = oval(
                    x - r * 0.22 * s,
                    y - r * 0.25 * s,
                    r * (1.0 - 0.75 * s),
                    r * (0.95 - 0.72 * s),
                ) {
                    c.fill(
                        &path,
                        ink(scale(fruit, 0.62 + 0.56 * s), if k == 0 { 1.0 } else { 0.4 }),
                    );
                }
            }
        }
        vessel(c, bowl, u, (8.6, 6.0, 3.4), warm(hex(0xDCE0D8)));
        if let Some(path) = curve(
            (mug.0 + side * -u * 3.2, mug.1 - u * 5.4),
            &[
                (
                    (mug.0 - side * u * 6.6, mug.1 - u * 5.6),
                    (mug.0 - side * u * 5.8, mug.1 - u * 3.0),
                ),
                (
                    (mug.0 - side * u * 5.0, mug.1 - u * 1.4),
                    (mug.0 - side * u * 3.0, mug.1 - u * 1.8),
                ),
            ],
        ) {
            c.line(&path, u * 0.9, ink(scale(warm(hex(0x6E98A0)), 0.8), 1.0));
        }
        vessel(c, mug, u, (3.6, 7.2, 3.2), warm(hex(0x6E98A0)));
        for (k, color) in
            [(1.0, scale(warm(hex(0x6E98A0)), 1.1)), (0.88, hex(0x5A2E14)), (0.6, hex(0x8A4E22))]
        {
            if let Some(path) = oval(mug.0, mug.1 - u * 7.2, u * 3.6 * k, u * 0.8 * k) {
                c.fill(&path, ink(color, 1.0));
            }
        }
    }));
    steam(stage, plan, frame, (mug.0, mug.1 - u * 7.4), 0.58, 16.0);
}
