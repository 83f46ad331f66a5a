//! Mails: nobody waits for them, nobody loses one.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::mail::Mail,
    ports::{MailError, Mailer},
};
use reqwest::StatusCode;

use crate::support::{Engine, Person, World, eventually};

crate::both_engines![
    a_mail_waits_until_the_server_takes_it,
    a_mail_that_was_under_way_when_the_server_died_is_sent_by_the_next,
    in_development_mails_can_be_read_in_the_browser,
];

const FORM: [(&str, &str); 2] = [("name", "Nana"), ("email", "nana@example.com")];

/// A mail server that refuses until it is told otherwise.
#[derive(Default)]
struct Moody {
    open: Mutex<bool>,
    taken: Mutex<Vec<String>>,
    asked: Mutex<u32>,
}

#[async_trait]
impl Mailer for Moody {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        *self.asked.lock().expect("counted") += 1;
        if !*self.open.lock().expect("known") {
            return Err(MailError::Later("not today".to_owned()));
        }
        self.taken.lock().expect("kept").push(mail.subject.as_str().to_owned());
        Ok(())
    }
}

async fn a_mail_waits_until_the_server_takes_it(engine: Engine) {
    let moody = Arc::new(Moody::default());
    let mailer: Arc<dyn Mailer> = moody.clone();
    let world =
        World::open_with(engine, move |ports| evernear_app::ports::Ports { mailer, ..ports }).await;
    let answer = Person::visitor(&world.base).submit("/register", &FORM).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "nobody waits for a mail");
    eventually("it is tried", || async {
        (*moody.asked.lock().expect("counted") == 1).then_some(())
    })
    .await;
    eventually("it is put off", || async {
        let later = "SELECT COUNT(*) FROM mails WHERE lease_owner IS NULL AND attempt = 1";
        (world.number(later).await == 1).then_some(())
    })
    .await;
    *moody.open.lock().expect("changed") = true;
    world.clock.forward(Duration::from_secs(15));
    eventually("it is taken", || async {
        (world.number("SELECT COUNT(*) FROM mails").await == 0).then_some(())
    })
    .await;
    assert_eq!(*moody.taken.lock().expect("kept"), ["We have your application"]);
    assert_eq!(*moody.asked.lock().expect("counted"), 2, "once more, after a pause");
}

async fn a_mail_that_was_under_way_when_the_server_died_is_sent_by_the_next(engine: Engine) {
    let mut world = World::open(engine).await;
    let answer = Person::visitor(&world.base).submit("/register", &FORM).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    world.mail_to("nana@example.com").await;
    eventually("its row is gone", || async {
        (world.number("SELECT COUNT(*) FROM mails").await == 0).then_some(())
    })
    .await;
    // As a killed server leaves it: claimed, and not done.
    let row = "INSERT INTO mails (id, purpose, recipient, subject, body_text, body_html, created_at,
               next_at, lease_owner, lease_until, attempt)
               VALUES ('019ab000-0000-7000-8000-000000000001', 'test', 'thandi@example.com', 'Again', 'x', 'x', 0,
               0, 'story', 9000000000000000, 1)";
    world.db.execute(row, Vec::new()).await.expect("left behind");
    world.restart().await;
    assert_eq!(world.mail_to("thandi@example.com").await.subject.as_str(), "Again");
}

async fn in_development_mails_can_be_read_in_the_browser(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    assert!(visitor.page("/dev/mail").await.contains("No mail was written yet."));
    visitor.submit("/register", &FORM).await;
    let mail = world.mail_to("nana@example.com").await;
    assert!(mail.text.starts_with("Hello Nana,"), "{}", mail.text);
    let page = visitor.page("/dev/mail").await;
    assert!(
        page.contains("To nana@example.com") && page.contains("We have your application"),
        "{page}"
    );
    let html = visitor.page(&format!("/dev/mail/{}", mail.id)).await;
    assert!(html.contains("Hello Nana,") && html.contains("color-scheme"), "{html}");
    for unknown in ["/dev/mail/x", "/dev/mail/019ab000-0000-7000-8000-000000000001"] {
        assert_eq!(visitor.get(unknown).await.status(), StatusCode::NOT_FOUND, "{unknown}");
    }
}
