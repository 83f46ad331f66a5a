//! What whoever keeps the server running is told: what is not ready and why, and numbers in
//! which nobody can be found.

use std::{future::IntoFuture, net::SocketAddr, sync::Arc, time::Duration};

use evernear_app::ports::Ports;
use evernear_server::{compose::compose_with, web::router::router};
use reqwest::StatusCode;
use tokio::net::TcpListener;

use crate::harness::{
    Engine, MovableClock, Person, ScriptedImagery, World, config, eventually, photo_bytes,
};

crate::both_engines![
    a_database_that_is_away_is_named,
    files_that_cannot_be_kept_are_named,
    work_that_nobody_takes_is_named,
    numbers_say_nothing_about_anyone,
];

async fn readiness(base: &str) -> (StatusCode, String) {
    let answer = Person::visitor(base).get("/health/ready").await;
    (answer.status(), answer.text().await.expect("text"))
}

/// Longer than an answer counts.
const LATER: Duration = Duration::from_secs(6);

const READY: (StatusCode, &str) = (StatusCode::OK, "ready\n");

async fn a_database_that_is_away_is_named(engine: Engine) {
    let world = World::open(engine).await;
    let (status, text) = readiness(&world.base).await;
    assert_eq!((status, text.as_str()), READY);
    if engine == Engine::Sqlite {
        world.db.close().await;
    } else {
        world.database_refuses(true).await;
    }
    let (status, text) = readiness(&world.base).await;
    assert_eq!((status, text.as_str()), READY, "asked again at once, it is not looked at again");
    world.clock.forward(LATER);
    let (status, text) = readiness(&world.base).await;
    assert_eq!(
        (status, text.as_str()),
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
    );
    let alive = Person::visitor(&world.base).get("/health/live").await;
    assert_eq!(alive.status(), StatusCode::OK, "the process itself is well");
    let operator = Person::visitor(&world.base);
    let metrics = operator.get_as("/metrics", "Bearer a token for stories").await;
    let metrics = metrics.text().await.expect("text");
    assert!(metrics.contains("evernear_database_up 0"), "{metrics}");
    if engine == Engine::Postgres {
        world.database_refuses(false).await;
        world.clock.forward(LATER);
        let (status, text) = readiness(&world.base).await;
        assert_eq!((status, text.as_str()), READY, "it needs no restart");
    }
}

async fn files_that_cannot_be_kept_are_named(engine: Engine) {
    let world = World::open(engine).await;
    let (objects, elsewhere) = (world.folder.join("objects"), world.folder.join("elsewhere"));
    let written = || std::fs::metadata(&objects).and_then(|found| found.modified()).expect("asked");
    let before = written();
    let (status, text) = readiness(&world.base).await;
    assert_eq!((status, text.as_str()), READY);
    assert_eq!(written(), before, "looking writes nothing");
    world.clock.forward(LATER);
    std::fs::rename(&objects, &elsewhere).expect("moved away");
    std::fs::write(&objects, b"no folder").expect("in its place");
    let (status, text) = readiness(&world.base).await;
    assert_eq!(
        (status, text.as_str()),
        (StatusCode::SERVICE_UNAVAILABLE, "files cannot be kept\n")
    );
    std::fs::remove_file(&objects).expect("gone");
    std::fs::rename(&elsewhere, &objects).expect("moved back");
    world.clock.forward(LATER);
    let (status, text) = readiness(&world.base).await;
    assert_eq!((status, text.as_str()), READY);
}

async fn work_that_nobody_takes_is_named(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let config = config(folder.path().to_owned(), engine.fresh_database(folder.path()).await);
    let clock = Arc::new(MovableClock::default());
    let (clock_port, imagery) = (clock.clone(), Arc::new(ScriptedImagery::default()));
    let composed =
        compose_with(&config, |ports| Ports { clock: clock_port, imagery, ..ports }).await;
    let composed = composed.expect("a server is put together");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let base = format!("http://{}", listener.local_addr().expect("bound"));
    // A server whose workers have stopped.
    let service = router(&composed.state).into_make_service_with_connect_info::<SocketAddr>();
    let server = tokio::spawn(axum::serve(listener, service).into_future());
    let thandi = Person::visitor(&base);
    let answer = thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    thandi.begins_a_film().await;
    clock.forward(Duration::from_secs(590));
    let (status, text) = readiness(&base).await;
    assert_eq!((status, text.as_str()), READY, "a queue may be ten minutes long");
    clock.forward(Duration::from_secs(30));
    let (status, text) = readiness(&base).await;
    assert_eq!(
        (status, text.as_str()),
        (StatusCode::SERVICE_UNAVAILABLE, "work waits and nobody takes it\n")
    );
    server.abort();
}

/// Everything that may stand in a label.
const LABELS: &[(&str, &[&str])] = &[
    ("method", &["GET", "HEAD", "POST", "PUT", "DELETE", "other"]),
    (
        "group",
        &["admin", "api", "assets", "auth", "functions", "health", "media", "metrics", "page"],
    ),
    ("status", &["2xx", "3xx", "4xx", "5xx"]),
    ("state", &["pending", "approved", "rejected", "running", "finished", "failed", "cancelled"]),
];

async fn numbers_say_nothing_about_anyone(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let visitor = Person::with_browser(&world.base, "A Browser Of Her Own");
    let form = [("name", "Nana Botha"), ("email", "nana@example.com"), ("reason", "My gran")];
    assert_eq!(visitor.submit("/register", &form).await.status(), StatusCode::SEE_OTHER);
    let letter = [
        ("name", "Sipho"),
        ("email", "sipho@example.org"),
        ("company", "Umbrella Care"),
        ("message", "We look after families."),
    ];
    assert_eq!(visitor.submit("/contact", &letter).await.status(), StatusCode::OK);
    let unlock = [("password", world.admin_password.as_str()), ("next", "/admin/waitlist")];
    assert_eq!(visitor.submit("/admin/unlock", &unlock).await.status(), StatusCode::SEE_OTHER);
    visitor.page("/admin/waitlist?search=nana").await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = thandi.upload(photo_bytes("older-woman-glasses-cap.jpg")).await.expect("a photo");
    let begun = thandi.begins_a_film().await;
    eventually("it is done", || async {
        let view = thandi.watches(&begun.id).await;
        (view.status == evernear_rules::wire::CreationStatus::Finished).then_some(())
    })
    .await;
    thandi.get(&format!("/media/photos/{}", photo.id)).await;
    thandi.get("/nobody/knows/thandi@example.com?email=thandi@example.com").await;
    let answer = visitor.get_as("/metrics", "Bearer a token for stories").await;
    let text = answer.text().await.expect("text");
    for about in [
        "nana",
        "botha",
        "gran",
        "sipho",
        "umbrella",
        "famil",
        "thandi",
        "example",
        "dad",
        "lake",
        "browser",
        "127.0.0.1",
        "bearer",
        &begun.id,
        &photo.id,
        &world.admin_password,
    ] {
        assert!(!text.to_lowercase().contains(&about.to_lowercase()), "{about}: {text}");
    }
    let mut seen = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').expect("a name and a number");
        assert!(name.starts_with("evernear_"), "{line}");
        value.parse::<f64>().expect("a number");
        let Some((_, labels)) = name.trim_end_matches('}').split_once('{') else { continue };
        for label in labels.split(',') {
            let (label, value) = label.split_once('=').expect("a label");
            let value = value.trim_matches('"');
            let bound = label == "le" && (value == "+Inf" || value.parse::<f64>().is_ok());
            let known = LABELS.iter().any(|(one, values)| *one == label && values.contains(&value));
            assert!(bound || known, "{line}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} labels: {text}");
    for line in
        ["evernear_creations{state=\"finished\"} 1", "evernear_applications{state=\"pending\"} 1"]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
}
