//! One line a memory on the page of credits, from its hold to its end, whatever else moves credits
//! meanwhile.

use evernear_app::{
    domain::{
        creation::Prompt,
        draft::DraftBody,
        id::{AccountId, CreationId, DraftKey},
        timestamp::Timestamp,
    },
    ports::{CreationStore, DraftStore, Fetched, NewCreation, Release},
};
use evernear_rules::wire::CreationStatus;
use evernear_server::store::Store;
use serde_json::json;

use super::history::buys;
use crate::harness::{
    Act, Engine, Person, World,
    crowd::{START, entropy, hold, ready},
    finish,
    html::{attribute, between, credit_lines},
    operators::says,
};

crate::both_engines![
    a_memory_is_one_line_from_its_hold_to_its_end,
    balances_add_up_where_a_memory_and_other_changes_overlap,
    pages_of_memories_neither_lose_nor_repeat_one_while_they_end,
    a_deleted_memory_keeps_its_line,
    a_memory_without_words_is_found_by_its_line,
];

const MEMORY: &str = "Memory “Walking with my dad by the lake”";
const WELCOME: [&str; 4] = ["Welcome credits", "+50", "50", ""];

async fn lines(person: &Person) -> Vec<[String; 4]> {
    credit_lines(&person.page("/credits").await)
}

async fn starts_over(person: &Person) {
    let _: serde_json::Value = person.call("creator/start_over", json!({})).await.expect("anew");
}

async fn a_memory_is_one_line_from_its_hold_to_its_end(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    world.imagery.image(Act::Silent);
    let begun = thandi.begins_a_film().await;
    assert_eq!(lines(&thandi).await, [[MEMORY, "25 held", "50", "/ai-creator"], WELCOME]);
    thandi.cancels(&begun.id).await;
    let cancelled = [MEMORY, "0 given back", "50", ""];
    assert_eq!(lines(&thandi).await, [cancelled, WELCOME]);
    starts_over(&thandi).await;
    world.imagery.image(Act::Fail);
    let begun = thandi.begins_a_film().await;
    assert_eq!(thandi.waits_for_the_end(&begun.id).await.status, CreationStatus::Failed);
    let failed = cancelled;
    assert_eq!(lines(&thandi).await, [failed, cancelled, WELCOME]);
    starts_over(&thandi).await;
    world.imagery.speak();
    let begun = thandi.begins_a_film().await;
    assert_eq!(thandi.waits_for_the_end(&begun.id).await.status, CreationStatus::Finished);
    let address = format!("/memories/{}", begun.id);
    let finished = [MEMORY, "−25 used", "25", &address];
    assert_eq!(lines(&thandi).await, [finished, failed, cancelled, WELCOME]);
    // The file has every entry.
    let file = thandi.page("/credits.csv").await;
    let entries: Vec<_> = file.lines().skip(1).map(|entry| entry.split(',').collect()).collect();
    let entries: Vec<[&str; 4]> =
        entries.iter().map(|cells: &Vec<_>| [cells[0], cells[2], cells[4], cells[5]]).collect();
    let expected = [
        ["7", "Used for a memory", "0", "25"],
        ["6", "Held for a memory", "-25", "25"],
        ["5", "Given back", "25", "50"],
        ["4", "Held for a memory", "-25", "25"],
        ["3", "Given back", "25", "50"],
        ["2", "Held for a memory", "-25", "25"],
        ["1", "Welcome credits", "50", "50"],
    ];
    assert_eq!(entries, expected);
    world.books_hold().await;
}

async fn balances_add_up_where_a_memory_and_other_changes_overlap(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    world.imagery.image(Act::Silent);
    let first = thandi.begins_a_film().await.id;
    buys(&thandi, "Pro", "ZAR").await;
    let held = [MEMORY, "25 held", "50", "/ai-creator"];
    let bought = |balance| ["Plan bought Pro, one month", "+700", balance, ""];
    assert_eq!(lines(&thandi).await, [bought("750"), held, WELCOME]);
    world.imagery.speak();
    thandi.waits_for_the_end(&first).await;
    let address = format!("/memories/{first}");
    let used = [MEMORY, "−25 used", "25", &address];
    assert_eq!(lines(&thandi).await, [bought("725"), used, WELCOME]);
    // Two at once, of which the later one ends first, and a gift between their ends.
    world.imagery.image(Act::Silent);
    let mut begun = Vec::new();
    for _ in 0..2 {
        starts_over(&thandi).await;
        begun.push(thandi.begins_a_film().await.id);
    }
    thandi.cancels(&begun[1]).await;
    let gift = ["credits", "grant", "thandi@example.com", "10", "sorry"];
    says(&world.ports, &gift).await.expect("given");
    let given = ["Given by us", "+10", "735", ""];
    let cancelled = [MEMORY, "0 given back", "725", ""];
    let held = [MEMORY, "25 held", "725", "/ai-creator"];
    let all = [given, cancelled, held, bought("725"), used, WELCOME];
    let page = thandi.page("/credits").await;
    assert_eq!(credit_lines(&page), all);
    let badge = between(&page, "data-credits", "</p>").expect("a badge");
    assert_eq!(between(badge, "<b>", "</b>"), Some("735"), "as the newest line says");
    thandi.cancels(&begun[0]).await;
    let all = [given, cancelled, cancelled, bought("725"), used, WELCOME];
    assert_eq!(lines(&thandi).await, all);
    world.books_hold().await;
}

/// Memories of one account, made without waiting for anything.
struct Memories {
    store: Store,
    owner: AccountId,
    ids: Vec<CreationId>,
}

impl Memories {
    async fn begin(&mut self) {
        let nth = self.ids.len() + 1;
        let at = Timestamp(START.0 + i64::try_from(nth).expect("few"));
        let new = ready(&self.store, self.owner).await;
        let mut brief = new.brief.clone();
        brief.prompt = Prompt::parse(&format!("Walk {nth} by the lake"));
        let new = NewCreation { brief, at, ..new };
        self.ids.push(new.id);
        CreationStore::begin(&self.store, new).await.expect("begun");
        let fresh = DraftKey::new(START, &entropy());
        self.store.replace(self.owner, fresh, &DraftBody::default(), START).await.expect("anew");
    }

    /// Those that have waited longest are finished.
    async fn finish(&self, number: usize) {
        let later = START.after(std::time::Duration::from_secs(3600));
        for _ in 0..number {
            let claimed = self.store.claim("worker", later, later).await.expect("claimed");
            let claimed = claimed.expect("one is being made");
            let (creation, lease) = (&claimed.creation, &claimed.lease);
            let finished = self.store.finish(creation, lease, &finish(later)).await;
            assert!(finished.expect("finished"));
        }
    }

    async fn cancel(&self, nth: usize) {
        let release =
            Release { entry: hold().entry, retake_entry: hold().entry, repay: hold().entry };
        let id = self.ids[nth - 1];
        let cancelled = self.store.cancel(self.owner, id, Fetched::GoesToo, release, START).await;
        assert!(cancelled.expect("cancelled"));
    }
}

/// Where the page leads to what is older.
fn older(page: &str) -> Option<String> {
    attribute(page, "href").find(|address| address.starts_with("/credits?before="))
}

/// What a line changes.
fn amount([_, credits, ..]: &[String; 4]) -> i64 {
    let (number, state) = credits.split_once(' ').unwrap_or((credits, ""));
    let number = number.replace('−', "-").replace(',', "").parse().expect("a number");
    if state == "held" { 0 } else { number }
}

async fn pages_of_memories_neither_lose_nor_repeat_one_while_they_end(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let gift = ["credits", "grant", "thandi@example.com", "2000", "many"];
    says(&world.ports, &gift).await.expect("given");
    let owner = world.rows("SELECT id FROM profiles WHERE email = $1", "thandi@example.com").await;
    let store = Store::new(world.db.clone());
    let owner = owner[0].parse().expect("an id");
    let mut memories = Memories { store, owner, ids: Vec::new() };
    for _ in 0..60 {
        memories.begin().await;
    }
    memories.finish(20).await;
    for nth in [50, 26, 21] {
        memories.cancel(nth).await;
    }
    let mut read = Vec::new();
    let mut address = Some("/credits".to_owned());
    let mut sizes = Vec::new();
    while let Some(next) = address {
        let page = thandi.page(&next).await;
        let lines = credit_lines(&page);
        sizes.push(lines.len());
        read.extend(lines.into_iter().map(|[what, ..]| what));
        address = older(&page);
        // Meanwhile memories end that stood on pages before and after, and one is begun.
        memories.finish(5).await;
        memories.cancel(60 - sizes.len()).await;
        memories.cancel(40 + sizes.len()).await;
        memories.begin().await;
    }
    assert_eq!(sizes, [25, 25, 12]);
    let mut all: Vec<_> =
        (1..=60).rev().map(|nth| format!("Memory “Walk {nth} by the lake”")).collect();
    all.extend(["Given by us".to_owned(), "Welcome credits".to_owned()]);
    assert_eq!(read, all);
    // Read again when nothing moves, all of it adds up.
    let mut lines = Vec::new();
    let mut address = Some("/credits".to_owned());
    while let Some(next) = address {
        let page = thandi.page(&next).await;
        lines.extend(credit_lines(&page));
        address = older(&page);
    }
    assert_eq!(lines.len(), 65);
    let mut balance = 0;
    for line in lines.iter().rev() {
        balance += amount(line);
        assert_eq!(line[2].replace(',', ""), balance.to_string(), "{line:?}");
    }
    assert_eq!(world.number("SELECT credits + held FROM account_rows").await, balance);
    let states = |state: &str| lines.iter().filter(|line| line[1].ends_with(state)).count();
    assert_eq!((states(" used"), states(" given back"), states(" held")), (35, 9, 19));
    world.books_hold().await;
}

async fn a_deleted_memory_keeps_its_line(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let id = thandi.begins_a_film().await.id;
    thandi.waits_for_the_end(&id).await;
    let entries = thandi.page("/credits.csv").await.lines().count();
    thandi.submit(&format!("/memories/{id}/delete"), &[("sure", "on")]).await;
    let deleted = ["Memory that was deleted", "−25 used", "25", ""];
    assert_eq!(lines(&thandi).await, [deleted, WELCOME]);
    assert_eq!(thandi.page("/credits.csv").await.lines().count(), entries);
}

async fn a_memory_without_words_is_found_by_its_line(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let id = thandi.begins_a_film().await.id;
    thandi.waits_for_the_end(&id).await;
    let wordless = "UPDATE creations SET words = ''";
    world.db.execute(wordless, Vec::new()).await.expect("it has none");
    let address = format!("/memories/{id}");
    assert_eq!(lines(&thandi).await, [["Memory", "−25 used", "25", &address], WELCOME]);
}
