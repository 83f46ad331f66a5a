//! How mail leaves.

use lettre::{AsyncSmtpTransport, Tokio1Executor, message::Mailbox};
use url::Url;

use super::{
    ConfigProblem, Secret,
    environment::{Environment, problem},
    variables as vars,
};

/// How mail leaves.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// The mail server; without, mails are files in the data folder.
    pub smtp_url: Option<Secret>,
    /// A PEM file with certificates, or its text, that may vouch for the mail server besides the
    /// public authorities.
    pub smtp_authority: Option<String>,
    /// The sender.
    pub from: Mailbox,
}

impl MailConfig {
    pub(super) fn read(env: &Environment<'_>) -> Result<Self, ConfigProblem> {
        let smtp_url = env.secret(&vars::SMTP_URL);
        if let Some(Secret(url)) = &smtp_url {
            // What is wrong is not repeated: the address has a password in it.
            let read = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
            if read.is_err() || !(encrypted(url) || local(url)) {
                return problem(
                    "EVERNEAR_SMTP_URL needs the form smtps://user:password@host, or smtp://user:password@host:587?tls=required; only a server on this machine may do without encryption.",
                );
            }
        }
        let needs = "an address, such as Evernear <hello@evernear.example>";
        Ok(Self {
            smtp_url,
            smtp_authority: env.given(&vars::SMTP_AUTHORITY),
            from: env.parsed(&vars::MAIL_FROM, needs)?,
        })
    }

    /// The name of the mail server, without user and password.
    pub fn host(&self) -> Option<String> {
        let url = Url::parse(&self.smtp_url.as_ref()?.0).ok()?;
        url.host_str().map(str::to_owned)
    }
}

fn encrypted(url: &str) -> bool {
    let asked = url.split_once('?').map_or("", |(_, query)| query);
    url.starts_with("smtps://") || asked.split('&').any(|pair| pair == "tls=required")
}

fn local(url: &str) -> bool {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let host = rest.split(['/', '?']).next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|own| {
        host.strip_prefix(own).is_some_and(|port| port.is_empty() || port.starts_with(':'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> Result<MailConfig, ConfigProblem> {
        let get = |name: &str| (name == "EVERNEAR_SMTP_URL").then(|| url.to_owned());
        MailConfig::read(&Environment(&get))
    }

    #[test]
    fn mail_leaves_encrypted_or_not_at_all() {
        for url in [
            "smtps://u:hunter2@mail.example",
            "smtp://u:hunter2@mail.example:587?tls=required",
            "smtp://127.0.0.1:1025",
            "smtp://localhost",
        ] {
            read(url).expect(url);
        }
        for url in [
            "smtp://u:hunter2@mail.example",
            "smtp://u:hunter2@mail.example?tls=opportunistic",
            "smtp://localhost.example",
            "smtp://localhost@mail.example",
            "https://u:hunter2@mail.example",
        ] {
            let problem = read(url).expect_err(url).0;
            assert!(
                problem.contains("EVERNEAR_SMTP_URL") && !problem.contains("hunter2"),
                "{problem}"
            );
        }
    }
}
