//! The admin gate: unlock with the password, recognise the cookie, lock. The cookie is
//! `session.since.signature`, signed with the password's hash: only the server knows it,
//! every process of a server knows the same, and a new password ends every unlocked browser.

use crate::{
    domain::{
        admin::{Admin, Audit, UNLOCKED_FOR},
        id::{AdminSessionId, AuditId},
        rate_limit::Limit,
        timestamp::Timestamp,
    },
    ports::{Ports, StoreError, TooOften},
    problem::{Kind, Problem},
};

#[derive(Debug, thiserror::Error)]
pub enum UnlockError {
    #[error("the password is wrong")]
    Wrong,
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The cookie's value for whoever knows the password. Without a configured one nobody does.
pub async fn unlock(ports: &Ports, password: &str, client: &str) -> Result<String, UnlockError> {
    ports.rate_limiter.check(Limit::AdminPassword, client)?;
    let hash = ports.settings.admin_hash.as_deref();
    if !ports.passwords.matches(password, hash).await? {
        return Err(UnlockError::Wrong);
    }
    let (at, parts) = ports.id_parts();
    let admin =
        Admin { session: AdminSessionId::new(at, &parts), since: at, client: client.to_owned() };
    let key = hash.unwrap_or_default();
    let cookie = format!("{}.{}.{}", admin.session, at.0, ports.signer.sign(key, &claim(&admin)));
    // The gate opens also while the database is away: the list that the browser keeps must be
    // reachable. What is changed is written down with the change itself.
    let _ = ports.admin.note(&audit(ports, &admin, "admin.unlocked")).await;
    Ok(cookie)
}

/// Who shows this cookie, if it still counts. Works without the database; with it, a lock
/// made in another process counts as well.
pub async fn recognise(ports: &Ports, cookie: &str, client: &str) -> Option<Admin> {
    let key = ports.settings.admin_hash.as_deref()?;
    let mut parts = cookie.splitn(3, '.');
    let session: AdminSessionId = parts.next()?.parse().ok()?;
    let since = Timestamp(parts.next()?.parse().ok()?);
    let admin = Admin { session, since, client: client.to_owned() };
    let ours = ports.signer.verify(key, &claim(&admin), parts.next()?);
    if !ours || !admin.fresh(ports.now()) || ports.locks.knows(session) {
        return None;
    }
    match ports.admin.is_locked(session).await {
        Ok(false) | Err(_) => Some(admin),
        Ok(true) => None,
    }
}

/// Locks: the cookie is worth nothing from now on, wherever it went.
pub async fn lock(ports: &Ports, admin: &Admin) -> Result<(), StoreError> {
    ports.locks.remember(admin.session);
    let stale = ports.now().before(UNLOCKED_FOR);
    ports.admin.lock(&audit(ports, admin, "admin.locked"), stale).await
}

/// A line of the log, about no subject.
pub(in crate::flows) fn audit(ports: &Ports, admin: &Admin, action: &'static str) -> Audit {
    let (at, parts) = ports.id_parts();
    Audit {
        id: AuditId::new(at, &parts),
        admin: admin.clone(),
        at,
        action,
        subject: String::new(),
        detail: String::new(),
    }
}

fn claim(admin: &Admin) -> String {
    format!("admin gate {} {}", admin.session, admin.since.0)
}

impl From<UnlockError> for Problem {
    fn from(error: UnlockError) -> Self {
        match error {
            UnlockError::Wrong => Self::new(Kind::BadInput, "Invalid password"),
            UnlockError::TooOften(wait) => wait.into(),
            UnlockError::Store(error) => error.into(),
        }
    }
}
