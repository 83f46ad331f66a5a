//! Databases for stories, on both engines: each has its own. The schema is made once for a run and
//! copied, because the migrations take longer than most stories.

use std::path::Path;

use evernear_server::store::Db;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::sync::OnceCell;

use super::unique;

/// Which database a story runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// The address of a new database without a schema.
    pub async fn empty_database(self, folder: &Path) -> String {
        match self {
            Self::Sqlite => sqlite_url(&folder.join("evernear.sqlite")),
            Self::Postgres => create_database("template1").await,
        }
    }

    /// The address of a new database with the current schema and nothing in it.
    pub async fn fresh_database(self, folder: &Path) -> String {
        match self {
            Self::Sqlite => {
                let file = folder.join("evernear.sqlite");
                std::fs::write(&file, sqlite_template().await).expect("a database is written");
                sqlite_url(&file)
            }
            Self::Postgres => create_database(postgres_template().await).await,
        }
    }
}

/// The file of a database with the current schema.
async fn sqlite_template() -> &'static [u8] {
    static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("template.sqlite");
            migrate(&sqlite_url(&file)).await;
            assert!(!file.with_extension("sqlite-wal").exists(), "all of it is in the one file");
            std::fs::read(file).expect("a database")
        })
        .await
}

/// The name of a database with the current schema that nobody is connected to.
async fn postgres_template() -> &'static str {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let url = create_database("template1").await;
            migrate(&url).await;
            let (_, name) = url.rsplit_once('/').expect("an address ends in a database");
            name.split('?').next().expect("a name").to_owned()
        })
        .await
}

async fn migrate(url: &str) {
    let db = Db::open(url).await.expect("opened");
    db.migrate().await.expect("migrated");
    db.close().await;
}

fn sqlite_url(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

/// The address of a new database that is a copy of this one.
async fn create_database(template: &str) -> String {
    let server = std::env::var("EVERNEAR_TEST_POSTGRES")
        .expect("stories need PostgreSQL: run them by `cargo xtask test`");
    let name = format!("story_{}", hex::encode(unique()));
    let mut connection = PgConnection::connect(&server).await.expect("the test server answers");
    connection
        .execute(AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE {template}")))
        .await
        .expect("a database is made");
    let (start, _) = server.rsplit_once('/').expect("an address ends in a database");
    let query = server.split_once('?').map_or(String::new(), |(_, query)| format!("?{query}"));
    format!("{start}/{name}{query}")
}
