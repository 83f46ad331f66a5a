//! What goes wrong with a database.

use std::sync::Arc;

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
    #[error("the session that asks has ended, or owes a second factor")]
    SessionGone,
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
            Self::Migrate(_) | Self::Row(_) | Self::AccountGone | Self::SessionGone => None,
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

    /// Whether what a row was to belong to, or the session that asks, is not there any more. Which
    /// of its keys was violated, SQLite does not say; rows belong to accounts, or to rows that go
    /// with their account.
    pub fn owner_gone(&self) -> bool {
        match self {
            Self::AccountGone | Self::SessionGone => true,
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
