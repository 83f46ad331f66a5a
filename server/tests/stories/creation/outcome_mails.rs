//! A mail when a memory is ready, to who has left the page, and one a year on a day that somebody has chosen.
//! Both are stopped by the address in them.

use std::{collections::BTreeMap, time::Duration};

use evernear_app::{domain::rate_limit::Limit, flows::creation::memory_dates::send_memory_dates};
use evernear_rules::wire::{CreationKind, CreationStatus};
use reqwest::StatusCode;

use crate::harness::{Act, Engine, Person, World, eventually, html::between, location};

crate::both_engines![
    who_left_the_page_is_told_that_their_memory_is_ready,
    who_watches_to_the_end_gets_no_mail,
    an_address_that_nobody_has_proven_is_not_written_to,
    who_left_is_told_that_it_could_not_be_made_and_what_came_back,
    a_mail_about_the_end_is_written_once_whatever_happens,
    these_mails_are_stopped_without_signing_in_and_begin_again_on_the_profile,
    a_memory_that_is_deleted_is_not_written_about,
    a_day_is_written_about_once_a_year_where_its_owner_lives,
    a_day_goes_with_its_memory_and_by_the_address_in_its_mail,
    days_that_are_none_are_told,
];

const HOUR: Duration = Duration::from_secs(3600);
const READY: &str = "Your memory is ready";

/// How many mails of this purpose wait.
async fn waiting(world: &World, purpose: &str) -> usize {
    world.rows("SELECT id FROM mails WHERE purpose = $1", purpose).await.len()
}

/// A film that its maker has begun and left; it is made.
async fn leaves(world: &World, person: &Person) -> String {
    let begun = person.begins_a_film().await;
    eventually("it ends", || async {
        let open = "SELECT COUNT(*) FROM creations WHERE status = 'running'";
        (world.number(open).await == 0).then_some(())
    })
    .await;
    begun.id
}

/// The address in a mail that stops its kind.
fn stop_of(text: &str) -> String {
    let address = text.split_whitespace().find(|word| word.contains("/mail/stop?"));
    let address = address.unwrap_or_else(|| panic!("no address in {text}"));
    address[address.find("/mail/stop?").expect("it has a path")..].to_owned()
}

async fn who_left_the_page_is_told_that_their_memory_is_ready(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let id = leaves(&world, &thandi).await;
    // It waits for them to come back.
    assert_eq!(waiting(&world, "memory_ready").await, 1);
    world.clock.forward(Duration::from_secs(61));
    let mail = world.mail_about("thandi@example.com", READY).await;
    assert_eq!(mail.subject.as_str(), READY);
    assert!(mail.text.contains(&format!("/memories/{id}")), "{}", mail.text);
    // Others may see the screen that it comes to.
    assert!(!mail.text.contains("my dad") && !mail.text.contains("lake"), "{}", mail.text);
    world.mails_are_out().await;
}

async fn who_watches_to_the_end_gets_no_mail(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    assert_eq!(thandi.waits_for_the_end(&begun.id).await.status, CreationStatus::Finished);
    assert_eq!(waiting(&world, "memory_ready").await, 0);
    // Looking at its page, or at the creator, is watching as well.
    let zola = Person::member(&world, "zola").await;
    let id = leaves(&world, &zola).await;
    assert_eq!(waiting(&world, "memory_ready").await, 1);
    zola.page(&format!("/memories/{id}")).await;
    assert_eq!(waiting(&world, "memory_ready").await, 0);
    leaves(&world, &zola).await;
    assert_eq!(waiting(&world, "memory_ready").await, 1);
    zola.state().await;
    assert_eq!(waiting(&world, "memory_ready").await, 0);
}

async fn an_address_that_nobody_has_proven_is_not_written_to(engine: Engine) {
    let world = World::open(engine).await;
    let mallory = Person::member(&world, "mallory").await;
    let unproven = "UPDATE accounts SET email_proven_at = NULL";
    world.db.execute(unproven, Vec::new()).await.expect("nobody vouched for it");
    let id = leaves(&world, &mallory).await;
    assert_eq!(waiting(&world, "memory_ready").await, 0);
    keeps_day(&mallory, &id, ("1", "1"), "UTC").await;
    world.db.execute("UPDATE memory_dates SET next_at = 1", Vec::new()).await.expect("due");
    assert_eq!(send_memory_dates(&world.ports).await.expect("asked"), 1, "it is put off");
    assert_eq!(waiting(&world, "memory_date").await, 0);
}

async fn who_left_is_told_that_it_could_not_be_made_and_what_came_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    world.imagery.image(Act::Fail);
    leaves(&world, &thandi).await;
    world.clock.forward(Duration::from_secs(61));
    let mail = world.mail_about("thandi@example.com", "About your memory").await;
    assert!(mail.text.contains("Your credits are back."), "{}", mail.text);
    world.books_hold().await;
}

async fn a_mail_about_the_end_is_written_once_whatever_happens(engine: Engine) {
    let mut world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    leaves(&world, &thandi).await;
    world.restart().await;
    assert_eq!(waiting(&world, "memory_ready").await, 1, "it is kept");
    world.clock.forward(Duration::from_secs(61));
    world.mail_about("thandi@example.com", READY).await;
    world.restart().await;
    world.clock.forward(HOUR);
    world.mails_are_out().await;
    assert_eq!(world.count_mails(READY).await, 1);
}

async fn these_mails_are_stopped_without_signing_in_and_begin_again_on_the_profile(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    leaves(&world, &thandi).await;
    world.clock.forward(Duration::from_secs(61));
    let mail = world.mail_about("thandi@example.com", READY).await;
    world.mails_are_out().await;
    let address = stop_of(&mail.text);
    let visitor = Person::visitor(&world.base);
    let page = visitor.page(&address).await;
    assert!(page.contains(">Stop these mails?</h1>"), "{page}");
    let profile = thandi.page("/profile").await;
    let chosen = |page: &str, value: &str| {
        let button =
            between(page, &format!("name=\"mails\" value=\"{value}\""), ">").expect("a button");
        button.contains("aria-pressed=\"true\"")
    };
    assert!(chosen(&profile, "on"), "opening the address stops nothing");
    // As a mail program sends it: from nowhere, without a session.
    let client = reqwest::Client::new();
    let url = format!("{}{address}", world.base);
    let form = BTreeMap::from([("List-Unsubscribe", "One-Click")]);
    let answer = client.post(&url).form(&form).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(chosen(&thandi.page("/profile").await, "off"));
    leaves(&world, &thandi).await;
    assert_eq!(waiting(&world, "memory_ready").await, 0);
    // Another account's cannot be stopped with it, and nothing else with a proof that is not whole.
    for wrong in [address.replace("outcome", "other"), address[..address.len() - 1].to_owned()] {
        let refused =
            client.post(format!("{}{wrong}", world.base)).send().await.expect("an answer");
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{wrong}");
    }
    let changed = thandi.submit("/profile/mails", &[("mails", "on")]).await;
    assert_eq!(location(&changed).as_deref(), Some("/profile#mails"));
    assert!(chosen(&thandi.page("/profile").await, "on"));
}

async fn a_memory_that_is_deleted_is_not_written_about(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let id = leaves(&world, &thandi).await;
    thandi.submit(&format!("/memories/{id}/delete"), &[]).await;
    assert_eq!(waiting(&world, "memory_ready").await, 0);
}

/// Keeps a day for a memory.
async fn keeps_day(person: &Person, id: &str, day: (&str, &str), zone: &str) -> StatusCode {
    let form =
        [("occasion", "Her birthday"), ("month", day.0), ("day", day.1), ("time_zone", zone)];
    person.submit(&format!("/memories/{id}/date"), &form).await.status()
}

async fn a_day_is_written_about_once_a_year_where_its_owner_lives(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let id = thandi.waits_for_the_end(&begun.id).await.id;
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
    let mail = world.mail_about("thandi@example.com", "A day you asked us to remember").await;
    assert!(mail.text.contains("Her birthday") && mail.text.contains(&format!("/memories/{id}")));
    send_memory_dates(&world.ports).await.expect("asked");
    world.mails_are_out().await;
    assert_eq!(world.count_mails("A day you asked us to remember").await, 1);
    let next = world.number("SELECT next_at FROM memory_dates").await;
    let year = Duration::from_secs(365 * 24 * 3600);
    let after =
        i64::try_from(due).expect("a time") + i64::try_from(year.as_millis()).expect("a time");
    assert!(next == after || next == after + 24 * 3_600_000, "in a year: {next} and not {after}");
}

async fn a_day_goes_with_its_memory_and_by_the_address_in_its_mail(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let id = thandi.waits_for_the_end(&begun.id).await.id;
    let kept = "SELECT COUNT(*) FROM memory_dates";
    keeps_day(&thandi, &id, ("2", "29"), "").await;
    assert_eq!(world.number(kept).await, 1);
    let zola = Person::member(&world, "zola").await;
    assert_eq!(keeps_day(&zola, &id, ("1", "1"), "UTC").await, StatusCode::NOT_FOUND);
    zola.submit(&format!("/memories/{id}/date"), &[("action", "remove")]).await;
    assert_eq!(world.number(kept).await, 1, "it is thandi's");
    world.db.execute("UPDATE memory_dates SET next_at = 1", Vec::new()).await.expect("due");
    send_memory_dates(&world.ports).await.expect("asked");
    let mail = world.mail_about("thandi@example.com", "A day you asked us to remember").await;
    let address = stop_of(&mail.text);
    let stopped = Person::visitor(&world.base).submit(&address, &[]).await;
    assert_eq!(stopped.status(), StatusCode::OK);
    assert_eq!(world.number(kept).await, 0);
    keeps_day(&thandi, &id, ("1", "1"), "UTC").await;
    thandi.submit(&format!("/memories/{id}/date"), &[("action", "remove")]).await;
    assert_eq!(world.number(kept).await, 0);
    keeps_day(&thandi, &id, ("1", "1"), "UTC").await;
    thandi.submit(&format!("/memories/{id}/delete"), &[]).await;
    assert_eq!(world.number(kept).await, 0);
}

async fn days_that_are_none_are_told(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let id = {
        let begun = thandi.begins_a_film().await;
        assert_eq!(begun.kind, CreationKind::Video);
        thandi.waits_for_the_end(&begun.id).await.id
    };
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
