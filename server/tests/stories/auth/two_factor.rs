//! Two-factor sign-in: set up, used, lost, turned off.

use std::time::Duration;

use evernear_app::ports::Clock;
use reqwest::StatusCode;
use totp_rs::{Builder, Secret};

use crate::harness::{Engine, Person, Program, World, location};

crate::both_engines![
    a_second_factor_is_set_up_and_asked_for,
    its_owner_is_told_of_a_second_factor_that_came_or_went,
    a_second_factor_needs_an_address_that_is_proven,
    a_code_works_once_and_wrong_ones_open_nothing,
    recovery_codes_let_in_once_each,
    a_reset_password_still_needs_the_second_factor,
    turned_off_the_password_is_enough_again,
    codes_can_be_guessed_so_often_a_day_and_the_owner_is_told,
    after_five_wrong_codes_each_further_one_waits_longer,
    who_knows_the_password_alone_keeps_its_owner_out_of_nothing,
    a_mail_turns_no_second_factor_off,
];

pub(super) const STEP: Duration = Duration::from_secs(30);

async fn text(answer: reqwest::Response) -> String {
    answer.text().await.expect("text")
}

/// What stands between two marks.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("no {start}: {page}"));
    rest.split(end).next().expect("something")
}

/// An app on a telephone.
pub(super) struct Telephone {
    secret: String,
    /// The code with which it was set up; the clock runs, so that of now may be another one.
    used: String,
}

impl Telephone {
    pub(super) fn code(&self, world: &World) -> String {
        let secret = Secret::try_from_base32(&self.secret).expect("base32");
        let totp = Builder::new().with_secret(secret).build().expect("a factor");
        let now = u64::try_from(world.clock.now().0 / 1000).expect("after 1970");
        totp.generate(now).to_string()
    }
}

/// Sets it up; the telephone, and the page with the recovery codes.
pub(super) async fn set_up(world: &World, person: &Person) -> (Telephone, String) {
    let answer = person.submit("/profile/two-factor", &[("action", "begin")]).await;
    let page = person.page(&location(&answer).expect("the next step")).await;
    assert!(page.contains("<svg"), "a picture for the app: {page}");
    let secret = between(&page, "class=\"secret\">", "<").replace(' ', "");
    let mut phone = Telephone { secret, used: String::new() };
    let factor = between(&page, "name=\"factor\" value=\"", "\"").to_owned();
    let wrong = [("action", "finish"), ("factor", &factor), ("token", "000000")];
    let answer = person.submit("/profile/two-factor", &wrong).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    phone.used = phone.code(world);
    let right = [("action", "finish"), ("factor", &factor), ("token", &phone.used)];
    let answer = person.submit("/profile/two-factor", &right).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.headers().contains_key("set-cookie"), "a step up has a new token");
    let page = text(answer).await;
    assert!(page.contains("Two-factor is on."), "{page}");
    assert_eq!(person.get("/dashboard").await.status(), StatusCode::OK, "this device is in");
    (phone, page)
}

async fn a_second_factor_is_set_up_and_asked_for(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (phone, _) = set_up(&world, &thandi).await;
    let sealed = world
        .db
        .row("SELECT secret FROM mfa_factors", Vec::new())
        .await
        .expect("asked")
        .expect("a factor");
    assert!(
        !sealed.text(0).expect("text").contains(&phone.secret),
        "the secret is not stored in clear"
    );
    world.clock.forward(STEP);
    let laptop = Person::visitor(&world.base);
    let form = [("email", "thandi@example.com"), ("password", "lamplight"), ("next", "/couple")];
    let answer = laptop.submit("/auth?mode=signin", &form).await;
    let pending_second_factor = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
    assert_eq!(location(&answer).as_deref(), Some("/auth/second-factor?next=/couple"));
    for path in ["/dashboard", "/profile", "/ai-creator"] {
        let led = laptop.led_to(path).await;
        assert_eq!(led, Some(format!("/auth/second-factor?next={path}")), "half way is nobody");
    }
    let refused = laptop.call::<serde_json::Value>("creator/state", serde_json::json!({})).await;
    assert_eq!(refused.expect_err("nobody").status, StatusCode::UNAUTHORIZED);
    let form = [("token", phone.code(&world)), ("next", "/couple".to_owned())];
    let form: Vec<_> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let answer = laptop.submit("/auth/second-factor", &form).await;
    assert_eq!(location(&answer).as_deref(), Some("/couple"));
    assert_eq!(laptop.get("/dashboard").await.status(), StatusCode::OK);
    let planted = pending_second_factor.split(';').next().expect("a cookie");
    let stale = Person::without_cookies(&world.base).get_with("/dashboard", planted).await;
    assert_eq!(stale.status(), StatusCode::SEE_OTHER, "the token from before is worth nothing");
}

/// Else whoever signed up with another's address kept its holder out: no mail turns a factor off.
async fn its_owner_is_told_of_a_second_factor_that_came_or_went(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    set_up(&world, &thandi).await;
    let told = world.letter("thandi@example.com", "Two-factor turned on").await;
    assert!(told.text.contains("If this was not you"), "{}", told.text);
    assert!(told.text.contains("127.0.0.1"), "from where: {}", told.text);
    thandi.submit("/profile/two-factor", &[("action", "off")]).await;
    world.letter("thandi@example.com", "Two-factor turned off").await;
}

async fn a_second_factor_needs_an_address_that_is_proven(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::visitor(&world.base);
    thandi.sign_up("thandi@example.com", "lamplight", "").await;
    let path = "/profile/two-factor";
    let page = thandi.page(path).await;
    assert!(page.contains("First: is this address yours?"), "{page}");
    assert!(!page.contains("value=\"begin\""), "{page}");
    let answer = thandi.submit(path, &[("action", "begin")]).await;
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    let program = Program::of(&world.base);
    let session = program.sign_in("thandi@example.com").await.ok();
    let body = serde_json::json!({ "factor_type": "totp" });
    let refused = program.with(&session.text("access_token")).post("/factors", body).await;
    assert_eq!(refused.refusal(), (422, "email_not_confirmed"));
    assert_eq!(world.number("SELECT COUNT(*) FROM mfa_factors").await, 0);
    // The page sends the proof, and the way leads back to it.
    let answer = thandi.submit(path, &[("action", "prove")]).await;
    let page = thandi.page(&location(&answer).expect("the outcome")).await;
    assert!(page.contains("Please open the link in our mail."), "{page}");
    let letter = world.letter("thandi@example.com", "sign-in link").await;
    let form = [("token", letter.token()), ("type", "magiclink"), ("next", path)];
    let led = location(&thandi.submit("/auth/link", &form).await);
    assert_eq!(led.as_deref(), Some("/reset-password?next=%2Fprofile%2Ftwo-factor"));
    let form = [("password", "candlelight"), ("next", path)];
    let led = location(&thandi.submit("/reset-password", &form).await);
    assert_eq!(led.as_deref(), Some(path));
    let begun = thandi.submit(path, &[("action", "begin")]).await;
    assert!(thandi.page(&location(&begun).expect("the next step")).await.contains("<svg"));
}

async fn a_code_works_once_and_wrong_ones_open_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (phone, _) = set_up(&world, &thandi).await;
    let used = phone.used.clone();
    let laptop = Person::visitor(&world.base);
    laptop.sign_in("thandi@example.com", "lamplight").await;
    let answer = laptop.submit("/auth/second-factor", &[("token", &used)]).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "it was used to set it up");
    world.clock.forward(STEP);
    let fresh = phone.code(&world);
    let answer = laptop.submit("/auth/second-factor", &[("token", &fresh)]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    // A clock that is set back does not bring old codes to life.
    world.clock.back(STEP);
    let tablet = Person::visitor(&world.base);
    tablet.sign_in("thandi@example.com", "lamplight").await;
    for code in [&used, &fresh] {
        let answer = tablet.submit("/auth/second-factor", &[("token", code)]).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    for _ in 0..20 {
        tablet.submit("/auth/second-factor", &[("token", "000000")]).await;
    }
    let answer = tablet.submit("/auth/second-factor", &[("token", "000000")]).await;
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(text(answer).await.contains("Please try again in"));
    let history = thandi.page("/profile/devices").await;
    assert!(history.contains("Wrong second factor"), "{history}");
}

async fn recovery_codes_let_in_once_each(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (_, page) = set_up(&world, &thandi).await;
    let list = between(&page, "<ol class=\"codes\">", "</ol>");
    let codes: Vec<&str> = list.split("<li>").skip(1).map(|item| between(item, "", "<")).collect();
    assert_eq!(codes.len(), 10, "{codes:?}");
    let enter = async |code: &str| {
        let laptop = Person::visitor(&world.base);
        laptop.sign_in("thandi@example.com", "lamplight").await;
        laptop.submit("/auth/second-factor", &[("token", code)]).await.status()
    };
    assert_eq!(enter(&codes[0].to_uppercase().replace('-', " ")).await, StatusCode::SEE_OTHER);
    assert_eq!(enter(codes[0]).await, StatusCode::UNPROCESSABLE_ENTITY, "once");
    assert_eq!(enter(codes[1]).await, StatusCode::SEE_OTHER);
    assert!(thandi.page("/profile/two-factor").await.contains("<dd>8</dd>"));
    thandi.submit("/profile/two-factor", &[("action", "codes")]).await;
    assert_eq!(enter(codes[2]).await, StatusCode::UNPROCESSABLE_ENTITY, "new ones replace them");
    let stored = "SELECT COUNT(*) FROM mfa_recovery_codes WHERE LENGTH(code_hash) <> 64";
    assert_eq!(world.number(stored).await, 0);
}

async fn a_reset_password_still_needs_the_second_factor(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (phone, _) = set_up(&world, &thandi).await;
    let thief = Person::visitor(&world.base);
    thief.submit("/auth?view=forgotten_password", &[("email", "thandi@example.com")]).await;
    let letter = world.letter("thandi@example.com", "Reset").await;
    let page = thief.page(&letter.link).await;
    assert!(page.contains("Code of your second factor"), "{page}");
    let link = [("token", letter.token()), ("password", "candlelight")];
    for code in ["", "000000", phone.used.as_str()] {
        let form = [&link[..], &[("code", code)]].concat();
        let page = text(thief.submit("/reset-password", &form).await).await;
        assert!(page.contains("That code is not right"), "{code}: {page}");
        assert!(thief.led_to("/dashboard").await.is_some(), "{code}: nobody is in");
    }
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK, "nothing has ended");
    world.clock.forward(STEP);
    let code = phone.code(&world);
    let form = [&link[..], &[("code", code.as_str())]].concat();
    let answer = thief.submit("/reset-password", &form).await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard?password=updated"));
    assert_eq!(thief.get("/dashboard").await.status(), StatusCode::OK, "both proofs count");
    assert!(thandi.led_to("/dashboard").await.is_some(), "every other device is out");
}

async fn turned_off_the_password_is_enough_again(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    set_up(&world, &thandi).await;
    let answer = thandi.submit("/profile/two-factor", &[("action", "off")]).await;
    let page = thandi.page(&location(&answer).expect("the outcome")).await;
    assert!(page.contains("Two-factor is off."), "{page}");
    let laptop = Person::visitor(&world.base);
    let answer = laptop.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard"));
    for table in ["SELECT COUNT(*) FROM mfa_factors", "SELECT COUNT(*) FROM mfa_recovery_codes"] {
        assert_eq!(world.number(table).await, 0);
    }
    let lowered = world.number("SELECT COUNT(*) FROM sessions WHERE aal = 'aal2'").await;
    assert_eq!(lowered, 0, "what the factor gave is gone");
}

/// Recovery codes as they were shown.
fn recovery_codes(page: &str) -> Vec<&str> {
    let list = between(page, "<ol class=\"codes\">", "</ol>");
    list.split("<li>").skip(1).map(|item| between(item, "", "<")).collect()
}

async fn codes_can_be_guessed_so_often_a_day_and_the_owner_is_told(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (phone, page) = set_up(&world, &thandi).await;
    let thief = Person::visitor(&world.base);
    thief.sign_in("thandi@example.com", "lamplight").await;
    let try_code =
        async |code: &str| thief.submit("/auth/second-factor", &[("token", code)]).await.status();
    let mut compared = 0;
    for _ in 0..60 {
        if try_code("wrong!").await == StatusCode::UNPROCESSABLE_ENTITY {
            compared += 1;
        }
        world.clock.forward(Duration::from_secs(20 * 60));
    }
    assert!((15..=20).contains(&compared), "{compared} of sixty were compared");
    let right = phone.code(&world);
    assert_eq!(try_code(&right).await, StatusCode::TOO_MANY_REQUESTS, "not even the right one");
    let letter = world.letter("thandi@example.com", "guessing the codes of your second").await;
    assert!(letter.text.contains("choose a new one now"), "{}", letter.text);
    world.mails_are_out().await;
    assert_eq!(world.letters("thandi@example.com", "guessing").await.len(), 1, "once");
    // A client program does not get round it.
    let program = Program::of(&world.base);
    let weak = program.sign_in("thandi@example.com").await.ok().text("access_token");
    let weak = program.with(&weak);
    let user = weak.get("/user").await.ok();
    let factor = user.body["factors"][0]["id"].as_str().expect("a factor");
    let asked =
        weak.post(&format!("/factors/{factor}/challenge"), serde_json::json!({})).await.ok();
    let body = serde_json::json!({ "challenge_id": asked.body["id"], "code": phone.code(&world) });
    let refused = weak.post(&format!("/factors/{factor}/verify"), body).await;
    assert_eq!(refused.refusal(), (429, "over_request_rate_limit"));
    // Its owner is not locked out, and the next day everything is as before.
    let owner = Person::visitor(&world.base);
    owner.sign_in("thandi@example.com", "lamplight").await;
    let codes = recovery_codes(&page);
    let answer = owner.submit("/auth/second-factor", &[("token", codes[0])]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    assert!(owner.page("/profile/devices").await.contains("Too many wrong second factors"));
    world.clock.forward(Duration::from_secs(24 * 3600));
    assert_eq!(try_code(&phone.code(&world)).await, StatusCode::SEE_OTHER);
}

async fn after_five_wrong_codes_each_further_one_waits_longer(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (phone, _) = set_up(&world, &thandi).await;
    world.clock.forward(STEP);
    let laptop = Person::visitor(&world.base);
    laptop.sign_in("thandi@example.com", "lamplight").await;
    let wrong = async || laptop.submit("/auth/second-factor", &[("token", "wrong!")]).await;
    for _ in 0..5 {
        assert_eq!(wrong().await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    let mut waits = Vec::new();
    for _ in 0..4 {
        let answer = wrong().await;
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
        let wait: u64 = answer.headers()["retry-after"].to_str().expect("text").parse().expect("s");
        waits.push(wait);
        world.clock.forward(Duration::from_secs(wait));
        assert_eq!(wrong().await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    for (wait, expected) in waits.iter().zip([30, 60, 120, 240]) {
        assert!((expected - 5..=expected).contains(wait), "{waits:?}");
    }
    world.clock.forward(Duration::from_secs(600));
    let right = phone.code(&world);
    let answer = laptop.submit("/auth/second-factor", &[("token", &right)]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "whoever has it comes in");
}

async fn who_knows_the_password_alone_keeps_its_owner_out_of_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (_, page) = set_up(&world, &thandi).await;
    let codes = recovery_codes(&page);
    let thief = Person::at(&world.base, 3);
    thief.sign_in("thandi@example.com", "lamplight").await;
    let mut refused = 0;
    for _ in 0..40 {
        let answer = thief.submit("/auth/second-factor", &[("token", "000000")]).await;
        refused += u32::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 20, "the thief is refused: {refused}");
    let program = Program::of(&world.base);
    let weak = program.sign_in("thandi@example.com").await.ok().text("access_token");
    let weak = program.with(&weak);
    let user = weak.get("/user").await.ok();
    let factor = user.body["factors"][0]["id"].as_str().expect("a factor");
    let mut refused = 0;
    for _ in 0..40 {
        let answer =
            weak.post(&format!("/factors/{factor}/challenge"), serde_json::json!({})).await;
        refused += u32::from(answer.status == 429);
    }
    assert!(refused > 5, "nor are challenges without end: {refused}");
    let owner = Person::at(&world.base, 5);
    owner.sign_in("thandi@example.com", "lamplight").await;
    let answer = owner.submit("/auth/second-factor", &[("token", codes[0])]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "its owner comes in");
    owner.submit("/auth?view=forgotten_password", &[("email", "thandi@example.com")]).await;
    let letter = world.letter("thandi@example.com", "Reset").await;
    let form = [("token", letter.token()), ("password", "candlelight"), ("code", codes[1])];
    let answer = Person::at(&world.base, 6).submit("/reset-password", &form).await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard?password=updated"));
}

async fn a_mail_turns_no_second_factor_off(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (phone, _) = set_up(&world, &thandi).await;
    world.clock.forward(Duration::from_secs(16 * 60));
    let page = thandi.page("/auth/again?next=/profile/two-factor").await;
    assert!(!page.contains("Send me a code by mail"), "{page}");
    let asked = thandi.submit("/auth/again", &[("by", "send")]).await;
    assert_eq!(asked.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text(asked).await.contains("Please use your second factor"));
    // A code that came by another way counts for nothing, either.
    let program = Program::of(&world.base);
    let weak = program.sign_in("thandi@example.com").await.ok().text("access_token");
    program.with(&weak).get("/reauthenticate").await.ok();
    let letter = world.letter("thandi@example.com", "is your Evernear code").await;
    let form = [("by", "mail"), ("token", letter.code.as_str()), ("next", "/profile/two-factor")];
    let answer = thandi.submit("/auth/again", &form).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    for form in [("action", "off"), ("action", "codes"), ("action", "begin")] {
        let led = location(&thandi.submit("/profile/two-factor", &[form]).await);
        assert_eq!(led.as_deref(), Some("/auth/again?next=/profile/two-factor"), "{form:?}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM mfa_factors").await, 1);
    let code = phone.code(&world);
    let form = [("by", "factor"), ("token", code.as_str()), ("next", "/profile/two-factor")];
    thandi.submit("/auth/again", &form).await;
    let answer = thandi.submit("/profile/two-factor", &[("action", "off")]).await;
    assert_eq!(location(&answer).as_deref(), Some("/profile/two-factor"));
    assert_eq!(world.number("SELECT COUNT(*) FROM mfa_factors").await, 0);
}
