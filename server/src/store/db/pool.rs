//! SQLite: write-ahead log, synchronous FULL, one writer whose transactions begin
//! IMMEDIATE, readers beside it; a writer that a full disk left inside a transaction is
//! opened anew. PostgreSQL: a connection that was left inside a
//! transaction by a cancelled `begin` is thrown away before it is used again
//! (sqlx 0.9.0, transact-rs/sqlx #4385).

use std::{collections::HashSet, str::FromStr, sync::Arc, time::Duration};

use sqlx::{
    AssertSqlSafe, Connection, Executor, Row as _,
    postgres::{PgConnectOptions, PgPool, PgPoolOptions},
    sqlite::{
        SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
    },
};

use crate::store::{
    batch::{
        Batched, NamedValues,
        postgres::{BATCHES_AT_ONCE, CONNECTION_SETTINGS, PostgresBatches},
        sqlite::SqliteBatches,
    },
    db::{
        dialects::Dialects,
        error::DbError,
        migrations::{POSTGRES, SQLITE, Schema, migrations},
        tx::Tx,
        value::{
            BatchRow, Record, Row, Value, bind_postgres, bind_sqlite, from_postgres, from_sqlite,
            postgres, postgres_row, sqlite, sqlite_row,
        },
    },
};

/// How many connections read SQLite at once: as many as cores. With fewer than four a short read would wait for long
/// ones, and each has a thread and a cache of its own.
fn readers() -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    u32::try_from(cores).unwrap_or(u32::MAX).clamp(4, 16)
}

/// How long a statement waits for the writer or a free connection.
const WAIT: Duration = Duration::from_secs(5);

/// A database: either engine.
#[derive(Clone)]
pub enum Db {
    Sqlite { writer: SqlitePool, readers: SqlitePool, group: Arc<SqliteBatches> },
    Postgres { pool: PgPool, batches: Arc<PostgresBatches> },
}

impl Db {
    /// Opens `postgres://…`, or `sqlite://path` (made when missing).
    pub async fn open(url: &str) -> Result<Self, DbError> {
        Self::open_or_make(url, true).await
    }

    /// Opens what is there, and makes nothing.
    pub async fn open_existing(url: &str) -> Result<Self, DbError> {
        Self::open_or_make(url, false).await
    }

    async fn open_or_make(url: &str, make: bool) -> Result<Self, DbError> {
        if url.starts_with("postgres") {
            let options = PgConnectOptions::from_str(url)?;
            let pool = postgres_pool(16).connect_with(options.clone()).await?;
            let connections = postgres_pool(BATCHES_AT_ONCE)
                .connect_lazy_with(options.options(CONNECTION_SETTINGS));
            let batches = Arc::new(PostgresBatches::new(connections, pool.clone()));
            return Ok(Self::Postgres { pool, batches });
        }
        let options = SqliteConnectOptions::from_str(url)?
            .create_if_missing(make)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            // What is deleted is not left in free pages of the file.
            .pragma("secure_delete", "ON")
            .busy_timeout(WAIT);
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(WAIT)
            // Each is asked when it is given back; once more would be another way to its thread and back.
            .test_before_acquire(false)
            // A full disk makes SQLite roll back by itself, which sqlx does not notice.
            .before_acquire(|connection, _| {
                Box::pin(async move { Ok(!connection.is_in_transaction()) })
            })
            .connect_with(options.clone())
            .await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(readers())
            .acquire_timeout(WAIT)
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        Ok(Self::Sqlite { writer, readers, group: Arc::default() })
    }

    /// The engine's name, for people.
    pub fn engine(&self) -> &'static str {
        match self {
            Self::Sqlite { .. } => "SQLite",
            Self::Postgres { .. } => "PostgreSQL",
        }
    }

    /// The text of a statement that has one for each engine.
    pub(in crate::store) fn dialect(&self, sql: Dialects) -> &'static str {
        match self {
            Self::Sqlite { .. } => sql.sqlite,
            Self::Postgres { .. } => sql.postgres,
        }
    }

    /// Whether it is the embedded engine, for statements that are put together.
    pub(in crate::store) fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite { .. })
    }

    /// Brings the schema up to date.
    pub async fn migrate(&self) -> Result<(), DbError> {
        match self {
            Self::Sqlite { writer, .. } => migrations(&SQLITE).run(writer).await?,
            Self::Postgres { pool, .. } => migrations(&POSTGRES).run(pool).await?,
        }
        Ok(())
    }

    /// How its schema stands to this program, found out by reading alone.
    pub async fn schema(&self) -> Result<Schema, DbError> {
        let own = match self {
            Self::Sqlite { .. } => migrations(&SQLITE),
            Self::Postgres { .. } => migrations(&POSTGRES),
        };
        let done = self.list("SELECT version FROM _sqlx_migrations WHERE success", Vec::new());
        let done = match done.await {
            Ok(rows) => rows.into_iter().map(|(version,): (i64,)| version).collect::<HashSet<_>>(),
            Err(error) if error.table_missing("_sqlx_migrations") => HashSet::new(),
            Err(error) => return Err(error),
        };
        let wanted: HashSet<i64> = own.iter().map(|migration| migration.version).collect();
        Ok(if !done.is_subset(&wanted) {
            Schema::Newer
        } else if done.len() < wanted.len() {
            Schema::Older { missing: wanted.len() - done.len() }
        } else {
            Schema::Current
        })
    }

    /// Begins a transaction that may write.
    pub async fn begin(&self) -> Result<Tx, DbError> {
        Ok(match self {
            Self::Sqlite { writer, .. } => Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres { pool, .. } => Tx::Postgres(pool.begin().await?),
        })
    }

    /// Runs one writing statement as a transaction of its own; how many rows it touched.
    pub async fn execute(&self, sql: &'static str, values: Vec<Value>) -> Result<u64, DbError> {
        Ok(match self {
            Self::Sqlite { writer, .. } => {
                sqlite(sql, values).execute(writer).await?.rows_affected()
            }
            Self::Postgres { pool, .. } => {
                postgres(sql, values).execute(pool).await?.rows_affected()
            }
        })
    }

    /// Runs it in a batch; the rows in which it says what came of it. None
    /// when it failed, and then nothing has changed.
    pub async fn run_batched(
        &self,
        batched: &'static Batched,
        values: NamedValues,
    ) -> Result<Vec<BatchRow>, DbError> {
        match self {
            Self::Sqlite { writer, group, .. } => group.run(writer, batched, values).await,
            Self::Postgres { batches, .. } => batches.run(batched, values).await,
        }
    }

    /// Reads rows.
    pub async fn rows(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, DbError> {
        match self {
            Self::Sqlite { readers, .. } => {
                sqlite(sql, values).fetch_all(readers).await?.iter().map(sqlite_row).collect()
            }
            Self::Postgres { pool, .. } => {
                postgres(sql, values).fetch_all(pool).await?.iter().map(postgres_row).collect()
            }
        }
    }

    /// Reads records.
    pub async fn list<T: Record>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<T>, DbError> {
        match self {
            Self::Sqlite { readers, .. } => {
                sqlite(sql, values).fetch_all(readers).await?.iter().map(from_sqlite).collect()
            }
            Self::Postgres { pool, .. } => {
                postgres(sql, values).fetch_all(pool).await?.iter().map(from_postgres).collect()
            }
        }
    }

    /// Reads at most one record.
    pub async fn find<T: Record>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<T>, DbError> {
        Ok(self.list(sql, values).await?.into_iter().next())
    }

    /// Runs one writing statement that returns records.
    pub async fn write_returning<T: Record>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<T>, DbError> {
        match self {
            Self::Sqlite { writer, .. } => {
                sqlite(sql, values).fetch_all(writer).await?.iter().map(from_sqlite).collect()
            }
            Self::Postgres { pool, .. } => {
                postgres(sql, values).fetch_all(pool).await?.iter().map(from_postgres).collect()
            }
        }
    }

    /// Reads rows by a statement that was put together from constants; what people typed
    /// is bound like everywhere. PostgreSQL plans it each time for what is bound: a plan that
    /// it keeps for all searches takes every word for a rare one.
    pub(in crate::store) async fn built<T: Record>(
        &self,
        sql: String,
        values: Vec<Value>,
    ) -> Result<Vec<T>, DbError> {
        let sql = AssertSqlSafe(sql);
        match self {
            Self::Sqlite { readers, .. } => {
                let query = values.into_iter().fold(sqlx::query(sql), bind_sqlite);
                query.fetch_all(readers).await?.iter().map(from_sqlite).collect()
            }
            Self::Postgres { pool, .. } => {
                let query = sqlx::query(sql).persistent(false);
                let query = values.into_iter().fold(query, bind_postgres);
                query.fetch_all(pool).await?.iter().map(from_postgres).collect()
            }
        }
    }

    /// Reads at most one row.
    pub async fn row(&self, sql: &'static str, values: Vec<Value>) -> Result<Option<Row>, DbError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Takes what was deleted out of the log as well, where the engine is ours.
    pub async fn scrub(&self) -> Result<(), DbError> {
        if let Self::Sqlite { writer, .. } = self {
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(writer).await?;
        }
        Ok(())
    }

    /// Lets everything under way end and closes.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { writer, readers, .. } => {
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres { pool, batches } => {
                batches.close().await;
                pool.close().await;
            }
        }
    }
}

fn postgres_pool(most: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(most)
        .acquire_timeout(WAIT)
        // The question below shows as well whether the connection still lives.
        .test_before_acquire(false)
        .before_acquire(|connection, _| {
            Box::pin(async move {
                let row = connection.fetch_one("SELECT now() = statement_timestamp()").await?;
                row.try_get::<bool, _>(0)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::Db;

    /// Otherwise each statement with `LIMIT $1` is prepared anew whenever it is run (`.cargo/config.toml`).
    #[tokio::test]
    async fn sqlite_plans_a_statement_once_whatever_is_bound() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("options.sqlite").display());
        let db = Db::open(&url).await.expect("opened");
        let sql = "SELECT compile_options FROM pragma_compile_options";
        let options: Vec<(String,)> = db.list(sql, Vec::new()).await.expect("options");
        assert!(options.iter().any(|(option,)| option == "ENABLE_QPSG"), "{options:?}");
    }
}
