//! A server that speaks Paystack's contract, written from the contract alone. Stories say
//! what its customers and banks do; it remembers what it was asked.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha512;
use tokio::{net::TcpListener, sync::watch};

pub const SECRET: &str = "sk_test_of_the_stories";

/// What comes instead of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    Down,
    Garbage,
    /// It answers well, and says nothing.
    Empty,
    /// Something on the way lets no call through.
    Forbidden,
    WrongKey,
    /// It takes in what it is asked, and never answers.
    Hangs,
    /// To initialise alone: somebody has used this reference.
    Duplicate,
    /// It answers every call with a no, but tells of its customers.
    Refuses,
    /// It makes the standing order that it is asked for, and its answer is lost.
    LosesAnswers,
}

/// Where in a call the story keeps Paystack from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    BeforeDisable,
    /// It was looked up; the answer is not sent.
    AfterSubscription,
    /// It has arrived, and is done later.
    BeforeEnable,
    BeforeSubscribe,
    /// It was done; the answer is not sent.
    AfterSubscribe,
}

#[derive(Default)]
struct Books {
    /// By reference: the data that verify gives.
    transactions: BTreeMap<String, Value>,
    /// Bodies of initialise.
    initialised: Vec<Value>,
    /// Subscription code to status.
    subscriptions: BTreeMap<String, String>,
    disabled: Vec<Value>,
    enabled: Vec<String>,
    /// Bodies with which subscriptions were made.
    subscribed: Vec<Value>,
    /// What they were made with, by code.
    subscriptions_made: BTreeMap<String, Value>,
    /// A second order of one customer for one plan is refused while the first goes on.
    one_a_plan: bool,
    /// Cards that subscriptions are charged to, where it is another than they were made with.
    cards: BTreeMap<String, String>,
    /// When each is charged next, where the story says so.
    next_payments: BTreeMap<String, String>,
    trouble: Option<Trouble>,
    verified: usize,
    asked: usize,
    held: Option<Hold>,
    /// Calls that are being held.
    waiting: usize,
}

/// A call that is being held; it is none any more when its caller goes away.
struct Held<'a>(&'a Paystack);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.books().waiting -= 1;
    }
}

#[derive(Clone)]
pub struct Paystack {
    books: Arc<Mutex<Books>>,
    /// Lets held calls go on.
    released: watch::Sender<()>,
    pub url: String,
}

impl Paystack {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let released = watch::Sender::new(());
        let paystack = Self { books: Arc::default(), released, url };
        let router = Router::new()
            .route("/transaction/initialize", post(initialise))
            .route("/transaction/verify/{reference}", get(verify))
            .route("/subscription", post(subscribe))
            .route("/subscription/disable", post(disable))
            .route("/subscription/enable", post(enable))
            .route("/subscription/{code}", get(subscription))
            .route("/customer/{code}", get(customer))
            .with_state(paystack.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        paystack
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().expect("whole")
    }

    pub fn trouble(&self, trouble: Option<Trouble>) {
        self.books().trouble = trouble;
    }

    /// From now on it refuses a second order of one customer for one plan.
    pub fn takes_one_a_plan(&self) {
        self.books().one_a_plan = true;
    }

    /// Holds calls there from now on; nothing holds no further ones.
    pub fn hold(&self, hold: Option<Hold>) {
        self.books().held = hold;
    }

    /// Lets every held call go on, and holds none.
    pub fn release(&self) {
        self.hold(None);
        self.released.send_replace(());
    }

    /// How many calls are being held.
    pub fn waiting(&self) -> usize {
        self.books().waiting
    }

    async fn held(&self, hold: Hold) {
        let mut released = self.released.subscribe();
        {
            let mut books = self.books();
            if books.held != Some(hold) {
                return;
            }
            books.waiting += 1;
        }
        let _held = Held(self);
        released.changed().await.expect("the story goes on");
    }

    /// How a standing order stands.
    pub fn standing(&self, code: &str) -> String {
        self.books().subscriptions[code].clone()
    }

    /// The bodies that initialise was called with.
    pub fn initialised(&self) -> Vec<Value> {
        self.books().initialised.clone()
    }

    pub fn disabled(&self) -> Vec<Value> {
        self.books().disabled.clone()
    }

    /// The codes of standing orders that go on again.
    pub fn enabled(&self) -> Vec<String> {
        self.books().enabled.clone()
    }

    /// The bodies with which subscriptions were made; the first one's code is `SUB_1`.
    pub fn subscribed(&self) -> Vec<Value> {
        self.books().subscribed.clone()
    }

    /// The first charge of a subscription.
    pub fn begins(&self, reference: &str, code: &str, customer: &Value, cents: u32) -> String {
        let plan = self.books().subscriptions_made[code].clone();
        json!({
            "event": "charge.success",
            "data": {
                "reference": reference, "status": "success", "amount": cents, "currency": "USD",
                "metadata": "", "customer": customer, "plan": plan["plan"], "subscription_code": code,
                "paid_at": plan["start_date"],
            }
        })
        .to_string()
    }

    /// `subscription.create` for a subscription.
    pub fn made(&self, code: &str) -> String {
        let made = self.books().subscriptions_made[code].clone();
        json!({
            "event": "subscription.create",
            "data": {
                "status": "active",
                "subscription_code": code,
                "email_token": format!("token-of-{code}"),
                "plan": { "plan_code": made["plan"], "interval": "monthly" },
                "customer": { "customer_code": made["customer"] },
            }
        })
        .to_string()
    }

    /// How often verify was asked.
    pub fn verified(&self) -> usize {
        self.books().verified
    }

    /// How often verify was asked, answered or not.
    pub fn asked(&self) -> usize {
        self.books().asked
    }

    /// Changes what is known of a transaction.
    pub fn change(&self, reference: &str, change: impl FnOnce(&mut Value)) {
        change(self.books().transactions.get_mut(reference).expect("initialised"));
    }

    /// The customer pays.
    pub fn pays(&self, reference: &str) {
        self.change(reference, |data| {
            data["status"] = json!("success");
            data["gateway_response"] = json!("Successful");
            data["paid_at"] = json!("2026-11-21T16:00:00.000Z");
        });
    }

    /// `charge.success` for a transaction, as it is told by webhook.
    pub fn told(&self, reference: &str) -> String {
        let data = self.books().transactions[reference].clone();
        json!({ "event": "charge.success", "data": data }).to_string()
    }

    /// A transaction that nobody initialised: a plan renews.
    pub fn renews(&self, reference: &str, like: &str, paid_at: &str) -> String {
        let mut data = self.books().transactions[like].clone();
        data["reference"] = json!(reference);
        data["paid_at"] = json!(paid_at);
        let (plan, currency) = (&data["metadata"]["plan"], &data["currency"]);
        data["plan"] = json!(plan_code(plan.as_str(), currency.as_str()));
        data["metadata"] = json!("");
        self.books().transactions.insert(reference.to_owned(), data.clone());
        json!({ "event": "charge.success", "data": data }).to_string()
    }

    /// A subscription is over for good.
    pub fn ends(&self, code: &str) {
        self.books().subscriptions.insert(code.to_owned(), "cancelled".to_owned());
    }

    /// A subscription goes on again, whoever has let it.
    pub fn goes_on(&self, code: &str) {
        self.books().subscriptions.insert(code.to_owned(), "active".to_owned());
    }

    /// A subscription will be charged next at this time.
    pub fn charges_next(&self, code: &str, at: &str) {
        self.books().next_payments.insert(code.to_owned(), at.to_owned());
    }

    /// A subscription is charged to another card than it was made with.
    pub fn moves_to_card(&self, code: &str, card: &str) {
        self.books().cards.insert(code.to_owned(), card.to_owned());
    }

    /// Nothing is known of a subscription any more.
    pub fn forgets(&self, code: &str) {
        self.books().subscriptions.remove(code);
    }

    /// A subscription that nobody here has asked for; its code.
    pub fn makes_by_itself(&self, customer: &str, plan: &str) -> String {
        self.take_order(json!({ "customer": customer, "plan": plan }))
    }
}

fn plan_code(plan: Option<&str>, currency: Option<&str>) -> String {
    format!("PLN_{}_{}", plan.unwrap_or_default(), currency.unwrap_or_default())
}

impl Paystack {
    /// A standing order; its code.
    fn take_order(&self, body: Value) -> String {
        let mut books = self.books();
        let code = format!("SUB_{}", books.subscribed.len() + 1);
        books.subscriptions.insert(code.clone(), "active".to_owned());
        books.subscriptions_made.insert(code.clone(), body.clone());
        books.subscribed.push(body);
        code
    }

    /// Whether one goes on for this customer and plan, where the story minds.
    fn has_order_like(&self, body: &Value) -> bool {
        let books = self.books();
        let like =
            |made: &Value| ["customer", "plan"].iter().all(|name| made[*name] == body[*name]);
        let goes_on = |code: &str| books.subscriptions[code] == "active";
        books.one_a_plan
            && books.subscriptions_made.iter().any(|(code, made)| like(made) && goes_on(code))
    }

    /// What is told of a standing order.
    fn look_up(&self, code: &str) -> Response {
        let books = self.books();
        match books.subscriptions.get(code) {
            Some(status) => {
                let token = format!("token-of-{code}");
                let made = &books.subscriptions_made[code];
                let ordered = made["authorization"].as_str().unwrap_or("AUTH_1");
                let card = books.cards.get(code).map_or(ordered, String::as_str);
                let data = json!({
                    "subscription_code": code, "email_token": token, "status": status, "payments_count": 1,
                    "plan": { "plan_code": made["plan"], "interval": "monthly" },
                    "customer": { "customer_code": made["customer"] },
                    "next_payment_date": books.next_payments.get(code),
                    "authorization": { "authorization_code": card },
                });
                Json(json!({ "status": true, "message": "Subscription retrieved", "data": data }))
                    .into_response()
            }
            None => StatusCode::NOT_FOUND.into_response(),
        }
    }

    /// Whether a standing order was switched from one status to the other, and the answer.
    fn switch(&self, body: &Value, [from, to]: [&str; 2], said: &str) -> (bool, Response) {
        let code = body["code"].as_str().unwrap_or_default();
        let right = body["token"] == json!(format!("token-of-{code}"));
        match self.books().subscriptions.get_mut(code) {
            Some(status) if right && status == from => {
                to.clone_into(status);
                let message = format!("Subscription {said} successfully");
                (true, Json(json!({ "status": true, "message": message })).into_response())
            }
            _ => {
                let message = format!("Subscription with code not found or not {from}");
                let body = json!({ "status": false, "message": message });
                (false, (StatusCode::NOT_FOUND, Json(body)).into_response())
            }
        }
    }
}

/// The signature of a body, hex.
pub fn signed(body: &str) -> String {
    let mut mac = Hmac::<Sha512>::new_from_slice(SECRET.as_bytes()).expect("a key");
    mac.update(body.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

async fn trouble(paystack: &Paystack, headers: &HeaderMap) -> Option<Response> {
    let trouble = paystack.books().trouble;
    let wrong =
        (StatusCode::UNAUTHORIZED, Json(json!({ "status": false, "message": "Invalid key" })));
    match trouble {
        Some(Trouble::Down) => {
            let body = json!({ "status": false, "message": "Service unavailable" });
            Some((StatusCode::SERVICE_UNAVAILABLE, Json(body)).into_response())
        }
        Some(Trouble::Garbage) => Some("<html>not what you think</html>".into_response()),
        Some(Trouble::Forbidden) => Some(StatusCode::FORBIDDEN.into_response()),
        Some(Trouble::Empty) => {
            Some(Json(json!({ "status": true, "message": "Done" })).into_response())
        }
        Some(Trouble::WrongKey) => Some(wrong.into_response()),
        Some(Trouble::Refuses) => {
            let body = json!({ "status": false, "message": "Customer has no authorization" });
            Some((StatusCode::BAD_REQUEST, Json(body)).into_response())
        }
        Some(Trouble::Hangs) => std::future::pending().await,
        Some(Trouble::Duplicate | Trouble::LosesAnswers) | None => {
            let key = headers.get("authorization").and_then(|value| value.to_str().ok());
            (key != Some(&format!("Bearer {SECRET}"))).then(|| wrong.into_response())
        }
    }
}

async fn initialise(
    State(paystack): State<Paystack>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let hangs = paystack.books().trouble == Some(Trouble::Hangs);
    let refused = if hangs { None } else { trouble(&paystack, &headers).await };
    let answer = refused.unwrap_or_else(|| take_in(&paystack, body));
    if hangs { std::future::pending().await } else { answer }
}

fn take_in(paystack: &Paystack, body: Value) -> Response {
    let mut books = paystack.books();
    let reference = body["reference"].as_str().expect("a reference of ours").to_owned();
    let taken = books.trouble == Some(Trouble::Duplicate);
    if taken || books.transactions.contains_key(&reference) {
        let body = json!({ "status": false, "message": "Duplicate Transaction Reference" });
        return (StatusCode::BAD_REQUEST, Json(body)).into_response();
    }
    let email = body["email"].as_str().expect("an e-mail");
    let plan = body.get("plan").cloned().unwrap_or(Value::Null);
    let plan_object = plan.as_str().map_or(json!({}), |code| json!({ "plan_code": code }));
    let data = json!({
        "id": 4_099_260_516_u64,
        "domain": "test",
        "status": "abandoned",
        "reference": reference,
        "receipt_number": null,
        "amount": body["amount"],
        "requested_amount": body["amount"],
        "message": null,
        "gateway_response": "The transaction was not completed",
        "paid_at": null,
        "created_at": "2026-11-21T15:59:00.000Z",
        "channel": "card",
        "currency": body["currency"],
        "ip_address": "197.210.54.33",
        "metadata": body["metadata"],
        "log": null,
        "fees": null,
        "authorization": { "authorization_code": "AUTH_1", "reusable": true },
        "customer": { "id": 7, "email": email, "customer_code": format!("CUS_{}", email.len()), "metadata": null },
        "plan": plan,
        "plan_object": plan_object,
        "transaction_date": "2026-11-21T15:59:00.000Z",
    });
    books.transactions.insert(reference.clone(), data);
    books.initialised.push(body);
    let data = json!({
        "authorization_url": "https://checkout.paystack.com/0peioxfhpn",
        "access_code": format!("ac-{reference}"),
        "reference": reference,
    });
    let body = json!({ "status": true, "message": "Authorization URL created", "data": data });
    Json(body).into_response()
}

async fn verify(
    State(paystack): State<Paystack>,
    headers: HeaderMap,
    Path(reference): Path<String>,
) -> Response {
    paystack.books().asked += 1;
    if let Some(trouble) = trouble(&paystack, &headers).await {
        return trouble;
    }
    paystack.books().verified += 1;
    let known = paystack.books().transactions.get(&reference).cloned();
    let Some(data) = known else {
        let body = json!({ "status": false, "message": "Transaction reference not found" });
        return (StatusCode::BAD_REQUEST, Json(body)).into_response();
    };
    // The look-up worked; whether it was paid stands inside.
    let body = json!({ "status": true, "message": "Verification successful", "data": data });
    Json(body).into_response()
}

async fn disable(
    State(paystack): State<Paystack>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    paystack.held(Hold::BeforeDisable).await;
    if let Some(trouble) = trouble(&paystack, &headers).await {
        return trouble;
    }
    let (done, answer) = paystack.switch(&body, ["active", "non-renewing"], "disabled");
    if done {
        paystack.books().disabled.push(body);
    }
    answer
}

async fn enable(
    State(paystack): State<Paystack>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    paystack.held(Hold::BeforeEnable).await;
    if let Some(trouble) = trouble(&paystack, &headers).await {
        return trouble;
    }
    let (done, answer) = paystack.switch(&body, ["non-renewing", "active"], "enabled");
    if done {
        let code = body["code"].as_str().unwrap_or_default().to_owned();
        paystack.books().enabled.push(code);
    }
    answer
}

async fn subscribe(
    State(paystack): State<Paystack>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    paystack.held(Hold::BeforeSubscribe).await;
    if let Some(trouble) = trouble(&paystack, &headers).await {
        return trouble;
    }
    if paystack.has_order_like(&body) {
        let body = json!({ "status": false, "message": "This subscription is already in place." });
        return (StatusCode::BAD_REQUEST, Json(body)).into_response();
    }
    let code = paystack.take_order(body);
    paystack.held(Hold::AfterSubscribe).await;
    if paystack.books().trouble == Some(Trouble::LosesAnswers) {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let data = json!({ "subscription_code": code, "email_token": format!("token-of-{code}") });
    let body =
        json!({ "status": true, "message": "Subscription successfully created", "data": data });
    Json(body).into_response()
}

async fn subscription(
    State(paystack): State<Paystack>,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Response {
    if let Some(trouble) = trouble(&paystack, &headers).await {
        return trouble;
    }
    let answer = paystack.look_up(&code);
    paystack.held(Hold::AfterSubscription).await;
    answer
}

async fn customer(
    State(paystack): State<Paystack>,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Response {
    let refuses = paystack.books().trouble == Some(Trouble::Refuses);
    if !refuses && let Some(trouble) = trouble(&paystack, &headers).await {
        return trouble;
    }
    let books = paystack.books();
    let theirs = books.subscriptions_made.iter().filter(|(_, made)| made["customer"] == code);
    // The plan stands there by its number.
    let listed: Vec<Value> = theirs
        .map(|(code, _)| json!({ "subscription_code": code, "status": books.subscriptions[code], "plan": 28 }))
        .collect();
    let data = json!({ "customer_code": code, "transactions": [], "subscriptions": listed, "authorizations": [] });
    Json(json!({ "status": true, "message": "Customer retrieved", "data": data })).into_response()
}
