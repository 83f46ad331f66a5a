//! `evernear doctor`: what is configured, what falls back to an embedded default, and what
//! is wrong, in plain words. Ends with failure when something is wrong.

mod imagery;
pub mod live;

use std::{path::Path, process::ExitCode, sync::Arc};

use evernear_app::ports::Clock;
use tokio_util::sync::CancellationToken;

use self::live::Pace;
use crate::{
    adapters::{
        file_objects::can_keep,
        openai_companion::models::{ModelState, state_of_model},
        smtp::{Smtp, SmtpProblem},
        system::{SystemClock, SystemEntropy},
        token_keys::KEY_FILE,
    },
    compose::{ComposeProblem, SECRET_FILE, secrets, token_keys},
    config::{
        CompanionConfig, Config, Mode,
        companion::{OpenAiConfig, TokenPrices},
    },
    operator::dollars,
    store::{Db, DbError, Schema},
    web::site::assets,
};

/// What there is, how it is, and whether that is wrong.
pub type Finding = (String, String, bool);

/// Looks at everything and says what it found.
pub async fn examine(config: &Config) -> ExitCode {
    ended(say(look(config).await))
}

/// The same, and calls everybody outside once, which may cost at most so many millionths of a US dollar.
pub async fn examine_live(config: &Config, most: i64, stop: &CancellationToken) -> ExitCode {
    if let Err(problem) = live::within(config, most) {
        println!("WRONG  {problem}");
        return ExitCode::FAILURE;
    }
    let mut well = say(look(config).await);
    let mut tell = |found| well &= say(vec![found]);
    let called = live::call_all(config, most, Pace::default(), stop, &mut tell).await;
    if let Err(problem) = called {
        println!("WRONG  {problem}");
        well = false;
    }
    ended(well)
}

/// Says what is right, then what is wrong; whether nothing is.
fn say(found: Vec<Finding>) -> bool {
    let (wrong, right): (Vec<Finding>, Vec<Finding>) =
        found.into_iter().partition(|(_, _, wrong)| *wrong);
    for (what, how, _) in right {
        println!("{what:<20} {how}");
    }
    for (_, problem, _) in &wrong {
        println!("WRONG  {problem}");
    }
    wrong.is_empty()
}

fn ended(well: bool) -> ExitCode {
    if well {
        println!("Everything is in order.");
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Looks at everything.
pub async fn look(config: &Config) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut wrong: Vec<String> = Vec::new();
    let mut say = |what: &str, how: &str| found.push((what.to_owned(), how.to_owned(), false));
    let mode = match config.mode {
        Mode::Development => "development: answers on this machine only",
        Mode::Production => "production",
    };
    say("Mode", mode);
    say("Address", &format!("{}, known as {}", config.web.listen, config.web.public_url));
    match database(config).await {
        Ok(how) => say("Database", &how),
        Err(problem) => wrong.push(problem),
    }
    let folder = config.storage.data_dir.join("objects");
    match can_keep(existing(&folder)) {
        Ok(()) => {
            let reserve = config.storage.reserve >> 20;
            let how = format!(
                "{} (embedded default), writable; the last {reserve} MB of its disk are left free",
                folder.display()
            );
            say("Files", &how);
        }
        Err(error) => {
            wrong.push(format!("Photos and films cannot be kept in {}: {error}", folder.display()));
        }
    }
    match mail(config).await {
        Ok(how) => say("Mail", &how),
        Err(problem) => wrong.push(problem),
    }
    match &config.beta.admin_hash {
        Some(_) => say("Administration", "opens by the configured password"),
        None if config.mode == Mode::Production => {
            say("Administration", "nobody is let in: EVERNEAR_ADMIN_PASSWORD_HASH is unset");
        }
        None => say("Administration", "opens by a password that each start makes and prints"),
    }
    let gate = if config.beta.approved_only {
        "approved: only who is approved on the waitlist may create"
    } else {
        "open: everyone may create"
    };
    say("Beta", gate);
    let metrics = match config.web.metrics_token {
        Some(_) => "at /metrics, behind the configured token",
        None => "none: EVERNEAR_METRICS_TOKEN is unset",
    };
    say("Metrics", metrics);
    say("Clients", &clients(config));
    match keys(config) {
        Ok(how) => say("Token API", &how),
        Err(problem) => wrong.push(problem),
    }
    let limits = config.web.connections;
    say("Connections", &format!("{}, {} of one client", limits.most, limits.most_of_client));
    let key = match (&config.access.secret, &config.access.previous_secret) {
        (Some(_), Some(_)) => "configured; what the one of before made is still read",
        (Some(_), None) => "configured",
        (None, _) => "made once and kept in the data folder (embedded default)",
    };
    say("Key", key);
    let confirmed = if config.access.confirm_email {
        "are confirmed by a mail"
    } else {
        "are taken as they are"
    };
    say("New addresses", confirmed);
    let payments = match (&config.payments.paystack, config.mode) {
        (Some(paystack), _) => format!("Paystack, {} plans renew", paystack.plans.len()),
        (None, Mode::Development) => "sandbox of our own: no money moves".to_owned(),
        (None, Mode::Production) => "none configured: plans cannot be bought".to_owned(),
    };
    say("Payments", &payments);
    for (what, how, is_wrong) in providers(config).await {
        if is_wrong {
            wrong.push(how);
        } else {
            say(&what, &how);
        }
    }
    if assets::addresses().style.is_empty() {
        wrong.push("The pages' styles and scripts are missing from this build. Run: cargo xtask build --release".to_owned());
    } else {
        say("Assets", "inside this program");
    }
    say("Worker", &config.worker.name);
    for name in Config::unknown_variables() {
        say("No such setting", &format!("{name}; `evernear --help` shows all"));
    }
    found.extend(wrong.into_iter().map(|problem| ("Wrong".to_owned(), problem, true)));
    found
}

/// By which address clients are limited.
fn clients(config: &Config) -> String {
    if config.web.trusted_proxies.is_empty() {
        return "limited by the address they come from; no proxy is trusted".to_owned();
    }
    let proxies = config.web.trusted_proxies.iter().map(ToString::to_string);
    format!("limited by the address that {} tell", proxies.collect::<Vec<_>>().join(", "))
}

fn finding(what: &str, looked: Result<String, String>) -> Finding {
    let is_wrong = looked.is_err();
    let (Ok(how) | Err(how)) = looked;
    (what.to_owned(), how, is_wrong)
}

/// Who answers, and who makes pictures and films.
async fn providers(config: &Config) -> Vec<Finding> {
    let mut found = vec![finding("Companion", companion(&config.companion).await)];
    if let Some(openai) = &config.companion.openai {
        found.push(finding("Tokens", Ok(prices(openai))));
    }
    found.extend(imagery::look(&config.imagery).await);
    found
}

/// How the database is. Looking makes nothing and changes no schema.
async fn database(config: &Config) -> Result<String, String> {
    let source =
        if config.storage.database_url.is_some() { "configured" } else { "embedded default" };
    if config.storage.lacks_database() {
        return Ok(format!("SQLite ({source}), made at the first start"));
    }
    let unusable = |error: DbError| ComposeProblem::Database(error).to_string();
    let db = Db::open_existing(&config.storage.database()).await.map_err(unusable)?;
    let schema = db.schema().await;
    let engine = db.engine();
    db.close().await;
    match schema.map_err(unusable)? {
        Schema::Current => Ok(format!("{engine} ({source}), up to date")),
        Schema::Older { missing } => Ok(format!(
            "{engine} ({source}); the next start, or `evernear migrate`, makes {missing} changes of its schema"
        )),
        Schema::Newer => Err(ComposeProblem::NewerSchema.to_string()),
    }
}

/// The keys of the token API. What a first start makes is not made by looking.
fn keys(config: &Config) -> Result<String, String> {
    let folder = &config.storage.data_dir;
    let made = |file: &str| folder.join(file).exists();
    if (config.auth_api.keys.is_none() && !made(KEY_FILE))
        || (config.access.secret.is_none() && !made(SECRET_FILE))
    {
        return Ok("its keys are made at the first start".to_owned());
    }
    let source = match config.auth_api.keys {
        Some(_) => "configured",
        None => "made in the data folder",
    };
    let secrets =
        secrets(config, Arc::new(SystemEntropy)).map_err(|problem| problem.to_string())?;
    let keys = token_keys(config, &secrets).map_err(|problem| problem.to_string())?;
    Ok(format!("{} key(s), {source}", keys.count()))
}

/// How the companion is, and its model.
async fn companion(config: &CompanionConfig) -> Result<String, String> {
    let Some(openai) = &config.openai else {
        return Ok("embedded default: no key, no network".to_owned());
    };
    let OpenAiConfig { model, api, .. } = openai;
    let url = &api.url;
    let instead = if config.falls_back { "; the embedded one answers where it fails" } else { "" };
    match state_of_model(api, model, SystemClock.now()).await {
        Ok(ModelState::Available) => Ok(format!("{model} at {url}{instead}")),
        Ok(ModelState::Ends(day, days)) if days >= 0 => Ok(format!(
            "{model} at {url}{instead}. It ends on {}, in {days} days: set EVERNEAR_OPENAI_MODEL to another",
            day.day()
        )),
        Ok(ModelState::Ends(day, _)) => {
            Err(format!("{model} ended on {}. Set EVERNEAR_OPENAI_MODEL to another.", day.day()))
        }
        Ok(ModelState::Missing(names)) => Err(format!(
            "{url} has no model {model}. Set EVERNEAR_OPENAI_MODEL to one that it has: {}.",
            names.join(", ")
        )),
        Err(error) => Err(format!("The companion's server at {url} cannot be asked: {error}")),
    }
}

/// What the companion's answers cost.
fn prices(openai: &OpenAiConfig) -> String {
    let TokenPrices { input, output } = openai.prices;
    if openai.prices.is_unset() {
        return "no price set (EVERNEAR_COST_TOKENS_IN, EVERNEAR_COST_TOKENS_OUT): they are counted, and cost nothing in `evernear costs`".to_owned();
    }
    format!(
        "a million cost {} USD that the model reads, {} USD that it writes",
        dollars(input),
        dollars(output)
    )
}

/// The folder, or the nearest one above it that is there.
fn existing(folder: &Path) -> &Path {
    let there = folder.ancestors().find(|path| path.exists());
    // A relative path that is not there begins where we are.
    there.unwrap_or(Path::new("."))
}

async fn mail(config: &Config) -> Result<String, String> {
    let Some(url) = &config.mail.smtp_url else {
        return Ok(format!(
            "files in {} (embedded default); nobody receives them",
            config.storage.data_dir.join("mails").display()
        ));
    };
    let authority = config.mail.smtp_authority.as_deref();
    let tried = match Smtp::new(&url.0, config.mail.from.clone(), authority) {
        Ok(smtp) => smtp.test().await.map_err(SmtpProblem::from),
        Err(error) => Err(error),
    };
    match tried {
        Ok(true) => Ok(format!("the configured server takes mail from {}", config.mail.from)),
        Ok(false) => Err("The mail server does not answer as one.".to_owned()),
        Err(error) => Err(format!("The mail server cannot be used: {error}")),
    }
}
