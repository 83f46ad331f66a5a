//! Signing in with Google. The account is the one that Google's name for the person was
//! linked to; else the one with the address, when Google has confirmed it; else a new one,
//! which is asked for age and terms before its first creation. Where nobody had proven that
//! the address is theirs, whatever was set up before may be a stranger's, and goes.

use super::sign_up::{
    Joining, SignUpError, admit_account, create_account, too_many_today, welcome,
};
use crate::{
    domain::{
        account::{
            Account, Email,
            event::{EventKind, Origin},
            identity::Identity,
        },
        id::{AccountId, IdentityId},
    },
    flows::account::security_history::{record, record_and_tell},
    ports::{GoogleProfile, Ports, StoreError},
    problem::{Kind, Problem},
};

const PROVIDER: &str = "google";
/// Longest name that Google gives a person, and longest address: what is longer is neither.
const SUBJECT_BYTES: usize = 255;
const EMAIL_BYTES: usize = 254;
/// How much of what a person calls themselves is kept.
const NAME_SIGNS: usize = 200;

#[derive(Debug, thiserror::Error)]
pub enum GoogleSignInError {
    #[error("Google has not confirmed the address")]
    NotVerified,
    #[error("nobody new is taken")]
    NoSignUp,
    #[error("it is a way into the account already")]
    AlreadyLinked,
    #[error("it is a way into another account")]
    LinkedElsewhere,
    #[error(transparent)]
    SignUp(#[from] SignUpError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How somebody may come in.
#[derive(Clone, Copy, Debug)]
pub enum Admission {
    /// Also when they are new.
    Anyone,
    /// Only with an account.
    Known,
    /// They are in: this account gets another way in.
    Linking(AccountId),
}

/// Whose account it is; the caller opens a session.
pub async fn sign_in_with_google(
    ports: &Ports,
    profile: &GoogleProfile,
    admission: Admission,
    origin: &Origin,
) -> Result<Account, GoogleSignInError> {
    let is_subject = (1..=SUBJECT_BYTES).contains(&profile.subject.len())
        && !profile.subject.contains(char::is_control);
    if !is_subject || profile.email.len() > EMAIL_BYTES {
        return Err(GoogleSignInError::NotVerified);
    }
    let known = ports.identities.by_subject(PROVIDER, &profile.subject).await?;
    let id = match (known, admission) {
        (Some(identity), Admission::Linking(account)) => {
            return Err(if identity.account == account {
                GoogleSignInError::AlreadyLinked
            } else {
                GoogleSignInError::LinkedElsewhere
            });
        }
        (None, Admission::Linking(account)) => {
            if !ports.identities.link(&identity(ports, account, None, profile)).await? {
                // Somebody else was quicker.
                return Err(GoogleSignInError::LinkedElsewhere);
            }
            record_and_tell(ports, account, EventKind::IdentityLinked, origin).await?;
            account
        }
        (Some(identity), _) => {
            vouch(ports, identity.account, Some(identity), profile, origin).await?
        }
        (None, _) if !profile.email_verified => return Err(GoogleSignInError::NotVerified),
        (None, _) => {
            let email: Email = profile.email.parse().map_err(SignUpError::Email)?;
            match ports.accounts.by_email(&email).await? {
                Some((account, _)) => {
                    let id = vouch(ports, account.id, None, profile, origin).await?;
                    record_and_tell(ports, id, EventKind::IdentityLinked, origin).await?;
                    id
                }
                None if matches!(admission, Admission::Known) => {
                    return Err(GoogleSignInError::NoSignUp);
                }
                None => join(ports, email, profile, origin).await?,
            }
        }
    };
    let account = ports.accounts.by_id(id).await?;
    account.ok_or_else(|| SignUpError::Gone.into())
}

async fn join(
    ports: &Ports,
    email: Email,
    profile: &GoogleProfile,
    origin: &Origin,
) -> Result<AccountId, GoogleSignInError> {
    admit_account(ports, "", origin).map_err(too_many_today)?;
    let new = Joining {
        email,
        confirmed_at: Some(ports.now()),
        proven: true,
        password_hash: None,
        username: None,
        terms: false,
        provider: Some((PROVIDER.to_owned(), profile.subject.clone(), data(profile))),
    };
    let id = create_account(ports, new).await?;
    record(ports, id, EventKind::SignedUp, origin).await?;
    Ok(id)
}

/// Links the way in where Google's word may be the first proof of the account's address.
async fn vouch(
    ports: &Ports,
    account: AccountId,
    known: Option<Identity>,
    profile: &GoogleProfile,
    origin: &Origin,
) -> Result<AccountId, GoogleSignInError> {
    let identity = identity(ports, account, known, profile);
    let linked = match profile.email.parse::<Email>() {
        Ok(email) if profile.email_verified => {
            let welcome = welcome(ports, &email);
            let proven = ports.identities.link_vouched(&identity, &email, &welcome).await?;
            if proven == Some(true) {
                record(ports, account, EventKind::EmailConfirmed, origin).await?;
            }
            proven.is_some()
        }
        _ => ports.identities.link(&identity).await?,
    };
    // Of two that link it at once, the other was quicker.
    if linked { Ok(account) } else { Err(GoogleSignInError::LinkedElsewhere) }
}

fn identity(
    ports: &Ports,
    account: AccountId,
    known: Option<Identity>,
    profile: &GoogleProfile,
) -> Identity {
    let (at, parts) = ports.id_parts();
    let (id, created_at) = known
        .map_or_else(|| (IdentityId::new(at, &parts), at), |known| (known.id, known.created_at));
    Identity {
        id,
        account,
        provider: PROVIDER.to_owned(),
        provider_id: profile.subject.clone(),
        data: data(profile),
        email: Some(profile.email.clone()),
        last_sign_in_at: Some(at),
        created_at,
        updated_at: at,
    }
}

fn data(profile: &GoogleProfile) -> serde_json::Map<String, serde_json::Value> {
    let name = profile.name.as_ref();
    let name = name.map(|name| name.chars().take(NAME_SIGNS).collect::<String>());
    let data = serde_json::json!({
        "sub": profile.subject, "email": profile.email,
        "email_verified": profile.email_verified, "full_name": name,
    });
    data.as_object().cloned().unwrap_or_default()
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
