//! How a task stands that a client program asks about.

use crate::domain::creation::{Creation, Failure, Review, Status};

/// What a program is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskView {
    /// Its file is not there yet.
    InProgress,
    /// Its file is there.
    Succeeded,
    /// In words for people, and the question that comes first, if there is one.
    Failed { error: String, question: Option<String> },
}

/// The picture; nothing where the creation makes none of its own.
pub fn picture_task(creation: &Creation) -> Option<TaskView> {
    if creation.state.picture_of.is_some() {
        return None;
    }
    Some(match creation.status {
        Status::Running | Status::Finished if creation.shows_picture() => TaskView::Succeeded,
        _ => unfinished(creation, "Image failed"),
    })
}

/// The film; nothing where none was asked for.
pub fn film_task(creation: &Creation) -> Option<TaskView> {
    let accepted = creation.state.review.as_ref().is_none_or(Review::is_accepted);
    if !accepted {
        return None;
    }
    Some(match creation.status {
        Status::Finished if creation.state.film_stored => TaskView::Succeeded,
        _ => unfinished(creation, "Video failed"),
    })
}

fn unfinished(creation: &Creation, failed: &str) -> TaskView {
    if creation.status == Status::Running {
        return TaskView::InProgress;
    }
    let failure = creation.state.failure.as_ref();
    TaskView::Failed {
        error: failure.map_or(failed, Failure::message).to_owned(),
        question: failure.and_then(Failure::question).map(str::to_owned),
    }
}
