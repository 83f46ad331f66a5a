//! What a stranger cannot do to somebody's account, and what its owner is told of it.

use std::time::Duration;

use evernear_app::{
    domain::{
        account::event::Origin,
        auth::{api_session::ApiUserPatch, identity::Identity},
        id::IdentityId,
    },
    flows::auth::{
        authenticate_bearer::authenticate_bearer,
        issue_tokens::{IssueError, open_api_session, write_service_token},
        open_session::{OpenSessionError, open_session},
        send_one_time::Via,
        sign_in::sign_in,
        update_user::{UserChange, update_user},
    },
    ports::PasswordSetter,
};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Engine, Mailbox, Person, Program, World, location};

crate::both_engines![
    a_confirmation_lets_no_password_in_that_its_holder_did_not_choose,
    a_sign_up_shows_nothing_of_an_account_that_waits_for_its_confirmation,
    what_a_stranger_chose_goes_with_the_first_proof,
    what_a_program_knows_counts_with_the_mail_it_asked_for,
    two_who_sign_up_for_one_address_leave_no_password_in_programs,
    whoever_is_banned_is_out_of_every_browser,
    a_change_under_way_does_not_lift_a_ban,
    a_sign_in_under_way_ends_with_its_password,
    no_session_ends_the_mail_that_would_end_it,
    a_program_guesses_no_password_by_changing_it,
    what_others_do_to_an_account_stands_in_its_history,
    asking_again_for_an_address_change_tells_nothing,
    a_change_that_comes_too_soon_changes_nothing,
    a_taken_user_name_tells_nothing_of_the_address,
    a_user_name_is_theirs_who_confirm_first,
    a_change_of_address_is_counted_before_it_is_compared,
];

const EMAIL: &str = "thandi@example.com";
const MINUTE: Duration = Duration::from_secs(61);
/// After it a proof of who one is counts no more for what protects the account.
const STALE: Duration = Duration::from_secs(15 * 60 + 1);

/// Only whoever confirms an address knows whether a password is theirs: one that is not
/// shown with the link, or was asked for twice in different words, is nobody's.
async fn a_confirmation_lets_no_password_in_that_its_holder_did_not_choose(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let (owners, strangers) = ("the owner's words", "the stranger's words");
    for (name, first, second) in [
        ("early", strangers, Some(owners)),
        ("late", owners, Some(strangers)),
        ("alone", strangers, None),
    ] {
        let email = format!("{name}@example.com");
        let (owner, stranger) = (Person::visitor(&world.base), Person::visitor(&world.base));
        owner.sign_up(&email, first, "").await;
        let mut letter = world.letter(&email, "Confirm").await;
        if let Some(second) = second {
            world.clock.forward(MINUTE);
            stranger.sign_up(&email, second, "").await;
            letter = world.nth_letter(&email, "Confirm", 2).await;
        }
        let typed = if second.is_some() { owners } else { "" };
        let form = [("type", "signup"), ("token", letter.token()), ("password", typed)];
        let led = location(&owner.submit("/auth/link", &form).await);
        assert_eq!(
            led.as_deref(),
            Some("/reset-password"),
            "{name}: a password is still to choose"
        );
        let answer = stranger.sign_in(&email, strangers).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        let chosen = owner.submit("/reset-password", &[("password", "chosen at last")]).await;
        assert_eq!(location(&chosen).as_deref(), Some("/dashboard?password=updated"), "{name}");
    }
    // The code of the mail asks for the same.
    let (owner, stranger) = (Person::visitor(&world.base), Person::visitor(&world.base));
    stranger.sign_up("code@example.com", strangers, "").await;
    let code = world.letter("code@example.com", "Confirm").await.code;
    let form = [("type", "signup"), ("email", "code@example.com"), ("token", code.as_str())];
    let led = location(&owner.submit("/auth?view=verify_otp", &form).await);
    assert_eq!(led.as_deref(), Some("/reset-password"));
    let answer = stranger.sign_in("code@example.com", strangers).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    // Whoever signs up twice in the same words, and shows them, has nothing to choose.
    let thandi = Person::visitor(&world.base);
    thandi.sign_up(EMAIL, owners, "").await;
    world.clock.forward(MINUTE);
    thandi.sign_up(EMAIL, owners, "").await;
    let letter = world.nth_letter(EMAIL, "Confirm", 2).await;
    let page = thandi.page(&letter.link).await;
    assert!(page.contains("The password you chose"), "{page}");
    let form = [("type", "signup"), ("token", letter.token()), ("password", owners)];
    let led = location(&thandi.submit("/auth/link", &form).await);
    assert_eq!(led.as_deref(), Some("/dashboard"));
    let again = Person::visitor(&world.base).sign_in(EMAIL, owners).await;
    assert_eq!(location(&again).as_deref(), Some("/dashboard"));
}

async fn a_sign_up_shows_nothing_of_an_account_that_waits_for_its_confirmation(engine: Engine) {
    let world = World::with(engine, |config| config.access.confirm_email = true).await;
    let program = Program::of(&world.base);
    let service = program.with(&write_service_token(&world.ports, MINUTE).expect("signed"));
    let joins = async |email: &str, password: &str, data: Value| {
        let body = json!({ "email": email, "password": password, "data": data });
        program.post("/signup", body).await.ok().body
    };
    let theirs = joins("thandi@example.com", "lamplight", json!({ "child": "Thabo" })).await;
    assert_eq!(theirs["user_metadata"]["child"], "Thabo");
    let made = json!({ "email": "nana@example.com", "app_metadata": { "role": "auditor" },
                       "user_metadata": { "ward": "oncology" } });
    let made = service.post("/admin/users", made).await.ok().body;
    let invited = json!({ "email": "sipho@example.com", "data": { "name": "Sipho" } });
    let invited = service.post("/invite", invited).await.ok().body;
    world.clock.forward(MINUTE);
    let unknown = joins("nobody@example.com", "a stranger's", json!({ "a": 1 })).await;
    let names =
        |user: &Value| user.as_object().expect("a user").keys().cloned().collect::<Vec<_>>();
    for (email, known) in
        [("thandi@example.com", theirs), ("nana@example.com", made), ("sipho@example.com", invited)]
    {
        let shown = joins(email, "a stranger's", json!({ "a": 1 })).await;
        assert_eq!(shown["user_metadata"]["a"], 1, "{shown}");
        assert_eq!(names(&shown), names(&unknown), "{email}");
        assert_ne!(shown["id"], known["id"], "{email}");
        let text = shown.to_string();
        for secret in ["Thabo", "auditor", "oncology", "Sipho", "invited_at"] {
            assert!(!text.contains(secret), "{email}: {text}");
        }
    }
}

async fn what_a_stranger_chose_goes_with_the_first_proof(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let stranger = Person::visitor(&world.base);
    stranger.sign_up(EMAIL, "the stranger's words", "Meanthandi").await;
    world.letter(EMAIL, "Confirm").await;
    world.clock.forward(MINUTE);
    let thandi = Person::visitor(&world.base);
    thandi.submit("/auth?view=magic_link", &[("email", EMAIL)]).await;
    let letter = world.letter(EMAIL, "Your sign-in link").await;
    let form = [("type", "magiclink"), ("token", letter.token())];
    thandi.submit("/auth/link", &form).await;
    let page = thandi.page("/dashboard").await;
    assert!(page.contains("Hello, ") && !page.contains("Meanthandi"), "{page}");
    let asked =
        "SELECT COUNT(*) FROM accounts WHERE terms_at IS NULL AND email_proven_at IS NOT NULL";
    assert_eq!(world.number(asked).await, 1, "age and terms are asked for");
    // In programs, of two who differ: what either noted.
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    for (password, data) in [("one of two", json!({ "role": "admin" })), ("the other", json!({}))] {
        let body = json!({ "email": "nana@example.com", "password": password, "data": data });
        program.post("/signup", body).await.ok();
        mails.letter("nana@example.com", "signup").await;
        world.clock.forward(MINUTE);
    }
    let body = json!({ "type": "signup", "email": "nana@example.com" });
    program.post("/resend", body).await.ok();
    let letter = mails.letter("nana@example.com", "signup").await;
    let body = json!({ "type": "signup", "token_hash": letter.token });
    let session = program.post("/verify", body).await.ok();
    assert_eq!(session.body["user"]["user_metadata"]["role"], Value::Null, "{session:?}");
}

async fn what_a_program_knows_counts_with_the_mail_it_asked_for(engine: Engine) {
    let world = World::open(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let asks = async |email: &str, data: Value| {
        program.post("/otp", json!({ "email": email, "data": data })).await.ok();
    };
    let planted = json!({ "role": "admin" });
    for (email, data, known) in [
        ("own@example.com", json!({ "name": "Thandi" }), json!({ "name": "Thandi" })),
        ("none@example.com", json!({}), json!({})),
    ] {
        asks(email, planted.clone()).await;
        mails.letter(email, "magiclink").await;
        world.clock.forward(MINUTE);
        asks(email, data).await;
        let letter = mails.letter(email, "magiclink").await;
        let body = json!({ "type": "magiclink", "token_hash": letter.token });
        let session = program.post("/verify", body).await.ok();
        assert_eq!(session.body["user"]["user_metadata"], known, "{email}");
        // It is too late for whatever else is asked with.
        world.clock.forward(MINUTE);
        asks(email, planted.clone()).await;
        let letter = mails.letter(email, "magiclink").await;
        let body = json!({ "type": "magiclink", "token_hash": letter.token });
        let session = program.post("/verify", body).await.ok();
        assert_eq!(session.body["user"]["user_metadata"], known, "{email}");
    }
}

async fn two_who_sign_up_for_one_address_leave_no_password_in_programs(engine: Engine) {
    let world = World::with(engine, |config| config.access.confirm_email = true).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let join = async |email: &str, password: &str| {
        let body = json!({ "email": email, "password": password });
        program.post("/signup", body).await.ok().body
    };
    let come = async |email: &str, password: &str| {
        let body = json!({ "email": email, "password": password });
        program.post("/token?grant_type=password", body).await
    };
    for (email, words) in [
        ("early@example.com", ["the stranger's words", "the owner's words"]),
        ("late@example.com", ["the owner's words", "the stranger's words"]),
    ] {
        let first = join(email, words[0]).await;
        mails.letter(email, "signup").await;
        world.clock.forward(MINUTE);
        let second = join(email, words[1]).await;
        assert_ne!(first["id"], second["id"], "whoever comes later reads nothing of the account");
        let letter = mails.letter(email, "signup").await;
        let body = json!({ "type": "signup", "token_hash": letter.token });
        let session = program.post("/verify", body).await.ok();
        assert_eq!(session.body["user"]["email"], email);
        let refused = come(email, "the stranger's words").await;
        assert_eq!(refused.refusal(), (400, "invalid_credentials"), "{email}");
        let signed = program.with(&session.text("access_token"));
        signed.put("/user", json!({ "password": "chosen at last" })).await.ok();
        come(email, "chosen at last").await.ok();
    }
    // The same words twice are one person's.
    join(EMAIL, "lamplight").await;
    mails.letter(EMAIL, "signup").await;
    world.clock.forward(MINUTE);
    join(EMAIL, "lamplight").await;
    let letter = mails.letter(EMAIL, "signup").await;
    let body = json!({ "type": "signup", "email": EMAIL, "token": letter.code });
    program.post("/verify", body).await.ok();
    come(EMAIL, "lamplight").await.ok();
}

async fn whoever_is_banned_is_out_of_every_browser(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let service = service(&world, &program);
    let (thandi, nana) =
        (Person::member(&world, "thandi").await, Person::member(&world, "nana").await);
    let session = program.sign_in(EMAIL).await.ok();
    let id = session.body["user"]["id"].as_str().expect("an id").to_owned();
    let ban = async |span: &str| {
        service.put(&format!("/admin/users/{id}"), json!({ "ban_duration": span })).await.ok();
    };
    ban("24h").await;
    assert!(thandi.led_to("/dashboard").await.is_some(), "the session has ended");
    let refused = thandi.sign_in(EMAIL, "lamplight").await;
    assert!(refused.text().await.expect("text").contains("User is banned"));
    let told = program.with(&session.text("access_token")).get("/user").await;
    assert_eq!(told.refusal(), (403, "user_banned"), "programs are told why");
    ban("none").await;
    assert!(thandi.led_to("/dashboard").await.is_some(), "and does not come back by itself");
    // A ban counts in a session that was opened while it was being written, too.
    assert_eq!(nana.get("/dashboard").await.status(), StatusCode::OK);
    let nanas = program.sign_in("nana@example.com").await.ok();
    let nanas = nanas.body["user"]["id"].as_str().expect("an id").parse().expect("an id");
    let until = world.ports.now().after(Duration::from_secs(3600));
    let ban = ApiUserPatch { banned_until: Some(Some(until)), ..ApiUserPatch::default() };
    world.ports.tokens.patch_api_user(nanas, ban, world.ports.now()).await.expect("banned");
    assert!(nana.led_to("/dashboard").await.is_some());
    world.clock.forward(Duration::from_secs(3601));
    assert_eq!(nana.get("/dashboard").await.status(), StatusCode::OK, "a ban ends");
}

/// Both change what client programs keep of a person, and the first had read it before.
async fn a_change_under_way_does_not_lift_a_ban(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    Person::member(&world, "thandi").await;
    let token = program.sign_in(EMAIL).await.ok().text("access_token");
    let signed = program.with(&token);
    signed.put("/user", json!({ "data": { "city": "Durban" } })).await.ok();
    let bearer = authenticate_bearer(&world.ports, &token).await.expect("it is good");
    let ban = json!({ "ban_duration": "1h", "app_metadata": { "team": "b" } });
    let path = format!("/admin/users/{}", bearer.known.account.id);
    service(&world, &program).put(&path, ban).await.ok();
    let data = json!({ "name": "Thandi" });
    let change = UserChange { data: data.as_object(), ..UserChange::default() };
    let changed = update_user(&world.ports, &bearer, change, Via::WEB, &Origin::default()).await;
    let changed = changed.expect("it had begun before");
    assert!(changed.banned(world.ports.now()));
    let kept = json!({ "city": "Durban", "name": "Thandi" });
    assert_eq!(Some(&changed.user.user_metadata), kept.as_object());
    assert_eq!(changed.user.app_metadata["team"], "b");
}

/// A password is compared for a while; what it opens then must not outlive its end.
async fn a_sign_in_under_way_ends_with_its_password(engine: Engine) {
    let world = World::open(engine).await;
    Person::member(&world, "thandi").await;
    let (ports, origin) = (&world.ports, Origin::default());
    let (account, right) = sign_in(ports, EMAIL, "lamplight", &origin).await.expect("right");
    let opened = open_api_session(ports, account.id, right, &origin).await;
    assert!(opened.is_ok(), "nothing has changed");
    let hash = ports.passwords.hash(&"candlelight".parse().expect("a password")).await;
    ports
        .accounts
        .set_password(account.id, &hash.expect("a hash"), PasswordSetter::Administrator)
        .await
        .expect("set");
    let opened = open_session(ports, &account, right, &origin, false).await;
    assert!(matches!(opened, Err(OpenSessionError::SignInsEnded)));
    let opened = open_api_session(ports, account.id, right, &origin).await;
    assert!(matches!(opened, Err(IssueError::SignInsEnded)));
    assert_eq!(world.number("SELECT COUNT(*) FROM sessions").await, 0);
}

/// A program with the service role.
fn service(world: &World, program: &Program) -> Program {
    let day = Duration::from_secs(24 * 3600);
    program.with(&write_service_token(&world.ports, day).expect("signed"))
}

/// A thief's session may set a password, by the token API without the old one: the owner's mail
/// stays valid, whether the address was proven before or not.
async fn no_session_ends_the_mail_that_would_end_it(engine: Engine) {
    // A thief has a session of before, knows the password, or has signed up with the address.
    for (confirms, is_stale) in [(true, true), (true, false), (false, false)] {
        let world =
            if confirms { World::that_confirms(engine).await } else { World::open(engine).await };
        let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
        let mut signed = program.sign_up(EMAIL).await.ok();
        if confirms {
            let letter = mails.letter(EMAIL, "signup").await;
            let body = json!({ "type": "signup", "token_hash": letter.token });
            program.post("/verify", body).await.ok();
            signed = program.sign_in(EMAIL).await.ok();
        }
        if is_stale {
            world.clock.forward(STALE);
        }
        let thief = program.with(&signed.text("access_token"));
        world.clock.forward(MINUTE);
        let owner = Person::at(&world.base, 2);
        owner.submit("/auth?view=forgotten_password", &[("email", EMAIL)]).await;
        let letter = world.letter(EMAIL, "Reset").await;
        // Until no more passwords may be set by a session.
        let mut set = 0;
        while thief.put("/user", json!({ "password": format!("words {set}") })).await.status == 200
        {
            set += 1;
            assert!(set < 20, "a session sets passwords without end");
        }
        assert!(set > 0);
        let form = [("token", letter.token()), ("password", "the owner's words")];
        let chosen = owner.submit("/reset-password", &form).await;
        assert_eq!(location(&chosen).as_deref(), Some("/dashboard?password=updated"));
        assert_eq!(thief.get("/user").await.status, 403, "confirms: {confirms}, stale: {is_stale}");
        let stranger = Person::visitor(&world.base);
        let refused = stranger.sign_in(EMAIL, "the thief's words").await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(world.number("SELECT COUNT(*) FROM one_time_tokens").await, 0);
    }
}

async fn a_program_guesses_no_password_by_changing_it(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.current_password = true).await;
    let program = Program::of(&world.base);
    let thief = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    let mut codes = Vec::new();
    for guess in 0..12 {
        let body =
            json!({ "password": "a new lamp", "current_password": format!("guess {guess}") });
        codes.push(thief.put("/user", body).await.status);
    }
    assert_eq!(codes, [vec![400; 10], vec![429; 2]].concat());
    let refused = "SELECT COUNT(*) FROM security_events WHERE kind = 'sign_in_refused'";
    assert_eq!(world.number(refused).await, 10, "its owner can see them");
}

async fn what_others_do_to_an_account_stands_in_its_history(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.manual_linking = true).await;
    let program = Program::of(&world.base);
    let service = service(&world, &program);
    let thandi = Person::member(&world, "thandi").await;
    let session = program.sign_in(EMAIL).await.ok();
    let id = session.body["user"]["id"].as_str().expect("an id").to_owned();
    // A way to sign in goes.
    let (at, parts) = world.ports.id_parts();
    let google = Identity {
        id: IdentityId::new(at, &parts),
        account: id.parse().expect("an id"),
        provider: "google".to_owned(),
        provider_id: "7".to_owned(),
        data: serde_json::Map::new(),
        email: Some("elsewhere@example.com".to_owned()),
        last_sign_in_at: None,
        created_at: at,
        updated_at: at,
    };
    world.ports.identities.link(&google).await.expect("linked");
    let signed = program.with(&session.text("access_token"));
    signed.send("DELETE", &format!("/user/identities/{}", google.id), None).await.ok();
    // Somebody shows a refresh token that was used long ago.
    let second = program.refresh(&session.text("refresh_token")).await.ok();
    program.refresh(&second.text("refresh_token")).await.ok();
    let stolen = program.refresh(&session.text("refresh_token")).await;
    assert_eq!(stolen.refusal(), (400, "refresh_token_already_used"));
    let page = thandi.page("/profile/devices").await;
    for words in ["A way to sign in was removed", "A program was signed out: an old key was used"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    // An administrator changes what protects it.
    let path = format!("/admin/users/{id}");
    let body =
        json!({ "email": "new@example.com", "password": "candlelight", "ban_duration": "1h" });
    service.put(&path, body).await.ok();
    service.put(&path, json!({ "ban_duration": "none" })).await.ok();
    service.put(&path, json!({ "user_metadata": { "city": "Durban" } })).await.ok();
    thandi.sign_in("new@example.com", "candlelight").await;
    let page = thandi.page("/profile/devices").await;
    for words in [
        "Password changed by an administrator",
        "E-mail changed by an administrator",
        "Account closed by an administrator",
        "Account opened again by an administrator",
    ] {
        assert_eq!(page.matches(words).count(), 1, "{words}: {page}");
    }
}

async fn asking_again_for_an_address_change_tells_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    program.sign_up("nana@example.com").await.ok();
    let signed = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    signed.put("/user", json!({ "email": "new@example.com" })).await.ok();
    mails.letter(EMAIL, "email_change").await;
    mails.letter("new@example.com", "email_change").await;
    let again = async |email: &str| {
        let body = json!({ "type": "email_change", "email": email });
        let answer = program.post("/resend", body).await;
        (answer.status, answer.body)
    };
    let asks = [EMAIL, "nana@example.com", "nobody@example.com"];
    // Its mailbox was written to a moment ago; then twice in a row; then a minute later.
    for wait in [Duration::ZERO, Duration::ZERO, MINUTE] {
        world.clock.forward(wait);
        let mut answers = Vec::new();
        for email in asks {
            answers.push(again(email).await);
        }
        assert_eq!(answers[0], answers[1], "a change is pending, or none is");
        assert_eq!(answers[0], answers[2], "an account, or none");
    }
    mails.letter(EMAIL, "email_change").await;
    mails.letter("new@example.com", "email_change").await;
    // The address is somebody else's meanwhile.
    program.sign_up("new@example.com").await.ok();
    world.clock.forward(MINUTE);
    assert_eq!(again(EMAIL).await, again("nana@example.com").await);
}

async fn a_change_that_comes_too_soon_changes_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let signed = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    let other = program.with(&program.sign_up("other@example.com").await.ok().text("access_token"));
    other.put("/user", json!({ "email": "new@example.com" })).await.ok();
    let both = json!({ "password": "a new lamp", "email": "new@example.com", "data": { "a": 1 } });
    let soon = signed.put("/user", both.clone()).await;
    assert_eq!(soon.refusal(), (429, "over_email_send_rate_limit"));
    program.sign_in(EMAIL).await.ok();
    let user = signed.get("/user").await.ok().body;
    assert_eq!(user["user_metadata"], json!({}));
    world.clock.forward(MINUTE);
    signed.put("/user", both).await.ok();
    assert_eq!(program.sign_in(EMAIL).await.refusal(), (400, "invalid_credentials"));
}

async fn a_taken_user_name_tells_nothing_of_the_address(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let confirms = async |email: &str| {
        let letter = world.letter(email, "Confirm").await;
        let form = [("type", "signup"), ("token", letter.token()), ("password", "lamplight")];
        Person::visitor(&world.base).submit("/auth/link", &form).await
    };
    // One who is in, one who has not confirmed yet.
    let first = Person::at(&world.base, 2);
    for (email, name) in [(EMAIL, "thandi"), ("nana@example.com", "nana")] {
        first.sign_up(email, "lamplight", name).await;
    }
    assert_eq!(confirms(EMAIL).await.status(), StatusCode::SEE_OTHER);
    for (client, name) in [(3, "thandi"), (4, "Nana"), (5, "")] {
        world.clock.forward(MINUTE);
        let stranger = Person::at(&world.base, client);
        let mut answers = Vec::new();
        for email in [EMAIL, "nana@example.com", "nobody@example.com"] {
            let answer = stranger.sign_up(email, "other words", name).await;
            let (status, headers) = (answer.status(), answer.headers().len());
            let page = answer.text().await.expect("text").replace(email, "somebody");
            assert_eq!(status == StatusCode::CONFLICT, name == "thandi", "{email} as {name}");
            answers.push((status, headers, page));
        }
        assert_eq!(answers[0], answers[2], "{name}: an account, or none");
        assert_eq!(answers[1], answers[2], "{name}: one that waits, or none");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 3);
}

/// A name that took effect before the address was confirmed would tell whether the address was new.
async fn a_user_name_is_theirs_who_confirm_first(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let visitor = Person::visitor(&world.base);
    for name in ["sipho", "lindiwe"] {
        let joined = visitor.sign_up(&format!("{name}@example.com"), "lamplight", "Gogo").await;
        assert_eq!(joined.status(), StatusCode::OK);
    }
    for name in ["sipho", "lindiwe"] {
        let letter = world.letter(&format!("{name}@example.com"), "Confirm").await;
        let form = [("type", "signup"), ("token", letter.token()), ("password", "lamplight")];
        let person = Person::visitor(&world.base);
        let entered = person.submit("/auth/link", &form).await;
        assert_eq!(entered.status(), StatusCode::SEE_OTHER, "{name}");
    }
    let named = async |email: &str| {
        world.rows("SELECT COALESCE(username, '') FROM profiles WHERE email = $1", email).await
    };
    assert_eq!(named("sipho@example.com").await, ["Gogo"]);
    assert_eq!(named("lindiwe@example.com").await, [""]);
    let taken = Person::at(&world.base, 2).sign_up("other@example.com", "lamplight", "gogo").await;
    assert_eq!(taken.status(), StatusCode::CONFLICT);
    // What a stranger chose goes whole: nobody has the name then.
    let planted = Person::at(&world.base, 3);
    planted.sign_up("nomsa@example.com", "the stranger's words", "Nomsa").await;
    let letter = world.letter("nomsa@example.com", "Confirm").await;
    let form = [("type", "signup"), ("token", letter.token())];
    Person::visitor(&world.base).submit("/auth/link", &form).await;
    let free = planted.sign_up("another@example.com", "lamplight", "nomsa").await;
    assert_eq!(free.status(), StatusCode::OK);
}

async fn a_change_of_address_is_counted_before_it_is_compared(engine: Engine) {
    let world = World::open(engine).await;
    let person = Person::member(&world, "thandi").await;
    for name in ["nana", "sipho"] {
        Person::member(&world, name).await;
    }
    let ask =
        async |email: &str| person.submit("/profile/email", &[("email", email)]).await.status();
    assert_eq!(ask("nana@example.com").await, StatusCode::CONFLICT);
    assert_eq!(ask("sipho@example.com").await, StatusCode::TOO_MANY_REQUESTS, "one a minute");
    let program = Program::of(&world.base);
    let signed = program.with(&program.sign_in("nana@example.com").await.ok().text("access_token"));
    let change = async |email: &str| signed.put("/user", json!({ "email": email })).await;
    assert_eq!(change("sipho@example.com").await.refusal(), (422, "email_exists"));
    assert_eq!(change(EMAIL).await.refusal(), (429, "over_email_send_rate_limit"));
    // And not for ever once a minute: two were counted by now.
    let mut asked = 2;
    while asked < 20 {
        world.clock.forward(MINUTE);
        if change(EMAIL).await.status == 429 {
            break;
        }
        asked += 1;
    }
    assert_eq!(asked, 10);
}
