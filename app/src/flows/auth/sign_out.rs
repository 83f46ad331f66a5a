//! Signing out, and the sessions a person has. The button is global: every session of the
//! account ends; leaving a tab ends this browser's alone.

use crate::{
    domain::{
        account::event::{EventKind, Origin},
        auth::session::{Member, OpenSession},
        id::{AccountId, SessionId},
    },
    flows::account::security_history::record,
    ports::{Ports, StoreError},
};

/// Which sessions end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Global,
    Local,
    Others,
}

/// Ends sessions of the person.
pub async fn sign_out(
    ports: &Ports,
    member: &Member,
    scope: Scope,
    origin: &Origin,
) -> Result<(), StoreError> {
    end_sessions(ports, member.account.id, member.session, scope, origin).await
}

/// The same for either face; `current` is the session that asks.
pub async fn end_sessions(
    ports: &Ports,
    account: AccountId,
    current: SessionId,
    scope: Scope,
    origin: &Origin,
) -> Result<(), StoreError> {
    let kind = match scope {
        Scope::Global => {
            ports.sessions.close_all(account).await?;
            EventKind::SignedOut
        }
        Scope::Local => {
            ports.sessions.close(account, current).await?;
            EventKind::SignedOut
        }
        Scope::Others => {
            ports.sessions.close_others(account, current).await?;
            EventKind::OthersSignedOut
        }
    };
    record(ports, account, kind, origin).await
}

/// The person's sessions, last used first.
pub async fn list_sessions(ports: &Ports, member: &Member) -> Result<Vec<OpenSession>, StoreError> {
    ports.sessions.list(member.account.id, ports.now()).await
}

/// Ends one of them; no when there is none.
pub async fn close_session(
    ports: &Ports,
    member: &Member,
    id: SessionId,
    origin: &Origin,
) -> Result<bool, StoreError> {
    let closed = ports.sessions.close(member.account.id, id).await?;
    if closed {
        record(ports, member.account.id, EventKind::OthersSignedOut, origin).await?;
    }
    Ok(closed)
}
