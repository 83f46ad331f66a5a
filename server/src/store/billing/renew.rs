//! A further month of a plan, charged by its provider. It waits for the person's turn, so that page,
//! webhook and sweeper come one after the other; the unique reference and the period decide that it
//! is granted once.

use evernear_app::{
    domain::{
        billing::{
            Charge, Currency, Payment, PaymentResult, PaymentStatus, Subscription, calendar,
            subscription::{GRACE, SubscriptionStatus},
        },
        credits::EntryKind,
        timestamp::Timestamp,
    },
    ports::{ProcessError, Renewal},
};

use super::{
    match_charge::replace_current,
    payments::{PaymentRecord, Total, flagged_before, known, result, set_plan},
    subscriptions::{carry_on, find_for_charge},
};
use crate::{
    store::{
        Store,
        account::lock::lock_account_if_there,
        credits::ledger::{post, repay},
        db::{DbError, Tx},
        mail::queue::enqueue,
    },
    values,
};

impl Store {
    pub(super) async fn renew_subscription(
        &self,
        renewal: &Renewal,
    ) -> Result<Result<PaymentResult, ProcessError>, DbError> {
        let charge = &renewal.charge;
        let mut tx = self.db.begin().await?;
        let Some(subscription) = find_for_charge(&mut tx, renewal.subscription).await? else {
            return Ok(Err(ProcessError::Gone));
        };
        let owner = subscription.owner.to_string();
        if !lock_account_if_there(&mut tx, &owner).await? {
            return Ok(Err(ProcessError::Gone));
        }
        // Again, now that nobody else of this person is at work.
        let Some(subscription) = find_for_charge(&mut tx, renewal.subscription).await? else {
            return Ok(Err(ProcessError::Gone));
        };
        if let Some(found) = locked(&mut tx, &renewal.provider, &charge.reference).await? {
            let flagged = || flagged_before(&found);
            return Ok(Err(known(&found).unwrap_or_else(flagged)));
        }
        let paid = charge.paid_at.unwrap_or(renewal.at);
        let period = calendar::nearest_period(subscription.anchor, paid);
        let wrong = wrong_renewal(&mut tx, &subscription, charge, paid, period).await?;
        let plan = subscription.plan;
        let id = renewal.payment.to_string();
        let status = if wrong.is_some() { PaymentStatus::Flagged } else { PaymentStatus::Paid };
        let granted = wrong.is_none();
        let sql = "INSERT INTO payments (id, provider, reference, account_id, plan, credits, amount, currency, status, note,
                   subscription_id, period, created_at, paid_at, next_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $13)
                   ON CONFLICT (provider, reference) DO NOTHING";
        let values = values![
            id.as_str(),
            renewal.provider.as_str(),
            charge.reference.as_str(),
            owner.as_str(),
            plan.name,
            plan.credits,
            charge.amount,
            charge.currency.as_str(),
            status.as_str(),
            wrong.clone(),
            subscription.id.to_string(),
            period,
            renewal.at,
            granted.then_some(renewal.at.0),
        ];
        if tx.execute(sql, values).await? == 0 {
            // It was flagged meanwhile as nobody's, which takes no account's lock.
            let found = locked(&mut tx, &renewal.provider, &charge.reference).await?;
            let found = found.ok_or_else(|| DbError::Row("a payment is gone".to_owned()))?;
            return Ok(Err(known(&found).unwrap_or_else(|| flagged_before(&found))));
        }
        if let Some(note) = wrong {
            tx.commit().await?;
            return Ok(Err(ProcessError::Flagged(note)));
        }
        if subscription.status == SubscriptionStatus::Planned {
            replace_current(&mut tx, &subscription, renewal.at).await?;
        }
        carry_on(&mut tx, &subscription, period, renewal.at).await?;
        let sql = "UPDATE subscriptions SET authorization_code = COALESCE($2, authorization_code) WHERE id = $1";
        let values = values![subscription.id.to_string(), charge.authorization.clone()];
        tx.execute(sql, values).await?;
        set_plan(&mut tx, &owner, plan).await?;
        let (entry, credits) = (renewal.entry, i64::from(plan.credits));
        let kind = EntryKind::Purchase;
        let bought = post(&mut tx, entry, &owner, kind, credits, &id, renewal.at).await?;
        let repaid = repay(&mut tx, renewal.repay, &owner, credits, &id, renewal.at).await?;
        let total = Total { balance: bought - repaid, repaid };
        if let Some(mail) = &renewal.receipt {
            enqueue(&mut tx, mail).await?;
        }
        tx.commit().await?;
        Ok(Ok(result(plan.credits, &total, plan.name, &charge.reference)))
    }
}

/// Why a renewal is not granted, if it is not.
async fn wrong_renewal(
    tx: &mut Tx,
    subscription: &Subscription,
    charge: &Charge,
    paid: Timestamp,
    period: u32,
) -> Result<Option<String>, DbError> {
    let currency = Currency::named(&subscription.currency);
    let order = subscription.plan.order(currency);
    if charge.amount != order.amount.cents || charge.currency != subscription.currency {
        return Ok(Some("altered: amount or currency of a renewal; refund".to_owned()));
    }
    match subscription.status {
        SubscriptionStatus::Cancelled | SubscriptionStatus::Replaced => {
            return Ok(Some("charged after it was cancelled; refund".to_owned()));
        }
        // It was cancelled, and its last day has passed meanwhile: still cancelled.
        SubscriptionStatus::Expired if subscription.end_date.is_some() => {
            return Ok(Some("charged after it was cancelled; refund".to_owned()));
        }
        // Lapsed, and the charge came late.
        SubscriptionStatus::Expired => {
            let sql = "SELECT id FROM subscriptions WHERE account_id = $1 AND status IN ('active', 'cancelled')";
            if tx.row(sql, values![subscription.owner.to_string()]).await?.is_some() {
                return Ok(Some("charged for a plan that was replaced; refund".to_owned()));
            }
        }
        // Of an older order of the same plan, where the charge does not say whose it is: the
        // plan that is paid for must not end before its time.
        SubscriptionStatus::Planned if paid.after(GRACE) < subscription.anchor => {
            return Ok(Some("charged before the plan begins; refund".to_owned()));
        }
        SubscriptionStatus::Planned | SubscriptionStatus::Active => {}
    }
    // Months may be told in any order; each is granted once.
    let sql =
        "SELECT id FROM payments WHERE subscription_id = $1 AND period = $2 AND status = 'paid'";
    if tx.row(sql, values![subscription.id.to_string(), period]).await?.is_some() {
        return Ok(Some("charged twice for one month; refund".to_owned()));
    }
    Ok(None)
}

async fn locked(tx: &mut Tx, provider: &str, reference: &str) -> Result<Option<Payment>, DbError> {
    let sql = "SELECT * FROM payments WHERE provider = $1 AND reference = $2";
    let found: Option<PaymentRecord> = tx.find(sql, values![provider, reference]).await?;
    found.map(Payment::try_from).transpose()
}
