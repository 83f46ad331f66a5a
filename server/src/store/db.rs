//! One door to both engines. Statements use `$1`, `RETURNING` and `ON CONFLICT`, columns
//! are TEXT or BIGINT, and every time is bound by us: that subset means the same on SQLite
//! and PostgreSQL. Values and rows are typed here once, so that SQL is written once,
//! without generics.
//!
//! SQLite: write-ahead log, synchronous FULL, one writer whose transactions begin
//! IMMEDIATE, readers beside it; a writer that a full disk left inside a transaction is
//! opened anew. PostgreSQL: a connection that was left inside a
//! transaction by a cancelled `begin` is thrown away before it is used again
//! (sqlx 0.9.0, transact-rs/sqlx #4385).

use std::{collections::HashSet, str::FromStr, sync::Arc, time::Duration};

use sqlx::{
    AssertSqlSafe, Column, Connection, Executor, Postgres, Row as _, Sqlite, TypeInfo, ValueRef,
    migrate::Migrator,
    postgres::{PgArguments, PgConnectOptions, PgPool, PgPoolOptions, PgRow},
    sqlite::{
        SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
        SqliteRow, SqliteSynchronous,
    },
};

use super::batch::{
    Batched,
    postgres::{BATCHES_AT_ONCE, CONNECTION_SETTINGS, PostgresBatches},
    sqlite::SqliteBatches,
};

/// What both engines run, and what one of them alone has; in order of their numbers.
static SHARED: Migrator = sqlx::migrate!("../migrations");
static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

fn migrations(own: &'static Migrator) -> Migrator {
    Migrator::with_migrations(SHARED.iter().chain(own.iter()).cloned().collect())
}

/// How long a statement waits for the writer or a free connection.
const WAIT: Duration = Duration::from_secs(5);

/// A database: either engine.
#[derive(Clone)]
pub enum Db {
    Sqlite { writer: SqlitePool, readers: SqlitePool, group: Arc<SqliteBatches> },
    Postgres { pool: PgPool, batches: Arc<PostgresBatches> },
}

/// How a database's schema stands to this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    Current,
    /// So many migrations are still to come.
    Older {
        missing: usize,
    },
    /// A newer program was here.
    Newer,
}

/// What went wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    #[error("the database refused: {0}")]
    Sql(#[from] sqlx::Error),
    #[error("the schema cannot be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    #[error("a row cannot be understood: {0}")]
    Row(String),
    #[error("the account is gone")]
    AccountGone,
    /// What ended a commit that took others along.
    #[error(transparent)]
    Batch(Arc<DbError>),
}

impl DbError {
    /// What the engine said, if it was the engine.
    fn said(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Sql(error) => Some(error),
            Self::Batch(error) => error.said(),
            Self::Migrate(_) | Self::Row(_) | Self::AccountGone => None,
        }
    }

    /// Whether this table is not there (PostgreSQL 42P01).
    pub fn table_missing(&self, table: &str) -> bool {
        let Some(sqlx::Error::Database(error)) = self.said() else { return false };
        let missing = error.code().as_deref() == Some("42P01")
            || error.message().starts_with("no such table");
        missing && error.message().contains(table)
    }

    /// Whether writing is not allowed (PostgreSQL 42501, SQLite READONLY with its variants).
    pub fn not_allowed(&self) -> bool {
        let Some(sqlx::Error::Database(error)) = self.said() else { return false };
        let code = error.code().unwrap_or_default();
        code == "42501" || code.parse::<i64>().is_ok_and(|code| code < 10_000 && code & 0xff == 8)
    }

    /// Whether others held the database, or the row, for longer than we wait.
    pub fn busy(&self) -> bool {
        match self.said() {
            Some(sqlx::Error::PoolTimedOut) => true,
            Some(sqlx::Error::Database(error)) => {
                matches!(error.code().as_deref(), Some("5" | "261" | "517" | "55P03" | "40P01"))
            }
            _ => false,
        }
    }

    /// Whether what a row was to belong to is not there any more. Which of its keys was violated,
    /// SQLite does not say; rows belong to accounts, or to rows that go with their account.
    pub fn owner_gone(&self) -> bool {
        match self {
            Self::AccountGone => true,
            Self::Batch(error) => error.owner_gone(),
            _ => matches!(
                self.said(),
                Some(sqlx::Error::Database(error)) if error.is_foreign_key_violation()
            ),
        }
    }

    /// Whether a unique index of this name (or, on SQLite, on this column) was violated.
    pub fn violates(&self, index: &str, column: &str) -> bool {
        let Some(sqlx::Error::Database(error)) = self.said() else { return false };
        error.is_unique_violation()
            && (error.constraint() == Some(index) || error.message().contains(column))
    }
}

/// A value to bind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(Option<String>),
    Int(Option<i64>),
}

impl Value {
    /// The type of its column on PostgreSQL.
    pub(super) fn postgres_type(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Int(_) => "bigint",
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(Some(number))
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Int(Some(i64::from(number)))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Int(number)
    }
}

impl From<evernear_app::domain::moment::Moment> for Value {
    fn from(moment: evernear_app::domain::moment::Moment) -> Self {
        Self::Int(Some(moment.0))
    }
}

/// Values to bind, in order; anything that has an id's text goes by `id.to_string()`.
#[macro_export]
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::db::Value::from($value)),*] };
}

/// A row: columns in the order of the statement.
#[derive(Debug)]
pub struct Row(Vec<Value>);

impl Row {
    /// As it is; nothing where there is no such column.
    pub fn value(&self, column: usize) -> Option<&Value> {
        self.0.get(column)
    }

    /// Takes its last column off.
    pub(super) fn take_last(&mut self) -> Option<Value> {
        self.0.pop()
    }

    pub fn text(&self, column: usize) -> Result<String, DbError> {
        self.maybe_text(column)?.ok_or_else(|| DbError::Row(format!("column {column} is empty")))
    }

    pub fn maybe_text(&self, column: usize) -> Result<Option<String>, DbError> {
        match self.0.get(column) {
            Some(Value::Text(text)) => Ok(text.clone()),
            Some(Value::Int(None)) => Ok(None),
            _ => Err(DbError::Row(format!("column {column} is no text"))),
        }
    }

    pub fn int(&self, column: usize) -> Result<i64, DbError> {
        self.maybe_int(column)?.ok_or_else(|| DbError::Row(format!("column {column} is empty")))
    }

    /// Its columns in a line, for people and tests.
    pub fn line(&self) -> String {
        let columns = self.0.iter().map(|value| match value {
            Value::Text(text) => text.clone().unwrap_or_default(),
            Value::Int(number) => number.map(|number| number.to_string()).unwrap_or_default(),
        });
        columns.collect::<Vec<_>>().join(" ")
    }

    pub fn maybe_int(&self, column: usize) -> Result<Option<i64>, DbError> {
        match self.0.get(column) {
            Some(Value::Int(number)) => Ok(*number),
            Some(Value::Text(None)) => Ok(None),
            _ => Err(DbError::Row(format!("column {column} is no number"))),
        }
    }
}

/// A transaction; dropped without commit it never happened.
pub enum Tx {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(sqlx::Transaction<'static, Postgres>),
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
            // A full disk makes SQLite roll back by itself, which sqlx does not notice.
            .before_acquire(|connection, _| {
                Box::pin(async move { Ok(!connection.is_in_transaction()) })
            })
            .connect_with(options.clone())
            .await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .acquire_timeout(WAIT)
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
        let done = self.rows("SELECT version FROM _sqlx_migrations WHERE success", Vec::new());
        let done = match done.await {
            Ok(rows) => rows.iter().map(|row| row.int(0)).collect::<Result<HashSet<_>, _>>()?,
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

    /// Runs one writing statement that returns rows.
    pub async fn returning(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, DbError> {
        match self {
            Self::Sqlite { writer, .. } => {
                sqlite(sql, values).fetch_all(writer).await?.iter().map(sqlite_row).collect()
            }
            Self::Postgres { pool, .. } => {
                postgres(sql, values).fetch_all(pool).await?.iter().map(postgres_row).collect()
            }
        }
    }

    /// Runs it in a batch; the rows in which it says what came of it. None
    /// when it came to nothing, and then nothing has changed.
    pub async fn run_batched(
        &self,
        batched: &'static Batched,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, DbError> {
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
            Self::Postgres { .. } => self.returning(sql, values).await,
        }
    }

    /// Reads rows by a statement that was put together from constants; what people typed
    /// is bound like everywhere. PostgreSQL plans it each time for what is bound: a plan that
    /// it keeps for all searches takes every word for a rare one.
    pub(super) async fn built(&self, sql: String, values: Vec<Value>) -> Result<Vec<Row>, DbError> {
        let sql = AssertSqlSafe(sql);
        match self {
            Self::Sqlite { readers, .. } => {
                let query = values.into_iter().fold(sqlx::query(sql), bind_sqlite);
                query.fetch_all(readers).await?.iter().map(sqlite_row).collect()
            }
            Self::Postgres { pool, .. } => {
                let query = sqlx::query(sql).persistent(false);
                let query = values.into_iter().fold(query, bind_postgres);
                query.fetch_all(pool).await?.iter().map(postgres_row).collect()
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

impl Tx {
    /// Runs a statement; how many rows it touched.
    pub async fn execute(&mut self, sql: &'static str, values: Vec<Value>) -> Result<u64, DbError> {
        Ok(match self {
            Self::Sqlite(tx) => sqlite(sql, values).execute(&mut **tx).await?.rows_affected(),
            Self::Postgres(tx) => postgres(sql, values).execute(&mut **tx).await?.rows_affected(),
        })
    }

    /// Runs a statement that returns at most one row.
    pub async fn row(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<Row>, DbError> {
        match self {
            Self::Sqlite(tx) => sqlite(sql, values)
                .fetch_optional(&mut **tx)
                .await?
                .as_ref()
                .map(sqlite_row)
                .transpose(),
            Self::Postgres(tx) => postgres(sql, values)
                .fetch_optional(&mut **tx)
                .await?
                .as_ref()
                .map(postgres_row)
                .transpose(),
        }
    }

    /// Runs a statement that returns rows.
    pub async fn rows(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, DbError> {
        match self {
            Self::Sqlite(tx) => {
                sqlite(sql, values).fetch_all(&mut **tx).await?.iter().map(sqlite_row).collect()
            }
            Self::Postgres(tx) => {
                postgres(sql, values).fetch_all(&mut **tx).await?.iter().map(postgres_row).collect()
            }
        }
    }

    pub async fn commit(self) -> Result<(), DbError> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
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

pub(super) type SqliteQuery = sqlx::query::Query<'static, Sqlite, SqliteArguments>;
type PostgresQuery = sqlx::query::Query<'static, Postgres, PgArguments>;

pub(super) fn sqlite(sql: &'static str, values: Vec<Value>) -> SqliteQuery {
    values.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), bind_sqlite)
}

fn postgres(sql: &'static str, values: Vec<Value>) -> PostgresQuery {
    values.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), bind_postgres)
}

fn bind_sqlite(query: SqliteQuery, value: Value) -> SqliteQuery {
    match value {
        Value::Text(text) => query.bind(text),
        Value::Int(number) => query.bind(number),
    }
}

fn bind_postgres(query: PostgresQuery, value: Value) -> PostgresQuery {
    match value {
        Value::Text(text) => query.bind(text),
        Value::Int(number) => query.bind(number),
    }
}

pub(super) fn sqlite_row(row: &SqliteRow) -> Result<Row, DbError> {
    let column = |index: usize| {
        let raw = row.try_get_raw(index)?;
        Ok(if raw.is_null() {
            Value::Text(None)
        } else if raw.type_info().name() == "INTEGER" {
            Value::Int(Some(row.try_get(index)?))
        } else {
            Value::Text(Some(row.try_get(index)?))
        })
    };
    (0..row.len()).map(column).collect::<Result<_, DbError>>().map(Row)
}

pub(super) fn postgres_row(row: &PgRow) -> Result<Row, DbError> {
    let column = |index: usize| {
        Ok(match row.column(index).type_info().name() {
            "INT8" => Value::Int(row.try_get(index)?),
            "INT4" => Value::Int(row.try_get::<Option<i32>, _>(index)?.map(i64::from)),
            _ => Value::Text(row.try_get(index)?),
        })
    };
    (0..row.len()).map(column).collect::<Result<_, DbError>>().map(Row)
}
