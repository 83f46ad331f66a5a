//! Granting a payment: it is marked as paid, its credits and its ledger entry come, what is
//! owed from a payment that was taken back is paid from them, the plan begins in place of the
//! one there was, the receipt is queued; `settle.sqlite.sql` and `settle.postgres.sql`, run in
//! batches ([`crate::store::batch`]).

use evernear_app::{
    domain::billing::{Plan, SecurePayment, subscription::paid_through},
    ports::Granting,
};

use super::{payments::Total, subscriptions::lapses};
use crate::{
    store::{
        Store,
        batch::Batched,
        db::{DbError, Row},
        small,
    },
    values,
};

/// What each value is says [`Store::settle`].
static SETTLE: Batched = Batched {
    sqlite: include_str!("settle.sqlite.sql"),
    postgres: include_str!("settle.postgres.sql"),
};

/// Names of the plans that give more, each between commas.
fn larger_plans(plan: &Plan) -> String {
    plan.larger().fold(",".to_owned(), |names, plan| names + plan.name + ",")
}

/// How often it is tried again when another payment of the same person began a plan first.
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
                Err(error)
                    if tries < TRIES
                        && error.violates("subscriptions_one", "subscriptions.account_id") =>
                {
                    tries += 1;
                }
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
        let values = values![
            secure.user.to_string(),
            secure.credits_to_add,
            granting.at,
            secure.plan.name,
            secure.provider.as_str(),
            secure.payment_reference.as_str(),
            secure.amount,
            secure.currency.as_str(),
            granting.subscription.to_string(),
            granting.customer.clone(),
            granting.plan_code.clone(),
            paid_through(granting.at, 0),
            lapses(granting.at, 0),
            granting.entry.to_string(),
            mail.map(|mail| mail.id.to_string()),
            mail.and_then(|mail| text(&mail.purpose)),
            mail.and_then(|mail| text(mail.to.as_str())),
            mail.and_then(|mail| text(mail.reply_to.as_ref()?.as_str())),
            mail.and_then(|mail| text(&mail.sealed)),
            granting.repay.to_string(),
            granting.order_code.clone(),
            larger_plans(secure.plan),
        ];
        let rows = self.db.run_batched(&SETTLE, values).await?;
        let total =
            |row: &Row| Ok(Total { balance: small(row.int(0)?)?, repaid: small(row.int(1)?)? });
        rows.last().map(total).transpose()
    }
}
