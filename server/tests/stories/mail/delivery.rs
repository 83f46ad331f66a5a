//! Mails: nobody waits for them, nobody loses one.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::mail::Mail,
    ports::{Clock, MailError, Mailer},
};
use reqwest::StatusCode;

use crate::harness::{Engine, Person, World, eventually, six_digits};

crate::both_engines![
    a_mail_waits_until_the_server_takes_it,
    a_mail_that_waits_shows_no_code_to_whoever_reads_the_table,
    a_mail_that_was_under_way_when_the_server_died_is_sent_by_the_next,
    in_development_mails_can_be_read_in_the_browser,
    mails_that_are_files_go_after_a_week,
];

const FORM: [(&str, &str); 2] = [("name", "Nana"), ("email", "nana@example.com")];

/// A mail server that refuses until it is told otherwise.
#[derive(Default)]
pub struct Moody {
    open: Mutex<bool>,
    taken: Mutex<Vec<Mail>>,
    asked: Mutex<u32>,
}

impl Moody {
    /// It takes what comes from now on.
    pub fn opens(&self) {
        *self.open.lock().expect("changed") = true;
    }

    /// The subjects of what it took.
    pub fn subjects(&self) -> Vec<String> {
        let taken = self.taken.lock().expect("kept");
        taken.iter().map(|mail| mail.subject.as_str().to_owned()).collect()
    }
}

#[async_trait]
impl Mailer for Moody {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        *self.asked.lock().expect("counted") += 1;
        if !*self.open.lock().expect("known") {
            return Err(MailError::Later("not today".to_owned()));
        }
        self.taken.lock().expect("kept").push(mail.clone());
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
    moody.opens();
    world.clock.forward(Duration::from_secs(15));
    eventually("it is taken", || async {
        (world.number("SELECT COUNT(*) FROM mails").await == 0).then_some(())
    })
    .await;
    let taken = moody.taken.lock().expect("kept").clone();
    assert_eq!((taken.len(), taken[0].subject.as_str()), (1, "We have your application"));
    assert_eq!(*moody.asked.lock().expect("counted"), 2, "once more, after a pause");
}

async fn a_mail_that_waits_shows_no_code_to_whoever_reads_the_table(engine: Engine) {
    let moody = Arc::new(Moody::default());
    let mailer: Arc<dyn Mailer> = moody.clone();
    let world =
        World::open_with(engine, move |ports| evernear_app::ports::Ports { mailer, ..ports }).await;
    let email = "thandi@example.com";
    let thandi = Person::member(&world, "thandi").await;
    thandi.submit("/auth/again", &[("by", "send"), ("next", "/profile")]).await;
    world.clock.forward(Duration::from_secs(61));
    Person::visitor(&world.base).submit("/auth?view=magic_link", &[("email", email)]).await;
    eventually("both wait, the second of which is queued after its answer", || async {
        (world.number("SELECT COUNT(*) FROM mails").await == 2).then_some(())
    })
    .await;
    let row = "SELECT id, purpose, recipient, reply_to, sealed FROM mails WHERE recipient = $1";
    let waiting = world.rows(row, email).await.join(" ");
    moody.opens();
    world.clock.forward(Duration::from_secs(3600));
    eventually("they are taken", || async {
        (world.number("SELECT COUNT(*) FROM mails").await == 0).then_some(())
    })
    .await;
    let taken = moody.taken.lock().expect("kept").clone();
    // A claim may have run out while the clock was moved: sent twice at worst.
    let purposes: BTreeSet<_> = taken.iter().map(|mail| mail.purpose.as_str()).collect();
    assert_eq!(
        purposes,
        ["magic_link", "reauthentication"].into(),
        "a link with a code, and a code"
    );
    for mail in taken {
        let code = six_digits(&format!("{} {}", mail.subject.as_str(), mail.text));
        assert!(!waiting.contains(&code), "{waiting}");
        for line in mail.text.lines().filter(|line| line.contains("token=")) {
            assert!(!waiting.contains(line), "{waiting}");
        }
        assert!(!waiting.contains(mail.subject.as_str()), "{waiting}");
    }
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
    let row = r#"INSERT INTO mails (id, purpose, recipient, sealed, created_at,
               next_at, lease_owner, lease_until, attempt)
               VALUES ('019ab000-0000-7000-8000-000000000001', 'test', 'thandi@example.com',
               '{"subject": "Again", "text": "x", "html": "x"}', $1,
               0, 'story', 9000000000000000, 1)"#;
    let now = evernear_server::values![world.ports.now()];
    world.db.execute(row, now).await.expect("left behind");
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

async fn mails_that_are_files_go_after_a_week(engine: Engine) {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let world = World::open(engine).await;
    let folder = world.folder.join("mails");
    let files = || {
        let entries = std::fs::read_dir(&folder).expect("listed");
        entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let sweep =
        async || evernear_app::flows::system::sweep::sweep(&world.ports).await.expect("swept");
    Person::visitor(&world.base).submit("/register", &FORM).await;
    world.mail_to("nana@example.com").await;
    let left = folder.join("0197a0a0-0000-7000-8000-000000000000.part");
    std::fs::write(left, "what a crash left").expect("written");
    std::fs::write(folder.join("notes.txt"), "somebody else's").expect("written");
    // Two days old when the other one comes.
    let now = u64::try_from(world.clock.now().0).expect("after 1970");
    let older = std::time::UNIX_EPOCH + Duration::from_millis(now) - 2 * DAY;
    for file in files() {
        let file = std::fs::File::options().write(true).open(file).expect("opened");
        file.set_modified(older).expect("older");
    }
    let form = [("name", "Thandi"), ("email", "thandi@example.com")];
    Person::visitor(&world.base).submit("/register", &form).await;
    world.mail_to("thandi@example.com").await;
    world.mails_are_out().await;
    world.clock.forward(4 * DAY);
    sweep().await;
    assert_eq!(files().len(), 6, "six days are no week: {:?}", files());
    world.clock.forward(2 * DAY);
    sweep().await;
    assert_eq!(files().len(), 3, "text and html of the newer one, and the notes: {:?}", files());
    world.mail_to("thandi@example.com").await;
}
