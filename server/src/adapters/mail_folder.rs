//! Mails as files, for development and for servers without a mail account: two a mail,
//! its headers and text in one, its html in the other. Development shows them at /dev/mail.

use std::{fs::Metadata, io, path::PathBuf, time::UNIX_EPOCH};

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
pub struct Found {
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
    pub async fn list(&self) -> io::Result<Vec<Found>> {
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
            let text = fs::read_to_string(self.file(id, "txt")).await?;
            if read(id, &text).is_none_or(|found| found.to == to || text.contains(to)) {
                fs::remove_file(self.file(id, "txt")).await?;
                fs::remove_file(self.file(id, "html")).await?;
            }
        }
        Ok(())
    }

    /// Files of mails that were last written before; also what a crash left of one.
    async fn remove_older(&self, than: Timestamp) -> io::Result<()> {
        let mut entries = match fs::read_dir(&self.folder).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        while let Some(entry) = entries.next_entry().await? {
            let path = entry.path();
            let ours = path.file_stem().and_then(|id| id.to_str()?.parse::<MailId>().ok());
            if ours.is_some() && written(&entry.metadata().await?) < than {
                fs::remove_file(path).await?;
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

/// When a file was last written; now, where nobody knows, so that it stays.
fn written(file: &Metadata) -> Timestamp {
    let since = file.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    Timestamp(since.and_then(|since| i64::try_from(since.as_millis()).ok()).unwrap_or(i64::MAX))
}

fn headed(mail: &Mail) -> String {
    let reply_to = mail.reply_to.as_ref().map_or(String::new(), |to| format!("Reply-To: {to}\n"));
    let (to, subject, text) = (&mail.to, mail.subject.as_str(), &mail.text);
    format!("To: {to}\nSubject: {subject}\n{reply_to}\n{text}")
}

fn read(id: MailId, file: &str) -> Option<Found> {
    let (headers, text) = file.split_once("\n\n")?;
    let header = |name: &str| headers.lines().find_map(|line| line.strip_prefix(name));
    Some(Found {
        id,
        to: header("To: ")?.to_owned(),
        subject: Subject::new(header("Subject: ")?),
        text: text.to_owned(),
    })
}
