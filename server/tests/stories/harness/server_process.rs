//! The program itself, in a process of its own and configured by its environment, which stories kill
//! (SIGKILL) and start again on the same data.

use std::{path::Path, process::Stdio};

use evernear_app::ports::Clock as _;
use evernear_rules::wire::{CreationStatus, CreationView};
use evernear_server::{
    adapters::{mail_folder::MailFolder, system::SystemClock},
    store::Db,
    values,
};
use reqwest::StatusCode;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};

use super::{Engine, Person, eventually};

/// See the module.
pub struct ServerProcess {
    folder: TempDir,
    database: String,
    settings: Vec<(&'static str, String)>,
    running: Option<(Child, Lines<BufReader<ChildStdout>>)>,
    /// What is in its database.
    pub db: Db,
    pub base: String,
}

impl ServerProcess {
    /// Starts it on a new database.
    pub async fn start(engine: Engine, settings: &[(&'static str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = engine.fresh_database(folder.path()).await;
        let db = Db::open(&database).await.expect("opened");
        let settings = settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let mut server =
            Self { folder, database, settings, running: None, db, base: String::new() };
        server.starts().await;
        server
    }

    async fn starts(&mut self) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_evernear"))
            .arg("serve")
            .env_remove("EVERNEAR_MODE")
            .env("EVERNEAR_DATA_DIR", self.folder.path())
            .env("EVERNEAR_LISTEN", "127.0.0.1:0")
            .env("EVERNEAR_WORKER", "story")
            .env("EVERNEAR_LIMIT_FACTOR", "1000")
            .env("DATABASE_URL", &self.database)
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("it starts");
        let mut said = BufReader::new(child.stdout.take().expect("its words")).lines();
        let line = said.next_line().await.expect("read").expect("where it is");
        line.strip_prefix("Evernear is at ").expect("where it is").clone_into(&mut self.base);
        self.running = Some((child, said));
    }

    /// kill -9, and a new life on the same data, in which `person` goes on.
    pub async fn is_killed_and_starts(&mut self, person: &mut Person) {
        let (mut child, _) = self.running.take().expect("it runs");
        child.kill().await.expect("killed");
        self.starts().await;
        person.base.clone_from(&self.base);
    }

    /// From its next start on it has this setting, or no such setting.
    pub fn configure(&mut self, name: &'static str, value: Option<&str>) {
        self.settings.retain(|(known, _)| *known != name);
        self.settings.extend(value.map(|value| (name, value.to_owned())));
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Somebody with a new account, whose address is confirmed by the mail that came.
    pub async fn member(&self, name: &str) -> Person {
        let person = Person::visitor(&self.base);
        let email = format!("{name}@example.com");
        person.sign_up(&email, "lamplight", name).await;
        let folder = MailFolder::new(self.folder.path().join("mails"));
        let mail = eventually("a mail arrives", || async {
            let mails = folder.list().await.ok()?;
            mails.into_iter().find(|mail| mail.to == email)
        })
        .await;
        let (_, token) = mail.text.rsplit_once("token=").expect("a link with a token");
        let token = token.split(|sign: char| sign.is_whitespace() || sign == '&').next();
        let token = token.expect("a token");
        let form = [("type", "signup"), ("token", token), ("password", "lamplight")];
        let answer = person.submit("/auth/link", &form).await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{name} is confirmed");
        person
    }

    /// Time goes on until what is due later is due now.
    pub async fn time_passes(&self) {
        let now = SystemClock.now().0;
        let sql = "UPDATE creations SET next_at = $1
                   WHERE status = 'running' AND lease_until = 0 AND next_at > $1";
        self.db.execute(sql, values![now]).await.expect("hurried");
    }

    /// Waits for something while time goes on.
    pub async fn meanwhile<T>(&self, what: &str, ask: impl Fn() -> Option<T> + Send + Sync) -> T {
        let ask = &ask;
        eventually(what, || async {
            self.time_passes().await;
            ask()
        })
        .await
    }

    /// How a creation ended.
    pub async fn end_of(&self, person: &Person, id: &str) -> CreationView {
        eventually("it ends", || async {
            self.time_passes().await;
            let view = person.watches(id).await;
            (view.status != CreationStatus::Running).then_some(view)
        })
        .await
    }

    /// The lines of a creation in the ledger, in their order.
    pub async fn ledger_of(&self, id: &str) -> Vec<String> {
        let sql = "SELECT kind FROM ledger WHERE reference = $1 ORDER BY number";
        let rows = self.db.rows(sql, values![id]).await.expect("asked");
        rows.iter().map(|row| row.text(0).expect("a kind")).collect()
    }
}
