//! A forgotten password: the link, the second factor where there is one, and the new password come in
//! one request.

use std::time::Duration;

use evernear_app::{
    domain::{auth::api_session::ApiUserPatch, id::EntryId},
    ports::{Effect, Used, Welcome},
};
use reqwest::StatusCode;
use serde_json::json;

use super::two_factor::{STEP, set_up};
use crate::harness::{Engine, Letter, Person, Program, World, location};

crate::both_engines![
    a_thief_cannot_come_between_a_reset_and_its_new_password,
    with_a_second_factor_the_mail_does_not_tell_which_password_there_is,
    a_factor_that_is_set_up_meanwhile_is_asked_for,
    a_banned_account_gets_no_new_password,
    a_reset_keeps_nothing_that_its_mail_was_asked_with,
];

const EMAIL: &str = "thandi@example.com";

/// From the first look at the mail to the new password, whoever is in and knows the old password
/// may do what they like: sign everybody else out, set a password, come in anew.
async fn a_thief_cannot_come_between_a_reset_and_its_new_password(engine: Engine) {
    for way in ["link", "code"] {
        let world = World::open(engine).await;
        let program = Program::of(&world.base);
        program.sign_up(EMAIL).await.ok();
        let thief = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
        let browser = Person::at(&world.base, 3);
        browser.sign_in(EMAIL, "lamplight").await;
        let owner = Person::at(&world.base, 2);
        owner.submit("/auth?view=forgotten_password", &[("email", EMAIL)]).await;
        let letter = world.letter(EMAIL, "Reset").await;
        let token = if way == "link" {
            assert!(owner.page(&letter.link).await.contains("Update password"));
            letter.token().to_owned()
        } else {
            let form = [("type", "recovery"), ("email", EMAIL), ("token", &letter.code)];
            let led = location(&owner.submit("/auth?view=verify_otp", &form).await);
            let led = led.expect("the form of a new password");
            led.rsplit_once("token=").expect("a link").1.to_owned()
        };
        browser.submit("/sign-out", &[("scope", "others")]).await;
        let thief_again = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
        thief_again.post("/logout?scope=others", json!({})).await;
        let words = json!({ "password": "the thief's words" });
        thief_again.put("/user", words).await.ok();
        browser.sign_in(EMAIL, "the thief's words").await;
        assert_eq!(browser.get("/dashboard").await.status(), StatusCode::OK, "{way}");
        let form = [("token", token.as_str()), ("password", "the owner's words")];
        let chosen = owner.submit("/reset-password", &form).await;
        assert_eq!(location(&chosen).as_deref(), Some("/dashboard?password=updated"), "{way}");
        assert_eq!(owner.get("/dashboard").await.status(), StatusCode::OK, "{way}");
        assert!(browser.led_to("/dashboard").await.is_some(), "{way}: the browser is out");
        for program in [&thief, &thief_again] {
            assert_eq!(program.get("/user").await.status, 403, "{way}");
        }
        let refused = browser.sign_in(EMAIL, "the thief's words").await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "{way}");
        assert_eq!(world.number("SELECT COUNT(*) FROM one_time_tokens").await, 0, "{way}");
    }
}

/// Asks for a reset and gets its mail.
async fn ask_for_reset(world: &World, person: &Person) -> Letter {
    person.submit("/auth?view=forgotten_password", &[("email", EMAIL)]).await;
    world.letter(EMAIL, "Reset").await
}

/// Who reads the mails could guess the password for the next place that asks for both.
async fn with_a_second_factor_the_mail_does_not_tell_which_password_there_is(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (phone, _) = set_up(&world, &thandi).await;
    let browser = Person::visitor(&world.base);
    let letter = ask_for_reset(&world, &browser).await;
    let submit = async |password: &str, code: &str| {
        let form = [("token", letter.token()), ("password", password), ("code", code)];
        browser.submit("/reset-password", &form).await.text().await.expect("text")
    };
    for password in ["lamplight", "candlelight"] {
        let page = submit(password, "000000").await;
        assert!(page.contains("That code is not right"), "{password}: {page}");
        assert!(!page.contains("should be different"), "{password}: {page}");
    }
    world.clock.forward(STEP);
    let page = submit("lamplight", &phone.code(&world)).await;
    assert!(page.contains("should be different"), "with both proofs it is told: {page}");
}

async fn a_factor_that_is_set_up_meanwhile_is_asked_for(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let letter = ask_for_reset(&world, &thandi).await;
    set_up(&world, &thandi).await;
    let sql = "SELECT id FROM one_time_tokens";
    let row = world.db.row(sql, Vec::new()).await.expect("asked").expect("a token");
    let id = row.text(0).expect("text").parse().expect("an id");
    let effect = Effect::ResetPassword { hash: "of candlelight", second_factor: false };
    let (at, parts) = world.ports.id_parts();
    let mailbox = world.ports.mailboxes.digest(&EMAIL.parse().expect("an address"));
    let welcome = Welcome { entry: EntryId::new(at, &parts), credits: 50, mailbox };
    let used = world.ports.one_time.use_up(id, effect, &welcome, world.ports.now()).await;
    assert_eq!(used.expect("stored").used, Used::FactorNeeded);
    assert_eq!(thandi.get("/dashboard").await.status(), StatusCode::OK, "nothing has ended");
    let page = Person::visitor(&world.base).page(&letter.link).await;
    assert!(page.contains("Code of your second factor"), "the link is good still: {page}");
}

async fn a_banned_account_gets_no_new_password(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let letter = ask_for_reset(&world, &thandi).await;
    let email = EMAIL.parse().expect("an address");
    let (account, _) = world.ports.accounts.by_email(&email).await.expect("asked").expect("hers");
    let before = world.ports.accounts.password_hash(account.id).await.expect("asked");
    let until = world.ports.now().after(Duration::from_secs(60));
    let ban = ApiUserPatch { banned_until: Some(Some(until)), ..ApiUserPatch::default() };
    world.ports.tokens.patch_api_user(account.id, ban, world.ports.now()).await.expect("banned");
    let form = [("token", letter.token()), ("password", "candlelight")];
    let answer = thandi.submit("/reset-password", &form).await;
    assert!(answer.text().await.expect("text").contains("User is banned"));
    let after = world.ports.accounts.password_hash(account.id).await.expect("asked");
    assert_eq!(before, after);
    world.clock.forward(Duration::from_secs(61));
    let answer = thandi.submit("/reset-password", &form).await;
    assert_eq!(location(&answer).as_deref(), Some("/dashboard?password=updated"), "a ban ends");
}

/// Anybody may ask for the mail of a client program, and with what they like.
async fn a_reset_keeps_nothing_that_its_mail_was_asked_with(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let body = json!({ "email": EMAIL, "data": { "role": "admin" } });
    program.post("/otp", body).await.ok();
    let letter = world.letter(EMAIL, "Your sign-in link").await;
    let owner = Person::visitor(&world.base);
    let form = [("type", "recovery"), ("email", EMAIL), ("token", &letter.code)];
    let led = location(&owner.submit("/auth?view=verify_otp", &form).await);
    let led = led.expect("the form of a new password");
    let (_, link) = led.rsplit_once("token=").expect("a link");
    let form = [("token", link), ("password", "lamplight")];
    owner.submit("/reset-password", &form).await;
    let session = program.sign_in(EMAIL).await.ok();
    assert_eq!(session.body["user"]["user_metadata"]["role"], json!(null), "{session:?}");
}
