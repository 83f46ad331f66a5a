//! The standing orders by which subscriptions renew: what the provider is due to be asked about
//! them, and whose each one is. An order belongs to the subscription that it was made for. One that is told
//! and belongs to none was made by somebody who was cut off, or by nobody here, and is stopped.
//!
//! Whoever changes both rows locks the subscription first, then its order.

use std::time::Duration;

use async_trait::async_trait;
use evernear_app::{
    domain::{
        billing::{OrderState, StandingOrder, Subscription},
        id::{RequestId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::{
        FailedOrder, OrderDue, OrderFailure, OrderRequest, StandingOrderStore, StoreError,
        UnownedOrder,
    },
};
use sqlx::FromRow;

use super::subscriptions::{SubscriptionRecord, order_state};
use crate::{
    store::{
        Store,
        account::lock::lock_account_if_there,
        db::{DbError, Tx},
        parsed, small,
    },
    values,
};

/// How long after its release an order is stopped, and another one asked for where one is not to be had.
const RELEASED_FOR: Duration = Duration::from_secs(300);
/// Most orders of a plan that are stopped in one round because they are nobody's.
const MOST_UNOWNED: u32 = 20;

/// A row of `standing_orders`.
#[derive(FromRow)]
struct StandingOrderRecord {
    code: String,
    token: String,
    customer: String,
    plan_code: String,
    stop_next_at: i64,
    stop_tries: i64,
}

impl From<StandingOrderRecord> for StandingOrder {
    fn from(row: StandingOrderRecord) -> Self {
        Self { code: row.code, token: row.token, customer: row.customer, plan_code: row.plan_code }
    }
}

impl TryFrom<StandingOrderRecord> for UnownedOrder {
    type Error = DbError;

    fn try_from(row: StandingOrderRecord) -> Result<Self, DbError> {
        let (tries, lease) = (small(row.stop_tries)?, Timestamp(row.stop_next_at));
        Ok(Self { order: row.into(), tries, lease })
    }
}

/// A row of `order_requests`.
#[derive(FromRow)]
struct OrderRequestRecord {
    id: String,
    provider: String,
    customer: String,
    plan_code: String,
    tries: i64,
}

impl TryFrom<OrderRequestRecord> for OrderRequest {
    type Error = DbError;

    fn try_from(row: OrderRequestRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a request id")?,
            provider: row.provider,
            customer: row.customer,
            plan_code: row.plan_code,
            tries: small(row.tries)?,
        })
    }
}

/// What an operator reads of an order about which the provider was asked in vain.
#[derive(FromRow)]
struct FailedRecord {
    subscription: Option<String>,
    state: String,
    provider: String,
    plan: String,
    tries: i64,
    problem: Option<String>,
    next: i64,
}

impl TryFrom<FailedRecord> for FailedOrder {
    type Error = DbError;

    fn try_from(row: FailedRecord) -> Result<Self, DbError> {
        let id = row.subscription.map(|id| parsed(&id, "a subscription id"));
        Ok(Self {
            subscription: id.transpose()?,
            state: order_state(&row.state)?,
            provider: row.provider,
            plan: row.plan,
            tries: small(row.tries)?,
            problem: row.problem.unwrap_or_default(),
            next: Timestamp(row.next),
        })
    }
}

impl Store {
    async fn order_of(
        &self,
        subscription: SubscriptionId,
    ) -> Result<Option<StandingOrder>, DbError> {
        let sql = "SELECT * FROM standing_orders WHERE subscription_id = $1";
        let found: Option<StandingOrderRecord> =
            self.db.find(sql, values![subscription.to_string()]).await?;
        Ok(found.map(StandingOrder::from))
    }
}

#[async_trait]
impl StandingOrderStore for Store {
    async fn renewing_by(
        &self,
        provider: &str,
        code: &str,
    ) -> Result<Option<(Subscription, StandingOrder)>, StoreError> {
        let sql = "SELECT s.* FROM subscriptions s JOIN standing_orders t ON t.subscription_id = s.id
                   WHERE t.provider = $1 AND t.code = $2 AND s.status IN ('planned', 'active') AND s.order_state = 'active'";
        let found: Option<SubscriptionRecord> = self.db.find(sql, values![provider, code]).await?;
        let Some(row) = found else { return Ok(None) };
        let subscription = Subscription::try_from(row)?;
        let order = self.order_of(subscription.id).await?;
        Ok(order.map(|order| (subscription, order)))
    }

    async fn told(
        &self,
        provider: &str,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        write_order(&mut tx, provider, order, at).await?;
        Ok(tx.commit().await?)
    }

    async fn charges(
        &self,
        provider: &str,
        order: &StandingOrder,
        when: Timestamp,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE subscriptions SET order_state = 'stopping', order_next_at = $4
                   WHERE order_state = 'stopped' AND id = (SELECT t.subscription_id FROM standing_orders t
                   WHERE t.provider = $1 AND t.code = $2 AND t.stopped_at < $3)";
        let code = order.code.as_str();
        tx.execute(sql, values![provider, code, when, at]).await?;
        write_order(&mut tx, provider, order, at).await?;
        let sql = "UPDATE standing_orders SET stopped_at = NULL, stop_next_at = $4
                   WHERE provider = $1 AND code = $2 AND stopped_at < $3";
        tx.execute(sql, values![provider, code, when, at]).await?;
        Ok(tx.commit().await?)
    }

    async fn due(&self, provider: &str, now: Timestamp) -> Result<Vec<SubscriptionId>, StoreError> {
        let sql = "SELECT id FROM subscriptions WHERE provider = $1 AND order_next_at <= $2 AND order_call_until <= $2
                   AND (order_state = 'stopping' OR order_state IN ('wanted', 'resuming') AND status IN ('planned', 'active'))
                   ORDER BY order_next_at LIMIT 20";
        let due: Vec<(String,)> = self.db.list(sql, values![provider, now]).await?;
        due.into_iter().map(|(id,)| Ok(parsed(&id, "a subscription id")?)).collect()
    }

    async fn take(
        &self,
        id: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OrderDue>, StoreError> {
        let sql = "UPDATE subscriptions SET order_call_until = $3
                   WHERE id = $1 AND order_next_at <= $2 AND order_call_until <= $2
                   AND (order_state = 'stopping' OR order_state IN ('wanted', 'resuming') AND status IN ('planned', 'active')) RETURNING *";
        let values = values![id.to_string(), now, until];
        let leased: Vec<SubscriptionRecord> = self.db.write_returning(sql, values).await?;
        let Some(row) = leased.into_iter().next() else { return Ok(None) };
        let (tries, refusals) = (small(row.order_tries)?, small(row.order_refusals)?);
        let subscription = Subscription::try_from(row)?;
        let order = self.order_of(id).await?;
        Ok(Some(OrderDue { subscription, order, tries, refusals, lease: until }))
    }

    async fn made(
        &self,
        due: &OrderDue,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let of = &due.subscription;
        let mut tx = self.db.begin().await?;
        lock_account_if_there(&mut tx, &of.owner.to_string()).await?;
        let sql = "UPDATE subscriptions SET order_call_until = $2 WHERE id = $1 AND order_state = 'wanted'
                   AND order_call_until = $2 AND paid_through = $3";
        let values = values![of.id.to_string(), due.lease, of.paid_through];
        let wanted = tx.execute(sql, values).await? == 1;
        // Known in any case: what is nobody's has to be stopped.
        write_order(&mut tx, &of.provider, order, at).await?;
        let owned = wanted && own(&mut tx, &of.provider, &order.code, of.id).await?;
        if owned {
            change(&mut tx, due, OrderState::Active).await?;
        } else {
            // Where it is wanted as it was, the order is one that cannot be had: not at once again.
            let sql = "UPDATE subscriptions SET order_call_until = 0, order_next_at = CASE WHEN order_state = 'wanted'
                       AND paid_through = $3 THEN $4 ELSE order_next_at END WHERE id = $1 AND order_call_until = $2";
            let again = at.after(RELEASED_FOR);
            let values = values![of.id.to_string(), due.lease, of.paid_through, again];
            tx.execute(sql, values).await?;
        }
        tx.commit().await?;
        Ok(owned)
    }

    async fn confirmed(&self, due: &OrderDue, at: Timestamp) -> Result<(), StoreError> {
        let id = due.subscription.id.to_string();
        let stopping = due.subscription.order_state == OrderState::Stopping;
        let (after, stopped_at) =
            if stopping { (OrderState::Stopped, Some(at.0)) } else { (OrderState::Active, None) };
        let mut tx = self.db.begin().await?;
        if change(&mut tx, due, after).await? {
            let sql = "UPDATE standing_orders SET stopped_at = $2 WHERE subscription_id = $1";
            tx.execute(sql, values![id, stopped_at]).await?;
            return Ok(tx.commit().await?);
        }
        // Something else is wanted since: now is its turn.
        let sql =
            "UPDATE subscriptions SET order_call_until = 0 WHERE id = $1 AND order_call_until = $2";
        if tx.execute(sql, values![id.as_str(), due.lease]).await? == 0 {
            // The lease is another worker's. What came of both is not known, so it is asked once more.
            let sql = "UPDATE subscriptions SET order_next_at = $2, order_state = CASE order_state
                       WHEN 'stopped' THEN 'stopping' WHEN 'active' THEN 'resuming' ELSE order_state END WHERE id = $1";
            tx.execute(sql, values![id, at]).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn failed(&self, due: &OrderDue, failure: OrderFailure<'_>) -> Result<(), StoreError> {
        let (id, state) = (due.subscription.id.to_string(), due.subscription.order_state);
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE subscriptions SET order_next_at = $4, order_tries = order_tries + 1, order_problem = $5,
                   order_refusals = order_refusals + $6
                   WHERE id = $1 AND order_state = $2 AND order_call_until = $3";
        let refused = i64::from(failure.refused);
        let lease = due.lease;
        let values =
            values![id.as_str(), state.as_str(), lease, failure.next, failure.problem, refused];
        tx.execute(sql, values).await?;
        let sql = "UPDATE subscriptions SET order_call_until = $3 WHERE id = $1 AND order_call_until = $2";
        tx.execute(sql, values![id, lease, failure.quiet_until]).await?;
        Ok(tx.commit().await?)
    }

    async fn give_up(&self, due: &OrderDue) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        change(&mut tx, due, OrderState::None).await?;
        Ok(tx.commit().await?)
    }

    async fn replace(&self, due: &OrderDue, at: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        if change(&mut tx, due, OrderState::Wanted).await? {
            release(&mut tx, due.subscription.id, at).await?;
            let sql = "UPDATE subscriptions SET order_next_at = $2 WHERE id = $1";
            tx.execute(sql, values![due.subscription.id.to_string(), at]).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn take_unowned(
        &self,
        provider: &str,
        plan_code: &str,
        before: Timestamp,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<UnownedOrder>, StoreError> {
        let sql = "UPDATE standing_orders SET stop_next_at = $4 WHERE provider = $1 AND code IN (
                       SELECT code FROM standing_orders WHERE provider = $1 AND plan_code = $2 AND subscription_id IS NULL
                       AND stopped_at IS NULL AND created_at <= $3 AND stop_next_at <= $5 ORDER BY created_at LIMIT $6
                   ) AND subscription_id IS NULL AND stopped_at IS NULL AND stop_next_at <= $5 RETURNING *";
        let values = values![provider, plan_code, before, until, now, MOST_UNOWNED];
        let leased: Vec<StandingOrderRecord> = self.db.write_returning(sql, values).await?;
        Ok(leased.into_iter().map(UnownedOrder::try_from).collect::<Result<_, _>>()?)
    }

    async fn unowned_stopped(
        &self,
        provider: &str,
        unowned: &UnownedOrder,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE standing_orders SET stopped_at = $3, stop_tries = 0, stop_problem = NULL
                   WHERE provider = $1 AND code = $2";
        self.db.execute(sql, values![provider, unowned.order.code.as_str(), at]).await?;
        Ok(())
    }

    async fn postpone_unowned(
        &self,
        provider: &str,
        unowned: &UnownedOrder,
        problem: &str,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE standing_orders SET stop_next_at = $4, stop_tries = stop_tries + 1, stop_problem = $5
                   WHERE provider = $1 AND code = $2 AND stop_next_at = $3";
        let code = unowned.order.code.as_str();
        self.db.execute(sql, values![provider, code, unowned.lease, next, problem]).await?;
        Ok(())
    }

    async fn request(&self, request: &OrderRequest, next: Timestamp) -> Result<bool, StoreError> {
        let (provider, customer) = (request.provider.as_str(), request.customer.as_str());
        let (id, plan_code) = (request.id.to_string(), request.plan_code.as_str());
        let mut tx = self.db.begin().await?;
        let sql = "SELECT id FROM order_requests WHERE provider = $1 AND customer = $2 AND plan_code = $3";
        let before = tx.row(sql, values![provider, customer, plan_code]).await?.is_some();
        let sql = "INSERT INTO order_requests (id, provider, customer, plan_code, next_at) VALUES ($1, $2, $3, $4, $5)";
        tx.execute(sql, values![id, provider, customer, plan_code, next]).await?;
        tx.commit().await?;
        Ok(before)
    }

    async fn answered(&self, request: RequestId) -> Result<(), StoreError> {
        let sql = "DELETE FROM order_requests WHERE id = $1";
        self.db.execute(sql, values![request.to_string()]).await?;
        Ok(())
    }

    async fn unanswered(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<OrderRequest>, StoreError> {
        let sql = "SELECT id, provider, customer, plan_code, tries FROM order_requests
                   WHERE provider = $1 AND next_at <= $2 ORDER BY next_at LIMIT 20";
        let found: Vec<OrderRequestRecord> = self.db.list(sql, values![provider, now]).await?;
        Ok(found.into_iter().map(OrderRequest::try_from).collect::<Result<_, _>>()?)
    }

    async fn postpone_request(
        &self,
        request: RequestId,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE order_requests SET next_at = $2, tries = tries + 1 WHERE id = $1";
        self.db.execute(sql, values![request.to_string(), next]).await?;
        Ok(())
    }

    async fn list_failed(&self, limit: u32) -> Result<Vec<FailedOrder>, StoreError> {
        let sql = "SELECT id AS subscription, order_state AS state, provider, plan, order_tries AS tries,
                       order_problem AS problem, order_next_at AS next
                   FROM subscriptions WHERE order_tries > 0 AND order_state IN ('wanted', 'resuming', 'stopping')
                   UNION ALL
                   SELECT NULL, 'stopping', provider, plan_code, stop_tries, stop_problem, stop_next_at
                   FROM standing_orders WHERE stop_tries > 0 AND subscription_id IS NULL AND stopped_at IS NULL
                   ORDER BY 1, 4 LIMIT $1";
        let found: Vec<FailedRecord> = self.db.list(sql, values![limit]).await?;
        Ok(found.into_iter().map(FailedOrder::try_from).collect::<Result<_, _>>()?)
    }
}

/// A standing order as the provider tells it, for the first time or again.
pub(super) async fn write_order(
    tx: &mut Tx,
    provider: &str,
    order: &StandingOrder,
    at: Timestamp,
) -> Result<(), DbError> {
    let sql = "INSERT INTO standing_orders (provider, code, token, customer, plan_code, created_at)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (provider, code) DO UPDATE SET
               token = CASE WHEN excluded.token = '' THEN standing_orders.token ELSE excluded.token END";
    let values = values![
        provider,
        order.code.as_str(),
        order.token.as_str(),
        order.customer.as_str(),
        order.plan_code.as_str(),
        at
    ];
    tx.execute(sql, values).await?;
    Ok(())
}

/// The order belongs to this subscription. No where it is somebody's, or is being stopped.
pub(super) async fn own(
    tx: &mut Tx,
    provider: &str,
    code: &str,
    subscription: SubscriptionId,
) -> Result<bool, DbError> {
    let sql = "UPDATE standing_orders SET subscription_id = $3 WHERE provider = $1 AND code = $2
               AND subscription_id IS NULL AND stopped_at IS NULL AND stop_next_at = 0";
    Ok(tx.execute(sql, values![provider, code, subscription.to_string()]).await? == 1)
}

/// The order is nobody's from here, and will be stopped: when whatever a worker may be asking about it
/// just now has arrived.
pub(super) async fn release(
    tx: &mut Tx,
    subscription: SubscriptionId,
    at: Timestamp,
) -> Result<(), DbError> {
    let sql = "UPDATE standing_orders SET subscription_id = NULL, stop_next_at = $2 WHERE subscription_id = $1";
    tx.execute(sql, values![subscription.to_string(), at.after(RELEASED_FOR)]).await?;
    Ok(())
}

/// What was due is done, and the lease ends; no where something else is wanted since, or the lease was
/// lost.
async fn change(tx: &mut Tx, due: &OrderDue, after: OrderState) -> Result<bool, DbError> {
    let (id, state) = (due.subscription.id.to_string(), due.subscription.order_state);
    let sql = "UPDATE subscriptions SET order_state = $4, order_call_until = 0, order_tries = 0, order_refusals = 0,
               order_problem = NULL WHERE id = $1 AND order_state = $2 AND order_call_until = $3";
    let values = values![id, state.as_str(), due.lease, after.as_str()];
    Ok(tx.execute(sql, values).await? == 1)
}
