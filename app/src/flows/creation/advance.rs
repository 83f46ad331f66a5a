//! One step of a creation, by whichever worker holds its lease:
//!
//! words → image → (the person looks at it) → film → reflection and capture; or, from anywhere, release.
//!
//! Each step writes what it learned together with when it is due again, fenced by the
//! lease. Every step may be repeated: a crash in between means doing it again, and a
//! worker whose lease ran out changes nothing. External work has a written undo: a task
//! that was started for nothing is discarded.

use std::time::Duration;

use evernear_rules::wire::CreationKind;

use super::{
    begin::release,
    delete_task::discard_task,
    gallery::search_text,
    keep::{keep, leased},
    orders::{expect_task, fall_back_or_fail, lose_order, pause_after, pay, trouble},
    outcome::StepOutcome,
    outcome_mail::{failed_mail, ready_mail},
    request::submit,
    review::{keep_reviewed_picture, review, waits_for_person},
};
use crate::{
    domain::{
        companion::fallback,
        creation::{
            Creation, FILM, Failure, IMAGE, LargeImage, MAX_LOSSES, MAX_RESTARTS, Phase,
            STALLED_AFTER, State, Status, WAITING_AT_MOST,
        },
        id::{CreationId, EntryId},
        media::{FAILED_PHOTO_LIFETIME, LARGE_IMAGE_WITHIN, ObjectKey},
    },
    flows::system::sweep::sweep_now,
    ports::{
        Claimed, Finish, ImageryError, Lease, Part, Ports, StoreError, Submitted, TaskId, TaskState,
    },
};

/// Does the next step of a claimed creation.
pub async fn advance_creation(ports: &Ports, claimed: Claimed) -> Result<(), StoreError> {
    let Claimed { mut creation, lease } = claimed;
    let before = creation.clone();
    let bound = if creation.state.waiting { WAITING_AT_MOST } else { STALLED_AFTER };
    let stalled = ports.now().since(creation.progressed_at) >= bound;
    let outcome = if let Some(task) = creation.state.task_to_delete.take() {
        discard_task(ports, TaskId(task)).await?;
        StepOutcome::Continue(Duration::ZERO)
    } else if let Some(failure) = creation.state.failure.clone() {
        StepOutcome::Fail(failure)
    } else if stalled && !waits_for_person(&creation) {
        fall_back_or_fail(ports, &mut creation, Failure::Stalled)
    } else {
        step(ports, &mut creation, &lease).await?
    };
    let outcome = match outcome {
        StepOutcome::Fail(_) if keep_reviewed_picture(ports, &mut creation) => {
            StepOutcome::Continue(Duration::ZERO)
        }
        outcome => outcome,
    };
    let outcome = mark_task_to_delete(ports, &before, &mut creation, outcome);
    let written = match outcome {
        StepOutcome::Continue(pause) => {
            if got_further(&before, &creation) {
                creation.progressed_at = ports.now();
            }
            ports.creations.save(&creation, &lease, ports.now().after(pause)).await
        }
        StepOutcome::Finish => finish(ports, &mut creation, &lease).await,
        StepOutcome::Fail(failure) => fail(ports, &mut creation, &lease, failure).await,
    };
    let held = written.as_ref().is_ok_and(|held| *held);
    if held {
        let State { task, task_to_delete, .. } = creation.state;
        if let Some(ended) =
            before.state.task.filter(|ended| task_to_delete.as_ref() != Some(ended))
        {
            discard_superseded(ports, Some(ended), task).await?;
        }
    } else {
        discard_ordered(ports, before.state.task.as_ref(), &creation).await?;
    }
    written.map(|_| ())
}

/// Writes down that a task outside is to be discarded, where this step has no more use for it: a server
/// that is killed then would leave it there, with what its person gave. A failure follows after that.
fn mark_task_to_delete(
    ports: &Ports,
    before: &Creation,
    creation: &mut Creation,
    outcome: StepOutcome,
) -> StepOutcome {
    let task = before.state.task.clone().or_else(|| before.state.expected_task.clone());
    let Some(task) = task.filter(|task| ports.imagery.model_of(&TaskId(task.clone())).is_some())
    else {
        return outcome;
    };
    let outcome = match outcome {
        StepOutcome::Fail(failure) => {
            creation.state.failure = Some(failure);
            creation.state.task = None;
            creation.state.expected_task = None;
            StepOutcome::Continue(Duration::ZERO)
        }
        outcome => outcome,
    };
    let still = [&creation.state.task, &creation.state.expected_task];
    if !still.contains(&&Some(task.clone())) {
        creation.state.task_to_delete = Some(task);
    }
    outcome
}

/// Discards what a step has ordered whose lease was not held any more: the creation has ended, or another
/// step goes on with it. What that one knows of is its own.
async fn discard_ordered(
    ports: &Ports,
    before: Option<&String>,
    creation: &Creation,
) -> Result<(), StoreError> {
    let found = ports.creations.find(creation.id).await;
    let running = found.as_ref().ok().and_then(Option::as_ref);
    let running = running.filter(|now| now.status == Status::Running).map(|now| &now.state);
    let State { task, expected_task, .. } = &creation.state;
    let task = match (task.as_ref().filter(|task| Some(*task) != before), expected_task) {
        (Some(task), _) => {
            let knows = |state: &State| {
                [&state.task, &state.expected_task].into_iter().flatten().any(|one| one == task)
            };
            if running.is_some_and(knows) { None } else { Some(task) }
        }
        // Its answer was lost, and nobody looks for it any more.
        (None, Some(task)) if found.is_ok() && running.is_none() => Some(task),
        (None, _) => None,
    };
    match task {
        Some(task) => discard_task(ports, TaskId(task.clone())).await,
        None => Ok(()),
    }
}

/// Discards the provider's task of before a step, where the step went on with another one or with none.
pub(super) async fn discard_superseded(
    ports: &Ports,
    before: Option<String>,
    after: Option<String>,
) -> Result<(), StoreError> {
    match before.filter(|before| after.as_ref() != Some(before)) {
        Some(task) => discard_task(ports, TaskId(task)).await,
        None => Ok(()),
    }
}

async fn step(
    ports: &Ports,
    creation: &mut Creation,
    lease: &Lease,
) -> Result<StepOutcome, StoreError> {
    if creation.state.plan.is_empty() {
        find_words(ports, creation).await;
        return Ok(StepOutcome::Continue(Duration::ZERO));
    }
    if !creation.state.image_stored {
        if let Some(other) = creation.state.picture_of {
            return copy_picture(ports, creation, other).await;
        }
        return match creation.image_of.filter(|_| !creation.is_replacing_picture()) {
            Some(earlier) => reuse_image(ports, creation, earlier).await,
            None => make(ports, creation, lease, Part::Image).await,
        };
    }
    if creation.brief.kind == CreationKind::Video && !creation.state.film_stored {
        if let Some(outcome) = review(ports, creation) {
            return Ok(outcome);
        }
        return make(ports, creation, lease, Part::Film).await;
    }
    Ok(StepOutcome::Finish)
}

/// Asks for the plan and the six steps; trouble there never stops a memory.
async fn find_words(ports: &Ports, creation: &mut Creation) {
    let (id, brief) = (creation.id, &creation.brief);
    creation.state.plan = match ports.companion.plan(id, brief).await {
        Ok(plan) if !plan.trim().is_empty() => plan.lines().map(str::to_owned).collect(),
        Ok(_) => vec!["Could not generate agent plan.".to_owned()],
        Err(error) => vec![fallback::planning_failed(&error.0)],
    };
    creation.state.steps = match ports.companion.progress(id, brief).await {
        Ok(steps) => fallback::steps_or_default(steps, brief.kind),
        Err(_) => fallback::steps(brief.kind),
    };
}

async fn reuse_image(
    ports: &Ports,
    creation: &mut Creation,
    earlier: CreationId,
) -> Result<StepOutcome, StoreError> {
    if ports.objects.copy(&ObjectKey::image(earlier), &creation.image_key()).await? {
        let earlier = ports.creations.find(earlier).await?;
        creation.state.image_by = earlier.and_then(|earlier| earlier.state.image_by);
        creation.state.image_stored = true;
        creation.progress = creation.progress.max(IMAGE.to);
    } else {
        creation.image_of = None;
    }
    Ok(StepOutcome::Continue(Duration::ZERO))
}

/// Takes the picture of another creation of the same owner, which keeps it.
async fn copy_picture(
    ports: &Ports,
    creation: &mut Creation,
    other: CreationId,
) -> Result<StepOutcome, StoreError> {
    if !ports.objects.copy(&ObjectKey::image(other), &creation.image_key()).await? {
        return Ok(StepOutcome::Fail(Failure::Storage));
    }
    let other = ports.creations.find(other).await?;
    creation.state.image_by = other.and_then(|other| other.state.image_by);
    creation.state.image_stored = true;
    creation.progress = creation.progress.max(IMAGE.to);
    Ok(StepOutcome::Continue(Duration::ZERO))
}

impl Part {
    pub(super) fn phase(self) -> Phase {
        match self {
            Self::Image => IMAGE,
            Self::Film => FILM,
        }
    }

    pub(super) fn failure(self) -> Failure {
        match self {
            Self::Image => Failure::Image,
            Self::Film => Failure::Film,
        }
    }
}

/// Starts the provider's task, or looks at the one that runs.
async fn make(
    ports: &Ports,
    creation: &mut Creation,
    lease: &Lease,
    part: Part,
) -> Result<StepOutcome, StoreError> {
    let Some(task) = creation.state.task.clone().map(TaskId) else {
        if ports.imagery.is_paid(part, creation.state.fallback)
            && let Some(outcome) = pay(ports, creation, lease, part).await?
        {
            return Ok(outcome);
        }
        if let Some(outcome) = expect_task(ports, creation, part) {
            return Ok(outcome);
        }
        let Some(submitted) = submit(ports, creation, part).await? else {
            return Ok(StepOutcome::Fail(Failure::Storage));
        };
        creation.state.order = None;
        return Ok(match submitted {
            Ok(Submitted::Task(task)) => {
                creation.progress = creation.progress.max(part.phase().from);
                let pause = ports.imagery.poll_every(&task).unwrap_or(ports.settings.poll_every);
                creation.state.task = Some(task.0);
                creation.state.expected_task = None;
                StepOutcome::Continue(pause)
            }
            Ok(Submitted::FollowUp { question }) => StepOutcome::Fail(Failure::follow_up(question)),
            Err(error) => trouble(ports, creation, part, &error).await?,
        });
    };
    let pause = ports.imagery.poll_every(&task).unwrap_or(ports.settings.poll_every);
    let looked = ports.imagery.check(&task).await;
    creation.state.waiting = matches!(looked, Ok(TaskState::Waiting { .. }));
    Ok(match looked {
        Err(ImageryError::Rejected(_)) | Ok(TaskState::Failed { retryable: false }) => {
            fall_back_or_fail(ports, creation, part.failure())
        }
        // The task goes on without being looked at.
        Err(error) => StepOutcome::Continue(pause_after(&error).max(pause)),
        Ok(TaskState::Waiting { ahead }) => {
            creation.state.films_ahead = ahead.filter(|ahead| *ahead > 0);
            if ahead == Some(0) {
                creation.progress = part.phase().advance(creation.progress, Some(0.0));
            }
            StepOutcome::Continue(pause)
        }
        Ok(TaskState::Running { fraction }) => {
            creation.state.films_ahead = None;
            creation.progress = part.phase().advance(creation.progress, fraction);
            StepOutcome::Continue(pause)
        }
        Ok(TaskState::Succeeded(chunks)) => {
            let outside = ports.imagery.model_of(&task).is_some();
            let chunks = if outside { leased(ports, creation.id, lease, chunks) } else { chunks };
            keep(ports, creation, part, chunks).await
        }
        Ok(TaskState::Failed { retryable: true }) => {
            creation.state.restarts += 1;
            again(ports, creation, part.failure(), creation.state.restarts <= MAX_RESTARTS)
        }
        Ok(TaskState::Lost) => {
            creation.state.losses += 1;
            // A paid task that is gone was paid for in vain.
            if ports.imagery.is_paid(part, creation.state.fallback)
                && let Some(outcome) = lose_order(ports, creation, part).await?
            {
                return Ok(outcome);
            }
            again(ports, creation, part.failure(), creation.state.losses <= MAX_LOSSES)
        }
        Ok(TaskState::NotTaken(error)) => {
            creation.state.task = None;
            trouble(ports, creation, part, &error).await?
        }
        Ok(TaskState::Refused) => StepOutcome::Fail(Failure::Refused),
    })
}

/// Starts a task anew, or gives up.
fn again(ports: &Ports, creation: &mut Creation, failure: Failure, worth_it: bool) -> StepOutcome {
    if !worth_it {
        return fall_back_or_fail(ports, creation, failure);
    }
    creation.state.task = None;
    StepOutcome::Continue(Duration::ZERO)
}

async fn finish(ports: &Ports, creation: &mut Creation, lease: &Lease) -> Result<bool, StoreError> {
    let reflection = match ports.companion.reflection(creation.id, &creation.brief).await {
        Ok(text) if !text.trim().is_empty() => text.trim().to_owned(),
        _ => fallback::REFLECTION.to_owned(),
    };
    creation.state.reflection = Some(reflection);
    creation.progress = 100;
    drop_earlier_image(ports, creation).await?;
    let (now, parts) = ports.id_parts();
    let capture = EntryId::new(now, &parts);
    // Photos stay for the picture in print size, and for nothing else.
    let has_photos = creation.state.picture_of.is_none();
    let photos_until = if has_photos && ports.imagery.makes_large_pictures() {
        creation.large_image = LargeImage::Pending;
        now.after(LARGE_IMAGE_WITHIN)
    } else {
        now
    };
    let finish = Finish {
        capture,
        search_text: search_text(ports, &creation.brief, &creation.own_words),
        mail: ready_mail(ports, creation).await?,
        at: now,
        photos_until,
    };
    let finished = ports.creations.finish(creation, lease, &finish).await?;
    if finished {
        sweep_now(ports).await;
    }
    Ok(finished)
}

async fn fail(
    ports: &Ports,
    creation: &mut Creation,
    lease: &Lease,
    failure: Failure,
) -> Result<bool, StoreError> {
    creation.state.failure = Some(failure);
    creation.state.task = None;
    drop_earlier_image(ports, creation).await?;
    let now = ports.now();
    let release = release(ports);
    let mail = failed_mail(ports, creation).await?;
    let photos_until = now.after(FAILED_PHOTO_LIFETIME);
    ports.creations.fail(creation, lease, release, mail.as_ref(), now, photos_until).await
}

/// The image of the try before this one has been copied, or is not wanted.
async fn drop_earlier_image(ports: &Ports, creation: &Creation) -> Result<(), StoreError> {
    match creation.image_of {
        Some(earlier) => ports.objects.delete(&ObjectKey::image(earlier)).await,
        None => Ok(()),
    }
}

/// Whether the person is nearer to their memory than before this step.
fn got_further(before: &Creation, after: &Creation) -> bool {
    let fewer_ahead = matches!(
        (before.state.films_ahead, after.state.films_ahead),
        (Some(was), Some(is)) if is < was
    ) || (before.state.films_ahead.is_some()
        && after.state.films_ahead.is_none());
    after.progress > before.progress
        || after.state.plan.is_empty() != before.state.plan.is_empty()
        || fewer_ahead
        || after.state.image_stored != before.state.image_stored
        || after.state.film_stored != before.state.film_stored
}
