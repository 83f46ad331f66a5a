//! Mails as people use them: they open the link, or type the code.

use evernear_app::ports::Ports;
use evernear_server::adapters::mail_folder::{MailFile, MailFolder};

use super::{Engine, World, eventually};

/// What a mail with a link or a code carries.
#[derive(Clone, Debug)]
pub struct Letter {
    pub text: String,
    /// Path and query of the link on this site; empty when there is none.
    pub link: String,
    pub code: String,
}

impl Letter {
    fn read(found: &MailFile) -> Self {
        let text = found.text.clone();
        let link = text.lines().find_map(|line| line.strip_prefix("http://127.0.0.1/"));
        let words = text.lines().filter(|line| !line.starts_with("http"));
        let words = words.collect::<Vec<_>>().join("\n");
        let code = words
            .split(|sign: char| !sign.is_ascii_digit())
            .find(|word| word.len() == 6)
            .unwrap_or_default()
            .to_owned();
        Self { link: link.map_or(String::new(), |link| format!("/{link}")), code, text }
    }

    /// What the link carries.
    pub fn token(&self) -> &str {
        let (_, query) = self.link.split_once("token=").expect("a link with a token");
        query.split('&').next().expect("a token")
    }
}

impl World {
    /// A world in which new addresses are confirmed.
    pub async fn that_confirms(engine: Engine) -> Self {
        Self::open_with(engine, |ports| {
            let mut settings = (*ports.settings).clone();
            settings.confirm_email = true;
            Ports { settings: settings.into(), ..ports }
        })
        .await
    }

    /// The mails to this address whose subject has these words, newest first.
    pub async fn letters(&self, to: &str, about: &str) -> Vec<Letter> {
        let mails = MailFolder::new(self.folder.join("mails")).list().await.expect("listed");
        mails
            .iter()
            .filter(|mail| mail.to == to && mail.subject.as_str().contains(about))
            .map(Letter::read)
            .collect()
    }

    /// The first mail of this kind; its way through the worker is awaited.
    pub async fn letter(&self, to: &str, about: &str) -> Letter {
        self.nth_letter(to, about, 1).await
    }

    /// The newest of so many mails of this kind.
    pub async fn nth_letter(&self, to: &str, about: &str, count: usize) -> Letter {
        eventually("a mail arrives", || async {
            let letters = self.letters(to, about).await;
            (letters.len() >= count).then(|| letters[0].clone())
        })
        .await
    }

    /// Every mail that was queued has been sent.
    pub async fn mails_are_out(&self) {
        self.finishes_its_work().await;
        eventually("mails are out", || async {
            (self.number("SELECT COUNT(*) FROM mails").await == 0).then_some(())
        })
        .await;
    }
}
