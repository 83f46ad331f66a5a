//! Where prints rest and how they get there: each comes in from its own side, then moves no more
//! than what holds it.
//!
//! What always holds: prints rest inside the frame, and no print ever covers another, not even
//! while it settles.

use super::crop;
use crate::paint::{
    color::{settle, smooth},
    noise::Dice,
};
use crate::plan::{free_side, mirrored};
use crate::stage::Frame;

/// Paper beside and above the picture, as a part of the print's width.
pub const SIDE: f32 = 0.045;
/// Paper below the picture.
const FOOT: f32 = 0.13;

/// Height / width of a whole print whose picture has this ratio (width / height).
pub const fn tall(ratio: f32) -> f32 {
    (1.0 - 2.0 * SIDE) / ratio + SIDE + FOOT
}

/// How a print is seen from aside: mild, so that faces keep their shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tilt {
    /// By how much of its mean width the foot is wider than the mean, and the head narrower.
    pub lean: f32,
    /// By how much of its mean height the right edge is taller than the mean, and the left lower.
    pub turn: f32,
    /// Its height as a part of what it is when it is seen straight.
    pub tall: f32,
}

impl Tilt {
    /// Seen straight.
    pub const NONE: Self = Self { lean: 0.0, turn: 0.0, tall: 1.0 };
}

/// What is close behind a print and takes its shadow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Behind {
    /// Nothing near: it hangs in the air.
    Air,
    /// A wall or a door.
    Wall,
    /// What it stands on, and something that it leans against.
    Ground,
    /// What it lies on.
    Flat,
}

/// Where a print rests.
#[derive(Clone, Copy, Debug)]
pub struct Home {
    /// Its middle, in pixels of the frame.
    pub x: f32,
    pub y: f32,
    /// Its mean width in pixels.
    pub width: f32,
    /// Width / height of the picture in it.
    pub ratio: f32,
    /// Its turn in radians.
    pub angle: f32,
    /// How far it moves with the camera, as a layer does.
    pub depth: f32,
    /// Where it is held, from its middle, as a part of its height: it turns around that point.
    pub pivot: f32,
    /// How far the wind turns it, in radians.
    pub sway: f32,
    pub tilt: Tilt,
    pub behind: Behind,
}

/// Where a print is at one moment.
#[derive(Clone, Copy)]
pub struct PrintPose {
    pub x: f32,
    pub y: f32,
    pub angle: f32,
    pub scale: f32,
    pub opacity: f32,
    /// 1 on its way, 0 resting.
    pub lift: f32,
}

/// How the places of prints are spread over a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Over all of it, at heights of their own.
    Free,
    /// On feet: low, in wide frames on one line.
    Standing,
    /// Below one another, at the side that a scene is not known by.
    Column,
}

/// The width of a print as a part of the frame's, for so many in a frame of this shape.
fn width(count: usize, shape: f32) -> f32 {
    match (count, shape) {
        (1, s) if s < 0.8 => 0.64,
        (1, s) if s < 1.25 => 0.515,
        (1, _) => 0.33,
        (2, s) if s < 0.8 => 0.505,
        (2, s) if s < 1.25 => 0.402,
        (2, _) => 0.294,
        (_, s) if s < 0.8 => 0.418,
        (_, s) if s < 1.25 => 0.268,
        _ => 0.253,
    }
}

/// How wide prints are at least, as a part of the frame's width: what they had as they lay before scenes.
#[cfg(test)]
pub fn width_of(count: usize, frame: Frame) -> f32 {
    match (count, frame.w / frame.h) {
        (1, s) if s < 0.8 => 0.62,
        (1, s) if s < 1.25 => 0.5,
        (1, _) => 0.32,
        (2, s) if s < 0.8 => 0.49,
        (2, s) if s < 1.25 => 0.39,
        (2, _) => 0.285,
        (_, s) if s < 0.8 => 0.405,
        (_, s) if s < 1.25 => 0.26,
        _ => 0.245,
    }
}

/// Places for one, two or three prints in this frame.
pub fn homes(frame: Frame, count: usize, seed: u64, spread: Spread) -> Vec<Home> {
    let mut dice = Dice::new(seed, 11);
    let shape = frame.w / frame.h;
    let (tall, wide) = (shape < 0.8, shape >= 1.25);
    // The middles, as parts of the frame.
    let mut places: Vec<(f32, f32)> = match (spread, count) {
        (Spread::Standing, 1) if tall => vec![(0.5, 0.575)],
        (Spread::Standing, 1) => vec![(0.5, 0.462)],
        (Spread::Standing, 2) if wide => vec![(0.325, 0.495), (0.675, 0.495)],
        (Spread::Standing, 2) if !tall => vec![(0.27, 0.545), (0.73, 0.545)],
        (Spread::Standing, 3) if wide => vec![(0.19, 0.54), (0.5, 0.54), (0.81, 0.54)],
        (Spread::Standing, 3) if !tall => vec![(0.18, 0.6), (0.5, 0.6), (0.82, 0.6)],
        (Spread::Column, 1) if tall => vec![(0.42, 0.45)],
        (Spread::Column, 1) => vec![(0.36, 0.47)],
        (Spread::Column, 2) if tall => vec![(0.3, 0.245), (0.3, 0.662)],
        (_, 1) if tall => vec![(0.5, 0.45)],
        (_, 1) => vec![(0.5, 0.47)],
        (_, 2) if tall => vec![(0.33, 0.255), (0.67, 0.665)],
        (_, 2) if !wide => vec![(0.27, 0.43), (0.73, 0.5)],
        (_, 2) => vec![(0.325, 0.45), (0.675, 0.49)],
        _ if tall => vec![(0.268, 0.22), (0.732, 0.45), (0.28, 0.69)],
        _ if !wide => vec![(0.18, 0.41), (0.5, 0.5), (0.82, 0.41)],
        _ => vec![(0.19, 0.45), (0.5, 0.5), (0.81, 0.45)],
    };
    let flip = if spread == Spread::Column {
        // The lowest lies on the side that is not free.
        free_side(count, seed) < 0.0
    } else {
        mirrored(&mut dice) && count > 1
    };
    if flip {
        for (x, _) in &mut places {
            *x = 1.0 - *x;
        }
    }
    // Who comes first is not always where.
    if wide && flip {
        places.reverse();
    }
    places
        .iter()
        .map(|&(x, y)| Home {
            x: x * frame.w,
            y: y * frame.h,
            width: width(count, shape) * frame.w,
            ratio: crop::PICTURE,
            angle: 0.0,
            depth: 0.55,
            pivot: 0.0,
            sway: 0.0,
            tilt: Tilt::NONE,
            behind: Behind::Air,
        })
        .collect()
}

impl Home {
    /// Half its mean width and height.
    pub fn half(self) -> (f32, f32) {
        (self.width / 2.0, self.width * tall(self.ratio) * self.tilt.tall / 2.0)
    }

    /// A point of the print, from its middle in halves of its width and height, in the frame.
    pub fn at_part(self, across: f32, down: f32) -> (f32, f32) {
        let (w, h) = self.half();
        let (sin, cos) = self.angle.sin_cos();
        let (x, y) = (across * w, down * h);
        (self.x + x * cos - y * sin, self.y + x * sin + y * cos)
    }

    /// Its corners from its middle before it is turned: upper left, upper right, lower right,
    /// lower left.
    pub fn quad(self) -> [(f32, f32); 4] {
        let (w, h) = self.half();
        let Tilt { lean, turn, .. } = self.tilt;
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| (x * w * (1.0 + y * lean), y * h * (1.0 + x * turn)))
    }

    /// Where the print that comes as number `order` is, `t` seconds into a film of
    /// `frame.seconds`.
    pub fn at(self, order: f32, t: f32, frame: Frame, camera: (f32, f32)) -> PrintPose {
        let pace = (frame.seconds / 10.0).clamp(0.5, 1.2);
        let since = t - (0.55 + 0.75 * order) * pace;
        let away = 1.0 - settle(since / (1.9 * pace));
        // From its own side, and a little from above.
        let side = ((self.x / frame.w - 0.5) * 8.0).clamp(-1.0, 1.0);
        let wind = 0.7 * (t * 1.25 + order * 2.1).sin() + 0.3 * (t * 2.3 + order * 1.3).sin();
        let angle = self.angle + self.sway * wind * (1.0 + 2.0 * away) - side * away * 0.03;
        // What is held turns around the point where it is held.
        let arm = self.pivot * 2.0 * self.half().1;
        let at = |angle: f32| (-arm * angle.sin(), arm * angle.cos());
        let (rest, now) = (at(self.angle), at(angle));
        PrintPose {
            x: self.x + rest.0 - now.0 + (side * away * 7.0 - camera.0 * self.depth) * frame.u,
            y: self.y + rest.1 - now.1 - (away * 2.0 + camera.1 * self.depth) * frame.u,
            angle,
            scale: 1.0 + away * 0.03,
            opacity: smooth(0.0, 0.7 * pace, since),
            lift: away,
        }
    }
}
