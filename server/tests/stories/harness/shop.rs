//! A world that sells through Paystack: what its stories have in common.

use std::time::Duration;

use evernear_app::{domain::timestamp::Timestamp, flows::billing::run_jobs::run_billing_jobs};
use evernear_rules::wire::{BalanceView, CheckoutView};
use evernear_server::config::{
    Secret,
    payments::{PaystackConfig, PlanCode},
};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{
    Engine, Person, World, config, eventually,
    operators::says,
    paystack::{Paystack, SECRET, signed},
};

pub const DAY: Duration = Duration::from_secs(24 * 3600);

pub struct Shop {
    pub world: World,
    pub paystack: Paystack,
}

impl Shop {
    /// Every plan renews at the provider.
    pub async fn open(engine: Engine) -> Self {
        Self::selling(engine, &["Starter", "Pro", "Premium"]).await
    }

    /// No plan renews by itself.
    pub async fn month_by_month(engine: Engine) -> Self {
        Self::selling(engine, &[]).await
    }

    async fn selling(engine: Engine, renewing: &[&str]) -> Self {
        let paystack = Paystack::open().await;
        let folder = tempfile::tempdir().expect("a folder").keep();
        let url = engine.fresh_database(&folder).await;
        let mut config = config(folder, url);
        config.payments.paystack = Some(PaystackConfig {
            secret_key: Secret(SECRET.to_owned()),
            url: paystack.url.clone(),
            plans: renewing
                .iter()
                .flat_map(|plan| {
                    ["USD", "ZAR"].map(|currency| PlanCode {
                        name: format!("{plan}/{currency}"),
                        code: format!("PLN_{plan}_{currency}"),
                    })
                })
                .collect(),
        });
        Self { world: World::configured(config).await, paystack }
    }

    pub async fn tell(&self, body: &str, signature: Option<&str>) -> StatusCode {
        let client = reqwest::Client::new();
        let mut request = client
            .post(format!("{}/webhooks/paystack", self.world.base))
            .header("content-type", "application/json")
            .body(body.to_owned());
        if let Some(signature) = signature {
            request = request.header("x-paystack-signature", signature);
        }
        request.send().await.expect("an answer").status()
    }

    pub async fn tells(&self, body: &str) {
        assert_eq!(self.tell(body, Some(&signed(body))).await, StatusCode::OK, "{body}");
    }

    /// Buys a plan by webhook alone, and waits for its standing order; the payment's reference.
    pub async fn sells(&self, person: &Person, plan: &str) -> String {
        let reference = opens(person, plan, "USD").await.reference;
        self.paystack.pays(&reference);
        self.tells(&self.paystack.told(&reference)).await;
        self.makes_orders().await;
        reference
    }

    /// No standing order is wanted any more.
    pub async fn makes_orders(&self) {
        eventually("the standing order is made", || async {
            // A provider that fails is an error of the round.
            let _ = run_billing_jobs(&self.world.ports).await;
            let wanted = "SELECT COUNT(*) FROM subscriptions WHERE order_state = 'wanted'";
            (self.world.number(wanted).await == 0).then_some(())
        })
        .await;
    }

    pub async fn stored(&self, reference: &str) -> String {
        let sql = "SELECT status, note FROM payments WHERE reference = $1";
        self.world.rows(sql, reference).await.join(";").trim().to_owned()
    }

    /// The standing orders that were stopped, in order.
    pub fn disabled(&self) -> Vec<String> {
        let code = |told: &Value| told["code"].as_str().expect("a code").to_owned();
        self.paystack.disabled().iter().map(code).collect()
    }

    /// What an operator's command says.
    pub async fn operator(&self, words: &[&str]) -> String {
        says(&self.world.ports, words).await.expect("done")
    }

    /// Moves the clock to a moment.
    pub fn go_to(&self, time: Timestamp) {
        self.world.clock.forward(time.since(self.world.ports.now()));
    }
}

pub async fn opens(person: &Person, plan: &str, currency: &str) -> CheckoutView {
    let body = json!({ "plan": plan, "currency": currency });
    person.call("checkout/begin", body).await.expect("a window opens")
}

pub async fn credits(person: &Person) -> u32 {
    let view: BalanceView = person.call("credits/balance", json!({})).await.expect("a balance");
    view.credits.expect("known")
}

/// The signed-in person again, after their session has run out.
pub async fn back(person: &Person, name: &str) {
    person.sign_in(&format!("{name}@example.com"), "lamplight").await;
}

/// A time as it is written in stories: `2028-01-31T22:00:00Z`.
pub fn at(text: &str) -> Timestamp {
    let time = time::OffsetDateTime::parse(text, &time::format_description::well_known::Rfc3339);
    Timestamp(time.expect("a time").unix_timestamp() * 1000)
}

pub fn iso(time: Timestamp) -> String {
    let time = time::OffsetDateTime::from_unix_timestamp(time.0 / 1000).expect("a time");
    time.format(&time::format_description::well_known::Rfc3339).expect("text")
}
