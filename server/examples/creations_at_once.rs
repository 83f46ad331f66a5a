//! Two hundred people begin a film at once, of which Runway's contract server makes picture and film in five
//! seconds each: memory of the one server process, latencies of pages meanwhile, and how often each task is
//! looked at. `cargo xtask bench creations` builds the server and runs it; it takes the server's program.

use std::{
    env,
    error::Error,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use evernear_server::adapters::mail_folder::MailFolder;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::{Client, header::HeaderMap};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
    time::{interval, sleep},
};

use harness::{
    provider::KEY,
    runway_server::{Call, RunwayServer},
};

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
/// How often an open page asks.
const PAGE_ASKS: Duration = Duration::from_secs(3);
/// How often each page is fetched.
const VISITS: Duration = Duration::from_millis(50);
const PAGES: [&str; 4] = ["/", "/pricing", "/dashboard", "/profile"];
const PATIENCE: Duration = Duration::from_secs(15 * 60);
/// The budgets: memory in MB, a page's p99 in milliseconds, seconds between two looks at a task.
const MEMORY: f64 = 120.0;
const P99: f64 = 25.0;
const LOOKS: f64 = 5.0;

type Anyhow<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The server, in a folder of its own.
struct Server {
    child: Child,
    base: String,
    folder: TempDir,
}

/// Somebody with a browser, and the draft that is ready to begin.
struct Person {
    client: Client,
    base: String,
    draft: String,
}

#[tokio::main]
async fn main() -> Anyhow<()> {
    let program = env::args().nth(1).ok_or("the server's program is to be named")?;
    let runway = RunwayServer::open().await;
    runway.takes_time(TASK);
    let server = Server::start(Path::new(&program), &runway.url).await?;
    let photos = Arc::new([photo("older-woman-glasses-cap.jpg")?, photo("man-blue-suit.jpg")?]);
    let began = Instant::now();
    let people: Vec<Person> = stream::iter(0..PEOPLE)
        .map(|number| Person::ready(&server, number, photos.clone()))
        .buffer_unordered(GETTING_READY)
        .try_collect()
        .await?;
    println!("{PEOPLE} people are ready after {:.0} s", began.elapsed().as_secs_f64());
    sleep(TASK).await;
    let before = server.resident()?;

    let done = Arc::new(AtomicBool::new(false));
    let memory = tokio::spawn(highest(server.child.id(), done.clone()));
    let pages = tokio::spawn(visit(people[0].client.clone(), server.base.clone(), done.clone()));
    let began = Instant::now();
    let makes = |(number, person): (u32, _)| async move {
        sleep(TOGETHER * number / PEOPLE).await;
        Person::makes_a_film(person).await
    };
    let made = futures::future::join_all((0..).zip(&people).map(makes)).await;
    let took = began.elapsed().as_secs_f64();
    done.store(true, Ordering::Relaxed);
    let (highest, mut times) = (memory.await??, pages.await??);
    made.into_iter().collect::<Anyhow<Vec<()>>>()?;

    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() * percent).div_ceil(100).saturating_sub(1)];
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

fn photo(name: &str) -> Anyhow<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/photos");
    Ok(std::fs::read(folder.join(name))?)
}

impl Server {
    async fn start(program: &Path, runway: &str) -> Anyhow<Self> {
        let folder = tempfile::tempdir()?;
        let mut child = Command::new(program)
            .arg("serve")
            .current_dir(folder.path())
            .env("EVERNEAR_DATA_DIR", folder.path())
            .env("EVERNEAR_LISTEN", "127.0.0.1:0")
            .env("RUST_LOG", "warn")
            // Each says an address of its own, as a proxy does for its clients.
            .env("EVERNEAR_TRUSTED_PROXIES", "127.0.0.1/32")
            .env("EVERNEAR_COST_SITE_DAY", "1000")
            .env("EVERNEAR_CONFIRM_EMAIL", "yes")
            .env("EVERNEAR_IMAGERY", "runway")
            .env("EVERNEAR_RUNWAY_URL", runway)
            .env("EVERNEAR_RUNWAY_KEY", KEY)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let mut said = BufReader::new(child.stdout.take().ok_or("no words")?).lines();
        let line = said.next_line().await?.ok_or("the server ended at once")?;
        let base = line.strip_prefix("Evernear is at ").ok_or("no address")?.to_owned();
        tokio::spawn(async move { while let Ok(Some(_)) = said.next_line().await {} });
        Ok(Self { child, base, folder })
    }

    fn resident(&self) -> Anyhow<f64> {
        resident(self.child.id())
    }
}

/// Resident memory in MB, as Linux counts it.
fn resident(process: Option<u32>) -> Anyhow<f64> {
    let process = process.ok_or("the server has ended")?;
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
}

/// The most memory until it is done.
async fn highest(process: Option<u32>, done: Arc<AtomicBool>) -> Anyhow<f64> {
    let mut highest = 0.0_f64;
    while !done.load(Ordering::Relaxed) {
        highest = highest.max(resident(process)?);
        sleep(Duration::from_millis(100)).await;
    }
    Ok(highest)
}

/// How long pages took until it is done, in milliseconds.
async fn visit(client: Client, base: String, done: Arc<AtomicBool>) -> Anyhow<Vec<f64>> {
    let (mut times, mut visits) = (Vec::new(), interval(VISITS));
    for page in PAGES.iter().cycle() {
        if done.load(Ordering::Relaxed) {
            break;
        }
        visits.tick().await;
        let asked = Instant::now();
        client.get(format!("{base}{page}")).send().await?.error_for_status()?.bytes().await?;
        times.push(asked.elapsed().as_secs_f64() * 1e3);
    }
    Ok(times)
}

impl Person {
    /// With a confirmed address, words and two photos.
    async fn ready(server: &Server, number: u32, photos: Arc<[Vec<u8>; 2]>) -> Anyhow<Self> {
        let mut headers = HeaderMap::new();
        let address = format!("10.1.{}.{}", number / 250, number % 250 + 1);
        headers.insert("x-forwarded-for", address.parse()?);
        let client = Client::builder().cookie_store(true).default_headers(headers).build()?;
        let mut person = Self { client, base: server.base.clone(), draft: String::new() };
        let (email, password) = (format!("person{number}@example.com"), "a long password");
        let form = [("email", email.as_str()), ("password", password), ("terms", "yes")];
        person.submit("/auth?mode=signup", &form).await?;
        let mails = MailFolder::new(server.folder.path().join("mails"));
        let token = loop {
            let found = mails.list().await?.into_iter().find(|mail| mail.to == email);
            let token = found.and_then(|mail| {
                let (_, rest) = mail.text.rsplit_once("token=")?;
                Some(
                    rest.split(|sign: char| sign.is_whitespace() || sign == '&').next()?.to_owned(),
                )
            });
            match token {
                Some(token) => break token,
                None => sleep(Duration::from_millis(50)).await,
            }
        };
        let form = [("type", "signup"), ("token", token.as_str()), ("password", password)];
        person.submit("/auth/link", &form).await?;
        person.call("creator/converse", json!({ "text": "Tea with Nan in her garden" })).await?;
        for photo in photos.iter() {
            let request = person.client.post(format!("{}/api/photos", person.base));
            let request = request
                .header("origin", &person.base)
                .header("content-type", "application/octet-stream")
                .body(photo.clone());
            request.send().await?.error_for_status()?;
        }
        let state = person.call("creator/state", json!({})).await?;
        state["draft"]["key"].as_str().ok_or("no draft")?.clone_into(&mut person.draft);
        Ok(person)
    }

    /// Begins a film, and asks for it as a page does until it is there.
    async fn makes_a_film(&self) -> Anyhow<()> {
        let body = json!({ "key": self.draft, "kind": "video", "rights_confirmed": true,
            "terms_accepted": true, "review": false });
        let mut view = self.call("creation/begin", body).await?;
        let (began, id) = (Instant::now(), view["id"].clone());
        while view["status"] == "running" {
            if began.elapsed() > PATIENCE {
                return Err(format!("a film is not made in time: {view}").into());
            }
            sleep(PAGE_ASKS).await;
            view = self.call("creation/watch", json!({ "id": id })).await?;
        }
        if view["status"] == "finished" { Ok(()) } else { Err(view.to_string().into()) }
    }

    async fn submit(&self, path: &str, form: &[(&str, &str)]) -> Anyhow<()> {
        let request = self.client.post(format!("{}{path}", self.base));
        request.header("origin", &self.base).form(form).send().await?.error_for_status()?;
        Ok(())
    }

    async fn call(&self, path: &str, body: Value) -> Anyhow<Value> {
        let request = self.client.post(format!("{}/api/{path}", self.base));
        let answer = request.header("origin", &self.base).json(&body).send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        if !status.is_success() {
            return Err(format!("{path} answers {status}: {text}").into());
        }
        Ok(serde_json::from_str(&text)?)
    }
}
