//! A smaller plan that begins when the present one ends, and keeping a plan that was cancelled.

use evernear_app::{
    domain::{
        billing::{StandingOrder, Subscription, subscription::GRACE},
        id::AccountId,
        moment::Moment,
    },
    ports::PlannedPlan,
};

use super::{
    Store,
    creations::take_turn,
    db::{DbError, Tx},
    subscriptions::{subscription_columns, write_order},
};
use crate::values;

impl Store {
    pub(super) async fn planned_of(
        &self,
        owner: AccountId,
    ) -> Result<Option<Subscription>, DbError> {
        let sql = concat!(
            "SELECT ",
            subscription_columns!(),
            " FROM subscriptions WHERE account_id = $1 AND status = 'planned'"
        );
        self.one_subscription(sql, owner).await
    }

    /// Its period counts from the day on which it begins; until that is paid, nothing is.
    pub(super) async fn write_planned(&self, planned: &PlannedPlan) -> Result<bool, DbError> {
        let owner = planned.owner.to_string();
        let mut tx = self.db.begin().await?;
        take_turn(&mut tx, &owner).await?;
        let sql = "SELECT id FROM subscriptions WHERE account_id = $1 AND status IN ('active', 'cancelled')";
        if tx.row(sql, values![owner.as_str()]).await?.is_none() {
            return Ok(false);
        }
        end(&mut tx, &owner, true, planned.at).await?;
        let sql = "INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code, anchor,
                   period, paid_through, ends_at, stop, stop_next_at, created_at)
                   VALUES ($1, $2, $3, $4, 'planned', $5, $6, $7, $8, 0, $8, $9, 'none', 0, $10)";
        let values = values![
            planned.id.to_string(),
            owner.as_str(),
            planned.order.plan.name,
            planned.order.amount.currency.code(),
            planned.provider.as_str(),
            planned.customer.as_str(),
            planned.plan_code.as_str(),
            planned.from,
            planned.from.after(GRACE),
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
    ) -> Result<(), DbError> {
        let owner = planned.owner.to_string();
        let mut tx = self.db.begin().await?;
        take_turn(&mut tx, &owner).await?;
        write_order(&mut tx, &planned.provider, order, planned.at).await?;
        let sql = "UPDATE subscriptions SET order_code = $2, stop_next_at = 0 WHERE id = $1";
        tx.execute(sql, values![planned.id.to_string(), order.code.as_str()]).await?;
        // Changed again meanwhile: then the order is stopped with what it was for.
        let sql = "SELECT id FROM subscriptions WHERE id = $1 AND status = 'planned'";
        if tx.row(sql, values![planned.id.to_string()]).await?.is_some() {
            let sql = "UPDATE subscriptions SET status = 'cancelled', end_date = $2, ends_at = $3,
                       stop_next_at = CASE WHEN stop = 'none' THEN $4 ELSE stop_next_at END,
                       stop = CASE WHEN stop = 'none' THEN 'due' ELSE stop END
                       WHERE account_id = $1 AND status IN ('active', 'cancelled')";
            let ends = planned.from.after(GRACE);
            tx.execute(sql, values![owner.as_str(), end_date, ends, planned.at]).await?;
            let sql = "UPDATE profiles SET subscription_status = 'cancelled', subscription_end_date = $2, updated_at = $3
                       WHERE id = $1";
            tx.execute(sql, values![owner.as_str(), end_date, planned.at]).await?;
        }
        tx.commit().await
    }

    pub(super) async fn end_planned(
        &self,
        owner: AccountId,
        taken: bool,
        at: Moment,
    ) -> Result<(), DbError> {
        let owner = owner.to_string();
        let mut tx = self.db.begin().await?;
        take_turn(&mut tx, &owner).await?;
        end(&mut tx, &owner, taken, at).await?;
        tx.commit().await
    }

    /// The last one that was told since its window was opened, where it is not known better.
    pub(super) async fn own_orders(
        &self,
        of: &Subscription,
    ) -> Result<Vec<StandingOrder>, DbError> {
        if of.plan_code.is_none() {
            return Ok(Vec::new());
        }
        let (opened, later) = self.openings(of).await?;
        let mut told = self.orders_told(of, opened).await?;
        for opened in later.iter().rev() {
            if let Some(theirs) = told.iter().rposition(|order| order.at >= *opened) {
                told.remove(theirs);
            }
        }
        let own = |code: &str| of.order_code.as_deref().is_none_or(|own| own == code);
        let last = told.into_iter().rfind(|told| told.at >= opened && own(&told.order.code));
        Ok(last.map(|told| told.order).into_iter().collect())
    }

    pub(super) async fn keep_subscription(
        &self,
        owner: AccountId,
        orders: &[StandingOrder],
        at: Moment,
    ) -> Result<bool, DbError> {
        let owner = owner.to_string();
        let mut tx = self.db.begin().await?;
        take_turn(&mut tx, &owner).await?;
        let sql = "UPDATE subscriptions SET status = 'active', end_date = NULL, ends_at = paid_through + $3, stop = 'none',
                   stop_tries = 0, stop_problem = NULL WHERE account_id = $1 AND status = 'cancelled' AND paid_through > $2
                   RETURNING provider";
        let grace = i64::try_from(GRACE.as_millis()).unwrap_or_default();
        let Some(row) = tx.row(sql, values![owner.as_str(), at, grace]).await? else {
            return Ok(false);
        };
        let provider = row.text(0)?;
        for order in orders {
            let sql =
                "UPDATE standing_orders SET stopped_at = NULL WHERE provider = $1 AND code = $2";
            tx.execute(sql, values![provider.as_str(), order.code.as_str()]).await?;
        }
        end(&mut tx, &owner, true, at).await?;
        let sql = "UPDATE profiles SET subscription_status = 'active', subscription_end_date = NULL, updated_at = $2
                   WHERE id = $1";
        tx.execute(sql, values![owner, at]).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// What was planned gives way; its provider is due to be told, unless it took no order.
async fn end(tx: &mut Tx, owner: &str, taken: bool, at: Moment) -> Result<(), DbError> {
    let sql = "UPDATE subscriptions SET status = 'replaced', stop = $3, stop_next_at = $2
               WHERE account_id = $1 AND status = 'planned'";
    let stop = if taken { "due" } else { "done" };
    tx.execute(sql, values![owner, at, stop]).await?;
    Ok(())
}
