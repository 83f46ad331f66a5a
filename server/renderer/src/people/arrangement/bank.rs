//! Prints in a bank of snow, sand or grass at the foot of the frame: the lowest are stuck into it, higher
//! ones are nailed to stakes that stand in it. The bank covers a hair of the feet that are in it.

use super::{Arrangement, Site, wood};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, ridge, value},
    shapes::{Canvas, blade, ink, oval},
    sheet::Sheet,
};
use crate::people::place::{Behind, Home, Tilt};
use crate::stage::{Frame, Layer, Pose, Stage};

pub fn rest(home: &mut Home, dice: &mut Dice) {
    home.pivot = 0.5;
    home.behind = Behind::Ground;
    home.angle = dice.range(-2.2, 2.2f32).to_radians();
    home.tilt = Tilt { lean: 0.02, turn: dice.range(-0.014, 0.014), tall: 0.98 };
}

/// How deep a print is stuck in, in units.
const DEEP: f32 = 1.3;

/// A bank at the foot of the frame.
struct Bank<'a> {
    kind: Arrangement,
    site: Site<'a>,
    /// The prints that are stuck into it.
    stuck: Vec<Home>,
    /// The row of its crest.
    base: f32,
    /// Its colours in the shade and in the light, and how coarse it is.
    tones: [Rgb; 2],
    coarse: f32,
    seed: u32,
}

/// The row of a print's foot.
fn foot(home: &Home) -> f32 {
    home.at_part(0.0, 1.0).1
}

/// Whether a print stands as low as the lowest.
fn is_low(home: &Home, homes: &[Home], u: f32) -> bool {
    foot(home) > homes.iter().map(foot).fold(0.0, f32::max) - u * 3.0
}

impl<'a> Bank<'a> {
    fn new(kind: Arrangement, site: Site<'a>, homes: &[Home]) -> Self {
        let u = site.frame.u;
        let stuck: Vec<_> = homes.iter().filter(|home| is_low(home, homes, u)).copied().collect();
        let base = stuck.iter().map(foot).fold(f32::MAX, f32::min) - u * DEEP;
        let (shade, sun, coarse) = match kind {
            Arrangement::Snow => (hex(0xA9B8D2), hex(0xF8F9FC), 0.04),
            Arrangement::Sand => (hex(0xA9855A), hex(0xE8CC9C), 0.15),
            _ => {
                let (shade, sun) = site.plan.foliage();
                (scale(shade, 0.85), mix(shade, sun, 0.55), 0.2)
            }
        };
        // Snow throws back more of the sky than of the sun.
        let own = if kind == Arrangement::Snow { 0.45 } else { 0.15 };
        let lit = |c: Rgb| mix(site.lit(c), scale(c, site.plan.daylight()), own);
        let tones = [lit(shade), lit(sun)];
        Self { kind, site, stuck, base, tones, coarse, seed: site.plan.noise(920) }
    }

    /// The row of the crest at a column: highest at the prints, uneven everywhere.
    fn crest(&self, x: f32) -> f32 {
        let u = self.site.frame.u;
        let off = |home: &Home| ((x - home.x).abs() / home.half().0 - 1.0).max(0.0);
        let far = self.stuck.iter().map(off).fold(f32::MAX, f32::min);
        let uneven = (fbm(self.seed, x / (u * 9.0), 0.5, 3) - 0.5) * u * 2.2;
        let calm = smooth(0.0, 0.5, far);
        self.base + uneven * (0.35 + 0.65 * calm) + u * 4.5 * smooth(0.0, 1.1, far)
    }

    fn color(&self, (x, y, below): (f32, f32, f32)) -> Rgb {
        let ([shade, sun], seed, u) = (self.tones, self.seed, self.site.frame.u);
        let broad = fbm(seed ^ 1, x / (u * 16.0), y / (u * 5.0), 4) - 0.5;
        let wave = ridge(seed ^ 2, x / (u * 16.0) + y / (u * 40.0), y / (u * 2.2), 3) - 0.5;
        let fine = value(seed ^ 3, x / (u * 0.3), y / (u * 0.3)) - 0.5;
        // The crest catches the light; further down it is in its own shade.
        let lit = 0.75 * smooth(u * 20.0, 0.0, below) + 0.2 + broad * 0.5;
        let waves = if self.kind == Arrangement::Sand { 0.3 } else { 0.12 };
        let mut c = mix(shade, sun, lit + wave * waves);
        c = scale(c, 1.0 + fine * self.coarse);
        if self.kind == Arrangement::Snow {
            let glint = value(seed ^ 4, x / (u * 0.16), y / (u * 0.16));
            c = add(c, [1.0; 3], 0.5 * smooth(0.93, 1.0, glint));
        }
        add(c, sun, 0.12 * smooth(u * 1.6, 0.0, below))
    }
}

pub fn carry(kind: Arrangement, stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
    let Frame { h, u, .. } = site.frame;
    let bank = Bank::new(kind, site, homes);
    let Some(depth) = bank.stuck.first().map(|home| home.depth) else { return };
    let mut dice = site.dice(95);
    let tone = site.lit(dice.pick(&[hex(0x8A6A48), hex(0x6E5842), hex(0x9A8060)]));
    for home in homes.iter().filter(|home| !is_low(home, homes, u)) {
        let (half, top) = (home.half().0, home.at_part(0.0, -1.0).1 - u * 2.6);
        for side in [-0.74, 0.74] {
            let (x, low) = (home.x + side * half, bank.base + u * 6.0);
            let lean = u * dice.range(-0.8, 0.8);
            let bounds = [x - u * 4.0, top - u, x + u * 4.0, low + u];
            let layer = site.patch(bounds, depth, |c| {
                let head = (x + lean, top + u * dice.range(-0.8, 0.8));
                wood::pole(c, head, (x, low), u * 1.05, tone, &mut dice);
                if let Some(path) = oval(head.0, head.1, u * 0.9, u * 0.35) {
                    c.fill(&path, ink(add(tone, [1.0, 0.9, 0.75], 0.2), 1.0));
                }
            });
            stage.place(layer);
        }
    }
    let layer = site.frame.painted(bank.base - u * 4.0, h, depth, 0.0, |x, y| {
        let below = y - bank.crest(x);
        let cover = smooth(-u * 0.2, u * 0.2, below);
        if cover <= 0.0 {
            return [0.0; 4];
        }
        pixel(bank.color((x, y, below.max(0.0))), cover)
    });
    stage.place(Some(layer));
    if kind == Arrangement::Grass {
        stage.place(tufts(&bank));
    }
}

/// Grass along the crest.
fn tufts(bank: &Bank<'_>) -> Option<Layer> {
    let Frame { w, h, u, .. } = bank.site.frame;
    let depth = bank.stuck.first()?.depth;
    let mut dice = bank.site.dice(96);
    let bounds = [-u * 5.0, bank.base - u * 6.0, w + u * 5.0, h + u * 4.0];
    bank.site.patch(bounds, depth, |c| {
        for n in 0..1400 {
            let down = n as f32 / 1400.0;
            let x = dice.range(-u * 5.0, w + u * 5.0);
            let y = bank.crest(x) + down * (h - bank.base) + u * 0.4;
            sprout(c, bank, (x, y), u * dice.range(1.4, 2.6) * (0.8 + down), &mut dice);
        }
    })
}

fn sprout(c: &mut Canvas, bank: &Bank<'_>, root: (f32, f32), long: f32, dice: &mut Dice) {
    let (u, [shade, sun]) = (bank.site.frame.u, bank.tones);
    let tip = (root.0 + long * dice.range(-0.45, 0.45), root.1 - long);
    let tone = mix(scale(shade, 0.75), add(sun, [1.0, 1.0, 0.6], 0.08), dice.next());
    if let Some(path) = blade(root, tip, u * 0.26, u * dice.range(-0.6, 0.6)) {
        c.fill(&path, ink(tone, 1.0));
    }
}

/// The lip before the feet that are stuck in, and what grows there.
pub fn before(kind: Arrangement, site: Site<'_>, homes: &[Home]) -> Vec<Layer> {
    let u = site.frame.u;
    let bank = Bank::new(kind, site, homes);
    let mut all = Vec::new();
    for home in &bank.stuck {
        let (half, low) = (home.half().0, foot(home));
        let (x0, y0) = ((home.x - half - u * 2.0).floor(), (low - u * 4.0).floor());
        let size = ((half * 2.0 + u * 4.0) as usize, (u * 9.0) as usize);
        let sheet = Sheet::paint(size.0, size.1, |px, py| {
            let (x, y) = (px + x0, py + y0);
            let uneven = (value(bank.seed ^ 9, x / (u * 2.4), 0.5) - 0.5) * u * 0.9;
            let below = y - bank.crest(x) + uneven - u * 0.3;
            // Only before the paper; beside it the bank itself is seen.
            let near = smooth(1.0, 0.9, (x - home.x).abs() / (half + u * 1.4));
            let a = smooth(-u * 0.25, u * 0.25, below) * smooth(u * 4.6, u * 2.4, y - low) * near;
            if a <= 0.0 {
                return [0.0; 4];
            }
            pixel(bank.color((x, y, below.max(0.0))), a)
        });
        all.push(Layer { sheet, x: x0, y: y0, depth: home.depth, life: None, ripple: None });
        if kind == Arrangement::Grass {
            all.extend(blades(&bank, home));
        }
    }
    all
}

/// Blades of grass before the foot of a print.
fn blades(bank: &Bank<'_>, home: &Home) -> Option<Layer> {
    let u = bank.site.frame.u;
    let mut dice = bank.site.dice(93 + home.y as u64);
    let (half, low) = (home.half().0, foot(home));
    let bounds = [home.x - half - u * 6.0, low - u * 8.0, home.x + half + u * 6.0, low + u * 4.0];
    let layer = bank.site.patch(bounds, home.depth, |c| {
        for _ in 0..110 {
            let s = dice.range(-1.08, 1.08);
            let root = (home.x + s * half, low + u * dice.range(0.2, 1.8));
            let long = u * dice.range(1.6, 3.6) * (0.6 + 0.6 * s.abs());
            sprout(c, bank, root, long, &mut dice);
        }
    })?;
    let order = home.x;
    Some(layer.alive(move |t| Pose::moved((t * 1.1 + order).sin() * u * 0.12, 0.0)))
}

/// A nail at each stake, where there are stakes.
pub fn fix(c: &mut Canvas, site: Site<'_>, home: &Home) {
    let u = site.frame.u;
    let (w, h) = home.half();
    for (side, down) in [(-0.74, -0.93), (0.74, -0.93)] {
        let (x, y) = (side * w, down * h);
        for (dx, dy, r, mark, alpha) in [
            (0.25, 0.35, 0.75, [0.05, 0.03, 0.02], 0.25),
            (0.0, 0.0, 0.6, site.lit(hex(0x6E6A66)), 1.0),
            (-0.15, -0.18, 0.24, site.lit(hex(0xD8D6D0)), 0.9),
        ] {
            if let Some(path) = oval(x + dx * u, y + dy * u, r * u, r * u) {
                c.fill(&path, ink(mark, alpha));
            }
        }
    }
}
