//! A creation from the first click to the memory, and every way it can end otherwise. The
//! books hold at the end of each story.

use std::{sync::atomic::Ordering, time::Duration};

use evernear_rules::wire::{CreationKind, CreationStatus, CreatorState, Mode};
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{Act, Engine, FILM, IMAGE, Person, World, eventually, photo_bytes};

crate::both_engines![
    a_film_of_two_costs_twenty_five_credits_because_it_worked,
    a_picture_of_three_ends_with_the_picture,
    a_failure_at_either_step_gives_the_credits_back_and_says_so,
    a_film_that_failed_is_tried_again_with_the_picture_it_has,
    a_question_stops_it_and_the_answer_becomes_the_place,
    an_answer_takes_the_place_of_the_place_there_was,
    cancelling_gives_the_credits_back_and_deletes_the_photos,
    a_new_memory_after_a_failure_deletes_the_photos_at_once,
    a_double_click_two_tabs_and_a_repeated_request_start_one_creation,
    three_requests_with_credits_for_one_start_one,
    too_few_credits_are_said_with_the_true_number,
    the_rights_and_the_photos_are_asked_for_before_anything_is_held,
    a_memory_is_watched_in_ranges_kept_under_its_name_and_seen_by_its_owner_alone,
    memories_lead_to_those_before_and_after_them,
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
        (begun.status, begun.mode, begun.credits, begun.progress),
        (CreationStatus::Running, Mode::Couple, 25, 5)
    );
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.progress, done.credits), (CreationStatus::Finished, 100, 25));
    assert_eq!(done.plan.len(), 3);
    assert!(done.plan[0].starts_with("1. To capture the feeling of"), "{:?}", done.plan);
    assert_eq!(done.steps.len(), 6);
    let told = format!("{:?} {:?}", done.plan, done.steps);
    assert!(told.contains("gentle movement") && told.contains("you and your dad"), "{told}");
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
    let told = format!("{:?} {:?}", done.plan, done.steps);
    assert!(told.contains("three of you") && !told.contains("two of you"), "{told}");
    assert!(
        !told.contains("nimating") && !told.contains("video"),
        "a picture does not move: {told}"
    );
    let image = thandi.get(done.image_url.as_deref().expect("a picture")).await;
    assert_eq!(image.bytes().await.expect("bytes"), IMAGE);
    assert_eq!(world.imagery.films_requested.load(Ordering::SeqCst), 0);
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
    assert_eq!(
        world.imagery.images_requested.load(Ordering::SeqCst),
        1,
        "the picture is used again"
    );
    assert_eq!(world.imagery.films_requested.load(Ordering::SeqCst), 2);
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
    evernear_app::flows::system::sweep::sweep(&world.ports).await.expect("swept");
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

/// Companion and imagery would else disagree about which of two places is meant.
async fn an_answer_takes_the_place_of_the_place_there_was(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Ask("Which kitchen?"));
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Dancing with my dad Location: our kitchen").await;
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        thandi.upload(photo_bytes(name)).await.expect("a photo");
    }
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Video).await.expect("it starts");
    thandi.waits_for_the_end(&begun.id).await;
    world.imagery.speak();
    let again = thandi.tries_again(&begun.id, Some("the old pier")).await.expect("a second try");
    let done = thandi.waits_for_the_end(&again.id).await;
    assert_eq!(done.status, CreationStatus::Finished);
    let plan = done.plan.join("\n");
    assert!(plan.contains("the old pier") && !plan.contains("kitchen"), "{plan}");
    let prompts = "SELECT COUNT(*) FROM prompt_history WHERE prompt = 'Dancing with my dad Location: the old pier'";
    assert_eq!(world.number(prompts).await, 1);
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
    assert!(page.contains("<dt>Memories created</dt><dd>0</dd>"), "{page}");
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
    let version = thandi.get(&film).await.headers()["etag"].to_str().expect("text").to_owned();
    for (version, status) in
        [(version.as_str(), StatusCode::PARTIAL_CONTENT), ("\"another\"", StatusCode::OK)]
    {
        let went_on = thandi.get_range_of(&film, "bytes=2-6", version).await;
        assert_eq!(went_on.status(), status, "{version}");
    }
    let beyond = thandi.get_range(&film, "bytes=9000-").await;
    assert_eq!(beyond.status(), StatusCode::RANGE_NOT_SATISFIABLE);
    let kept = thandi.get(&done.download_url.expect("a download")).await;
    let name = kept.headers()["content-disposition"].to_str().expect("text").to_owned();
    assert_eq!(
        name,
        "attachment; filename=\"evernear-walking-with-my-dad-by-the-imagined-scene.mp4\""
    );
    let other = Person::member(&world, "other").await;
    for path in [film.as_str(), done.image_url.as_deref().expect("a picture")] {
        assert_eq!(other.get(path).await.status(), StatusCode::NOT_FOUND);
        assert_eq!(Person::visitor(&world.base).get(path).await.status(), StatusCode::NOT_FOUND);
    }
    let gone = other.get(&format!("/memories/{}", done.id)).await;
    assert_eq!(gone.status(), StatusCode::NOT_FOUND);
    let gone = gone.text().await.expect("a page");
    assert!(gone.contains("This memory is no longer here."), "{gone}");
    let page = thandi.page(&format!("/memories/{}", done.id)).await;
    assert!(page.contains("Download Video"), "{page}");
    assert!(page.contains("An imagined scene, made from your photos."), "{page}");
    assert!(page.contains("The picture and the film are deleted"), "{page}");
}

async fn memories_lead_to_those_before_and_after_them(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let mut made = Vec::new();
    for _ in 0..2 {
        let begun = thandi.begins_a_film().await;
        made.push(thandi.waits_for_the_end(&begun.id).await.id);
        let _: CreatorState = thandi.call("creator/start_over", json!({})).await.expect("anew");
    }
    let [first, second] = [0, 1].map(|number| format!("/memories/{}", made[number]));
    let page = thandi.page(&first).await;
    assert!(page.contains(&format!("rel=\"next\" href=\"{second}\"")), "{page}");
    assert!(!page.contains("rel=\"prev\""), "{page}");
    assert!(page.contains("Walking with my dad by the lake</dd>"), "{page}");
    let page = thandi.page(&second).await;
    assert!(page.contains(&format!("rel=\"prev\" href=\"{first}\"")), "{page}");
    assert!(!page.contains("rel=\"next\""), "{page}");
    // The question stands there where no script asks it.
    assert!(!page.contains("<dialog open"), "{page}");
    let asked = thandi.page(&format!("{second}?delete=ask")).await;
    assert!(asked.contains("Delete this memory? The picture and the film"), "{asked}");
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
    // It was made all the same.
    let made = "<dt>Memories created</dt><dd>1</dd>";
    let page = thandi.page("/dashboard").await;
    assert!(page.contains(made), "deleting lowers nothing: {page}");
    assert!(page.contains("The memory is deleted for good."), "{page}");
    assert!(!thandi.page("/dashboard").await.contains("deleted for good"), "told once");
    assert!(other.page("/dashboard").await.contains("<dt>Memories created</dt><dd>0</dd>"));
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
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 0, "the picture was kept");
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
    evernear_app::flows::system::sweep::sweep(&world.ports).await.expect("swept");
    evernear_app::flows::system::sweep::sweep_strays(&world.ports).await.expect("swept");
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
    evernear_app::flows::system::sweep::sweep_strays(&world.ports).await.expect("swept");
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
