//! What a client program makes of a code or link that was sent by mail: a session, a code for the
//! program that asked, or only half of an e-mail change.

use super::{
    issue_tokens::{IssueError, Tokens, open_api_session},
    pkce_flow::issue_code,
    verify_one_time::{Chosen, Claim, VerifiedOneTime, VerifyOneTimeError, verify_one_time_with},
};
use crate::{
    domain::{
        account::event::Origin,
        auth::{one_time::TokenKind, proof::Method, session::Credential},
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

/// What a client program gets for a verified code or link.
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
    OneTime(#[from] VerifyOneTimeError),
    #[error(transparent)]
    Issue(#[from] IssueError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The program itself.
    Program,
    /// A browser that followed a link: a program that asked by code gets a code there, which only
    /// it can exchange, because the mail may be read elsewhere than where it was asked for.
    Browser,
}

/// Uses it up.
pub async fn verify_mail(
    ports: &Ports,
    claim: Claim<'_>,
    mail: MailType,
    chosen: Chosen<'_>,
    asker: Asker,
    origin: &Origin,
) -> Result<Verified, VerifyMailError> {
    let verified = verify_one_time_with(ports, claim, mail.kinds(), chosen, origin).await?;
    let (account, epoch, challenge) = match verified {
        VerifiedOneTime::HalfChanged { .. } => return Ok(Verified::Half),
        VerifiedOneTime::Entered { account, epoch, challenge, .. }
        | VerifiedOneTime::Changed { account, epoch, challenge, .. } => (account, epoch, challenge),
    };
    if let Some(challenge) = challenge.filter(|_| asker == Asker::Browser) {
        if ports.tokens.api_account(account).await?.is_some_and(|known| known.banned(ports.now())) {
            return Err(IssueError::Banned.into());
        }
        let code = issue_code(
            ports,
            account,
            Credential { method: mail.method(), epoch },
            challenge,
            None,
        )
        .await?;
        return Ok(Verified::Code(code));
    }
    let tokens =
        open_api_session(ports, account, Credential { method: Method::Otp, epoch }, origin).await?;
    Ok(Verified::Session(Box::new(tokens)))
}
