//! Looking at the picture before its film is made: it waits a day, another can be asked for twice, and
//! whoever stops has the credits back.

use std::{sync::atomic::Ordering, time::Duration};

use evernear_app::ports::{CostLimits, OrderPrices};
use evernear_rules::wire::{
    CreationKind, CreationStatus, CreationView, ReviewDecision, ReviewView,
};
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{Act, Engine, FILM, IMAGE, Person, RefusedCall, World, eventually};

crate::both_engines![
    a_picture_that_is_taken_becomes_a_film,
    another_picture_is_free_twice_and_no_more,
    whoever_stops_has_the_credits_back_and_no_picture_stays,
    whoever_decides_nothing_in_a_day_has_the_credits_back_and_can_see_it_again,
    a_picture_stays_where_another_cannot_be_made,
    a_picture_waits_through_a_restart_and_is_its_owners_alone,
    two_decisions_at_once_are_one,
    the_time_to_decide_is_no_part_of_the_time_it_takes,
    films_that_cost_money_are_looked_at_first_unless_the_person_chooses,
    other_pictures_are_reserved_from_the_start,
    a_picture_is_decided_on_without_script,
    a_choice_to_look_first_is_kept,
    a_picture_alone_is_not_asked_about,
];

/// Begins a film of which the picture is looked at first, and waits for the picture.
async fn reviews(person: &Person) -> CreationView {
    let state = person.prepares(2).await;
    let begun = person.begins_with(&state.draft.key, CreationKind::Video, true).await;
    waits_for_a_picture(person, &begun.expect("it starts").id).await
}

async fn waits_for_a_picture(person: &Person, id: &str) -> CreationView {
    eventually("the picture waits for them", || async {
        let view = person.watches(id).await;
        view.review.is_some_and(|review| review.open).then_some(view)
    })
    .await
}

async fn decides(
    person: &Person,
    id: &str,
    decision: ReviewDecision,
) -> Result<CreationView, RefusedCall> {
    person.call("creation/decide", json!({ "id": id, "decision": decision })).await
}

fn review(view: &CreationView) -> ReviewView {
    view.review.expect("a review")
}

async fn a_picture_that_is_taken_becomes_a_film(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let shown = reviews(&thandi).await;
    assert_eq!((shown.status, shown.credits, shown.held), (CreationStatus::Running, 25, 25));
    assert_eq!((review(&shown).others_left, review(&shown).minutes_left), (2, 24 * 60));
    assert_eq!((shown.video_url.clone(), shown.download_url.clone()), (None, None));
    let address = shown.image_url.clone().expect("the picture");
    let picture = thandi.get(&address).await;
    assert_eq!(picture.status(), StatusCode::OK);
    assert_eq!(picture.bytes().await.expect("bytes"), IMAGE);
    assert_eq!(world.imagery.films_requested.load(Ordering::SeqCst), 0, "no film before");
    assert_eq!(world.number("SELECT COUNT(*) FROM ledger WHERE kind = 'capture'").await, 0);

    let taken = decides(&thandi, &shown.id, ReviewDecision::Film).await.expect("taken");
    assert!(!review(&taken).open);
    let done = thandi.waits_for_the_end(&shown.id).await;
    assert_eq!((done.status, done.credits, done.held), (CreationStatus::Finished, 25, 0));
    assert_eq!(done.image_url.as_deref(), Some(address.as_str()), "the same picture");
    let film = thandi.get(done.video_url.as_deref().expect("a film")).await;
    assert_eq!(film.bytes().await.expect("bytes"), FILM);
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 1);
    assert_eq!(done.review, None, "there is nothing to decide about any more");
    let again = decides(&thandi, &shown.id, ReviewDecision::Another).await.expect("as it is");
    assert_eq!(again.status, CreationStatus::Finished);
    world.books_hold().await;
}

async fn another_picture_is_free_twice_and_no_more(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let shown = reviews(&thandi).await;
    let mut addresses = vec![shown.image_url.clone()];
    for left in [1, 0] {
        let asked = decides(&thandi, &shown.id, ReviewDecision::Another).await.expect("asked");
        assert!(review(&asked).replacing);
        assert_eq!(asked.image_url, addresses.last().cloned().flatten(), "the one before is shown");
        let other = waits_for_a_picture(&thandi, &shown.id).await;
        assert_eq!((review(&other).others_left, other.credits, other.held), (left, 25, 25));
        addresses.push(other.image_url.clone());
    }
    addresses.sort();
    addresses.dedup();
    assert_eq!(addresses.len(), 3, "no copy of the browser's stands for another picture");
    let refused = decides(&thandi, &shown.id, ReviewDecision::Another).await;
    let refused = refused.expect_err("two were promised");
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.problem.message.starts_with("There are no other pictures left."));
    let mut seeds = world.imagery.seeds_seen.lock().expect("lock").clone();
    seeds.dedup();
    assert_eq!(seeds.len(), 3, "another seed is another picture");
    let last = seeds[2];

    decides(&thandi, &shown.id, ReviewDecision::Film).await.expect("the last can be taken");
    let done = thandi.waits_for_the_end(&shown.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    assert_eq!(*world.imagery.film_seeds_seen.lock().expect("lock"), [last], "of that picture");
    let kept = thandi.get(done.download_url.as_deref().expect("a film")).await;
    assert_eq!(kept.status(), StatusCode::OK);
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 3);
    world.books_hold().await;
}

async fn whoever_stops_has_the_credits_back_and_no_picture_stays(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let shown = reviews(&thandi).await;
    decides(&thandi, &shown.id, ReviewDecision::Another).await.expect("asked");
    let other = waits_for_a_picture(&thandi, &shown.id).await;
    let stopped = thandi.cancels(&shown.id).await;
    assert_eq!((stopped.status, stopped.credits), (CreationStatus::Cancelled, 50));
    let address = other.image_url.expect("the picture");
    assert_eq!(thandi.get(&address).await.status(), StatusCode::NOT_FOUND);
    let late = decides(&thandi, &shown.id, ReviewDecision::Film).await.expect("as it is");
    assert_eq!(late.status, CreationStatus::Cancelled);
    eventually("nothing is kept", || async { world.objects().is_empty().then_some(()) }).await;
    world.books_hold().await;
}

async fn whoever_decides_nothing_in_a_day_has_the_credits_back_and_can_see_it_again(
    engine: Engine,
) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let shown = reviews(&thandi).await;
    world.clock.forward(Duration::from_secs(23 * 3600));
    let waiting = thandi.watches(&shown.id).await;
    assert_eq!((waiting.status, review(&waiting).minutes_left), (CreationStatus::Running, 60));
    world.clock.forward(Duration::from_secs(3601));
    let ended = thandi.waits_for_the_end(&shown.id).await;
    assert_eq!((ended.status, ended.credits, ended.image_url), (CreationStatus::Failed, 50, None));
    let failure = ended.failure.expect("a reason");
    assert!(failure.message.starts_with("You did not choose within a day"), "{failure:?}");
    assert!(failure.can_retry);
    world.books_hold().await;

    let again = thandi.tries_again(&shown.id, None).await.expect("tried again");
    let seen = waits_for_a_picture(&thandi, &again.id).await;
    assert_eq!(seen.credits, 25);
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 1, "the same picture");
    decides(&thandi, &again.id, ReviewDecision::Another).await.expect("asked");
    waits_for_a_picture(&thandi, &again.id).await;
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 2);
    decides(&thandi, &again.id, ReviewDecision::Film).await.expect("taken");
    assert_eq!(thandi.waits_for_the_end(&again.id).await.status, CreationStatus::Finished);
    world.books_hold().await;
}

async fn a_picture_stays_where_another_cannot_be_made(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let shown = reviews(&thandi).await;
    for act in [Act::Fail, Act::Refuse, Act::Reject] {
        world.imagery.image(act);
        if decides(&thandi, &shown.id, ReviewDecision::Another).await.is_err() {
            break;
        }
        let kept = waits_for_a_picture(&thandi, &shown.id).await;
        assert!(review(&kept).replacing_failed);
        assert_eq!(kept.image_url, shown.image_url, "the same as before");
        let picture = thandi.get(kept.image_url.as_deref().expect("the picture")).await;
        assert_eq!(picture.bytes().await.expect("bytes"), IMAGE);
    }
    decides(&thandi, &shown.id, ReviewDecision::Film).await.expect("the one before is taken");
    let done = thandi.waits_for_the_end(&shown.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    let first = world.imagery.seeds_seen.lock().expect("lock")[0];
    let filmed = world.imagery.film_seeds_seen.lock().expect("lock").clone();
    assert_eq!(filmed, [first], "the film is of the picture that was kept");
    world.books_hold().await;
}

async fn a_picture_waits_through_a_restart_and_is_its_owners_alone(engine: Engine) {
    let mut world = World::open(engine).await;
    let mut thandi = Person::member(&world, "thandi").await;
    let bongani = Person::member(&world, "bongani").await;
    let shown = reviews(&thandi).await;
    let address = shown.image_url.clone().expect("the picture");
    assert_eq!(bongani.get(&address).await.status(), StatusCode::NOT_FOUND);
    let film = address.replace("image.jpg", "film.mp4");
    assert_eq!(thandi.get(&film).await.status(), StatusCode::NOT_FOUND);
    let refused = decides(&bongani, &shown.id, ReviewDecision::Film).await.expect_err("not theirs");
    assert_eq!(refused.status, StatusCode::NOT_FOUND);

    world.restart().await;
    thandi.base.clone_from(&world.base);
    let waiting = waits_for_a_picture(&thandi, &shown.id).await;
    assert_eq!(review(&waiting).minutes_left, 24 * 60, "a restart takes no time from them");
    decides(&thandi, &shown.id, ReviewDecision::Film).await.expect("taken");
    assert_eq!(thandi.waits_for_the_end(&shown.id).await.status, CreationStatus::Finished);
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 0, "the picture was kept");
    world.books_hold().await;
}

async fn two_decisions_at_once_are_one(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let shown = reviews(&thandi).await;
    let decisions = (0..8).map(|number| {
        let (thandi, id) = (&thandi, &shown.id);
        let decision = if number % 2 == 0 { ReviewDecision::Another } else { ReviewDecision::Film };
        async move { decides(thandi, id, decision).await.expect("answered") }
    });
    futures::future::join_all(decisions).await;
    let ended = eventually("it ends or waits again", || async {
        let view = thandi.watches(&shown.id).await;
        let settled =
            view.status != CreationStatus::Running || view.review.is_some_and(|review| review.open);
        settled.then_some(view)
    })
    .await;
    let pictures = world.imagery.images_requested.load(Ordering::SeqCst);
    match ended.status {
        CreationStatus::Finished => assert_eq!(pictures, 1, "the picture was taken"),
        _ => assert_eq!((pictures, review(&ended).others_left), (2, 1), "one other was asked for"),
    }
    world.books_hold().await;
}

async fn the_time_to_decide_is_no_part_of_the_time_it_takes(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let shown = reviews(&thandi).await;
    world.clock.forward(Duration::from_secs(5 * 3600));
    assert!(thandi.watches(&shown.id).await.elapsed_seconds < 60);
    decides(&thandi, &shown.id, ReviewDecision::Film).await.expect("taken");
    let done = thandi.waits_for_the_end(&shown.id).await;
    assert_eq!(done.status, CreationStatus::Finished, "nor a lack of progress");
    assert!(done.elapsed_seconds < 60, "{}", done.elapsed_seconds);
    let taken = world.ports.creations.durations(CreationKind::Video, 1).await.expect("read");
    assert!(taken[0] < 60, "{taken:?}");
}

/// A world whose provider is paid: 5 cents a picture, 50 a film.
async fn paid(engine: Engine) -> World {
    let limits = CostLimits {
        creation: 2_000_000,
        account_day: 10_000_000,
        site_day: 100_000_000,
        cancelled_day: 100_000_000,
    };
    let world = World::with(engine, |config| {
        config.imagery.prices = OrderPrices { image: 50_000, film: 500_000, limits };
    })
    .await;
    world.imagery.costs_money();
    world
}

async fn films_that_cost_money_are_looked_at_first_unless_the_person_chooses(engine: Engine) {
    for (world, by_default) in [(World::open(engine).await, false), (paid(engine).await, true)] {
        let thandi = Person::member(&world, "thandi").await;
        let page = thandi.page("/ai-creator").await;
        let said = format!("\"review_by_default\":{by_default}");
        assert!(page.contains(&said) || page.contains(&said.replace('"', "&quot;")), "{page}");
        let state = thandi.prepares(2).await;
        let body = json!({
            "key": state.draft.key, "kind": "video", "rights_confirmed": true,
            "terms_accepted": false,
        });
        let begun: CreationView = thandi.call("creation/begin", body).await.expect("it starts");
        assert_eq!(begun.review.is_some(), by_default);
    }
    let world = paid(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    assert_eq!(begun.review, None, "the person chose to have the film at once");
}

async fn other_pictures_are_reserved_from_the_start(engine: Engine) {
    let world = paid(engine).await;
    let reserved = "SELECT micros FROM provider_days WHERE scope = 'site'";
    let thandi = Person::member(&world, "thandi").await;
    let shown = reviews(&thandi).await;
    assert_eq!(world.number(reserved).await, 650_000, "three pictures and a film");
    for _ in 0..2 {
        decides(&thandi, &shown.id, ReviewDecision::Another).await.expect("asked");
        waits_for_a_picture(&thandi, &shown.id).await;
    }
    thandi.cancels(&shown.id).await;
    assert_eq!(world.number(reserved).await, 150_000, "no film was ordered");
    world.books_hold().await;
}

async fn a_picture_is_decided_on_without_script(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let shown = reviews(&thandi).await;
    let dashboard = thandi.page("/dashboard").await;
    let address = format!("/memories/{}", shown.id);
    assert!(dashboard.contains(&address) && dashboard.contains("waits for you"), "{dashboard}");
    let page = thandi.page(&address).await;
    assert!(page.contains("Make the Film") && page.contains("Another Picture"), "{page}");
    let asked = thandi.submit(&format!("{address}/another"), &[]).await;
    assert_eq!(asked.status(), StatusCode::SEE_OTHER);
    waits_for_a_picture(&thandi, &shown.id).await;
    thandi.submit(&format!("{address}/film"), &[]).await;
    assert_eq!(thandi.waits_for_the_end(&shown.id).await.status, CreationStatus::Finished);

    let state: evernear_rules::wire::CreatorState =
        thandi.call("creator/start_over", json!({})).await.expect("anew");
    assert!(state.creation.is_none());
    let shown = reviews(&thandi).await;
    thandi.submit(&format!("/memories/{}/stop", shown.id), &[]).await;
    let stopped = thandi.watches(&shown.id).await;
    assert_eq!((stopped.status, stopped.credits), (CreationStatus::Cancelled, 25));
    world.books_hold().await;
}

async fn a_choice_to_look_first_is_kept(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(2).await;
    assert_eq!(state.draft.review, None);
    let choices = json!({ "kind": "video", "rights_confirmed": true, "who": [], "review": true });
    let _: evernear_rules::wire::DraftView =
        thandi.call("creator/remember", choices).await.expect("kept");
    assert_eq!(thandi.state().await.draft.review, Some(true));
    let body = json!({
        "key": state.draft.key, "kind": "video", "rights_confirmed": true, "terms_accepted": false,
    });
    let begun: CreationView = thandi.call("creation/begin", body).await.expect("it starts");
    assert!(begun.review.is_some());
}

async fn a_picture_alone_is_not_asked_about(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(2).await;
    let begun = thandi.begins_with(&state.draft.key, CreationKind::Image, true).await;
    let done = thandi.waits_for_the_end(&begun.expect("it starts").id).await;
    assert_eq!((done.status, done.review), (CreationStatus::Finished, None));
    let refused = decides(&thandi, &done.id, ReviewDecision::Film).await.expect("as it is");
    assert_eq!(refused.status, CreationStatus::Finished);
}
