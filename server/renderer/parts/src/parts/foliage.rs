//! Leaves in clusters, the limbs that carry them, and whole trees made of both.
//!
//! What always holds: a cluster is lit on the side that the light comes from and dark below, and
//! clusters leave gaps in which limbs and sky are seen.

use super::daylight::lit;
use super::sky;
use crate::paint::{
    color::{Rgb, add, mix, scale},
    noise::Dice,
    shapes::{Canvas, Position, blade, curve, ink, polygon},
};
use crate::plan::Plan;

/// What leaves look like, and the light on them.
#[derive(Clone, Copy)]
pub struct Leaves {
    /// In the shade.
    pub dark: Rgb,
    /// In the light.
    pub pale: Rgb,
    /// Direct light, as strong as it falls.
    pub sun: Rgb,
    /// Towards the light, of length 1.
    pub light: Position,
    /// How long one is, in pixels.
    pub long: f32,
    /// How wide, as a part of its length.
    pub wide: f32,
}

impl Leaves {
    /// Leaves of these two colours (as the day shows them) with the sun at `sun`, seen from `at`.
    pub fn of(
        plan: &Plan,
        (dark, pale): (Rgb, Rgb),
        p: sky::Palette,
        (at, sun): (Position, Position),
        long: f32,
    ) -> Self {
        let (dx, dy) = (sun.0 - at.0, (sun.1 - at.1).min(-(sun.0 - at.0).abs() * 0.7));
        let far = dx.hypot(dy).max(1.0);
        Self {
            dark: lit(plan, dark),
            pale: lit(plan, pale),
            sun: scale(p.sun, 0.2 * plan.daylight()),
            light: (dx / far, dy / far),
            long,
            wide: 0.34,
        }
    }

    /// The same behind haze.
    pub fn behind(mut self, haze: Rgb, part: f32) -> Self {
        self.dark = mix(self.dark, haze, part);
        self.pale = mix(self.pale, haze, part);
        self.sun = scale(self.sun, 1.0 - part);
        self
    }

    /// The same in shade.
    pub fn shaded(mut self, by: f32) -> Self {
        self.dark = scale(self.dark, by);
        self.pale = mix(self.dark, self.pale, by * 0.7);
        self.sun = scale(self.sun, by * by);
        self
    }

    /// The colour at this brightness, 0 in the deepest shade to 1 in the sun.
    fn tone(&self, light: f32) -> Rgb {
        let base = mix(scale(self.dark, 0.5), self.dark, light * 2.6);
        let base = mix(base, self.pale, (light - 0.3) * 1.45);
        add(base, self.sun, ((light - 0.55) * 2.2).clamp(0.0, 1.0))
    }
}

/// A cluster around (x, y) with these half widths, the leaves of its lit side on top.
pub fn cluster(
    c: &mut Canvas,
    (x, y): Position,
    (rx, ry): (f32, f32),
    leaves: &Leaves,
    dice: &mut Dice,
) {
    let heart: Vec<_> = (0..11)
        .map(|n| {
            let a = n as f32 * std::f32::consts::TAU / 11.0;
            let r = dice.range(0.2, 0.46);
            (x + a.cos() * rx * r, y + a.sin() * ry * r)
        })
        .collect();
    if let Some(path) = polygon(&heart) {
        c.fill(&path, ink(leaves.tone(0.12), 0.9));
    }
    let size = leaves.long * leaves.long * leaves.wide;
    let count = (rx * ry * 3.0 / size).clamp(8.0, 420.0) as usize;
    let mut list: Vec<[f32; 4]> = (0..count)
        .map(|_| {
            let (a, r) = (dice.range(0.0, std::f32::consts::TAU), dice.next().sqrt());
            let (sx, sy) = (a.cos() * r, a.sin() * r);
            let facing = sx * leaves.light.0 + sy * leaves.light.1;
            let light = 0.44 + 0.42 * facing - 0.1 * sy + dice.range(-0.17, 0.17);
            [light, sx, sy, a]
        })
        .collect();
    list.sort_by(|a, b| a[0].total_cmp(&b[0]));
    for [light, sx, sy, a] in list {
        let root = (x + sx * rx, y + sy * ry);
        // Leaves point outwards and hang.
        let turn = a + dice.range(-1.0, 1.0);
        let long = leaves.long * dice.range(0.7, 1.25);
        let tip = (root.0 + turn.cos() * long, root.1 + (turn.sin() * 0.8 + 0.3) * long);
        if let Some(path) = blade(root, tip, long * leaves.wide, long * 0.08) {
            c.fill(&path, ink(leaves.tone(light), 1.0));
        }
    }
}

/// A limb that grows thinner.
#[derive(Clone, Copy)]
pub struct Limb {
    pub from: Position,
    pub bend: Position,
    pub to: Position,
    /// Half widths at both ends.
    pub half: (f32, f32),
}

impl Limb {
    /// Where it is at `s`, 0 to 1.
    pub fn at(&self, s: f32) -> Position {
        let (a, b, c) = ((1.0 - s) * (1.0 - s), 2.0 * s * (1.0 - s), s * s);
        (
            a * self.from.0 + b * self.bend.0 + c * self.to.0,
            a * self.from.1 + b * self.bend.1 + c * self.to.1,
        )
    }

    /// Draws it, light on the side of `light` across it.
    pub fn draw(&self, c: &mut Canvas, bark: Rgb, light: Position) {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let far = dx.hypot(dy).max(1e-3);
        let (nx, ny) = (-dy / far, dx / far);
        let mut outline = Vec::new();
        for n in 0..=8 {
            let s = n as f32 / 8.0;
            let (half, (x, y)) = (self.half.0 + (self.half.1 - self.half.0) * s, self.at(s));
            outline.push((x + nx * half, y + ny * half));
            outline.insert(0, (x - nx * half, y - ny * half));
        }
        let side = if nx * light.0 + ny * light.1 > 0.0 { 1.0 } else { -1.0 };
        let (x, y) = self.at(0.5);
        let k = self.half.0 * side;
        if let Some(path) = polygon(&outline) {
            c.fade(
                &path,
                (x + nx * k, y + ny * k),
                (x - nx * k, y - ny * k),
                &[
                    (0.0, ink(scale(bark, 1.2), 1.0)),
                    (0.4, ink(bark, 1.0)),
                    (1.0, ink(scale(bark, 0.56), 1.0)),
                ],
            );
        }
    }
}

/// A limb and the limbs it divides into: into `limbs`, and where leaves grow on them into `tips`.
pub fn grow(
    dice: &mut Dice,
    from: Position,
    (turn, long): (f32, f32),
    half: f32,
    left: u32,
    (limbs, tips): (&mut Vec<Limb>, &mut Vec<Position>),
) {
    let to = (from.0 + turn.sin() * long, from.1 - turn.cos() * long);
    let sag = long * dice.range(-0.16, 0.16);
    let bend = (
        f32::midpoint(from.0, to.0) + turn.cos() * sag,
        f32::midpoint(from.1, to.1) + turn.sin() * sag,
    );
    let limb = Limb { from, bend, to, half: (half, half * 0.58) };
    limbs.push(limb);
    if left < 2 {
        tips.push(to);
    }
    if left == 1 {
        tips.push(limb.at(0.55));
    }
    if left == 0 {
        return;
    }
    let first = dice.range(-0.7, -0.3);
    for (n, off) in [first, first + dice.range(0.7, 1.0), dice.range(-0.2, 0.2)]
        .into_iter()
        .take(2 + usize::from(left > 1))
        .enumerate()
    {
        let start = if n == 2 { limb.at(0.6) } else { to };
        let (turn, long) = (turn + off, long * dice.range(0.5, 0.72));
        grow(dice, start, (turn, long), half * 0.56, left - 1, (limbs, tips));
    }
}

/// How a tree that stands free is built; lengths in parts of its height.
#[derive(Clone, Copy)]
pub struct Build {
    /// Where the trunk divides.
    pub fork: f32,
    /// Half the width of the crown.
    pub spread: f32,
    /// Half the width of the trunk at the fork.
    pub stem: f32,
    /// How far the trunk winds.
    pub twist: f32,
    /// Clusters in the crown.
    pub clusters: usize,
}

/// Any tree of a garden.
pub const GARDEN_TREE: Build =
    Build { fork: 0.26, spread: 0.4, stem: 0.03, twist: 0.03, clusters: 18 };
/// An apple tree, pruned to a low round crown.
pub const FRUIT_TREE: Build =
    Build { fork: 0.34, spread: 0.46, stem: 0.034, twist: 0.04, clusters: 24 };
/// An old olive: low, with a thick stem that winds.
pub const OLIVE_TREE: Build =
    Build { fork: 0.36, spread: 0.56, stem: 0.05, twist: 0.12, clusters: 26 };
/// A camel thorn: a flat crown, wider than the tree is high.
pub const THORN_TREE: Build =
    Build { fork: 0.56, spread: 0.62, stem: 0.024, twist: 0.07, clusters: 40 };

/// A tree of this height whose foot stands at (x, foot); returns where its clusters hang.
pub fn tree(
    c: &mut Canvas,
    (x, foot): Position,
    tall: f32,
    build: Build,
    (bark, leaves): (Rgb, &Leaves),
    dice: &mut Dice,
) -> Vec<(Position, f32)> {
    let way = if dice.next() < 0.5 { 1.0 } else { -1.0 };
    let aside = x + tall * build.twist * way * dice.range(0.7, 1.2);
    let fork = (aside, foot - tall * build.fork);
    let half = tall * build.stem;
    let trunk = Limb {
        from: (x, foot),
        bend: (x - tall * build.twist * 0.3 * way, foot - tall * build.fork * 0.5),
        to: fork,
        half: (half * 1.3, half),
    };
    let mut places = Vec::new();
    let (rise, high) = (tall * (1.0 - build.fork) * 0.5, tall * (1.0 + build.fork) * 0.5);
    for n in 0..build.clusters {
        let a = n as f32 * 2.4 + dice.range(-0.4, 0.4);
        let r = ((n as f32 + 0.5) / build.clusters as f32).sqrt() * 0.86;
        let px = x + a.cos() * r * tall * build.spread;
        let py = foot - high - a.sin() * r * rise;
        places.push(((px, py), (tall * build.spread).min(rise * 1.25) * dice.range(0.3, 0.44)));
    }
    places.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
    let behind = leaves.shaded(0.72);
    for &((px, py), r) in places.iter().step_by(3) {
        cluster(c, (px, py), (r * 1.1, r), &behind, dice);
    }
    root(c, (x, foot), (half * 1.3, half * 1.9), tall * 0.07, bark, leaves.light);
    trunk.draw(c, bark, leaves.light);
    if half > 6.0 {
        furrows(c, &trunk, bark, dice);
    }
    for &((px, py), _) in places.iter().step_by(2) {
        let bend = (f32::midpoint(fork.0, px) + (px - fork.0) * 0.16, fork.1 * 0.4 + py * 0.6);
        let limb = Limb { from: fork, bend, to: (px, py), half: (half * 0.62, half * 0.16) };
        limb.draw(c, bark, leaves.light);
    }
    for (n, &((px, py), r)) in places.iter().enumerate() {
        if n % 3 != 0 {
            cluster(c, (px, py), (r, r * 0.82), leaves, dice);
        }
    }
    places
}

/// Furrows in the bark of a trunk that is seen from near.
fn furrows(c: &mut Canvas, trunk: &Limb, bark: Rgb, dice: &mut Dice) {
    for _ in 0..34 {
        let (s, long) = (dice.range(0.0, 0.8), dice.range(0.08, 0.2));
        let across = dice.range(-0.9, 0.9) * trunk.half.1;
        let place = |s: f32, off: f32| {
            let (x, y) = trunk.at(s);
            (x + across + off * trunk.half.1, y)
        };
        let bent = dice.range(-0.08, 0.08);
        if let Some(path) =
            curve(place(s, 0.0), &[(place(s + long * 0.5, bent), place(s + long, -bent))])
        {
            let tone = if dice.next() < 0.3 { 1.35 } else { 0.5 };
            c.line(&path, trunk.half.1 * dice.range(0.03, 0.08), ink(scale(bark, tone), 0.5));
        }
    }
}

/// A foot that widens from the first half width to the second over `tall`.
pub fn root(
    c: &mut Canvas,
    (x, foot): Position,
    (half, wide): (f32, f32),
    tall: f32,
    bark: Rgb,
    light: Position,
) {
    let side = light.0.signum();
    if let Some(path) = curve(
        (x - half, foot - tall),
        &[
            ((x - half, foot - tall * 0.2), (x - wide, foot + tall * 0.1)),
            ((x - wide * 0.5, foot - tall * 0.02), (x - half * 0.4, foot + tall * 0.22)),
            ((x, foot), (x + half * 0.7, foot + tall * 0.18)),
            ((x + wide * 0.6, foot), (x + wide, foot + tall * 0.06)),
            ((x + half, foot - tall * 0.2), (x + half, foot - tall)),
        ],
    ) {
        c.fade(
            &path,
            (x + side * half * 1.4, 0.0),
            (x - side * half * 1.4, 0.0),
            &[
                (0.0, ink(scale(bark, 1.25), 1.0)),
                (0.4, ink(bark, 1.0)),
                (1.0, ink(scale(bark, 0.42), 1.0)),
            ],
        );
    }
}
