//! Marks an answer that is to be a page with the global text.

use std::any::Any;

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};

/// Marks an answer that is a page whoever asks, with what to say beside the global text.
#[derive(Clone)]
pub(in crate::web) struct ErrorPage(pub Option<String>);

/// The page of this status.
pub fn shown(status: StatusCode, said: Option<String>) -> Response {
    let mut response = status.into_response();
    response.extensions_mut().insert(ErrorPage(said));
    response
}

/// The same for a handler that panicked.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    shown(StatusCode::INTERNAL_SERVER_ERROR, None)
}
