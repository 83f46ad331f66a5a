//! Granting a payment: it is marked as paid, its credits and its ledger entry come, what is
//! owed from a payment that was taken back is paid from them, the plan begins in place of the
//! one there was, the receipt is queued; `settle.sqlite.sql` and `settle.postgres.sql`, run in
//! batches ([`crate::store::batch`]).

use evernear_app::{
    domain::billing::{
        Payment, PaymentResult, Plan, SecurePayment, calendar, subscription::paid_through,
    },
    ports::{Granting, ProcessError},
};

use sqlx::FromRow;

use super::{
    payments::{Total, known, result},
    subscriptions::lapses,
};
use crate::{
    named,
    store::{Store, batch::Batched, db::DbError, small},
    values,
};

static SETTLE: Batched =
    Batched::new(include_str!("settle.sqlite.sql"), include_str!("settle.postgres.sql"));

/// What the transaction says came of it.
#[derive(FromRow)]
struct SettledRecord {
    credits: i64,
    repaid: i64,
}

/// Names of the plans that give more, each between commas.
fn larger_plans(plan: &Plan) -> String {
    plan.larger().fold(",".to_owned(), |names, plan| names + plan.name + ",")
}

/// Another payment was settled, or a smaller plan was planned.
fn another_plan_began(error: &DbError) -> bool {
    ["subscriptions_one", "subscriptions_renewing"]
        .iter()
        .any(|index| error.violates(index, "subscriptions.account_id"))
}

/// How often it is tried again when a plan of the same person began first.
const TRIES: u32 = 3;

impl Store {
    /// Grants it, or says why not.
    pub(super) async fn process(
        &self,
        secure: &SecurePayment,
        granting: &Granting,
    ) -> Result<Result<PaymentResult, ProcessError>, DbError> {
        // A plan of this name may begin while this payment looks for one.
        let mut total = None;
        for _ in 0..2 {
            total = match self.settle(secure, granting).await? {
                Some(total) => Some(total),
                None => self.add_month(secure, granting).await?,
            };
            if total.is_some() {
                break;
            }
        }
        let Some(total) = total else {
            return self.refuse(secure).await.map(Err);
        };
        let (plan, reference) = (secure.plan.name, &secure.payment_reference);
        Ok(Ok(result(secure.credits_to_add, &total, plan, reference)))
    }

    /// Why a payment is not granted. What was altered is flagged for good.
    async fn refuse(&self, secure: &SecurePayment) -> Result<ProcessError, DbError> {
        let found = self.payment(&secure.provider, &secure.payment_reference).await?;
        let Some(found) = found else { return Ok(ProcessError::Unknown) };
        if let Some(known) = known(&found) {
            return Ok(known);
        }
        if self.is_gone(&secure.user.to_string()).await? {
            return Ok(ProcessError::Gone);
        }
        let Some(note) = altered(&found, secure) else {
            let what = "a payment that can be granted was not found to be";
            return Err(DbError::Row(what.to_owned()));
        };
        let sql = "UPDATE payments SET status = 'flagged', note = $2 WHERE id = $1 AND status IN ('pending', 'failed')";
        let values = values![found.id.to_string(), note.as_str()];
        if self.db.execute(sql, values).await? == 1 {
            return Ok(ProcessError::Flagged(note));
        }
        // Another call has settled or flagged it meanwhile: what that one wrote counts.
        let found = self.payment(&secure.provider, &secure.payment_reference).await?;
        Ok(found.as_ref().and_then(known).unwrap_or(ProcessError::Unknown))
    }

    /// Whether the account was deleted: what it paid is kept under a pseudonym, and a charge
    /// that comes back without our metadata does not contradict it.
    async fn is_gone(&self, owner: &str) -> Result<bool, DbError> {
        let sql = "SELECT id FROM profiles WHERE id = $1";
        Ok(self.db.row(sql, values![owner]).await?.is_none())
    }

    /// The balance afterwards and what was paid of a debt; nothing when there was no such
    /// payment to be granted, and then nothing has changed.
    pub(super) async fn settle(
        &self,
        secure: &SecurePayment,
        granting: &Granting,
    ) -> Result<Option<Total>, DbError> {
        let mut tries = 1;
        loop {
            match self.settle_once(secure, granting).await {
                // PostgreSQL had looked before the other one was done.
                Err(error) if tries < TRIES && another_plan_began(&error) => tries += 1,
                settled => return settled,
            }
        }
    }

    async fn settle_once(
        &self,
        secure: &SecurePayment,
        granting: &Granting,
    ) -> Result<Option<Total>, DbError> {
        let mail = granting.receipt.as_ref();
        let text = |text: &str| Some(text.to_owned());
        let values = named![
            account: secure.user.to_string(),
            bought: secure.credits_to_add,
            settled_at: granting.at,
            bought_plan: secure.plan.name,
            paid_by: secure.provider.as_str(),
            paid_reference: secure.payment_reference.as_str(),
            price: secure.amount,
            paid_currency: secure.currency.as_str(),
            subscription: granting.subscription.to_string(),
            customer: granting.customer.clone(),
            plan_code: granting.plan_code.clone(),
            authorization_code: granting.authorization.clone(),
            through: paid_through(granting.at, 0),
            ends_at: lapses(granting.at, 0),
            entry: granting.entry.to_string(),
            mail: mail.map(|mail| mail.id.to_string()),
            purpose: mail.and_then(|mail| text(&mail.purpose)),
            recipient: mail.and_then(|mail| text(mail.to.as_str())),
            reply_to: mail.and_then(|mail| text(mail.reply_to.as_ref()?.as_str())),
            sealed: mail.and_then(|mail| text(&mail.sealed)),
            repay_entry: granting.repay.to_string(),
            larger_plans: larger_plans(secure.plan),
            today: calendar::iso_day(granting.at),
        ];
        let rows = self.db.run_batched(&SETTLE, values).await?;
        let Some(row) = rows.last() else { return Ok(None) };
        let settled: SettledRecord = row.read()?;
        Ok(Some(Total { balance: small(settled.credits)?, repaid: small(settled.repaid)? }))
    }
}

/// What differs between what was written down and what is to be granted.
fn altered(found: &Payment, secure: &SecurePayment) -> Option<String> {
    let differs = [
        ("user", found.owner != Some(secure.user)),
        ("plan", found.plan != secure.plan.name),
        ("credits", found.credits != secure.credits_to_add),
        ("amount", found.cents != secure.amount),
        ("currency", found.currency != secure.currency),
    ];
    let names: Vec<_> =
        differs.iter().filter(|(_, differs)| *differs).map(|(name, _)| *name).collect();
    (!names.is_empty()).then(|| format!("altered: {}", names.join(", ")))
}
