//! What a refusal of the token API says: status, code and text of `GoTrue` (contracts §1),
//! so that existing client libraries understand it. Which of the two shapes it takes is
//! decided where it is written. To add one: the flow's enum turns into a [`Refusal`] here.

use std::{error::Error, time::Duration};

use http::StatusCode;

use crate::{
    domain::account::PasswordProblem,
    flows::{
        authenticate_bearer::BearerError, issue_tokens::IssueError, refresh_tokens::RefreshError,
        sign_in::SignInError, sign_up::SignUpError,
    },
    ports::{RefreshTokenProblem, StoreError},
};

/// A refused call of the token API.
#[derive(Debug)]
pub struct Refusal {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: String,
    /// Why a password is weak.
    pub weak: &'static [&'static str],
    /// Written in the shape of OAuth: `{error, error_description}`.
    pub oauth: bool,
    /// For the log only.
    pub source: Option<Box<dyn Error + Send + Sync>>,
}

impl Refusal {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), weak: &[], oauth: false, source: None }
    }

    /// 400.
    pub fn bad(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 400 `validation_failed`.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::bad("validation_failed", message)
    }

    /// 403.
    pub fn forbidden(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// 404.
    pub fn not_found(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, message)
    }

    /// 422.
    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 429.
    pub fn too_many(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, code, message)
    }

    /// 400 in the shape of OAuth.
    pub fn oauth(error: &'static str, description: impl Into<String>) -> Self {
        Self { oauth: true, ..Self::bad(error, description) }
    }

    /// Our fault.
    pub fn failed(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let message = "Unexpected failure, please check server logs for more information";
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Self { source: Some(source.into()), ..Self::new(status, "unexpected_failure", message) }
    }

    /// Nobody showed a token.
    pub fn no_authorization() -> Self {
        let message = "This endpoint requires a valid Bearer token";
        Self::new(StatusCode::UNAUTHORIZED, "no_authorization", message)
    }

    /// A password of too few characters.
    pub fn weak_password(message: impl Into<String>) -> Self {
        Self { weak: &["length"], ..Self::unprocessable("weak_password", message) }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::failed(error.0)
    }
}

impl From<PasswordProblem> for Refusal {
    fn from(problem: PasswordProblem) -> Self {
        match problem {
            PasswordProblem::TooShort => Self::weak_password(problem.to_string()),
            PasswordProblem::TooLong => Self::invalid(problem.to_string()),
        }
    }
}

/// A mailbox is written to once a minute (contracts §1.6).
fn too_soon(wait: Duration) -> Refusal {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    let message =
        format!("For security purposes, you can only request this after {seconds} seconds.");
    Refusal::too_many("over_email_send_rate_limit", message)
}

impl From<SignUpError> for Refusal {
    fn from(error: SignUpError) -> Self {
        match error {
            SignUpError::Missing => Self::invalid("Signup requires a valid password"),
            SignUpError::Email(problem) => Self::invalid(problem.to_string()),
            SignUpError::Password(problem) => problem.into(),
            SignUpError::EmailTaken => {
                Self::unprocessable("user_already_exists", "User already registered")
            }
            // A client program sends neither.
            error
            @ (SignUpError::Username(_) | SignUpError::UsernameTaken | SignUpError::Terms) => {
                Self::invalid(error.to_string())
            }
            SignUpError::TooOften(wait) => too_soon(wait),
            SignUpError::Gone => Self::failed("an account is gone right after it was made"),
            SignUpError::Store(error) => error.into(),
        }
    }
}

impl From<SignInError> for Refusal {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::Missing | SignInError::Refused => {
                Self::bad("invalid_credentials", "Invalid login credentials")
            }
            SignInError::NotConfirmed => Self::bad("email_not_confirmed", "Email not confirmed"),
            SignInError::TooOften(_) => {
                Self::too_many("over_request_rate_limit", "Request rate limit reached")
            }
            SignInError::Store(error) => error.into(),
        }
    }
}

impl From<IssueError> for Refusal {
    fn from(error: IssueError) -> Self {
        match error {
            IssueError::Banned => Self::bad("user_banned", "User is banned"),
            IssueError::Gone => Self::bad("invalid_credentials", "Invalid login credentials"),
            IssueError::Store(error) => error.into(),
        }
    }
}

impl From<RefreshError> for Refusal {
    fn from(error: RefreshError) -> Self {
        let expired = |message| Self::bad("session_expired", message);
        match error {
            RefreshError::Token(RefreshTokenProblem::Malformed) => {
                Self::invalid("Refresh token is not valid")
            }
            RefreshError::Token(RefreshTokenProblem::Unknown) => Self::bad(
                "refresh_token_not_found",
                "Invalid Refresh Token: Refresh Token Not Found",
            ),
            RefreshError::NeverIssued => {
                Self::invalid("Invalid Refresh Token: Not Issued By This Server")
            }
            RefreshError::Used => {
                Self::bad("refresh_token_already_used", "Invalid Refresh Token: Already Used")
            }
            RefreshError::Expired => expired("Invalid Refresh Token: Session Expired"),
            RefreshError::Inactive => {
                expired("Invalid Refresh Token: Session Expired (Inactivity)")
            }
            RefreshError::Banned => Self::bad("user_banned", "Invalid Refresh Token: User Banned"),
            RefreshError::Busy => Self::new(
                StatusCode::CONFLICT,
                "conflict",
                "Too many concurrent token refresh requests on the same session or refresh token",
            ),
            RefreshError::Store(error) => error.into(),
        }
    }
}

impl From<BearerError> for Refusal {
    fn from(error: BearerError) -> Self {
        match error {
            BearerError::Bad(why) => Self::forbidden(
                "bad_jwt",
                format!("invalid JWT: unable to parse or verify signature, {why}"),
            ),
            BearerError::NoSession => Self::forbidden(
                "session_not_found",
                "Session from session_id claim in JWT does not exist",
            ),
            BearerError::NoUser => {
                Self::forbidden("user_not_found", "User from sub claim in JWT does not exist")
            }
            BearerError::Banned => Self::forbidden("user_banned", "User is banned"),
            BearerError::NotAdmin => Self::forbidden("not_admin", "User not allowed"),
            BearerError::Store(error) => error.into(),
        }
    }
}
