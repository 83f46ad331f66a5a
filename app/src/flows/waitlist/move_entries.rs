//! Approving, rejecting and resetting applications, one or several at once. Each moves only
//! if it still stands where the administrator saw it; whoever was later learns so. An
//! approval brings an invitation by mail.

use evernear_rules::wire::{EntryStatus, StatusMove, StatusMoved};

use super::beta_gate::new_invitation;
use crate::{
    domain::{
        admin::{Admin, Audit},
        auth::session::TokenDigest,
        id::WaitlistId,
        mail::QueuedMail,
        waitlist::{EntryType, status_name},
    },
    flows::admin::unlock::audit,
    mails,
    ports::{Move, Ports, StoreError},
    problem::{Kind, Problem},
};

/// Most entries moved by one call.
pub const MOST_AT_ONCE: usize = 200;

#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    #[error("no entries, or too many")]
    Count,
    #[error("an entry that cannot be one")]
    Unknown,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Moves entries to another status.
pub async fn move_entries(
    ports: &Ports,
    admin: &Admin,
    entries: &[StatusMove],
    to: EntryStatus,
) -> Result<StatusMoved, MoveError> {
    if entries.is_empty() || entries.len() > MOST_AT_ONCE {
        return Err(MoveError::Count);
    }
    let mut asked = Vec::with_capacity(entries.len());
    for entry in entries.iter().filter(|entry| entry.from != to) {
        let id: WaitlistId = entry.id.parse().map_err(|_| MoveError::Unknown)?;
        let invitation = if to == EntryStatus::Approved { invite(ports, id).await? } else { None };
        let action = match to {
            EntryStatus::Approved => "waitlist.approved",
            EntryStatus::Rejected => "waitlist.rejected",
            EntryStatus::Pending => "waitlist.reset",
        };
        let audit = Audit {
            subject: id.to_string(),
            detail: format!("{} -> {}", status_name(entry.from), status_name(to)),
            ..audit(ports, admin, action)
        };
        asked.push(Move { id, from: entry.from, invitation, audit });
    }
    let count = u32::try_from(asked.len()).unwrap_or(u32::MAX);
    let moved = ports.waitlist.move_entries(asked, to).await?;
    ports.wake.wake();
    Ok(StatusMoved { success: moved == count, moved, conflicts: count - moved, error: None })
}

/// The invitation of an application; a test entry, or one whose address mail cannot be sent
/// to, gets none.
async fn invite(
    ports: &Ports,
    id: WaitlistId,
) -> Result<Option<(TokenDigest, QueuedMail)>, StoreError> {
    let entry = ports.waitlist.entry(id).await?;
    let entry = entry.filter(|entry| entry.kind == EntryType::BetaRegistration.as_str());
    let Some((entry, email)) = entry.and_then(|entry| {
        let email = entry.email.parse().ok()?;
        Some((entry, email))
    }) else {
        return Ok(None);
    };
    let (invitation, digest) = new_invitation(ports);
    let mail = mails::application_approved(ports, &entry.name, &email, &invitation)?;
    Ok(Some((digest, mail)))
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Self {
        let message = "Failed to update status. Please try again.";
        match error {
            MoveError::Count | MoveError::Unknown => Self::new(Kind::BadInput, message),
            MoveError::Store(error) => Self::unavailable_there(error, message),
        }
    }
}
