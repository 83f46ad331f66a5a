//! A creation whose helpers are slow, silent, forgetful or broken, and a server that was away:
//! it goes on, or ends with its credits back.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::{
        creation::{Brief, Prompt, TAKEOVER},
        id::{AccountId, CreationId},
        mail::Mail,
        media::ObjectKey,
        timestamp::Timestamp,
    },
    ports::{Companion, CompanionError, CreationStore, MailError, Mailer, Ports},
};
use evernear_rules::{
    story::Story,
    wire::{ChatReply, CreationKind, CreationStatus, NextAction, ProgressStep},
};
use evernear_server::store::{Db, Store};

use crate::harness::{
    Act, Engine, Person, World, books_hold,
    crowd::{START, person, ready},
    eventually, finish, photo_bytes,
};

crate::both_engines![
    silence_ends_after_a_bound,
    an_outage_is_no_lack_of_progress,
    steps_that_never_come_back_are_no_outage,
    a_slow_provider_is_shown_as_far_as_it_is,
    without_a_word_from_the_companion_the_memory_is_made_all_the_same,
    a_sweep_that_takes_long_holds_up_no_creation,
    what_cannot_be_stored_gives_the_credits_back_after_a_few_tries,
    a_forgetful_or_unreachable_provider_is_asked_again,
    what_is_lost_with_its_server_each_time_gives_the_credits_back,
    a_creation_stays_with_its_server_until_that_is_away,
];

async fn silence_ends_after_a_bound(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(30).await;
    for _ in 0..19 {
        passes(&world, Duration::from_secs(30)).await;
        assert_eq!(thandi.watches(&begun.id).await.status, CreationStatus::Running);
    }
    world.clock.forward(Duration::from_secs(90));
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 50));
    assert_eq!(ended.failure.expect("a reason").message, "This took too long, so we stopped it.");
    world.books_hold().await;
}

/// Time in which the server is at work.
async fn passes(world: &World, span: Duration) {
    let looked = world.imagery.looks.load(Ordering::SeqCst);
    world.clock.forward(span);
    eventually("the provider is asked again", || async {
        (world.imagery.looks.load(Ordering::SeqCst) > looked).then_some(())
    })
    .await;
}

async fn an_outage_is_no_lack_of_progress(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(30).await;
    // As the row would stand after two hours without a server.
    let sql =
        "UPDATE creations SET next_at = next_at - 7200000, progressed_at = progressed_at - 7200000";
    world.db.execute(sql, Vec::new()).await.expect("aged");
    passes(&world, Duration::from_secs(10)).await;
    passes(&world, Duration::from_secs(10)).await;
    assert_eq!(thandi.watches(&begun.id).await.status, CreationStatus::Running);
    world.imagery.speak();
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    world.books_hold().await;
}

async fn steps_that_never_come_back_are_no_outage(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(30).await;
    // As the row would stand if each step had ended its server, for two hours: never written
    // again, claimed a moment ago.
    let sql = "UPDATE creations SET lease_owner = 'gone', lease_until = next_at - 1000,
               next_at = next_at - 7200000, progressed_at = progressed_at - 7200000";
    world.db.execute(sql, Vec::new()).await.expect("aged");
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 50));
    assert_eq!(ended.failure.expect("a reason").message, "This took too long, so we stopped it.");
    world.books_hold().await;
}

async fn a_slow_provider_is_shown_as_far_as_it_is(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::At(0.0));
    world.imagery.film(Act::At(0.0));
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let shows = async |progress: u32| {
        eventually("the bar moves", || async {
            world.clock.forward(Duration::from_secs(1));
            (thandi.watches(&begun.id).await.progress == progress).then_some(())
        })
        .await;
    };
    shows(30).await;
    for (share, progress) in [(0.4, 35), (0.7, 40), (1.0, 45)] {
        world.imagery.reaches(share);
        shows(progress).await;
    }
    world.imagery.speak();
    world.imagery.film(Act::At(0.0));
    shows(60).await;
    for (share, progress) in [(0.17, 65), (0.5, 75), (0.84, 85), (1.0, 90)] {
        world.imagery.reaches(share);
        shows(progress).await;
    }
    world.imagery.speak();
    assert_eq!(thandi.waits_for_the_end(&begun.id).await.progress, 100);
    world.books_hold().await;
}

/// A companion that never answers.
struct Speechless;

#[async_trait]
impl Companion for Speechless {
    fn receiver(&self) -> String {
        self.notice()
    }

    fn notice(&self) -> String {
        String::new()
    }

    async fn plan(&self, _: CreationId, _: &Brief) -> Result<String, CompanionError> {
        Err(CompanionError("429 from https://companion.example/v1".to_owned()))
    }

    async fn reflection(&self, _: CreationId, _: &Brief) -> Result<String, CompanionError> {
        Err(CompanionError("cut".to_owned()))
    }

    async fn converse(&self, _: AccountId, _: &str) -> Result<ChatReply, CompanionError> {
        Err(CompanionError("out of words".to_owned()))
    }

    async fn progress(
        &self,
        _: CreationId,
        _: &Brief,
    ) -> Result<Vec<ProgressStep>, CompanionError> {
        Err(CompanionError("cut".to_owned()))
    }

    async fn story(&self, _: AccountId, _: &Prompt) -> Result<Story, CompanionError> {
        Err(CompanionError("cut".to_owned()))
    }
}

async fn without_a_word_from_the_companion_the_memory_is_made_all_the_same(engine: Engine) {
    let world =
        World::open_with(engine, |ports| Ports { companion: Arc::new(Speechless), ..ports }).await;
    let thandi = Person::member(&world, "thandi").await;
    let answered = thandi.says("Walking with my dad by the lake").await;
    assert_eq!(answered.next_action, Some(NextAction::Error));
    assert_eq!(answered.response, "⚠️ Emotional agent failed: out of words");
    assert!(answered.draft.messages.is_empty(), "what failed is not kept");
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        thandi.upload(photo_bytes(name)).await.expect("a photo");
    }
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Video).await.expect("it starts");
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
    assert_eq!(done.plan, ["⚠️ Planning failed: 429 from …"]);
    assert_eq!(done.reflection.as_deref(), Some("Hope you love what you've created. ✨"));
    let titles: Vec<_> = done.steps.iter().map(|step| step.title.as_str()).collect();
    // The six default steps.
    assert_eq!(
        titles,
        [
            "Reading your story",
            "Analyzing your photos",
            "Finding the location",
            "Composing the scene",
            "Animating your memory",
            "Final touch of magic"
        ]
    );
    let prompts = "SELECT COUNT(*) FROM prompt_history WHERE prompt = 'A beautiful memory.'";
    assert_eq!(world.number(prompts).await, 1);
    world.books_hold().await;
}

/// Keeps what is asked of it waiting without an end.
struct Stuck;

#[async_trait]
impl Mailer for Stuck {
    async fn send(&self, _: &Mail) -> Result<(), MailError> {
        Ok(())
    }

    async fn forget_older(&self, _: Timestamp) -> Result<(), MailError> {
        std::future::pending().await
    }
}

async fn a_sweep_that_takes_long_holds_up_no_creation(engine: Engine) {
    let world = World::open_with(engine, |ports| Ports { mailer: Arc::new(Stuck), ..ports }).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.status, done.credits), (CreationStatus::Finished, 25));
}

async fn what_cannot_be_stored_gives_the_credits_back_after_a_few_tries(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.film(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.brings_a_film_to(60).await;
    // A folder stands where the film is to be.
    let key = ObjectKey::film(begun.id.parse().expect("an id"));
    let in_the_way = world.folder.join("objects").join(key.as_str());
    std::fs::create_dir_all(in_the_way.join("full")).expect("a folder");
    world.imagery.speak();
    let ended = world.end_of(&thandi, &begun.id, "it gives up").await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 50));
    let failure = ended.failure.expect("a reason");
    assert_eq!(failure.message, "Your memory could not be saved.");
    assert!(failure.can_retry);
    assert_eq!(world.imagery.films_requested.load(Ordering::SeqCst), 1, "what was made is kept");
    std::fs::remove_dir_all(in_the_way).expect("out of the way");
    let again = thandi.tries_again(&begun.id, None).await.expect("a second try");
    assert_eq!(thandi.waits_for_the_end(&again.id).await.status, CreationStatus::Finished);
    world.books_hold().await;
}

async fn a_forgetful_or_unreachable_provider_is_asked_again(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.image(Act::Forget(1));
    world.imagery.film(Act::Unreachable(2));
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let done = eventually("it is done", || async {
        world.clock.forward(Duration::from_secs(1));
        let view = thandi.watches(&begun.id).await;
        (view.status != CreationStatus::Running).then_some(view)
    })
    .await;
    assert_eq!(done.status, CreationStatus::Finished);
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 2);
    assert_eq!(world.imagery.films_requested.load(Ordering::SeqCst), 3);
    world.books_hold().await;
}

async fn what_is_lost_with_its_server_each_time_gives_the_credits_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let ordered = || world.imagery.images_requested.load(Ordering::SeqCst);
    world.imagery.image(Act::Forget(20));
    let begun = thandi.begins_a_film().await;
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((ended.status, ended.credits, ordered()), (CreationStatus::Finished, 25, 21));
    world.imagery.image(Act::Forget(u32::MAX));
    let sipho = Person::member(&world, "sipho").await;
    let begun = sipho.begins_a_film().await;
    let ended = sipho.waits_for_the_end(&begun.id).await;
    assert_eq!((ended.status, ended.credits, ordered()), (CreationStatus::Failed, 50, 42));
    world.books_hold().await;
}

/// What the embedded renderer makes is in the memory of one of several servers.
async fn a_creation_stays_with_its_server_until_that_is_away(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&engine.fresh_database(folder.path()).await).await.expect("opened");
    let store = Store::new(db.clone());
    let owner = person(&store, 25).await;
    store.begin(ready(&store, owner).await).await.expect("begun");
    let claims = async |worker: &str, now: Timestamp| {
        store.claim(worker, now, now.after(Duration::from_secs(30))).await.expect("asked")
    };
    let first = claims("one", START).await.expect("anybody's at first");
    assert!(store.save(&first.creation, &first.lease, START).await.expect("saved"));
    assert!(!store.save(&first.creation, &first.lease, START).await.expect("asked"), "stale");
    assert!(claims("two", START).await.is_none(), "it is the first one's");
    assert!(claims("two", START.after(TAKEOVER / 2)).await.is_none());
    let again = claims("one", START).await.expect("looked at again");
    assert!(store.save(&again.creation, &again.lease, START).await.expect("saved"));
    // The first one is away.
    let away = START.after(TAKEOVER);
    let taken = claims("two", away).await.expect("taken over");
    assert!(store.save(&taken.creation, &taken.lease, away).await.expect("saved"));
    assert!(claims("one", away).await.is_none(), "it is the second one's now");
    // Who stops lets others look at once.
    assert_eq!(store.release_leases("two", away).await.expect("released"), 1);
    let last = claims("one", away).await.expect("anybody's");
    let ended = store.finish(&last.creation, &last.lease, &finish(away)).await;
    assert!(ended.expect("ended"));
    books_hold(&db).await;
    db.close().await;
}
