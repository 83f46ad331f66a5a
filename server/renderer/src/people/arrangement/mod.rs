//! How prints hang, stand or lie in a setting: pegged to a line, framed on the wall, on an easel, leaning
//! on crates, in the snow. Settings name what suits them (`prints = ["line", "easel"]`); the seed chooses.
//!
//! What always holds: what carries a print moves with the camera as the print does, stands in the light of
//! the scene and is drawn from the same seed; prints are at least as wide as [`super::place`] says, inside
//! the frame, and never cover one another. To add one: a file with its three functions (where prints
//! rest, what is drawn behind them, what holds each), a variant of [`Arrangement`], and its name in the
//! files of settings that it suits.

mod album;
mod bank;
mod easel;
mod fridge;
mod goods;
mod line;
mod mantel;
mod mirror;
mod shelf;
mod stack;
mod threads;
mod wall;
mod wood;

use evernear_settings::Kind;
use serde::Deserialize;

use super::place::{Behind, Home, Spread, homes};
use crate::paint::{
    color::{Rgb, scale, tint},
    noise::Dice,
    shapes::Canvas,
};
use crate::plan::Plan;
use crate::stage::{Frame, Layer, Stage};
use evernear_rules::story::Hour;

/// A way of showing prints in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrangement {
    /// Pegged to a line between what stands left and right of the frame.
    Line,
    /// Pegged to a line between two poles.
    Poles,
    /// Pegged to a string of lights.
    Lights,
    /// On threads from above.
    Threads,
    /// On threads from a branch.
    Branch,
    /// Framed, on the wall.
    Frames,
    /// Taped to a wall, a window or a mirror.
    Tape,
    /// On the door of a fridge, with magnets.
    Fridge,
    /// On shelves.
    Shelves,
    /// Framed, on a mantelshelf.
    Mantel,
    /// In the frames of mirrors.
    Mirror,
    /// On leaves of an album, above closed ones.
    Album,
    /// On easels.
    Easel,
    Crates,
    Suitcases,
    Books,
    Bales,
    /// One on a blanket, others on baskets.
    Picnic,
    /// On a heap of stones.
    Stones,
    /// Stuck into snow, or on stakes in it; the next two as well.
    Snow,
    Sand,
    Grass,
}

/// Where prints are arranged.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    pub plan: &'a Plan,
    pub frame: Frame,
    /// The row where things stand on the ground, or on what is in front.
    pub ground: f32,
}

impl Site<'_> {
    /// A colour in the light of the hour.
    pub fn lit(&self, tone: Rgb) -> Rgb {
        let indoors = matches!(self.plan.setting.kind, Kind::Indoors | Kind::Hall);
        let light = match (self.plan.hour, indoors) {
            (Hour::Night, true) => [0.74, 0.68, 0.62],
            (_, true) => [0.92, 0.88, 0.83],
            (Hour::Day, _) => [1.0, 1.0, 0.97],
            (Hour::Dawn, _) => [0.88, 0.87, 0.9],
            (Hour::Sunset, _) => [0.88, 0.77, 0.7],
            (Hour::Night, _) => [0.4, 0.43, 0.52],
        };
        tint(tint(tone, light), self.plan.shade())
    }

    /// Dice of its own for part `what`.
    pub fn dice(&self, what: u64) -> Dice {
        Dice::new(self.plan.seed, 900 + what)
    }

    /// Whether the frame stands upright, so that prints lie below one another.
    pub fn upright(&self) -> bool {
        self.frame.w < self.frame.h * 0.8
    }

    /// What is drawn with paths within these bounds (left, top, right, bottom), at this depth.
    pub fn patch(
        &self,
        bounds: [f32; 4],
        depth: f32,
        draw: impl FnOnce(&mut Canvas),
    ) -> Option<Layer> {
        let reach = depth * 5.0 * self.frame.u + self.frame.u;
        let (w, h) = (self.frame.w, self.frame.h);
        let x = bounds[0].max(-reach).floor() - 2.0;
        let y = bounds[1].max(-reach).floor() - 2.0;
        let (right, bottom) = (bounds[2].min(w + reach).ceil(), bounds[3].min(h + reach).ceil());
        if right <= x || bottom <= y {
            return None;
        }
        let mut canvas = Canvas::new(x, y, (right - x) as usize + 3, (bottom - y) as usize + 3)?;
        draw(&mut canvas);
        Some(Layer { sheet: canvas.into_sheet(), x, y, depth, life: None, ripple: None })
    }
}

/// What suits a place of this kind whose file says nothing.
fn usual(kind: Kind) -> &'static [Arrangement] {
    use Arrangement::{
        Crates, Easel, Frames, Line, Poles, Shelves, Stones, Suitcases, Tape, Threads,
    };
    match kind {
        Kind::Indoors => &[Frames, Shelves, Line],
        Kind::Outdoors => &[Poles, Easel, Crates],
        Kind::Water => &[Poles, Stones, Crates],
        Kind::Way => &[Tape, Suitcases, Line],
        Kind::Hall => &[Easel, Threads, Line],
    }
}

/// The arrangement for this plan of those that suit its setting (`own`, or the usual ones).
pub fn chosen(own: &[Arrangement], plan: &Plan, frame: Frame, count: usize) -> Arrangement {
    let all = if own.is_empty() { usual(plan.setting.kind) } else { own };
    let fit: Vec<_> = all.iter().filter(|one| one.fits(frame, count)).collect();
    // Takes that follow one another differ.
    let turn = plan.seed % fit.len().max(1) as u64;
    fit.get(turn as usize).map_or(Arrangement::Line, |one| **one)
}

/// How one print that hangs is held near people who stand, of what suits the setting (`own`, or the usual
/// ones): on an easel where nothing hangs.
pub fn hanging(own: &[Arrangement], plan: &Plan) -> Arrangement {
    let all = if own.is_empty() { usual(plan.setting.kind) } else { own };
    let hang: Vec<_> = all.iter().filter(|one| one.hangs()).collect();
    let turn = plan.seed % hang.len().max(1) as u64;
    hang.get(turn as usize).map_or(Arrangement::Easel, |one| **one)
}

impl Arrangement {
    /// Whether a print hangs free of the ground and of furniture, wherever it is in the frame.
    fn hangs(self) -> bool {
        matches!(
            self,
            Self::Line
                | Self::Poles
                | Self::Lights
                | Self::Threads
                | Self::Branch
                | Self::Frames
                | Self::Tape
                | Self::Easel
        )
    }

    /// Whether there is room for so many.
    fn fits(self, frame: Frame, count: usize) -> bool {
        let upright = frame.w < frame.h * 0.8;
        match self {
            Self::Fridge => count <= if upright { 2 } else { 1 },
            // Of two in an upright frame one would stand on a table in the middle of the blanket.
            Self::Picnic => count == 1 || !upright,
            _ => true,
        }
    }

    /// Where prints rest.
    pub fn homes(self, plan: &Plan, frame: Frame, count: usize) -> Vec<Home> {
        let spread = match self {
            Self::Line
            | Self::Poles
            | Self::Lights
            | Self::Threads
            | Self::Branch
            | Self::Frames
            | Self::Tape
            | Self::Mirror => Spread::Free,
            Self::Fridge => Spread::Column,
            _ => Spread::Standing,
        };
        let mut all = homes(frame, count, plan.seed, spread);
        let mut dice = Dice::new(plan.seed, 910);
        for home in &mut all {
            match self {
                Self::Line | Self::Poles | Self::Lights => line::rest(home, &mut dice),
                Self::Threads | Self::Branch => threads::rest(home, &mut dice),
                Self::Frames | Self::Tape => wall::rest(self, home, &mut dice),
                Self::Fridge => fridge::rest(home, &mut dice),
                Self::Shelves => shelf::rest(home, &mut dice),
                Self::Mantel => mantel::rest(home, &mut dice),
                Self::Mirror => mirror::rest(home, &mut dice),
                Self::Album => album::rest(home, &mut dice),
                Self::Easel => easel::rest(home, &mut dice),
                Self::Snow | Self::Sand | Self::Grass => bank::rest(home, &mut dice),
                _ => stack::rest(home, &mut dice),
            }
        }
        if self == Self::Picnic {
            stack::lay_lowest(&mut all, frame);
        }
        all
    }

    /// How far what holds a print reaches beyond its paper, in units.
    pub fn room(self) -> f32 {
        match self {
            Self::Line | Self::Poles | Self::Lights | Self::Threads | Self::Branch => line::ROOM,
            Self::Easel => easel::ROOM,
            _ => wall::ROOM,
        }
    }

    /// Draws what carries the prints into the scene.
    pub fn carry(self, stage: &mut Stage, site: Site<'_>, homes: &[Home]) {
        match self {
            Self::Line | Self::Poles | Self::Lights => line::carry(self, stage, site, homes),
            Self::Threads | Self::Branch => threads::carry(self, stage, site, homes),
            Self::Frames => wall::carry(stage, site, homes),
            Self::Tape => {}
            Self::Fridge => fridge::carry(stage, site, homes),
            Self::Shelves => shelf::carry(stage, site, homes),
            Self::Mantel => mantel::carry(stage, site, homes),
            Self::Mirror => mirror::carry(stage, site, homes),
            Self::Album => {
                stack::carry(Self::Books, stage, site, homes);
                album::leaves(stage, site, homes);
            }
            Self::Easel => easel::carry(stage, site, homes),
            Self::Snow | Self::Sand | Self::Grass => {
                bank::carry(self, stage, site, homes);
            }
            Self::Crates
            | Self::Suitcases
            | Self::Books
            | Self::Bales
            | Self::Picnic
            | Self::Stones => stack::carry(self, stage, site, homes),
        }
    }

    /// What is in front of the prints.
    pub fn before(self, site: Site<'_>, homes: &[Home]) -> Vec<Layer> {
        match self {
            Self::Snow | Self::Sand | Self::Grass => bank::before(self, site, homes),
            _ => Vec::new(),
        }
    }

    /// Draws what holds a print over it, from its middle.
    pub fn fix(self, c: &mut Canvas, site: Site<'_>, home: &Home, order: usize) {
        match self {
            Self::Line | Self::Poles | Self::Lights => line::fix(c, site, home, order),
            Self::Threads | Self::Branch => threads::fix(c, site, home),
            Self::Frames | Self::Mantel => wall::frame(c, site, home),
            Self::Mirror => mirror::fix(c, site, home),
            Self::Album => album::fix(c, site, home),
            Self::Tape => wall::tape(c, site, home, order),
            Self::Fridge => fridge::fix(c, site, home, order),
            Self::Easel => easel::fix(c, site, home),
            Self::Snow | Self::Sand | Self::Grass => bank::fix(c, site, home),
            _ if home.behind == Behind::Flat => {}
            _ => shelf::fix(c, site, home),
        }
    }
}

/// The light that falls on prints: that of the scene, and less of it out of doors at night.
pub fn paper_light(plan: &Plan, prints: Rgb) -> Rgb {
    match plan.hour {
        Hour::Night if plan.open() => scale(prints, 0.9),
        Hour::Night => scale(prints, 0.96),
        _ => prints,
    }
}

#[cfg(test)]
mod tests;
