//! A transaction of either engine.

use sqlx::{Postgres, Sqlite};

use crate::store::db::{
    dialects::Dialects,
    error::DbError,
    value::{
        Record, Row, Value, from_postgres, from_sqlite, postgres, postgres_row, sqlite, sqlite_row,
    },
};

/// A transaction; dropped without commit it never happened.
pub enum Tx {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl Tx {
    /// The text of a statement that each engine needs in its own words.
    pub(in crate::store) fn dialect(&self, sql: Dialects) -> &'static str {
        match self {
            Self::Sqlite(_) => sql.sqlite,
            Self::Postgres(_) => sql.postgres,
        }
    }

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

    /// Runs a statement that returns records.
    pub async fn list<T: Record>(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<T>, DbError> {
        match self {
            Self::Sqlite(tx) => {
                sqlite(sql, values).fetch_all(&mut **tx).await?.iter().map(from_sqlite).collect()
            }
            Self::Postgres(tx) => postgres(sql, values)
                .fetch_all(&mut **tx)
                .await?
                .iter()
                .map(from_postgres)
                .collect(),
        }
    }

    /// Runs a statement that returns at most one record.
    pub async fn find<T: Record>(
        &mut self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<T>, DbError> {
        match self {
            Self::Sqlite(tx) => {
                let row = sqlite(sql, values).fetch_optional(&mut **tx).await?;
                row.as_ref().map(from_sqlite).transpose()
            }
            Self::Postgres(tx) => {
                let row = postgres(sql, values).fetch_optional(&mut **tx).await?;
                row.as_ref().map(from_postgres).transpose()
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
