//! The counts of applications agree with the applications, whatever is deleted, stored and moved at
//! the same time. On SQLite one transaction writes at a time; what PostgreSQL does at once is brought
//! about here by locks of another connection.

use evernear_app::{
    domain::{id::AccountId, timestamp::Timestamp},
    ports::{PersonalDataStore, StoreError},
};
use evernear_rules::wire::{StatusMoved, WaitlistCounted, WaitlistPage};
use evernear_server::{store::Store, values};
use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::Executor;
use tokio::task::JoinHandle;

use crate::{
    admin::review_applications::administrator,
    harness::{Engine, Person, RefusedCall, World},
};

crate::both_engines![a_wrong_count_is_read_and_the_list_stays_open];

async fn applies(world: &World, email: &str) {
    let form = [("name", "Nana"), ("email", email), ("reason", "")];
    let answer = Person::visitor(&world.base).submit("/register", &form).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{email}");
}

async fn account(world: &World, name: &str) -> AccountId {
    Person::member(world, name).await;
    let email = format!("{name}@example.com");
    let found = world.rows("SELECT id FROM accounts WHERE email = $1", &email).await;
    found[0].parse().expect("an id")
}

fn erases(world: &World, account: AccountId) -> JoinHandle<Result<(), StoreError>> {
    let store = Store::new(world.db.clone());
    tokio::spawn(async move { store.erase(account, None, "nobody", Timestamp(0)).await })
}

fn rejects(admin: &Person, ids: &[String]) -> JoinHandle<Result<StatusMoved, RefusedCall>> {
    let entries: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "from": "pending" })).collect();
    let admin = admin.clone();
    tokio::spawn(async move {
        let body = json!({ "entries": entries, "to": "rejected" });
        admin.call("admin/waitlist/move", body).await
    })
}

async fn entries(world: &World) -> Vec<String> {
    world.rows("SELECT id FROM waitlist_entries WHERE status = $1 ORDER BY id", "pending").await
}

async fn counts_agree(world: &World) {
    let wrong = "SELECT COUNT(*) FROM waitlist_counts c WHERE c.entries <>
                 (SELECT COUNT(*) FROM waitlist_entries e WHERE e.status = c.status)";
    assert_eq!(world.number(wrong).await, 0, "statuses whose count is wrong");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_accounts_that_go_at_once_one_takes_the_application_along() {
    let world = World::open(Engine::Postgres).await;
    let mut going = Vec::new();
    for name in ["anna", "ben"] {
        let id = account(&world, name).await;
        let sql = "INSERT INTO previous_emails (account_id, email, until) VALUES ($1, $2, $3)";
        let had = values![id.to_string(), "shared@example.com", i64::MAX];
        world.db.execute(sql, had).await.expect("once theirs");
        going.push(id);
    }
    applies(&world, "shared@example.com").await;
    let mut other = world.beside().await;
    other.execute("SELECT 1 FROM waitlist_counts FOR UPDATE").await.expect("held");
    let gone: Vec<_> = going.into_iter().map(|id| erases(&world, id)).collect();
    world.waits_for_locks(2, || false).await;
    other.execute("COMMIT").await.expect("it ends");
    for gone in gone {
        gone.await.expect("it ends").expect("deleted");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 0);
    counts_agree(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_stored_beside_a_deletion_is_counted_as_long_as_it_is_there() {
    let world = World::open(Engine::Postgres).await;
    let anna = account(&world, "anna").await;
    let mut other = world.beside().await;
    for sql in [
        "INSERT INTO waitlist_entries (id, name, email, mailbox, reason, type, status, created_at)
         VALUES ('beside', 'Anna', 'anna@example.com', 'anna@example.com', '', 'test', 'pending', 0)",
        "UPDATE waitlist_counts SET entries = entries + 1 WHERE status = 'pending'",
    ] {
        other.execute(sql).await.expect("written");
    }
    let gone = erases(&world, anna);
    world.waits_for_locks(1, || gone.is_finished()).await;
    other.execute("COMMIT").await.expect("it ends");
    gone.await.expect("it ends").expect("deleted");
    counts_agree(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_beside_the_applicants_deletion_finds_a_conflict() {
    let world = World::open_with_admin(Engine::Postgres, false).await;
    let admin = administrator(&world).await;
    let anna = account(&world, "anna").await;
    applies(&world, "anna@example.com").await;
    applies(&world, "ben@example.com").await;
    let ids = entries(&world).await;
    let mut other = world.beside().await;
    other.execute("SELECT 1 FROM waitlist_counts FOR UPDATE").await.expect("held");
    let gone = erases(&world, anna);
    world.waits_for_locks(1, || false).await;
    let moved = rejects(&admin, &ids);
    world.waits_for_locks(2, || false).await;
    other.execute("COMMIT").await.expect("it ends");
    gone.await.expect("it ends").expect("deleted");
    let moved = moved.await.expect("it ends").expect("an answer");
    assert_eq!((moved.moved, moved.conflicts), (1, 1));
    counts_agree(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_the_database_ended_is_tried_again() {
    let world = World::open_with_admin(Engine::Postgres, false).await;
    let admin = administrator(&world).await;
    applies(&world, "anna@example.com").await;
    applies(&world, "ben@example.com").await;
    let ids = entries(&world).await;
    let mut other = world.beside().await;
    // Whoever else waits is ended, never this one.
    other.execute("SET LOCAL deadlock_timeout = '1h'").await.expect("patient");
    let lock = "SELECT 1 FROM waitlist_entries WHERE id = $1 FOR UPDATE";
    sqlx::query(lock).bind(&ids[1]).execute(&mut other).await.expect("held");
    let moved = rejects(&admin, &ids);
    world.waits_for_locks(1, || false).await;
    sqlx::query(lock)
        .bind(&ids[0])
        .execute(&mut other)
        .await
        .expect("held when the move was ended");
    other.execute("COMMIT").await.expect("it ends");
    let moved = moved.await.expect("it ends").expect("an answer");
    assert_eq!((moved.moved, moved.conflicts), (2, 0));
    counts_agree(&world).await;
}

async fn a_wrong_count_is_read_and_the_list_stays_open(engine: Engine) {
    let mut world = World::open_with_admin(engine, false).await;
    applies(&world, "anna@example.com").await;
    applies(&world, "ben@example.com").await;
    let wrong = "UPDATE waitlist_counts SET entries = -8";
    world.db.execute(wrong, Vec::new()).await.expect("written");
    let admin = administrator(&world).await;
    let query = json!({ "query": {} });
    let _: WaitlistPage = admin.call("admin/waitlist/list", query.clone()).await.expect("a list");
    let counted: WaitlistCounted =
        admin.call("admin/waitlist/counts", json!({})).await.expect("counts");
    assert_eq!(counted.counts.expect("counted").total, 0);
    world.ports.diagnosis.figures(Timestamp(0)).await.expect("figures");
    // As a program left it that counted wrong.
    let migrated = "DELETE FROM _sqlx_migrations WHERE description = 'repaired counts'";
    assert_eq!(world.db.execute(migrated, Vec::new()).await.expect("undone"), 1);
    let password = world.admin_password.clone();
    world.restart().await;
    world.admin_password = password;
    counts_agree(&world).await;
    let admin = administrator(&world).await;
    let page: WaitlistPage = admin.call("admin/waitlist/list", query).await.expect("a list");
    assert_eq!(page.pagination.total, 2);
}
