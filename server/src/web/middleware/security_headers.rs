//! Headers of every answer.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use crate::web::{
    headers::{
        default_headers::{add_default_headers, add_link_headers},
        link_paths::is_link,
    },
    state::AppState,
};

/// Adds what every answer carries, where the handler did not say otherwise.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let link = is_link(request.uri().path());
    let mut response = next.run(request).await;
    if link {
        add_link_headers(response.headers_mut());
    }
    add_default_headers(response.headers_mut(), state.production);
    response
}
