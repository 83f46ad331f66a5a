//! Writing to us as a company: kept, mailed and read; machines and floods are turned away.

use std::time::Duration;

use evernear_rules::wire::ContactPage;
use reqwest::StatusCode;
use serde_json::json;

use crate::{
    admin::review_applications::administrator,
    harness::{Engine, Person, World},
};

crate::both_engines![
    a_company_writes_and_the_administrator_reads_it,
    a_field_that_people_do_not_see_keeps_machines_out,
    whoever_writes_too_often_is_told_how_long_to_wait,
];

async fn a_company_writes_and_the_administrator_reads_it(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let visitor = Person::visitor(&world.base);
    let page = visitor.page("/contact").await;
    for words in [
        "Get in Touch",
        "enterprise@evernear.example",
        "Cape Town, South Africa",
        "Within 24 hours",
        "Sending...",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let form = |message: &'static str, size: &'static str| {
        [
            ("name", "Thandi\r\nBcc: x@example.com"),
            ("email", "thandi@example.com"),
            ("company", "Acme & Sons"),
            ("employees", size),
            ("message", message),
        ]
    };
    let answer = visitor.submit("/contact", &form("We care for\n200 families.", "51-200")).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.text().await.expect("text").contains("Your message is with us"));
    for (message, size, words) in
        [("", "1-10", "Please write a message."), ("Hello", "many", "choose a company size")]
    {
        let answer = visitor.submit("/contact", &form(message, size)).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let page = answer.text().await.expect("text");
        assert!(
            page.contains(words)
                && page.contains("Acme &amp; Sons")
                && !page.contains("is with us"),
            "{page}"
        );
    }
    let mail = world.mail_to("enterprise@evernear.example").await;
    assert_eq!(mail.subject.as_str(), "Message from Thandi Bcc: x@example.com, Acme & Sons");
    assert!(mail.text.contains("200 families."), "{}", mail.text);
    let admin = administrator(&world).await;
    let messages: ContactPage =
        admin.call("admin/messages", json!({ "page": 1 })).await.expect("messages");
    assert_eq!(messages.pagination.total, 1);
    assert_eq!(
        (messages.data[0].company.as_str(), messages.data[0].employees.as_str()),
        ("Acme & Sons", "51-200")
    );
    assert_eq!(messages.data[0].messages[0].message, "We care for\n200 families.");
    world.db.close().await;
    let answer = visitor.submit("/contact", &form("Hello", "1-10")).await;
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    let page = answer.text().await.expect("text");
    assert!(
        page.contains("Something went wrong. Please try again or contact support directly."),
        "{page}"
    );
}

const LETTER: [(&str, &str); 4] = [
    ("name", "Thandi"),
    ("email", "thandi@example.com"),
    ("company", "Acme & Sons"),
    ("message", "We care for 200 families."),
];

async fn a_field_that_people_do_not_see_keeps_machines_out(engine: Engine) {
    let world = World::open(engine).await;
    let machine = Person::visitor(&world.base);
    let page = machine.page("/contact").await;
    assert!(page.contains("<div hidden><label for=\"website\">"), "people do not see it: {page}");
    let form = [&LETTER[..], &[("website", "http://x")]].concat();
    // More often than anyone may write: what is refused counts for nobody else behind the address.
    for _ in 0..4 {
        let answer = machine.submit("/contact", &form).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let page = answer.text().await.expect("text");
        assert!(!page.contains("Your message is with us"), "{page}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM mails").await, 0, "and nobody is told");
    let answer = Person::visitor(&world.base).submit("/contact", &LETTER).await;
    assert_eq!(answer.status(), StatusCode::OK);
}

async fn whoever_writes_too_often_is_told_how_long_to_wait(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    for _ in 0..3 {
        assert_eq!(visitor.submit("/contact", &LETTER).await.status(), StatusCode::OK);
    }
    let answer = visitor.submit("/contact", &LETTER).await;
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.headers()["retry-after"], "120");
    let page = answer.text().await.expect("text");
    assert!(page.contains("Please try again in 120 seconds."), "{page}");
    assert!(page.contains("We care for 200 families."), "what was written is still there: {page}");
    assert!(!page.contains("Your message is with us"), "{page}");
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 3);
    world.clock.forward(Duration::from_secs(120));
    assert_eq!(visitor.submit("/contact", &LETTER).await.status(), StatusCode::OK);
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 4);
}
