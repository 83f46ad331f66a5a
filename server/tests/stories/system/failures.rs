//! A disk that is full, a database that is away, a fault of ours: clear words, nothing lost,
//! exact books.

use std::{path::Path, process::Command, sync::Arc};

use evernear_app::{
    domain::{media::ObjectKey, waitlist::Entry},
    ports::{Begun, CreationStore, FormRelay, Objects, Ports},
};
use evernear_rules::wire::CreationStatus;
use evernear_server::{
    adapters::file_objects::FileObjects,
    store::{Db, Store},
};
use futures::future::join_all;
use reqwest::StatusCode;

use crate::{
    harness::{Act, Engine, Person, World, books_hold, crowd, eventually, photo_bytes},
    site::routes::carries_the_headers,
};

crate::both_engines![a_handler_that_panics_shows_the_global_text_and_the_server_goes_on];

/// A form collector whose code is broken.
struct Broken;

impl FormRelay for Broken {
    fn relay(&self, _: &Entry) {
        panic!("a fault of ours, made for this story");
    }
}

async fn a_handler_that_panics_shows_the_global_text_and_the_server_goes_on(engine: Engine) {
    let world = World::open_with(engine, |ports| Ports { relay: Arc::new(Broken), ..ports }).await;
    let visitor = Person::visitor(&world.base);
    for name in ["Thandi", "Pieter"] {
        let email = format!("{name}@example.com");
        let answer = visitor.submit("/register", &[("name", name), ("email", &email)]).await;
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8");
        carries_the_headers(&answer, "a handler that panicked");
        let page = answer.text().await.expect("text");
        // The global text, as a page.
        assert!(page.contains("<h1>Something went wrong. Please refresh the page.</h1>"), "{page}");
        assert!(!page.contains("a fault of ours"), "{page}");
        assert_eq!(visitor.get("/register").await.status(), StatusCode::OK);
    }
    // What was done before the fault stays done, and everybody else is served.
    assert_eq!(world.number("SELECT count(*) FROM waitlist_entries").await, 2);
    let thandi = Person::member(&world, "thandi").await;
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_out_that_reached_only_this_browser_says_so() {
    let world = World::open(Engine::Sqlite).await;
    let thandi = Person::member(&world, "thandi").await;
    let broken = "CREATE TRIGGER sessions_stay BEFORE DELETE ON sessions
                  BEGIN SELECT RAISE(ABORT, 'made to fail'); END";
    world.db.execute(broken, Vec::new()).await.expect("broken");
    let answer = thandi.submit("/sign-out", &[]).await;
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    let page = answer.text().await.expect("text");
    assert!(page.contains("your other devices could not be signed out"), "{page}");
    let profile = thandi.get("/profile").await;
    assert!(profile.status().is_redirection(), "this browser is signed out: {profile:?}");
    assert_eq!(world.number("SELECT count(*) FROM sessions").await, 1, "the session stands");

    world.db.execute("DROP TRIGGER sessions_stay", Vec::new()).await.expect("mended");
}

/// A real, small file system; unmounted when dropped.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount(megabytes: u32) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(folder.path())
            .status();
        assert!(
            mounted.is_ok_and(|status| status.success()),
            "this story mounts a small file system: run it as root"
        );
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Fills what is left.
    fn fill(&self) {
        let mut file = std::fs::File::create(self.path().join("ballast")).expect("a file");
        let block = vec![7_u8; 64 * 1024];
        while std::io::Write::write(&mut file, &block).is_ok_and(|written| written > 0) {}
    }

    fn empty(&self) {
        std::fs::remove_file(self.path().join("ballast")).expect("removed");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_with_clear_words_and_everything_carries_on_when_there_is_room() {
    let disk = SmallDisk::mount(24);
    let world = World::open_in(Engine::Sqlite, disk.path().to_owned()).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(2).await;
    world.imagery.image(Act::Silent);
    let begun = thandi
        .begins(&state.draft.key, evernear_rules::wire::CreationKind::Video)
        .await
        .expect("it starts");
    eventually("the picture is on its way", || async {
        (thandi.watches(&begun.id).await.progress == 30).then_some(())
    })
    .await;
    disk.fill();
    let refused =
        thandi.upload(photo_bytes("old-man-grey-beard-bw.jpg")).await.expect_err("no room");
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE, "{refused:?}");
    assert!(refused.problem.message.contains("Nothing is lost"), "{refused:?}");
    world.imagery.speak();
    assert_eq!(
        thandi.watches(&begun.id).await.status,
        CreationStatus::Running,
        "reading still works"
    );
    disk.empty();
    let done = eventually("it is done", || async {
        world.clock.forward(std::time::Duration::from_secs(2));
        let view = thandi.watches(&begun.id).await;
        (view.status != CreationStatus::Running).then_some(view)
    })
    .await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    world.books_hold().await;
}

#[tokio::test]
async fn a_file_of_which_the_disk_took_a_part_is_not_kept() {
    let disk = SmallDisk::mount(1);
    let objects = FileObjects::open(disk.path().join("objects"), 0).await.expect("opened");
    let key = ObjectKey::film("01890000-0000-7000-8000-000000000000".parse().expect("an id"));
    // Beyond the room in the first write, in the last one, and somewhere between.
    for length in [1_100_000, 1_900_000, 5_000_000] {
        objects.put(&key, vec![7; length]).await.expect_err("there is no room for it");
        assert_eq!(objects.length(&key).await.expect("asked"), None, "{length}");
    }
    objects.put(&key, vec![7; 900_000]).await.expect("there is room for it");
    assert_eq!(objects.length(&key).await.expect("asked"), Some(900_000));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_disk_took_was_begun_for_nobody() {
    let disk = SmallDisk::mount(24);
    let db = Db::open(&Engine::Sqlite.fresh_database(disk.path()).await).await.expect("opened");
    let store = Store::new(db.clone());
    let mut all = Vec::new();
    for _ in 0..12 {
        let owner = crowd::person(&store, 50).await;
        all.push(crowd::ready(&store, owner).await);
    }
    // Without room in the log that is there already, the commit of all of them fails.
    db.scrub().await.expect("an empty log");
    disk.fill();
    for outcome in join_all(all.iter().map(|new| store.begin(new.clone()))).await {
        outcome.expect_err("nothing is said to be begun");
    }
    books_hold(&db).await;
    disk.empty();
    for outcome in join_all(all.iter().map(|new| store.begin(new.clone()))).await {
        assert_eq!(outcome.expect("room again"), Begun::Started);
    }
    books_hold(&db).await;
}
