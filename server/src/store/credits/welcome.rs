//! Welcome credits: once for a mailbox, whatever becomes of its account.

use async_trait::async_trait;
use evernear_app::{
    domain::{credits::EntryKind, id::AccountId, timestamp::Timestamp},
    ports::{StoreError, Welcome, WelcomeStore},
};

use super::ledger::post;
use crate::{
    store::{
        Store,
        account::lock::lock_account,
        db::{DbError, Tx},
    },
    values,
};

/// Grants them, unless the account or its mailbox had them.
pub(in crate::store) async fn grant(
    tx: &mut Tx,
    account: &str,
    welcome: &Welcome,
    at: Timestamp,
) -> Result<(), DbError> {
    // Nobody else moves this account's credits from here on.
    lock_account(tx, account).await?;
    let had = "SELECT 1 FROM ledger WHERE kind = 'welcome' AND reference = $1";
    if tx.row(had, values![account]).await?.is_some() {
        return Ok(());
    }
    let sql = "INSERT INTO welcome_grants (mailbox, account_id, granted_at) VALUES ($1, $2, $3)
               ON CONFLICT (mailbox) DO NOTHING";
    if tx.execute(sql, values![welcome.mailbox.as_str(), account, at]).await? == 1 {
        let credits = i64::from(welcome.credits);
        post(tx, welcome.entry, account, EntryKind::Welcome, credits, account, at).await?;
    }
    Ok(())
}

#[async_trait]
impl WelcomeStore for Store {
    async fn welcomed(&self, account: AccountId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM ledger WHERE kind = 'welcome' AND reference = $1";
        Ok(self.db.row(sql, values![account.to_string()]).await?.is_some())
    }

    async fn forget_welcomes(&self, now: Timestamp) -> Result<u64, StoreError> {
        let sql = "DELETE FROM welcome_grants WHERE forget_at <= $1";
        Ok(self.db.execute(sql, values![now]).await?)
    }
}
