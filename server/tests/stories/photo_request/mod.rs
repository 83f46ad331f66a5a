//! Somebody is asked for their photo by a link: what they see, what they add and take back, what ends the
//! request, and what nobody gets in by.

mod adding;
mod asking;
mod endings;
mod limits;
mod taking_back;

use evernear_app::domain::id::AccountId;
use reqwest::{Response, StatusCode};

use crate::harness::{
    Person, World,
    html::{attribute, between},
    location, photo_bytes,
};

const WOMAN: &str = "older-woman-glasses-cap.jpg";
const MAN: &str = "old-man-grey-beard-bw.jpg";
/// What is confirmed with a photo.
const ALL: [&str; 3] = ["terms", "rights", "providers"];

/// The path of the link that a page shows.
fn shown_link(page: &str) -> String {
    let address = attribute(page, "value").find(|value| value.contains("/p/"));
    let address = address.unwrap_or_else(|| panic!("no link: {page}"));
    address.strip_prefix("http://127.0.0.1").expect("of this site").to_owned()
}

/// Somebody who has described a memory and added their own photo.
async fn describes(world: &World) -> Person {
    let thandi = Person::member(world, "thandi").await;
    describes_a_walk(&thandi).await;
    thandi
}

/// Their words and their own photo.
pub async fn describes_a_walk(person: &Person) {
    person.says("Walking with my dad by the lake").await;
    person.upload_as("you", "own", photo_bytes(WOMAN)).await.expect("a photo");
}

/// Asks for the photo at this place; the path of the link.
pub async fn asks(person: &Person, place: &str) -> String {
    let answer = person.submit("/photo-requests", &[("place", place)]).await;
    assert_eq!(answer.status(), StatusCode::OK, "a request is made");
    shown_link(&answer.text().await.expect("text"))
}

/// Presses the cover's button; the page.
async fn opens(person: &Person, link: &str) -> String {
    let answer = person.submit_from("null", link, &[]).await;
    assert_eq!(location(&answer).as_deref(), Some(format!("{link}?opened").as_str()));
    // An address that is sent on says nothing of cookies.
    assert_eq!(person.led_to(&format!("{link}?opened")).await.as_deref(), Some(link));
    person.page(link).await
}

/// What the form of an open request says of its text; nothing where it takes no photo.
async fn reads(person: &Person, link: &str) -> String {
    let mut page = person.page(link).await;
    if !page.contains("Add My Photo") && page.contains("Open It") {
        page = opens(person, link).await;
    }
    between(&page, "name=\"read\" value=\"", "\"").unwrap_or_default().to_owned()
}

/// Reads the page, confirms everything, and adds a photo.
async fn adds(person: &Person, link: &str) -> Response {
    let read = reads(person, link).await;
    person.adds_by_request(link, &ALL, &read, Some(photo_bytes(MAN))).await
}

/// The same, and it is added.
async fn has_added(person: &Person, link: &str) {
    let answer = adds(person, link).await;
    let led = location(&answer);
    let page = answer.text().await.expect("text");
    assert_eq!(led.as_deref(), Some(link), "{page}");
}

async fn takes_back(person: &Person, link: &str) -> Response {
    person.submit_from("null", &format!("{link}/take-back"), &[]).await
}

/// Photos of the person's draft.
async fn photos_of(person: &Person) -> Vec<String> {
    person.state().await.draft.photos.into_iter().map(|photo| photo.id).collect()
}

async fn account_of(world: &World, name: &str) -> AccountId {
    let sql = "SELECT id FROM accounts WHERE email = $1";
    let found = world.rows(sql, &format!("{name}@example.com")).await.remove(0);
    found.parse().expect("an id")
}

/// The id of the newest request.
async fn newest(world: &World) -> String {
    let sql =
        "SELECT id FROM photo_requests WHERE id <> $1 ORDER BY created_at DESC, id DESC LIMIT 1";
    world.rows(sql, "").await.remove(0)
}
