//! The server is killed (SIGKILL) at every step and at random moments, and started again
//! on the same data: the creation ends, once, and the books hold.
//!
//! The server that is killed is this test binary itself, started as a child which runs the
//! test `the_child_serves` with a database and a folder in its environment.

#![expect(clippy::disallowed_methods, reason = "a child is told by its environment what to serve")]

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;

use evernear_app::{
    domain::{id::EntryId, timestamp::Timestamp},
    ports::{
        CreditStore, FilmRequest, Imagery, ImageryError, PictureRequest, Ports, Submitted, TaskId,
        TaskState,
    },
};
use evernear_rules::wire::{CreationKind, CreationStatus};
use evernear_server::{compose::compose_with, serve::serve_until, store::Db, values};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::harness::{
    Engine, FILM, IMAGE, Person, ScriptedImagery, config, eventually, photo_bytes,
};

const DATABASE: &str = "EVERNEAR_STORY_DATABASE";
const FOLDER: &str = "EVERNEAR_STORY_FOLDER";
/// `scripted`, `paced`, or `embedded` for the real renderer.
const IMAGERY: &str = "EVERNEAR_STORY_IMAGERY";

/// Serves until it is killed, when it is started as a child; otherwise there is nothing
/// to do, and the stories below start it.
#[tokio::test(flavor = "multi_thread")]
async fn the_child_serves() {
    let (Ok(database), Ok(folder)) = (std::env::var(DATABASE), std::env::var(FOLDER)) else {
        return;
    };
    let folder = PathBuf::from(folder);
    let mut config = config(folder.clone(), database);
    // Its limits' clock is the real one, and stories ask again and again for what they wait for.
    config.web.limit_factor = std::num::NonZeroU32::new(1_000).expect("not zero");
    let imagery = std::env::var(IMAGERY).expect("which imagery");
    let composed = compose_with(&config, |ports| match imagery.as_str() {
        "embedded" => ports,
        "paced" => Ports { imagery: Arc::new(Paced::default()), ..ports },
        _ => Ports { imagery: Arc::new(ScriptedImagery::default()), ..ports },
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

/// A provider that is a quarter further at each look. What it had begun dies with its process.
#[derive(Default)]
struct Paced(Mutex<Vec<f32>>);

impl Paced {
    fn task(&self, what: &str) -> Submitted {
        let mut tasks = self.0.lock().expect("lock");
        tasks.push(0.0);
        Submitted::Task(TaskId(format!("{what}-{}-{}", std::process::id(), tasks.len() - 1)))
    }
}

#[async_trait]
impl Imagery for Paced {
    fn notice(&self) -> String {
        String::new()
    }

    async fn start_picture(&self, _: PictureRequest) -> Result<Submitted, ImageryError> {
        Ok(self.task("picture"))
    }

    async fn start_film(&self, _: FilmRequest) -> Result<Submitted, ImageryError> {
        Ok(self.task("film"))
    }

    async fn check(&self, task: &TaskId) -> Result<TaskState, ImageryError> {
        let mut parts = task.0.split('-');
        let (what, process) = (parts.next(), parts.next());
        if process != Some(&std::process::id().to_string()) {
            return Ok(TaskState::Lost);
        }
        let number: usize = parts.next().and_then(|part| part.parse().ok()).expect("a number");
        let share = &mut self.0.lock().expect("lock")[number];
        *share += 0.25;
        Ok(match what {
            _ if *share < 1.0 => TaskState::Running { fraction: Some(*share) },
            Some("film") => TaskState::made(FILM.to_vec()),
            _ => TaskState::made(IMAGE.to_vec()),
        })
    }

    async fn discard(&self, _: &TaskId) -> Result<(), ImageryError> {
        Ok(())
    }
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
            .args(["creation::crash::the_child_serves", "--exact", "--nocapture"])
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

    fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }

    /// kill -9, and a new life on the same data.
    async fn kill_and_restart(mut self) -> (Self, String) {
        self.kill();
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

const KILLS: i64 = 20;

crate::both_engines![
    killed_at_every_step_it_carries_on,
    killed_twenty_times_at_random_moments_the_books_hold
];

async fn killed_at_every_step_it_carries_on(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = engine.fresh_database(folder.path()).await;
    let (mut server, base) = Server::start(folder.path(), &database, "paced").await;
    let mut thandi = Person::visitor(&base);
    thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    let begun = thandi.begins_a_film().await;
    // After the words, while the picture is made, when it is stored, while the film is made.
    let mut shown = Vec::new();
    for step in [5, 30, 40, 60, 75] {
        let view = eventually("it gets so far", || async {
            let view = thandi.watches(&begun.id).await;
            (view.progress >= step).then_some(view)
        })
        .await;
        assert_eq!(view.status, CreationStatus::Running, "{step}: {view:?}");
        shown.push(view.progress);
        let (next, base) = server.kill_and_restart().await;
        server = next;
        thandi.base.clone_from(&base);
    }
    assert!(shown.is_sorted(), "never backwards: {shown:?}");
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits, done.progress), (CreationStatus::Finished, 25, 100));
    drop(server);
    books_hold(&database).await;
}

async fn killed_twenty_times_at_random_moments_the_books_hold(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = engine.fresh_database(folder.path()).await;
    let (mut server, base) = Server::start(folder.path(), &database, "scripted").await;
    let mut thandi = Person::visitor(&base);
    thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    let db = Db::open(&database).await.expect("opened");
    grant(&db).await;
    // A small generator of its own: the moments differ, the run can be repeated.
    let mut random: u64 = 0x9E37_79B9_7F4A_7C15;
    for round in 0..KILLS {
        let _: Option<serde_json::Value> =
            thandi.call("creator/start_over", serde_json::json!({})).await.ok();
        for name in ["old-man-grey-beard-bw.jpg", "older-woman-glasses-cap.jpg"] {
            thandi.upload(photo_bytes(name)).await.expect("a photo");
        }
        let key = thandi.state().await.draft.key;
        let begun = thandi.begins(&key, CreationKind::Video).await.expect("it starts");
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
    let failed = "SELECT state FROM creations WHERE status = 'failed'";
    let failed = db.rows(failed, Vec::new()).await.expect("asked");
    let failed: Vec<_> = failed.iter().map(|row| row.text(0).expect("a state")).collect();
    assert!(failed.is_empty(), "none was lost to a kill: {failed:?}");
    let count = async |status: &str| {
        let sql = "SELECT COUNT(*) FROM creations WHERE status = $1";
        let row = db.row(sql, values![status]).await.expect("asked").expect("a row");
        row.int(0).expect("a number")
    };
    let (finished, cancelled) = (count("finished").await, count("cancelled").await);
    assert_eq!(finished + cancelled, KILLS);
    assert!(finished >= KILLS * 4 / 5, "only what was cancelled was not made: {finished}");
    let credits = db.row("SELECT credits FROM profiles", Vec::new()).await.expect("asked");
    assert_eq!(credits.expect("one").int(0).expect("credits"), 2050 - 25 * finished);
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

/// What a process that has gone called its renderings says nothing in the next one: nobody gets the
/// picture of somebody else who was rendered beside them.
#[tokio::test(flavor = "multi_thread")]
async fn killed_while_two_people_wait_each_gets_their_own_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = Engine::Sqlite.fresh_database(folder.path()).await;
    let db = Db::open(&database).await.expect("opened");
    let (mut server, mut base) = Server::start(folder.path(), &database, "embedded").await;
    let mut people = [Person::visitor(&base), Person::at(&base, 2)];
    for (person, name) in people.iter().zip(["thandi", "sipho"]) {
        person.sign_up(&format!("{name}@example.com"), "lamplight", name).await;
    }
    let mut begun = Vec::new();
    for person in &people {
        let key = person.prepares(2).await.draft.key;
        begun.push(person.begins(&key, CreationKind::Image).await.expect("it starts").id);
    }
    eventually("both are ordered", || async {
        let sql = "SELECT COUNT(*) FROM creations WHERE status = 'running' AND state LIKE '%task%'";
        let row = db.row(sql, Vec::new()).await.ok()??;
        (row.int(0).ok()? == 2).then_some(())
    })
    .await;
    server.kill();
    // The second is looked at first, and ordered again before the first is looked at.
    let sql = "UPDATE creations SET next_at = CASE id WHEN $1 THEN next_at + 700 ELSE 0 END";
    db.execute(sql, values![begun[0].as_str()]).await.expect("another order");
    (server, base) = Server::start(folder.path(), &database, "embedded").await;
    let mut pictures = Vec::new();
    for (person, id) in people.iter_mut().zip(&begun) {
        person.base.clone_from(&base);
        let done = person.waits_for_the_end(id).await;
        assert_eq!(done.status, CreationStatus::Finished);
        let address = done.image_url.expect("a picture");
        pictures.push(person.get(&address).await.bytes().await.expect("bytes"));
    }
    assert!(pictures[0] != pictures[1], "one picture for two people");
    drop(server);
    db.close().await;
    books_hold(&database).await;
}

/// The program itself, told to stop while a film is made and a form is half sent.
#[tokio::test(flavor = "multi_thread")]
async fn told_to_stop_it_answers_who_is_half_way_and_holds_no_lease() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = Engine::Sqlite.fresh_database(folder.path()).await;
    let mut server = tokio::process::Command::new(env!("CARGO_BIN_EXE_evernear"))
        .arg("serve")
        .env_remove("EVERNEAR_MODE")
        .env("EVERNEAR_DATA_DIR", folder.path())
        .env("EVERNEAR_LISTEN", "127.0.0.1:0")
        .env("DATABASE_URL", &database)
        .env("EVERNEAR_METRICS_TOKEN", "for the story")
        .env("EVERNEAR_LIMIT_FACTOR", "1000")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("it starts");
    let mut said = BufReader::new(server.stdout.take().expect("its words")).lines();
    let line = said.next_line().await.expect("read").expect("where it is");
    let base = line.strip_prefix("Evernear is at ").expect("where it is").to_owned();
    let thandi = Person::visitor(&base);
    thandi.sign_up("thandi@example.com", "lamplight", "thandi").await;
    thandi.brings_a_film_to(30).await;

    let form = "name=Nomsa&email=nomsa%40example.com";
    let host = base.strip_prefix("http://").expect("an address");
    let mut line = TcpStream::connect(host).await.expect("connected");
    let head = format!(
        "POST /register HTTP/1.1\r\nhost: {host}\r\norigin: {base}\r\ncontent-length: {}\r\n\
         content-type: application/x-www-form-urlencoded\r\n\r\n{}",
        form.len(),
        &form[..10]
    );
    line.write_all(head.as_bytes()).await.expect("sent");
    eventually("the form is being read", || async {
        let metrics = thandi.get_as("/metrics", "Bearer for the story").await.text().await.ok()?;
        // The question itself is the other one.
        metrics.lines().any(|line| line == "evernear_http_under_way 2").then_some(())
    })
    .await;
    let id = server.id().expect("it runs").to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("told").success());
    eventually("nobody new is let in", || async { TcpStream::connect(host).await.err() }).await;
    line.write_all(&form.as_bytes()[10..]).await.expect("the rest");
    let mut answer = String::new();
    line.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    assert!(server.wait().await.expect("it ends").success(), "SIGTERM is a good end");

    let db = Db::open(&database).await.expect("opened");
    let number = async |sql| db.row(sql, Vec::new()).await.expect("asked").expect("one").int(0);
    let applied = "SELECT COUNT(*) FROM waitlist_entries WHERE name = 'Nomsa'";
    assert_eq!(number(applied).await.expect("a number"), 1, "what was half sent is kept");
    let free = "SELECT COUNT(*) FROM creations WHERE status = 'running' AND lease_until = 0";
    assert_eq!(number(free).await.expect("a number"), 1, "the next one goes on at once");
    db.close().await;
}

/// Enough credits for far more than are made.
async fn grant(db: &Db) {
    let store = evernear_server::store::Store::new(db.clone());
    let row = db.row("SELECT id FROM profiles", Vec::new()).await.expect("asked").expect("one");
    let account = row.text(0).expect("an id").parse().expect("an id");
    let entry = EntryId::new(Timestamp(1), &[7; 10]);
    store.grant(account, entry, 2000, "for the story", Timestamp(1)).await.expect("granted");
}

async fn books_hold(database: &str) {
    let db = Db::open(database).await.expect("opened");
    crate::harness::books_hold(&db).await;
    db.close().await;
}
