//! Words that were not sent yet: one row an account and place.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        id::AccountId,
        timestamp::Timestamp,
        unsent_words::{MAX_KEPT_FORMS, UnsentForm},
    },
    ports::{StoreError, UnsentStore},
};

use crate::{store::Store, values};

#[async_trait]
impl UnsentStore for Store {
    async fn keep(
        &self,
        account: AccountId,
        place: UnsentForm,
        sealed: &str,
        at: Timestamp,
        expires: Timestamp,
    ) -> Result<bool, StoreError> {
        // From the account's row: an account that is being deleted keeps nothing.
        let sql = "INSERT INTO unsent_words (account_id, place, sealed, created_at, expires_at)
                   SELECT id, $2, $3, $4, $5 FROM accounts WHERE id = $1 AND
                   (SELECT COUNT(*) FROM unsent_words WHERE account_id = $1 AND place <> $2) < $6
                   ON CONFLICT (account_id, place) DO UPDATE SET sealed = excluded.sealed,
                   created_at = excluded.created_at, expires_at = excluded.expires_at";
        let place = place.to_string();
        let values = values![account.to_string(), place, sealed, at, expires, MAX_KEPT_FORMS];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    async fn find(
        &self,
        account: AccountId,
        place: UnsentForm,
        now: Timestamp,
    ) -> Result<Option<String>, StoreError> {
        let sql = "SELECT sealed FROM unsent_words
                   WHERE account_id = $1 AND place = $2 AND expires_at > $3";
        let values = values![account.to_string(), place.to_string(), now];
        let found: Option<(String,)> = self.db.find(sql, values).await?;
        Ok(found.map(|(sealed,)| sealed))
    }

    async fn find_all(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Vec<(UnsentForm, String)>, StoreError> {
        let sql = "SELECT place, sealed FROM unsent_words
                   WHERE account_id = $1 AND expires_at > $2 ORDER BY place";
        let found: Vec<(String, String)> =
            self.db.list(sql, values![account.to_string(), now]).await?;
        // A place of an older version is none any more.
        let known =
            found.into_iter().filter_map(|(place, sealed)| Some((place.parse().ok()?, sealed)));
        Ok(known.collect())
    }

    async fn forget(&self, account: AccountId, place: UnsentForm) -> Result<(), StoreError> {
        // Asked by a read first: there is seldom anything, and on SQLite even a deletion of
        // nothing takes the writer.
        let sql = "SELECT 1 FROM unsent_words WHERE account_id = $1 AND place = $2";
        let (owner, place) = (account.to_string(), place.to_string());
        if self.db.row(sql, values![owner.as_str(), place.as_str()]).await?.is_some() {
            let sql = "DELETE FROM unsent_words WHERE account_id = $1 AND place = $2";
            self.db.execute(sql, values![owner, place]).await?;
        }
        Ok(())
    }

    async fn forget_expired_words(&self, now: Timestamp) -> Result<(), StoreError> {
        self.db.execute("DELETE FROM unsent_words WHERE expires_at <= $1", values![now]).await?;
        Ok(())
    }
}
