//! The conversation: what is kept, what is refused, what two tabs do.

use evernear_rules::wire::{ChatRole, CreationKind, NextAction};
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{Engine, Person, World, photo_bytes};

crate::both_engines![
    a_prompt_without_a_place_is_asked_for_one_and_then_for_photos,
    a_greeting_is_answered_and_never_becomes_the_memory,
    the_draft_survives_a_reload_and_a_sign_out,
    whatever_people_write_comes_back_as_they_wrote_it,
    a_blank_or_endless_message_is_refused_and_nothing_is_lost,
    a_place_fits_behind_the_longest_memory,
    distress_is_met_with_care_and_nothing_is_created,
    what_we_make_no_pictures_of_is_refused_before_anything_is_held,
    two_tabs_share_one_draft,
    a_new_memory_begins_with_an_empty_draft_and_the_photos_gone,
    nobody_reaches_the_creator_of_somebody_else,
];

async fn a_prompt_without_a_place_is_asked_for_one_and_then_for_photos(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let asked = thandi.says("I miss my dad so much").await;
    assert_eq!(asked.next_action, Some(NextAction::AwaitingLocation));
    let known = thandi.says("I miss my dad so much Location: our old kitchen in Durban").await;
    assert_eq!(known.next_action, Some(NextAction::AwaitingImages));
    assert_eq!(known.draft.prompt.as_deref(), Some("I miss my dad so much"));
    assert_eq!(known.draft.location.as_deref(), Some("our old kitchen in Durban"));
    let said: Vec<_> =
        known.draft.messages.iter().filter(|line| line.role == ChatRole::User).collect();
    assert_eq!(said[1].content, "our old kitchen in Durban");
}

async fn a_greeting_is_answered_and_never_becomes_the_memory(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let greeted = thandi.says("Hi").await;
    assert_eq!((greeted.next_action, greeted.draft.prompt), (None, None), "{}", greeted.response);
    assert_eq!(greeted.draft.messages.len(), 2, "both lines are kept");
    let asked = thandi.says("I miss my dad so much").await;
    assert_eq!(asked.next_action, Some(NextAction::AwaitingLocation));
    let again = thandi.says("I miss my dad so much Location: hello?").await;
    assert_eq!(again.next_action, Some(NextAction::AwaitingLocation));
    assert_eq!(again.draft.location, None);
    let known = thandi.says("I miss my dad so much Location: our old kitchen").await;
    assert_eq!(known.next_action, Some(NextAction::AwaitingImages));
    assert_eq!(known.draft.prompt.as_deref(), Some("I miss my dad so much"));
}

async fn the_draft_survives_a_reload_and_a_sign_out(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let before = thandi.prepares(2).await;
    thandi.submit("/sign-out", &[]).await;
    thandi.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(thandi.state().await.draft, before.draft);
    let page = thandi.page("/ai-creator").await;
    assert!(page.contains("data-island=\"creator\""));
    assert!(page.contains(&before.draft.key), "the page begins with the draft");
}

async fn whatever_people_write_comes_back_as_they_wrote_it(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for text in [
        "<script>alert(1)</script><!> & \"quotes\" at the beach",
        "🌊🏖️👵🏽",
        "עם סבתא בחוף",
        "a\u{202e}b\tc by the lake",
    ] {
        let kept = thandi.says(text).await;
        assert!(kept.draft.messages.iter().any(|line| line.content == text), "{text:?}");
        let page = thandi.page("/ai-creator").await;
        assert!(!page.contains("<script>alert"), "nothing of it is markup");
    }
    let page = thandi.page("/ai-creator").await;
    assert!(
        page.contains("&lt;!&gt;"),
        "marks of the renderer are taken out, words of people are not"
    );
}

async fn a_blank_or_endless_message_is_refused_and_nothing_is_lost(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let before = thandi.says("Tea with Nan in her kitchen").await.draft;
    for text in ["  \n ".to_owned(), "word ".repeat(2_000)] {
        let refused =
            thandi.call::<serde_json::Value>("creator/converse", json!({ "text": text })).await;
        assert_eq!(refused.expect_err("refused").status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let refused = thandi
        .call::<serde_json::Value>("creator/converse", json!({ "text": "x".repeat(200_000) }))
        .await;
    assert_eq!(refused.expect_err("refused").status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(thandi.state().await.draft, before);
}

async fn a_place_fits_behind_the_longest_memory(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let memory = format!("I miss my dad so much {}", "and him ".repeat(497));
    let memory = memory.trim();
    assert!((3_990..=4_000).contains(&memory.len()));
    let asked = thandi.says(memory).await;
    assert_eq!(asked.next_action, Some(NextAction::AwaitingLocation));
    let known = thandi.says(&format!("{memory} Location: our old kitchen in Durban")).await;
    assert_eq!(known.next_action, Some(NextAction::AwaitingImages));
    assert_eq!(known.draft.location.as_deref(), Some("our old kitchen in Durban"));
}

async fn distress_is_met_with_care_and_nothing_is_created(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(2).await;
    let met = thandi.says("I want to kill myself").await;
    assert!(met.response.contains("0800 000 000"), "{}", met.response);
    assert_eq!(met.next_action, None);
    assert!(!met.response.to_lowercase().contains("credit"), "nothing is sold");
    let refused = thandi.begins(&state.draft.key, CreationKind::Video).await.expect_err("paused");
    assert_eq!(refused.problem.code, "refused");
    assert_eq!(world.number("SELECT COUNT(*) FROM creations").await, 0);
    assert_eq!(thandi.state().await.credits, Some(50));
    thandi.says("Thank you. I want to remember my dad by the lake").await;
    thandi.begins(&state.draft.key, CreationKind::Video).await.expect("the pause is over");
}

async fn what_we_make_no_pictures_of_is_refused_before_anything_is_held(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let before = thandi.says("Tea with Nan in her kitchen").await.draft;
    let answer = thandi.says("me naked having sex with my neighbour").await;
    assert_eq!(answer.next_action, Some(NextAction::Error));
    assert_eq!(answer.draft, before, "nothing of it is kept");
    assert_eq!(world.number("SELECT COUNT(*) FROM ledger WHERE kind = 'hold'").await, 0);
}

async fn two_tabs_share_one_draft(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let other_tab = thandi.clone();
    let (one, two) =
        tokio::join!(thandi.says("The beach with Dad"), other_tab.says("The lake with Dad"));
    assert!(one.draft.key == two.draft.key);
    let said: Vec<String> =
        thandi.state().await.draft.messages.into_iter().map(|line| line.content).collect();
    assert!(
        said.contains(&"The beach with Dad".to_owned())
            && said.contains(&"The lake with Dad".to_owned()),
        "{said:?}"
    );
}

async fn a_new_memory_begins_with_an_empty_draft_and_the_photos_gone(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let before = thandi.prepares(3).await;
    assert_eq!(world.objects().len(), 6);
    let after: evernear_rules::wire::CreatorState =
        thandi.call("creator/start_over", json!({})).await.expect("begun anew");
    assert_ne!(after.draft.key, before.draft.key);
    assert!(after.draft.messages.is_empty() && after.draft.photos.is_empty());
    assert_eq!(world.objects().len(), 0, "the files are gone");
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 0);
}

async fn nobody_reaches_the_creator_of_somebody_else(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let other = Person::member(&world, "other").await;
    let photo = thandi.upload(photo_bytes("old-man-grey-beard-bw.jpg")).await.expect("a photo");
    assert_eq!(thandi.get(&photo.preview_url).await.status(), StatusCode::OK);
    assert_eq!(other.get(&photo.preview_url).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(
        Person::visitor(&world.base).get(&photo.preview_url).await.status(),
        StatusCode::NOT_FOUND
    );
    let removed =
        other.call::<serde_json::Value>("creator/remove_photo", json!({ "id": photo.id })).await;
    assert!(removed.is_ok(), "nothing of theirs was there to remove");
    assert_eq!(thandi.state().await.draft.photos.len(), 1);
    let creation = thandi.prepares(1).await;
    let view = thandi.begins(&creation.draft.key, CreationKind::Video).await.expect("it starts");
    for call in ["creation/watch", "creation/cancel"] {
        let refused = other
            .call::<serde_json::Value>(call, json!({ "id": view.id }))
            .await
            .expect_err("not theirs");
        assert_eq!(refused.status, StatusCode::NOT_FOUND);
    }
    let visitor = Person::visitor(&world.base);
    let refused = visitor
        .call::<serde_json::Value>("creator/state", json!({}))
        .await
        .expect_err("signed out");
    assert_eq!(
        (refused.status, refused.problem.message.as_str()),
        (StatusCode::UNAUTHORIZED, "User not authenticated")
    );
}
