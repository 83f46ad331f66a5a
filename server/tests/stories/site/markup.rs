//! What people type is text wherever it stands, and every field says what it takes: looked at
//! on every page that shows what was sent, and on every page with a field.

use evernear_app::pages::PAGES;
use reqwest::StatusCode;

use crate::{
    admin::review_applications::administrator,
    harness::{Engine, Person, World, html::parts},
};

crate::both_engines![
    what_is_typed_into_a_box_comes_back_as_text,
    what_is_typed_into_a_field_comes_back_as_text,
    every_field_names_its_type_and_every_time_its_moment,
];

/// Ends every element whose text a browser does not parse, and begins one that would show.
const MARKUP: &str = "</textarea></title></script></noscript><h2 id=\"live\">Hi</h2>\
    <meta http-equiv=\"refresh\" content=\"0;url=https://evil.example/\"> & &lt; \"quoted\" <!>";

/// Nothing of it is an element of the page.
fn is_harmless(page: &str, whose: &str) {
    assert!(!page.contains("<h2 id=\"live\""), "{whose}: {page}");
    assert!(!page.contains("<meta http-equiv"), "{whose}: {page}");
}

/// As a browser reads the text of a box.
fn typed(page: &str, id: &str) -> String {
    let boxes = parts(page, "<textarea", "</textarea>");
    let found = boxes.into_iter().find(|one| {
        one.split_once('>').is_some_and(|(tag, _)| tag.contains(&format!(" id=\"{id}\"")))
    });
    let text = found.unwrap_or_else(|| panic!("{id}: {page}")).split_once('>').expect("a tag").1;
    let text = text.strip_prefix('\n').unwrap_or(text);
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .into_iter()
        .fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

async fn what_is_typed_into_a_box_comes_back_as_text(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    let text = format!("\nOne line.\n{MARKUP}");
    // Each is refused for another field, so that its box comes back filled in.
    let email = ("email", "thandi@nowhere");
    for (person, path, id, form) in [
        (&visitor, "/contact", "message", vec![("name", "Thandi"), email, ("company", "Acme")]),
        (&visitor, "/register", "reason", vec![("name", "Thandi"), email]),
        (&thandi, "/support", "message", vec![]),
    ] {
        let field = if id == "reason" { "reason" } else { "message" };
        let long = "x".repeat(8_001);
        let sent = if path == "/support" { format!("{text}{long}") } else { text.clone() };
        let form = [form, vec![(field, sent.as_str())]].concat();
        let answer = person.submit(path, &form).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        let page = answer.text().await.expect("text");
        is_harmless(&page, path);
        assert_eq!(typed(&page, id), sent, "{path}: nothing that was typed is lost");
    }
    // One that was kept, too.
    thandi.submit("/support", &[("message", MARKUP)]).await;
    let page = thandi.page("/support").await;
    assert!(page.contains("&lt;h2 id=\"live\""), "{page}");
    is_harmless(&page, "a thread");
}

async fn what_is_typed_into_a_field_comes_back_as_text(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    let long = MARKUP.repeat(4);
    for (person, path, fields) in [
        (&visitor, "/contact", &["name", "email", "company", "employees"][..]),
        (&visitor, "/register", &["name", "email"]),
        (&visitor, "/auth?mode=signup", &["email", "username", "next"]),
        (&visitor, "/auth?mode=signin", &["email", "next"]),
        (&visitor, "/auth?view=magic_link", &["email", "next"]),
        (&visitor, "/auth?view=verify_otp", &["email", "next", "type", "token"]),
        (&visitor, "/auth/link", &["type", "token"]),
        (&visitor, "/reset-password", &["token", "password", "code", "next"]),
        (&visitor, "/admin/unlock", &["next", "password"]),
        (&thandi, "/profile", &["username"]),
        (&thandi, "/profile/email", &["email"]),
        (&thandi, "/auth/again", &["next", "token"]),
        (&thandi, "/checkout", &["plan", "currency"]),
    ] {
        for text in [MARKUP, long.as_str()] {
            let form: Vec<_> = fields.iter().map(|field| (*field, text)).collect();
            let page = person.submit(path, &form).await.text().await.expect("text");
            is_harmless(&page, path);
        }
    }
    let admin = administrator(&world).await;
    let query = form_urlencoded::byte_serialize(MARKUP.as_bytes()).collect::<String>();
    for (person, page) in [
        (&visitor, format!("/auth?mode=signin&next={query}&type={query}&view={query}")),
        (&visitor, format!("/auth/link?type={query}&token={query}")),
        (&visitor, format!("/reset-password?token={query}")),
        (&visitor, format!("/success?session_id={query}")),
        (&visitor, format!("/admin/waitlist?search={query}")),
        (&admin, format!("/admin/waitlist?search={query}&tab={query}")),
        (&thandi, format!("/pricing?currency={query}&payment={query}")),
        (&thandi, format!("/auth/again?next={query}")),
    ] {
        is_harmless(&person.page(&page).await, &page);
    }
}

async fn every_field_names_its_type_and_every_time_its_moment(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    thandi.submit("/profile/two-factor", &[("action", "begin")]).await;
    thandi.submit("/profile/email", &[("email", "new@example.com")]).await;
    thandi.submit("/support", &[("message", "Hello")]).await;
    let admin = administrator(&world).await;
    let paths = PAGES.iter().map(|(path, _)| *path).chain([
        "/register",
        "/auth?mode=signup",
        "/auth?view=forgotten_password",
        "/auth?view=verify_otp&type=signup",
        "/auth/link?type=signup&token=x",
        "/reset-password?token=x",
    ]);
    let (mut fields, mut times) = (0, 0);
    for path in paths.filter(|path| !path.contains('{')) {
        for person in [&visitor, &thandi, &admin] {
            let page = person.page(path).await;
            for field in parts(&page, "<input ", ">") {
                assert!(format!(" {field}").contains(" type=\""), "{path}: <input {field}>");
                fields += 1;
            }
            for time in parts(&page, "<time", ">") {
                assert!(time.contains(" datetime=\""), "{path}: <time{time}>");
                times += 1;
            }
        }
    }
    assert!(fields > 100 && times > 0, "the pages are read: {fields}, {times}");
}
