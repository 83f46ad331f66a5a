//! Where prints rest and how they get there: each settles in from its own side, then breathes.
//!
//! What always holds: prints lie inside the frame, and no print ever covers another, not even
//! while it settles.

use crate::paint::{
    color::{settle, smooth},
    noise::Dice,
};
use crate::stage::Frame;

/// Where a print rests: middle in pixels, width in pixels, turn in radians.
#[derive(Clone, Copy)]
pub struct Home {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub angle: f32,
}

/// Where a print is at one moment.
#[derive(Clone, Copy)]
pub struct PrintPose {
    pub x: f32,
    pub y: f32,
    pub angle: f32,
    pub scale: f32,
    pub opacity: f32,
    /// 1 far above the scene, 0 resting.
    pub lift: f32,
}

/// Places for one, two or three prints in this frame.
pub fn homes(frame: Frame, count: usize, seed: u64) -> Vec<Home> {
    let mut dice = Dice::new(seed, 11);
    let shape = frame.w / frame.h;
    // (middle x, middle y, width as a part of the frame's width); third: frames of each shape.
    let places: &[(f32, f32, f32)] = match (count, shape) {
        (1, s) if s < 0.8 => &[(0.5, 0.45, 0.62)],
        (1, s) if s < 1.25 => &[(0.5, 0.46, 0.5)],
        (1, _) => &[(0.5, 0.47, 0.32)],
        (2, s) if s < 0.8 => &[(0.335, 0.255, 0.49), (0.665, 0.665, 0.49)],
        (2, s) if s < 1.25 => &[(0.275, 0.43, 0.39), (0.725, 0.5, 0.39)],
        (2, _) => &[(0.33, 0.45, 0.285), (0.67, 0.49, 0.285)],
        (_, s) if s < 0.8 => &[(0.268, 0.22, 0.405), (0.732, 0.45, 0.405), (0.28, 0.69, 0.405)],
        (_, s) if s < 1.25 => &[(0.18, 0.41, 0.26), (0.5, 0.5, 0.26), (0.82, 0.41, 0.26)],
        _ => &[(0.2, 0.45, 0.245), (0.5, 0.5, 0.245), (0.8, 0.45, 0.245)],
    };
    let flip = mirrored(&mut dice) && count > 1;
    let mut sign = if dice.next() < 0.5 { -1.0 } else { 1.0 };
    places
        .iter()
        .map(|&(x, y, w)| {
            sign = -sign;
            let x = if flip { 1.0 - x } else { x };
            Home {
                x: x * frame.w,
                y: y * frame.h,
                width: w * frame.w,
                angle: sign * dice.range(1.6, 3.4f32).to_radians(),
            }
        })
        .collect()
}

fn mirrored(dice: &mut Dice) -> bool {
    dice.next() < 0.5
}

/// The side of the frame that `count` prints leave free below, in an upright frame: -1 left, 1
/// right. What a scene is known by stands there.
pub fn free_side(count: usize, seed: u64) -> f32 {
    // The lowest of two prints lies right, that of three left; see `homes`.
    let right = (count == 3) != mirrored(&mut Dice::new(seed, 11));
    if right { 1.0 } else { -1.0 }
}

impl Home {
    /// Where the print that comes as number `order` is, `t` seconds into a film of
    /// `frame.seconds`.
    pub fn at(self, order: f32, t: f32, frame: Frame, camera: (f32, f32)) -> PrintPose {
        let pace = (frame.seconds / 10.0).clamp(0.5, 1.2);
        let since = t - (0.55 + 0.75 * order) * pace;
        let away = 1.0 - settle(since / (1.9 * pace));
        // From outside: from its own side, and from above or below, whichever is nearer.
        let side = ((self.x / frame.w - 0.5) * 8.0).clamp(-1.0, 1.0);
        let fall = if self.y > frame.h * 0.58 { 1.0 } else { -1.0 };
        let sway = (t * 0.55 + order * 2.1).sin();
        PrintPose {
            x: self.x + (side * away * 9.0 - camera.0 * 0.55) * frame.u,
            y: self.y + (fall * away * 11.0 - camera.1 * 0.55 + sway * 0.16) * frame.u,
            angle: self.angle * (1.0 + away * 1.4) + sway * 0.0035,
            scale: (1.0 + away * 0.1) * (1.0 + 0.032 * smooth(0.0, frame.seconds, t)),
            opacity: smooth(0.0, 0.7 * pace, since),
            lift: away,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::print::TALL;
    use crate::request::Size;
    use crate::stage::camera;

    type Corners = [(f32, f32); 4];

    fn corners(home: Home, now: PrintPose) -> Corners {
        let (w, h) = (home.width * now.scale / 2.0, home.width * TALL * now.scale / 2.0);
        let (sin, cos) = now.angle.sin_cos();
        [(-w, -h), (w, -h), (w, h), (-w, h)]
            .map(|(x, y)| (now.x + x * cos - y * sin, now.y + x * sin + y * cos))
    }

    /// Whether a line along one side of either keeps them apart.
    fn apart(a: &Corners, b: &Corners) -> bool {
        let sides = |p: &Corners| [0, 1].map(|i| (p[i + 1].0 - p[i].0, p[i + 1].1 - p[i].1));
        sides(a).into_iter().chain(sides(b)).any(|(x, y)| {
            let span = |p: &Corners| {
                let along = p.map(|q| q.0 * x + q.1 * y);
                (
                    along.iter().copied().fold(f32::MAX, f32::min),
                    along.iter().copied().fold(f32::MIN, f32::max),
                )
            };
            let (a, b) = (span(a), span(b));
            a.1 <= b.0 || b.1 <= a.0
        })
    }

    #[test]
    fn the_free_side_is_free() {
        let frame = Frame { w: 720.0, h: 1280.0, u: 9.6, seconds: 10.0 };
        for (count, seed) in [2, 3].into_iter().flat_map(|n| (0..12).map(move |seed| (n, seed))) {
            let lowest = homes(frame, count, seed).into_iter().max_by(|a, b| a.y.total_cmp(&b.y));
            let off = lowest.unwrap().x - frame.w / 2.0;
            assert!(off * free_side(count, seed) < 0.0, "{count} with seed {seed}");
        }
    }

    #[test]
    fn no_print_ever_covers_another_and_all_rest_inside_the_frame() {
        for size in [Size::PORTRAIT, Size::PORTRAIT_LARGE, Size::LANDSCAPE, Size::SQUARE] {
            let (w, h) = (size.width as f32, size.height as f32);
            for (count, seconds, seed) in (1..=3)
                .flat_map(|n| [5.0, 10.0, 15.0].map(|s| (n, s)).into_iter())
                .flat_map(|(n, s)| (0..12).map(move |seed| (n, s, seed)))
            {
                let frame = Frame { w, h, u: (w * h).sqrt() / 100.0, seconds };
                let homes = homes(frame, count, seed);
                for step in 0..=60u8 {
                    let share = f32::from(step) / 60.0;
                    let eye = camera::at(share, seed % 2 == 0);
                    let now: Vec<_> = (homes.iter().zip([0.0, 1.0, 2.0]))
                        .map(|(home, order)| (*home, home.at(order, share * seconds, frame, eye)))
                        .filter(|(_, moment)| moment.opacity > 0.0)
                        .collect();
                    let all: Vec<_> = now.iter().map(|(home, m)| corners(*home, *m)).collect();
                    for (i, a) in all.iter().enumerate() {
                        for b in &all[..i] {
                            assert!(apart(a, b), "{size:?} {count} seed {seed} at {share}");
                        }
                        let rests = now[i].1.lift < 0.01;
                        let inside =
                            a.iter().all(|p| p.0 >= 0.0 && p.1 >= 0.0 && p.0 <= w && p.1 <= h);
                        assert!(inside || !rests, "{size:?} {count} seed {seed} at {share}: {a:?}");
                    }
                }
            }
        }
    }
}
