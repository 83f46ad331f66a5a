//! A `ComfyUI` of one's own in bad luck of every kind: the memory is made all the same, or the credits come
//! back; nothing of it is left there or half kept here.

use std::time::Duration;

use evernear_rules::wire::{CreationKind, CreationView};
use serde_json::json;

use super::bad_luck::{Ended, MADE, NO_PICTURE, NOT_KEPT, TOO_LONG, ends};
use crate::harness::{
    Engine, Person, World,
    comfyui_server::{ComfyServer, Trouble, View},
    eventually, photo_bytes,
    provider::mp4,
};

crate::both_engines![
    whatever_its_calls_meet,
    whatever_becomes_of_what_it_runs,
    whatever_the_file_that_it_made_is,
    an_order_whose_answer_was_lost_is_deleted_once_it_is_cancelled,
    an_order_that_is_cancelled_on_its_way_and_whose_answer_is_lost_is_deleted,
    an_order_whose_answer_was_lost_is_deleted_once_it_is_given_up,
    another_picture_whose_answer_was_lost_is_deleted_once_it_is_given_up,
    a_step_that_takes_longer_than_its_lease_keeps_it,
    a_task_that_another_step_goes_on_with_is_not_deleted,
];

/// What it does while a memory is made.
#[derive(Clone, Debug)]
enum Luck {
    /// So many calls meet this.
    Calls(Trouble, usize),
    /// So many workflows fail in a node.
    Fails(usize),
    /// It starts anew in the middle of so many workflows.
    Restarts(usize),
    /// What runs never ends.
    Never,
    /// What comes of its pictures.
    Shows(View),
}

/// The nodes of the documentation's workflows that give the result.
const PICTURE_NODE: &str = "11";
const FILM_NODE: &str = "13";

/// Works off what is ordered.
async fn works(comfyui: ComfyServer, luck: Luck) {
    let mut bad = 0;
    loop {
        tokio::time::sleep(Duration::from_millis(20)).await;
        if let Luck::Calls(_, most) = luck
            && comfyui.calls() >= most
        {
            comfyui.trouble(None);
        }
        match (comfyui.counts(), &luck) {
            ((_, 0, _), _) if comfyui.counts().0 > 0 => comfyui.begins(),
            ((_, 0, _), _) | (_, Luck::Never) => {}
            (_, Luck::Fails(most)) if bad < *most => {
                bad += 1;
                comfyui.fails("out of memory at 10.0.0.7");
            }
            (_, Luck::Restarts(most)) if bad < *most => {
                bad += 1;
                comfyui.restarts();
            }
            (_, luck) => makes(&comfyui, luck),
        }
    }
}

/// What runs succeeds.
fn makes(comfyui: &ComfyServer, luck: &Luck) {
    let film = comfyui.orders().last().is_some_and(|order| order.get(FILM_NODE).is_some());
    if film {
        comfyui.shows(View::Bytes(mp4()));
        comfyui.succeeds(FILM_NODE, "images", "film.mp4");
        return;
    }
    comfyui.shows(match luck {
        Luck::Shows(view) => view.clone(),
        _ => View::Bytes(photo_bytes("man-blue-suit.jpg")),
    });
    comfyui.succeeds(PICTURE_NODE, "images", "picture.jpg");
}

/// A film in this luck, of which so many workflows are ordered.
async fn comes_to(engine: Engine, luck: Luck, ended: Ended, orders: usize) {
    let what = format!("{:.80}", format!("{luck:?}"));
    let comfyui = ComfyServer::open().await;
    if let Luck::Calls(trouble, _) = &luck {
        comfyui.trouble(Some(trouble.clone()));
    }
    let world = World::by_comfyui(engine, &comfyui.url).await;
    let working = tokio::spawn(works(comfyui.clone(), luck));
    ends(&world, CreationKind::Video, ended, &what).await;
    eventually("nothing is left there", || async {
        world.time_goes_on().await;
        (comfyui.counts() == (0, 0, 0)).then_some(())
    })
    .await;
    working.abort();
    assert_eq!(comfyui.orders().len(), orders, "{what}");
    assert_eq!(comfyui.violations(), Vec::<String>::new(), "{what}");
}

async fn whatever_its_calls_meet(engine: Engine) {
    use Trouble::{CutAfterOrder, Endless, Page, PageAfterOrder, Redirects, Status};
    for trouble in [
        Page,
        Endless,
        Redirects,
        Status(500, None),
        Status(503, None),
        Status(429, Some("3600")),
        CutAfterOrder,
        PageAfterOrder,
    ] {
        comes_to(engine, Luck::Calls(trouble, 6), MADE, 2).await;
    }
    for trouble in [Page, Status(503, None), Status(429, Some("3600"))] {
        comes_to(engine, Luck::Calls(trouble, 400), TOO_LONG, 0).await;
    }
    // A proxy before it does not know us any more.
    comes_to(engine, Luck::Calls(Status(401, None), 400), NO_PICTURE, 0).await;
}

async fn whatever_becomes_of_what_it_runs(engine: Engine) {
    comes_to(engine, Luck::Fails(1), NO_PICTURE, 1).await;
    comes_to(engine, Luck::Restarts(2), MADE, 4).await;
    comes_to(engine, Luck::Never, TOO_LONG, 1).await;
}

async fn whatever_the_file_that_it_made_is(engine: Engine) {
    let page = b"<html><body>Not what it seems</body></html>".to_vec();
    let begins = b"\x89PNG\r\n\x1a\n".to_vec();
    for (view, ended, orders) in [
        (View::Bytes(page), NO_PICTURE, 1),
        (View::Bytes(mp4()), NO_PICTURE, 1),
        (View::Bytes(Vec::new()), NO_PICTURE, 1),
        // It is made again, as often as a task that failed.
        (View::Gone, NO_PICTURE, 6),
        (View::Announced(begins.clone(), 41_000_000), NO_PICTURE, 1),
        (View::Announced(begins.clone(), 10_000), TOO_LONG, 1),
        (View::Unannounced(begins, 41_000_000), NOT_KEPT, 1),
    ] {
        comes_to(engine, Luck::Shows(view), ended, orders).await;
    }
}

/// Begins a memory whose order's answer is lost.
async fn begins_and_loses_the_answer(world: &World, comfyui: &ComfyServer) -> (Person, String) {
    comfyui.trouble(Some(Trouble::CutAfterOrder));
    let thandi = Person::member(world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    eventually("it is ordered", || async { (comfyui.orders().len() == 1).then_some(()) }).await;
    (thandi, begun.id)
}

/// Waits until nothing is left there, while time goes on.
async fn nothing_is_left(world: &World, comfyui: &ComfyServer) {
    eventually("nothing is left there", || async {
        world.time_goes_on().await;
        (comfyui.counts() == (0, 0, 0)).then_some(())
    })
    .await;
    assert_eq!(comfyui.orders().len(), 1);
    assert_eq!(comfyui.violations(), Vec::<String>::new());
    world.books_hold().await;
}

async fn an_order_whose_answer_was_lost_is_deleted_once_it_is_cancelled(engine: Engine) {
    let comfyui = ComfyServer::open().await;
    let world = World::by_comfyui(engine, &comfyui.url).await;
    let (thandi, id) = begins_and_loses_the_answer(&world, &comfyui).await;
    // Nobody looks for it before time goes on.
    assert_eq!(thandi.cancels(&id).await.held, 0);
    comfyui.trouble(None);
    nothing_is_left(&world, &comfyui).await;
}

async fn an_order_that_is_cancelled_on_its_way_and_whose_answer_is_lost_is_deleted(engine: Engine) {
    let comfyui = ComfyServer::open().await;
    let world = World::by_comfyui(engine, &comfyui.url).await;
    comfyui.trouble(Some(Trouble::HeldOrder));
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    eventually("it is being ordered", || async { comfyui.holds_an_order().then_some(()) }).await;
    assert_eq!(thandi.cancels(&begun.id).await.held, 0);
    assert_eq!(comfyui.counts(), (0, 0, 0), "it is not there yet");
    comfyui.trouble(None);
    eventually("it is there", || async { (comfyui.orders().len() == 1).then_some(()) }).await;
    nothing_is_left(&world, &comfyui).await;
}

async fn an_order_whose_answer_was_lost_is_deleted_once_it_is_given_up(engine: Engine) {
    let comfyui = ComfyServer::open().await;
    let world = World::by_comfyui(engine, &comfyui.url).await;
    let (thandi, id) = begins_and_loses_the_answer(&world, &comfyui).await;
    comfyui.trouble(Some(Trouble::Status(503, None)));
    let ended = world.end_of(&thandi, &id, "it is away").await;
    let why = ended.failure.map(|failure| failure.message);
    assert_eq!((why.as_deref(), ended.credits), (TOO_LONG, 50));
    assert_ne!(comfyui.counts(), (0, 0, 0), "it is still there");
    comfyui.trouble(None);
    nothing_is_left(&world, &comfyui).await;
}

async fn another_picture_whose_answer_was_lost_is_deleted_once_it_is_given_up(engine: Engine) {
    let comfyui = ComfyServer::open().await;
    let world = World::by_comfyui(engine, &comfyui.url).await;
    let thandi = Person::member(&world, "thandi").await;
    let key = thandi.prepares(2).await.draft.key;
    let id = thandi.begins_with(&key, CreationKind::Video, true).await.expect("it starts").id;
    let working = tokio::spawn(works(comfyui.clone(), Luck::Calls(Trouble::Page, 0)));
    let open = async |what: &str| {
        eventually(what, || async {
            world.time_goes_on().await;
            thandi.watches(&id).await.review.filter(|review| review.open)
        })
        .await
    };
    open("the first picture is there").await;
    working.abort();
    comfyui.trouble(Some(Trouble::CutAfterOrder));
    let decision = json!({ "id": id, "decision": "another" });
    let _: CreationView = thandi.call("creation/decide", decision).await.expect("decided");
    eventually("it is ordered", || async { (comfyui.orders().len() == 2).then_some(()) }).await;
    comfyui.trouble(Some(Trouble::Status(503, None)));
    assert!(open("the first is there again").await.replacing_failed);
    assert_ne!(comfyui.counts(), (0, 0, 0), "the other is still there");
    comfyui.trouble(None);
    eventually("nothing is left there", || async {
        world.time_goes_on().await;
        (comfyui.counts() == (0, 0, 0)).then_some(())
    })
    .await;
    world.books_hold().await;
}

/// Begins a film whose picture's order is held.
async fn begins_and_is_held(world: &World, comfyui: &ComfyServer) -> (Person, String) {
    comfyui.trouble(Some(Trouble::HeldOrder));
    let thandi = Person::member(world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    eventually("it is being ordered", || async { comfyui.holds_an_order().then_some(()) }).await;
    (thandi, begun.id)
}

async fn a_step_that_takes_longer_than_its_lease_keeps_it(engine: Engine) {
    let comfyui = ComfyServer::open().await;
    let world = World::by_comfyui(engine, &comfyui.url).await;
    let (thandi, id) = begins_and_is_held(&world, &comfyui).await;
    let lease = "SELECT lease_until FROM creations";
    let before = world.number(lease).await;
    for _ in 0..2 {
        world.clock.forward(Duration::from_secs(20));
        let now = world.ports.now().0;
        eventually("its lease is renewed", || async {
            (world.number(lease).await > now + 20_000).then_some(())
        })
        .await;
    }
    assert!(world.ports.now().0 > before, "it has outlasted the first");
    let working = tokio::spawn(works(comfyui.clone(), Luck::Calls(Trouble::Page, 0)));
    comfyui.trouble(None);
    assert_eq!(world.end_of(&thandi, &id, "it is made").await.credits, 25);
    working.abort();
    assert_eq!(comfyui.orders().len(), 2, "its picture and its film, once each");
    assert_eq!(comfyui.violations(), Vec::<String>::new());
}

async fn a_task_that_another_step_goes_on_with_is_not_deleted(engine: Engine) {
    let comfyui = ComfyServer::open().await;
    let world = World::by_comfyui(engine, &comfyui.url).await;
    let (thandi, id) = begins_and_is_held(&world, &comfyui).await;
    // Another step has the lease by now, and knows the same order.
    let other = "UPDATE creations SET attempt = attempt + 1, lease_until = 0";
    world.db.execute(other, Vec::new()).await.expect("taken over");
    comfyui.trouble(None);
    let working = tokio::spawn(works(comfyui.clone(), Luck::Calls(Trouble::Page, 0)));
    assert_eq!(world.end_of(&thandi, &id, "it is made").await.credits, 25);
    working.abort();
    let lost = "SELECT COUNT(*) FROM creations WHERE state NOT LIKE '%\"losses\":0%'";
    assert_eq!(world.number(lost).await, 0, "no task was lost");
}
