//! Who has opened a link: counted once a browser, exact with a maximum, known for twelve hours and
//! forgotten with the link. The number of people reached stays.

use std::time::Duration;

use evernear_app::{domain::rate_limit::Limit, flows::system::sweep::sweep};
use futures::future::join_all;
use reqwest::StatusCode;

use super::{is_let_in, leads_nowhere, newest, opens, owner_of_a_film, shares};
use crate::harness::{Engine, Person, World, html::header};

crate::both_engines![
    nobody_opens_a_link_without_end,
    a_browser_is_one_person_however_often_it_comes,
    whoever_shares_it_is_not_counted,
    of_many_at_the_last_viewing_one_is_let_in,
    who_opened_it_may_watch_for_twelve_hours,
    the_digest_of_a_viewer_is_another_one_for_each_memory,
    the_number_of_people_stays_when_links_and_memories_go,
];

const HOUR: Duration = Duration::from_secs(3600);

async fn people(owner: &Person) -> String {
    let page = owner.page("/dashboard").await;
    let shown = crate::harness::html::between(&page, "<dt>People reached</dt><dd>", "</dd>");
    crate::harness::html::text(shown.expect("a number"))
}

async fn a_browser_is_one_person_however_often_it_comes(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let mum = Person::visitor(&world.base);
    for _ in 0..3 {
        opens(&mum, &link).await;
    }
    assert!(thandi.page("/shared").await.contains("once, by 1 person"), "watched on");
    world.clock.forward(13 * HOUR);
    assert!(mum.page(&link).await.contains("Someone shared a memory with you</h1>"), "the cover");
    opens(&mum, &link).await;
    opens(&Person::visitor(&world.base), &link).await;
    assert!(thandi.page("/shared").await.contains("3 times, by 2 people"));
    assert_eq!(people(&thandi).await, "2");
    // No address and no device is kept.
    let sql = "SELECT * FROM share_viewers WHERE viewer <> $1";
    for row in world.rows(sql, "").await {
        assert!(!row.contains("127.0.0.1") && !row.contains("reqwest"), "{row}");
    }
}

async fn whoever_shares_it_is_not_counted(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("viewings", "1"), ("password", "lamplight")]).await;
    for _ in 0..2 {
        opens(&thandi, &link).await;
    }
    assert!(thandi.page("/shared").await.contains("not yet"));
    let mum = Person::visitor(&world.base);
    assert!(is_let_in(&mum.submit(&link, &[("password", "lamplight")]).await, &link));
    assert!(thandi.page("/shared").await.contains("once of at most 1, by 1 person"));
    // Their own view does not end with the last viewing either.
    opens(&thandi, &link).await;
    assert_eq!(people(&thandi).await, "1");
    // Somebody else in the owner's browser is a person like any other.
    let open = shares(&thandi, &film, &[]).await;
    opens(&thandi, &open).await;
    thandi.submit("/sign-out", &[]).await;
    world.clock.forward(13 * HOUR);
    opens(&thandi, &open).await;
    assert_eq!(world.number("SELECT people_reached FROM profiles").await, 2);
}

async fn of_many_at_the_last_viewing_one_is_let_in(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("viewings", "2")]).await;
    opens(&Person::visitor(&world.base), &link).await;
    let crowd: Vec<_> = (0..8).map(|_| Person::visitor(&world.base)).collect();
    let answers = join_all(crowd.iter().map(|one| one.submit(&link, &[]))).await;
    let let_in = answers.iter().filter(|answer| is_let_in(answer, &link)).count();
    assert_eq!(let_in, 1);
    let refused = answers.iter().filter(|answer| answer.status() == StatusCode::NOT_FOUND).count();
    assert_eq!(refused, 7);
    assert_eq!(world.number("SELECT viewings FROM shares").await, 2);
    assert_eq!(world.number("SELECT people FROM shares").await, 2);
    assert!(thandi.page("/shared").await.contains("All viewings used"));
    // More may be allowed afterwards.
    let id = newest(&world).await;
    let form = [("version", "0"), ("viewings", "3")];
    thandi.submit(&format!("/shared/{id}"), &form).await;
    opens(&Person::visitor(&world.base), &link).await;
}

async fn who_opened_it_may_watch_for_twelve_hours(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("viewings", "1")]).await;
    let mum = Person::visitor(&world.base);
    opens(&mum, &link).await;
    world.clock.forward(11 * HOUR);
    // Loaded again, or pressed again: neither counts, and neither makes it longer.
    opens(&mum, &link).await;
    let film_address = format!("{link}/film.mp4");
    assert_eq!(mum.get(&film_address).await.status(), StatusCode::OK);
    world.clock.forward(HOUR + Duration::from_secs(60));
    assert_eq!(mum.get(&film_address).await.status(), StatusCode::NOT_FOUND);
    leads_nowhere(&mum, &link).await;
    assert_eq!(mum.submit(&link, &[]).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(world.number("SELECT viewings FROM shares").await, 1);
}

async fn the_digest_of_a_viewer_is_another_one_for_each_memory(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let _: serde_json::Value =
        thandi.call("creator/start_over", serde_json::json!({})).await.expect("anew");
    let second = thandi.begins_a_film().await.id;
    thandi.waits_for_the_end(&second).await;
    let links = [shares(&thandi, &film, &[]).await, shares(&thandi, &second, &[]).await];
    // One id shown to both, as only somebody could who copies cookies.
    let mum = Person::without_cookies(&world.base);
    let first = mum.submit(&links[0], &[]).await;
    let cookie = header(&first, "set-cookie").split(';').next().expect("a cookie").to_owned();
    mum.submit_with(&links[1], &cookie, &[]).await;
    let viewers = world.rows("SELECT viewer FROM share_viewers WHERE viewer <> $1", "").await;
    assert_eq!(viewers.len(), 2);
    assert_ne!(viewers[0], viewers[1]);
    let id = cookie.split_once('=').expect("a value").1;
    assert!(viewers.iter().all(|viewer| !viewer.contains(id)));
}

async fn the_number_of_people_stays_when_links_and_memories_go(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    opens(&Person::visitor(&world.base), &link).await;
    let viewers = "SELECT COUNT(*) FROM share_viewers";
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.number(viewers).await, 1, "a living link has its viewers");
    thandi.submit("/shared", &[]).await;
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.number(viewers).await, 0);
    assert!(thandi.page("/shared").await.contains("seen once, by 1 person"));
    assert_eq!(people(&thandi).await, "1");
    thandi.submit(&format!("/memories/{film}/delete"), &[]).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM shares").await, 0);
    assert_eq!(people(&thandi).await, "1");
}

/// Each is a viewing: a script could use them all up, or make a crowd of itself.
async fn nobody_opens_a_link_without_end(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    for _ in 0..Limit::LinkOpened.burst() {
        let answer = Person::without_cookies(&world.base).submit(&link, &[]).await;
        assert!(is_let_in(&answer, &link), "{}", answer.status());
    }
    let refused = Person::without_cookies(&world.base).submit(&link, &[]).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    // Another network is not kept out by it.
    opens(&Person::at(&world.base, 9), &link).await;
}
