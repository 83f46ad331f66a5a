//! What a refusal of the token API says: status, code and text of `GoTrue`, so that existing
//! client libraries understand it. Which of the two shapes it takes is decided where it is
//! written. To add one: the flow's enum turns into a [`Refusal`] here.

use std::{error::Error, fmt, time::Duration};

use http::StatusCode;

use crate::{
    domain::{
        account::PasswordProblem,
        auth::{api_session::MetadataTooLarge, flow_state::ChallengeProblem},
    },
    flows::{
        account::delete::DeleteAccountError,
        auth::{
            administer_users::AdminError,
            answer_challenge::AnswerChallengeError,
            authenticate_bearer::BearerError,
            issue_tokens::IssueError,
            oauth_flow::{CompleteOAuthError, OAuthError, OAuthStateError},
            open_session::ProofError,
            pkce_flow::ExchangeError,
            refresh_tokens::RefreshError,
            request_one_time::AskMailError,
            sign_in::SignInError,
            sign_in_with_google::GoogleSignInError,
            sign_in_with_id_token::IdTokenSignInError,
            sign_up::SignUpError,
            update_user::UpdateUserError,
            verify_factor::VerifyFactorError,
            verify_mail_code::VerifyMailError,
            verify_one_time::VerifyOneTimeError,
        },
    },
    ports::{
        EnrollError, GoogleError, IdTokenError, PatchApiUserError, RefreshTokenProblem, StoreError,
        TooOften, UnlinkError,
    },
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

/// For the log: what is behind it, else what it says.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some(source) => write!(f, "{source}"),
            None => f.write_str(&self.message),
        }
    }
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

    /// The operator takes nobody new.
    pub fn signup_disabled() -> Self {
        Self::unprocessable("signup_disabled", "Signups not allowed for this instance")
    }

    /// A password of too few characters.
    pub fn weak_password(message: impl Into<String>) -> Self {
        Self { weak: &["length"], ..Self::unprocessable("weak_password", message) }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::OwnerGone => Self::forbidden("user_not_found", "User not found"),
            StoreError::Failed(source) => Self::failed(source),
        }
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

impl From<MetadataTooLarge> for Refusal {
    fn from(problem: MetadataTooLarge) -> Self {
        Self::invalid(problem.to_string())
    }
}

/// A mailbox is written to once a minute, as `GoTrue` has it.
fn too_soon(wait: Duration) -> Refusal {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    let message =
        format!("For security purposes, you can only request this after {seconds} seconds.");
    Refusal::too_many("over_email_send_rate_limit", message)
}

impl From<PatchApiUserError> for Refusal {
    fn from(error: PatchApiUserError) -> Self {
        match error {
            PatchApiUserError::Metadata(problem) => problem.into(),
            PatchApiUserError::Store(error) => error.into(),
        }
    }
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
            SignUpError::TooManyToday(wait) => TooOften(wait).into(),
            SignUpError::Gone => StoreError::OwnerGone.into(),
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
            IssueError::Gone | IssueError::SignInsEnded => {
                Self::bad("invalid_credentials", "Invalid login credentials")
            }
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
            RefreshError::NoSession => {
                Self::bad("session_not_found", "Invalid Refresh Token: No Valid Session Found")
            }
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

impl From<ChallengeProblem> for Refusal {
    fn from(problem: ChallengeProblem) -> Self {
        Self::invalid(problem.to_string())
    }
}

/// By client: how long to wait is for the log only.
impl From<TooOften> for Refusal {
    fn from(TooOften(_): TooOften) -> Self {
        Self::too_many("over_request_rate_limit", "Request rate limit reached")
    }
}

impl From<AskMailError> for Refusal {
    fn from(error: AskMailError) -> Self {
        match error {
            AskMailError::Email(problem) => Self::invalid(problem.to_string()),
            AskMailError::TooOften(wait) => too_soon(wait),
            AskMailError::Store(error) => error.into(),
        }
    }
}

impl From<ProofError> for Refusal {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::Wrong
            | ProofError::WrongCode
            | ProofError::WrongMailCode
            | ProofError::FactorNeeded => bad_nonce(),
            ProofError::TooOften(wait) => too_soon(wait),
            ProofError::Gone => BearerError::NoSession.into(),
            ProofError::Store(error) => error.into(),
        }
    }
}

fn bad_nonce() -> Refusal {
    Refusal::unprocessable("reauthentication_not_valid", "Nonce has expired or is invalid")
}

fn email_exists() -> Refusal {
    let message = "A user with this email address has already been registered";
    Refusal::unprocessable("email_exists", message)
}

impl From<VerifyOneTimeError> for Refusal {
    fn from(error: VerifyOneTimeError) -> Self {
        match error {
            VerifyOneTimeError::Expired
            | VerifyOneTimeError::WrongCode
            | VerifyOneTimeError::NotHolder => {
                Self::forbidden("otp_expired", "Email link is invalid or has expired")
            }
            VerifyOneTimeError::EmailTaken => email_exists(),
            VerifyOneTimeError::TooOften(wait) => TooOften(wait).into(),
            VerifyOneTimeError::Store(error) => error.into(),
        }
    }
}

impl From<VerifyMailError> for Refusal {
    fn from(error: VerifyMailError) -> Self {
        match error {
            VerifyMailError::OneTime(error) => error.into(),
            VerifyMailError::Issue(IssueError::Banned) => BearerError::Banned.into(),
            VerifyMailError::Issue(error) => error.into(),
            VerifyMailError::Store(error) => error.into(),
        }
    }
}

impl From<ExchangeError> for Refusal {
    fn from(error: ExchangeError) -> Self {
        match error {
            ExchangeError::NotFound => Self::not_found(
                "flow_state_not_found",
                "invalid flow state, no valid flow state found",
            ),
            ExchangeError::Expired => Self::unprocessable(
                "flow_state_expired",
                "invalid flow state, flow state has expired",
            ),
            ExchangeError::BadVerifier => Self::bad(
                "bad_code_verifier",
                "code challenge does not match previously saved code verifier",
            ),
            ExchangeError::Issue(error) => error.into(),
            ExchangeError::Store(error) => error.into(),
        }
    }
}

impl From<UpdateUserError> for Refusal {
    fn from(error: UpdateUserError) -> Self {
        match error {
            UpdateUserError::SecondFactorFirst => Self::new(
                StatusCode::UNAUTHORIZED,
                "insufficient_aal",
                "AAL2 session is required to update email or password when MFA is enabled.",
            ),
            UpdateUserError::Email(problem) => Self::invalid(problem.to_string()),
            UpdateUserError::EmailTaken => email_exists(),
            UpdateUserError::Password(problem) => problem.into(),
            UpdateUserError::Metadata(problem) => problem.into(),
            UpdateUserError::SamePassword => Self::unprocessable(
                "same_password",
                "New password should be different from the old password.",
            ),
            UpdateUserError::ReauthenticationNeeded => {
                Self::bad("reauthentication_needed", "Password update requires reauthentication")
            }
            UpdateUserError::BadNonce => bad_nonce(),
            UpdateUserError::CurrentMissing => Self::bad(
                "current_password_required",
                "Current password required when setting new password.",
            ),
            UpdateUserError::CurrentWrong => Self::bad(
                "current_password_invalid",
                "Current password required when setting new password.",
            ),
            UpdateUserError::TooOften(wait) => too_soon(wait),
            UpdateUserError::Gone => BearerError::NoUser.into(),
            UpdateUserError::Store(error) => error.into(),
        }
    }
}

impl From<EnrollError> for Refusal {
    fn from(error: EnrollError) -> Self {
        match error {
            EnrollError::NameTaken => Self::unprocessable(
                "mfa_factor_name_conflict",
                "A factor with this friendly name already exists for this user",
            ),
            EnrollError::TooMany => Self::unprocessable(
                "too_many_enrolled_mfa_factors",
                "Maximum number of verified factors reached, unenroll to continue",
            ),
            EnrollError::Unproven => {
                Self::unprocessable("email_not_confirmed", "Email not confirmed")
            }
            EnrollError::Store(error) => error.into(),
        }
    }
}

impl From<VerifyFactorError> for Refusal {
    fn from(error: VerifyFactorError) -> Self {
        match error {
            VerifyFactorError::NotFound => {
                Self::not_found("mfa_factor_not_found", "Factor not found")
            }
            VerifyFactorError::Wrong => {
                Self::unprocessable("mfa_verification_failed", "Invalid TOTP code entered")
            }
            VerifyFactorError::ChallengeExpired => Self::unprocessable(
                "mfa_challenge_expired",
                "MFA challenge has expired, verify against another challenge or create a new challenge.",
            ),
            VerifyFactorError::OtherAddress => Self::unprocessable(
                "mfa_ip_address_mismatch",
                "Challenge and verify IP addresses mismatch.",
            ),
            VerifyFactorError::TooOften(wait) => TooOften(wait).into(),
            VerifyFactorError::Store(error) => error.into(),
        }
    }
}

impl From<AnswerChallengeError> for Refusal {
    fn from(error: AnswerChallengeError) -> Self {
        match error {
            AnswerChallengeError::Factor(error) => error.into(),
            AnswerChallengeError::Issue(IssueError::Gone) => BearerError::NoSession.into(),
            AnswerChallengeError::Issue(error) => error.into(),
            AnswerChallengeError::Store(error) => error.into(),
        }
    }
}

impl From<UnlinkError> for Refusal {
    fn from(error: UnlinkError) -> Self {
        match error {
            UnlinkError::Single => Self::unprocessable(
                "single_identity_not_deletable",
                "User must have at least 1 identity after unlinking",
            ),
            UnlinkError::EmailConflict => Self::unprocessable(
                "email_conflict_identity_not_deletable",
                "Unable to unlink identity due to email conflict",
            ),
            UnlinkError::NotFound => {
                Self::unprocessable("identity_not_found", "Identity doesn't exist")
            }
            // Asked of people in a browser only.
            UnlinkError::Stale => Self::forbidden("insufficient_aal", error.to_string()),
            UnlinkError::Store(error) => error.into(),
        }
    }
}

impl From<AdminError> for Refusal {
    fn from(error: AdminError) -> Self {
        match error {
            AdminError::NoEmail => Self::invalid("An email address is required"),
            AdminError::Email(problem) => Self::invalid(problem.to_string()),
            AdminError::Password(problem) => problem.into(),
            AdminError::Metadata(problem) => problem.into(),
            AdminError::EmailTaken => email_exists(),
            // The account that is administered is gone, not the one that asks.
            AdminError::NotFound | AdminError::Store(StoreError::OwnerGone) => {
                Self::not_found("user_not_found", "User not found")
            }
            AdminError::LinkType => Self::invalid("Invalid email action link type requested"),
            AdminError::Store(error) => error.into(),
        }
    }
}

impl From<OAuthStateError> for Refusal {
    fn from(error: OAuthStateError) -> Self {
        let bad = |message| Self::bad("bad_oauth_state", message);
        match error {
            OAuthStateError::Unknown => bad("OAuth state not found or expired"),
            OAuthStateError::Expired => bad("OAuth state has expired"),
            OAuthStateError::Used => {
                Self::bad("flow_state_already_used", "State has already been used")
            }
            OAuthStateError::Store(error) => error.into(),
        }
    }
}

impl From<CompleteOAuthError> for Refusal {
    fn from(error: CompleteOAuthError) -> Self {
        match error {
            CompleteOAuthError::OAuth(OAuthError::NoProvider) => {
                Self::bad("provider_disabled", "The provider is not enabled")
            }
            CompleteOAuthError::OAuth(OAuthError::Google(GoogleError::Refused(_))) => {
                Self::bad("bad_oauth_callback", "The provider did not accept the code")
            }
            CompleteOAuthError::SignIn(error) => error.into(),
            CompleteOAuthError::Issue(IssueError::Banned) => BearerError::Banned.into(),
            CompleteOAuthError::Issue(error) => error.into(),
            CompleteOAuthError::Store(error)
            | CompleteOAuthError::OAuth(OAuthError::Google(GoogleError::Store(error))) => {
                error.into()
            }
        }
    }
}

impl From<GoogleSignInError> for Refusal {
    fn from(error: GoogleSignInError) -> Self {
        match error {
            GoogleSignInError::NotVerified => Self::unprocessable(
                "provider_email_needs_verification",
                "Unverified email with google",
            ),
            GoogleSignInError::Removed => {
                Self::bad("invalid_credentials", "Invalid login credentials")
            }
            GoogleSignInError::NoSignUp => Self::signup_disabled(),
            GoogleSignInError::AlreadyLinked => {
                Self::unprocessable("identity_already_exists", "Identity is already linked")
            }
            GoogleSignInError::LinkedElsewhere => Self::unprocessable(
                "identity_already_exists",
                "Identity is already linked to another user",
            ),
            GoogleSignInError::SignUp(error) => error.into(),
            GoogleSignInError::Store(error) => error.into(),
        }
    }
}

impl From<IdTokenSignInError> for Refusal {
    fn from(error: IdTokenSignInError) -> Self {
        let invalid = |description: String| Self::oauth("invalid request", description);
        match error {
            IdTokenSignInError::NoProvider => {
                Self::bad("provider_disabled", "Provider (issuer \"google\") is not enabled")
            }
            IdTokenSignInError::Token(IdTokenError::Bad) => invalid("Bad ID token".to_owned()),
            IdTokenSignInError::Token(IdTokenError::NoSubject) => {
                invalid("Missing sub claim in id_token".to_owned())
            }
            IdTokenSignInError::Token(IdTokenError::Audience(audience)) => {
                invalid(format!("Unacceptable audience in id_token: {audience}"))
            }
            IdTokenSignInError::HalfNonce => invalid(
                "Passed nonce and nonce in id_token should either both exist or not.".to_owned(),
            ),
            IdTokenSignInError::OtherNonce => Self::oauth("invalid nonce", "Nonces mismatch"),
            IdTokenSignInError::SignIn(error) => error.into(),
            IdTokenSignInError::Issue(IssueError::Banned) => BearerError::Banned.into(),
            IdTokenSignInError::Issue(error) => error.into(),
            IdTokenSignInError::Store(error)
            | IdTokenSignInError::Token(IdTokenError::Store(error)) => error.into(),
        }
    }
}

impl From<DeleteAccountError> for Refusal {
    fn from(error: DeleteAccountError) -> Self {
        match error {
            DeleteAccountError::Store(error) => error.into(),
            // An administrator is always sure, and has just shown a token.
            other => Self::failed(other),
        }
    }
}
