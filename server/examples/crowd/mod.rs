//! The built server with people who use it, for programs that measure it.

use std::{
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
use reqwest::{Client, header::HeaderMap};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
    time::{interval, sleep},
};

/// How often an open page asks.
const PAGE_ASKS: Duration = Duration::from_secs(3);
/// How often each page is fetched.
const VISITS: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(15 * 60);

pub type Anyhow<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The server, in a folder of its own.
pub struct Server {
    child: Child,
    pub base: String,
    pub folder: TempDir,
}

/// Somebody with a browser.
pub struct Person {
    pub client: Client,
    base: String,
    /// The draft that is ready to begin.
    draft: String,
}

/// One of the tests' portraits.
pub fn photo(name: &str) -> Anyhow<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/photos");
    Ok(std::fs::read(folder.join(name))?)
}

impl Server {
    /// Starts the server's program with settings of its own.
    pub async fn start(program: &Path, settings: &[(&str, &str)]) -> Anyhow<Self> {
        let folder = tempfile::tempdir()?;
        let mut child = Command::new(program)
            .arg("serve")
            .current_dir(folder.path())
            .env("EVERNEAR_DATA_DIR", folder.path())
            .env("EVERNEAR_LISTEN", "127.0.0.1:0")
            .env("RUST_LOG", "warn")
            // Each says an address of its own, as a proxy does for its clients.
            .env("EVERNEAR_TRUSTED_PROXIES", "127.0.0.1/32")
            .env("EVERNEAR_CONFIRM_EMAIL", "yes")
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let mut said = BufReader::new(child.stdout.take().ok_or("no words")?).lines();
        let line = said.next_line().await?.ok_or("the server ended at once")?;
        let base = line.strip_prefix("Evernear is at ").ok_or("no address")?.to_owned();
        tokio::spawn(async move { while let Ok(Some(_)) = said.next_line().await {} });
        Ok(Self { child, base, folder })
    }

    pub fn process(&self) -> Option<u32> {
        self.child.id()
    }
}

/// Resident memory in MB, as Linux counts it.
pub fn resident(process: Option<u32>) -> Anyhow<f64> {
    let process = process.ok_or("the server has ended")?;
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
}

/// The most memory until it is done.
pub async fn highest(process: Option<u32>, done: Arc<AtomicBool>) -> Anyhow<f64> {
    let mut highest = 0.0_f64;
    while !done.load(Ordering::Relaxed) {
        highest = highest.max(resident(process)?);
        sleep(Duration::from_millis(100)).await;
    }
    Ok(highest)
}

/// How long pages took until it is done, in milliseconds, sorted.
pub async fn visit(
    client: Client,
    addresses: Vec<String>,
    done: Arc<AtomicBool>,
) -> Anyhow<Vec<f64>> {
    let (mut times, mut visits) = (Vec::new(), interval(VISITS));
    for address in addresses.iter().cycle() {
        if done.load(Ordering::Relaxed) {
            break;
        }
        visits.tick().await;
        let asked = Instant::now();
        client.get(address).send().await?.error_for_status()?.bytes().await?;
        times.push(asked.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

/// Of sorted times: the smallest that so many percent do not exceed.
pub fn percentile(times: &[f64], percent: usize) -> f64 {
    times[(times.len() * percent).div_ceil(100).saturating_sub(1)]
}

impl Person {
    /// Without an account, at an address of their own.
    pub fn visitor(server: &Server, number: u32) -> Anyhow<Self> {
        let mut headers = HeaderMap::new();
        let address = format!("10.1.{}.{}", number / 250, number % 250 + 1);
        headers.insert("x-forwarded-for", address.parse()?);
        let client = Client::builder().cookie_store(true).default_headers(headers).build()?;
        Ok(Self { client, base: server.base.clone(), draft: String::new() })
    }

    /// With a confirmed address, words and two photos.
    pub async fn ready(server: &Server, number: u32, photos: Arc<[Vec<u8>; 2]>) -> Anyhow<Self> {
        let mut person = Self::visitor(server, number)?;
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

    /// Begins a film, and asks for it as a page does until it is there; its id.
    pub async fn makes_a_film(&self) -> Anyhow<String> {
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
        match (view["status"].as_str(), id.as_str()) {
            (Some("finished"), Some(id)) => Ok(id.to_owned()),
            _ => Err(view.to_string().into()),
        }
    }

    /// Sends a form; the page that comes of it.
    pub async fn submit(&self, path: &str, form: &[(&str, &str)]) -> Anyhow<String> {
        let request = self.client.post(format!("{}{path}", self.base));
        let answer = request.header("origin", &self.base).form(form).send().await?;
        Ok(answer.error_for_status()?.text().await?)
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
