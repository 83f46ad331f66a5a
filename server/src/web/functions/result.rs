//! How answers look: a refusal is `{"error": text}` with its status.

use std::any::Any;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::{
        auth::authenticate_bearer::BearerError, creation::begin::BeginCreationError,
        functions::generate_film::GenerateFilmError,
    },
    ports::{StoreError, TooOften},
    problem::Problem,
};
use serde_json::{Value, json};

/// What handlers answer.
pub type FunctionResult = Result<(StatusCode, Json<Value>), FunctionError>;

/// A refused call.
#[derive(Debug)]
pub struct FunctionError {
    status: StatusCode,
    message: String,
    /// In seconds.
    retry_after: Option<u32>,
    /// For the log only.
    source: Option<String>,
}

impl FunctionError {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), retry_after: None, source: None }
    }

    /// 400.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// Nobody, or nobody any more, shows this token.
    pub fn signed_out() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "User not authenticated")
    }

    /// The program's key stands for another request.
    pub fn key_used() -> Self {
        Self::new(StatusCode::CONFLICT, "This idempotency key was used for another request.")
    }
}

impl IntoResponse for FunctionError {
    fn into_response(self) -> Response {
        if let Some(source) = &self.source {
            tracing::error!(source, "a function could not be answered");
        }
        let mut response = (self.status, Json(json!({ "error": self.message }))).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<Problem> for FunctionError {
    fn from(problem: Problem) -> Self {
        Self {
            status: problem.kind.status(),
            retry_after: problem.retry_after,
            source: problem.source.as_ref().map(ToString::to_string),
            message: problem.message,
        }
    }
}

impl From<StoreError> for FunctionError {
    fn from(error: StoreError) -> Self {
        Problem::from(error).into()
    }
}

impl From<TooOften> for FunctionError {
    fn from(wait: TooOften) -> Self {
        Problem::from(wait).into()
    }
}

impl From<BearerError> for FunctionError {
    fn from(error: BearerError) -> Self {
        match error {
            BearerError::Banned => Self::new(StatusCode::FORBIDDEN, "User is banned"),
            BearerError::Store(error) => error.into(),
            BearerError::Bad(_)
            | BearerError::NoSession
            | BearerError::NoUser
            | BearerError::NotAdmin => Self::signed_out(),
        }
    }
}

impl From<BeginCreationError> for FunctionError {
    fn from(error: BeginCreationError) -> Self {
        match error {
            BeginCreationError::InsufficientCredits { .. } => {
                Self::new(StatusCode::PAYMENT_REQUIRED, "Not enough credits.")
            }
            BeginCreationError::Stale => Self::key_used(),
            error => Problem::from(error).into(),
        }
    }
}

impl From<GenerateFilmError> for FunctionError {
    fn from(error: GenerateFilmError) -> Self {
        match error {
            GenerateFilmError::NoPicture => Self::bad(
                "imageUrl is none of your pictures that are kept. Use the imageUrl of check-image-status.",
            ),
            GenerateFilmError::OtherMode => {
                Self::bad("This picture is of another number of people: use the other function.")
            }
            GenerateFilmError::OtherShape => {
                Self::bad("A film has the ratio of its picture. Leave ratio out, or use the same.")
            }
            GenerateFilmError::KeyUsed => Self::key_used(),
            GenerateFilmError::Begin(error) => error.into(),
        }
    }
}

/// What a panic leaves behind.
pub fn panicked(_: Box<dyn Any + Send>) -> Response {
    FunctionError::from(StoreError::new("a handler panicked")).into_response()
}
