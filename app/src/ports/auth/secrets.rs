//! The secrets behind passwords, codes and the tokens of client programs.

use async_trait::async_trait;
use serde_json::Value;

use crate::{
    domain::{account::Password, auth::session::TokenDigest, id::SessionId},
    ports::StoreError,
};

/// What the server's own key protects. The key stays inside.
pub trait Secrets: Send + Sync {
    /// A keyed digest, hex; digests of different purposes never meet.
    fn digest(&self, purpose: &str, text: &str) -> String;
    /// The same with the key of now and with each key of before: for finding what was stored.
    fn digests(&self, purpose: &str, text: &str) -> Vec<String>;
    /// Hides what must be read again.
    fn seal(&self, bytes: &[u8]) -> String;
    /// What was sealed, if it was by this key or one of before.
    fn open(&self, sealed: &str) -> Option<Vec<u8>>;
    /// Compares without telling by its time where they differ.
    fn same(&self, one: &str, other: &str) -> bool;
}

/// Why a refresh token is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefreshTokenProblem {
    #[error("not the form of a refresh token")]
    Malformed,
    #[error("not one of ours")]
    Unknown,
}

/// Makes and reads tokens; the keys stay inside.
pub trait TokenKeys: Send + Sync {
    /// A signed access token.
    fn access_token(&self, claims: &Value) -> Result<String, StoreError>;
    /// The claims of a token with a good signature of one of our keys; whether they count
    /// at this time is for the caller.
    fn read_access_token(&self, token: &str) -> Option<Value>;
    /// The public keys as a JSON web key set.
    fn published(&self) -> Value;
    /// Always the same for the same session and number.
    fn refresh_token(&self, session: SessionId, counter: u64) -> String;
    /// What PKCE's challenge is for this secret: SHA-256 in base64 for addresses.
    fn code_challenge(&self, verifier: &str) -> String;
    fn read_refresh_token(&self, token: &str) -> Result<(SessionId, u64), RefreshTokenProblem>;
}

/// Hashes and compares passwords; slow on purpose, off the request threads.
#[async_trait]
pub trait Passwords: Send + Sync {
    /// A salted hash in PHC form.
    async fn hash(&self, password: &Password) -> Result<String, StoreError>;
    /// Whether the password is the one behind the hash. Without a hash (an unknown
    /// account) it takes as long and answers no.
    async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool, StoreError>;
    /// Whether a hash was made with other parameters than those of today.
    fn outdated(&self, hash: &str) -> bool;
    /// The digest under which a session token is stored.
    fn digest(&self, token: &str) -> TokenDigest;
}
