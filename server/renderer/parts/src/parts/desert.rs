//! Desert: a flat, stony, cracked plain with a track, buttes on the horizon, thorn trees, dry bushes
//! and aloes.

use super::{
    daylight::lit,
    foliage::{Leaves, THORN_TREE, tree},
    props::shadow,
    sky,
};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, ridge, value},
    shapes::{Canvas, Position, blade, ink, polygon},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// The plain from the horizon's line to the lower edge, with the sun at `sun`.
pub fn draw(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (line, sun): (f32, Position),
    p: sky::Palette,
) {
    buttes(stage, plan, frame, (line, sun.0), p);
    plain(stage, plan, frame, line, p);
    thorns(stage, plan, frame, (line, sun), p);
    stones(stage, plan, frame, (line, sun.0), p);
    aloes(stage, plan, frame, line);
}

/// A rock with a flat top: where its middle lies, half its width at the top, its height.
struct Butte {
    x: f32,
    half: f32,
    tall: f32,
    haze: f32,
}

impl Butte {
    /// How high it is above the plain at `x`: a cliff, and scree at its foot.
    fn height(&self, x: f32, rough: f32) -> f32 {
        let off = (x - self.x).abs() - self.half + rough * self.tall * 0.16;
        let cliff = smooth(self.tall * 0.1, 0.0, off);
        let scree = smooth(self.tall * 1.3, self.tall * 0.04, off).powf(1.4);
        self.tall * (0.42 * scree + 0.58 * cliff)
    }
}

fn buttes(stage: &mut Stage, plan: &Plan, frame: Frame, (line, sun): (f32, f32), p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let mut dice = Dice::new(plan.seed, 320);
    let side = plan.turn();
    let list = [
        Butte { x: w * 0.5 + side * u * 6.0, half: u * 19.0, tall: u * 5.5, haze: 0.62 },
        Butte {
            x: w * (0.5 + side * dice.range(0.24, 0.3)),
            half: u * dice.range(9.0, 12.0),
            tall: u * dice.range(17.0, 20.0),
            haze: 0.3,
        },
        Butte {
            x: w * (0.5 - side * dice.range(0.3, 0.36)),
            half: u * dice.range(3.0, 4.6),
            tall: u * dice.range(13.0, 16.0),
            haze: 0.38,
        },
    ];
    let (red, dark) = (lit(plan, hex(0xC07048)), lit(plan, hex(0x6A3A30)));
    let from = if sun > w / 2.0 { 1.0 } else { -1.0 };
    for (n, butte) in list.iter().enumerate() {
        let seed = plan.noise(321 + n as u32);
        let flutes = |x: f32| ridge(seed, x / (u * 3.4), 0.3, 3) - 0.5;
        let top_of = |x: f32| line + u - butte.height(x, flutes(x));
        let depth = 0.05 + 0.02 * n as f32;
        let high = line - butte.tall - u * 2.0;
        stage.add(frame.painted(high, line + u * 2.0, depth, 0.0, |x, y| {
            let top = top_of(x) + u * 0.5 * (fbm(seed ^ 1, x / (u * 1.6), 0.0, 2) - 0.5);
            let inside = (y - top + 0.5).clamp(0.0, 1.0);
            if inside <= 0.0 || line + u - top < u * 0.2 {
                return [0.0; 4];
            }
            let up = (line + u - y) / butte.tall;
            let cliff = smooth(0.4, 0.46, up);
            // Cliffs have columns and beds, scree has gullies that run down.
            let column = flutes(x + from * u * 0.5) - flutes(x - from * u * 0.5);
            let gully = ridge(seed ^ 2, (x - butte.x) / (u * (1.0 + 2.6 * (1.0 - up))), 0.4, 2);
            let bed = value(seed ^ 3, x / (u * 26.0), up * 15.0 + fbm(seed, x / (u * 9.0), 0.0, 2));
            let turned = ((x - butte.x) / (butte.half + butte.tall * (1.0 - up))) * from;
            let face = 0.5 + turned * 0.5 + column * 1.6 * cliff + (gully - 0.5) * (1.0 - cliff);
            let grain = value(seed ^ 5, x / (u * 0.4), y / (u * 0.3)) - 0.5;
            let mut c = mix(dark, red, face);
            c = scale(c, 0.9 + 0.28 * (bed - 0.5) * (0.4 + 0.6 * cliff) + grain * 0.1);
            c = add(c, p.sun, 0.16 * face.clamp(0.0, 1.0) * plan.daylight());
            c = mix(c, p.haze, butte.haze + 0.2 * smooth(0.3, 0.0, up));
            pixel(c, inside)
        }));
    }
}

/// How far the nearest border between two plates of dry mud lies, 0 on it.
fn crack(seed: u32, x: f32, y: f32) -> f32 {
    let (cx, cy) = (x.floor(), y.floor());
    let (mut first, mut second) = (9.0f32, 9.0f32);
    for dy in -1..=1 {
        for dx in -1..=1 {
            let (kx, ky) = (cx + dx as f32, cy + dy as f32);
            let px = kx + 0.12 + 0.76 * value(seed, kx, ky);
            let py = ky + 0.12 + 0.76 * value(seed ^ 9, kx, ky);
            let d = (x - px).hypot(y - py);
            if d < first {
                (first, second) = (d, first);
            } else {
                second = second.min(d);
            }
        }
    }
    second - first
}

fn plain(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(330));
    let (sand, earth) = (lit(plan, hex(0xCC9A6C)), lit(plan, hex(0x94603F)));
    let mud = lit(plan, hex(0xD8B48C));
    let side = plan.turn();
    stage.add(frame.painted(line, h, 0.34, 0.0, |x, y| {
        let down = ((y - line) / (h - line)).clamp(0.0, 1.0);
        let near = 0.05 + 0.95 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near), 11.0 / near);
        let patch = fbm(seed, gx / 14.0, gy * 0.5, 3);
        let grit = value(seed ^ 1, x / (u * 0.3), y / (u * 0.24)) - 0.5;
        let gravel = fbm(seed ^ 2, gx * 1.3, gy * 2.4, 2) - 0.5;
        let mut c = mix(earth, sand, smooth(0.3, 0.7, patch));
        c = scale(c, 1.0 + grit * 0.14 + gravel * 0.22 * smooth(0.05, 0.3, down));
        // A dried pan in front, cracked into plates.
        let pan = smooth(0.42, 0.56, patch + 0.16 * smooth(0.3, 0.9, down));
        if down > 0.1 && pan > 0.0 {
            let bend = (fbm(seed ^ 4, gx / 2.0, gy * 1.4, 2) - 0.5) * 0.7;
            let border = crack(seed ^ 3, gx / 5.4 + bend, gy * 1.5 + bend);
            let deep = smooth(0.09, 0.02, border) * pan * smooth(0.1, 0.3, down);
            let lip = smooth(0.2, 0.1, border) * (1.0 - deep);
            c = mix(c, mud, 0.4 * pan);
            c = scale(add(c, p.sun, 0.05 * lip * pan * plan.daylight()), 1.0 - 0.6 * deep);
        }
        // Two ruts lead away in a bend.
        let way =
            (w * 0.5 + side * u * (7.0 * (1.0 - down).powi(3) - 12.0 * down) - x) / (u * near);
        let rut = smooth(2.0, 0.9, (way.abs() - 4.6).abs());
        let bed = smooth(8.4, 6.6, way.abs());
        c = mix(c, scale(sand, 1.04), bed * 0.4);
        c = mix(c, scale(earth, 0.72), rut * 0.6);
        c = mix(c, p.haze, 0.55 * smooth(0.14, 0.0, down));
        pixel(scale(c, 1.0 - 0.24 * smooth(0.5, 1.0, down)), smooth(0.0, u * 0.4, y - line))
    }));
}

/// Thorn trees with flat crowns, one of them near.
fn thorns(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (line, sun): (f32, Position),
    p: sky::Palette,
) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 340);
    let bark = lit(plan, hex(0x5A4434));
    let tones = (hex(0x47502C), hex(0xA8A060));
    let near = (line + (h - line) * 0.26, u * 40.0);
    stage.add(frame.drawn(line - u * 40.0, near.0 + u * 4.0, 0.36, 0.0, |c| {
        for (s, down, tall, haze) in [
            (-0.1f32, 0.03f32, u * 5.0, 0.4),
            (0.44, 0.05, u * 6.4, 0.34),
            (0.2, 0.04, u * 3.6, 0.42),
            (-0.37, 0.26, near.1, 0.0),
        ] {
            let x = w * (0.5 + plan.turn() * (s + dice.range(-0.02, 0.02)));
            let foot = line + (h - line) * down;
            let leaves = Leaves::of(plan, tones, p, ((x, foot - tall), sun), tall * 0.03)
                .behind(p.haze, haze);
            cast(c, (x, foot), (tall * 0.6, tall * 0.05), (x - sun.0) / w);
            let bark = mix(bark, p.haze, haze);
            tree(c, (x, foot), tall, THORN_TREE, (bark, &leaves), &mut dice);
        }
    }));
}

/// A flat shadow that lies away from the sun.
fn cast(c: &mut Canvas, (x, y): Position, (half, high): (f32, f32), away: f32) {
    shadow(c, (x + away * half * 1.4, y + high * 0.5), half, high / 1.5);
    shadow(c, (x, y), half * 0.3, high / 2.5);
}

/// Stones that lie about, and bushes of dry twigs between them.
fn stones(stage: &mut Stage, plan: &Plan, frame: Frame, (line, sun): (f32, f32), p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 345);
    let from = if sun > w / 2.0 { 1.0 } else { -1.0 };
    let rock = lit(plan, hex(0xA8745A));
    let straw = lit(plan, hex(0xB89A5A));
    let mut list: Vec<(f32, f32, bool)> =
        (0..74).map(|n| (dice.range(-0.06, 1.06) * w, dice.next().powf(1.3), n % 3 == 0)).collect();
    list.sort_by(|a, b| a.1.total_cmp(&b.1));
    stage.add(frame.drawn(line, h + u * 2.0, 0.38, 0.0, |c| {
        for (x, down, bush) in list {
            let y = line + (h - line) * (0.03 + 0.95 * down);
            let near = 0.1 + 0.9 * down;
            let tone = |t: Rgb| mix(t, p.haze, 0.4 * smooth(0.2, 0.0, down));
            // The track stays free.
            if (x - w * 0.5).abs() < u * 16.0 * near && bush {
                continue;
            }
            if bush {
                let size = u * 6.0 * near * dice.range(0.6, 1.2);
                cast(c, (x, y), (size * 0.7, size * 0.14), (x - sun) / w);
                for _ in 0..46 {
                    let turn = dice.range(-1.35, 1.35);
                    let tip =
                        (x + turn.sin() * size * 0.9, y - turn.cos() * size * dice.range(0.4, 1.0));
                    let lit = 0.55 + 0.35 * (turn.sin() * from) + dice.range(-0.15, 0.3);
                    let root = (x + turn * size * 0.12, y + size * 0.05);
                    if let Some(path) = blade(root, tip, size * 0.03, size * turn * 0.12) {
                        c.fill(&path, ink(tone(scale(straw, lit)), 1.0));
                    }
                }
            } else {
                stone(
                    c,
                    (x, y),
                    u * 2.6 * near * dice.range(0.3, 1.0),
                    (tone(rock), from),
                    &mut dice,
                );
            }
        }
    }));
}

/// A stone with a lit and a shaded face.
fn stone(c: &mut Canvas, (x, y): Position, r: f32, (rock, from): (Rgb, f32), dice: &mut Dice) {
    cast(c, (x, y), (r * 1.2, r * 0.3), -from * 0.4);
    let outline: Vec<_> = (0..8)
        .map(|n| {
            let a = n as f32 * std::f32::consts::TAU / 8.0;
            let k = dice.range(0.8, 1.1);
            (x + a.cos() * r * k, y - r * 0.4 + a.sin() * r * 0.62 * k)
        })
        .collect();
    if let Some(path) = polygon(&outline) {
        c.fade(
            &path,
            (x + from * r, y - r),
            (x - from * r, y + r * 0.3),
            &[
                (0.0, ink(add(rock, [1.0; 3], 0.12), 1.0)),
                (0.5, ink(rock, 1.0)),
                (1.0, ink(scale(rock, 0.42), 1.0)),
            ],
        );
    }
    let top = [
        outline[5],
        outline[6],
        outline[7],
        (x + r * dice.range(0.1, 0.4), y - r * 0.5),
        (x - r * 0.3, y - r * dice.range(0.4, 0.6)),
    ];
    if let Some(path) = polygon(&top) {
        c.fill(&path, ink(add(rock, [1.0, 0.92, 0.8], 0.14), 0.7));
    }
}

/// Two aloes at one side: a rosette of thick leaves, and candles of flowers.
fn aloes(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 350);
    let green = lit(plan, hex(0x6E8A72));
    let (coral, tip_tone) = (lit(plan, hex(0xD4512F)), lit(plan, hex(0xF0A050)));
    let foot = line + (h - line) * 0.56;
    stage.add(frame.drawn(foot - u * 32.0, foot + u * 6.0, 0.46, 0.0, |c| {
        for (s, off, size) in [(0.31f32, -3.0f32, u * 10.0), (0.42, 2.0, u * 14.0)] {
            let (x, y) = (w * (0.5 + plan.turn() * s), foot + u * off);
            shadow(c, (x, y + size * 0.06), size * 0.9, u * 1.3);
            for n in 0..3 {
                let lean = size * (n as f32 - 1.0) * 0.34 + size * dice.range(-0.1, 0.1);
                let top = y - size * (1.7 - 0.22 * (n as f32 - 1.0).abs());
                let path = polygon(&[
                    (x - u * 0.3, y - size * 0.4),
                    (x + lean - u * 0.16, top),
                    (x + lean + u * 0.16, top),
                    (x + u * 0.3, y - size * 0.4),
                ]);
                if let Some(path) = path {
                    c.fill(&path, ink(scale(green, 0.62), 1.0));
                }
                for k in 0..44 {
                    let v = k as f32 / 43.0;
                    let (fx, fy) = (x + lean * (1.0 - 0.16 * v), top - size * 0.1 + size * 0.5 * v);
                    let side = if k % 2 == 0 { 1.0 } else { -1.0 };
                    let long = size * (0.03 + 0.07 * v.min(0.8));
                    let tone = mix(tip_tone, coral, v * 1.6 + dice.range(-0.2, 0.2));
                    let end = (fx + side * long * dice.range(0.4, 1.1), fy + long);
                    if let Some(path) = blade((fx, fy), end, long * 0.36, 0.0) {
                        c.fill(&path, ink(scale(tone, 0.9 + 0.16 * side * -plan.turn()), 1.0));
                    }
                }
            }
            for n in 0..17 {
                // From the outermost leaf inwards, left and right by turns.
                let k = 1.0 - n as f32 / 16.0;
                let side = if n % 2 == 0 { 1.0 } else { -1.0 };
                let turn = side * (0.12 + 1.3 * k) + dice.range(-0.08, 0.08);
                let long = size * dice.range(0.86, 1.05);
                let tip = (x + turn.sin() * long, y - size * 0.12 - turn.cos() * long * 0.92);
                let root = (x + side * size * 0.05, y - size * 0.02);
                let tone = scale(green, 0.72 + 0.34 * (1.0 - k) + dice.range(-0.06, 0.06));
                for (belly, lit) in [(0.1, 0.55), (0.082, 1.0), (0.03, 1.18)] {
                    if let Some(path) = blade(root, tip, size * belly, -side * size * 0.13) {
                        c.fill(&path, ink(scale(tone, lit), 1.0));
                    }
                }
            }
        }
    }));
}
