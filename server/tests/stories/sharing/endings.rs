//! What ends a link: its owner, its time, the memory, the account, a ban, another address.

use std::time::Duration;

use evernear_app::flows::{
    auth::administer_users::{UserForm, change_user},
    system::sweep::sweep,
};
use reqwest::StatusCode;

use super::{leads_nowhere, newest, opens, owner_of_a_film, shares, shown_link};
use crate::harness::{Engine, Person, World};

crate::both_engines![
    a_link_ends_with_its_time_and_does_not_come_back,
    all_links_are_stopped_at_once,
    a_link_ends_with_its_memory,
    links_end_with_the_account,
    a_ban_ends_links_for_good,
    a_link_made_anew_has_another_address,
    what_ended_long_ago_is_forgotten,
];

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

async fn a_link_ends_with_its_time_and_does_not_come_back(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let week = shares(&thandi, &film, &[("lasts", "7"), ("note", "a week")]).await;
    let month = shares(&thandi, &film, &[("note", "a month")]).await;
    let always = shares(&thandi, &film, &[("lasts", "stopped")]).await;
    let mum = Person::visitor(&world.base);
    world.clock.forward(6 * DAY + 23 * HOUR);
    opens(&mum, &week).await;
    world.clock.forward(HOUR + Duration::from_secs(1));
    let bytes = mum.get_range(&format!("{week}/film.mp4"), "bytes=0-1").await;
    assert_eq!(bytes.status(), StatusCode::NOT_FOUND, "also for who watches");
    leads_nowhere(&mum, &week).await;
    sweep(&world.ports).await.expect("swept");
    // A clock that is set back brings nothing back.
    world.clock.back(DAY);
    leads_nowhere(&mum, &week).await;
    world.clock.forward(DAY);
    opens(&mum, &month).await;
    world.clock.forward(23 * DAY);
    leads_nowhere(&mum, &month).await;
    world.clock.forward(300 * DAY);
    opens(&mum, &always).await;
}

async fn all_links_are_stopped_at_once(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let links =
        [shares(&thandi, &film, &[]).await, shares(&thandi, &film, &[("lasts", "stopped")]).await];
    let mum = Person::visitor(&world.base);
    opens(&mum, &links[0]).await;
    let page = thandi.page("/shared?stop=ask").await;
    assert!(page.contains("id=\"stop-all\" aria-labelledby=\"stop-question\" open"), "{page}");
    let answer = thandi.submit("/shared", &[]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let page = thandi.page("/shared").await;
    assert!(page.contains("None of your links leads anywhere any more."), "{page}");
    assert_eq!(page.matches("you stopped it").count(), 2, "{page}");
    for link in &links {
        leads_nowhere(&mum, link).await;
    }
    assert_eq!(mum.get(&format!("{}/film.mp4", links[0])).await.status(), StatusCode::NOT_FOUND);
}

async fn a_link_ends_with_its_memory(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let mum = Person::visitor(&world.base);
    opens(&mum, &link).await;
    thandi.submit(&format!("/memories/{film}/delete"), &[]).await;
    leads_nowhere(&mum, &link).await;
    assert_eq!(mum.get(&format!("{link}/picture.jpg")).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(world.number("SELECT COUNT(*) FROM share_viewers").await, 0);
}

async fn links_end_with_the_account(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("note", "for Mum")]).await;
    let mum = Person::visitor(&world.base);
    opens(&mum, &link).await;
    let answer = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert!(answer.text().await.expect("text").contains("Your account is deleted"));
    leads_nowhere(&mum, &link).await;
    assert_eq!(mum.get(&format!("{link}/film.mp4")).await.status(), StatusCode::NOT_FOUND);
    for table in ["SELECT COUNT(*) FROM shares", "SELECT COUNT(*) FROM share_viewers"] {
        assert_eq!(world.number(table).await, 0, "{table}");
    }
}

async fn a_ban_ends_links_for_good(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let mum = Person::visitor(&world.base);
    opens(&mum, &link).await;
    let id = world
        .rows("SELECT id FROM accounts WHERE email = $1", "thandi@example.com")
        .await
        .remove(0);
    let id = id.parse().expect("an id");
    let until = world.ports.now().after(DAY);
    for (banned_until, there) in [(Some(Some(until)), false), (Some(None), false)] {
        let form = UserForm { banned_until, ..UserForm::default() };
        change_user(&world.ports, id, &form).await.expect("changed");
        assert_eq!(mum.get(&format!("{link}/film.mp4")).await.status() == StatusCode::OK, there);
        leads_nowhere(&mum, &link).await;
    }
    thandi.sign_in("thandi@example.com", "lamplight").await;
    assert!(thandi.page("/shared").await.contains("your account was banned"));
}

async fn a_link_made_anew_has_another_address(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let old = shares(&thandi, &film, &[("note", "for Mum")]).await;
    let mum = Person::visitor(&world.base);
    opens(&mum, &old).await;
    let id = newest(&world).await;
    let answer = thandi.submit(&format!("/shared/{id}/renew"), &[]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let new = shown_link(&answer.text().await.expect("text"));
    assert_ne!(old, new);
    leads_nowhere(&mum, &old).await;
    assert_eq!(mum.get(&format!("{old}/film.mp4")).await.status(), StatusCode::NOT_FOUND);
    opens(&mum, &new).await;
    assert!(thandi.page("/shared").await.contains("for Mum"), "its note stays");
    thandi.submit(&format!("/shared/{id}/stop"), &[]).await;
    let late = thandi.submit(&format!("/shared/{id}/renew"), &[]).await;
    assert_eq!(late.status(), StatusCode::NOT_FOUND);
    assert!(late.text().await.expect("text").contains("This link has ended."));
}

async fn what_ended_long_ago_is_forgotten(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    shares(&thandi, &film, &[("lasts", "stopped")]).await;
    thandi.submit("/shared", &[]).await;
    shares(&thandi, &film, &[("lasts", "7")]).await;
    shares(&thandi, &film, &[("lasts", "stopped")]).await;
    let links = "SELECT COUNT(*) FROM shares";
    for (days, left) in [(89, 3), (2, 2), (7, 1), (400, 1)] {
        world.clock.forward(days * DAY);
        sweep(&world.ports).await.expect("swept");
        assert_eq!(world.number(links).await, left, "{days}");
    }
}
