//! A memory is shared by a link: what it shows, whom it lets in, what ends it, and who may object.

mod edits;
mod endings;
mod guesses;
mod links;
mod reports;
mod viewers;

use reqwest::{Response, StatusCode};

use crate::harness::{
    Person, World,
    html::{attribute, header},
    location,
};

/// The path of the link that a page shows.
pub fn shown_link(page: &str) -> String {
    let address = attribute(page, "value").find(|value| value.contains("/m/"));
    let address = address.unwrap_or_else(|| panic!("no link: {page}"));
    address.strip_prefix("http://127.0.0.1").expect("of this site").to_owned()
}

/// Somebody with a finished film; its id.
pub async fn owner_of_a_film(world: &World) -> (Person, String) {
    let thandi = Person::member(world, "thandi").await;
    let film = thandi.begins_a_film().await.id;
    thandi.waits_for_the_end(&film).await;
    (thandi, film)
}

/// Makes a link with what is chosen beside the defaults; its path.
pub async fn shares(owner: &Person, memory: &str, chosen: &[(&str, &str)]) -> String {
    let answer = owner.submit(&format!("/memories/{memory}/share"), chosen).await;
    assert_eq!(answer.status(), StatusCode::OK, "a link is made");
    shown_link(&answer.text().await.expect("text"))
}

/// Presses the cover's button.
pub async fn opens(person: &Person, link: &str) {
    let answer = person.submit(link, &[]).await;
    assert!(is_let_in(&answer, link), "{}", answer.status());
    // An address that is sent on says nothing of cookies.
    assert_eq!(person.led_to(&format!("{link}?opened")).await.as_deref(), Some(link));
    let picture = person.get(&format!("{link}/picture.jpg")).await;
    let tag = header(&picture, "etag");
    assert!(!tag.is_empty() && !tag.contains("memories/"), "{tag}");
    let page = person.page(link).await;
    assert!(page.contains("shared-view"), "{page}");
}

/// Whether the button has opened the link.
pub fn is_let_in(answer: &Response, link: &str) -> bool {
    location(answer).as_deref() == Some(&format!("{link}?opened"))
}

/// The link shows what every link shows that leads nowhere.
pub async fn leads_nowhere(person: &Person, link: &str) -> String {
    let answer = person.get(link).await;
    assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{link}");
    for (name, value) in [
        ("referrer-policy", "no-referrer"),
        ("cache-control", "private, no-store"),
        ("x-robots-tag", "noindex, nofollow, noarchive"),
    ] {
        assert_eq!(header(&answer, name), value, "{link}");
    }
    let page = answer.text().await.expect("text");
    assert!(page.contains("<h1>This link leads nowhere any more.</h1>"), "{page}");
    page
}

/// The id of the newest link.
pub async fn newest(world: &World) -> String {
    world
        .rows("SELECT id FROM shares WHERE id <> $1 ORDER BY created_at DESC, id DESC LIMIT 1", "")
        .await
        .remove(0)
}
