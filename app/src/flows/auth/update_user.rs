//! A client program changes what belongs to its person: free-form data, the password, the
//! e-mail address.

use std::time::Duration;

use super::{
    authenticate_bearer::Bearer,
    send_one_time::Via,
    verify_one_time::{Claim, VerifyOneTimeError, verify_one_time},
};
use crate::{
    domain::{
        account::{
            Email, EmailProblem, Password, PasswordProblem,
            event::{EventKind, Origin},
        },
        auth::{
            api_session::{ApiAccount, ApiUserPatch, Metadata, MetadataTooLarge},
            one_time::TokenKind,
        },
        rate_limit::Limit,
    },
    flows::account::{
        change_email::{ChangeEmailError, admit_change, may_change_to, send_change, sides},
        change_password::{ChangePasswordError, set_new_password},
        security_history::{record, tell_owner},
    },
    mails,
    ports::{AskedBy, EmailChange, PatchApiUserError, Ports, StoreError, TooOften},
};

/// Age of a session from which a new password wants a code.
const OLD_SESSION: Duration = Duration::from_secs(24 * 3600);

/// What is to be changed.
#[derive(Clone, Copy, Debug, Default)]
pub struct UserChange<'a> {
    pub email: Option<&'a str>,
    pub password: Option<&'a str>,
    pub current_password: Option<&'a str>,
    /// The code of a reauthentication.
    pub nonce: Option<&'a str>,
    pub data: Option<&'a Metadata>,
}

#[derive(Debug, thiserror::Error)]
pub enum UpdateUserError {
    #[error("the second factor comes first")]
    SecondFactorFirst,
    #[error(transparent)]
    Email(#[from] EmailProblem),
    #[error("the address has an account")]
    EmailTaken,
    #[error(transparent)]
    Password(#[from] PasswordProblem),
    #[error("it is the password of before")]
    SamePassword,
    #[error(transparent)]
    Metadata(#[from] MetadataTooLarge),
    #[error("the session is old: a code comes first")]
    ReauthenticationNeeded,
    #[error("the code is wrong or too old")]
    BadNonce,
    #[error("the password of before is missing")]
    CurrentMissing,
    #[error("the password of before is wrong")]
    CurrentWrong,
    #[error("asked too often")]
    TooOften(Duration),
    #[error("the account is gone")]
    Gone,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All of it or, when something is refused, nothing: what may be refused is asked first.
pub async fn update_user(
    ports: &Ports,
    bearer: &Bearer,
    change: UserChange<'_>,
    via: Via<'_>,
    origin: &Origin,
) -> Result<ApiAccount, UpdateUserError> {
    let Bearer { session, known } = bearer;
    let email = match change.email {
        Some(text) => Some(text.parse::<Email>()?).filter(|email| *email != known.account.email),
        None => None,
    };
    let protected = change.password.is_some() || email.is_some();
    if protected && bearer.owes_second_factor() {
        return Err(UpdateUserError::SecondFactorFirst);
    }
    let account = &known.account;
    if let Some(password) = change.password {
        password.parse::<Password>()?;
    }
    let patch = ApiUserPatch { user_metadata: change.data, ..ApiUserPatch::default() };
    patch.applied(&known.user)?;
    if let Some(email) = &email {
        admit_change(ports, account).map_err(ChangeEmailError::from)?;
        may_change_to(ports, account, email).await?;
    }
    if let Some(password) = change.password {
        may_set_password(ports, bearer, change, origin).await?;
        set_new_password(ports, account.id, session.id, &session.proofs, password, origin).await?;
        let mail = mails::password_changed(ports, &account.email, origin)?;
        tell_owner(ports, account, &mail).await?;
    }
    if change.data.is_some() {
        ports.tokens.patch_api_user(account.id, patch, ports.now()).await?;
    }
    if let Some(email) = &email {
        let both = ports.settings.tokens.secure_email_change;
        let asked_by = AskedBy::Session(session.id);
        let change = EmailChange { to: email, sides: sides(both), asked_by };
        send_change(ports, account, change, via, origin).await?;
    }
    ports.tokens.api_account(known.account.id).await?.ok_or(UpdateUserError::Gone)
}

async fn may_set_password(
    ports: &Ports,
    bearer: &Bearer,
    change: UserChange<'_>,
    origin: &Origin,
) -> Result<(), UpdateUserError> {
    let (session, account) = (&bearer.session, bearer.known.account.id);
    let settings = &ports.settings.tokens;
    if settings.reauthenticate && ports.now().since(session.created_at) > OLD_SESSION {
        let code = change.nonce.ok_or(UpdateUserError::ReauthenticationNeeded)?;
        let claim = Claim::Own { account, code };
        verify_one_time(ports, claim, &[TokenKind::Reauthentication], origin).await?;
    }
    if settings.current_password
        && let Some(hash) = ports.accounts.password_hash(account).await?
    {
        let current = change.current_password.ok_or(UpdateUserError::CurrentMissing)?;
        ports.rate_limiter.check(Limit::SignIn, &account.to_string())?;
        if !ports.passwords.matches(current, Some(&hash)).await? {
            record(ports, account, EventKind::SignInRefused, origin).await?;
            return Err(UpdateUserError::CurrentWrong);
        }
    }
    Ok(())
}

impl From<TooOften> for UpdateUserError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

impl From<PatchApiUserError> for UpdateUserError {
    fn from(error: PatchApiUserError) -> Self {
        match error {
            PatchApiUserError::Metadata(problem) => Self::Metadata(problem),
            PatchApiUserError::Store(error) => Self::Store(error),
        }
    }
}

impl From<ChangePasswordError> for UpdateUserError {
    fn from(error: ChangePasswordError) -> Self {
        match error {
            ChangePasswordError::Password(problem) => Self::Password(problem),
            ChangePasswordError::Same => Self::SamePassword,
            ChangePasswordError::TooOften(wait) => Self::TooOften(wait),
            ChangePasswordError::Stale => Self::ReauthenticationNeeded,
            ChangePasswordError::Store(error) => Self::Store(error),
        }
    }
}

impl From<ChangeEmailError> for UpdateUserError {
    fn from(error: ChangeEmailError) -> Self {
        match error {
            ChangeEmailError::Email(problem) => Self::Email(problem),
            ChangeEmailError::Same | ChangeEmailError::Taken => Self::EmailTaken,
            ChangeEmailError::Stale => Self::ReauthenticationNeeded,
            ChangeEmailError::TooOften(wait) => Self::TooOften(wait),
            ChangeEmailError::Store(error) => Self::Store(error),
        }
    }
}

impl From<VerifyOneTimeError> for UpdateUserError {
    fn from(error: VerifyOneTimeError) -> Self {
        match error {
            VerifyOneTimeError::Expired
            | VerifyOneTimeError::WrongCode
            | VerifyOneTimeError::NotHolder
            | VerifyOneTimeError::EmailTaken => Self::BadNonce,
            VerifyOneTimeError::TooOften(wait) => Self::TooOften(wait),
            VerifyOneTimeError::Store(error) => Self::Store(error),
        }
    }
}
