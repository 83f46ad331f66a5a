//! What a page claims about a form: told once, to the session that sent it, and never because
//! an address says so.

use std::time::Duration;

use reqwest::{Response, StatusCode};

use crate::harness::{
    Engine, Person, World,
    html::{between, header},
    location,
};

crate::both_engines![
    an_address_alone_claims_nothing,
    an_outcome_is_told_once_on_its_page,
    an_outcome_is_told_to_its_session_alone,
    an_outcome_leaves_the_session_s_renewal_alone,
];

fn claims(page: &str) -> Option<&str> {
    between(page, "class=\"notice notice-success\"", "</p>")
}

async fn an_address_alone_claims_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for address in [
        "/profile?saved=1",
        "/profile/email?done=sent",
        "/profile/email?done=half",
        "/profile/email?done=changed",
        "/profile/two-factor?done=off",
        "/profile/devices?done=one",
        "/profile/devices?done=others",
        "/support?sent=1",
        "/dashboard?password=updated",
        "/pricing?cancelled=1",
        "/pricing?kept=1",
        "/register?applied=1",
    ] {
        let answer = thandi.get(address).await;
        assert_eq!(answer.status(), StatusCode::OK, "{address}");
        let page = answer.text().await.expect("text");
        assert_eq!(claims(&page), None, "{address}");
    }
}

async fn an_outcome_is_told_once_on_its_page(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let signs_in_elsewhere = async || {
        let answer = Person::visitor(&world.base).sign_in("thandi@example.com", "lamplight").await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    };
    signs_in_elsewhere().await;
    for (path, form, page, words) in [
        ("/profile", ("username", "nomsa"), "/profile", "Username updated successfully!"),
        (
            "/profile/email",
            ("email", "new@example.com"),
            "/profile/email",
            "We have written to both addresses.",
        ),
        ("/profile/devices", ("x", ""), "/profile/devices", "Every other device is signed out."),
        ("/profile/two-factor", ("action", "off"), "/profile/two-factor", "Two-factor is off."),
        ("/support", ("message", "Hello"), "/support", "Your message is with us"),
    ] {
        let answer = thandi.submit(path, &[form]).await;
        assert_eq!(location(&answer).as_deref(), Some(page), "{path}: its address says nothing");
        let first = thandi.page(page).await;
        assert!(claims(&first).is_some_and(|told| told.contains(words)), "{path}: {first}");
        assert_eq!(claims(&thandi.page(page).await), None, "{path}: once");
    }
}

/// The cookies that an answer sets, as a browser sends them back.
fn cookies(answer: &Response) -> String {
    let set = answer.headers().get_all("set-cookie").iter();
    let pairs = set.map(|cookie| cookie.to_str().expect("text").split(';').next().expect("one"));
    pairs.collect::<Vec<_>>().join("; ")
}

async fn an_outcome_is_told_to_its_session_alone(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::without_cookies(&world.base);
    let hers = cookies(&thandi.sign_up("thandi@example.com", "lamplight", "thandi").await);
    let other = cookies(&thandi.sign_up("other@example.com", "lamplight", "other").await);
    let answer = thandi.submit_with("/profile", &hers, &[("username", "nomsa")]).await;
    let told = cookies(&answer);
    assert!(told.starts_with("evernear_said="), "{told}");
    assert!(header(&answer, "set-cookie").contains("HttpOnly"));
    let forged = "evernear_said=username-saved.0".to_owned();
    for (session, carried, expected) in
        [(&hers, &told, true), (&other, &told, false), (&hers, &forged, false)]
    {
        let cookie = format!("{session}; {carried}");
        let answer = thandi.get_with("/profile", &cookie).await;
        assert_eq!(cookies(&answer), "evernear_said=", "{cookie}: it goes with the page");
        let page = answer.text().await.expect("text");
        assert_eq!(claims(&page).is_some(), expected, "{cookie}");
    }
}

async fn an_outcome_leaves_the_session_s_renewal_alone(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::without_cookies(&world.base);
    let session = cookies(&thandi.sign_up("thandi@example.com", "lamplight", "thandi").await);
    world.clock.forward(Duration::from_secs(11 * 60));
    // The token is due for a new one, and the same answer carries what the form brought about.
    let answer = thandi.submit_with("/profile", &session, &[("username", "nomsa")]).await;
    let set = cookies(&answer);
    assert!(set.contains("evernear_said=") && set.contains("evernear_session="), "{set}");
    let page = thandi.get_with("/profile", &set).await.text().await.expect("text");
    assert!(claims(&page).is_some(), "{page}");
}
