//! Every route: who may see it, its heading, what stands around it, the texts it must carry,
//! and what every answer carries. To add a route: a line in a table.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::{Response, StatusCode};

use crate::{
    admin::review_applications::administrator,
    harness::{
        Engine, Person, World,
        html::{attribute, header},
        location,
    },
};

crate::both_engines![
    public_routes_answer_everyone_as_specified,
    other_letters_and_slashes_lead_to_the_page_that_is_meant,
    routes_of_the_signed_in_lead_visitors_to_sign_in_and_back,
    routes_of_the_administrator_show_everyone_else_the_gate,
    every_answer_of_every_kind_carries_the_headers,
    every_link_of_the_site_leads_somewhere,
    what_is_public_can_be_found_and_what_is_not_cannot,
    the_clip_can_be_sought,
    pages_are_compressed_except_personal_ones_asked_cross_site,
    pages_keep_their_weight,
];

/// Most bytes of a page, packed; and together with its stylesheet and both fonts.
const HTML_BYTES: usize = 12 * 1024;
const PAGE_BYTES: usize = 110 * 1024;

/// What stands around a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// Header, sidebar, footer with its link blocks.
    All,
    /// The footer without its large link blocks.
    SmallFooter,
    /// Header and sidebar.
    NoFooter,
    Nothing,
}
use Around::{All, NoFooter, Nothing, SmallFooter};

struct Route {
    path: &'static str,
    heading: &'static str,
    around: Around,
    texts: &'static [&'static str],
}

const fn route(
    path: &'static str,
    heading: &'static str,
    around: Around,
    texts: &'static [&'static str],
) -> Route {
    Route { path, heading, around, texts }
}

const PUBLIC: &[Route] = &[
    route(
        "/",
        "Bring someone you miss closer, in one memory",
        All,
        &[
            "Upload 2 selfies",
            "Describe the moment",
            "Get your video",
            "Beach day",
            "Concert",
            "Coffee shop",
            "Adventure trip",
            "Birthday",
            "Study session",
            "id=\"early-access\"",
            "action=\"/register\"",
            "Apply for Beta Access",
            "Go to Dashboard",
        ],
    ),
    route("/about", "About Evernear", All, &["Cape Town, South Africa"]),
    route(
        "/careers",
        "Join Our Team",
        All,
        &["id=\"join-our-team\"", "mailto:hello@evernear.example", "Back to Home"],
    ),
    route(
        "/terms",
        "Terms of Service",
        All,
        &[
            "Last updated March 2025",
            "10. Law, changes to these terms, and contact",
            "at least 12 years old",
            "law of South Africa",
            "the twelve months before",
            "Back to Home",
        ],
    ),
    route(
        "/privacy",
        "Privacy Policy",
        All,
        &[
            "What we collect",
            "What we use it for",
            "Who else receives it",
            "Your rights",
            "Children under 12",
            "International transfers",
        ],
    ),
    route(
        "/cookies",
        "Cookie Policy",
        All,
        &[
            "Last updated March 2025",
            "What cookies are",
            "The five types",
            "Third-party cookies",
            "Session and persistent cookies",
            "How to manage cookies",
            "Similar technologies",
            "Updates",
            "Contact",
            "Back to Home",
        ],
    ),
    route(
        "/register",
        "Apply for Beta Access",
        All,
        &["name=\"name\"", "type=\"email\"", "name=\"reason\"", "Submitting..."],
    ),
    route(
        "/contact",
        "Get in Touch",
        All,
        &[
            "name=\"company\"",
            "name=\"employees\"",
            "name=\"message\"",
            "Sending...",
            "enterprise@evernear.example",
            "Cape Town, South Africa",
            "Within 24 hours",
        ],
    ),
    route(
        "/pricing",
        "Choose Your Plan",
        All,
        &["Starter", "Pro", "Premium", "$8", "$12", "$29", "Refund &amp; Cancellation Policy"],
    ),
    route(
        "/success",
        "We cannot find this payment",
        All,
        &["See the plans", "href=\"/pricing\"", "Write to us"],
    ),
    route("/offline", "There is no connection", Nothing, &["href=\"\"", "Try Again"]),
    route("/auth", "Sign in to your account", Nothing, &["Evernear"]),
    route("/auth?mode=signin", "Sign in to your account", Nothing, &[]),
    route("/auth?mode=signup", "Create your account", Nothing, &["12 or older"]),
    route("/auth?view=forgotten_password", "Sign in to your account", Nothing, &[]),
    route("/auth?view=magic_link", "Sign in to your account", Nothing, &[]),
    route("/auth?view=verify_otp", "Sign in to your account", Nothing, &[]),
];

const SIGNED_IN: &[Route] = &[
    route("/dashboard", "Dashboard", SmallFooter, &["Create a Shared Memory", "Hello, thandi"]),
    route("/memories", "Your memories", All, &["Your first memory will hang here."]),
    route("/profile", "Profile", All, &["thandi@example.com", "Save"]),
    route("/shared", "Shared Links", All, &["No link leads to a memory of yours."]),
    route("/photo-requests", "Photo Requests", All, &["Describe a memory in", "the creator"]),
    route("/ai-creator", CREATOR, Nothing, &["Describe a memory, a feeling, or a dream..."]),
    route("/create", CREATOR, NoFooter, &[]),
    route("/video-generator", CREATOR, NoFooter, &[]),
    route("/couple", CREATOR, NoFooter, &[]),
    route("/virtual-hangout", CREATOR, Nothing, &[]),
    route("/virtual-hangout-image", CREATOR, Nothing, &[]),
];
/// Behind the administrator's gate.
const ADMINISTRATOR: &[Route] = &[
    route(
        "/admin/waitlist",
        "Waitlist &amp; Early Access Management",
        All,
        &["Back to Home", "data-island=\"admin\""],
    ),
    route("/admin/payments", "Flagged payments", All, &["Nothing is flagged."]),
    route("/admin/reports", "Reported memories", All, &["No report is open."]),
    route("/debug-supabase", "Debug Console", All, &["Test Connection", "Insert Test Entry"]),
];
const CREATOR: &str = "Share an Experience with a Loved One";

/// The text of each first-level heading that is shown; templates are for later.
fn headings(page: &str) -> Vec<String> {
    let shown = page.split("<template").next().unwrap_or(page);
    let found = shown.split("<h1").skip(1);
    let text = found.filter_map(|rest| rest.split_once('>')?.1.split_once("</h1>"));
    text.map(|(text, _)| text.to_owned()).collect()
}

fn is_as_specified(page: &str, route: &Route, who: &str) {
    let Route { path, heading, around, texts } = route;
    assert_eq!(headings(page), [*heading], "{path} for {who}");
    assert!(page.starts_with("<!DOCTYPE html><html lang=\"en\">"), "{path}");
    let sides = page.contains("class=\"top\"") && page.contains("class=\"side\"");
    assert_eq!(sides, matches!(around, All | SmallFooter | NoFooter), "{path}: header and sidebar");
    assert_eq!(page.contains("class=\"foot\""), matches!(around, All | SmallFooter));
    assert_eq!(page.contains("foot-blocks"), *around == All, "{path}: link blocks");
    for text in *texts {
        assert!(page.contains(text), "{path} for {who} says {text}");
    }
    if sides {
        for (link, name) in [
            ("/", "Home"),
            ("/dashboard", "Dashboard"),
            ("/pricing", "Pricing"),
            ("/profile", "Profile"),
        ] {
            let side =
                page.split("class=\"side\"").nth(1).and_then(|rest| rest.split("</nav>").next());
            let side = side.expect("a sidebar");
            assert!(side.contains(&format!("href=\"{link}\"")) && side.contains(name), "{path}");
        }
    }
}

async fn public_routes_answer_everyone_as_specified(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    for route in PUBLIC {
        for (who, person) in [("a visitor", &visitor), ("a member", &thandi)] {
            if who == "a member" && route.path.starts_with("/auth") {
                continue;
            }
            let answer = person.get(route.path).await;
            assert_eq!(answer.status(), StatusCode::OK, "{} for {who}", route.path);
            assert_eq!(header(&answer, "content-type"), "text/html; charset=utf-8");
            let page = answer.text().await.expect("text");
            is_as_specified(&page, route, who);
            let hello = page.contains("Hello, thandi</p>") && page.contains("Sign Out");
            assert_eq!(hello, who == "a member" && route.around == All, "{}", route.path);
        }
    }
    assert_eq!(thandi.led_to("/auth").await.as_deref(), Some("/dashboard"));
    let forgotten = Some("/auth?view=forgotten_password");
    assert_eq!(visitor.led_to("/reset-password").await.as_deref(), forgotten);
    assert_eq!(thandi.led_to("/reset-password").await.as_deref(), Some("/profile/password"));
    for path in ["/nowhere", "/about/us", "/terms-of-use", "/index", "/style/none", "/wp-admin"] {
        assert_eq!(visitor.led_to(path).await.as_deref(), Some("/"), "{path}");
        assert_eq!(thandi.led_to(path).await.as_deref(), Some("/"), "{path}");
    }
}

async fn other_letters_and_slashes_lead_to_the_page_that_is_meant(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    for (asked, meant) in [
        ("/about/", "/about"),
        ("/Dashboard", "/dashboard"),
        ("/TERMS//", "/terms"),
        ("/Register", "/register"),
        ("/Pricing/?currency=ZAR", "/pricing?currency=ZAR"),
        ("/auth/?mode=signup&next=//evil.example", "/auth?mode=signup&next=//evil.example"),
        ("/profile/Email", "/profile/email"),
        ("/Memories/AbC/", "/memories/AbC"),
        ("/Memories/", "/memories"),
        ("/invitation/0aB/", "/invitation/0aB"),
    ] {
        let answer = visitor.get(asked).await;
        assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT, "{asked}");
        assert_eq!(location(&answer).as_deref(), Some(meant), "{asked}");
        carries_the_headers(&answer, asked);
    }
    // What is no page of ours leads home, and never away from here.
    for asked in
        ["//evil.example/about/", "//evil.example//", "//about", "/about//us/", "/evil.example/"]
    {
        assert_eq!(visitor.led_to(asked).await.as_deref(), Some("/"), "{asked}");
    }
    let file = visitor.get("//evil.example").await;
    assert_eq!((file.status(), location(&file)), (StatusCode::NOT_FOUND, None));
    // Only reading is led on: what was sent would be lost.
    let sent = visitor.submit("/Contact/", &[("name", "Thandi")]).await;
    assert_eq!((sent.status(), location(&sent)), (StatusCode::NOT_FOUND, None));
}

async fn routes_of_the_signed_in_lead_visitors_to_sign_in_and_back(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    for route in SIGNED_IN {
        let path = route.path;
        let away = visitor.get(path).await;
        assert_eq!(away.status(), StatusCode::SEE_OTHER, "{path}");
        assert_eq!(location(&away), Some(format!("/auth?mode=signin&next={path}")));
        let answer = thandi.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_eq!(header(&answer, "cache-control"), "private, no-store", "{path}");
        is_as_specified(&answer.text().await.expect("text"), route, "a member");
    }
}

async fn routes_of_the_administrator_show_everyone_else_the_gate(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    let unlocked = administrator(&world).await;
    let map = visitor.page("/sitemap.xml").await;
    for inside in ADMINISTRATOR {
        let path = inside.path;
        let gate = route(path, "Administration", All, &["Admin password", "Unlock"]);
        for (who, person, shown) in [
            ("a visitor", &visitor, &gate),
            ("a member", &thandi, &gate),
            ("the administrator", &unlocked, inside),
        ] {
            let answer = person.get(path).await;
            assert_eq!(answer.status(), StatusCode::OK, "{path} for {who}");
            assert_eq!(header(&answer, "cache-control"), "private, no-store", "{path}");
            carries_the_headers(&answer, path);
            let page = answer.text().await.expect("text");
            is_as_specified(&page, shown, who);
            assert!(page.contains("content=\"noindex\""), "{path} for {who}");
        }
        assert!(!map.contains(path), "{path}");
    }
}

async fn every_answer_of_every_kind_carries_the_headers(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    let style = attribute(&visitor.page("/").await, "href")
        .find(|address| address.contains("style-"))
        .expect("a stylesheet");
    let pages = PUBLIC.iter().chain(SIGNED_IN).map(|route| route.path);
    let others = [
        style.as_str(),
        "/assets/none.css",
        "/nowhere",
        "/none.png",
        "/media/photos/x",
        "/media/recordings/x",
        "/media/memories/x/film.mp4",
        "/api/creator/state",
        "/robots.txt",
        "/sitemap.xml",
        "/manifest.webmanifest",
        "/service-worker.js",
        "/incoming/none",
        "/favicon.ico",
        "/health/live",
        "/memories/none",
    ];
    for path in pages.chain(others) {
        for person in [&visitor, &thandi] {
            carries_the_headers(&person.get(path).await, path);
        }
    }
    // RefusedCall requests as well: from elsewhere, too long, of another method.
    let name = [("username", "somebody")];
    let from_elsewhere = thandi.submit_from("https://evil.example", "/profile", &name).await;
    assert_eq!(from_elsewhere.status(), StatusCode::FORBIDDEN);
    assert_eq!(from_elsewhere.headers()["connection"], "close", "its body was not read");
    carries_the_headers(&from_elsewhere, "a form of another site");
    let long = "x".repeat(200_000);
    let too_long = thandi.submit("/profile", &[("username", &long)]).await;
    assert_eq!(too_long.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(too_long.headers()["connection"], "close", "its body was not read");
    carries_the_headers(&too_long, "a form that is too long");
    let text = too_long.text().await.expect("text");
    assert!(text.contains("Something went wrong. Please refresh the page."), "{text}");
    let posted = thandi.submit("/about", &[]).await;
    assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
    carries_the_headers(&posted, "a page that takes no form");
}

/// What no answer goes without.
pub fn carries_the_headers(answer: &Response, what: &str) {
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(header(answer, name), value, "{what}: {name}");
    }
    let policy = header(answer, "content-security-policy");
    assert!(policy.contains("frame-ancestors 'none'"), "{what}: {policy}");
    assert!(policy.starts_with("default-src 'none'"), "{what}: {policy}");
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{what}");
    assert!(header(answer, "permissions-policy").contains("geolocation=()"), "{what}");
    assert!(!header(answer, "cache-control").is_empty(), "{what}: cache-control");
    assert_eq!(header(answer, "server"), "", "{what} does not say what serves it");
}

/// Everything a page points to on this site, fragments included.
fn links(page: &str) -> BTreeSet<String> {
    let sets = attribute(page, "srcset").flat_map(|set| {
        set.split(", ")
            .map(|one| one.split(' ').next().unwrap_or("").to_owned())
            .collect::<Vec<_>>()
    });
    ["href", "src", "poster"]
        .into_iter()
        .flat_map(|name| attribute(page, name))
        .chain(sets)
        .filter(|link| link.starts_with('/') || link.starts_with('#'))
        .collect()
}

async fn every_link_of_the_site_leads_somewhere(engine: Engine) {
    let world = World::open(engine).await;
    for person in [Person::visitor(&world.base), Person::member(&world, "thandi").await] {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        let mut next: Vec<(String, String)> = vec![("/".to_owned(), "the start".to_owned())];
        while let Some((link, from)) = next.pop() {
            let (path, fragment) = link.split_once('#').unwrap_or((&link, ""));
            if !known.contains_key(path) {
                let answer = person.get(path).await;
                let status = answer.status();
                if status == StatusCode::SEE_OTHER {
                    let away = location(&answer).expect("where to");
                    assert_ne!(away, "/", "{link} on {from} leads nowhere");
                    known.insert(path.to_owned(), String::new());
                    next.push((away, path.to_owned()));
                    continue;
                }
                assert_eq!(status, StatusCode::OK, "{link} on {from}");
                let is_page = header(&answer, "content-type").starts_with("text/html");
                let text = if is_page { answer.text().await.expect("text") } else { String::new() };
                for found in links(&text) {
                    let found =
                        if found.starts_with('#') { format!("{path}{found}") } else { found };
                    next.push((found, path.to_owned()));
                }
                known.insert(path.to_owned(), text);
            }
            let page = &known[path];
            assert!(
                fragment.is_empty()
                    || page.is_empty()
                    || page.contains(&format!("id=\"{fragment}\"")),
                "{link} on {from}: nothing has this id"
            );
        }
        assert!(known.len() > 20, "the walk went through the site: {:?}", known.keys());
    }
}

async fn what_is_public_can_be_found_and_what_is_not_cannot(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    let map = visitor.page("/sitemap.xml").await;
    let mut titles = BTreeSet::new();
    for route in PUBLIC {
        let path = route.path;
        let page = visitor.page(path).await;
        let listed = map.contains(&format!("<loc>http://127.0.0.1{path}</loc>"));
        let unlisted = ["/success", "/offline"].contains(&path) || path.starts_with("/auth");
        assert_eq!(listed, !unlisted, "{path}");
        assert_eq!(page.contains("content=\"noindex\""), !listed, "{path}");
        if listed {
            let address = format!("http://127.0.0.1{path}");
            assert!(page.contains(&format!("rel=\"canonical\" href=\"{address}\"")), "{path}");
            for name in ["og:title", "og:description", "og:url", "og:image", "og:image:alt"] {
                assert!(page.contains(&format!("property=\"{name}\"")), "{path}: {name}");
            }
            assert!(page.contains("content=\"summary_large_image\""), "{path}");
            let title = page.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
            assert!(
                titles.insert(title.expect("a title").to_owned()),
                "{path}: a title of its own"
            );
            let facts = page.split("application/ld+json\">").nth(1);
            let facts = facts.and_then(|rest| rest.split("</script>").next()).expect("facts");
            let facts: serde_json::Value = serde_json::from_str(facts).expect("JSON");
            assert_eq!(facts["@graph"][0]["url"], address, "{path}");
        }
    }
    for route in SIGNED_IN {
        assert!(thandi.page(route.path).await.contains("content=\"noindex\""), "{}", route.path);
        assert!(!map.contains(route.path), "{}", route.path);
    }
    let robots = visitor.page("/robots.txt").await;
    assert!(robots.contains("Sitemap: http://127.0.0.1/sitemap.xml"), "{robots}");
}

async fn the_clip_can_be_sought(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let page = visitor.page("/").await;
    let clip = attribute(&page, "src").find(|address| address.contains(".mp4"));
    let clip = clip.expect("a clip");
    let whole = visitor.get(&clip).await;
    assert_eq!(header(&whole, "accept-ranges"), "bytes");
    assert_eq!(header(&whole, "content-type"), "video/mp4");
    let bytes = whole.bytes().await.expect("bytes");
    let part = visitor.get_range(&clip, "bytes=100-199").await;
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(header(&part, "content-range"), format!("bytes 100-199/{}", bytes.len()));
    assert_eq!(part.bytes().await.expect("bytes"), bytes.slice(100..200));
    let beyond = visitor.get_range(&clip, "bytes=99999999-").await;
    assert_eq!(beyond.status(), StatusCode::RANGE_NOT_SATISFIABLE);
    assert_eq!(header(&beyond, "content-range"), format!("bytes */{}", bytes.len()));
}

async fn pages_are_compressed_except_personal_ones_asked_cross_site(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::visitor(&world.base);
    let signed_up = thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    let cookie = header(&signed_up, "set-cookie").split(';').next().expect("a cookie").to_owned();
    let client = reqwest::Client::new();
    let asked = |path: &'static str, headers: Vec<(&'static str, String)>| {
        let mut request = client.get(format!("{}{path}", world.base));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        async move { request.send().await.expect("an answer") }
    };
    let both = ("accept-encoding", "br, gzip".to_owned());
    let own = ("cookie", cookie);
    let site = |site: &str| ("sec-fetch-site", site.to_owned());
    for (path, headers, packed) in [
        ("/auth?view=magic_link", vec![both.clone()], "gzip"),
        ("/pricing?from=mail", vec![("accept-encoding", "br".to_owned())], "br"),
        ("/success?from=mail", vec![both.clone(), site("cross-site")], "gzip"),
        ("/success", vec![], ""),
        ("/dashboard", vec![both.clone(), own.clone(), site("same-origin")], "gzip"),
        ("/profile", vec![both.clone(), own.clone(), site("none")], "gzip"),
        // Lengths could tell another site what stands there (BREACH).
        ("/dashboard", vec![both.clone(), own.clone(), site("cross-site")], ""),
        ("/pricing?currency=ZAR", vec![both.clone(), own.clone(), site("same-site")], ""),
        ("/about", vec![both, own], ""),
    ] {
        let answer = asked(path, headers).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_eq!(header(&answer, "content-encoding"), packed, "{path}");
        assert!(header(&answer, "vary").contains("Sec-Fetch-Site"), "{path}");
    }
}

async fn pages_keep_their_weight(engine: Engine) {
    let world = World::open(engine).await;
    let client = reqwest::Client::new();
    let bytes = |path: String| {
        let request =
            client.get(format!("{}{path}", world.base)).header("accept-encoding", "gzip, br");
        async move {
            let answer = request.send().await.expect("an answer");
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
            answer.bytes().await.expect("bytes").len()
        }
    };
    let visitor = Person::visitor(&world.base);
    for route in PUBLIC {
        let page = visitor.page(route.path).await;
        let html = bytes(route.path.to_owned()).await;
        let needed: Vec<String> = attribute(&page, "href")
            .filter(|address| {
                ["/style-", "/site-", ".woff2"].iter().any(|part| address.contains(part))
            })
            .collect();
        assert_eq!(needed.len(), 4, "{}: two stylesheets, two fonts: {needed:?}", route.path);
        let mut all = html;
        for address in needed {
            all += bytes(address).await;
        }
        println!("{:<20} {html:>6} bytes of HTML, {all:>6} with styles and fonts", route.path);
        assert!(html <= HTML_BYTES, "{} has {html} bytes", route.path);
        assert!(all <= PAGE_BYTES, "{} needs {all} bytes", route.path);
    }
}
