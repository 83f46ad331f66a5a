//! What a provider tells us on its own. Whoever it comes from must have signed it; what it
//! says is settled like everything else.

use super::{
    cancel_subscription::order_ended,
    settle_payment::{SettleError, Settled, settle_charge, settle_renewal},
};
use crate::{
    domain::billing::{ChargeStatus, PaymentStatus, WebhookEvent},
    ports::{Ports, StoreError, WebhookError},
};

#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    #[error("no provider is configured")]
    Closed,
    #[error(transparent)]
    Webhook(#[from] WebhookError),
    #[error(transparent)]
    Settle(#[from] SettleError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Takes in a webhook: the raw body and its signature.
pub async fn receive_webhook(
    ports: &Ports,
    signature: Option<&str>,
    body: &[u8],
) -> Result<Option<Settled>, ReceiveError> {
    let provider = ports.payment_provider.as_ref().ok_or(ReceiveError::Closed)?;
    let charge = match provider.verify_webhook(signature, body)? {
        WebhookEvent::Charged(charge) => charge,
        WebhookEvent::SubscriptionCreated(order) => {
            ports.standing_orders.told(provider.name(), &order, ports.now()).await?;
            return Ok(None);
        }
        WebhookEvent::SubscriptionEnded(code) => {
            order_ended(ports, provider.as_ref(), &code).await?;
            return Ok(None);
        }
        WebhookEvent::Other(_) => return Ok(None),
    };
    match ports.payments.find(provider.name(), &charge.reference).await? {
        Some(payment) => {
            let taken_back = charge.status == ChargeStatus::Reversed;
            if payment.paid_at.is_some() && !taken_back {
                // Told again: nothing changes.
                return Ok(Some(Settled::AlreadyProcessed));
            }
            if payment.status == PaymentStatus::Flagged && !taken_back {
                // An operator decides, or has decided.
                return Ok(Some(Settled::Flagged));
            }
            Ok(Some(settle_charge(ports, &payment, &charge).await?))
        }
        None => Ok(Some(settle_renewal(ports, provider.name(), &charge).await?)),
    }
}
