//! A mail when a memory is ready, to who has left the page; it is stopped by the address in it.

use std::{collections::BTreeMap, time::Duration};

use evernear_app::flows::creation::memory_dates::send_memory_dates;
use evernear_rules::wire::CreationStatus;
use reqwest::StatusCode;

use super::memory_dates::{comes_to_the_day, keeps_day};
use crate::harness::{Act, Engine, Person, World, eventually, html::between, location};

crate::both_engines![
    who_left_the_page_is_told_that_their_memory_is_ready,
    who_watches_to_the_end_gets_no_mail,
    an_address_that_nobody_has_proven_is_not_written_to,
    who_left_is_told_that_it_could_not_be_made_and_what_came_back,
    a_mail_about_the_end_is_written_once_whatever_happens,
    these_mails_are_stopped_without_signing_in_and_begin_again_on_the_profile,
    a_memory_that_is_deleted_is_not_written_about,
    who_stops_these_mails_gets_none_that_waits,
];

const HOUR: Duration = Duration::from_secs(3600);
const READY: &str = "Your memory is ready";

/// How many mails of this purpose wait.
pub async fn waiting(world: &World, purpose: &str) -> usize {
    world.rows("SELECT id FROM mails WHERE purpose = $1", purpose).await.len()
}

/// A film that its maker has begun and left; it is made.
pub async fn leaves(world: &World, person: &Person) -> String {
    let begun = person.begins_a_film().await;
    eventually("it ends", || async {
        let open = "SELECT COUNT(*) FROM creations WHERE status = 'running'";
        (world.number(open).await == 0).then_some(())
    })
    .await;
    begun.id
}

/// The address in a mail that stops its kind.
pub fn stop_of(text: &str) -> String {
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
    comes_to_the_day(&world).await;
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

async fn who_stops_these_mails_gets_none_that_waits(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    leaves(&world, &thandi).await;
    assert_eq!(waiting(&world, "memory_ready").await, 1);
    thandi.submit("/profile/mails", &[("mails", "off")]).await;
    world.clock.forward(Duration::from_secs(61));
    world.mails_are_out().await;
    assert_eq!(world.count_mails(READY).await, 0);
}

async fn a_memory_that_is_deleted_is_not_written_about(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let id = leaves(&world, &thandi).await;
    thandi.submit(&format!("/memories/{id}/delete"), &[]).await;
    assert_eq!(waiting(&world, "memory_ready").await, 0);
}
