//! The port of payments: each method is its transaction in a file beside.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        admin::Audit,
        billing::{
            Charge, Payment, PaymentResult, PlanChange, SecurePayment, payment::PaymentNote,
        },
        id::{AccountId, PaymentId},
        timestamp::Timestamp,
    },
    ports::{
        Granting, NewPayment, PaymentStore, ProcessError, Renewal, Revocation, Revoked, StoreError,
    },
};

use crate::{
    store::{Store, db::DbError},
    values,
};

#[async_trait]
impl PaymentStore for Store {
    async fn open(&self, payment: &NewPayment) -> Result<(), StoreError> {
        Ok(self.open_payment(payment).await?)
    }

    async fn find(&self, provider: &str, reference: &str) -> Result<Option<Payment>, StoreError> {
        Ok(self.payment(provider, reference).await?)
    }

    async fn of_owner(
        &self,
        owner: AccountId,
        reference: &str,
    ) -> Result<Option<Payment>, StoreError> {
        Ok(self.payment_of(owner, reference).await?)
    }

    async fn list(&self, flagged: bool, limit: u32) -> Result<Vec<Payment>, StoreError> {
        Ok(self.payments(flagged, limit).await?)
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
        Ok(self.payment_result(payment).await?)
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
        Ok(self.flag_charge(id, provider, charge, note, at).await?)
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
        Ok(self.payments_due(provider, now, limit).await?)
    }

    async fn due_again(
        &self,
        provider: &str,
        until: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        Ok(self.payments_due_again(provider, until, now, limit).await?)
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
        Ok(self.payments_named(reference).await?)
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
