//! What ends a request: its maker, its time, another address, the draft, a ban, the account.

use std::time::Duration;

use evernear_app::flows::{
    auth::administer_users::{UserForm, change_user},
    system::sweep::sweep,
};
use evernear_rules::wire::CreationKind;
use reqwest::StatusCode;

use super::{
    MAN, account_of, adds, asks, describes, has_added, newest, opens, photos_of, shown_link,
    takes_back,
};
use crate::{
    harness::{Engine, Person, World, photo_bytes},
    sharing::leads_nowhere,
};

crate::both_engines![
    a_request_ends_with_its_week,
    a_request_is_stopped,
    a_link_made_anew_has_another_address,
    requests_end_with_the_draft,
    requests_end_when_the_memory_is_begun_without_them,
    a_ban_ends_requests,
    requests_end_with_the_account,
    what_ended_long_ago_is_forgotten,
];

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Nothing can be seen, added or taken back by it.
async fn is_over(person: &Person, link: &str) {
    leads_nowhere(person, link).await;
    assert_eq!(person.submit_from("null", link, &[]).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(adds(person, link).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(takes_back(person, link).await.status(), StatusCode::NOT_FOUND);
}

async fn a_request_ends_with_its_week(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let other = asks(&thandi, "friend").await;
    let dad = Person::visitor(&world.base);
    world.clock.forward(6 * DAY + 23 * HOUR);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    world.clock.forward(HOUR + Duration::from_secs(1));
    is_over(&dad, &other).await;
    // What was added may be taken back for as long as it is there.
    assert!(opens(&dad, &link).await.contains("Take the Photo Back"));
    takes_back(&dad, &link).await;
    thandi.sign_in("thandi@example.com", "lamplight").await;
    assert!(photos_of(&thandi).await.is_empty(), "one's own is a week old");
    is_over(&dad, &link).await;
    let page = thandi.page("/photo-requests").await;
    assert_eq!(page.matches("its time was over").count(), 2, "{page}");
    asks(&thandi, "loved_one").await;
}

async fn a_request_is_stopped(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    let id = newest(&world).await;
    let answer = thandi.submit(&format!("/photo-requests/{id}/stop"), &[]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let page = thandi.page("/photo-requests").await;
    assert!(page.contains("No photo can be added by that link any more."), "{page}");
    assert!(page.contains("you stopped it"), "{page}");
    is_over(&dad, &link).await;
    let late = thandi.submit(&format!("/photo-requests/{id}/renew"), &[]).await;
    assert_eq!(late.status(), StatusCode::NOT_FOUND);
    asks(&thandi, "loved_one").await;
}

async fn a_link_made_anew_has_another_address(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let old = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &old).await;
    let id = newest(&world).await;
    let answer = thandi.submit(&format!("/photo-requests/{id}/renew"), &[]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let new = shown_link(&answer.text().await.expect("text"));
    assert_ne!(old, new);
    is_over(&dad, &old).await;
    opens(&dad, &new).await;
    has_added(&dad, &new).await;
    assert_eq!(photos_of(&thandi).await.len(), 2);
}

async fn requests_end_with_the_draft(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let other = asks(&thandi, "friend").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    let nothing = serde_json::json!({});
    thandi.call::<serde_json::Value>("creator/start_over", nothing).await.expect("begun anew");
    is_over(&dad, &other).await;
    let page = dad.page(&link).await;
    assert!(page.contains("<h1>The photo is deleted</h1>"), "{page}");
    assert!(!page.contains("lake"), "the words are gone: {page}");
    assert!(world.objects().is_empty());
    thandi.says("Dancing with Nana").await;
    let page = thandi.page("/photo-requests").await;
    assert!(page.contains("its memory was given up"), "{page}");
    // Neither is for the next draft.
    assert_eq!(adds(&dad, &link).await.status(), StatusCode::CONFLICT);
    assert!(photos_of(&thandi).await.is_empty());
    asks(&thandi, "loved_one").await;
}

async fn requests_end_when_the_memory_is_begun_without_them(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "friend").await;
    thandi.upload_as("loved_one", "own", photo_bytes(MAN)).await.expect("a photo");
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Image).await.expect("it starts");
    let dad = Person::visitor(&world.base);
    is_over(&dad, &link).await;
    thandi.waits_for_the_end(&begun.id).await;
    let page = thandi.page("/photo-requests").await;
    assert!(page.contains("the memory was begun without it"), "{page}");
    thandi.submit(&format!("/memories/{}/delete", begun.id), &[]).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM photo_requests").await, 0);
}

async fn a_ban_ends_requests(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let other = asks(&thandi, "friend").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    let id = account_of(&world, "thandi").await;
    let until = world.ports.now().after(DAY);
    for banned_until in [Some(Some(until)), Some(None)] {
        let form = UserForm { banned_until, ..UserForm::default() };
        change_user(&world.ports, id, &form).await.expect("changed");
        is_over(&dad, &other).await;
        assert!(dad.page(&link).await.contains("Take the Photo Back"), "it is not theirs");
    }
    takes_back(&dad, &link).await;
    is_over(&dad, &link).await;
    thandi.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(photos_of(&thandi).await.len(), 1);
    assert!(thandi.page("/photo-requests").await.contains("your account was banned"));
}

async fn requests_end_with_the_account(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let other = asks(&thandi, "friend").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    let answer = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert!(answer.text().await.expect("text").contains("Your account is deleted"));
    for link in [&link, &other] {
        is_over(&dad, link).await;
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM photo_requests").await, 0);
    assert!(world.objects().is_empty());
}

async fn what_ended_long_ago_is_forgotten(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    asks(&thandi, "loved_one").await;
    for (days, left) in [(96, 1), (2, 0)] {
        world.clock.forward(days * DAY);
        sweep(&world.ports).await.expect("swept");
        assert_eq!(world.number("SELECT COUNT(*) FROM photo_requests").await, left, "{days}");
    }
}
