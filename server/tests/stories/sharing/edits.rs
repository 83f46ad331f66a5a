//! Changing a link: within bounds, and of two who change it the second is told.

use reqwest::StatusCode;

use super::{is_let_in, leads_nowhere, newest, opens, owner_of_a_film, shares};
use crate::harness::{Engine, Person, World};

crate::both_engines![
    a_link_is_changed_and_keeps_its_address,
    of_two_browsers_that_change_one_link_the_second_is_told,
    another_password_closes_what_was_open,
    what_cannot_be_used_comes_back_filled_in,
    an_account_has_fifty_links_at_most,
    links_are_not_made_without_end,
    another_account_key_still_finds_its_links,
];

async fn a_link_is_changed_and_keeps_its_address(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("note", "for Mum"), ("lasts", "7")]).await;
    let path = format!("/shared/{}", newest(&world).await);
    let page = thandi.page(&path).await;
    assert!(page.contains("value=\"for Mum\"") && page.contains("As it is: until"), "{page}");
    let ends = "SELECT expires_at FROM shares";
    let before = world.number(ends).await;
    let form = [("version", "0"), ("note", "for Dad"), ("downloads", "yes"), ("words", "yes")];
    assert_eq!(thandi.submit(&path, &form).await.status(), StatusCode::SEE_OTHER);
    let page = thandi.page("/shared").await;
    for told in ["The link is changed.", "for Dad", "watch, download, read your words"] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert_eq!(world.number(ends).await, before, "it lasts as it did");
    let mum = Person::visitor(&world.base);
    opens(&mum, &link).await;
    assert!(mum.page(&link).await.contains("Download Video"));
    let form = [("version", "1"), ("lasts", "30")];
    thandi.submit(&path, &form).await;
    assert!(world.number(ends).await > before);
    let page = mum.page(&link).await;
    assert!(!page.contains("Download Video") && !page.contains("Walking"), "it counts at once");
    assert_eq!(mum.get(&format!("{link}/film.mp4?download")).await.status(), StatusCode::NOT_FOUND);
}

async fn of_two_browsers_that_change_one_link_the_second_is_told(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    shares(&thandi, &film, &[("note", "for Mum")]).await;
    let path = format!("/shared/{}", newest(&world).await);
    let first = thandi.submit(&path, &[("version", "0"), ("note", "for Dad")]).await;
    assert_eq!(first.status(), StatusCode::SEE_OTHER);
    let second = thandi.submit(&path, &[("version", "0"), ("note", "for Nan")]).await;
    assert_eq!(second.status(), StatusCode::CONFLICT);
    let page = second.text().await.expect("text");
    assert!(page.contains("changed in another window meanwhile"), "{page}");
    assert!(page.contains("value=\"for Dad\"") && page.contains("name=\"version\" value=\"1\""));
    assert_eq!(world.rows("SELECT note FROM shares WHERE id <> $1", "").await, ["for Dad"]);
    thandi.submit("/shared", &[]).await;
    let late = thandi.submit(&path, &[("version", "1"), ("note", "for Nan")]).await;
    assert_eq!(late.status(), StatusCode::NOT_FOUND);
}

async fn another_password_closes_what_was_open(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("password", "lamplight")]).await;
    let path = format!("/shared/{}", newest(&world).await);
    let mum = Person::visitor(&world.base);
    let enters = async |password: &str| {
        is_let_in(&mum.submit(&link, &[("password", password)]).await, &link)
    };
    assert!(!enters("").await && !enters("candlelight").await);
    assert!(enters("lamplight").await);
    let bytes = async || mum.get(&format!("{link}/film.mp4")).await.status();
    assert_eq!(bytes().await, StatusCode::OK);
    // Another note closes nothing, another password does.
    thandi.submit(&path, &[("version", "0"), ("note", "x")]).await;
    assert_eq!(bytes().await, StatusCode::OK);
    thandi.submit(&path, &[("version", "1"), ("password", "candlelight")]).await;
    assert_eq!(bytes().await, StatusCode::NOT_FOUND);
    assert!(mum.page(&link).await.contains("type=\"password\""));
    assert!(!enters("lamplight").await);
    assert!(enters("candlelight").await);
    thandi.submit(&path, &[("version", "2"), ("without_password", "yes")]).await;
    assert!(!mum.page(&link).await.contains("type=\"password\""));
    opens(&mum, &link).await;
    let hashes = "SELECT COUNT(*) FROM shares WHERE password_hash IS NOT NULL";
    assert_eq!(world.number(hashes).await, 0);
}

async fn what_cannot_be_used_comes_back_filled_in(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let path = format!("/memories/{film}/share");
    let long = "é".repeat(81);
    for (name, value, told) in [
        ("note", long.as_str(), "at most 80 characters"),
        ("lasts", "8", "how long the link lasts"),
        ("password", "short", "at least 6 characters"),
        ("viewings", "0", "from 1 to 1000"),
        ("viewings", "many", "from 1 to 1000"),
    ] {
        let mut form = vec![(name, value)];
        if name != "note" {
            form.push(("note", "kept"));
        }
        let answer = thandi.submit(&path, &form).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{name}={value}");
        let page = answer.text().await.expect("text");
        assert!(page.contains(told), "{told}: {page}");
        assert!(name == "note" || page.contains("value=\"kept\""), "{page}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM shares").await, 0);
    // A note is one line, whatever is sent, and no markup.
    shares(&thandi, &film, &[("note", "<b>for\r\nMum</b>")]).await;
    let page = thandi.page("/shared").await;
    assert!(page.contains("&lt;b&gt;for Mum&lt;/b&gt;"), "{page}");
}

async fn an_account_has_fifty_links_at_most(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    for made in 0..50 {
        if made % 10 == 0 {
            world.clock.forward(std::time::Duration::from_secs(600));
        }
        shares(&thandi, &film, &[("lasts", "stopped")]).await;
    }
    world.clock.forward(std::time::Duration::from_secs(600));
    let path = format!("/memories/{film}/share");
    let more = thandi.submit(&path, &[("lasts", "30")]).await;
    assert_eq!(more.status(), StatusCode::CONFLICT);
    assert!(more.text().await.expect("text").contains("You have 50 links already"));
    thandi.submit(&format!("/shared/{}/stop", newest(&world).await), &[]).await;
    // Of several at once one is made.
    let several =
        futures::future::join_all((0..4).map(|_| thandi.submit(&path, &[("lasts", "30")])));
    let made = several.await.iter().filter(|answer| answer.status() == StatusCode::OK).count();
    assert_eq!(made, 1);
    assert_eq!(world.number("SELECT COUNT(*) FROM shares WHERE ended_at IS NULL").await, 50);
}

async fn links_are_not_made_without_end(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    for _ in 0..20 {
        shares(&thandi, &film, &[]).await;
    }
    let path = format!("/memories/{film}/share");
    let more = thandi.submit(&path, &[("lasts", "30"), ("note", "for Mum")]).await;
    assert_eq!(more.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(more.headers()["retry-after"], "60");
    assert!(more.text().await.expect("text").contains("value=\"for Mum\""));
    world.clock.forward(std::time::Duration::from_secs(60));
    shares(&thandi, &film, &[]).await;
}

async fn another_account_key_still_finds_its_links(engine: Engine) {
    let mut world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    // Whoever configures a secret later has used the file's until then.
    world
        .restart_with(|config| {
            config.access.secret =
                Some(evernear_server::config::Secret("0123456789abcdef".repeat(4)));
        })
        .await;
    let mum = Person::visitor(&world.base);
    opens(&mum, &link).await;
    leads_nowhere(&mum, &format!("/m/{}", "1".repeat(40))).await;
}
