//! A world for one story: its own database, folder, clock and scripted imagery, and a
//! server that really listens. Dropped, it is gone.

#![expect(
    clippy::disallowed_methods,
    reason = "where the test database is comes from the environment"
)]

mod actors;
pub mod chat_server;
mod clock;
pub mod collector;
pub mod comfyui_server;
pub mod crowd;
mod database;
pub mod fuzz;
mod google;
mod grey_jpeg;
pub mod html;
mod imagery;
pub mod images_server;
mod letters;
pub mod mail_server;
mod mailbox;
pub mod multipart;
pub mod operators;
pub mod paystack;
mod programs;
pub mod provider;
mod real_imagery;
pub mod recordings;
mod runway_orders;
pub mod runway_server;
mod server_process;
pub mod shop;

use std::{
    future::Future, net::SocketAddr, num::NonZeroU32, path::PathBuf, sync::Arc, time::Duration,
};

use evernear_app::{
    domain::{
        auth::{proof::Method, session::Credential},
        id::{AccountId, EntryId},
        rate_limit::{Limit, Rate},
        timestamp::Timestamp,
    },
    ports::{Finish, Ports},
};
use evernear_server::{
    adapters::{
        governor_rate_limiter::GovernorRateLimiter,
        mail_folder::{MailFile, MailFolder},
    },
    compose::compose_with,
    config::{
        AccessConfig, AuthApiConfig, BetaConfig, CareConfig, CompanionConfig, Config,
        ConnectionLimits, ImageryConfig, MailConfig, Mode, PhotosConfig, Secret, StorageConfig,
        WebConfig, WorkerConfig,
    },
    serve::serve_until,
    store::Db,
    web::state::AppState,
};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;

pub use actors::{HeldRequest, Person, RefusedCall, eventually, location, photo_bytes};
pub use clock::MovableClock;
pub use database::Engine;
pub use google::GoogleStub;
pub use grey_jpeg::{grey_jpeg, with_exif};
pub use imagery::{Act, FILM, IMAGE, LARGE_IMAGE, ScriptedImagery};
pub use letters::Letter;
pub use mailbox::{Mailbox, ProgramMail, six_digits};
pub use programs::{Answer, Program, claims, location_of, part};
pub use server_process::ServerProcess;

/// Waits until a statement waits for a row that somebody holds. It has taken its snapshot by then, on
/// PostgreSQL; SQLite has one writer at a time, and nothing to wait for here.
pub async fn waits_for_a_row(db: &Db) {
    if matches!(db, Db::Sqlite { .. }) {
        return;
    }
    let sql =
        "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')
               AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())";
    eventually("a statement waits for the row", || async {
        let (waiting,): (i64,) = db.find(sql, Vec::new()).await.expect("asked")?;
        (waiting > 0).then_some(())
    })
    .await;
}

/// What goes with the end of a creation that is finished then, by a worker of a story's own.
pub fn finish(at: Timestamp) -> Finish {
    Finish {
        capture: EntryId::new(crowd::START, &crowd::entropy()),
        search_text: String::new(),
        mail: None,
        at,
        photos_until: at,
    }
}

/// A running server and what surrounds it.
pub struct World {
    pub base: String,
    pub clock: Arc<MovableClock>,
    pub imagery: Arc<ScriptedImagery>,
    pub ports: Ports,
    pub db: Db,
    state: AppState,
    pub folder: PathBuf,
    /// Of a world that has an administrator.
    pub admin_password: String,
    config: Config,
    stop: CancellationToken,
    server: Option<JoinHandle<()>>,
    kept_folder: Option<TempDir>,
}

impl World {
    /// A world whose imagery succeeds at once unless it is told otherwise.
    pub async fn open(engine: Engine) -> Self {
        Self::open_with(engine, |ports| ports).await
    }

    /// The same with an administrator, and the beta
    /// open or closed.
    pub async fn open_with_admin(engine: Engine, approved_only: bool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config =
            config(folder.path().to_owned(), engine.fresh_database(folder.path()).await);
        config.beta.approved_only = approved_only;
        let (password, hash) = evernear_server::admin_password::random().expect("a password");
        config.beta.admin_hash = Some(Secret(hash));
        let mut world = Self::start(config, |ports| ports).await;
        world.admin_password = password;
        world.kept_folder = Some(folder);
        world
    }

    /// The same with some ports changed; they are as usual again after a restart.
    pub async fn open_with(engine: Engine, adjust: impl FnOnce(Ports) -> Ports) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let url = engine.fresh_database(folder.path()).await;
        let mut world = Self::start(config(folder.path().to_owned(), url), adjust).await;
        world.kept_folder = Some(folder);
        world
    }

    /// The same with its files in a folder that is kept.
    pub async fn open_in(engine: Engine, folder: PathBuf) -> Self {
        let url = engine.fresh_database(&folder).await;
        Self::start(config(folder, url), |ports| ports).await
    }

    /// The same, configured in another way.
    pub async fn with(engine: Engine, change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config =
            config(folder.path().to_owned(), engine.fresh_database(folder.path()).await);
        change(&mut config);
        let mut world = Self::start(config, |ports| ports).await;
        world.kept_folder = Some(folder);
        world
    }

    /// With a configuration of its own.
    pub async fn configured(config: Config) -> Self {
        Self::start(config, |ports| ports).await
    }

    async fn start(config: Config, adjust: impl FnOnce(Ports) -> Ports) -> Self {
        // What the server logs is shown with the story that failed.
        let _ = tracing_subscriber::fmt().with_test_writer().try_init();
        let clock = Arc::new(MovableClock::default());
        let imagery = Arc::new(ScriptedImagery::default());
        let (clock_port, imagery_port) = (clock.clone(), imagery.clone());
        let composed = compose_with(&config, |ports| {
            // Stories ask again and again for what they wait for, while this clock stands still,
            // and everybody in a story comes from one address. What is configured goes first.
            let patient = Rate { burst: 1_000_000, again_every: Duration::from_secs(1) };
            let mut rates = config.auth_api.limits.clone();
            let often = [Limit::Call, Limit::CallFrom, Limit::NewAccount];
            rates.extend(often.map(|limit| (limit, patient)));
            let rate_limiter = GovernorRateLimiter::with_clock(
                config.web.limit_factor,
                &rates,
                &clock_port.limits,
            );
            let rate_limiter = Arc::new(rate_limiter);
            let ports = Ports { clock: clock_port, imagery: imagery_port, rate_limiter, ..ports };
            adjust(ports)
        })
        .await
        .expect("a server is put together");
        let ports = composed.state.ports.clone();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address: SocketAddr = listener.local_addr().expect("bound");
        let stop = CancellationToken::new();
        let (db, state) = (composed.db.clone(), composed.state.clone());
        let stopping = stop.clone();
        let server = tokio::spawn(async move {
            serve_until(listener, composed, stopping).await.expect("it serves");
        });
        Self {
            base: format!("http://{address}"),
            clock,
            imagery,
            ports,
            db,
            state,
            folder: config.storage.data_dir.clone(),
            admin_password: String::new(),
            config,
            stop,
            server: Some(server),
            kept_folder: None,
        }
    }

    /// Stops as SIGTERM does, and starts again on the same data.
    pub async fn restart(&mut self) {
        self.restart_with(|_| ()).await;
    }

    /// What it is configured with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The same, configured anew.
    pub async fn restart_with(&mut self, change: impl FnOnce(&mut Config)) {
        change(&mut self.config);
        self.stop.cancel();
        if let Some(server) = self.server.take() {
            server.await.expect("it stopped well");
        }
        let folder = self.kept_folder.take();
        let mut next = Self::start(self.config.clone(), |ports| ports).await;
        next.kept_folder = folder;
        *self = next;
    }

    /// The address counts as one whose mailbox has answered, as all do where they are confirmed.
    pub async fn proves(&self, email: &str) {
        let sql = "UPDATE accounts SET email_proven_at = created_at WHERE email = $1";
        let done = self.db.execute(sql, evernear_server::values![email]).await;
        assert_eq!(done.expect("noted"), 1, "{email}");
    }

    /// Somebody has shown in this way that the account is theirs, just now.
    pub async fn proof(&self, account: AccountId, method: Method) -> Credential {
        let account = self.ports.accounts.by_id(account).await.expect("asked").expect("there");
        Credential::after(&account, method)
    }

    /// Waits for what goes on after its answer, such as mails that were asked for.
    pub async fn finishes_its_work(&self) {
        self.state.background.ended().await;
    }

    /// How many long bodies of client programs may still come at once.
    pub fn places_for_long_bodies(&self) -> usize {
        self.state.large_bodies.available_permits()
    }

    /// One number from the database.
    pub async fn number(&self, sql: &'static str) -> i64 {
        number(&self.db, sql).await
    }

    /// The newest mail to this address; its way through the worker is awaited.
    pub async fn mail_to(&self, address: &str) -> MailFile {
        let folder = MailFolder::new(self.folder.join("mails"));
        eventually("a mail arrives", || async {
            let mails = folder.list().await.expect("mails are listed");
            mails.into_iter().find(|mail| mail.to == address)
        })
        .await
    }

    /// Rows that belong to a value, each as a line of its columns.
    pub async fn rows(&self, sql: &'static str, value: &str) -> Vec<String> {
        let rows = self.db.rows(sql, evernear_server::values![value]).await.expect("asked");
        rows.iter().map(evernear_server::store::db::Row::line).collect()
    }

    /// The mail with this subject to this address.
    pub async fn mail_about(&self, address: &str, subject: &str) -> MailFile {
        let folder = MailFolder::new(self.folder.join("mails"));
        eventually("a mail arrives", || async {
            let mails = folder.list().await.expect("mails are listed");
            mails.into_iter().find(|mail| mail.to == address && mail.subject.as_str() == subject)
        })
        .await
    }

    /// How many mails of this subject were sent.
    pub async fn count_mails(&self, subject: &str) -> usize {
        let mails = MailFolder::new(self.folder.join("mails")).list().await;
        let mails = mails.expect("mails are listed");
        mails.into_iter().filter(|mail| mail.subject.as_str() == subject).count()
    }

    /// Every table with its columns.
    pub async fn tables(&self) -> Vec<(String, Vec<String>)> {
        let db = &self.db;
        let names = match db {
            Db::Sqlite { .. } => {
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            }
            Db::Postgres { .. } => {
                "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1"
            }
        };
        let columns = match db {
            Db::Sqlite { .. } => "SELECT name FROM pragma_table_info($1)",
            Db::Postgres { .. } => {
                "SELECT CAST(column_name AS TEXT) FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1"
            }
        };
        let mut tables = Vec::new();
        for row in db.rows(names, Vec::new()).await.expect("asked") {
            let table = row.text(0).expect("a name");
            let found = db.rows(columns, vec![table.as_str().into()]).await.expect("asked");
            let found = found.iter().map(|row| row.text(0).expect("a name")).collect();
            tables.push((table, found));
        }
        tables
    }

    /// Lets PostgreSQL turn everyone away from this database, or in again.
    pub async fn database_refuses(&self, refuses: bool) {
        let url = self.config.storage.database();
        let name = url.rsplit('/').next().and_then(|name| name.split('?').next());
        let name = name.expect("an address ends in a database");
        let server = std::env::var("EVERNEAR_TEST_POSTGRES").expect("a test server");
        let mut connection = PgConnection::connect(&server).await.expect("it answers");
        let allowed = if refuses { "false" } else { "true" };
        for sql in [
            format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {allowed}"),
            format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            ),
        ] {
            connection.execute(AssertSqlSafe(sql)).await.expect("done");
        }
    }

    /// The database takes no more applications from this server.
    pub async fn takes_no_applications(&self) {
        let statements: &[&str] = match self.db {
            Db::Sqlite { .. } => &["PRAGMA query_only = ON"],
            Db::Postgres { .. } => &[
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                 'BEGIN RAISE EXCEPTION ''no'' USING ERRCODE = ''42501''; END'",
                "CREATE TRIGGER refuse BEFORE INSERT ON waitlist_entries EXECUTE FUNCTION refuse()",
            ],
        };
        for sql in statements {
            self.db.execute(sql, Vec::new()).await.expect("done");
        }
    }

    /// A profile is gone as soon as it was renamed.
    pub async fn loses_profiles_that_are_renamed(&self) {
        let statements: &[&str] = match self.db {
            Db::Sqlite { .. } => &["CREATE TRIGGER lose AFTER UPDATE OF username ON profiles BEGIN
                 DELETE FROM profiles WHERE id = new.id; END"],
            Db::Postgres { .. } => &[
                "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
                 'BEGIN DELETE FROM profiles WHERE id = new.id; RETURN NULL; END'",
                "CREATE TRIGGER lose AFTER UPDATE OF username ON profiles FOR EACH ROW EXECUTE FUNCTION lose()",
            ],
        };
        for sql in statements {
            self.db.execute(sql, Vec::new()).await.expect("done");
        }
    }

    /// What comes of something while somebody else writes and does not end.
    pub async fn while_others_write<T>(&self, something: impl Future<Output = T>) -> T {
        let url = self.config.storage.database();
        match self.db {
            Db::Sqlite { .. } => {
                let mut other = SqliteConnection::connect(&url).await.expect("it opens");
                other.execute("BEGIN IMMEDIATE").await.expect("the writer's turn");
                let came = something.await;
                other.execute("ROLLBACK").await.expect("it ends");
                came
            }
            Db::Postgres { .. } => {
                let mut other = PgConnection::connect(&url).await.expect("it answers");
                other.execute("BEGIN").await.expect("it begins");
                other.execute("SELECT 1 FROM api_sessions FOR UPDATE").await.expect("held");
                let came = something.await;
                other.execute("ROLLBACK").await.expect("it ends");
                came
            }
        }
    }

    /// A connection of its own to PostgreSQL, inside a transaction: what it locks, the server waits
    /// for until the transaction ends.
    pub async fn beside(&self) -> PgConnection {
        let url = self.config.storage.database();
        let mut other = PgConnection::connect(&url).await.expect("it answers");
        other.execute("BEGIN").await.expect("it begins");
        other
    }

    /// Waits until so many connections to PostgreSQL wait for a lock, or `ended`.
    pub async fn waits_for_locks(&self, connections: i64, ended: impl Fn() -> bool) {
        let sql = "SELECT COUNT(*) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
        eventually("it waits for a lock", || async {
            (ended() || self.number(sql).await >= connections).then_some(())
        })
        .await;
    }

    /// See [`books_hold`].
    pub async fn books_hold(&self) {
        books_hold(&self.db).await;
    }

    /// Files below the objects folder.
    pub fn objects(&self) -> Vec<PathBuf> {
        fn walk(folder: &std::path::Path, found: &mut Vec<PathBuf>) {
            let Ok(entries) = std::fs::read_dir(folder) else { return };
            for entry in entries.flatten() {
                if entry.path().is_dir() {
                    walk(&entry.path(), found);
                } else {
                    found.push(entry.path());
                }
            }
        }
        let mut found = Vec::new();
        walk(&self.folder.join("objects"), &mut found);
        found
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// What a story's server is configured with.
pub fn config(folder: PathBuf, database: String) -> Config {
    Config {
        mode: Mode::Development,
        web: WebConfig {
            listen: "127.0.0.1:0".parse().expect("an address"),
            public_url: "http://127.0.0.1".to_owned(),
            social: Vec::new(),
            trusted_proxies: Vec::new(),
            limit_factor: NonZeroU32::MIN,
            connections: ConnectionLimits::default(),
            metrics_token: Some(Secret("a token for stories".to_owned())),
        },
        storage: StorageConfig {
            data_dir: folder,
            database_url: Some(Secret(database)),
            reserve: 0,
        },
        companion: CompanionConfig::default(),
        imagery: ImageryConfig::default(),
        photos: PhotosConfig { decoder: env!("CARGO_BIN_EXE_evernear").into() },
        payments: evernear_server::config::PaymentsConfig::default(),
        beta: BetaConfig {
            approved_only: false,
            admin_hash: None,
            form_collector: None,
            enterprise_mail: "enterprise@evernear.example".parse().expect("an address"),
        },
        mail: MailConfig {
            smtp_url: None,
            smtp_authority: None,
            from: "Evernear <hello@evernear.example>".parse().expect("a sender"),
        },
        access: AccessConfig {
            secret: None,
            previous_secret: None,
            confirm_email: false,
            // As cheap as it may be: stories wait for hundreds of hashes.
            argon2: argon2::Params::new(8, 1, 1, None).expect("the least"),
            sign_out_when_hidden: true,
            google: None,
        },
        care: CareConfig { helplines: "Call 0800 000 000".to_owned() },
        auth_api: AuthApiConfig { signup: true, ..AuthApiConfig::default() },
        worker: WorkerConfig { name: "story".to_owned() },
    }
}

fn unique() -> [u8; 12] {
    let mut bytes = [0; 12];
    evernear_app::ports::Entropy::fill(
        &evernear_server::adapters::system::SystemEntropy,
        &mut bytes,
    );
    bytes
}

async fn number(db: &Db, sql: &'static str) -> i64 {
    let row = db.row(sql, Vec::new()).await.expect("asked").expect("a row");
    row.int(0).expect("a number")
}

/// What it all came to: orders, lost ones, millionths of a dollar. A server of its own may have crossed
/// midnight.
pub async fn spent_on_orders(db: &Db) -> (u32, u32, i64) {
    let store = evernear_server::store::Store::new(db.clone());
    let days = evernear_app::ports::CostStore::days(&store, 10).await.expect("read");
    days.iter().fold((0, 0, 0), |(orders, lost, micros), day| {
        (orders + day.orders, lost + day.lost, micros + day.micros)
    })
}

/// The books hold: ledger, balances, holds and payments agree for every account, by the
/// same check that `evernear ledger check` makes.
pub async fn books_hold(db: &Db) {
    let store = evernear_server::store::Store::new(db.clone());
    let found = evernear_app::ports::CreditStore::check(&store).await.expect("checked");
    assert_eq!(found, [], "accounts whose books do not agree");
}
