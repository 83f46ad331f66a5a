//! The only place where adapters meet ports.

use std::{path::PathBuf, sync::Arc, time::Duration};

use evernear_app::{
    domain::auth::api_session::SessionLimits,
    pages::Site,
    ports::{
        Companion, FormRelay, Google, Imagery, Mailer, Ports, RateLimiter, Settings, StoreError,
        TokenSettings,
    },
    problem::Problem,
};

use evernear_companion::EmbeddedCompanion;
use tokio::sync::Semaphore;

use crate::{
    adapters::{
        answer_channel::{self, AnswerSender},
        argon2_passwords::Argon2Passwords,
        comfyui::ComfyUi,
        embedded_companion::CompanionThreads,
        embedded_imagery::EmbeddedImagery,
        file_objects::FileObjects,
        form_relay::{HttpRelay, NoRelay},
        google::GoogleOAuth,
        governor_rate_limiter::GovernorRateLimiter,
        imagery_router::{self, ImageryRouter},
        mail_folder::MailFolder,
        mailbox_digests::MailboxDigests,
        openai_companion::{Budget, OpenAiCompanion},
        openai_images::OpenAiImages,
        paystack::Paystack,
        person_cutter::EmbeddedCutter,
        photo_decoder::PhotoDecoders,
        runway::Runway,
        sandbox_payments::SandboxPayments,
        server_secrets::ServerSecrets,
        setting_catalog::BuiltInSettings,
        signer::{HmacSigner, Locked},
        smtp::{Smtp, SmtpProblem},
        system::{SystemClock, SystemEntropy, WakeSignal},
        token_keys::{EsKeys, KeysProblem},
        totp::TotpCodes,
    },
    admin_password,
    config::{CompanionConfig, Config, ImageryConfig, Mode, imagery::Provider},
    jobs::{AnswerCounter, CreationWorker, MailWorker},
    private_files,
    store::{Db, DbError, Schema, Store},
    web::{
        functions,
        site::assets,
        state::{
            AppState, Shared,
            background::Background,
            exports::Exports,
            page_cache::PageCache,
            readiness::Readiness,
            redirects::Allowed,
            uploads::{UploadLimits, Uploads},
        },
        token_api,
    },
};

/// How soon the embedded renderer's tasks are looked at again.
const POLL_EVERY: Duration = Duration::from_millis(400);

/// Where the server's own key is kept in the data folder, unless it is configured.
pub const SECRET_FILE: &str = "keys/secret";

/// A server put together, not yet listening.
pub struct Composed {
    pub db: Db,
    pub state: AppState,
    pub creation_worker: CreationWorker,
    pub mail_worker: MailWorker,
    pub answer_counter: AnswerCounter,
    /// The admin password that development made for this start.
    pub admin_password: Option<String>,
}

/// Why it cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum ComposeProblem {
    #[error("The folder {0} cannot be used: {1}")]
    Folder(String, std::io::Error),
    #[error("The database cannot be used: {0}")]
    Database(#[from] DbError),
    #[error("There is no database yet. `evernear serve` or `evernear migrate` makes it.")]
    NoDatabase,
    #[error(
        "The database is not up to date. `evernear serve` or `evernear migrate` brings it there."
    )]
    OlderSchema,
    #[error("The database was brought up to date by a newer version of this program.")]
    NewerSchema,
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("The mail server cannot be used: {0}")]
    Mail(#[from] SmtpProblem),
    #[error("The companion's threads cannot be started: {0}")]
    Companion(std::io::Error),
    #[error("OpenAI's models for pictures cannot be asked: {0}")]
    OpenAiImages(reqwest::Error),
    #[error("ComfyUI cannot be asked: {0}")]
    ComfyUi(String),
    #[error("Runway cannot be asked: {0}")]
    Runway(reqwest::Error),
    #[error("Paystack cannot be asked: {0}")]
    Paystack(reqwest::Error),
    #[error("The form collector cannot be told: {0}")]
    Relay(reqwest::Error),
    #[error("The admin password cannot be made: {0}")]
    Admin(String),
    #[error("A page cannot be rendered: {0}")]
    Page(#[from] Problem),
    #[error("EVERNEAR_PUBLIC_URL or EVERNEAR_AUTH_REDIRECTS is no address.")]
    Redirects,
    #[error("{0}")]
    Keys(#[from] KeysProblem),
}

/// Opens the database with its schema up to date.
pub async fn open_database(config: &Config) -> Result<Db, ComposeProblem> {
    let folder = &config.storage.data_dir;
    private_files::close(folder)
        .map_err(|error| ComposeProblem::Folder(folder.display().to_string(), error))?;
    let db = Db::open(&config.storage.database()).await?;
    db.migrate().await?;
    Ok(db)
}

/// Opens the database as it is: commands that look, and those that change a row beside a running
/// server, never change its schema.
pub async fn open_current(config: &Config) -> Result<Db, ComposeProblem> {
    let url = config.storage.database();
    if config.storage.lacks_database() {
        return Err(ComposeProblem::NoDatabase);
    }
    let db = Db::open_existing(&url).await?;
    match db.schema().await? {
        Schema::Current => Ok(db),
        Schema::Older { .. } => Err(ComposeProblem::OlderSchema),
        Schema::Newer => Err(ComposeProblem::NewerSchema),
    }
}

/// Puts together what a command needs, on a database that is there already.
pub async fn compose_beside(config: &Config) -> Result<Composed, ComposeProblem> {
    compose_on(open_current(config).await?, config, |ports| ports).await
}

/// Puts a server together.
pub async fn compose(config: &Config) -> Result<Composed, ComposeProblem> {
    compose_with(config, |ports| ports).await
}

/// The same with some ports changed: how stories script the outside.
pub async fn compose_with(
    config: &Config,
    adjust: impl FnOnce(Ports) -> Ports,
) -> Result<Composed, ComposeProblem> {
    compose_on(open_database(config).await?, config, adjust).await
}

async fn compose_on(
    db: Db,
    config: &Config,
    adjust: impl FnOnce(Ports) -> Ports,
) -> Result<Composed, ComposeProblem> {
    let wake_signal = Arc::new(WakeSignal::default());
    let (answers, waiting) = answer_channel::channel();
    let entropy = Arc::new(SystemEntropy);
    let store = Arc::new(Store::new(db.clone()));
    let admin = admin_password(config)?;
    let secrets = secrets(config, entropy.clone())?.and_retired(&store.retired_keys().await?)?;
    let mailboxes = MailboxDigests::open(&store, &secrets, &entropy).await?;
    let folder = config.storage.data_dir.join("objects");
    let objects = FileObjects::open(folder, config.storage.reserve).await?;
    let rate_limiter: Arc<dyn RateLimiter> =
        Arc::new(GovernorRateLimiter::new(config.web.limit_factor, &config.auth_api.limits));
    let budget = Budget {
        rate_limiter: rate_limiter.clone(),
        costs: store.clone(),
        clock: Arc::new(SystemClock),
        day_ceiling: config.companion.openai.as_ref().map_or(0, |openai| openai.day_ceiling),
    };
    let decoders = Arc::new(PhotoDecoders::new(config.photos.decoder.clone()));
    let ports = Ports {
        accounts: store.clone(),
        sessions: store.clone(),
        one_time: store.clone(),
        personal_data: store.clone(),
        factors: store.clone(),
        identities: store.clone(),
        events: store.clone(),
        keys: Arc::new(token_keys(config, &secrets)?),
        secrets: Arc::new(secrets),
        totp: Arc::new(TotpCodes),
        google: google(config)?,
        drafts: store.clone(),
        photos: store.clone(),
        recordings: store.clone(),
        incoming: store.clone(),
        unsent: store.clone(),
        creations: store.clone(),
        gallery: store.clone(),
        memory_dates: store.clone(),
        optional_mails: store.clone(),
        costs: store.clone(),
        task_deletions: store.clone(),
        waitlist: store.clone(),
        contact: store.clone(),
        shares: store.clone(),
        photo_requests: store.clone(),
        reports: store.clone(),
        admin: store.clone(),
        diagnosis: store.clone(),
        mails: store.clone(),
        mailer: mailer(config)?,
        rate_limiter,
        quotas: store.clone(),
        signer: Arc::new(HmacSigner),
        locks: Arc::new(Locked::default()),
        relay: relay(config)?,
        tokens: store.clone(),
        people: store.clone(),
        flows: store.clone(),
        credits: store.clone(),
        welcomes: store.clone(),
        mailboxes: Arc::new(mailboxes),
        payments: store.clone(),
        subscriptions: store.clone(),
        standing_orders: store,
        payment_provider: None,
        sandbox: None,
        objects: Arc::new(objects),
        reader: decoders.clone(),
        recording_reader: decoders,
        passwords: Arc::new(Argon2Passwords::new(entropy.clone(), config.access.argon2.clone())?),
        companion: companion(config, entropy.clone(), budget, answers)?,
        imagery: imagery(&config.imagery, entropy.clone())?,
        catalog: Arc::new(BuiltInSettings::default()),
        cutter: Arc::new(EmbeddedCutter::default()),
        clock: Arc::new(SystemClock),
        entropy,
        wake: wake_signal.clone(),
        settings: Arc::new(settings(config, admin.hash)),
    };
    let ports = sell(config, adjust(ports), &db)?;
    let name = &config.worker.name;
    let creation_worker = CreationWorker::new(ports.clone(), wake_signal.clone(), name.clone());
    let mail_worker = MailWorker::new(ports.clone(), wake_signal, name.clone());
    let answer_counter = AnswerCounter::new(ports.costs.clone(), ports.clock.clone(), waiting);
    Ok(Composed {
        db,
        state: app_state(config, ports).await?,
        creation_worker,
        mail_worker,
        answer_counter,
        admin_password: admin.shown,
    })
}

fn settings(config: &Config, admin_hash: Option<String>) -> Settings {
    Settings {
        helplines: config.care.helplines.clone(),
        poll_every: POLL_EVERY,
        prices: config.imagery.prices,
        public_url: config.web.public_url.clone(),
        tokens: token_settings(config),
        confirm_email: config.access.confirm_email,
        enterprise_mail: config.beta.enterprise_mail.clone(),
        admin_hash,
        approved_only: config.beta.approved_only,
    }
}

fn companion(
    config: &Config,
    entropy: Arc<SystemEntropy>,
    budget: Budget,
    answers: AnswerSender,
) -> Result<Arc<dyn Companion>, ComposeProblem> {
    let makers = config.imagery.makers_outside();
    let embedded = CompanionThreads::start(EmbeddedCompanion::default(), makers.clone())
        .map_err(ComposeProblem::Companion)?;
    let embedded: Arc<dyn Companion> = Arc::new(embedded);
    let CompanionConfig { openai, falls_back } = &config.companion;
    let Some(openai) = openai else { return Ok(embedded) };
    let fallback = falls_back.then_some(embedded);
    let companion =
        OpenAiCompanion::new(openai.clone(), makers, fallback, entropy, Some(budget), answers)
            .map_err(StoreError::new)?;
    Ok(Arc::new(companion))
}

/// Who makes pictures and films.
pub fn imagery(
    config: &ImageryConfig,
    entropy: Arc<SystemEntropy>,
) -> Result<Arc<dyn Imagery>, ComposeProblem> {
    let embedded: Arc<dyn Imagery> = Arc::new(EmbeddedImagery::new(config.large_pictures));
    let runway = match &config.runway {
        Some(runway) => {
            Some(Runway::new(runway.clone(), entropy.clone()).map_err(ComposeProblem::Runway)?)
        }
        None => None,
    };
    let runway =
        runway.map(|runway| imagery_router::Provider { name: "runway", imagery: Arc::new(runway) });
    let comfyui = match &config.comfyui {
        Some(comfyui) => Some(ComfyUi::new(comfyui).map_err(ComposeProblem::ComfyUi)?),
        None => None,
    };
    let comfyui = comfyui
        .map(|comfyui| imagery_router::Provider { name: "comfyui", imagery: Arc::new(comfyui) });
    let openai = match &config.openai {
        Some(openai) => {
            let images = OpenAiImages::new(openai.clone(), entropy);
            Some(images.map_err(ComposeProblem::OpenAiImages)?)
        }
        None => None,
    };
    let openai =
        openai.map(|openai| imagery_router::Provider { name: "openai", imagery: Arc::new(openai) });
    let provider = |chosen: Provider| match chosen {
        Provider::Embedded => None,
        Provider::OpenAi => openai.clone(),
        Provider::Runway => runway.clone(),
        Provider::ComfyUi => comfyui.clone(),
    };
    let (picture, film) = (provider(config.picture), provider(config.film));
    // Where nobody outside is configured as well: tasks of before are not taken for its own.
    Ok(Arc::new(ImageryRouter::new(embedded, picture, film, config.falls_back)))
}

fn google(config: &Config) -> Result<Option<Arc<dyn Google>>, StoreError> {
    let Some(google) = &config.access.google else { return Ok(None) };
    let client = GoogleOAuth::new(google).map_err(StoreError::new)?;
    Ok(Some(Arc::new(client)))
}

/// The server's own key, and those of before that the configuration or the data folder know.
pub fn secrets(config: &Config, entropy: Arc<SystemEntropy>) -> Result<ServerSecrets, StoreError> {
    let file = secret_file(config);
    let Some(secret) = &config.access.secret else {
        let secrets = ServerSecrets::from_file(&file, entropy)?;
        return match &config.access.previous_secret {
            Some(previous) => secrets.and_before(&previous.0),
            None => Ok(secrets),
        };
    };
    let secrets = ServerSecrets::from_text(&secret.0, entropy)?;
    let secrets = match &config.access.previous_secret {
        Some(previous) => secrets.and_before(&previous.0)?,
        None => secrets,
    };
    // Whoever configures a secret later than the first start has used the file's until then.
    secrets.and_before_from(&file)
}

/// Where the key is kept that nobody configured.
pub fn secret_file(config: &Config) -> PathBuf {
    config.storage.data_dir.join(SECRET_FILE)
}

fn mailer(config: &Config) -> Result<Arc<dyn Mailer>, ComposeProblem> {
    Ok(match &config.mail.smtp_url {
        Some(url) => {
            let authority = config.mail.smtp_authority.as_deref();
            Arc::new(Smtp::new(&url.0, config.mail.from.clone(), authority)?)
        }
        None => Arc::new(mail_folder(config)),
    })
}

/// The hash that opens the admin gate, and the password where it was made here.
struct AdminPassword {
    hash: Option<String>,
    shown: Option<String>,
}

fn admin_password(config: &Config) -> Result<AdminPassword, ComposeProblem> {
    if config.beta.admin_hash.is_some() || config.mode == Mode::Production {
        let hash = config.beta.admin_hash.as_ref().map(|hash| hash.0.clone());
        return Ok(AdminPassword { hash, shown: None });
    }
    let (shown, hash) = admin_password::random().map_err(ComposeProblem::Admin)?;
    Ok(AdminPassword { hash: Some(hash), shown: Some(shown) })
}

fn relay(config: &Config) -> Result<Arc<dyn FormRelay>, ComposeProblem> {
    Ok(match &config.beta.form_collector {
        Some(url) => Arc::new(HttpRelay::new(url.0.clone()).map_err(ComposeProblem::Relay)?),
        None => Arc::new(NoRelay),
    })
}

fn mail_folder(config: &Config) -> MailFolder {
    MailFolder::new(config.storage.data_dir.join("mails"))
}

/// Who takes the money: Paystack where it is configured; else development plays it.
fn sell(config: &Config, ports: Ports, db: &Db) -> Result<Ports, ComposeProblem> {
    if let Some(paystack) = config.payments.paystack.clone() {
        let paystack = Paystack::new(paystack).map_err(ComposeProblem::Paystack)?;
        return Ok(Ports { payment_provider: Some(Arc::new(paystack)), ..ports });
    }
    if config.mode != Mode::Development {
        return Ok(ports);
    }
    let store = Store::new(db.clone());
    let (clock, entropy) = (ports.clock.clone(), ports.entropy.clone());
    let sandbox = Arc::new(SandboxPayments::new(store, clock, entropy));
    Ok(Ports { payment_provider: Some(sandbox.clone()), sandbox: Some(sandbox), ..ports })
}

/// What requests share.
pub async fn app_state(config: &Config, ports: Ports) -> Result<AppState, ComposeProblem> {
    let site = Site {
        public_url: config.web.public_url.clone(),
        assets: assets::addresses(),
        development: config.mode == Mode::Development,
        social: config.web.social.clone(),
        sign_out_when_hidden: config.access.sign_out_when_hidden,
        mail_host: config.mail.host(),
    };
    let shows_mails = config.mode == Mode::Development && config.mail.smtp_url.is_none();
    let (site, production) = (Arc::new(site), config.mode == Mode::Production);
    let kept = PageCache::render(&ports, &site, production).await?;
    Ok(AppState::new(Shared {
        ports,
        uploads: Uploads::new(config.storage.data_dir.clone(), UploadLimits::default()),
        background: Background::default(),
        photo_bodies: Semaphore::new(functions::PHOTO_BODIES),
        large_bodies: Semaphore::new(token_api::LARGE_BODIES),
        exports: Exports::default(),
        site,
        kept,
        readiness: Readiness::default(),
        config: config.clone(),
        mail_folder: shows_mails.then(|| Arc::new(mail_folder(config))),
        redirects: Allowed::new(&config.web.public_url, &config.auth_api.redirects)
            .ok_or(ComposeProblem::Redirects)?,
        production,
    }))
}

/// The keys of the token API.
pub fn token_keys(config: &Config, secrets: &ServerSecrets) -> Result<EsKeys, KeysProblem> {
    let pem = config.auth_api.keys.as_ref().map(|pem| pem.0.as_str());
    EsKeys::open(pem, &config.storage.data_dir, &secrets.refresh_keys())
}

fn token_settings(config: &Config) -> TokenSettings {
    let api = &config.auth_api;
    TokenSettings {
        issuer: format!("{}{}", config.web.public_url, token_api::PREFIX),
        access_lifetime: api.access_lifetime,
        limits: SessionLimits {
            reuse_interval: api.reuse_interval,
            timebox: api.timebox,
            inactivity: api.inactivity,
        },
        mail_lifetime: api.mail_lifetime,
        secure_email_change: api.secure_email_change,
        reauthenticate: api.reauthenticate,
        current_password: api.current_password,
    }
}
