//! Mailboxes: what arrived and was not read yet.

use std::{collections::HashSet, path::PathBuf};

use evernear_server::adapters::mail_folder::MailFolder;

use super::{World, eventually};

/// Reads each mail once.
pub struct Mailbox {
    folder: PathBuf,
    read: HashSet<String>,
}

/// A link of the token API with its code.
pub struct ProgramMail {
    /// Path and query of the link on this site.
    pub link: String,
    /// What the link carries as its token.
    pub token: String,
    pub code: String,
}

impl Mailbox {
    pub fn of(world: &World) -> Self {
        Self { folder: world.folder.join("mails"), read: HashSet::new() }
    }

    /// The next mail to this address whose text has this in it.
    pub async fn next(&mut self, to: &str, sign: &str) -> String {
        let folder = MailFolder::new(self.folder.clone());
        let read = &self.read;
        let (id, text) = eventually(sign, || async {
            let mails = folder.list().await.expect("mails are listed");
            let mut new = mails.into_iter().filter(|mail| !read.contains(&mail.id.to_string()));
            let found = new.find(|mail| mail.to == to && mail.text.contains(sign))?;
            Some((found.id.to_string(), found.text))
        })
        .await;
        self.read.insert(id);
        text
    }

    /// The same, taken apart; `kind` is the link's type.
    pub async fn letter(&mut self, to: &str, kind: &str) -> ProgramMail {
        let text = self.next(to, &format!("type={kind}")).await;
        let link = text.split_whitespace().find(|word| word.contains("?token="));
        let link = link.expect("a link").strip_prefix("http://127.0.0.1").expect("of this site");
        let (_, token) = link.split_once("token=").expect("a token");
        let token = token.split('&').next().expect("a token").to_owned();
        ProgramMail { link: link.to_owned(), token, code: six_digits(&text) }
    }
}

/// The code in a mail.
pub fn six_digits(text: &str) -> String {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
    let code =
        words.filter(|word| word.len() == 6).find(|word| word.bytes().all(|b| b.is_ascii_digit()));
    code.expect("a code").to_owned()
}
