//! What is stacked below prints, each seen from the front with a narrow upper side, and the blanket.

use super::{Site, wood};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, curve, ink, oval, polygon, rect, rounded},
    sheet::Sheet,
};
use crate::stage::{Layer, Stage};

/// Where one of these stands: corner, width and height in pixels of the frame, and the frame's unit.
#[derive(Clone, Copy)]
pub struct Thing {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
    pub u: f32,
}

/// The upper side, and the shadow of what stands on it.
fn lid(c: &mut Canvas, thing: Thing, tone: Rgb) {
    let Thing { x, y, w, u, .. } = thing;
    let upper = [(x + u * 0.9, y - u * 1.1), (x + w - u * 0.9, y - u * 1.1), (x + w, y), (x, y)];
    if let Some(path) = polygon(&upper) {
        let stops = [
            (0.0, ink(scale(tone, 0.62), 1.0)),
            (1.0, ink(add(tone, [1.0, 0.95, 0.85], 0.1), 1.0)),
        ];
        c.fade(&path, (0.0, y - u * 1.1), (0.0, y), &stops);
    }
}

/// The shadow in the joint below what stands on this.
fn joint(c: &mut Canvas, thing: Thing) {
    let Thing { x, y, w, u, .. } = thing;
    for k in 0..4 {
        if let Some(path) = rect(x + u * 0.4, y, w - u * 0.8, u * (0.3 + 0.4 * k as f32)) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.1));
        }
    }
}

/// A plain table of wood from the front: middle and half width, its top and the ground.
pub fn table(
    c: &mut Canvas,
    (x, half): (f32, f32),
    (top, ground): (f32, f32),
    u: f32,
    site: Site<'_>,
    dice: &mut Dice,
) {
    let tone = site.lit(dice.pick(&[hex(0x8A6440), hex(0x6E4E34), hex(0x9A7A52)]));
    let back = ground - u * 3.6;
    for side in [-1.0, 1.0] {
        let (near, far) = (x + side * (half - u * 2.0), x + side * (half - u * 4.6));
        wood::stain(c, (near + u, ground), (u * 3.6, u * 0.8), 0.6);
        wood::stain(c, (far + u, back), (u * 3.0, u * 0.7), 0.5);
        wood::pole(c, (far, top + u), (far, back), u * 0.85, scale(tone, 0.55), dice);
        wood::pole(c, (near, top + u), (near, ground), u * 1.15, tone, dice);
    }
    let low = top + (ground - top) * 0.72;
    wood::board(
        c,
        (x - half + u * 2.4, low),
        ((half - u * 2.4) * 2.0, u * 1.2),
        scale(tone, 0.7),
        dice,
    );
    wood::board(
        c,
        (x - half + u, top + u * 1.5),
        ((half - u) * 2.0, u * 3.0),
        scale(tone, 0.72),
        dice,
    );
    let upper = [
        (x - half + u * 1.4, top - u * 1.4),
        (x + half - u * 1.4, top - u * 1.4),
        (x + half, top + u * 0.2),
        (x - half, top + u * 0.2),
    ];
    if let Some(path) = polygon(&upper) {
        let stops = [
            (0.0, ink(scale(tone, 0.74), 1.0)),
            (1.0, ink(add(tone, [1.0, 0.95, 0.85], 0.14), 1.0)),
        ];
        c.fade(&path, (0.0, top - u * 1.4), (0.0, top + u * 0.2), &stops);
    }
    wood::board(c, (x - half, top + u * 0.1), (half * 2.0, u * 1.5), tone, dice);
}

/// A crate of slats.
pub fn crated(c: &mut Canvas, thing: Thing, site: Site<'_>, dice: &mut Dice) {
    let Thing { x, y, w, h, u } = thing;
    let tone = site.lit(dice.pick(&[hex(0xA07C50), hex(0x8E6C46), hex(0xB0905F)]));
    lid(c, thing, tone);
    if let Some(path) = rect(x, y, w, h) {
        let stops = [(0.0, ink(scale(tone, 0.24), 1.0)), (1.0, ink(scale(tone, 0.14), 1.0))];
        c.fade(&path, (0.0, y), (0.0, y + h), &stops);
    }
    let slats = (h / (u * 4.4)).round().clamp(1.0, 4.0) as usize;
    let step = h / slats as f32;
    for n in 0..slats {
        let own = scale(tone, dice.range(0.88, 1.08));
        let top = y + step * n as f32 + u * 0.16;
        wood::board(c, (x, top), (w, step - u * 0.5), own, dice);
    }
    for at in [x + u * 0.2, x + w - u * 2.4] {
        if let Some(path) = rect(at + u * 0.4, y + u * 0.2, u * 2.2, h - u * 0.2) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.22));
        }
        wood::board(c, (at, y), (u * 2.2, h), scale(tone, 1.04), dice);
        for n in 0..slats {
            let row = y + step * (n as f32 + 0.5);
            if let Some(path) = oval(at + u * 1.1, row, u * 0.22, u * 0.22) {
                c.fill(&path, ink(hex(0x2A221A), 0.8));
            }
        }
    }
    joint(c, thing);
}

/// A suitcase of leather, lying, its handle to the front.
pub fn suitcase(c: &mut Canvas, thing: Thing, site: Site<'_>, dice: &mut Dice) {
    let Thing { x, y, w, h, u } = thing;
    let leather = site.lit(dice.pick(&[
        hex(0x7A4A2C),
        hex(0x5A3A2A),
        hex(0x8A6A44),
        hex(0x44504A),
        hex(0x6A2E28),
    ]));
    if let Some(path) = rounded(x, y - u * 0.9, w, h + u * 0.9, u * 1.6) {
        let stops = [
            (0.0, ink(scale(leather, 0.66), 1.0)),
            (0.05, ink(add(leather, [1.0, 0.9, 0.8], 0.04), 1.0)),
            (0.9, ink(scale(leather, 0.92), 1.0)),
            (1.0, ink(scale(leather, 0.5), 1.0)),
        ];
        c.fade(&path, (x, 0.0), (x + w, 0.0), &stops);
        let down = [
            (0.0, ink([1.0, 0.95, 0.88], 0.2)),
            (0.16, ink([1.0, 0.95, 0.88], 0.02)),
            (0.5, ink([0.05, 0.03, 0.02], 0.06)),
            (1.0, ink([0.05, 0.03, 0.02], 0.42)),
        ];
        c.fade(&path, (0.0, y - u), (0.0, y + h), &down);
    }
    for _ in 0..14 {
        let (sx, sy) = (x + w * dice.range(0.05, 0.95), y + h * dice.range(0.1, 0.9));
        let long = u * dice.range(0.6, 2.4);
        if let Some(path) = curve((sx, sy), &[((sx + long * 0.5, sy + u * 0.2), (sx + long, sy))]) {
            c.line(&path, u * 0.09, ink(add(leather, [1.0; 3], 0.2), 0.3));
        }
    }
    // The seam between its halves, straps with buckles, corners, handle.
    let seam = y + h * 0.46;
    for (dy, tone, alpha) in
        [(0.0, scale(leather, 0.35), 0.9), (0.24, add(leather, [1.0; 3], 0.12), 0.5)]
    {
        if let Some(path) = rect(x + u * 0.5, seam + u * dy, w - u, u * 0.22) {
            c.fill(&path, ink(tone, alpha));
        }
    }
    let strap = scale(leather, 0.62);
    let brass = site.lit(hex(0xC9A55A));
    for s in [0.22, 0.78] {
        let at = x + w * s;
        if let Some(path) = rect(at - u * 0.6, y - u * 0.9, u * 1.9, h + u * 0.8) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.22));
        }
        wood::board(c, (at - u * 0.8, y - u * 0.9), (u * 1.6, h + u * 0.7), strap, dice);
        if let Some(path) = rounded(at - u * 1.1, seam - u * 0.9, u * 2.2, u * 1.8, u * 0.3) {
            c.line(&path, u * 0.32, ink(brass, 1.0));
        }
    }
    let middle = x + w * 0.5;
    if let Some(path) = curve(
        (middle - u * 3.2, seam + u * 0.6),
        &[((middle, seam + u * 3.6), (middle + u * 3.2, seam + u * 0.6))],
    ) {
        c.line(&path, u * 0.95, ink(scale(leather, 0.36), 1.0));
        c.line(&path, u * 0.5, ink(scale(leather, 0.75), 1.0));
    }
    for (cx, cy) in [(x, y + h), (x + w, y + h)] {
        let inward = if cx > middle { -1.0 } else { 1.0 };
        let corner = [
            (cx + inward * u * 0.2, cy - u * 2.2),
            (cx + inward * u * 2.4, cy - u * 0.2),
            (cx + inward * u * 0.5, cy - u * 0.3),
        ];
        if let Some(path) = polygon(&corner) {
            c.fill(&path, ink(scale(brass, 0.8), 1.0));
        }
    }
    joint(c, Thing { y: y + u * 0.1, ..thing });
}

/// A lying book, its spine to the front.
pub fn book(c: &mut Canvas, thing: Thing, site: Site<'_>, dice: &mut Dice) {
    let Thing { x, y, w, h, u } = thing;
    let cloth = site.lit(dice.pick(&[
        hex(0x6E2F2A),
        hex(0x2F4A44),
        hex(0x7A6238),
        hex(0x2E3A58),
        hex(0x5A4A3C),
        hex(0x4A5A34),
    ]));
    lid(c, thing, cloth);
    if let Some(path) = rounded(x, y, w, h, u * 0.7) {
        let stops = [
            (0.0, ink(add(cloth, [1.0, 0.95, 0.88], 0.14), 1.0)),
            (0.3, ink(cloth, 1.0)),
            (1.0, ink(scale(cloth, 0.5), 1.0)),
        ];
        c.fade(&path, (0.0, y), (0.0, y + h), &stops);
    }
    let gold = site.lit(hex(0xD2B066));
    for s in [0.06, 0.09, 0.3, 0.7, 0.91, 0.94] {
        if let Some(path) = rect(x + w * s, y + u * 0.15, u * 0.28, h - u * 0.3) {
            c.fill(&path, ink(gold, 0.75));
        }
    }
    // The title, as far as one reads it from here.
    let mut at = x + w * 0.36;
    while at < x + w * 0.63 {
        let wide = u * dice.range(0.4, 1.1);
        if let Some(path) = rect(at, y + h * 0.4, wide, h * 0.22) {
            c.fill(&path, ink(gold, 0.7));
        }
        at += wide + u * 0.45;
    }
    joint(c, Thing { h: u, ..thing });
}

/// A bale of straw with two cords.
pub fn bale(c: &mut Canvas, thing: Thing, site: Site<'_>, dice: &mut Dice) {
    let Thing { x, y, w, h, u } = thing;
    let straw = site.lit(hex(0xC9A24C));
    lid(c, thing, straw);
    if let Some(path) = rounded(x, y - u * 0.3, w, h + u * 0.3, u) {
        let stops = [
            (0.0, ink(add(straw, [1.0, 0.95, 0.7], 0.08), 1.0)),
            (0.25, ink(straw, 1.0)),
            (1.0, ink(scale(straw, 0.5), 1.0)),
        ];
        c.fade(&path, (0.0, y), (0.0, y + h), &stops);
    }
    let count = (w * h / (u * u) * 1.5) as usize;
    for _ in 0..count {
        let (sx, sy) = (x + w * dice.range(-0.01, 1.0), y + h * dice.range(-0.03, 0.99));
        let (long, aim) = (u * dice.range(1.0, 3.4), dice.range(-0.22, 0.22));
        let shade = 1.0 - 0.45 * ((sy - y) / h).clamp(0.0, 1.0);
        let tone =
            scale(mix(scale(straw, 0.6), add(straw, [1.0, 0.95, 0.7], 0.22), dice.next()), shade);
        if let Some(path) = curve(
            (sx, sy),
            &[((sx + long * 0.5, sy + long * aim * 0.3), (sx + long, sy + long * aim))],
        ) {
            c.line(&path, u * dice.range(0.1, 0.2), ink(tone, 0.9));
        }
    }
    for s in [0.27, 0.73] {
        let at = x + w * s;
        if let Some(path) = curve((at, y - u * 0.6), &[((at + u * 0.4, y + h * 0.5), (at, y + h))])
        {
            c.line(&path, u * 0.4, ink(scale(straw, 0.35), 0.8));
            c.line(&path, u * 0.2, ink(site.lit(hex(0xB0704A)), 1.0));
        }
    }
    joint(c, thing);
}

/// A basket of wicker with a lid.
pub fn basket(c: &mut Canvas, thing: Thing, site: Site<'_>, dice: &mut Dice) {
    let Thing { x, y, w, h, u } = thing;
    let reed = site.lit(dice.pick(&[hex(0xA87B45), hex(0x94683A), hex(0xB98F58)]));
    lid(c, thing, reed);
    if let Some(path) = rounded(x, y, w, h, u * 1.2) {
        c.fill(&path, ink(scale(reed, 0.3), 1.0));
    }
    let rows = (h / (u * 1.25)).max(3.0) as usize;
    let columns = (w / (u * 2.3)).max(4.0) as usize;
    for row in 0..rows {
        for column in 0..columns {
            let cy = y + h * (row as f32 + 0.5) / rows as f32;
            let cx =
                x + w * (column as f32 + if row % 2 == 0 { 0.35 } else { 0.65 }) / columns as f32;
            // Round from side to side, and darker towards the ground.
            let side = ((cx - x) / w - 0.38).abs();
            let light = (1.12 - side * 0.9) * (1.0 - 0.35 * row as f32 / rows as f32);
            let own = scale(reed, light * dice.range(0.86, 1.1));
            let (rx, ry) = (u * 1.06, h / rows as f32 * 0.46);
            if let Some(path) = oval(cx, cy, rx, ry) {
                let stops = [
                    (0.0, ink(add(own, [1.0, 0.95, 0.85], 0.12), 1.0)),
                    (1.0, ink(scale(own, 0.6), 1.0)),
                ];
                c.fade(&path, (cx, cy - ry), (cx, cy + ry), &stops);
            }
        }
    }
    wood::board(c, (x - u * 0.5, y - u * 0.5), (w + u, u * 1.5), scale(reed, 1.02), dice);
    joint(c, Thing { y: y + u, ..thing });
}

/// A row of rough stones.
pub fn stones(c: &mut Canvas, thing: Thing, site: Site<'_>, dice: &mut Dice) {
    let Thing { x, y, w, h, u } = thing;
    let count = (w / (u * 13.0)).round().max(2.0) as usize;
    let mut at = x;
    if let Some(path) = rounded(x + u, y, w - u * 2.0, h, u * 2.0) {
        c.fill(&path, ink(site.lit(hex(0x2E2A26)), 1.0));
    }
    for n in 0..count {
        let rest = x + w - at;
        let share =
            if n + 1 == count { rest } else { rest / (count - n) as f32 * dice.range(0.8, 1.2) };
        let stone =
            site.lit(dice.pick(&[hex(0x8C857A), hex(0x9A9082), hex(0x77726A), hex(0x8A7E70)]));
        let (rx, ry) = (share * 0.5, h * 0.54);
        let (cx, cy) = (at + rx, y + h * 0.5);
        let mut outline = Vec::new();
        for k in 0..14 {
            let a = k as f32 / 14.0 * std::f32::consts::TAU;
            // Between a rectangle and an ellipse, uneven; flat above, where something stands.
            let round = |v: f32| v.signum() * v.abs().powf(0.55);
            let uneven = dice.range(0.94, 1.03);
            let (px, py) = (round(a.cos()) * rx * uneven, round(a.sin()) * ry * uneven);
            outline.push((cx + px, (cy + py).max(y - u * 0.5)));
        }
        if let Some(path) = polygon(&outline) {
            let stops = [
                (0.0, ink(add(stone, [1.0, 0.97, 0.9], 0.14), 1.0)),
                (0.35, ink(stone, 1.0)),
                (1.0, ink(scale(stone, 0.42), 1.0)),
            ];
            c.fade(&path, (cx - rx * 0.5, cy - ry), (cx + rx * 0.4, cy + ry), &stops);
        }
        for _ in 0..26 {
            let (a, far) = (dice.range(0.0, std::f32::consts::TAU), dice.next().sqrt() * 0.8);
            let spot = (cx + a.cos() * rx * far, cy + a.sin() * ry * far);
            let tone =
                if dice.next() < 0.5 { scale(stone, 0.6) } else { add(stone, [1.0; 3], 0.16) };
            let r = u * dice.range(0.1, 0.4);
            if let Some(path) = oval(spot.0, spot.1, r * 1.5, r) {
                c.fill(&path, ink(tone, 0.3));
            }
        }
        at += share;
    }
    joint(c, Thing { h: u, ..thing });
}

/// A checked blanket on the ground between two rows: its middle, and half its width where it is near.
pub fn blanket(
    stage: &mut Stage,
    site: Site<'_>,
    (far, near): (f32, f32),
    (middle, wide): (f32, f32),
    paint: Rgb,
    depth: f32,
) {
    let u = site.frame.u;
    let seed = site.plan.noise(910);
    let reach = depth * 5.0 * u + u * 2.0;
    let x0 = (middle - wide - u * 2.0).max(-reach).floor();
    let y0 = far.floor() - u * 2.0;
    let right = (middle + wide + u * 2.0).min(site.frame.w + reach);
    let (width, height) = ((right - x0) as usize, (near - y0 + u * 3.0) as usize);
    // Seen as it lies: what is on the ground vanishes at this row.
    let eye = far - (near - far) * 1.1;
    let light = site.lit([1.0; 3]);
    let white = hex(0xEFE6D6);
    let sheet = Sheet::paint(width, height, |px, py| {
        let (x, y) = (px + x0, py + y0);
        let down = (y - far) / (near - far);
        let across = (x - middle) / (wide * ((y - eye) / (near - eye)).max(0.1));
        let wave = (value(seed, x / (u * 9.0), 0.3) - 0.5) * u * 1.4;
        let side = (value(seed ^ 3, y / (u * 6.0), 0.7) - 0.5) * 0.035;
        let inside = smooth(0.0, u * 0.2, y - far - wave)
            * smooth(0.0, u * 0.2, near - y + wave)
            * smooth(0.0, 0.006, 1.0 - (across + side).abs());
        if inside <= 0.0 {
            // A thin shadow around it.
            let off = ((across.abs() - 1.0).max(0.0) * 60.0).max((y - near).max(0.0) / u);
            let a = if down > 0.0 { 0.4 * smooth(1.6, 0.0, off) } else { 0.0 };
            return [0.05, 0.04, 0.02, a];
        }
        // So many checks from the far edge to the near one, wider where they are near.
        let away = (far - eye) / (y - eye).max(1.0);
        let (a, b) = ((across * 7.0).rem_euclid(2.0) < 1.0, (away * 15.0).rem_euclid(2.0) < 1.0);
        let cloth = match (a, b) {
            (true, true) => paint,
            (false, false) => white,
            _ => mix(paint, white, 0.5),
        };
        let weave = value(seed ^ 1, x / (u * 0.22), y / (u * 0.22)) - 0.5;
        let fold = fbm(seed ^ 2, x / (u * 11.0), y / (u * 5.0), 3) - 0.5;
        let hem = if across.abs() > 0.975 || near - y < u * 0.8 { 0.86 } else { 1.0 };
        let c = scale(cloth, (0.94 + 0.34 * fold + 0.08 * weave) * hem);
        pixel([c[0] * light[0], c[1] * light[1], c[2] * light[2]], inside)
    });
    stage.place(Some(Layer { sheet, x: x0, y: y0, depth, life: None, ripple: None }));
}
