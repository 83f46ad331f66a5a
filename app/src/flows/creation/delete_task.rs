//! Tasks that nobody asks for any more. Our own renderer lets go of one at once; one of a provider outside
//! is written down first and deleted beside the creations, so that neither a provider that is away nor a
//! killed server leaves it there, with what its person gave.

use std::time::Duration;

use futures::StreamExt as _;

use crate::ports::{Ports, StoreError, TaskDeletion, TaskId};

/// Most that are deleted in one round, and at once.
const BATCH: u32 = 100;
const AT_ONCE: usize = 4;
/// The pause after the first try; each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);
/// How often it is tried, in about a day and a half.
const MOST_TRIES: u32 = 40;

/// Lets go of a task.
pub(super) async fn discard_task(ports: &Ports, task: TaskId) -> Result<(), StoreError> {
    if ports.imagery.model_of(&task).is_none() && ports.imagery.discard(&task).await.is_ok() {
        return Ok(());
    }
    match ports.task_deletions.add(&task, ports.now()).await {
        // Nobody would know of it any more.
        Err(error) if ports.imagery.discard(&task).await.is_err() => Err(error),
        _ => Ok(()),
    }
}

/// Lets go of one that was written down together with its creation's end.
pub(super) async fn discard_noted_task(ports: &Ports, task: TaskId) -> Result<(), StoreError> {
    if ports.imagery.model_of(&task).is_none() && ports.imagery.discard(&task).await.is_ok() {
        return ports.task_deletions.forget(&TaskDeletion { task, tries: 0 }).await;
    }
    Ok(())
}

/// Deletes the tasks that are due at their providers; those that are given up.
pub async fn delete_due_tasks(ports: &Ports) -> Result<Vec<TaskId>, StoreError> {
    let due = ports.task_deletions.due(ports.now(), BATCH).await?;
    let deleted = futures::stream::iter(due).map(|due| delete(ports, due));
    let deleted: Vec<_> = deleted.buffer_unordered(AT_ONCE).collect().await;
    let (mut given_up, mut trouble) = (Vec::new(), None);
    for one in deleted {
        match one {
            Ok(task) => given_up.extend(task),
            Err(error) => trouble = Some(error),
        }
    }
    match trouble {
        Some(error) if given_up.is_empty() => Err(error),
        _ => Ok(given_up),
    }
}

/// The task, where this was the last try.
async fn delete(ports: &Ports, due: TaskDeletion) -> Result<Option<TaskId>, StoreError> {
    let pause = FIRST_PAUSE.saturating_mul(1 << due.tries.min(16)).min(LONGEST_PAUSE);
    if !ports.task_deletions.claim(&due, ports.now().after(pause)).await? {
        return Ok(None);
    }
    let deleted = ports.imagery.discard(&due.task).await.is_ok();
    let gives_up = !deleted && due.tries + 1 >= MOST_TRIES;
    if deleted || gives_up {
        let claimed = TaskDeletion { task: due.task.clone(), tries: due.tries + 1 };
        ports.task_deletions.forget(&claimed).await?;
    }
    Ok(gives_up.then_some(due.task))
}
