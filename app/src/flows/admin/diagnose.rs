//! The debug console's tests. Each text goes by what the database itself answered.

use super::unlock::audit;
use crate::{
    domain::{
        admin::{Admin, Audit},
        id::WaitlistId,
        waitlist::{Application, Entry, EntryType},
    },
    ports::{AppliedWith, ApplyError, CountError, Ports, StoreError},
};

/// What can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    Connection,
    Count,
    Insert,
}

impl Test {
    pub const ALL: [Self; 3] = [Self::Connection, Self::Count, Self::Insert];

    /// Its name in a form.
    pub fn name(self) -> &'static str {
        match self {
            Self::Connection => "connection",
            Self::Count => "count",
            Self::Insert => "insert",
        }
    }
}

/// Why a test failed.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error("Table \"waitlist_entries\" does not exist!")]
    TableMissing(#[source] StoreError),
    #[error("Connection failed")]
    Unreachable(#[source] StoreError),
    #[error("Insert failed")]
    Refused(#[source] StoreError),
    #[error("Unknown error")]
    Unknown(#[source] StoreError),
}

/// Runs one of the tests; what it found, in a sentence.
pub async fn diagnose(ports: &Ports, admin: &Admin, test: Test) -> Result<String, Trouble> {
    let engine = ports.diagnosis.connection().await.map_err(Trouble::Unreachable)?;
    match test {
        Test::Connection => Ok(format!("Connected to {engine}.")),
        Test::Count => {
            let count = ports.diagnosis.count_entries().await.map_err(|error| match error {
                CountError::TableMissing(error) => Trouble::TableMissing(error),
                CountError::Store(error) => Trouble::Unknown(error),
            })?;
            let entries = if count == 1 { "entry" } else { "entries" };
            Ok(format!("The table \"waitlist_entries\" has {count} {entries}."))
        }
        Test::Insert => insert(ports, admin).await,
    }
}

async fn insert(ports: &Ports, admin: &Admin) -> Result<String, Trouble> {
    let (at, parts) = ports.id_parts();
    let id = WaitlistId::new(at, &parts);
    let email = format!("test-{id}@evernear.example");
    let application = Application::parse("Test entry", &email, "Inserted by the debug console");
    let application = application.map_err(|error| Trouble::Unknown(StoreError::new(error)))?;
    let entry = Entry { id, application, kind: EntryType::Test, at };
    let line = Audit { subject: id.to_string(), ..audit(ports, admin, "debug.inserted") };
    ports.waitlist.apply(&entry, AppliedWith::Audit(&line)).await.map_err(|error| match error {
        ApplyError::NotReady(error) => Trouble::TableMissing(error),
        ApplyError::NotAllowed(error) | ApplyError::Store(error) => Trouble::Refused(error),
        ApplyError::Duplicate => Trouble::Refused(StoreError::new("the address is there already")),
    })?;
    Ok(format!("A test entry was inserted: {email}."))
}
