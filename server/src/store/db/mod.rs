//! One door to both engines. Statements use `$1`, `RETURNING` and `ON CONFLICT`, columns
//! are TEXT or BIGINT, and every time is bound by us: that subset means the same on SQLite
//! and PostgreSQL, so that SQL is written once, without generics.

mod dialects;
mod error;
mod migrations;
mod pool;
mod tx;
mod value;

pub(super) use dialects::Dialects;
pub use error::DbError;
pub use migrations::Schema;
pub use pool::Db;
pub use tx::Tx;
pub(super) use value::sqlite;
pub use value::{BatchRow, Record, Row, Value};
