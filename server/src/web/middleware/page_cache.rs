//! Answers from the pages that are kept, before anything else looks at the request.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use crate::web::state::AppState;

/// Answers from what is kept, before anything else looks at the request.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    match state.kept.answer(&request) {
        Some(answer) => answer,
        None => next.run(request).await,
    }
}
