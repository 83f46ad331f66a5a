//! What creations cost at their providers. A creation reserves what it may come to when it begins
//! (`begin.sqlite.sql`, `begin.postgres.sql`), an order spends of that, and the end gives the rest back.
//! The sums of a day are kept apart, so that a ceiling is checked by one row that everybody waits for.

use async_trait::async_trait;
use evernear_app::{
    domain::{creation::Creation, id::CreationId},
    ports::{Ceiling, CostDay, CostLimits, CostStore, ReservedCosts, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        db::{DbError, Tx},
        small,
    },
    values,
};

/// The scope of the site's sums in `provider_days`.
const SITE: &str = "site";

/// A row of `provider_costs`.
#[derive(FromRow)]
struct CostRecord {
    account_id: String,
    day: String,
    reserved: i64,
    spent: i64,
}

/// A day's sums.
#[derive(FromRow)]
struct DayRecord {
    day: String,
    creations: i64,
    orders: i64,
    lost: i64,
    spent: i64,
}

#[async_trait]
impl CostStore for Store {
    async fn spend(
        &self,
        creation: &Creation,
        micros: i64,
        limits: CostLimits,
    ) -> Result<bool, StoreError> {
        let id = creation.id.to_string();
        let mut tx = self.db.begin().await?;
        let sql = "INSERT INTO provider_costs (creation_id, account_id, day, reserved) VALUES ($1, $2, $3, 0)
                   ON CONFLICT DO NOTHING";
        let (owner, day) = (creation.owner.to_string(), creation.created_at.date());
        tx.execute(sql, values![id.as_str(), owner, day]).await?;
        // The row is locked before it is read: the person may cancel meanwhile.
        let sql = "UPDATE provider_costs SET orders = orders + 1 WHERE creation_id = $1";
        tx.execute(sql, values![id.as_str()]).await?;
        let before = costs_of(&mut tx, &id).await?;
        let spent = before.spent + micros;
        let beyond = spent - before.reserved;
        if spent > limits.creation
            || beyond > 0 && !reserve_more(&mut tx, &before, beyond, limits).await?
        {
            return Ok(false);
        }
        let sql = "UPDATE provider_costs SET spent = $2, reserved = $3 WHERE creation_id = $1";
        tx.execute(sql, values![id.as_str(), spent, before.reserved.max(spent)]).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn take_back(&self, creation: CreationId, micros: i64) -> Result<(), StoreError> {
        let sql = "UPDATE provider_costs SET spent = spent - $2, orders = orders - 1
                   WHERE creation_id = $1 AND spent >= $2 AND orders > 0";
        self.db.execute(sql, values![creation.to_string(), micros]).await?;
        Ok(())
    }

    async fn lose_order(&self, creation: CreationId) -> Result<(), StoreError> {
        let sql = "UPDATE provider_costs SET lost = lost + 1 WHERE creation_id = $1";
        self.db.execute(sql, values![creation.to_string()]).await?;
        Ok(())
    }

    async fn days(&self, limit: u32) -> Result<Vec<CostDay>, StoreError> {
        let sql = "SELECT day, COUNT(*) AS creations, CAST(SUM(orders) AS BIGINT) AS orders,
                   CAST(SUM(lost) AS BIGINT) AS lost, CAST(SUM(spent) AS BIGINT) AS spent
                   FROM provider_costs GROUP BY day ORDER BY day DESC LIMIT $1";
        let found: Vec<DayRecord> = self.db.list(sql, values![limit]).await?;
        let day = |row: DayRecord| -> Result<CostDay, DbError> {
            Ok(CostDay {
                day: row.day,
                creations: small(row.creations)?,
                orders: small(row.orders)?,
                lost: small(row.lost)?,
                micros: row.spent,
            })
        };
        Ok(found.into_iter().map(day).collect::<Result<_, _>>()?)
    }
}

impl Store {
    /// The ceiling that this reservation would exceed.
    pub(super) async fn ceiling_reached(
        &self,
        owner: &str,
        day: &str,
        costs: ReservedCosts,
    ) -> Result<Option<Ceiling>, DbError> {
        if costs.reserve == 0 {
            return Ok(None);
        }
        let scopes = [
            (owner, costs.limits.account_day, Ceiling::Account),
            (SITE, costs.limits.site_day, Ceiling::Site),
        ];
        for (scope, most, ceiling) in scopes {
            let sql = "SELECT micros FROM provider_days WHERE scope = $1 AND day = $2";
            let found: Option<(i64,)> = self.db.find(sql, values![scope, day]).await?;
            if found.map_or(0, |(micros,)| micros) + costs.reserve > most {
                return Ok(Some(ceiling));
            }
        }
        Ok(None)
    }
}

/// Gives back what a creation that ends had reserved and not spent.
pub(super) async fn settle_costs(tx: &mut Tx, creation: &str) -> Result<(), DbError> {
    let sql = "SELECT account_id, day, reserved, spent FROM provider_costs
               WHERE creation_id = $1 AND reserved > spent";
    let found: Option<CostRecord> = tx.find(sql, values![creation]).await?;
    let Some(CostRecord { account_id, day, reserved, spent }) = found else { return Ok(()) };
    let sql = "UPDATE provider_costs SET reserved = spent WHERE creation_id = $1";
    tx.execute(sql, values![creation]).await?;
    for scope in [account_id.as_str(), SITE] {
        let sql = "UPDATE provider_days SET micros = micros - $3 WHERE scope = $1 AND day = $2";
        tx.execute(sql, values![scope, day.as_str(), reserved - spent]).await?;
    }
    Ok(())
}

async fn costs_of(tx: &mut Tx, creation: &str) -> Result<CostRecord, DbError> {
    let sql = "SELECT account_id, day, reserved, spent FROM provider_costs WHERE creation_id = $1";
    let found = tx.find(sql, values![creation]).await?;
    found.ok_or_else(|| DbError::Row("a creation has no costs".to_owned()))
}

/// Adds to the sums of the day; no where that exceeds a ceiling.
async fn reserve_more(
    tx: &mut Tx,
    costs: &CostRecord,
    micros: i64,
    limits: CostLimits,
) -> Result<bool, DbError> {
    for (scope, most) in [(costs.account_id.as_str(), limits.account_day), (SITE, limits.site_day)]
    {
        let sql = "INSERT INTO provider_days (scope, day, micros) VALUES ($1, $2, $3)
                   ON CONFLICT (scope, day) DO UPDATE SET micros = provider_days.micros + excluded.micros";
        tx.execute(sql, values![scope, costs.day.as_str(), micros]).await?;
        let sql = "SELECT micros FROM provider_days WHERE scope = $1 AND day = $2";
        let sum: Option<(i64,)> = tx.find(sql, values![scope, costs.day.as_str()]).await?;
        if sum.is_none_or(|(sum,)| sum > most) {
            return Ok(false);
        }
    }
    Ok(true)
}
