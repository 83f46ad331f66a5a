//! Paystack: transactions are made here with our own amount and reference, the page resumes
//! them by their access code, and nothing is believed before the server asked or a signature
//! checked. Its answers are read leniently where it is known to vary (metadata, plan) and
//! strictly where money depends on it (amount, currency, status).

mod read;
mod webhook_signature;

use std::time::Duration;

use async_trait::async_trait;
use evernear_app::{
    domain::{
        billing::{Charge, Order, StandingOrder, WebhookEvent},
        timestamp::Timestamp,
    },
    ports::{
        ChargeOrder, LaterOrder, Opened, PaymentProvider, ProviderError, WebhookError, WindowKind,
    },
};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

use crate::config::payments::PaystackConfig;

/// Longest wait for an answer; a person is waiting too.
const PATIENCE: Duration = Duration::from_secs(10);
/// Most live standing orders of a customer that are asked for.
const MOST_ORDERS: usize = 20;
/// Largest answer that is read.
const ANSWER_BYTES: usize = 1024 * 1024;

/// See the module.
pub struct Paystack {
    client: Client,
    config: PaystackConfig,
}

/// What came back: its status, and its JSON.
struct Answered {
    status: StatusCode,
    body: Value,
}

impl Answered {
    /// Whether it says that the question was answered.
    fn good(&self) -> bool {
        self.status.is_success() && self.body["status"] == Value::Bool(true)
    }

    fn message(&self) -> String {
        self.body["message"].as_str().unwrap_or("no message").chars().take(200).collect()
    }

    /// No, or not now.
    fn refusal(&self) -> ProviderError {
        let text = format!("{}: {}", self.status.as_u16(), self.message());
        // Our own key and their own trouble may be mended; a refused request stays refused.
        match self.status {
            StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS => {
                ProviderError::Unavailable(text)
            }
            status if status.is_server_error() => ProviderError::Unavailable(text),
            _ => ProviderError::Refused(text),
        }
    }
}

impl Paystack {
    /// A client for the configured account.
    pub fn new(config: PaystackConfig) -> Result<Self, reqwest::Error> {
        let client = Client::builder()
            .timeout(PATIENCE)
            .redirect(reqwest::redirect::Policy::none())
            .user_agent("evernear")
            .build()?;
        Ok(Self { client, config })
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Answered, ProviderError> {
        let unavailable = |error: reqwest::Error| {
            // Without the address: it carries the reference.
            ProviderError::Unavailable(error.without_url().to_string())
        };
        let mut request = self
            .client
            .request(method, format!("{}{path}", self.config.url))
            .bearer_auth(&self.config.secret_key.0);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let mut response = request.send().await.map_err(unavailable)?;
        let status = response.status();
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unavailable)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > ANSWER_BYTES {
                return Err(ProviderError::Unavailable("the answer is too long".to_owned()));
            }
        }
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        if status.is_success() && !body.is_object() {
            return Err(ProviderError::Unavailable("the answer is no JSON".to_owned()));
        }
        Ok(Answered { status, body })
    }

    async fn subscription(&self, code: &str) -> Result<Answered, ProviderError> {
        self.ask(Method::GET, &format!("/subscription/{}", escaped(code)), None).await
    }

    /// How a standing order stands: `active`, `cancelled`, `completed`, `non-renewing` …
    async fn standing(&self, code: &str) -> Result<String, ProviderError> {
        let answer = self.subscription(code).await?;
        let status = answer.body["data"]["status"].as_str().filter(|_| answer.good());
        status.map(str::to_owned).ok_or_else(|| answer.refusal())
    }

    /// What switches an order on and off. Of one that a charge has named, the token is asked for.
    async fn switched(&self, order: &StandingOrder, way: &str) -> Result<Answered, ProviderError> {
        let mut body = json!({ "code": order.code, "token": order.token });
        if order.token.is_empty() {
            let answer = self.subscription(&order.code).await?;
            if !answer.good() {
                return Err(answer.refusal());
            }
            body["token"] = answer.body["data"]["email_token"].clone();
        }
        self.ask(Method::POST, &format!("/subscription/{way}"), Some(body)).await
    }
}

#[async_trait]
impl PaymentProvider for Paystack {
    fn name(&self) -> &'static str {
        "paystack"
    }

    fn window(&self) -> WindowKind {
        WindowKind::Paystack
    }

    fn plan_code(&self, order: Order) -> Option<String> {
        let name = format!("{}/{}", order.plan.name, order.amount.currency.code());
        self.config.plans.iter().find(|plan| plan.name == name).map(|plan| plan.code.clone())
    }

    async fn initialise(&self, order: &ChargeOrder) -> Result<Opened, ProviderError> {
        let plan = order.order.plan;
        let money = order.order.amount;
        let mut body = json!({
            "email": order.email,
            "amount": money.cents,
            "currency": money.currency.code(),
            "reference": order.reference,
            "callback_url": order.return_url,
            "metadata": {
                "userId": order.user.to_string(),
                "plan": plan.name,
                "credits": plan.credits,
            },
        });
        // A plan named here would make a standing order of Paystack's own, which says of which
        // payment it is to nobody. The order is asked for when this is paid, and takes a card.
        if self.plan_code(order.order).is_some() {
            body["channels"] = json!(["card"]);
        }
        let answer = self.ask(Method::POST, "/transaction/initialize", Some(body)).await?;
        if !answer.good() {
            return Err(answer.refusal());
        }
        let data = &answer.body["data"];
        let text = |name: &str| data[name].as_str().map(str::to_owned);
        match (text("access_code"), text("authorization_url"), text("reference")) {
            (Some(access_code), Some(address), Some(reference))
                if reference == order.reference && address.starts_with("https://") =>
            {
                Ok(Opened { access_code, address })
            }
            _ => Err(ProviderError::Unavailable("the answer names no window of ours".to_owned())),
        }
    }

    async fn verify(&self, reference: &str) -> Result<Option<Charge>, ProviderError> {
        let path = format!("/transaction/verify/{}", escaped(reference));
        let answer = self.ask(Method::GET, &path, None).await?;
        if answer.good() {
            let charge = read::charge(&answer.body["data"])
                .ok_or_else(|| ProviderError::Unavailable("the answer is no charge".to_owned()))?;
            if charge.reference != reference {
                return Err(ProviderError::Unavailable("the answer is about another".to_owned()));
            }
            return Ok(Some(charge));
        }
        let unknown = answer.status == StatusCode::NOT_FOUND
            || answer.message().eq_ignore_ascii_case("transaction reference not found");
        if unknown { Ok(None) } else { Err(answer.refusal()) }
    }

    fn verify_webhook(
        &self,
        signature: Option<&str>,
        body: &[u8],
    ) -> Result<WebhookEvent, WebhookError> {
        webhook_signature::verify(&self.config.secret_key.0, signature, body)?;
        let message: Value = serde_json::from_slice(body).map_err(|_| WebhookError::Unreadable)?;
        read::told(&message).ok_or(WebhookError::Unreadable)
    }

    async fn has_ended(&self, order: &StandingOrder) -> Result<bool, ProviderError> {
        let status = self.standing(&order.code).await?;
        Ok(matches!(status.as_str(), "cancelled" | "completed" | "non-renewing"))
    }

    async fn stop(&self, order: &StandingOrder) -> Result<(), ProviderError> {
        let answer = self.switched(order, "disable").await?;
        if answer.good() || self.has_ended(order).await? { Ok(()) } else { Err(answer.refusal()) }
    }

    async fn resume(&self, order: &StandingOrder) -> Result<Option<Timestamp>, ProviderError> {
        let answer = self.switched(order, "enable").await?;
        let now = self.subscription(&order.code).await?;
        if !now.good() {
            return Err(now.refusal());
        }
        // Where it was never ended, enabling it is refused.
        if answer.good() || now.body["data"]["status"] == "active" {
            Ok(read::next_charge(&now.body["data"]))
        } else {
            Err(answer.refusal())
        }
    }

    async fn subscribe(&self, later: &LaterOrder) -> Result<StandingOrder, ProviderError> {
        let body = json!({
            "customer": later.customer,
            "plan": later.plan_code,
            "authorization": later.authorization,
            "start_date": later.from.iso(),
        });
        let answer = self.ask(Method::POST, "/subscription", Some(body)).await?;
        if !answer.good() {
            return Err(answer.refusal());
        }
        let text = |name: &str| answer.body["data"][name].as_str().map(str::to_owned);
        match (text("subscription_code"), text("email_token")) {
            (Some(code), Some(token)) => Ok(StandingOrder {
                code,
                token,
                customer: later.customer.clone(),
                plan_code: later.plan_code.clone(),
            }),
            _ => Err(ProviderError::Unavailable("the answer is no subscription".to_owned())),
        }
    }

    /// What stands in the customer's answer names no plan, so each is asked for.
    async fn orders_of(&self, customer: &str) -> Result<Vec<StandingOrder>, ProviderError> {
        let path = format!("/customer/{}", escaped(customer));
        let answer = self.ask(Method::GET, &path, None).await?;
        if !answer.good() {
            return Err(answer.refusal());
        }
        let listed = answer.body["data"]["subscriptions"].as_array();
        let live = listed.into_iter().flatten().filter(|listed| read::is_live(listed));
        let codes = live.filter_map(|listed| listed["subscription_code"].as_str());
        let mut orders = Vec::new();
        for code in codes.take(MOST_ORDERS) {
            let answer = self.subscription(code).await?;
            if !answer.good() {
                return Err(answer.refusal());
            }
            orders.extend(read::live_order(&answer.body["data"]));
        }
        Ok(orders)
    }

    async fn order_card(&self, code: &str) -> Result<Option<String>, ProviderError> {
        let answer = self.subscription(code).await?;
        // One that it does not know any more is charged to no card.
        let unknown = answer.message().to_lowercase().contains("not found");
        if answer.status == StatusCode::NOT_FOUND
            || (answer.status == StatusCode::BAD_REQUEST && unknown)
        {
            return Ok(None);
        }
        let data = &answer.body["data"];
        if !answer.good() || data["subscription_code"].as_str() != Some(code) {
            let text = format!("{}: no subscription in the answer", answer.status.as_u16());
            return Err(ProviderError::Unavailable(text));
        }
        Ok(data["authorization"]["authorization_code"].as_str().map(str::to_owned))
    }
}

/// A part of a path: references and codes are letters, digits, `-`, `.`, `=` and `_`.
fn escaped(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric() || "-.=_".contains(*c)).collect()
}
