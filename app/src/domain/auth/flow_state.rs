//! A sign-in of a client program that is under way (PKCE): the program keeps a secret, shows
//! its digest when it asks, and the secret when it comes back with the code.

use std::time::Duration;

use super::proof::Method;
use crate::domain::{
    account::SignInEpoch,
    id::{AccountId, FlowId, SessionId},
    timestamp::Timestamp,
};

/// How long after the code was given out it may be exchanged.
pub const CODE_LIFETIME: Duration = Duration::from_secs(300);
/// How long what is over is kept, so that a late program is told why.
pub const FLOW_KEPT: Duration = Duration::from_secs(24 * 3600);

/// How the challenge follows from the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeMethod {
    S256,
    Plain,
}

impl ChallengeMethod {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::S256 => "s256",
            Self::Plain => "plain",
        }
    }

    /// Case does not matter.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::S256, Self::Plain]
            .into_iter()
            .find(|method| method.as_str().eq_ignore_ascii_case(text))
    }
}

/// What a program shows when it asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeChallenge {
    pub text: String,
    pub method: ChallengeMethod,
}

/// Why a challenge is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChallengeProblem {
    #[error("PKCE flow requires code_challenge_method and code_challenge")]
    Half,
    #[error("code challenge has to be between 43 and 128 characters")]
    Length,
    #[error(
        "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes"
    )]
    Characters,
    #[error("Invalid code_challenge_method")]
    Method,
}

impl CodeChallenge {
    /// Both or neither; blank counts as absent.
    pub fn parse(
        text: Option<&str>,
        method: Option<&str>,
    ) -> Result<Option<Self>, ChallengeProblem> {
        let (text, method) = match (text.unwrap_or_default(), method.unwrap_or_default()) {
            ("", "") => return Ok(None),
            ("", _) | (_, "") => return Err(ChallengeProblem::Half),
            both => both,
        };
        if !(43..=128).contains(&text.len()) {
            return Err(ChallengeProblem::Length);
        }
        if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)) {
            return Err(ChallengeProblem::Characters);
        }
        let method = ChallengeMethod::parse(method).ok_or(ChallengeProblem::Method)?;
        Ok(Some(Self { text: text.to_owned(), method }))
    }
}

/// A sign-in whose code was given out.
#[derive(Clone, Debug)]
pub struct Flow {
    pub id: FlowId,
    pub account: AccountId,
    /// What the session will say about how it was opened.
    pub method: Method,
    /// Of the account, when its holder came back.
    pub epoch: SignInEpoch,
    pub challenge: CodeChallenge,
    /// What the provider gave for the program, sealed.
    pub provider_tokens: Option<String>,
    pub created_at: Timestamp,
}

impl Flow {
    pub fn expired(&self, now: Timestamp) -> bool {
        now.since(self.created_at) > CODE_LIFETIME
    }
}

/// Whose account gets another way to sign in, as long as the session lasts that asked for it.
#[derive(Clone, Copy, Debug)]
pub struct LinkTo {
    pub account: AccountId,
    pub session: SessionId,
}

/// Somebody who is away at a provider.
#[derive(Clone, Debug)]
pub struct OAuthState {
    pub id: FlowId,
    /// Our own secret towards the provider, sealed.
    pub verifier: String,
    pub redirect_to: String,
    /// Of a program that asked by code.
    pub challenge: Option<CodeChallenge>,
    /// Whose account gets another way to sign in; nothing where somebody signs in.
    pub link_to: Option<LinkTo>,
    pub created_at: Timestamp,
    /// They came back before.
    pub used: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_comes_whole_or_not_at_all() {
        let text = "a".repeat(43);
        let parse = CodeChallenge::parse;
        assert_eq!(parse(None, None), Ok(None));
        assert_eq!(parse(Some(""), Some("")), Ok(None));
        assert_eq!(parse(Some(&text), None), Err(ChallengeProblem::Half));
        assert_eq!(parse(None, Some("s256")), Err(ChallengeProblem::Half));
        for method in ["s256", "S256", "plain", "Plain"] {
            assert!(matches!(parse(Some(&text), Some(method)), Ok(Some(_))), "{method}");
        }
        assert_eq!(parse(Some(&text), Some("md5")), Err(ChallengeProblem::Method));
    }

    #[test]
    fn a_challenge_has_bounds_and_an_alphabet() {
        let parse = |text: &str| CodeChallenge::parse(Some(text), Some("s256"));
        assert_eq!(parse(&"a".repeat(42)), Err(ChallengeProblem::Length));
        assert!(parse(&"a".repeat(128)).is_ok());
        assert_eq!(parse(&"a".repeat(129)), Err(ChallengeProblem::Length));
        assert!(parse(&"aZ09-._~".repeat(6)).is_ok());
        for sign in ["+", "/", "=", " ", "\0"] {
            let text = format!("{}{sign}", "a".repeat(50));
            assert_eq!(parse(&text), Err(ChallengeProblem::Characters), "{sign}");
        }
    }
}
