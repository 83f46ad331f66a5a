//! The fields of a posted form. What cannot be read as one answers with a page and a true
//! status, never with a bare line of a library's text.

use axum::{
    Form,
    extract::{FromRequest, Request},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::problem::{Kind, Problem};
use serde::de::DeserializeOwned;

use crate::web::response::page::error_response;

/// A form that was read. Errors: 413 when it is too long, 415 when it is not a form, 422
/// when its fields are not ours, each with the global text.
pub struct PostedForm<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for PostedForm<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let rejection = match Form::<T>::from_request(request, state).await {
            Ok(Form(fields)) => return Ok(Self(fields)),
            Err(rejection) => rejection.into_response().status(),
        };
        let kind = match rejection {
            StatusCode::PAYLOAD_TOO_LARGE => Kind::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Kind::Unsupported,
            _ => Kind::BadInput,
        };
        Err(error_response(&Problem::new(kind, "We could not read that form.")))
    }
}
