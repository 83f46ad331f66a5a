//! Keys that the server keeps in its database, sealed with its own secret.

use evernear_app::ports::StoreError;

use crate::{store::Store, values};

impl Store {
    /// The sealed key of this name; `fresh` becomes it where there is none.
    pub async fn kept_key(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        let sql =
            "INSERT INTO server_keys (id, sealed) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
        self.db.execute(sql, values![name, fresh]).await?;
        let sql = "SELECT sealed FROM server_keys WHERE id = $1";
        let found: Option<(String,)> = self.db.find(sql, values![name]).await?;
        let (sealed,) = found.ok_or_else(|| StoreError::new("a key is gone after it was kept"))?;
        Ok(sealed)
    }

    /// The same key sealed anew, unless another server did it first.
    pub async fn reseal_key(&self, name: &str, from: &str, to: &str) -> Result<(), StoreError> {
        let sql = "UPDATE server_keys SET sealed = $3 WHERE id = $1 AND sealed = $2";
        self.db.execute(sql, values![name, from, to]).await?;
        Ok(())
    }
}
