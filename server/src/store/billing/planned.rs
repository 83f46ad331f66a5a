//! A smaller plan that begins when the present one ends, and keeping a plan that was cancelled.
//!
//! Nothing is stored before the provider has taken the order for it. Whoever is cut off in between leaves
//! an order that the provider tells of and that belongs to no subscription: it is stopped
//! (`standing_orders`).

use evernear_app::{
    domain::{
        billing::{StandingOrder, Subscription, subscription::GRACE},
        id::{AccountId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::PlannedPlan,
};

use super::{
    standing_orders::{own, write_order},
    subscriptions::goes_on,
};
use crate::{
    store::{
        Store,
        account::lock::{lock_account, lock_account_if_there},
        db::{DbError, Tx},
    },
    values,
};

impl Store {
    /// Its period counts from the day on which it begins.
    pub(super) async fn write_planned(
        &self,
        planned: &PlannedPlan,
        order: &StandingOrder,
        end_date: &str,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let (id, owner) = (planned.id.to_string(), planned.owner.to_string());
        let mut tx = self.db.begin().await?;
        let there = lock_account_if_there(&mut tx, &owner).await?;
        // Known in any case: what is nobody's has to be stopped.
        write_order(&mut tx, &planned.provider, order, at).await?;
        if !there
            || !precedes(&mut tx, planned).await?
            || !own(&mut tx, &planned.provider, &order.code, planned.id).await?
        {
            tx.commit().await?;
            return Ok(false);
        }
        end(&mut tx, &owner, at).await?;
        let ends = planned.from.after(GRACE);
        let sql = "UPDATE subscriptions SET status = 'cancelled', end_date = $2, ends_at = $3,
                   order_next_at = CASE WHEN order_state = 'stopping' THEN order_next_at ELSE $4 END,
                   order_state = CASE WHEN order_state IN ('none', 'stopped') THEN order_state ELSE 'stopping' END
                   WHERE id = $1 AND status IN ('active', 'cancelled')";
        let values = values![planned.follows.id.to_string(), end_date, ends, at];
        tx.execute(sql, values).await?;
        let sql = "INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code, authorization_code, anchor,
                   period, paid_through, ends_at, created_at, order_state, order_next_at)
                   VALUES ($1, $2, $3, $4, 'planned', $5, $6, $7, $11, $8, 0, $8, $9, $10, 'active', 0)";
        let values = values![
            id,
            owner.as_str(),
            planned.order.plan.name,
            planned.order.amount.currency.code(),
            planned.provider.as_str(),
            planned.customer.as_str(),
            planned.plan_code.as_str(),
            planned.from,
            ends,
            at,
            planned.authorization.as_str(),
        ];
        tx.execute(sql, values).await?;
        let sql = "UPDATE profiles SET subscription_status = 'cancelled', subscription_end_date = $2, updated_at = $3
                   WHERE id = $1";
        tx.execute(sql, values![owner.as_str(), end_date, at]).await?;
        tx.commit().await?;
        Ok(true)
    }

    pub(super) async fn end_planned(
        &self,
        owner: AccountId,
        only: Option<SubscriptionId>,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let owner = owner.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        let sql = "SELECT id FROM subscriptions WHERE id = $1 AND status = 'planned'";
        if let Some(only) = only
            && tx.row(sql, values![only.to_string()]).await?.is_none()
        {
            return Ok(());
        }
        end(&mut tx, &owner, at).await?;
        tx.commit().await
    }

    pub(super) async fn keep_subscription(
        &self,
        kept: &Subscription,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let owner = kept.owner.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        end(&mut tx, &owner, at).await?;
        let sql = "UPDATE subscriptions SET status = 'active', end_date = NULL, ends_at = paid_through + $3,
                   order_next_at = $2, order_tries = 0, order_refusals = 0, order_problem = NULL,
                   order_state = CASE WHEN order_state = 'none' THEN 'none'
                   WHEN EXISTS (SELECT 1 FROM standing_orders t WHERE t.subscription_id = subscriptions.id) THEN 'resuming'
                   ELSE 'wanted' END
                   WHERE id = $1 AND status = 'cancelled' AND paid_through > $2";
        let grace = i64::try_from(GRACE.as_millis()).unwrap_or_default();
        if tx.execute(sql, values![kept.id.to_string(), at, grace]).await? == 0 {
            return Ok(false);
        }
        goes_on(&mut tx, kept.id).await?;
        let sql = "UPDATE profiles SET subscription_status = 'active', subscription_end_date = NULL, updated_at = $2
                   WHERE id = $1";
        tx.execute(sql, values![owner, at]).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// Whether the plan that it is to follow still lasts, no longer than it was asked for, and was not
/// cancelled since, unless by another change.
async fn precedes(tx: &mut Tx, planned: &PlannedPlan) -> Result<bool, DbError> {
    let sql = "SELECT id FROM subscriptions WHERE id = $1 AND status IN ('active', 'cancelled') AND paid_through <= $2
               AND (status = $3 OR EXISTS (SELECT 1 FROM subscriptions p WHERE p.account_id = $4 AND p.status = 'planned'))";
    let values = values![
        planned.follows.id.to_string(),
        planned.from,
        planned.follows.status.as_str(),
        planned.owner.to_string(),
    ];
    Ok(tx.row(sql, values).await?.is_some())
}

/// What was planned will not begin; its order is due to be stopped, and the plan before it ends on its last
/// day, without waiting for it.
pub(super) async fn end(tx: &mut Tx, owner: &str, at: Timestamp) -> Result<(), DbError> {
    let sql = "UPDATE subscriptions SET status = 'replaced', ends_at = anchor, order_state = 'stopping', order_next_at = $2
               WHERE account_id = $1 AND status = 'planned'";
    if tx.execute(sql, values![owner, at]).await? == 0 {
        return Ok(());
    }
    let sql = "UPDATE subscriptions SET ends_at = ends_at - $2 WHERE account_id = $1 AND status = 'cancelled'";
    let grace = i64::try_from(GRACE.as_millis()).unwrap_or_default();
    tx.execute(sql, values![owner, grace]).await?;
    Ok(())
}
