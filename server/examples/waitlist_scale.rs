//! Fills a database with believable applications and prints how long the list takes:
//!
//!     cargo run --release -p evernear-server --example waitlist_scale -- DATABASE_URL [COUNT]
//!
//! `sqlite:///tmp/scale.sqlite` or `postgres://…`; a million unless said otherwise. What is
//! there already stays, and only what is missing is added. Every figure is of the whole
//! function: counting what matches and reading the page.

use std::{error::Error, time::Instant};

use evernear_app::ports::{WaitlistFilter, WaitlistStore};
use evernear_rules::wire::{EntryStatus, WaitlistSort};
use evernear_server::{
    store::{
        Db, Store,
        db::{DbError, Value},
    },
    values,
};

const FIRST: &[&str] = &[
    "Thandi", "Sipho", "Nomsa", "Lerato", "Bongani", "Zanele", "Pieter", "Anneke", "Johan",
    "Maria", "Aisha", "Mohammed", "Fatima", "Grace", "David", "Ruth", "Álvaro", "Chloé", "Søren",
    "Yuki", "Wei", "Priya", "Arjun", "Olga", "Dmitri", "Hannah", "Noah", "Isabella", "Lucas",
    "Amara",
];
const LAST: &[&str] = &[
    "Dlamini",
    "Nkosi",
    "Mokoena",
    "van der Merwe",
    "Botha",
    "Naidoo",
    "Patel",
    "Khumalo",
    "Mbeki",
    "Smith",
    "Johnson",
    "García",
    "Müller",
    "Rossi",
    "Tanaka",
    "Chen",
    "Okafor",
    "Adeyemi",
    "Kowalski",
    "Ivanova",
    "Haddad",
    "Cohen",
    "Lindqvist",
    "O'Brien",
    "Fernandes",
    "Jansen",
    "Moyo",
    "Sithole",
    "Abrahams",
    "Petersen",
];
const HOSTS: &[&str] =
    &["gmail.com", "outlook.com", "yahoo.com", "icloud.com", "mweb.co.za", "example.org"];
const REASONS: &[&str] = &[
    "I miss my grandmother.",
    "For my parents' anniversary.",
    "",
    "My brother lives far away.",
    "To see my dad once more beside my daughter.",
    "",
    "A friend told me about it.",
];
/// Rows of one statement and statements of one transaction.
const ROWS: usize = 500;
const STATEMENTS: u64 = 20;
/// Questions asked for each figure.
const ASKED: usize = 100;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("the address of a database is missing")?;
    let count: u64 = arguments.next().map_or(Ok(1_000_000), |count| count.parse())?;
    let db = Db::open(&url).await?;
    db.migrate().await?;
    let start = Instant::now();
    let added = fill(&db, count).await?;
    println!("{}: {added} entries added in {:.0} s", db.engine(), start.elapsed().as_secs_f64());
    let store = Store::new(db);
    println!("{:<44} {:>8} {:>8} {:>8}", "milliseconds", "p50", "p95", "p99");
    measure(&store).await
}

async fn fill(db: &Db, count: u64) -> Result<u64, DbError> {
    let there = db.row("SELECT COUNT(*) FROM waitlist_entries", Vec::new()).await?;
    let there =
        there.map(|row| row.int(0)).transpose()?.and_then(|there| u64::try_from(there).ok());
    let mut next = there.unwrap_or(0);
    let begun = next;
    let insert: &'static str = Box::leak(statement().into_boxed_str());
    let mut dice = Dice(0x5eed + next);
    while next < count {
        let mut tx = db.begin().await?;
        let mut moved = [0_i64; 3];
        for _ in 0..STATEMENTS {
            if next >= count {
                break;
            }
            let mut row_values: Vec<Value> = Vec::with_capacity(ROWS * 9);
            for _ in 0..ROWS {
                let status = entry(&mut dice, next, &mut row_values);
                moved[status] += 1;
                next += 1;
            }
            tx.execute(insert, row_values).await?;
        }
        for (status, moved) in STATUSES.into_iter().zip(moved) {
            let sql = "UPDATE waitlist_counts SET entries = entries + $2 WHERE status = $1";
            tx.execute(sql, values![status, moved]).await?;
        }
        tx.commit().await?;
    }
    // As each engine does by itself in time.
    let tidy = match db {
        Db::Sqlite { .. } => "ANALYZE",
        Db::Postgres { .. } => "VACUUM ANALYZE waitlist_entries",
    };
    db.execute(tidy, Vec::new()).await?;
    Ok(next - begun)
}

const STATUSES: [&str; 3] = ["pending", "approved", "rejected"];

fn statement() -> String {
    let rows = (0..ROWS).map(|row| {
        let places = (1..=9).map(|column| format!("${}", row * 9 + column));
        format!("({})", places.collect::<Vec<_>>().join(","))
    });
    format!(
        "INSERT INTO waitlist_entries (id, name, email, mailbox, reason, type, status, created_at, search) VALUES {}",
        rows.collect::<Vec<_>>().join(",")
    )
}

/// One entry; the place of its status.
fn entry(dice: &mut Dice, number: u64, row_values: &mut Vec<Value>) -> usize {
    let (first, last) = (dice.one(FIRST), dice.one(LAST));
    let name = format!("{first} {last}");
    let local = format!("{}.{}{number}", plain(first), plain(last));
    let email = format!("{local}@{}", dice.one(HOSTS));
    // Seven in ten wait, two are approved, one is rejected.
    let status = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2][dice.below(10)];
    // About one in half a minute.
    let at = 1_735_689_600_000 + i64::try_from(number).unwrap_or(0) * 31_000;
    let id = format!("{:08x}-{:04x}-7000-8000-{number:012x}", at >> 16, at & 0xffff);
    row_values.extend(values![
        id,
        name.as_str(),
        email.as_str(),
        email.as_str(),
        dice.one(REASONS),
        "beta_registration",
        STATUSES[status],
        at,
        format!("{}\n{email}", name.to_lowercase()),
    ]);
    status
}

fn plain(name: &str) -> String {
    name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect()
}

async fn measure(store: &Store) -> Result<(), Box<dyn Error>> {
    let mut dice = Dice(7);
    let mut over = 0;
    for status in
        [None, Some(EntryStatus::Pending), Some(EntryStatus::Approved), Some(EntryStatus::Rejected)]
    {
        for sort in
            [WaitlistSort::Timestamp, WaitlistSort::Name, WaitlistSort::Email, WaitlistSort::Status]
        {
            let filter = WaitlistFilter { status, sort, ..WaitlistFilter::default() };
            let what = format!("{} by {}", said(status), format!("{sort:?}").to_lowercase());
            let mut next = 0;
            over += figure(store, &format!("{what}, pages 1 to 9"), ADJACENT, || {
                next = (next + 1) % 9;
                (filter.clone(), Page::At(next))
            })
            .await?;
            over += figure(store, &format!("{what}, any page"), JUMP, || {
                (filter.clone(), Page::Share(dice.share()))
            })
            .await?;
        }
    }
    for (what, words) in SEARCHES {
        for status in [None, Some(EntryStatus::Pending), Some(EntryStatus::Rejected)] {
            for (where_, first) in [("page 1", true), ("any page", false)] {
                let what = format!("search, {what}, {}, {where_}", said(status));
                over += figure(store, &what, JUMP, || {
                    let search = dice.one(words).to_owned();
                    let page = if first { Page::At(0) } else { Page::Share(dice.share()) };
                    (WaitlistFilter { search, status, ..WaitlistFilter::default() }, page)
                })
                .await?;
            }
        }
    }
    let sort = WaitlistSort::Name;
    over += figure(store, "search, narrow, all by name, any page", JUMP, || {
        let search = dice.one(SEARCHES[2].1).to_owned();
        (WaitlistFilter { search, sort, ..WaitlistFilter::default() }, Page::Share(dice.share()))
    })
    .await?;
    println!("{over} of them above what is allowed");
    Ok(())
}

/// What the 95th of a hundred may take, in milliseconds.
const ADJACENT: f64 = 50.0;
const JUMP: f64 = 200.0;

fn said(status: Option<EntryStatus>) -> String {
    status.map_or("all".to_owned(), |status| format!("{status:?}").to_lowercase())
}

const SEARCHES: &[(&str, &[&str])] = &[
    ("frequent", &["gma", "mail", "com", "out", "thandi", "look.com", "van der merwe"]),
    // One in eighty to one in thirty: neither walking nor collecting is obviously right.
    ("in between", &["e.m", "a.n", "i.m", "h.m", "dlamini", "o'brien"]),
    ("narrow", &["thandi dlamini", "søren cohen", "ruth.botha", "wei smith"]),
    ("one or none", &["lerato.nkosi123456", "naidoo777", "qqq", "zzzz", "98765@"]),
    ("signs", &["%%%", "___", "9@g", "l.c", ".co.za", "@mweb", "o'b", "\\_%", "\"\"\""]),
];

enum Page {
    At(u32),
    /// Of all pages that there are.
    Share(f64),
}

/// Asks and prints; one when it takes longer than `allowed`.
async fn figure(
    store: &Store,
    what: &str,
    allowed: f64,
    mut question: impl FnMut() -> (WaitlistFilter, Page),
) -> Result<u32, Box<dyn Error>> {
    let mut times = Vec::with_capacity(ASKED);
    for _ in 0..ASKED {
        let (filter, page) = question();
        let start = Instant::now();
        let found = store.matches(&filter).await?;
        let pages = found.total.div_ceil(25);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of a count is a count"
        )]
        let page = match page {
            Page::At(page) => page.min(pages.saturating_sub(1)),
            Page::Share(share) => (f64::from(pages) * share) as u32,
        };
        store.entries(&filter, page * 25, 25, found).await?;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    let over = at(95) > allowed;
    let mark = if over { " above" } else { "" };
    println!("{what:<44} {:>8.2} {:>8.2} {:>8.2}{mark}", at(50), at(95), at(99));
    Ok(u32::from(over))
}

/// Always the same numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides
    }

    fn one(&mut self, of: &[&'static str]) -> &'static str {
        of[self.below(of.len())]
    }

    fn share(&mut self) -> f64 {
        f64::from(u32::try_from(self.below(1_000_000)).unwrap_or(0)) / 1_000_000.0
    }
}
