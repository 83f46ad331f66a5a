//! Payments: written down before the provider hears of them, looked after until they are decided,
//! looked at again afterwards. Granting one is in [`super::settle`], a further month of a plan in
//! [`super::renew`], taking one back in [`super::revoke`].

use async_trait::async_trait;
use evernear_app::{
    domain::{
        admin::Audit,
        billing::{
            Charge, Payment, PaymentResult, PaymentStatus, Plan, PlanChange, Resolution,
            SecurePayment, payment::PaymentNote,
        },
        id::{AccountId, PaymentId},
        timestamp::Timestamp,
    },
    ports::{
        Granting, NewPayment, PaymentStore, ProcessError, Renewal, Revocation, Revoked, StoreError,
    },
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        account::lock::lock_account,
        db::{DbError, Tx},
        parsed, small,
    },
    values,
};

/// A row of `payments`.
#[derive(FromRow)]
pub(super) struct PaymentRecord {
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
    pub(super) async fn payment(
        &self,
        provider: &str,
        reference: &str,
    ) -> Result<Option<Payment>, DbError> {
        let sql = "SELECT * FROM payments WHERE provider = $1 AND reference = $2";
        let found: Option<PaymentRecord> = self.db.find(sql, values![provider, reference]).await?;
        found.map(Payment::try_from).transpose()
    }
}

#[async_trait]
impl PaymentStore for Store {
    async fn open(&self, new: &NewPayment) -> Result<(), StoreError> {
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
        Ok(tx.commit().await?)
    }

    async fn find(&self, provider: &str, reference: &str) -> Result<Option<Payment>, StoreError> {
        Ok(self.payment(provider, reference).await?)
    }

    async fn of_owner(
        &self,
        owner: AccountId,
        reference: &str,
    ) -> Result<Option<Payment>, StoreError> {
        let sql = "SELECT * FROM payments WHERE reference = $1 AND account_id = $2";
        let values = values![reference, owner.to_string()];
        let found: Option<PaymentRecord> = self.db.find(sql, values).await?;
        Ok(found.map(Payment::try_from).transpose()?)
    }

    async fn list(&self, flagged: bool, limit: u32) -> Result<Vec<Payment>, StoreError> {
        // A paid payment with a note was taken back, or is otherwise to be looked at. What an
        // operator has settled is not shown again.
        let sql = "SELECT * FROM payments WHERE $1 = 0
                   OR (resolution IS NULL AND (status = 'flagged' OR (status = 'paid' AND note IS NOT NULL)))
                   ORDER BY created_at DESC LIMIT $2";
        Ok(payments(self.db.list(sql, values![i64::from(flagged), limit]).await?)?)
    }

    async fn process_secure_payment(
        &self,
        payment: &SecurePayment,
        granting: &Granting,
    ) -> Result<PaymentResult, ProcessError> {
        self.process(payment, granting).await.map_err(process_error)?
    }

    async fn renew(&self, renewal: &Renewal) -> Result<PaymentResult, ProcessError> {
        self.renew_subscription(renewal).await.map_err(process_error)?
    }

    async fn result(&self, payment: PaymentId) -> Result<Option<PaymentResult>, StoreError> {
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

    async fn shown(&self, payment: PaymentId, at: Timestamp) -> Result<bool, StoreError> {
        let sql = "UPDATE payments SET shown_at = $2 WHERE id = $1 AND shown_at IS NULL";
        Ok(self.db.execute(sql, values![payment.to_string(), at]).await? == 1)
    }

    async fn postpone(
        &self,
        payment: PaymentId,
        note: Option<&PaymentNote>,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE payments SET note = COALESCE($2, note), next_at = $3 WHERE id = $1 AND status = 'pending'";
        let note = note.map(ToString::to_string);
        self.db.execute(sql, values![payment.to_string(), note, next]).await?;
        Ok(())
    }

    async fn give_up(&self, payment: PaymentId, note: &PaymentNote) -> Result<(), StoreError> {
        let sql =
            "UPDATE payments SET status = 'failed', note = $2 WHERE id = $1 AND status = 'pending'";
        self.db.execute(sql, values![payment.to_string(), note.as_str()]).await?;
        Ok(())
    }

    async fn flag(
        &self,
        id: PaymentId,
        provider: &str,
        charge: &Charge,
        note: &PaymentNote,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO payments (id, provider, reference, plan, credits, amount, currency, status, note, created_at,
                   next_at) VALUES ($1, $2, $3, $4, 0, $5, $6, 'flagged', $7, $8, $8)
                   ON CONFLICT (provider, reference) DO UPDATE SET note = excluded.note,
                   resolution = CASE WHEN payments.resolution = 'revoked' OR payments.note = excluded.note
                   THEN payments.resolution END,
                   status = CASE WHEN payments.status = 'paid' THEN 'paid' ELSE 'flagged' END
                   WHERE payments.status <> 'paid' OR excluded.note = $9";
        let values = values![
            id.to_string(),
            provider,
            charge.reference.as_str(),
            charge.plan.clone().unwrap_or_default(),
            charge.amount,
            charge.currency.as_str(),
            note.as_str(),
            at,
            // What was granted meanwhile is in doubt only when it was taken back.
            PaymentNote::Reversed.as_str(),
        ];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn flag_deleted_account(&self, payment: PaymentId) -> Result<(), StoreError> {
        let sql = "UPDATE payments SET status = 'flagged', note = $2 WHERE id = $1 AND status IN ('pending', 'failed')";
        let values = values![payment.to_string(), PaymentNote::AccountDeleted.as_str()];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn due(
        &self,
        provider: &str,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        let sql =
            "SELECT * FROM payments WHERE status = 'pending' AND next_at <= $2 AND provider = $1
                   ORDER BY next_at LIMIT $3";
        Ok(payments(self.db.list(sql, values![provider, now, limit]).await?)?)
    }

    async fn due_again(
        &self,
        provider: &str,
        until: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        let sql = "SELECT * FROM payments WHERE status = 'paid' AND note IS NULL AND next_at <= $2 AND provider = $1
                   AND paid_at <= $4 ORDER BY next_at LIMIT $3";
        Ok(payments(self.db.list(sql, values![provider, now, limit, until]).await?)?)
    }

    async fn looked_again(
        &self,
        payment: PaymentId,
        note: Option<&PaymentNote>,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE payments SET note = COALESCE($2, note), next_at = $3,
                   resolution = CASE WHEN $2 IS NULL THEN resolution END WHERE id = $1 AND status = 'paid' AND note IS NULL";
        let note = note.map(ToString::to_string);
        self.db.execute(sql, values![payment.to_string(), note, next]).await?;
        Ok(())
    }

    async fn named(&self, reference: &str) -> Result<Vec<Payment>, StoreError> {
        let sql = "SELECT * FROM payments WHERE reference = $1";
        Ok(payments(self.db.list(sql, values![reference]).await?)?)
    }

    async fn revoke(&self, revocation: &Revocation) -> Result<Option<Revoked>, StoreError> {
        Ok(self.revoke_payment(revocation).await?)
    }

    async fn resolve(
        &self,
        payment: PaymentId,
        audit: Option<&Audit>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.resolve_payment(payment, audit, at).await?)
    }

    async fn change(&self, owner: AccountId, reference: &str) -> Result<PlanChange, StoreError> {
        Ok(self.plan_change(owner, reference).await?)
    }
}

fn process_error(error: DbError) -> ProcessError {
    ProcessError::Store(error.into())
}

pub(super) fn flagged_before(found: &Payment) -> ProcessError {
    ProcessError::Flagged(found.note.as_ref().map(ToString::to_string).unwrap_or_default())
}

/// What has been decided about a payment before.
pub(super) fn known(found: &Payment) -> Option<ProcessError> {
    match found.status {
        PaymentStatus::Paid => Some(ProcessError::AlreadyProcessed),
        PaymentStatus::Flagged => Some(flagged_before(found)),
        PaymentStatus::Pending | PaymentStatus::Failed => None,
    }
}

pub(super) async fn set_plan(tx: &mut Tx, owner: &str, plan: &Plan) -> Result<(), DbError> {
    let sql = "UPDATE profiles SET plan = $2, subscription_status = 'active', subscription_end_date = NULL WHERE id = $1";
    tx.execute(sql, values![owner, plan.name]).await?;
    Ok(())
}

/// The balance after a purchase, and what of it paid a debt.
pub(super) struct Total {
    pub balance: u32,
    pub repaid: u32,
}

pub(super) fn result(credits: u32, total: &Total, plan: &str, reference: &str) -> PaymentResult {
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
