//! Subscriptions: what a person has, and what the provider must be told about it. The
//! profile's plan, status and end date follow in the same transaction.

use evernear_app::{
    domain::{
        billing::{
            Charge, Payment, Plan, StandingOrder, Subscription,
            payment::PaymentNote,
            subscription::{GRACE, SubscriptionStatus, paid_through},
        },
        id::{AccountId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::{FailedCancellation, StopDue},
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
    anchor: i64,
    period: i64,
    paid_through: i64,
    end_date: Option<String>,
    stop_next_at: i64,
    stop_tries: i64,
    stop_problem: Option<String>,
    order_code: Option<String>,
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
            anchor: Timestamp(row.anchor),
            period: small(row.period)?,
            paid_through: Timestamp(row.paid_through),
            end_date: row.end_date,
            order_code: row.order_code,
        })
    }
}

impl TryFrom<SubscriptionRecord> for FailedCancellation {
    type Error = DbError;

    fn try_from(row: SubscriptionRecord) -> Result<Self, DbError> {
        Ok(Self {
            subscription: parsed(&row.id, "a subscription id")?,
            provider: row.provider,
            plan: row.plan,
            tries: small(row.stop_tries)?,
            problem: row.stop_problem.unwrap_or_default(),
            next: Timestamp(row.stop_next_at),
        })
    }
}

/// Another period is paid. A charge that comes late never shortens what is paid already. Where it comes
/// so late that the provider was to be told to stop, it is asked to go on.
pub(super) async fn carry_on(
    tx: &mut Tx,
    subscription: &Subscription,
    period: u32,
    at: Timestamp,
) -> Result<(), DbError> {
    let sql = "UPDATE subscriptions SET status = 'active', period = $2, paid_through = $3, ends_at = $4,
               resume_at = CASE WHEN stop = 'none' THEN resume_at ELSE $5 END, stop = 'none' WHERE id = $1";
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

/// The plan that a person has, where it lasts and does not renew by itself.
pub(super) async fn month_by_month(
    tx: &mut Tx,
    owner: &str,
    plan: &Plan,
) -> Result<Option<Subscription>, DbError> {
    let sql = "SELECT * FROM subscriptions WHERE account_id = $1 AND plan = $2 AND status = 'active' AND plan_code IS NULL";
    let found: Option<SubscriptionRecord> = tx.find(sql, values![owner, plan.name]).await?;
    found.map(Subscription::try_from).transpose()
}

/// An account's subscription that lasts.
pub(super) const LASTING: &str =
    "SELECT * FROM subscriptions WHERE account_id = $1 AND status IN ('active', 'cancelled')";
/// The one that follows it.
pub(super) const PLANNED: &str =
    "SELECT * FROM subscriptions WHERE account_id = $1 AND status = 'planned'";
/// The last one whose time was over.
pub(super) const ENDED: &str =
    "SELECT * FROM subscriptions WHERE account_id = $1 AND status = 'expired'
     ORDER BY ends_at DESC LIMIT 1";

impl Store {
    pub(super) async fn subscription_of(
        &self,
        sql: &'static str,
        owner: AccountId,
    ) -> Result<Option<Subscription>, DbError> {
        let found: Option<SubscriptionRecord> =
            self.db.find(sql, values![owner.to_string()]).await?;
        found.map(Subscription::try_from).transpose()
    }

    pub(super) async fn standing_order(
        &self,
        provider: &str,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let mut tx = self.db.begin().await?;
        write_order(&mut tx, provider, order, at).await?;
        // Where it was to be stopped and had no name yet, it has one now. One that nobody has
        // tried to stop is either due or still being asked for (`planning`).
        let sql = "UPDATE subscriptions SET stop_next_at = 0
                   WHERE provider = $1 AND customer = $2 AND plan_code = $3 AND stop = 'due' AND stop_tries > 0";
        let values = values![provider, order.customer.as_str(), order.plan_code.as_str()];
        tx.execute(sql, values).await?;
        // Where no plan of this customer renews any more, it is told too late: whichever ended last
        // stops it as well.
        let sql = "UPDATE subscriptions SET stop = 'due', stop_next_at = 0 WHERE id = (SELECT id FROM subscriptions
                   WHERE provider = $1 AND customer = $2 AND plan_code = $3 ORDER BY created_at DESC, id DESC LIMIT 1)
                   AND stop = 'done' AND NOT EXISTS (SELECT 1 FROM subscriptions o WHERE o.provider = $1 AND o.customer = $2
                   AND o.plan_code = $3 AND o.status IN ('planned', 'active'))";
        let values = values![provider, order.customer.as_str(), order.plan_code.as_str()];
        tx.execute(sql, values).await?;
        tx.commit().await
    }

    /// No where it has changed since it was read: a month that is paid meanwhile moves the end date.
    pub(super) async fn cancel_subscription(
        &self,
        seen: &Subscription,
        end_date: &str,
        ends_at: Timestamp,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let owner = seen.owner.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        let sql = "UPDATE subscriptions SET status = 'cancelled', end_date = $2, ends_at = $3, stop = 'due', stop_next_at = $4
                   WHERE id = $1 AND status = 'active' AND paid_through = $5";
        let values = values![seen.id.to_string(), end_date, ends_at, at, seen.paid_through];
        if tx.execute(sql, values).await? == 0 {
            return Ok(false);
        }
        let sql = "UPDATE profiles SET subscription_status = 'cancelled', subscription_end_date = $2, updated_at = $3
                   WHERE id = $1";
        tx.execute(sql, values![owner, end_date, at]).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// A standing order of somebody who has left is stopped like a cancelled one. It belongs
    /// to the payment's checkout: orders told since that was opened are its own.
    pub(super) async fn flag_deleted_account_payment(
        &self,
        paid: &Payment,
        charge: &Charge,
        stop: SubscriptionId,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE payments SET status = 'flagged', note = $2, subscription_id = $3
                   WHERE id = $1 AND status IN ('pending', 'failed')";
        let values =
            values![paid.id.to_string(), PaymentNote::AccountDeleted.as_str(), stop.to_string()];
        if tx.execute(sql, values).await? == 1
            && let (Some(customer), Some(plan_code)) = (&charge.customer, &charge.plan_code)
        {
            let sql = "INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code,
                       anchor, period, paid_through, ends_at, stop, stop_next_at, created_at)
                       SELECT $1, account_id, plan, currency, 'expired', provider, $2, $3,
                       created_at, 0, $4, $4, 'due', $4, created_at FROM payments WHERE id = $5";
            let values = values![
                stop.to_string(),
                customer.as_str(),
                plan_code.as_str(),
                at,
                paid.id.to_string()
            ];
            tx.execute(sql, values).await?;
        }
        tx.commit().await
    }

    pub(super) async fn expire_subscriptions(&self, now: Timestamp) -> Result<u32, DbError> {
        let sql = "SELECT id, account_id FROM subscriptions WHERE status IN ('active', 'cancelled') AND ends_at <= $1";
        let mut expired = 0;
        // A smaller plan whose first month was not paid: a charge that comes late still counts.
        let planned = "UPDATE subscriptions SET status = 'expired', stop = 'due', stop_next_at = $1
                       WHERE status = 'planned' AND ends_at <= $1";
        self.db.execute(planned, values![now]).await?;
        let ending: Vec<(String, String)> = self.db.list(sql, values![now]).await?;
        for (id, owner) in ending {
            let mut tx = self.db.begin().await?;
            lock_account_if_there(&mut tx, &owner).await?;
            // A renewal may have come in between: then it is not over.
            // What was not paid in time is charged no more, either.
            let sql = "UPDATE subscriptions SET status = 'expired',
                       stop_next_at = CASE WHEN stop = 'none' THEN $2 ELSE stop_next_at END,
                       stop = CASE WHEN stop = 'none' AND plan_code IS NOT NULL THEN 'due' ELSE stop END
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

    pub(super) async fn due_stops(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<SubscriptionId>, DbError> {
        let sql = "SELECT id FROM subscriptions WHERE stop = 'due' AND stop_next_at <= $2 AND provider = $1
                   ORDER BY stop_next_at LIMIT 20";
        let due: Vec<(String,)> = self.db.list(sql, values![provider, now]).await?;
        due.into_iter().map(|(id,)| parsed(&id, "a subscription id")).collect()
    }

    /// The lease is the time until which it is not due.
    pub(super) async fn lease_stop(
        &self,
        id: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<StopDue>, DbError> {
        let sql = "UPDATE subscriptions SET stop_next_at = $3 WHERE id = $1 AND stop = 'due' AND stop_next_at <= $2
                   RETURNING *";
        let values = values![id.to_string(), now, until];
        let leased: Vec<SubscriptionRecord> = self.db.write_returning(sql, values).await?;
        let Some(row) = leased.into_iter().next() else { return Ok(None) };
        let tries = small(row.stop_tries)?;
        let subscription = Subscription::try_from(row)?;
        let (opened, known) = self.orders_of_own(&subscription).await?;
        let is_own =
            |order: &KnownOrder| subscription.order_code.as_ref() == Some(&order.order.code);
        let named = known.iter().any(|order| order.at >= opened || is_own(order));
        let orders = known.into_iter().filter(|order| !order.stopped).map(|known| known.order);
        Ok(Some(StopDue { orders: orders.collect(), subscription, named, tries, lease: until }))
    }

    /// When its checkout was opened, and the known orders that can be its own, in the order in
    /// which they were told: subscriptions that came after it, or are being paid for just now,
    /// keep one each, the last one that was told since their own checkout was opened. What is known
    /// to be somebody's order is guessed of nobody else.
    pub(super) async fn orders_of_own(
        &self,
        of: &Subscription,
    ) -> Result<(Timestamp, Vec<KnownOrder>), DbError> {
        let (opened, later) = self.openings(of).await?;
        let mut known = self.known_orders(of, opened).await?;
        for opened in later.iter().rev() {
            let may_be_theirs = |order: &KnownOrder| {
                order.at >= *opened && of.order_code.as_ref() != Some(&order.order.code)
            };
            if let Some(theirs) = known.iter().rposition(may_be_theirs) {
                known.remove(theirs);
            }
        }
        Ok((opened, known))
    }

    /// When the checkouts were opened in which this subscription and those written down after it
    /// were paid, of the same customer and plan; those whose order is known are left out.
    async fn openings(&self, own: &Subscription) -> Result<(Timestamp, Vec<Timestamp>), DbError> {
        let sql = "SELECT COALESCE(p.created_at, s.created_at), CAST(CASE WHEN s.id = $4 THEN 0 ELSE 1 END AS BIGINT), s.created_at
                   FROM subscriptions w JOIN subscriptions s ON w.id = $4
                   LEFT JOIN payments p ON p.subscription_id = s.id AND p.period = 0 AND p.status = 'paid'
                   WHERE s.provider = $1 AND s.customer = $2 AND s.plan_code = $3 AND (s.id = $4 OR (s.created_at > w.created_at AND s.order_code IS NULL))
                   UNION ALL
                   SELECT p.created_at, CAST(2 AS BIGINT), p.created_at FROM payments p WHERE p.provider = $1 AND p.status = 'pending'
                   AND p.account_id = $5 AND p.plan = $6 AND p.currency = $7
                   AND p.created_at > (SELECT w.created_at FROM subscriptions w WHERE w.id = $4)
                   ORDER BY 2, 3";
        let values = values![
            own.provider.as_str(),
            own.customer.clone(),
            own.plan_code.clone(),
            own.id.to_string(),
            own.owner.to_string(),
            own.plan.name,
            own.currency.as_str(),
        ];
        let (mut opened, mut later) = (own.anchor, Vec::new());
        let found: Vec<(i64, i64, i64)> = self.db.list(sql, values).await?;
        for (at, kind, _) in found {
            if kind == 0 {
                opened = Timestamp(at);
            } else {
                later.push(Timestamp(at));
            }
        }
        Ok((opened, later))
    }

    /// The standing orders of its customer and plan, in the order in which they were told. Those
    /// that are known to be another subscription's are not among them, nor those from before its
    /// checkout where somebody else pays as the same customer.
    async fn known_orders(
        &self,
        of: &Subscription,
        opened: Timestamp,
    ) -> Result<Vec<KnownOrder>, DbError> {
        let sql = "SELECT * FROM standing_orders t
                   WHERE provider = $1 AND customer = $2 AND plan_code = $3
                   AND NOT EXISTS (SELECT 1 FROM subscriptions o WHERE o.provider = t.provider AND o.order_code = t.code
                   AND o.id <> $4)
                   AND (created_at >= $5 OR NOT EXISTS (SELECT 1 FROM subscriptions o WHERE o.provider = t.provider
                   AND o.customer = t.customer AND o.plan_code = t.plan_code AND o.account_id <> $6 AND o.status = 'active'))
                   ORDER BY created_at, code";
        let values = values![
            of.provider.as_str(),
            of.customer.clone(),
            of.plan_code.clone(),
            of.id.to_string(),
            opened,
            of.owner.to_string(),
        ];
        let found: Vec<StandingOrderRecord> = self.db.list(sql, values).await?;
        Ok(found.into_iter().map(KnownOrder::from).collect())
    }

    pub(super) async fn failed_stops(
        &self,
        limit: u32,
    ) -> Result<Vec<FailedCancellation>, DbError> {
        let sql = "SELECT * FROM subscriptions WHERE stop = 'due' AND stop_tries > 0
                   ORDER BY id LIMIT $1";
        let found: Vec<SubscriptionRecord> = self.db.list(sql, values![limit]).await?;
        found.into_iter().map(FailedCancellation::try_from).collect()
    }

    /// Where the lease was lost, the provider was told all the same: whoever has the lease now,
    /// another worker or somebody who keeps the plan, must ask it again.
    pub(super) async fn stop_confirmed(&self, due: &StopDue, at: Timestamp) -> Result<(), DbError> {
        let id = due.subscription.id.to_string();
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE subscriptions SET stop = 'done' WHERE id = $1 AND stop = 'due' AND stop_next_at = $2";
        if tx.execute(sql, values![id.as_str(), due.lease]).await? == 0 {
            let sql = "UPDATE subscriptions SET stop_next_at = 0 WHERE id = $1 AND stop = 'due'";
            tx.execute(sql, values![id.as_str()]).await?;
            return tx.commit().await;
        }
        for order in &due.orders {
            let sql =
                "UPDATE standing_orders SET stopped_at = $3 WHERE provider = $1 AND code = $2";
            let provider = due.subscription.provider.as_str();
            tx.execute(sql, values![provider, order.code.as_str(), at]).await?;
        }
        tx.commit().await
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
               ON CONFLICT (provider, code) DO UPDATE SET token = excluded.token";
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

/// A standing order, and when the provider first told of it. It names customer and plan, not the
/// payment that the order came from; all that is certain is that it was told after the checkout
/// was opened in which that payment was made.
pub(super) struct KnownOrder {
    pub order: StandingOrder,
    pub at: Timestamp,
    stopped: bool,
}

/// A row of `standing_orders`.
#[derive(FromRow)]
pub(super) struct StandingOrderRecord {
    code: String,
    token: String,
    customer: String,
    plan_code: String,
    stopped_at: Option<i64>,
    created_at: i64,
}

impl From<StandingOrderRecord> for KnownOrder {
    fn from(row: StandingOrderRecord) -> Self {
        Self {
            order: StandingOrder {
                code: row.code,
                token: row.token,
                customer: row.customer,
                plan_code: row.plan_code,
            },
            at: Timestamp(row.created_at),
            stopped: row.stopped_at.is_some(),
        }
    }
}

/// When a subscription is over if nothing more is paid.
pub(super) fn lapses(anchor: Timestamp, period: u32) -> Timestamp {
    paid_through(anchor, period).after(GRACE)
}
