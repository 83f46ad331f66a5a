//! How much one account may ask for, and what is swept because it grew old.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use evernear_app::{
    domain::{
        id::MailId,
        mail::QueuedMail,
        quota::Quota,
        rate_limit::{Limit, Rate},
        timestamp::Timestamp,
    },
    flows::system::sweep::sweep,
    ports::{CpuSpent, MailStore, PhotoFile, PhotoReadError, PhotoReader, Ports, ReadPhoto, Taken},
};
use evernear_rules::wire::{BalanceView, CreationKind};
use evernear_server::{
    adapters::governor_rate_limiter::GovernorRateLimiter,
    store::{Db, Store},
};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{
    Act, Engine, Person, Program, World,
    crowd::{START, entropy},
    eventually,
    operators::says,
    photo_bytes,
};

crate::both_engines![
    calls_of_an_account_are_counted_wherever_they_come_from,
    messages_to_the_companion_are_counted,
    beginning_and_cancelling_without_end_is_refused,
    creations_begun_at_once_are_counted,
    processor_time_for_photos_is_counted,
    a_disk_that_fills_takes_no_photos_and_keeps_people_in,
    what_grew_old_is_swept,
    pages_that_are_made_anew_are_counted,
    paths_that_nobody_knows_and_pictures_are_counted,
    calls_of_programs_are_counted_by_account,
    codes_and_links_go_before_notices,
    of_two_mails_at_once_the_earlier_one_may_come_last,
];

/// Or the clock of another server is ahead.
async fn of_two_mails_at_once_the_earlier_one_may_come_last(engine: Engine) {
    let world = World::open(engine).await;
    let quotas = &world.ports.quotas;
    for (nth, later) in [(1, 40), (2, 20), (3, 0)] {
        let at = START.after(Duration::from_millis(later));
        let taken = quotas.take(Quota::Mails, "thandi@example.com", at).await.expect("asked");
        assert_eq!(taken, Taken::Nth(nth));
    }
}

/// A world in which few calls are allowed; its limits' clock stands still.
async fn sparing(engine: Engine) -> World {
    World::open_with(engine, |ports| {
        let rate = Rate { burst: 4, again_every: Duration::from_secs(3600) };
        let rates = [(Limit::Call, rate), (Limit::CallFrom, rate)];
        let rate_limiter = GovernorRateLimiter::new(std::num::NonZeroU32::MIN, &rates);
        Ports { rate_limiter: Arc::new(rate_limiter), ..ports }
    })
    .await
}

async fn calls_of_an_account_are_counted_wherever_they_come_from(engine: Engine) {
    let world = sparing(engine).await;
    let (thandi, sipho) =
        (Person::member(&world, "thandi").await, Person::member(&world, "sipho").await);
    let phone = Person::visitor(&world.base);
    phone.sign_in("thandi@example.com", "lamplight").await;
    let balance =
        async |person: &Person| person.call::<BalanceView>("credits/balance", json!({})).await;
    for person in [&thandi, &phone, &thandi, &phone] {
        balance(person).await.expect("within the limit");
    }
    for person in [&thandi, &phone] {
        let refused = balance(person).await.expect_err("too often");
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert!(refused.problem.retry_after.is_some_and(|seconds| seconds > 3000));
        let refused = person.upload(vec![0; 9]).await.expect_err("a photo is a call");
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    }
    balance(&sipho).await.expect("somebody else");
    // Nobody in particular, by client.
    let visitor = Person::visitor(&world.base);
    for expected in [401, 401, 401, 401, 429] {
        let refused = balance(&visitor).await.expect_err("nobody");
        assert_eq!(refused.status.as_u16(), expected);
    }
    assert_eq!(visitor.get("/").await.status(), StatusCode::OK, "pages are no calls");
}

async fn messages_to_the_companion_are_counted(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let says =
        async |text: &str| thandi.call::<Value>("creator/converse", json!({ "text": text })).await;
    for _ in 0..Limit::Message.burst() {
        says("Hi").await.expect("within the limit");
    }
    let refused = says("Hi").await.expect_err("too often");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.problem.message, "That was too often. Please try again in 3 seconds.");
    world.clock.forward(Duration::from_secs(3));
    says("Hi").await.expect("after the wait");
}

async fn beginning_and_cancelling_without_end_is_refused(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    for _ in 0..Limit::Cancelled.burst() {
        let begun = thandi.begins_a_film().await;
        assert_eq!(thandi.cancels(&begun.id).await.credits, 50);
        // Cancelled twice, it counts once.
        thandi.cancels(&begun.id).await;
        let _: Value = thandi.call("creator/start_over", json!({})).await.expect("a new one");
    }
    let state = thandi.prepares(2).await;
    let key = &state.draft.key;
    let refused = thandi.begins(key, CreationKind::Video).await.expect_err("too many");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(
        refused.problem.message,
        "You cancelled several memories lately, so the next one can begin in 2 hours. Your words and photos stay here."
    );
    assert_eq!(refused.problem.retry_after, Some(7200));
    let kept = thandi.state().await;
    assert_eq!((kept.draft.photos.len(), kept.credits), (2, Some(50)), "nothing is lost");
    let sipho = Person::member(&world, "sipho").await;
    sipho.begins_a_film().await;
    world.clock.forward(Duration::from_secs(7200));
    thandi.begins(key, CreationKind::Video).await.expect("after the wait");
    world.books_hold().await;
}

async fn creations_begun_at_once_are_counted(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let words = ["credits", "grant", "thandi@example.com", "500", "a gift"];
    says(&world.ports, &words).await.expect("given");
    for _ in 0..Limit::Begun.burst() {
        thandi.begins_a_film().await;
        let _: Value = thandi.call("creator/start_over", json!({})).await.expect("a new one");
    }
    let key = thandi.prepares(2).await.draft.key;
    let refused = thandi.begins(&key, CreationKind::Video).await.expect_err("too many");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.problem.retry_after, Some(60));
    let kept = thandi.state().await;
    assert_eq!((kept.draft.photos.len(), kept.credits), (2, Some(300)), "nothing is lost");
    Person::member(&world, "sipho").await.begins_a_film().await;
    world.clock.forward(Duration::from_secs(60));
    thandi.begins(&key, CreationKind::Video).await.expect("after the wait");
    world.books_hold().await;
}

/// Reads photos and says that each took this much processor time.
struct Costly {
    inner: Arc<dyn PhotoReader>,
    cpu: Duration,
}

#[async_trait]
impl PhotoReader for Costly {
    async fn read(
        &self,
        client: &str,
        file: &dyn PhotoFile,
        spent: CpuSpent<'_>,
    ) -> Result<ReadPhoto, PhotoReadError> {
        self.inner.read(client, file, &|_| spent(self.cpu)).await
    }
}

async fn processor_time_for_photos_is_counted(engine: Engine) {
    let world = World::open_with(engine, |ports| {
        let rate = |burst| Rate { burst, again_every: Duration::from_secs(3600) };
        // In units of 50 ms: two photos of an account, and three of a client.
        let rates = [(Limit::PhotoCpu, rate(3)), (Limit::PhotoCpuFrom, rate(5))];
        let rate_limiter = GovernorRateLimiter::new(std::num::NonZeroU32::MIN, &rates);
        let cpu = Duration::from_millis(120);
        let reader = Arc::new(Costly { inner: ports.reader.clone(), cpu });
        Ports { rate_limiter: Arc::new(rate_limiter), reader, ..ports }
    })
    .await;
    let photo = || photo_bytes("older-woman-glasses-cap.jpg");
    let (thandi, sipho) =
        (Person::member(&world, "thandi").await, Person::member(&world, "sipho").await);
    for _ in 0..2 {
        thandi.upload(photo()).await.expect("within the limit");
    }
    let refused = thandi.upload(photo()).await.expect_err("the account's time is used up");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.problem.retry_after.is_some_and(|seconds| seconds > 3000));
    sipho.upload(photo()).await.expect("somebody else");
    let refused = sipho.upload(photo()).await.expect_err("the client's time is used up");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let elsewhere = Person::at(&world.base, 9);
    elsewhere.sign_in("sipho@example.com", "lamplight").await;
    elsewhere.upload(photo()).await.expect("from another client");
    assert_eq!(thandi.state().await.draft.photos.len(), 2, "nothing is lost");
}

/// The database stands on the same disk: nobody could sign in any more once it were full.
async fn a_disk_that_fills_takes_no_photos_and_keeps_people_in(engine: Engine) {
    let mut world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let key = thandi.prepares(2).await.draft.key;
    world.restart_with(|config| config.storage.reserve = u64::MAX).await;
    let thandi = Person::visitor(&world.base);
    let entered = thandi.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(entered.status(), StatusCode::SEE_OTHER);
    let refused = [
        thandi.upload(photo_bytes("older-woman-glasses-cap.jpg")).await.expect_err("no room"),
        thandi.begins(&key, CreationKind::Video).await.expect_err("no room"),
    ];
    for refused in refused {
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(refused.problem.message.contains("Nothing is lost"), "{}", refused.problem.message);
        assert_eq!(refused.problem.retry_after, Some(30));
    }
    let kept = thandi.state().await;
    assert_eq!((kept.draft.photos.len(), kept.credits), (2, Some(50)), "nothing is lost");
    // What anybody can have stored without an account: no application, no message of a company.
    let visitor = Person::visitor(&world.base);
    let application = [("name", "Nana"), ("email", "nana@example.com")];
    let message = [
        ("name", "Nana"),
        ("email", "nana@example.com"),
        ("company", "Acme"),
        ("employees", "1-10"),
        ("message", "We care for 20 families."),
    ];
    for (path, form) in [("/register", &application[..]), ("/contact", &message[..])] {
        let refused = visitor.submit(path, form).await;
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(refused.headers()["retry-after"], "30", "{path}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM mails").await, 0);
    assert_eq!(visitor.get("/health/ready").await.status(), StatusCode::OK);
    world.restart_with(|config| config.storage.reserve = 0).await;
    let thandi = Person::visitor(&world.base);
    thandi.sign_in("thandi@example.com", "lamplight").await;
    thandi.begins(&key, CreationKind::Video).await.expect("with room again");
}

async fn what_grew_old_is_swept(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let program = Program::of(&world.base);
    let session = program.sign_in("thandi@example.com").await.ok();
    let program = program.with(&session.text("access_token"));
    let factor = program.post("/factors", json!({ "factor_type": "totp" })).await.ok();
    let challenge = format!("/factors/{}/challenge", factor.text("id"));
    program.post(&challenge, json!({})).await.ok();
    let challenges = "SELECT COUNT(*) FROM mfa_challenges";
    let events = "SELECT COUNT(*) FROM security_events";
    let kept = world.number(events).await;
    assert!(kept >= 2, "signing up and in");
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.number(challenges).await, 1, "it can still be answered");
    world.clock.forward(Duration::from_secs(301));
    eventually("the challenge goes", || async {
        sweep(&world.ports).await.expect("swept");
        (world.number(challenges).await == 0).then_some(())
    })
    .await;
    assert_eq!(world.number(events).await, kept, "the history stays for a year");
    world.clock.forward(Duration::from_secs(365 * 24 * 3600));
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.number(events).await, 0);
}

async fn pages_that_are_made_anew_are_counted(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let mut made = 0;
    while visitor.get("/about?again").await.status() == StatusCode::OK {
        made += 1;
        assert!(made < 400, "without end");
    }
    assert!(made >= 300, "{made}");
    let refused = visitor.get("/about?again").await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(visitor.get("/about").await.status(), StatusCode::OK, "made once for everybody");
    world.clock.forward(Duration::from_secs(1));
    assert_eq!(visitor.get("/about?again").await.status(), StatusCode::OK, "after a while");
}

/// An invitation that a browser shows is looked at with a page, and not with each request.
async fn paths_that_nobody_knows_and_pictures_are_counted(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    for (path, most) in [("/nope", Limit::PageFrom), ("/media/photos/1", Limit::MediaFrom)] {
        let mut answered = 0;
        while visitor.get(path).await.status() != StatusCode::TOO_MANY_REQUESTS {
            answered += 1;
            assert!(answered < 1000, "{path} without end");
        }
        assert!(answered >= most.burst(), "{path} {answered}");
    }
}

async fn calls_of_programs_are_counted_by_account(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    Person::member(&world, "thandi").await;
    Person::member(&world, "sipho").await;
    let token = program.sign_in("thandi@example.com").await.ok().text("access_token");
    let thandi = program.with(&token);
    let mut answered = 0;
    let refused = loop {
        let answer = thandi.send("DELETE", "/factors/0197a0a0-0000-7000-8000-000000000000", None);
        let answer = answer.await;
        if answer.status == 429 {
            break answer;
        }
        answered += 1;
        assert!(answered < 400, "without end");
    };
    assert!(answered >= Limit::ApiCall.burst(), "{answered}");
    assert_eq!(refused.refusal(), (429, "over_request_rate_limit"));
    let token = program.sign_in("sipho@example.com").await.ok().text("access_token");
    program.with(&token).get("/user").await.ok();
}

/// Anybody can have notices sent, to any number of addresses.
async fn codes_and_links_go_before_notices(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&engine.fresh_database(folder.path()).await).await.expect("opened");
    let store = Store::new(db.clone());
    let purposes = ["application_received", "contact_message", "recovery", "magic_link"];
    for (at, purpose) in (0..).zip(purposes) {
        let at = Timestamp(START.0 + at);
        let mail = QueuedMail {
            id: MailId::new(at, &entropy()),
            purpose: purpose.to_owned(),
            to: "thandi@example.com".parse().expect("an address"),
            reply_to: None,
            sealed: String::new(),
            at,
        };
        store.queue_mail(&mail).await.expect("queued");
    }
    let mut sent = Vec::new();
    let (now, lease) = (Timestamp(START.0 + 1000), Timestamp(START.0 + 31_000));
    while let Some(claimed) = store.claim_mail("worker", now, lease).await.expect("asked") {
        sent.push(claimed.mail.purpose);
    }
    assert_eq!(sent, ["recovery", "magic_link", "application_received", "contact_message"]);
    db.close().await;
}
