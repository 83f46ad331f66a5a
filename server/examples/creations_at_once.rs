//! Two hundred people begin a film at once, of which Runway's contract server makes picture and film in five
//! seconds each: memory of the one server process, latencies of pages meanwhile, and how often each task is
//! looked at. `cargo xtask bench creations` builds the server and runs it; it takes the server's program.

use std::{
    env,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crowd::{Anyhow, Person, Server, highest, percentile, photo, resident, visit};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use tokio::time::sleep;

use harness::{
    provider::KEY,
    runway_server::{Call, RunwayServer},
};

mod crowd;
#[expect(dead_code, reason = "stories ask for more than this program")]
#[path = "../tests/stories/harness"]
mod harness {
    pub mod multipart;
    pub mod provider;
    pub mod runway_orders;
    pub mod runway_server;
}

const PEOPLE: u32 = 200;
/// How many get ready at once.
const GETTING_READY: usize = 8;
/// They begin within this time: people do not click in the same millisecond.
const TOGETHER: Duration = Duration::from_secs(1);
/// How long a task takes.
const TASK: Duration = Duration::from_secs(5);
const PAGES: [&str; 4] = ["/", "/pricing", "/dashboard", "/profile"];
/// The budgets: memory in MB, a page's p99 in milliseconds, seconds between two looks at a task.
const MEMORY: f64 = 120.0;
const P99: f64 = 25.0;
const LOOKS: f64 = 5.0;

#[tokio::main]
async fn main() -> Anyhow<()> {
    let program = env::args().nth(1).ok_or("the server's program is to be named")?;
    let runway = RunwayServer::open().await;
    runway.takes_time(TASK);
    let settings = [
        ("EVERNEAR_COST_SITE_DAY", "1000"),
        ("EVERNEAR_IMAGERY", "runway"),
        ("EVERNEAR_RUNWAY_URL", runway.url.as_str()),
        ("EVERNEAR_RUNWAY_KEY", KEY),
    ];
    let server = Server::start(Path::new(&program), &settings).await?;
    let photos = Arc::new([photo("older-woman-glasses-cap.jpg")?, photo("man-blue-suit.jpg")?]);
    let began = Instant::now();
    let people: Vec<Person> = stream::iter(0..PEOPLE)
        .map(|number| Person::ready(&server, number, photos.clone()))
        .buffer_unordered(GETTING_READY)
        .try_collect()
        .await?;
    println!("{PEOPLE} people are ready after {:.0} s", began.elapsed().as_secs_f64());
    sleep(TASK).await;
    let before = resident(server.process())?;

    let done = Arc::new(AtomicBool::new(false));
    let memory = tokio::spawn(highest(server.process(), done.clone()));
    let pages = PAGES.map(|page| format!("{}{page}", server.base)).to_vec();
    let pages = tokio::spawn(visit(people[0].client.clone(), pages, done.clone()));
    let began = Instant::now();
    let makes = |(number, person): (u32, _)| async move {
        sleep(TOGETHER * number / PEOPLE).await;
        Person::makes_a_film(person).await
    };
    let made = futures::future::join_all((0..).zip(&people).map(makes)).await;
    let took = began.elapsed().as_secs_f64();
    done.store(true, Ordering::Relaxed);
    let (highest, times) = (memory.await??, pages.await??);
    made.into_iter().collect::<Anyhow<Vec<String>>>()?;

    let at = |percent| percentile(&times, percent);
    let closest = runway.closest_looks().map(|closest| closest.as_secs_f64());
    println!(
        "all films are made after {took:.0} s; {} orders, {} looks",
        runway.calls(Call::Order),
        runway.calls(Call::Task)
    );
    println!("memory: {before:.0} MB before, {highest:.0} MB at most (at most {MEMORY})");
    println!(
        "{} pages meanwhile: p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms (at most {P99})",
        times.len(),
        at(50),
        at(95),
        at(99)
    );
    match closest {
        Some(closest) => {
            println!("a task is looked at again after {closest:.2} s (at least {LOOKS})");
        }
        None => println!("no task is looked at twice"),
    }
    if let Some(violation) = runway.violations().into_iter().next() {
        return Err(violation.into());
    }
    if runway.calls(Call::Order) != 2 * people.len() {
        return Err("something was ordered twice, or not at all".into());
    }
    let kept = highest <= MEMORY && at(99) <= P99 && closest.is_none_or(|closest| closest >= LOOKS);
    if kept { Ok(()) } else { Err("over budget".into()) }
}
