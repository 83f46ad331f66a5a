//! Counts requests, as layers over routes: of an account, wherever it asks from, and of a client
//! that is signed in nowhere. What is sent again as it is (`page_cache`, `assets`) is not counted.

use axum::{
    Extension,
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use evernear_app::{domain::rate_limit::Limit, ports::TooOften};

use crate::web::{
    extract::client::Client,
    response::{page::error_response, problem::refused},
    state::{AppState, session::Principal},
};

/// Calls of pages that are open.
pub async fn calls(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Extension(client): Extension<Client>,
    request: Request,
    next: Next,
) -> Response {
    match check(&state, &who, client, [Limit::Call, Limit::CallFrom]) {
        Ok(()) => next.run(request).await,
        Err(wait) => refused(&wait.into()),
    }
}

/// Pages that are made for this request, and forms.
pub async fn pages(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Extension(client): Extension<Client>,
    request: Request,
    next: Next,
) -> Response {
    match check(&state, &who, client, [Limit::Page, Limit::PageFrom]) {
        Ok(()) => next.run(request).await,
        Err(wait) => error_response(&wait.into()),
    }
}

/// Pictures and films, of which a page may show many.
pub async fn media(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Extension(client): Extension<Client>,
    request: Request,
    next: Next,
) -> Response {
    match check(&state, &who, client, [Limit::Media, Limit::MediaFrom]) {
        Ok(()) => next.run(request).await,
        Err(wait) => refused(&wait.into()),
    }
}

fn check(
    state: &AppState,
    who: &Principal,
    client: Client,
    [of_account, of_client]: [Limit; 2],
) -> Result<(), TooOften> {
    match &who.0 {
        Some(member) => state.ports.rate_limiter.check(of_account, &member.account.id.to_string()),
        None => state.ports.rate_limiter.check(of_client, &client.key()),
    }
}
