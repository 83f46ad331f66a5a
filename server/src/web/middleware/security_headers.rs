//! Headers of every answer.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use crate::web::{headers::default_headers::add_default_headers, state::AppState};

/// Adds what every answer carries, where the handler did not say otherwise.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    add_default_headers(response.headers_mut(), state.production);
    response
}
