//! Links in mails of client programs: nobody can guess them, opening them does nothing, and
//! they belong to the address they were sent to.

use std::time::Duration;

use evernear_app::{
    flows::auth::{
        issue_tokens::write_service_token,
        send_one_time::{Via, send_email_change},
    },
    ports::{AskedBy, EmailChange, PasswordSetter, StoreError},
};
use reqwest::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha224};

use crate::{
    both_engines,
    harness::{Engine, Mailbox, Person, Program, World, location, location_of},
};

both_engines!(
    a_link_cannot_be_worked_out_and_guesses_lock_nobody_out,
    opening_a_link_uses_nothing_up_and_its_button_leads_to_the_program,
    a_link_that_names_no_program_lets_its_reader_in_here,
    an_old_code_of_our_pages_never_completes_a_change_of_a_program,
    both_sides_of_a_change_may_be_handed_over_one_by_one,
    mails_asked_for_again_ask_for_no_less_than_those_before,
    a_change_that_has_ended_is_not_brought_back_by_asking_again,
    one_press_on_an_unasked_mail_gives_no_stranger_the_address,
    what_was_sent_to_an_address_ends_when_the_account_has_another,
    a_mail_of_reset_outlives_a_new_password_for_ten_minutes_only,
);

const EMAIL: &str = "thandi@example.com";
const MINUTE: Duration = Duration::from_secs(61);
/// Of a program, as it stands in an address.
const TO: &str = "redirect_to=https%3A%2F%2Fapp.example%2Fin%3Fa%3D1";

async fn with_an_app(engine: Engine) -> World {
    World::with(engine, |config| {
        config.auth_api.redirects = vec!["https://app.example/**".to_owned()];
        config.web.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    })
    .await
}

fn service(world: &World, program: &Program) -> Program {
    program.with(&write_service_token(&world.ports, MINUTE * 600).expect("signed"))
}

async fn a_link_cannot_be_worked_out_and_guesses_lock_nobody_out(engine: Engine) {
    let world = with_an_app(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    program.sign_up(EMAIL).await.ok();
    program.post("/recover", json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "recovery").await;
    let hex = |token: &str| token.len() == 56 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(hex(&letter.token), "{}", letter.token);
    let show = async |from: String, hash: &str| {
        let headers = [("x-supabase-api-version", "2024-01-01"), ("x-forwarded-for", &*from)];
        let body = json!({ "type": "recovery", "token_hash": hash });
        program.send_as("POST", "/verify", Some(body), &headers).await
    };
    // Whoever guesses the code of the mail has not guessed its link.
    let worked_out = hex::encode(Sha224::digest(format!("{EMAIL}{}", letter.code)));
    let refused = show("10.2.0.1".to_owned(), &worked_out).await;
    assert_eq!(refused.refusal(), (403, "otp_expired"));
    for number in 0..100 {
        let guess = show(format!("10.1.0.{number}"), &format!("{number:056x}")).await;
        assert_eq!(guess.refusal(), (403, "otp_expired"), "{number}: only one client is slowed");
    }
    show("10.2.0.2".to_owned(), &letter.token).await.ok();
    // A program that asked by code, and one that was handed its link.
    let challenge = world.ports.keys.code_challenge("a secret");
    let body = json!({ "email": "new@example.com", "code_challenge": challenge, "code_challenge_method": "s256" });
    program.post("/otp", body).await.ok();
    let token = mails.letter("new@example.com", "magiclink").await.token;
    assert!(token.strip_prefix("pkce_").is_some_and(hex), "{token}");
    let body = json!({ "type": "recovery", "email": EMAIL });
    let made = service(&world, &program).post("/admin/generate_link", body).await.ok();
    assert!(hex(&made.text("hashed_token")), "{made:?}");
    assert!(made.text("action_link").contains(&made.text("hashed_token")), "{made:?}");
}

/// No session ends the mail that would end it, but a mail that was seen once must not stay a way in
/// for as long as the mails of programs last.
async fn a_mail_of_reset_outlives_a_new_password_for_ten_minutes_only(engine: Engine) {
    let world = with_an_app(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    for (email, since, lets_in) in
        [(EMAIL, MINUTE * 9, true), ("sipho@example.com", MINUTE * 10, false)]
    {
        let signed = program.sign_up(email).await.ok();
        let owner = program.with(&signed.text("access_token"));
        program.post("/recover", json!({ "email": email })).await.ok();
        let letter = mails.letter(email, "recovery").await;
        owner.put("/user", json!({ "password": "the owner's words" })).await.ok();
        world.clock.forward(since);
        let body = json!({ "type": "recovery", "token_hash": letter.token });
        let shown = program.post("/verify", body).await;
        assert_eq!(shown.status == 200, lets_in, "{since:?}");
    }
}

async fn opening_a_link_uses_nothing_up_and_its_button_leads_to_the_program(engine: Engine) {
    let world = with_an_app(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let visitor = Person::visitor(&world.base);
    program.post(&format!("/magiclink?{TO}"), json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "magiclink").await;
    assert!(letter.link.starts_with("/auth/program?"), "{}", letter.link);
    for _ in 0..2 {
        let page = visitor.get(&letter.link).await;
        assert_eq!(page.status(), StatusCode::OK);
        let policy = page.headers()["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.contains("script-src 'none'"), "{policy}");
        assert!(!policy.contains("form-action"), "the program's address is not in its way");
        let page = page.text().await.expect("text");
        assert!(page.contains("action=\"/auth/program\"") && page.contains("Sign in"), "{page}");
        assert!(page.contains(&letter.token), "{page}");
    }
    let form = [("type", "magiclink"), ("token", &*letter.token)];
    let elsewhere = visitor.submit_from("https://evil.example", "/auth/program", &form).await;
    assert_eq!(elsewhere.status(), StatusCode::FORBIDDEN, "only our own page has the button");
    let target = location_of(&program.press(&letter).await);
    assert_eq!(target.as_str().split('#').next(), Some("https://app.example/in?a=1"));
    let fragment = target.fragment().expect("a session");
    assert!(fragment.contains("access_token=") && fragment.contains("type=magiclink"));
    let again = location_of(&program.press(&letter).await);
    assert!(again.fragment().expect("why not").contains("error_code=otp_expired"), "{again}");
    // Whoever changes the form, changes nothing about where it may lead.
    world.clock.forward(MINUTE);
    program.post(&format!("/recover?{TO}"), json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "recovery").await;
    let form =
        [("type", "recovery"), ("token", &*letter.token), ("redirect_to", "https://evil.example/")];
    let led = location(&visitor.submit("/auth/program", &form).await).expect("a target");
    assert!(led.starts_with("http://127.0.0.1/auth/arrived#access_token="), "{led}");
}

async fn a_link_that_names_no_program_lets_its_reader_in_here(engine: Engine) {
    let world = World::with(engine, |config| config.access.confirm_email = true).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    program.sign_up(EMAIL).await.ok();
    let letter = mails.letter(EMAIL, "signup").await;
    assert!(letter.link.starts_with("/auth/link?"), "{}", letter.link);
    let thandi = Person::visitor(&world.base);
    assert_eq!(thandi.get(&letter.link).await.status(), StatusCode::OK);
    let form = [("type", "signup"), ("token", &*letter.token), ("password", "lamplight")];
    let led = location(&thandi.submit("/auth/link", &form).await);
    assert_eq!(led.as_deref(), Some("/dashboard"));
    program.sign_in(EMAIL).await.ok();
    world.clock.forward(MINUTE);
    program.post("/recover", json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "recovery").await;
    assert!(letter.link.starts_with("/reset-password?"), "{}", letter.link);
    // What was handed over without a page to lead to reaches one that says what it has done.
    let body = json!({ "type": "recovery", "email": EMAIL });
    let made = service(&world, &program).post("/admin/generate_link", body).await.ok();
    let (_, link) = made.body["action_link"]
        .as_str()
        .expect("a link")
        .split_once("/auth/v1")
        .expect("of the token API");
    let target = location_of(&program.get(link).await);
    assert_eq!(target.path(), "/auth/arrived");
    assert!(target.fragment().expect("a session").starts_with("access_token="));
    let page = Person::visitor(&world.base).page("/auth/arrived").await;
    assert!(page.contains("Back to your app") && page.contains("data-arrived"), "{page}");
}

/// Only the new address is asked by programs here; our pages ask both.
async fn an_old_code_of_our_pages_never_completes_a_change_of_a_program(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.secure_email_change = false).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let (thandi, theirs) = (Person::member(&world, "thandi").await, "somebody@example.com");
    thandi.submit("/profile/email", &[("email", theirs)]).await;
    let old = world.letter(EMAIL, "Confirm your new e-mail").await;
    mails.letter(theirs, "email_change").await;
    world.clock.forward(MINUTE);
    let signed = program.sign_in(EMAIL).await.ok();
    let signed = program.with(&signed.text("access_token"));
    signed.put("/user", json!({ "email": theirs })).await.ok();
    for body in [
        json!({ "type": "email_change", "email": EMAIL, "token": old.code }),
        json!({ "type": "email_change", "token_hash": old.token() }),
    ] {
        assert_eq!(program.post("/verify", body).await.refusal(), (403, "otp_expired"));
    }
    thandi.submit("/profile/email", &[("token", &old.code)]).await;
    let link = [("type", "email_change"), ("token", old.token())];
    thandi.submit("/auth/link", &link).await;
    let user = signed.get("/user").await.ok().body;
    assert_eq!((&user["email"], &user["new_email"]), (&json!(EMAIL), &json!(theirs)));
    // Its owner agrees: then it changes.
    let new = mails.letter(theirs, "email_change").await;
    let body = json!({ "type": "email_change", "token_hash": new.token });
    let session = program.post("/verify", body).await.ok();
    assert_eq!(session.body["user"]["email"], theirs);
}

/// Programs ask the new address alone here, and anybody can ask for mails once more.
async fn mails_asked_for_again_ask_for_no_less_than_those_before(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.secure_email_change = false).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let thandi = Person::member(&world, "thandi").await;
    thandi.submit("/profile/email", &[("email", "new@example.com")]).await;
    mails.letter("new@example.com", "email_change").await;
    world.clock.forward(MINUTE);
    program.post("/resend", json!({ "type": "email_change", "email": EMAIL })).await.ok();
    world.finishes_its_work().await;
    let again = world.nth_letter("new@example.com", "Confirm your new e-mail", 2).await;
    world.nth_letter(EMAIL, "Confirm your new e-mail", 2).await;
    let form = [("type", "email_change"), ("token", again.token()), ("email", EMAIL)];
    Person::visitor(&world.base).submit("/auth/link", &form).await;
    assert_eq!(world.rows("SELECT email FROM accounts WHERE email <> $1", "").await, [EMAIL]);
}

async fn a_change_that_has_ended_is_not_brought_back_by_asking_again(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.secure_email_change = false).await;
    let (program, ports) = (Program::of(&world.base), &world.ports);
    program.sign_up(EMAIL).await.ok();
    world.proves(EMAIL).await;
    let signed = program.sign_in(EMAIL).await.ok();
    let thief = program.with(&signed.text("access_token"));
    thief.put("/user", json!({ "email": "thief@example.com" })).await.ok();
    let told = world.letter(EMAIL, "A new e-mail address was asked for").await;
    assert!(told.text.contains("If this was not you"), "{told:?}");
    let (account, _) = ports
        .accounts
        .by_email(&EMAIL.parse().expect("an address"))
        .await
        .expect("asked")
        .expect("there");
    let pending = ports.one_time.pending_email_change(account.id).await.expect("asked");
    let pending = pending.expect("the program's change waits");
    let session = world.rows("SELECT id FROM sessions WHERE id <> $1", "").await.remove(0);
    let session = session.parse().expect("a session id");
    // Its owner has a new password at the moment in which it is asked for again.
    let hash = ports.passwords.hash(&"candlelight".parse().expect("a password")).await;
    let hash = hash.expect("a hash");
    let set = ports.accounts.set_password(account.id, &hash, PasswordSetter::Administrator);
    set.await.expect("set");
    let change = |asked_by| EmailChange { to: &pending.to, sides: pending.sides, asked_by };
    let again = send_email_change(ports, &account, change(AskedBy::Again), Via::WEB).await;
    assert!(!again.expect("asked"), "nothing is under way");
    let late = change(AskedBy::Session(session));
    let late = send_email_change(ports, &account, late, Via::WEB).await;
    assert!(matches!(late, Err(StoreError::OwnerGone)), "{late:?}");
    let waiting = "SELECT COUNT(*) FROM accounts WHERE email_change IS NOT NULL";
    assert_eq!(world.number(waiting).await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM one_time_tokens").await, 0);
}

async fn one_press_on_an_unasked_mail_gives_no_stranger_the_address(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.secure_email_change = false).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let stranger = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    stranger.put("/user", json!({ "email": "hers@example.com" })).await.ok();
    let letter = mails.letter("hers@example.com", "email_change").await;
    let she = Person::visitor(&world.base);
    let shown = she.page(&letter.link).await;
    assert!(shown.contains("The address your account has now"), "{shown}");
    let press = async |typed: &str| {
        let form = [("type", "email_change"), ("token", &*letter.token), ("email", typed)];
        she.submit("/auth/program", &form).await
    };
    for typed in ["", "hers@example.com"] {
        let answer = press(typed).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{typed}");
        let page = answer.text().await.expect("text");
        assert!(page.contains("action=\"/auth/program\""), "it can be pressed again: {page}");
    }
    assert_eq!(stranger.get("/user").await.ok().body["email"], EMAIL);
    assert_eq!(press(EMAIL).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(
        stranger.sign_in("hers@example.com").await.ok().body["user"]["email"],
        "hers@example.com"
    );
}

async fn both_sides_of_a_change_may_be_handed_over_one_by_one(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    program.sign_up(EMAIL).await.ok();
    let service = service(&world, &program);
    let make = async |side: &str, to: &str| {
        let body =
            json!({ "type": format!("email_change_{side}"), "email": EMAIL, "new_email": to });
        service.post("/admin/generate_link", body).await.ok().text("hashed_token")
    };
    let show = async |hash: &str| {
        let body = json!({ "type": "email_change", "token_hash": hash });
        program.post("/verify", body).await
    };
    let elsewhere = make("current", "elsewhere@example.com").await;
    let current = make("current", "new@example.com").await;
    let gone = show(&elsewhere).await;
    assert_eq!(gone.refusal(), (403, "otp_expired"), "it was asked for another address");
    assert_eq!(show(&current).await.ok().body["code"], "200");
    // Asked for after the other side has agreed, which still counts; it does not count twice.
    let again = make("current", "new@example.com").await;
    let new = make("new", "new@example.com").await;
    assert_eq!(show(&again).await.refusal(), (403, "otp_expired"));
    assert_eq!(show(&new).await.ok().body["user"]["email"], "new@example.com");
}

async fn what_was_sent_to_an_address_ends_when_the_account_has_another(engine: Engine) {
    let world = World::open(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let session = program.sign_up(EMAIL).await.ok();
    let id = session.body["user"]["id"].as_str().expect("an id").to_owned();
    program.post("/recover", json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "recovery").await;
    let moved = json!({ "email": "moved@example.com" });
    service(&world, &program).put(&format!("/admin/users/{id}"), moved).await.ok();
    let by_link = json!({ "type": "recovery", "token_hash": letter.token });
    assert_eq!(program.post("/verify", by_link).await.refusal(), (403, "otp_expired"));
    for email in [EMAIL, "moved@example.com"] {
        let by_code = json!({ "type": "recovery", "email": email, "token": letter.code });
        assert_eq!(program.post("/verify", by_code).await.refusal(), (403, "otp_expired"));
    }
    assert_eq!(
        program.sign_in("moved@example.com").await.ok().body["user"]["new_email"],
        Value::Null
    );
}
