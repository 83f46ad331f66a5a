//! A gallery of two thousand memories, and a film that a hundred people watch by one link at once: latencies
//! of pages before and meanwhile, and memory of the one server process. `cargo xtask bench sharing` builds
//! the server and runs it; it takes the server's program.

use std::{
    env,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crowd::{Anyhow, Person, Server, highest, percentile, photo, resident, visit};
use evernear_server::store::Db;
use reqwest::{StatusCode, header::RANGE};
use tokio::time::{interval, sleep};

mod crowd;

const MEMORIES: u32 = 2_000;
const VIEWERS: u32 = 100;
/// How long pages are looked at with nobody else there.
const ALONE: Duration = Duration::from_secs(10);
/// A film lasts ten seconds; a player asks for it in parts, one a second.
const PARTS: u64 = 10;
/// So often each viewer watches it.
const TIMES: u32 = 2;
/// The budgets: a page's p99 in milliseconds, and how much memory a hundred viewers may take, in MB: read
/// whole for each of them, the film alone would take some two hundred.
const P99: f64 = 25.0;
const MEMORY: f64 = 40.0;

#[tokio::main]
async fn main() -> Anyhow<()> {
    let program = env::args().nth(1).ok_or("the server's program is to be named")?;
    // One person looks at pages without a pause.
    let limits = [("EVERNEAR_LIMIT_FACTOR", "100")];
    let server = Server::start(Path::new(&program), &limits).await?;
    let photos = Arc::new([photo("older-woman-glasses-cap.jpg")?, photo("man-blue-suit.jpg")?]);
    let owner = Person::ready(&server, 0, photos).await?;
    let film = owner.makes_a_film().await?;
    copy(&server, MEMORIES - 1).await?;
    let made = owner.submit(&format!("/memories/{film}/share"), &[]).await?;
    let link = made.split('"').find(|part| part.contains("/m/")).ok_or("no link was made")?;
    let base = server.base.as_str();
    let (_, token) = link.rsplit_once("/m/").ok_or("no token")?;
    let link = format!("/m/{token}");
    let gallery = ["/memories", "/memories?search=copy+1234", "/dashboard", "/shared"];
    let mut pages = gallery.map(|page| format!("{base}{page}")).to_vec();
    pages.push(format!("{base}{link}"));

    let alone = Arc::new(AtomicBool::new(false));
    let looks = tokio::spawn(visit(owner.client.clone(), pages.clone(), alone.clone()));
    sleep(ALONE).await;
    alone.store(true, Ordering::Relaxed);
    let alone = looks.await??;

    let before = resident(server.process())?;
    let done = Arc::new(AtomicBool::new(false));
    let memory = tokio::spawn(highest(server.process(), done.clone()));
    let looks = tokio::spawn(visit(owner.client.clone(), pages, done.clone()));
    let viewers = (1..=VIEWERS).map(|number| watch(&server, number, &link));
    let watched = futures::future::join_all(viewers).await;
    done.store(true, Ordering::Relaxed);
    let (highest, meanwhile) = (memory.await??, looks.await??);
    let bytes: u64 = watched.into_iter().collect::<Anyhow<Vec<u64>>>()?.iter().sum();

    println!(
        "{MEMORIES} memories; {VIEWERS} people watched a film {TIMES} times: {} MB",
        bytes / 1_000_000
    );
    for (when, times) in [("nobody else", &alone), ("a hundred viewers", &meanwhile)] {
        println!(
            "{} pages with {when}: p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms (at most {P99})",
            times.len(),
            percentile(times, 50),
            percentile(times, 95),
            percentile(times, 99)
        );
    }
    let more = highest - before;
    println!(
        "memory: {before:.0} MB before, {highest:.0} MB at most ({more:.0} more, at most {MEMORY})"
    );
    let kept =
        more <= MEMORY && [&alone, &meanwhile].iter().all(|times| percentile(times, 99) <= P99);
    if kept { Ok(()) } else { Err("over budget".into()) }
}

/// Opens the link and watches the film in parts; how many bytes came.
async fn watch(server: &Server, number: u32, link: &str) -> Anyhow<u64> {
    // They do not all come in the same millisecond.
    sleep(Duration::from_secs(1) * number / VIEWERS).await;
    let viewer = Person::visitor(server, number)?;
    viewer.submit(link, &[]).await?;
    let film = format!("{}{link}/film.mp4", server.base);
    let head = viewer.client.head(&film).send().await?.error_for_status()?;
    let length = head.headers().get("content-length").ok_or("no length")?;
    let length: u64 = length.to_str()?.parse()?;
    let (mut seconds, mut came) = (interval(Duration::from_secs(1)), 0);
    for part in (0..TIMES).flat_map(|_| 0..PARTS) {
        seconds.tick().await;
        let (from, to) = (length * part / PARTS, length * (part + 1) / PARTS - 1);
        let asked = viewer.client.get(&film).header(RANGE, format!("bytes={from}-{to}"));
        let answer = asked.send().await?;
        if answer.status() != StatusCode::PARTIAL_CONTENT {
            return Err(format!("a range answers {}", answer.status()).into());
        }
        came += answer.bytes().await?.len() as u64;
    }
    if came == length * u64::from(TIMES) { Ok(came) } else { Err("bytes are missing".into()) }
}

/// Copies of the memory that there is, each ended a minute before the other.
async fn copy(server: &Server, many: u32) -> Anyhow<()> {
    let url = format!("sqlite://{}", server.folder.path().join("evernear.sqlite").display());
    let db = Db::open_existing(&url).await?;
    let sql = "SELECT name FROM pragma_table_info('creations')";
    let columns: Vec<(String,)> = db.list(sql, Vec::new()).await?;
    let values = columns.iter().map(|(column,)| match column.as_str() {
        "id" => "'01890000-0000-7000-8000-' || substr('00000000000' || n.i, -12, 12)".to_owned(),
        "request_key" => "'copy-' || n.i".to_owned(),
        "ended_at" => "c.ended_at - n.i * 60000".to_owned(),
        "words" => "'Copy ' || n.i || ' of it'".to_owned(),
        "search_text" => "'copy ' || n.i || ' of it'".to_owned(),
        other => format!("c.{other}"),
    });
    let values = values.collect::<Vec<_>>().join(", ");
    let names = columns.iter().map(|(name,)| name.as_str()).collect::<Vec<_>>().join(", ");
    let sql = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})
         INSERT INTO creations ({names}) SELECT {values} FROM creations c, n"
    );
    db.execute(sql.leak(), Vec::new()).await?;
    db.close().await;
    Ok(())
}
