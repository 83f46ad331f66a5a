//! Codes for the day the telephone is lost: ten, shown once, each good once, stored as
//! keyed digests.

use crate::{
    domain::{
        account::event::{EventKind, Origin},
        auth::{factor::RECOVERY_CODES, session::Member},
        id::{AccountId, OneTimeId},
    },
    flows::account::security_history::record,
    ports::{Ports, StoreError},
};

/// Letters and digits that nobody mistakes for each other: 32, five bits each.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";
/// Fifty bits a code.
const LENGTH: usize = 10;
const PURPOSE: &str = "recovery code";

/// Makes new ones; the old ones are worth nothing from then on.
pub async fn make_recovery_codes(
    ports: &Ports,
    member: &Member,
    origin: &Origin,
) -> Result<Vec<String>, StoreError> {
    let account = member.account.id;
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| new_code(ports)).collect();
    let digests: Vec<_> = codes
        .iter()
        .map(|code| {
            let (at, parts) = ports.id_parts();
            (OneTimeId::new(at, &parts), ports.secrets.digest(PURPOSE, &bound(account, code)))
        })
        .collect();
    ports.factors.set_recovery_codes(account, member.session, &digests, ports.now()).await?;
    record(ports, account, EventKind::RecoveryCodesMade, origin).await?;
    Ok(codes)
}

/// Uses one up; no when it is none.
pub(super) async fn use_recovery_code(
    ports: &Ports,
    account: AccountId,
    typed: &str,
    origin: &Origin,
) -> Result<bool, StoreError> {
    // They may be older than the server's key.
    for digest in ports.secrets.digests(PURPOSE, &bound(account, typed)) {
        if ports.factors.use_recovery_code(account, &digest, ports.now()).await? {
            record(ports, account, EventKind::RecoveryCodeUsed, origin).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether it is as long as one, so that it can be no code from an app.
pub(super) fn looks_like_recovery_code(typed: &str) -> bool {
    plain(typed).len() == LENGTH
}

/// As people type it: any case, dashes or not.
fn plain(typed: &str) -> String {
    typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|sign| sign.to_ascii_lowercase())
        .collect()
}

/// A code with whose it is.
fn bound(account: AccountId, code: &str) -> String {
    format!("{account}:{}", plain(code))
}

fn new_code(ports: &Ports) -> String {
    let mut bytes = [0; LENGTH];
    ports.entropy.fill(&mut bytes);
    let mut code: String =
        bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    code.insert(LENGTH / 2, '-');
    code
}
