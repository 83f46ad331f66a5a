//! What billing does without being asked: payments whose callback never came, providers
//! that must be told to stop charging, subscriptions whose time is over, and the sandbox's
//! own clockwork. Each part can be done again at any time.

use std::{fmt, time::Duration};

use super::{
    receive_webhook::{ReceiveError, receive_webhook},
    review_payment::{FIRST_REVIEW, review_payment},
    settle_payment::{SettleError, next_look, settle},
};
use crate::{
    domain::{billing::Payment, id::SubscriptionId, timestamp::Timestamp},
    ports::{Delivery, Ports, Sandbox, StopDue, StoreError},
};

/// Most payments looked at in one round.
const BATCH: u32 = 20;
/// Most of those that are looked at again: whoever waits for a grant comes first.
const REVIEWS: u32 = 5;
/// How soon a payment is looked at again that the provider could not be asked about.
const REVIEW_LATER: Duration = Duration::from_secs(3600);
/// How soon a provider that could not be told to stop is told again: at first, and at last.
const STOP_AGAIN: Duration = Duration::from_secs(300);
const STOP_AT_LAST: Duration = Duration::from_secs(24 * 3600);
/// How long one worker has for telling a provider to stop before another one tries.
const STOP_LEASE: Duration = Duration::from_secs(300);
/// How soon a provider is asked again that could not be asked to let an order go on.
const RESUME_AGAIN: Duration = Duration::from_secs(300);

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
        let stopped = stop_due(ports, name, now, &mut round).await;
        round.record("due stops", stopped);
        let resumed = resume_due(ports, name, now, &mut round).await;
        round.record("due resumptions", resumed);
        let expired = ports.subscriptions.expire(now).await;
        round.record("expiry", expired.map(|expired| expired as usize));
        let reviewed = review_due(ports, name, now, &mut round).await;
        round.record("due reviews", reviewed);
    }
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

async fn stop_due(
    ports: &Ports,
    provider: &str,
    now: Timestamp,
    round: &mut Round,
) -> Result<usize, StoreError> {
    for subscription in ports.subscriptions.stops_due(provider, now).await? {
        let stopped = take_and_stop(ports, subscription).await;
        round.record(format_args!("stop of {subscription}"), stopped);
    }
    Ok(0)
}

/// Twice as long after each time, a day at most: it is never given up, and an operator sees
/// it until the provider has confirmed.
fn stop_again(tries: u32) -> Duration {
    STOP_AGAIN.saturating_mul(2_u32.saturating_pow(tries)).min(STOP_AT_LAST)
}

/// One worker at a time: whoever came second would find the first one's work done, and could
/// not know it from a plan that the person has kept.
async fn take_and_stop(ports: &Ports, subscription: SubscriptionId) -> Result<usize, StoreError> {
    let now = ports.now();
    match ports.subscriptions.take_stop(subscription, now, now.after(STOP_LEASE)).await? {
        Some(due) => stop(ports, &due, now).await.map(|()| 1),
        None => Ok(0),
    }
}

/// Tells the provider to charge no more; again later until it has confirmed.
async fn stop(ports: &Ports, due: &StopDue, now: Timestamp) -> Result<(), StoreError> {
    let Some(provider) = &ports.payment_provider else { return Ok(()) };
    let renews = due.subscription.plan_code.is_some();
    if renews && !due.named {
        // The provider has not told us yet what the standing order is called.
        let problem = "the provider has not said what the standing order is called";
        return ports
            .subscriptions
            .stop_later(due, problem, now.after(stop_again(due.tries)))
            .await;
    }
    for order in &due.orders {
        match provider.stop(order).await {
            Ok(()) => {}
            Err(error) => {
                let next = now.after(stop_again(due.tries));
                return ports.subscriptions.stop_later(due, &error.to_string(), next).await;
            }
        }
    }
    ports.subscriptions.stopped(due, now).await
}

async fn resume_due(
    ports: &Ports,
    provider: &str,
    now: Timestamp,
    round: &mut Round,
) -> Result<usize, StoreError> {
    for subscription in ports.subscriptions.resumptions_due(provider, now).await? {
        let resumed = take_and_resume(ports, subscription).await;
        round.record(format_args!("resumption of {subscription}"), resumed);
    }
    Ok(0)
}

/// Asks the provider to let the orders of a plan that renews go on; again later until it has
/// confirmed.
async fn take_and_resume(ports: &Ports, subscription: SubscriptionId) -> Result<usize, StoreError> {
    let Some(provider) = &ports.payment_provider else { return Ok(0) };
    let (now, until) = (ports.now(), ports.now().after(RESUME_AGAIN));
    let orders = ports.subscriptions.take_resumption(subscription, now, until).await?;
    let Some(orders) = orders else { return Ok(0) };
    for order in &orders {
        provider.resume(order).await.map_err(StoreError::new)?;
    }
    ports.subscriptions.resumed(subscription, &orders, until).await?;
    Ok(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_that_does_not_answer_is_told_less_and_less_often() {
        let minutes = [0, 1, 2, 8, 9, 40].map(|tries| stop_again(tries).as_secs() / 60);
        assert_eq!(minutes, [5, 10, 20, 1280, 1440, 1440]);
    }
}
