//! The end of an account: everything goes at once, and only what the law asks to keep stays,
//! without a name (`docs/decisions.md`, 'Deleting an account is at once').

use std::time::Duration;

use crate::{
    domain::{
        account::Account,
        auth::session::Member,
        creation::Status,
        id::{AccountId, SessionId},
        media::Subject,
    },
    flows::creation::cancel::cancel_for_deletion,
    ports::{Ports, StoreError},
    problem::{Kind, Problem, STALE},
};

#[derive(Debug, thiserror::Error)]
pub enum DeleteAccountError {
    #[error("the last proof is too old")]
    Stale,
    #[error("it was not confirmed")]
    NotSure,
    #[error("a running memory could not be stopped: {0}")]
    Running(Problem),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How long it is known that a mailbox had its welcome credits.
pub const WELCOME_KEPT: Duration = Duration::from_secs(2 * 365 * 24 * 3600);

/// Everything there can be that still runs is stopped first, so that nothing is written
/// after it is gone.
const MOST: u32 = 1000;

/// Deletes it, for whoever has lately proved who they are.
pub async fn delete_account(
    ports: &Ports,
    member: &Member,
    sure: bool,
) -> Result<(), DeleteAccountError> {
    if !member.fresh(ports.now()) {
        return Err(DeleteAccountError::Stale);
    }
    if !sure {
        return Err(DeleteAccountError::NotSure);
    }
    remove_account(ports, &member.account, Some(member.session)).await
}

/// Deletes it; whether that may be is for the caller. An administrator has no session.
pub async fn remove_account(
    ports: &Ports,
    account: &Account,
    session: Option<SessionId>,
) -> Result<(), DeleteAccountError> {
    for creation in ports.creations.list(account.id, MOST).await? {
        if creation.status == Status::Running {
            cancel_for_deletion(ports, account.id, creation.id)
                .await
                .map_err(DeleteAccountError::Running)?;
        }
    }
    // Rows before files: a file without a row is swept, a row without its file is a fault.
    let objects = ports.personal_data.objects_of(account.id).await?;
    let addresses = ports.personal_data.addresses_of(account.id).await?;
    let (at, parts) = ports.id_parts();
    let pseudonym = AccountId::new(at, &parts).to_string();
    ports.personal_data.erase(account.id, session, &pseudonym, at.after(WELCOME_KEPT)).await?;
    for key in objects {
        if let Some(Subject::Photo(photo)) = key.subject() {
            ports.cutter.forget(photo);
        }
        ports.objects.delete(&key).await?;
    }
    // Copies that were written instead of being sent.
    for address in addresses {
        ports.mailer.forget(&address).await.map_err(StoreError::new)?;
    }
    Ok(())
}

impl From<DeleteAccountError> for Problem {
    fn from(error: DeleteAccountError) -> Self {
        match error {
            DeleteAccountError::Stale => Self::new(Kind::Stale, STALE),
            DeleteAccountError::NotSure => {
                Self::new(Kind::BadInput, "Please tick the box, so that we know you are sure.")
            }
            DeleteAccountError::Running(problem) => problem,
            DeleteAccountError::Store(error) => error.into(),
        }
    }
}
