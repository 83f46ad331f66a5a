//! Uses an invitation that the browser remembers, for whoever is signed in.

use axum::{
    extract::{Request, State},
    http::header,
    middleware::Next,
    response::Response,
};
use evernear_app::{domain::cookie::Cookie, flows::waitlist::beta_gate::accept_invitation};

use crate::web::{
    headers::cookies,
    state::{AppState, session::Principal},
    waitlist::invitation::is_whole,
};

/// Uses a remembered invitation for whoever is signed in.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let remembered = cookies::shown(request.headers(), Cookie::Invitation, state.site.https());
    let remembered = remembered.filter(|invitation| is_whole(invitation));
    let who = request.extensions().get::<Principal>().and_then(|who| who.0.as_ref());
    let (Some(invitation), Some(account)) = (remembered, who.map(|member| member.account.id))
    else {
        return next.run(request).await;
    };
    let accepted = accept_invitation(&state.ports, account, &invitation).await;
    let mut response = next.run(request).await;
    match accepted {
        Ok(accepted) => {
            if accepted {
                tracing::info!(%account, "an invitation was accepted");
            }
            let (_, over) = cookies::set(Cookie::Invitation, "", Some(0), state.site.https());
            response.headers_mut().append(header::SET_COOKIE, over);
        }
        // The browser shows it again with the next request.
        Err(error) => tracing::error!(%account, %error, "an invitation could not be used"),
    }
    response
}
