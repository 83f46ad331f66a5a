//! Mails through a real mail server: encrypted, or not at all.

use std::time::Duration;

use evernear_app::{
    domain::{
        id::MailId,
        mail::{Mail, Subject},
        timestamp::Timestamp,
    },
    ports::{MailError, Mailer},
};
use evernear_server::{adapters::smtp::Smtp, config::MailConfig, doctor::look};
use reqwest::StatusCode;

use crate::{
    creation::outcome_mails::leaves,
    harness::{
        Engine, Person, World, config, eventually,
        mail_server::{MailServer, Way},
    },
};

crate::both_engines![
    a_mail_and_our_password_are_said_encrypted_alone,
    a_mail_waits_while_nobody_vouches_for_the_server,
    mail_programs_are_told_how_a_mail_is_stopped,
];

const FORM: [(&str, &str); 2] = [("name", "Nana"), ("email", "nana@example.com")];

async fn world(engine: Engine, mail: MailConfig) -> World {
    let folder = tempfile::tempdir().expect("a folder").keep();
    let url = engine.fresh_database(&folder).await;
    World::configured(evernear_server::config::Config { mail, ..config(folder, url) }).await
}

async fn applies(world: &World) {
    let answer = Person::visitor(&world.base).submit("/register", &FORM).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
}

async fn a_mail_and_our_password_are_said_encrypted_alone(engine: Engine) {
    for way in [Way::AtOnce, Way::StartTls] {
        let server = MailServer::open(way, "127.0.0.1").await;
        let world = world(engine, server.config(true)).await;
        applies(&world).await;
        world.mails_are_out().await;
        let heard = server.heard();
        for words in [
            "AUTH PLAIN AGV2ZXJuZWFyAGxhbXBsaWdodA==",
            "MAIL FROM:<hello@evernear.example>",
            "RCPT TO:<nana@example.com>",
            "Subject: We have your application",
        ] {
            assert!(heard.secured.contains(words), "{way:?}: {words}: {}", heard.secured);
        }
        let plain = heard.plain.lines().map(|line| line.split(' ').next().unwrap_or_default());
        let expected: &[&str] = if way == Way::StartTls { &["EHLO", "STARTTLS"] } else { &[] };
        assert_eq!(plain.collect::<Vec<_>>(), expected, "{way:?}");
    }
}

async fn a_mail_waits_while_nobody_vouches_for_the_server(engine: Engine) {
    for way in [Way::AtOnce, Way::StartTls] {
        let server = MailServer::open(way, "127.0.0.1").await;
        let mut world = world(engine, server.config(false)).await;
        applies(&world).await;
        eventually("it is put off", || async {
            let later = "SELECT COUNT(*) FROM mails WHERE lease_owner IS NULL AND attempt = 1";
            (world.number(later).await == 1).then_some(())
        })
        .await;
        let heard = server.heard();
        assert_eq!(heard.secured, "", "{way:?}: nothing is said to a stranger");
        assert!(!heard.plain.contains("AUTH") && !heard.plain.contains("nana"), "{}", heard.plain);
        // The operator learns what is wrong, and mends it.
        let found = look(world.config()).await;
        let (_, told, _) = found.iter().find(|(_, _, wrong)| *wrong).expect("something is wrong");
        assert!(told.contains("certificate"), "{told}");
        world.restart_with(|config| config.mail = server.config(true)).await;
        world.clock.forward(Duration::from_secs(15));
        world.mails_are_out().await;
        assert!(server.heard().secured.contains("RCPT TO:<nana@example.com>"), "{way:?}");
    }
}

async fn mail_programs_are_told_how_a_mail_is_stopped(engine: Engine) {
    let server = MailServer::open(Way::AtOnce, "127.0.0.1").await;
    let world = world(engine, server.config(true)).await;
    let thandi = Person::member(&world, "thandi").await;
    leaves(&world, &thandi).await;
    world.clock.forward(Duration::from_secs(61));
    world.mails_are_out().await;
    let heard = server.heard().secured;
    let ready = heard.split("Subject: ").find(|mail| mail.starts_with("Your memory is ready"));
    let ready = ready.unwrap_or_else(|| panic!("no such mail: {heard}"));
    assert!(heard.contains("List-Unsubscribe: <http"), "{ready}");
    assert!(heard.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{ready}");
}

#[tokio::test]
async fn what_is_wrong_with_a_certificate_is_said_in_words() {
    let mail = Mail {
        id: MailId::new(Timestamp(1_795_219_200_000), &[7; 10]),
        purpose: "test".to_owned(),
        to: "nana@example.com".parse().expect("an address"),
        reply_to: None,
        subject: Subject::new("Hello"),
        text: "Hello".to_owned(),
        html: "<p>Hello</p>".to_owned(),
        unsubscribe: None,
        at: Timestamp(1_795_219_200_000),
    };
    for (name, trusted, words) in
        [("127.0.0.1", false, "UnknownIssuer"), ("mail.example", true, "mail.example")]
    {
        let server = MailServer::open(Way::AtOnce, name).await;
        let MailConfig { smtp_url, smtp_authority, from } = server.config(trusted);
        let url = smtp_url.expect("its address").0;
        let smtp = Smtp::new(&url, from, smtp_authority.as_deref()).expect("a server");
        let refused = smtp.send(&mail).await;
        let Err(MailError::Later(why)) = refused else { panic!("{name}: {refused:?}") };
        assert!(
            why.starts_with("the server's certificate is not accepted") && why.contains(words),
            "{why}"
        );
    }
    for (authority, words) in
        [("/nowhere.pem", "cannot be read"), ("-----BEGIN NOTHING-----", "no certificate")]
    {
        let from = "hello@evernear.example".parse().expect("a sender");
        let problem = Smtp::new("smtps://mail.example", from, Some(authority)).err();
        assert!(problem.expect(authority).to_string().contains(words), "{authority}");
    }
}
