//! A meadow in flower: flowers all over the grass, and tall grass with poppies, daisies and
//! cornflowers in front.

use crate::paint::{
    color::{Rgb, add, hex, mix, scale, smooth},
    noise::{Dice, fbm},
    shapes::{Canvas, Position, blade, curve, ink, oval},
};
use crate::parts::{daylight::lit, sky};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// Flowers of a meadow.
#[derive(Clone, Copy)]
enum Flower {
    Poppy,
    Daisy,
    Cornflower,
    Buttercup,
}

const FLOWERS: [Flower; 5] =
    [Flower::Poppy, Flower::Daisy, Flower::Daisy, Flower::Cornflower, Flower::Buttercup];

impl Flower {
    fn tone(self) -> Rgb {
        match self {
            Self::Poppy => hex(0xD8402C),
            Self::Daisy => hex(0xF6F0E4),
            Self::Cornflower => hex(0x5A6CC8),
            Self::Buttercup => hex(0xF2C63A),
        }
    }

    /// One seen from the side and a little from above, `r` its half width.
    fn draw(self, c: &mut Canvas, (x, y): Position, r: f32, tone: Rgb, dice: &mut Dice) {
        let (petals, wide, heart) = match self {
            Self::Poppy => (5, 0.62, hex(0x2A1A1C)),
            Self::Daisy => (13, 0.2, hex(0xE8B030)),
            Self::Cornflower => (9, 0.26, hex(0x39306A)),
            Self::Buttercup => (5, 0.5, hex(0xC88A1E)),
        };
        let first = dice.range(0.0, 1.0);
        for n in 0..petals {
            let a = (n as f32 + first) * std::f32::consts::TAU / petals as f32;
            let tip = (x + a.cos() * r, y + a.sin() * r * 0.62 - r * 0.1);
            let lit = 0.8 - 0.2 * a.sin() + dice.range(-0.05, 0.05);
            if let Some(path) = blade((x, y + r * 0.1), tip, r * wide, 0.0) {
                c.fill(&path, ink(scale(tone, lit), 1.0));
            }
        }
        if let Some(path) = oval(x, y, r * 0.27, r * 0.2) {
            c.fill(&path, ink(scale(heart, tone[0].max(tone[2]).min(1.0)), 1.0));
        }
    }
}

/// Drifts of flowers up to the trees, and three rows of tall grass before them.
pub fn wildflowers(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(420));
    let top = line + u * 7.0;
    let mut dice = Dice::new(plan.seed, 421);
    let (dark, pale) = plan.foliage();
    let (dark, pale) = (lit(plan, dark), lit(plan, pale));
    let count = (w / u * 18.0) as u32;
    stage.add(frame.drawn(top - u * 2.0, h, 0.38, 0.0, |c| {
        for n in 0..count {
            let down = (n as f32 / count as f32).powf(1.25);
            let near = 0.1 + 0.9 * down;
            let (x, y) = (dice.range(-0.05, 1.05) * w, top + (h - top) * down * 0.9);
            let (gx, gy) = ((x - w / 2.0) / (u * near), 8.0 / near);
            let drift = fbm(seed, gx / 13.0, gy * 0.9, 2);
            let kind = FLOWERS[((drift * 9.0 + dice.range(0.0, 1.4)) as usize) % FLOWERS.len()];
            if dice.next() > smooth(0.3, 0.62, fbm(seed ^ 1, gx / 9.0, gy, 2)) {
                continue;
            }
            let tone = mix(lit(plan, kind.tone()), p.haze, 0.45 * smooth(0.16, 0.0, down));
            let r = u * (0.22 + 0.75 * down) * dice.range(0.7, 1.15);
            if down < 0.16 {
                if let Some(path) = oval(x, y, r, r * 0.7) {
                    c.fill(&path, ink(tone, 0.9));
                }
                continue;
            }
            let stalk = r * dice.range(2.4, 4.4);
            if let Some(path) = blade((x + r * 0.4, y + stalk), (x, y), r * 0.14, r * 0.2) {
                c.fill(&path, ink(scale(mix(dark, pale, 0.3), 0.9), 1.0));
            }
            kind.draw(c, (x, y), r, tone, &mut dice);
        }
    }));
    for n in 0..3u32 {
        row(stage, plan, frame, (n, p), (dark, pale));
    }
}

/// Tall grass with flowers that sways, the last row in front of everything.
fn row(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, p): (u32, sky::Palette),
    (dark, pale): (Rgb, Rgb),
) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 425 + u64::from(n));
    let base = h * [0.86, 0.95, 1.02][n as usize];
    let size = u * [13.0, 14.0, 13.0][n as usize];
    let straw = lit(plan, hex(0xCDB878));
    let dim = [0.94, 0.84, 0.7][n as usize];
    let count = (w / u * 4.0) as u32;
    let depth = [0.44, 0.55, 0.68][n as usize];
    let layer = frame.drawn(base - size * 1.5, base + u * 3.0, depth, u * 1.5, |c| {
        for k in 0..count {
            let x = dice.range(-0.08, 1.08) * w;
            // Higher towards the sides, where nobody stands.
            let aside = smooth(0.12, 0.42, (x / w - 0.5).abs());
            let tall = size * (0.4 + 0.6 * aside) * dice.range(0.6, 1.1);
            let root = (x, base + u * dice.range(-1.5, 2.0));
            let tip = (x + tall * dice.range(-0.3, 0.3), root.1 - tall);
            let tone = scale(mix(dark, pale, dice.next()), dim * dice.range(0.75, 1.1));
            let tone = add(tone, p.sun, 0.04 * plan.daylight());
            if let Some(path) = blade(root, tip, u * 0.34, tall * dice.range(-0.14, 0.14)) {
                c.fill(&path, ink(tone, 1.0));
            }
            match k % 7 {
                0 | 3 => {
                    // An ear of grass.
                    for i in 0..7 {
                        let v = i as f32 / 7.0;
                        let at = (tip.0 + (root.0 - tip.0) * v * 0.22, tip.1 + tall * 0.22 * v);
                        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
                        let end = (at.0 + side * u * 0.5, at.1 - u * 0.9);
                        if let Some(path) = blade(at, end, u * 0.2, 0.0) {
                            c.fill(&path, ink(scale(straw, dim * 0.92), 1.0));
                        }
                    }
                }
                1 | 5 => {
                    let kind = dice.pick(&FLOWERS);
                    let bend = (f32::midpoint(tip.0, root.0), root.1 - tall * 0.4);
                    if let Some(path) = curve(root, &[(bend, tip)]) {
                        c.line(&path, u * 0.22, ink(scale(dark, dim), 1.0));
                    }
                    let r = u * dice.range(1.0, 1.6);
                    let tone = scale(lit(plan, kind.tone()), dim.max(0.86));
                    kind.draw(c, tip, r, tone, &mut dice);
                }
                _ => {}
            }
        }
    });
    let phase = n as f32 * 1.7;
    stage.add(layer.alive(move |t| {
        Pose::moved(((t * 1.1 + phase).sin() + 0.3 * (t * 2.4).sin()) * u * 0.5, 0.0)
    }));
}
