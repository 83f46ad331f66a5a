//! A payment provider of our own, for development: charges and standing orders in books of
//! its own, a window in which someone plays what a person and a bank do, and signed
//! webhooks. No money moves.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use evernear_app::{
    domain::{
        billing::{
            Charge, ChargeStatus, Order, StandingOrder, WebhookEvent, calendar::months_later,
        },
        timestamp::Timestamp,
    },
    ports::{
        ChargeOrder, Clock, Delivery, Entropy, LaterOrder, Opened, PaymentProvider, ProviderError,
        Sandbox, SandboxAct, SandboxCharge, StoreError, WebhookError, WindowKind,
    },
};
use ring::hmac::{self, HMAC_SHA512};
use serde::{Deserialize, Serialize};

use crate::store::{
    DbError, Store,
    billing::sandbox::{BookedCharge, BookedOrder},
};

/// How long a late webhook lets wait.
const LATE: Duration = Duration::from_secs(6);
/// What an altered charge differs by.
const ALTERED_BY: i64 = 1;

/// See the module.
pub struct SandboxPayments {
    store: Store,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    /// Signs webhooks; nobody else ever learns it.
    secret: [u8; 32],
}

/// What is sent along with a charge.
#[derive(Serialize, Deserialize)]
struct Metadata {
    #[serde(rename = "userId")]
    user: String,
    plan: String,
    credits: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", content = "data")]
enum Message {
    #[serde(rename = "charge.success")]
    Charged { reference: String, charge: Sent },
    #[serde(rename = "order.created")]
    Ordered { code: String, customer: String, plan_code: String },
}

/// A charge on the wire.
#[derive(Serialize, Deserialize)]
struct Sent {
    amount: i64,
    currency: String,
    metadata: String,
    customer: String,
    plan_code: Option<String>,
    /// The standing order that charged.
    #[serde(default)]
    order: Option<String>,
    paid_at: Option<i64>,
}

impl SandboxPayments {
    pub fn new(store: Store, clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>) -> Self {
        let mut secret = [0; 32];
        entropy.fill(&mut secret);
        Self { store, clock, entropy, secret }
    }

    fn token(&self, prefix: &str) -> String {
        let mut bytes = [0; 12];
        self.entropy.fill(&mut bytes);
        format!("{prefix}_{}", hex::encode(bytes))
    }

    fn key(&self) -> hmac::Key {
        hmac::Key::new(HMAC_SHA512, &self.secret)
    }

    async fn post(&self, message: &Message, due: Timestamp) -> Result<(), StoreError> {
        let body = serde_json::to_string(message).map_err(StoreError::new)?;
        Ok(self.store.sandbox_post(&self.token("wh"), &body, due).await?)
    }

    /// The charge of an order's next month, and its webhook.
    async fn renew(&self, order: &BookedOrder) -> Result<u32, StoreError> {
        let now = self.clock.now();
        let period = u32::try_from(order.renewals + 1).map_err(StoreError::new)?;
        let due = months_later(order.anchor, period);
        if !self.store.sandbox_renewed(order, months_later(order.anchor, period + 1)).await? {
            return Ok(0);
        }
        let charge = BookedCharge {
            reference: self.token("SBX"),
            access_code: self.token("ac"),
            email: order.email.clone(),
            amount: order.amount,
            currency: order.currency.clone(),
            metadata: order.metadata.clone(),
            plan_code: Some(order.plan_code.clone()),
            status: "success".to_owned(),
            settles_at: now,
            paid_at: Some(due),
        };
        self.store.sandbox_book(&charge, now).await?;
        let sent = Sent { order: Some(order.code.clone()), ..sent(&charge) };
        let message = Message::Charged { reference: charge.reference, charge: sent };
        self.post(&message, now).await?;
        Ok(1)
    }
}

#[async_trait]
impl PaymentProvider for SandboxPayments {
    fn name(&self) -> &'static str {
        "sandbox"
    }

    fn window(&self) -> WindowKind {
        WindowKind::Sandbox
    }

    fn plan_code(&self, order: Order) -> Option<String> {
        let (plan, currency) = (order.plan.name, order.amount.currency.code());
        Some(format!("sandbox-{plan}-{currency}").to_lowercase())
    }

    async fn initialise(&self, order: &ChargeOrder) -> Result<Opened, ProviderError> {
        let access_code = self.token("ac");
        let now = self.clock.now();
        let money = order.order.amount;
        let metadata = Metadata {
            user: order.user.to_string(),
            plan: order.order.plan.name.to_owned(),
            credits: order.order.plan.credits,
        };
        let charge = BookedCharge {
            reference: order.reference.clone(),
            access_code: access_code.clone(),
            email: order.email.clone(),
            amount: money.cents,
            currency: money.currency.code().to_owned(),
            metadata: serde_json::to_string(&metadata).map_err(unavailable)?,
            plan_code: None,
            status: "open".to_owned(),
            settles_at: now,
            paid_at: None,
        };
        self.store.sandbox_book(&charge, now).await.map_err(unavailable)?;
        let address = format!("/sandbox/checkout/{access_code}");
        Ok(Opened { access_code, address })
    }

    async fn verify(&self, reference: &str) -> Result<Option<Charge>, ProviderError> {
        let booked = self.store.sandbox_by_reference(reference).await.map_err(unavailable)?;
        let now = self.clock.now();
        Ok(booked.map(|booked| {
            let status = match booked.status.as_str() {
                "success" if booked.settles_at > now => ChargeStatus::Processing,
                "success" => ChargeStatus::Success,
                "failed" => ChargeStatus::Failed,
                "reversed" => ChargeStatus::Reversed,
                _ => ChargeStatus::Abandoned,
            };
            charge(booked.reference.clone(), status, sent(&booked))
        }))
    }

    fn verify_webhook(
        &self,
        signature: Option<&str>,
        body: &[u8],
    ) -> Result<WebhookEvent, WebhookError> {
        let signature = signature.and_then(|text| hex::decode(text).ok());
        let signature = signature.ok_or(WebhookError::Forged)?;
        hmac::verify(&self.key(), body, &signature).map_err(|_| WebhookError::Forged)?;
        let message = serde_json::from_slice(body).map_err(|_| WebhookError::Unreadable)?;
        Ok(match message {
            Message::Charged { reference, charge: sent } => {
                WebhookEvent::Charged(charge(reference, ChargeStatus::Success, sent))
            }
            Message::Ordered { code, customer, plan_code } => {
                WebhookEvent::SubscriptionCreated(StandingOrder {
                    token: code.clone(),
                    code,
                    customer,
                    plan_code,
                })
            }
        })
    }

    async fn has_ended(&self, order: &StandingOrder) -> Result<bool, ProviderError> {
        self.store.sandbox_order_stopped(&order.code).await.map_err(unavailable)
    }

    async fn stop(&self, order: &StandingOrder) -> Result<(), ProviderError> {
        self.store.sandbox_stop(&order.code, self.clock.now()).await.map_err(unavailable)
    }

    async fn resume(&self, order: &StandingOrder) -> Result<Option<Timestamp>, ProviderError> {
        self.store.sandbox_resume(&order.code).await.map_err(unavailable)?;
        Ok(None)
    }

    async fn orders_of(&self, customer: &str) -> Result<Vec<StandingOrder>, ProviderError> {
        let booked = self.store.sandbox_orders_of(customer).await.map_err(unavailable)?;
        let order = |booked: BookedOrder| StandingOrder {
            token: booked.code.clone(),
            code: booked.code,
            customer: booked.email,
            plan_code: booked.plan_code,
        };
        Ok(booked.into_iter().map(order).collect())
    }

    /// There are no cards here, and every charge names its order.
    async fn order_card(&self, _: &str) -> Result<Option<String>, ProviderError> {
        Ok(None)
    }

    async fn subscribe(&self, later: &LaterOrder) -> Result<StandingOrder, ProviderError> {
        let code = self.token("so");
        let (plan, money) = (later.order.plan, later.order.amount);
        let metadata = Metadata {
            user: later.user.to_string(),
            plan: plan.name.to_owned(),
            credits: plan.credits,
        };
        let order = BookedOrder {
            code: code.clone(),
            email: later.customer.clone(),
            amount: money.cents,
            currency: money.currency.code().to_owned(),
            plan_code: later.plan_code.clone(),
            metadata: serde_json::to_string(&metadata).map_err(unavailable)?,
            anchor: later.from,
            renewals: -1,
        };
        self.store.sandbox_order(&order, later.from).await.map_err(unavailable)?;
        let (customer, plan_code) = (later.customer.clone(), later.plan_code.clone());
        let told = Message::Ordered {
            code: code.clone(),
            customer: customer.clone(),
            plan_code: plan_code.clone(),
        };
        let told = self.post(&told, self.clock.now()).await;
        told.map_err(|error| ProviderError::Unavailable(error.to_string()))?;
        Ok(StandingOrder { token: code.clone(), code, customer, plan_code })
    }
}

#[async_trait]
impl Sandbox for SandboxPayments {
    async fn charge(&self, access_code: &str) -> Result<Option<SandboxCharge>, StoreError> {
        let booked = self.store.sandbox_by_access_code(access_code).await?;
        Ok(booked.map(|booked| SandboxCharge {
            open: matches!(booked.status.as_str(), "open" | "failed"),
            reference: booked.reference,
            email: booked.email,
            amount: booked.amount,
            currency: booked.currency,
        }))
    }

    async fn play(&self, access_code: &str, act: SandboxAct) -> Result<(), StoreError> {
        let Some(mut charge) = self.store.sandbox_by_access_code(access_code).await? else {
            return Ok(());
        };
        let now = self.clock.now();
        match act {
            SandboxAct::Close => return Ok(()),
            SandboxAct::Decline => {
                "failed".clone_into(&mut charge.status);
                self.store.sandbox_close(&charge).await?;
                return Ok(());
            }
            SandboxAct::AmountAltered => charge.amount -= ALTERED_BY,
            SandboxAct::Success | SandboxAct::LateWebhook | SandboxAct::WebhookTwice => {}
        }
        let late = act == SandboxAct::LateWebhook;
        charge.settles_at = if late { now.after(LATE) } else { now };
        charge.paid_at = Some(now);
        "success".clone_into(&mut charge.status);
        if !self.store.sandbox_close(&charge).await? {
            // Paid before: pressing again pays nothing.
            return Ok(());
        }
        let copies = if act == SandboxAct::WebhookTwice { 2 } else { 1 };
        for _ in 0..copies {
            self.post(&told(&charge), charge.settles_at).await?;
        }
        Ok(())
    }

    async fn renew_due(&self) -> Result<u32, StoreError> {
        let mut renewed = 0;
        for order in self.store.sandbox_orders_due(self.clock.now()).await? {
            renewed += self.renew(&order).await?;
        }
        Ok(renewed)
    }

    async fn renew_now(&self, email: &str) -> Result<u32, StoreError> {
        let mut renewed = 0;
        for order in self.store.sandbox_orders_of(email).await? {
            renewed += self.renew(&order).await?;
        }
        Ok(renewed)
    }

    async fn deliveries(&self) -> Result<Vec<Delivery>, StoreError> {
        let due = self.store.sandbox_mail(self.clock.now()).await?;
        let key = self.key();
        let sign = |body: &str| hex::encode(hmac::sign(&key, body.as_bytes()));
        Ok(due
            .into_iter()
            .map(|(id, body)| Delivery { id, signature: sign(&body), body })
            .collect())
    }

    async fn delivered(&self, id: &str) -> Result<(), StoreError> {
        Ok(self.store.sandbox_delivered(id).await?)
    }
}

fn told(booked: &BookedCharge) -> Message {
    Message::Charged { reference: booked.reference.clone(), charge: sent(booked) }
}

fn sent(booked: &BookedCharge) -> Sent {
    Sent {
        amount: booked.amount,
        currency: booked.currency.clone(),
        metadata: booked.metadata.clone(),
        customer: booked.email.clone(),
        plan_code: booked.plan_code.clone(),
        order: None,
        paid_at: booked.paid_at.map(|at| at.0),
    }
}

fn charge(reference: String, status: ChargeStatus, sent: Sent) -> Charge {
    let metadata: Option<Metadata> = serde_json::from_str(&sent.metadata).ok();
    let (user, plan) = metadata.map(|data| (data.user, data.plan)).unzip();
    Charge {
        reference,
        status,
        amount: sent.amount,
        currency: sent.currency,
        user,
        plan,
        customer: Some(sent.customer),
        plan_code: sent.plan_code,
        order: sent.order,
        paid_at: sent.paid_at.map(Timestamp),
        authorization: Some("sandbox".to_owned()),
    }
}

fn unavailable(error: impl Into<Problem>) -> ProviderError {
    ProviderError::Unavailable(error.into().0)
}

/// What can go wrong here, as text.
struct Problem(String);

impl From<DbError> for Problem {
    fn from(error: DbError) -> Self {
        Self(error.to_string())
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}
