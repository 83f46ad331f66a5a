//! A client program shows a token that Google signed for it: its person signs in, or gets
//! another way into the account they are signed in to.

use super::{
    issue_tokens::{IssueError, Tokens, open_api_session},
    sign_in_with_google::{Admission, GoogleSignInError, sign_in_with_google},
};
use crate::{
    domain::account::event::Origin,
    ports::{IdTokenError, Ports, StoreError},
};

/// What a program shows.
pub struct IdTokenSignIn<'a> {
    pub id_token: &'a str,
    /// Google's, where the program has it: the two belong together.
    pub access_token: Option<&'a str>,
    /// Google signed its SHA-256, hex: so nobody else's token can be shown here.
    pub nonce: Option<&'a str>,
    pub admission: Admission,
}

#[derive(Debug, thiserror::Error)]
pub enum IdTokenSignInError {
    #[error("no provider is configured")]
    NoProvider,
    #[error(transparent)]
    Token(#[from] IdTokenError),
    #[error("one of token and program has a nonce, the other has none")]
    HalfNonce,
    #[error("the nonce is another's")]
    OtherNonce,
    #[error(transparent)]
    SignIn(#[from] GoogleSignInError),
    #[error(transparent)]
    Issue(#[from] IssueError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A session for whom the token speaks of.
pub async fn sign_in_with_id_token(
    ports: &Ports,
    shown: IdTokenSignIn<'_>,
    origin: &Origin,
) -> Result<Tokens, IdTokenSignInError> {
    let google = ports.google.as_ref().ok_or(IdTokenSignInError::NoProvider)?;
    let read = google.read_id_token(shown.id_token, shown.access_token, ports.now()).await?;
    match (shown.nonce, &read.nonce) {
        (None, None) => {}
        (Some(nonce), Some(signed)) => {
            if !ports.secrets.same(&ports.passwords.digest(nonce).0, signed) {
                return Err(IdTokenSignInError::OtherNonce);
            }
        }
        _ => return Err(IdTokenSignInError::HalfNonce),
    }
    let (account, credential) =
        sign_in_with_google(ports, &read.profile, shown.admission, origin).await?;
    Ok(open_api_session(ports, account.id, credential, origin).await?)
}
