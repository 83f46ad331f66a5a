//! Photos that a phone hands on: they wait, and become photos of a draft when their person says so.
//! Any site can send the form, and nobody is signed in for it.

use std::time::Duration;

use evernear_app::{domain::media::MAX_INCOMING, flows::system::sweep};
use reqwest::{Response, StatusCode};
use tokio::io::AsyncWriteExt as _;

use crate::harness::{
    Engine, Person, World, eventually,
    html::{attribute, header, parts},
    location, photo_bytes,
};

crate::both_engines![
    photos_that_a_phone_hands_on_are_added_by_a_button,
    whoever_is_signed_out_signs_in_and_finds_them,
    only_the_browser_that_sent_them_opens_them,
    no_other_site_adds_or_deletes_them,
    what_cannot_be_used_is_told_and_leaves_nothing,
    what_breaks_off_leaves_nothing,
    the_draft_keeps_to_the_number_it_may_have,
    of_two_that_add_them_at_once_one_gets_them,
    they_wait_for_an_hour_and_no_longer,
    what_is_declined_is_deleted_at_once,
    a_phone_may_hand_on_more_before_the_first_is_added,
    a_client_hands_on_ten_times_and_then_waits,
    a_site_keeps_no_more_than_its_number,
    whoever_has_no_place_in_the_beta_adds_nothing,
];

const WOMAN: &str = "older-woman-glasses-cap.jpg";
const MAN: &str = "old-man-grey-beard-bw.jpg";

fn files(names: &[&'static str]) -> Vec<(&'static str, Vec<u8>)> {
    names.iter().map(|name| (*name, photo_bytes(name))).collect()
}

/// Hands these on: where they wait.
async fn waits(person: &Person, names: &[&'static str]) -> String {
    let answer = person.hands_on(&files(names)).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let address = location(&answer).expect("where they wait");
    assert!(address.starts_with("/incoming/") && address.len() == 46, "{address}");
    let cookie = header(&answer, "set-cookie");
    let (token, said) = cookie.split_once("; ").expect("a cookie");
    assert_eq!(token.len(), "evernear_incoming=".len() + 64, "{token}");
    assert_eq!(said, format!("Path={address}; Max-Age=3600; HttpOnly; SameSite=Lax"));
    address
}

async fn adds(person: &Person, address: &str) -> Response {
    person.submit(address, &[]).await
}

async fn is_gone(person: &Person, address: &str) {
    let answer = person.get(address).await;
    assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{address}");
    let page = answer.text().await.expect("text");
    assert!(page.contains("<h1>These photos are not here any more.</h1>"), "{page}");
    assert_eq!(person.get(&format!("{address}/1")).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(adds(person, address).await.status(), StatusCode::NOT_FOUND);
}

async fn nothing_is_left(world: &World, files: usize) {
    eventually("its files are gone", || async { (world.objects().len() == files).then_some(()) })
        .await;
    assert_eq!(world.number("SELECT COUNT(*) FROM incoming_photos").await, 0);
}

async fn photos_of(person: &Person) -> Vec<String> {
    person.state().await.draft.photos.into_iter().map(|photo| photo.id).collect()
}

async fn photos_that_a_phone_hands_on_are_added_by_a_button(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.says("Walking with my dad by the lake").await;
    let address = waits(&thandi, &[WOMAN, MAN]).await;
    assert!(photos_of(&thandi).await.is_empty(), "nothing is added by what a phone sends");
    let page = thandi.page(&address).await;
    assert!(page.contains("<h1>Add these photos?</h1>"), "{page}");
    assert!(page.contains("2 photos were sent to Evernear from this device."), "{page}");
    let forms: Vec<_> = attribute(&page, "action").collect();
    assert!(forms.contains(&address) && forms.contains(&format!("{address}/decline")), "{forms:?}");
    for number in 1..=2 {
        let shown = thandi.get(&format!("{address}/{number}")).await;
        assert_eq!(header(&shown, "content-type"), "image/jpeg");
        assert_eq!(header(&shown, "cache-control"), "private, no-store");
        assert_eq!(shown.bytes().await.expect("bytes")[..3], [0xff, 0xd8, 0xff]);
    }
    for number in ["0", "3", "-1", "x"] {
        let none = thandi.get(&format!("{address}/{number}")).await;
        assert_eq!(none.status(), StatusCode::NOT_FOUND, "{number}");
    }
    for file in world.objects() {
        let bytes = std::fs::read(&file).expect("readable");
        assert!(!bytes.windows(4).any(|window| window == b"Exif"), "{}", file.display());
    }
    let added = adds(&thandi, &address).await;
    assert_eq!(location(&added).as_deref(), Some("/create"));
    assert!(header(&added, "set-cookie").contains("evernear_incoming=; "), "it is used up");
    let photos = thandi.state().await.draft.photos;
    assert_eq!(photos.len(), 2);
    // In their order: the one is upright, the other is not as wide.
    let sizes: Vec<_> = photos.iter().map(|photo| (photo.width, photo.height)).collect();
    for (name, size) in [WOMAN, MAN].into_iter().zip(&sizes) {
        let kept = Person::member(&world, &name[..6].replace('-', "x")).await;
        let alone = kept.upload(photo_bytes(name)).await.expect("a photo");
        assert_eq!((alone.width, alone.height), *size, "{name}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM incoming_photos").await, 0);
    is_gone(&thandi, &address).await;
    assert_eq!(photos_of(&thandi).await.len(), 2, "they were added once");
    // They are photos as any: a memory is made from them, and they are removed by their person.
    let state = thandi.state().await;
    let kind = evernear_rules::wire::CreationKind::Image;
    let begun = thandi.begins(&state.draft.key, kind).await.expect("it starts");
    thandi.waits_for_the_end(&begun.id).await;
}

async fn whoever_is_signed_out_signs_in_and_finds_them(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let thandi = Person::visitor(&world.base);
    let address = waits(&thandi, &[WOMAN]).await;
    let page = thandi.page(&address).await;
    assert!(page.contains("<h1>Add this photo?</h1>") && page.contains("Sign in first."), "{page}");
    assert!(!page.contains("Add to My Memory") && !page.contains("<script"), "{page}");
    let ways: Vec<_> = attribute(&page, "href").collect();
    let way = format!("/auth?mode=signin&next={address}");
    assert!(ways.contains(&way), "{ways:?}");
    assert!(ways.contains(&format!("/auth?mode=signup&next={address}")), "{ways:?}");
    // The button of a page that was open before the sign-out leads to the page again.
    assert_eq!(location(&adds(&thandi, &address).await).as_deref(), Some(address.as_str()));
    let form = [("email", "thandi@example.com"), ("password", "lamplight"), ("next", &address)];
    let signed_in = thandi.submit("/auth?mode=signin", &form).await;
    assert_eq!(location(&signed_in).as_deref(), Some(address.as_str()));
    assert!(thandi.page(&address).await.contains("Add to My Memory"));
    adds(&thandi, &address).await;
    assert_eq!(photos_of(&thandi).await.len(), 1);
}

async fn only_the_browser_that_sent_them_opens_them(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let address = waits(&thandi, &[MAN]).await;
    let own = waits(&thandi, &[WOMAN]).await;
    for stranger in [Person::visitor(&world.base), Person::member(&world, "mallory").await] {
        is_gone(&stranger, &address).await;
        let declined = stranger.submit(&format!("{address}/decline"), &[]).await;
        assert_eq!(declined.status(), StatusCode::NOT_FOUND);
        // Neither with a token of one's own, nor with a guess.
        let theirs = stranger.hands_on(&files(&[WOMAN])).await;
        let cookie = header(&theirs, "set-cookie").split(';').next().expect("a cookie").to_owned();
        let guess = format!("evernear_incoming={}", "0".repeat(64));
        for cookie in [cookie, guess, "evernear_incoming=".to_owned()] {
            let answer = stranger.get_with(&address, &cookie).await;
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{cookie}");
            let added = stranger.submit_with(&address, &cookie, &[]).await;
            assert_eq!(added.status(), StatusCode::NOT_FOUND, "{cookie}");
        }
    }
    for none in ["/incoming/x", "/incoming/01890000-0000-7000-8000-000000000000", "/incoming/%00"] {
        assert_eq!(thandi.get(none).await.status(), StatusCode::NOT_FOUND, "{none}");
    }
    // Neither the token nor anything like it is stored.
    for row in world.rows("SELECT * FROM incoming_photos WHERE incoming_id <> $1", "").await {
        assert!(!row.contains("127.0.0.1"), "{row}");
    }
    assert_eq!(adds(&thandi, &address).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(adds(&thandi, &own).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(photos_of(&thandi).await.len(), 2);
}

async fn no_other_site_adds_or_deletes_them(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let address = waits(&thandi, &[MAN]).await;
    for origin in ["https://evil.example", "null"] {
        for path in [address.clone(), format!("{address}/decline")] {
            let refused = thandi.submit_from(origin, &path, &[]).await;
            assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{path} from {origin}");
        }
    }
    assert!(photos_of(&thandi).await.is_empty());
    let shown = thandi.get(&address).await;
    let policy = header(&shown, "content-security-policy");
    assert!(policy.contains("frame-ancestors 'none'"), "nobody puts it into a frame: {policy}");
    assert_eq!(adds(&thandi, &address).await.status(), StatusCode::SEE_OTHER);
}

async fn what_cannot_be_used_is_told_and_leaves_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let before = thandi.upload(photo_bytes(MAN)).await.expect("a photo").id;
    let good = || (WOMAN, photo_bytes(WOMAN));
    let words = b"a text that calls itself photo.jpg".to_vec();
    let heavy = [photo_bytes(WOMAN), vec![0; 7 << 20]].concat();
    let half = photo_bytes(WOMAN)[..9_000].to_vec();
    let image = "Only image files under 6MB are allowed.";
    for (what, files, status, said) in [
        ("words", vec![good(), ("a.jpg", words)], StatusCode::UNSUPPORTED_MEDIA_TYPE, image),
        ("too heavy", vec![good(), ("b.jpg", heavy)], StatusCode::PAYLOAD_TOO_LARGE, image),
        ("empty", vec![("c.jpg", Vec::new())], StatusCode::UNSUPPORTED_MEDIA_TYPE, image),
        ("half", vec![("d.jpg", half)], StatusCode::UNPROCESSABLE_ENTITY, "damaged"),
        (
            "four",
            vec![good(), good(), good(), good()],
            StatusCode::PAYLOAD_TOO_LARGE,
            "more than three arrived",
        ),
        ("none", vec![], StatusCode::UNPROCESSABLE_ENTITY, "No photos arrived."),
        (
            "a field without a file",
            vec![("", Vec::new())],
            StatusCode::UNPROCESSABLE_ENTITY,
            "No photos arrived.",
        ),
    ] {
        let answer = thandi.hands_on(&files).await;
        assert_eq!(answer.status(), status, "{what}");
        assert_eq!(header(&answer, "set-cookie"), "", "{what}");
        let page = answer.text().await.expect("text");
        assert!(page.contains("<h1>These photos did not arrive</h1>"), "{what}: {page}");
        assert!(page.contains(said) && page.contains("Nothing was added"), "{what}: {page}");
        nothing_is_left(&world, 2).await;
    }
    // What is no form with files at all, as forms come from elsewhere.
    let form = thandi.submit_from("https://evil.example", "/incoming", &[("photos", "x")]).await;
    assert_eq!(form.status(), StatusCode::BAD_REQUEST);
    assert_eq!(photos_of(&thandi).await, [before]);
}

async fn what_breaks_off_leaves_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let host = world.base.trim_start_matches("http://");
    let start =
        "--abc\r\nContent-Disposition: form-data; name=\"photos\"; filename=\"a.jpg\"\r\n\r\n";
    let whole = [start.as_bytes(), &photo_bytes(WOMAN), b"\r\n"].concat();
    let sent = [&whole[..], start.as_bytes(), &photo_bytes(MAN)[..5_000]].concat();
    let head = format!(
        "POST /incoming HTTP/1.1\r\nhost: {host}\r\ncontent-type: multipart/form-data; boundary=abc\r\n\
         content-length: 1000000\r\n\r\n"
    );
    let mut line = tokio::net::TcpStream::connect(host).await.expect("connected");
    line.write_all(head.as_bytes()).await.expect("sent");
    line.write_all(&sent).await.expect("sent");
    eventually("the first is stored", || async { (world.objects().len() == 2).then_some(()) })
        .await;
    drop(line);
    nothing_is_left(&world, 0).await;
}

async fn the_draft_keeps_to_the_number_it_may_have(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.prepares(2).await;
    let before = photos_of(&thandi).await;
    let address = waits(&thandi, &[WOMAN, MAN]).await;
    let full = adds(&thandi, &address).await;
    assert_eq!(full.status(), StatusCode::CONFLICT);
    let page = full.text().await.expect("text");
    assert!(page.contains("room for one more photo, and these are two."), "{page}");
    assert!(page.contains("Add to My Memory"), "they can still be added: {page}");
    assert_eq!(photos_of(&thandi).await, before, "nothing is lost");
    let path = "creator/remove_photo";
    let body = serde_json::json!({ "id": before[0] });
    thandi.call::<serde_json::Value>(path, body).await.expect("removed");
    assert_eq!(adds(&thandi, &address).await.status(), StatusCode::SEE_OTHER);
    let after = photos_of(&thandi).await;
    assert_eq!((after.len(), &after[0]), (3, &before[1]), "they come last");
    let more = waits(&thandi, &[MAN]).await;
    let full = adds(&thandi, &more).await.text().await.expect("text");
    assert!(full.contains("Your memory has all the photos it can have."), "{full}");
    assert_eq!(photos_of(&thandi).await.len(), 3);
}

async fn of_two_that_add_them_at_once_one_gets_them(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let pieter = Person::member(&world, "pieter").await;
    for _ in 0..4 {
        let answer = thandi.hands_on(&files(&[MAN])).await;
        let address = location(&answer).expect("where they wait");
        let cookie = header(&answer, "set-cookie").split(';').next().expect("a cookie");
        // One browser, two accounts in its tabs, each button twice.
        let both = |person: &Person| format!("{}; {cookie}", person.session_cookie());
        let (own, other) = (both(&thandi), both(&pieter));
        let asks = [(&thandi, &own), (&pieter, &other), (&thandi, &own), (&pieter, &other)]
            .map(|(person, cookies)| person.submit_with(&address, cookies, &[]));
        let answers = futures::future::join_all(asks).await;
        let added = answers.iter().filter(|answer| answer.status() == StatusCode::SEE_OTHER);
        assert_eq!(added.count(), 1, "{answers:?}");
        let (one, other) = (photos_of(&thandi).await, photos_of(&pieter).await);
        assert_eq!(one.len() + other.len(), 1);
        for (person, photos) in [(&thandi, one), (&pieter, other)] {
            for id in photos {
                let body = serde_json::json!({ "id": id });
                let path = "creator/remove_photo";
                person.call::<serde_json::Value>(path, body).await.expect("removed");
            }
        }
        nothing_is_left(&world, 0).await;
    }
    // Two forms of one person, which together would be too many.
    let first = waits(&thandi, &[WOMAN, MAN]).await;
    let second = waits(&thandi, &[MAN, WOMAN]).await;
    let (one, other) = tokio::join!(adds(&thandi, &first), adds(&thandi, &second));
    let mut statuses = [one.status(), other.status()];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::SEE_OTHER, StatusCode::CONFLICT]);
    assert_eq!(photos_of(&thandi).await.len(), 2);
}

async fn they_wait_for_an_hour_and_no_longer(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (added, left) = (waits(&thandi, &[WOMAN]).await, waits(&thandi, &[MAN]).await);
    adds(&thandi, &added).await;
    world.clock.forward(Duration::from_secs(3_599));
    sweep::sweep(&world.ports).await.expect("swept");
    assert_eq!(thandi.get(&left).await.status(), StatusCode::OK, "it waits still");
    world.clock.forward(Duration::from_secs(1));
    is_gone(&thandi, &left).await;
    sweep::sweep(&world.ports).await.expect("swept");
    nothing_is_left(&world, 2).await;
    // What was added is no stray, however old its files are; nor was it while it waited.
    world.clock.forward(Duration::from_secs(7_200));
    assert_eq!(sweep::sweep_strays(&world.ports).await.expect("swept"), 0);
    assert_eq!(photos_of(&thandi).await.len(), 1);
    assert_eq!(world.objects().len(), 2);
}

async fn what_is_declined_is_deleted_at_once(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let address = waits(&visitor, &[WOMAN, MAN]).await;
    let answer = visitor.submit(&format!("{address}/decline"), &[]).await;
    assert_eq!(answer.status(), StatusCode::OK, "nobody has to sign in for it");
    assert!(header(&answer, "set-cookie").contains("evernear_incoming=; "));
    let page = answer.text().await.expect("text");
    assert_eq!(parts(&page, "<h1>", "</h1>"), ["These photos are deleted"]);
    nothing_is_left(&world, 0).await;
    is_gone(&visitor, &address).await;
}

async fn a_phone_may_hand_on_more_before_the_first_is_added(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let first = waits(&thandi, &[WOMAN]).await;
    let second = waits(&thandi, &[MAN]).await;
    assert_ne!(first, second);
    for address in [&first, &second] {
        assert_eq!(adds(&thandi, address).await.status(), StatusCode::SEE_OTHER, "{address}");
    }
    assert_eq!(photos_of(&thandi).await.len(), 2);
}

async fn a_client_hands_on_ten_times_and_then_waits(engine: Engine) {
    let world = World::open(engine).await;
    let stranger = Person::at(&world.base, 9);
    for _ in 0..10 {
        waits(&stranger, &[MAN]).await;
    }
    let files_before = world.objects().len();
    let refused = stranger.hands_on(&files(&[MAN])).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(header(&refused, "retry-after"), "180");
    assert!(refused.text().await.expect("text").contains("These photos did not arrive"));
    assert_eq!(world.objects().len(), files_before);
    waits(&Person::at(&world.base, 10), &[MAN]).await;
    world.clock.forward(Duration::from_secs(180));
    waits(&stranger, &[MAN]).await;
}

async fn a_site_keeps_no_more_than_its_number(engine: Engine) {
    let world = World::open(engine).await;
    let stranger = Person::visitor(&world.base);
    let address = waits(&stranger, &[MAN]).await;
    // As if many clients had sent as many as they may.
    for number in 1..MAX_INCOMING - 1 {
        let copied = world.db.execute(
            "INSERT INTO incoming_photos (id, incoming_id, token_hash, position, width, height, suggested_x,
             suggested_y, suggested_width, suggested_height, created_at, expires_at)
             SELECT $1, $1, token_hash, position, width, height, suggested_x, suggested_y, suggested_width,
             suggested_height, created_at, expires_at FROM incoming_photos WHERE incoming_id = $2",
            evernear_server::values![
                format!("01890000-0000-7000-8000-{number:012x}"),
                address.trim_start_matches("/incoming/")
            ],
        );
        assert_eq!(copied.await.expect("copied"), 1);
    }
    let thandi = Person::member(&world, "thandi").await;
    let refused = thandi.hands_on(&files(&[WOMAN, MAN])).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE, "one has room, two have not");
    assert_eq!(header(&refused, "retry-after"), "600");
    let page = refused.text().await.expect("text");
    assert!(page.contains("You can choose photos in the creator instead."), "{page}");
    eventually("their files are gone", || async { (world.objects().len() == 2).then_some(()) })
        .await;
    let last = waits(&thandi, &[WOMAN]).await;
    assert_eq!(
        thandi.hands_on(&files(&[MAN])).await.status(),
        StatusCode::SERVICE_UNAVAILABLE,
        "nothing more is even read"
    );
    assert_eq!(adds(&thandi, &last).await.status(), StatusCode::SEE_OTHER);
    thandi.upload(photo_bytes(MAN)).await.expect("the creator takes photos all the same");
    assert_eq!(photos_of(&thandi).await.len(), 2);
}

async fn whoever_has_no_place_in_the_beta_adds_nothing(engine: Engine) {
    let world = World::open_with_admin(engine, true).await;
    let thandi = Person::member(&world, "thandi").await;
    let address = waits(&thandi, &[MAN]).await;
    let page = thandi.page(&address).await;
    assert!(!page.contains("Add to My Memory") && page.contains("closed beta"), "{page}");
    assert_eq!(adds(&thandi, &address).await.status(), StatusCode::FORBIDDEN);
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 0);
    let declined = thandi.submit(&format!("{address}/decline"), &[]).await;
    assert_eq!(declined.status(), StatusCode::OK);
    nothing_is_left(&world, 0).await;
}
