//! How fast the books are: settled payments and holds a second beside bare durable
//! transactions of one row, on the same database in the same run, with 48 callers.
//!
//! `cargo xtask bench books` runs it on both engines; alone it takes addresses of empty
//! databases.

#[path = "../tests/stories/harness/crowd.rs"]
mod crowd;

use std::{
    future::Future,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use evernear_app::{
    domain::billing::{Currency, PLANS},
    ports::{Begun, CreationStore, PaymentStore},
};
use evernear_server::{
    store::{Db, Store},
    values,
};
use futures::future::join_all;

/// At once.
const CALLERS: usize = 48;
/// Of each kind.
const RUNS: usize = 9_600;
/// Percent of bare transactions.
const LEAST: f64 = 70.0;

#[tokio::main]
async fn main() {
    let urls: Vec<String> = std::env::args().skip(1).collect();
    if urls.is_empty() {
        eprintln!("Say which empty databases: sqlite://path and postgres://…");
        std::process::exit(2);
    }
    println!(
        "{CALLERS} callers, {RUNS} of each; at least {LEAST} % of bare transactions are wanted"
    );
    let mut kept = true;
    for url in urls {
        kept &= measure(&url).await;
    }
    if !kept {
        std::process::exit(1);
    }
}

/// Whether the budget is kept.
async fn measure(url: &str) -> bool {
    let db = Db::open(url).await.expect("the database opens");
    db.migrate().await.expect("its schema is up to date");
    let store = Store::new(db.clone());
    db.execute("CREATE TABLE bare (id TEXT PRIMARY KEY, amount BIGINT NOT NULL)", Vec::new())
        .await
        .expect("a table of its own");
    let mut settling = Vec::new();
    let mut holding = Vec::new();
    let people = join_all((0..CALLERS).map(|_| {
        let store = store.clone();
        async move {
            let mut made = Vec::new();
            for index in 0..RUNS / CALLERS {
                let owner = crowd::person(&store, 50).await;
                let plan = &PLANS[index % PLANS.len()];
                let payment = crowd::opened(&store, owner, plan, Currency::Zar).await;
                made.push((payment, crowd::ready(&store, owner).await));
            }
            made
        }
    }))
    .await;
    for (payment, creation) in people.into_iter().flatten() {
        settling.push(payment);
        holding.push(creation);
    }
    let bare = || async { rate(RUNS, |run| bare(db.clone(), run)).await };
    let (before, settled) = (
        bare().await,
        rate_of(settling, |(secure, granting)| {
            let store = store.clone();
            async move {
                store.process_secure_payment(&secure, &granting).await.expect("granted");
            }
        })
        .await,
    );
    let (between, held) = (
        bare().await,
        rate_of(holding, |creation| {
            let store = store.clone();
            async move {
                let begun = store.begin(creation).await.expect("held");
                assert!(matches!(begun, Begun::Started));
            }
        })
        .await,
    );
    let after = bare().await;
    println!("{}", db.engine());
    println!("  bare one-row transactions   {before:7.0}/s  {between:7.0}/s  {after:7.0}/s");
    db.close().await;
    let shares = [
        ("settled payments", settled, f64::midpoint(before, between)),
        ("holds", held, f64::midpoint(between, after)),
    ]
    .map(|(what, rate, beside)| {
        let share = 100.0 * rate / beside;
        println!("  {what:26}  {rate:7.0}/s  {share:5.0} %");
        share
    });
    shares.iter().all(|share| *share >= LEAST)
}

async fn bare(db: Db, run: usize) {
    let mut tx = db.begin().await.expect("begun");
    let id = format!("{run}-{}", hex::encode(crowd::entropy()));
    let sql = "INSERT INTO bare (id, amount) VALUES ($1, 1)";
    tx.execute(sql, values![id]).await.expect("one row");
    tx.commit().await.expect("durable");
}

async fn rate<F: Future<Output = ()> + Send + 'static>(
    runs: usize,
    work: impl Fn(usize) -> F,
) -> f64 {
    rate_of((0..runs).collect(), work).await
}

/// Works through all of them by so many callers; how many a second.
async fn rate_of<T, F>(all: Vec<T>, work: impl Fn(T) -> F) -> f64
where
    F: Future<Output = ()> + Send + 'static,
{
    let count = all.len();
    // What is to be done, each to be taken once.
    let one = |one| Mutex::new(Some(Box::pin(work(one))));
    let left: Arc<Vec<_>> = Arc::new(all.into_iter().map(one).collect());
    let next = Arc::new(AtomicUsize::new(0));
    let began = Instant::now();
    let callers = (0..CALLERS).map(|_| {
        let (left, next) = (left.clone(), next.clone());
        tokio::spawn(async move {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(one) = left.get(index) else { return };
                let one = one.lock().expect("whole").take();
                if let Some(one) = one {
                    one.await;
                }
            }
        })
    });
    for caller in join_all(callers).await {
        caller.expect("every caller ends well");
    }
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let rate = count as f64 / began.elapsed().as_secs_f64();
    rate
}
