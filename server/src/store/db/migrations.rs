//! The schema's migrations: what both engines run, and what one of them alone has, in order of
//! their numbers.

use sqlx::migrate::Migrator;

/// What both engines run, and what one of them alone has; in order of their numbers.
static SHARED: Migrator = sqlx::migrate!("../migrations");

pub(in crate::store) static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");

pub(in crate::store) static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

pub(in crate::store) fn migrations(own: &'static Migrator) -> Migrator {
    Migrator::with_migrations(SHARED.iter().chain(own.iter()).cloned().collect())
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
