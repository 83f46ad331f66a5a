//! A new account: e-mail, password, an optional user name and the confirmation of age and terms.
//! Its profile begins with 50 credits, the first entry of its ledger, once for each mailbox.
//! Where addresses are confirmed, nobody is in and no credits are granted before that, and an
//! address that has an account is answered like any other. Until then a password may be a
//! stranger's: when two sign-ups differ in it, neither counts, and a new one is chosen after the
//! confirmation.

use std::time::Duration;

use evernear_rules::pricing::WELCOME_CREDITS;
use serde_json::json;

use super::send_one_time::{Admitted, MailKind, Recipient, Via, check_mail_quota, send_one_time};
use crate::{
    domain::{
        account::{
            Account, Email, EmailProblem, Password, PasswordProblem, TERMS_VERSION, TermsAccepted,
            Username, UsernameProblem,
            event::{EventKind, Origin},
        },
        auth::{
            api_session::{ApiUserPatch, Metadata},
            identity::Identity,
        },
        id::{AccountId, EntryId, IdentityId},
        rate_limit::Limit,
        timestamp::Timestamp,
    },
    flows::{
        account::security_history::{record, record_padding},
        system::take_quota::SpendError,
    },
    mails,
    ports::{
        CreateAccountError, NewAccount, PatchApiUserError, Ports, StoreError, TooOften, Welcome,
    },
    problem::{CREDENTIALS_MISSING, Kind, Problem, TERMS_NEEDED, USERNAME_TAKEN},
};

/// The form as it came.
#[derive(Clone, Debug, Default)]
pub struct SignUp {
    pub email: String,
    pub password: String,
    /// Blank for none.
    pub username: String,
    /// '12 or older' and the terms are confirmed. The token API does not ask: those
    /// accounts are asked before their first creation.
    pub terms: Terms,
}

/// What was answered to age and terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Terms {
    #[default]
    Refused,
    Accepted,
    NotAsked,
}

/// What signing up leads to.
#[derive(Clone, Debug)]
pub enum SignedUp {
    /// The account is ready; the caller opens its first session.
    Ready(Account),
    /// A mail is on its way. No account where the address has one: whoever asked is told
    /// the same.
    CheckMail(Option<AccountId>),
}

#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    #[error("e-mail or password is missing")]
    Missing,
    #[error(transparent)]
    Email(#[from] EmailProblem),
    #[error(transparent)]
    Password(#[from] PasswordProblem),
    #[error(transparent)]
    Username(#[from] UsernameProblem),
    #[error("the user name is taken")]
    UsernameTaken,
    #[error("the e-mail has an account")]
    EmailTaken,
    #[error("age and terms are not confirmed")]
    Terms,
    #[error("asked too often")]
    TooOften(Duration),
    #[error("as many accounts as one client may make in a day")]
    TooManyToday(Duration),
    #[error("the account was not found again")]
    Gone,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for SignUpError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

impl From<SpendError> for SignUpError {
    fn from(error: SpendError) -> Self {
        match error {
            SpendError::TooOften(wait) => wait.into(),
            SpendError::Store(error) => error.into(),
        }
    }
}

/// One client made as many accounts as it may for now.
pub(super) fn too_many_today(TooOften(wait): TooOften) -> SignUpError {
    SignUpError::TooManyToday(wait)
}

impl From<CreateAccountError> for SignUpError {
    fn from(error: CreateAccountError) -> Self {
        match error {
            CreateAccountError::EmailTaken => Self::EmailTaken,
            CreateAccountError::UsernameTaken => Self::UsernameTaken,
            CreateAccountError::Store(error) => Self::Store(error),
        }
    }
}

/// Makes the account.
pub async fn sign_up(
    ports: &Ports,
    form: SignUp,
    via: Via<'_>,
    origin: &Origin,
) -> Result<SignedUp, SignUpError> {
    if form.email.trim().is_empty() || form.password.is_empty() {
        return Err(SignUpError::Missing);
    }
    let email: Email = form.email.parse()?;
    let password: Password = form.password.parse()?;
    let username = match form.username.trim() {
        "" => None,
        name => Some(name.parse::<Username>()?),
    };
    if form.terms == Terms::Refused {
        return Err(SignUpError::Terms);
    }
    // Before anything is known of the address, so that the answer tells nothing about it.
    if let Some(name) = &username
        && ports.accounts.username_taken(name).await?
    {
        return Err(SignUpError::UsernameTaken);
    }
    // Every try counts, because counting new accounts alone would tell which addresses have one.
    admit_account(ports, "", origin).map_err(too_many_today)?;
    let confirm = ports.settings.confirm_email;
    if confirm {
        let admitted =
            check_mail_quota(ports, &email, MailKind::Confirm, Recipient::Anybody).await?;
        if let Admitted::Unsent(_) = admitted {
            // Nobody could confirm the account; it takes as long as if there were one already.
            ports.passwords.matches(password.expose(), None).await?;
            record_padding(ports, WRITES).await?;
            return Ok(SignedUp::CheckMail(None));
        }
        if answer_existing_account(ports, &email, &password, via).await? {
            return Ok(SignedUp::CheckMail(None));
        }
    }
    let hash = ports.passwords.hash(&password).await?;
    let now = ports.now();
    let new = Joining {
        email: email.clone(),
        confirmed_at: (!confirm).then_some(now),
        proven: false,
        password_hash: Some(hash),
        username,
        terms: form.terms == Terms::Accepted,
        provider: None,
    };
    match create_account(ports, new).await {
        Ok(id) => {
            record(ports, id, EventKind::SignedUp, origin).await?;
            if confirm {
                send_one_time(ports, id, MailKind::Confirm, &email, via).await?;
                return Ok(SignedUp::CheckMail(Some(id)));
            }
            let account = ports.accounts.by_id(id).await?.ok_or(SignUpError::Gone)?;
            Ok(SignedUp::Ready(account))
        }
        Err(SignUpError::EmailTaken) if confirm => {
            // Another request for the same address was quicker.
            answer_existing_account(ports, &email, &password, via).await?;
            Ok(SignedUp::CheckMail(None))
        }
        Err(error) => Err(error),
    }
}

/// Whether a new account may be made now, by client; counts it. `counted` names what is counted
/// apart from the forms.
pub fn admit_account(ports: &Ports, counted: &str, origin: &Origin) -> Result<(), TooOften> {
    ports.rate_limiter.check(Limit::NewAccount, &format!("{counted}{}", origin.ip))
}

/// Whether [`admit_account`] would; counts nothing.
pub fn may_make_account(ports: &Ports, counted: &str, origin: &Origin) -> Result<(), TooOften> {
    ports.rate_limiter.peek(Limit::NewAccount, &format!("{counted}{}", origin.ip))
}

/// A new account is written in so many steps.
const WRITES: u32 = 3;

/// If the address has an account, tells its mailbox; it takes as long as making one.
/// Confirmed: its owner is told. Not confirmed: the mail is sent again, and the password
/// stays only if it is the same. Of two that differ one is a stranger's, whoever came first,
/// and the mail cannot tell which.
async fn answer_existing_account(
    ports: &Ports,
    email: &Email,
    password: &Password,
    via: Via<'_>,
) -> Result<bool, StoreError> {
    let Some((account, hash)) = ports.accounts.by_email(email).await? else { return Ok(false) };
    let same = ports.passwords.matches(password.expose(), hash.as_deref()).await?;
    let mut written = 1;
    if account.email_confirmed_at.is_some() {
        ports.mails.queue_mail(&mails::already_member(ports, &account.email)?).await?;
        ports.wake.wake();
    } else {
        if !same {
            ports.accounts.forget_unconfirmed_password(account.id).await?;
            written += 1;
        }
        send_one_time(ports, account.id, MailKind::Confirm, &account.email, via).await?;
    }
    record_padding(ports, WRITES - written).await?;
    Ok(true)
}

/// Keeps what a client program knows of somebody new; whether it fits was asked before.
pub async fn keep_metadata(
    ports: &Ports,
    account: AccountId,
    data: Option<&Metadata>,
) -> Result<(), PatchApiUserError> {
    if let Some(data) = data.filter(|data| !data.is_empty()) {
        let patch = ApiUserPatch { user_metadata: Some(data), ..ApiUserPatch::default() };
        ports.tokens.patch_api_user(account, patch, ports.now()).await?;
    }
    Ok(())
}

/// Someone who joins, by whichever way.
pub struct Joining {
    pub email: Email,
    pub confirmed_at: Option<Timestamp>,
    /// A provider vouches for the address; otherwise it is taken as it is.
    pub proven: bool,
    pub password_hash: Option<String>,
    pub username: Option<Username>,
    pub terms: bool,
    /// Name, subject and data of a provider; nothing for those with a password or a link.
    pub provider: Option<(String, String, serde_json::Map<String, serde_json::Value>)>,
}

/// The welcome credits that this address's mailbox may have, if it had none.
pub(super) fn welcome(ports: &Ports, email: &Email) -> Welcome {
    let (at, parts) = ports.id_parts();
    Welcome {
        entry: EntryId::new(at, &parts),
        credits: WELCOME_CREDITS,
        mailbox: ports.mailboxes.digest(email),
    }
}

/// The account with its profile and identity. Its welcome credits come at once, or with the
/// confirmation: an address that is never confirmed must not use up its mailbox's.
pub async fn create_account(ports: &Ports, new: Joining) -> Result<AccountId, SignUpError> {
    let (at, parts) = ports.id_parts();
    let id = AccountId::new(at, &parts);
    let (provider, provider_id, data) = new.provider.unwrap_or_else(|| {
        let data = json!({
            "sub": id, "email": new.email, "email_verified": new.confirmed_at.is_some(), "phone_verified": false,
        });
        ("email".to_owned(), id.to_string(), data.as_object().cloned().unwrap_or_default())
    });
    let identity = Identity {
        id: IdentityId::new(at, &ports.id_parts().1),
        account: id,
        provider,
        provider_id,
        data,
        email: Some(new.email.to_string()),
        last_sign_in_at: Some(at),
        created_at: at,
        updated_at: at,
    };
    let account = NewAccount {
        id,
        welcome: new.confirmed_at.map(|_| welcome(ports, &new.email)),
        email_proven: new.proven,
        email: new.email,
        email_confirmed_at: new.confirmed_at,
        password_hash: new.password_hash,
        identity,
        username: new.username,
        terms: new.terms.then(|| TermsAccepted { version: TERMS_VERSION.to_owned(), at }),
        at,
    };
    ports.accounts.create(account).await?;
    Ok(id)
}

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
