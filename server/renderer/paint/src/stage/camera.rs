//! The camera: it arrives from one side and ends on the people, in one of three ways. The mood says which
//! of them may be, the seed which it is and from which side.
//!
//! What always holds: it never leaves [`REACH`] units to any side, so layers know how wide to be; it is
//! never quite still, and slow at both ends.

use crate::{color::smooth, noise::Dice};
use evernear_rules::story::Mood;

/// The furthest the camera goes from the middle, in units of the frame.
pub const REACH: f32 = 5.0;

/// How it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Past the place at an even pace, rising a little.
    Drift,
    /// Upwards, with hardly any way to the side.
    Rise,
    /// Quickly from far aside, then ever slower until it rests on the people.
    Settle,
}

impl Way {
    pub const ALL: [Self; 3] = [Self::Drift, Self::Rise, Self::Settle];

    /// Those that suit a mood.
    fn of(mood: Option<Mood>) -> &'static [Self] {
        match mood {
            Some(Mood::Joy) => &[Self::Rise, Self::Drift],
            Some(Mood::Calm) => &[Self::Drift, Self::Settle],
            Some(Mood::Romance | Mood::Tender) => &[Self::Settle, Self::Rise],
            None => &Self::ALL,
        }
    }
}

/// The camera of one film.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    pub way: Way,
    /// It comes from the right.
    pub mirrored: bool,
}

impl Camera {
    /// The camera for a mood and a seed.
    pub fn new(mood: Option<Mood>, seed: u64) -> Self {
        let mut dice = Dice::new(seed, 5);
        let mirrored = dice.next() < 0.5;
        Self { way: dice.pick(Way::of(mood)), mirrored }
    }

    /// Where it is, in units of the frame: (right, down). `t` runs from 0 to 1.
    pub fn at(self, t: f32) -> (f32, f32) {
        let eased = smooth(0.0, 1.0, t);
        let along = |share: f32| t * (1.0 - share) + eased * share;
        let (x, y) = match self.way {
            Way::Drift => {
                let way = along(0.65) * 2.0 - 1.0;
                (way * 4.2, -way * 1.6)
            }
            Way::Rise => {
                let way = along(0.8) * 2.0 - 1.0;
                (way * 1.4, -way * 1.9)
            }
            Way::Settle => {
                let left = (1.0 - t).powi(3) * 0.85 + (1.0 - t) * 0.15;
                (0.6 - left * 5.0, 0.7 - left * 1.9)
            }
        };
        (if self.mirrored { -x } else { x }, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_in_reach_is_never_still_and_slow_at_its_end() {
        for way in Way::ALL {
            let camera = Camera { way, mirrored: false };
            let far = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).hypot(a.1 - b.1);
            let at = |step: u16| camera.at(f32::from(step) / 240.0);
            let steps: Vec<f32> = (0..240).map(|step| far(at(step), at(step + 1))).collect();
            for step in 0..=240 {
                assert!(at(step).0.abs() <= REACH && at(step).1.abs() <= 2.0, "{way:?}");
            }
            let most = steps.iter().copied().fold(0.0, f32::max);
            assert!(steps.iter().all(|step| *step > 0.001), "{way:?} stands still");
            assert!(steps[239] < most * 0.5, "{way:?} ends at {} of {most}", steps[239]);
        }
    }

    #[test]
    fn the_mood_says_which_ways_there_are_and_the_seed_takes_one() {
        for mood in
            [None, Some(Mood::Joy), Some(Mood::Calm), Some(Mood::Romance), Some(Mood::Tender)]
        {
            let taken: Vec<_> = (0..40).map(|seed| Camera::new(mood, seed).way).collect();
            for way in Way::ALL {
                assert_eq!(taken.contains(&way), Way::of(mood).contains(&way), "{mood:?} {way:?}");
            }
        }
    }
}
