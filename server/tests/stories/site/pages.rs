//! Pages: who sees which, what stands around them, what they carry.

use evernear_server::config::{GoogleConfig, Secret, payments::PaystackConfig};
use reqwest::StatusCode;

use crate::harness::{Engine, Person, World, config};

const FORM: &str = "application/x-www-form-urlencoded";

crate::both_engines![
    unknown_paths_lead_home_and_missing_files_are_missing,
    visitors_pages_carry_no_script_and_say_so_in_their_policy,
    the_shell_stands_around_each_page_as_specified,
    every_answer_carries_its_security_headers,
    a_form_that_cannot_be_read_gets_a_page_and_a_true_status,
    the_server_says_that_it_is_alive_and_ready,
    the_legal_pages_name_who_is_configured_and_nobody_else,
];

async fn unknown_paths_lead_home_and_missing_files_are_missing(engine: Engine) {
    let world = World::open(engine).await;
    let someone = Person::visitor(&world.base);
    assert_eq!(someone.led_to("/no/such/page").await.as_deref(), Some("/"));
    for path in
        ["/assets/none.js", "/pictures/none.png", "/media/photos/x", "/media/memories/x/film.mp4"]
    {
        assert_eq!(someone.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let unknown = someone
        .call::<serde_json::Value>("creator/none", serde_json::json!({}))
        .await
        .expect_err("unknown");
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
}

async fn visitors_pages_carry_no_script_and_say_so_in_their_policy(engine: Engine) {
    let world = World::open(engine).await;
    let answer = Person::visitor(&world.base).get("/").await;
    let policy = answer.headers()["content-security-policy"].to_str().expect("text").to_owned();
    assert!(policy.contains("script-src 'none'"), "{policy}");
    let page = answer.text().await.expect("text");
    // What machines may know of the page is data: it stands in a script element and never runs.
    let scripts = page.matches("<script").count();
    assert_eq!(scripts, page.matches("<script type=\"application/ld+json\">").count(), "{page}");
    assert!(!page.contains("<!>"), "{page}");
    let page = Person::member(&world, "thandi").await.page("/ai-creator").await;
    assert!(page.contains("<noscript>"), "the creator says that it needs script");
    assert!(!page.contains(" onclick"), "nothing is inline");
}

async fn the_shell_stands_around_each_page_as_specified(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    // Path, header and sidebar, footer, its large blocks.
    let cases = [
        ("/", true, true, true),
        ("/profile", true, true, true),
        ("/dashboard", true, true, false),
        ("/create", true, false, false),
        ("/video-generator", true, false, false),
        ("/couple", true, false, false),
        ("/virtual-hangout", false, false, false),
        ("/virtual-hangout-image", false, false, false),
        ("/ai-creator", false, false, false),
    ];
    for (path, sides, footer, blocks) in cases {
        let page = thandi.page(path).await;
        let found = (
            page.contains("Hello, thandi</p>") && page.contains("Sign Out"),
            page.contains("<footer"),
            page.contains("foot-blocks"),
        );
        assert_eq!(found, (sides, footer, blocks), "{path}");
    }
    assert!(
        thandi
            .page("/virtual-hangout-image")
            .await
            .contains("&quot;default_kind&quot;:&quot;image&quot;")
    );
    assert!(thandi.page("/couple").await.contains("&quot;hinted_photos&quot;:2"));
}

async fn a_form_that_cannot_be_read_gets_a_page_and_a_true_status(engine: Engine) {
    let world = World::open(engine).await;
    let cases = [
        ("application/json", "{}".to_owned(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (FORM, "email=a&email=b".to_owned(), StatusCode::UNPROCESSABLE_ENTITY),
        (FORM, format!("email={}", "a".repeat(200_000)), StatusCode::PAYLOAD_TOO_LARGE),
    ];
    for (kind, body, status) in cases {
        let answer = reqwest::Client::new()
            .post(format!("{}/auth", world.base))
            .header("origin", &world.base)
            .header("content-type", kind)
            .body(body)
            .send()
            .await
            .expect("an answer");
        assert_eq!(answer.status(), status, "{kind}");
        let page = answer.text().await.expect("text");
        assert!(page.contains("<h1>Something went wrong. Please refresh the page.</h1>"), "{page}");
    }
}

async fn every_answer_carries_its_security_headers(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for path in [
        "/",
        "/auth",
        "/dashboard",
        "/ai-creator",
        "/nowhere",
        "/assets/none.js",
        "/media/photos/x",
        "/media/recordings/x",
    ] {
        let answer = thandi.get(path).await;
        for (name, value) in
            [("x-content-type-options", "nosniff"), ("cross-origin-opener-policy", "same-origin")]
        {
            assert_eq!(answer.headers()[name], value, "{path}");
        }
        let policy = answer.headers()["content-security-policy"].to_str().expect("text");
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"),
            "{path}: {policy}"
        );
    }
}

async fn the_server_says_that_it_is_alive_and_ready(engine: Engine) {
    let world = World::open(engine).await;
    let someone = Person::visitor(&world.base);
    for path in ["/health/live", "/health/ready"] {
        assert_eq!(someone.get(path).await.status(), StatusCode::OK, "{path}");
    }
    world.db.close().await;
    // What was found counts for some seconds.
    world.clock.forward(std::time::Duration::from_secs(6));
    assert_eq!(someone.get("/health/ready").await.status(), StatusCode::SERVICE_UNAVAILABLE);
    let page = someone.get("/").await;
    assert_eq!(page.status(), StatusCode::OK, "pages without data are still there");
}

async fn the_legal_pages_name_who_is_configured_and_nobody_else(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = World::open(engine).await;
    let mut config = config(folder.path().to_owned(), engine.fresh_database(folder.path()).await);
    config.beta.form_collector = Some(Secret("https://forms.example/in?key=hush".to_owned()));
    config.access.google = Some(GoogleConfig {
        more_client_ids: Vec::new(),
        client_id: "id".to_owned(),
        client_secret: Secret("secret".to_owned()),
        url: None,
    });
    config.payments.paystack = Some(PaystackConfig {
        secret_key: Secret("sk_test_hush".to_owned()),
        url: "https://api.paystack.example".to_owned(),
        plans: Vec::new(),
    });
    config.mail.smtp_url = Some(Secret("smtps://us:hush@post.example".to_owned()));
    let together = World::configured(config).await;
    let (alone, together) = (Person::visitor(&alone.base), Person::visitor(&together.base));
    for (path, name) in [
        ("/privacy", "Paystack takes the payment"),
        ("/privacy", "sign in with Google"),
        ("/privacy", "forms.example"),
        ("/privacy", "mail server at post.example,"),
        ("/cookies", "Paystack"),
        ("/cookies", "evernear_google"),
    ] {
        assert!(!alone.page(path).await.contains(name), "{path}: {name}");
        assert!(together.page(path).await.contains(name), "{path}: {name}");
    }
    assert!(!together.page("/privacy").await.contains("hush"), "addresses may hold keys");
    // Who applies gets a cookie that the page has named before.
    let form = [("name", "Thandi"), ("email", "thandi@example.com")];
    let applied = alone.submit("/register", &form).await;
    let cookie = applied.headers()["set-cookie"].to_str().expect("text");
    let (name, _) = cookie.split_once('=').expect("a name");
    assert!(alone.page("/cookies").await.contains(&format!("<code>{name}</code>")), "{name}");
}
