//! The server is killed (SIGKILL) at every step and at random moments, and started again
//! on the same data: the creation ends, once, and the books hold.
//!
//! The server that is killed is this test binary itself, started as a child which runs the
//! test `the_child_serves` with a database and a folder in its environment.

#![expect(clippy::disallowed_methods, reason = "a child is told by its environment what to serve")]

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

use evernear_app::{
    domain::{id::EntryId, moment::Moment},
    ports::{CreditStore, Ports},
};
use evernear_rules::wire::{CreationStatus, CreationView};
use evernear_server::{compose::compose_with, serve::serve_until, store::Db};
use tokio::net::TcpListener;

use crate::support::{Engine, Person, ScriptedImagery, config, eventually, photo_bytes};

const DATABASE: &str = "EVERNEAR_STORY_DATABASE";
const FOLDER: &str = "EVERNEAR_STORY_FOLDER";
/// `scripted`, or `embedded` for the real renderer.
const IMAGERY: &str = "EVERNEAR_STORY_IMAGERY";

/// Serves until it is killed, when it is started as a child; otherwise there is nothing
/// to do, and the stories below start it.
#[tokio::test(flavor = "multi_thread")]
async fn the_child_serves() {
    let (Ok(database), Ok(folder)) = (std::env::var(DATABASE), std::env::var(FOLDER)) else {
        return;
    };
    let folder = PathBuf::from(folder);
    let config = config(folder.clone(), database);
    let embedded = std::env::var(IMAGERY).is_ok_and(|imagery| imagery == "embedded");
    let composed = compose_with(&config, |ports| {
        if embedded {
            ports
        } else {
            Ports { imagery: Arc::new(ScriptedImagery::default()), ..ports }
        }
    })
    .await
    .expect("composed");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("bound").to_string();
    std::fs::write(folder.join("address.part"), address).expect("written");
    std::fs::rename(folder.join("address.part"), folder.join("address")).expect("renamed");
    serve_until(listener, composed, tokio_util::sync::CancellationToken::new())
        .await
        .expect("served");
}

/// A server in a process of its own.
struct Server {
    child: Child,
    folder: PathBuf,
    database: String,
    imagery: &'static str,
}

impl Server {
    async fn start(folder: &Path, database: &str, imagery: &'static str) -> (Self, String) {
        let _ = std::fs::remove_file(folder.join("address"));
        let child = Command::new(std::env::current_exe().expect("this binary"))
            .args(["crash_story::the_child_serves", "--exact", "--nocapture"])
            .env(DATABASE, database)
            .env(FOLDER, folder)
            .env(IMAGERY, imagery)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a child");
        let server =
            Self { child, folder: folder.to_owned(), database: database.to_owned(), imagery };
        let address = eventually("the child listens", || async {
            std::fs::read_to_string(folder.join("address")).ok()
        })
        .await;
        (server, format!("http://{address}"))
    }

    /// kill -9, and a new life on the same data.
    async fn kill_and_restart(mut self) -> (Self, String) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
        let (folder, database) = (self.folder.clone(), self.database.clone());
        Self::start(&folder, &database, self.imagery).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

crate::both_engines![
    killed_at_every_step_it_carries_on,
    killed_fifty_times_at_random_moments_the_books_hold
];

async fn killed_at_every_step_it_carries_on(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = engine.fresh_database(folder.path()).await;
    let (mut server, mut base) = Server::start(folder.path(), &database, "scripted").await;
    let mut thandi = Person::visitor(&base);
    thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    let begun = thandi.begins_a_film().await;
    let mut seen = Vec::new();
    let done = loop {
        let view = view_of(&thandi, &begun.id).await;
        if view.status != CreationStatus::Running {
            break view;
        }
        if seen.last() != Some(&view.progress) {
            seen.push(view.progress);
            (server, base) = server.kill_and_restart().await;
            thandi.base.clone_from(&base);
        }
    };
    assert_eq!((done.status, done.credits, done.progress), (CreationStatus::Finished, 25, 100));
    assert!(seen.len() >= 2, "it was killed on the way: {seen:?}");
    assert!(seen.windows(2).all(|pair| pair[0] <= pair[1]), "never backwards: {seen:?}");
    drop(server);
    books_hold(&database).await;
}

async fn killed_fifty_times_at_random_moments_the_books_hold(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = engine.fresh_database(folder.path()).await;
    let (mut server, base) = Server::start(folder.path(), &database, "scripted").await;
    let mut thandi = Person::visitor(&base);
    thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    let db = Db::open(&database).await.expect("opened");
    grant(&db).await;
    // A small generator of its own: the moments differ, the run can be repeated.
    let mut random: u64 = 0x9E37_79B9_7F4A_7C15;
    for round in 0..50 {
        let _: Option<serde_json::Value> =
            thandi.call("creator/start_over", serde_json::json!({})).await.ok();
        for name in ["old-man-grey-beard-bw.jpg", "older-woman-glasses-cap.jpg"] {
            thandi.upload(photo_bytes(name)).await.expect("a photo");
        }
        let key = thandi.state().await.draft.key;
        let begun = thandi
            .begins(&key, evernear_rules::wire::CreationKind::Video)
            .await
            .expect("it starts");
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moment = Duration::from_millis(random >> 54);
        let cancel = async {
            if round % 5 == 4 {
                let _ = tokio::time::timeout(moment, thandi.cancels(&begun.id)).await;
            }
        };
        let _ = tokio::time::timeout(moment, async {
            cancel.await;
            std::future::pending::<()>().await;
        })
        .await;
        let (next, base) = server.kill_and_restart().await;
        server = next;
        thandi.base.clone_from(&base);
    }
    eventually("everything has ended", || async {
        let row = db
            .row("SELECT COUNT(*) FROM creations WHERE status = 'running'", Vec::new())
            .await
            .ok()??;
        (row.int(0).ok()? == 0).then_some(())
    })
    .await;
    drop(server);
    db.close().await;
    books_hold(&database).await;
}

/// The real renderer, killed while it draws the picture and while it makes the film.
#[tokio::test(flavor = "multi_thread")]
async fn killed_while_rendering_it_renders_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = Engine::Sqlite.fresh_database(folder.path()).await;
    let (mut server, base) = Server::start(folder.path(), &database, "embedded").await;
    let mut thandi = Person::visitor(&base);
    thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    let begun = thandi.begins_a_film().await;
    for progress in [30, 65] {
        eventually("it renders", || async {
            (thandi.watches(&begun.id).await.progress >= progress).then_some(())
        })
        .await;
        let (next, base) = server.kill_and_restart().await;
        server = next;
        thandi.base.clone_from(&base);
    }
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    let film = thandi.get(&done.video_url.expect("a film")).await.bytes().await.expect("bytes");
    assert_eq!(&film[4..8], b"ftyp", "a whole film is there");
    drop(server);
    books_hold(&database).await;
}

/// Enough credits for fifty creations.
async fn grant(db: &Db) {
    let store = evernear_server::store::Store::new(db.clone());
    let row = db.row("SELECT id FROM profiles", Vec::new()).await.expect("asked").expect("one");
    let account = row.text(0).expect("an id").parse().expect("an id");
    let entry = EntryId::new(Moment(1), &[7; 10]);
    store.grant(account, entry, 2000, "for the story", Moment(1)).await.expect("granted");
}

async fn view_of(person: &Person, id: &str) -> CreationView {
    person.watches(id).await
}

async fn books_hold(database: &str) {
    let db = Db::open(database).await.expect("opened");
    crate::support::books_hold(&db).await;
    db.close().await;
}
