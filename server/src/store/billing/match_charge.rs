//! Whose a charge is that a provider made on its own. It belongs to the subscription of the
//! standing order that it names. Where it names none, customer and plan decide, but only as
//! long as one account can be meant: an address, and with it a customer, may change hands.

use std::collections::BTreeSet;

use evernear_app::{
    domain::{
        billing::{Charge, Subscription, SubscriptionStatus},
        timestamp::Timestamp,
    },
    ports::ChargedFor,
};
use sqlx::FromRow;

use super::subscriptions::{KnownOrder, StandingOrderRecord, SubscriptionRecord};
use crate::{
    store::{
        Store,
        db::{DbError, Tx},
    },
    values,
};

/// Most subscriptions of one customer and plan that are looked at.
const MOST: u32 = 100;

/// A subscription, when the checkout was opened in which it was paid first, and whether its
/// provider may still charge for it.
struct Candidate {
    subscription: Subscription,
    checkout_opened_at: Timestamp,
    charges: bool,
}

/// A row of `subscriptions`, with what is worked out beside it.
#[derive(FromRow)]
struct CandidateRecord {
    #[sqlx(flatten)]
    subscription: SubscriptionRecord,
    checkout_opened_at: i64,
    charges: i64,
}

impl TryFrom<CandidateRecord> for Candidate {
    type Error = DbError;

    fn try_from(row: CandidateRecord) -> Result<Self, DbError> {
        Ok(Self {
            subscription: row.subscription.try_into()?,
            checkout_opened_at: Timestamp(row.checkout_opened_at),
            charges: row.charges == 1,
        })
    }
}

impl Store {
    pub(super) async fn subscription_charged(
        &self,
        provider: &str,
        charge: &Charge,
    ) -> Result<ChargedFor, DbError> {
        if let Some(code) = &charge.order {
            let sql = "SELECT * FROM subscriptions WHERE provider = $1 AND order_code = $2
                       ORDER BY created_at DESC LIMIT 1";
            let found: Option<SubscriptionRecord> =
                self.db.find(sql, values![provider, code.as_str()]).await?;
            if let Some(row) = found {
                return Ok(ChargedFor::Subscription(Box::new(Subscription::try_from(row)?)));
            }
        }
        let (Some(customer), Some(plan_code)) = (&charge.customer, &charge.plan_code) else {
            return Ok(ChargedFor::Nobody);
        };
        let mut candidates = self.candidates(provider, customer, plan_code).await?;
        let theirs = |one: &Candidate| {
            charge.user.as_deref() == Some(one.subscription.owner.to_string().as_str())
        };
        // Whoever is named is meant, where it can be them.
        let named = candidates.iter().any(theirs);
        if named {
            candidates.retain(theirs);
        }
        if let Some(code) = &charge.order {
            let known = self.unassigned_orders(provider, customer, plan_code).await?;
            if known.iter().any(|known| known.order.code == *code) {
                let found = by_order(&candidates, known, code);
                if !named || matches!(found, ChargedFor::Subscription(_)) {
                    return Ok(found);
                }
            }
        }
        Ok(by_customer(candidates))
    }

    /// Newest first.
    async fn candidates(
        &self,
        provider: &str,
        customer: &str,
        plan_code: &str,
    ) -> Result<Vec<Candidate>, DbError> {
        let sql = "SELECT subscriptions.*,
                   COALESCE((SELECT p.created_at FROM payments p WHERE p.subscription_id = subscriptions.id AND p.period = 0
                   AND p.status = 'paid'), created_at) AS checkout_opened_at,
                   CAST(CASE WHEN status IN ('planned', 'active') OR stop = 'due' OR (status = 'expired' AND stop = 'none')
                   THEN 1 ELSE 0 END AS BIGINT) AS charges
                   FROM subscriptions WHERE provider = $1 AND customer = $2 AND plan_code = $3
                   ORDER BY created_at DESC, id DESC LIMIT $4";
        let values = values![provider, customer, plan_code, MOST];
        let found: Vec<CandidateRecord> = self.db.list(sql, values).await?;
        found.into_iter().map(Candidate::try_from).collect()
    }

    /// The standing orders of a customer and plan that are not yet known to be a
    /// subscription's, in the order in which they were told.
    async fn unassigned_orders(
        &self,
        provider: &str,
        customer: &str,
        plan_code: &str,
    ) -> Result<Vec<KnownOrder>, DbError> {
        let sql = "SELECT * FROM standing_orders t
                   WHERE provider = $1 AND customer = $2 AND plan_code = $3
                   AND NOT EXISTS (SELECT 1 FROM subscriptions o WHERE o.provider = t.provider AND o.order_code = t.code)
                   ORDER BY created_at, code";
        let values = values![provider, customer, plan_code];
        let found: Vec<StandingOrderRecord> = self.db.list(sql, values).await?;
        Ok(found.into_iter().map(KnownOrder::from).collect())
    }
}

/// The subscription whose order has this code. The provider tells of an order after the checkout
/// was opened in which it was made, so the newest subscription has the last order, the one before
/// it the last of the others, and so on. If A's checkout was opened at 9:00 and B's at 10:00, and
/// orders X and Y were told at 9:01 and 10:01, then Y is B's, and X is A's. Between accounts
/// nothing is guessed: there each order must be the only one that can be meant.
fn by_order(candidates: &[Candidate], mut known: Vec<KnownOrder>, code: &str) -> ChargedFor {
    let shared = owners(candidates.iter()).len() > 1;
    for candidate in candidates {
        if candidate.subscription.order_code.is_some() {
            continue;
        }
        let told_since = |known: &KnownOrder| known.at >= candidate.checkout_opened_at;
        let Some(last) = known.iter().rposition(told_since) else {
            continue;
        };
        let first = known.iter().position(told_since);
        if shared && first != Some(last) {
            return ChargedFor::Ambiguous;
        }
        if known.remove(last).order.code == code {
            return ChargedFor::Subscription(Box::new(candidate.subscription.clone()));
        }
    }
    ChargedFor::Nobody
}

/// The newest subscription of the one account that can be meant.
fn by_customer(candidates: Vec<Candidate>) -> ChargedFor {
    let owners = owners(candidates.iter().filter(|one| one.charges));
    if owners.len() > 1 {
        return ChargedFor::Ambiguous;
    }
    let meant =
        |one: &Candidate| owners.is_empty() || owners.contains(&one.subscription.owner.to_string());
    match candidates.into_iter().find(meant) {
        Some(found) => ChargedFor::Subscription(Box::new(found.subscription)),
        None => ChargedFor::Nobody,
    }
}

fn owners<'a>(candidates: impl Iterator<Item = &'a Candidate>) -> BTreeSet<String> {
    candidates.map(|one| one.subscription.owner.to_string()).collect()
}

/// From a charge that was granted it is certain which order is this subscription's.
pub(super) async fn name_order(tx: &mut Tx, of: &Subscription, code: &str) -> Result<(), DbError> {
    let sql = "UPDATE subscriptions SET order_code = $2 WHERE id = $1 AND order_code IS NULL";
    tx.execute(sql, values![of.id.to_string(), code]).await?;
    Ok(())
}

/// A planned subscription begins: the one that lasted ends, and its provider is told.
pub(super) async fn replace_current(
    tx: &mut Tx,
    to: &Subscription,
    at: Timestamp,
) -> Result<(), DbError> {
    debug_assert_eq!(to.status, SubscriptionStatus::Planned);
    let sql = "UPDATE subscriptions SET status = 'replaced', stop_next_at = $3,
               stop = CASE WHEN stop = 'none' THEN 'due' ELSE stop END
               WHERE account_id = $1 AND id <> $2 AND status IN ('active', 'cancelled')";
    tx.execute(sql, values![to.owner.to_string(), to.id.to_string(), at]).await?;
    Ok(())
}
