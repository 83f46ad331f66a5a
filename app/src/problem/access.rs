//! The texts of getting in and staying in.

use super::{CREDENTIALS_MISSING, Kind, Problem, TERMS_NEEDED, USERNAME_TAKEN};
use crate::{
    flows::{
        account::{
            change_email::ChangeEmailError, change_password::ChangePasswordError,
            delete::DeleteAccountError,
        },
        auth::{
            open_session::{EnterError, ProofError},
            request_one_time::AskMailError,
            sign_in::SignInError,
            sign_in_with_google::GoogleSignInError,
            sign_up::SignUpError,
            verify_factor::VerifyFactorError,
            verify_one_time::VerifyOneTimeError,
        },
    },
    ports::EnrollError,
};

/// Shown where the last proof of who one is lies too far back.
pub const STALE: &str = "Please confirm that it is you first.";
const WRONG_CODE: &str = "That code is not right, or was used before. Please try the next one.";
const WRONG_MAIL_CODE: &str = "That code is not right, or it has expired. Please look at the six digits in the mail again, or ask for a new mail.";
const SESSION_GONE: &str = "Your session has ended. Please sign in again.";

impl From<SignUpError> for Problem {
    fn from(error: SignUpError) -> Self {
        match error {
            SignUpError::Missing => Self::new(Kind::BadInput, CREDENTIALS_MISSING),
            SignUpError::Email(problem) => Self::new(Kind::BadInput, problem.to_string()),
            SignUpError::Password(problem) => Self::new(Kind::BadInput, problem.to_string()),
            SignUpError::Username(problem) => Self::new(Kind::BadInput, problem.0),
            SignUpError::UsernameTaken => Self::new(Kind::Conflict, USERNAME_TAKEN),
            SignUpError::EmailTaken => Self::new(Kind::Conflict, "User already registered"),
            SignUpError::Terms => Self::new(Kind::TermsNeeded, TERMS_NEEDED),
            SignUpError::TooOften(wait) => Self::too_many(wait),
            SignUpError::TooManyToday(wait) => Self::too_many_accounts(wait),
            SignUpError::Gone => Self::signed_out(),
            SignUpError::Store(error) => error.into(),
        }
    }
}

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::Missing => Self::new(Kind::BadInput, CREDENTIALS_MISSING),
            SignInError::Refused => Self::new(Kind::BadInput, "Invalid login credentials"),
            SignInError::NotConfirmed => Self::new(Kind::BadInput, "Email not confirmed"),
            SignInError::TooOften(wait) => Self::too_many(wait),
            SignInError::Store(error) => error.into(),
        }
    }
}

impl From<AskMailError> for Problem {
    fn from(error: AskMailError) -> Self {
        match error {
            AskMailError::Email(problem) => Self::new(Kind::BadInput, problem.to_string()),
            AskMailError::TooOften(wait) => Self::too_many(wait),
            AskMailError::Store(error) => error.into(),
        }
    }
}

impl From<VerifyOneTimeError> for Problem {
    fn from(error: VerifyOneTimeError) -> Self {
        match error {
            VerifyOneTimeError::Expired => Self::new(
                Kind::BadInput,
                "This link or code has expired, or was used before. Please ask for a new one.",
            ),
            VerifyOneTimeError::WrongCode => Self::new(Kind::BadInput, WRONG_MAIL_CODE),
            VerifyOneTimeError::EmailTaken => {
                Self::new(Kind::Conflict, "The new address has an account of its own meanwhile.")
            }
            VerifyOneTimeError::TooOften(wait) => Self::too_many(wait),
            VerifyOneTimeError::Store(error) => error.into(),
        }
    }
}

impl From<EnterError> for Problem {
    fn from(error: EnterError) -> Self {
        match error {
            EnterError::PasswordReplaced => SignInError::Refused.into(),
            EnterError::Banned => Self::new(Kind::Refused, "User is banned"),
            EnterError::Store(error) => error.into(),
        }
    }
}

impl From<ProofError> for Problem {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::Wrong => Self::new(Kind::BadInput, "That is not right. Please try again."),
            ProofError::WrongCode => Self::new(Kind::BadInput, WRONG_CODE),
            ProofError::WrongMailCode => Self::new(Kind::BadInput, WRONG_MAIL_CODE),
            ProofError::FactorNeeded => {
                Self::new(Kind::Refused, "Please use your second factor, or a recovery code.")
            }
            ProofError::TooOften(wait) => Self::too_many(wait),
            ProofError::Gone => Self::new(Kind::SignedOut, SESSION_GONE),
            ProofError::Store(error) => error.into(),
        }
    }
}

impl From<ChangePasswordError> for Problem {
    fn from(error: ChangePasswordError) -> Self {
        match error {
            ChangePasswordError::Password(problem) => {
                Self::new(Kind::BadInput, problem.to_string())
            }
            ChangePasswordError::Same => {
                Self::new(Kind::BadInput, "New password should be different from the old password.")
            }
            ChangePasswordError::TooOften(wait) => Self::too_many(wait),
            ChangePasswordError::Stale => Self::new(Kind::Stale, STALE),
            ChangePasswordError::Store(error) => error.into(),
        }
    }
}

impl From<ChangeEmailError> for Problem {
    fn from(error: ChangeEmailError) -> Self {
        match error {
            ChangeEmailError::Email(problem) => Self::new(Kind::BadInput, problem.to_string()),
            ChangeEmailError::Same => {
                Self::new(Kind::BadInput, "This is the address you have now.")
            }
            ChangeEmailError::Taken => Self::new(
                Kind::Conflict,
                "A user with this email address has already been registered",
            ),
            ChangeEmailError::Stale => Self::new(Kind::Stale, STALE),
            ChangeEmailError::TooOften(wait) => Self::too_many(wait),
            ChangeEmailError::Store(error) => error.into(),
        }
    }
}

impl From<GoogleSignInError> for Problem {
    fn from(error: GoogleSignInError) -> Self {
        match error {
            GoogleSignInError::NotVerified => Self::new(
                Kind::BadInput,
                "Google has not confirmed this address. Please sign in in another way.",
            ),
            // Pages link nothing.
            error @ (GoogleSignInError::AlreadyLinked | GoogleSignInError::LinkedElsewhere) => {
                Self::new(Kind::Conflict, error.to_string())
            }
            GoogleSignInError::NoSignUp => {
                Self::new(Kind::Refused, "New accounts are not taken at the moment.")
            }
            GoogleSignInError::SignUp(error) => error.into(),
            GoogleSignInError::Store(error) => error.into(),
        }
    }
}

impl From<DeleteAccountError> for Problem {
    fn from(error: DeleteAccountError) -> Self {
        match error {
            DeleteAccountError::Stale => Self::new(Kind::Stale, STALE),
            DeleteAccountError::NotSure => {
                Self::new(Kind::BadInput, "Please tick the box, so that we know you are sure.")
            }
            DeleteAccountError::Running(problem) => problem,
            DeleteAccountError::Store(error) => error.into(),
        }
    }
}

impl From<EnrollError> for Problem {
    fn from(error: EnrollError) -> Self {
        match error {
            EnrollError::NameTaken => {
                Self::new(Kind::Conflict, "A factor of this name exists already.")
            }
            EnrollError::TooMany => {
                Self::new(Kind::Conflict, "There are as many second factors as there may be.")
            }
            EnrollError::Unproven => Self::new(
                Kind::Conflict,
                "Please prove first that your address is yours: open the link in our mail.",
            ),
            EnrollError::Store(error) => error.into(),
        }
    }
}

impl From<VerifyFactorError> for Problem {
    fn from(error: VerifyFactorError) -> Self {
        match error {
            VerifyFactorError::NotFound => Self::not_found(),
            VerifyFactorError::Wrong | VerifyFactorError::OtherAddress => {
                Self::new(Kind::BadInput, WRONG_CODE)
            }
            VerifyFactorError::ChallengeExpired => {
                Self::new(Kind::BadInput, "This took too long. Please begin again.")
            }
            VerifyFactorError::TooOften(wait) => Self::too_many(wait),
            VerifyFactorError::Store(error) => error.into(),
        }
    }
}
