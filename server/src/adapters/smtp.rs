//! Mail over SMTP, by lettre. Encrypted unless the server is on this machine (`config`
//! refuses anything else). Connections are kept for the next mail.

use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use evernear_app::{
    domain::mail::Mail,
    ports::{MailError, Mailer},
};
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox, MultiPart,
        header::{Header, HeaderName, HeaderValue},
    },
    transport::smtp::Error,
};

/// How long the server may take for one command.
const PATIENCE: Duration = Duration::from_secs(30);

/// Answers that speak of this mail or its recipient for good. Everything else, a refused
/// password included, may be mended by whoever runs the servers.
const HOPELESS: [u16; 6] = [501, 550, 551, 552, 553, 554];

/// A mail server that takes our mails.
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Smtp {
    /// `url` as lettre reads it: `smtps://user:password@host`, or
    /// `smtp://user:password@host:587?tls=required`.
    pub fn new(url: &str, from: Mailbox) -> Result<Self, Error> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?;
        Ok(Self { transport: transport.timeout(Some(PATIENCE)).build(), from })
    }

    /// Whether the server lets us in.
    pub async fn test(&self) -> Result<bool, Error> {
        self.transport.test_connection().await
    }

    fn message(&self, mail: &Mail) -> Result<Message, String> {
        let to: Mailbox = address(mail.to.as_str())?;
        let at = SystemTime::UNIX_EPOCH
            + Duration::from_millis(u64::try_from(mail.at.0).unwrap_or_default());
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(mail.subject.as_str())
            .date(at)
            // The same however often it is sent: mail programs show it once.
            .message_id(Some(format!("<{}@{}>", mail.id, self.from.email.domain())))
            .header(AutoSubmitted);
        if let Some(reply_to) = &mail.reply_to {
            message = message.reply_to(address(reply_to.as_str())?);
        }
        let body = MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone());
        message.multipart(body).map_err(|error| error.to_string())
    }
}

#[async_trait]
impl Mailer for Smtp {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let message = self.message(mail).map_err(MailError::Refused)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) => Err(judged(&error)),
        }
    }
}

fn address(email: &str) -> Result<Mailbox, String> {
    email.parse().map_err(|_| "the address cannot be written to".to_owned())
}

/// The server's own words may name the recipient, so the log gets the code alone.
fn judged(error: &Error) -> MailError {
    let code = error.status().map(u16::from);
    match code {
        Some(code) if HOPELESS.contains(&code) => {
            MailError::Refused(format!("the server answers {code}"))
        }
        Some(code) => MailError::Later(format!("the server answers {code}")),
        None if error.is_tls() => MailError::Later("the connection cannot be secured".to_owned()),
        None if error.is_timeout() => MailError::Later("the server takes too long".to_owned()),
        None => MailError::Later("the server cannot be reached or understood".to_owned()),
    }
}

/// RFC 3834: nobody's holiday notice answers us.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

#[cfg(test)]
mod tests;
