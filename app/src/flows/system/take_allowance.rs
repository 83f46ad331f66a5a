//! Taking from what is guarded before it is used: tries of six-digit codes, and mails that
//! strangers can ask for. Known and unknown addresses are counted alike, so that neither
//! answers nor their time tell who has an account.

use crate::{
    domain::{
        account::{
            Account, Email,
            event::{EventKind, Origin},
        },
        allowance::Allowance,
    },
    flows::account::security_history::{record, record_padding},
    mails,
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

    pub async fn take(&self, ports: &Ports, what: Allowance) -> Result<(), SpendError> {
        match ports.allowances.take(what, &self.0, ports.now()).await? {
            Taken::Nth(_) => Ok(()),
            Taken::Not(wait) => Err(TooOften(wait).into()),
        }
    }

    /// The mail was not sent after all.
    pub async fn give_back(&self, ports: &Ports, what: Allowance) -> Result<(), StoreError> {
        ports.allowances.give_back(what, &self.0).await
    }
}

/// A try of a six-digit code, taken before it is compared.
pub(in crate::flows) struct Guess {
    what: Allowance,
    subject: String,
    nth: u32,
}

impl Guess {
    /// `whose` is an account or an address.
    pub async fn take(ports: &Ports, what: Allowance, whose: &str) -> Result<Self, SpendError> {
        let subject = ports.secrets.digest("tries of codes", whose);
        match ports.allowances.take(what, &subject, ports.now()).await? {
            Taken::Nth(nth) => Ok(Self { what, subject, nth }),
            Taken::Not(wait) => Err(TooOften(wait).into()),
        }
    }

    /// It was right: it does not count, and the next one need not wait.
    pub async fn right(self, ports: &Ports) -> Result<(), StoreError> {
        ports.allowances.give_back(self.what, &self.subject).await
    }

    /// It was wrong. With the last one of the day its owner is told; where nobody has the
    /// address, as much is written.
    pub async fn wrong(
        self,
        ports: &Ports,
        owner: Option<&Account>,
        origin: &Origin,
    ) -> Result<(), StoreError> {
        if self.nth < self.what.most() {
            return Ok(());
        }
        let Some(owner) = owner else { return record_padding(ports, 2).await };
        let (kind, mail) = if self.what == Allowance::FactorCodes {
            let mail = mails::second_factor_guessed(ports, &owner.email, origin)?;
            (EventKind::FactorGuessed, mail)
        } else {
            (EventKind::CodesGuessed, mails::codes_guessed(ports, &owner.email, origin)?)
        };
        ports.mails.queue_mail(&mail).await?;
        record(ports, owner.id, kind, origin).await?;
        ports.wake.wake();
        Ok(())
    }
}
