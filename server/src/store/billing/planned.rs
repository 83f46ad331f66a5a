//! A smaller plan that begins when the present one ends, and keeping a plan that was cancelled.
//!
//! Before the provider is asked for an order, a row is stored for it as if it were over: its status is
//! `replaced`, and its order is due to be stopped in some minutes. When the provider has taken the
//! order, the row becomes `planned`, in the transaction in which the present plan is cancelled. So an
//! interruption in between leaves an order that is stopped, never one that nobody knows of.

use evernear_app::{
    domain::{
        billing::{StandingOrder, Subscription, subscription::GRACE},
        id::{AccountId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::PlannedPlan,
};

use super::subscriptions::{SubscriptionRecord, write_order};
use crate::{
    store::{
        Store,
        account::lock::{lock_account, lock_account_if_there},
        db::{DbError, Tx},
        parsed,
    },
    values,
};

impl Store {
    /// Its period counts from the day on which it begins; until it is planned it lasts no time.
    pub(super) async fn write_planned(&self, planned: &PlannedPlan) -> Result<bool, DbError> {
        let owner = planned.owner.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        if !precedes(&mut tx, planned).await? {
            return Ok(false);
        }
        let sql = "INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code, anchor,
                   period, paid_through, ends_at, stop, stop_next_at, created_at)
                   VALUES ($1, $2, $3, $4, 'replaced', $5, $6, $7, $8, 0, $8, $8, 'due', $9, $10)";
        let values = values![
            planned.id.to_string(),
            owner.as_str(),
            planned.order.plan.name,
            planned.order.amount.currency.code(),
            planned.provider.as_str(),
            planned.customer.as_str(),
            planned.plan_code.as_str(),
            planned.from,
            planned.stop_at,
            planned.at,
        ];
        tx.execute(sql, values).await?;
        tx.commit().await?;
        Ok(true)
    }

    pub(super) async fn order_planned(
        &self,
        planned: &PlannedPlan,
        order: &StandingOrder,
        end_date: &str,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let (id, owner) = (planned.id.to_string(), planned.owner.to_string());
        let mut tx = self.db.begin().await?;
        let there = lock_account_if_there(&mut tx, &owner).await?;
        write_order(&mut tx, &planned.provider, order, at).await?;
        if !there
            || !precedes(&mut tx, planned).await?
            || !order_taken(&mut tx, &id, &order.code).await?
        {
            // Too late, or the present plan has changed, or the account is gone: what follows stays, this order ends.
            let sql = "UPDATE subscriptions SET stop = 'due', stop_next_at = $3, order_code = $2
                       WHERE id = $1 AND status = 'replaced'";
            tx.execute(sql, values![id, order.code.as_str(), at]).await?;
            tx.commit().await?;
            return Ok(false);
        }
        end(&mut tx, &owner, at).await?;
        let ends = planned.from.after(GRACE);
        let sql = "UPDATE subscriptions SET status = 'cancelled', end_date = $2, ends_at = $3,
                   stop_next_at = CASE WHEN stop = 'none' THEN $4 ELSE stop_next_at END,
                   stop = CASE WHEN stop = 'none' THEN 'due' ELSE stop END
                   WHERE id = $1 AND status IN ('active', 'cancelled')";
        let values = values![planned.follows.to_string(), end_date, ends, at];
        tx.execute(sql, values).await?;
        let sql = "UPDATE subscriptions SET status = 'planned', ends_at = $2 WHERE id = $1";
        tx.execute(sql, values![id, ends]).await?;
        let sql = "UPDATE profiles SET subscription_status = 'cancelled', subscription_end_date = $2, updated_at = $3
                   WHERE id = $1";
        tx.execute(sql, values![owner.as_str(), end_date, at]).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// There is nothing to stop, where nothing was taken since.
    pub(super) async fn refuse_planned(&self, planned: SubscriptionId) -> Result<(), DbError> {
        let sql = "UPDATE subscriptions SET stop = 'done' WHERE id = $1 AND status = 'replaced' AND stop = 'due'
                   AND order_code IS NULL";
        self.db.execute(sql, values![planned.to_string()]).await?;
        Ok(())
    }

    pub(super) async fn end_planned(&self, owner: AccountId, at: Timestamp) -> Result<(), DbError> {
        let owner = owner.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        end(&mut tx, &owner, at).await?;
        tx.commit().await
    }

    /// The last one that was told since its checkout was opened, where it is not known better.
    pub(super) async fn own_orders(
        &self,
        of: &Subscription,
    ) -> Result<Vec<StandingOrder>, DbError> {
        if of.plan_code.is_none() {
            return Ok(Vec::new());
        }
        let (opened, known) = self.orders_of_own(of).await?;
        let own = |code: &str| of.order_code.as_deref().is_none_or(|own| own == code);
        let last = known.into_iter().rfind(|known| known.at >= opened && own(&known.order.code));
        Ok(last.map(|known| known.order).into_iter().collect())
    }

    /// Whoever has the lease for stopping it loses it. Its orders count as going on from here:
    /// the provider may be about to let them.
    pub(super) async fn hold_stop_of(
        &self,
        kept: &Subscription,
        orders: &[StandingOrder],
        at: Timestamp,
        until: Timestamp,
    ) -> Result<bool, DbError> {
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &kept.owner.to_string()).await?;
        let sql = "UPDATE subscriptions SET stop = 'due', stop_next_at = $3, stop_tries = 0, stop_problem = NULL
                   WHERE id = $1 AND status = 'cancelled' AND paid_through > $2";
        if tx.execute(sql, values![kept.id.to_string(), at, until]).await? == 0 {
            return Ok(false);
        }
        for order in orders {
            let sql =
                "UPDATE standing_orders SET stopped_at = NULL WHERE provider = $1 AND code = $2";
            tx.execute(sql, values![kept.provider.as_str(), order.code.as_str()]).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// A worker that has told the provider to stop since has ended the hold (`stop_confirmed`). One that
    /// is about to tell it is known by nothing: the provider is asked once more, at `resume_at`.
    pub(super) async fn keep_subscription(
        &self,
        kept: &Subscription,
        at: Timestamp,
        resume_at: Timestamp,
    ) -> Result<bool, DbError> {
        let owner = kept.owner.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        end(&mut tx, &owner, at).await?;
        let sql = "UPDATE subscriptions SET status = 'active', end_date = NULL, ends_at = paid_through + $3, stop = 'none', resume_at = $4
                   WHERE id = $1 AND status = 'cancelled' AND paid_through > $2 AND stop = 'due' AND stop_next_at > $2";
        let grace = i64::try_from(GRACE.as_millis()).unwrap_or_default();
        if tx.execute(sql, values![kept.id.to_string(), at, grace, resume_at]).await? == 0 {
            return Ok(false);
        }
        let sql = "UPDATE profiles SET subscription_status = 'active', subscription_end_date = NULL, updated_at = $2
                   WHERE id = $1";
        tx.execute(sql, values![owner, at]).await?;
        tx.commit().await?;
        Ok(true)
    }
}

impl Store {
    /// Plans that renew, whose provider is due to be asked to let their order go on.
    pub(super) async fn due_resumptions(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<SubscriptionId>, DbError> {
        let sql = "SELECT id FROM subscriptions WHERE provider = $1 AND resume_at <= $2
                   AND status IN ('planned', 'active') AND stop = 'none' ORDER BY resume_at LIMIT 20";
        let due: Vec<(String,)> = self.db.list(sql, values![provider, now]).await?;
        due.into_iter().map(|(id,)| parsed(&id, "a subscription id")).collect()
    }

    /// The lease is the time until which it is not due.
    pub(super) async fn lease_resumption(
        &self,
        id: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<Vec<StandingOrder>>, DbError> {
        let sql = "UPDATE subscriptions SET resume_at = $3 WHERE id = $1 AND resume_at <= $2
                   AND status IN ('planned', 'active') AND stop = 'none' RETURNING *";
        let leased: Vec<SubscriptionRecord> =
            self.db.write_returning(sql, values![id.to_string(), now, until]).await?;
        let Some(row) = leased.into_iter().next() else { return Ok(None) };
        self.own_orders(&Subscription::try_from(row)?).await.map(Some)
    }

    pub(super) async fn resumption_confirmed(
        &self,
        id: SubscriptionId,
        orders: &[StandingOrder],
        lease: Timestamp,
    ) -> Result<(), DbError> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE subscriptions SET resume_at = NULL WHERE id = $1 AND resume_at = $2
                   AND status IN ('planned', 'active') AND stop = 'none' RETURNING provider";
        let confirmed: Option<(String,)> = tx.find(sql, values![id.to_string(), lease]).await?;
        let Some((provider,)) = confirmed else { return Ok(()) };
        for order in orders {
            let sql =
                "UPDATE standing_orders SET stopped_at = NULL WHERE provider = $1 AND code = $2";
            tx.execute(sql, values![provider.as_str(), order.code.as_str()]).await?;
        }
        tx.commit().await
    }
}

/// Whether the plan that it is to follow still lasts, and no longer than it was asked for.
async fn precedes(tx: &mut Tx, planned: &PlannedPlan) -> Result<bool, DbError> {
    let sql = "SELECT id FROM subscriptions WHERE id = $1 AND status IN ('active', 'cancelled') AND paid_through <= $2";
    let values = values![planned.follows.to_string(), planned.from];
    Ok(tx.row(sql, values).await?.is_some())
}

/// The order is not to be stopped any more; no where that was done.
async fn order_taken(tx: &mut Tx, planned: &str, code: &str) -> Result<bool, DbError> {
    let sql = "UPDATE subscriptions SET stop = 'none', stop_next_at = 0, order_code = $2
               WHERE id = $1 AND status = 'replaced' AND stop = 'due'";
    Ok(tx.execute(sql, values![planned, code]).await? == 1)
}

/// What was planned will not begin; its order is due to be stopped.
pub(super) async fn end(tx: &mut Tx, owner: &str, at: Timestamp) -> Result<(), DbError> {
    let sql = "UPDATE subscriptions SET status = 'replaced', ends_at = anchor, stop = 'due', stop_next_at = $2
               WHERE account_id = $1 AND status = 'planned'";
    tx.execute(sql, values![owner, at]).await?;
    Ok(())
}
