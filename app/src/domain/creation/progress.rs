//! The numbers a person sees: 5 at the start, 30 to 45 for the image, 60 to 90 for the film
//! in steps of 5, 100 at the end; never backwards.

/// A stretch of the progress that one provider task covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    pub from: u32,
    pub to: u32,
}

/// The image's stretch.
pub const IMAGE: Phase = Phase { from: 30, to: 45 };
/// The film's stretch.
pub const FILM: Phase = Phase { from: 60, to: 90 };

impl Phase {
    /// The progress to show now. `fraction` is the provider's own (0 to 1); without one,
    /// each look raises it by one step.
    pub fn advance(self, current: u32, fraction: Option<f32>) -> u32 {
        let span = self.to - self.from;
        let next = match fraction {
            Some(fraction) => {
                let steps = (1..=span / 5).rev().find(|step| {
                    let reached = f64::from(*step) * 5.0 / f64::from(span);
                    f64::from(fraction) >= reached
                });
                self.from + 5 * steps.unwrap_or(0)
            }
            None if current < self.from => self.from,
            None => current + 5,
        };
        next.min(self.to).max(current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_maps_onto_steps_of_five() {
        let shown: Vec<_> =
            [0.0, 0.2, 0.34, 0.67, 1.0, 7.0].map(|f| IMAGE.advance(0, Some(f))).into();
        assert_eq!(shown, [30, 30, 35, 40, 45, 45]);
        assert_eq!(FILM.advance(60, Some(0.5)), 75);
        assert_eq!(FILM.advance(60, Some(f32::NAN)), 60);
    }

    #[test]
    fn progress_never_goes_back() {
        assert_eq!(FILM.advance(85, Some(0.1)), 85);
        assert_eq!(IMAGE.advance(60, Some(1.0)), 60);
    }

    #[test]
    fn without_a_fraction_each_look_raises_it_up_to_the_end() {
        let mut shown = 5;
        let walk: Vec<_> = (0..6)
            .map(|_| {
                shown = IMAGE.advance(shown, None);
                shown
            })
            .collect();
        assert_eq!(walk, [30, 35, 40, 45, 45, 45]);
    }
}
