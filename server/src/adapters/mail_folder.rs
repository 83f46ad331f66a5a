//! Mails as files, for development and for servers without a mail account: two a mail,
//! its headers and text in one, its html in the other. Development shows them at /dev/mail.

use std::{
    fs::Metadata,
    io,
    path::PathBuf,
    time::{Duration, UNIX_EPOCH},
};

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::Email,
        id::MailId,
        mail::{Mail, Subject},
        timestamp::Timestamp,
    },
    ports::{MailError, Mailer},
};
use tokio::fs;

/// Most mails that are listed.
const LISTED: usize = 100;

/// A folder of mails.
pub struct MailFolder {
    folder: PathBuf,
}

/// A mail as it was found: what the text file begins with, and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailFile {
    pub id: MailId,
    pub to: String,
    pub subject: Subject,
    pub text: String,
}

impl MailFolder {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Newest first.
    pub async fn list(&self) -> io::Result<Vec<MailFile>> {
        let mut ids = self.ids().await?;
        // Ids sort by age.
        ids.sort_unstable_by(|one, other| other.cmp(one));
        let mut found = Vec::new();
        for id in ids.into_iter().take(LISTED) {
            found.extend(read(id, &fs::read_to_string(self.file(id, "txt")).await?));
        }
        Ok(found)
    }

    async fn ids(&self) -> io::Result<Vec<MailId>> {
        let mut ids: Vec<MailId> = Vec::new();
        let mut entries = match fs::read_dir(&self.folder).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        while let Some(entry) = entries.next_entry().await? {
            let name = entry.file_name().to_string_lossy().into_owned();
            ids.extend(name.strip_suffix(".txt").and_then(|id| id.parse::<MailId>().ok()));
        }
        Ok(ids)
    }

    /// The html of a mail.
    pub async fn html(&self, id: MailId) -> io::Result<String> {
        fs::read_to_string(self.file(id, "html")).await
    }

    async fn remove(&self, to: &str) -> io::Result<()> {
        for id in self.ids().await? {
            // Another account is deleted at the same time, or the sweep came by.
            let Some(text) = if_there(fs::read_to_string(self.file(id, "txt")).await)? else {
                continue;
            };
            if read(id, &text).is_none_or(|mail| mail.to == to) || mentions(&text, to) {
                if_there(fs::remove_file(self.file(id, "txt")).await)?;
                if_there(fs::remove_file(self.file(id, "html")).await)?;
            }
        }
        Ok(())
    }

    /// Files of mails from before; also what a crash left of one.
    async fn remove_older(&self, than: Timestamp) -> io::Result<()> {
        let mut entries = match fs::read_dir(&self.folder).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        while let Some(entry) = entries.next_entry().await? {
            let path = entry.path();
            let ours = path.file_stem().and_then(|id| id.to_str()?.parse::<MailId>().ok());
            let metadata = match entry.metadata().await {
                // One that is being written has its name by now, or somebody has removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                metadata => metadata?,
            };
            if ours.is_some() && written(&metadata) < than {
                if_there(fs::remove_file(path).await)?;
            }
        }
        Ok(())
    }

    fn file(&self, id: MailId, ending: &str) -> PathBuf {
        self.folder.join(format!("{id}.{ending}"))
    }

    async fn write(&self, mail: &Mail) -> io::Result<()> {
        fs::create_dir_all(&self.folder).await?;
        fs::write(self.file(mail.id, "html"), &mail.html).await?;
        // Found by its text, which is there whole or not at all.
        let half = self.file(mail.id, "part");
        fs::write(&half, headed(mail)).await?;
        // Their age is counted by the clock of the mail, as everything is.
        let at = UNIX_EPOCH + Duration::from_millis(u64::try_from(mail.at.0).unwrap_or(0));
        for file in [&half, &self.file(mail.id, "html")] {
            let file = fs::OpenOptions::new().write(true).open(file).await?;
            file.into_std().await.set_modified(at)?;
        }
        fs::rename(half, self.file(mail.id, "txt")).await
    }
}

#[async_trait]
impl Mailer for MailFolder {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        self.write(mail).await.map_err(|error| MailError::Later(error.to_string()))
    }

    async fn forget(&self, to: &Email) -> Result<(), MailError> {
        self.remove(to.as_str()).await.map_err(|error| MailError::Later(error.to_string()))
    }

    async fn forget_older(&self, than: Timestamp) -> Result<(), MailError> {
        self.remove_older(than).await.map_err(|error| MailError::Later(error.to_string()))
    }
}

/// What was done with a file, or nothing where it is gone by now.
fn if_there<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        done => done.map(Some),
    }
}

/// Whether a text names this address, and not only a longer one that it is a part of.
fn mentions(text: &str, address: &str) -> bool {
    let is_part = |sign: char| sign.is_alphanumeric() || "_+-".contains(sign);
    text.match_indices(address).any(|(at, _)| {
        let mut after = text[at + address.len()..].chars();
        let before = text[..at].chars().next_back();
        let goes_on = match after.next() {
            // A sentence may end with it.
            Some('.') => after.next().is_some_and(is_part),
            next => next.is_some_and(is_part),
        };
        !goes_on && !before.is_some_and(|sign| sign == '.' || is_part(sign))
    })
}

/// The time of a file's mail; now, where nobody knows, so that it stays.
fn written(file: &Metadata) -> Timestamp {
    let since = file.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    Timestamp(since.and_then(|since| i64::try_from(since.as_millis()).ok()).unwrap_or(i64::MAX))
}

fn headed(mail: &Mail) -> String {
    let reply_to = mail.reply_to.as_ref().map_or(String::new(), |to| format!("Reply-To: {to}\n"));
    let unsubscribe = mail.unsubscribe.as_ref();
    let unsubscribe = unsubscribe.map_or(String::new(), |to| format!("List-Unsubscribe: <{to}>\n"));
    let (to, subject, text) = (&mail.to, mail.subject.as_str(), &mail.text);
    format!("To: {to}\nSubject: {subject}\n{reply_to}{unsubscribe}\n{text}")
}

fn read(id: MailId, file: &str) -> Option<MailFile> {
    let (headers, text) = file.split_once("\n\n")?;
    let header = |name: &str| headers.lines().find_map(|line| line.strip_prefix(name));
    Some(MailFile {
        id,
        to: header("To: ")?.to_owned(),
        subject: Subject::new(header("Subject: ")?),
        text: text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_mentioned_alone_or_not_at_all() {
        let address = "nan@example.com";
        for text in [
            "to nan@example.com.",
            "<nan@example.com>",
            "'nan@example.com'",
            "?email=nan@example.com",
        ] {
            assert!(mentions(text, address), "{text}");
        }
        for text in [
            "anan@example.com",
            "the.nan@example.com",
            "nan@example.com.au",
            "nan@example.community",
            "nan@example.co",
        ] {
            assert!(!mentions(text, address), "{text}");
        }
    }
}
