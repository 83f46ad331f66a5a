//! Signing up, in and out; who gets in where.

use std::time::Duration;

use reqwest::StatusCode;

use crate::harness::{Engine, Person, World, location};

crate::both_engines![
    a_new_account_starts_with_fifty_credits_in_its_ledger,
    a_refused_sign_up_comes_back_filled_in_with_the_reason,
    names_and_addresses_belong_to_one_person_in_any_case,
    wrong_and_unknown_sign_ins_read_the_same,
    a_guarded_page_is_reached_after_signing_in_and_no_other_site_ever_is,
    signing_out_ends_every_session_of_the_person,
    a_token_is_renewed_while_it_is_used_and_the_old_one_fades,
    an_answer_lost_at_renewal_signs_nobody_out,
    an_idle_session_ends,
    a_user_name_can_be_changed,
    a_request_from_another_site_changes_nothing,
];

async fn a_new_account_starts_with_fifty_credits_in_its_ledger(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let page = thandi.page("/dashboard").await;
    assert!(page.contains("Hello, thandi"), "{page}");
    assert!(page.contains("<b>50</b> credits"), "{page}");
    let welcome =
        world.number("SELECT CAST(SUM(amount) AS BIGINT) FROM ledger WHERE kind = 'welcome'").await;
    assert_eq!(welcome, 50);
    let terms = world
        .number("SELECT COUNT(*) FROM accounts WHERE terms_version = '2025-03' AND terms_at > 0")
        .await;
    assert_eq!(terms, 1);
    world.books_hold().await;
}

async fn a_refused_sign_up_comes_back_filled_in_with_the_reason(engine: Engine) {
    let world = World::open(engine).await;
    let someone = Person::visitor(&world.base);
    let cases = [
        (
            ("a@example.com", "12345", "Ann"),
            StatusCode::UNPROCESSABLE_ENTITY,
            "Password should be at least 6 characters.",
        ),
        (("no address", "lamplight", "Ann"), StatusCode::UNPROCESSABLE_ENTITY, "invalid format"),
        (
            ("", "lamplight", "Ann"),
            StatusCode::UNPROCESSABLE_ENTITY,
            "You must provide either an email or phone number and a password",
        ),
        (
            ("a@example.com", "", "Ann"),
            StatusCode::UNPROCESSABLE_ENTITY,
            "You must provide either an email or phone number and a password",
        ),
    ];
    for ((email, password, name), status, reason) in cases {
        let answer = someone.sign_up(email, password, name).await;
        assert_eq!(answer.status(), status);
        let page = answer.text().await.expect("text");
        assert!(page.contains(reason), "{reason}: {page}");
        assert!(page.contains("value=\"Ann\""), "the name is kept: {page}");
        assert!(page.contains("Create your account"));
    }
    let form = [("email", "a@example.com"), ("password", "lamplight")];
    let answer = someone.submit("/auth?mode=signup", &form).await;
    assert_eq!(answer.status(), StatusCode::FORBIDDEN, "without the terms");
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
}

async fn names_and_addresses_belong_to_one_person_in_any_case(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let other = Person::visitor(&world.base);
    let answer = other.sign_up("THANDI@example.com", "lamplight", "other").await;
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    assert!(answer.text().await.expect("text").contains("User already registered"));
    let answer = other.sign_up("other@example.com", "lamplight", " Thandi ").await;
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    assert!(answer.text().await.expect("text").contains("Username is already taken"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1);
    assert_eq!(world.number("SELECT COUNT(*) FROM ledger").await, 1);
}

async fn wrong_and_unknown_sign_ins_read_the_same(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let someone = Person::visitor(&world.base);
    for (email, password) in
        [("thandi@example.com", "wrong one"), ("nobody@example.com", "lamplight")]
    {
        let answer = someone.sign_in(email, password).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.text().await.expect("text").contains("Invalid login credentials"));
    }
    let answer = someone.sign_in("Thandi@Example.com", "lamplight").await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard"));
}

async fn a_guarded_page_is_reached_after_signing_in_and_no_other_site_ever_is(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let someone = Person::visitor(&world.base);
    for path in ["/dashboard", "/profile", "/ai-creator", "/couple", "/memories/x"] {
        let led = someone.led_to(path).await;
        assert_eq!(led, Some(format!("/auth?mode=signin&next={path}")));
    }
    for (next, expected) in [
        ("/couple", "/couple"),
        ("//evil.example", "/dashboard"),
        ("https://evil.example", "/dashboard"),
    ] {
        let form = [("email", "thandi@example.com"), ("password", "lamplight"), ("next", next)];
        let answer = Person::visitor(&world.base).submit("/auth?mode=signin", &form).await;
        assert_eq!(location(&answer).as_deref(), Some(expected));
    }
}

async fn signing_out_ends_every_session_of_the_person(engine: Engine) {
    let world = World::open(engine).await;
    let phone = Person::member(&world, "thandi").await;
    let laptop = Person::visitor(&world.base);
    laptop.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(laptop.get("/dashboard").await.status(), StatusCode::OK);
    let answer = phone.submit("/sign-out", &[]).await;
    assert_eq!(location(&answer).as_deref(), Some("/"));
    assert!(phone.led_to("/dashboard").await.is_some(), "the phone is out");
    assert!(laptop.led_to("/dashboard").await.is_some(), "so is the laptop");
    assert_eq!(world.number("SELECT COUNT(*) FROM sessions").await, 0);
}

async fn a_token_is_renewed_while_it_is_used_and_the_old_one_fades(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let renewed = |response: &reqwest::Response| response.headers().contains_key("set-cookie");
    assert!(!renewed(&thandi.get("/dashboard").await));
    let old = world
        .db
        .row("SELECT token FROM sessions", Vec::new())
        .await
        .expect("asked")
        .expect("one")
        .text(0)
        .expect("text");
    world.clock.forward(Duration::from_secs(11 * 60));
    assert!(renewed(&thandi.get("/dashboard").await));
    assert!(!renewed(&thandi.get("/dashboard").await));
    let row = world
        .db
        .row("SELECT token, previous_token FROM sessions", Vec::new())
        .await
        .expect("asked")
        .expect("one");
    assert_ne!(row.text(0).expect("text"), old);
    assert_eq!(row.text(1).expect("text"), old, "the one before works for a moment");
    world.clock.forward(Duration::from_secs(61));
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
}

async fn an_answer_lost_at_renewal_signs_nobody_out(engine: Engine) {
    let world = World::open(engine).await;
    let answer = Person::visitor(&world.base).sign_up("thandi@example.com", "lamplight", "").await;
    let old = session_cookie(&answer).expect("a session");
    let browser = Person::without_cookies(&world.base);
    world.clock.forward(Duration::from_secs(11 * 60));
    let lost = session_cookie(&browser.get_with("/dashboard", &old).await)
        .expect("renewed, and lost on the way");
    world.clock.forward(Duration::from_secs(5 * 60));
    let again = browser.get_with("/dashboard", &old).await;
    assert_eq!(again.status(), StatusCode::OK, "the old token still counts");
    let renewed = session_cookie(&again).expect("renewed once more");
    assert_ne!(renewed, lost);
    assert_eq!(browser.get_with("/dashboard", &renewed).await.status(), StatusCode::OK);
    world.clock.forward(Duration::from_secs(61));
    assert_eq!(
        browser.get_with("/dashboard", &old).await.status(),
        StatusCode::SEE_OTHER,
        "now it has faded"
    );
    assert_eq!(browser.get_with("/dashboard", &lost).await.status(), StatusCode::SEE_OTHER);
}

fn session_cookie(answer: &reqwest::Response) -> Option<String> {
    let cookie = answer.headers().get("set-cookie")?.to_str().expect("text");
    cookie.split(';').next().map(str::to_owned)
}

async fn an_idle_session_ends(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    world.clock.forward(Duration::from_secs(13 * 24 * 3600));
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
    world.clock.forward(Duration::from_secs(15 * 24 * 3600));
    assert!(thandi.led_to("/dashboard").await.is_some());
}

async fn a_user_name_can_be_changed(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "nana").await;
    let thandi = Person::member(&world, "thandi").await;
    let answer = thandi.submit("/profile", &[("username", "  Thandi M <b> ")]).await;
    let next = location(&answer).expect("a page with the outcome");
    let page = thandi.page(&next).await;
    assert!(page.contains("Username updated successfully!"), "{page}");
    assert!(page.contains("Thandi M &lt;b&gt;"), "{page}");
    for (name, reason) in [(" ", "Username cannot be empty"), ("NANA", "Username is already taken")]
    {
        let page =
            thandi.submit("/profile", &[("username", name)]).await.text().await.expect("text");
        assert!(page.contains(reason), "{page}");
    }
    assert!(thandi.page("/profile").await.contains("Hello, Thandi M &lt;b&gt;"));
    let elsewhere = Person::visitor(&world.base);
    elsewhere.sign_in("thandi@example.com", "lamplight").await;
    elsewhere.submit("/sign-out", &[]).await;
    let answer = thandi.submit("/profile", &[("username", "Late")]).await;
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    assert!(answer.text().await.expect("text").contains("Please sign in to view your profile."));
}

async fn a_request_from_another_site_changes_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    // The same browser, sent by another site: the origin is not the host.
    let answer = thandi.submit_from("http://evil.example", "/sign-out", &[]).await;
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
}
