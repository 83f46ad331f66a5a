//! Payments and what they bring. Whatever grants waits for the payment's row and the person's
//! turn, so that page, webhook and sweeper settle one after the other; the unique reference
//! and the status decide that it happens once. Granting itself is in [`super::settle`].

use evernear_app::{
    domain::{
        billing::{
            Charge, Payment, PaymentResult, PaymentStatus, Plan, Resolution, SecurePayment,
            calendar,
            payment::PaymentNote,
            subscription::{GRACE, SubscriptionStatus},
        },
        credits::EntryKind,
        id::{AccountId, PaymentId},
        timestamp::Timestamp,
    },
    ports::{Granting, NewPayment, ProcessError, Renewal},
};
use sqlx::FromRow;

use super::{
    match_charge::replace_current,
    subscriptions::{carry_on, find_for_charge},
};
use crate::{
    store::{
        Store,
        account::lock::{lock_account, lock_account_if_there},
        credits::ledger::{post, repay},
        db::{DbError, Tx},
        mail::queue::enqueue,
        parsed, small,
    },
    values,
};

/// A row of `payments`.
#[derive(FromRow)]
struct PaymentRecord {
    id: String,
    provider: String,
    reference: String,
    account_id: Option<String>,
    plan: String,
    credits: i64,
    amount: i64,
    currency: String,
    status: String,
    note: Option<String>,
    created_at: i64,
    paid_at: Option<i64>,
    resolution: Option<String>,
}

impl TryFrom<PaymentRecord> for Payment {
    type Error = DbError;

    fn try_from(row: PaymentRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a payment id")?,
            provider: row.provider,
            reference: row.reference,
            owner: row.account_id.map(|id| parsed(&id, "an account id")).transpose()?,
            plan: row.plan,
            credits: small(row.credits)?,
            cents: row.amount,
            currency: row.currency,
            status: PaymentStatus::from_name(&row.status)
                .ok_or_else(|| DbError::Row(format!("unknown status {}", row.status)))?,
            note: row.note.map(PaymentNote::from),
            created_at: Timestamp(row.created_at),
            paid_at: row.paid_at.map(Timestamp),
            resolution: row.resolution.as_deref().and_then(Resolution::from_name),
        })
    }
}

/// What a payment brought, as the ledger has it.
#[derive(FromRow)]
struct PurchaseRecord {
    credits: i64,
    balance: i64,
    plan: String,
    reference: String,
    repaid: i64,
}

impl Store {
    pub(super) async fn open_payment(&self, new: &NewPayment) -> Result<(), DbError> {
        let sql = "INSERT INTO payments (id, provider, reference, account_id, plan, credits, amount, currency, status,
                   created_at, next_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, $10)";
        let values = values![
            new.id.to_string(),
            new.provider.as_str(),
            new.reference.as_str(),
            new.owner.to_string(),
            new.order.plan.name,
            new.order.plan.credits,
            new.order.amount.cents,
            new.order.amount.currency.code(),
            new.at,
            new.next,
        ];
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &new.owner.to_string()).await?;
        tx.execute(sql, values).await?;
        tx.commit().await
    }

    pub(super) async fn payment(
        &self,
        provider: &str,
        reference: &str,
    ) -> Result<Option<Payment>, DbError> {
        let sql = "SELECT * FROM payments WHERE provider = $1 AND reference = $2";
        let found: Option<PaymentRecord> = self.db.find(sql, values![provider, reference]).await?;
        found.map(Payment::try_from).transpose()
    }

    pub(super) async fn payment_of(
        &self,
        owner: AccountId,
        reference: &str,
    ) -> Result<Option<Payment>, DbError> {
        let sql = "SELECT * FROM payments WHERE reference = $1 AND account_id = $2";
        let values = values![reference, owner.to_string()];
        let found: Option<PaymentRecord> = self.db.find(sql, values).await?;
        found.map(Payment::try_from).transpose()
    }

    pub(super) async fn payments(
        &self,
        flagged: bool,
        limit: u32,
    ) -> Result<Vec<Payment>, DbError> {
        // A paid payment with a note was taken back, or is otherwise to be looked at. What an
        // operator has settled is not shown again.
        let sql = "SELECT * FROM payments WHERE $1 = 0
                   OR (resolution IS NULL AND (status = 'flagged' OR (status = 'paid' AND note IS NOT NULL)))
                   ORDER BY created_at DESC LIMIT $2";
        payments(self.db.list(sql, values![i64::from(flagged), limit]).await?)
    }

    pub(super) async fn payments_named(&self, reference: &str) -> Result<Vec<Payment>, DbError> {
        let sql = "SELECT * FROM payments WHERE reference = $1";
        payments(self.db.list(sql, values![reference]).await?)
    }

    pub(super) async fn payments_due(
        &self,
        provider: &str,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Payment>, DbError> {
        let sql =
            "SELECT * FROM payments WHERE status = 'pending' AND next_at <= $2 AND provider = $1
                   ORDER BY next_at LIMIT $3";
        payments(self.db.list(sql, values![provider, now, limit]).await?)
    }

    pub(super) async fn payments_due_again(
        &self,
        provider: &str,
        until: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Payment>, DbError> {
        let sql = "SELECT * FROM payments WHERE status = 'paid' AND note IS NULL AND next_at <= $2 AND provider = $1
                   AND paid_at <= $4 ORDER BY next_at LIMIT $3";
        payments(self.db.list(sql, values![provider, now, limit, until]).await?)
    }

    /// Grants it, or says why not.
    pub(super) async fn process(
        &self,
        secure: &SecurePayment,
        granting: &Granting,
    ) -> Result<Result<PaymentResult, ProcessError>, DbError> {
        let total = match self.add_month(secure, granting).await? {
            Some(total) => Some(total),
            None => self.settle(secure, granting).await?,
        };
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
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $13)";
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
        tx.execute(sql, values).await?;
        if let Some(note) = wrong {
            tx.commit().await?;
            return Ok(Err(ProcessError::Flagged(note)));
        }
        if subscription.status == SubscriptionStatus::Planned {
            replace_current(&mut tx, &subscription, renewal.at).await?;
        }
        carry_on(&mut tx, &subscription, period, renewal.at).await?;
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

    pub(super) async fn payment_result(
        &self,
        payment: PaymentId,
    ) -> Result<Option<PaymentResult>, DbError> {
        let sql = "SELECT l.amount AS credits, l.balance AS balance, p.plan AS plan, p.reference AS reference,
                   CAST(COALESCE(-d.amount, 0) AS BIGINT) AS repaid
                   FROM ledger l JOIN payments p ON p.id = l.reference
                   LEFT JOIN ledger d ON d.kind = 'repay' AND d.reference = l.reference
                   WHERE l.kind = 'purchase' AND l.reference = $1";
        let found: Option<PurchaseRecord> = self.db.find(sql, values![payment.to_string()]).await?;
        let Some(row) = found else { return Ok(None) };
        let (credits, repaid) = (small(row.credits)?, small(row.repaid)?);
        let total = Total { balance: small(row.balance - row.repaid)?, repaid };
        Ok(Some(result(credits, &total, &row.plan, &row.reference)))
    }

    pub(super) async fn flag_charge(
        &self,
        id: PaymentId,
        provider: &str,
        charge: &Charge,
        note: &PaymentNote,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let sql = "INSERT INTO payments (id, provider, reference, plan, credits, amount, currency, status, note, created_at,
                   next_at) VALUES ($1, $2, $3, $4, 0, $5, $6, 'flagged', $7, $8, $8)
                   ON CONFLICT (provider, reference) DO UPDATE SET note = excluded.note,
                   resolution = CASE WHEN payments.resolution = 'revoked' OR payments.note = excluded.note
                   THEN payments.resolution END,
                   status = CASE WHEN payments.status = 'paid' THEN 'paid' ELSE 'flagged' END";
        let values = values![
            id.to_string(),
            provider,
            charge.reference.as_str(),
            charge.plan.clone().unwrap_or_default(),
            charge.amount,
            charge.currency.as_str(),
            note.as_str(),
            at,
        ];
        self.db.execute(sql, values).await?;
        Ok(())
    }
}

fn flagged_before(found: &Payment) -> ProcessError {
    ProcessError::Flagged(found.note.as_ref().map(ToString::to_string).unwrap_or_default())
}

/// What has been decided about a payment before.
fn known(found: &Payment) -> Option<ProcessError> {
    match found.status {
        PaymentStatus::Paid => Some(ProcessError::AlreadyProcessed),
        PaymentStatus::Flagged => Some(flagged_before(found)),
        PaymentStatus::Pending | PaymentStatus::Failed => None,
    }
}

/// Why a renewal is not granted, if it is not.
async fn wrong_renewal(
    tx: &mut Tx,
    subscription: &evernear_app::domain::billing::Subscription,
    charge: &Charge,
    paid: Timestamp,
    period: u32,
) -> Result<Option<String>, DbError> {
    let currency = evernear_app::domain::billing::Currency::named(&subscription.currency);
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

pub(super) async fn set_plan(tx: &mut Tx, owner: &str, plan: &Plan) -> Result<(), DbError> {
    let sql = "UPDATE profiles SET plan = $2, subscription_status = 'active', subscription_end_date = NULL WHERE id = $1";
    tx.execute(sql, values![owner, plan.name]).await?;
    Ok(())
}

async fn locked(tx: &mut Tx, provider: &str, reference: &str) -> Result<Option<Payment>, DbError> {
    let sql = "SELECT * FROM payments WHERE provider = $1 AND reference = $2";
    let found: Option<PaymentRecord> = tx.find(sql, values![provider, reference]).await?;
    found.map(Payment::try_from).transpose()
}

/// The balance after a purchase, and what of it paid a debt.
pub(super) struct Total {
    pub balance: u32,
    pub repaid: u32,
}

fn result(credits: u32, total: &Total, plan: &str, reference: &str) -> PaymentResult {
    PaymentResult {
        credits_added: credits,
        new_total_credits: total.balance,
        previous_credits: (total.balance + total.repaid).saturating_sub(credits),
        plan: plan.to_owned(),
        payment_reference: reference.to_owned(),
    }
}

fn payments(rows: Vec<PaymentRecord>) -> Result<Vec<Payment>, DbError> {
    rows.into_iter().map(Payment::try_from).collect()
}
