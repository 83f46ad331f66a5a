//! Backs of seats, a pew and a school desk, seen from where the camera stands.

use super::{DEPTH, lit};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, ink, oval, polygon, rect},
};
use crate::parts::forms::{bar, block, flat};
use crate::parts::props::shadow;
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// What a row of seats is made of.
pub struct Seats {
    /// Colours of the covers; the seed takes one.
    tones: [Rgb; 2],
    cover: Cover,
    /// A washable cloth over the head rest.
    linen: bool,
}

enum Cover {
    Plush,
    /// Woven with a pattern of two colours.
    Moquette(Rgb),
    Plastic,
}

pub const TRAIN: Seats =
    Seats { tones: [hex(0x7A2F34), hex(0x2F5148)], cover: Cover::Plush, linen: true };
pub const BUS: Seats = Seats {
    tones: [hex(0x2F5A78), hex(0x44507E)],
    cover: Cover::Moquette(hex(0xD08A3C)),
    linen: false,
};
pub const AEROPLANE: Seats =
    Seats { tones: [hex(0x3A4660), hex(0x4A4A52)], cover: Cover::Plush, linen: true };
pub const STADIUM: Seats =
    Seats { tones: [hex(0x2E5E9E), hex(0xB8443A)], cover: Cover::Plastic, linen: false };

/// Width of a seat, and how round its shoulders are, in units of the frame.
const WIDE: f32 = 33.0;
const ROUND: f32 = 3.0;

/// The row of seats in front of people: backs side by side, the gap between two in the middle.
pub fn row(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32, seats: &Seats) {
    let Frame { w, h, u, .. } = frame;
    let mut dice = Dice::new(plan.seed, 770);
    let (tone, seed) = (lit(plan, dice.pick(&seats.tones)), plan.noise(771));
    let linen = lit(plan, hex(0xEFE7D8));
    stage.add(frame.painted(top, h, DEPTH, 0.0, |x, y| {
        let at = (x - w / 2.0) / (u * WIDE);
        let inside = at - at.floor();
        // Pixels to the nearer side of the seat, and how far its edge is below the row's there.
        let side = inside.min(1.0 - inside) * u * WIDE;
        let dip = u * ROUND * smooth(u * ROUND * 1.6, 0.0, side).powi(2);
        let down = y - top - dip;
        let alpha = (down + 0.5).clamp(0.0, 1.0);
        if alpha <= 0.0 {
            return [0.0; 4];
        }
        let mut c = covered(seats, tone, plan, (x, y), (u, seed));
        // The rounded edge takes the light; between seats and towards the foot it is dark.
        c = add(c, [1.0, 0.95, 0.88], 0.13 * smooth(u * 2.2, 0.0, down));
        c = scale(c, 0.5 + 0.5 * smooth(0.0, u * 2.4, side));
        c = scale(c, 1.0 - 0.42 * smooth(0.0, h - top, down));
        let seam = smooth(u * 0.3, 0.0, (down - u * 2.6).abs()) * smooth(u, u * 3.0, side);
        c = scale(c, 1.0 - 0.3 * seam);
        if seats.linen && (inside - 0.5).abs() < 0.27 {
            let lace = u * (6.2 + 0.5 * (x / (u * 0.9)).sin().abs());
            let edge = smooth(0.0, u * 0.2, ((0.27 - (inside - 0.5).abs()) * u * WIDE).max(0.0));
            let weave = 0.95 + 0.1 * fbm(seed ^ 3, x / u, y / (u * 2.0), 2);
            let fold = 1.0 - 0.2 * smooth(0.0, lace, down) - 0.1 * smooth(lace - u, lace, down);
            c = mix(c, scale(linen, weave * fold), edge * smooth(lace, lace - u * 0.2, down));
            c = scale(c, 1.0 - 0.25 * smooth(lace + u * 1.2, lace, down) * step(down > lace));
        }
        pixel(c, alpha)
    }));
    if matches!(seats.cover, Cover::Moquette(_)) {
        stage.add(frame.drawn(top, h, DEPTH, 0.0, |c| handles(c, plan, frame, top)));
    }
}

fn step(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

/// The cover's own colour at a place.
fn covered(
    seats: &Seats,
    tone: Rgb,
    plan: &Plan,
    (x, y): (f32, f32),
    (u, seed): (f32, u32),
) -> Rgb {
    let fine = fbm(seed, x / (u * 0.5), y / (u * 0.5), 2) - 0.5;
    match seats.cover {
        Cover::Plush => {
            let nap = fbm(seed ^ 1, x / (u * 5.0), y / (u * 4.0), 3) - 0.5;
            scale(tone, 0.96 + 0.16 * fine + 0.26 * nap)
        }
        Cover::Moquette(other) => {
            let (gx, gy) = (x / (u * 2.4), y / (u * 2.4) + 0.5 * (x / (u * 2.4)).floor());
            let (fx, fy) = (gx.fract().abs() - 0.5, gy.fract().abs() - 0.5);
            let mark = smooth(0.3, 0.22, (fx * 1.3 + fy * 0.6).abs() + fy.abs() * 0.5);
            let own = value(seed ^ 2, gx.floor(), gy.floor());
            let figure = lit(plan, if own < 0.5 { other } else { hex(0x9FB8C4) });
            scale(mix(tone, figure, 0.55 * mark), 0.97 + 0.2 * fine)
        }
        Cover::Plastic => {
            let worn = fbm(seed ^ 4, x / (u * 9.0), y / (u * 7.0), 2) - 0.5;
            add(scale(tone, 0.98 + 0.16 * worn), [1.0; 3], 0.03 + 0.02 * fine)
        }
    }
}

/// A handle of steel on each seat's shoulder towards the aisle.
fn handles(c: &mut Canvas, plan: &Plan, frame: Frame, top: f32) {
    let (w, u) = (frame.w, frame.u);
    let steel = lit(plan, hex(0xB9BEC4));
    for side in [-1.0f32, 1.0] {
        let x = w / 2.0 + side * u * 2.6;
        for (shift, width, tone) in
            [(0.3, 1.3, hex(0x15171A)), (0.0, 1.1, scale(steel, 0.72)), (-0.16, 0.4, steel)]
        {
            let s = u * shift;
            bar(c, (x + s, top + u * 2.2), (x + s, top + u * 9.0), u * width, tone);
        }
        for y in [top + u * 2.0, top + u * 8.6] {
            block(c, (x - u, y), (u * 2.0, u * 0.9), scale(steel, 0.8));
        }
    }
}

/// The back of the pew in front: a rail, panels between stiles, and a ledge with books.
pub fn pew(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32) {
    let Frame { w, h, u, .. } = frame;
    let mut dice = Dice::new(plan.seed, 774);
    let tone = lit(plan, dice.pick(&[hex(0x7A5230), hex(0x5E3C22), hex(0x8C6238)]));
    let seed = plan.noise(775);
    let (rail, panel) = (u * 2.6, u * 17.0);
    stage.add(frame.painted(top, h, DEPTH, 0.0, |x, y| {
        let down = y - top;
        let alpha = (down + 0.5).clamp(0.0, 1.0);
        let along = fbm(seed, x / (u * 12.0), y / (u * 0.4), 3) - 0.5;
        let upright = fbm(seed ^ 1, x / (u * 0.4), y / (u * 10.0), 3) - 0.5;
        if down < rail {
            // Rounded: bright above, dark below.
            let s = down / rail;
            let c = scale(tone, (1.12 - 0.55 * s * s) + 0.3 * along);
            return pixel(add(c, [1.0, 0.9, 0.75], 0.2 * smooth(0.35, 0.0, s)), alpha);
        }
        let at = (x - w / 2.0) / panel + 0.5;
        let side = ((at - at.floor()) - 0.5).abs() * panel;
        let (stile, bevel) = (panel / 2.0 - u * 1.6, panel / 2.0 - u * 2.5);
        let head = down - rail - u * 1.5;
        let mut c = if side > stile || head < 0.0 {
            scale(tone, 0.86 + 0.3 * if side > stile { upright } else { along })
        } else if side > bevel || head < u * 0.9 {
            scale(tone, if head < u * 0.9 { 0.5 } else { 0.62 })
        } else {
            scale(tone, 0.76 + 0.34 * upright)
        };
        c = scale(c, 1.0 - 0.45 * smooth(rail + u * 1.6, rail, down));
        pixel(scale(c, 1.0 - 0.3 * smooth(0.0, h - top, down)), alpha)
    }));
    let books = [hex(0x6A2A2A), hex(0x2A4A3A), hex(0x2C3A5E)];
    stage.add(frame.drawn(top, h, DEPTH, 0.0, |c| {
        let y = top + u * 10.4;
        for side in [-1.0f32, 1.0] {
            let x = w / 2.0 + side * (panel * 0.5 + u * dice.range(-2.0, 2.0));
            book(c, (x, y), u, lit(plan, dice.pick(&books)));
        }
        if let Some(path) = rect(-u * 8.0, y, w + u * 16.0, u * 1.2) {
            let stops = [(0.0, ink(scale(tone, 1.1), 1.0)), (1.0, ink(scale(tone, 0.55), 1.0))];
            c.fade(&path, (0.0, y), (0.0, y + u * 1.2), &stops);
        }
        for k in 0..3 {
            if let Some(path) =
                rect(-u * 8.0, y + u * 1.2, w + u * 16.0, u * (0.5 + 0.5 * k as f32))
            {
                c.fill(&path, ink([0.05, 0.03, 0.02], 0.12));
            }
        }
    }));
}

/// A book of songs, standing: its cover, the edge of its pages, a ribbon.
fn book(c: &mut Canvas, (x, y): (f32, f32), u: f32, tone: Rgb) {
    let (half, tall) = (u * 2.6, u * 5.6);
    let lean = u * 0.5;
    let corners =
        [(x - half + lean, y - tall), (x + half + lean, y - tall), (x + half, y), (x - half, y)];
    flat(c, &corners.map(|p| (p.0 + u * 0.5, p.1 + u * 0.2)), [0.05, 0.03, 0.02]);
    if let Some(path) = polygon(&corners) {
        let stops = [(0.0, ink(scale(tone, 1.15), 1.0)), (1.0, ink(scale(tone, 0.75), 1.0))];
        c.fade(&path, (x - half, 0.0), (x + half, 0.0), &stops);
    }
    let gold = add(scale(tone, 0.7), [0.85, 0.68, 0.35], 0.5);
    bar(c, (x + lean * 0.6, y - tall * 0.72), (x + lean * 0.4, y - tall * 0.4), u * 0.3, gold);
    bar(
        c,
        (x - u * 0.8 + lean * 0.55, y - tall * 0.62),
        (x + u * 0.8 + lean * 0.55, y - tall * 0.62),
        u * 0.3,
        gold,
    );
}

/// The lid of a desk: wood with a groove for pens, a book of exercises, a ruler, an apple.
pub fn school_desk(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32) {
    let Frame { w, h, u, .. } = frame;
    let mut dice = Dice::new(plan.seed, 778);
    let tone = lit(plan, dice.pick(&[hex(0xB4824A), hex(0x9A6A3A), hex(0xC09258)]));
    let seed = plan.noise(779);
    let lip = h - u * 1.6;
    stage.add(frame.painted(top, h, DEPTH, 0.0, |x, y| {
        let down = (y - top) / (lip - top);
        let alpha = (y - top + 0.5).clamp(0.0, 1.0);
        // Seen flat, the grain runs towards the middle of the far edge.
        let across = (x - w / 2.0) / (0.7 + 0.3 * down.min(1.0));
        let grain = fbm(seed, across / (u * 14.0), y / (u * 0.7), 3) - 0.5;
        let mut c = scale(tone, 0.95 + 0.4 * grain);
        c = add(c, [1.0, 0.95, 0.86], 0.16 * smooth(0.5, 0.0, down));
        // The groove behind, and the hinge of the lid before it.
        let groove = smooth(0.03, 0.015, (down - 0.16).abs());
        let hinge = smooth(0.02, 0.006, (down - 0.27).abs());
        c = scale(c, 1.0 - 0.4 * groove - 0.45 * hinge);
        if y > lip {
            c = scale(tone, 0.5);
        }
        pixel(scale(c, 1.0 - 0.2 * smooth(0.4, 1.0, down)), alpha)
    }));
    let side = plan.turn();
    let y = top + (lip - top) * 0.66;
    let paper = lit(plan, hex(0xF6F1E2));
    stage.add(frame.drawn(top, h, DEPTH, 0.0, |c| {
        let x = w / 2.0 - side * u * 15.0;
        shadow(c, (x + u, y + u * 3.4), u * 11.0, u);
        for (page, shade) in [(-1.0f32, 0.94), (1.0, 1.0)] {
            let corners = [
                (x, y - u * 3.2),
                (x + page * u * 9.4, y - u * 3.4),
                (x + page * u * 10.8, y + u * 3.2),
                (x, y + u * 3.4),
            ];
            flat(c, &corners, scale(paper, shade));
            for line in 1..6 {
                let s = line as f32 / 6.0;
                let (from, to) = (x + page * u * 1.2, x + page * u * (8.6 + 1.2 * s));
                let row = y + u * (-3.2 + 6.4 * s);
                bar(c, (from, row), (to, row), u * 0.14, scale(paper, 0.72));
            }
        }
        bar(c, (x, y - u * 3.2), (x, y + u * 3.4), u * 0.3, scale(paper, 0.6));
        let row = top + (lip - top) * 0.17;
        let x = w / 2.0 + side * u * 6.0;
        bar(c, (x, row), (x + side * u * 13.0, row + u * 0.2), u * 0.8, lit(plan, hex(0xE0B23C)));
        bar(
            c,
            (x + side * u * 13.0, row + u * 0.2),
            (x + side * u * 14.4, row + u * 0.2),
            u * 0.8,
            lit(plan, hex(0xC4626A)),
        );
        apple(c, (w / 2.0 + side * u * 22.0, y + u * 1.2), u * 3.0, lit(plan, hex(0xC23A2E)));
    }));
}

fn apple(c: &mut Canvas, (x, y): (f32, f32), r: f32, tone: Rgb) {
    shadow(c, (x + r * 0.2, y + r * 0.9), r * 1.2, r * 0.3);
    for k in 0..4 {
        let s = k as f32 / 4.0;
        let (dx, dy, size) = (-r * 0.28 * s, -r * 0.3 * s, r * (1.0 - 0.72 * s));
        if let Some(path) = oval(x + dx, y + dy, size, size * 0.94) {
            c.fill(&path, ink(scale(tone, 0.7 + 0.55 * s), if k == 0 { 1.0 } else { 0.45 }));
        }
    }
    bar(c, (x, y - r * 0.8), (x + r * 0.2, y - r * 1.3), r * 0.14, hex(0x4A3420));
    if let Some(path) = oval(x + r * 0.52, y - r * 1.14, r * 0.34, r * 0.16) {
        c.fill(&path, ink(hex(0x5E8A3C), 1.0));
    }
}
