//! What getting in and staying in costs: token refreshes beside bare durable transactions
//! of one row on the same database, and the CPU of signing in beside argon2 alone, with its
//! memory at hand. Prints figures; run it alone on a calm machine: `cargo xtask bench books`
//! runs it on both engines; alone it takes addresses of databases.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use argon2::{Argon2, Block, PasswordHash};
use evernear_app::{
    domain::{
        account::event::Origin,
        auth::{proof::Method, session::Credential},
    },
    flows::auth::{
        issue_tokens::open_api_session,
        refresh_tokens::refresh_tokens,
        send_one_time::Via,
        sign_in::sign_in,
        sign_up::{SignUp, SignedUp, Terms, sign_up},
    },
    ports::{Ports, RateLimiter, TooOften},
};
use evernear_server::{compose::compose_with, config::Config, store::Db};
use rustix::time::{ClockId, clock_gettime};

const FOR: Duration = Duration::from_secs(5);
const AT_ONCE: usize = 16;
const SIGN_INS: u32 = 60;
/// Percent of bare transactions that refreshes reach.
const LEAST: f64 = 70.0;
/// Percent of argon2's CPU that signing in takes beyond it.
const MOST: f64 = 10.0;

type Anyhow<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Nobody has to wait here.
struct Patient;

impl RateLimiter for Patient {
    fn check(&self, _: evernear_app::domain::rate_limit::Limit, _: &str) -> Result<(), TooOften> {
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Anyhow<()> {
    let mut kept = true;
    for address in std::env::args().skip(1) {
        kept &= measure(&address).await?;
    }
    if kept { Ok(()) } else { Err("over budget".into()) }
}

/// Whether both budgets are kept.
async fn measure(address: &str) -> Anyhow<bool> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().display().to_string();
    let config = Config::read(|name| match name {
        "EVERNEAR_DATA_DIR" => Some(data.clone()),
        "DATABASE_URL" => Some(address.to_owned()),
        _ => None,
    })?;
    let mut kept = None;
    let composed = compose_with(&config, |ports| {
        let ports = Ports { rate_limiter: Arc::new(Patient), ..ports };
        kept = Some(ports.clone());
        ports
    })
    .await?;
    let ports = kept.ok_or("no ports")?;
    let (db, origin) = (composed.db, Origin::default());
    let form = SignUp {
        email: format!("{}@example.com", std::process::id()),
        password: "lamplight".to_owned(),
        username: String::new(),
        terms: Terms::NotAsked,
    };
    let email = form.email.clone();
    let SignedUp::Ready(account) = sign_up(&ports, form, Via::WEB, &origin).await? else {
        return Err("addresses are confirmed here".into());
    };
    println!("{}, {AT_ONCE} at once, {} s each", db.engine(), FOR.as_secs());

    let mut tokens = Vec::new();
    for _ in 0..AT_ONCE {
        tokens.push(
            open_api_session(
                &ports,
                account.id,
                Credential::after(&account, Method::Password),
                &origin,
            )
            .await?
            .refresh_token,
        );
    }
    // In turns, so that a machine that becomes busier is busier for both.
    let (mut refreshes, mut bare) = (0.0, 0.0);
    bare_table(&db).await?;
    for _ in 0..2 {
        bare += transactions(&db).await?;
        refreshes += refreshed(&ports, &mut tokens).await?;
    }
    println!("bare one-row transactions   {:>8.0} /s", bare / 2.0);
    println!("token refreshes             {:>8.0} /s", refreshes / 2.0);
    let share = 100.0 * refreshes / bare;
    println!("refreshes of bare           {share:>8.0} %  (at least {LEAST})");

    let hash = ports.accounts.password_hash(account.id).await?.ok_or("no hash")?;
    let parsed = PasswordHash::new(&hash).map_err(|error| error.to_string())?;
    let (mut alone, mut whole) = (0.0, 0.0);
    let mut memory = vec![Block::default(); Argon2::default().params().block_count()];
    // In turns here, too.
    for _ in 0..SIGN_INS {
        let begun = cpu();
        hash_again(&parsed, &mut memory).map_err(|error| error.to_string())?;
        let between = cpu();
        sign_in(&ports, &email, "lamplight", &origin).await?;
        (alone, whole) = (alone + between - begun, whole + cpu() - between);
    }
    let each = |total: f64| 1000.0 * total / f64::from(SIGN_INS);
    println!("argon2 alone                {:>8.2} ms CPU", each(alone));
    println!("signing in                  {:>8.2} ms CPU", each(whole));
    let more = 100.0 * (whole / alone - 1.0);
    println!("more than argon2            {more:>8.1} %  (at most {MOST})");
    db.close().await;
    Ok(share >= LEAST && more <= MOST)
}

/// argon2 alone: the hash of the password, compared.
fn hash_again(known: &PasswordHash, memory: &mut [Block]) -> Anyhow<()> {
    let (salt, hash) = (known.salt.ok_or("no salt")?, known.hash.ok_or("no hash")?);
    let mut bytes = [0; 64];
    let salt = salt.decode_b64(&mut bytes).map_err(|error| error.to_string())?;
    let mut made = vec![0; hash.len()];
    Argon2::default()
        .hash_password_into_with_memory(b"lamplight", salt, &mut made, memory)
        .map_err(|error| error.to_string())?;
    if made == hash.as_bytes() { Ok(()) } else { Err("another password".into()) }
}

async fn refreshed(ports: &Ports, tokens: &mut Vec<String>) -> Anyhow<f64> {
    let done = Arc::new(AtomicU64::new(0));
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for token in tokens.drain(..) {
        let (ports, done) = (ports.clone(), done.clone());
        tasks.push(tokio::spawn(async move {
            let mut token = token;
            while begun.elapsed() < FOR {
                token = refresh_tokens(&ports, &token, &Origin::default()).await?.refresh_token;
                done.fetch_add(1, Ordering::Relaxed);
            }
            Anyhow::Ok(token)
        }));
    }
    for task in tasks {
        tokens.push(task.await??);
    }
    Ok(rate(&done, begun))
}

async fn bare_table(db: &Db) -> Anyhow<()> {
    db.execute("CREATE TABLE speed (id BIGINT PRIMARY KEY, number BIGINT NOT NULL)", Vec::new())
        .await?;
    for id in 0..AT_ONCE {
        let values = vec![i64::try_from(id)?.into()];
        db.execute("INSERT INTO speed (id, number) VALUES ($1, 0)", values).await?;
    }
    Ok(())
}

async fn transactions(db: &Db) -> Anyhow<f64> {
    let done = Arc::new(AtomicU64::new(0));
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for id in 0..AT_ONCE {
        let (db, done, id) = (db.clone(), done.clone(), i64::try_from(id)?);
        tasks.push(tokio::spawn(async move {
            while begun.elapsed() < FOR {
                let sql = "UPDATE speed SET number = number + 1 WHERE id = $1";
                db.execute(sql, vec![id.into()]).await?;
                done.fetch_add(1, Ordering::Relaxed);
            }
            Anyhow::Ok(())
        }));
    }
    for task in tasks {
        task.await??;
    }
    Ok(rate(&done, begun))
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn rate(done: &AtomicU64, begun: Instant) -> f64 {
    done.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64()
}

/// Seconds of CPU that this process has used.
fn cpu() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    #[expect(clippy::cast_precision_loss, reason = "a few seconds")]
    let seconds = now.tv_sec as f64 + now.tv_nsec as f64 / 1e9;
    seconds
}
