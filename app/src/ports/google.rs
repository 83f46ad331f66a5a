//! Signing in with Google: the only provider the pages know.

use async_trait::async_trait;

use super::StoreError;

/// What Google tells about a person.
#[derive(Clone, Debug)]
pub struct GoogleProfile {
    /// Google's name for them, never used for anybody else.
    pub subject: String,
    pub email: String,
    pub email_verified: bool,
    pub name: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum GoogleError {
    /// The code was not taken.
    #[error("Google refused: {0}")]
    Refused(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Google's side of OAuth with PKCE.
#[async_trait]
pub trait Google: Send + Sync {
    /// Where the browser is sent.
    fn authorize_url(&self, state: &str, challenge: &str, return_to: &str) -> String;
    /// Who came back with this code.
    async fn profile(
        &self,
        code: &str,
        verifier: &str,
        return_to: &str,
    ) -> Result<GoogleProfile, GoogleError>;
}
