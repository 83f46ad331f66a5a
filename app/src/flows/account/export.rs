//! Taking everything along: what the tables hold as JSON, and every file.

use std::time::Duration;

use super::security_history::record;
use crate::{
    domain::{
        account::event::{EventKind, Origin},
        auth::session::Member,
        media::ArchiveFile,
        rate_limit::Limit,
    },
    flows::draft::unsent_words::all_unsent,
    ports::{Ports, StoreError, TooOften},
};

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
photos/    the photos that you, and others you asked, added, as they are kept
recordings/ the recording you added, as it is kept
memories/  your pictures and films

Passwords, codes and keys are kept in a form that nobody can read, and are not in here.
";

/// Everything, as the files of an archive.
pub async fn export_account(
    ports: &Ports,
    member: &Member,
    origin: &Origin,
) -> Result<Vec<ArchiveFile>, ExportError> {
    if !member.fresh(ports.now()) {
        return Err(ExportError::Stale);
    }
    let account = &member.account;
    ports.rate_limiter.check(Limit::Export, &account.id.to_string())?;
    record(ports, account.id, EventKind::Exported, origin).await?;
    let mut files = vec![ArchiveFile::text("README.txt", ABOUT)];
    for table in ports.personal_data.rows_of(account.id).await? {
        let json = serde_json::to_vec_pretty(&table.rows).map_err(StoreError::new)?;
        files.push(ArchiveFile::text(format!("data/{}.json", table.table), json));
    }
    for (place, fields) in all_unsent(ports, account.id).await? {
        let json = serde_json::to_vec_pretty(&fields).map_err(StoreError::new)?;
        files.push(ArchiveFile::text(format!("data/unsent_words_{place}.json"), json));
    }
    let objects = ports.personal_data.objects_of(account.id).await?;
    files.extend(objects.into_iter().map(|key| ArchiveFile::object(key.as_str().to_owned(), key)));
    Ok(files)
}
