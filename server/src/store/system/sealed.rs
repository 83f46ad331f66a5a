//! Everything that is sealed with the server's key, for the command that seals it anew, and
//! the keys of before. To add a column that is sealed: a line in [`SEALED`].

use evernear_app::domain::timestamp::Timestamp;

use crate::{
    store::{Store, db::DbError},
    values,
};

/// A column that holds sealed text.
struct Column {
    /// Some rows after a key: key and text.
    select: &'static str,
    /// Puts `$3` where `$2` stood.
    update: &'static str,
}

macro_rules! sealed {
    ($($table:literal . $column:literal by $key:literal),+ $(,)?) => {
        const SEALED: &[Column] = &[$(Column {
            select: concat!("SELECT ", $key, ", ", $column, " FROM ", $table, " WHERE ", $key,
                " > $1 AND ", $column, " IS NOT NULL ORDER BY 1 LIMIT 500"),
            update: concat!("UPDATE ", $table, " SET ", $column, " = $3 WHERE ", $key,
                " = $1 AND ", $column, " = $2"),
        }),+];
    };
}

sealed! {
    "mfa_factors"."secret" by "id",
    "mails"."sealed" by "id",
    "auth_flows"."provider_tokens" by "id",
    "auth_oauth_states"."verifier" by "id",
    "retired_keys"."sealed" by "id",
    "server_keys"."sealed" by "id",
    "unsent_words"."sealed" by "account_id || '/' || place",
}

impl Store {
    /// Seals anew what `again` gives another text for; how many. What changes meanwhile is
    /// left as it is: whoever wrote it has the key of today.
    pub async fn seal_anew(&self, again: impl Fn(&str) -> Option<String>) -> Result<u64, DbError> {
        let mut changed = 0;
        for Column { select, update } in SEALED {
            let mut after = String::new();
            loop {
                let rows: Vec<(String, String)> =
                    self.db.list(select, values![after.as_str()]).await?;
                if rows.is_empty() {
                    break;
                }
                for (key, old) in rows {
                    after = key;
                    if let Some(new) = again(&old) {
                        changed +=
                            self.db.execute(update, values![after.as_str(), old, new]).await?;
                    }
                }
            }
        }
        Ok(changed)
    }

    /// The keys of before, sealed.
    pub async fn retired_keys(&self) -> Result<Vec<String>, DbError> {
        let sql = "SELECT sealed FROM retired_keys ORDER BY retired_at DESC, id";
        let found: Vec<(String,)> = self.db.list(sql, Vec::new()).await?;
        Ok(found.into_iter().map(|(sealed,)| sealed).collect())
    }

    /// Keeps a key of before, once.
    pub async fn retire_key(&self, id: &str, sealed: &str, at: Timestamp) -> Result<(), DbError> {
        let sql = "INSERT INTO retired_keys (id, sealed, retired_at) VALUES ($1, $2, $3)
                   ON CONFLICT (id) DO NOTHING";
        self.db.execute(sql, values![id, sealed, at]).await?;
        Ok(())
    }
}
