//! Guessing: tokens of links, and the password of one.

use std::time::Duration;

use futures::{StreamExt as _, stream};
use reqwest::StatusCode;

use super::{is_let_in, leads_nowhere, opens, owner_of_a_film, shares};
use crate::harness::{Engine, Person, World, html::header};

crate::both_engines![
    ten_thousand_guesses_find_no_link_and_are_throttled,
    a_password_is_not_guessed,
    a_password_is_the_same_however_it_is_typed,
    what_other_sites_embed_is_neither_shown_nor_counted,
];

async fn ten_thousand_guesses_find_no_link_and_are_throttled(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let other = shares(&thandi, &film, &[]).await;
    let guesser = Person::at(&world.base, 9);
    opens(&guesser, &link).await;
    let guesses = stream::iter(0..10_000_u64).map(|guess| {
        let (guesser, link) = (&guesser, &link);
        async move {
            // Near the right one, or anywhere; pages, files and forms.
            let near = format!("{}{guess:04x}", &link[..link.len() - 4]);
            let is_near = guess % 2 == 1 && near != *link;
            let path = if is_near { near } else { format!("/m/{guess:040x}") };
            let answer = match guess % 3 {
                0 => guesser.get(&path).await,
                1 => guesser.get(&format!("{path}/film.mp4")).await,
                _ => guesser.submit(&path, &[]).await,
            };
            answer.status()
        }
    });
    let answers: Vec<StatusCode> = guesses.buffer_unordered(32).collect().await;
    let of = |status| answers.iter().filter(|one| **one == status).count();
    let (missed, throttled) = (of(StatusCode::NOT_FOUND), of(StatusCode::TOO_MANY_REQUESTS));
    assert_eq!(missed + throttled, 10_000, "nothing was found");
    assert_eq!(missed, 30, "so many are answered, and then none");
    // In that network no link opens any more, but for what is open there.
    world.clock.forward(Duration::from_secs(9));
    let refused = guesser.get(&other).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(!header(&refused, "retry-after").is_empty());
    assert_eq!(guesser.get(&format!("{link}/film.mp4")).await.status(), StatusCode::OK);
    opens(&Person::at(&world.base, 10), &other).await;
    world.clock.forward(Duration::from_secs(60));
    opens(&guesser, &other).await;
}

async fn a_password_is_not_guessed(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("password", "lamplight")]).await;
    let mum = Person::at(&world.base, 9);
    assert!(is_let_in(&mum.submit(&link, &[("password", "lamplight")]).await, &link));
    let guesser = Person::at(&world.base, 10);
    let mut throttled = 0;
    for guess in 0..100 {
        let word = format!("candle{guess}");
        let answer = guesser.submit(&link, &[("password", &word)]).await;
        match answer.status() {
            StatusCode::UNPROCESSABLE_ENTITY => {
                let page = answer.text().await.expect("text");
                assert!(page.contains("That is not the password of this link."), "{page}");
                assert!(!page.contains(&word), "{page}");
            }
            StatusCode::TOO_MANY_REQUESTS => throttled += 1,
            status => panic!("{status}"),
        }
    }
    assert_eq!(throttled, 90);
    let right = guesser.submit(&link, &[("password", "lamplight")]).await;
    assert_eq!(right.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(header(&right, "retry-after"), "30");
    let page = right.text().await.expect("text");
    assert!(page.contains("Too many passwords were tried for this link."), "{page}");
    assert!(page.contains("not even the right one opens it"), "{page}");
    // Elsewhere it opens, and who watches goes on.
    assert_eq!(mum.get(&format!("{link}/film.mp4")).await.status(), StatusCode::OK);
    let nan = Person::at(&world.base, 11);
    assert!(is_let_in(&nan.submit(&link, &[("password", "lamplight")]).await, &link));
    world.clock.forward(Duration::from_secs(30));
    assert!(is_let_in(&guesser.submit(&link, &[("password", "lamplight")]).await, &link));
    assert_eq!(world.number("SELECT people FROM shares").await, 3);
    // Many clients together are throttled as well.
    let mut refused = 0;
    for client in 20..36 {
        let guesser = Person::at(&world.base, client);
        for _ in 0..8 {
            let answer = guesser.submit(&link, &[("password", "candlelight")]).await;
            refused += u32::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
        }
    }
    assert!(refused > 20, "{refused}");
    leads_nowhere(&mum, &format!("/m/{}", "2".repeat(40))).await;
}

async fn a_password_is_the_same_however_it_is_typed(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[("password", " Café au lait")]).await;
    let mum = Person::at(&world.base, 9);
    for typed in ["café au lait", "Cafe au lait"] {
        assert!(!is_let_in(&mum.submit(&link, &[("password", typed)]).await, &link), "{typed}");
    }
    // On some keyboards the accent is a sign of its own.
    assert!(is_let_in(&mum.submit(&link, &[("password", "Cafe\u{301} au lait ")]).await, &link));
    let path = format!("/memories/{film}/share");
    let refused = thandi.submit(&path, &[("password", "       ")]).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "no open link instead");
}

async fn what_other_sites_embed_is_neither_shown_nor_counted(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, film) = owner_of_a_film(&world).await;
    let link = shares(&thandi, &film, &[]).await;
    let other = shares(&thandi, &film, &[]).await;
    let mum = Person::at(&world.base, 9);
    opens(&mum, &link).await;
    for guess in 0..100 {
        let dead = format!("/m/{guess:040x}/picture.jpg");
        assert_eq!(mum.get_embedded(&dead, "image").await.status(), StatusCode::NOT_FOUND);
    }
    let film = format!("{link}/film.mp4");
    assert_eq!(mum.get_embedded(&film, "video").await.status(), StatusCode::NOT_FOUND);
    // A link in a mail is followed from another site as well.
    assert_eq!(mum.get_embedded(&link, "document").await.status(), StatusCode::OK);
    assert_eq!(mum.get(&film).await.status(), StatusCode::OK);
    // Nobody there has guessed too often.
    opens(&mum, &other).await;
}
