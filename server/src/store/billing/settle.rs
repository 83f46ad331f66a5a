//! Granting a payment: it is marked as paid, its credits and its ledger entry come, what is
//! owed from a payment that was taken back is paid from them, the plan begins in place of the
//! one there was, the receipt is queued. Run in batches ([`crate::store::batch`]).
//!
//! The payment's row comes first: whoever else settles it waits there, finds it paid, and
//! nothing after it happens. Then the person's row, so that what they have changes in turn.

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

macro_rules! pay {
    ($from:literal) => {
        concat!(
            "UPDATE payments SET status = 'paid', paid_at = $3, note = NULL, subscription_id = $9, period = 0",
            $from,
            " WHERE provider = $5 AND reference = $6 AND account_id = $1 AND plan = $4 AND credits = $2
         AND amount = $7 AND currency = $8 AND status IN ('pending', 'failed')"
        )
    };
}
/// A larger plan is paid for: this payment's window was opened before it was bought.
macro_rules! larger_lasts {
    () => {
        "EXISTS (SELECT 1 FROM subscriptions larger WHERE larger.account_id = $1
             AND (larger.status IN ('active', 'cancelled') AND larger.paid_through > $3
             OR larger.status = 'cancelled' AND larger.ends_at > $3) AND $22 LIKE '%,' || larger.plan || ',%')"
    };
}
/// What of the debt the purchase pays; the right side of an assignment is the row of before.
macro_rules! repaid {
    () => {
        "CASE WHEN debt < $2 THEN debt ELSE $2 END"
    };
}
macro_rules! earn {
    ($from:literal, $($larger_lasts:tt)+) => {
        concat!(
            "UPDATE profiles SET credits = credits + $2 - ",
            repaid!(),
            ", ledger_entries = ledger_entries + CASE WHEN debt > 0 THEN 2 ELSE 1 END, debt = debt - ",
            repaid!(),
            ", repaid = ",
            repaid!(),
            ", updated_at = $3, plan = CASE WHEN ",
            $($larger_lasts)+,
            " THEN plan ELSE $4 END, subscription_status = CASE WHEN ",
            $($larger_lasts)+,
            " THEN subscription_status ELSE 'active' END, subscription_end_date = CASE WHEN ",
            $($larger_lasts)+,
            " THEN subscription_end_date END",
            $from,
            " WHERE id = $1"
        )
    };
}
macro_rules! enter {
    ($owner:literal, $payment:literal) => {
        concat!(
            "INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
             SELECT $14, $1, ",
            $owner,
            ".ledger_entries - CASE WHEN ",
            $owner,
            ".repaid > 0 THEN 1 ELSE 0 END, 'purchase', $2, ",
            $owner,
            ".credits + ",
            $owner,
            ".repaid, ",
            $payment,
            ", $3 FROM "
        )
    };
}
macro_rules! pay_debt {
    ($owner:literal, $payment:literal) => {
        concat!(
            "INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
             SELECT $20, $1, ",
            $owner,
            ".ledger_entries, 'repay', -",
            $owner,
            ".repaid, ",
            $owner,
            ".credits, ",
            $payment,
            ", $3 FROM "
        )
    };
}
/// The provider of what is replaced is due to be told. A larger plan that is paid for is not
/// replaced: then what this payment set up is, at the moment it begins.
macro_rules! replace {
    ($from:literal, $($larger_lasts:tt)+) => {
        concat!(
            "UPDATE subscriptions SET status = 'replaced', stop = CASE WHEN stop = 'none' THEN 'due' ELSE stop END,
             stop_next_at = $3",
            $from,
            " WHERE account_id = $1 AND status IN ('planned', 'active', 'cancelled') AND NOT ",
            $($larger_lasts)+
        )
    };
}
macro_rules! subscribe {
    ($($larger_lasts:tt)+) => {
        concat!(
            "INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code, anchor,
         period, paid_through, ends_at, stop, stop_next_at, created_at, order_code)
         SELECT $9, $1, $4, $8, CASE WHEN ",
            $($larger_lasts)+,
            " THEN 'replaced' ELSE 'active' END, $5, $10, $11, $3, 0, CASE WHEN ",
            $($larger_lasts)+,
            " THEN $3 ELSE $12 END, CASE WHEN ",
            $($larger_lasts)+,
            " THEN $3 ELSE $13 END, CASE WHEN ",
            $($larger_lasts)+,
            " THEN 'due' ELSE 'none' END, CASE WHEN ",
            $($larger_lasts)+,
            " THEN $3 ELSE 0 END, $3, $21"
        )
    };
}
macro_rules! send {
    () => {
        "INSERT INTO mails (id, purpose, recipient, reply_to, sealed, created_at, next_at,
         lease_until, attempt)
         SELECT $15, $16, $17, $18, $19, $3, $3, 0, 0"
    };
}
/// On SQLite: the payment was marked by this transaction.
macro_rules! paid {
    () => {
        "y.provider = $5 AND y.reference = $6 AND y.subscription_id = $9"
    };
}
macro_rules! if_paid {
    () => {
        concat!("EXISTS (SELECT 1 FROM payments y WHERE ", paid!(), ")")
    };
}

static SETTLE: Batched = Batched::new(
    concat!(
        pay!(""),
        ";",
        earn!("", larger_lasts!()),
        " AND ",
        if_paid!(),
        ";",
        enter!("p", "y.id"),
        "profiles p, payments y WHERE p.id = $1 AND ",
        paid!(),
        ";",
        pay_debt!("p", "y.id"),
        "profiles p, payments y WHERE p.id = $1 AND p.repaid > 0 AND ",
        paid!(),
        ";",
        replace!("", larger_lasts!()),
        " AND ",
        if_paid!(),
        ";",
        subscribe!(larger_lasts!()),
        " WHERE ",
        if_paid!(),
        ";",
        send!(),
        " WHERE $15 IS NOT NULL AND ",
        if_paid!(),
        "; SELECT p.credits, p.repaid FROM profiles p, payments y WHERE p.id = $1 AND ",
        paid!(),
    ),
    concat!(
        "paid AS (",
        pay!(" FROM g"),
        " RETURNING payments.id AS payment, ",
        larger_lasts!(),
        " AS larger_lasts, g.*), owner AS (",
        earn!(" FROM paid g", "g.larger_lasts"),
        " RETURNING profiles.credits, profiles.ledger_entries, profiles.repaid, g.*), entered AS (",
        enter!("g", "g.payment"),
        "owner g), repaid AS (",
        pay_debt!("g", "g.payment"),
        "owner g WHERE g.repaid > 0), replaced AS (",
        replace!(" FROM owner g", "g.larger_lasts"),
        " RETURNING g.nth), begun AS (",
        subscribe!("g.larger_lasts"),
        // Counting is what makes it wait for the rows that give way.
        " FROM owner g WHERE (SELECT COUNT(*) FROM replaced) >= 0), sent AS (",
        send!(),
        " FROM owner g WHERE $15 IS NOT NULL)
         SELECT COALESCE(owner.credits, raise_rollback()), owner.repaid, paid.nth FROM paid LEFT JOIN owner USING (nth)",
    ),
);

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
