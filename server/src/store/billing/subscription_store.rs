//! The port of subscriptions: each method is its transaction in a file beside.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        billing::{Charge, StandingOrder, Subscription},
        id::{AccountId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::{
        ChargedFor, FailedOrder, OrderDue, PlannedPlan, SharedCustomer, StoreError,
        SubscriptionStore, UnownedOrder,
    },
};

use super::subscriptions::{ENDED, LASTING, PLANNED};
use crate::store::Store;

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

    async fn plan(
        &self,
        planned: &PlannedPlan,
        order: &StandingOrder,
        end_date: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.write_planned(planned, order, end_date, at).await?)
    }

    async fn drop_planned(&self, owner: AccountId, at: Timestamp) -> Result<(), StoreError> {
        Ok(self.end_planned(owner, at).await?)
    }

    async fn order_of(
        &self,
        subscription: SubscriptionId,
    ) -> Result<Option<StandingOrder>, StoreError> {
        Ok(self.order_of_subscription(subscription).await?)
    }

    async fn hold_stop(
        &self,
        kept: &Subscription,
        at: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.hold_stop_of(kept, at, until).await?)
    }

    async fn keep(
        &self,
        kept: &Subscription,
        at: Timestamp,
        resume_at: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.keep_subscription(kept, at, resume_at).await?)
    }

    async fn order_told(
        &self,
        provider: &str,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(self.write_told_order(provider, order, at).await?)
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

    async fn orders_due(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<SubscriptionId>, StoreError> {
        Ok(self.due_orders(provider, now).await?)
    }

    async fn take_order(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OrderDue>, StoreError> {
        Ok(self.lease_order(subscription, now, until).await?)
    }

    async fn order_made(
        &self,
        due: &OrderDue,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.write_made_order(due, order, at).await?)
    }

    async fn order_confirmed(&self, due: &OrderDue, at: Timestamp) -> Result<(), StoreError> {
        Ok(self.confirm_order(due, at).await?)
    }

    async fn order_later(
        &self,
        due: &OrderDue,
        problem: &str,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(self.postpone_order(due, problem, next).await?)
    }

    async fn order_refused(&self, due: &OrderDue) -> Result<(), StoreError> {
        Ok(self.give_order_up(due).await?)
    }

    async fn take_unowned_orders(
        &self,
        provider: &str,
        plan_code: &str,
        before: Timestamp,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<UnownedOrder>, StoreError> {
        Ok(self.lease_unowned(provider, plan_code, before, until, now).await?)
    }

    async fn unowned_stopped(
        &self,
        provider: &str,
        unowned: &UnownedOrder,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(self.write_unowned_stopped(provider, unowned, at).await?)
    }

    async fn unowned_later(
        &self,
        provider: &str,
        unowned: &UnownedOrder,
        problem: &str,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(self.postpone_unowned(provider, unowned, problem, next).await?)
    }

    async fn failed_orders(&self, limit: u32) -> Result<Vec<FailedOrder>, StoreError> {
        Ok(self.orders_that_failed(limit).await?)
    }
}
