//! What follows a proof: a session, its cookie, and where to go.

use axum::response::{IntoResponse, Redirect, Response};
use evernear_app::{
    domain::{
        account::{Account, ReturnPath},
        id::AccountId,
    },
    flows::auth::{open_session::OpenedSession, verify_one_time::VerifiedOneTime},
    problem::Problem,
};

use crate::web::{response::session_cookie, state::AppState};

/// Where a password is chosen anew, by this link or by a session, and then on to the page that was
/// wished for.
pub(in crate::web) fn reset_address(link: Option<&str>, next: &str) -> String {
    let next = ReturnPath::wished(Some(next));
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(link.map(|link| ("token", link)));
    query.extend_pairs(next.as_ref().map(|next| ("next", next.as_str())));
    match query.finish() {
        none if none.is_empty() => "/reset-password".to_owned(),
        query => format!("/reset-password?{query}"),
    }
}

pub(in crate::web) async fn whose(
    state: &AppState,
    verified: &VerifiedOneTime,
) -> Result<Account, Problem> {
    let id: AccountId = match verified {
        VerifiedOneTime::Entered { account, .. }
        | VerifiedOneTime::HalfChanged { account }
        | VerifiedOneTime::Changed { account, .. } => *account,
    };
    state.ports.accounts.by_id(id).await?.ok_or_else(Problem::not_found)
}

/// A new session's cookie, and where to go: on, or to the second factor first.
pub fn sign_in_response(
    state: &AppState,
    opened: &OpenedSession,
    keep: bool,
    next: &str,
) -> Response {
    let headers = [session_cookie::signed_in(&opened.token, keep, state.site.https())];
    let to = if opened.second_factor {
        let mut query = form_urlencoded::Serializer::new(String::new());
        format!(
            "/auth/second-factor?{}",
            query.append_pair("next", next).finish().replace("%2F", "/")
        )
    } else {
        next.to_owned()
    };
    (headers, Redirect::to(&to)).into_response()
}
