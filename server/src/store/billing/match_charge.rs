//! Whose a charge is that a provider made on its own. It belongs to the subscription of the
//! standing order that it names. Where it names none, customer, plan and card decide, but only as
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

use super::subscriptions::SubscriptionRecord;
use crate::{
    store::{
        Store,
        db::{DbError, Tx},
    },
    values,
};

/// Most subscriptions of one customer and plan that are looked at.
const MOST: u32 = 100;

/// A row of `subscriptions`, and whether its provider may still charge for it.
#[derive(FromRow)]
struct CandidateRecord {
    #[sqlx(flatten)]
    subscription: SubscriptionRecord,
    charges: i64,
}

struct Candidate {
    subscription: Subscription,
    charges: bool,
}

impl TryFrom<CandidateRecord> for Candidate {
    type Error = DbError;

    fn try_from(row: CandidateRecord) -> Result<Self, DbError> {
        Ok(Self { subscription: row.subscription.try_into()?, charges: row.charges == 1 })
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
        let mut candidates = self.candidates(provider, customer, plan_code).await?;
        let theirs = |one: &Candidate| {
            charge.user.as_deref() == Some(one.subscription.owner.to_string().as_str())
        };
        // Whoever is named is meant, where it can be them; then whoever has paid with this card.
        let same_card = |one: &Candidate| {
            charge.authorization.is_some() && one.subscription.authorization == charge.authorization
        };
        let known = [&theirs as &dyn Fn(&Candidate) -> bool, &same_card]
            .into_iter()
            .find(|known| candidates.iter().any(known));
        match known {
            Some(known) => {
                // The account is known then; its newest plan is not always the one with that card.
                let meant = owners(candidates.iter().filter(|one| known(one)));
                candidates.retain(|one| meant.contains(&one.subscription.owner.to_string()));
            }
            // A new card may be anybody's of them.
            None if owners(candidates.iter()).len() > 1 => return Ok(ChargedFor::Ambiguous),
            None => {}
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
                   CAST(CASE WHEN status IN ('planned', 'active') AND order_state <> 'none' OR order_state = 'stopping' THEN 1 ELSE 0 END AS BIGINT) AS charges
                   FROM subscriptions WHERE provider = $1 AND customer = $2 AND plan_code = $3
                   ORDER BY created_at DESC, id DESC LIMIT $4";
        let values = values![provider, customer, plan_code, MOST];
        let found: Vec<CandidateRecord> = self.db.list(sql, values).await?;
        found.into_iter().map(Candidate::try_from).collect()
    }
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
