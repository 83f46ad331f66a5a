//! `evernear doctor --live`: one real call to everybody outside who is configured, and what came of it.
//!
//! What always holds: nobody is asked where all of it together may cost more than the operator allows; no
//! photo of anybody is sent, two faces are drawn for it; a task at a provider is deleted after, and named
//! where that was not seen to.

mod imagery;
mod portrait;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use evernear_app::{
    domain::{
        account::Email,
        billing::{Currency, PLANS},
        id::{AccountId, IdEntropy, MailId},
        mail::{Mail, Subject},
    },
    ports::{
        ChargeOrder, Clock as _, Companion as _, Entropy as _, Mailer as _, PaymentProvider as _,
        ProviderError, Tokens,
    },
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::Finding;
use crate::{
    adapters::{
        answer_channel::{self, Answered},
        openai_companion::{OpenAiCompanion, most_tokens},
        paystack::Paystack,
        provider_http::MOST_CALLS,
        smtp::Smtp,
        system::{SystemClock, SystemEntropy},
    },
    config::{
        Config, MailConfig, Secret, companion::OpenAiConfig, imagery::Provider,
        payments::PaystackConfig,
    },
    operator::dollars,
};

/// What somebody says to the companion.
const WORDS: &str = "Tea with my grandmother in her garden, on a summer afternoon.";
/// Longest wait for a mail to be taken.
const MAIL: Duration = Duration::from_secs(60);
/// How keys of Paystack begin with which no money moves.
const TEST_KEY: &str = "sk_test_";

/// How long is waited for tasks of providers.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How soon a task is looked at again; as its provider allows where nothing is said.
    pub poll_every: Option<Duration>,
    /// Longest wait for a picture or a film.
    pub patience: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { poll_every: None, patience: Duration::from_secs(15 * 60) }
    }
}

/// What the calls may cost at most, each in millionths of a US dollar.
pub fn costs(config: &Config) -> Vec<(&'static str, i64)> {
    let mut costs = Vec::new();
    if let Some(openai) = &config.companion.openai {
        // It is asked again where it does not answer.
        let most = openai.prices.of(most_tokens(WORDS)) * i64::from(MOST_CALLS);
        costs.push(("an answer of the companion's model", most));
    }
    if is_outside(config.imagery.picture) {
        costs.push(("a picture", config.imagery.prices.image));
    }
    if is_outside(config.imagery.film) {
        costs.push(("a film", config.imagery.prices.film));
    }
    costs
}

fn is_outside(provider: Provider) -> bool {
    provider != Provider::Embedded
}

/// Whether all calls together cost no more than this.
///
/// # Errors
/// What each may cost, where they may cost more.
pub fn within(config: &Config, most: i64) -> Result<(), String> {
    let costs = costs(config);
    let sum: i64 = costs.iter().map(|(_, cost)| cost).sum();
    if sum > most {
        let parts: Vec<String> =
            costs.iter().map(|(what, cost)| format!("{what} {}", dollars(*cost))).collect();
        return Err(format!(
            "Calling everybody may cost {} USD ({}), and --max-cost allows {}. Nobody was called.",
            dollars(sum),
            parts.join(", "),
            dollars(most)
        ));
    }
    Ok(())
}

/// Calls everybody, one after the other, and tells what came of it as soon as it is known.
///
/// # Errors
/// Where that may cost more than `most` millionths of a US dollar: nobody is called then.
pub async fn call_all(
    config: &Config,
    most: i64,
    pace: Pace,
    stop: &CancellationToken,
    tell: &mut (dyn FnMut(Finding) + Send),
) -> Result<(), String> {
    within(config, most)?;
    let interrupted = || Err("It was interrupted before it was answered.".to_owned());
    if let Some(openai) = &config.companion.openai {
        let said = tokio::select! {
            said = chat(openai) => said,
            () = stop.cancelled() => interrupted(),
        };
        tell(live_finding("Live companion", said));
    }
    imagery::call(&config.imagery, pace, stop, tell).await;
    if let Some(paystack) = config.payments.paystack.as_ref().filter(|_| !stop.is_cancelled()) {
        let said = tokio::select! {
            said = payment(paystack, config) => said,
            () = stop.cancelled() => interrupted(),
        };
        tell(live_finding("Live payments", said));
    }
    if let Some(smtp) = config.mail.smtp_url.as_ref().filter(|_| !stop.is_cancelled()) {
        let said = tokio::select! {
            said = mail(&config.mail, smtp, &config.beta.enterprise_mail) => said,
            () = stop.cancelled() => interrupted(),
        };
        tell(live_finding("Live mail", said));
    }
    if stop.is_cancelled() {
        tell(live_finding(
            "Live",
            Err("It was interrupted: what came after was not called.".to_owned()),
        ));
    }
    Ok(())
}

fn live_finding(what: &str, said: Result<String, String>) -> Finding {
    let is_wrong = said.is_err();
    let (Ok(how) | Err(how)) = said;
    let how = if is_wrong { format!("{what}: {how}") } else { how };
    (what.to_owned(), how, is_wrong)
}

/// Seconds since then, as people read them.
fn seconds(since: Instant) -> String {
    format!("{:.1} s", since.elapsed().as_secs_f32())
}

/// What the requests of a question cost, in words.
fn cost_of(requests: &[Answered], openai: &OpenAiConfig) -> String {
    if requests.is_empty() {
        return "It cost nothing.".to_owned();
    }
    let money = if openai.prices.is_unset() {
        "no price is set for them".to_owned()
    } else {
        format!("{} USD", dollars(requests.iter().map(|request| request.micros).sum()))
    };
    let known: Option<Vec<Tokens>> = requests.iter().map(|request| request.tokens).collect();
    match known {
        Some(known) => {
            let [read, wrote] = [
                known.iter().map(|tokens| u64::from(tokens.input)).sum::<u64>(),
                known.iter().map(|tokens| u64::from(tokens.output)).sum(),
            ];
            format!("It took {read} tokens in and {wrote} out: {money}.")
        }
        None => format!("Nobody says how many tokens it took; at most it cost: {money}."),
    }
}

/// A step of a conversation.
async fn chat(openai: &OpenAiConfig) -> Result<String, String> {
    let (sender, mut answers) = answer_channel::channel();
    let companion =
        OpenAiCompanion::new(openai.clone(), None, None, Arc::new(SystemEntropy), None, sender)
            .map_err(|error| error.to_string())?;
    let began = Instant::now();
    let said = companion.converse(AccountId::new(SystemClock.now(), &id_entropy()), WORDS).await;
    let took = seconds(began);
    // It may have been asked again.
    let requests: Vec<_> = std::iter::from_fn(|| answers.try_recv()).collect();
    let cost = cost_of(&requests, openai);
    match said {
        Ok(reply) => Ok(format!(
            "{} answered in {took}, with {} characters. {cost}",
            openai.model,
            reply.response.chars().count()
        )),
        Err(error) => {
            let error = without(&error.0, openai.api.key.as_ref());
            Err(format!("{} gave no answer that can be used: {error}. {cost}", openai.model))
        }
    }
}

/// A server's words without our key, which it may repeat.
fn without(text: &str, key: Option<&Secret>) -> String {
    key.map_or_else(|| text.to_owned(), |key| text.replace(&key.0, "…"))
}

/// A window of the smallest plan, which nobody pays. With a key with which money moves none is opened.
async fn payment(paystack: &PaystackConfig, config: &Config) -> Result<String, String> {
    if !paystack.secret_key.0.starts_with(TEST_KEY) {
        return Ok(
            "not called: the key is a live one, and an order with it is a real one".to_owned()
        );
    }
    let Some(plan) = PLANS.iter().min_by_key(|plan| plan.price_usd) else {
        return Ok("not called: there is no plan".to_owned());
    };
    let provider = Paystack::new(paystack.clone()).map_err(|error| error.to_string())?;
    let entropy = id_entropy();
    // In test mode Paystack takes no dollars.
    let order = ChargeOrder {
        reference: format!("doctor-{}", hex::encode(entropy)),
        email: config.beta.enterprise_mail.as_str().to_owned(),
        user: AccountId::new(SystemClock.now(), &entropy),
        order: plan.order(Currency::Zar),
        return_url: config.web.public_url.clone(),
    };
    let began = Instant::now();
    match provider.initialise(&order).await {
        Ok(_) => Ok(format!(
            "Paystack opened a window for {} ({}) in {}, in its test mode: no money moves.",
            plan.name,
            plan.price(Currency::Zar),
            seconds(began)
        )),
        Err(ProviderError::Refused(why)) => Err(format!("Paystack refuses an order: {why}.")),
        Err(ProviderError::Unavailable(why)) => Err(format!("Paystack opened no window: {why}.")),
    }
}

/// A mail to whoever runs this.
async fn mail(mail: &MailConfig, url: &Secret, to: &Email) -> Result<String, String> {
    if to.as_str().ends_with(".example") {
        return Ok(
            "not called: set EVERNEAR_ENTERPRISE_MAIL to your own address, and a mail goes there"
                .to_owned(),
        );
    }
    let smtp = Smtp::new(&url.0, mail.from.clone(), mail.smtp_authority.as_deref())
        .map_err(|error| error.to_string())?;
    let at = SystemClock.now();
    let text = "`evernear doctor --live` sent this mail, to see whether mails arrive. Nobody has to answer it.";
    let letter = Mail {
        id: MailId::new(at, &id_entropy()),
        purpose: "doctor".to_owned(),
        to: to.clone(),
        reply_to: None,
        subject: Subject::new("Evernear's mails arrive"),
        text: text.to_owned(),
        html: format!("<p>{text}</p>"),
        unsubscribe: None,
        at,
    };
    let began = Instant::now();
    match timeout(MAIL, smtp.send(&letter)).await {
        Ok(Ok(())) => Ok(format!(
            "the server took a mail of {} characters to {to} in {}: look whether it arrives",
            text.len(),
            seconds(began)
        )),
        Ok(Err(error)) => Err(format!("a mail to {to} was not taken: {error}.")),
        Err(_) => Err(format!("a mail to {to} was not taken within {} s.", MAIL.as_secs())),
    }
}

fn id_entropy() -> IdEntropy {
    let mut bytes = IdEntropy::default();
    SystemEntropy.fill(&mut bytes);
    bytes
}
