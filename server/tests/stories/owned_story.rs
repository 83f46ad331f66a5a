//! What is a person's own: they take it along, and when they go it goes with them
//! (decision 28). Both read one registry, which a story asks about every table there is.

use std::{collections::BTreeSet, io::Read};

use evernear_rules::wire::CreationKind;
use evernear_server::store::{
    Db,
    owned::{NOBODYS, tables},
};
use reqwest::StatusCode;
use zip::ZipArchive;

use crate::support::{Engine, Person, World, location, photo_bytes};

crate::both_engines![
    every_table_is_in_the_registry_or_is_nobodys,
    everything_can_be_taken_along,
    when_someone_goes_nothing_of_theirs_stays,
];

async fn tables_of(db: &Db) -> Vec<(String, Vec<String>)> {
    let names = match db {
        Db::Sqlite { .. } => {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        }
        Db::Postgres(_) => {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
        }
    };
    let columns = match db {
        Db::Sqlite { .. } => "SELECT name FROM pragma_table_info($1)",
        Db::Postgres(_) => {
            "SELECT CAST(column_name AS TEXT) FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1"
        }
    };
    let mut tables = Vec::new();
    for row in db.rows(names, Vec::new()).await.expect("asked") {
        let table = row.text(0).expect("a name");
        let found = db.rows(columns, vec![table.as_str().into()]).await.expect("asked");
        let found = found.iter().map(|row| row.text(0).expect("a name")).collect();
        tables.push((table, found));
    }
    tables
}

async fn every_table_is_in_the_registry_or_is_nobodys(engine: Engine) {
    let world = World::open(engine).await;
    let known: BTreeSet<&str> = tables().chain(NOBODYS.iter().copied()).collect();
    for (table, columns) in tables_of(&world.db).await {
        // Tables of a search index belong to the table they index.
        if table.contains("_search") || table.contains("_fts") {
            continue;
        }
        assert!(
            known.contains(table.as_str()),
            "{table} ({columns:?}) needs a line in server/src/store/owned.rs"
        );
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
    thandi.upload(photo_bytes("old-man-grey-beard-bw.jpg")).await.expect("a photo");
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
    for table in tables() {
        let json: serde_json::Value =
            serde_json::from_slice(&read(&format!("data/{table}.json"))).expect("JSON");
        let text = json.to_string();
        assert!(!text.contains("nana@example.com"), "{table} has somebody else's");
        assert!(!text.contains("argon2"), "{table} has a secret");
    }
    let account: serde_json::Value =
        serde_json::from_slice(&read("data/accounts.json")).expect("JSON");
    assert_eq!(account[0]["email"], "thandi@example.com");
    let history = String::from_utf8(read("data/prompt_history.json")).expect("text");
    assert!(history.contains("Walking with my dad by the lake"), "{history}");
    let names: Vec<String> =
        archive.file_names().map(|name| name.expect("a name").into_owned()).collect();
    for (start, end) in
        [("photos/", "upright.jpg"), ("memories/", "film.mp4"), ("memories/", "image.jpg")]
    {
        let found = names.iter().any(|name| name.starts_with(start) && name.ends_with(end));
        assert!(found, "{start}…{end}: {names:?}");
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
    // One more is being made while they go.
    thandi.upload(photo_bytes("older-woman-glasses-cap.jpg")).await.expect("a photo");
    let unsure = thandi.submit("/profile/delete", &[]).await;
    assert_eq!(unsure.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let answer = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.text().await.expect("text").contains("Your account is deleted"));
    assert!(thandi.led_to("/dashboard").await.is_some(), "every session is over");
    for (table, columns) in tables_of(&world.db).await {
        for column in columns {
            let sql = format!(
                "SELECT COUNT(*) FROM {table} WHERE CAST({column} AS TEXT) LIKE '%thandi@example.com%'
                 OR CAST({column} AS TEXT) LIKE '%{id}%' OR CAST({column} AS TEXT) LIKE '%Walking with my dad%'"
            );
            let found = world.number(sql.leak()).await;
            assert_eq!(found, 0, "{table}.{column} still knows them");
        }
    }
    let mut files = Vec::new();
    every_file(&world.folder, &mut files);
    for file in files {
        let bytes = std::fs::read(&file).expect("a file");
        let name = file.to_string_lossy().into_owned();
        assert!(!name.contains(&id), "{name}");
        for word in ["thandi@example.com", id.as_str()] {
            let found = bytes.windows(word.len()).any(|part| part == word.as_bytes());
            assert!(!found, "{name} has {word}");
        }
        assert!(!photos.contains(&bytes), "{name} is one of their pictures");
    }
    assert!(world.objects().is_empty(), "{:?}", world.objects());
    world.books_hold().await;
    assert_eq!(nana.get("/dashboard").await.status(), StatusCode::OK, "others stay");
    let again = Person::visitor(&world.base);
    let answer = again.sign_up("thandi@example.com", "lamplight", "thandi").await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard"), "and may come back");
    assert!(again.page("/dashboard").await.contains("<b>50</b> credits"));
    let kind = CreationKind::Video;
    assert!(again.begins("nothing", kind).await.is_err(), "with nothing of before");
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
