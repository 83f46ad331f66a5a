//! What a link shows: a cover without a word of the memory, then the film, and of its owner's words
//! what they chose.

use evernear_rules::wire::CreationKind;
use reqwest::StatusCode;

use super::{leads_nowhere, newest, opens, owner_of_a_film, shares, shown_link};
use crate::harness::{
    Engine, FILM, IMAGE, Person, World,
    html::{attribute, header},
};

crate::both_engines![
    a_memory_is_seen_by_its_link_once_the_button_was_pressed,
    what_will_be_seen_is_told_before_there_is_a_link,
    the_owners_words_are_shown_only_where_they_chose_so,
    a_shared_film_plays_as_browsers_ask_for_it,
    a_download_is_there_where_it_is_allowed,
    a_shared_picture_is_seen_without_a_film,
    whatever_leads_nowhere_looks_the_same,
    a_link_needs_a_finished_memory_of_ones_own,
    previews_neither_see_nor_count_anything,
    a_browser_without_cookies_is_told_why_it_does_not_open,
];

async fn a_memory_is_seen_by_its_link_once_the_button_was_pressed(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let memory = thandi.page(&format!("/memories/{film}")).await;
    assert!(memory.contains(&format!("href=\"/memories/{film}/share\"")), "{memory}");
    let link = shares(&thandi, &film, &[("note", "for Mum")]).await;
    assert_eq!(link.len(), "/m/".len() + 40, "{link}: 160 random bits");
    // The token is nowhere: neither on the list nor in the database.
    let token = link.strip_prefix("/m/").expect("a link");
    let listed = thandi.page("/shared").await;
    assert!(listed.contains("for Mum") && !listed.contains(token), "{listed}");
    let sql = "SELECT COUNT(*) FROM shares WHERE token_hash LIKE '%' || $1 || '%' OR note LIKE '%' || $1 || '%'";
    assert_eq!(world.rows(sql, token).await, ["0"]);

    let mum = Person::visitor(&world.base);
    let answer = mum.get(&link).await;
    assert_eq!(answer.status(), StatusCode::OK);
    for (name, value) in [
        ("referrer-policy", "no-referrer"),
        ("cache-control", "private, no-store"),
        ("x-robots-tag", "noindex, nofollow, noarchive"),
        ("set-cookie", ""),
    ] {
        assert_eq!(header(&answer, name), value, "{name}");
    }
    let policy = header(&answer, "content-security-policy");
    assert!(policy.starts_with("default-src 'none'") && policy.contains("script-src 'none'"));
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(header(&answer, "cross-origin-resource-policy"), "same-origin");
    let cover = answer.text().await.expect("text");
    assert!(cover.contains("<h1>Someone shared a memory with you</h1>"), "{cover}");
    assert!(cover.contains("data-theme=\"dark\"") && cover.contains("content=\"noindex\""));
    assert!(!cover.contains("<img src=\"/m"), "{cover}");
    // The token in the form's address is random, and may spell a short word.
    let words = cover.replace(&link, "");
    for secret in ["dad", "lake", "thandi", "og:", "for Mum", "<script"] {
        assert!(!words.contains(secret), "the cover tells {secret}: {cover}");
    }
    for file in ["film.mp4", "picture.jpg", "captions.vtt"] {
        let answer = mum.get(&format!("{link}/{file}")).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{file} before it was opened");
        assert_eq!(header(&answer, "referrer-policy"), "no-referrer", "{file}");
    }
    opens(&mum, &link).await;
    let page = mum.page(&link).await;
    assert!(page.contains("An imagined scene, made from photos."), "{page}");
    assert!(page.contains(&format!("href=\"{link}/report\"")), "{page}");
    assert!(page.contains("class=\"player row\"") && page.contains("data-theme=\"dark\""));
    for other in ["class=\"top\"", "class=\"foot\"", "/pricing", "data-account"] {
        assert!(!page.contains(other), "nothing else stands there: {other}: {page}");
    }
    let film_bytes = mum.get(&format!("{link}/film.mp4")).await;
    assert_eq!(film_bytes.bytes().await.expect("bytes"), FILM);
    let picture = mum.get(&format!("{link}/picture.jpg")).await;
    assert_eq!(picture.bytes().await.expect("bytes"), IMAGE);
    for file in ["image.jpg", "image-large.jpg", "photo.jpg", "film.mp4.bak"] {
        let answer = mum.get(&format!("{link}/{file}")).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{file}");
    }
    // Their cookie opens nothing else.
    let other = Person::visitor(&world.base);
    assert_eq!(other.get(&format!("{link}/film.mp4")).await.status(), StatusCode::NOT_FOUND);
    let listed = thandi.page("/shared").await;
    assert!(listed.contains("once, by 1 person, last on"), "{listed}");
    let dashboard = thandi.page("/dashboard").await;
    assert!(dashboard.contains("<dt>People reached</dt><dd><a href=\"/shared\""), "{dashboard}");
    assert!(dashboard.contains(">1</a></dd>"), "{dashboard}");
}

async fn what_will_be_seen_is_told_before_there_is_a_link(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let page = thandi.page(&format!("/memories/{film}/share")).await;
    for told in [
        "What they will see",
        "somebody and their father",
        "By the lake",
        "Walking with my dad by the lake",
        "Your photos as you sent them, your conversation",
        "href=\"/shared\"",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    // Our own films carry words.
    assert!(page.contains("<dt>The words at its end</dt>"), "{page}");
    assert_eq!(world.number("SELECT COUNT(*) FROM shares").await, 0, "off by default");
    assert!(page.contains("<option value=\"30\" selected"), "{page}");
    assert!(!page.contains("name=\"downloads\" value=\"yes\" checked"), "{page}");
    assert!(!page.contains("name=\"words\" value=\"yes\" checked"), "{page}");
}

async fn the_owners_words_are_shown_only_where_they_chose_so(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let thought = thandi.watches(&film).await.reflection.expect("a closing thought");
    let own = thandi.page(&format!("/media/memories/{film}/captions.vtt")).await;
    assert!(own.contains("you and your father"), "{own}");
    for (words, shown) in [(&[][..], false), (&[("words", "yes")], true)] {
        let link = shares(&thandi, &film, words).await;
        let mum = Person::visitor(&world.base);
        opens(&mum, &link).await;
        let page = mum.page(&link).await;
        assert_eq!(page.contains("Walking with my dad"), shown, "{page}");
        assert_eq!(page.contains("class=\"reflection\""), shown, "{page}: {thought}");
        let track = mum.page(&format!("{link}/captions.vtt")).await;
        assert!(
            track.contains("An imagined scene: somebody and their father. By the lake"),
            "{track}"
        );
        // What the film shows at its end, and nothing else of the words.
        assert_eq!(track.matches("Walking").count(), 1, "{track}");
        assert!(track.contains("“Walking with my dad by the lake”"), "{track}");
    }
}

async fn a_shared_film_plays_as_browsers_ask_for_it(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let mum = Person::visitor(&world.base);
    opens(&mum, &link).await;
    let address = format!("{link}/film.mp4");
    // Safari asks for two bytes first.
    let first = mum.get_range(&address, "bytes=0-1").await;
    assert_eq!(first.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(header(&first, "content-range"), format!("bytes 0-1/{}", FILM.len()));
    assert_eq!(header(&first, "content-type"), "video/mp4");
    assert_eq!(header(&first, "accept-ranges"), "bytes");
    let etag = header(&first, "etag").to_owned();
    assert!(!etag.is_empty());
    let part = mum.get_range_of(&address, "bytes=2-4", &etag).await;
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(part.bytes().await.expect("bytes"), FILM[2..5]);
    let whole = mum.get_range_of(&address, "bytes=2-4", "\"another\"").await;
    assert_eq!(
        (whole.status(), whole.bytes().await.expect("bytes").len()),
        (StatusCode::OK, FILM.len())
    );
    let beyond = mum.get_range(&address, "bytes=999999-").await;
    assert_eq!(beyond.status(), StatusCode::RANGE_NOT_SATISFIABLE);
    let head = mum.head(&address).await;
    assert_eq!(head.status(), StatusCode::OK);
    assert_eq!(header(&head, "content-length"), FILM.len().to_string());
    assert_eq!(header(&head, "etag"), etag);
    assert_eq!(header(&head, "cache-control"), "private, no-store");
    // Stopped in the middle of the film: the next range is not there.
    let answer = thandi.submit(&format!("/shared/{}/stop", newest(&world).await), &[]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    assert!(thandi.page("/shared").await.contains("That link leads nowhere any more."));
    let next = mum.get_range(&address, "bytes=5-").await;
    assert_eq!(next.status(), StatusCode::NOT_FOUND);
    assert_eq!(mum.head(&address).await.status(), StatusCode::NOT_FOUND);
    leads_nowhere(&mum, &link).await;
}

async fn a_download_is_there_where_it_is_allowed(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let closed = shares(&thandi, &film, &[]).await;
    let open = shares(&thandi, &film, &[("downloads", "yes")]).await;
    let named = shares(&thandi, &film, &[("downloads", "yes"), ("words", "yes")]).await;
    let mum = Person::visitor(&world.base);
    for (link, name) in [
        (&closed, None),
        (&open, Some("evernear-memory-imagined-scene.mp4")),
        (&named, Some("evernear-walking-with-my-dad-by-the-imagined-scene.mp4")),
    ] {
        opens(&mum, link).await;
        let page = mum.page(link).await;
        assert_eq!(page.contains("Download Video"), name.is_some(), "{page}");
        let answer = mum.get(&format!("{link}/film.mp4?download")).await;
        let Some(name) = name else {
            assert_eq!(answer.status(), StatusCode::NOT_FOUND);
            continue;
        };
        let expected = format!("attachment; filename=\"{name}\"");
        assert_eq!(header(&answer, "content-disposition"), expected);
        let source = header(&answer, "link");
        assert!(source.contains("digitalsourcetype"), "{source}");
    }
}

async fn a_shared_picture_is_seen_without_a_film(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let key = thandi.prepares(2).await.draft.key;
    let picture = thandi.begins(&key, CreationKind::Image).await.expect("it starts").id;
    thandi.waits_for_the_end(&picture).await;
    let link = shares(&thandi, &picture, &[("downloads", "yes")]).await;
    let mum = Person::visitor(&world.base);
    opens(&mum, &link).await;
    let page = mum.page(&link).await;
    assert!(page.contains("Download Picture") && !page.contains("<video"), "{page}");
    assert_eq!(mum.get(&format!("{link}/picture.jpg")).await.status(), StatusCode::OK);
    for none in ["film.mp4", "captions.vtt"] {
        assert_eq!(mum.get(&format!("{link}/{none}")).await.status(), StatusCode::NOT_FOUND);
    }
}

async fn whatever_leads_nowhere_looks_the_same(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let visitor = Person::visitor(&world.base);
    let never = leads_nowhere(&visitor, &format!("/m/{}", "0".repeat(40))).await;
    let mut pages = vec![leads_nowhere(&visitor, "/m/x").await];
    pages.push(leads_nowhere(&visitor, &format!("/m/{}", "A".repeat(4000))).await);
    pages.push(leads_nowhere(&visitor, "/m/%ff%fe").await);
    let used = shares(&thandi, &film, &[("viewings", "1")]).await;
    opens(&Person::visitor(&world.base), &used).await;
    pages.push(leads_nowhere(&visitor, &used).await);
    let stopped = shares(&thandi, &film, &[]).await;
    thandi.submit(&format!("/shared/{}/stop", newest(&world).await), &[]).await;
    pages.push(leads_nowhere(&visitor, &stopped).await);
    // What a messenger adds to an address does no harm.
    let living = shares(&thandi, &film, &[]).await;
    assert_eq!(visitor.led_to(&format!("{living}/")).await, Some(living.clone()));
    assert_eq!(visitor.get(&format!("{living}?fbclid=1")).await.status(), StatusCode::OK);
    let paused = shares(&thandi, &film, &[]).await;
    let sql = "UPDATE shares SET paused_at = created_at WHERE id = $1";
    let newest = newest(&world).await;
    world.db.execute(sql, evernear_server::values![newest]).await.expect("paused");
    pages.push(leads_nowhere(&visitor, &paused).await);
    for (at, page) in pages.iter().enumerate() {
        assert_eq!(page, &never, "{at}");
    }
    // Nor does pressing the button tell them apart, or the form of a report.
    for link in [&used, &stopped, &paused] {
        let answer = visitor.submit(link, &[]).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        assert_eq!(answer.text().await.expect("text"), never);
    }
    for link in [&stopped, &paused] {
        assert_eq!(leads_nowhere(&visitor, &format!("{link}/report")).await, never);
    }
}

async fn a_link_needs_a_finished_memory_of_ones_own(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let zola = Person::member(&world, "zola").await;
    let visitor = Person::visitor(&world.base);
    let path = format!("/memories/{film}/share");
    assert_eq!(zola.get(&path).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(zola.submit(&path, &[("lasts", "30")]).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(visitor.led_to(&path).await, Some(format!("/auth?mode=signin&next={path}")));
    let answer = visitor.submit(&path, &[("lasts", "30")]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    world.imagery.film(crate::harness::Act::Silent);
    let running = zola.begins_a_film().await.id;
    let path = format!("/memories/{running}/share");
    assert_eq!(zola.submit(&path, &[("lasts", "30")]).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(world.number("SELECT COUNT(*) FROM shares").await, 0);
    // Somebody else's link is neither changed, stopped nor made anew.
    let link = shares(&thandi, &film, &[]).await;
    let id = newest(&world).await;
    assert_eq!(zola.get(&format!("/shared/{id}")).await.status(), StatusCode::NOT_FOUND);
    for act in ["", "/renew"] {
        let answer = zola.submit(&format!("/shared/{id}{act}"), &[("version", "0")]).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{act}");
    }
    zola.submit(&format!("/shared/{id}/stop"), &[]).await;
    zola.submit("/shared", &[]).await;
    assert_eq!(visitor.get(&link).await.status(), StatusCode::OK);
}

async fn previews_neither_see_nor_count_anything(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("viewings", "1")]).await;
    let robot = Person::with_browser(&world.base, "facebookexternalhit/1.1");
    for _ in 0..3 {
        let page = robot.page(&link).await;
        assert!(page.contains("<title>Someone shared a memory with you · Evernear</title>"));
        assert!(!page.contains("property=\"og:"), "{page}");
        assert_eq!(robot.head(&link).await.status(), StatusCode::OK);
        assert_eq!(robot.head(&format!("{link}/film.mp4")).await.status(), StatusCode::NOT_FOUND);
    }
    assert_eq!(world.number("SELECT viewings FROM shares").await, 0);
    assert!(thandi.page("/shared").await.contains("not yet"));
    opens(&Person::visitor(&world.base), &link).await;
}

async fn a_browser_without_cookies_is_told_why_it_does_not_open(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let careful = Person::without_cookies(&world.base);
    let answer = careful.submit(&link, &[]).await;
    let cookie = header(&answer, "set-cookie").to_owned();
    assert!(cookie.contains(&format!("; Path={link};")) && cookie.contains("HttpOnly"), "{cookie}");
    let next = crate::harness::location(&answer).expect("it goes on");
    let page = careful.page(&next).await;
    assert!(page.contains("did not keep the cookie"), "{page}");
    // The form needs neither script nor an origin: no referrer is sent from there.
    let hidden = careful.submit_from("null", &link, &[]).await;
    assert_eq!(hidden.status(), StatusCode::SEE_OTHER);
    let made = thandi.submit(&format!("/memories/{film}/share"), &[("lasts", "7")]).await;
    let page = made.text().await.expect("text");
    assert!(page.contains("<svg") && page.contains("readonly"), "{page}");
    assert!(attribute(&page, "data-share-link").next().is_some_and(|link| link.contains("/m/")));
    assert!(shown_link(&page).starts_with("/m/"));
}
