//! What strangers may try and ask for in a day, and what they cannot end by asking.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use evernear_app::{
    domain::rate_limit::Limit,
    ports::{Ports, RateLimiter, TooOften},
};
use reqwest::StatusCode;

use crate::harness::{Engine, Person, Program, World, location};

crate::both_engines![
    codes_of_mails_can_be_tried_so_often_a_day_whoever_has_the_address,
    codes_can_be_tried_so_often_a_day_by_who_is_signed_in,
    after_ten_wrong_codes_of_mails_each_further_one_waits_longer,
    a_mailbox_gets_so_many_mails_a_day_and_still_a_reset,
    asking_for_mails_that_nobody_gets_takes_none_from_a_mailbox,
    accounts_at_other_spellings_take_no_mails_from_a_proven_address,
    one_client_keeps_nobody_out,
    passwords_are_not_changed_without_end,
    codes_of_ones_own_count_at_a_mailbox_that_nobody_has_proven,
    a_new_mail_leaves_older_links_alive_until_one_is_used,
    a_link_for_another_change_of_address_brings_nothing_about,
    limits_remember_no_text_of_any_length,
    on_https_cookies_have_names_that_nobody_else_can_set,
];

const MINUTE: Duration = Duration::from_secs(61);
const HOUR: Duration = Duration::from_secs(3601);
const THANDI: &str = "thandi@example.com";

async fn codes_of_mails_can_be_tried_so_often_a_day_whoever_has_the_address(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let thief = Person::visitor(&world.base);
    let try_code = async |email: &str, code: &str| {
        let form = [("type", "magiclink"), ("email", email), ("token", code)];
        thief.submit("/auth?view=verify_otp", &form).await.status()
    };
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for _ in 0..8 {
        for email in [THANDI, "nobody@example.com"] {
            thief.submit("/auth?view=magic_link", &[("email", email)]).await;
        }
        for _ in 0..5 {
            known.push(try_code(THANDI, "wrong").await);
            unknown.push(try_code("nobody@example.com", "wrong").await);
            world.clock.forward(Duration::from_secs(20));
        }
        world.clock.forward(HOUR);
    }
    let taken = known.iter().filter(|status| **status == StatusCode::UNPROCESSABLE_ENTITY).count();
    assert!((11..=20).contains(&taken), "{taken} of forty wrong codes were compared: {known:?}");
    assert_eq!(known, unknown, "whether there is an account does not show");
    let paused = |tries: &[StatusCode]| tries.contains(&StatusCode::TOO_MANY_REQUESTS);
    assert!(!paused(&known[..10]), "each of the first mails has five tries: {known:?}");
    assert!(paused(&known[10..15]), "then twenty seconds are too short: {known:?}");
    for _ in 0..20 {
        try_code(THANDI, "wrong").await;
        world.clock.forward(Duration::from_secs(35 * 60));
    }
    thief.submit("/auth?view=magic_link", &[("email", THANDI)]).await;
    let letter = world.nth_letter(THANDI, "Your sign-in link", 9).await;
    let late = try_code(THANDI, &letter.code).await;
    assert_eq!(late, StatusCode::TOO_MANY_REQUESTS, "no code counts any more");
    world.letter(THANDI, "Someone is guessing the codes of our mails to you").await;
    world.mails_are_out().await;
    let told = world.letters(THANDI, "guessing").await.len();
    assert_eq!(told, 1, "once");
    // The link is too long to be guessed, and goes on working.
    let owner = Person::visitor(&world.base);
    let form = [("type", "magiclink"), ("token", letter.token())];
    assert_eq!(owner.submit("/auth/link", &form).await.status(), StatusCode::SEE_OTHER);
    // The token API counts with the pages.
    let body = serde_json::json!({ "type": "magiclink", "email": THANDI, "token": "123456" });
    let refused = Program::of(&world.base).post("/verify", body).await;
    assert_eq!(refused.refusal(), (429, "over_request_rate_limit"));
}

async fn after_ten_wrong_codes_of_mails_each_further_one_waits_longer(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let thief = Person::visitor(&world.base);
    thief.submit("/auth?view=magic_link", &[("email", THANDI)]).await;
    let form = [("type", "magiclink"), ("email", THANDI), ("token", "wrong")];
    let wrong = async || thief.submit("/auth?view=verify_otp", &form).await;
    for _ in 0..10 {
        assert_eq!(wrong().await.status(), StatusCode::UNPROCESSABLE_ENTITY);
        // No client may try more often than that.
        world.clock.forward(Duration::from_secs(20));
    }
    let mut waits = Vec::new();
    for _ in 0..4 {
        let answer = wrong().await;
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS, "{waits:?}");
        let wait = answer.headers()["retry-after"].to_str().expect("text").parse().expect("s");
        waits.push(wait);
        world.clock.forward(Duration::from_secs(wait));
        assert_eq!(wrong().await.status(), StatusCode::UNPROCESSABLE_ENTITY, "{waits:?}");
    }
    // Twenty seconds of the first pause were over.
    assert!((1..=10).contains(&waits[0]), "{waits:?}");
    for (wait, expected) in waits[1..].iter().zip([60, 120, 240]) {
        assert!((expected - 5..=expected).contains(wait), "{waits:?}");
    }
}

async fn codes_can_be_tried_so_often_a_day_by_who_is_signed_in(engine: Engine) {
    let world = World::open(engine).await;
    let thief = Person::member(&world, "thandi").await;
    let mut answers = Vec::new();
    for _ in 0..8 {
        thief.submit("/auth/again", &[("by", "send")]).await;
        for _ in 0..5 {
            let wrong = thief.submit("/auth/again", &[("by", "mail"), ("token", "wrong")]).await;
            answers.push(wrong.status());
            world.clock.forward(Duration::from_secs(20));
        }
        world.clock.forward(HOUR);
    }
    let compared = answers.iter().filter(|status| **status == StatusCode::UNPROCESSABLE_ENTITY);
    assert!((11..=20).contains(&compared.count()), "{answers:?}");
    let paused = |tries: &[StatusCode]| tries.contains(&StatusCode::TOO_MANY_REQUESTS);
    assert!(!paused(&answers[..10]) && paused(&answers[10..15]), "{answers:?}");
    for _ in 0..20 {
        thief.submit("/auth/again", &[("by", "mail"), ("token", "wrong")]).await;
        world.clock.forward(Duration::from_secs(35 * 60));
    }
    world.letter(THANDI, "Someone is guessing the codes of our mails to you").await;
    let late = thief.submit("/auth/again", &[("by", "mail"), ("token", "wrong")]).await;
    assert_eq!(late.status(), StatusCode::TOO_MANY_REQUESTS);
}

async fn a_mailbox_gets_so_many_mails_a_day_and_still_a_reset(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let stranger = Person::visitor(&world.base);
    let ask = async |view: &str, email: &str| {
        stranger.submit(&format!("/auth?view={view}"), &[("email", email)]).await.status()
    };
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for _ in 0..25 {
        known.push(ask("magic_link", THANDI).await);
        unknown.push(ask("magic_link", "nobody@example.com").await);
        world.clock.forward(MINUTE);
    }
    let sent = known.iter().filter(|status| **status == StatusCode::OK).count();
    assert_eq!((sent, &known), (20, &unknown));
    world.mails_are_out().await;
    assert_eq!(world.letters(THANDI, "Your sign-in link").await.len(), 20);
    // Nobody can keep its owner from choosing a new password.
    assert_eq!(ask("forgotten_password", THANDI).await, StatusCode::OK);
    world.letter(THANDI, "Reset your password").await;
    world.clock.forward(10 * MINUTE);
    assert_eq!(ask("forgotten_password", THANDI).await, StatusCode::TOO_MANY_REQUESTS);
    world.clock.forward(HOUR);
    assert_eq!(ask("forgotten_password", THANDI).await, StatusCode::OK, "one an hour");
    // An application is stored, and its mailbox is left alone.
    let form = [("name", "Thandi"), ("email", THANDI), ("reason", "I miss him")];
    let applied = stranger.submit("/register", &form).await;
    assert_eq!(applied.status(), StatusCode::SEE_OTHER);
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 1);
    // What its owner must know comes all the same.
    thandi.submit("/auth/again", &[("by", "password"), ("password", "lamplight")]).await;
    thandi.submit("/profile/password", &[("password", "candlelight")]).await;
    world.letter(THANDI, "Your password was changed").await;
    let body = serde_json::json!({ "plan": "Starter", "currency": "USD" });
    let opened: evernear_rules::wire::CheckoutView =
        thandi.call("checkout/begin", body).await.expect("opened");
    let window = opened.address.expect("a page");
    thandi.submit(&format!("{window}?embedded=1"), &[("act", "success")]).await;
    let settle = serde_json::json!({ "reference": opened.reference });
    let _: serde_json::Value = thandi.call("checkout/settle", settle).await.expect("paid");
    world.letter(THANDI, "Your Evernear receipt").await;
    world.mails_are_out().await;
    assert!(world.letters(THANDI, "application").await.is_empty());
    world.clock.forward(24 * HOUR);
    assert_eq!(ask("magic_link", THANDI).await, StatusCode::OK, "another day");
}

/// Else a stranger who asks for other spellings kept its reader from every mail for a day.
async fn asking_for_mails_that_nobody_gets_takes_none_from_a_mailbox(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let stranger = Person::visitor(&world.base);
    for number in 0..25 {
        let email = format!("thandi+{number}@example.com");
        let asked = stranger.submit("/auth?view=forgotten_password", &[("email", &email)]).await;
        assert_eq!(asked.status(), StatusCode::OK, "{number}");
    }
    let thandi = Person::visitor(&world.base);
    let joined = thandi.sign_up(THANDI, "lamplight", "").await;
    assert_eq!(joined.status(), StatusCode::OK);
    world.letter(THANDI, "Confirm").await;
    let asked = thandi.submit("/auth?view=magic_link", &[("email", THANDI)]).await;
    assert_eq!(asked.status(), StatusCode::OK);
    world.letter(THANDI, "Your sign-in link").await;
}

/// Anybody may sign up with a spelling of somebody else's mailbox. Together such accounts get as
/// many mails as one, what is not sent shows nowhere, and the owner is kept from nothing.
async fn accounts_at_other_spellings_take_no_mails_from_a_proven_address(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let thandi = Person::visitor(&world.base);
    thandi.sign_up(THANDI, "lamplight", "").await;
    let letter = world.letter(THANDI, "Confirm").await;
    let form = [("type", "signup"), ("token", letter.token())];
    assert_eq!(thandi.submit("/auth/link", &form).await.status(), StatusCode::SEE_OTHER);
    let stranger = Person::visitor(&world.base);
    let spelt: Vec<_> = (0..4).map(|number| format!("thandi+{number}@example.com")).collect();
    for email in &spelt {
        let joined = stranger.sign_up(email, "lamplight", "").await;
        assert_eq!(joined.status(), StatusCode::OK);
    }
    let ask = async |view: &str, email: &str| {
        stranger.submit(&format!("/auth?view={view}"), &[("email", email)]).await.status()
    };
    let mut answers = Vec::new();
    for _ in 0..6 {
        for email in &spelt {
            answers.push(ask("magic_link", email).await);
        }
        world.clock.forward(MINUTE);
    }
    assert!(answers.iter().all(|status| *status == StatusCode::OK), "{answers:?}");
    // A reset is one of the hour's.
    for email in &spelt {
        assert_eq!(ask("forgotten_password", email).await, StatusCode::OK);
    }
    world.mails_are_out().await;
    let (mut sent, mut resets) = (0, 0);
    for email in &spelt {
        sent += world.letters(email, "Confirm").await.len();
        sent += world.letters(email, "Your sign-in link").await.len();
        resets += world.letters(email, "Reset your password").await.len();
    }
    // With the one that confirmed the address, twenty.
    assert_eq!((sent, resets), (19, 1), "what strangers had sent to the mailbox");
    let owner = Person::at(&world.base, 2);
    for (view, subject) in
        [("magic_link", "Your sign-in link"), ("forgotten_password", "Reset your password")]
    {
        let asked = owner.submit(&format!("/auth?view={view}"), &[("email", THANDI)]).await;
        assert_eq!(asked.status(), StatusCode::OK);
        world.letter(THANDI, subject).await;
    }
    // A second request within the minute is refused, whatever became of the first.
    world.clock.forward(MINUTE);
    for email in [THANDI, &spelt[0], "thandi+9@example.com"] {
        let twice = [ask("magic_link", email).await, ask("magic_link", email).await];
        assert_eq!(twice, [StatusCode::OK, StatusCode::TOO_MANY_REQUESTS], "{email}");
    }
    // One more spelling can be signed up for no better, and nobody is told.
    for (email, answer) in [
        ("thandi+5@example.com", StatusCode::OK),
        ("thandi+5@example.com", StatusCode::TOO_MANY_REQUESTS),
        (THANDI, StatusCode::OK),
        (THANDI, StatusCode::TOO_MANY_REQUESTS),
    ] {
        assert_eq!(stranger.sign_up(email, "lamplight", "").await.status(), answer, "{email}");
    }
    world.mails_are_out().await;
    assert!(world.letters("thandi+5@example.com", "Confirm").await.is_empty());
    let accounts = world.number("SELECT COUNT(*) FROM accounts").await;
    assert_eq!(accounts, 5, "nobody could confirm it");
}

async fn one_client_keeps_nobody_out(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let (stranger, thandi) = (Person::visitor(&world.base), Person::at(&world.base, 2));
    // Passwords.
    for _ in 0..40 {
        stranger.sign_in(THANDI, "not it").await;
    }
    let refused = stranger.sign_in(THANDI, "lamplight").await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS, "who guesses has to wait");
    assert_eq!(thandi.sign_in(THANDI, "lamplight").await.status(), StatusCode::SEE_OTHER);
    let again = [("by", "password"), ("password", "lamplight")];
    assert_eq!(thandi.submit("/auth/again", &again).await.status(), StatusCode::SEE_OTHER);
    // Mails: of another kind, and when the mailbox had all of its day.
    let asks = async |person: &Person, view: &str, email: &str| {
        person.submit(&format!("/auth?view={view}"), &[("email", email)]).await.status()
    };
    assert_eq!(asks(&stranger, "magic_link", THANDI).await, StatusCode::OK);
    assert_eq!(asks(&thandi, "forgotten_password", THANDI).await, StatusCode::OK);
    for _ in 0..25 {
        world.clock.forward(MINUTE);
        asks(&stranger, "magic_link", THANDI).await;
    }
    assert_eq!(asks(&stranger, "magic_link", THANDI).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(asks(&thandi, "forgotten_password", THANDI).await, StatusCode::OK);
}

/// Who signs up with spellings of somebody else's mailbox is signed in where confirmations are off.
async fn codes_of_ones_own_count_at_a_mailbox_that_nobody_has_proven(engine: Engine) {
    let world = World::open(engine).await;
    let mut strangers = Vec::new();
    for number in 0..3 {
        let stranger = Person::at(&world.base, 10 + number);
        stranger.sign_up(&format!("thandi+{number}@example.com"), "lamplight", "").await;
        strangers.push(stranger);
    }
    let mut answers = Vec::new();
    for _ in 0..10 {
        for stranger in &strangers {
            answers.push(stranger.submit("/auth/again", &[("by", "send")]).await.status());
        }
        world.clock.forward(MINUTE);
    }
    let sent = answers.iter().filter(|status| **status == StatusCode::OK).count();
    assert_eq!(sent, 20, "{answers:?}");
    // Whoever has proven to read it is kept from nothing.
    let thandi = Person::member(&world, "thandi").await;
    let asked = thandi.submit("/auth/again", &[("by", "send")]).await;
    assert_eq!(asked.status(), StatusCode::OK);
}

async fn passwords_are_not_changed_without_end(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::visitor(&world.base);
    thandi.sign_up(THANDI, "lamplight", "").await;
    let mut answers = Vec::new();
    for number in 0..8 {
        let form = [("password", format!("candlelight {number}"))];
        let form = form.each_ref().map(|(name, value)| (*name, value.as_str()));
        answers.push(thandi.submit("/profile/password", &form).await.status());
    }
    let changed = answers.iter().filter(|status| **status == StatusCode::SEE_OTHER).count();
    assert_eq!(changed, 5, "{answers:?}");
    assert_eq!(answers[7], StatusCode::TOO_MANY_REQUESTS);
    // A mailbox that nobody has proven gets no more of these mails than of others in a day.
    for _ in 0..30 {
        world.clock.forward(10 * MINUTE);
        thandi.submit("/auth/again", &[("by", "password"), ("password", "candlelight 4")]).await;
        thandi.submit("/profile/password", &[("password", "candlelight 0")]).await;
        world.clock.forward(10 * MINUTE);
        thandi.submit("/auth/again", &[("by", "password"), ("password", "candlelight 0")]).await;
        thandi.submit("/profile/password", &[("password", "candlelight 4")]).await;
    }
    world.mails_are_out().await;
    let told = world.letters(THANDI, "Your password was changed").await.len();
    assert_eq!(told, 20);
}

async fn a_new_mail_leaves_older_links_alive_until_one_is_used(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let (owner, stranger) = (Person::visitor(&world.base), Person::visitor(&world.base));
    let open = async |token: &str| {
        let form = [("type", "magiclink"), ("token", token)];
        owner.submit("/auth/link", &form).await.status()
    };
    owner.submit("/auth?view=magic_link", &[("email", THANDI)]).await;
    let first = world.letter(THANDI, "Your sign-in link").await;
    world.clock.forward(MINUTE);
    stranger.submit("/auth?view=magic_link", &[("email", THANDI)]).await;
    let second = world.nth_letter(THANDI, "Your sign-in link", 2).await;
    assert_eq!(open(first.token()).await, StatusCode::SEE_OTHER, "a stranger cannot end it");
    let ended = open(second.token()).await;
    assert_eq!(ended, StatusCode::UNPROCESSABLE_ENTITY, "with one of them all are used");
    assert_eq!(world.number("SELECT COUNT(*) FROM one_time_tokens").await, 0);
    // Each has its own end.
    world.clock.forward(MINUTE);
    stranger.submit("/auth?view=forgotten_password", &[("email", THANDI)]).await;
    let first = world.letter(THANDI, "Reset your password").await;
    world.clock.forward(5 * MINUTE);
    stranger.submit("/auth?view=forgotten_password", &[("email", THANDI)]).await;
    let second = world.nth_letter(THANDI, "Reset your password", 2).await;
    world.clock.forward(6 * MINUTE);
    let reset = async |token: &str| {
        let form = [("token", token), ("password", "candlelight")];
        owner.submit("/reset-password", &form).await
    };
    assert_eq!(reset(first.token()).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let chosen = reset(second.token()).await;
    assert_eq!(location(&chosen).as_deref(), Some("/dashboard?password=updated"));
}

async fn a_link_for_another_change_of_address_brings_nothing_about(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let agree = async |token: &str| {
        let form = [("type", "email_change"), ("token", token), ("email", THANDI)];
        Person::visitor(&world.base).submit("/auth/link", &form).await.status()
    };
    let subject = "Confirm your new e-mail";
    thandi.submit("/profile/email", &[("email", "first@example.com")]).await;
    let first = world.letter("first@example.com", subject).await;
    let old = world.letter(THANDI, subject).await;
    world.clock.forward(MINUTE);
    // The same change once more leaves what was sent for it alive.
    thandi.submit("/profile/email", &[("email", "first@example.com")]).await;
    world.nth_letter("first@example.com", subject, 2).await;
    assert_eq!(agree(first.token()).await, StatusCode::OK);
    world.clock.forward(MINUTE);
    thandi.submit("/profile/email", &[("email", "second@example.com")]).await;
    let second = world.letter("second@example.com", subject).await;
    for ended in [&first, &old] {
        assert_eq!(agree(ended.token()).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(agree(second.token()).await, StatusCode::OK);
    let changed = world.number("SELECT COUNT(*) FROM accounts WHERE email <> 'thandi@example.com'");
    assert_eq!(changed.await, 0, "the old address has not agreed to this one");
}

/// Writes down by what limits count.
struct Remembering {
    keys: Arc<Mutex<Vec<String>>>,
    inner: Arc<dyn RateLimiter>,
}

impl RateLimiter for Remembering {
    fn check(&self, limit: Limit, who: &str) -> Result<(), TooOften> {
        self.keys.lock().expect("whole").push(who.to_owned());
        self.inner.check(limit, who)
    }
}

async fn limits_remember_no_text_of_any_length(engine: Engine) {
    let keys = Arc::new(Mutex::new(Vec::new()));
    let kept = keys.clone();
    let world = World::open_with(engine, |ports| {
        let rate_limiter = Arc::new(Remembering { keys: kept, inner: ports.rate_limiter.clone() });
        Ports { rate_limiter, ..ports }
    })
    .await;
    let thandi = Person::member(&world, "thandi").await;
    let (stranger, program) = (Person::visitor(&world.base), Program::of(&world.base));
    let long = "x".repeat(50_000);
    for email in [THANDI, &format!("{long}@example.com"), &long] {
        stranger.sign_in(email, "not it").await;
        for view in ["magic_link", "forgotten_password", "verify_otp"] {
            let form = [("email", email), ("token", "123456")];
            stranger.submit(&format!("/auth?view={view}"), &form).await;
        }
        let body = serde_json::json!({ "email": email, "password": "not it" });
        program.post("/token?grant_type=password", body.clone()).await;
        program.post("/recover", body).await;
    }
    thandi.submit("/auth/again", &[("by", "send")]).await;
    thandi.submit("/auth/again", &[("by", "password"), ("password", "not it")]).await;
    thandi.submit("/profile/email", &[("email", "new@example.com")]).await;
    let keys = keys.lock().expect("whole");
    assert!(keys.len() > 10, "{keys:?}");
    for key in keys.iter() {
        assert!(key.len() <= 64, "{} bytes: {}", key.len(), &key[..64]);
        assert!(!key.contains("example.com"), "an address in clear: {key}");
    }
}

async fn on_https_cookies_have_names_that_nobody_else_can_set(engine: Engine) {
    let https = |config: &mut evernear_server::config::Config| {
        "https://evernear.example".clone_into(&mut config.web.public_url);
    };
    let world = World::with(engine, https).await;
    let someone = Person::without_cookies(&world.base);
    let answer = someone.sign_up(THANDI, "lamplight", "").await;
    let cookie = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
    let (pair, attributes) = cookie.split_once("; ").expect("attributes");
    let (name, value) = pair.split_once('=').expect("a name");
    assert_eq!(name, "__Host-evernear_session");
    assert!(attributes.contains("Path=/;") && attributes.contains("Secure"), "{attributes}");
    assert!(!attributes.contains("Domain"), "{attributes}");
    assert_eq!(someone.get_with("/dashboard", pair).await.status(), StatusCode::OK);
    // Another host of the same domain can set the plain name.
    let planted = format!("evernear_session={value}");
    let refused = someone.get_with("/dashboard", &planted).await;
    assert_eq!(refused.status(), StatusCode::SEE_OTHER);
    let told = someone.page("/cookies").await;
    for named in ["__Host-evernear_session", "__Host-evernear_admin", "__Secure-evernear_applied"] {
        assert!(told.contains(&format!("<code>{named}</code>")), "{named}");
    }
    let out = someone.submit_with("/sign-out", pair, &[("scope", "local")]).await;
    let gone = out.headers()["set-cookie"].to_str().expect("text");
    assert!(gone.starts_with("__Host-evernear_session=;") && gone.contains("Secure"), "{gone}");
    let form = [("name", "Thandi"), ("email", THANDI)];
    let applied = someone.submit("/register", &form).await;
    let cookie = applied.headers()["set-cookie"].to_str().expect("text");
    assert!(cookie.starts_with("__Secure-evernear_applied="), "{cookie}");
    // Whoever shows one is no mere visitor: what was rendered for all is not for them.
    let kept = someone.get("/cookies").await;
    assert!(kept.headers().contains_key("etag"));
    let own = someone.get_with("/cookies", "__Host-evernear_admin=none").await;
    assert!(!own.headers().contains_key("etag"));
}
