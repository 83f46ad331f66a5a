//! Signing in with Google: the only provider there is.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::{domain::timestamp::Timestamp, ports::StoreError};

/// What Google tells about a person.
#[derive(Clone, Debug)]
pub struct GoogleProfile {
    /// Google's name for them, never used for anybody else.
    pub subject: String,
    pub email: String,
    pub email_verified: bool,
    pub name: Option<String>,
}

/// Google's own tokens, with which a client program may ask it for more (`GoTrue`'s
/// `provider_token`).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderTokens {
    pub access: String,
    /// Only given to those who asked for `access_type=offline`.
    pub refresh: Option<String>,
}

/// What a code was good for.
pub struct GoogleGrant {
    pub profile: GoogleProfile,
    pub tokens: ProviderTokens,
}

/// What a browser takes along to Google.
pub struct AuthorizeRequest<'a> {
    pub state: &'a str,
    /// PKCE: SHA-256 of our own secret.
    pub challenge: &'a str,
    pub return_to: &'a str,
    /// What a program asked for beyond who it is: `scope` is added to ours, anything else
    /// goes along as it is.
    pub wishes: &'a [(String, String)],
}

/// What a token says that Google signed for one of our programs.
pub struct GoogleIdToken {
    pub profile: GoogleProfile,
    /// What the program asked Google to sign along.
    pub nonce: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum GoogleError {
    /// The code was not taken.
    #[error("Google refused: {0}")]
    Refused(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why an id token is not believed.
#[derive(Debug, thiserror::Error)]
pub enum IdTokenError {
    #[error("it is not Google's, too old, or belongs to another access token")]
    Bad,
    #[error("it names nobody")]
    NoSubject,
    #[error("it is for {0}")]
    Audience(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Google's side of OAuth with PKCE.
#[async_trait]
pub trait Google: Send + Sync {
    /// Where the browser is sent.
    fn authorize_url(&self, leave: &AuthorizeRequest<'_>) -> String;
    /// Who came back with this code.
    async fn exchange(
        &self,
        code: &str,
        verifier: &str,
        return_to: &str,
    ) -> Result<GoogleGrant, GoogleError>;
    /// Whom a token speaks of that a program got from Google itself. Where an access token is
    /// shown beside it, the two belong together.
    async fn read_id_token(
        &self,
        token: &str,
        access_token: Option<&str>,
        now: Timestamp,
    ) -> Result<GoogleIdToken, IdTokenError>;
}
