//! Looking at the picture before its film is made. The person takes it, asks for another, or stops;
//! credits are held until then, and whoever decides nothing gets them back.

use std::time::Duration;

use evernear_rules::wire::ReviewDecision;
use serde::{Deserialize, Serialize};

use super::RequestKey;
use crate::domain::timestamp::Timestamp;

/// How long a picture waits for the person.
pub const REVIEW_WITHIN: Duration = Duration::from_secs(24 * 3600);

/// How many other pictures may be asked for, free.
pub const MAX_OTHERS: u32 = 2;

/// Where a review stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The first picture is not made yet.
    #[default]
    Before,
    /// The picture waits for the person.
    Open { until: Timestamp },
    /// Another picture is being made; the one before stays until it is there.
    Replacing,
    /// The person has taken the picture.
    Accepted,
}

/// What a creation remembers of its review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    pub stage: Stage,
    /// How many other pictures were asked for: the number of the last one.
    pub others: u32,
    /// The number of the picture that is there; the first has 0.
    #[serde(default)]
    pub shown: u32,
    /// The last other picture could not be made.
    pub replacing_failed: bool,
    /// No other picture can be asked for.
    #[serde(default)]
    pub one_picture: bool,
    /// The request of a client program that has taken the picture for its film.
    #[serde(default)]
    pub film_request: Option<RequestKey>,
}

/// Why a decision was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewError {
    /// No picture waits for one.
    NotOpen,
    /// Every other picture was asked for.
    NoneLeft,
}

impl Review {
    /// Of a picture in place of which no other can be asked for.
    pub fn of_one_picture() -> Self {
        Self { one_picture: true, ..Self::default() }
    }

    /// Whether the person has taken the picture.
    pub fn is_accepted(&self) -> bool {
        self.stage == Stage::Accepted
    }

    /// Whether there is a picture to look at.
    pub fn has_picture(&self) -> bool {
        self.stage != Stage::Before
    }

    /// Whether the picture waits for the person.
    pub fn is_open(&self) -> bool {
        self.open_until().is_some()
    }

    /// Until when the person decides.
    pub fn open_until(&self) -> Option<Timestamp> {
        match self.stage {
            Stage::Open { until } => Some(until),
            _ => None,
        }
    }

    /// How many other pictures may still be asked for.
    pub fn others_left(&self) -> u32 {
        match self.stage {
            Stage::Accepted => 0,
            _ if self.one_picture => 0,
            _ => MAX_OTHERS.saturating_sub(self.others),
        }
    }

    /// The number of the picture that is there, or that is being made.
    pub fn current(&self) -> u32 {
        if self.stage == Stage::Replacing { self.others } else { self.shown }
    }

    /// Lets the picture that was made last wait for the person.
    pub fn open(&mut self, now: Timestamp) {
        self.shown = self.current();
        self.wait(now);
    }

    fn wait(&mut self, now: Timestamp) {
        self.stage = Stage::Open { until: now.after(REVIEW_WITHIN) };
    }

    /// The picture before stays, because another could not be made; no where none was being made.
    pub fn keep_picture(&mut self, now: Timestamp) -> bool {
        let replacing = self.stage == Stage::Replacing;
        if replacing {
            self.replacing_failed = true;
            self.wait(now);
        }
        replacing
    }

    /// Takes the person's decision.
    pub fn decide(&mut self, decision: ReviewDecision) -> Result<(), ReviewError> {
        if !self.is_open() {
            return Err(ReviewError::NotOpen);
        }
        match decision {
            ReviewDecision::Film => self.stage = Stage::Accepted,
            ReviewDecision::Another if self.others_left() == 0 => {
                return Err(ReviewError::NoneLeft);
            }
            ReviewDecision::Another => {
                self.stage = Stage::Replacing;
                self.others += 1;
            }
        }
        self.replacing_failed = false;
        Ok(())
    }

    /// The review of another try: the same picture is not asked about again once it was taken.
    pub fn again(&self, same_picture: bool) -> Self {
        let stage = match self.stage {
            Stage::Accepted if same_picture => Stage::Accepted,
            _ => Stage::Before,
        };
        Self { stage, replacing_failed: false, film_request: None, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_000);

    fn open() -> Review {
        let mut review = Review::default();
        review.open(NOW);
        review
    }

    #[test]
    fn a_picture_is_decided_on_only_while_it_waits() {
        let mut review = Review::default();
        assert_eq!(review.decide(ReviewDecision::Film), Err(ReviewError::NotOpen));
        review.open(NOW);
        assert_eq!(review.open_until(), Some(NOW.after(REVIEW_WITHIN)));
        assert_eq!(review.decide(ReviewDecision::Film), Ok(()));
        assert_eq!(review.decide(ReviewDecision::Another), Err(ReviewError::NotOpen));
    }

    #[test]
    fn other_pictures_come_to_an_end_and_the_last_can_still_be_taken() {
        let mut review = open();
        for left in [1, 0] {
            assert_eq!(review.decide(ReviewDecision::Another), Ok(()));
            assert_eq!(review.others_left(), left);
            review.open(NOW);
        }
        assert_eq!(review.decide(ReviewDecision::Another), Err(ReviewError::NoneLeft));
        assert_eq!(review.decide(ReviewDecision::Film), Ok(()));
    }

    #[test]
    fn a_picture_stays_where_another_cannot_be_made() {
        let mut review = open();
        assert!(!review.keep_picture(NOW), "nothing was being made");
        review.decide(ReviewDecision::Another).expect("open");
        assert!(review.has_picture() && review.keep_picture(NOW));
        assert!(review.is_open() && review.replacing_failed);
        assert_eq!((review.current(), review.others), (0, 1), "it is still the first");
        review.decide(ReviewDecision::Another).expect("open");
        assert_eq!((review.current(), review.shown), (2, 0), "the first is there meanwhile");
        review.open(NOW);
        assert_eq!((review.current(), review.shown), (2, 2));
    }

    #[test]
    fn what_was_taken_is_not_asked_about_again() {
        let mut review = open();
        assert_eq!(review.again(true).stage, Stage::Before);
        review.decide(ReviewDecision::Film).expect("open");
        assert_eq!(review.again(true).stage, Stage::Accepted);
        assert_eq!(review.again(false).stage, Stage::Before);
    }
}
