//! Asking: for whose photo, once for each place, and by whom.

use reqwest::StatusCode;

use super::{MAN, asks, describes, has_added, newest, opens};
use crate::{
    harness::{Engine, Person, World, html::header, location, photo_bytes},
    sharing::leads_nowhere,
};

crate::both_engines![
    a_link_is_made_shown_once_and_kept_as_a_digest,
    there_is_one_request_for_each_place,
    nobody_is_asked_for_nothing,
    the_cover_tells_nothing_and_looking_counts_nothing,
    requests_are_their_owners,
];

async fn a_link_is_made_shown_once_and_kept_as_a_digest(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let page = thandi.page("/photo-requests?for=friend").await;
    let first = page.find("Ask a friend").expect("a button");
    assert!(first < page.find("Ask your father").expect("another"), "who was chosen first");
    assert!(page.contains("Walking with my dad by the lake"), "what is shown: {page}");
    let link = asks(&thandi, "loved_one").await;
    let token = link.strip_prefix("/p/").expect("a link");
    assert_eq!(token.len(), 40, "160 random bits");
    for row in world.rows("SELECT * FROM photo_requests WHERE id <> $1", "").await {
        assert!(!row.contains(token), "{row}");
    }
    let page = thandi.page("/photo-requests").await;
    assert!(!page.contains(token) && page.contains("Waits for the photo"), "{page}");
    assert!(page.contains("Your father") && page.contains("not yet"), "{page}");
    let shown = opens(&Person::visitor(&world.base), &link).await;
    assert!(shown.contains("Add your photo"), "{shown}");
    let page = thandi.page("/photo-requests").await;
    assert!(!page.contains("not yet"), "it was opened: {page}");
}

async fn there_is_one_request_for_each_place(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    asks(&thandi, "loved_one").await;
    let again = thandi.submit("/photo-requests", &[("place", "loved_one")]).await;
    assert_eq!(again.status(), StatusCode::CONFLICT);
    let page = again.text().await.expect("text");
    assert!(page.contains("You have asked for this photo already."), "{page}");
    asks(&thandi, "friend").await;
    let page = thandi.page("/photo-requests").await;
    assert!(page.contains("Nobody else can be asked just now"), "{page}");
    assert_eq!(world.number("SELECT COUNT(*) FROM photo_requests").await, 2);
    // Two windows that ask at once.
    let of_friend = "SELECT id FROM photo_requests WHERE who = $1";
    let id = world.rows(of_friend, "friend").await.remove(0);
    thandi.submit(&format!("/photo-requests/{id}/stop"), &[]).await;
    let form = [("place", "friend")];
    let answers = tokio::join!(
        thandi.submit("/photo-requests", &form),
        thandi.submit("/photo-requests", &form)
    );
    let mut statuses = [answers.0.status(), answers.1.status()];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT]);
}

async fn nobody_is_asked_for_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let early = thandi.submit("/photo-requests", &[("place", "friend")]).await;
    assert_eq!(early.status(), StatusCode::CONFLICT);
    assert!(early.text().await.expect("text").contains("Please describe the memory first"));
    thandi.says("Walking with my dad by the lake").await;
    for place in ["you", "", "nobody"] {
        let refused = thandi.submit("/photo-requests", &[("place", place)]).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "{place}");
    }
    thandi.upload_as("loved_one", "own", photo_bytes(MAN)).await.expect("a photo");
    let filled = thandi.submit("/photo-requests", &[("place", "loved_one")]).await;
    assert_eq!(filled.status(), StatusCode::CONFLICT);
    assert!(filled.text().await.expect("text").contains("There is a photo in this place."));
    let visitor = Person::visitor(&world.base);
    let away = visitor.submit("/photo-requests", &[("place", "friend")]).await;
    assert_eq!(location(&away).as_deref(), Some("/auth?mode=signin&next=/photo-requests"));
    let led = visitor.led_to("/photo-requests?for=friend").await.expect("led away");
    assert!(led.starts_with("/auth?mode=signin&next=/photo-requests"), "{led}");
    // A memory that is begun needs nobody.
    thandi.upload_as("you", "own", photo_bytes(MAN)).await.expect("a photo");
    let key = thandi.state().await.draft.key;
    thandi.begins(&key, evernear_rules::wire::CreationKind::Image).await.expect("begun");
    let late = thandi.submit("/photo-requests", &[("place", "friend")]).await;
    assert_eq!(late.status(), StatusCode::CONFLICT);
}

async fn the_cover_tells_nothing_and_looking_counts_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let robot = Person::without_cookies(&world.base);
    for _ in 0..3 {
        assert_eq!(robot.head(&link).await.status(), StatusCode::OK);
        let answer = robot.get(&link).await;
        assert_eq!(answer.status(), StatusCode::OK);
        for (name, value) in [
            ("referrer-policy", "no-referrer"),
            ("cache-control", "private, no-store"),
            ("x-robots-tag", "noindex, nofollow, noarchive"),
            ("set-cookie", ""),
        ] {
            assert_eq!(header(&answer, name), value, "{name}");
        }
        let page = answer.text().await.expect("text");
        assert!(page.contains("<h1>Someone asks you for a photo</h1>"), "{page}");
        assert!(page.contains("content=\"noindex\"") && !page.contains("<script"), "{page}");
        // The token in the form's address is random, and may spell a short word.
        let words = page.replace(&link, "");
        for secret in ["thandi", "lake", "dad", "father"] {
            assert!(!words.contains(secret), "{secret}: {page}");
        }
    }
    let opened = "SELECT COUNT(*) FROM photo_requests WHERE opened_at IS NOT NULL";
    assert_eq!(world.number(opened).await, 0, "nobody has opened it");
    // A page of another site shows nothing of it, and a link there is followed.
    assert_eq!(robot.get_embedded(&link, "iframe").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(robot.get_embedded(&link, "document").await.status(), StatusCode::OK);
    let dad = Person::visitor(&world.base);
    let page = opens(&dad, &link).await;
    for told in ["thandi", "Walking with my dad by the lake", "their father"] {
        assert!(page.contains(told), "{told}: {page}");
    }
    let notice = world.ports.imagery.notice();
    assert!(page.contains(&notice), "who may receive it: {page}");
    assert!(!page.contains("<script"), "it works without: {page}");
    assert_eq!(world.number(opened).await, 1);
    // Whoever keeps no cookie is told so, and sees the cover still.
    let strict = Person::without_cookies(&world.base);
    strict.submit_from("null", &link, &[]).await;
    let page = strict.page(&format!("{link}?opened")).await;
    assert!(page.contains("Please allow cookies") && !page.contains("thandi"), "{page}");
    // A cookie of another request opens nothing.
    let other = asks(&thandi, "friend").await;
    let own = dad.submit_from("null", &other, &[]).await;
    let cookie = header(&own, "set-cookie").split(';').next().expect("a cookie").to_owned();
    let page = strict.get_with(&link, &cookie).await.text().await.expect("text");
    assert!(page.contains("Someone asks you for a photo"), "{page}");
    let page = strict.get_with(&other, &cookie).await.text().await.expect("text");
    assert!(page.contains("Add your photo"), "{page}");
}

async fn requests_are_their_owners(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let id = newest(&world).await;
    let mallory = Person::member(&world, "mallory").await;
    let renewed = mallory.submit(&format!("/photo-requests/{id}/renew"), &[]).await;
    assert_eq!(renewed.status(), StatusCode::NOT_FOUND);
    mallory.submit(&format!("/photo-requests/{id}/stop"), &[]).await;
    assert!(mallory.page("/photo-requests").await.contains("Describe a memory in"));
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    has_added(&dad, &link).await;
    // Of a link that has brought its photo nothing is taken away by another address.
    let late = thandi.submit(&format!("/photo-requests/{id}/renew"), &[]).await;
    assert_eq!(late.status(), StatusCode::NOT_FOUND);
    assert!(opens(&dad, &link).await.contains("Take the Photo Back"));
    let elsewhere = thandi.submit_from("https://evil.example", "/photo-requests", &[]).await;
    assert_eq!(elsewhere.status(), StatusCode::FORBIDDEN);
    leads_nowhere(&dad, &format!("/p/{}", "0".repeat(40))).await;
    let none = thandi.submit("/photo-requests/x/stop", &[]).await;
    assert_eq!(none.status(), StatusCode::NOT_FOUND);
}
