//! Paystack's JSON in our words.

use evernear_app::domain::{
    billing::{Charge, ChargeStatus, StandingOrder, WebhookEvent},
    timestamp::Timestamp,
};
use serde_json::Value;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// A transaction, as verify and `charge.success` tell it. Nothing when money or status
/// cannot be read.
pub fn charge(data: &Value) -> Option<Charge> {
    // Metadata is an object, '' or null; only an object can name user and plan.
    let sent = |name: &str| match &data["metadata"][name] {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    Some(Charge {
        reference: data["reference"].as_str()?.to_owned(),
        status: status(data["status"].as_str()?),
        amount: data["amount"].as_i64()?,
        currency: data["currency"].as_str()?.to_owned(),
        user: sent("userId"),
        plan: sent("plan"),
        customer: text(&data["customer"]["customer_code"]),
        plan_code: plan_code(data),
        order: text(&data["subscription_code"])
            .or_else(|| text(&data["subscription"]["subscription_code"])),
        paid_at: data["paid_at"].as_str().and_then(timestamp),
        authorization: text(&data["authorization"]["authorization_code"])
            .filter(|_| data["authorization"]["reusable"] != Value::Bool(false)),
    })
}

/// A webhook. Nothing when it has not the shape of one.
pub fn told(message: &Value) -> Option<WebhookEvent> {
    let event = message["event"].as_str()?;
    let data = &message["data"];
    match event {
        "charge.success" => charge(data).map(WebhookEvent::Charged),
        "subscription.create" => Some(WebhookEvent::SubscriptionCreated(StandingOrder {
            code: text(&data["subscription_code"])?,
            token: text(&data["email_token"])?,
            customer: text(&data["customer"]["customer_code"])?,
            plan_code: plan_code(data)?,
        })),
        "subscription.disable" | "subscription.not_renew" => {
            text(&data["subscription_code"]).map(WebhookEvent::SubscriptionEnded)
        }
        // The person's bank takes the money back: an operator has to look.
        "charge.dispute.create" => match charge(&data["transaction"]) {
            Some(charge) => {
                Some(WebhookEvent::Charged(Charge { status: ChargeStatus::Reversed, ..charge }))
            }
            None => Some(WebhookEvent::Other(event.to_owned())),
        },
        _ => Some(WebhookEvent::Other(event.to_owned())),
    }
}

/// Only `success` is money; what we do not know has not happened yet.
fn status(text: &str) -> ChargeStatus {
    match text {
        "success" => ChargeStatus::Success,
        "failed" => ChargeStatus::Failed,
        "abandoned" => ChargeStatus::Abandoned,
        "reversed" => ChargeStatus::Reversed,
        "ongoing" | "pending" | "processing" | "queued" => ChargeStatus::Processing,
        other => {
            tracing::warn!(status = other, "a charge has a status that is not known");
            ChargeStatus::Processing
        }
    }
}

/// A plan's code, or an object with one, here or beside.
fn plan_code(data: &Value) -> Option<String> {
    text(&data["plan"])
        .or_else(|| text(&data["plan"]["plan_code"]))
        .or_else(|| text(&data["plan_object"]["plan_code"]))
}

fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Whether a standing order, or what is listed of it, charges on. In need of attention is one whose
/// last charge failed: the next one is tried.
pub fn is_live(order: &Value) -> bool {
    matches!(order["status"].as_str(), Some("active" | "attention"))
}

/// A standing order, as it is fetched by its code; nothing where it charges no more.
pub fn live_order(data: &Value) -> Option<StandingOrder> {
    if !is_live(data) {
        return None;
    }
    Some(StandingOrder {
        code: text(&data["subscription_code"])?,
        token: text(&data["email_token"])?,
        customer: text(&data["customer"]["customer_code"])?,
        plan_code: plan_code(data)?,
    })
}

/// When a standing order charges next.
pub fn next_charge(data: &Value) -> Option<Timestamp> {
    data["next_payment_date"].as_str().and_then(timestamp)
}

fn timestamp(text: &str) -> Option<Timestamp> {
    let time = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    i64::try_from(time.unix_timestamp_nanos() / 1_000_000).ok().map(Timestamp)
}
