//! The administrator: unlocks, looks through applications, moves them, locks again.

use std::time::Duration;

use evernear_app::flows::waitlist::beta_gate::accept_invitation;
use evernear_rules::wire::{
    EntryStatus, StatusMoved, WaitlistCounted, WaitlistEntry, WaitlistPage,
};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Engine, Person, World, location, operators::says};

crate::both_engines![
    the_gate_opens_by_the_password_alone_and_not_by_guessing,
    a_stolen_cookie_is_worth_nothing_once_the_browser_was_locked,
    every_function_of_the_administrator_checks_the_gate,
    applications_are_listed_searched_filtered_and_counted,
    odd_pages_and_searches_have_defined_answers,
    an_approved_application_is_told_and_the_log_knows_who_did_it,
    of_two_administrators_who_move_one_entry_the_later_learns_so,
    the_whole_list_is_a_file_that_no_spreadsheet_calculates,
    an_invitation_lets_its_reader_in_behind_the_closed_gate,
    an_application_lets_one_account_in,
    an_application_lets_one_spelling_of_its_mailbox_in,
    without_the_database_the_gate_opens_and_the_page_says_what_is_missing,
    the_gate_leads_to_the_page_that_was_asked_for,
    ten_thousand_matches_are_counted_no_further_and_exported_whole,
    metrics_are_behind_a_token_and_name_nobody,
];

/// Someone whose browser is unlocked.
pub async fn administrator(world: &World) -> Person {
    let person = Person::visitor(&world.base);
    let form = [("password", world.admin_password.as_str()), ("next", "/admin/waitlist")];
    let answer = person.submit("/admin/unlock", &form).await;
    assert_eq!(location(&answer).as_deref(), Some("/admin/waitlist"));
    person
}

/// So many people apply, each from a moment of their own.
async fn apply(world: &World, people: &[(&str, &str)]) {
    for (name, email) in people {
        world.clock.forward(Duration::from_secs(60));
        let form = [("name", *name), ("email", *email), ("reason", "I miss her")];
        let answer = Person::visitor(&world.base).submit("/register", &form).await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{email}");
    }
}

async fn list(admin: &Person, query: Value) -> WaitlistPage {
    admin.call("admin/waitlist/list", json!({ "query": query })).await.expect("a list")
}

async fn counts(admin: &Person) -> (u32, u32, u32, u32) {
    let counted: WaitlistCounted =
        admin.call("admin/waitlist/counts", json!({})).await.expect("counts");
    let counts = counted.counts.expect("counted");
    (counts.total, counts.pending, counts.approved, counts.rejected)
}

async fn moves(admin: &Person, entries: &[&WaitlistEntry], to: &str) -> StatusMoved {
    let entries: Vec<Value> =
        entries.iter().map(|entry| json!({ "id": entry.id, "from": entry.status })).collect();
    admin
        .call("admin/waitlist/move", json!({ "entries": entries, "to": to }))
        .await
        .expect("an answer")
}

fn names(page: &WaitlistPage) -> Vec<&str> {
    page.data.iter().map(|entry| entry.name.as_str()).collect()
}

async fn the_gate_opens_by_the_password_alone_and_not_by_guessing(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let stranger = Person::visitor(&world.base);
    for path in ["/admin/waitlist", "/debug-supabase"] {
        let page = stranger.page(path).await;
        assert!(page.contains("Admin password") && !page.contains("data-island"), "{path}: {page}");
    }
    for _ in 0..5 {
        let wrong = [("password", "guess"), ("next", "https://evil.example")];
        let answer = stranger.submit("/admin/unlock", &wrong).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let page = answer.text().await.expect("text");
        assert!(page.contains("role=\"alert\"") && page.contains("Invalid password"), "{page}");
    }
    let right = [("password", world.admin_password.as_str()), ("next", "/admin/waitlist")];
    let answer = stranger.submit("/admin/unlock", &right).await;
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS, "even the right one must wait");
    assert_eq!(answer.headers()["retry-after"], "120");
    world.clock.forward(Duration::from_secs(120));
    let answer = stranger.submit("/admin/unlock", &right).await;
    let cookie = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(!cookie.contains("Max-Age"), "it ends with the browser: {cookie}");
    assert!(stranger.page("/admin/waitlist").await.contains("data-island=\"admin\""));
    world.clock.forward(Duration::from_secs(12 * 3600));
    assert!(
        stranger.page("/admin/waitlist").await.contains("Admin password"),
        "at most a day's work"
    );
}

async fn a_stolen_cookie_is_worth_nothing_once_the_browser_was_locked(engine: Engine) {
    let mut world = World::open_with_admin(engine, false).await;
    let form = [("password", world.admin_password.as_str()), ("next", "/admin/waitlist")];
    let owner = Person::visitor(&world.base);
    let answer = owner.submit("/admin/unlock", &form).await;
    let cookie = answer.headers()["set-cookie"].to_str().expect("text");
    let stolen = cookie.split(';').next().expect("a pair").to_owned();
    let thief = Person::without_cookies(&world.base);
    let opens = async |thief: &Person, cookie: &str| {
        let page = thief.get_with("/admin/waitlist", cookie).await.text().await.expect("text");
        page.contains("data-island=\"admin\"")
    };
    assert!(opens(&thief, &stolen).await, "so much a stolen cookie is worth before");
    let forged = stolen.replace("evernear_admin=0", "evernear_admin=1");
    assert!(!opens(&thief, &forged).await, "another session is not ours");
    assert_eq!(owner.submit("/admin/lock", &[]).await.status(), StatusCode::SEE_OTHER);
    assert!(!opens(&thief, &stolen).await);
    world.restart().await;
    let thief = Person::without_cookies(&world.base);
    assert!(!opens(&thief, &stolen).await, "another process knows of the lock as well");
    let lines = "SELECT COUNT(*) FROM admin_log WHERE action IN ('admin.unlocked', 'admin.locked')";
    assert_eq!(world.number(lines).await, 2);
}

async fn every_function_of_the_administrator_checks_the_gate(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let thandi = Person::member(&world, "thandi").await;
    for (path, body) in [
        ("admin/waitlist/list", json!({ "query": {} })),
        ("admin/waitlist/counts", json!({})),
        ("admin/waitlist/move", json!({ "entries": [], "to": "approved" })),
        ("admin/messages", json!({ "page": null })),
        (
            "admin/answer",
            json!({ "thread": "00000000-0000-7000-8000-000000000000", "message": "Hello" }),
        ),
    ] {
        let refused = thandi.call::<Value>(path, body).await.expect_err(path);
        assert_eq!(
            (refused.status, refused.problem.code.as_str()),
            (StatusCode::UNAUTHORIZED, "locked")
        );
    }
    assert_eq!(thandi.get("/admin/waitlist.csv").await.status(), StatusCode::UNAUTHORIZED);
}

async fn applications_are_listed_searched_filtered_and_counted(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let people = [
        ("Thandi Dlamini", "thandi@example.com"),
        ("Álvaro Muñoz", "alvaro@example.org"),
        ("שרה לוי", "sarah@example.com"),
        ("Nana 👩‍👩‍👧", "nana+film@example.com"),
    ];
    apply(&world, &people).await;
    let admin = administrator(&world).await;
    let page = list(&admin, json!({})).await;
    assert!(page.success);
    assert_eq!(names(&page), ["Nana 👩‍👩‍👧", "שרה לוי", "Álvaro Muñoz", "Thandi Dlamini"]);
    let p = &page.pagination;
    assert_eq!((p.page, p.page_size, p.total, p.total_pages, p.from, p.to), (1, 50, 4, 1, 1, 4));
    assert_eq!(page.data[0].kind, "beta_registration");
    assert_eq!(page.data[0].status, EntryStatus::Pending);
    let found = async |search: &str| {
        let page = list(&admin, json!({ "search": search })).await;
        assert_eq!(page.pagination.total as usize, page.data.len());
        page.data.into_iter().map(|entry| entry.email).collect::<Vec<_>>()
    };
    assert_eq!(found("THANDI").await, ["thandi@example.com"]);
    assert_eq!(found("ÁLV").await, ["alvaro@example.org"]);
    assert_eq!(found("lv").await, ["alvaro@example.org"], "two letters");
    assert_eq!(found("example.com").await.len(), 3);
    assert_eq!(found("שרה").await, ["sarah@example.com"]);
    assert_eq!(found("👩‍👩").await, ["nana+film@example.com"]);
    assert_eq!(found("nobody").await, [""; 0]);
    let sorted = list(&admin, json!({ "sort": "email" })).await;
    assert_eq!(sorted.data[0].email, "alvaro@example.org");
    let sorted =
        list(&admin, json!({ "sort": "email", "reverse": true, "search": "example" })).await;
    assert_eq!(sorted.data[0].email, "thandi@example.com");
    let second = list(&admin, json!({ "page": 2, "pageSize": 3 })).await;
    assert_eq!(names(&second), ["Thandi Dlamini"]);
    let turned = list(&admin, json!({ "page": 2, "pageSize": 3, "reverse": true })).await;
    assert_eq!(names(&turned), ["Nana 👩‍👩‍👧"]);
    assert_eq!(counts(&admin).await, (4, 4, 0, 0));
    let moved = moves(&admin, &[&page.data[0], &page.data[1]], "rejected").await;
    assert_eq!((moved.success, moved.moved, moved.conflicts), (true, 2, 0));
    assert_eq!(counts(&admin).await, (4, 2, 0, 2));
    let rejected = list(&admin, json!({ "status": "rejected" })).await;
    assert_eq!(names(&rejected), ["Nana 👩‍👩‍👧", "שרה לוי"]);
    let rejected = list(&admin, json!({ "status": "rejected", "search": "example.com" })).await;
    assert_eq!(rejected.pagination.total, 2);
    let page = admin.page("/admin/waitlist?search=than&status=pending&page=7").await;
    assert!(
        page.contains("&quot;search&quot;:&quot;than&quot;") && page.contains("thandi@example.com")
    );
    assert!(!page.contains("alvaro@example.org"));
}

async fn odd_pages_and_searches_have_defined_answers(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    apply(
        &world,
        &[
            ("50% off_all", "percent@example.com"),
            ("\"Quote\" O'Neil\\", "o@example.com"),
            ("Plain", "plain@example.com"),
        ],
    )
    .await;
    let admin = administrator(&world).await;
    for (page, shown) in [(0, 1), (-1, 1), (1_000_000_000, 2)] {
        let answer = list(&admin, json!({ "page": page, "pageSize": 2 })).await;
        assert_eq!(answer.pagination.page, shown, "page {page}");
    }
    assert_eq!(list(&admin, json!({ "pageSize": 1_000_000 })).await.pagination.page_size, 200);
    assert_eq!(list(&admin, json!({ "pageSize": 0 })).await.pagination.page_size, 1);
    let found = async |search: &str| {
        let page = list(&admin, json!({ "search": search })).await;
        page.data.into_iter().map(|entry| entry.email).collect::<Vec<_>>()
    };
    for (search, email) in [
        ("%", "percent@example.com"),
        ("_", "percent@example.com"),
        ("50% off_", "percent@example.com"),
        ("\\", "o@example.com"),
        ("\"quote\" o'n", "o@example.com"),
        ("\"q", "o@example.com"),
        ("' OR 1=1 --", ""),
        ("quote* OR plain", ""),
    ] {
        let expected: Vec<&str> =
            Some(email).filter(|email| !email.is_empty()).into_iter().collect();
        assert_eq!(found(search).await, expected, "{search}");
    }
    assert_eq!(found("PLAIN\u{0}").await, ["plain@example.com"]);
    assert_eq!(found(&"a".repeat(10_240)).await, [""; 0]);
    assert_eq!(found("  ").await.len(), 3, "blank is no search");
    let unknown = admin
        .call::<Value>("admin/waitlist/list", json!({ "query": { "status": "banana" } }))
        .await
        .expect_err("no such status");
    assert_eq!(unknown.status, StatusCode::UNPROCESSABLE_ENTITY);
    let page = admin.page("/admin/waitlist?status=banana&page=x&sort=size").await;
    assert!(page.contains("plain@example.com"), "an address that cannot mean that shows all");
    for body in [
        json!({ "entries": [], "to": "approved" }),
        json!({ "entries": [{ "id": "x", "from": "pending" }], "to": "approved" }),
    ] {
        let refused = admin.call::<Value>("admin/waitlist/move", body).await.expect_err("refused");
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(refused.problem.message, "Failed to update status. Please try again.");
    }
}

async fn an_approved_application_is_told_and_the_log_knows_who_did_it(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    apply(&world, &[("Nana", "nana@example.com")]).await;
    let admin = administrator(&world).await;
    let entry = list(&admin, json!({})).await.data.remove(0);
    assert_eq!(moves(&admin, &[&entry], "approved").await.moved, 1);
    let mail = world.mail_about("nana@example.com", "Your invitation to Evernear").await;
    assert!(
        mail.text.contains("Hello Nana,") && mail.text.contains("/invitation/"),
        "{}",
        mail.text
    );
    let line = "SELECT COUNT(*) FROM admin_log WHERE action = 'waitlist.approved' AND detail = 'pending -> approved'
                AND client = '127.0.0.1' AND subject = (SELECT id FROM waitlist_entries)";
    assert_eq!(world.number(line).await, 1);
    let told = says(&world.ports, &["admin", "log"]).await.expect("printed");
    let newest = told.lines().next().expect("a line");
    for words in ["20", "waitlist.approved", &entry.id, "pending -> approved", "127.0.0.1"] {
        assert!(newest.contains(words), "{words}: {told}");
    }
    assert!(told.contains("admin.unlocked") && !told.contains("nana"), "{told}");
    let approved = list(&admin, json!({ "status": "approved" })).await.data.remove(0);
    assert_eq!(moves(&admin, &[&approved], "pending").await.moved, 1);
    assert_eq!(counts(&admin).await, (1, 1, 0, 0));
    let none = "SELECT COUNT(*) FROM waitlist_entries WHERE invitation IS NOT NULL";
    assert_eq!(world.number(none).await, 0, "a reset takes the invitation back");
}

async fn of_two_administrators_who_move_one_entry_the_later_learns_so(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    apply(&world, &[("Nana", "nana@example.com"), ("Thandi", "thandi@example.com")]).await;
    let (one, other) = (administrator(&world).await, administrator(&world).await);
    let seen = list(&one, json!({})).await.data;
    let both: Vec<&WaitlistEntry> = seen.iter().collect();
    let (first, second) =
        tokio::join!(moves(&one, &both[..1], "approved"), moves(&other, &both, "rejected"));
    let moved = first.moved + second.moved;
    assert_eq!((moved, first.conflicts + second.conflicts), (2, 1), "each entry moves once");
    let (total, pending, approved, rejected) = counts(&one).await;
    assert_eq!((total, pending, approved + rejected), (2, 0, 2));
    let rows = "SELECT COUNT(*) FROM waitlist_entries WHERE status = 'approved'";
    assert_eq!(world.number(rows).await, i64::from(approved), "counts are the rows'");
    assert_eq!(
        world.number("SELECT COUNT(*) FROM admin_log WHERE action LIKE 'waitlist.%'").await,
        2
    );
}

async fn the_whole_list_is_a_file_that_no_spreadsheet_calculates(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    apply(
        &world,
        &[
            ("=HYPERLINK(\"http://evil\")", "evil@example.com"),
            // Where a semicolon separates cells, it would begin one.
            ("x;=cmd|'/c calc'!A0;y", "worse@example.com"),
            ("Nana, the first", "nana@example.com"),
        ],
    )
    .await;
    let admin = administrator(&world).await;
    let answer = admin.get("/admin/waitlist.csv").await;
    let name = answer.headers()["content-disposition"].to_str().expect("text").to_owned();
    assert!(
        name.starts_with("attachment; filename=\"evernear-waitlist-20") && name.ends_with(".csv\""),
        "{name}"
    );
    let text = answer.text().await.expect("text");
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines[0], "Number,Name,Email,Interest/Reason,Status,Timestamp");
    assert!(
        lines[1].starts_with("1,\"Nana, the first\",nana@example.com,I miss her,pending,20"),
        "{}",
        lines[1]
    );
    assert!(lines[2].starts_with("2,\"x;'=cmd|'/c calc'!A0;y\",worse@example.com"), "{}", lines[2]);
    assert!(
        lines[3].starts_with("3,\"'=HYPERLINK(\"\"http://evil\"\")\",evil@example.com"),
        "{}",
        lines[3]
    );
    let some = admin
        .get("/admin/waitlist.csv?search=nana&status=pending")
        .await
        .text()
        .await
        .expect("text");
    assert_eq!(some.lines().count(), 2, "{some}");
}

async fn an_invitation_lets_its_reader_in_behind_the_closed_gate(engine: Engine) {
    let world = World::open_with_admin(engine, true).await;
    apply(&world, &[("Nana", "nana@example.com"), ("Thandi", "thandi@example.com")]).await;
    let thandi = Person::member(&world, "thandi").await;
    let closed = thandi.page("/ai-creator").await;
    assert!(
        closed.contains("Closed Beta Access Required")
            && closed.contains("href=\"/#early-access\""),
        "{closed}"
    );
    let refused = thandi.call::<Value>("creator/state", json!({})).await.expect_err("closed");
    assert_eq!(
        (refused.status, refused.problem.code.as_str()),
        (StatusCode::FORBIDDEN, "beta_closed")
    );
    let admin = administrator(&world).await;
    let entries = list(&admin, json!({})).await.data;
    moves(&admin, &[&entries[1]], "approved").await;
    let mail = world.mail_about("nana@example.com", "Your invitation to Evernear").await;
    let link = mail.text.lines().find(|line| line.contains("/invitation/")).expect("a link");
    let path = link.trim_start_matches("http://127.0.0.1").to_owned();
    // A program that reads mail opens the link before its reader does.
    assert_eq!(Person::visitor(&world.base).get(&path).await.status(), StatusCode::SEE_OTHER);
    let nana = Person::visitor(&world.base);
    assert_eq!(nana.led_to(&path).await.as_deref(), Some("/auth?mode=signup&next=/ai-creator"));
    // With another address than the one that applied.
    nana.sign_up("nana.at.work@example.org", "lamplight", "nana").await;
    assert!(nana.page("/ai-creator").await.contains("data-island=\"creator\""));
    nana.state().await;
    // Shown again by the same account it is no news, as the log would say with each request.
    let token = path.rsplit('/').next().expect("a token");
    let email = "nana.at.work@example.org".parse().expect("an address");
    let found = world.ports.accounts.by_email(&email).await.expect("asked");
    let account = found.expect("an account").0.id;
    assert!(!accept_invitation(&world.ports, account, token).await.expect("asked"));
    // The same link does nothing for the next one.
    assert_eq!(thandi.led_to(&path).await.as_deref(), Some("/ai-creator"));
    assert!(thandi.page("/ai-creator").await.contains("Closed Beta Access Required"));
    // An approved e-mail needs no link.
    moves(&admin, &[&entries[0]], "approved").await;
    assert!(thandi.page("/ai-creator").await.contains("data-island=\"creator\""));
    // And a rejection closes the gate again.
    let approved = list(&admin, json!({ "search": "nana" })).await.data.remove(0);
    moves(&admin, &[&approved], "rejected").await;
    assert!(nana.page("/ai-creator").await.contains("Closed Beta Access Required"));
}

async fn an_application_lets_one_spelling_of_its_mailbox_in(engine: Engine) {
    let world = World::open_with_admin(engine, true).await;
    apply(&world, &[("Nana", "nana@example.com"), ("Plus", "+x@example.org")]).await;
    let admin = administrator(&world).await;
    for entry in &list(&admin, json!({})).await.data {
        moves(&admin, &[entry], "approved").await;
    }
    let opens = async |email: &str| {
        let person = Person::visitor(&world.base);
        person.sign_up(email, "lamplight", "").await;
        world.proves(email).await;
        person.page("/ai-creator").await.contains("data-island=\"creator\"")
    };
    assert!(!opens("+y@example.org").await, "a plus at the beginning names no mailbox");
    assert!(opens("+x@example.org").await);
    assert!(opens("nana+one@example.com").await, "the first of the mailbox");
    assert!(!opens("nana+two@example.com").await && !opens("nana@example.com").await);
}

async fn an_application_lets_one_account_in(engine: Engine) {
    let world = World::open_with_admin(engine, true).await;
    apply(&world, &[("Nana", "nana@example.com"), ("Thandi", "thandi@example.com")]).await;
    let admin = administrator(&world).await;
    let opens = async |person: &Person| {
        person.page("/ai-creator").await.contains("data-island=\"creator\"")
    };
    let mut links = Vec::new();
    for entry in &list(&admin, json!({})).await.data {
        moves(&admin, &[entry], "approved").await;
    }
    for email in ["nana@example.com", "thandi@example.com"] {
        let mail = world.mail_about(email, "Your invitation to Evernear").await;
        let link = mail.text.lines().find(|line| line.contains("/invitation/")).expect("a link");
        links.push(link.trim_start_matches("http://127.0.0.1").to_owned());
    }
    // By the address first: the invitation counts no more, in whoever's hands.
    let nana = Person::member(&world, "nana").await;
    assert!(opens(&nana).await);
    let friend = Person::visitor(&world.base);
    friend.get(&links[0]).await;
    friend.sign_up("friend@example.com", "lamplight", "").await;
    assert!(!opens(&friend).await && opens(&nana).await);
    // By the invitation first, until that account goes: the application is not theirs to delete.
    let friend = Person::visitor(&world.base);
    friend.get(&links[1]).await;
    friend.sign_up("another@example.com", "lamplight", "").await;
    assert!(opens(&friend).await, "by the invitation");
    let thandi = Person::member(&world, "thandi").await;
    assert!(!opens(&thandi).await, "it is used up");
    friend.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 2);
    assert!(opens(&thandi).await);
}

async fn without_the_database_the_gate_opens_and_the_page_says_what_is_missing(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let admin = administrator(&world).await;
    // And one who is signed in as well.
    let member = Person::member(&world, "thandi").await;
    let form = [("password", world.admin_password.as_str()), ("next", "/admin/waitlist")];
    member.submit("/admin/unlock", &form).await;
    world.db.close().await;
    let other = administrator(&world).await;
    for person in [&admin, &other, &member] {
        let page = person.page("/admin/waitlist").await;
        assert!(
            page.contains("data-island=\"admin\"") && page.contains("&quot;page&quot;:null"),
            "{page}"
        );
        let page = list(person, json!({})).await;
        assert!(!page.success && page.data.is_empty());
        assert_eq!(
            page.error.as_deref(),
            Some("There was an issue connecting to the database. Some features may be limited.")
        );
        let counted: WaitlistCounted =
            person.call("admin/waitlist/counts", json!({})).await.expect("an answer");
        assert!(!counted.success && counted.counts.is_none());
        let body = json!({ "entries": [{ "id": "019ab000-0000-7000-8000-000000000001", "from": "pending" }], "to": "approved" });
        let moved: StatusMoved = person.call("admin/waitlist/move", body).await.expect("an answer");
        assert_eq!(moved.error.as_deref(), Some("Failed to update status. Please try again."));
    }
}

async fn ten_thousand_matches_are_counted_no_further_and_exported_whole(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let sql = "INSERT INTO waitlist_entries (id, name, email, mailbox, reason, type, status, created_at, search)
               WITH RECURSIVE people(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM people WHERE n < 10050)
               SELECT '019ab000-0000-7000-8000-' || (100000000000 + n), 'Nana ' || n, 'nana' || n || '@example.com', 'nana' || n || '@example.com', '',
               'beta_registration', 'pending', n, 'nana ' || n || ' nana' || n || '@example.com' FROM people";
    world.db.execute(sql, Vec::new()).await.expect("applied");
    let admin = administrator(&world).await;
    let found = list(&admin, json!({ "search": "nana", "sort": "name" })).await;
    assert_eq!((found.pagination.total, found.pagination.more), (10_000, true));
    assert!(found.unsorted, "so many are not sorted by name");
    assert_eq!(found.data[0].name, "Nana 10050", "the newest come first instead");
    let few = list(&admin, json!({ "search": "nana 100", "sort": "name" })).await;
    assert_eq!((few.pagination.total, few.pagination.more, few.unsorted), (62, false, false));
    assert_eq!(few.data[0].name, "Nana 100");

    let file = admin.get("/admin/waitlist.csv?search=nana").await.text().await.expect("text");
    let names: Vec<_> = file.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    let newest_first: Vec<_> = (1..=10_050).rev().map(|n| format!("Nana {n}")).collect();
    assert_eq!(names, newest_first, "each once, over all the parts it is read in");
}

async fn the_gate_leads_to_the_page_that_was_asked_for(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let person = Person::visitor(&world.base);
    let page = person.page("/admin/waitlist?search=n%26n&page=3").await;
    let next = "/admin/waitlist?page=3&search=n%26n";
    assert!(page.contains(&format!("value=\"{}\"", next.replace('&', "&amp;"))), "{page}");
    let unlock = async |next: &str| {
        let form = [("password", world.admin_password.as_str()), ("next", next)];
        location(&person.submit("/admin/unlock", &form).await)
    };
    assert_eq!(unlock(next).await.as_deref(), Some(next));
    for elsewhere in [
        "/profile",
        "//evil.example/admin/waitlist",
        "/admin/waitlistings",
        "/admin/waitlist?\r\na: b",
    ] {
        assert_eq!(unlock(elsewhere).await.as_deref(), Some("/admin/waitlist"), "{elsewhere}");
    }
}

async fn metrics_are_behind_a_token_and_name_nobody(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    apply(&world, &[("Nana", "nana@example.com")]).await;
    let visitor = Person::visitor(&world.base);
    assert_eq!(visitor.get("/metrics").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(visitor.get_as("/metrics", "Bearer wrong").await.status(), StatusCode::UNAUTHORIZED);
    let answer = visitor.get_as("/metrics", "Bearer a token for stories").await;
    assert_eq!(answer.status(), StatusCode::OK);
    let text = answer.text().await.expect("text");
    for line in [
        "evernear_http_requests_total{method=\"POST\",group=\"page\",status=\"3xx\"} 1",
        "evernear_http_seconds_bucket{le=\"0.001\",group=\"page\"}",
        "evernear_applications{state=\"pending\"} 1",
        "evernear_credits_held 0",
        "evernear_queue_age_seconds 0",
        "evernear_database_up 1",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("nana") && text.trim_end().ends_with("# EOF"), "{text}");
    assert_eq!(text.matches("# EOF").count(), 1);
}
