//! What billing does without being asked: payments whose callback never came, providers
//! that must be told to stop charging, subscriptions whose time is over, and the sandbox's
//! own clockwork. Each part can be done again at any time.

use std::time::Duration;

use super::{
    receive_webhook::{ReceiveError, receive_webhook},
    settle_payment::{SettleError, next_look, settle},
};
use crate::{
    domain::moment::Moment,
    ports::{Ports, StopDue, StoreError},
};

/// Most payments looked at in one round.
const BATCH: u32 = 20;
/// How soon a provider that could not be told to stop is told again: at first, and at last.
const STOP_AGAIN: Duration = Duration::from_secs(300);
const STOP_AT_LAST: Duration = Duration::from_secs(24 * 3600);

/// Does what is due; how much that was.
pub async fn tend_billing(ports: &Ports) -> Result<usize, StoreError> {
    let mut done = 0;
    if let Some(sandbox) = &ports.sandbox {
        done += sandbox.renew_due().await? as usize;
        for delivery in sandbox.deliveries().await? {
            let body = delivery.body.as_bytes();
            match receive_webhook(ports, Some(&delivery.signature), body).await {
                // Like the real one: told again until it is taken.
                Err(
                    ReceiveError::Store(error) | ReceiveError::Settle(SettleError::Store(error)),
                ) => {
                    return Err(error);
                }
                Ok(_) | Err(_) => sandbox.delivered(&delivery.id).await?,
            }
            done += 1;
        }
    }
    let Some(provider) = &ports.payments else { return Ok(done) };
    let now = ports.now();
    for payment in ports.billing.due(provider.name(), now, BATCH).await? {
        match settle(ports, &payment).await {
            Ok(_) | Err(SettleError::NotFound) => {}
            Err(SettleError::Provider(_)) => {
                let next = next_look(now, now.since(payment.created_at));
                ports.billing.postpone(payment.id, None, next).await?;
            }
            Err(SettleError::Store(error)) => return Err(error),
        }
        done += 1;
    }
    for due in ports.billing.stops_due(provider.name(), now).await? {
        stop(ports, &due, now).await?;
        done += 1;
    }
    done += ports.billing.expire(now).await? as usize;
    Ok(done)
}

/// Twice as long after each time, a day at most: it is never given up (decision 21), and an
/// operator sees it until the provider has confirmed.
fn stop_again(tries: u32) -> Duration {
    STOP_AGAIN.saturating_mul(2_u32.saturating_pow(tries)).min(STOP_AT_LAST)
}

/// Tells the provider to charge no more (decision 21); again later until it has confirmed.
async fn stop(ports: &Ports, due: &StopDue, now: Moment) -> Result<(), StoreError> {
    let Some(provider) = &ports.payments else { return Ok(()) };
    let renews = due.subscription.plan_code.is_some();
    if renews && due.orders.is_empty() {
        // The provider has not told us yet what the standing order is called.
        let problem = "the provider has not said what the standing order is called";
        return ports.billing.stop_later(due, problem, now.after(stop_again(due.tries))).await;
    }
    for order in &due.orders {
        match provider.stop(order).await {
            Ok(()) => {}
            Err(error) => {
                let next = now.after(stop_again(due.tries));
                return ports.billing.stop_later(due, &error.to_string(), next).await;
            }
        }
    }
    ports.billing.stopped(due, now).await
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
