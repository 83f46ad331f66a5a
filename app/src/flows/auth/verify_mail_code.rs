//! What a client program makes of a code or link that was sent by mail: a session, a code for the
//! program that asked, or only half of an e-mail change.

use super::{
    issue_tokens::{IssueError, Tokens, open_api_session},
    pkce_flow::issue_code,
    verify_one_time::{Claim, VerifiedOneTime, VerifyOneTimeError, verify_one_time},
};
use crate::{
    domain::{
        account::{event::Origin, one_time::TokenKind, proof::Method},
        id::AccountId,
    },
    ports::{Ports, StoreError},
};

/// What a mail was for, by the name in its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailType {
    Signup,
    Invite,
    Magiclink,
    Recovery,
    EmailChange,
    /// Signup or magiclink.
    Email,
}

impl MailType {
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "signup" => Self::Signup,
            "invite" => Self::Invite,
            "magiclink" => Self::Magiclink,
            "recovery" => Self::Recovery,
            "email_change" => Self::EmailChange,
            "email" => Self::Email,
            _ => return None,
        })
    }

    fn kinds(self) -> &'static [TokenKind] {
        match self {
            Self::Signup | Self::Invite => &[TokenKind::Confirmation],
            Self::Magiclink | Self::Recovery => &[TokenKind::Recovery],
            Self::EmailChange => &[TokenKind::EmailChangeNew, TokenKind::EmailChangeCurrent],
            Self::Email => &[TokenKind::Confirmation, TokenKind::Recovery],
        }
    }

    /// How a program that asked by code finds the session opened.
    pub fn method(self) -> Method {
        match self {
            Self::Signup | Self::Email => Method::EmailSignup,
            Self::Invite => Method::Invite,
            Self::Magiclink => Method::Magiclink,
            Self::Recovery => Method::Recovery,
            Self::EmailChange => Method::EmailChange,
        }
    }
}

/// What came of it.
pub enum Verified {
    Session(Box<Tokens>),
    /// For the program that holds the secret.
    Code(String),
    /// The other address has still to agree.
    Half,
}

#[derive(Debug, thiserror::Error)]
pub enum VerifyMailError {
    #[error(transparent)]
    Redeem(#[from] VerifyOneTimeError),
    #[error("no flow waits for a code")]
    NoFlow,
    #[error(transparent)]
    Issue(#[from] IssueError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Uses it up; `by_code` when the program asked for a code instead of a session.
pub async fn verify_mail(
    ports: &Ports,
    claim: Claim<'_>,
    mail: MailType,
    by_code: bool,
    origin: &Origin,
) -> Result<Verified, VerifyMailError> {
    let account: AccountId = match verify_one_time(ports, claim, mail.kinds(), origin).await? {
        VerifiedOneTime::HalfChanged { .. } => return Ok(Verified::Half),
        VerifiedOneTime::Entered { account, .. } | VerifiedOneTime::Changed { account, .. } => {
            account
        }
    };
    if by_code {
        if ports.tokens.known(account).await?.is_some_and(|known| known.banned(ports.now())) {
            return Err(IssueError::Banned.into());
        }
        let code = issue_code(ports, account, mail.method()).await?;
        return code.map(Verified::Code).ok_or(VerifyMailError::NoFlow);
    }
    let tokens = open_api_session(ports, account, Method::Otp.into(), origin).await?;
    Ok(Verified::Session(Box::new(tokens)))
}
