//! Whose a charge is that a provider made on its own. It belongs to the subscription of the
//! standing order that it names. Where it names none, customer, plan and card decide; a card that has
//! not paid for the plan before proves nothing where the customer has been several accounts, because an
//! address, and with it a customer, may change hands: then the provider is asked whose standing order
//! charges it.

use std::{collections::BTreeSet, time::Duration};

use evernear_app::{
    domain::{
        billing::{Charge, Subscription, SubscriptionStatus},
        timestamp::Timestamp,
    },
    ports::{ChargedFor, PossiblePayer},
};
use sqlx::FromRow;

use super::subscriptions::SubscriptionRecord;
use crate::{
    store::{
        Store,
        db::{DbError, Tx},
    },
    values,
};

/// By how much the provider's clock may differ from ours.
const CLOCKS_APART: Duration = Duration::from_secs(3600);
/// Most subscriptions of one customer and plan that are looked at.
const MOST: u32 = 100;

/// A row of `subscriptions`, and whether its provider may have charged for it at the time in question.
#[derive(FromRow)]
struct CandidateRecord {
    #[sqlx(flatten)]
    subscription: SubscriptionRecord,
    charged: i64,
}

struct Candidate {
    subscription: Subscription,
    charged: bool,
}

impl TryFrom<CandidateRecord> for Candidate {
    type Error = DbError;

    fn try_from(row: CandidateRecord) -> Result<Self, DbError> {
        Ok(Self { subscription: row.subscription.try_into()?, charged: row.charged == 1 })
    }
}

impl Store {
    pub(super) async fn subscription_charged(
        &self,
        provider: &str,
        charge: &Charge,
    ) -> Result<ChargedFor, DbError> {
        if let Some(code) = &charge.order {
            let sql =
                "SELECT s.* FROM subscriptions s JOIN standing_orders t ON t.subscription_id = s.id
                       WHERE t.provider = $1 AND t.code = $2";
            let found: Option<SubscriptionRecord> =
                self.db.find(sql, values![provider, code.as_str()]).await?;
            if let Some(row) = found {
                return Ok(ChargedFor::Subscription(Box::new(Subscription::try_from(row)?)));
            }
        }
        let (Some(customer), Some(plan_code)) = (&charge.customer, &charge.plan_code) else {
            return Ok(ChargedFor::Nobody);
        };
        let paid = charge.paid_at.unwrap_or(Timestamp(i64::MAX));
        let mut candidates = self.candidates(provider, customer, plan_code, paid).await?;
        let named = |one: &Candidate| {
            charge.user.as_deref() == Some(one.subscription.owner.to_string().as_str())
        };
        let same_card = |one: &Candidate| {
            charge.authorization.is_some() && one.subscription.authorization == charge.authorization
        };
        // Whoever is named is meant, where it can be them; then who was charged at that time; then
        // whoever has paid with this card.
        let is_named = candidates.iter().any(named);
        retain_owners(&mut candidates, named);
        retain_owners(&mut candidates, |one| one.charged);
        let known_card = candidates.iter().any(same_card);
        retain_owners(&mut candidates, same_card);
        // Of one account's, the one that was charged; the newest of several.
        candidates.sort_by_key(|one| !one.charged);
        let certain = is_named
            || known_card
            || (candidates.first().is_some_and(|one| one.charged)
                && self.is_of_one_account(provider, customer, plan_code).await?);
        if owners(candidates.iter()).len() > 1 || !certain {
            return self.possible_payers(provider, candidates).await;
        }
        Ok(match candidates.into_iter().next() {
            Some(one) => ChargedFor::Subscription(Box::new(one.subscription)),
            None => ChargedFor::Nobody,
        })
    }

    async fn possible_payers(
        &self,
        provider: &str,
        candidates: Vec<Candidate>,
    ) -> Result<ChargedFor, DbError> {
        let mut payers = Vec::with_capacity(candidates.len());
        for Candidate { subscription, .. } in candidates {
            let sql =
                "SELECT code FROM standing_orders WHERE provider = $1 AND subscription_id = $2";
            let values = values![provider, subscription.id.to_string()];
            let orders: Vec<(String,)> = self.db.list(sql, values).await?;
            let orders = orders.into_iter().map(|(code,)| code).collect();
            payers.push(PossiblePayer { subscription, orders });
        }
        Ok(if payers.is_empty() { ChargedFor::Nobody } else { ChargedFor::OneOf(payers) })
    }

    /// Whether this customer, with all plans, has been one account alone, and there is no order that
    /// is nobody's, nor one that may have been made unheard: a plan that was paid anew has let its
    /// order go, and may name another customer since.
    async fn is_of_one_account(
        &self,
        provider: &str,
        customer: &str,
        plan_code: &str,
    ) -> Result<bool, DbError> {
        let sql = "SELECT DISTINCT account_id FROM subscriptions WHERE provider = $1 AND customer = $2 LIMIT 2";
        let accounts: Vec<(String,)> = self.db.list(sql, values![provider, customer]).await?;
        let sql = "SELECT 1 FROM standing_orders WHERE provider = $1 AND customer = $2 AND plan_code = $3
                   AND subscription_id IS NULL
                   UNION ALL
                   SELECT 1 FROM order_requests WHERE provider = $1 AND customer = $2 AND plan_code = $3
                   LIMIT 1";
        let values = values![provider, customer, plan_code];
        Ok(accounts.len() == 1 && self.db.row(sql, values).await?.is_none())
    }

    /// Newest first.
    async fn candidates(
        &self,
        provider: &str,
        customer: &str,
        plan_code: &str,
        paid: Timestamp,
    ) -> Result<Vec<Candidate>, DbError> {
        let sql = "SELECT subscriptions.*,
                   CAST(CASE WHEN order_state IN ('wanted', 'active', 'resuming', 'stopping') OR EXISTS (
                       SELECT 1 FROM standing_orders t WHERE t.subscription_id = subscriptions.id AND t.stopped_at >= $4
                   ) THEN 1 ELSE 0 END AS BIGINT) AS charged
                   FROM subscriptions WHERE provider = $1 AND customer = $2 AND plan_code = $3
                   ORDER BY created_at DESC, id DESC LIMIT $5";
        let values = values![provider, customer, plan_code, paid.before(CLOCKS_APART), MOST];
        let found: Vec<CandidateRecord> = self.db.list(sql, values).await?;
        found.into_iter().map(Candidate::try_from).collect()
    }
}

/// Keeps what belongs to the accounts of those that are meant, unless none is.
fn retain_owners(candidates: &mut Vec<Candidate>, meant: impl Fn(&Candidate) -> bool) {
    let owners = owners(candidates.iter().filter(|one| meant(one)));
    if !owners.is_empty() {
        candidates.retain(|one| owners.contains(&one.subscription.owner.to_string()));
    }
}

fn owners<'a>(candidates: impl Iterator<Item = &'a Candidate>) -> BTreeSet<String> {
    candidates.map(|one| one.subscription.owner.to_string()).collect()
}

/// A planned subscription begins: the one that lasted ends, and its provider is told.
pub(super) async fn replace_current(
    tx: &mut Tx,
    to: &Subscription,
    at: Timestamp,
) -> Result<(), DbError> {
    debug_assert_eq!(to.status, SubscriptionStatus::Planned);
    let sql = "UPDATE subscriptions SET status = 'replaced', order_next_at = $3,
               order_state = CASE WHEN order_state IN ('none', 'stopped') THEN order_state ELSE 'stopping' END
               WHERE account_id = $1 AND id <> $2 AND status IN ('active', 'cancelled')";
    tx.execute(sql, values![to.owner.to_string(), to.id.to_string(), at]).await?;
    Ok(())
}
