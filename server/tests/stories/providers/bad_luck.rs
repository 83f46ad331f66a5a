//! Providers outside in bad luck of every kind: the memory is made all the same, or the credits come back;
//! what was paid for is counted, never twice for the same, and nothing is left there or half kept here.

use std::time::Duration;

use evernear_app::ports::CostLimits;
use evernear_rules::wire::{CreationKind, CreationStatus, CreationView};

use crate::harness::{
    Engine, Person, World, eventually,
    images_server::ImagesServer,
    provider::{Trouble, mp4, png},
    runway_server::{Call, End, RunwayServer},
    spent_on_orders,
};

crate::both_engines![
    whatever_an_order_at_runway_meets,
    whatever_a_task_at_runway_says,
    whatever_is_at_the_address_that_runway_names,
    whatever_openai_answers,
    a_task_that_cannot_be_deleted_now_is_deleted_later,
    a_task_that_cannot_be_written_down_is_deleted_at_once,
    what_comes_more_slowly_than_a_lease_lasts_is_fetched_once,
];

const ENOUGH: CostLimits = CostLimits {
    creation: 2_000_000,
    account_day: 10_000_000,
    site_day: 100_000_000,
    cancelled_day: 100_000_000,
};

/// How a memory ends: nothing where it is made, else why it is not.
pub(super) type Ended = Option<&'static str>;

pub(super) const MADE: Ended = None;
pub(super) const NO_PICTURE: Ended = Some("Image generation failed");
pub(super) const NO_FILM: Ended = Some("Video generation failed");
pub(super) const NOT_KEPT: Ended = Some("Your memory could not be saved.");
pub(super) const TOO_LONG: Ended = Some("This took too long, so we stopped it.");
const TOO_DEAR: Ended = Some("This took more tries than we can make, so we stopped it.");
const REFUSED: Ended =
    Some("We could not make a picture from these photos and words. Please try others.");

/// Orders, lost ones, and millionths of a dollar that a day came to.
type Costs = (u32, u32, i64);

/// Of a picture and a film at Runway, ordered once each.
const ONCE: Costs = (2, 0, 550_000);
/// The same with a picture's order that was lost.
const ONE_LOST: Costs = (3, 1, 600_000);
/// Of a picture alone.
const PICTURE: Costs = (1, 0, 50_000);
/// Of a picture that was lost twice.
const TWO_LOST: Costs = (2, 2, 100_000);

/// Begins, lets time go on whenever nothing is at work, and checks how it ended and what it cost.
async fn comes_to(
    world: &World,
    kind: CreationKind,
    ended: Ended,
    costs: &[Costs],
    what: &str,
) -> CreationView {
    let view = ends(world, kind, ended, what).await;
    let came_to = spent_on_orders(&world.db).await;
    assert!(costs.contains(&came_to), "{what}: {came_to:?}");
    let reserved = "SELECT micros FROM provider_days WHERE scope = 'site'";
    assert_eq!(world.number(reserved).await, came_to.2, "{what}: nothing stays reserved");
    view
}

/// The same without what it cost.
pub(super) async fn ends(
    world: &World,
    kind: CreationKind,
    ended: Ended,
    what: &str,
) -> CreationView {
    let thandi = Person::member(world, "thandi").await;
    let key = thandi.prepares(2).await.draft.key;
    let begun = thandi.begins(&key, kind).await.expect("it starts");
    let view = world.end_of(&thandi, &begun.id, what).await;
    let why = view.failure.as_ref().map(|failure| failure.message.as_str());
    assert_eq!(why, ended, "{what}");
    let credits = if ended.is_none() { 25 } else { 50 };
    assert_eq!((view.credits, view.held), (credits, 0), "{what}");
    let half = |file: &std::path::PathBuf| file.extension().is_some_and(|kind| kind == "part");
    assert!(!world.objects().iter().any(half), "{what}: nothing half is kept");
    world.books_hold().await;
    view
}

/// A film that Runway makes, with this bad luck.
async fn by_runway(
    engine: Engine,
    what: &str,
    bad_luck: impl FnOnce(&RunwayServer),
    ended: Ended,
    costs: Costs,
) -> RunwayServer {
    let runway = RunwayServer::open().await;
    bad_luck(&runway);
    let world = World::by_runway(engine, &runway.url, ENOUGH).await;
    comes_to(&world, CreationKind::Video, ended, &[costs], what).await;
    eventually("no task is left", || async { (runway.running() == 0).then_some(()) }).await;
    assert_eq!(runway.violations(), Vec::<String>::new(), "{what}");
    runway
}

async fn whatever_an_order_at_runway_meets(engine: Engine) {
    use Trouble::{BreaksOff, Cut, Endless, Half, Hangs, Page, Passes, RedirectsInside, Status};
    let outage = vec![Status(503, None); 1_000];
    let an_hour = vec![Status(429, Some("3600")); 1_000];
    for (troubles, ended, costs, most_calls) in [
        (vec![Status(503, None), Status(500, None), RedirectsInside], MADE, ONCE, 5),
        (outage, TOO_LONG, (0, 0, 0), 200),
        (an_hour, TOO_LONG, (0, 0, 0), 12),
        (vec![Page], MADE, ONE_LOST, 3),
        (vec![Half], MADE, ONE_LOST, 3),
        (vec![Endless], MADE, ONE_LOST, 3),
        (vec![BreaksOff], MADE, ONE_LOST, 3),
        (vec![Cut], MADE, ONE_LOST, 3),
        (vec![Hangs], MADE, ONE_LOST, 3),
        (vec![Status(504, None)], MADE, ONE_LOST, 3),
        (vec![Passes, Cut], MADE, (3, 1, 1_050_000), 3),
        (vec![Page, Page], NO_PICTURE, TWO_LOST, 2),
        (vec![Cut, Passes, Cut], NO_FILM, (3, 2, 600_000), 3),
        (vec![Status(401, None)], NO_PICTURE, (0, 0, 0), 1),
        (vec![Passes, Status(401, None)], NO_FILM, PICTURE, 2),
    ] {
        let first = &troubles[..troubles.len().min(3)];
        let what = format!("{} orders meet {first:?}", troubles.len());
        let luck = |runway: &RunwayServer| runway.trouble(Call::Order, &troubles);
        let runway = by_runway(engine, &what, luck, ended, costs).await;
        let calls = runway.calls(Call::Order);
        assert!(calls <= most_calls, "{what}: {calls} calls");
    }
    // What a lost order costs more is refused where the site may spend no more.
    let runway = RunwayServer::open().await;
    runway.trouble(Call::Order, &[Cut]);
    let limits = CostLimits { site_day: 560_000, ..ENOUGH };
    let world = World::by_runway(engine, &runway.url, limits).await;
    comes_to(&world, CreationKind::Video, TOO_DEAR, &[(2, 1, 100_000)], "a ceiling").await;
    assert_eq!(runway.calls(Call::Order), 2);
}

async fn whatever_a_task_at_runway_says(engine: Engine) {
    use Trouble::{Endless, Half, Hangs, Page, Passes, RedirectsInside, Status};
    let slow =
        ["THROTTLED", "PENDING", "RUNNING"].map(|status| serde_json::json!({ "status": status }));
    let luck = |runway: &RunwayServer| runway.tasks(&slow, End::Succeeds);
    by_runway(engine, "it is slow", luck, MADE, ONCE).await;
    for (end, ended, costs) in [
        (End::Never, TOO_LONG, PICTURE),
        (End::Fails("SAFETY.INPUT.TEXT"), REFUSED, PICTURE),
        (End::Fails("ASSET.INVALID"), NO_PICTURE, PICTURE),
        (End::Fails("INTERNAL.BAD_OUTPUT.CODE01"), NO_PICTURE, (6, 0, 300_000)),
        (End::Cancelled, NO_PICTURE, TWO_LOST),
    ] {
        let what = format!("tasks end: {end:?}");
        by_runway(engine, &what, |runway| runway.tasks(&[], end), ended, costs).await;
    }
    let passing =
        [Page, Half, Endless, Hangs, RedirectsInside, Status(500, None), Status(429, Some("3600"))];
    for (troubles, ended, costs) in [
        (&passing[..], MADE, ONCE),
        // The task is gone: it was paid for in vain.
        (&[Status(404, None)], MADE, ONE_LOST),
        (&[Status(404, None), Status(404, None)], NO_PICTURE, TWO_LOST),
        (&[Passes, Status(404, None)], MADE, (3, 1, 1_050_000)),
        // The key is revoked in the middle.
        (&[Status(401, None)], NO_PICTURE, PICTURE),
        (&[Passes, Status(401, None)], NO_FILM, ONCE),
    ] {
        let what = format!("looks meet {troubles:?}");
        let luck = |runway: &RunwayServer| runway.trouble(Call::Task, troubles);
        by_runway(engine, &what, luck, ended, costs).await;
    }
}

async fn whatever_is_at_the_address_that_runway_names(engine: Engine) {
    use Trouble::{BreaksOff, Cut, Passes, RedirectsInside, Status};
    let passing = [
        Status(403, None),
        Status(404, None),
        Status(410, None),
        Status(429, Some("3600")),
        Status(500, None),
        Cut,
        BreaksOff,
    ];
    for (troubles, ended, costs) in [
        // An address that has expired is named anew, and nothing is ordered for that.
        (&passing[..], MADE, ONCE),
        (&[RedirectsInside], NO_PICTURE, PICTURE),
        (&[Passes, RedirectsInside], NO_FILM, ONCE),
        (&[Trouble::Page], NO_PICTURE, PICTURE),
    ] {
        let what = format!("addresses meet {troubles:?}");
        let luck = |runway: &RunwayServer| runway.trouble(Call::Output, troubles);
        by_runway(engine, &what, luck, ended, costs).await;
    }
    let page = b"<html><body>Not what it seems</body></html>".to_vec();
    for (end, ended, downloads) in [
        (End::Makes("text/html", png()), NO_PICTURE, 1),
        (End::Makes("image/png", page), NO_PICTURE, 1),
        (End::Makes("video/mp4", mp4()), NO_PICTURE, 1),
        (End::Sends(40_000_001, true), NO_PICTURE, 1),
        (End::Elsewhere("http://169.254.169.254/latest/meta-data"), NO_PICTURE, 0),
        (End::Elsewhere("https://127.0.0.1:9/a.png"), NO_PICTURE, 0),
        (End::Sends(10_000, true), NOT_KEPT, 6),
        (End::Sends(41_000_000, false), NOT_KEPT, 6),
    ] {
        let what = format!("{:.60}", format!("what is made: {end:?}"));
        let luck = |runway: &RunwayServer| runway.tasks(&[], end);
        let runway = by_runway(engine, &what, luck, ended, PICTURE).await;
        assert_eq!(runway.calls(Call::Output), downloads, "{what}");
    }
}

async fn a_task_that_cannot_be_deleted_now_is_deleted_later(engine: Engine) {
    let runway = RunwayServer::open().await;
    runway.tasks(&[], End::Never);
    // Longer than one try lasts, which asks twice more.
    runway.trouble(Call::Delete, &vec![Trouble::Status(503, Some("0")); 7]);
    let world = World::by_runway(engine, &runway.url, ENOUGH).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    eventually("it is looked at", || async {
        world.time_goes_on().await;
        (runway.calls(Call::Task) > 0).then_some(())
    })
    .await;
    let cancelled = thandi.cancels(&begun.id).await;
    assert_eq!((cancelled.status, cancelled.credits), (CreationStatus::Cancelled, 50));
    eventually("no task is left", || async {
        world.clock.forward(Duration::from_secs(5));
        (runway.running() == 0).then_some(())
    })
    .await;
    assert!(runway.calls(Call::Delete) > 7);
    let kept = "SELECT COUNT(*) FROM task_deletions";
    eventually("nothing is to be done any more", || async {
        (world.number(kept).await == 0).then_some(())
    })
    .await;
    assert_eq!(runway.violations(), Vec::<String>::new());
    world.books_hold().await;
}

async fn a_task_that_cannot_be_written_down_is_deleted_at_once(engine: Engine) {
    let runway = RunwayServer::open().await;
    let world = World::by_runway(engine, &runway.url, ENOUGH).await;
    let away = "ALTER TABLE task_deletions RENAME TO task_deletions_away";
    world.db.execute(away, Vec::new()).await.expect("away");
    comes_to(&world, CreationKind::Video, MADE, &[ONCE], "nothing can be written down").await;
    eventually("no task is left", || async { (runway.running() == 0).then_some(()) }).await;
    assert_eq!(runway.calls(Call::Delete), 2);
    assert_eq!(runway.violations(), Vec::<String>::new());
}

async fn whatever_openai_answers(engine: Engine) {
    use Trouble::{Code, Cut, Hangs, Page, Status};
    let (nothing, picture) = ((0, 0, 0), (1, 0, 250_000));
    let (one_lost, two_lost) = ((2, 1, 500_000), (2, 2, 500_000));
    for (troubles, ended, costs, most_calls) in [
        (vec![Status(500, Some("0")); 5], MADE, &[picture][..], 6),
        // It may end while an order is under way, which counts; on a busy machine an answer may come so
        // late that its order counts as lost.
        (vec![Status(429, Some("3600")); 1_000], TOO_LONG, &[nothing, picture, one_lost][..], 12),
        (vec![Code(429, "insufficient_quota")], NO_PICTURE, &[nothing], 1),
        (vec![Code(401, "invalid_api_key")], NO_PICTURE, &[nothing], 1),
        (vec![Code(400, "moderation_blocked")], REFUSED, &[picture], 1),
        (vec![Page], NO_PICTURE, &[picture], 1),
        (vec![Cut], MADE, &[one_lost], 2),
        (vec![Hangs], MADE, &[one_lost], 2),
        (vec![Status(504, None)], MADE, &[one_lost], 2),
        (vec![Cut, Hangs], NO_PICTURE, &[two_lost], 2),
    ] {
        let first = &troubles[..troubles.len().min(3)];
        let what = format!("{} calls meet {first:?}", troubles.len());
        let openai = ImagesServer::open().await;
        openai.trouble(&troubles);
        let world = World::by_openai(engine, &openai.url, ENOUGH).await;
        comes_to(&world, CreationKind::Image, ended, costs, &what).await;
        assert!(openai.calls() <= most_calls, "{what}: {} calls", openai.calls());
        assert_eq!(openai.violations(), Vec::<String>::new(), "{what}");
    }
    // A picture that is none, which only shows when it is filmed here.
    let openai = ImagesServer::open().await;
    let world = World::by_openai(engine, &openai.url, ENOUGH).await;
    comes_to(&world, CreationKind::Video, NO_FILM, &[picture], "no picture inside").await;
}

async fn what_comes_more_slowly_than_a_lease_lasts_is_fetched_once(engine: Engine) {
    const PIECES: usize = 10;
    let runway = RunwayServer::open().await;
    runway.tasks(&[], End::Trickles(PIECES));
    let world = World::by_runway(engine, &runway.url, ENOUGH).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    for part in 1..=2 {
        eventually("it is fetched", || async {
            world.time_goes_on().await;
            (runway.calls(Call::Output) == part).then_some(())
        })
        .await;
        for _ in 0..PIECES {
            let sql = "SELECT lease_until FROM creations";
            let until = world.number(sql).await;
            world.clock.forward(Duration::from_secs(20));
            runway.sends_a_piece();
            // Renewed, or given back because this was the last piece.
            eventually("the lease is renewed", || async {
                (world.number(sql).await != until).then_some(())
            })
            .await;
        }
    }
    let done = world.end_of(&thandi, &begun.id, "it ends").await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    let film = thandi.get(&done.video_url.expect("a film")).await.bytes().await.expect("bytes");
    assert!(film == mp4(), "it is as it was made");
    assert_eq!((runway.calls(Call::Output), runway.calls(Call::Order)), (2, 2));
    world.books_hold().await;
}
