//! Taking everything along: what the tables hold as JSON, and every file.

use std::time::Duration;

use super::security_history::record;
use crate::{
    domain::{
        account::event::{EventKind, Origin},
        auth::session::Member,
        media::ObjectKey,
        rate_limit::Limit,
    },
    flows::draft::unsent_words::all_unsent,
    ports::{Ports, StoreError, TooOften},
};

/// What goes into the archive.
pub struct Export {
    /// Name and content.
    pub texts: Vec<(String, Vec<u8>)>,
    pub objects: Vec<ObjectKey>,
}

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("the last proof is too old")]
    Stale,
    #[error("asked too often")]
    TooOften(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooOften> for ExportError {
    fn from(TooOften(wait): TooOften) -> Self {
        Self::TooOften(wait)
    }
}

const ABOUT: &str = "This is everything Evernear holds of you.

data/      one file for each kind of record, as JSON; times are milliseconds since 1970 UTC
photos/    the photos you added, as they are kept
memories/  your pictures and films

Passwords, codes and keys are kept in a form that nobody can read, and are not in here.
";

/// Gathers it.
pub async fn export_account(
    ports: &Ports,
    member: &Member,
    origin: &Origin,
) -> Result<Export, ExportError> {
    if !member.fresh(ports.now()) {
        return Err(ExportError::Stale);
    }
    let account = &member.account;
    ports.rate_limiter.check(Limit::Export, &account.id.to_string())?;
    record(ports, account.id, EventKind::Exported, origin).await?;
    let mut texts = vec![("README.txt".to_owned(), ABOUT.as_bytes().to_vec())];
    for table in ports.personal_data.rows_of(account.id).await? {
        let json = serde_json::to_vec_pretty(&table.rows).map_err(StoreError::new)?;
        texts.push((format!("data/{}.json", table.table), json));
    }
    for (place, fields) in all_unsent(ports, account.id).await? {
        let json = serde_json::to_vec_pretty(&fields).map_err(StoreError::new)?;
        texts.push((format!("data/unsent_words_{place}.json"), json));
    }
    Ok(Export { texts, objects: ports.personal_data.objects_of(account.id).await? })
}
