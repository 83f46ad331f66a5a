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
            Account, Email, SignInEpoch,
            event::{EventKind, Origin},
        },
        auth::{flow_state::LinkTo, identity::Identity, proof::Method, session::Credential},
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
    #[error("it was removed from its account at the same time")]
    Removed,
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
    /// They are in: the account of this session gets another way in.
    Linking(LinkTo),
}

/// Whose account it is, and what a session is opened with by the caller.
pub async fn sign_in_with_google(
    ports: &Ports,
    profile: &GoogleProfile,
    admission: Admission,
    origin: &Origin,
) -> Result<(Account, Credential), GoogleSignInError> {
    let is_subject = (1..=SUBJECT_BYTES).contains(&profile.subject.len())
        && !profile.subject.contains(char::is_control);
    if !is_subject || profile.email.len() > EMAIL_BYTES {
        return Err(GoogleSignInError::NotVerified);
    }
    let found = match find_or_join(ports, profile, admission, origin).await {
        // Of two first sign-ins at once the other was quicker, so this one is no first one.
        Err(
            GoogleSignInError::SignUp(SignUpError::EmailTaken) | GoogleSignInError::LinkedElsewhere,
        ) if !matches!(admission, Admission::Linking(_)) => {
            find_or_join(ports, profile, admission, origin).await
        }
        found => found,
    };
    let (id, epoch) = found?;
    let account = ports.accounts.by_id(id).await?.ok_or(SignUpError::Gone)?;
    Ok((account, Credential { method: Method::Oauth, epoch }))
}

async fn find_or_join(
    ports: &Ports,
    profile: &GoogleProfile,
    admission: Admission,
    origin: &Origin,
) -> Result<(AccountId, SignInEpoch), GoogleSignInError> {
    let known = ports.identities.by_subject(PROVIDER, &profile.subject).await?;
    match (known, admission) {
        (Some(identity), Admission::Linking(link)) => Err(if identity.account == link.account {
            GoogleSignInError::AlreadyLinked
        } else {
            GoogleSignInError::LinkedElsewhere
        }),
        (None, Admission::Linking(link)) => {
            let identity = identity(ports, link.account, None, profile);
            let linked = ports.identities.link_for_session(&identity, link.session).await?;
            // Somebody else was quicker.
            let linked = linked.ok_or(GoogleSignInError::LinkedElsewhere)?;
            record_and_tell(ports, link.account, EventKind::IdentityLinked, origin).await?;
            Ok((link.account, linked.epoch))
        }
        (Some(identity), _) => {
            let account = identity.account;
            Ok((account, prove_by_google(ports, account, Some(identity), profile, origin).await?))
        }
        (None, _) if !profile.email_verified => Err(GoogleSignInError::NotVerified),
        (None, _) => {
            let email: Email = profile.email.parse().map_err(SignUpError::Email)?;
            match ports.accounts.by_email(&email).await? {
                Some((account, _)) => {
                    let epoch = prove_by_google(ports, account.id, None, profile, origin).await?;
                    record_and_tell(ports, account.id, EventKind::IdentityLinked, origin).await?;
                    Ok((account.id, epoch))
                }
                None if matches!(admission, Admission::Known) => Err(GoogleSignInError::NoSignUp),
                // Nothing has ended a sign-in of an account that is new.
                None => Ok((join(ports, email, profile, origin).await?, SignInEpoch::default())),
            }
        }
    }
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

/// Writes the identity that is new or was used again, which may be the first proof of the account's
/// address.
async fn prove_by_google(
    ports: &Ports,
    account: AccountId,
    known: Option<Identity>,
    profile: &GoogleProfile,
    origin: &Origin,
) -> Result<SignInEpoch, GoogleSignInError> {
    let is_known = known.is_some();
    let identity = identity(ports, account, known, profile);
    let identities = &ports.identities;
    let linked = match profile.email.parse::<Email>() {
        Ok(email) if profile.email_verified => {
            let welcome = welcome(ports, &email);
            identities.prove_by_provider(&identity, is_known, &email, &welcome).await?
        }
        _ if is_known => identities.used_again(&identity).await?,
        _ => identities.link(&identity).await?,
    };
    let Some(linked) = linked else {
        return Err(if is_known {
            GoogleSignInError::Removed
        } else {
            // Of two that link it at once, the other was quicker.
            GoogleSignInError::LinkedElsewhere
        });
    };
    if linked.proves_first {
        record(ports, account, EventKind::EmailConfirmed, origin).await?;
    }
    Ok(linked.epoch)
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
            GoogleSignInError::Removed => {
                Self::new(Kind::Refused, "Google no longer opens this account.")
            }
            GoogleSignInError::NoSignUp => {
                Self::new(Kind::Refused, "New accounts are not taken at the moment.")
            }
            GoogleSignInError::SignUp(error) => error.into(),
            GoogleSignInError::Store(error) => error.into(),
        }
    }
}
