//! From a browser's token to the person behind it, and the token's life: renewed while it
//! is used. A sign-in opens it ([`super::open_session`]).

use std::fmt::Write;

use crate::{
    domain::auth::session::{IDLE_LIFETIME, Member},
    ports::{Ports, StoreError},
};

/// A session token in clear, 64 hex digits: goes to the browser, is never stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(pub String);

/// Who asks, and the token to hand out when it was renewed.
pub struct Authenticated {
    pub member: Member,
    pub renewed: Option<Token>,
}

/// Who holds this token, if it still counts; a ban counts at once.
pub async fn authenticate(ports: &Ports, token: &str) -> Result<Option<Authenticated>, StoreError> {
    if token.len() != 64 {
        return Ok(None);
    }
    let now = ports.now();
    let digest = ports.passwords.digest(token);
    let Some(found) = ports.sessions.find(&digest).await? else { return Ok(None) };
    if !found.session.alive(now) {
        return Ok(None);
    }
    if !found.session.by_previous && found.session.seen_at.is_none() {
        ports.sessions.seen(found.session.id, now).await?;
    }
    let mut renewed = None;
    if found.session.due_for_rotation(now) {
        let fresh = new_token(ports);
        let fresh_digest = ports.passwords.digest(&fresh.0);
        let expires = now.after(IDLE_LIFETIME);
        if ports.sessions.rotate(&found.session, &digest, &fresh_digest, now, expires).await? {
            renewed = Some(fresh);
        }
    }
    let session = found.session;
    let member = Member {
        session: session.id,
        account: found.account,
        proofs: session.proofs,
        keep: session.keep,
        has_factor: session.has_factor,
    };
    Ok(Some(Authenticated { member, renewed }))
}

pub(in crate::flows) fn new_token(ports: &Ports) -> Token {
    let mut bytes = [0; 32];
    ports.entropy.fill(&mut bytes);
    let mut text = String::with_capacity(64);
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Token(text)
}
