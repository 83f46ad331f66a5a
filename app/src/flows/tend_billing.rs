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
    ports::{Ports, ProviderError, StopDue, StoreError},
};

/// Most payments looked at in one round.
const BATCH: u32 = 20;
/// How soon a provider that could not be told to stop is told again.
const STOP_AGAIN: Duration = Duration::from_secs(300);

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

/// Tells the provider to charge no more (decision 21); again later until it has confirmed.
async fn stop(ports: &Ports, due: &StopDue, now: Moment) -> Result<(), StoreError> {
    let Some(provider) = &ports.payments else { return Ok(()) };
    let renews = due.subscription.plan_code.is_some();
    if renews && due.orders.is_empty() {
        // The provider has not told us yet what the standing order is called.
        return ports.billing.stop_later(due.subscription.id, now.after(STOP_AGAIN)).await;
    }
    for order in &due.orders {
        match provider.stop(order).await {
            Ok(()) => {}
            Err(ProviderError::Unavailable(_) | ProviderError::Refused(_)) => {
                let next = now.after(STOP_AGAIN);
                return ports.billing.stop_later(due.subscription.id, next).await;
            }
        }
    }
    ports.billing.stopped(due, now).await
}
