//! What was last found out about being ready.

use axum::http::StatusCode;
use evernear_app::domain::timestamp::Timestamp;
use tokio::sync::Mutex;

/// What was last found, and when. Those who ask meanwhile wait for one and the same look.
#[derive(Default)]
pub struct Readiness(pub Mutex<Option<(Timestamp, StatusCode, String)>>);
