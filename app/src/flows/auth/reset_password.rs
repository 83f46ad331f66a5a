//! A forgotten password, chosen anew behind the link of a mail.
//!
//! The link, the second factor where there is one, and the new password come in one request and
//! count in one transaction. If a session were opened first, whoever is in with a stolen session or
//! the old password could end it before its holder has chosen.

use super::{
    open_session::{
        OpenSessionError, OpenedSession, ProofError, check_not_banned, check_second_factor,
        has_second_factor, open_session_with,
    },
    send_one_time::{Via, link_digests, new_token},
    sign_up::welcome,
    verify_one_time::{Claim, VerifyOneTimeError, by_claim},
};
use crate::{
    domain::{
        account::{
            Account, Password,
            event::{EventKind, Origin},
        },
        auth::{
            one_time::{OneTime, TokenKind},
            proof::{Method, Proofs},
        },
        rate_limit::Limit,
    },
    flows::account::{
        change_password::{ChangePasswordError, by_mail, check_differs, record_change},
        security_history::{record, tell_owner},
    },
    mails,
    ports::{Effect, Ports, StoreError, TooOften, Used, UsedUp},
    problem::Problem,
};

/// What the form behind the link carries.
#[derive(Clone, Copy, Debug)]
pub struct Reset<'a> {
    pub link: &'a str,
    pub password: &'a str,
    /// A code of the second factor or a recovery code; blank where the account has no factor.
    pub factor_code: &'a str,
}

/// Whose password a link resets, and what its form has to ask for.
#[derive(Clone, Debug)]
pub struct ResetAsked {
    pub account: Account,
    pub has_factor: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum ResetPasswordError {
    #[error(transparent)]
    Link(#[from] VerifyOneTimeError),
    #[error(transparent)]
    Password(#[from] ChangePasswordError),
    #[error(transparent)]
    Factor(#[from] ProofError),
    #[error(transparent)]
    Open(#[from] OpenSessionError),
}

impl From<StoreError> for ResetPasswordError {
    fn from(error: StoreError) -> Self {
        Self::Link(error.into())
    }
}

impl From<TooOften> for ResetPasswordError {
    fn from(error: TooOften) -> Self {
        Self::Link(error.into())
    }
}

/// Whose password a link resets; nothing where it is wrong, used or too old. It stays valid.
pub async fn find_reset(ports: &Ports, link: &str) -> Result<Option<ResetAsked>, StoreError> {
    for digest in link_digests(ports, link) {
        let found = ports.one_time.by_link(&digest, ports.now()).await?;
        if let Some(token) = found.filter(|token| token.kind == TokenKind::Recovery) {
            return asked_of(ports, &token).await;
        }
    }
    Ok(None)
}

async fn asked_of(ports: &Ports, token: &OneTime) -> Result<Option<ResetAsked>, StoreError> {
    let Some(account) = ports.accounts.by_id(token.account).await? else { return Ok(None) };
    let has_factor = has_second_factor(ports, account.id).await?;
    Ok(Some(ResetAsked { account, has_factor }))
}

/// Exchanges the code of a reset's mail for a link.
pub async fn exchange_reset_code(
    ports: &Ports,
    email: &str,
    code: &str,
    origin: &Origin,
) -> Result<String, VerifyOneTimeError> {
    ports.rate_limiter.check(Limit::VerifyCode, &origin.ip)?;
    let token =
        by_claim(ports, Claim::Code { email, code }, &[TokenKind::Recovery], origin).await?;
    let welcome = welcome(ports, &token.sent_to);
    let (link, sent) = new_token(ports, token.account, token.kind, &token.sent_to, Via::WEB);
    let exchange = Effect::Exchange(&link);
    let UsedUp { used, .. } =
        ports.one_time.use_up(token.id, exchange, &welcome, ports.now()).await?;
    match used {
        Used::Done => Ok(sent.link),
        _ => Err(VerifyOneTimeError::WrongCode),
    }
}

/// Sets the new password and opens a session in this browser; every other one has ended. Until the
/// password is set, the link stays valid.
pub async fn reset_password(
    ports: &Ports,
    reset: Reset<'_>,
    origin: &Origin,
) -> Result<OpenedSession, ResetPasswordError> {
    ports.rate_limiter.check(Limit::VerifyCode, &origin.ip)?;
    let claim = Claim::Link(reset.link);
    let token = by_claim(ports, claim, &[TokenKind::Recovery], origin).await?;
    let asked = asked_of(ports, &token).await?;
    let ResetAsked { account, has_factor } = asked.ok_or(VerifyOneTimeError::Expired)?;
    check_not_banned(ports, account.id).await?;
    let password: Password = reset.password.parse().map_err(ChangePasswordError::Password)?;
    ports.rate_limiter.peek(Limit::PasswordChange, &by_mail(account.id))?;
    let mut proofs = Proofs::by(Method::Recovery, ports.now());
    if has_factor {
        let method = check_second_factor(ports, &account, reset.factor_code, origin).await?;
        proofs = proofs.and(method, ports.now());
    }
    // A mistyped code of the second factor takes nothing from it.
    ports.rate_limiter.check(Limit::PasswordChange, &by_mail(account.id))?;
    // The mail alone does not tell which password the account has, where there is a second factor.
    // A password of before the first proof of the address may be a stranger's, and tells nothing.
    if account.email_proven_at.is_some() {
        check_differs(ports, account.id, &password).await?;
    }
    let hash = ports.passwords.hash(&password).await?;
    let effect = Effect::ResetPassword { hash: &hash, second_factor: has_factor };
    let welcome = welcome(ports, &token.sent_to);
    let used = ports.one_time.use_up(token.id, effect, &welcome, ports.now()).await;
    let UsedUp { used, epoch } = used.map_err(VerifyOneTimeError::from)?;
    let (cleared, identities_removed) = match used {
        Used::Reset { cleared, identities_removed } => (cleared, identities_removed),
        // It was set up while the password was hashed.
        Used::FactorNeeded => return Err(ProofError::FactorNeeded.into()),
        _ => return Err(VerifyOneTimeError::Expired.into()),
    };
    if cleared {
        record(ports, account.id, EventKind::EmailConfirmed, origin).await?;
    }
    record_change(ports, account.id, identities_removed, origin).await?;
    let account = ports.accounts.by_id(account.id).await?.ok_or(StoreError::OwnerGone)?;
    let mail = mails::password_changed(ports, &account.email, origin)?;
    tell_owner(ports, &account, &mail).await?;
    Ok(open_session_with(ports, &account, proofs, epoch, origin, false).await?)
}

impl From<ResetPasswordError> for Problem {
    fn from(error: ResetPasswordError) -> Self {
        match error {
            ResetPasswordError::Link(error) => error.into(),
            ResetPasswordError::Password(error) => error.into(),
            ResetPasswordError::Factor(error) => error.into(),
            ResetPasswordError::Open(error) => error.into(),
        }
    }
}
