//! The billing port: each method is its transaction in `payments` or `subscriptions`.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        admin::Audit,
        billing::{
            Charge, Payment, PaymentResult, PlanChange, SecurePayment, StandingOrder, Subscription,
        },
        id::{AccountId, PaymentId, SubscriptionId},
        moment::Moment,
    },
    ports::{
        BillingStore, ChargedFor, Granting, NewPayment, PlannedPlan, ProcessError, Renewal,
        Revocation, Revoked, SharedCustomer, StopDue, StopInVain, Stopped, StoreError,
    },
};

use super::{
    Store,
    db::DbError,
    subscriptions::{ENDED, LASTING, PLANNED},
};
use crate::values;

#[async_trait]
impl BillingStore for Store {
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

    async fn shown(&self, payment: PaymentId, at: Moment) -> Result<bool, StoreError> {
        let sql = "UPDATE payments SET shown_at = $2 WHERE id = $1 AND shown_at IS NULL";
        Ok(self.db.execute(sql, values![payment.to_string(), at]).await? == 1)
    }

    async fn postpone(
        &self,
        payment: PaymentId,
        note: Option<&str>,
        next: Moment,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE payments SET note = COALESCE($2, note), next_at = $3 WHERE id = $1 AND status = 'pending'";
        let note = note.map(str::to_owned);
        self.db.execute(sql, values![payment.to_string(), note, next]).await?;
        Ok(())
    }

    async fn give_up(&self, payment: PaymentId, note: &str) -> Result<(), StoreError> {
        let sql =
            "UPDATE payments SET status = 'failed', note = $2 WHERE id = $1 AND status = 'pending'";
        self.db.execute(sql, values![payment.to_string(), note]).await?;
        Ok(())
    }

    async fn flag(
        &self,
        id: PaymentId,
        provider: &str,
        charge: &Charge,
        note: &str,
        at: Moment,
    ) -> Result<(), StoreError> {
        Ok(self.flag_charge(id, provider, charge, note, at).await?)
    }

    async fn flag_gone(
        &self,
        payment: &Payment,
        charge: &Charge,
        stop: SubscriptionId,
        at: Moment,
    ) -> Result<(), StoreError> {
        Ok(self.flag_for_the_gone(payment, charge, stop, at).await?)
    }

    async fn due(
        &self,
        provider: &str,
        now: Moment,
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        Ok(self.payments_due(provider, now, limit).await?)
    }

    async fn due_again(
        &self,
        provider: &str,
        until: Moment,
        now: Moment,
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        Ok(self.payments_due_again(provider, until, now, limit).await?)
    }

    async fn looked_again(
        &self,
        payment: PaymentId,
        note: Option<&str>,
        next: Moment,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE payments SET note = COALESCE($2, note), next_at = $3,
                   resolution = CASE WHEN $2 IS NULL THEN resolution END WHERE id = $1 AND status = 'paid' AND note IS NULL";
        let note = note.map(str::to_owned);
        self.db.execute(sql, values![payment.to_string(), note, next]).await?;
        Ok(())
    }

    async fn subscription(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError> {
        Ok(self.subscription_of(LASTING, owner).await?)
    }

    async fn ended(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError> {
        Ok(self.subscription_of(ENDED, owner).await?)
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
        at: Moment,
    ) -> Result<bool, StoreError> {
        Ok(self.resolve_payment(payment, audit, at).await?)
    }

    async fn shared_customers(&self, limit: u32) -> Result<Vec<SharedCustomer>, StoreError> {
        Ok(self.customers_of_several(limit).await?)
    }

    async fn change(&self, owner: AccountId, reference: &str) -> Result<PlanChange, StoreError> {
        Ok(self.plan_change(owner, reference).await?)
    }

    async fn planned(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError> {
        Ok(self.subscription_of(PLANNED, owner).await?)
    }

    async fn charged_for(&self, provider: &str, charge: &Charge) -> Result<ChargedFor, StoreError> {
        Ok(self.subscription_charged(provider, charge).await?)
    }

    async fn plan_later(&self, planned: &PlannedPlan) -> Result<bool, StoreError> {
        Ok(self.write_planned(planned).await?)
    }

    async fn planned_order(
        &self,
        planned: &PlannedPlan,
        order: &StandingOrder,
        end_date: &str,
        at: Moment,
    ) -> Result<bool, StoreError> {
        Ok(self.order_planned(planned, order, end_date, at).await?)
    }

    async fn plan_refused(&self, planned: SubscriptionId) -> Result<(), StoreError> {
        Ok(self.refuse_planned(planned).await?)
    }

    async fn drop_planned(&self, owner: AccountId, at: Moment) -> Result<(), StoreError> {
        Ok(self.end_planned(owner, at).await?)
    }

    async fn orders_of(
        &self,
        subscription: &Subscription,
    ) -> Result<Vec<StandingOrder>, StoreError> {
        Ok(self.own_orders(subscription).await?)
    }

    async fn hold_stop(
        &self,
        kept: &Subscription,
        orders: &[StandingOrder],
        at: Moment,
        until: Moment,
    ) -> Result<bool, StoreError> {
        Ok(self.hold_stop_of(kept, orders, at, until).await?)
    }

    async fn keep(&self, kept: &Subscription, at: Moment) -> Result<bool, StoreError> {
        Ok(self.keep_subscription(kept, at).await?)
    }

    async fn ordered(
        &self,
        provider: &str,
        order: &StandingOrder,
        at: Moment,
    ) -> Result<(), StoreError> {
        Ok(self.standing_order(provider, order, at).await?)
    }

    async fn cancel(
        &self,
        owner: AccountId,
        end_date: &str,
        ends_at: Moment,
        at: Moment,
    ) -> Result<bool, StoreError> {
        Ok(self.cancel_subscription(owner, end_date, ends_at, at).await?)
    }

    async fn expire(&self, now: Moment) -> Result<u32, StoreError> {
        Ok(self.expire_subscriptions(now).await?)
    }

    async fn stops_due(
        &self,
        provider: &str,
        now: Moment,
    ) -> Result<Vec<SubscriptionId>, StoreError> {
        Ok(self.stops(provider, now).await?)
    }

    async fn take_stop(
        &self,
        subscription: SubscriptionId,
        now: Moment,
        until: Moment,
    ) -> Result<Option<StopDue>, StoreError> {
        Ok(self.lease_stop(subscription, now, until).await?)
    }

    async fn stopped(&self, due: &StopDue, at: Moment) -> Result<Stopped, StoreError> {
        Ok(self.stop_confirmed(due, at).await?)
    }

    async fn stop_later(
        &self,
        due: &StopDue,
        problem: &str,
        next: Moment,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE subscriptions SET stop_next_at = $3, stop_tries = stop_tries + 1, stop_problem = $4
                   WHERE id = $1 AND stop = 'due' AND stop_next_at = $2";
        let id = due.subscription.id.to_string();
        self.db.execute(sql, values![id, due.lease, next, problem]).await?;
        Ok(())
    }

    async fn stops_in_vain(&self, limit: u32) -> Result<Vec<StopInVain>, StoreError> {
        Ok(self.vain_stops(limit).await?)
    }
}

fn process_error(error: DbError) -> ProcessError {
    ProcessError::Store(error.into())
}
