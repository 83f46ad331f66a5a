//! Subscriptions: what a person has, and what the provider must be told about it. The
//! profile's plan, status and end date follow in the same transaction.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        billing::{
            Charge, OrderState, Plan, StandingOrder, Subscription,
            subscription::{GRACE, SubscriptionStatus, paid_through},
        },
        id::{AccountId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::{ChargedFor, PlannedPlan, SharedCustomer, StoreError, SubscriptionStore},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        account::lock::{lock_account, lock_account_if_there},
        db::{DbError, Tx},
        parsed, small,
    },
    values,
};

/// A row of `subscriptions`.
#[derive(FromRow)]
pub(super) struct SubscriptionRecord {
    id: String,
    account_id: String,
    plan: String,
    currency: String,
    status: String,
    provider: String,
    customer: Option<String>,
    plan_code: Option<String>,
    authorization_code: Option<String>,
    anchor: i64,
    period: i64,
    paid_through: i64,
    end_date: Option<String>,
    order_state: String,
    pub order_tries: i64,
    pub order_refusals: i64,
}

impl TryFrom<SubscriptionRecord> for Subscription {
    type Error = DbError;

    fn try_from(row: SubscriptionRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a subscription id")?,
            owner: parsed(&row.account_id, "an account id")?,
            plan: Plan::named(&row.plan)
                .ok_or_else(|| DbError::Row(format!("unknown plan {}", row.plan)))?,
            currency: row.currency,
            status: SubscriptionStatus::from_name(&row.status)
                .ok_or_else(|| DbError::Row(format!("unknown status {}", row.status)))?,
            provider: row.provider,
            customer: row.customer,
            plan_code: row.plan_code,
            authorization: row.authorization_code,
            anchor: Timestamp(row.anchor),
            period: small(row.period)?,
            paid_through: Timestamp(row.paid_through),
            end_date: row.end_date,
            order_state: order_state(&row.order_state)?,
        })
    }
}

/// As it is stored.
pub(super) fn order_state(name: &str) -> Result<OrderState, DbError> {
    OrderState::from_name(name).ok_or_else(|| DbError::Row(format!("unknown order state {name}")))
}

/// Another period is paid. A charge that comes late never shortens what is paid already. Where it comes
/// so late that the provider was to be told to stop, it is asked to let the order go on.
pub(super) async fn carry_on(
    tx: &mut Tx,
    subscription: &Subscription,
    period: u32,
    at: Timestamp,
) -> Result<(), DbError> {
    let sql = "UPDATE subscriptions SET status = 'active', period = $2, paid_through = $3, ends_at = $4,
               order_next_at = CASE WHEN order_state IN ('stopping', 'stopped') THEN $5 ELSE order_next_at END,
               order_state = CASE WHEN order_state NOT IN ('stopping', 'stopped') THEN order_state
               WHEN EXISTS (SELECT 1 FROM standing_orders t WHERE t.subscription_id = subscriptions.id) THEN 'resuming'
               ELSE 'wanted' END WHERE id = $1";
    let anchor = subscription.anchor;
    let period = period.max(subscription.period);
    let values = values![
        subscription.id.to_string(),
        period,
        paid_through(anchor, period),
        lapses(anchor, period),
        at,
    ];
    tx.execute(sql, values).await?;
    goes_on(tx, subscription.id).await
}

/// The order counts as one that charges: the provider may be about to let it go on.
pub(super) async fn goes_on(tx: &mut Tx, subscription: SubscriptionId) -> Result<(), DbError> {
    let sql = "UPDATE standing_orders SET stopped_at = NULL WHERE subscription_id = $1";
    tx.execute(sql, values![subscription.to_string()]).await?;
    Ok(())
}

pub(super) async fn find_for_charge(
    tx: &mut Tx,
    id: SubscriptionId,
) -> Result<Option<Subscription>, DbError> {
    let sql = "SELECT * FROM subscriptions WHERE id = $1";
    let found: Option<SubscriptionRecord> = tx.find(sql, values![id.to_string()]).await?;
    found.map(Subscription::try_from).transpose()
}

/// The plan that a person has, where it is this one.
pub(super) async fn lasting_plan(
    tx: &mut Tx,
    owner: &str,
    plan: &Plan,
    at: Timestamp,
) -> Result<Option<Subscription>, DbError> {
    let found: Option<SubscriptionRecord> =
        tx.find(LASTING_PLAN, values![owner, plan.name, at]).await?;
    found.map(Subscription::try_from).transpose()
}

/// An account's plan of this name, unless it was cancelled and its paid months are over.
pub(super) const LASTING_PLAN: &str = "SELECT * FROM subscriptions WHERE account_id = $1 AND plan = $2
                                       AND status IN ('active', 'cancelled') AND (status = 'active' OR paid_through > $3)";
/// An account's subscription that lasts.
const LASTING: &str =
    "SELECT * FROM subscriptions WHERE account_id = $1 AND status IN ('active', 'cancelled')";
/// The one that follows it.
const PLANNED: &str = "SELECT * FROM subscriptions WHERE account_id = $1 AND status = 'planned'";
/// The last one whose time was over.
const ENDED: &str = "SELECT * FROM subscriptions WHERE account_id = $1 AND status = 'expired'
     ORDER BY ends_at DESC LIMIT 1";

impl Store {
    async fn subscription_of(
        &self,
        sql: &'static str,
        owner: AccountId,
    ) -> Result<Option<Subscription>, DbError> {
        let found: Option<SubscriptionRecord> =
            self.db.find(sql, values![owner.to_string()]).await?;
        found.map(Subscription::try_from).transpose()
    }
}

#[async_trait]
impl SubscriptionStore for Store {
    async fn subscription(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError> {
        Ok(self.subscription_of(LASTING, owner).await?)
    }

    async fn ended(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError> {
        Ok(self.subscription_of(ENDED, owner).await?)
    }

    async fn planned(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError> {
        Ok(self.subscription_of(PLANNED, owner).await?)
    }

    async fn shared_customers(&self, limit: u32) -> Result<Vec<SharedCustomer>, StoreError> {
        Ok(self.customers_of_several(limit).await?)
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

    async fn drop_planned(
        &self,
        owner: AccountId,
        only: Option<SubscriptionId>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(self.end_planned(owner, only, at).await?)
    }

    async fn keep(&self, kept: &Subscription, at: Timestamp) -> Result<bool, StoreError> {
        Ok(self.keep_subscription(kept, at).await?)
    }

    /// No where it has changed since it was read: a month that is paid meanwhile moves the end date.
    async fn cancel(
        &self,
        seen: &Subscription,
        end_date: &str,
        ends_at: Timestamp,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let owner = seen.owner.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        let sql = "UPDATE subscriptions SET status = 'cancelled', end_date = $2, ends_at = $3, order_next_at = $4,
                   order_state = CASE WHEN order_state IN ('none', 'stopped') THEN order_state ELSE 'stopping' END
                   WHERE id = $1 AND status = 'active' AND paid_through = $5 AND order_state = $6";
        let state = seen.order_state.as_str();
        let values = values![seen.id.to_string(), end_date, ends_at, at, seen.paid_through, state];
        if tx.execute(sql, values).await? == 0 {
            return Ok(false);
        }
        let sql = "UPDATE profiles SET subscription_status = 'cancelled', subscription_end_date = $2, updated_at = $3
                   WHERE id = $1";
        tx.execute(sql, values![owner, end_date, at]).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn expire(&self, now: Timestamp) -> Result<u32, StoreError> {
        let sql = "SELECT id, account_id FROM subscriptions WHERE status IN ('active', 'cancelled') AND ends_at <= $1";
        let mut expired = 0;
        // A smaller plan whose first month was not paid: a charge that comes late still counts.
        let planned = "UPDATE subscriptions SET status = 'expired', order_state = 'stopping', order_next_at = $1
                       WHERE status = 'planned' AND ends_at <= $1";
        self.db.execute(planned, values![now]).await?;
        let ending: Vec<(String, String)> = self.db.list(sql, values![now]).await?;
        for (id, owner) in ending {
            let mut tx = self.db.begin().await?;
            lock_account_if_there(&mut tx, &owner).await?;
            // A renewal may have come in between: then it is not over.
            // What was not paid in time is charged no more, either.
            let sql = "UPDATE subscriptions SET status = 'expired',
                       order_next_at = CASE WHEN order_state = 'stopping' THEN order_next_at ELSE $2 END,
                       order_state = CASE WHEN order_state IN ('none', 'stopped') THEN order_state ELSE 'stopping' END
                       WHERE id = $1 AND ends_at <= $2 AND status IN ('active', 'cancelled')";
            if tx.execute(sql, values![id, now]).await? == 0 {
                continue;
            }
            let sql = "UPDATE profiles SET plan = NULL, subscription_status = 'expired', updated_at = $2 WHERE id = $1";
            tx.execute(sql, values![owner, now]).await?;
            tx.commit().await?;
            expired += 1;
        }
        Ok(expired)
    }
}

/// When a subscription is over if nothing more is paid.
pub(super) fn lapses(anchor: Timestamp, period: u32) -> Timestamp {
    paid_through(anchor, period).after(GRACE)
}
