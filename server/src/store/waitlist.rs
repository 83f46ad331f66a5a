//! Applications and their kept counts (decision 32).

use async_trait::async_trait;
use evernear_app::{
    domain::{
        mail::Mail,
        waitlist::{Entry, mailbox},
    },
    ports::{ApplyError, WaitlistStore},
};

use super::{Store, db::DbError, mails};
use crate::values;

#[async_trait]
impl WaitlistStore for Store {
    async fn apply(&self, entry: &Entry, mail: &Mail) -> Result<(), ApplyError> {
        self.insert_entry(entry, mail).await.map_err(|error| {
            if error.violates("waitlist_entries_mailbox", "waitlist_entries.mailbox") {
                ApplyError::Duplicate
            } else if error.table_missing() {
                ApplyError::NotReady(error.into())
            } else if error.not_allowed() {
                ApplyError::NotAllowed(error.into())
            } else {
                ApplyError::Store(error.into())
            }
        })
    }
}

impl Store {
    async fn insert_entry(&self, entry: &Entry, mail: &Mail) -> Result<(), DbError> {
        let application = &entry.application;
        let mut tx = self.db.begin().await?;
        tx.execute(
            "INSERT INTO waitlist_entries (id, name, email, mailbox, reason, type, status, created_at)
             VALUES ($1, $2, $3, $4, $5, 'beta_registration', 'pending', $6)",
            values![
                entry.id.to_string(),
                application.name.as_str(),
                application.email.as_str(),
                mailbox(&application.email),
                application.reason.as_str(),
                entry.at,
            ],
        )
        .await?;
        tx.execute(
            "UPDATE waitlist_counts SET entries = entries + 1 WHERE status = 'pending'",
            Vec::new(),
        )
        .await?;
        mails::queue(&mut tx, mail).await?;
        tx.commit().await
    }
}
