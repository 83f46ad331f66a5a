//! Granting a payment: it is marked as paid, its credits and its ledger entry come, what is
//! owed from a payment that was taken back is paid from them, the plan begins in place of the
//! one there was, the receipt is queued; `settle.sqlite.sql` and `settle.postgres.sql`, run in
//! batches ([`crate::store::batch`]).

use evernear_app::{
    domain::billing::{Plan, SecurePayment, subscription::paid_through},
    ports::Granting,
};

use sqlx::FromRow;

use super::{payments::Total, subscriptions::lapses};
use crate::{
    named,
    store::{Store, batch::Batched, db::DbError, small},
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
        ];
        let rows = self.db.run_batched(&SETTLE, values).await?;
        let Some(row) = rows.last() else { return Ok(None) };
        let settled: SettledRecord = row.read()?;
        Ok(Some(Total { balance: small(settled.credits)?, repaid: small(settled.repaid)? }))
    }
}
