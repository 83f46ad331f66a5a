//! A client program answers a second factor's challenge: its session rises to the second
//! level, under tokens of which none was seen before.

use super::{
    authenticate_bearer::Bearer,
    issue_tokens::{IssueError, Tokens, write_tokens},
    verify_factor::{VerifyFactorError, verify_factor},
};
use crate::{
    domain::{
        account::event::Origin,
        auth::proof::Method,
        id::{ChallengeId, FactorId},
    },
    ports::{Ports, StoreError},
};

#[derive(Debug, thiserror::Error)]
pub enum AnswerChallengeError {
    #[error(transparent)]
    Factor(#[from] VerifyFactorError),
    #[error(transparent)]
    Issue(#[from] IssueError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Tokens of the second level.
pub async fn answer_challenge(
    ports: &Ports,
    bearer: &Bearer,
    factor: FactorId,
    challenge: ChallengeId,
    code: &str,
    origin: &Origin,
) -> Result<Tokens, AnswerChallengeError> {
    let session = &bearer.session;
    verify_factor(ports, (session.account, session.id), factor, Some(challenge), code, origin)
        .await?;
    // A refresh may have moved the family meanwhile.
    let current = ports.tokens.api_session(session.id).await?;
    let (session, _) = current.ok_or(IssueError::Gone)?;
    let now = ports.now();
    let proofs = session.proofs.clone().and(Method::Totp, now);
    if !ports.tokens.prove_api(&session, &proofs, now).await? {
        return Err(IssueError::Gone.into());
    }
    let (session, known) = ports.tokens.api_session(session.id).await?.ok_or(IssueError::Gone)?;
    Ok(write_tokens(ports, session, known)?)
}
