//! The picture of a finished memory in print size: made after the film while nobody waits, from
//! photos that stay for it and for nothing else.

use std::{sync::atomic::Ordering, time::Duration};

use evernear_rules::wire::CreationStatus;
use reqwest::StatusCode;

use crate::harness::{Act, Engine, LARGE_IMAGE, Person, World, eventually};

crate::both_engines![
    a_memory_is_finished_before_its_large_picture_and_offers_it_then,
    photos_go_when_there_will_be_no_large_picture,
    photos_stay_half_an_hour_for_it_at_most,
    what_gave_way_is_begun_again,
    a_restart_begins_it_again,
    a_memory_that_is_deleted_meanwhile_leaves_nothing,
    it_is_exported_and_goes_with_the_account,
];

const MAKING: &str = "The picture in print size is being made.";
const OFFERED: &str = "Picture in Print Size";

/// A film that is finished, and where its large picture is or will be.
async fn finished(thandi: &Person) -> (String, String) {
    let begun = thandi.begins_a_film().await;
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    let large = format!("/media/memories/{}/image-large.jpg", done.id);
    (format!("/memories/{}", done.id), large)
}

async fn large_images(world: &World, state: &str) -> bool {
    let rows = world.rows("SELECT id FROM creations WHERE large_image = $1", state).await;
    rows.len() == 1
}

async fn a_memory_is_finished_before_its_large_picture_and_offers_it_then(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.large_image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let (page, large) = finished(&thandi).await;
    eventually("it is asked for", || async {
        (world.imagery.large_images_requested.load(Ordering::SeqCst) == 1).then_some(())
    })
    .await;
    assert!(thandi.page(&page).await.contains(MAKING));
    assert_eq!(thandi.get(&large).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(world.objects().len(), 6, "picture, film, and two photos with their previews");
    world.imagery.speak();
    eventually("the photos are deleted", || async { (world.objects().len() == 3).then_some(()) })
        .await;
    let shown = thandi.page(&page).await;
    assert!(shown.contains(OFFERED) && !shown.contains(MAKING), "{shown}");
    let kept = thandi.get(&format!("{large}?download")).await;
    let name = kept.headers()["content-disposition"].to_str().expect("text").to_owned();
    assert!(name.contains("evernear-walking-with-my-dad") && name.contains(".jpg"), "{name}");
    assert_eq!(kept.bytes().await.expect("bytes"), LARGE_IMAGE);
    let other = Person::member(&world, "other").await;
    assert_eq!(other.get(&large).await.status(), StatusCode::NOT_FOUND);
    thandi.submit(&format!("{page}/delete"), &[]).await;
    assert!(world.objects().is_empty(), "{:?}", world.objects());
    world.books_hold().await;
}

async fn photos_go_when_there_will_be_no_large_picture(engine: Engine) {
    for act in [Act::Fail, Act::Refuse, Act::Ask("Where?")] {
        let world = World::open(engine).await;
        world.imagery.large_image(act);
        let thandi = Person::member(&world, "thandi").await;
        let (page, large) = finished(&thandi).await;
        eventually("the photos go", || async { (world.objects().len() == 2).then_some(()) }).await;
        let shown = thandi.page(&page).await;
        assert!(!shown.contains(OFFERED) && !shown.contains(MAKING), "{shown}");
        assert_eq!(thandi.get(&large).await.status(), StatusCode::NOT_FOUND);
        assert_eq!(world.imagery.large_images_requested.load(Ordering::SeqCst), 1);
        world.books_hold().await;
    }
}

async fn photos_stay_half_an_hour_for_it_at_most(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.large_image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    finished(&thandi).await;
    world.clock.forward(Duration::from_secs(29 * 60));
    evernear_app::flows::system::sweep::sweep(&world.ports).await.expect("swept");
    assert_eq!(world.objects().len(), 6, "they are needed");
    world.clock.forward(Duration::from_secs(60));
    eventually("the photos go", || async { (world.objects().len() == 2).then_some(()) }).await;
    eventually("it is given up", || async { large_images(&world, "none").await.then_some(()) })
        .await;
    eventually("its task is discarded", || async {
        (world.imagery.discarded.load(Ordering::SeqCst) >= 1).then_some(())
    })
    .await;
}

async fn what_gave_way_is_begun_again(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.large_image(Act::Forget(1));
    let thandi = Person::member(&world, "thandi").await;
    let (page, _) = finished(&thandi).await;
    eventually("it is looked at", || async {
        world.clock.forward(Duration::from_secs(1));
        large_images(&world, "stored").await.then_some(())
    })
    .await;
    assert_eq!(world.imagery.large_images_requested.load(Ordering::SeqCst), 2);
    assert!(thandi.page(&page).await.contains(OFFERED));
}

async fn a_restart_begins_it_again(engine: Engine) {
    let mut world = World::open(engine).await;
    world.imagery.large_image(Act::Silent);
    let mut thandi = Person::member(&world, "thandi").await;
    let (page, _) = finished(&thandi).await;
    eventually("it is asked for", || async {
        (world.imagery.large_images_requested.load(Ordering::SeqCst) == 1).then_some(())
    })
    .await;
    world.restart().await;
    thandi.base.clone_from(&world.base);
    world.imagery.large_image(Act::Succeed);
    world.imagery.speak();
    eventually("it is made", || async {
        world.clock.forward(Duration::from_secs(1));
        large_images(&world, "stored").await.then_some(())
    })
    .await;
    assert!(thandi.page(&page).await.contains(OFFERED));
    eventually("the photos are deleted", || async { (world.objects().len() == 3).then_some(()) })
        .await;
}

async fn a_memory_that_is_deleted_meanwhile_leaves_nothing(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.large_image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let (page, _) = finished(&thandi).await;
    eventually("it is asked for", || async {
        (world.imagery.large_images_requested.load(Ordering::SeqCst) == 1).then_some(())
    })
    .await;
    thandi.submit(&format!("{page}/delete"), &[]).await;
    assert!(world.objects().is_empty(), "{:?}", world.objects());
    world.imagery.speak();
    world.finishes_its_work().await;
    assert!(world.objects().is_empty(), "{:?}", world.objects());
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 0);
}

async fn it_is_exported_and_goes_with_the_account(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.large_image(Act::Succeed);
    let thandi = Person::member(&world, "thandi").await;
    finished(&thandi).await;
    eventually("it is made", || async { large_images(&world, "stored").await.then_some(()) }).await;
    eventually("three files", || async { (world.objects().len() == 3).then_some(()) }).await;
    let ids = world.rows("SELECT id FROM accounts WHERE email = $1", "thandi@example.com").await;
    let account = ids[0].parse().expect("an id");
    let keys = world.ports.personal_data.objects_of(account).await.expect("listed");
    let large: Vec<_> =
        keys.iter().filter(|key| key.as_str().ends_with("image-large.jpg")).collect();
    assert_eq!(large.len(), 1, "{keys:?}");
}
