//! For whoever keeps the server running: alive, and ready to serve people.

use std::time::Duration;

use axum::{extract::State, http::StatusCode};
use evernear_app::ports::{Ports, StoreError};

use crate::web::state::AppState;

/// Work that has been due for so long says that no worker takes it.
const STUCK_AFTER: Duration = Duration::from_secs(600);

/// The process answers.
pub async fn live() -> &'static str {
    "alive\n"
}

/// How long an answer about readiness counts. Whoever asks more often learns nothing new, and
/// costs the database nothing.
const FRESH: Duration = Duration::from_secs(5);

/// The database and the file store answer, and work is being taken. One line for each that
/// does not.
pub async fn ready(State(state): State<AppState>) -> (StatusCode, String) {
    let mut last = state.readiness.0.lock().await;
    let now = state.ports.now();
    if let Some((at, status, text)) = &*last
        && (*at..at.after(FRESH)).contains(&now)
    {
        return (*status, text.clone());
    }
    let (status, text) = look(&state.ports).await;
    *last = Some((now, status, text.clone()));
    (status, text)
}

pub(in crate::web) async fn look(ports: &Ports) -> (StatusCode, String) {
    let (database, storage, queue) =
        tokio::join!(ports.diagnosis.connection(), ports.objects.probe(), queue_moves(ports));
    let mut wrong = String::new();
    let mut told = |failed: Option<StoreError>, line: &str| {
        if let Some(error) = failed {
            tracing::error!(%error, line, "not ready");
            wrong.push_str(line);
        }
    };
    told(database.err(), "the database does not answer\n");
    told(storage.err(), "files cannot be kept\n");
    told(queue.err(), "work waits and nobody takes it\n");
    if wrong.is_empty() {
        (StatusCode::OK, "ready\n".to_owned())
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, wrong)
    }
}

async fn queue_moves(ports: &Ports) -> Result<(), StoreError> {
    let now = ports.now();
    // Without the database, that is what is said.
    let Ok(figures) = ports.diagnosis.figures(now).await else { return Ok(()) };
    match figures.oldest_due.map(|since| now.since(since)) {
        Some(waiting) if waiting > STUCK_AFTER => {
            Err(StoreError::new(format!("due for {} seconds", waiting.as_secs())))
        }
        _ => Ok(()),
    }
}
