//! A client program shows its refresh token and gets the next one. Two tabs that ask at once
//! get the same answer; whoever shows an older token ends the family.

use super::issue_tokens::{Tokens, write_tokens};
use crate::{
    domain::{
        account::event::{EventKind, Origin},
        auth::api_session::{ApiSession, Judgement},
    },
    flows::account::security_history::record,
    ports::{AdvanceError, Ports, RefreshTokenProblem, StoreError},
};

#[derive(Debug, thiserror::Error)]
pub enum RefreshError {
    #[error(transparent)]
    Token(#[from] RefreshTokenProblem),
    #[error("the session is over")]
    NoSession,
    #[error("the session never came this far")]
    NeverIssued,
    #[error("the token was used before")]
    Used,
    #[error("the session is too old")]
    Expired,
    #[error("the session was not used for too long")]
    Inactive,
    #[error("the account is banned")]
    Banned,
    #[error("others hold the session for too long")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<AdvanceError> for RefreshError {
    fn from(error: AdvanceError) -> Self {
        match error {
            AdvanceError::Busy => Self::Busy,
            AdvanceError::Store(error) => Self::Store(error),
        }
    }
}

/// Moves the family on by one.
pub async fn refresh_tokens(
    ports: &Ports,
    token: &str,
    origin: &Origin,
) -> Result<Tokens, RefreshError> {
    let (id, counter) = ports.keys.read_refresh_token(token)?;
    let limits = &ports.settings.tokens.limits;
    let now = ports.now();
    if let Some((session, known)) = ports.tokens.renew(id, counter, limits.since(now), now).await? {
        return Ok(write_tokens(ports, session, known)?);
    }
    // Not renewed: the token is an older one, the session is over or too old, its person is
    // banned, or another request moved the family meanwhile. Only the last makes it look again.
    for _ in 0..3 {
        let Some((session, known)) = ports.tokens.api_session(id).await? else {
            return Err(RefreshError::NoSession);
        };
        if known.banned(now) {
            return Err(RefreshError::Banned);
        }
        match session.judge(counter, now, limits) {
            Judgement::Active => return Ok(write_tokens(ports, session, known)?),
            Judgement::Expired => return Err(RefreshError::Expired),
            Judgement::Inactive => return Err(RefreshError::Inactive),
            Judgement::NeverIssued => return Err(RefreshError::NeverIssued),
            Judgement::Reused => {
                if ports.sessions.close(session.account, id).await? {
                    record(ports, session.account, EventKind::FamilyRevoked, origin).await?;
                }
                return Err(RefreshError::Used);
            }
            Judgement::Renew => {
                let to = session.counter + 1;
                if ports.tokens.advance(id, session.counter, to, now).await? {
                    let session = ApiSession { counter: to, refreshed_at: now, ..session };
                    return Ok(write_tokens(ports, session, known)?);
                }
            }
        }
    }
    Err(RefreshError::Busy)
}
