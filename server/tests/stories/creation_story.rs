//! A creation from the first click to the memory, and every way it can end otherwise. The
//! books hold at the end of each story.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::media::ObjectKey,
    ports::{Companion, CompanionError, Ports},
};
use evernear_rules::wire::{
    ChatReply, CreationKind, CreationStatus, CreatorState, Mode, NextAction, ProgressStep,
};
use reqwest::StatusCode;
use serde_json::json;

use crate::support::{Act, Engine, FILM, IMAGE, Person, World, eventually, photo_bytes};

crate::both_engines![
    a_film_of_two_costs_twenty_five_credits_because_it_worked,
    a_picture_of_three_ends_with_the_picture,
    a_failure_at_either_step_gives_the_credits_back_and_says_so,
    a_film_that_failed_is_tried_again_with_the_picture_it_has,
    a_question_stops_it_and_the_answer_becomes_the_place,
    cancelling_gives_the_credits_back_and_deletes_the_photos,
    silence_ends_after_a_bound,
    an_outage_is_no_lack_of_progress,
    steps_that_never_come_back_are_no_outage,
    a_slow_provider_is_shown_as_far_as_it_is,
    without_a_word_from_the_companion_the_memory_is_made_all_the_same,
    what_cannot_be_stored_gives_the_credits_back_after_a_few_tries,
    a_new_memory_after_a_failure_deletes_the_photos_at_once,
    a_forgetful_or_unreachable_provider_is_asked_again,
    a_double_click_two_tabs_and_a_repeated_request_start_one_creation,
    three_requests_with_credits_for_one_start_one,
    too_few_credits_are_said_with_the_true_number,
    the_rights_and_the_photos_are_asked_for_before_anything_is_held,
    a_memory_is_watched_in_ranges_kept_under_its_name_and_seen_by_its_owner_alone,
    a_deleted_memory_is_gone,
    a_restart_in_the_middle_carries_on,
    photos_in_use_do_not_expire_under_a_creation,
    a_cancelled_retry_leaves_no_picture_behind,
    new_memories_and_creations_at_once_do_not_lock_each_other_out,
];

async fn a_film_of_two_costs_twenty_five_credits_because_it_worked(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    assert_eq!(
        (begun.status, begun.mode, begun.credits),
        (CreationStatus::Running, Mode::Couple, 25)
    );
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.progress, done.credits), (CreationStatus::Finished, 100, 25));
    assert_eq!(done.plan.len(), 3);
    assert!(done.plan[0].starts_with("1. To capture the feeling of"), "{:?}", done.plan);
    assert_eq!(done.steps.len(), 6);
    assert!(done.reflection.as_deref().is_some_and(|text| !text.is_empty()));
    let film = thandi.get(done.video_url.as_deref().expect("a film")).await;
    assert_eq!(film.headers()["content-type"], "video/mp4");
    assert_eq!(film.bytes().await.expect("bytes"), FILM);
    assert_eq!(world.imagery.photos_seen.load(Ordering::SeqCst), 2);
    let sure = "SELECT COUNT(*) FROM creations WHERE rights_confirmed_at = created_at";
    assert_eq!(world.number(sure).await, 1, "the right to use the photos was confirmed");
    let prompts =
        "SELECT COUNT(*) FROM prompt_history WHERE prompt = 'Walking with my dad by the lake'";
    assert_eq!(world.number(prompts).await, 1);
    assert_eq!(
        world.number("SELECT COUNT(*) FROM ledger WHERE kind = 'capture' AND amount = 0").await,
        1
    );
    eventually("the photos are deleted", || async { (world.objects().len() == 2).then_some(()) })
        .await;
    let page = thandi.page("/dashboard").await;
    assert!(page.contains("Walking with my dad by the lake"), "{page}");
    assert!(page.contains("<dt>Memories created</dt><dd>1</dd>"), "{page}");
    world.books_hold().await;
}

async fn a_picture_of_three_ends_with_the_picture(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(3).await;
    let begun = thandi.begins(&state.draft.key, CreationKind::Image).await.expect("it starts");
    assert_eq!(begun.mode, Mode::Friend);
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.video_url), (CreationStatus::Finished, None));
    let image = thandi.get(done.image_url.as_deref().expect("a picture")).await;
    assert_eq!(image.bytes().await.expect("bytes"), IMAGE);
    assert_eq!(world.imagery.films_ordered.load(Ordering::SeqCst), 0);
    assert_eq!(world.imagery.photos_seen.load(Ordering::SeqCst), 3);
    world.books_hold().await;
}

async fn a_failure_at_either_step_gives_the_credits_back_and_says_so(engine: Engine) {
    let cases = [
        (Act::Fail, Act::Succeed, "Image generation failed"),
        (Act::Succeed, Act::Fail, "Video generation failed"),
        (
            Act::Refuse,
            Act::Succeed,
            "We could not make a picture from these photos and words. Please try others.",
        ),
    ];
    for (image, film, text) in cases {
        let world = World::open(engine).await;
        world.imagery.image(image);
        world.imagery.film(film);
        let thandi = Person::member(&world, "thandi").await;
        let begun = thandi.begins_a_film().await;
        let ended = thandi.waits_for_the_end(&begun.id).await;
        assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 50));
        let failure = ended.failure.expect("a reason");
        assert_eq!(failure.message, text);
        assert_eq!(failure.credits_message, "Your 25 credits are back. You have 50 credits.");
        assert!(failure.can_retry);
        assert_eq!(world.number("SELECT COUNT(*) FROM prompt_history").await, 0);
        world.books_hold().await;
    }
}

async fn a_film_that_failed_is_tried_again_with_the_picture_it_has(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.film(Act::Fail);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    thandi.waits_for_the_end(&begun.id).await;
    world.imagery.speak();
    let again = thandi.tries_again(&begun.id, None).await.expect("a second try");
    let twice = thandi.tries_again(&begun.id, None).await.expect("the same try");
    assert_eq!(again.id, twice.id);
    let done = thandi.waits_for_the_end(&again.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    assert_eq!(world.imagery.images_ordered.load(Ordering::SeqCst), 1, "the picture is used again");
    assert_eq!(world.imagery.films_ordered.load(Ordering::SeqCst), 2);
    assert_eq!(thandi.state().await.creation.expect("still shown").id, again.id);
    world.books_hold().await;
    // A day after a failure the photos are gone, and the person is told so.
    world.imagery.image(Act::Fail);
    let _: serde_json::Value = thandi.call("creator/start_over", json!({})).await.expect("anew");
    let begun = thandi.begins_a_film().await;
    thandi.waits_for_the_end(&begun.id).await;
    world.clock.forward(Duration::from_secs(25 * 3600));
    let gone = thandi.tries_again(&begun.id, None).await.expect_err("too late");
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
    assert!(gone.problem.message.contains("photos"), "{gone:?}");
    assert!(!thandi.watches(&begun.id).await.failure.expect("failed").can_retry);
    evernear_app::flows::sweep::sweep(&world.ports).await.expect("swept");
    assert_eq!(world.objects().len(), 2, "only the finished memory is left: {:?}", world.objects());
    world.books_hold().await;
}

async fn a_question_stops_it_and_the_answer_becomes_the_place(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Ask(""));
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let asked = thandi.waits_for_the_end(&begun.id).await;
    let failure = asked.failure.expect("a question");
    assert_eq!(failure.question.as_deref(), Some("Where should this take place?"));
    assert_eq!(asked.credits, 50);
    world.imagery.speak();
    let again = thandi.tries_again(&begun.id, Some("the old pier")).await.expect("a second try");
    assert_eq!(thandi.waits_for_the_end(&again.id).await.status, CreationStatus::Finished);
    let prompts = "SELECT COUNT(*) FROM prompt_history WHERE prompt = 'Walking with my dad by the lake Location: the old pier'";
    assert_eq!(world.number(prompts).await, 1);
    world.books_hold().await;
}

async fn cancelling_gives_the_credits_back_and_deletes_the_photos(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.film(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(60).await;
    let cancelled = thandi.cancels(&begun.id).await;
    assert_eq!((cancelled.status, cancelled.credits), (CreationStatus::Cancelled, 50));
    let words = cancelled.failure.expect("words").credits_message;
    assert_eq!(words, "Your 25 credits are back. You have 50 credits.");
    assert_eq!(thandi.cancels(&begun.id).await.credits, 50, "twice is once");
    eventually("everything is deleted", || async { world.objects().is_empty().then_some(()) })
        .await;
    assert!(world.imagery.discarded.load(Ordering::SeqCst) >= 2, "the provider's tasks are let go");
    let page = thandi.page("/dashboard").await;
    assert!(page.contains("Your first memory will hang here."), "{page}");
    world.books_hold().await;
}

async fn silence_ends_after_a_bound(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(30).await;
    for _ in 0..19 {
        passes(&world, Duration::from_secs(30)).await;
        assert_eq!(thandi.watches(&begun.id).await.status, CreationStatus::Running);
    }
    world.clock.forward(Duration::from_secs(90));
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 50));
    assert_eq!(ended.failure.expect("a reason").message, "This took too long, so we stopped it.");
    world.books_hold().await;
}

/// Time in which the server is at work.
async fn passes(world: &World, span: Duration) {
    let looked = world.imagery.looks.load(Ordering::SeqCst);
    world.clock.forward(span);
    eventually("the provider is asked again", || async {
        (world.imagery.looks.load(Ordering::SeqCst) > looked).then_some(())
    })
    .await;
}

async fn an_outage_is_no_lack_of_progress(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(30).await;
    // As the row would stand after two hours without a server.
    let sql =
        "UPDATE creations SET next_at = next_at - 7200000, progressed_at = progressed_at - 7200000";
    world.db.execute(sql, Vec::new()).await.expect("aged");
    passes(&world, Duration::from_secs(10)).await;
    passes(&world, Duration::from_secs(10)).await;
    assert_eq!(thandi.watches(&begun.id).await.status, CreationStatus::Running);
    world.imagery.speak();
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    world.books_hold().await;
}

async fn steps_that_never_come_back_are_no_outage(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(30).await;
    // As the row would stand if each step had ended its server, for two hours: never written
    // again, claimed a moment ago.
    let sql = "UPDATE creations SET lease_owner = 'gone', lease_until = next_at - 1000,
               next_at = next_at - 7200000, progressed_at = progressed_at - 7200000";
    world.db.execute(sql, Vec::new()).await.expect("aged");
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 50));
    assert_eq!(ended.failure.expect("a reason").message, "This took too long, so we stopped it.");
    world.books_hold().await;
}

async fn a_slow_provider_is_shown_as_far_as_it_is(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::At(0.0));
    world.imagery.film(Act::At(0.0));
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let shows = async |progress: u32| {
        eventually("the bar moves", || async {
            world.clock.forward(Duration::from_secs(1));
            (thandi.watches(&begun.id).await.progress == progress).then_some(())
        })
        .await;
    };
    shows(30).await;
    for (share, progress) in [(0.4, 35), (0.7, 40), (1.0, 45)] {
        world.imagery.reaches(share);
        shows(progress).await;
    }
    world.imagery.speak();
    world.imagery.film(Act::At(0.0));
    shows(60).await;
    for (share, progress) in [(0.17, 65), (0.5, 75), (0.84, 85), (1.0, 90)] {
        world.imagery.reaches(share);
        shows(progress).await;
    }
    world.imagery.speak();
    assert_eq!(thandi.waits_for_the_end(&begun.id).await.progress, 100);
    world.books_hold().await;
}

/// A companion that never answers.
struct Speechless;

#[async_trait]
impl Companion for Speechless {
    fn notice(&self) -> String {
        String::new()
    }

    async fn plan(&self, _: &str) -> Result<String, CompanionError> {
        Err(CompanionError("429 from https://companion.example/v1".to_owned()))
    }

    async fn closing(&self, _: &str) -> Result<String, CompanionError> {
        Err(CompanionError("cut".to_owned()))
    }

    async fn converse(&self, _: &str) -> Result<ChatReply, CompanionError> {
        Err(CompanionError("out of words".to_owned()))
    }

    async fn progress(&self, _: &str) -> Result<Vec<ProgressStep>, CompanionError> {
        Err(CompanionError("cut".to_owned()))
    }
}

async fn without_a_word_from_the_companion_the_memory_is_made_all_the_same(engine: Engine) {
    let world =
        World::open_with(engine, |ports| Ports { companion: Arc::new(Speechless), ..ports }).await;
    let thandi = Person::member(&world, "thandi").await;
    let answered = thandi.says("Walking with my dad by the lake").await;
    assert_eq!(answered.next_action, Some(NextAction::Error));
    assert_eq!(answered.response, "⚠️ Emotional agent failed: out of words");
    assert!(answered.draft.messages.is_empty(), "what failed is not kept");
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        thandi.upload(photo_bytes(name)).await.expect("a photo");
    }
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Video).await.expect("it starts");
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    assert_eq!(done.plan, ["⚠️ Planning failed: 429 from …"]);
    assert_eq!(done.reflection.as_deref(), Some("Hope you love what you've created. ✨"));
    let titles: Vec<_> = done.steps.iter().map(|step| step.title.as_str()).collect();
    // Spec §8, the default six steps.
    assert_eq!(
        titles,
        [
            "Reading your story",
            "Analyzing your photos",
            "Finding the location",
            "Composing the scene",
            "Animating your memory",
            "Final touch of magic"
        ]
    );
    let prompts = "SELECT COUNT(*) FROM prompt_history WHERE prompt = 'A beautiful memory.'";
    assert_eq!(world.number(prompts).await, 1);
    world.books_hold().await;
}

async fn what_cannot_be_stored_gives_the_credits_back_after_a_few_tries(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.film(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(60).await;
    // A folder stands where the film is to be.
    let key = ObjectKey::film(begun.id.parse().expect("an id"));
    let in_the_way = world.folder.join("objects").join(key.as_str());
    std::fs::create_dir_all(in_the_way.join("full")).expect("a folder");
    world.imagery.speak();
    let ended = eventually("it gives up", || async {
        world.clock.forward(Duration::from_secs(3));
        let view = thandi.watches(&begun.id).await;
        (view.status != CreationStatus::Running).then_some(view)
    })
    .await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 50));
    let failure = ended.failure.expect("a reason");
    assert_eq!(failure.message, "Your memory could not be saved.");
    assert!(failure.can_retry);
    assert_eq!(world.imagery.films_ordered.load(Ordering::SeqCst), 1, "what was made is kept");
    std::fs::remove_dir_all(in_the_way).expect("out of the way");
    let again = thandi.tries_again(&begun.id, None).await.expect("a second try");
    assert_eq!(thandi.waits_for_the_end(&again.id).await.status, CreationStatus::Finished);
    world.books_hold().await;
}

async fn a_new_memory_after_a_failure_deletes_the_photos_at_once(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Refuse);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert!(ended.failure.expect("a reason").can_retry);
    assert_eq!(world.objects().len(), 4, "two photos and their previews, for another try");
    let state: CreatorState =
        thandi.call("creator/start_over", json!({})).await.expect("a new memory");
    assert!(state.creation.is_none());
    eventually("the photos are gone", || async { world.objects().is_empty().then_some(()) }).await;
    let refused = thandi.tries_again(&begun.id, None).await.expect_err("there are no photos");
    assert!(refused.problem.message.contains("add them again"), "{refused:?}");
    world.books_hold().await;
}

async fn a_forgetful_or_unreachable_provider_is_asked_again(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::ForgetOnce);
    world.imagery.film(Act::Unreachable(2));
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let done = eventually("it is done", || async {
        world.clock.forward(Duration::from_secs(1));
        let view = thandi.watches(&begun.id).await;
        (view.status != CreationStatus::Running).then_some(view)
    })
    .await;
    assert_eq!(done.status, CreationStatus::Finished);
    assert_eq!(world.imagery.images_ordered.load(Ordering::SeqCst), 2);
    assert_eq!(world.imagery.films_ordered.load(Ordering::SeqCst), 3);
    world.books_hold().await;
}

async fn a_double_click_two_tabs_and_a_repeated_request_start_one_creation(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(2).await;
    let clicks = (0..8).map(|_| thandi.begins(&state.draft.key, CreationKind::Video));
    let views: Vec<_> = futures::future::join_all(clicks)
        .await
        .into_iter()
        .map(|view| view.expect("started").id)
        .collect();
    assert!(views.iter().all(|id| *id == views[0]), "{views:?}");
    thandi.waits_for_the_end(&views[0]).await;
    let later = thandi.begins(&state.draft.key, CreationKind::Video).await.expect("the same");
    assert_eq!(later.id, views[0]);
    assert_eq!(world.number("SELECT COUNT(*) FROM creations").await, 1);
    assert_eq!(world.number("SELECT credits FROM profiles").await, 25);
    let stale = thandi
        .begins("00000000-0000-7000-8000-000000000000", CreationKind::Video)
        .await
        .expect_err("stale");
    assert_eq!(stale.status, StatusCode::CONFLICT);
    world.books_hold().await;
}

async fn three_requests_with_credits_for_one_start_one(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Fail);
    let thandi = Person::member(&world, "thandi").await;
    // Three failed memories, each of which could be tried again; credits for one.
    let mut failed = Vec::new();
    for _ in 0..3 {
        let begun = thandi.begins_a_film().await;
        failed.push(thandi.waits_for_the_end(&begun.id).await.id);
        // Not by a new memory, which would delete the photos.
        world.db.execute("DELETE FROM drafts", Vec::new()).await.expect("another draft");
    }
    let spend = "UPDATE profiles SET credits = 25, ledger_entries = ledger_entries + 1";
    world.db.execute(spend, Vec::new()).await.expect("spent");
    let entry = "INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
                 SELECT 'spent', id, ledger_entries, 'grant', -25, 25, 'elsewhere', 1 FROM profiles";
    world.db.execute(entry, Vec::new()).await.expect("spent");
    world.imagery.speak();
    let tries = failed.iter().map(|id| thandi.tries_again(id, None));
    let answers = futures::future::join_all(tries).await;
    let started: Vec<_> = answers.iter().flatten().collect();
    assert_eq!(started.len(), 1, "{answers:?}");
    for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        assert_eq!(refused.problem.code, "insufficient_credits");
        assert_eq!(refused.problem.credits, Some(0));
    }
    thandi.waits_for_the_end(&started[0].id).await;
    assert_eq!(world.number("SELECT credits FROM profiles").await, 0);
}

async fn too_few_credits_are_said_with_the_true_number(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for _ in 0..2 {
        let begun = thandi.begins_a_film().await;
        thandi.waits_for_the_end(&begun.id).await;
        let _: serde_json::Value =
            thandi.call("creator/start_over", json!({})).await.expect("anew");
    }
    let state = thandi.prepares(2).await;
    assert_eq!(state.credits, Some(0));
    let refused = thandi.begins(&state.draft.key, CreationKind::Video).await.expect_err("too few");
    assert_eq!(refused.status, StatusCode::PAYMENT_REQUIRED);
    assert_eq!(
        refused.problem.message,
        "You need 25 credits to create this memory, but you only have 0 credits remaining."
    );
    assert_eq!(refused.problem.credits, Some(0));
    assert_eq!(thandi.state().await.draft.photos.len(), 2, "the photos are still there");
    world.books_hold().await;
}

async fn the_rights_and_the_photos_are_asked_for_before_anything_is_held(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(1).await;
    let refused =
        thandi.begins(&state.draft.key, CreationKind::Video).await.expect_err("one photo");
    assert_eq!(
        refused.problem.message,
        "Upload 2 photos for couple mode or 3 photos for friend mode."
    );
    let body = json!({ "key": state.draft.key, "kind": "video", "rights_confirmed": false, "terms_accepted": true });
    let refused =
        thandi.call::<serde_json::Value>("creation/begin", body).await.expect_err("no rights");
    assert!(refused.problem.message.contains("may use these photos"));
    world
        .db
        .execute("UPDATE accounts SET terms_version = NULL, terms_at = NULL", Vec::new())
        .await
        .expect("asked");
    let state = thandi.prepares(1).await;
    let refused = thandi.begins(&state.draft.key, CreationKind::Video).await.expect_err("no terms");
    assert_eq!(refused.problem.code, "terms_needed");
    assert_eq!(world.number("SELECT COUNT(*) FROM ledger").await, 1);
    let body = json!({ "key": state.draft.key, "kind": "video", "rights_confirmed": true, "terms_accepted": true });
    thandi
        .call::<serde_json::Value>("creation/begin", body)
        .await
        .expect("confirmed with the request");
    assert_eq!(
        world.number("SELECT COUNT(*) FROM accounts WHERE terms_version IS NOT NULL").await,
        1
    );
}

async fn a_memory_is_watched_in_ranges_kept_under_its_name_and_seen_by_its_owner_alone(
    engine: Engine,
) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let done = thandi.waits_for_the_end(&begun.id).await;
    let film = done.video_url.expect("a film");
    let part = thandi.get_range(&film, "bytes=2-6").await;
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(part.headers()["content-range"], format!("bytes 2-6/{}", FILM.len()).as_str());
    assert_eq!(part.bytes().await.expect("bytes"), FILM[2..7]);
    let beyond = thandi.get_range(&film, "bytes=9000-").await;
    assert_eq!(beyond.status(), StatusCode::RANGE_NOT_SATISFIABLE);
    let kept = thandi.get(&done.download_url.expect("a download")).await;
    let name = kept.headers()["content-disposition"].to_str().expect("text").to_owned();
    assert_eq!(name, "attachment; filename=\"evernear-walking-with-my-dad-by-the.mp4\"");
    let other = Person::member(&world, "other").await;
    for path in [film.as_str(), done.image_url.as_deref().expect("a picture")] {
        assert_eq!(other.get(path).await.status(), StatusCode::NOT_FOUND);
        assert_eq!(Person::visitor(&world.base).get(path).await.status(), StatusCode::NOT_FOUND);
    }
    assert_eq!(
        other.led_to(&format!("/memories/{}", done.id)).await.as_deref(),
        Some("/dashboard")
    );
    assert!(thandi.page(&format!("/memories/{}", done.id)).await.contains("Download Video"));
}

async fn a_deleted_memory_is_gone(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let done = thandi.waits_for_the_end(&begun.id).await;
    let other = Person::member(&world, "other").await;
    other.submit(&format!("/memories/{}/delete", done.id), &[]).await;
    assert_eq!(
        thandi.get(done.video_url.as_deref().expect("a film")).await.status(),
        StatusCode::OK
    );
    thandi.submit(&format!("/memories/{}/delete", done.id), &[]).await;
    assert_eq!(
        thandi.get(done.video_url.as_deref().expect("a film")).await.status(),
        StatusCode::NOT_FOUND
    );
    assert!(world.objects().is_empty(), "{:?}", world.objects());
    assert_eq!(world.number("SELECT COUNT(*) FROM creations").await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM prompt_history").await, 0);
    assert_eq!(world.number("SELECT credits FROM profiles p JOIN accounts a ON a.id = p.id WHERE a.email = 'thandi@example.com'").await, 25);
}

async fn a_restart_in_the_middle_carries_on(engine: Engine) {
    let mut world = World::open(engine).await;
    world.imagery.film(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(60).await;
    world.restart().await;
    let mut thandi = thandi;
    thandi.base.clone_from(&world.base);
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    assert_eq!(world.imagery.images_ordered.load(Ordering::SeqCst), 0, "the picture was kept");
    world.books_hold().await;
}

async fn photos_in_use_do_not_expire_under_a_creation(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(2).await;
    world.clock.forward(Duration::from_secs(7 * 24 * 3600 - 30));
    let begun = thandi.begins(&state.draft.key, CreationKind::Video).await.expect("it starts");
    world.clock.forward(Duration::from_secs(60));
    evernear_app::flows::sweep::sweep(&world.ports).await.expect("swept");
    evernear_app::flows::sweep::sweep_strays(&world.ports).await.expect("swept");
    assert_eq!(world.objects().len(), 4, "both photos and their previews are there");
    world.imagery.speak();
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!(done.status, CreationStatus::Finished);
    assert_eq!(world.imagery.photos_seen.load(Ordering::SeqCst), 2);
    world.books_hold().await;
}

async fn a_cancelled_retry_leaves_no_picture_behind(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.film(Act::Fail);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    thandi.waits_for_the_end(&begun.id).await;
    world.imagery.film(Act::Silent);
    let again = thandi.tries_again(&begun.id, None).await.expect("a second try");
    eventually("the film is on its way", || async {
        (thandi.watches(&again.id).await.progress >= 60).then_some(())
    })
    .await;
    thandi.cancels(&again.id).await;
    eventually("nothing is left", || async { world.objects().is_empty().then_some(()) }).await;
    // With an answer the picture is made anew; the one before is nobody's, and found.
    let _: serde_json::Value = thandi.call("creator/start_over", json!({})).await.expect("anew");
    world.imagery.film(Act::Fail);
    let begun = thandi.begins_a_film().await;
    thandi.waits_for_the_end(&begun.id).await;
    world.imagery.speak();
    let again = thandi.tries_again(&begun.id, Some("the pier")).await.expect("a second try");
    thandi.waits_for_the_end(&again.id).await;
    world.clock.forward(Duration::from_secs(2 * 3600));
    evernear_app::flows::sweep::sweep_strays(&world.ports).await.expect("swept");
    // The photos go in the worker's own time, after the memory is there.
    eventually("only the finished memory is left", || async {
        (world.objects().len() == 2).then_some(())
    })
    .await;
    world.books_hold().await;
}

async fn new_memories_and_creations_at_once_do_not_lock_each_other_out(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for _ in 0..12 {
        let state = thandi.prepares(2).await;
        let (begun, anew) = tokio::join!(
            thandi.begins(&state.draft.key, CreationKind::Image),
            thandi.call::<serde_json::Value>("creator/start_over", json!({}))
        );
        anew.expect("a new draft");
        match begun {
            Ok(view) => {
                thandi.cancels(&view.id).await;
            }
            Err(refused) => {
                assert_ne!(refused.status, StatusCode::SERVICE_UNAVAILABLE, "{refused:?}");
            }
        }
        let _: serde_json::Value =
            thandi.call("creator/start_over", json!({})).await.expect("anew");
    }
    world.books_hold().await;
}
