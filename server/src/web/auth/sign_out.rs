//! Signing out.

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::flows::auth::{
    account_tag::require_own_page,
    sign_out::{Scope, sign_out as end_sessions},
};
use serde::Deserialize;

use crate::web::{
    extract::{account_tag::AccountTag, form::PostedForm, request_origin::RequestOrigin},
    response::{error_page, problem::refused, session_cookie},
    state::{
        AppState,
        session::{PendingSecondFactor, Principal},
    },
};

/// Which sessions end.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct SignOutForm {
    scope: String,
}

/// Said when the sessions of the account could not be ended.
const OTHERS_STAY: &str = "This browser is signed out, but your other devices could not be signed out just now. \
     Please sign in again and try once more.";

/// Ends every session of the person and goes to the start; `scope=local` ends this
/// browser's alone (leaving the tab). When that fails, this browser's cookie is cleared all the
/// same and the answer is 503.
pub async fn sign_out(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Extension(pending_second_factor): Extension<PendingSecondFactor>,
    RequestOrigin(origin): RequestOrigin,
    AccountTag(tag): AccountTag,
    PostedForm(form): PostedForm<SignOutForm>,
) -> Response {
    // A tab that was left long ago ends no session but its own account's.
    if let Some(member) = &who.0
        && let Err(problem) = require_own_page(&state.ports, member, tag.as_deref())
    {
        return refused(&problem);
    }
    let scope = if form.scope == "local" || who.0.is_none() { Scope::Local } else { Scope::Global };
    let cleared = [session_cookie::signed_out(state.site.https())];
    if let Some(member) = who.0.or(pending_second_factor.0)
        && let Err(error) = end_sessions(&state.ports, &member, scope, &origin).await
    {
        tracing::error!(%error, "sessions could not be ended");
        let said = (scope == Scope::Global).then(|| OTHERS_STAY.to_owned());
        return (cleared, error_page::shown(StatusCode::SERVICE_UNAVAILABLE, said)).into_response();
    }
    (cleared, Redirect::to("/")).into_response()
}
