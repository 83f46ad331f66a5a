//! Callers who share a batch: each is answered for their own request, and nobody waits for
//! somebody else's.

use evernear_app::{
    domain::id::{AccountId, CreationId},
    ports::{BeginError, Begun, CreationStore, NewCreation},
};
use evernear_rules::wire::Mode;
use evernear_server::{
    store::{Db, Store},
    values,
};
use futures::future::join_all;

use crate::harness::{
    Engine, books_hold,
    crowd::{START, entropy, person, ready},
    waits_for_a_row,
};

crate::both_engines![
    each_hears_of_their_own_and_who_cannot_is_in_nobodys_way,
    a_key_that_a_film_uses_meanwhile_begins_nothing,
];

async fn opened(engine: Engine, folder: &std::path::Path) -> (Db, Store) {
    let db = Db::open(&engine.fresh_database(folder).await).await.expect("opened");
    (db.clone(), Store::new(db))
}

async fn with_credits(store: &Store, credits: u32) -> NewCreation {
    let owner = person(store, credits).await;
    ready(store, owner).await
}

async fn each_hears_of_their_own_and_who_cannot_is_in_nobodys_way(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let (db, store) = opened(engine, folder.path()).await;
    let mut able = Vec::new();
    for _ in 0..20 {
        able.push(with_credits(&store, 50).await);
    }
    let poor = with_credits(&store, 10).await;
    let mut short_of_a_photo = with_credits(&store, 50).await;
    short_of_a_photo.brief.mode = Mode::Friend;
    // A double click: the same request, under an id of its own.
    let twice = NewCreation { id: CreationId::new(START, &entropy()), ..able[0].clone() };
    let asked = able.iter().chain([&poor, &short_of_a_photo, &twice]).cloned();
    let outcomes = join_all(asked.map(|new| store.begin(new))).await;

    let one = [&outcomes[0], &outcomes[22]].map(|outcome| outcome.as_ref().expect("answered"));
    assert!(
        one == [&Begun::Started, &Begun::Already(able[0].id)]
            || one == [&Begun::Already(twice.id), &Begun::Started],
        "{one:?}"
    );
    for outcome in &outcomes[1..20] {
        assert_eq!(outcome.as_ref().expect("begun"), &Begun::Started);
    }
    assert!(matches!(outcomes[20], Err(BeginError::InsufficientCredits { have: 10 })));
    assert!(matches!(outcomes[21], Err(BeginError::WrongPhotos)));
    let sql = "SELECT COUNT(*) FROM creations WHERE progress = 5";
    let row = db.row(sql, values![]).await.expect("asked").expect("a row");
    assert_eq!(row.int(0).expect("a number"), 20, "progress begins at 5");
    let left = async |owner: AccountId| {
        let sql = "SELECT credits FROM profiles WHERE id = $1";
        let row = db.row(sql, values![owner.to_string()]).await.expect("asked").expect("a row");
        row.int(0).expect("a number")
    };
    for new in &able {
        assert_eq!(left(new.owner).await, 25);
    }
    assert_eq!((left(poor.owner).await, left(short_of_a_photo.owner).await), (10, 50));
    books_hold(&db).await;
}

async fn a_key_that_a_film_uses_meanwhile_begins_nothing(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let (db, store) = opened(engine, folder.path()).await;
    let picture = with_credits(&store, 50).await;
    assert_eq!(store.begin(picture.clone()).await.expect("begun"), Begun::Started);
    let other = NewCreation {
        request_key: "function:of a film".to_owned(),
        ..ready(&store, picture.owner).await
    };
    let mut tx = db.begin().await.expect("begun");
    let sql = "UPDATE profiles SET updated_at = updated_at WHERE id = $1";
    tx.execute(sql, values![picture.owner.to_string()]).await.expect("held");
    let waits = tokio::spawn({
        let (store, other) = (store.clone(), other.clone());
        async move { store.begin(other).await }
    });
    waits_for_a_row(&db).await;
    let sql = "UPDATE creations SET film_request_key = $2 WHERE id = $1";
    let values = values![picture.id.to_string(), other.request_key.as_str()];
    tx.execute(sql, values).await.expect("used");
    tx.commit().await.expect("let go");
    let begun = waits.await.expect("it goes on").expect("answered");
    assert_eq!(begun, Begun::Already(picture.id));
    // It is the key alone that held it up.
    let again = NewCreation { request_key: "of its own".to_owned(), ..other };
    assert_eq!(store.begin(again).await.expect("begun"), Begun::Started);
    let sql = "SELECT credits FROM profiles WHERE id = $1";
    let row = db.row(sql, values![picture.owner.to_string()]).await.expect("asked");
    assert_eq!(row.expect("a row").int(0).expect("a number"), 0);
    books_hold(&db).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_row_is_held_for_long_delays_nobody_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let (db, store) = opened(Engine::Postgres, folder.path()).await;
    let held = with_credits(&store, 50).await;
    let mut others = Vec::new();
    for _ in 0..20 {
        others.push(with_credits(&store, 50).await);
    }
    let mut tx = db.begin().await.expect("begun");
    let sql = "UPDATE profiles SET updated_at = updated_at WHERE id = $1";
    tx.execute(sql, values![held.owner.to_string()]).await.expect("held");
    let waits = tokio::spawn({
        let (store, held) = (store.clone(), held.clone());
        async move { store.begin(held).await }
    });
    for outcome in join_all(others.into_iter().map(|new| store.begin(new))).await {
        assert_eq!(outcome.expect("begun while it is held"), Begun::Started);
    }
    assert!(!waits.is_finished(), "its row is held");
    tx.commit().await.expect("let go");
    assert_eq!(waits.await.expect("it goes on").expect("begun"), Begun::Started);
    books_hold(&db).await;
}
