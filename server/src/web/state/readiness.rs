//! What was last found out about being ready.

use axum::http::StatusCode;
use evernear_app::domain::moment::Moment;
use tokio::sync::Mutex;

/// What was last found, and when. Those who ask meanwhile wait for one and the same look.
#[derive(Default)]
pub struct Readiness(pub Mutex<Option<(Moment, StatusCode, String)>>);
