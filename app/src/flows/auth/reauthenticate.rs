//! Proving once more who one is, before something changes that protects the account: by
//! the password, by a code sent by mail, or by the second factor.

use super::{
    authenticate::Token,
    open_session::{ProofError, pass_second_factor, step_up},
    send_one_time::{MailKind, Via, mail_key, send_one_time},
    verify_one_time::{Claim, VerifyOneTimeError, verify_one_time},
};
use crate::{
    domain::{
        account::{
            Account,
            event::{EventKind, Origin},
        },
        auth::{one_time::TokenKind, proof::Method, session::Member},
        quota::Quota,
        rate_limit::Limit,
    },
    flows::{account::security_history::record, system::take_quota::MailSubject},
    ports::Ports,
};

/// What somebody shows.
#[derive(Clone, Copy, Debug)]
pub enum Evidence<'a> {
    Password(&'a str),
    MailCode(&'a str),
    SecondFactor(&'a str),
}

/// Sends the code.
pub async fn ask_reauthentication(
    ports: &Ports,
    account: &Account,
    via: Via<'_>,
) -> Result<(), ProofError> {
    // Whoever has shown to read the mailbox is no stranger: then only the pace counts.
    ports
        .rate_limiter
        .check(Limit::MailTo, &mail_key(ports, &account.email, MailKind::Reauthentication))?;
    if account.email_proven_at.is_none() {
        MailSubject::mailbox(ports, &account.email).take(ports, Quota::Mails).await?;
    }
    send_one_time(ports, account.id, MailKind::Reauthentication, &account.email, via).await?;
    Ok(())
}

/// Takes the evidence; the session goes on under a new token. Neither a password nor a mail
/// stands for a second factor.
pub async fn reauthenticate(
    ports: &Ports,
    member: &Member,
    evidence: Evidence<'_>,
    origin: &Origin,
) -> Result<Token, ProofError> {
    let account = member.account.id;
    if member.has_factor && !matches!(evidence, Evidence::SecondFactor(_)) {
        return Err(ProofError::FactorNeeded);
    }
    let method = match evidence {
        Evidence::Password(password) => {
            ports.rate_limiter.check(Limit::SignIn, &account.to_string())?;
            let hash = ports.accounts.password_hash(account).await?;
            if !ports.passwords.matches(password, hash.as_deref()).await? {
                record(ports, account, EventKind::SignInRefused, origin).await?;
                return Err(ProofError::Wrong);
            }
            Method::Password
        }
        Evidence::MailCode(code) => {
            let claim = Claim::Own { account, code };
            match verify_one_time(ports, claim, &[TokenKind::Reauthentication], origin).await {
                Ok(_) => Method::Otp,
                Err(VerifyOneTimeError::Store(error)) => return Err(error.into()),
                Err(VerifyOneTimeError::TooOften(wait)) => return Err(ProofError::TooOften(wait)),
                Err(_) => return Err(ProofError::WrongMailCode),
            }
        }
        Evidence::SecondFactor(code) => {
            return pass_second_factor(ports, member, code, origin).await;
        }
    };
    let token = step_up(ports, member, method).await?.ok_or(ProofError::Gone)?;
    record(ports, account, EventKind::Reauthenticated, origin).await?;
    Ok(token)
}
