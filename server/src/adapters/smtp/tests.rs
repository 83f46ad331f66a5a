//! Against a server on this machine that speaks SMTP (RFC 5321) and says what it is told.

use evernear_app::domain::{id::MailId, mail::Subject, timestamp::Timestamp};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    task::JoinHandle,
};

use super::*;

/// Takes one mail and answers `RCPT TO` with this line; everything it heard.
async fn server(recipient: &'static str) -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("smtp://{}", listener.local_addr().expect("bound"));
    let heard = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("someone comes");
        let (reader, mut writer) = stream.into_split();
        let mut lines = BufReader::new(reader).lines();
        let mut heard = String::new();
        let mut in_data = false;
        writer.write_all(b"220 test\r\n").await.expect("greeted");
        while let Ok(Some(line)) = lines.next_line().await {
            let command = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
            let answer = match command.as_str() {
                _ if in_data && line == "." => {
                    in_data = false;
                    "250 taken"
                }
                _ if in_data => "",
                "EHLO" => "250-test\r\n250 8BITMIME",
                "RCPT" => recipient,
                "DATA" => {
                    in_data = true;
                    "354 go on"
                }
                "QUIT" => "221 bye",
                _ => "250 ok",
            };
            heard.push_str(&line);
            heard.push('\n');
            if !answer.is_empty()
                && writer.write_all(format!("{answer}\r\n").as_bytes()).await.is_err()
            {
                break;
            }
        }
        heard
    });
    (url, heard)
}

fn mail() -> Mail {
    Mail {
        id: MailId::new(Timestamp(1_795_219_200_000), &[7; 10]),
        purpose: "test".to_owned(),
        to: "nana@example.com".parse().expect("an address"),
        reply_to: Some("company@example.com".parse().expect("an address")),
        subject: Subject::new("Café\r\nBcc: everyone@example.com"),
        text: "Hello\n.\nNana".to_owned(),
        html: "<p>Hello</p>".to_owned(),
        unsubscribe: None,
        at: Timestamp(1_795_219_200_000),
    }
}

fn smtp(url: &str) -> Smtp {
    Smtp::new(url, "Evernear <hello@evernear.example>".parse().expect("a sender"), None)
        .expect("a server")
}

#[tokio::test]
async fn a_mail_arrives_whole_and_with_no_header_that_a_person_wrote() {
    let (url, heard) = server("250 ok").await;
    let us = smtp(&url);
    us.send(&mail()).await.expect("taken");
    drop(us);
    let heard = heard.await.expect("what it heard");
    for line in [
        "MAIL FROM:<hello@evernear.example>",
        "RCPT TO:<nana@example.com>",
        "From: Evernear <hello@evernear.example>",
        "Reply-To: company@example.com",
        "Auto-Submitted: auto-generated",
        "Content-Type: multipart/alternative;",
        "..",
    ] {
        assert!(heard.lines().any(|one| one.trim().starts_with(line)), "{line}: {heard}");
    }
    assert!(!heard.lines().any(|line| line.starts_with("Bcc:")), "{heard}");
    assert!(heard.contains(&format!("Message-ID: <{}@evernear.example>", mail().id)), "{heard}");
}

#[tokio::test]
async fn a_mailbox_that_is_not_there_is_given_up_and_a_busy_one_is_tried_again() {
    let (url, _) = server("550 5.1.1 nana@example.com is unknown").await;
    let refused = smtp(&url).send(&mail()).await;
    let Err(MailError::Refused(why)) = refused else { panic!("{refused:?}") };
    assert_eq!(why, "the server answers 550", "the log does not learn the address");
    let (url, _) = server("451 later").await;
    assert!(matches!(smtp(&url).send(&mail()).await, Err(MailError::Later(_))));
}

#[tokio::test]
async fn nothing_is_said_to_a_server_that_does_not_encrypt_when_it_must() {
    let (url, heard) = server("250 ok").await;
    let us = smtp(&format!("{url}?tls=required"));
    assert!(matches!(us.send(&mail()).await, Err(MailError::Later(_))));
    drop(us);
    let heard = heard.await.expect("what it heard");
    assert!(!heard.contains("MAIL FROM") && !heard.contains("nana"), "{heard}");
}

#[tokio::test]
async fn a_server_that_is_away_means_later() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("smtp://{}", listener.local_addr().expect("bound"));
    drop(listener);
    assert!(matches!(smtp(&url).send(&mail()).await, Err(MailError::Later(_))));
}
