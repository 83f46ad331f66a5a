//! Another month of the plan that a person has, cancelled or not: it begins where the last one that was paid ends, so
//! that nobody loses days by paying early or twice. From its end on it renews; an order for an
//! earlier day is nobody's from here, and is stopped.

use evernear_app::{
    domain::{
        billing::{OrderState, SecurePayment},
        credits::EntryKind,
    },
    ports::Granting,
};

use super::{
    payments::{Total, set_plan},
    planned::end,
    standing_orders::release,
    subscriptions::{LASTING_PLAN, carry_on, lasting_plan},
};
use crate::{
    store::{
        Store,
        account::lock::lock_account_if_there,
        credits::ledger::{post, repay},
        db::{DbError, Tx},
        mail::queue::enqueue,
    },
    values,
};

impl Store {
    /// The balance afterwards and what was paid of a debt; nothing where there is no such plan or no such payment, and
    /// then nothing has changed.
    pub(super) async fn add_month(
        &self,
        secure: &SecurePayment,
        granting: &Granting,
    ) -> Result<Option<Total>, DbError> {
        let owner = secure.user.to_string();
        if self
            .db
            .row(LASTING_PLAN, values![owner.as_str(), secure.plan.name, granting.at])
            .await?
            .is_none()
        {
            return Ok(None);
        }
        let mut tx = self.db.begin().await?;
        let total = add(&mut tx, secure, granting, &owner).await?;
        if total.is_some() {
            tx.commit().await?;
        }
        Ok(total)
    }
}

/// The payment's row comes first, then the person's, as wherever something is settled.
async fn add(
    tx: &mut Tx,
    secure: &SecurePayment,
    granting: &Granting,
    owner: &str,
) -> Result<Option<Total>, DbError> {
    let sql = "UPDATE payments SET status = 'paid', paid_at = $1, note = NULL WHERE provider = $2 AND reference = $3
               AND account_id = $4 AND plan = $5 AND credits = $6 AND amount = $7 AND currency = $8
               AND status IN ('pending', 'failed') RETURNING id";
    let plan = secure.plan;
    let values = values![
        granting.at,
        secure.provider.as_str(),
        secure.payment_reference.as_str(),
        owner,
        plan.name,
        secure.credits_to_add,
        secure.amount,
        secure.currency.as_str(),
    ];
    let paid: Option<(String,)> = tx.find(sql, values).await?;
    let Some((payment,)) = paid else { return Ok(None) };
    if !lock_account_if_there(tx, owner).await? {
        return Ok(None);
    }
    let Some(subscription) = lasting_plan(tx, owner, plan, granting.at).await? else {
        return Ok(None);
    };
    let period = subscription.period + 1;
    let sql = "UPDATE payments SET subscription_id = $2, period = $3 WHERE id = $1";
    tx.execute(sql, values![payment.as_str(), subscription.id.to_string(), period]).await?;
    end(tx, owner, granting.at).await?;
    carry_on(tx, &subscription, period, granting.at).await?;
    release(tx, subscription.id, granting.at).await?;
    let sql =
        "UPDATE subscriptions SET provider = $2, customer = COALESCE($3, customer), plan_code = COALESCE($4, plan_code),
               authorization_code = COALESCE($8, authorization_code), currency = $5, end_date = NULL, order_state = $6, order_next_at = $7, order_tries = 0, order_refusals = 0, order_problem = NULL
               WHERE id = $1";
    let renews = if granting.plan_code.is_some() { OrderState::Wanted } else { OrderState::None };
    let values = values![
        subscription.id.to_string(),
        secure.provider.as_str(),
        granting.customer.clone(),
        granting.plan_code.clone(),
        secure.currency.as_str(),
        renews.as_str(),
        granting.at,
        granting.authorization.clone(),
    ];
    tx.execute(sql, values).await?;
    set_plan(tx, owner, plan).await?;
    let credits = i64::from(secure.credits_to_add);
    let (entry, kind) = (granting.entry, EntryKind::Purchase);
    let bought = post(tx, entry, owner, kind, credits, &payment, granting.at).await?;
    let repaid = repay(tx, granting.repay, owner, credits, &payment, granting.at).await?;
    if let Some(mail) = &granting.receipt {
        enqueue(tx, mail).await?;
    }
    Ok(Some(Total { balance: bought - repaid, repaid }))
}
