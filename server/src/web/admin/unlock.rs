//! The gate of the administrator's pages: its two forms, and who is behind it.

use axum::{
    Extension,
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{account::ReturnPath, admin::Admin, cookie::Cookie},
    flows::admin::unlock::{UnlockError, lock as lock_gate, recognise, unlock as unlock_gate},
    pages::admin::gate,
    problem::Problem,
};
use serde::Deserialize;

use crate::web::{
    extract::{client::Client, form::PostedForm},
    headers::cookies,
    response::{
        forms::again_after,
        page::{html, visit},
    },
    state::{AppState, session::Principal},
};

/// The pages behind the gate; the form leads nowhere else.
const PAGES: [&str; 3] = ["/admin/waitlist", "/admin/payments", "/debug-supabase"];

/// Whether an address is a page behind the gate, with or without a query.
pub fn behind_gate(address: &str) -> bool {
    PAGES.contains(&address.split('?').next().unwrap_or_default())
}

/// Whether a path is the administrator's: there it does not matter who is signed in.
pub fn serves(path: &str) -> bool {
    behind_gate(path) || path.starts_with("/admin/") || path.starts_with("/api/admin/")
}

/// The unlocked browser behind a request, if it is one.
pub async fn found(state: &AppState, headers: &HeaderMap, client: Client) -> Option<Admin> {
    let cookie = cookies::shown(headers, Cookie::Admin, state.site.https())?;
    recognise(&state.ports, &cookie, &client.key()).await
}

/// The field of the gate.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct GateForm {
    password: String,
    next: String,
}

/// Unlocks this browser until it closes.
pub async fn unlock(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Extension(client): Extension<Client>,
    PostedForm(form): PostedForm<GateForm>,
) -> Response {
    let next = ReturnPath::parse(Some(&form.next));
    let next = if behind_gate(next.as_str()) { next.as_str() } else { PAGES[0] };
    match unlock_gate(&state.ports, &form.password, &client.key()).await {
        Ok(cookie) => {
            let headers = [cookies::set(Cookie::Admin, &cookie, None, state.site.https())];
            (headers, Redirect::to(next)).into_response()
        }
        Err(error) => {
            if matches!(error, UnlockError::Wrong) {
                tracing::warn!("a wrong admin password was tried");
            }
            let problem = Problem::from(error);
            if let Some(source) = &problem.source {
                tracing::error!(%source, "the admin gate cannot be opened");
            }
            let visit = visit(&state, who, next, std::collections::BTreeMap::new());
            let page = gate(next, Some(problem.message));
            again_after(problem.retry_after, html(&visit, page, problem.kind.status()))
        }
    }
}

/// Locks this browser again; its cookie is worth nothing from now on, wherever it went.
pub async fn lock(State(state): State<AppState>, Extension(who): Extension<Principal>) -> Response {
    if let Some(admin) = &who.1
        && let Err(error) = lock_gate(&state.ports, admin).await
    {
        tracing::error!(%error, "a lock could not be written down; this process remembers it");
    }
    let headers = [cookies::set(Cookie::Admin, "", Some(0), state.site.https())];
    (headers, Redirect::to(PAGES[0])).into_response()
}
