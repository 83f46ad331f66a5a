//! What protects whoever signs in: against planted cookies, clocks that jump, passwords cut
//! short, and hashes of yesterday.

use std::time::Duration;

use argon2::Params;
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{Engine, Person, Program, World, location};

crate::both_engines![
    a_planted_cookie_is_worth_nothing_after_signing_in,
    a_clock_that_jumps_signs_nobody_out_and_lets_nobody_in,
    every_byte_of_a_password_counts_up_to_seventy_two,
    a_hash_of_other_parameters_is_made_anew_at_the_next_sign_in,
    a_user_name_that_cannot_be_read_back_says_so,
];

const EMAIL: &str = "thandi@example.com";
const HOUR: Duration = Duration::from_secs(3600);

/// The session's cookie that an answer sets.
fn cookie(answer: &reqwest::Response) -> String {
    let line = answer.headers().get("set-cookie").expect("a cookie").to_str().expect("text");
    line.split(';').next().expect("name and value").to_owned()
}

async fn a_planted_cookie_is_worth_nothing_after_signing_in(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let nana = Person::visitor(&world.base).sign_up("nana@example.com", "lamplight", "").await;
    let browser = Person::without_cookies(&world.base);
    let form = [("email", EMAIL), ("password", "lamplight")];
    for planted in [cookie(&nana), "evernear_session=00000000000000000000".to_owned()] {
        let answer = browser.submit_with("/auth?mode=signin", &planted, &form).await;
        let own = cookie(&answer);
        assert_ne!(own, planted, "a session of one's own");
        assert!(
            browser.get_with("/profile", &own).await.text().await.expect("text").contains(EMAIL)
        );
        let page = browser.get_with("/profile", &planted).await.text().await.expect("text");
        assert!(!page.contains(EMAIL), "whoever planted it is not in");
    }
}

async fn a_clock_that_jumps_signs_nobody_out_and_lets_nobody_in(engine: Engine) {
    let world = World::open(engine).await;
    let (thandi, program) = (Person::member(&world, "thandi").await, Program::of(&world.base));
    let session = program.sign_in(EMAIL).await.ok();
    let phone = Person::visitor(&world.base);
    phone.submit("/auth?view=magic_link", &[("email", EMAIL)]).await;
    let letter = world.letter(EMAIL, "sign-in link").await;
    world.clock.back(HOUR);
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
    program.with(&session.text("access_token")).get("/user").await.ok();
    let renewed = program.refresh(&session.text("refresh_token")).await.ok();
    let again = program.refresh(&renewed.text("refresh_token")).await.ok();
    let soon = phone.submit("/auth?view=magic_link", &[("email", EMAIL)]).await;
    assert_eq!(soon.status(), StatusCode::TOO_MANY_REQUESTS, "limits go by another clock");
    let enter = [("type", "magiclink"), ("token", letter.token())];
    let entered = phone.submit("/auth/link", &enter).await;
    assert_eq!(location(&entered).as_deref(), Some("/dashboard"));
    let twice = phone.submit("/auth/link", &enter).await;
    assert_eq!(twice.status(), StatusCode::UNPROCESSABLE_ENTITY, "once is once");
    // And on, further than it went back: what is too old stays so whatever comes after.
    world.clock.forward(3 * HOUR);
    let late = program.with(&again.text("access_token")).get("/user").await;
    assert_eq!(late.refusal(), (403, "bad_jwt"));
    program.refresh(&again.text("refresh_token")).await.ok();
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK);
    world.books_hold().await;
}

async fn every_byte_of_a_password_counts_up_to_seventy_two(engine: Engine) {
    let world = World::open(engine).await;
    let (person, program) = (Person::visitor(&world.base), Program::of(&world.base));
    let longest = format!("{}é", "a".repeat(70));
    assert_eq!(longest.len(), 72);
    let answer = person.sign_up("long@example.com", &format!("{longest}b"), "").await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let page = answer.text().await.expect("text");
    assert!(page.contains("Password cannot be longer than 72 characters"), "{page}");
    let answer = person.sign_up("long@example.com", &longest, "").await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard"));
    for wrong in [format!("{longest}b"), longest[..70].to_owned(), format!("{}e", &longest[..70])] {
        let answer = person.sign_in("long@example.com", &wrong).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        let body = json!({ "email": "long@example.com", "password": wrong });
        let answer = program.post("/token?grant_type=password", body).await;
        assert_eq!(answer.refusal(), (400, "invalid_credentials"));
    }
    let answer = person.sign_in("long@example.com", &longest).await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard"));
}

async fn a_hash_of_other_parameters_is_made_anew_at_the_next_sign_in(engine: Engine) {
    let mut world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let hash = "SELECT password_hash FROM accounts WHERE email = $1";
    let before = world.rows(hash, EMAIL).await.remove(0);
    let params = Params::new(16 * 1024, 3, 1, None).expect("good parameters");
    world.restart_with(|config| config.access.argon2 = params).await;
    let person = Person::visitor(&world.base);
    person.sign_in(EMAIL, "wrong words").await;
    assert_eq!(world.rows(hash, EMAIL).await, [before.as_str()], "only for the right one");
    person.sign_in(EMAIL, "lamplight").await;
    let after = world.rows(hash, EMAIL).await.remove(0);
    assert!(after.starts_with("$argon2id$v=19$m=16384,t=3,p=1$"), "{after}");
    Program::of(&world.base).sign_in(EMAIL).await.ok();
    assert_eq!(world.rows(hash, EMAIL).await, [after], "once is enough");
}

async fn a_user_name_that_cannot_be_read_back_says_so(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    world.loses_profiles_that_are_renamed().await;
    let answer = thandi.submit("/profile", &[("username", "Late")]).await;
    assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(answer.text().await.expect("text").contains("Failed to fetch updated profile"));
}
