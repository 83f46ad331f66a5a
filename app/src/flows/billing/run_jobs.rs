//! What billing does without being asked: payments whose callback never came, standing orders
//! that are to be made or stopped, subscriptions whose time is over, and the sandbox's own
//! clockwork. Each part can be done again at any time.

use std::{fmt, sync::Arc, time::Duration};

use super::{
    receive_webhook::{ReceiveError, receive_webhook},
    review_payment::{FIRST_REVIEW, review_payment},
    settle_payment::{SettleError, next_look, settle},
    standing_orders,
};
use crate::{
    domain::{billing::Payment, timestamp::Timestamp},
    ports::{Delivery, PaymentProvider, Ports, Sandbox, StoreError},
};

/// Most payments looked at in one round.
const BATCH: u32 = 20;
/// Most of those that are looked at again: whoever waits for a grant comes first.
const REVIEWS: u32 = 5;
/// How soon a payment is looked at again that the provider could not be asked about.
const REVIEW_LATER: Duration = Duration::from_secs(3600);

/// What the jobs of a round did.
#[derive(Default)]
struct Round {
    done: usize,
    problems: Vec<String>,
}

impl Round {
    /// Adds how much one job did, or its error.
    fn record(&mut self, job: impl fmt::Display, result: Result<usize, StoreError>) {
        match result {
            Ok(done) => self.done += done,
            Err(error) => self.problems.push(format!("{job}: {error}")),
        }
    }

    fn end(self) -> Result<usize, StoreError> {
        if self.problems.is_empty() {
            return Ok(self.done);
        }
        Err(StoreError::new(self.problems.join("; ")))
    }
}

/// Does what is due; how much that was. Each thing is done on its own: what cannot be done
/// keeps nothing else waiting, and is said when all the rest was tried.
pub async fn run_billing_jobs(ports: &Ports) -> Result<usize, StoreError> {
    let mut round = Round::default();
    let played = play_sandbox(ports, &mut round).await;
    round.record("the sandbox", played);
    if let Some(provider) = &ports.payment_provider {
        let (name, now) = (provider.name(), ports.now());
        let settled = settle_due(ports, name, now, &mut round).await;
        round.record("due payments", settled);
        let attended = attend_to_orders(ports, provider, &mut round).await;
        round.record("standing orders", attended);
        let reviewed = review_due(ports, name, now, &mut round).await;
        round.record("due reviews", reviewed);
    }
    // Also while nothing is sold.
    let expired = ports.subscriptions.expire(ports.now()).await;
    round.record("expiry", expired.map(|expired| expired as usize));
    round.end()
}

async fn play_sandbox(ports: &Ports, round: &mut Round) -> Result<usize, StoreError> {
    let Some(sandbox) = &ports.sandbox else { return Ok(0) };
    let renewed = sandbox.renew_due().await;
    round.record("renewals of the sandbox", renewed.map(|renewed| renewed as usize));
    for delivery in sandbox.deliveries().await? {
        let delivered = deliver(ports, sandbox.as_ref(), &delivery).await;
        round.record("a webhook of the sandbox", delivered);
    }
    Ok(0)
}

/// Like the real one: told again until it is taken.
async fn deliver(
    ports: &Ports,
    sandbox: &dyn Sandbox,
    delivery: &Delivery,
) -> Result<usize, StoreError> {
    match receive_webhook(ports, Some(&delivery.signature), delivery.body.as_bytes()).await {
        Err(ReceiveError::Store(error) | ReceiveError::Settle(SettleError::Store(error))) => {
            Err(error)
        }
        Ok(_) | Err(_) => sandbox.delivered(&delivery.id).await.map(|()| 1),
    }
}

async fn settle_due(
    ports: &Ports,
    provider: &str,
    now: Timestamp,
    round: &mut Round,
) -> Result<usize, StoreError> {
    for payment in ports.payments.due(provider, now, BATCH).await? {
        let looked_at = look_at(ports, &payment, now).await;
        round.record(format_args!("payment {}", payment.id), looked_at);
    }
    Ok(0)
}

async fn look_at(ports: &Ports, payment: &Payment, now: Timestamp) -> Result<usize, StoreError> {
    let settled = settle(ports, payment).await;
    if settled.is_err() {
        // Others have their turn before it comes again.
        let next = next_look(now, now.since(payment.created_at));
        ports.payments.postpone(payment.id, None, next).await?;
    }
    match settled {
        Err(SettleError::Store(error)) => Err(error),
        Ok(_) | Err(SettleError::NotFound | SettleError::Provider(_)) => Ok(1),
    }
}

async fn review_due(
    ports: &Ports,
    provider: &str,
    now: Timestamp,
    round: &mut Round,
) -> Result<usize, StoreError> {
    let until = now.before(FIRST_REVIEW);
    for payment in ports.payments.due_again(provider, until, now, REVIEWS).await? {
        let reviewed = match review_payment(ports, &payment).await {
            Ok(_) => Ok(1),
            Err(SettleError::Store(error)) => Err(error),
            // Others have their turn before it comes again.
            Err(SettleError::NotFound | SettleError::Provider(_)) => {
                let later = now.after(REVIEW_LATER);
                ports.payments.looked_again(payment.id, None, later).await.map(|()| 1)
            }
        };
        round.record(format_args!("review of {}", payment.id), reviewed);
    }
    Ok(0)
}

async fn attend_to_orders(
    ports: &Ports,
    provider: &Arc<dyn PaymentProvider>,
    round: &mut Round,
) -> Result<usize, StoreError> {
    for subscription in standing_orders::due(ports, provider.name()).await? {
        let attended = standing_orders::attend(ports, provider, subscription).await;
        round.record(format_args!("the order of {subscription}"), attended);
    }
    let name = provider.name();
    for request in ports.standing_orders.unanswered(name, ports.now()).await? {
        let found = standing_orders::find_unanswered(ports, provider, &request).await;
        round.record("an order whose making was not answered", found);
    }
    for order in standing_orders::unowned(ports, provider).await? {
        let stopped = standing_orders::stop_unowned(ports, provider, &order).await;
        round.record("an order that is nobody's", stopped);
    }
    Ok(0)
}
