//! Taking a photo back: until a memory is begun with it, and of the two who want it one gets it.

use evernear_rules::wire::{CreationKind, CreationStatus};
use reqwest::StatusCode;

use super::{asks, describes, has_added, newest, opens, photos_of, takes_back};
use crate::{
    harness::{Act, Engine, Person, World, eventually},
    sharing::leads_nowhere,
};

crate::both_engines![
    a_photo_is_taken_back_and_another_one_added,
    once_the_memory_is_begun_it_is_too_late,
    from_a_memory_that_failed_it_is_taken_back,
    of_taking_back_and_beginning_one_comes_first,
    a_photo_that_the_maker_removes_is_told_as_deleted,
    a_stopped_request_still_takes_its_photo_back,
];

async fn a_photo_is_taken_back_and_another_one_added(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    assert_eq!(world.objects().len(), 4);
    assert_eq!(takes_back(&dad, &link).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(photos_of(&thandi).await.len(), 1);
    assert_eq!(world.objects().len(), 2, "its files are gone at once");
    let consented = "SELECT COUNT(*) FROM photo_requests WHERE consented_at IS NOT NULL
                     OR notice IS NOT NULL OR photo_id IS NOT NULL";
    assert_eq!(world.number(consented).await, 0, "and what was agreed to");
    assert!(dad.page(&link).await.contains("Add My Photo"));
    assert!(thandi.page("/photo-requests").await.contains("The photo was taken back on"));
    // Once more changes nothing.
    assert_eq!(takes_back(&dad, &link).await.status(), StatusCode::SEE_OTHER);
    has_added(&dad, &link).await;
    assert_eq!(photos_of(&thandi).await.len(), 2);
}

async fn once_the_memory_is_begun_it_is_too_late(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::At(0.3));
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Image).await.expect("it starts");
    let page = dad.page(&link).await;
    assert!(page.contains("cannot be taken back any more"), "{page}");
    assert!(!page.contains("Take the Photo Back"), "{page}");
    takes_back(&dad, &link).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 2, "nothing was taken");
    thandi.cancels(&begun.id).await;
    eventually("the photos go", || async { world.objects().is_empty().then_some(()) }).await;
    let page = dad.page(&link).await;
    assert!(page.contains("cancelled it") && page.contains("The photo is deleted."), "{page}");
}

async fn from_a_memory_that_failed_it_is_taken_back(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Refuse);
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    has_added(&dad, &link).await;
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Image).await.expect("it starts");
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!(ended.status, CreationStatus::Failed);
    let page = dad.page(&link).await;
    assert!(page.contains("could not be made") && page.contains("Take the Photo Back"), "{page}");
    takes_back(&dad, &link).await;
    let page = dad.page(&link).await;
    assert!(page.contains("The photo is deleted.") && !page.contains("Take the"), "{page}");
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 1);
    // Without it the memory is not tried again.
    let again = thandi.tries_again(&begun.id, None).await.expect_err("the photo is gone");
    assert!(again.problem.message.contains("photos of this memory are gone"), "{again:?}");
    world.books_hold().await;
}

async fn of_taking_back_and_beginning_one_comes_first(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    let key = thandi.state().await.draft.key;
    let (begun, _) =
        tokio::join!(thandi.begins(&key, CreationKind::Image), takes_back(&dad, &link));
    match begun {
        Ok(begun) => {
            let ended = thandi.waits_for_the_end(&begun.id).await;
            assert_eq!(ended.status, CreationStatus::Finished, "with both photos");
            assert!(dad.page(&link).await.contains("The memory was begun"));
        }
        Err(refused) => {
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "one photo is left");
            assert!(dad.page(&link).await.contains("Add My Photo"));
            assert_eq!(photos_of(&thandi).await.len(), 1);
        }
    }
    world.books_hold().await;
}

async fn a_photo_that_the_maker_removes_is_told_as_deleted(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    let id = photos_of(&thandi).await.remove(1);
    let body = serde_json::json!({ "id": id });
    thandi.call::<serde_json::Value>("creator/remove_photo", body).await.expect("removed");
    let page = dad.page(&link).await;
    assert!(page.contains("<h1>The photo is deleted</h1>"), "{page}");
    assert!(thandi.page("/photo-requests").await.contains("the photo was taken out"));
    // Whoever wants another one asks once more.
    let other = asks(&thandi, "loved_one").await;
    has_added(&dad, &other).await;
}

async fn a_stopped_request_still_takes_its_photo_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    let id = newest(&world).await;
    thandi.submit(&format!("/photo-requests/{id}/stop"), &[]).await;
    assert!(dad.page(&link).await.contains("Take the Photo Back"));
    takes_back(&dad, &link).await;
    assert_eq!(photos_of(&thandi).await.len(), 1);
    leads_nowhere(&dad, &link).await;
}
