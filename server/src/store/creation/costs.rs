//! What creations cost at their providers, and what the companion's model answered. A creation reserves
//! what it may come to when it begins (`begin.sqlite.sql`, `begin.postgres.sql`), an order spends of that,
//! and the end gives the rest back. The sums of a day are kept apart, so that a ceiling is checked by one
//! row that everybody waits for.

use std::collections::BTreeMap;

use async_trait::async_trait;
use evernear_app::{
    domain::{
        creation::Creation,
        id::{AccountId, CreationId},
        timestamp::Timestamp,
    },
    ports::{
        Ceiling, CompanionCosts, CostDay, CostLimits, CostStore, ModelAnswer, ReservedCosts,
        StoreError,
    },
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        db::{DbError, Dialects, Tx},
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

/// A day's answers of the companion's model.
#[derive(FromRow)]
struct AnsweredRecord {
    day: String,
    answers: i64,
    uncounted: i64,
    tokens_in: i64,
    tokens_out: i64,
    micros: i64,
}

impl AnsweredRecord {
    fn costs(&self) -> CompanionCosts {
        let &Self { answers, uncounted, tokens_in, tokens_out, micros, .. } = self;
        CompanionCosts { answers, uncounted, tokens_in, tokens_out, micros }
    }
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
        let id = creation.to_string();
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE provider_costs SET spent = spent - $2, orders = orders - 1
                   WHERE creation_id = $1 AND spent >= $2 AND orders > 0";
        tx.execute(sql, values![id.as_str(), micros]).await?;
        // Where it ended while the order was being placed, nobody else gives this back.
        let sql = "SELECT 1 FROM creations WHERE id = $1 AND status = 'running'";
        let running: Option<(i32,)> = tx.find(sql, values![id.as_str()]).await?;
        if running.is_none() {
            settle_costs(&mut tx, &id).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn lose_order(&self, creation: CreationId) -> Result<(), StoreError> {
        let sql = "UPDATE provider_costs SET lost = lost + 1 WHERE creation_id = $1";
        self.db.execute(sql, values![creation.to_string()]).await?;
        Ok(())
    }

    async fn spent_on_cancelled(&self, account: AccountId, day: &str) -> Result<i64, StoreError> {
        let sql = "SELECT CAST(COALESCE(SUM(spent), 0) AS BIGINT) FROM provider_costs
                   WHERE account_id = $1 AND day = $2 AND cancelled = 1";
        let found: Option<(i64,)> = self.db.find(sql, values![account.to_string(), day]).await?;
        Ok(found.map_or(0, |(micros,)| micros))
    }

    async fn count_answer(&self, answer: &ModelAnswer) -> Result<(), StoreError> {
        let tokens = answer.tokens.unwrap_or_default();
        let (read, wrote) = (i64::from(tokens.input), i64::from(tokens.output));
        let mut tx = self.db.begin().await?;
        if let Some(creation) = answer.creation {
            let id = creation.to_string();
            let sql = "UPDATE provider_costs SET tokens_in = tokens_in + $2, tokens_out = tokens_out + $3,
                       companion_micros = companion_micros + $4 WHERE creation_id = $1";
            let added = values![id.as_str(), read, wrote, answer.micros];
            // Of a creation that costs nothing else there is no row yet; of one that is gone there is none
            // to make.
            if tx.execute(sql, added.clone()).await? == 0 && self.open_costs(&mut tx, &id).await? {
                tx.execute(sql, added).await?;
            }
        }
        let sql = "INSERT INTO companion_days (day, call, answers, uncounted, tokens_in, tokens_out, micros)
                   VALUES ($1, $2, 1, $3, $4, $5, $6)
                   ON CONFLICT (day, call) DO UPDATE SET answers = companion_days.answers + 1,
                       uncounted = companion_days.uncounted + excluded.uncounted,
                       tokens_in = companion_days.tokens_in + excluded.tokens_in,
                       tokens_out = companion_days.tokens_out + excluded.tokens_out,
                       micros = companion_days.micros + excluded.micros";
        let uncounted = i64::from(answer.tokens.is_none());
        let (day, call) = (answer.at.date(), answer.call.as_str());
        tx.execute(sql, values![day, call, uncounted, read, wrote, answer.micros]).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn companion_spent(&self, day: &str) -> Result<i64, StoreError> {
        let sql =
            "SELECT CAST(COALESCE(SUM(micros), 0) AS BIGINT) FROM companion_days WHERE day = $1";
        let found: Option<(i64,)> = self.db.find(sql, values![day]).await?;
        Ok(found.map_or(0, |(micros,)| micros))
    }

    async fn days(&self, limit: u32) -> Result<Vec<CostDay>, StoreError> {
        let sql = "SELECT day, COUNT(*) AS creations, CAST(SUM(orders) AS BIGINT) AS orders,
                   CAST(SUM(lost) AS BIGINT) AS lost, CAST(SUM(spent) AS BIGINT) AS spent
                   FROM provider_costs GROUP BY day ORDER BY day DESC LIMIT $1";
        let found: Vec<DayRecord> = self.db.list(sql, values![limit]).await?;
        let mut days = BTreeMap::new();
        for row in found {
            let DayRecord { day, creations, orders, lost, spent: micros } = row;
            let [creations, orders, lost] = [small(creations)?, small(orders)?, small(lost)?];
            let companion = CompanionCosts::default();
            let costs = CostDay { day: day.clone(), creations, orders, lost, micros, companion };
            days.insert(day, costs);
        }
        let sql = "SELECT day, CAST(SUM(answers) AS BIGINT) AS answers, CAST(SUM(uncounted) AS BIGINT) AS uncounted,
                   CAST(SUM(tokens_in) AS BIGINT) AS tokens_in, CAST(SUM(tokens_out) AS BIGINT) AS tokens_out,
                   CAST(SUM(micros) AS BIGINT) AS micros
                   FROM companion_days GROUP BY day ORDER BY day DESC LIMIT $1";
        let answered: Vec<AnsweredRecord> = self.db.list(sql, values![limit]).await?;
        for row in answered {
            let day = row.day.clone();
            let new = || CostDay { day: day.clone(), ..CostDay::default() };
            days.entry(day.clone()).or_insert_with(new).companion = row.costs();
        }
        Ok(days.into_values().rev().take(usize::try_from(limit).unwrap_or(usize::MAX)).collect())
    }
}

impl Store {
    /// A row for a creation's costs; no where the creation is gone. It is locked, so that its account's
    /// deletion finds the row.
    async fn open_costs(&self, tx: &mut Tx, creation: &str) -> Result<bool, DbError> {
        let sql = self.db.dialect(Dialects {
            sqlite: "SELECT account_id, created_at FROM creations WHERE id = $1",
            postgres: "SELECT account_id, created_at FROM creations WHERE id = $1 FOR KEY SHARE",
        });
        let found: Option<(String, i64)> = tx.find(sql, values![creation]).await?;
        let Some((owner, created_at)) = found else { return Ok(false) };
        let sql = "INSERT INTO provider_costs (creation_id, account_id, day, reserved) VALUES ($1, $2, $3, 0)
                   ON CONFLICT DO NOTHING";
        tx.execute(sql, values![creation, owner, Timestamp(created_at).date()]).await?;
        Ok(true)
    }

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
    // The row is locked before it is read: an order may be taken back meanwhile.
    let sql = "UPDATE provider_costs SET spent = spent WHERE creation_id = $1";
    tx.execute(sql, values![creation]).await?;
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
