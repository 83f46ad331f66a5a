//! Settling what was flagged: an operator takes back what a payment granted, or leaves it as
//! it is. A balance never falls below zero: what was spent or is held is owed, and the
//! next purchase or released hold pays it (`credits::repay`).

use evernear_app::{
    domain::{
        admin::Audit,
        billing::{
            PlanChange, Subscription, SubscriptionStatus, calendar, subscription::paid_through,
        },
        credits::EntryKind,
        id::{AccountId, PaymentId},
        timestamp::Timestamp,
    },
    ports::{Revocation, Revoked, SharedCustomer},
};
use sqlx::FromRow;

use super::{
    planned,
    standing_orders::release,
    subscriptions::{find_for_charge, lapses},
};
use crate::{
    store::{
        Store,
        account::lock::lock_account_if_there,
        admin::log::note,
        credits::ledger::post,
        db::{DbError, Tx},
        mail::queue::enqueue,
        parsed, small,
    },
    values,
};

/// What a payment granted that is revoked.
#[derive(FromRow)]
struct GrantedRecord {
    credits: i64,
    subscription_id: Option<String>,
    period: Option<i64>,
}

impl Store {
    /// The person's row comes first: taking a month back may move another payment of theirs, which
    /// somebody may be taking back as well.
    pub(super) async fn revoke_payment(
        &self,
        revocation: &Revocation,
    ) -> Result<Option<Revoked>, DbError> {
        let (id, at) = (revocation.payment.to_string(), revocation.at);
        let mut tx = self.db.begin().await?;
        let sql = "SELECT account_id FROM payments WHERE id = $1 AND account_id IS NOT NULL";
        let owner: Option<(String,)> = tx.find(sql, values![id.as_str()]).await?;
        let (owner,) = owner.unwrap_or_default();
        let there = lock_account_if_there(&mut tx, &owner).await?;
        let sql = "UPDATE payments SET resolution = 'revoked', resolved_at = $2 WHERE id = $1 AND status = 'paid'
                   AND note IS NOT NULL AND resolution IS NULL RETURNING credits, subscription_id, period";
        let granted: Option<GrantedRecord> = tx.find(sql, values![id.as_str(), at]).await?;
        let Some(granted) = granted else { return Ok(None) };
        let credits = granted.credits;
        let mut revoked = Revoked { taken: 0, owed: 0, told: false };
        // Of an account that is gone nothing is left to take.
        if there {
            let sql = "SELECT credits FROM profiles WHERE id = $1";
            let profile: Option<(i64,)> = tx.find(sql, values![owner.as_str()]).await?;
            let (balance,) =
                profile.ok_or_else(|| DbError::Row("a profile is missing".to_owned()))?;
            let taken = balance.min(credits);
            let (entry, kind) = (revocation.entry, EntryKind::Revoke);
            post(&mut tx, entry, &owner, kind, -taken, &id, at).await?;
            let sql = "UPDATE profiles SET debt = debt + $2 WHERE id = $1";
            tx.execute(sql, values![owner.as_str(), credits - taken]).await?;
            let (taken, owed) = (small(taken)?, small(credits - taken)?);
            revoked = Revoked { taken, owed, told: revocation.mail.is_some() };
            if let Some(write) = &revocation.mail {
                let mail = write(taken, owed).map_err(|error| DbError::Row(error.to_string()))?;
                enqueue(&mut tx, &mail).await?;
            }
        }
        if let (Some(subscription), Some(period)) = (granted.subscription_id, granted.period) {
            let subscription = parsed(&subscription, "a subscription id")?;
            if let Some(subscription) = find_for_charge(&mut tx, subscription).await? {
                end_month(&mut tx, revocation, &subscription, small(period)?).await?;
            }
        }
        if let Some(audit) = &revocation.audit {
            note(&mut tx, audit).await?;
        }
        tx.commit().await?;
        Ok(Some(revoked))
    }

    pub(super) async fn resolve_payment(
        &self,
        payment: PaymentId,
        audit: Option<&Audit>,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE payments SET resolution = 'resolved', resolved_at = $2 WHERE id = $1 AND resolution IS NULL
                   AND (status = 'flagged' OR (status = 'paid' AND note IS NOT NULL))";
        if tx.execute(sql, values![payment.to_string(), at]).await? == 0 {
            return Ok(false);
        }
        if let Some(audit) = audit {
            note(&mut tx, audit).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// What still charges one customer of a provider for more than one account.
    pub(super) async fn customers_of_several(
        &self,
        limit: u32,
    ) -> Result<Vec<SharedCustomer>, DbError> {
        let sql = "SELECT DISTINCT s.provider, s.customer, s.account_id FROM subscriptions s
                   JOIN subscriptions o ON o.provider = s.provider AND o.customer = s.customer AND o.account_id <> s.account_id
                   WHERE (s.status IN ('planned', 'active') OR s.order_state = 'stopping')
                   AND (o.status IN ('planned', 'active') OR o.order_state = 'stopping')
                   ORDER BY s.provider, s.customer, s.account_id LIMIT $1";
        let mut shared: Vec<SharedCustomer> = Vec::new();
        let found: Vec<(String, String, String)> = self.db.list(sql, values![limit]).await?;
        for (provider, customer, account) in found {
            let account = parsed(&account, "an account id")?;
            match shared.last_mut() {
                Some(last) if last.provider == provider && last.customer == customer => {
                    last.accounts.push(account);
                }
                _ => shared.push(SharedCustomer { provider, customer, accounts: vec![account] }),
            }
        }
        Ok(shared)
    }

    /// By the subscription that lasted when the payment's own began.
    pub(super) async fn plan_change(
        &self,
        owner: AccountId,
        reference: &str,
    ) -> Result<PlanChange, DbError> {
        let sql = "SELECT p.period, p.credits,
                   CAST(CASE WHEN s.ends_at > s.anchor THEN 1 ELSE 0 END AS BIGINT), (SELECT b.plan FROM subscriptions b WHERE b.account_id = s.account_id
                   AND b.id <> s.id AND b.status <> 'planned' AND b.anchor <= s.anchor AND b.ends_at > s.anchor
                   ORDER BY b.anchor DESC, b.id DESC LIMIT 1)
                   FROM payments p JOIN subscriptions s ON s.id = p.subscription_id
                   WHERE p.account_id = $1 AND p.reference = $2 AND p.status = 'paid'";
        let values = values![owner.to_string(), reference];
        let found: Option<(Option<i64>, i64, i64, Option<String>)> =
            self.db.find(sql, values).await?;
        let Some((period, credits, lasted, before)) = found else { return Ok(PlanChange::Begun) };
        if lasted == 0 {
            return Ok(PlanChange::Kept);
        }
        if period.is_some_and(|period| period > 0) {
            return Ok(PlanChange::Continued);
        }
        let before = before.as_deref().and_then(evernear_app::domain::billing::Plan::named);
        Ok(match before {
            Some(before) if i64::from(before.credits) >= credits => PlanChange::Begun,
            _ => PlanChange::Upgraded,
        })
    }
}

/// The month that the payment was for ends with it; one that is over ended before. A plan may be
/// paid beyond the month that runs: then it is paid for one month less, and what stands of it is
/// counted from the beginning.
async fn end_month(
    tx: &mut Tx,
    revocation: &Revocation,
    subscription: &Subscription,
    period: u32,
) -> Result<(), DbError> {
    let at = revocation.at;
    let lasts =
        matches!(subscription.status, SubscriptionStatus::Active | SubscriptionStatus::Cancelled);
    let (anchor, last) = (subscription.anchor, subscription.period);
    let over = period < last && paid_through(anchor, period) <= at;
    if !lasts || over {
        return Ok(());
    }
    match last.checked_sub(1).filter(|before| paid_through(anchor, *before) > at) {
        Some(before) => pay_less(tx, revocation, subscription, period, before).await,
        None if period == last => end_plan(tx, revocation, subscription).await,
        None => Ok(()),
    }
}

/// The last month goes, and its payment counts for the one that was revoked.
async fn pay_less(
    tx: &mut Tx,
    revocation: &Revocation,
    subscription: &Subscription,
    period: u32,
    before: u32,
) -> Result<(), DbError> {
    let (id, owner) = (subscription.id.to_string(), subscription.owner.to_string());
    // It was to begin when the month ends that goes.
    planned::end(tx, &owner, revocation.at).await?;
    let sql = "UPDATE payments SET period = NULL WHERE id = $1";
    tx.execute(sql, values![revocation.payment.to_string()]).await?;
    let sql = "UPDATE payments SET period = $3 WHERE subscription_id = $1 AND period = $2 AND status = 'paid'";
    tx.execute(sql, values![id.as_str(), subscription.period, period]).await?;
    let paid = paid_through(subscription.anchor, before);
    let end = subscription.end_date.as_ref().map(|_| calendar::end_date(revocation.at, paid));
    let ends_at = end.map_or_else(|| lapses(subscription.anchor, before), calendar::over);
    let end_date = end.map(calendar::iso);
    let sql = "UPDATE subscriptions SET period = $2, paid_through = $3, ends_at = $4, end_date = $5 WHERE id = $1";
    tx.execute(sql, values![id.as_str(), before, paid, ends_at, end_date.clone()]).await?;
    // What renews, or is kept, is charged a month earlier, by another order.
    release(tx, subscription.id, revocation.at).await?;
    let sql = "UPDATE subscriptions SET order_state = 'wanted', order_next_at = $2 WHERE id = $1 AND status = 'active'
               AND order_state <> 'none'";
    tx.execute(sql, values![id, revocation.at]).await?;
    let sql = "UPDATE profiles SET subscription_end_date = $2, updated_at = $3 WHERE id = $1";
    tx.execute(sql, values![owner, end_date, revocation.at]).await?;
    Ok(())
}

async fn end_plan(
    tx: &mut Tx,
    revocation: &Revocation,
    subscription: &Subscription,
) -> Result<(), DbError> {
    let (day, at) = (revocation.end_date.as_str(), revocation.at);
    let owner = subscription.owner.to_string();
    let sql = "UPDATE subscriptions SET status = 'expired', end_date = $2, ends_at = $3, order_next_at = $3,
               order_state = CASE WHEN order_state IN ('none', 'stopped') THEN order_state ELSE 'stopping' END
               WHERE id = $1";
    tx.execute(sql, values![subscription.id.to_string(), day, at]).await?;
    planned::end(tx, &owner, at).await?;
    let sql = "UPDATE profiles SET plan = NULL, subscription_status = 'expired', subscription_end_date = $2,
               updated_at = $3 WHERE id = $1";
    tx.execute(sql, values![owner, day, at]).await?;
    Ok(())
}
