//! Forms about a memory: whose it is, and which.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::domain::{auth::session::Member, id::CreationId};

use crate::web::{response::forms::to_sign_in, state::session::Principal};

/// Who asks about which memory; visitors sign in, and what is no id is nowhere.
#[expect(clippy::result_large_err, reason = "an answer like every other")]
pub(super) fn own_memory(who: Principal, id: &str) -> Result<(Member, CreationId), Response> {
    let member = who.0.ok_or_else(|| to_sign_in("/dashboard"))?;
    let id = id.parse().map_err(|_| StatusCode::NOT_FOUND.into_response())?;
    Ok((member, id))
}
