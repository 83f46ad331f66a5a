//! Guesses, and how much one client, the requests of one account and the whole site may send.

use std::time::Duration;

use evernear_app::domain::{photo_request::MAX_REQUESTS, rate_limit::Limit};
use futures::{StreamExt as _, stream};
use reqwest::StatusCode;

use super::{ALL, adds, asks, describes, has_added, newest, opens, reads};
use crate::harness::{Engine, Person, World, html::header};

crate::both_engines![
    guesses_find_no_request_and_are_throttled,
    a_client_and_whoever_asks_send_so_much_and_then_wait,
    the_whole_site_takes_so_much_and_then_waits,
    of_an_account_a_hundred_are_kept_and_those_that_brought_a_photo_do_not_go,
];

async fn guesses_find_no_request_and_are_throttled(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let other = asks(&thandi, "friend").await;
    let guesser = Person::at(&world.base, 9);
    opens(&guesser, &link).await;
    let guesses = stream::iter(0..2_000_u64).map(|guess| {
        let (guesser, link) = (&guesser, &link);
        async move {
            // Near the right one, or anywhere; pages, forms and photos.
            let token = if guess % 2 == 0 {
                format!("{guess:040x}")
            } else {
                format!("{}{guess:04x}", &link["/p/".len().."/p/".len() + 36])
            };
            let path = format!("/p/{token}");
            let answer = match guess % 4 {
                0 => guesser.get(&path).await,
                1 => guesser.submit_from("null", &format!("{path}/take-back"), &[]).await,
                2 => guesser.adds_by_request(&path, &ALL, "", Some(vec![1; 10])).await,
                _ => guesser.submit_from("null", &path, &[]).await,
            };
            answer.status()
        }
    });
    let answers: Vec<StatusCode> = guesses.buffer_unordered(32).collect().await;
    let of = |status| answers.iter().filter(|one| **one == status).count();
    let (missed, throttled) = (of(StatusCode::NOT_FOUND), of(StatusCode::TOO_MANY_REQUESTS));
    assert_eq!(missed + throttled, 2_000, "nothing was found");
    assert_eq!(missed, 30, "so many are answered, and then none");
    // No request opens in that network any more, but the one that is open there.
    world.clock.forward(Duration::from_secs(9));
    let refused = guesser.get(&other).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(!header(&refused, "retry-after").is_empty());
    assert!(guesser.page(&link).await.contains("Add My Photo"));
    opens(&Person::at(&world.base, 10), &other).await;
    for none in ["/p/x".to_owned(), format!("/p/{}", "A".repeat(4000)), "/p/%ff%fe".to_owned()] {
        let stranger = Person::at(&world.base, 11);
        assert_eq!(stranger.get(&none).await.status(), StatusCode::NOT_FOUND, "{none}");
    }
}

async fn a_client_and_whoever_asks_send_so_much_and_then_wait(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let other = asks(&thandi, "friend").await;
    let junk = || Some(b"no photo".to_vec());
    let stranger = Person::at(&world.base, 9);
    let read = reads(&stranger, &link).await;
    for _ in 0..10 {
        let answer = stranger.adds_by_request(&link, &ALL, &read, junk()).await;
        assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    for link in [&link, &other] {
        let refused = stranger.adds_by_request(link, &ALL, &read, junk()).await;
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS, "the client");
        assert_eq!(header(&refused, "retry-after"), "180");
    }
    let dad = Person::at(&world.base, 10);
    for link in [&link, &other] {
        let refused = adds(&dad, link).await;
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS, "requests of this account");
    }
    // Another request gives no more.
    thandi.submit(&format!("/photo-requests/{}/stop", newest(&world).await), &[]).await;
    let anew = asks(&thandi, "friend").await;
    assert_eq!(adds(&dad, &anew).await.status(), StatusCode::TOO_MANY_REQUESTS);
    // Whoever goes back to the address of the form that was refused has its page.
    assert_eq!(dad.led_to(&format!("{link}/photo")).await.as_deref(), Some(link.as_str()));
    world.clock.forward(Duration::from_secs(180));
    has_added(&dad, &link).await;
    // Nothing of it was counted for whoever asked.
    let account = super::account_of(&world, "thandi").await.to_string();
    world.ports.rate_limiter.peek(Limit::PhotoCpu, &account).expect("nothing is owed");
}

async fn of_an_account_a_hundred_are_kept_and_those_that_brought_a_photo_do_not_go(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let owner = super::account_of(&world, "thandi").await;
    let link = asks(&thandi, "loved_one").await;
    has_added(&Person::at(&world.base, 9), &link).await;
    let requests = &world.ports.photo_requests;
    let with_photo = requests.photo_requests(owner).await.expect("requests").remove(0).id;
    // It is over like those that follow, and only its photo keeps it.
    thandi.submit(&format!("/photo-requests/{with_photo}/stop"), &[]).await;
    for _ in 0..MAX_REQUESTS + 5 {
        world.clock.forward(Duration::from_secs(60));
        asks(&thandi, "friend").await;
        thandi.submit(&format!("/photo-requests/{}/stop", newest(&world).await), &[]).await;
    }
    let kept = requests.photo_requests(owner).await.expect("requests");
    assert_eq!(kept.len(), MAX_REQUESTS as usize);
    assert!(kept.iter().any(|one| one.id == with_photo), "the oldest of all brought its photo");
}

async fn the_whole_site_takes_so_much_and_then_waits(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let limits = &world.ports.rate_limiter;
    // As if many requests had brought as many photos as they may.
    limits.charge(Limit::RequestedPhotoAll, "site", 300);
    let dad = Person::visitor(&world.base);
    let refused = adds(&dad, &link).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    world.clock.forward(Duration::from_secs(1));
    has_added(&dad, &link).await;
}
