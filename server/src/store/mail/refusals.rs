//! Mails that a person wants no more.

use async_trait::async_trait;
use evernear_app::{
    domain::{id::AccountId, timestamp::Timestamp},
    ports::{OptionalMailStore, StoreError},
};

use crate::{store::Store, values};

#[async_trait]
impl OptionalMailStore for Store {
    async fn refuses_mail(&self, account: AccountId, kind: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM mail_refusals WHERE account_id = $1 AND kind = $2";
        Ok(self.db.row(sql, values![account.to_string(), kind]).await?.is_some())
    }

    async fn refuse_mail(
        &self,
        account: AccountId,
        kind: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO mail_refusals (account_id, kind, refused_at) VALUES ($1, $2, $3)
                   ON CONFLICT (account_id, kind) DO NOTHING";
        self.db.execute(sql, values![account.to_string(), kind, at]).await?;
        Ok(())
    }

    async fn allow_mail(&self, account: AccountId, kind: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM mail_refusals WHERE account_id = $1 AND kind = $2";
        self.db.execute(sql, values![account.to_string(), kind]).await?;
        Ok(())
    }
}
