//! Visitors' pages are kept as bytes; what is made for the signed-in never is.

use std::{io::Read as _, num::NonZeroU32};

use evernear_app::pages::PRERENDERED;
use futures::future::join_all;
use reqwest::{
    Client, RequestBuilder, Response, StatusCode,
    header::{HeaderMap, HeaderName},
};

use crate::harness::{
    Engine, Person, World,
    html::{attribute, header},
};

crate::both_engines![
    visitors_pages_are_small_packed_and_asked_for_once,
    what_is_kept_is_what_would_be_made_now,
    nothing_crosses_between_visitors_and_the_signed_in,
    prices_are_in_dollars_unless_rands_are_chosen,
];

/// Most bytes of a packed page.
const LARGEST: usize = 12 * 1024;
const READING: [&str; 6] = ["/", "/about", "/careers", "/terms", "/privacy", "/cookies"];

async fn visitors_pages_are_small_packed_and_asked_for_once(engine: Engine) {
    let world = World::open(engine).await;
    let client = Client::new();
    for (path, _) in PRERENDERED {
        let url = format!("{}{path}", world.base);
        let scripts =
            if READING.contains(path) { "script-src 'none'" } else { "script-src 'self'" };
        for encoding in ["br", "gzip"] {
            let answer = client.get(&url).header("accept-encoding", encoding).send().await;
            let answer = answer.expect("an answer");
            assert_eq!(header(&answer, "content-encoding"), encoding, "{path}");
            assert_eq!(header(&answer, "cache-control"), "private, no-cache", "{path}");
            assert!(header(&answer, "vary").contains("Cookie"), "{path}");
            let policy = header(&answer, "content-security-policy");
            assert!(policy.ends_with(scripts), "{path}: {policy}");
            assert_eq!(header(&answer, "x-content-type-options"), "nosniff", "{path}");
            let tag = header(&answer, "etag").to_owned();
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

async fn what_is_kept_is_what_would_be_made_now(engine: Engine) {
    let world = World::open(engine).await;
    let someone = Person::without_cookies(&world.base);
    let cookies = ["session", "admin", "applied", "invitation", "google", "some_day"];
    for (path, _) in PRERENDERED {
        let kept = someone.get(path).await;
        assert_ne!(header(&kept, "etag"), "", "{path} is kept");
        let kept = kept.text().await.expect("text");
        // A request with a cookie of ours is rendered for itself.
        for cookie in cookies {
            let made = someone.get_with(path, &format!("a=b; evernear_{cookie}=none")).await;
            assert_eq!(header(&made, "etag"), "", "{path} with {cookie}");
            assert_eq!(header(&made, "cache-control"), "private, no-store", "{path}");
            assert_eq!(made.text().await.expect("text"), kept, "{path} with {cookie}");
        }
        let another = someone.get_with(path, "theme=dark; another_site=1").await;
        assert_ne!(header(&another, "etag"), "", "{path}: others' cookies change nothing");
    }
}

/// Who asks in the story below.
struct Asking {
    /// Nobody's, or a session's.
    cookie: Option<String>,
    name: &'static str,
}

/// The body as the browser reads it.
async fn unpacked(answer: Response) -> String {
    let encoding = header(&answer, "content-encoding").to_owned();
    let packed = answer.bytes().await.expect("bytes");
    let mut text = String::new();
    match encoding.as_str() {
        "br" => brotli::Decompressor::new(&packed[..], 4096).read_to_string(&mut text),
        "gzip" => flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text),
        _ => (&packed[..]).read_to_string(&mut text),
    }
    .expect("it unpacks");
    text
}

/// A browser's request, from our own page.
fn asks(client: &Client, url: &str, who: &Asking, turn: usize) -> (RequestBuilder, &'static str) {
    let encoding = ["br", "gzip", "identity"][turn % 3];
    // Every tenth is a form that is refused, so that its page comes back.
    let request = if turn.is_multiple_of(10) {
        client
            .post(url)
            .header("content-type", "application/x-www-form-urlencoded")
            .body("username=+")
    } else {
        client.get(url)
    };
    let request =
        request.header("accept-encoding", encoding).header("sec-fetch-site", "same-origin");
    let request = match &who.cookie {
        Some(cookie) => request.header("cookie", cookie),
        None => request,
    };
    (request, encoding)
}

/// Every header but what differs from answer to answer.
fn lasting(headers: &HeaderMap) -> Vec<(HeaderName, String)> {
    let mut lasting: Vec<_> = headers
        .iter()
        .filter(|(name, _)| *name != "date")
        .map(|(name, value)| (name.clone(), value.to_str().expect("text").to_owned()))
        .collect();
    lasting.sort_by(|a, b| a.0.as_str().cmp(b.0.as_str()));
    lasting
}

async fn nothing_crosses_between_visitors_and_the_signed_in(engine: Engine) {
    // They ask more often than people do.
    let factor = NonZeroU32::new(100).expect("not zero");
    let world = World::with(engine, |config| config.web.limit_factor = factor).await;
    let visitor = Person::without_cookies(&world.base);
    let mut people = vec![Asking { cookie: None, name: "nobody at all" }];
    for name in ["thandi", "pieter"] {
        let email = format!("{name}@example.com");
        let joined = visitor.sign_up(&email, "lamplight", name).await;
        let cookie = header(&joined, "set-cookie").split(';').next().expect("a cookie").to_owned();
        assert!(cookie.len() > 40, "a session: {cookie}");
        people.push(Asking { cookie: Some(cookie), name });
    }
    let client = Client::new();
    // What a visitor gets while nobody else asks.
    let mut expected = Vec::new();
    for (path, _) in PRERENDERED {
        let mut forms = Vec::new();
        for encoding in ["br", "gzip", "identity"] {
            let request = client.get(format!("{}{path}", world.base));
            let answer = request.header("accept-encoding", encoding).send().await.expect("answer");
            forms.push((lasting(answer.headers()), unpacked(answer).await));
        }
        expected.push(forms);
    }
    let (people, expected, client, base) = (&people, &expected, &client, &world.base);
    // Ten thousand requests, twenty at a time, in turns.
    for round in 0..500_usize {
        let answers = (0..20_usize).map(|place| async move {
            let turn = round * 20 + place;
            let (page, who) =
                (turn % PRERENDERED.len(), &people[(turn / PRERENDERED.len()) % people.len()]);
            let is_form = turn.is_multiple_of(10);
            let path = if is_form { "/profile" } else { PRERENDERED[page].0 };
            let (request, encoding) = asks(client, &format!("{base}{path}"), who, turn);
            let answer = request.send().await.expect("an answer");
            let (status, headers) = (answer.status(), lasting(answer.headers()));
            if status.is_redirection() {
                // /auth leads whoever is signed in on.
                assert!(path.starts_with("/auth") && who.cookie.is_some(), "{path}");
            } else if encoding != "identity" {
                assert_eq!(header(&answer, "content-encoding"), encoding, "{path}");
            }
            let text = unpacked(answer).await;
            let whole = format!("{headers:?}{text}");
            for other in people.iter().filter(|other| other.name != who.name) {
                assert!(!whole.contains(other.name), "{path}: a name crossed over");
            }
            for cookie in people.iter().filter_map(|one| one.cookie.as_deref()) {
                let (_, token) = cookie.split_once('=').expect("a value");
                assert!(!whole.contains(token), "{path}: a session crossed over");
            }
            assert!(!whole.contains("set-cookie") && !whole.contains("nonce"), "{path}");
            let hello = text.contains(&format!("Hello, {}</p>", who.name));
            assert_eq!(hello, who.cookie.is_some() && !status.is_redirection(), "{path}");
            match (&who.cookie, is_form) {
                (None, true) => assert_eq!(status, StatusCode::UNAUTHORIZED),
                (Some(_), true) => {
                    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
                    assert!(text.contains("Username cannot be empty"), "{text}");
                }
                (None, false) => assert_eq!((headers, text), expected[page][turn % 3], "{path}"),
                (Some(_), false) => {
                    assert!(!headers.iter().any(|(name, _)| name == "etag"), "{path}");
                    let kept =
                        ("cache-control".parse().expect("a name"), "private, no-store".to_owned());
                    assert!(headers.contains(&kept), "{path}");
                }
            }
        });
        join_all(answers).await;
    }
}

async fn prices_are_in_dollars_unless_rands_are_chosen(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    for (path, price) in [
        ("/pricing", ">$12</b>"),
        ("/pricing?currency=USD", ">$12</b>"),
        ("/pricing?currency=ZAR", ">R220</b>"),
        ("/pricing?currency=zar&from=mail", ">R220</b>"),
    ] {
        let page = visitor.page(path).await;
        assert!(page.contains(price), "{path}");
        let value = if price.contains('R') { "ZAR" } else { "USD" };
        let chosen = page.split("aria-current=\"true\"").next().expect("a choice");
        assert_eq!(attribute(chosen, "data-currency").last().as_deref(), Some(value), "{path}");
    }
}
