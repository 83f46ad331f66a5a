//! The program is killed (SIGKILL) while a provider outside makes a film for it, and started again: it
//! orders nothing twice but what it cannot know about, leaves nothing there, and the credits are exact.

use std::path::{Path, PathBuf};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use evernear_renderer::Photo;
use evernear_rules::wire::{CreationKind, CreationStatus, CreationView};
use serde_json::Value;

use crate::harness::{
    Engine, Person, ServerProcess, books_hold,
    comfyui_server::{self, ComfyServer, View},
    eventually, grey_jpeg,
    images_server::ImagesServer,
    photo_bytes,
    provider::{KEY, Trouble, mp4, png},
    runway_server::{Call, End, RunwayServer},
    spent_on_orders, with_exif,
};

crate::both_engines![
    killed_at_every_moment_of_both_parts_it_orders_once_and_leaves_nothing_there,
    started_without_its_provider_it_makes_the_memory_itself_and_forgets_no_task,
    killed_while_it_orders_it_orders_once_more_and_no_more,
    killed_after_a_cancellation_it_deletes_the_task_all_the_same,
    killed_while_a_call_makes_the_picture_it_calls_once_more_and_no_more,
    killed_while_models_of_ones_own_work_it_finds_what_it_ordered,
];

async fn with_runway(engine: Engine, runway: &RunwayServer) -> ServerProcess {
    let settings = [
        ("EVERNEAR_IMAGERY", "runway"),
        ("EVERNEAR_RUNWAY_URL", &runway.url),
        ("EVERNEAR_RUNWAY_KEY", KEY),
        ("EVERNEAR_CONFIRM_EMAIL", "yes"),
    ];
    ServerProcess::start(engine, &settings).await
}

/// Begins with two photos, of which one is large and comes from a camera.
async fn begins(person: &Person, kind: CreationKind) -> CreationView {
    person.says("Walking with my dad by the lake").await;
    for photo in [photo_bytes("older-woman-glasses-cap.jpg"), with_exif(&grey_jpeg(4_500, 3_000))] {
        person.upload(photo).await.expect("a photo");
    }
    let key = person.state().await.draft.key;
    person.begins(&key, kind).await.expect("it starts")
}

/// A moment of a part that a provider makes.
#[derive(Clone, Copy, Debug)]
enum Moment {
    Ordered,
    LookedAt,
    Copied,
    Discarded,
}

/// Kills the server at this moment, which comes now, and starts it again.
async fn kill_when(
    moment: Moment,
    part: &str,
    server: &mut ServerProcess,
    runway: &RunwayServer,
    person: &mut Person,
) {
    let hang = |call| {
        let before = runway.calls(call);
        runway.trouble(call, &[Trouble::Hangs]);
        move || (runway.calls(call) > before).then_some(())
    };
    let what = format!("{part} is {moment:?}");
    match moment {
        Moment::Ordered => {
            let sql = "SELECT COUNT(*) FROM creations WHERE state LIKE $1";
            let like = format!("%\"task\":\"runway:{part}%");
            eventually(&what, || async {
                let values = evernear_server::values![like.as_str()];
                let (tasks,): (i64,) = server.db.find(sql, values).await.ok()??;
                (tasks == 1).then_some(())
            })
            .await;
        }
        Moment::LookedAt => server.meanwhile(&what, hang(Call::Task)).await,
        Moment::Copied => {
            runway.tasks(&[], End::Stops);
            let objects = server.folder().join("objects");
            server.meanwhile(&what, || is_being_copied(&objects).then_some(())).await;
        }
        Moment::Discarded => {
            let hangs = hang(Call::Delete);
            // It is deleted beside the creation, which meanwhile orders the film.
            runway.ordered_tasks(End::Succeeds);
            server.meanwhile(&what, hangs).await;
        }
    }
    // Nothing goes on by itself.
    runway.tasks(&[], End::Never);
    server.is_killed_and_starts(person).await;
}

fn is_being_copied(folder: &Path) -> bool {
    let entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|all| all.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    entries.iter().any(|path| path.extension().is_some_and(|kind| kind == "part"))
        || entries.iter().any(|path| path.is_dir() && is_being_copied(path))
}

/// The bytes that an order names as data.
fn photos_of(order: &Value) -> Vec<Vec<u8>> {
    let references = order["referenceImages"].as_array().into_iter().flatten();
    let uris = references.filter_map(|reference| reference["uri"].as_str());
    uris.map(|uri| {
        let (_, data) = uri.split_once(";base64,").expect("data");
        BASE64_STANDARD.decode(data).expect("base64")
    })
    .collect()
}

async fn killed_at_every_moment_of_both_parts_it_orders_once_and_leaves_nothing_there(
    engine: Engine,
) {
    let runway = RunwayServer::open().await;
    runway.tasks(&[], End::Never);
    let mut server = with_runway(engine, &runway).await;
    let mut thandi = server.member("thandi").await;
    let begun = begins(&thandi, CreationKind::Video).await;
    let moments = [Moment::Ordered, Moment::LookedAt, Moment::Copied, Moment::Discarded];
    for part in ["picture", "film"] {
        for moment in moments {
            kill_when(moment, part, &mut server, &runway, &mut thandi).await;
        }
    }
    let done = server.end_of(&thandi, &begun.id).await;
    assert_eq!((done.status, done.credits, done.held), (CreationStatus::Finished, 25, 0));
    for (address, made) in [(done.image_url, png()), (done.video_url, mp4())] {
        let kept = thandi.get(&address.expect("it is there")).await.bytes().await.expect("bytes");
        assert!(kept == made, "it is as it was made");
    }
    assert_eq!(server.ledger_of(&begun.id).await, ["hold", "capture"]);
    assert_eq!(spent_on_orders(&server.db).await, (2, 0, 550_000));
    assert_eq!(runway.calls(Call::Order), 2);
    server.meanwhile("no task is left", || (runway.running() == 0).then_some(())).await;
    let photos = photos_of(&runway.orders()[0].1);
    assert_eq!(photos.len(), 2);
    for photo in photos {
        assert!(!photo.windows(4).any(|window| window == b"Exif"));
        let read = Photo::read(&photo).expect("a photo");
        assert!(read.width().max(read.height()) <= 2_048, "{}x{}", read.width(), read.height());
    }
    assert_eq!(runway.violations(), Vec::<String>::new());
    books_hold(&server.db).await;
}

/// Waits until no task is left there; each deletion is due now.
async fn deletes_all_tasks(server: &ServerProcess, runway: &RunwayServer) {
    eventually("no task is left", || async {
        let sql = "UPDATE task_deletions SET next_at = 0";
        server.db.execute(sql, Vec::new()).await.expect("hurried");
        (runway.running() == 0).then_some(())
    })
    .await;
}

async fn killed_after_a_cancellation_it_deletes_the_task_all_the_same(engine: Engine) {
    let runway = RunwayServer::open().await;
    runway.tasks(&[], End::Never);
    let mut server = with_runway(engine, &runway).await;
    let mut thandi = server.member("thandi").await;
    let begun = begins(&thandi, CreationKind::Video).await;
    server.meanwhile("it is ordered", || (runway.running() == 1).then_some(())).await;
    // The task is noted before the answer to the order is.
    let looked = || (runway.calls(Call::Task) > 0).then_some(());
    server.meanwhile("it is looked at", looked).await;
    runway.trouble(Call::Delete, &[Trouble::Hangs]);
    assert_eq!(thandi.cancels(&begun.id).await.held, 0);
    let hangs = || (runway.calls(Call::Delete) == 1).then_some(());
    server.meanwhile("it is told to delete it", hangs).await;
    assert_eq!(runway.running(), 1);
    server.is_killed_and_starts(&mut thandi).await;
    deletes_all_tasks(&server, &runway).await;
    assert_eq!(thandi.watches(&begun.id).await.status, CreationStatus::Cancelled);
    assert_eq!(server.ledger_of(&begun.id).await, ["hold", "release"]);
    assert_eq!(runway.violations(), Vec::<String>::new());
    books_hold(&server.db).await;
}

async fn started_without_its_provider_it_makes_the_memory_itself_and_forgets_no_task(
    engine: Engine,
) {
    let runway = RunwayServer::open().await;
    runway.tasks(&[], End::Never);
    let mut server = with_runway(engine, &runway).await;
    let mut thandi = server.member("thandi").await;
    let begun = begins(&thandi, CreationKind::Image).await;
    let looked = || (runway.calls(Call::Task) > 0).then_some(());
    server.meanwhile("it is looked at", looked).await;
    server.configure("EVERNEAR_IMAGERY", None);
    server.is_killed_and_starts(&mut thandi).await;
    let done = server.end_of(&thandi, &begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    assert_eq!(done.made_by, None, "our own renderer made it");
    assert_eq!((runway.running(), runway.calls(Call::Delete)), (1, 0));
    server.configure("EVERNEAR_IMAGERY", Some("runway"));
    server.is_killed_and_starts(&mut thandi).await;
    deletes_all_tasks(&server, &runway).await;
    assert_eq!(runway.violations(), Vec::<String>::new());
    books_hold(&server.db).await;
}

async fn killed_while_it_orders_it_orders_once_more_and_no_more(engine: Engine) {
    for (kills, status, credits, costs, calls) in [
        (1, CreationStatus::Finished, 25, (3, 1, 600_000), 3),
        (2, CreationStatus::Failed, 50, (3, 2, 600_000), 3),
    ] {
        let runway = RunwayServer::open().await;
        let mut server = with_runway(engine, &runway).await;
        let mut thandi = server.member("thandi").await;
        runway.trouble(Call::Order, &[Trouble::Hangs]);
        let begun = begins(&thandi, CreationKind::Video).await;
        for kill in 1..=kills {
            // The picture's first order, and the film's.
            let order = 2 * kill - 1;
            let sent = || (runway.calls(Call::Order) == order).then_some(());
            server.meanwhile("it orders", sent).await;
            if kill < kills {
                runway.tasks(&[], End::Never);
            }
            server.is_killed_and_starts(&mut thandi).await;
            if kill < kills {
                let again = || (runway.calls(Call::Order) == order + 1).then_some(());
                server.meanwhile("it orders again", again).await;
                runway.trouble(Call::Order, &[Trouble::Hangs]);
                runway.tasks(&[], End::Succeeds);
            }
        }
        let done = server.end_of(&thandi, &begun.id).await;
        assert_eq!((done.status, done.credits, done.held), (status, credits, 0), "{kills}");
        let ended = if credits == 25 { "capture" } else { "release" };
        assert_eq!(server.ledger_of(&begun.id).await, ["hold", ended], "{kills}");
        assert_eq!(spent_on_orders(&server.db).await, costs, "{kills}");
        assert_eq!(runway.calls(Call::Order), calls, "{kills}");
        server.meanwhile("no task is left", || (runway.running() == 0).then_some(())).await;
        assert_eq!(runway.violations(), Vec::<String>::new());
        books_hold(&server.db).await;
    }
}

async fn killed_while_a_call_makes_the_picture_it_calls_once_more_and_no_more(engine: Engine) {
    for (kills, status, credits, costs) in [
        (1, CreationStatus::Finished, 25, (2, 1, 500_000)),
        (2, CreationStatus::Failed, 50, (2, 2, 500_000)),
    ] {
        let openai = ImagesServer::open().await;
        openai.makes(BASE64_STANDARD.encode(photo_bytes("man-blue-suit.jpg")));
        openai.slow();
        let settings = [
            ("EVERNEAR_IMAGERY", "openai"),
            ("EVERNEAR_OPENAI_URL", &openai.url),
            ("EVERNEAR_OPENAI_KEY", KEY),
            ("EVERNEAR_OPENAI_IMAGE_MODEL", "gpt-image-2.5-flare"),
            ("EVERNEAR_CONFIRM_EMAIL", "yes"),
        ];
        let mut server = ServerProcess::start(engine, &settings).await;
        let mut thandi = server.member("thandi").await;
        let begun = begins(&thandi, CreationKind::Video).await;
        for kill in 1..=kills {
            server.meanwhile("it calls", || (openai.calls() == kill).then_some(())).await;
            server.is_killed_and_starts(&mut thandi).await;
        }
        if status == CreationStatus::Finished {
            server.meanwhile("it calls again", || (openai.calls() == 2).then_some(())).await;
            // One turn is of the call that was broken off.
            openai.ends();
            openai.ends();
            eventually("our own camera films it", || async {
                (thandi.watches(&begun.id).await.progress >= 65).then_some(())
            })
            .await;
            server.is_killed_and_starts(&mut thandi).await;
        }
        let done = server.end_of(&thandi, &begun.id).await;
        assert_eq!((done.status, done.credits, done.held), (status, credits, 0), "{kills}");
        assert_eq!(spent_on_orders(&server.db).await, costs, "{kills}");
        assert_eq!(openai.calls(), 2, "{kills}");
        let ended = if credits == 25 { "capture" } else { "release" };
        assert_eq!(server.ledger_of(&begun.id).await, ["hold", ended], "{kills}");
        assert_eq!(openai.violations(), Vec::<String>::new());
        books_hold(&server.db).await;
    }
}

/// The nodes of the documentation's workflows that give the result.
const PICTURE_NODE: &str = "11";
const FILM_NODE: &str = "13";

async fn killed_while_models_of_ones_own_work_it_finds_what_it_ordered(engine: Engine) {
    let comfyui = ComfyServer::open().await;
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/comfyui");
    let folder = |part: &str| docs.join(part).display().to_string();
    let settings = [
        ("EVERNEAR_IMAGERY", "comfyui"),
        ("EVERNEAR_COMFYUI_URL", &comfyui.url),
        ("EVERNEAR_COMFYUI_PICTURE", &folder("picture")),
        ("EVERNEAR_COMFYUI_FILM", &folder("film")),
        ("EVERNEAR_CONFIRM_EMAIL", "yes"),
    ];
    let mut server = ServerProcess::start(engine, &settings).await;
    let mut thandi = server.member("thandi").await;
    // The answer to each order is lost.
    comfyui.trouble(Some(comfyui_server::Trouble::CutAfterOrder));
    let begun = begins(&thandi, CreationKind::Video).await;
    let parts = [
        (PICTURE_NODE, "picture.jpg", photo_bytes("man-blue-suit.jpg")),
        (FILM_NODE, "film.mp4", mp4()),
    ];
    for (number, (node, file, made)) in parts.into_iter().enumerate() {
        let ordered = || (comfyui.orders().len() == number + 1).then_some(());
        server.meanwhile("it is ordered", ordered).await;
        let looked = comfyui.calls();
        server.meanwhile("it is looked for", || (comfyui.calls() > looked + 1).then_some(())).await;
        server.is_killed_and_starts(&mut thandi).await;
        comfyui.begins();
        server.is_killed_and_starts(&mut thandi).await;
        comfyui.shows(View::Bytes(made));
        comfyui.succeeds(node, "images", file);
    }
    let done = server.end_of(&thandi, &begun.id).await;
    assert_eq!((done.status, done.credits, done.held), (CreationStatus::Finished, 25, 0));
    assert_eq!(server.ledger_of(&begun.id).await, ["hold", "capture"]);
    assert_eq!(comfyui.orders().len(), 2);
    let nothing_left = || (comfyui.counts() == (0, 0, 0)).then_some(());
    server.meanwhile("no task is left", nothing_left).await;
    assert_eq!(comfyui.violations(), Vec::<String>::new());
    books_hold(&server.db).await;
}
