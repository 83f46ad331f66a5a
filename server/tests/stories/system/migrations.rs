//! Rows that an earlier version wrote, after the migrations of this one.

use std::path::Path;

use evernear_server::{
    doctor::look,
    store::{Db, Schema},
    values,
};
use sqlx::{
    AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection,
    migrate::{Migrate, Migrator},
    sqlite::SqliteConnectOptions,
};

use crate::harness::{Engine, config};

static SHARED: Migrator = sqlx::migrate!("../migrations");
static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

/// The first migration after which Evernear asks for standing orders itself.
const STANDING_ORDERS: i64 = 18;
/// Keepsakes have the shape of their photos, and words are searched without apostrophes.
const KEEPSAKE_SHAPES: i64 = 42;

crate::both_engines![
    standing_orders_of_an_earlier_version_become_what_their_rows_say,
    keepsakes_of_an_earlier_version_are_shown_whole,
    words_of_an_earlier_version_are_found_without_apostrophes,
    the_doctor_counts_what_a_schema_lacks_and_adds_nothing,
];

/// A database as the migrations before `version` leave it, with these rows.
async fn database_before(engine: Engine, version: i64, url: &str, rows: &str) {
    async fn run<C: Migrate>(connection: &mut C, own: &Migrator, version: i64) {
        let earlier =
            SHARED.iter().chain(own.iter()).filter(|migration| migration.version < version);
        let migrator = Migrator::with_migrations(earlier.cloned().collect());
        migrator.run_direct(None, connection, false).await.expect("the earlier migrations run");
    }
    match engine {
        Engine::Sqlite => {
            let options: SqliteConnectOptions = url.parse().expect("an address");
            let mut connection = SqliteConnection::connect_with(&options.create_if_missing(true))
                .await
                .expect("a new database");
            run(&mut connection, &SQLITE, version).await;
            connection.execute(AssertSqlSafe(rows)).await.expect("rows of the earlier version");
            connection.close().await.expect("closed");
        }
        Engine::Postgres => {
            let mut connection = PgConnection::connect(url).await.expect("a new database");
            run(&mut connection, &POSTGRES, version).await;
            connection.execute(AssertSqlSafe(rows)).await.expect("rows of the earlier version");
            connection.close().await.expect("closed");
        }
    }
}

async fn standing_orders_of_an_earlier_version_become_what_their_rows_say(engine: Engine) {
    // Plan, its status, whether it is to be stopped, its order, whether that is to go on; then what
    // is to become of the order.
    let plans = [
        ("renews", "active", "none", "'SUB_1'", "NULL", "active"),
        ("not_told_yet", "active", "none", "NULL", "NULL", "wanted"),
        ("kept", "active", "none", "'SUB_2'", "77", "resuming"),
        ("planned", "planned", "none", "NULL", "NULL", "wanted"),
        ("cancelled", "cancelled", "due", "'SUB_3'", "NULL", "stopping"),
        ("told", "cancelled", "done", "'SUB_4'", "NULL", "stopped"),
        ("over", "expired", "none", "NULL", "NULL", "stopping"),
        ("replaced", "replaced", "done", "'SUB_5'", "NULL", "stopped"),
    ];
    let plan_rows = plans.map(|(id, status, stop, order, resume, _)| {
        format!(
            "INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code, anchor,
                 period, paid_through, end_date, ends_at, stop, stop_next_at, created_at, stop_tries, stop_problem,
                 order_code, resume_at)
             VALUES ('{id}', 'of_{id}', 'basic', 'USD', '{status}', 'paystack', 'CUS_{id}', 'PLN_1', 1, 2, 3,
                 '2026-12-01', 4, '{stop}', 5, 6, 7, 'no answer', {order}, {resume});"
        )
    });
    // Paid once, and never to renew: no plan of the provider's.
    let once = "INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, anchor, period, paid_through,
                 ends_at, stop, stop_next_at, created_at)
             VALUES ('once', 'of_once', 'basic', 'USD', 'active', 'sandbox', 1, 2, 3, 4, 'none', 5, 6);";
    let orders = ["SUB_1", "SUB_2", "SUB_3", "SUB_4", "SUB_5", "SUB_OF_NOBODY"];
    let order_rows = orders.map(|code| {
        format!(
            "INSERT INTO standing_orders (provider, code, token, customer, plan_code, created_at)
             VALUES ('paystack', '{code}', 'token', 'CUS', 'PLN_1', 8);"
        )
    });
    let rows = [plan_rows.concat().as_str(), once, &order_rows.concat()].concat();
    let folder = tempfile::tempdir().expect("a folder");
    let db = migrated(engine, STANDING_ORDERS, folder.path(), &rows).await;

    let sql = "SELECT id, order_state FROM subscriptions ORDER BY id";
    let states: Vec<(String, String)> = db.list(sql, values![]).await.expect("read");
    let mut expected: Vec<_> =
        plans.map(|(id, .., state)| (id.to_owned(), state.to_owned())).into();
    expected.push(("once".to_owned(), "none".to_owned()));
    expected.sort();
    assert_eq!(states, expected);

    let sql = "SELECT code, subscription_id FROM standing_orders ORDER BY code";
    let owners: Vec<(String, Option<String>)> = db.list(sql, values![]).await.expect("read");
    let owner = |code: &str, id: Option<&str>| (code.to_owned(), id.map(str::to_owned));
    assert_eq!(
        owners,
        [
            owner("SUB_1", Some("renews")),
            owner("SUB_2", Some("kept")),
            owner("SUB_3", Some("cancelled")),
            owner("SUB_4", Some("told")),
            owner("SUB_5", Some("replaced")),
            owner("SUB_OF_NOBODY", None),
        ]
    );

    // Everything else stands as it was.
    let sql = "SELECT COUNT(*) FROM subscriptions WHERE plan = 'basic' AND currency = 'USD' AND anchor = 1
               AND period = 2 AND paid_through = 3 AND ends_at = 4 AND created_at = 6
               AND account_id = 'of_' || id AND order_call_until = 0 AND order_refusals = 0";
    let kept: Vec<(i64,)> = db.list(sql, values![]).await.expect("read");
    assert_eq!(kept, [(9,)]);
    let sql =
        "SELECT COUNT(*) FROM subscriptions WHERE customer = 'CUS_' || id AND plan_code = 'PLN_1'
               AND end_date = '2026-12-01' AND order_tries = 7 AND order_problem = 'no answer'";
    let kept: Vec<(i64,)> = db.list(sql, values![]).await.expect("read");
    assert_eq!(kept, [(8,)]);
}

const SOMEBODY: &str = "INSERT INTO accounts (id, email, password_hash, created_at)
     VALUES ('thandi', 'thandi@example.com', '', 1);";

/// A database with these rows of an earlier version, after all migrations.
async fn migrated(engine: Engine, version: i64, folder: &Path, rows: &str) -> Db {
    let url = engine.empty_database(folder).await;
    database_before(engine, version, &url, rows).await;
    let db = Db::open(&url).await.expect("opened");
    db.migrate().await.expect("migrated");
    db
}

/// A finished memory of an earlier version, as a statement.
fn memory(id: &str, search_text: &str) -> String {
    format!(
        "INSERT INTO creations (id, account_id, request_key, kind, mode, words, seed, status, progress, state,
             rights_confirmed_at, created_at, progressed_at, next_at, lease_until, attempt, search_text)
         VALUES ('{id}', 'thandi', '{id}', 'image', 'couple', '', 1, 'finished', 100, '{{}}', 1, 1, 1, 1, 0, 0,
             '{search_text}');"
    )
}

/// A photo, its suggested part, and of the chosen one where it begins and how high it is.
type PhotoRow = (String, i64, i64, i64, i64, Option<i64>, Option<i64>);

async fn keepsakes_of_an_earlier_version_are_shown_whole(engine: Engine) {
    let photo = |id: &str, who: &str, (width, height): (u32, u32), of: &str| {
        format!(
            "INSERT INTO photos (id, account_id, creation_id, width, height, who, created_at, expires_at, suggested_x,
                 suggested_y, suggested_width, suggested_height, chosen_x, chosen_y, chosen_width, chosen_height)
             VALUES ('{id}', 'thandi', {of}, {width}, {height}, '{who}', 1, 2, 1000, 2000, 3000, 4000, 10, 20, 30, 40);"
        )
    };
    let rows = [
        SOMEBODY.to_owned(),
        memory("begun", ""),
        photo("father", "loved_one", (800, 600), "NULL"),
        photo("letter", "keepsake", (800, 600), "NULL"),
        photo("ribbon", "keepsake", (2_000, 500), "NULL"),
        photo("bookmark", "keepsake", (300, 1_000), "NULL"),
        photo("drawing", "keepsake", (800, 600), "'begun'"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let db = migrated(engine, KEEPSAKE_SHAPES, folder.path(), &rows.concat()).await;
    let sql = "SELECT id, suggested_x, suggested_y, suggested_width, suggested_height, chosen_x, chosen_height
               FROM photos ORDER BY id";
    let parts: Vec<PhotoRow> = db.list(sql, values![]).await.expect("read");
    assert_eq!(
        parts,
        [
            ("bookmark".to_owned(), 0, 2_500, 10_000, 5_000, None, None),
            ("drawing".to_owned(), 1_000, 2_000, 3_000, 4_000, Some(10), Some(40)),
            ("father".to_owned(), 1_000, 2_000, 3_000, 4_000, Some(10), Some(40)),
            ("letter".to_owned(), 0, 0, 10_000, 10_000, None, None),
            ("ribbon".to_owned(), 2_750, 0, 4_500, 10_000, None, None),
        ]
    );
}

async fn words_of_an_earlier_version_are_found_without_apostrophes(engine: Engine) {
    let rows = [
        SOMEBODY.to_owned(),
        memory("straight", "dad''s boat in durban"),
        memory("curved", "dad’s boat"),
        memory("plain", "the lake"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let db = migrated(engine, KEEPSAKE_SHAPES, folder.path(), &rows.concat()).await;
    let sql = "SELECT search_text FROM creations ORDER BY id";
    let words: Vec<(String,)> = db.list(sql, values![]).await.expect("read");
    let words: Vec<_> = words.iter().map(|(words,)| words.as_str()).collect();
    assert_eq!(words, ["dads boat", "the lake", "dads boat in durban"]);
}

async fn the_doctor_counts_what_a_schema_lacks_and_adds_nothing(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let url = engine.empty_database(folder.path()).await;
    database_before(engine, STANDING_ORDERS, &url, "").await;
    let db = Db::open(&url).await.expect("opened");
    let before = db.schema().await.expect("read");
    let Schema::Older { missing } = before else { panic!("an older schema, not {before:?}") };

    let found = look(&config(folder.path().to_owned(), url)).await;

    let (_, how, wrong) = found.iter().find(|(what, ..)| what == "Database").expect("it is named");
    assert!(how.contains(&format!("makes {missing} changes")) && !wrong, "{how}");
    assert_eq!(db.schema().await.expect("read"), before);
}
