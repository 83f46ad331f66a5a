//! What is out of focus near the camera, before the place where people's photos end (where the lower edge
//! of a photo lies within the frame, or its side cuts a shoulder): leaves out of doors, a blur with discs of
//! light in rooms.
//!
//! What always holds: nothing of it reaches a face, it is as bright as the foot of the scene and has its
//! colour too, and all that is below its upper edge is hidden.

use super::matte::Raster;
use crate::paint::{
    color::{Rgb, luma, mix, scale, smooth},
    noise::{Dice, fbm},
};
use crate::stage::{Frame, Layer, Pose};

/// How much it moves with the camera: more than people.
const DEPTH: f32 = 0.75;
/// How far leaves reach above the edge from which all is hidden at most, in units of the frame.
pub const LEAVES: f32 = 4.5;
/// Pixels between places that are computed: it is out of focus.
const STEP: usize = 2;
/// How much of the colour of leaves is the scene's own at its foot.
const OWN: f32 = 0.45;

/// Leaves that stand higher than the others, before a body or a shoulder that the photo cuts.
#[derive(Clone, Copy, Debug)]
pub struct Clump {
    pub x: f32,
    /// How far to each side it hides what is below `top`.
    pub half: f32,
    pub top: f32,
    /// How far leaves reach above `top`; at most [`LEAVES`] units.
    pub leaves: f32,
}

/// What has to be hidden, in pixels of the frame.
#[derive(Clone, Debug)]
pub struct Foreground {
    /// The row from which on everything is hidden.
    pub top: f32,
    pub clumps: Vec<Clump>,
}

/// Leaves of a clump.
const CLUMP: usize = 90;

/// One leaf: its middle, half its length and width, its direction, how light it is.
struct Leaf {
    x: f32,
    y: f32,
    long: f32,
    wide: f32,
    turn: (f32, f32),
    tone: f32,
}

/// Colour and opacity of leaves at a place that is `down` units below their edge.
fn leafy(
    leaves: &[Leaf],
    (x, y): (f32, f32),
    down: f32,
    own: Rgb,
    (shade, sun): (Rgb, Rgb),
) -> (Rgb, f32) {
    let mut alpha = smooth(-1.0, 0.6, down);
    let deep = smooth(0.0, 14.0, down);
    let mut tone = 0.34 - 0.2 * deep;
    for leaf in leaves {
        let (dx, dy) = (x - leaf.x, y - leaf.y);
        if dx.abs().max(dy.abs()) > leaf.long {
            continue;
        }
        let along = (dx * leaf.turn.0 + dy * leaf.turn.1) / leaf.long;
        let across = (dy * leaf.turn.0 - dx * leaf.turn.1) / leaf.wide;
        let a = smooth(1.0, 0.55, along.hypot(across)) * 0.92;
        alpha += (1.0 - alpha) * a;
        // The middle of a leaf and its tip catch more light.
        let lit = leaf.tone + 0.12 * along - 0.14 * across.abs();
        tone += (lit * (1.0 - 0.45 * deep) - tone) * a;
    }
    let leaf = mix(shade, sun, tone);
    let bright = (luma(own) * 1.6).min(1.0);
    (mix(scale(leaf, bright), scale(own, 0.45 + 0.6 * tone), OWN), alpha)
}

/// Colour and opacity of something out of focus, of the scene's own colour: it hides all from its edge
/// (`down` units above) on and has no outline. Where leaves would be, discs of light lie on it.
fn blurred(discs: &[Leaf], (x, y): (f32, f32), down: f32, own: Rgb) -> (Rgb, f32) {
    let alpha = smooth(-LEAVES, 0.0, down);
    let mut light = 0.0f32;
    for disc in discs.iter().step_by(5) {
        let off = (x - disc.x).hypot(y - disc.y) / disc.long;
        // As a lens draws them: even, with a brighter rim.
        light += (disc.tone - 0.2).max(0.0) * smooth(1.0, 0.9, off) * (0.1 + 0.05 * off * off);
    }
    let base = scale(own, 0.74 - 0.3 * smooth(0.0, 16.0, down));
    (mix(base, mix(own, [1.0, 0.95, 0.86], 0.5), light.min(0.5)), alpha)
}

impl Foreground {
    /// From which row on this column is hidden.
    pub fn edge(&self, x: f32) -> f32 {
        let clump = |one: &Clump| {
            let off = ((x - one.x).abs() / one.half - 1.0).max(0.0);
            one.top + off * off * one.half
        };
        self.clumps.iter().map(clump).fold(self.top, f32::min)
    }

    /// Draws it in the light of `around`, the blurred scene at the size of the frame: leaves between two
    /// colours (in the shade, in the sun), or without them a blur.
    pub fn layer(
        &self,
        frame: Frame,
        around: &Raster<3>,
        foliage: Option<(Rgb, Rgb)>,
        seed: u64,
    ) -> Layer {
        let u = frame.u;
        let foot = |x: f32| {
            let column = x.clamp(0.0, frame.w - 1.0) as usize;
            let at = |share: f32| around.at((frame.h * share) as usize * around.width + column);
            mix(at(0.84), at(0.97), 0.5)
        };
        let leaves = self.leaves(frame, seed);
        let highest = self.clumps.iter().map(|one| one.top).fold(self.top, f32::min);
        let layer = frame.soft(STEP, highest - LEAVES * u, frame.h, DEPTH, u, |x, y| {
            let (own, down) = (foot(x), y - self.edge(x));
            let (color, alpha) = match foliage {
                Some(tones) => {
                    let rough = (fbm(seed as u32, x / (u * 4.0), 0.5, 2) - 0.5) * u;
                    leafy(&leaves, (x, y), (down + u - rough) / u, own, tones)
                }
                None => blurred(&leaves, (x, y), down / u, own),
            };
            let [r, g, b] = color.map(|v| v.clamp(0.0, 1.0));
            [r, g, b, alpha]
        });
        layer.alive(move |t| Pose::moved((t * 0.7).sin() * u * 0.16, 0.0))
    }

    /// Leaves along the edge, and all over the clumps.
    fn leaves(&self, frame: Frame, seed: u64) -> Vec<Leaf> {
        let (u, mut dice) = (frame.u, Dice::new(seed, 940));
        let mut leaf = |x: f32, lean: f32, above: f32, down: f32| {
            let long = (u * dice.range(2.2, LEAVES * 0.75)).min(above * 0.8);
            let lean = (lean + dice.range(-0.6, 0.6f32)).clamp(-1.4, 1.4);
            let y = self.edge(x) - above + long + down * dice.next();
            let wide = long * dice.range(0.26, 0.4);
            Leaf { x, y, long, wide, turn: (lean.sin(), -lean.cos()), tone: dice.range(0.2, 1.0) }
        };
        let mut all = Vec::new();
        let count = (frame.w / (u * 0.9)) as usize;
        let above = self.clumps.iter().map(|one| one.leaves).fold(LEAVES * u, f32::min);
        for i in 0..count {
            let x = (i as f32 + 0.5) / count as f32 * (frame.w + 4.0 * u) - 2.0 * u;
            all.push(leaf(x, 0.0, above, u * 9.0));
        }
        for clump in &self.clumps {
            for i in 0..CLUMP {
                let aside = (i * 7 % CLUMP) as f32 / CLUMP as f32 * 2.0 - 1.0;
                let x = clump.x + aside * (clump.half + u * 9.0);
                all.push(leaf(x, aside * 0.8, clump.leaves, (frame.h - clump.top).max(0.0)));
            }
        }
        // What is nearer to the foot is nearer to the camera.
        all.sort_by(|a, b| a.y.total_cmp(&b.y));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_below_its_edge_is_hidden_and_nothing_far_above_it_is() {
        let frame = Frame { w: 720.0, h: 1280.0, u: 9.6, seconds: 10.0 };
        let clump = Clump { x: 100.0, half: 80.0, top: 1000.0, leaves: 30.0 };
        let foreground = Foreground { top: 1150.0, clumps: vec![clump] };
        let around = Raster {
            width: 720,
            height: 1280,
            planes: [0.3, 0.4, 0.5].map(|v| vec![v; 720 * 1280]),
        };
        for foliage in [Some(([0.1; 3], [0.6; 3])), None] {
            let layer = foreground.layer(frame, &around, foliage, 3);
            let alpha = |x: f32, y: f32| {
                let (column, row) = ((x - layer.x) as usize, (y - layer.y) as usize);
                layer.sheet.planes[3][row * layer.sheet.width + column]
            };
            for x in (8..712u16).step_by(9).map(f32::from) {
                let edge = foreground.edge(x);
                assert!(alpha(x, edge + 1.0) > 240, "seen through at {x}");
                assert_eq!(alpha(x, edge - (LEAVES + 1.5) * frame.u), 0, "too high at {x}");
            }
        }
        assert!(foreground.edge(100.0) < 1001.0 && foreground.edge(400.0) > 1149.0);
    }
}
