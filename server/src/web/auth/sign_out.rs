//! Signing out.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::flows::auth::sign_out::{Scope, sign_out as end_sessions};
use serde::Deserialize;

use crate::web::{
    answer::session_cookie,
    extract::{
        fields::Fields,
        request_origin::RequestOrigin,
        session::{PendingSecondFactor, Who},
    },
    state::AppState,
};

/// Which sessions end.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct SignOutForm {
    scope: String,
}

/// Ends every session of the person and goes to the start; `scope=local` ends this
/// browser's alone (leaving the tab).
pub async fn sign_out(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Extension(pending_second_factor): Extension<PendingSecondFactor>,
    RequestOrigin(origin): RequestOrigin,
    Fields(form): Fields<SignOutForm>,
) -> Response {
    let scope = if form.scope == "local" || who.0.is_none() { Scope::Local } else { Scope::Global };
    if let Some(member) = who.0.or(pending_second_factor.0)
        && let Err(error) = end_sessions(&state.ports, &member, scope, &origin).await
    {
        // A failed logout still clears this browser.
        tracing::error!(%error, "sessions could not be ended");
    }
    ([session_cookie::signed_out(state.site.https())], Redirect::to("/")).into_response()
}
