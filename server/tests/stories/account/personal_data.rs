//! What is a person's own: they take it along, and when they go it goes with them. Both read
//! one registry, which a story asks about every table there is.

use std::{collections::BTreeMap, io::Read, time::Duration};

use evernear_app::{domain::media::ObjectKey, flows::billing::run_jobs::run_billing_jobs};
use evernear_rules::wire::{CheckoutView, CreationKind};
use evernear_server::{
    config::{
        Secret,
        payments::{PaystackConfig, PlanCode},
    },
    store::account::personal_data::{NON_PERSONAL, tables},
};
use reqwest::StatusCode;
use zip::ZipArchive;

use crate::harness::{
    Engine, Person, World, eventually, location,
    paystack::{Paystack, SECRET, Trouble, signed},
    photo_bytes,
    recordings::voice,
};

crate::both_engines![
    every_table_and_column_is_in_the_registry_or_is_nobodys,
    everything_can_be_taken_along,
    one_archive_of_a_person_is_on_its_way_at_a_time,
    when_someone_goes_nothing_of_theirs_stays,
    an_address_that_is_somebody_elses_now_stays_theirs,
    what_is_written_under_an_address_after_it_changed_hands_is_the_next_ones,
    an_address_that_nobody_proved_opens_and_deletes_nothing,
    whoever_goes_with_a_running_plan_is_charged_no_more,
];

async fn every_table_and_column_is_in_the_registry_or_is_nobodys(engine: Engine) {
    let world = World::open(engine).await;
    let known: BTreeMap<&str, Vec<&str>> = tables().collect();
    for (table, columns) in world.tables().await {
        // Tables of a search index belong to the table they index.
        let is_index = table.contains("_search") || table.contains("_fts");
        if is_index || NON_PERSONAL.contains(&table.as_str()) {
            continue;
        }
        let registered = known
            .get(table.as_str())
            .unwrap_or_else(|| panic!("{table} ({columns:?}) needs a line in personal_data.rs"));
        for column in &columns {
            assert!(
                registered.contains(&column.as_str()),
                "{table}.{column} is neither shown nor left out in personal_data.rs"
            );
        }
    }
}

/// Someone with something in nearly every table.
async fn someone(world: &World) -> Person {
    let thandi = Person::member(world, "thandi").await;
    let film = thandi.begins_a_film().await;
    thandi.waits_for_the_end(&film.id).await;
    thandi
        .call::<serde_json::Value>("creator/start_over", serde_json::json!({}))
        .await
        .expect("anew");
    thandi.says("My dad thandi@example.com by the sea").await;
    let photo = thandi.upload(photo_bytes("old-man-grey-beard-bw.jpg")).await.expect("a photo");
    thandi.sends_recording(voice(2, "wav", &[])).await.expect("a recording");
    let crop = serde_json::json!({ "x": 1000, "y": 500, "width": 6000, "height": 6400 });
    let choice =
        serde_json::json!({ "rights_confirmed": true, "who": [], "crops": [[photo.id, crop]] });
    thandi.call::<serde_json::Value>("creator/remember", choice).await.expect("remembered");
    let words = serde_json::json!([{ "place": "support", "fields": { "message": "And then" } }]);
    assert_eq!(thandi.keeps_unsent(words).await.expect("kept"), [""; 0]);
    let write = [
        ("name", "Thandi"),
        ("email", "thandi@example.com"),
        ("company", "Home"),
        ("employees", "1-10"),
        ("message", "Help me, please."),
    ];
    let written = Person::visitor(&world.base).submit("/contact", &write).await;
    assert_eq!(written.status(), StatusCode::OK, "a message to us");
    let form = [("name", "Thandi"), ("email", "thandi@example.com"), ("reason", "I miss him")];
    Person::visitor(&world.base).submit("/register", &form).await;
    thandi.submit("/profile/two-factor", &[("action", "begin")]).await;
    thandi.submit("/profile/email", &[("email", "other@example.com")]).await;
    world.mails_are_out().await;
    thandi
}

async fn everything_can_be_taken_along(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "nana").await;
    let thandi = someone(&world).await;
    let answer = thandi.submit("/profile/export", &[]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "application/zip");
    let bytes = answer.bytes().await.expect("an archive").to_vec();
    let mut archive = ZipArchive::new(std::io::Cursor::new(bytes)).expect("a whole one");
    let mut read = |name: &str| {
        let mut text = Vec::new();
        let mut file = archive.by_name(name).unwrap_or_else(|_| panic!("{name} is missing"));
        file.read_to_end(&mut text).expect("it can be read");
        text
    };
    for (table, _) in tables() {
        let json: serde_json::Value =
            serde_json::from_slice(&read(&format!("data/{table}.json"))).expect("JSON");
        let text = json.to_string();
        assert!(!text.contains("nana@example.com"), "{table} has somebody else's");
        assert!(!text.contains("argon2"), "{table} has a secret");
    }
    let account: serde_json::Value =
        serde_json::from_slice(&read("data/accounts.json")).expect("JSON");
    assert_eq!(account[0]["email"], "thandi@example.com");
    let unsent = String::from_utf8(read("data/unsent_words_support.json")).expect("text");
    assert!(unsent.contains("And then"), "sealed words can be read by whose they are: {unsent}");
    let history = String::from_utf8(read("data/prompt_history.json")).expect("text");
    assert!(history.contains("Walking with my dad by the lake"), "{history}");
    let names: Vec<String> =
        archive.file_names().map(|name| name.expect("a name").into_owned()).collect();
    for (start, end) in [
        ("photos/", "upright.jpg"),
        ("recordings/", "sound.wav"),
        ("memories/", "film.mp4"),
        ("memories/", "image.jpg"),
    ] {
        let found = names.iter().any(|name| name.starts_with(start) && name.ends_with(end));
        assert!(found, "{start}…{end}: {names:?}");
    }
}

/// What is not read stays unsent; nothing of the next is gathered meanwhile.
async fn one_archive_of_a_person_is_on_its_way_at_a_time(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let photo = thandi.upload(photo_bytes("older-woman-glasses-cap.jpg")).await.expect("a photo");
    // More than lines hold by themselves.
    let key = ObjectKey::photo(photo.id.parse().expect("an id"));
    world.ports.objects.put(&key, vec![7; 32 << 20]).await.expect("kept");
    let first = thandi.submit("/profile/export", &[]).await;
    assert_eq!(first.status(), StatusCode::OK);
    let second = thandi.submit("/profile/export", &[]).await;
    assert_eq!(second.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(second.headers()["retry-after"], "10");
    let bytes = first.bytes().await.expect("the archive");
    assert!(bytes.len() > 32 << 20, "{}", bytes.len());
    drop(bytes);
    eventually("the next may be asked for", || async {
        let next = thandi.submit("/profile/export", &[]).await;
        // Dropped unread: its connection ends, and it with it.
        (next.status() == StatusCode::OK).then_some(())
    })
    .await;
    // A few at once, and then one each ten minutes.
    let mut refused = 0;
    for _ in 0..8 {
        let next = thandi.submit("/profile/export", &[]).await;
        refused += u32::from(next.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0);
    assert_eq!(thandi.get("/profile").await.status(), StatusCode::OK);
}

/// Where addresses are taken as they are, anybody can sign up with somebody else's.
async fn an_address_that_nobody_proved_opens_and_deletes_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let owner = Person::visitor(&world.base);
    let write = [
        ("name", "Thandi"),
        ("email", "thandi@example.com"),
        ("company", "Home"),
        ("employees", "1-10"),
        ("message", "My father died in spring."),
    ];
    assert_eq!(owner.submit("/contact", &write).await.status(), StatusCode::OK);
    let form = [("name", "Thandi"), ("email", "thandi@example.com"), ("reason", "I miss him")];
    owner.submit("/register", &form).await;
    let stranger = Person::visitor(&world.base);
    stranger.sign_up("thandi@example.com", "the stranger's words", "").await;
    let bytes = stranger.submit("/profile/export", &[]).await.bytes().await.expect("an archive");
    let mut archive = ZipArchive::new(std::io::Cursor::new(bytes.to_vec())).expect("a whole one");
    for table in ["messages", "threads", "waitlist_entries", "mails"] {
        let mut text = String::new();
        let name = format!("data/{table}.json");
        let mut file = archive.by_name(&name).expect("the table");
        file.read_to_string(&mut text).expect("text");
        assert_eq!(text.trim(), "[]", "{table}");
    }
    // Nor when they move on and leave it behind.
    stranger.submit("/profile/email", &[("email", "stranger@example.com")]).await;
    moves(&world, &stranger, "thandi@example.com", "stranger@example.com").await;
    let answer = stranger.submit("/profile/delete", &[("sure", "yes")]).await;
    assert!(answer.text().await.expect("text").contains("Your account is deleted"));
    for kept in [
        "SELECT COUNT(*) FROM messages WHERE email = 'thandi@example.com'",
        "SELECT COUNT(*) FROM waitlist_entries",
    ] {
        assert_eq!(world.number(kept).await, 1, "{kept}");
    }
}

async fn when_someone_goes_nothing_of_theirs_stays(engine: Engine) {
    let world = World::open(engine).await;
    let nana = Person::member(&world, "nana").await;
    let thandi = someone(&world).await;
    let id = world
        .db
        .row("SELECT id FROM accounts WHERE email = 'thandi@example.com'", Vec::new())
        .await
        .expect("asked")
        .expect("an account")
        .text(0)
        .expect("an id");
    let photos: Vec<Vec<u8>> =
        world.objects().iter().map(|file| std::fs::read(file).expect("a file")).collect();
    assert!(photos.len() >= 4, "photos and a memory");
    // Mails of theirs may still wait to be sent, and one more film is being made.
    let waiting = "INSERT INTO mails (id, purpose, recipient, sealed, created_at, next_at, lease_until, attempt)
         VALUES ('waiting', 'story', 'thandi@example.com', 'Hello thandi@example.com', 0, 9000000000000000, 0, 0)";
    world.db.execute(waiting, Vec::new()).await.expect("queued");
    thandi.upload(photo_bytes("older-woman-glasses-cap.jpg")).await.expect("a photo");
    // All of it was under an address that is not theirs any more, and they are about to move on.
    moves(&world, &thandi, "thandi@example.com", "other@example.com").await;
    world.clock.forward(Duration::from_secs(61));
    thandi.submit("/profile/email", &[("email", "third@example.com")]).await;
    world.letter("third@example.com", "Confirm your new e-mail").await;
    let unsure = thandi.submit("/profile/delete", &[]).await;
    assert_eq!(unsure.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let answer = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.text().await.expect("text").contains("Your account is deleted"));
    assert!(thandi.led_to("/dashboard").await.is_some(), "every session is over");
    let emails = ["thandi@example.com", "other@example.com", "third@example.com"];
    let words = [&emails[..], &[&id, "Walking with my dad"]].concat();
    nothing_knows(&world, &words, &photos).await;
    assert!(world.objects().is_empty(), "{:?}", world.objects());
    world.books_hold().await;
    assert_eq!(nana.get("/dashboard").await.status(), StatusCode::OK, "others stay");
    let again = Person::visitor(&world.base);
    let answer = again.sign_up("thandi@example.com", "lamplight", "thandi").await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard"), "and may come back");
    let page = again.page("/dashboard").await;
    assert!(page.contains("<b>0</b> credits"), "the mailbox had its welcome: {page}");
    let kind = CreationKind::Video;
    assert!(again.begins("nothing", kind).await.is_err(), "with nothing of before");
}

/// Both mailboxes agree to the change that was asked for.
async fn moves(world: &World, person: &Person, from: &str, to: &str) {
    for mailbox in [from, to] {
        let letter = world.letter(mailbox, "Confirm your new e-mail").await;
        person.submit("/profile/email", &[("token", &letter.code)]).await;
    }
    assert!(person.page("/profile").await.contains(to), "moved");
}

async fn an_address_that_is_somebody_elses_now_stays_theirs(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.submit("/profile/email", &[("email", "moved@example.com")]).await;
    moves(&world, &thandi, "thandi@example.com", "moved@example.com").await;
    let nana = Person::visitor(&world.base);
    nana.sign_up("thandi@example.com", "lamplight", "nana").await;
    let form = [("name", "Nana"), ("email", "thandi@example.com"), ("reason", "I miss him")];
    Person::visitor(&world.base).submit("/register", &form).await;
    let gone = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(gone.status(), StatusCode::OK);
    let applied = "SELECT name FROM waitlist_entries WHERE email = $1";
    assert_eq!(world.rows(applied, "thandi@example.com").await, ["Nana"]);
    assert_eq!(nana.get("/dashboard").await.status(), StatusCode::OK);
    assert_eq!(world.number("SELECT COUNT(*) FROM previous_emails").await, 0);
}

/// The next holder of an address needs no account to write under it.
async fn what_is_written_under_an_address_after_it_changed_hands_is_the_next_ones(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    world.proves("thandi@example.com").await;
    let applies = async |name: &str| {
        let form = [("name", name), ("email", "thandi@example.com"), ("reason", "I miss him")];
        Person::visitor(&world.base).submit("/register", &form).await
    };
    let writes = async |name: &str, message: &str| {
        let address = ("email", "thandi@example.com");
        let form = [("name", name), address, ("company", "Acme"), ("message", message)];
        Person::visitor(&world.base).submit("/contact", &form).await
    };
    writes("Thandi", "What I wrote myself.").await;
    thandi.submit("/profile/email", &[("email", "moved@example.com")]).await;
    moves(&world, &thandi, "thandi@example.com", "moved@example.com").await;
    world.clock.forward(Duration::from_secs(3600));
    applies("Nana").await;
    writes("Nana", "What nobody else may read.").await;
    // Thandi came in by the invitation of another applicant.
    let form = [("name", "Nana"), ("email", "nana@example.com"), ("reason", "nobody else")];
    Person::visitor(&world.base).submit("/register", &form).await;
    let used = "UPDATE waitlist_entries SET account_id = (SELECT id FROM accounts WHERE email = 'moved@example.com')
                WHERE email = 'nana@example.com'";
    assert_eq!(world.db.execute(used, Vec::new()).await.expect("used"), 1);
    thandi.submit("/auth/again", &[("by", "password"), ("password", "lamplight")]).await;
    let archive = thandi.submit("/profile/export", &[]).await.bytes().await.expect("an archive");
    let mut archive = ZipArchive::new(std::io::Cursor::new(archive)).expect("a zip");
    let mut text = String::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).expect("a file");
        let mut bytes = Vec::new();
        Read::read_to_end(&mut file, &mut bytes).expect("read");
        text.push_str(&String::from_utf8_lossy(&bytes));
    }
    assert!(text.contains("What I wrote myself."), "{text}");
    assert!(!text.contains("Nana") && !text.contains("nobody else"), "{text}");
    let gone = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(gone.status(), StatusCode::OK);
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 2);
    assert_eq!(world.number("SELECT COUNT(*) FROM messages").await, 1);
}

async fn whoever_goes_with_a_running_plan_is_charged_no_more(engine: Engine) {
    let paystack = Paystack::open().await;
    let shop = PaystackConfig {
        secret_key: Secret(SECRET.to_owned()),
        url: paystack.url.clone(),
        plans: vec![PlanCode { name: "Pro/USD".to_owned(), code: "PLN_Pro_USD".to_owned() }],
    };
    let world = World::with(engine, |config| config.payments.paystack = Some(shop)).await;
    let tells = async |body: String| {
        let told = reqwest::Client::new()
            .post(format!("{}/webhooks/paystack", world.base))
            .header("x-paystack-signature", signed(&body))
            .body(body);
        assert_eq!(told.send().await.expect("an answer").status(), StatusCode::OK);
    };
    let thandi = Person::member(&world, "thandi").await;
    let id = world.rows("SELECT id FROM accounts WHERE email = $1", "thandi@example.com").await;
    let order = serde_json::json!({ "plan": "Pro", "currency": "USD" });
    let window: CheckoutView = thandi.call("checkout/begin", order).await.expect("a window");
    let paid = window.reference;
    paystack.pays(&paid);
    tells(paystack.told(&paid)).await;
    eventually("its order is made", || async {
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        (paystack.subscribed().len() == 1).then_some(())
    })
    .await;
    // The provider cannot be asked while they go: they go all the same.
    paystack.trouble(Some(Trouble::Down));
    let gone = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert!(gone.text().await.expect("text").contains("Your account is deleted"));
    let stop = "SELECT s.status, s.order_state FROM subscriptions s JOIN payments p
                ON p.subscription_id = s.id WHERE p.reference = $1";
    run_billing_jobs(&world.ports).await.expect("billing jobs ran");
    assert_eq!(world.rows(stop, &paid).await, ["cancelled stopping"]);
    paystack.trouble(None);
    world.clock.forward(Duration::from_secs(600));
    eventually("the provider confirms", || async {
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        (world.rows(stop, &paid).await == ["cancelled stopped"]).then_some(())
    })
    .await;
    assert_eq!(paystack.disabled().len(), 1, "the standing order is stopped");
    // A charge that was under way: to be paid back, granted to nobody, and it brings no
    // name with it.
    tells(paystack.renews("T1", &paid, "2026-12-21T16:00:00.000Z")).await;
    run_billing_jobs(&world.ports).await.expect("billing jobs ran");
    let books = "SELECT status, amount, currency FROM payments WHERE reference = $1";
    assert_eq!(world.rows(books, &paid).await, ["paid 1200 USD"], "the books keep what was paid");
    assert_eq!(world.rows(books, "T1").await, ["flagged 1200 USD"]);
    nothing_knows(&world, &["thandi@example.com", &id[0]], &[]).await;
    world.books_hold().await;
}

/// Looks through every column of every table and every file.
async fn nothing_knows(world: &World, words: &[&str], pictures: &[Vec<u8>]) {
    for (table, columns) in world.tables().await {
        for column in columns {
            for word in words {
                let sql = format!(
                    "SELECT COUNT(*) FROM {table} WHERE CAST({column} AS TEXT) LIKE '%{word}%'"
                );
                let found = world.number(sql.leak()).await;
                assert_eq!(found, 0, "{table}.{column} still knows {word}");
            }
        }
    }
    let mut files = Vec::new();
    every_file(&world.folder, &mut files);
    for file in files {
        let bytes = std::fs::read(&file).expect("a file");
        let name = file.to_string_lossy().into_owned();
        for word in words {
            assert!(!name.contains(word), "{name}");
            let found = bytes.windows(word.len()).any(|part| part == word.as_bytes());
            assert!(!found, "{name} has {word}");
        }
        assert!(!pictures.contains(&bytes), "{name} is one of their pictures");
    }
}

fn every_file(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            every_file(&entry.path(), found);
        } else {
            found.push(entry.path());
        }
    }
}
