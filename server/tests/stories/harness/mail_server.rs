//! A mail server that encrypts (RFC 3207 and RFC 8314), with a certificate of its own making.

use std::sync::{Arc, Mutex};

use evernear_server::config::{MailConfig, Secret};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::TcpListener,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivatePkcs8KeyDer},
};

/// How a connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From its first byte.
    AtOnce,
    /// After it was asked for.
    StartTls,
}

/// What a server was told.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    pub plain: String,
    pub secured: String,
}

pub struct MailServer {
    way: Way,
    port: u16,
    /// The certificate, as PEM.
    pub certificate: String,
    heard: Arc<Mutex<Heard>>,
}

impl MailServer {
    /// Listens on this machine with a certificate for `name`.
    pub async fn open(way: Way, name: &str) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed([name.to_owned()]).expect("a certificate");
        let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der());
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("TLS 1.2 and 1.3")
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key.into())
            .expect("a key for the certificate");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        let heard: Arc<Mutex<Heard>> = Arc::default();
        let (certificate, book) = (cert.pem(), heard.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, way, acceptor.clone(), book.clone()));
            }
        });
        Self { way, port, certificate, heard }
    }

    /// How it is configured; `trusted` when its certificate is vouched for.
    pub fn config(&self, trusted: bool) -> MailConfig {
        let port = self.port;
        let url = match self.way {
            Way::AtOnce => format!("smtps://evernear:lamplight@127.0.0.1:{port}"),
            Way::StartTls => format!("smtp://evernear:lamplight@127.0.0.1:{port}?tls=required"),
        };
        MailConfig {
            smtp_url: Some(Secret(url)),
            smtp_authority: trusted.then(|| self.certificate.clone()),
            from: "Evernear <hello@evernear.example>".parse().expect("a sender"),
        }
    }

    pub fn heard(&self) -> Heard {
        self.heard.lock().expect("whole").clone()
    }
}

async fn serve(
    stream: tokio::net::TcpStream,
    way: Way,
    acceptor: TlsAcceptor,
    heard: Arc<Mutex<Heard>>,
) {
    let mut stream = stream;
    if way == Way::StartTls {
        let note = |line: &str| heard.lock().expect("whole").plain.push_str(line);
        match converse(stream, "220 test\r\n", "250-test\r\n250 STARTTLS", note).await {
            Some(left) => stream = left,
            None => return,
        }
    }
    // Whoever refuses the certificate hangs up here.
    let Ok(stream) = acceptor.accept(stream).await else { return };
    let greeting = if way == Way::AtOnce { "220 test\r\n" } else { "" };
    let note = |line: &str| heard.lock().expect("whole").secured.push_str(line);
    converse(stream, greeting, "250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN", note).await;
}

/// Speaks SMTP until the other side leaves, or wants to be encrypted: then the stream.
async fn converse<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    greeting: &str,
    able: &str,
    note: impl Fn(&str),
) -> Option<S> {
    let mut stream = BufReader::new(stream);
    stream.write_all(greeting.as_bytes()).await.ok()?;
    stream.flush().await.ok()?;
    let (mut line, mut in_data) = (String::new(), false);
    loop {
        line.clear();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        note(&line);
        let command = line.split([' ', ':', '\r']).next().unwrap_or_default().to_uppercase();
        let answer = match command.as_str() {
            _ if in_data && line == ".\r\n" => {
                in_data = false;
                "250 taken"
            }
            _ if in_data => continue,
            "EHLO" => able,
            "AUTH" => "235 welcome",
            "STARTTLS" => "220 go on",
            "DATA" => {
                in_data = true;
                "354 go on"
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
        stream.flush().await.ok()?;
        if command == "STARTTLS" {
            return Some(stream.into_inner());
        }
    }
}
