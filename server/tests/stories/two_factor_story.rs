//! Two-factor sign-in: set up, used, lost, turned off.

use std::time::Duration;

use evernear_app::ports::Clock;
use reqwest::StatusCode;
use totp_rs::{Builder, Secret};

use crate::support::{Engine, Person, World, location};

crate::both_engines![
    a_second_factor_is_set_up_and_asked_for,
    a_code_works_once_and_wrong_ones_open_nothing,
    recovery_codes_let_in_once_each,
    a_reset_password_still_needs_the_second_factor,
    turned_off_the_password_is_enough_again,
];

const STEP: Duration = Duration::from_secs(30);

async fn text(answer: reqwest::Response) -> String {
    answer.text().await.expect("text")
}

/// What stands between two marks.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("no {start}: {page}"));
    rest.split(end).next().expect("something")
}

/// An app on a telephone.
struct Telephone(String);

impl Telephone {
    fn code(&self, world: &World) -> String {
        let secret = Secret::try_from_base32(&self.0).expect("base32");
        let totp = Builder::new().with_secret(secret).build().expect("a factor");
        let now = u64::try_from(world.clock.now().0 / 1000).expect("after 1970");
        totp.generate(now).to_string()
    }
}

/// Sets it up; the telephone, and the page with the recovery codes.
async fn set_up(world: &World, person: &Person) -> (Telephone, String) {
    let answer = person.submit("/profile/two-factor", &[("action", "begin")]).await;
    let page = person.page(&location(&answer).expect("the next step")).await;
    assert!(page.contains("<svg"), "a picture for the app: {page}");
    let phone = Telephone(between(&page, "class=\"secret\">", "<").replace(' ', ""));
    let factor = between(&page, "name=\"factor\" value=\"", "\"").to_owned();
    let wrong = [("action", "finish"), ("factor", &factor), ("token", "000000")];
    let answer = person.submit("/profile/two-factor", &wrong).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let code = phone.code(world);
    let right = [("action", "finish"), ("factor", &factor), ("token", &code)];
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
    assert!(!sealed.text(0).expect("text").contains(&phone.0), "the secret is not stored in clear");
    world.clock.forward(STEP);
    let laptop = Person::visitor(&world.base);
    let form = [("email", "thandi@example.com"), ("password", "lamplight"), ("next", "/couple")];
    let answer = laptop.submit("/auth?mode=signin", &form).await;
    let half_way = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
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
    let planted = half_way.split(';').next().expect("a cookie");
    let stale = Person::without_cookies(&world.base).get_with("/dashboard", planted).await;
    assert_eq!(stale.status(), StatusCode::SEE_OTHER, "the token from before is worth nothing");
}

async fn a_code_works_once_and_wrong_ones_open_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (phone, _) = set_up(&world, &thandi).await;
    let used = phone.code(&world);
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
    let opened = thief.submit("/reset-password", &[("token", letter.token())]).await;
    let led = location(&opened);
    assert_eq!(led.as_deref(), Some("/auth/second-factor?next=/reset-password"));
    let answer = thief.submit("/reset-password", &[("password", "candlelight")]).await;
    assert_eq!(location(&answer).as_deref(), Some("/auth?view=forgotten_password"));
    world.clock.forward(STEP);
    let code = phone.code(&world);
    let form = [("token", code.as_str()), ("next", "/reset-password")];
    thief.submit("/auth/second-factor", &form).await;
    let answer = thief.submit("/reset-password", &[("password", "candlelight")]).await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard?password=updated"));
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
