//! Where and when a memory is: as it was understood, as the person chose instead, and what the
//! renderer is told of it.

use evernear_rules::{
    story::{Activity, Feature, Hour, Language, Relation, Season, Story},
    wire::{CreationKind, CreationView, CreatorState, DraftView, SettingList, UnderstoodView},
};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Engine, Person, RefusedCall, World, photo_bytes};

crate::both_engines![
    what_was_understood_is_told_before_creating,
    another_place_is_kept_and_made,
    a_place_that_we_do_not_know_is_refused,
    a_name_in_distress_is_answered_with_care,
    everything_that_was_understood_is_kept,
    a_story_of_before_and_a_year_that_cannot_be_are_read,
    a_retake_begins_with_what_was_chosen_and_may_change_it,
    other_words_are_another_place,
    the_plan_names_the_place_that_was_chosen,
    settings_have_small_pictures_for_whoever_is_signed_in,
];

async fn understood(person: &Person) -> Option<UnderstoodView> {
    person.state().await.draft.understood
}

fn seen(world: &World) -> Story {
    world.imagery.story_seen.lock().expect("lock").clone()
}

async fn chooses(person: &Person, story: &Story) -> Result<DraftView, RefusedCall> {
    let body = json!({ "rights_confirmed": true, "who": [], "story": story });
    person.call("creator/remember", body).await
}

async fn adds_photos(person: &Person) -> String {
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        person.upload(photo_bytes(name)).await.expect("a photo");
    }
    person.state().await.draft.key
}

async fn makes(person: &Person) -> CreationView {
    let key = adds_photos(person).await;
    let begun = person.begins(&key, CreationKind::Image).await.expect("it starts");
    person.waits_for_the_end(&begun.id).await
}

async fn what_was_understood_is_told_before_creating(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    assert_eq!(understood(&thandi).await, None, "nothing was said yet");
    let told = thandi.says("On the veranda by the sea with my mom, our last summer").await;
    let view = told.draft.understood.expect("it was understood");
    assert_eq!(understood(&thandi).await, Some(view.clone()), "it is kept");
    assert_eq!(view.story.season, Some(Season::Summer));
    assert_eq!(view.story.hour, None);
    let (place, view) = (view.setting.expect("a place"), view.view.expect("a view"));
    assert_eq!((place.title.as_str(), place.hour), ("On the veranda", Hour::Sunset));
    assert_eq!(view.seen.as_deref(), Some("by the sea"));
    makes(&thandi).await;
    assert_eq!(seen(&world).setting.as_deref(), Some("veranda"));
    assert_eq!(seen(&world).view.as_deref(), Some("beach"));
}

async fn another_place_is_kept_and_made(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let told = thandi.says("Tea with my gran in the garden").await;
    let story = told.draft.understood.expect("it was understood").story;
    assert_eq!(story.setting.as_deref(), Some("garden"));
    let chosen =
        Story { setting: Some("kitchen".to_owned()), hour: Some(Hour::Dawn), ..story.clone() };
    let draft = chooses(&thandi, &chosen).await.expect("kept");
    assert_eq!(draft.understood.expect("a place").story, chosen);
    // Choices that say nothing of it leave it as it is.
    let body = json!({ "kind": "image", "rights_confirmed": true, "who": [] });
    let _: Value = thandi.call("creator/remember", body).await.expect("kept");
    assert_eq!(understood(&thandi).await.expect("a place").story, chosen);
    makes(&thandi).await;
    assert_eq!(seen(&world), chosen);
    // What the page shows counts, also where keeping it has not arrived.
    let _: CreatorState = thandi.call("creator/start_over", json!({})).await.expect("anew");
    assert_eq!(understood(&thandi).await, None);
    thandi.says("Tea with my gran in the garden").await;
    let key = adds_photos(&thandi).await;
    let body = json!({ "key": key, "kind": "image", "rights_confirmed": true, "terms_accepted": false, "story": chosen });
    let begun: CreationView = thandi.call("creation/begin", body).await.expect("it starts");
    world.imagery.story_seen.lock().expect("lock").clone_from(&Story::default());
    thandi.waits_for_the_end(&begun.id).await;
    let sql = "SELECT story FROM creations WHERE id = $1";
    let kept: Vec<Story> = world
        .rows(sql, &begun.id)
        .await
        .iter()
        .map(|text| serde_json::from_str(text).expect("JSON"))
        .collect();
    assert_eq!(kept, [chosen]);
}

async fn a_place_that_we_do_not_know_is_refused(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Tea with my gran in the garden").await;
    let key = adds_photos(&thandi).await;
    for story in [
        json!({ "setting": "../garden" }),
        json!({ "setting": "garden", "view": "nowhere" }),
        json!({ "hour": "noon" }),
        json!({ "setting": 7 }),
        json!([]),
        json!(["garden"]),
        json!({ "features": ["dragons"] }),
        json!({ "features": ["candles", "candles"] }),
        json!({ "people": vec!["mother"; 5000] }),
        json!({ "language": "tlh" }),
        json!({ "name": "x".repeat(61) }),
        json!({ "name": "<b>" }),
        json!({ "name": "explicit porn" }),
        json!({ "era": 70_000 }),
    ] {
        let body = json!({ "rights_confirmed": true, "who": [], "story": story });
        let refused = thandi.call::<DraftView>("creator/remember", body).await;
        assert_eq!(
            refused.expect_err("refused").status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{story}"
        );
        let body = json!({ "key": key, "kind": "image", "rights_confirmed": true, "terms_accepted": false, "story": story });
        let refused = thandi.call::<CreationView>("creation/begin", body).await;
        assert_eq!(
            refused.expect_err("refused").status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{story}"
        );
    }
    let kept = understood(&thandi).await.expect("a place").story;
    assert_eq!(kept.setting.as_deref(), Some("garden"));
    assert_eq!(thandi.state().await.held, 0, "nothing was begun");
}

async fn a_name_in_distress_is_answered_with_care(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let cared = thandi.says("I want to kill myself").await.response;
    thandi.says("Tea with my gran in the garden").await;
    let key = adds_photos(&thandi).await;
    let story = json!({ "setting": "garden", "name": "where I want to kill myself" });
    let body = json!({ "key": key, "kind": "image", "rights_confirmed": true, "terms_accepted": false, "story": story });
    let refused = thandi.call::<CreationView>("creation/begin", body).await.expect_err("not begun");
    assert_eq!(refused.problem.message, cared);
    assert_eq!(thandi.state().await.credits, Some(50));
}

async fn everything_that_was_understood_is_kept(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Singing with my gran on her red couch in Durban, candles everywhere, 1956").await;
    let story = understood(&thandi).await.expect("it was understood").story;
    assert_eq!(story.people, [Relation::Grandmother]);
    assert_eq!(story.features, [Feature::Candles, Feature::RedCouch]);
    assert_eq!((story.name.as_deref(), story.era), (Some("Durban"), Some(1956)));
    assert_eq!(
        (story.activity, story.language),
        (Some(Activity::Singing), Some(Language::English))
    );
    makes(&thandi).await;
    assert_eq!(seen(&world), story);
}

async fn a_story_of_before_and_a_year_that_cannot_be_are_read(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Tea with my gran in the garden").await;
    for (era, kept) in [(1849, None), (1850, Some(1850)), (1956, Some(1956)), (9999, None)] {
        // As stories were before they had features.
        let body = json!({ "rights_confirmed": true, "who": [], "story": { "setting": "garden", "era": era } });
        let draft: DraftView = thandi.call("creator/remember", body).await.expect("kept");
        assert_eq!(draft.understood.expect("a place").story.era, kept, "{era}");
    }
    let body = json!({ "rights_confirmed": true, "who": [], "presentation": [] });
    let refused = thandi.call::<DraftView>("creator/remember", body).await;
    assert_eq!(refused.expect_err("refused").status, StatusCode::UNPROCESSABLE_ENTITY);
}

async fn a_retake_begins_with_what_was_chosen_and_may_change_it(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Tea with my gran in the garden").await;
    let chosen = Story { setting: Some("kitchen".to_owned()), ..Story::default() };
    chooses(&thandi, &chosen).await.expect("kept");
    let made = makes(&thandi).await;
    let body = json!({ "id": made.id });
    let state: CreatorState = thandi.call("creator/retake", body).await.expect("once more");
    assert_eq!(state.draft.understood.expect("a place").story, chosen);
    let other = Story { setting: Some("veranda".to_owned()), ..Story::default() };
    chooses(&thandi, &other).await.expect("kept");
    makes(&thandi).await;
    assert_eq!(seen(&world), other);
}

async fn other_words_are_another_place(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Tea with my gran in the garden").await;
    let chosen = Story { setting: Some("kitchen".to_owned()), ..Story::default() };
    chooses(&thandi, &chosen).await.expect("kept");
    let told = thandi.says("Walking on the beach with Dad").await;
    let story = told.draft.understood.expect("a place").story;
    assert_eq!(story.setting.as_deref(), Some("beach"));
    // Words that are answered with care are not a memory.
    let cared = thandi.says("I want to kill myself").await;
    assert_eq!(cared.draft.understood, None);
    chooses(&thandi, &chosen).await.expect("the other choices are kept");
    assert_eq!(understood(&thandi).await, None, "without words there is no place");
}

async fn the_plan_names_the_place_that_was_chosen(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Sitting with my gran").await;
    let chosen = Story { setting: Some("train-compartment".to_owned()), ..Story::default() };
    chooses(&thandi, &chosen).await.expect("kept");
    let made = makes(&thandi).await;
    let plan = made.plan.join(" ");
    assert!(plan.contains("train"), "{plan}");
}

async fn settings_have_small_pictures_for_whoever_is_signed_in(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let list: SettingList = thandi.call("creator/settings", json!({})).await.expect("a list");
    assert!(list.settings.iter().any(|one| one.title == "On the veranda"), "{list:?}");
    let path = "/media/settings/veranda?view=beach&hour=night&weather=rain&season=winter";
    let mut pictures = Vec::new();
    for path in [path, "/media/settings/veranda", path] {
        let answer = thandi.get(path).await;
        assert_eq!(
            (answer.status(), &answer.headers()["content-type"]),
            (StatusCode::OK, &"image/jpeg".parse().expect("a value"))
        );
        pictures.push(answer.bytes().await.expect("a picture"));
    }
    assert_eq!(pictures[0], pictures[2]);
    assert_ne!(pictures[0], pictures[1]);
    for (path, status) in [
        ("/media/settings/nowhere", StatusCode::NOT_FOUND),
        ("/media/settings/..%2Fveranda", StatusCode::NOT_FOUND),
        ("/media/settings/veranda?hour=noon", StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(thandi.get(path).await.status(), status, "{path}");
    }
    let said = thandi.get("/media/settings/veranda?hour=noon").await.text().await.expect("words");
    assert!(said.contains("We do not know that hour"), "{said}");
    let mut refused = StatusCode::OK;
    for _ in 0..200 {
        refused = thandi.get("/media/settings/nowhere").await.status();
        if refused == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
    }
    assert_eq!(refused, StatusCode::TOO_MANY_REQUESTS);
    let stranger = Person::visitor(&world.base);
    assert_eq!(stranger.get("/media/settings/veranda").await.status(), StatusCode::NOT_FOUND);
}
