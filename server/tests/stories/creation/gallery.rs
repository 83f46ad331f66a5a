//! All memories of a person: found by words, place, kind and year, paged by key, named and noted by their
//! owner, and several taken along or deleted at once.

use std::{collections::BTreeSet, io::Read, time::Duration};

use evernear_app::domain::creation::GALLERY_PAGE;
use evernear_rules::wire::CreationKind;
use reqwest::StatusCode;
use serde_json::json;
use zip::ZipArchive;

use crate::harness::{
    Engine, FILM, IMAGE, Person, World,
    html::{attribute, between, credit_lines, parts, text},
    location, photo_bytes,
};
use crate::sharing::shares;

crate::both_engines![
    a_memory_is_called_and_noted_as_its_owner_wants,
    memories_are_found_by_words_place_kind_and_year,
    shared_memories_are_those_that_a_living_link_leads_to,
    two_thousand_memories_are_seen_page_by_page_each_once,
    chosen_memories_are_taken_along_with_everything_that_belongs_to_them,
    chosen_memories_are_deleted_after_a_question,
    the_memories_of_others_are_nobodys_here,
    the_dashboard_shows_the_six_latest,
    what_is_no_search_is_no_error,
];

/// Makes a memory of these words.
async fn makes(person: &Person, words: &str, kind: CreationKind) -> String {
    let _: serde_json::Value = person.call("creator/start_over", json!({})).await.expect("anew");
    person.says(words).await;
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        person.upload(photo_bytes(name)).await.expect("a photo");
    }
    let key = person.state().await.draft.key;
    let begun = person.begins(&key, kind).await.expect("begun");
    person.waits_for_the_end(&begun.id).await.id
}

/// The titles of the memories that a page lists, in its order.
fn titles(page: &str) -> Vec<String> {
    let titles = parts(page, "class=\"memory-title\">", "</span>");
    titles.into_iter().map(text).collect()
}

async fn a_memory_is_called_and_noted_as_its_owner_wants(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let id = makes(&thandi, "Walking with my dad by the lake", CreationKind::Video).await;
    let page = format!("/memories/{id}");
    let address = format!("{page}/words");
    let own = [("title", " Dad's\nlake "), ("note", "His last summer.\r\nJosé was there.")];
    let saved = thandi.submit(&address, &own).await;
    assert_eq!((saved.status(), location(&saved)), (StatusCode::SEE_OTHER, Some(page.clone())));
    let shown = thandi.page(&page).await;
    assert!(shown.contains(">Dad's lake</h1>") && shown.contains("His last summer.\nJosé"));
    assert!(shown.contains("Walking with my dad by the lake"), "their words stay");
    assert!(shown.contains("Who is in it") && shown.contains("You and your father"), "{shown}");
    for list in ["/dashboard", "/memories", "/memories?search=jose+SUMMER", "/memories?search=lake"]
    {
        assert_eq!(titles(&thandi.page(list).await), ["Dad's lake"], "{list}");
    }
    let lines = credit_lines(&thandi.page("/credits").await);
    assert!(lines[0][0].contains("Dad's lake"), "{lines:?}");
    let file = thandi.get(&format!("/media/memories/{id}/film.mp4?download")).await;
    let name = file.headers()["content-disposition"].to_str().expect("text").to_owned();
    assert!(name.contains("evernear-dad-s-lake-imagined-scene.mp4"), "{name}");
    // What is too long is refused and changes nothing; it stays in the form.
    for (title, note) in [("b".repeat(81), "A note"), ("A title".to_owned(), &*"c".repeat(2_001))] {
        let refused = thandi.submit(&address, &[("title", &title), ("note", note)]).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let shown = refused.text().await.expect("a page");
        assert!(shown.contains("Please keep the"), "{shown}");
        let opened = parts(&shown, "<details", ">").iter().any(|details| details.contains("open"));
        assert!(opened, "{shown}");
        assert!(shown.contains(&format!("value=\"{title}\"")), "{shown}");
        assert!(shown.contains(&format!("{note}</textarea>")), "{shown}");
    }
    // Whoever is sent the memory may read its title.
    let refused = thandi.submit(&address, &[("title", "nude photo of my dead wife")]).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(titles(&thandi.page("/memories").await), ["Dad's lake"]);
    // What is not sent stays.
    thandi.submit(&address, &[("title", "Our lake")]).await;
    assert_eq!(titles(&thandi.page("/memories?search=jose").await), ["Our lake"]);
    thandi.submit(&address, &[("title", " "), ("note", "")]).await;
    assert_eq!(titles(&thandi.page("/memories").await), ["Walking with my dad by the lake"]);
    assert!(titles(&thandi.page("/memories?search=jose").await).is_empty());
}

async fn memories_are_found_by_words_place_kind_and_year(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    makes(&thandi, "Visiting my dad's headstone", CreationKind::Video).await;
    makes(&thandi, "Café au lait with Ann_a, 100% ours, in the kitchen", CreationKind::Image).await;
    let before = "UPDATE creations SET ended_at = 1700000000000 WHERE kind = 'video'";
    world.db.execute(before, Vec::new()).await.expect("it was made in 2023");
    let (visit, cafe) =
        ("Visiting my dad's headstone", "Café au lait with Ann_a, 100% ours, in the kitchen");
    for (query, found) in [
        ("", &[cafe, visit][..]),
        ("search=cafe", &[cafe]),
        ("search=CAF%C3%89", &[cafe]),
        ("search=headstone+dad", &[visit]),
        ("search=dads+headstone", &[visit]),
        ("search=dad%E2%80%99s", &[visit]),
        ("search=dad+kitchen", &[]),
        // The place as it was understood, not only as it was written.
        ("search=at+the+grave", &[visit]),
        ("search=100%25", &[cafe]),
        ("search=ann_a", &[cafe]),
        // Signs of patterns are signs.
        ("search=%25", &[cafe]),
        ("search=h_adstone", &[]),
        ("search=~", &[]),
        ("show=films", &[visit]),
        ("show=pictures", &[cafe]),
        ("show=anything", &[cafe, visit]),
        ("year=2023", &[visit]),
        ("year=2022", &[]),
        ("year=2023&show=pictures", &[]),
        ("year=2023&show=films&search=dad", &[visit]),
    ] {
        let page = thandi.page(&format!("/memories?{query}")).await;
        assert_eq!(titles(&page), found, "{query}");
        assert_eq!(page.contains("Nothing of yours matches"), found.is_empty(), "{query}");
        let year = between(&page, "<select id=\"gallery-year\"", "</select>").expect("years");
        assert!(!query.contains("year=2022") || year.contains("2022 (0)"), "{year}");
    }
    let page = thandi.page("/memories").await;
    assert!(page.contains("2023 (1)") && page.contains("2 memories, newest first"), "{page}");
}

async fn shared_memories_are_those_that_a_living_link_leads_to(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let walk = makes(&thandi, "Walking with my dad by the lake", CreationKind::Video).await;
    let tea = makes(&thandi, "Tea with Nan in the kitchen", CreationKind::Image).await;
    let shared = || async { titles(&thandi.page("/memories?show=shared").await) };
    assert!(shared().await.is_empty());
    shares(&thandi, &walk, &[("lasts", "7")]).await;
    shares(&thandi, &walk, &[("lasts", "7")]).await;
    shares(&thandi, &tea, &[("lasts", "stopped")]).await;
    let both = ["Tea with Nan in the kitchen", "Walking with my dad by the lake"];
    assert_eq!(shared().await, both, "two links are one memory");
    let page = thandi.page("/memories?show=shared&search=walking").await;
    assert_eq!(titles(&page), both[1..]);
    assert!(page.contains("1 memory"), "the years count the same: {page}");
    world.clock.forward(Duration::from_secs(8 * 24 * 3600));
    assert_eq!(shared().await, both[..1], "a link that is over leads nowhere");
    thandi.submit("/shared", &[]).await;
    assert!(shared().await.is_empty());
    assert_eq!(titles(&thandi.page("/memories").await), both);
}

/// Copies of the memory that there is, each ended a second before the other; some at the same time.
async fn copies(world: &World, many: u32) {
    let tables = world.tables().await;
    let (_, columns) =
        tables.into_iter().find(|(name, _)| name == "creations").expect("it is there");
    let values = columns.iter().map(|column| match column.as_str() {
        "id" => "'01890000-0000-7000-8000-' || SUBSTR('00000000000' || n.i, -12, 12)".to_owned(),
        "request_key" => "'copy-' || n.i".to_owned(),
        "ended_at" => "c.ended_at - (n.i / 3) * 1000".to_owned(),
        "words" => "'Copy ' || n.i || ' of it'".to_owned(),
        "search_text" => "'copy ' || n.i || ' of it'".to_owned(),
        other => format!("c.{other}"),
    });
    let values = values.collect::<Vec<_>>().join(", ");
    // PostgreSQL counts from the beginning alone.
    let values = match world.db.engine() {
        "PostgreSQL" => {
            values.replace("SUBSTR('00000000000' || n.i, -12, 12)", "LPAD(n.i::text, 12, '0')")
        }
        _ => values,
    };
    let sql = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})
         INSERT INTO creations ({}) SELECT {values} FROM creations c, n",
        columns.join(", ")
    );
    world.db.execute(sql.leak(), Vec::new()).await.expect("copied");
}

async fn two_thousand_memories_are_seen_page_by_page_each_once(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    makes(&thandi, "Walking with my dad by the lake", CreationKind::Video).await;
    copies(&world, 1_999).await;
    let mut seen = BTreeSet::new();
    let mut address = "/memories".to_owned();
    let mut pages = 0;
    loop {
        let page = thandi.page(&address).await;
        let found = titles(&page);
        assert!(found.len() <= GALLERY_PAGE as usize && !found.is_empty(), "{address}");
        seen.extend(found);
        pages += 1;
        let next = between(&page, "rel=\"next\" href=\"", "\"");
        match next {
            Some(next) => address = next.replace("&amp;", "&"),
            None => break,
        }
    }
    assert_eq!((seen.len(), pages), (2_000, 2_000_usize.div_ceil(GALLERY_PAGE as usize)));
    assert!(thandi.page("/memories").await.contains("2,000 memories"));
    let found = thandi.page("/memories?search=copy+1234").await;
    assert_eq!(titles(&found), ["Copy 1234 of it"]);
}

/// The files of an archive by their names.
fn files(bytes: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(std::io::Cursor::new(bytes)).expect("a whole one");
    let mut files = Vec::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).expect("a file");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("read");
        files.push((file.name().expect("a name").into_owned(), bytes));
    }
    files
}

async fn chosen_memories_are_taken_along_with_everything_that_belongs_to_them(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let film = makes(&thandi, "Walking with my dad by the lake", CreationKind::Video).await;
    let picture = makes(&thandi, "ありがとう, tea in the kitchen", CreationKind::Image).await;
    thandi.submit(&format!("/memories/{film}/words"), &[("note", "Keep this.")]).await;
    let page = thandi.page("/memories?select=some").await;
    let offered: BTreeSet<String> = attribute(&page, "value").collect();
    assert!(offered.contains(&film) && offered.contains(&picture), "{page}");
    // One named twice is there once.
    let chosen = [
        ("memory", film.as_str()),
        ("memory", &picture),
        ("memory", &film),
        ("action", "download"),
    ];
    let answer = thandi.submit("/memories/selected", &chosen).await;
    assert_eq!(answer.headers()["content-type"], "application/zip");
    let named = "attachment; filename=\"evernear-memories.zip\"";
    assert_eq!(answer.headers()["content-disposition"], named);
    let files = files(answer.bytes().await.expect("an archive").to_vec());
    let day = world.ports.now().date();
    let walk = format!("01-{day}-walking-with-my-dad-by-the");
    let tea = format!("02-{day}-tea-in-the-kitchen");
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let called = "evernear-walking-with-my-dad-by-the-imagined-scene";
    let expected = [
        format!("{walk}/memory.txt"),
        format!("{walk}/{called}.mp4"),
        format!("{walk}/{called}.jpg"),
        format!("{tea}/memory.txt"),
        format!("{tea}/evernear-tea-in-the-kitchen-imagined-scene.jpg"),
    ];
    assert_eq!(names, expected);
    assert_eq!((files[1].1.as_slice(), files[2].1.as_slice()), (FILM, IMAGE));
    let told = String::from_utf8(files[0].1.clone()).expect("text");
    assert!(told.contains("Keep this.") && told.contains("An imagined scene"), "{told}");
    // Nothing chosen is told, and nothing is sent.
    let none = thandi.submit("/memories/selected", &[("action", "download")]).await;
    assert_eq!(location(&none).as_deref(), Some("/memories?select=none"));
    let page = thandi.page("/memories?select=none").await;
    assert!(page.contains("Please choose at least one memory first."), "{page}");
}

async fn chosen_memories_are_deleted_after_a_question(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let first = makes(&thandi, "Walking with my dad by the lake", CreationKind::Video).await;
    let second = makes(&thandi, "Tea with Nan in the kitchen", CreationKind::Image).await;
    let chosen = [("memory", first.as_str()), ("memory", &second), ("action", "delete")];
    let asked = location(&thandi.submit("/memories/selected", &chosen).await).expect("a question");
    let question = thandi.page(&asked).await;
    assert!(question.contains(">Delete these 2 memories?</h1>"), "{question}");
    assert!(question.contains("Walking with my dad by the lake"), "{question}");
    assert_eq!(titles(&thandi.page("/memories").await).len(), 2, "a question deletes nothing");
    let ids: Vec<_> =
        attribute(&question, "value").filter(|id| *id == first || *id == second).collect();
    let ids: Vec<_> = ids.iter().map(|id| ("memory", id.as_str())).collect();
    let done = thandi.submit("/memories/delete", &ids).await;
    assert_eq!(location(&done).as_deref(), Some("/memories"));
    let page = thandi.page("/memories").await;
    assert!(page.contains("These memories are deleted for good."), "{page}");
    assert!(page.contains("Your first memory will hang here."), "{page}");
    assert!(world.objects().iter().all(|path| !path.to_string_lossy().contains("memories")));
    // Asked again, they are gone already.
    let again = thandi.submit("/memories/delete", &ids).await;
    assert_eq!(again.status(), StatusCode::SEE_OTHER);
    assert_eq!(thandi.led_to(&asked).await.as_deref(), Some("/memories"));
    world.books_hold().await;
}

async fn the_memories_of_others_are_nobodys_here(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let zola = Person::member(&world, "zola").await;
    let id = makes(&thandi, "Walking with my dad by the lake", CreationKind::Video).await;
    assert!(titles(&zola.page("/memories?search=lake").await).is_empty());
    let chosen = [("memory", id.as_str()), ("action", "download")];
    let refused = zola.submit("/memories/selected", &chosen).await;
    assert_eq!(refused.status(), StatusCode::NOT_FOUND);
    let question = format!("/memories/delete?memories={id}");
    assert_eq!(zola.led_to(&question).await.as_deref(), Some("/memories"));
    zola.submit("/memories/delete", &[("memory", &id)]).await;
    let named = zola.submit(&format!("/memories/{id}/words"), &[("title", "Mine")]).await;
    assert_eq!(named.status(), StatusCode::NOT_FOUND);
    assert_eq!(titles(&thandi.page("/memories").await), ["Walking with my dad by the lake"]);
    // Visitors sign in, and come back to what they looked for.
    let visitor = Person::visitor(&world.base);
    let way = visitor.led_to("/memories?search=lake").await.expect("away");
    assert_eq!(way, "/auth?mode=signin&next=/memories%3Fsearch%3Dlake");
    for form in ["/memories/selected", "/memories/delete"] {
        let away = visitor.submit(form, &chosen).await;
        assert_eq!(location(&away).as_deref(), Some("/auth?mode=signin&next=/memories"), "{form}");
    }
}

async fn the_dashboard_shows_the_six_latest(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    makes(&thandi, "Walking with my dad by the lake", CreationKind::Video).await;
    copies(&world, 9).await;
    let page = thandi.page("/dashboard").await;
    assert_eq!(titles(&page).len(), 6, "{page}");
    assert!(page.contains("href=\"/memories\""), "the way to all of them");
}

async fn what_is_no_search_is_no_error(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    makes(&thandi, "Walking with my dad by the lake", CreationKind::Video).await;
    for query in [
        "before=x",
        "before=1.2",
        "year=0",
        "year=65535",
        "year=-1",
        "year=zz",
        "search=%00",
        "search=%F0%9F%92%94",
        "select=some&before=9.01890000-0000-7000-8000-000000000000",
        "search=a+b+c+d+e+f+g",
    ] {
        let answer = thandi.get(&format!("/memories?{query}")).await;
        assert_eq!(answer.status(), StatusCode::OK, "{query}");
    }
    let long = "a".repeat(3_000);
    assert_eq!(thandi.get(&format!("/memories?search={long}")).await.status(), StatusCode::OK);
    let ids = vec![("memory", "no-id"); 3];
    let answer = thandi.submit("/memories/selected", &ids).await;
    assert_eq!(location(&answer).as_deref(), Some("/memories?select=none"));
}
