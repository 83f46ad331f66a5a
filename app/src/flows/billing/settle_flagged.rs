//! Settling a payment that was flagged, by an operator: what it granted is taken back, or
//! everything stays as it is.

use std::sync::Arc;

use crate::{
    domain::{
        admin::{Admin, Audit},
        billing::{Payment, Resolution, calendar, grouped},
        id::EntryId,
    },
    flows::admin::unlock::audit,
    mails,
    ports::{Ports, Revocation, Revoked, RevokedMail, StoreError},
};

#[derive(Debug, thiserror::Error)]
pub enum SettleFlaggedError {
    #[error("There is no such payment.")]
    NotFound,
    #[error("Several providers know a payment of this reference.")]
    Several,
    #[error("This payment is not flagged, or has been settled before.")]
    NotFlagged,
    #[error(
        "Nothing was granted for this payment, so there is nothing to take back. Resolve it instead."
    )]
    NotGranted,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How a flagged payment was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettledFlag {
    Revoked(Revoked),
    Resolved,
}

impl SettledFlag {
    /// What an operator reads, at the command line and in the browser.
    pub fn words(self) -> String {
        let Self::Revoked(Revoked { taken, owed, told }) = self else {
            return "Settled: everything stays as it is.".to_owned();
        };
        let taken = grouped(taken);
        let owed = match owed {
            0 => String::new(),
            owed => format!(
                " {} were spent before and are owed; the next purchase pays them.",
                grouped(owed)
            ),
        };
        let told = if told {
            "The person is told by mail."
        } else {
            "The account is gone, so nobody is told."
        };
        format!("{taken} credits were taken back.{owed} {told}")
    }
}

/// Settles it; `admin` where it was done in a browser.
pub async fn settle_flagged(
    ports: &Ports,
    admin: Option<&Admin>,
    reference: &str,
    how: Resolution,
) -> Result<SettledFlag, SettleFlaggedError> {
    let mut named = ports.payments.named(reference).await?;
    let payment = named.pop().ok_or(SettleFlaggedError::NotFound)?;
    if !named.is_empty() {
        return Err(SettleFlaggedError::Several);
    }
    if !payment.open() {
        return Err(SettleFlaggedError::NotFlagged);
    }
    let action = match how {
        Resolution::Revoked => "payment.revoked",
        Resolution::Resolved => "payment.resolved",
    };
    let audit = admin.map(|admin| Audit {
        subject: payment.reference.clone(),
        detail: payment.note.as_ref().map(ToString::to_string).unwrap_or_default(),
        ..audit(ports, admin, action)
    });
    match how {
        Resolution::Revoked => revoke(ports, &payment, audit).await,
        Resolution::Resolved => {
            if !ports.payments.resolve(payment.id, audit.as_ref(), ports.now()).await? {
                return Err(SettleFlaggedError::NotFlagged);
            }
            Ok(SettledFlag::Resolved)
        }
    }
}

async fn revoke(
    ports: &Ports,
    payment: &Payment,
    audit: Option<Audit>,
) -> Result<SettledFlag, SettleFlaggedError> {
    if payment.paid_at.is_none() {
        return Err(SettleFlaggedError::NotGranted);
    }
    let owner = match payment.owner {
        Some(owner) => ports.accounts.by_id(owner).await?,
        None => None,
    };
    let mail = owner.map(|owner| -> RevokedMail {
        let (ports, payment) = (ports.clone(), payment.clone());
        Arc::new(move |taken, owed| {
            mails::payment_revoked(&ports, &owner.email, &payment, [taken, owed])
        })
    });
    let (at, parts) = ports.id_parts();
    let revocation = Revocation {
        payment: payment.id,
        entry: EntryId::new(at, &parts),
        end_date: calendar::iso_day(at),
        mail,
        audit,
        at,
    };
    let revoked = ports.payments.revoke(&revocation).await?;
    ports.wake.wake();
    revoked.map(SettledFlag::Revoked).ok_or(SettleFlaggedError::NotFlagged)
}
