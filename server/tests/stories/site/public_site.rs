//! What the public site says and loads: buttons, examples, plans, legal texts, cards, assets,
//! and what a browser is shown when it is refused.

use std::collections::BTreeSet;

use evernear_app::{domain::billing::PLANS, pages::FINDABLE};
use reqwest::{Client, StatusCode};

use crate::{
    harness::{
        Engine, Person, World,
        html::{attribute, between, header, parts},
        photo_bytes,
    },
    photo_request::{asks, describes_a_walk},
    sharing::shares,
    site::routes::carries_the_headers,
};

crate::both_engines![
    the_landing_page_s_buttons_follow_who_is_signed_in,
    examples_are_labelled_and_pictures_have_a_size_and_wait,
    every_page_that_may_be_found_has_a_card_and_words_of_its_own,
    the_manifest_is_whole_and_its_icons_are_there,
    the_service_worker_keeps_one_page_that_is_nobodys,
    the_footer_names_the_social_pages_that_are_configured,
    plans_say_what_they_give_and_lead_on,
    the_legal_pages_have_all_their_parts,
    the_beta_gate_stands_in_the_frame_of_the_page_it_replaces,
    assets_are_kept_for_ever_and_what_is_missing_is_not,
    browsers_are_shown_a_page_and_programs_a_status,
];

/// The parts of the landing page by what follows them.
async fn landing(person: &Person) -> (String, String) {
    let page = person.page("/").await;
    let hero = between(&page, "<section class=\"hero\"", "</section>").expect("a hero").to_owned();
    let closing = between(&page, "band-ruled closing\"", "</section>").expect("a closing");
    (hero, closing.to_owned())
}

/// Where the link with this name leads.
fn link(part: &str, name: &str) -> String {
    let before = part.split(&format!(">{name}</a>")).next().expect("something");
    assert_ne!(before, part, "a link {name}: {part}");
    let last = before.rsplit("<a ").next().expect("a link");
    attribute(&format!("<a {last}"), "href").next().expect("an address")
}

async fn the_landing_page_s_buttons_follow_who_is_signed_in(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    // The landing page.
    for (person, create, dashboard, closing_name, closing_create) in [
        (
            &visitor,
            "/auth?mode=signup",
            "/auth?mode=signin",
            "Create a memory",
            "/auth?mode=signup",
        ),
        // Where a picture is chosen beforehand the button says so.
        (&thandi, "/ai-creator", "/dashboard", "Create a picture", "/virtual-hangout-image"),
    ] {
        let (hero, closing) = landing(person).await;
        assert_eq!(link(&hero, "Create a memory"), create);
        assert_eq!(link(&hero, "Go to Dashboard"), dashboard);
        assert_eq!(link(&closing, closing_name), closing_create);
        assert_eq!(link(&closing, "Go to Dashboard"), dashboard);
        let offered = hero.contains("Your first two memories cost nothing.");
        assert_eq!(offered, create != "/ai-creator", "for whoever has none yet: {hero}");
        for path in ["/", "/pricing", "/register"] {
            let page = person.page(path).await;
            let main = between(&page, "<main", "</main>").expect("a page");
            let offered = ["starts with 50", "50 credits to begin with"];
            let offered = offered.iter().any(|offer| main.contains(offer));
            assert_eq!(offered, create != "/ai-creator", "{path}: for whoever has none yet");
        }
        for part in [&hero, &closing] {
            // One for each moment, of which the stylesheet shows none until one is chosen.
            let moments = part.matches("data-begin").count().saturating_sub(1);
            let primary = part.matches("button-primary").count() - moments;
            assert_eq!(primary, 1, "one thing to do first: {part}");
        }
    }
}

async fn examples_are_labelled_and_pictures_have_a_size_and_wait(engine: Engine) {
    let world = World::open(engine).await;
    let page = Person::visitor(&world.base).page("/").await;
    let main = between(&page, "<main", "</main>").expect("a main");
    let prints = parts(main, "<figure class=\"print", "</figure>");
    let (made, blank): (Vec<_>, Vec<_>) =
        prints.into_iter().partition(|print| print.contains("<img"));
    // The six moments in one print, and the film.
    assert_eq!((made.len(), blank.len()), (2, 1));
    assert_eq!(made[0].matches("srcset").count(), 6);
    for print in &made {
        let under = between(print, "<figcaption", "</figcaption>").expect("a caption");
        assert!(under.contains("<span class=\"tag\">Example</span>"), "{print}");
        assert!(attribute(print, "srcset").all(|set| set.contains(".avif 360w")), "{print}");
    }
    let images = parts(&page, "<img ", ">");
    assert!(images.len() > 8, "{images:?}");
    for image in images {
        let image = format!(" {image}");
        for side in ["width", "height"] {
            let size: u32 = attribute(&image, side).next().expect(side).parse().expect("a number");
            assert!(size > 0, "{image}");
        }
        let late = image.contains("loading=\"lazy\"");
        let at_once = ["fetchpriority=\"high\"", "/mark-", "together-photo"];
        let at_once = at_once.iter().any(|first| image.contains(first));
        assert_ne!(late, at_once, "{image}");
    }
    assert_eq!(main.matches("fetchpriority=\"high\"").count(), 1, "one picture comes first");
}

async fn every_page_that_may_be_found_has_a_card_and_words_of_its_own(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let (mut cards, mut words) = (BTreeSet::new(), BTreeSet::new());
    for path in FINDABLE {
        let page = visitor.page(path).await;
        let meta = |name: &str| {
            let rest = between(&page, &format!("<meta {name} content=\""), "\"");
            rest.unwrap_or_else(|| panic!("{path}: {name}")).to_owned()
        };
        let description = meta("name=\"description\"");
        assert!((30..=200).contains(&description.len()), "{path}: {description}");
        assert_eq!(meta("property=\"og:description\""), description, "{path}");
        assert!(words.insert(description), "{path} is described in words of its own");
        let name = if *path == "/" { "home" } else { &path[1..] };
        let card = meta("property=\"og:image\"");
        let card = card.strip_prefix("http://127.0.0.1").expect("a whole address");
        assert!(card.starts_with(&format!("/assets/card-{name}-")), "{path}: {card}");
        assert!(cards.insert(card.to_owned()), "{path} has a card of its own");
        let answer = visitor.get(card).await;
        assert_eq!(answer.status(), StatusCode::OK, "{card}");
        assert_eq!(header(&answer, "content-type"), "image/jpeg", "{card}");
    }
}

async fn the_service_worker_keeps_one_page_that_is_nobodys(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let thandi = Person::member(&world, "thandi").await;
    let answer = thandi.get("/service-worker.js").await;
    assert_eq!(header(&answer, "content-type"), "text/javascript; charset=utf-8");
    assert_eq!(header(&answer, "cache-control"), "no-cache", "another build is found at once");
    let policy = header(&answer, "content-security-policy").to_owned();
    assert!(policy.contains("connect-src 'self'") && !policy.contains("http"), "{policy}");
    let script = answer.text().await.expect("text");
    assert_eq!(visitor.page("/service-worker.js").await, script, "the same for everybody");
    let shell = between(&script, "self.shell = ", ";\n").expect("what it keeps");
    let shell: serde_json::Value = serde_json::from_str(shell).expect("JSON");
    assert_eq!(shell["build"].as_str().expect("a build").len(), 16);
    assert_eq!(shell["page"], "/offline");
    let page = visitor.page("/offline").await;
    let files: Vec<_> = shell["files"].as_array().expect("files").iter().collect();
    assert_eq!(files.len(), 5, "two stylesheets, the mark, two fonts: {files:?}");
    for file in files {
        let file = file.as_str().expect("an address");
        assert!(file.starts_with("/assets/") && page.contains(file), "{file}");
        assert_eq!(visitor.get(file).await.status(), StatusCode::OK, "{file}");
    }
    assert!(!page.contains("<script") && !page.contains("data-account"), "{page}");
    // Visitors' pages stay as they are; who is signed in registers it.
    for (person, path, registers) in [
        (&visitor, "/", false),
        (&visitor, "/auth", false),
        (&thandi, "/", true),
        (&thandi, "/dashboard", true),
        (&thandi, "/create", true),
        (&thandi, "/offline", false),
    ] {
        assert_eq!(person.page(path).await.contains("/assets/installed-"), registers, "{path}");
    }
}

async fn the_manifest_is_whole_and_its_icons_are_there(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    let page = visitor.page("/").await;
    assert!(page.contains("rel=\"manifest\" href=\"/manifest.webmanifest\""));
    let answer = visitor.get("/manifest.webmanifest").await;
    assert_eq!(header(&answer, "content-type"), "application/manifest+json");
    let manifest: serde_json::Value = answer.json().await.expect("JSON");
    for (name, value) in [
        ("id", "/"),
        ("name", "Evernear"),
        ("short_name", "Evernear"),
        ("lang", "en-GB"),
        ("dir", "ltr"),
        ("start_url", "/dashboard"),
        ("scope", "/"),
        ("display", "standalone"),
        ("theme_color", "#14110F"),
        ("background_color", "#14110F"),
    ] {
        assert_eq!(manifest[name], value, "{name}");
    }
    let target = &manifest["share_target"];
    assert_eq!(
        (&target["method"], &target["enctype"]),
        (&"POST".into(), &"multipart/form-data".into())
    );
    assert_eq!(target["action"], "/incoming");
    assert_eq!(target["params"]["files"][0]["name"], "photos");
    let shortcuts = manifest["shortcuts"].as_array().expect("shortcuts");
    let thandi = Person::member(&world, "thandi").await;
    for (shortcut, path) in shortcuts.iter().zip(["/create", "/memories"]) {
        assert_eq!(shortcut["url"], path);
        assert_eq!(thandi.get(path).await.status(), StatusCode::OK);
    }
    let icons = manifest["icons"].as_array().expect("icons");
    let sizes: Vec<_> = icons.iter().map(|icon| icon["sizes"].as_str().expect("sizes")).collect();
    assert_eq!(sizes, ["any", "192x192", "512x512", "512x512"]);
    for icon in icons {
        let answer = visitor.get(icon["src"].as_str().expect("an address")).await;
        assert_eq!(answer.status(), StatusCode::OK, "{icon}");
        assert_eq!(header(&answer, "content-type"), icon["type"], "{icon}");
    }
}

async fn the_footer_names_the_social_pages_that_are_configured(engine: Engine) {
    let address = "https://social.example/@evernear";
    let plain = World::open(engine).await;
    let social = World::with(engine, |config| {
        config.web.social = vec![("Mastodon".to_owned(), address.to_owned())];
    })
    .await;
    for (world, named) in [(&plain, false), (&social, true)] {
        // A kept page, one that is made for its visit, and one that could not be made.
        let visitor = Person::visitor(&world.base);
        for path in ["/", "/success", "/receipts/x/y.pdf"] {
            let page = as_browser(world, path, "GET").await.1;
            let footer = between(&page, "<footer class=\"foot\"", "</footer>").expect("a footer");
            assert_eq!(footer.contains("<h2>Social</h2>"), named, "{path}");
            assert_eq!(footer.contains(&format!("href=\"{address}\"")), named, "{path}");
            assert!(footer.contains("© 2025 Evernear"), "{path}");
        }
        assert_eq!(visitor.page("/").await.contains(&format!("[\"{address}\"]")), named);
    }
}

async fn plans_say_what_they_give_and_lead_on(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base).page("/pricing").await;
    let member = Person::member(&world, "thandi").await.page("/pricing").await;
    // What the plans have beside credits.
    let extras: [&[&str]; 3] = [
        &[],
        &["Priority processing", "Email support"],
        &["Fastest queue", "Priority email and chat support"],
    ];
    let every_extra: Vec<&str> = extras.concat();
    for (plan, expected) in PLANS.iter().zip(extras) {
        for (page, who) in [(&visitor, "a visitor"), (&member, "a member")] {
            let card = between(page, &format!("<h2>{}</h2>", plan.name), "</section>");
            let card = card.unwrap_or_else(|| panic!("{} for {who}", plan.name));
            let said: Vec<&str> = every_extra
                .iter()
                .copied()
                .filter(|one| card.contains(&format!("<li>{one}</li>")))
                .collect();
            assert_eq!(said, expected, "{} for {who}", plan.name);
            let call = format!("Choose {}", plan.name);
            if who == "a visitor" {
                let chosen = format!("/auth?mode=signup&next=/pricing%3Fplan%3D{}", plan.name);
                assert_eq!(link(card, &call), chosen, "the choice goes along");
            } else {
                assert!(card.contains("action=\"/checkout\"") && card.contains(&call), "{card}");
                assert!(card.contains(&format!("name=\"plan\" value=\"{}\"", plan.name)), "{card}");
            }
        }
    }
    let policy = between(&visitor, "id=\"policy\"", "</section>").expect("a policy");
    for said in [
        "Refund &amp; Cancellation Policy",
        "Last updated March 2025",
        "billed monthly or annually",
        "non-refundable",
        "cancel at any time",
        "until the end of the current billing period",
        "do not expire while your account is active",
    ] {
        assert!(policy.contains(said), "{said}: {policy}");
    }
}

async fn the_legal_pages_have_all_their_parts(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    // Sections by page: their headings are numbered and listed above.
    for (path, sections) in [("/terms", 10), ("/cookies", 8)] {
        let page = visitor.page(path).await;
        let contents = between(&page, "class=\"toc\"", "</nav>").expect("a table of contents");
        let headings = parts(&page, "<h2>", "</h2>");
        let numbered = (1..)
            .zip(headings)
            .take_while(|(number, heading)| heading.starts_with(&format!("{number}. ")));
        assert_eq!(numbered.count(), sections, "{path}");
        assert_eq!(contents.matches("<li>").count(), sections, "{path}");
    }
    let page = visitor.page("/cookies").await;
    let types = between(&page, "<dl class=\"facts\">", "</dl>").expect("the types");
    let types = parts(types, "<dt>", "</dt>");
    let five = ["Strictly necessary", "Preferences", "Analytics", "Advertising", "Social media"];
    assert_eq!(types, five);
    let own = between(&page, "<dl class=\"facts facts-told\">", "</dl>").expect("our cookies");
    let named: BTreeSet<&str> = parts(own, "<code>", "</code>").into_iter().collect();
    // The ways to a cookie, without Google, which is not configured.
    let admins = World::open_with_admin(engine, false).await;
    let password = [("password", admins.admin_password.as_str())];
    let form = [("name", "Thandi"), ("email", "thandi@example.com")];
    let thandi = Person::visitor(&world.base);
    let nana = Person::member(&world, "nana").await;
    let film = nana.begins_a_film().await.id;
    nana.waits_for_the_end(&film).await;
    let link = shares(&nana, &film, &[]).await;
    let themba = Person::member(&world, "themba").await;
    describes_a_walk(&themba).await;
    let request = asks(&themba, "loved_one").await;
    let mut set = BTreeSet::new();
    for answer in [
        visitor.submit(&link, &[]).await,
        visitor.submit_from("null", &request, &[]).await,
        thandi.sign_up("thandi@example.com", "lamplight", "thandi").await,
        thandi.submit("/profile", &[("username", "nomsa")]).await,
        visitor.submit("/register", &form).await,
        visitor.get(&format!("/invitation/{}", "0".repeat(64))).await,
        visitor.hands_on(&[("a.jpg", photo_bytes("old-man-grey-beard-bw.jpg"))]).await,
        Person::visitor(&admins.base).submit("/admin/unlock", &password).await,
    ] {
        for cookie in answer.headers().get_all("set-cookie") {
            let cookie = cookie.to_str().expect("text").to_owned();
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite="), "{cookie}");
            set.insert(cookie.split('=').next().expect("a name").to_owned());
        }
    }
    assert_eq!(set.iter().map(String::as_str).collect::<BTreeSet<_>>(), named);
}

async fn the_beta_gate_stands_in_the_frame_of_the_page_it_replaces(engine: Engine) {
    let world = World::open_with_admin(engine, true).await;
    let thandi = Person::member(&world, "thandi").await;
    // Header and sidebar; never a footer.
    for (path, sides) in [
        ("/ai-creator", false),
        ("/virtual-hangout", false),
        ("/virtual-hangout-image", false),
        ("/create", true),
        ("/video-generator", true),
        ("/couple", true),
    ] {
        let page = thandi.page(path).await;
        assert!(page.contains("<h1>Closed Beta Access Required</h1>"), "{path}");
        assert_eq!(link(&page, "Apply for Beta Access"), "/#early-access", "{path}");
        assert_eq!(page.contains("class=\"top\""), sides, "{path}: the header");
        assert_eq!(page.contains("class=\"side\""), sides, "{path}: the sidebar");
        assert!(!page.contains("class=\"foot\""), "{path}: the footer");
        // Nobody is left without a way out.
        assert!(attribute(&page, "href").any(|link| link == "/"), "{path}");
    }
}

async fn assets_are_kept_for_ever_and_what_is_missing_is_not(engine: Engine) {
    let world = World::open(engine).await;
    let client = Client::new();
    let page = Person::visitor(&world.base).page("/auth").await;
    let named = |part: &str| {
        let found = ["href", "src"].into_iter().flat_map(|name| attribute(&page, name));
        found.into_iter().find(|link| link.contains(part)).unwrap_or_else(|| panic!("{part}"))
    };
    let (style, script) = (named("/style-"), named("/page-"));
    let (font, logo) = (named(".woff2"), named("/logo-"));
    for (path, kind, packed) in [
        (&style, "text/css; charset=utf-8", true),
        (&script, "text/javascript; charset=utf-8", true),
        (&logo, "image/svg+xml", true),
        (&font, "font/woff2", false),
    ] {
        let mut sizes = Vec::new();
        for encoding in ["br", "gzip", "identity"] {
            let request = client.get(format!("{}{path}", world.base));
            let answer = request.header("accept-encoding", encoding).send().await.expect("answer");
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
            assert_eq!(header(&answer, "content-type"), kind, "{path}");
            assert_eq!(header(&answer, "vary"), "Accept-Encoding", "{path}");
            let lasts = "public, max-age=31536000, immutable";
            assert_eq!(header(&answer, "cache-control"), lasts, "{path}");
            let expected = if packed && encoding != "identity" { encoding } else { "" };
            assert_eq!(header(&answer, "content-encoding"), expected, "{path}");
            sizes.push(answer.bytes().await.expect("bytes").len());
        }
        let smaller = sizes[0] < sizes[2] && sizes[1] < sizes[2];
        assert_eq!(smaller, packed, "{path}: {sizes:?}");
    }
    // Another build's name, a name that climbs, the build's own list.
    for path in ["/assets/style-OLD.css", "/assets/..%2fmanifest.json", "/assets/manifest.json"] {
        let answer = client.get(format!("{}{path}", world.base)).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(header(&answer, "cache-control"), "private, no-store", "{path}");
    }
}

/// What a browser that goes there is answered.
async fn as_browser(world: &World, path: &str, method: &str) -> (StatusCode, String) {
    let method = method.parse().expect("a method");
    let request = Client::new()
        .request(method, format!("{}{path}", world.base))
        .header("accept", "text/html,application/xhtml+xml,*/*;q=0.8")
        .send();
    let answer = request.await.expect("an answer");
    carries_the_headers(&answer, path);
    (answer.status(), answer.text().await.expect("text"))
}

async fn browsers_are_shown_a_page_and_programs_a_status(engine: Engine) {
    let world = World::open(engine).await;
    let client = Client::new();
    for (method, path, status, explained) in [
        ("POST", "/profile", StatusCode::FORBIDDEN, "one of our own pages"),
        ("PUT", "/nowhere", StatusCode::FORBIDDEN, "one of our own pages"),
        ("GET", "/sign-out", StatusCode::METHOD_NOT_ALLOWED, "takes nothing"),
        ("GET", "/none.png", StatusCode::NOT_FOUND, "nothing at this address"),
        ("GET", "/assets/none.css", StatusCode::NOT_FOUND, "nothing at this address"),
        ("GET", "/media/memories/x/film.mp4", StatusCode::NOT_FOUND, "nothing at this address"),
    ] {
        let (found, page) = as_browser(&world, path, method).await;
        assert_eq!(found, status, "{path}");
        let what = format!("{method} {path}: {page}");
        assert!(page.contains("<h1>Something went wrong. Please refresh the page.</h1>"), "{what}");
        assert!(page.contains(explained), "{what}");
        assert!(page.contains("class=\"top\"") && page.contains("class=\"foot\""), "{what}");
        assert!(page.contains("content=\"noindex\"") && !page.contains("<script"), "{what}");
        // What loads a part of a page is told in a word.
        let request =
            client.request(method.parse().expect("a method"), format!("{}{path}", world.base));
        let bare = request.header("accept", "image/avif,*/*;q=0.8").send().await.expect("answer");
        assert_eq!(bare.status(), status, "{path}");
        assert!(!header(&bare, "content-type").starts_with("text/html"), "{path}");
        assert!(bare.bytes().await.expect("bytes").len() < 100, "{path}");
    }
    for (method, path, status) in [
        ("GET", "/api/creator/state", StatusCode::METHOD_NOT_ALLOWED),
        ("POST", "/api/creator/state", StatusCode::FORBIDDEN),
        ("GET", "/auth/v1/none", StatusCode::NOT_FOUND),
        ("POST", "/webhooks/none", StatusCode::NOT_FOUND),
        ("GET", "/metrics", StatusCode::UNAUTHORIZED),
    ] {
        let (found, said) = as_browser(&world, path, method).await;
        assert_eq!(found, status, "{path}");
        assert!(!said.contains("<html"), "{method} {path}: {said}");
    }
}
