//! Looking at the picture before its film is made: the picture waits for the person's decision, and the
//! credits stay held until then.

use evernear_rules::wire::{CreationKind, ReviewDecision};

use super::outcome::StepOutcome;
use crate::{
    domain::{
        creation::{Creation, Failure, REVIEW_WITHIN, Review, ReviewError, Stage},
        id::{AccountId, CreationId},
    },
    ports::Ports,
    problem::{Kind, Problem},
};

/// Takes the owner's decision about the picture that waits for them. What was decided before, or has
/// ended, is answered as it is.
pub async fn decide_creation(
    ports: &Ports,
    owner: AccountId,
    id: CreationId,
    decision: ReviewDecision,
) -> Result<Creation, Problem> {
    let decided = ports.creations.decide(owner, id, decision, None, ports.now()).await?;
    let creation = ports.creations.get(owner, id).await?.ok_or_else(Problem::not_found)?;
    match decided {
        Some(Ok(())) => ports.wake.wake(),
        Some(Err(ReviewError::NoneLeft)) => {
            let message = "There are no other pictures left. You can take this one, or stop and have your credits back.";
            return Err(Problem::new(Kind::Conflict, message));
        }
        Some(Err(ReviewError::NotOpen)) if creation.state.review.is_none() => {
            return Err(Problem::new(Kind::Conflict, "This memory does not wait for you."));
        }
        Some(Err(ReviewError::NotOpen)) | None => {}
    }
    Ok(creation)
}

/// What the review makes of a step: nothing once the picture was taken, or where nobody looks first. A
/// client program that has fetched the picture and asks for no film keeps the picture, and pays for it.
pub(super) fn review(ports: &Ports, creation: &mut Creation) -> Option<StepOutcome> {
    let now = ports.now();
    let review = creation.state.review.as_mut()?;
    match review.stage {
        Stage::Accepted => None,
        Stage::Before | Stage::Replacing => {
            review.open(now);
            review.open_until().map(|until| StepOutcome::Continue(until.since(now)))
        }
        Stage::Open { until } if until <= now => {
            if creation.state.program.is_none() || !creation.picture_fetched {
                return Some(StepOutcome::Fail(Failure::Undecided));
            }
            creation.brief.kind = CreationKind::Image;
            creation.reviewed_for += REVIEW_WITHIN;
            Some(StepOutcome::Finish)
        }
        Stage::Open { until } => Some(StepOutcome::Continue(until.since(now))),
    }
}

/// Whether the next step is the person's.
pub(super) fn waits_for_person(creation: &Creation) -> bool {
    creation.state.review.as_ref().is_some_and(Review::is_open)
}

/// Where another picture could not be made, the one before waits for the person again.
pub(super) fn keep_reviewed_picture(ports: &Ports, creation: &mut Creation) -> bool {
    let state = &mut creation.state;
    let kept = state.review.as_mut().is_some_and(|review| review.keep_picture(ports.now()));
    if kept {
        state.image_stored = true;
        state.task = None;
        state.expected_task = None;
        state.order = None;
        state.waiting = false;
        state.films_ahead = None;
    }
    kept
}
