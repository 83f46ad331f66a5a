//! Values and rows, typed here once for both engines, so that SQL is written once.

use sqlx::{
    AssertSqlSafe, Column, FromRow, Postgres, Row as _, Sqlite, TypeInfo, ValueRef,
    postgres::{PgArguments, PgRow},
    sqlite::{SqliteArguments, SqliteRow},
};

use crate::store::db::error::DbError;

/// A value to bind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(Option<String>),
    Int(Option<i64>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// PostgreSQL takes no NUL: it becomes the sign for what cannot be shown, on both engines.
impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Text(None), Into::into)
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

impl From<evernear_app::domain::timestamp::Timestamp> for Value {
    fn from(at: evernear_app::domain::timestamp::Timestamp) -> Self {
        Self::Int(Some(at.0))
    }
}

/// Values to bind, in order; anything that has an id's text goes by `id.to_string()`.
#[macro_export]
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::db::Value::from($value)),*] };
}

/// What is read from a row by the names of its columns, on both engines: derive
/// [`sqlx::FromRow`], or a tuple for what a statement works out.
pub trait Record:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> Record for T where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

pub fn from_sqlite<T: Record>(row: &SqliteRow) -> Result<T, DbError> {
    Ok(T::from_row(row)?)
}

pub fn from_postgres<T: Record>(row: &PgRow) -> Result<T, DbError> {
    Ok(T::from_row(row)?)
}

/// A row of a batch, whose reader is somebody else than its sender.
#[derive(Debug)]
pub enum BatchRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl BatchRow {
    pub fn read<T: Record>(&self) -> Result<T, DbError> {
        match self {
            Self::Sqlite(row) => from_sqlite(row),
            Self::Postgres(row) => from_postgres(row),
        }
    }
}

/// A row whose columns are not known beforehand, in the order of the statement: for exports, and for
/// tests.
#[derive(Debug)]
pub struct Row(Vec<Value>);

impl Row {
    /// As it is; nothing where there is no such column.
    pub fn value(&self, column: usize) -> Option<&Value> {
        self.0.get(column)
    }

    pub fn text(&self, column: usize) -> Result<String, DbError> {
        match self.0.get(column) {
            Some(Value::Text(Some(text))) => Ok(text.clone()),
            _ => Err(DbError::Row(format!("column {column} is no text"))),
        }
    }

    pub fn int(&self, column: usize) -> Result<i64, DbError> {
        match self.0.get(column) {
            Some(Value::Int(Some(number))) => Ok(*number),
            _ => Err(DbError::Row(format!("column {column} is no number"))),
        }
    }

    /// Its columns in a line, for people and tests.
    pub fn line(&self) -> String {
        let columns = self.0.iter().map(|value| match value {
            Value::Text(text) => text.clone().unwrap_or_default(),
            Value::Int(number) => number.map(|number| number.to_string()).unwrap_or_default(),
        });
        columns.collect::<Vec<_>>().join(" ")
    }
}

pub(in crate::store) type SqliteQuery = sqlx::query::Query<'static, Sqlite, SqliteArguments>;

type PostgresQuery = sqlx::query::Query<'static, Postgres, PgArguments>;

pub fn sqlite(sql: &'static str, values: Vec<Value>) -> SqliteQuery {
    values.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), bind_sqlite)
}

pub(in crate::store) fn postgres(sql: &'static str, values: Vec<Value>) -> PostgresQuery {
    values.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), bind_postgres)
}

pub(in crate::store) fn bind_sqlite(query: SqliteQuery, value: Value) -> SqliteQuery {
    match value {
        Value::Text(text) => query.bind(text),
        Value::Int(number) => query.bind(number),
    }
}

pub(in crate::store) fn bind_postgres(query: PostgresQuery, value: Value) -> PostgresQuery {
    match value {
        Value::Text(text) => query.bind(text),
        Value::Int(number) => query.bind(number),
    }
}

pub fn sqlite_row(row: &SqliteRow) -> Result<Row, DbError> {
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

pub fn postgres_row(row: &PgRow) -> Result<Row, DbError> {
    let column = |index: usize| {
        Ok(match row.column(index).type_info().name() {
            "INT8" => Value::Int(row.try_get(index)?),
            "INT4" => Value::Int(row.try_get::<Option<i32>, _>(index)?.map(i64::from)),
            _ => Value::Text(row.try_get(index)?),
        })
    };
    (0..row.len()).map(column).collect::<Result<_, DbError>>().map(Row)
}
