//! What is kept, in SQLite or PostgreSQL. SQL stands once: every statement runs on both
//! engines; only [`db`], [`batch`] and the search of the waitlist know which one it is. A method
//! of a store is one transaction. To add a noun: a folder here that implements its ports, a
//! migration, and a line in `compose`.

pub mod account;
mod admin;
mod auth;
mod batch;
pub mod billing;
mod creation;
pub mod credits;
pub mod db;
mod draft;
mod mail;
mod photo_request;
mod sharing;
mod support;
mod system;
mod waitlist;

pub use db::{Db, DbError, Schema};

use evernear_app::ports::StoreError;

/// All stores over one database.
#[derive(Clone)]
pub struct Store {
    db: Db,
}

impl Store {
    pub fn new(db: Db) -> Self {
        Self { db }
    }
}

impl From<DbError> for StoreError {
    fn from(error: DbError) -> Self {
        if error.owner_gone() { Self::OwnerGone } else { Self::new(error) }
    }
}

/// Credits and counts fit 32 bits; what does not is a fault of the row.
fn small(value: i64) -> Result<u32, DbError> {
    u32::try_from(value).map_err(|_| DbError::Row(format!("{value} does not fit")))
}

/// Parses a column that this program wrote itself.
fn parsed<T: std::str::FromStr>(text: &str, what: &'static str) -> Result<T, DbError> {
    text.parse().map_err(|_| DbError::Row(format!("{what} cannot be read")))
}

fn json<T: serde::Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(StoreError::new)
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, DbError> {
    serde_json::from_str(text).map_err(|error| DbError::Row(error.to_string()))
}
