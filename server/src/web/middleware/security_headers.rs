//! Headers of every answer.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use evernear_app::domain::sharing::LINK_PREFIX;

use crate::web::{
    headers::default_headers::{add_default_headers, add_link_headers},
    state::AppState,
};

/// Adds what every answer carries, where the handler did not say otherwise.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let is_link = request.uri().path().starts_with(LINK_PREFIX);
    let mut response = next.run(request).await;
    if is_link {
        add_link_headers(response.headers_mut());
    }
    add_default_headers(response.headers_mut(), state.production);
    response
}
