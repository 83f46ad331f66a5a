//! Tries of six-digit codes, taken before a code is compared. Known and unknown addresses are
//! counted alike, so that neither answers nor their time tell who has an account.

use crate::{
    domain::{
        account::{
            Account,
            event::{EventKind, Origin},
        },
        quota::Quota,
    },
    flows::{
        account::security_history::{record, record_padding},
        system::take_quota::SpendError,
    },
    mails,
    ports::{Ports, StoreError, Taken, TooOften},
};

/// A try of a six-digit code, taken before it is compared.
pub(in crate::flows) struct Guess {
    what: Quota,
    subject: String,
    nth: u32,
}

impl Guess {
    /// `whose` is an account or an address.
    pub async fn take(ports: &Ports, what: Quota, whose: &str) -> Result<Self, SpendError> {
        let subject = ports.secrets.digest("tries of codes", whose);
        match ports.quotas.take(what, &subject, ports.now()).await? {
            Taken::Nth(nth) => Ok(Self { what, subject, nth }),
            Taken::Not(wait) => Err(TooOften(wait).into()),
        }
    }

    /// It was right: it does not count, and the next one need not wait.
    pub async fn accept(self, ports: &Ports) -> Result<(), StoreError> {
        ports.quotas.give_back(self.what, &self.subject).await
    }

    /// It was wrong. With the last one of the day its owner is told by mail; where nobody has the
    /// address, as many rows are written, so that the time is the same.
    pub async fn reject(
        self,
        ports: &Ports,
        owner: Option<&Account>,
        origin: &Origin,
    ) -> Result<(), StoreError> {
        if self.nth < self.what.most() {
            return Ok(());
        }
        let Some(owner) = owner else { return record_padding(ports, 2).await };
        let (kind, mail) = if self.what == Quota::FactorCodes {
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
