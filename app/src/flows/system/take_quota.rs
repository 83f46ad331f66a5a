//! Taking from what is guarded before it is used: tries of six-digit codes, and mails that
//! strangers can ask for. Known and unknown addresses are counted alike, so that neither
//! answers nor their time tell who has an account.

use crate::{
    domain::{account::Email, quota::Quota},
    ports::{Ports, StoreError, Taken, TooOften},
};

/// Why nothing could be taken.
#[derive(Debug, thiserror::Error)]
pub enum SpendError {
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How an address, with what is counted apart for it (`""` for nothing), stands in the memory of
/// limits: of one length, and not readable.
pub(in crate::flows) fn address_key(ports: &Ports, email: &Email, apart: &str) -> String {
    ports.secrets.digest("limit of an address", &format!("{email} {apart}"))
}

/// Whose mails are counted.
pub(in crate::flows) struct MailSubject(String);

impl MailSubject {
    /// An address as it is spelt, whether it has an account or not.
    pub fn address(ports: &Ports, email: &Email) -> Self {
        Self(ports.secrets.digest("mails of an address", &email.to_string()))
    }

    /// A mailbox that gets the mail, however its address is spelt.
    pub fn mailbox(ports: &Ports, email: &Email) -> Self {
        Self(ports.secrets.digest("mails of a mailbox", &email.mailbox()))
    }

    /// Whoever reads what is sent to an address: the address alone where its account has proven
    /// to read it, else the mailbox, which anybody may have signed up with.
    pub async fn reader(ports: &Ports, email: &Email) -> Result<Self, StoreError> {
        let account = ports.accounts.by_email(email).await?.map(|(account, _)| account);
        let is_proven = account.is_some_and(|account| account.email_proven_at.is_some());
        Ok(if is_proven { Self::address(ports, email) } else { Self::mailbox(ports, email) })
    }

    /// Counted instead of a mailbox, for nothing but the time it takes.
    pub fn nobody(ports: &Ports, email: &Email) -> Self {
        Self(ports.secrets.digest("mails of no account", &email.to_string()))
    }

    pub async fn take(&self, ports: &Ports, what: Quota) -> Result<(), SpendError> {
        match ports.quotas.take(what, &self.0, ports.now()).await? {
            Taken::Nth(_) => Ok(()),
            Taken::Not(wait) => Err(TooOften(wait).into()),
        }
    }

    /// The mail was not sent after all.
    pub async fn give_back(&self, ports: &Ports, what: Quota) -> Result<(), StoreError> {
        ports.quotas.give_back(what, &self.0).await
    }
}
