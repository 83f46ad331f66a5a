//! What a program with the service role does to accounts.

use super::{
    send_one_time::{MailKind, Via, new_token, send_one_time, verify_link},
    sign_up::{Joining, SignUpError, create_account, welcome},
};
use crate::{
    domain::{
        account::{
            Email, EmailProblem, Password, PasswordProblem,
            event::{EventKind, Origin},
        },
        auth::{
            api_session::{ApiAccount, ApiUserPatch, Metadata, MetadataTooLarge, fits},
            one_time::TokenKind,
        },
        id::AccountId,
        timestamp::Timestamp,
    },
    flows::account::{change_email::sides, security_history::record},
    ports::{
        AdminChange, AdminChangeError, AskedBy, EmailChange, Issue, PasswordSetter,
        PatchApiUserError, Ports, StoreError,
    },
};

/// What is given; nothing stays as it is.
#[derive(Clone, Debug, Default)]
pub struct UserForm<'a> {
    pub email: Option<&'a str>,
    pub password: Option<&'a str>,
    pub confirm_email: bool,
    pub user_metadata: Option<&'a Metadata>,
    pub app_metadata: Option<&'a Metadata>,
    /// Until when the account is banned; `Some(None)` lifts a ban.
    pub banned_until: Option<Option<Timestamp>>,
}

impl<'a> UserForm<'a> {
    fn patch(&self) -> ApiUserPatch<'a> {
        ApiUserPatch {
            user_metadata: self.user_metadata,
            app_metadata: self.app_metadata,
            banned_until: self.banned_until,
            invited_at: None,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    #[error("an address is missing")]
    NoEmail,
    #[error(transparent)]
    Email(#[from] EmailProblem),
    #[error(transparent)]
    Password(#[from] PasswordProblem),
    #[error(transparent)]
    Metadata(#[from] MetadataTooLarge),
    #[error("the address has an account")]
    EmailTaken,
    #[error("there is no such account")]
    NotFound,
    #[error("not a kind of link")]
    LinkType,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<SignUpError> for AdminError {
    fn from(error: SignUpError) -> Self {
        match error {
            SignUpError::EmailTaken => Self::EmailTaken,
            SignUpError::Email(problem) => Self::Email(problem),
            SignUpError::Password(problem) => Self::Password(problem),
            SignUpError::Store(error) => Self::Store(error),
            other => Self::Store(StoreError::new(other.to_string())),
        }
    }
}

impl From<AdminChangeError> for AdminError {
    fn from(error: AdminChangeError) -> Self {
        match error {
            AdminChangeError::EmailTaken => Self::EmailTaken,
            AdminChangeError::Store(error) => Self::Store(error),
        }
    }
}

impl From<PatchApiUserError> for AdminError {
    fn from(error: PatchApiUserError) -> Self {
        match error {
            PatchApiUserError::Metadata(problem) => Self::Metadata(problem),
            PatchApiUserError::Store(error) => Self::Store(error),
        }
    }
}

/// A new account; no mail is sent.
pub async fn create_user(ports: &Ports, form: &UserForm<'_>) -> Result<ApiAccount, AdminError> {
    let email: Email = form.email.ok_or(AdminError::NoEmail)?.parse()?;
    may_be_kept(form.user_metadata)?;
    may_be_kept(form.app_metadata)?;
    let password_hash = match form.password {
        Some(text) => Some(ports.passwords.hash(&text.parse::<Password>()?).await?),
        None => None,
    };
    let id = join(ports, email, password_hash, form.confirm_email).await?;
    ports.tokens.patch_api_user(id, form.patch(), ports.now()).await?;
    load(ports, id).await
}

/// Changes an account. A new password ends its sessions; a ban ends those of browsers, while
/// programs are told of it as long as it lasts, as `GoTrue` does.
pub async fn change_user(
    ports: &Ports,
    id: AccountId,
    form: &UserForm<'_>,
) -> Result<ApiAccount, AdminError> {
    let known = load(ports, id).await?;
    let email = form.email.map(str::parse::<Email>).transpose()?;
    let password = form.password.map(str::parse::<Password>).transpose()?;
    let email = email.filter(|email| *email != known.account.email);
    form.patch().applied(&known.user)?;
    let mut events = Vec::new();
    events.extend(email.as_ref().map(|_| EventKind::AdminSetEmail));
    events.extend(password.as_ref().map(|_| EventKind::AdminSetPassword));
    let welcome = form.confirm_email.then(|| {
        let address = email.as_ref().unwrap_or(&known.account.email);
        welcome(ports, address)
    });
    let change =
        AdminChange { email, password_hash: None, confirm_email: form.confirm_email, welcome };
    ports.people.admin_change(id, &change, ports.now()).await?;
    if let Some(password) = password {
        let hash = ports.passwords.hash(&password).await?;
        ports.accounts.set_password(id, &hash, PasswordSetter::Administrator).await?;
    }
    ports.tokens.patch_api_user(id, form.patch(), ports.now()).await?;
    let changed = load(ports, id).await?;
    let now = ports.now();
    if changed.banned(now) {
        ports.sessions.close_browsers(id).await?;
    }
    events.extend(match form.banned_until {
        Some(_) if changed.banned(now) => Some(EventKind::Banned),
        Some(_) if known.banned(now) => Some(EventKind::BanLifted),
        _ => None,
    });
    for event in events {
        // Where an administrator sits is not for the account's owner.
        record(ports, id, event, &Origin::default()).await?;
    }
    Ok(changed)
}

/// An account and a mail that leads into it.
pub async fn invite(
    ports: &Ports,
    email: &str,
    data: Option<&Metadata>,
    via: Via<'_>,
) -> Result<ApiAccount, AdminError> {
    let email: Email = email.parse()?;
    may_be_kept(data)?;
    let id = guest(ports, &email).await?;
    let patch = handed_over(ports, id, MailKind::Invite, data).await?;
    send_one_time(ports, id, MailKind::Invite, &email, via).await?;
    ports.tokens.patch_api_user(id, patch, ports.now()).await?;
    load(ports, id).await
}

/// A link that is handed over instead of being mailed.
pub struct GeneratedLink {
    pub known: ApiAccount,
    pub action_link: String,
    pub email_otp: String,
    pub hashed_token: String,
    pub verification_type: &'static str,
}

/// What a link is for.
#[derive(Clone, Copy, Debug)]
pub struct LinkForm<'a> {
    pub kind: &'a str,
    pub email: &'a str,
    pub password: Option<&'a str>,
    pub new_email: Option<&'a str>,
    pub data: Option<&'a Metadata>,
    /// Where it leads in the end.
    pub redirect_to: &'a str,
}

/// Makes one.
pub async fn generate_link(
    ports: &Ports,
    form: LinkForm<'_>,
    via: Via<'_>,
) -> Result<GeneratedLink, AdminError> {
    let email: Email = form.email.parse()?;
    may_be_kept(form.data)?;
    let found = ports.accounts.by_email(&email).await?.map(|(account, _)| account);
    // Somebody new signs up by a magic link, too.
    let new = found.is_none();
    let (mail_kind, kind, to) = match form.kind {
        "signup" => (MailKind::Confirm, TokenKind::Confirmation, email.clone()),
        "magiclink" if new => (MailKind::Confirm, TokenKind::Confirmation, email.clone()),
        "invite" => (MailKind::Invite, TokenKind::Confirmation, email.clone()),
        "magiclink" => (MailKind::MagicLink, TokenKind::Recovery, email.clone()),
        "recovery" => (MailKind::Recovery, TokenKind::Recovery, email.clone()),
        "email_change_current" => {
            (MailKind::EmailChange, TokenKind::EmailChangeCurrent, email.clone())
        }
        "email_change_new" => {
            let to = form.new_email.ok_or(AdminError::NoEmail)?.parse()?;
            (MailKind::EmailChange, TokenKind::EmailChangeNew, to)
        }
        _ => return Err(AdminError::LinkType),
    };
    let id = match found {
        Some(account) if kind == TokenKind::Confirmation => {
            if account.email_confirmed_at.is_some() {
                return Err(AdminError::EmailTaken);
            }
            // Somebody may have signed up with the address before.
            set_unconfirmed_password(ports, account.id, form.password).await?;
            account.id
        }
        Some(account) => account.id,
        None if kind == TokenKind::Confirmation => {
            let hash = match form.password {
                Some(text) => Some(ports.passwords.hash(&text.parse::<Password>()?).await?),
                None => None,
            };
            join(ports, email.clone(), hash, false).await?
        }
        None => return Err(AdminError::NotFound),
    };
    let change = match form.new_email {
        Some(new) if kind.is_email_change() => {
            let new: Email = new.parse()?;
            if ports.accounts.by_email(&new).await?.is_some() {
                return Err(AdminError::EmailTaken);
            }
            Some(new)
        }
        None if kind.is_email_change() => return Err(AdminError::NoEmail),
        _ => None,
    };
    let patch = handed_over(ports, id, mail_kind, form.data).await?;
    let (token, sent) = new_token(ports, id, kind, &to, via);
    // The old address alone never brings a change about: nobody would have proven the new one.
    let both = ports.settings.tokens.secure_email_change || kind == TokenKind::EmailChangeCurrent;
    let sides = sides(both);
    let email_change =
        change.as_ref().map(|to| EmailChange { to, sides, asked_by: AskedBy::Administrator });
    ports.one_time.issue(Issue { tokens: &[token], mails: &[], email_change }).await?;
    ports.tokens.patch_api_user(id, patch, ports.now()).await?;
    Ok(GeneratedLink {
        known: load(ports, id).await?,
        action_link: verify_link(ports, mail_kind, &sent, form.redirect_to),
        email_otp: sent.code,
        hashed_token: sent.link,
        verification_type: mail_kind.link_type(),
    })
}

async fn join(
    ports: &Ports,
    email: Email,
    password_hash: Option<String>,
    confirmed: bool,
) -> Result<AccountId, AdminError> {
    let new = Joining {
        email,
        confirmed_at: confirmed.then(|| ports.now()),
        // The administrator's word lets somebody in; it does not prove whose the address is.
        proven: false,
        password_hash,
        username: None,
        terms: false,
        provider: None,
    };
    Ok(create_account(ports, new).await?)
}

/// Replaces a password that anybody may have chosen, before a link is made that confirms the
/// address and lets it count.
async fn set_unconfirmed_password(
    ports: &Ports,
    account: AccountId,
    password: Option<&str>,
) -> Result<(), AdminError> {
    let hash = match password {
        Some(text) => Some(ports.passwords.hash(&text.parse::<Password>()?).await?),
        None => None,
    };
    ports.accounts.forget_unconfirmed_password(account).await?;
    if let Some(hash) = hash {
        ports.accounts.set_password(account, &hash, PasswordSetter::Administrator).await?;
    }
    Ok(())
}

/// Somebody who was not here yet, or was invited before.
async fn guest(ports: &Ports, email: &Email) -> Result<AccountId, AdminError> {
    match ports.accounts.by_email(email).await? {
        Some((account, _)) if account.email_confirmed_at.is_some() => Err(AdminError::EmailTaken),
        Some((account, _)) => {
            set_unconfirmed_password(ports, account.id, None).await?;
            Ok(account.id)
        }
        None => join(ports, email.clone(), None, false).await,
    }
}

/// What is kept of somebody for whom a link is made.
async fn handed_over<'a>(
    ports: &Ports,
    id: AccountId,
    mail_kind: MailKind,
    data: Option<&'a Metadata>,
) -> Result<ApiUserPatch<'a>, AdminError> {
    let known = load(ports, id).await?;
    let invited_at = (mail_kind == MailKind::Invite).then(|| ports.now());
    let patch = ApiUserPatch { user_metadata: data, invited_at, ..ApiUserPatch::default() };
    patch.applied(&known.user)?;
    Ok(patch)
}

/// Asked before somebody new is made, of whom nothing is kept yet.
fn may_be_kept(data: Option<&Metadata>) -> Result<(), MetadataTooLarge> {
    data.map_or(Ok(()), fits)
}

/// An account that must be there.
pub async fn load(ports: &Ports, id: AccountId) -> Result<ApiAccount, AdminError> {
    ports.tokens.api_account(id).await?.ok_or(AdminError::NotFound)
}
