//! The examples of the landing page: the one that a visitor chooses goes along through signing up, and its
//! words stand in the conversation, unsent.

use reqwest::StatusCode;

use crate::harness::{
    Engine, Person, World,
    html::{attribute, parts},
};

crate::both_engines![
    a_chosen_moment_goes_along_into_the_conversation,
    a_moment_never_replaces_words_of_ones_own,
    with_an_open_gate_nobody_is_told_to_wait,
];

const MOMENTS: [&str; 6] =
    ["beach-day", "concert", "coffee-shop", "adventure-trip", "birthday", "study-session"];

/// Where the buttons of the first band lead, by the moment that shows them.
fn begin_links(page: &str) -> Vec<(String, String)> {
    let links = parts(page, "<a ", "</a>");
    let tagged = links.into_iter().filter(|link| link.contains("data-begin"));
    tagged
        .map(|link| {
            let link = format!(" {link}");
            let of = |name| attribute(&link, name).next().expect("an attribute");
            (of("data-begin"), of("href"))
        })
        .collect()
}

async fn a_chosen_moment_goes_along_into_the_conversation(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let found = begin_links(&visitor.page("/").await);
    assert_eq!(found.len(), MOMENTS.len() + 1);
    assert_eq!(found[0], ("any".to_owned(), "/auth?mode=signup".to_owned()));
    for (moment, (begin, path)) in MOMENTS.iter().zip(&found[1..]) {
        assert_eq!(begin, moment);
        let form = visitor.page(path).await;
        let next = parts(&form, "name=\"next\"", ">").into_iter().next().expect("where to go");
        let next = attribute(next, "value").next().expect("a path");
        assert_eq!(next, format!("/ai-creator?moment={moment}"));
    }
    let (_, path) = &found[2];
    let form = visitor.page(path).await;
    assert!(form.contains("/concert-360-") && !form.contains("/coffee-shop-360-"), "{form}");
    assert!(visitor.page("/auth?mode=signup").await.contains("/coffee-shop-360-"));
    let next = parts(&form, "name=\"next\"", ">").into_iter().next().expect("where to go");
    let next = attribute(next, "value").next().expect("a path");
    let fields = [
        ("email", "thandi@example.com"),
        ("password", "lamplight"),
        ("username", "thandi"),
        ("terms", "yes"),
        ("next", next.as_str()),
    ];
    let answer = visitor.submit("/auth?mode=signup", &fields).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    assert_eq!(answer.headers()["location"], "/ai-creator?moment=concert");
    let creator = visitor.page("/ai-creator?moment=concert").await;
    assert!(creator.contains("Our first concert, singing along"), "{creator}");
    assert_eq!(visitor.state().await.unsent, None, "it is only offered");
    let found = begin_links(&visitor.page("/").await);
    assert_eq!(found[0].1, "/ai-creator");
    assert_eq!(found[2].1, "/ai-creator?moment=concert");
    // Whoever was signed out meanwhile comes back with it.
    visitor.submit("/sign-out", &[]).await;
    let answer = visitor.get("/ai-creator?moment=concert").await;
    let back = "/auth?mode=signin&next=/ai-creator%3Fmoment%3Dconcert";
    assert_eq!(answer.headers()["location"], back);
    let answer = visitor.get("/ai-creator?moment=elsewhere").await;
    assert_eq!(answer.headers()["location"], "/auth?mode=signin&next=/ai-creator");
}

async fn a_moment_never_replaces_words_of_ones_own(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    assert!(thandi.page("/ai-creator?moment=birthday").await.contains("candles on the cake"));
    assert!(!thandi.page("/ai-creator?moment=nothing").await.contains("candles on the cake"));
    thandi.says("Walking on the beach with Dad").await;
    assert!(!thandi.page("/ai-creator?moment=birthday").await.contains("candles on the cake"));
}

async fn with_an_open_gate_nobody_is_told_to_wait(engine: Engine) {
    const PLACE: &str = "when there is a place";
    let open = World::open(engine).await;
    let closed = World::open_with_admin(engine, true).await;
    let thandi = Person::member(&open, "thandi").await;
    let visitor = Person::visitor(&open.base).page("/").await;
    let member = thandi.page("/").await;
    assert!(!visitor.contains(PLACE) && visitor.contains("You can begin at once"), "{visitor}");
    assert!(!member.contains(PLACE) && !member.contains("You can begin at once"), "{member}");
    assert!(Person::visitor(&closed.base).page("/").await.contains(PLACE));
}
