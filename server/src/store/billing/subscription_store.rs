//! The port of subscriptions: each method is its transaction in a file beside.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        billing::{Charge, StandingOrder, Subscription},
        id::{AccountId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::{
        ChargedFor, FailedCancellation, PlannedPlan, SharedCustomer, StopDue, StoreError,
        SubscriptionStore,
    },
};

use super::subscriptions::{ENDED, LASTING, PLANNED};
use crate::{store::Store, values};

#[async_trait]
impl SubscriptionStore for Store {
    async fn subscription(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError> {
        Ok(self.subscription_of(LASTING, owner).await?)
    }

    async fn ended(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError> {
        Ok(self.subscription_of(ENDED, owner).await?)
    }

    async fn shared_customers(&self, limit: u32) -> Result<Vec<SharedCustomer>, StoreError> {
        Ok(self.customers_of_several(limit).await?)
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
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.order_planned(planned, order, end_date, at).await?)
    }

    async fn plan_refused(&self, planned: SubscriptionId) -> Result<(), StoreError> {
        Ok(self.refuse_planned(planned).await?)
    }

    async fn drop_planned(&self, owner: AccountId, at: Timestamp) -> Result<(), StoreError> {
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
        at: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.hold_stop_of(kept, orders, at, until).await?)
    }

    async fn keep(
        &self,
        kept: &Subscription,
        at: Timestamp,
        resume_at: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.keep_subscription(kept, at, resume_at).await?)
    }

    async fn resumptions_due(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<SubscriptionId>, StoreError> {
        Ok(self.due_resumptions(provider, now).await?)
    }

    async fn take_resumption(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<Vec<StandingOrder>>, StoreError> {
        Ok(self.lease_resumption(subscription, now, until).await?)
    }

    async fn resumed(
        &self,
        subscription: SubscriptionId,
        orders: &[StandingOrder],
        lease: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(self.resumption_confirmed(subscription, orders, lease).await?)
    }

    async fn ordered(
        &self,
        provider: &str,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(self.standing_order(provider, order, at).await?)
    }

    async fn cancel(
        &self,
        seen: &Subscription,
        end_date: &str,
        ends_at: Timestamp,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.cancel_subscription(seen, end_date, ends_at, at).await?)
    }

    async fn expire(&self, now: Timestamp) -> Result<u32, StoreError> {
        Ok(self.expire_subscriptions(now).await?)
    }

    async fn stops_due(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<SubscriptionId>, StoreError> {
        Ok(self.due_stops(provider, now).await?)
    }

    async fn take_stop(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<StopDue>, StoreError> {
        Ok(self.lease_stop(subscription, now, until).await?)
    }

    async fn stopped(&self, due: &StopDue, at: Timestamp) -> Result<(), StoreError> {
        Ok(self.stop_confirmed(due, at).await?)
    }

    async fn stop_later(
        &self,
        due: &StopDue,
        problem: &str,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE subscriptions SET stop_next_at = $3, stop_tries = stop_tries + 1, stop_problem = $4
                   WHERE id = $1 AND stop = 'due' AND stop_next_at = $2";
        let id = due.subscription.id.to_string();
        self.db.execute(sql, values![id, due.lease, next, problem]).await?;
        Ok(())
    }

    async fn failed_cancellations(
        &self,
        limit: u32,
    ) -> Result<Vec<FailedCancellation>, StoreError> {
        Ok(self.failed_stops(limit).await?)
    }
}
