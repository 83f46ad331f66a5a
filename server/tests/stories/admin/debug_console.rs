//! The debug console: what it tries, and what it says of what is wrong.

use reqwest::StatusCode;

use crate::{
    admin::review_applications::administrator,
    harness::{Engine, Person, World, location},
};

crate::both_engines![
    the_debug_console_names_real_causes,
    what_has_no_name_of_its_own_is_unknown,
    a_test_entry_and_its_line_in_the_log_are_stored_together_or_not_at_all,
    looking_changes_no_schema,
];

async fn tries(admin: &Person, test: &str) -> (StatusCode, String) {
    let answer = admin.submit("/debug-supabase", &[("test", test)]).await;
    (answer.status(), answer.text().await.expect("text"))
}

async fn the_debug_console_names_real_causes(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let stranger = Person::visitor(&world.base);
    let answer = stranger.submit("/debug-supabase", &[("test", "insert")]).await;
    assert_eq!(location(&answer).as_deref(), Some("/debug-supabase"), "the gate first");
    let admin = administrator(&world).await;
    let tries = async |test: &str| tries(&admin, test).await.1;
    let name =
        if engine == Engine::Sqlite { "Connected to SQLite." } else { "Connected to PostgreSQL." };
    assert!(tries("connection").await.contains(name));
    assert!(tries("count").await.contains("has 0 entries."));
    assert!(tries("insert").await.contains("A test entry was inserted"));
    assert!(tries("count").await.contains("has 1 entry."));
    let inserted =
        "SELECT COUNT(*) FROM waitlist_entries WHERE type = 'test' AND status = 'pending'";
    assert_eq!(world.number(inserted).await, 1);
    assert_eq!(
        world.number("SELECT COUNT(*) FROM admin_log WHERE action = 'debug.inserted'").await,
        1
    );
    assert_eq!(world.number("SELECT COUNT(*) FROM mails").await, 0, "nobody is written to");
    assert!(tries("doctor").await.contains("embedded renderer"));
    world.takes_no_applications().await;
    let refused = tries("insert").await;
    assert!(refused.contains("Insert failed") && refused.contains("class=\"detail\""), "{refused}");
    assert!(tries("count").await.contains("has 1 entry."), "reading goes on");
    if engine == Engine::Sqlite {
        world.db.execute("PRAGMA query_only = OFF", Vec::new()).await.expect("as before");
    }
    world.db.execute("DROP TABLE waitlist_entries", Vec::new()).await.expect("gone");
    for test in ["count", "insert"] {
        let page = tries(test).await;
        assert!(
            page.contains("waitlist_entries") && page.contains("does not exist!"),
            "{test}: {page}"
        );
    }
    world.db.close().await;
    for test in ["connection", "count", "insert"] {
        assert!(tries(test).await.contains("Connection failed"), "{test}");
    }
}

async fn what_has_no_name_of_its_own_is_unknown(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let admin = administrator(&world).await;
    let (status, page) = tries(&admin, "no such test").await;
    assert!(status == StatusCode::OK && !page.contains("role=\"alert\""), "{page}");
    // Something is there by that name that cannot be counted.
    let view: &[&str] = match engine {
        Engine::Sqlite => &[
            "ALTER TABLE waitlist_entries RENAME TO elsewhere",
            "CREATE VIEW waitlist_entries AS SELECT * FROM nowhere",
        ],
        Engine::Postgres => &[
            "ALTER TABLE waitlist_entries RENAME TO elsewhere",
            "CREATE FUNCTION refuse() RETURNS SETOF TEXT LANGUAGE plpgsql AS
             'BEGIN RAISE EXCEPTION ''no''; END'",
            "CREATE VIEW waitlist_entries AS SELECT * FROM refuse()",
        ],
    };
    for sql in view {
        world.db.execute(sql, Vec::new()).await.expect("done");
    }
    let (status, page) = tries(&admin, "count").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(page.contains("Unknown error") && page.contains("class=\"detail\""), "{page}");
    assert!(!page.contains("does not exist!"), "{page}");
    assert!(tries(&admin, "connection").await.1.contains("Connected to"));
}

async fn a_test_entry_and_its_line_in_the_log_are_stored_together_or_not_at_all(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let admin = administrator(&world).await;
    world.db.execute("ALTER TABLE admin_log RENAME TO elsewhere", Vec::new()).await.expect("away");
    let (status, page) = tries(&admin, "insert").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(page.contains("Insert failed") && !page.contains("does not exist!"), "{page}");
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 0);
    assert_eq!(world.number("SELECT CAST(SUM(entries) AS BIGINT) FROM waitlist_counts").await, 0);
    world.db.execute("ALTER TABLE elsewhere RENAME TO admin_log", Vec::new()).await.expect("back");
    let (status, page) = tries(&admin, "insert").await;
    assert!(status == StatusCode::OK && page.contains("A test entry was inserted"), "{page}");
    let line = "SELECT COUNT(*) FROM admin_log WHERE action = 'debug.inserted'
                AND subject = (SELECT id FROM waitlist_entries)";
    assert_eq!(world.number(line).await, 1);
}

async fn looking_changes_no_schema(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let admin = administrator(&world).await;
    let newest = "DELETE FROM _sqlx_migrations WHERE version =
                  (SELECT MAX(version) FROM _sqlx_migrations)";
    world.db.execute(newest, Vec::new()).await.expect("as an older program left it");
    let count = "SELECT COUNT(*) FROM _sqlx_migrations";
    let before = world.number(count).await;
    let (status, page) = tries(&admin, "doctor").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("makes 1 changes of its schema"), "{page}");
    assert_eq!(world.number(count).await, before);
    let later =
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 SELECT version + 900000, description, success, checksum, execution_time
                 FROM _sqlx_migrations WHERE version = 1";
    world.db.execute(later, Vec::new()).await.expect("as a newer program left it");
    let (_, page) = tries(&admin, "doctor").await;
    assert!(page.contains("newer version of this program"), "{page}");
}
