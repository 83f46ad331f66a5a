//! The day of a memory: one mail a year on it, where its owner lives, and none on another day.

use std::{sync::Arc, time::Duration};

use evernear_app::{
    domain::rate_limit::Limit,
    flows::creation::memory_dates::send_memory_dates,
    ports::{Mailer, Ports},
};
use evernear_rules::wire::CreationKind;
use reqwest::StatusCode;

use super::outcome_mails::{stop_of, waiting};
use crate::{
    harness::{Engine, Person, World, eventually},
    mail::delivery::Moody,
};

crate::both_engines![
    a_day_is_written_about_once_a_year_where_its_owner_lives,
    a_day_goes_with_its_memory_and_by_the_address_in_its_mail,
    a_day_that_is_over_is_not_written_about,
    a_mail_that_waited_beyond_its_day_is_not_sent_and_others_are,
    a_day_that_is_removed_takes_the_mail_along_that_waits,
    a_clock_that_went_back_brings_no_second_mail,
    days_that_are_none_are_told,
];

const SUBJECT: &str = "A day you asked us to remember";
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Keeps a day for a memory.
pub async fn keeps_day(person: &Person, id: &str, day: (&str, &str), zone: &str) -> StatusCode {
    let form =
        [("occasion", "Her birthday"), ("month", day.0), ("day", day.1), ("time_zone", zone)];
    person.submit(&format!("/memories/{id}/date"), &form).await.status()
}

/// Makes it nine in the morning of the next day that is kept, where its owner lives.
pub async fn comes_to_the_day(world: &World) {
    let next = world.number("SELECT MIN(next_at) FROM memory_dates").await;
    let left = u64::try_from(next - world.ports.now().0).expect("it is to come");
    world.clock.forward(Duration::from_millis(left + 1));
}

/// A member with a finished film; its id.
async fn with_a_film(world: &World, name: &str) -> (Person, String) {
    let person = Person::member(world, name).await;
    let begun = person.begins_a_film().await;
    assert_eq!(begun.kind, CreationKind::Video);
    let id = person.waits_for_the_end(&begun.id).await.id;
    (person, id)
}

async fn a_day_is_written_about_once_a_year_where_its_owner_lives(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, id) = with_a_film(&world, "thandi").await;
    let page = thandi.page(&format!("/memories/{id}")).await;
    assert!(page.contains("Remember a day with it"), "off unless it is chosen");
    // A day that cannot be stays in the form.
    let form = [("occasion", "Her name day"), ("month", "2"), ("day", "30"), ("time_zone", "Mars")];
    let refused = thandi.submit(&format!("/memories/{id}/date"), &form).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let page = refused.text().await.expect("a page");
    assert!(page.contains("value=\"Her name day\"") && page.contains("value=\"Mars\""), "{page}");
    assert_eq!(
        keeps_day(&thandi, &id, ("6", "16"), "Africa/Johannesburg").await,
        StatusCode::SEE_OTHER
    );
    let page = thandi.page(&format!("/memories/{id}")).await;
    assert!(page.contains("On 16 June, every year"), "{page}");
    let due =
        u64::try_from(world.number("SELECT next_at FROM memory_dates").await).expect("a time");
    let now = u64::try_from(world.ports.now().0).expect("a time");
    // 09:00 in Johannesburg.
    assert_eq!(due % (24 * 3_600_000), 7 * 3_600_000);
    world.clock.forward(Duration::from_millis(due - now - 1_000));
    send_memory_dates(&world.ports).await.expect("asked");
    assert_eq!(waiting(&world, "memory_date").await, 0, "not before");
    world.clock.forward(Duration::from_secs(2));
    // Several servers may look at once.
    let looks = futures::future::join_all((0..4).map(|_| send_memory_dates(&world.ports))).await;
    assert!(looks.iter().all(Result::is_ok));
    let mail = world.mail_about("thandi@example.com", SUBJECT).await;
    assert!(mail.text.contains("Her birthday") && mail.text.contains(&format!("/memories/{id}")));
    send_memory_dates(&world.ports).await.expect("asked");
    world.mails_are_out().await;
    assert_eq!(world.count_mails(SUBJECT).await, 1);
    let next = world.number("SELECT next_at FROM memory_dates").await;
    let year = Duration::from_secs(365 * 24 * 3600);
    let after =
        i64::try_from(due).expect("a time") + i64::try_from(year.as_millis()).expect("a time");
    assert!(next == after || next == after + 24 * 3_600_000, "in a year: {next} and not {after}");
}

async fn a_day_goes_with_its_memory_and_by_the_address_in_its_mail(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, id) = with_a_film(&world, "thandi").await;
    let kept = "SELECT COUNT(*) FROM memory_dates";
    keeps_day(&thandi, &id, ("2", "29"), "").await;
    assert_eq!(world.number(kept).await, 1);
    let zola = Person::member(&world, "zola").await;
    assert_eq!(keeps_day(&zola, &id, ("1", "1"), "UTC").await, StatusCode::NOT_FOUND);
    zola.submit(&format!("/memories/{id}/date"), &[("action", "remove")]).await;
    assert_eq!(world.number(kept).await, 1, "it is thandi's");
    comes_to_the_day(&world).await;
    send_memory_dates(&world.ports).await.expect("asked");
    let mail = world.mail_about("thandi@example.com", SUBJECT).await;
    let address = stop_of(&mail.text);
    let stopped = Person::visitor(&world.base).submit(&address, &[]).await;
    assert_eq!(stopped.status(), StatusCode::OK);
    assert_eq!(world.number(kept).await, 0);
    // It is months later.
    thandi.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(keeps_day(&thandi, &id, ("1", "1"), "UTC").await, StatusCode::SEE_OTHER);
    assert_eq!(world.number(kept).await, 1);
    thandi.submit(&format!("/memories/{id}/date"), &[("action", "remove")]).await;
    assert_eq!(world.number(kept).await, 0);
    assert_eq!(keeps_day(&thandi, &id, ("1", "1"), "UTC").await, StatusCode::SEE_OTHER);
    assert_eq!(world.number(kept).await, 1);
    thandi.submit(&format!("/memories/{id}/delete"), &[]).await;
    assert_eq!(world.number(kept).await, 0);
}

async fn days_that_are_none_are_told(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, id) = with_a_film(&world, "thandi").await;
    for (day, zone) in [(("2", "30"), "UTC"), (("", ""), "UTC"), (("1", "1"), "Mars/Olympus")] {
        let status = keeps_day(&thandi, &id, day, zone).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{day:?} {zone}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM memory_dates").await, 0);
    // Each may become a mail, so nobody chooses them without end.
    for _ in 0..Limit::MemoryDate.burst() {
        assert_eq!(keeps_day(&thandi, &id, ("1", "1"), "UTC").await, StatusCode::SEE_OTHER);
    }
    assert_eq!(keeps_day(&thandi, &id, ("1", "1"), "UTC").await, StatusCode::TOO_MANY_REQUESTS);
}

async fn a_day_that_is_over_is_not_written_about(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, id) = with_a_film(&world, "thandi").await;
    keeps_day(&thandi, &id, ("6", "16"), "Africa/Johannesburg").await;
    comes_to_the_day(&world).await;
    // Nothing was running on the day; it is put off all the same.
    world.clock.forward(DAY);
    assert_eq!(send_memory_dates(&world.ports).await.expect("asked"), 1);
    assert_eq!(waiting(&world, "memory_date").await, 0);
    comes_to_the_day(&world).await;
    send_memory_dates(&world.ports).await.expect("asked");
    world.mail_about("thandi@example.com", SUBJECT).await;
}

/// A world whose mail server takes nothing yet, and in it a film whose day has come: its mail waits.
async fn on_the_day_without_a_mail_server(engine: Engine) -> (World, Arc<Moody>, Person, String) {
    let moody = Arc::new(Moody::default());
    let mailer: Arc<dyn Mailer> = moody.clone();
    let world = World::open_with(engine, move |ports| Ports { mailer, ..ports }).await;
    let (thandi, id) = with_a_film(&world, "thandi").await;
    keeps_day(&thandi, &id, ("6", "16"), "Africa/Johannesburg").await;
    comes_to_the_day(&world).await;
    send_memory_dates(&world.ports).await.expect("asked");
    eventually("it is put off", || async {
        let tried = "SELECT COUNT(*) FROM mails WHERE purpose = 'memory_date' AND attempt > 0
                     AND lease_owner IS NULL";
        (world.number(tried).await == 1).then_some(())
    })
    .await;
    (world, moody, thandi, id)
}

async fn a_mail_that_waited_beyond_its_day_is_not_sent_and_others_are(engine: Engine) {
    let (world, moody, ..) = on_the_day_without_a_mail_server(engine).await;
    let form = [("name", "Nana"), ("email", "nana@example.com")];
    Person::visitor(&world.base).submit("/register", &form).await;
    world.clock.forward(DAY);
    moody.opens();
    world.mails_are_out().await;
    // The clock went beyond the lease of whoever was sending it, so it may have been sent twice.
    let sent = moody.subjects();
    assert!(!sent.is_empty() && sent.iter().all(|subject| subject == "We have your application"));
}

async fn a_day_that_is_removed_takes_the_mail_along_that_waits(engine: Engine) {
    let (world, moody, thandi, id) = on_the_day_without_a_mail_server(engine).await;
    // It is months later.
    thandi.sign_in("thandi@example.com", "lamplight").await;
    thandi.submit(&format!("/memories/{id}/date"), &[("action", "remove")]).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM memory_dates").await, 0);
    world.clock.forward(Duration::from_secs(3600));
    moody.opens();
    world.mails_are_out().await;
    assert!(!moody.subjects().iter().any(|subject| subject == SUBJECT));
}

async fn a_clock_that_went_back_brings_no_second_mail(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, id) = with_a_film(&world, "thandi").await;
    keeps_day(&thandi, &id, ("6", "16"), "Africa/Johannesburg").await;
    comes_to_the_day(&world).await;
    send_memory_dates(&world.ports).await.expect("asked");
    world.mail_about("thandi@example.com", SUBJECT).await;
    world.clock.back(2 * DAY);
    for _ in 0..4 {
        world.clock.forward(DAY);
        send_memory_dates(&world.ports).await.expect("asked");
    }
    world.mails_are_out().await;
    assert_eq!(world.count_mails(SUBJECT).await, 1);
}
