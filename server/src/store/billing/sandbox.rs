//! The sandbox's own books: charges, standing orders and webhooks on their way. They stand
//! beside ours as another company's would.

use evernear_app::domain::timestamp::Timestamp;
use sqlx::FromRow;

use crate::{
    store::{Store, db::DbError},
    values,
};

/// A charge as the sandbox keeps it.
#[derive(Clone, Debug)]
pub struct BookedCharge {
    pub reference: String,
    pub access_code: String,
    pub email: String,
    pub amount: i64,
    pub currency: String,
    /// JSON, as it was sent.
    pub metadata: String,
    pub plan_code: Option<String>,
    /// `open`, `failed`, `success` or `reversed`.
    pub status: String,
    pub settles_at: Timestamp,
    pub paid_at: Option<Timestamp>,
}

/// A standing order as the sandbox keeps it.
#[derive(Clone, Debug)]
pub struct BookedOrder {
    pub code: String,
    pub email: String,
    pub amount: i64,
    pub currency: String,
    pub plan_code: String,
    pub metadata: String,
    pub anchor: Timestamp,
    /// Months charged after the first; −1 before a first month that is still to come.
    pub renewals: i64,
}

/// A row of `sandbox_charges`.
#[derive(FromRow)]
struct ChargeRecord {
    reference: String,
    access_code: String,
    email: String,
    amount: i64,
    currency: String,
    metadata: String,
    plan_code: Option<String>,
    status: String,
    settles_at: i64,
    paid_at: Option<i64>,
}

impl From<ChargeRecord> for BookedCharge {
    fn from(row: ChargeRecord) -> Self {
        Self {
            reference: row.reference,
            access_code: row.access_code,
            email: row.email,
            amount: row.amount,
            currency: row.currency,
            metadata: row.metadata,
            plan_code: row.plan_code,
            status: row.status,
            settles_at: Timestamp(row.settles_at),
            paid_at: row.paid_at.map(Timestamp),
        }
    }
}

/// A row of `sandbox_orders`.
#[derive(FromRow)]
struct OrderRecord {
    code: String,
    email: String,
    amount: i64,
    currency: String,
    plan_code: String,
    metadata: String,
    anchor: i64,
    renewals: i64,
}

impl From<OrderRecord> for BookedOrder {
    fn from(row: OrderRecord) -> Self {
        Self {
            code: row.code,
            email: row.email,
            amount: row.amount,
            currency: row.currency,
            plan_code: row.plan_code,
            metadata: row.metadata,
            anchor: Timestamp(row.anchor),
            renewals: row.renewals,
        }
    }
}

impl Store {
    pub async fn sandbox_book(&self, charge: &BookedCharge, at: Timestamp) -> Result<(), DbError> {
        let sql = "INSERT INTO sandbox_charges (reference, access_code, email, amount, currency, metadata, plan_code, status,
                   settles_at, paid_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        let values = values![
            charge.reference.as_str(),
            charge.access_code.as_str(),
            charge.email.as_str(),
            charge.amount,
            charge.currency.as_str(),
            charge.metadata.as_str(),
            charge.plan_code.clone(),
            charge.status.as_str(),
            charge.settles_at,
            charge.paid_at.map(|at| at.0),
            at,
        ];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    pub async fn sandbox_by_reference(
        &self,
        reference: &str,
    ) -> Result<Option<BookedCharge>, DbError> {
        let sql = "SELECT * FROM sandbox_charges WHERE reference = $1";
        let found: Option<ChargeRecord> = self.db.find(sql, values![reference]).await?;
        Ok(found.map(BookedCharge::from))
    }

    pub async fn sandbox_by_access_code(
        &self,
        code: &str,
    ) -> Result<Option<BookedCharge>, DbError> {
        let sql = "SELECT * FROM sandbox_charges WHERE access_code = $1";
        let found: Option<ChargeRecord> = self.db.find(sql, values![code]).await?;
        Ok(found.map(BookedCharge::from))
    }

    /// Closes an open charge; no when it is not open any more.
    pub async fn sandbox_close(&self, charge: &BookedCharge) -> Result<bool, DbError> {
        let sql =
            "UPDATE sandbox_charges SET status = $2, amount = $3, settles_at = $4, paid_at = $5
                   WHERE reference = $1 AND status IN ('open', 'failed')";
        let values = values![
            charge.reference.as_str(),
            charge.status.as_str(),
            charge.amount,
            charge.settles_at,
            charge.paid_at.map(|at| at.0),
        ];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    pub async fn sandbox_order(&self, order: &BookedOrder, next: Timestamp) -> Result<(), DbError> {
        let sql = "INSERT INTO sandbox_orders (code, email, amount, currency, plan_code, metadata, anchor, renewals, next_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let values = values![
            order.code.as_str(),
            order.email.as_str(),
            order.amount,
            order.currency.as_str(),
            order.plan_code.as_str(),
            order.metadata.as_str(),
            order.anchor,
            order.renewals,
            next,
        ];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    /// Standing orders whose month has begun.
    pub async fn sandbox_orders_due(&self, now: Timestamp) -> Result<Vec<BookedOrder>, DbError> {
        let sql =
            "SELECT * FROM sandbox_orders WHERE stopped_at IS NULL AND next_at <= $1 LIMIT 50";
        let found: Vec<OrderRecord> = self.db.list(sql, values![now]).await?;
        Ok(found.into_iter().map(BookedOrder::from).collect())
    }

    /// Standing orders of a person.
    pub async fn sandbox_orders_of(&self, email: &str) -> Result<Vec<BookedOrder>, DbError> {
        let sql = "SELECT * FROM sandbox_orders WHERE stopped_at IS NULL AND email = $1";
        let found: Vec<OrderRecord> = self.db.list(sql, values![email]).await?;
        Ok(found.into_iter().map(BookedOrder::from).collect())
    }

    /// Moves a standing order on to its next month; no when somebody else did.
    pub async fn sandbox_renewed(
        &self,
        order: &BookedOrder,
        next: Timestamp,
    ) -> Result<bool, DbError> {
        let sql = "UPDATE sandbox_orders SET renewals = renewals + 1, next_at = $3
                   WHERE code = $1 AND renewals = $2 AND stopped_at IS NULL";
        Ok(self.db.execute(sql, values![order.code.as_str(), order.renewals, next]).await? == 1)
    }

    pub async fn sandbox_order_stopped(&self, code: &str) -> Result<bool, DbError> {
        let sql = "SELECT code FROM sandbox_orders WHERE code = $1 AND stopped_at IS NOT NULL";
        Ok(self.db.row(sql, values![code]).await?.is_some())
    }

    pub async fn sandbox_stop(&self, code: &str, at: Timestamp) -> Result<(), DbError> {
        let sql =
            "UPDATE sandbox_orders SET stopped_at = $2 WHERE code = $1 AND stopped_at IS NULL";
        self.db.execute(sql, values![code, at]).await?;
        Ok(())
    }

    pub async fn sandbox_resume(&self, code: &str) -> Result<(), DbError> {
        let sql = "UPDATE sandbox_orders SET stopped_at = NULL WHERE code = $1";
        self.db.execute(sql, values![code]).await?;
        Ok(())
    }

    pub async fn sandbox_post(&self, id: &str, body: &str, due: Timestamp) -> Result<(), DbError> {
        let sql = "INSERT INTO sandbox_webhooks (id, body, due_at) VALUES ($1, $2, $3)";
        self.db.execute(sql, values![id, body, due]).await?;
        Ok(())
    }

    /// Id and body of the webhooks that are due.
    pub async fn sandbox_mail(&self, now: Timestamp) -> Result<Vec<(String, String)>, DbError> {
        let sql =
            "SELECT id, body FROM sandbox_webhooks WHERE due_at <= $1 ORDER BY due_at, id LIMIT 50";
        self.db.list(sql, values![now]).await
    }

    pub async fn sandbox_delivered(&self, id: &str) -> Result<(), DbError> {
        self.db.execute("DELETE FROM sandbox_webhooks WHERE id = $1", values![id]).await?;
        Ok(())
    }
}
