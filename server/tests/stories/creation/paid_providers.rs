//! Providers that cost money: what is ordered is written down and paid for once, ceilings hold, and what a
//! provider cannot make is made by the fallback or gives the credits back.

use std::sync::atomic::Ordering;

use evernear_app::ports::{CostLimits, OrderPrices};
use evernear_rules::{
    presentation::Presence,
    wire::{CreationKind, CreationStatus, CreationView, CreatorState},
};

use crate::harness::{Act, Engine, Person, World, eventually, spent_on_orders};

crate::both_engines![
    an_order_is_written_down_and_paid_for_once,
    what_was_reserved_and_not_spent_comes_back,
    an_order_that_may_have_been_taken_is_placed_once_more_and_no_more,
    a_step_that_ended_while_it_ordered_counts_as_a_lost_order,
    an_account_begins_no_more_than_its_ceiling,
    who_cancels_what_was_paid_for_again_and_again_waits_until_tomorrow,
    the_site_begins_no_more_than_its_ceiling,
    a_memory_that_costs_too_much_gives_the_credits_back,
    what_a_provider_cannot_make_is_made_instead_and_said,
    a_revoked_key_gives_the_credits_back,
    a_throttled_task_waits_and_is_no_stalled_one,
];

const DOLLAR: i64 = 1_000_000;

/// A world whose provider is paid: 5 cents a picture, 50 a film.
async fn paid(engine: Engine, limits: CostLimits) -> World {
    let world = World::with(engine, |config| {
        config.imagery.prices = OrderPrices { image: 50_000, film: 500_000, limits };
    })
    .await;
    world.imagery.costs_money();
    world
}

const ENOUGH: CostLimits = CostLimits {
    creation: 2 * DOLLAR,
    account_day: 10 * DOLLAR,
    site_day: 100 * DOLLAR,
    cancelled_day: 100 * DOLLAR,
};

/// The sum of what is reserved for the site: equal to what is spent once everything has ended.
async fn reserved(world: &World) -> i64 {
    let sql = "SELECT micros FROM provider_days WHERE scope = 'site'";
    let found: Option<(i64,)> = world.db.find(sql, Vec::new()).await.expect("read");
    found.map_or(0, |(micros,)| micros)
}

fn why(ended: CreationView) -> String {
    ended.failure.expect("a reason").message
}

async fn an_order_is_written_down_and_paid_for_once(engine: Engine) {
    let world = paid(engine, ENOUGH).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    let by = done.made_by.expect("a model made it");
    assert_eq!(by, "Models of Scripted imagined this picture and this film.");
    let page = thandi.page(&format!("/memories/{}", begun.id)).await;
    assert!(page.contains("digitalsourcetype/trainedAlgorithmicMedia\""), "{page}");
    let film = thandi.get(&done.video_url.expect("a film")).await;
    let link = film.headers()["link"].to_str().expect("text");
    assert_eq!(
        link,
        "<http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia>; rel=\"type\""
    );
    assert_eq!(spent_on_orders(&world.db).await, (2, 0, 550_000));
    assert_eq!(reserved(&world).await, 550_000);
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 1);
    assert_eq!(world.imagery.films_requested.load(Ordering::SeqCst), 1);
    world.books_hold().await;
}

async fn what_was_reserved_and_not_spent_comes_back(engine: Engine) {
    let world = paid(engine, ENOUGH).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(30).await;
    assert_eq!(reserved(&world).await, 550_000);
    thandi.cancels(&begun.id).await;
    assert_eq!(reserved(&world).await, 50_000, "the picture was ordered, the film was not");
    assert_eq!(spent_on_orders(&world.db).await, (1, 0, 50_000));
    // The provider refused the order meanwhile.
    let id = begun.id.parse().expect("an id");
    world.ports.costs.take_back(id, 50_000).await.expect("taken back");
    assert_eq!((reserved(&world).await, spent_on_orders(&world.db).await), (0, (0, 0, 0)));
    world.books_hold().await;
}

async fn an_order_that_may_have_been_taken_is_placed_once_more_and_no_more(engine: Engine) {
    let world = paid(engine, ENOUGH).await;
    let thandi = Person::member(&world, "thandi").await;
    world.imagery.image(Act::MaybeTaken(1));
    let begun = thandi.begins_a_film().await;
    let done = world.end_of(&thandi, &begun.id, "it ends").await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    assert_eq!(spent_on_orders(&world.db).await, (3, 1, 600_000));

    world.imagery.image(Act::MaybeTaken(2));
    let begun = begins_anew(&thandi).await;
    let ended = world.end_of(&thandi, &begun.id, "it ends").await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 25));
    assert_eq!(why(ended), "Image generation failed");
    assert_eq!(spent_on_orders(&world.db).await, (5, 3, 700_000));
    assert_eq!(reserved(&world).await, 700_000);
    world.books_hold().await;
}

async fn a_step_that_ended_while_it_ordered_counts_as_a_lost_order(engine: Engine) {
    let world = paid(engine, ENOUGH).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(30).await;
    let before = world.imagery.images_requested.load(Ordering::SeqCst);
    // As the row would stand had the server ended between sending the order and writing down its task.
    let id = begun.id.parse().expect("an id");
    let state = world.ports.creations.find(id).await.expect("read").expect("there").state;
    let order = serde_json::json!({ "name": format!("{}-image-0", begun.id), "attempt": 1 });
    let mut state = serde_json::to_value(&state).expect("text");
    state["task"] = serde_json::Value::Null;
    state["order"] = order;
    let sql = "UPDATE creations SET state = $1";
    let text = serde_json::to_string(&state).expect("text");
    world.db.execute(sql, evernear_server::values![text]).await.expect("written");
    eventually("it is ordered anew", || async {
        world.clock.forward(std::time::Duration::from_secs(1));
        let ordered = world.imagery.images_requested.load(Ordering::SeqCst);
        (ordered > before).then_some(())
    })
    .await;
    world.imagery.speak();
    let done = world.end_of(&thandi, &begun.id, "it ends").await;
    assert_eq!(done.status, CreationStatus::Finished);
    assert_eq!(spent_on_orders(&world.db).await, (3, 1, 600_000));
    world.books_hold().await;
}

async fn an_account_begins_no_more_than_its_ceiling(engine: Engine) {
    let limits = CostLimits { account_day: 600_000, ..ENOUGH };
    let world = paid(engine, limits).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    thandi.waits_for_the_end(&begun.id).await;
    starts_over(&thandi).await;
    let refused = begins(&thandi).await.expect_err("no second one");
    assert_eq!(refused.status, 429);
    assert!(refused.problem.message.contains("for one person in a day"), "{refused:?}");
    assert_eq!(thandi.state().await.draft.photos.len(), 2, "nothing is lost");
    let bongani = Person::member(&world, "bongani").await;
    begins(&bongani).await.expect("others may");
    world.clock.forward(std::time::Duration::from_secs(24 * 3600));
    let key = thandi.state().await.draft.key;
    thandi.begins(&key, CreationKind::Video).await.expect("the next day");
    world.books_hold().await;
}

/// Begins a film in place of the memory that the creator shows.
async fn begins_anew(person: &Person) -> CreationView {
    starts_over(person).await;
    person.begins_a_film().await
}

async fn starts_over(person: &Person) {
    let _: CreatorState =
        person.call("creator/start_over", serde_json::json!({})).await.expect("anew");
}

async fn begins(person: &Person) -> Result<CreationView, crate::harness::RefusedCall> {
    let state = person.prepares(2).await;
    person.begins(&state.draft.key, CreationKind::Video).await
}

async fn who_cancels_what_was_paid_for_again_and_again_waits_until_tomorrow(engine: Engine) {
    let limits = CostLimits { cancelled_day: DOLLAR, ..ENOUGH };
    let world = paid(engine, limits).await;
    world.imagery.film(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let mut begun = thandi.begins_a_film().await;
    for cancelled in 1..=2 {
        eventually("the film is ordered", || async {
            world.time_goes_on().await;
            (spent_on_orders(&world.db).await.0 == 2 * cancelled).then_some(())
        })
        .await;
        assert_eq!(thandi.cancels(&begun.id).await.credits, 50);
        assert_eq!(spent_on_orders(&world.db).await.2, 550_000 * i64::from(cancelled));
        starts_over(&thandi).await;
        let next = begins(&thandi).await;
        if cancelled == 1 {
            begun = next.expect("once more");
        } else {
            let refused = next.expect_err("it waits");
            assert_eq!(refused.status, reqwest::StatusCode::TOO_MANY_REQUESTS);
            let told = refused.problem.message;
            assert!(told.starts_with("You cancelled several memories lately"), "{told}");
        }
    }
    // Whoever deletes what was cancelled is no better off, and others begin.
    thandi.submit(&format!("/memories/{}/delete", begun.id), &[("sure", "on")]).await;
    let key = thandi.state().await.draft.key;
    assert!(thandi.begins(&key, CreationKind::Video).await.is_err());
    let zola = Person::member(&world, "zola").await;
    zola.begins_a_film().await;
    world.clock.forward(std::time::Duration::from_secs(24 * 3600));
    thandi.begins(&key, CreationKind::Video).await.expect("the next day");
    world.books_hold().await;
}

async fn the_site_begins_no_more_than_its_ceiling(engine: Engine) {
    let limits = CostLimits { site_day: 2_000_000, ..ENOUGH };
    let world = paid(engine, limits).await;
    world.imagery.image(Act::Silent);
    let names = ["ann", "ben", "carl", "dora", "eve", "finn"];
    let mut people = Vec::new();
    for name in names {
        people.push((Person::member(&world, name).await, String::new()));
    }
    for (person, key) in &mut people {
        *key = person.prepares(2).await.draft.key;
    }
    let all = people.iter().map(|(person, key)| person.begins(key, CreationKind::Video));
    let begun = futures::future::join_all(all).await;
    let (started, refused): (Vec<_>, Vec<_>) = begun.into_iter().partition(Result::is_ok);
    assert_eq!((started.len(), refused.len()), (3, 3), "3 of 55 cents fit into 2 dollars");
    for refused in refused {
        let refused = refused.expect_err("refused");
        assert!(refused.problem.message.contains("as many memories today"), "{refused:?}");
    }
    assert_eq!(reserved(&world).await, 1_650_000);
    world.books_hold().await;
}

async fn a_memory_that_costs_too_much_gives_the_credits_back(engine: Engine) {
    let limits = CostLimits { creation: 160_000, ..ENOUGH };
    let world = paid(engine, limits).await;
    world.imagery.image(Act::FailAndPass(9));
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let ended = world.end_of(&thandi, &begun.id, "it ends").await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 50));
    assert_eq!(why(ended), "This took more tries than we can make, so we stopped it.");
    assert_eq!(spent_on_orders(&world.db).await, (3, 0, 150_000));
    assert_eq!(reserved(&world).await, 150_000);
    world.books_hold().await;
}

async fn what_a_provider_cannot_make_is_made_instead_and_said(engine: Engine) {
    let world = paid(engine, ENOUGH).await;
    world.imagery.falls_back();
    let thandi = Person::member(&world, "thandi").await;
    world.imagery.image(Act::Unreachable(1000));
    let begun = thandi.begins_a_film().await;
    let done = world.end_of(&thandi, &begun.id, "it ends").await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    let told = done.made_by.expect("it is said");
    assert!(told.contains("our own studio made it instead"), "{told}");
    assert_eq!(spent_on_orders(&world.db).await, (0, 0, 0), "what was not taken is not paid for");
    let shown = world.imagery.presentation_seen.lock().expect("lock").people;
    assert_eq!(shown, Some(Presence::Prints), "nobody saw who would be cut out");
    assert_eq!(reserved(&world).await, 0);
    world.imagery.image(Act::Succeed);
    world.imagery.film(Act::Reject);
    let begun = begins_anew(&thandi).await;
    let done = world.end_of(&thandi, &begun.id, "it ends").await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 0));
    let told = done.made_by.expect("it is said");
    assert!(
        told.starts_with("A model of Scripted imagined this picture; our own camera"),
        "{told}"
    );
    assert!(told.contains("instead"), "{told}");
    world.books_hold().await;
}

async fn a_revoked_key_gives_the_credits_back(engine: Engine) {
    let world = paid(engine, ENOUGH).await;
    world.imagery.film(Act::Reject);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let ended = world.end_of(&thandi, &begun.id, "it ends").await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 50));
    assert_eq!(why(ended), "Video generation failed");
    assert_eq!(world.imagery.films_requested.load(Ordering::SeqCst), 1, "it is not asked again");
    world.books_hold().await;
}

async fn a_throttled_task_waits_and_is_no_stalled_one(engine: Engine) {
    let world = paid(engine, ENOUGH).await;
    world.imagery.image(Act::Throttle);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    eventually("it waits", || async {
        world.clock.forward(std::time::Duration::from_secs(1));
        thandi.watches(&begun.id).await.waiting.then_some(())
    })
    .await;
    for _ in 0..40 {
        world.clock.forward(std::time::Duration::from_secs(30));
        assert_eq!(thandi.watches(&begun.id).await.status, CreationStatus::Running);
    }
    world.imagery.speak();
    let done = world.end_of(&thandi, &begun.id, "it ends").await;
    assert_eq!((done.status, done.waiting), (CreationStatus::Finished, false));
    world.books_hold().await;
}
