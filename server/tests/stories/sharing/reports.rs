//! Whoever is shown may object: what they write, what an administrator may do then, and what its
//! owner is told.

use std::time::Duration;

use evernear_app::{
    domain::{id::ReportId, timestamp::Timestamp},
    flows::system::sweep::sweep,
};
use reqwest::StatusCode;

use super::{leads_nowhere, newest, opens, owner_of_a_film, shares};
use crate::{
    admin::review_applications::administrator,
    harness::{
        Engine, FILM, Person, World,
        html::{attribute, between, parts},
        operators::says,
    },
};

crate::both_engines![
    whoever_is_shown_reports_a_memory_without_an_account,
    an_administrator_looks_only_while_a_report_is_open_and_each_look_is_told,
    a_paused_link_leads_nowhere_until_it_is_decided,
    a_link_made_in_the_moment_of_a_pause_is_paused_or_refused,
    a_removed_link_ends_and_closes_every_report_of_it,
    what_is_reported_is_decided_though_the_link_has_ended,
    the_last_of_several_reports_ends_a_pause_whichever_it_is,
    a_link_that_has_ended_stays_until_its_report_is_decided,
    whoever_reported_a_stopped_link_is_told_whether_the_memory_is_shared,
    reports_are_bounded,
    reports_are_listed_page_by_page_however_many_there_are,
    a_report_outlives_its_memory_and_goes_when_it_was_closed_long_ago,
    what_somebody_reported_is_theirs,
    reports_are_the_administrators_alone,
];

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn reports(person: &Person, link: &str, reason: &str, email: &str) {
    let form = [("reason", reason), ("email", email)];
    let answer = person.submit(&format!("{link}/report"), &form).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let page = answer.text().await.expect("text");
    assert!(page.contains("<h1>Your report is with us</h1>"), "{page}");
    let told = if email.is_empty() { "You left no address" } else { "We write to you" };
    assert!(page.contains(told), "{page}");
}

/// The ids of the reports that are open.
async fn open(admin: &Person) -> Vec<String> {
    let page = admin.page("/admin/reports").await;
    let mut ids: Vec<_> = page
        .split("name=\"report\" value=\"")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
        .collect();
    ids.dedup();
    ids
}

async fn acts(admin: &Person, report: &str, act: &str, why: &str) -> (StatusCode, String) {
    let form = [("report", report), ("act", act), ("why", why)];
    let answer = admin.submit("/admin/reports", &form).await;
    (answer.status(), answer.text().await.expect("text"))
}

async fn whoever_is_shown_reports_a_memory_without_an_account(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("password", "lamplight")]).await;
    let dad = Person::visitor(&world.base);
    let page = dad.page(&format!("{link}/report")).await;
    for told in [
        "You need no account.",
        "each look is written down, and whoever shared it can see that there was one",
        "Whoever shared it is told why, but not who reported it and not what you wrote.",
        "The link works until they have decided.",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    reports(&dad, &link, "That is me,\nand I never agreed.", "dad@example.com").await;
    let mail =
        world.mail_about("enterprise@evernear.example", "A shared memory was reported").await;
    assert!(mail.text.contains("and I never agreed."), "{}", mail.text);
    assert!(!mail.text.contains(&link), "the link stays where it is");
    let admin = administrator(&world).await;
    let page = admin.page("/admin/reports").await;
    assert!(page.contains("That is me,\nand I never agreed."), "{page}");
    assert!(page.contains("dad@example.com") && page.contains("It works."), "{page}");
    assert!(!page.contains("Walking") && !page.contains("<video"), "nothing of the memory: {page}");
    // Its owner learns neither of it nor from whom.
    let listed = thandi.page("/shared").await;
    assert!(!listed.contains("report") && !listed.contains("dad@"), "{listed}");
    opens(&thandi, &link).await;
}

async fn an_administrator_looks_only_while_a_report_is_open_and_each_look_is_told(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let admin = administrator(&world).await;
    let dad = Person::visitor(&world.base);
    reports(&dad, &link, "That is me.", "dad@example.com").await;
    let id = open(&admin).await.remove(0);
    let film_address = format!("/admin/reports/{id}/film.mp4");
    assert_eq!(admin.get(&film_address).await.status(), StatusCode::NOT_FOUND, "not looked yet");
    let (status, page) = acts(&admin, &id, "look", "").await;
    assert_eq!(status, StatusCode::OK);
    assert!(attribute(&page, "src").any(|address| address == film_address), "{page}");
    assert!(!page.contains("Walking"), "its owner's words are not shown: {page}");
    assert_eq!(admin.get(&film_address).await.bytes().await.expect("bytes"), FILM);
    // Of another browser it is nobody's.
    let second = administrator(&world).await;
    for other in [&second, &thandi, &dad] {
        assert_eq!(other.get(&film_address).await.status(), StatusCode::NOT_FOUND);
    }
    let listed = thandi.page("/shared").await;
    assert!(listed.contains("a person here looked at it on"), "{listed}");
    let log = says(&world.ports, &["admin", "log"]).await.expect("the log");
    assert!(log.contains("report.looked") && log.contains(&id), "{log}");
    assert_eq!(world.number("SELECT viewings FROM shares").await, 0, "no viewing");
    world.clock.forward(Duration::from_secs(3601));
    assert_eq!(admin.get(&film_address).await.status(), StatusCode::NOT_FOUND, "an hour");
    acts(&admin, &id, "look", "").await;
    let looks = "SELECT COUNT(*) FROM admin_log WHERE action = 'report.looked'";
    assert_eq!(world.number(looks).await, 2);
    let (status, page) = acts(&admin, &id, "close", "").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("The report is closed, and the link stays as it is."), "{page}");
    assert_eq!(admin.get(&film_address).await.status(), StatusCode::NOT_FOUND, "closed");
    let (status, _) = acts(&admin, &id, "look", "").await;
    assert_eq!(status, StatusCode::CONFLICT);
    let letter = world.letter("dad@example.com", "About the memory you reported").await;
    assert!(letter.text.contains("so it stays"), "{}", letter.text);
    opens(&dad, &link).await;
}

async fn a_paused_link_leads_nowhere_until_it_is_decided(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("note", "for Mum")]).await;
    let second = shares(&thandi, &film, &[]).await;
    let admin = administrator(&world).await;
    let mum = Person::visitor(&world.base);
    opens(&mum, &link).await;
    reports(&Person::visitor(&world.base), &link, "That is me.", "").await;
    let id = open(&admin).await.remove(0);
    let (status, page) = acts(&admin, &id, "pause", " ").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.contains("Please write why"), "{page}");
    let (status, page) = acts(&admin, &id, "pause", "The person who is shown did not agree.").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("The link is paused") && page.contains("It is paused."), "{page}");
    leads_nowhere(&mum, &link).await;
    assert_eq!(mum.get(&format!("{link}/film.mp4")).await.status(), StatusCode::NOT_FOUND);
    // The memory is paused, whatever links lead to it.
    leads_nowhere(&mum, &second).await;
    let again = format!("/memories/{film}/share");
    let refused = thandi.submit(&again, &[]).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    let page = refused.text().await.expect("text");
    assert!(page.contains("because somebody reported it"), "{page}");
    let newest = newest(&world).await;
    thandi.submit(&format!("/shared/{newest}/stop"), &[]).await;
    assert_eq!(thandi.submit(&again, &[]).await.status(), StatusCode::CONFLICT);
    let letter = world.letter("thandi@example.com", "A link of yours is paused").await;
    for told in ["for Mum", "The person who is shown did not agree.", "Walking with my dad"] {
        assert!(letter.text.contains(told), "{told}: {}", letter.text);
    }
    assert!(!letter.text.contains("That is me."), "not what somebody wrote: {}", letter.text);
    let why = "because: The person who is shown did not agree.";
    let listed = thandi.page("/shared").await;
    assert!(listed.contains("Paused by us") && listed.contains(why), "{listed}");
    let (status, _) = acts(&admin, &id, "pause", "Again").await;
    assert_eq!(status, StatusCode::CONFLICT);
    acts(&admin, &id, "close", "").await;
    let listed = thandi.page("/shared").await;
    assert!(!listed.contains("did not agree"), "{listed}");
    shares(&thandi, &film, &[]).await;
    assert_eq!(mum.get(&format!("{link}/film.mp4")).await.status(), StatusCode::OK);
    world.letter("thandi@example.com", "A link of yours works again").await;
    let log = says(&world.ports, &["admin", "log"]).await.expect("the log");
    assert!(log.contains("report.paused") && log.contains("report.closed"), "{log}");
}

async fn a_link_made_in_the_moment_of_a_pause_is_paused_or_refused(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let admin = administrator(&world).await;
    let path = format!("/memories/{film}/share");
    for round in 1..=6 {
        reports(&Person::at(&world.base, round), &link, "That is me.", "").await;
        let id = open(&admin).await.remove(0);
        let making = futures::future::join_all((0..3).map(|_| thandi.submit(&path, &[])));
        let ((status, _), made) = tokio::join!(acts(&admin, &id, "pause", "Look at it."), making);
        assert_eq!(status, StatusCode::OK);
        for answer in made {
            let status = answer.status();
            assert!(matches!(status, StatusCode::OK | StatusCode::CONFLICT), "{status}");
        }
        let open = "SELECT COUNT(*) FROM shares WHERE paused_at IS NULL AND ended_at IS NULL";
        assert_eq!(world.number(open).await, 0, "round {round}");
        acts(&admin, &id, "close", "").await;
        // Links and reports are limited.
        world.clock.forward(DAY / 12);
    }
}

async fn a_removed_link_ends_and_closes_every_report_of_it(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let other = shares(&thandi, &film, &[]).await;
    let admin = administrator(&world).await;
    let dad = Person::visitor(&world.base);
    reports(&dad, &link, "That is me.", "dad@example.com").await;
    reports(&dad, &link, "It is still there.", "nan@example.com").await;
    reports(&dad, &other, "This one, too.", "").await;
    let ids = open(&admin).await;
    assert_eq!(ids.len(), 3);
    let (status, page) = acts(&admin, &ids[1], "remove", "It was not theirs to share.").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("Every report of it is closed."), "{page}");
    assert_eq!(open(&admin).await.len(), 0);
    leads_nowhere(&dad, &link).await;
    // Neither another link of the memory, nor a new one.
    leads_nowhere(&dad, &other).await;
    let refused = thandi.submit(&format!("/memories/{film}/share"), &[]).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    for to in ["dad@example.com", "nan@example.com"] {
        let letter = world.letter(to, "About the memory you reported").await;
        assert!(letter.text.contains("We have removed the link."), "{}", letter.text);
    }
    let letter = world.letter("thandi@example.com", "A link of yours was removed").await;
    assert!(letter.text.contains("It was not theirs to share."), "{}", letter.text);
    let page = thandi.page("/shared").await;
    assert!(page.contains("we removed it because of a report"), "{page}");
    assert!(page.contains("It was not theirs to share."), "{page}");
    let (status, _) = acts(&admin, &ids[0], "remove", "Again").await;
    assert_eq!(status, StatusCode::CONFLICT);
}

async fn what_is_reported_is_decided_though_the_link_has_ended(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let reported = shares(&thandi, &film, &[]).await;
    let admin = administrator(&world).await;
    reports(&Person::visitor(&world.base), &reported, "That is me.", "dad@example.com").await;
    let id = open(&admin).await.remove(0);
    // Its owner stops that one and goes on with others.
    let first = newest(&world).await;
    thandi.submit(&format!("/shared/{first}/stop"), &[]).await;
    let other = shares(&thandi, &film, &[]).await;
    acts(&admin, &id, "look", "").await;
    let listed = thandi.page("/shared").await;
    assert!(listed.contains("a person here looked at it on"), "of an ended one as well: {listed}");
    let (status, page) = acts(&admin, &id, "pause", "The person did not agree.").await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(page.contains("Every link to its memory is paused."), "{page}");
    let listed = thandi.page("/shared").await;
    assert!(listed.contains("the memory is paused because of a report"), "{listed}");
    let mum = Person::visitor(&world.base);
    leads_nowhere(&mum, &other).await;
    let again = format!("/memories/{film}/share");
    assert_eq!(thandi.submit(&again, &[]).await.status(), StatusCode::CONFLICT);
    let (status, page) = acts(&admin, &id, "remove", "It was not theirs to share.").await;
    assert_eq!(status, StatusCode::OK, "{page}");
    leads_nowhere(&mum, &other).await;
    let letter = world.letter("dad@example.com", "About the memory you reported").await;
    assert!(letter.text.contains("We have removed the link."), "{}", letter.text);
    // For good, and not only until links that ended long ago are forgotten.
    world.clock.forward(100 * DAY);
    sweep(&world.ports).await.expect("swept");
    thandi.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(thandi.submit(&again, &[]).await.status(), StatusCode::CONFLICT);
}

async fn the_last_of_several_reports_ends_a_pause_whichever_it_is(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let first = shares(&thandi, &film, &[("note", "for Mum")]).await;
    reports(&Person::visitor(&world.base), &first, "That is me.", "").await;
    thandi.submit(&format!("/shared/{}/stop", newest(&world).await), &[]).await;
    let second = shares(&thandi, &film, &[("note", "for Nan")]).await;
    reports(&Person::visitor(&world.base), &second, "It is still there.", "").await;
    let admin = administrator(&world).await;
    let [of_first, of_second] = open(&admin).await.try_into().expect("two of them");
    acts(&admin, &of_second, "pause", "We look into it.").await;
    let nan = Person::visitor(&world.base);
    let (_, page) = acts(&admin, &of_second, "close", "").await;
    assert!(page.contains("the link stays as it is"), "one is open still: {page}");
    leads_nowhere(&nan, &second).await;
    let (_, page) = acts(&admin, &of_first, "close", "").await;
    assert!(page.contains("the link works again"), "{page}");
    opens(&nan, &second).await;
    let letter = world.letter("thandi@example.com", "A link of yours works again").await;
    assert!(letter.text.contains("for Nan"), "and not the one that was stopped: {}", letter.text);
}

async fn a_link_that_has_ended_stays_until_its_report_is_decided(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let reported = shares(&thandi, &film, &[]).await;
    reports(&Person::visitor(&world.base), &reported, "That is me.", "").await;
    thandi.submit(&format!("/shared/{}/stop", newest(&world).await), &[]).await;
    let long_after = async || {
        world.clock.forward(100 * DAY);
        sweep(&world.ports).await.expect("swept");
        thandi.sign_in("thandi@example.com", "lamplight").await;
        administrator(&world).await
    };
    let admin = long_after().await;
    let id = open(&admin).await.remove(0);
    let (status, page) = acts(&admin, &id, "pause", "The person did not agree.").await;
    assert_eq!(status, StatusCode::OK, "{page}");
    let admin = long_after().await;
    let refused = thandi.submit(&format!("/memories/{film}/share"), &[]).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT, "the pause lasts until it is decided");
    let (_, page) = acts(&admin, &id, "close", "").await;
    assert!(page.contains("the link stays as it is"), "nothing works again: {page}");
    shares(&thandi, &film, &[]).await;
}

async fn whoever_reported_a_stopped_link_is_told_whether_the_memory_is_shared(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let reported = shares(&thandi, &film, &[]).await;
    let admin = administrator(&world).await;
    reports(&Person::visitor(&world.base), &reported, "That is me.", "dad@example.com").await;
    let first = newest(&world).await;
    thandi.submit(&format!("/shared/{first}/stop"), &[]).await;
    shares(&thandi, &film, &[]).await;
    acts(&admin, &open(&admin).await.remove(0), "close", "").await;
    let letter = world.letter("dad@example.com", "About the memory you reported").await;
    assert!(letter.text.contains("so it stays"), "another link leads there: {}", letter.text);
}

async fn reports_are_bounded(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let path = format!("{link}/report");
    let dad = Person::at(&world.base, 9);
    let long = "a".repeat(2_001);
    for (form, told) in [
        ([("reason", " "), ("email", ""), ("website", "")], "Please tell us what is wrong."),
        ([("reason", &long), ("email", ""), ("website", "")], "at most 2000 characters"),
        ([("reason", "kept"), ("email", "dad"), ("website", "")], "valid e-mail address"),
        ([("reason", "kept"), ("email", ""), ("website", "x")], "only machines fill it in"),
    ] {
        let answer = dad.submit(&path, &form).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{told}");
        let page = answer.text().await.expect("text");
        assert!(page.contains(told), "{told}: {page}");
        assert!(form[0].1 != "kept" || page.contains(">kept</textarea>"), "{page}");
    }
    for _ in 0..3 {
        reports(&dad, &link, "<script>alert(1)</script>", "").await;
    }
    let more = dad.submit(&path, &[("reason", "Once more")]).await;
    assert_eq!(more.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(more.text().await.expect("text").contains(">Once more</textarea>"));
    // Of one link there are only so many, from wherever they come.
    let mut kept = 3;
    for client in 10..20 {
        let answer = Person::at(&world.base, client).submit(&path, &[("reason", "x")]).await;
        kept += i64::from(answer.status() == StatusCode::OK);
    }
    assert_eq!(kept, 10);
    assert_eq!(world.number("SELECT COUNT(*) FROM share_reports").await, 10);
}

async fn reports_are_listed_page_by_page_however_many_there_are(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    reports(&Person::visitor(&world.base), &link, "The first one", "").await;
    let (at, share) = (world.ports.now(), newest(&world).await);
    let sql = "INSERT INTO share_reports (id, share_id, reason, created_at)
               VALUES ($1, $2, 'Noise', $3)";
    for number in 0..110_u8 {
        // Those of the same moment follow each other by the rest of their ids.
        let id = ReportId::new(at, &[number; 10]).to_string();
        let values = evernear_server::values![id, share.as_str(), at];
        world.db.execute(sql, values).await.expect("kept");
    }
    let later = ReportId::new(Timestamp(at.0 + 60_000), &[0; 10]).to_string();
    let values = evernear_server::values![later.as_str(), share.as_str(), at];
    world.db.execute(sql, values).await.expect("kept");
    let admin = administrator(&world).await;
    let (mut seen, mut address, mut pages) = (Vec::new(), "/admin/reports".to_owned(), 0);
    loop {
        let page = admin.page(&address).await;
        let found = parts(&page, "name=\"report\" value=\"", "\"");
        seen.extend(found.into_iter().map(str::to_owned));
        pages += 1;
        match between(&page, "rel=\"next\" href=\"", "\"") {
            Some(next) => next.clone_into(&mut address),
            None => break,
        }
    }
    seen.dedup();
    assert_eq!((seen.len(), pages), (112, 3));
    assert_eq!(seen.last(), Some(&later));
    assert!(admin.page(&format!("/admin/reports?after={later}")).await.contains("No later report"));
    assert!(admin.page("/admin/reports?after=x").await.contains("The first one"));
}

async fn a_report_outlives_its_memory_and_goes_when_it_was_closed_long_ago(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let dad = Person::visitor(&world.base);
    reports(&dad, &link, "That is me.", "dad@example.com").await;
    thandi.submit(&format!("/memories/{film}/delete"), &[]).await;
    let admin = administrator(&world).await;
    let page = admin.page("/admin/reports").await;
    assert!(page.contains("It is gone") && !page.contains("Look at the memory"), "{page}");
    let id = open(&admin).await.remove(0);
    for act in ["look", "pause", "remove"] {
        let (status, _) = acts(&admin, &id, act, "why").await;
        assert_eq!(status, StatusCode::CONFLICT, "{act}");
    }
    world.clock.forward(100 * DAY);
    sweep(&world.ports).await.expect("swept");
    let count = "SELECT COUNT(*) FROM share_reports";
    assert_eq!(world.number(count).await, 1, "an open one stays");
    let admin = administrator(&world).await;
    acts(&admin, &id, "close", "").await;
    let letter = world.letter("dad@example.com", "About the memory you reported").await;
    assert!(letter.text.contains("The link has ended meanwhile."), "{}", letter.text);
    for (days, left) in [(89, 1), (2, 0)] {
        world.clock.forward(days * DAY);
        sweep(&world.ports).await.expect("swept");
        assert_eq!(world.number(count).await, left, "{days}");
    }
}

async fn what_somebody_reported_is_theirs(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let nan = Person::member(&world, "nan").await;
    let link = shares(&thandi, &film, &[("note", "for Nan"), ("password", "lamplight")]).await;
    reports(&nan, &link, "Nan was not asked.", "nan@example.com").await;
    let taken = async |person: &Person, table: &str| {
        let bytes = person.submit("/profile/export", &[]).await.bytes().await.expect("an archive");
        let mut archive =
            zip::ZipArchive::new(std::io::Cursor::new(bytes.to_vec())).expect("whole");
        let mut text = String::new();
        let mut file = archive.by_name(&format!("data/{table}.json")).expect("the table");
        std::io::Read::read_to_string(&mut file, &mut text).expect("text");
        text
    };
    let own = taken(&thandi, "shares").await;
    assert!(own.contains("for Nan") && !own.contains("argon2") && !own.contains("hash"), "{own}");
    assert_eq!(taken(&thandi, "share_reports").await.trim(), "[]", "not what others wrote");
    assert!(taken(&nan, "share_reports").await.contains("Nan was not asked."));
    nan.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM share_reports").await, 0);
}

async fn reports_are_the_administrators_alone(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    reports(&Person::visitor(&world.base), &link, "That is me.", "").await;
    let id = world.rows("SELECT id FROM share_reports WHERE id <> $1", "").await.remove(0);
    for person in [&thandi, &Person::visitor(&world.base)] {
        assert!(person.page("/admin/reports").await.contains("Admin password"));
        for act in ["look", "pause", "remove", "close"] {
            let form = [("report", id.as_str()), ("act", act), ("why", "x")];
            let answer = person.submit("/admin/reports", &form).await;
            assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{act}");
        }
    }
    let admin = administrator(&world).await;
    assert_eq!(open(&admin).await, [id]);
    let sql = "SELECT COUNT(*) FROM admin_log WHERE action LIKE 'report.%'";
    assert_eq!(world.number(sql).await, 0);
    let untouched = "SELECT COUNT(*) FROM shares WHERE paused_at IS NULL AND looked_at IS NULL AND ended_at IS NULL";
    assert_eq!(world.number(untouched).await, 1);
    assert!(!newest(&world).await.is_empty());
}
