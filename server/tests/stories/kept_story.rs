//! Visitors' pages are kept as bytes; what is made for the signed-in never is.

use futures::future::join_all;
use reqwest::{Response, StatusCode};

use crate::support::{Engine, Person, World};

crate::both_engines![
    visitors_pages_are_small_packed_and_asked_for_once,
    nothing_crosses_between_visitors_and_the_signed_in,
    prices_are_in_dollars_unless_rands_are_chosen,
];

const READ: [&str; 6] = ["/", "/about", "/careers", "/terms", "/privacy", "/cookies"];
/// Largest packed page (issue budget 12 KB).
const LARGEST: usize = 12 * 1024;

fn header(answer: &Response, name: &str) -> String {
    answer.headers().get(name).map_or("", |value| value.to_str().expect("text")).to_owned()
}

async fn visitors_pages_are_small_packed_and_asked_for_once(engine: Engine) {
    let world = World::open(engine).await;
    let client = reqwest::Client::new();
    for path in READ {
        let url = format!("{}{path}", world.base);
        for encoding in ["br", "gzip"] {
            let answer = client.get(&url).header("accept-encoding", encoding).send().await;
            let answer = answer.expect("an answer");
            assert_eq!(header(&answer, "content-encoding"), encoding, "{path}");
            assert_eq!(header(&answer, "cache-control"), "private, no-cache", "{path}");
            assert!(header(&answer, "vary").contains("Cookie"), "{path}");
            assert!(header(&answer, "content-security-policy").contains("script-src 'none'"));
            assert_eq!(header(&answer, "x-content-type-options"), "nosniff", "{path}");
            let tag = header(&answer, "etag");
            let size = answer.bytes().await.expect("bytes").len();
            assert!((500..LARGEST).contains(&size), "{path} has {size} bytes as {encoding}");
            let again = client.get(&url).header("accept-encoding", encoding);
            let again = again.header("if-none-match", &tag).send().await.expect("an answer");
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
            assert_eq!(header(&again, "etag"), tag, "{path}");
            assert!(again.bytes().await.expect("bytes").is_empty(), "{path}");
        }
        let plain = client.get(&url).send().await.expect("an answer");
        assert_eq!(header(&plain, "content-encoding"), "", "{path}");
        assert!(plain.text().await.expect("text").contains("<h1"), "{path}");
    }
}

async fn nothing_crosses_between_visitors_and_the_signed_in(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let names = ["thandi", "pieter"];
    let mut members = Vec::new();
    for name in names {
        members.push(Person::member(&world, name).await);
    }
    let mut expected = Vec::new();
    for path in READ {
        expected.push(visitor.page(path).await);
    }
    let (visitor, members, expected) = (&visitor, &members, &expected);
    // Ten thousand requests, twenty at a time, in turns: visitor, one member, the other.
    for round in 0..500_usize {
        let answers = (0..20_usize).map(|place| async move {
            let turn = round * 20 + place;
            let page = turn % READ.len();
            let who = (turn / READ.len()) % 3;
            if who == 2 {
                let answer = visitor.get(READ[page]).await;
                assert!(answer.headers().get("set-cookie").is_none(), "a visitor gets no cookie");
                assert_eq!(answer.text().await.expect("text"), expected[page]);
            } else {
                let answer = members[who].get(READ[page]).await;
                assert_eq!(header(&answer, "cache-control"), "private, no-store");
                assert!(answer.headers().get("etag").is_none());
                let text = answer.text().await.expect("text");
                assert!(text.contains(&format!("Hello, {}</p>", names[who])), "{}", READ[page]);
                assert!(!text.contains(names[1 - who]), "a name crossed over");
            }
        });
        join_all(answers).await;
    }
    assert!(expected.iter().all(|page| names.iter().all(|name| !page.contains(name))));
}

async fn prices_are_in_dollars_unless_rands_are_chosen(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    for (path, price) in [
        ("/pricing", ">$12</b>"),
        ("/pricing?currency=USD", ">$12</b>"),
        ("/pricing?currency=ZAR", ">R220</b>"),
    ] {
        assert!(visitor.page(path).await.contains(price), "{path}");
    }
}
