//! Which pages and calls stand behind the administrator's gate, and who has passed it.

use axum::http::HeaderMap;
use evernear_app::{
    domain::{admin::Admin, cookie::Cookie},
    flows::admin::unlock::recognise,
};

use crate::web::{extract::client::Client, headers::cookies, state::AppState};

/// The pages behind the gate; its form leads nowhere else.
pub(super) const GATED_PAGES: [&str; 4] =
    ["/admin/waitlist", "/admin/payments", "/admin/reports", "/debug-supabase"];

/// Whether an address is a page behind the gate, with or without a query.
pub fn behind_gate(address: &str) -> bool {
    GATED_PAGES.contains(&address.split('?').next().unwrap_or_default())
}

/// Whether a path is the administrator's: there it does not matter who is signed in.
pub fn serves(path: &str) -> bool {
    behind_gate(path) || path.starts_with("/admin/") || path.starts_with("/api/admin/")
}

/// The unlocked browser behind a request, if it is one.
pub async fn identify_admin(
    state: &AppState,
    headers: &HeaderMap,
    client: Client,
) -> Option<Admin> {
    let cookie = cookies::shown(headers, Cookie::Admin, state.site.https())?;
    recognise(&state.ports, &cookie, &client.key()).await
}
