//! Signing in with Google, against a party that speaks the same.

use axum::http::StatusCode;

use crate::harness::{Engine, GoogleStub, Person, World, location};

crate::both_engines![
    whoever_comes_from_google_is_in,
    an_account_with_the_same_address_is_the_same_account,
    a_google_account_of_an_address_that_was_given_up_lets_nobody_in,
    the_way_and_the_wish_to_stay_are_kept_through_google,
    nobody_brings_somebody_elses_code,
    a_profile_that_names_nobody_opens_no_account,
    without_configuration_there_is_no_google,
];

async fn with_google(engine: Engine) -> (World, GoogleStub) {
    let stub = GoogleStub::open().await;
    let google = Some(stub.config());
    (World::with(engine, |config| config.access.google = google).await, stub)
}

/// Goes to Google and comes back.
async fn comes(person: &Person, stub: &GoogleStub, from: &str) -> reqwest::Response {
    let address = person.led_to(from).await.expect("away");
    let query = stub.visited(&address);
    person.get(&format!("/auth/google/return?code=good&state={}", query["state"])).await
}

async fn whoever_comes_from_google_is_in(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    stub.knows("1", "Thandi@Example.com", true);
    let thandi = Person::visitor(&world.base);
    assert!(thandi.page("/auth").await.contains("Sign in with Google"));
    let answer = comes(&thandi, &stub, "/auth/google").await;
    assert_eq!(location(&answer).as_deref(), Some("/"), "to the start");
    assert!(thandi.page("/dashboard").await.contains("Hello, thandi"));
    let again = Person::visitor(&world.base);
    stub.knows("1", "moved@example.com", true);
    let answer = comes(&again, &stub, "/auth/google?next=/couple").await;
    assert_eq!(location(&answer).as_deref(), Some("/couple"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1, "the same person");
    // There is no password to sign in with, and none to guess.
    let answer = again.sign_in("thandi@example.com", "").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let terms = world.number("SELECT COUNT(*) FROM accounts WHERE terms_at IS NULL").await;
    assert_eq!(terms, 1, "asked before the first creation");
    world.books_hold().await;
}

async fn an_account_with_the_same_address_is_the_same_account(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    Person::member(&world, "thandi").await;
    let phone = Person::visitor(&world.base);
    stub.knows("1", "thandi@example.com", false);
    let page = comes(&phone, &stub, "/auth/google").await.text().await.expect("text");
    assert!(page.contains("Google has not confirmed this address."), "{page}");
    stub.knows("1", "thandi@example.com", true);
    comes(&phone, &stub, "/auth/google").await;
    assert!(phone.page("/dashboard").await.contains("Hello, thandi"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 1);
    assert_eq!(world.number("SELECT COUNT(*) FROM identities").await, 2);
}

async fn a_google_account_of_an_address_that_was_given_up_lets_nobody_in(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    stub.knows("1", "thandi@example.com", true);
    comes(&Person::visitor(&world.base), &stub, "/auth/google").await;
    world.letter("thandi@example.com", "Sign-in with Google added").await;
    thandi.submit("/profile/email", &[("email", "new@example.com")]).await;
    for mailbox in ["thandi@example.com", "new@example.com"] {
        let letter = world.letter(mailbox, "Confirm your new e-mail").await;
        let form = [("type", "email_change"), ("token", letter.token())];
        thandi.submit("/auth/link", &form).await;
    }
    assert!(thandi.page("/profile").await.contains("new@example.com"));
    let employer = Person::visitor(&world.base);
    comes(&employer, &stub, "/auth/google").await;
    let profile = employer.page("/profile").await;
    assert!(!profile.contains("new@example.com"), "an account of their own: {profile}");
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 2);
}

async fn the_way_and_the_wish_to_stay_are_kept_through_google(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    stub.knows("1", "thandi@example.com", true);
    for (page, way, to, lasts) in [
        ("/auth", "/auth/google?", "/", false),
        ("/auth?next=/dashboard", "/auth/google?next=/dashboard", "/dashboard", false),
        ("/auth?mode=signup&next=/dashboard", "/auth/google?next=/dashboard", "/dashboard", false),
        (
            "/auth?next=/couple?a%3D1",
            "/auth/google?next=/couple%3Fa%3D1&keep=yes",
            "/couple?a=1",
            true,
        ),
        ("/auth?next=//evil.example", "/auth/google?&keep=yes", "/", true),
    ] {
        let thandi = Person::visitor(&world.base);
        let shown = thandi.page(page).await;
        let link = format!("href=\"{}\"", way.replace('&', "&amp;"));
        assert!(shown.contains(&link), "{page} shows {way}: {shown}");
        let answer = comes(&thandi, &stub, way).await;
        assert_eq!(location(&answer).as_deref(), Some(to), "{page}");
        let mut cookies = answer.headers().get_all("set-cookie").iter();
        let session = cookies.find_map(|cookie| {
            cookie.to_str().ok().filter(|it| it.starts_with("evernear_session"))
        });
        assert_eq!(session.expect("a session").contains("Max-Age"), lasts, "{page}");
    }
    // A refused form does not make a wish of where everybody goes.
    let page = Person::visitor(&world.base).sign_in("thandi@example.com", "wrong").await;
    assert!(page.text().await.expect("text").contains("href=\"/auth/google?\""));
}

async fn nobody_brings_somebody_elses_code(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    stub.knows("1", "thief@example.com", true);
    let victim = Person::visitor(&world.base);
    for path in [
        "/auth/google/return?code=good&state=",
        "/auth/google/return?code=good&state=guessed",
        "/auth/google/return",
    ] {
        let answer = victim.get(path).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
    victim.led_to("/auth/google").await.expect("away");
    let answer = victim.get("/auth/google/return?code=good&state=the-thiefs").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(victim.led_to("/dashboard").await.is_some());
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
}

/// A subject is what accounts are linked to: with none, everybody without one is the same person.
async fn a_profile_that_names_nobody_opens_no_account(engine: Engine) {
    let (world, stub) = with_google(engine).await;
    for subject in ["", "1\u{7}", &"1".repeat(256)] {
        stub.knows(subject, "thandi@example.com", true);
        let answer = comes(&Person::visitor(&world.base), &stub, "/auth/google").await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{subject:?}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
}

async fn without_configuration_there_is_no_google(engine: Engine) {
    let world = World::open(engine).await;
    let someone = Person::visitor(&world.base);
    assert!(!someone.page("/auth").await.contains("Google"));
    assert_eq!(someone.led_to("/auth/google").await.as_deref(), Some("/auth"));
}
