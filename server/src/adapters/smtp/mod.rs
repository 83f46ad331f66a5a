//! Mail over SMTP, by lettre. Encrypted unless the server is on this machine (`config`
//! refuses anything else), and only with a server whose certificate comes from a public
//! authority or the configured one. Connections are kept for the next mail.

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
    transport::smtp::{
        AsyncSmtpTransportBuilder, Error,
        client::{Certificate, Tls, TlsParameters},
    },
};
use url::Url;

/// How long the server may take for one command.
const PATIENCE: Duration = Duration::from_secs(30);

/// Answers that speak of this mail or its recipient for good. Everything else, a refused
/// password included, may be mended by whoever runs the servers.
const HOPELESS: [u16; 6] = [501, 550, 551, 552, 553, 554];

/// Why there is no mail server to speak to.
#[derive(Debug, thiserror::Error)]
pub enum SmtpProblem {
    #[error("{0}")]
    Server(#[from] Error),
    #[error("EVERNEAR_SMTP_AUTHORITY cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    #[error("EVERNEAR_SMTP_AUTHORITY has no certificate in it.")]
    NoCertificate,
}

/// A mail server that takes our mails.
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Smtp {
    /// `url` as lettre reads it: `smtps://user:password@host`, or
    /// `smtp://user:password@host:587?tls=required`. `authority` is a PEM file with
    /// certificates, or its text: who may vouch for the server besides the public ones.
    pub fn new(url: &str, from: Mailbox, authority: Option<&str>) -> Result<Self, SmtpProblem> {
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?;
        if let Some(authority) = authority {
            transport = trusting(transport, url, authority)?;
        }
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
        if let Some(address) = &mail.unsubscribe {
            message = message.header(Unsubscribe(address.clone())).header(UnsubscribePost);
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

/// The same server, believed when `authority` vouches for it.
fn trusting(
    transport: AsyncSmtpTransportBuilder,
    url: &str,
    authority: &str,
) -> Result<AsyncSmtpTransportBuilder, SmtpProblem> {
    let pem = if authority.contains("-----BEGIN") {
        authority.to_owned()
    } else {
        std::fs::read_to_string(authority)?
    };
    // Parsing is the library's (`rustls-pki-types`), which takes a text without any certificate.
    if !pem.contains("-----BEGIN CERTIFICATE-----") {
        return Err(SmtpProblem::NoCertificate);
    }
    let url = Url::parse(url).ok();
    let Some(host) = url.as_ref().and_then(Url::host_str) else { return Ok(transport) };
    let parameters = TlsParameters::builder(host.to_owned())
        .add_root_certificate(Certificate::from_pem(pem.as_bytes())?)
        .build()?;
    let at_once = url.as_ref().is_some_and(|url| url.scheme() == "smtps");
    let required = url.iter().flat_map(Url::query_pairs).any(|pair| pair.1 == "required");
    Ok(match (at_once, required) {
        (true, _) => transport.tls(Tls::Wrapper(parameters)),
        (false, true) => transport.tls(Tls::Required(parameters)),
        (false, false) => transport,
    })
}

/// The server's own words may name the recipient, so the log gets the code alone.
fn judged(error: &Error) -> MailError {
    let code = error.status().map(u16::from);
    match code {
        Some(code) if HOPELESS.contains(&code) => {
            MailError::Refused(format!("the server answers {code}"))
        }
        Some(code) => MailError::Later(format!("the server answers {code}")),
        None => MailError::Later(match refused_certificate(error) {
            Some(why) => format!("the server's certificate is not accepted: {why}"),
            None if error.is_tls() => "the connection cannot be secured".to_owned(),
            None if error.is_timeout() => "the server takes too long".to_owned(),
            None => "the server cannot be reached or understood".to_owned(),
        }),
    }
}

/// What is wrong with the certificate that the server showed, if that is it. lettre hands
/// it on as trouble with the connection.
fn refused_certificate(error: &Error) -> Option<String> {
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        if let Some(rustls::Error::InvalidCertificate(why)) =
            inner.and_then(|inner| inner.downcast_ref::<rustls::Error>())
        {
            return Some(why.to_string());
        }
        source = error.source();
    }
    None
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

/// RFC 2369: where mails of this kind are stopped.
#[derive(Clone)]
struct Unsubscribe(String);

impl Header for Unsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.trim_start_matches('<').trim_end_matches('>').to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), format!("<{}>", self.0))
    }
}

/// RFC 8058: by one request, which a mail program sends.
#[derive(Clone)]
struct UnsubscribePost;

impl Header for UnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

#[cfg(test)]
mod tests;
