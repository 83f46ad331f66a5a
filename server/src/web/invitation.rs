//! The link of an invitation. Opening it uses nothing up, as programs that read mail open
//! links too: the browser remembers it, and whoever signs up or in there next, in whatever
//! way, is let in by it.

use axum::{
    Extension,
    extract::{Path, Request, State},
    http::header,
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{domain::cookie::Cookie, flows::waitlist::beta_gate::accept_invitation};

use super::{cookies, router::AppState, session::Who};

/// How long a browser remembers it, in seconds.
const REMEMBERED: u64 = 24 * 3600;
/// Where an invited person goes.
const NEXT: &str = "/ai-creator";

/// Remembers the invitation and leads to the sign-up page, or straight on.
pub async fn open(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Path(invitation): Path<String>,
) -> Response {
    let whole = invitation.len() == 64 && invitation.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !whole {
        return Redirect::to("/register").into_response();
    }
    let https = state.site.https();
    let headers = [cookies::set(Cookie::Invitation, &invitation, Some(REMEMBERED), https)];
    let next =
        if who.0.is_some() { NEXT.to_owned() } else { format!("/auth?mode=signup&next={NEXT}") };
    (headers, Redirect::to(&next)).into_response()
}

/// Uses a remembered invitation for whoever is signed in.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let remembered = cookies::shown(request.headers(), Cookie::Invitation, state.site.https());
    let who = request.extensions().get::<Who>().and_then(|who| who.0.as_ref());
    let (Some(invitation), Some(account)) = (remembered, who.map(|member| member.account.id))
    else {
        return next.run(request).await;
    };
    let accepted = accept_invitation(&state.ports, account, &invitation).await;
    let mut response = next.run(request).await;
    match accepted {
        Ok(accepted) => {
            tracing::info!(%account, accepted, "an invitation was shown");
            let (_, over) = cookies::set(Cookie::Invitation, "", Some(0), state.site.https());
            response.headers_mut().append(header::SET_COOKIE, over);
        }
        // The browser shows it again with the next request.
        Err(error) => tracing::error!(%account, %error, "an invitation could not be used"),
    }
    response
}
