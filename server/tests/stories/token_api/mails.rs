//! Client programs ask for mails and come back with what was in them.

use std::{collections::BTreeMap, time::Duration};

use serde_json::{Value, json};
use url::Url;

use crate::{
    both_engines,
    harness::{
        Answer, Engine, Mailbox, Program, ProgramMail, World, claims, location_of, six_digits,
    },
};

both_engines!(
    a_code_from_a_mail_opens_a_session_once,
    a_link_leads_back_with_a_session_and_never_to_a_stranger,
    a_link_and_a_secret_open_a_session_by_code,
    a_code_belongs_to_whoever_asked_for_its_mail,
    a_code_that_waits_ends_with_the_sessions,
    a_forgotten_password_is_set_anew_and_ends_other_sessions,
    an_address_changes_when_both_mailboxes_agree,
    an_address_is_confirmed_before_anyone_is_in,
    an_old_session_shows_a_code_before_it_sets_a_password,
    a_mailbox_is_written_to_once_a_minute,
    codes_and_links_end,
);

const EMAIL: &str = "thandi@example.com";
const VERIFIER: &str = "a-secret-that-only-the-program-knows-0123456789";
const STRANGER: &str = "another-secret-that-only-a-stranger-knows-9876543210";
/// A page of the program, on the same machine.
const TO: &str = "redirect_to=http%3A%2F%2F127.0.0.1%3A9%2Fin";
const MINUTE: Duration = Duration::from_secs(61);

async fn a_code_from_a_mail_opens_a_session_once(engine: Engine) {
    let world = World::open(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let nobody = program.post("/otp", json!({ "email": EMAIL, "create_user": false })).await;
    assert_eq!(nobody.refusal(), (422, "otp_disabled"));
    let asked = json!({ "email": EMAIL, "create_user": true, "data": { "city": "Durban" },
        "gotrue_meta_security": {}, "code_challenge": null, "code_challenge_method": null });
    assert_eq!(program.post("/otp", asked).await.ok().body, json!({}));
    let letter = mails.letter(EMAIL, "magiclink").await;
    let wrong = if letter.code == "000000" { "000001" } else { "000000" };
    let refused = verify(&program, "email", EMAIL, wrong).await;
    assert_eq!(refused.refusal(), (403, "otp_expired"));
    assert_eq!(refused.text("message"), "Token has expired or is invalid");
    let session = verify(&program, "email", EMAIL, &letter.code).await.ok();
    assert_eq!(session.body["user"]["user_metadata"], json!({ "city": "Durban" }));
    assert!(session.body["user"]["email_confirmed_at"].is_string());
    assert_eq!(claims(&session.text("access_token"))["amr"][0]["method"], "otp");
    let again = verify(&program, "email", EMAIL, &letter.code).await;
    assert_eq!(again.refusal(), (403, "otp_expired"));
    let by_hash = json!({ "type": "magiclink", "token_hash": letter.token });
    let by_hash = program.post("/verify", by_hash).await;
    assert_eq!(by_hash.text("message"), "Email link is invalid or has expired");
    // Who has no password cannot sign in with one.
    assert_eq!(program.sign_in(EMAIL).await.refusal(), (400, "invalid_credentials"));
    world.books_hold().await;
}

async fn a_link_leads_back_with_a_session_and_never_to_a_stranger(engine: Engine) {
    let world = World::with(engine, |config| {
        config.auth_api.redirects = vec!["https://app.example/**".to_owned()];
    })
    .await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let path = "/magiclink?redirect_to=https%3A%2F%2Fapp.example%2Fin%3Fa%3D1";
    program.post(path, json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "magiclink").await;
    // A mail scanner that knows the token API looks, and uses nothing up.
    let link = format!("/verify?token={}&type=magiclink", letter.token);
    assert_eq!(program.send("HEAD", &link, None).await.status, 200);
    let target = follow(&program, &letter).await;
    assert_eq!((target.host_str(), target.path()), (Some("app.example"), "/in"));
    assert_eq!(target.query(), Some("a=1"), "nothing of the session is in the query");
    let found = fragment(&target);
    assert_eq!((found["token_type"].as_str(), found["type"].as_str()), ("bearer", "magiclink"));
    assert_eq!((found["expires_in"].as_str(), found["sb"].as_str()), ("3600", ""));
    program.with(&found["access_token"]).get("/user").await.ok();
    program.refresh(&found["refresh_token"]).await.ok();
    let again = fragment(&follow(&program, &letter).await);
    assert_eq!(again["error"], "access_denied");
    assert_eq!(again["error_code"], "otp_expired");
    assert_eq!(again["error_description"], "Email link is invalid or has expired");
    // Whoever changes the link, changes nothing about where it may lead.
    world.clock.forward(MINUTE);
    program.post("/recover", json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "recovery").await;
    let token = &letter.token;
    let link =
        format!("/verify?token={token}&type=recovery&redirect_to=https%3A%2F%2Fevil.example");
    let home = location_of(&program.get(&link).await);
    assert_eq!((home.host_str(), home.path()), (Some("127.0.0.1"), "/auth/arrived"));
    assert_eq!(fragment(&home)["type"], "recovery");
    for (path, message) in [
        ("/verify?token=x", "Verify requires a verification type"),
        ("/verify?type=signup", "Verify requires a token or a token hash"),
    ] {
        let refused = program.get(path).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"));
        assert_eq!(refused.text("message"), message);
    }
}

async fn a_link_and_a_secret_open_a_session_by_code(engine: Engine) {
    let world = World::open(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let body = |email: &str| {
        let challenge = world.ports.keys.code_challenge(VERIFIER);
        json!({ "email": email, "code_challenge": challenge, "code_challenge_method": "s256" })
    };
    let half = json!({ "email": EMAIL, "code_challenge_method": "s256" });
    assert_eq!(program.post("/otp", half).await.refusal(), (400, "validation_failed"));
    program.post(&format!("/otp?{TO}"), body(EMAIL)).await.ok();
    let letter = mails.letter(EMAIL, "magiclink").await;
    assert!(letter.token.starts_with("pkce_"));
    let target = follow(&program, &letter).await;
    assert_eq!(target.fragment(), None, "no token travels");
    let code = query(&target)["code"].clone();
    let exchange = |code: &str, verifier: &str| {
        let body = json!({ "auth_code": code, "code_verifier": verifier });
        let program = program.clone();
        async move { program.post("/token?grant_type=pkce", body).await }
    };
    assert_eq!(exchange("", VERIFIER).await.refusal(), (400, "validation_failed"));
    assert_eq!(exchange("unknown", VERIFIER).await.refusal(), (404, "flow_state_not_found"));
    let bad = exchange(&code, &VERIFIER.to_uppercase()).await;
    assert_eq!(bad.refusal(), (400, "bad_code_verifier"));
    let session = exchange(&code, VERIFIER).await.ok();
    assert_eq!(session.body["user"]["email"], EMAIL);
    assert_eq!(claims(&session.text("access_token"))["amr"][0]["method"], "magiclink");
    assert_eq!(exchange(&code, VERIFIER).await.refusal(), (404, "flow_state_not_found"));
    // Too late, and a refusal in both parts of the address.
    world.clock.forward(MINUTE);
    program.post(&format!("/recover?{TO}"), body(EMAIL)).await.ok();
    let letter = mails.letter(EMAIL, "recovery").await;
    let code = query(&follow(&program, &letter).await)["code"].clone();
    world.clock.forward(Duration::from_secs(301));
    assert_eq!(exchange(&code, VERIFIER).await.refusal(), (422, "flow_state_expired"));
    let target = follow(&program, &letter).await;
    assert_eq!(query(&target)["error_code"], "otp_expired");
    assert_eq!(fragment(&target)["error"], "access_denied");
}

/// Anybody may ask for a mail to anybody, with a challenge of their own.
async fn a_code_belongs_to_whoever_asked_for_its_mail(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let body = |secret: &str, data: Value| {
        let mut body = json!({ "email": EMAIL, "code_challenge_method": "s256",
            "code_challenge": world.ports.keys.code_challenge(secret) });
        let fields = data.as_object().cloned().unwrap_or_default();
        body.as_object_mut().expect("an object").extend(fields);
        body
    };
    let signs_up = |secret: &str| body(secret, json!({ "password": "lamplight" }));
    let steps = [
        ("/signup", signs_up(VERIFIER), "signup", "/signup", signs_up(STRANGER)),
        (
            "/otp",
            body(VERIFIER, Value::Null),
            "magiclink",
            "/magiclink",
            body(STRANGER, Value::Null),
        ),
        (
            "/recover",
            body(VERIFIER, Value::Null),
            "recovery",
            "/recover",
            body(STRANGER, Value::Null),
        ),
    ];
    for (path, asks, kind, strangers_path, strangers) in steps {
        program.post(&format!("{path}?{TO}"), asks).await.ok();
        let letter = mails.letter(EMAIL, kind).await;
        // RefusedCall or not, within the minute and after it.
        program.post(&format!("{strangers_path}?{TO}"), strangers.clone()).await;
        world.clock.forward(MINUTE);
        program.post(&format!("{strangers_path}?{TO}"), strangers).await.ok();
        world.finishes_its_work().await;
        let code = query(&follow(&program, &letter).await)["code"].clone();
        let body = |secret: &str| json!({ "auth_code": code, "code_verifier": secret });
        let stolen = program.post("/token?grant_type=pkce", body(STRANGER)).await;
        assert_eq!(stolen.refusal(), (400, "bad_code_verifier"), "{kind}");
        let session = program.post("/token?grant_type=pkce", body(VERIFIER)).await.ok();
        assert_eq!(session.body["user"]["email"], EMAIL, "{kind}");
        // The stranger's own mail ended with it.
        world.clock.forward(MINUTE);
    }
    // What sends no mail leaves nothing.
    assert_eq!(world.number("SELECT COUNT(*) FROM auth_flows").await, 0);
}

/// Somebody who could read one mail keeps nothing of it.
async fn a_code_that_waits_ends_with_the_sessions(engine: Engine) {
    let world = World::open(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    program.sign_up(EMAIL).await.ok();
    world.proves(EMAIL).await;
    let mut address = EMAIL;
    let mut password = "lamplight";
    for ends in ["password", "sign-out", "others", "address"] {
        world.clock.forward(MINUTE);
        let body = json!({ "email": address, "code_challenge_method": "s256",
            "code_challenge": world.ports.keys.code_challenge(VERIFIER) });
        program.post(&format!("/otp?{TO}"), body).await.ok();
        let letter = mails.letter(address, "magiclink").await;
        let code = query(&follow(&program, &letter).await)["code"].clone();
        let body = json!({ "email": address, "password": password });
        let session = program.post("/token?grant_type=password", body).await.ok();
        let owner = program.with(&session.text("access_token"));
        match ends {
            "password" => {
                owner.put("/user", json!({ "password": "candlelight" })).await.ok();
                password = "candlelight";
            }
            "sign-out" => assert_eq!(owner.post("/logout", json!({})).await.status, 204),
            "others" => {
                assert_eq!(owner.post("/logout?scope=others", json!({})).await.status, 204);
            }
            _ => {
                let new = "nana@example.com";
                owner.put("/user", json!({ "email": new })).await.ok();
                for mailbox in [address, new] {
                    let letter = mails.letter(mailbox, "email_change").await;
                    let body = json!({ "type": "email_change", "token_hash": letter.token });
                    program.post("/verify", body).await.ok();
                }
                address = new;
            }
        }
        let body = json!({ "auth_code": code, "code_verifier": VERIFIER });
        let late = program.post("/token?grant_type=pkce", body).await;
        assert_eq!(late.refusal(), (404, "flow_state_not_found"), "{ends}");
    }
    assert_eq!(address, "nana@example.com");
}

async fn a_forgotten_password_is_set_anew_and_ends_other_sessions(engine: Engine) {
    let world = World::open(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let other = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    world.proves(EMAIL).await;
    let nobody = program.post("/recover", json!({ "email": "nobody@example.com" })).await;
    assert_eq!(nobody.ok().body, json!({}));
    program.post("/recover", json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "recovery").await;
    let body = json!({ "type": "recovery", "token_hash": letter.token });
    let session = program.post("/verify", body).await.ok();
    let signed = program.with(&session.text("access_token"));
    let put = |password: &'static str| {
        let signed = signed.clone();
        async move { signed.put("/user", json!({ "password": password })).await }
    };
    assert_eq!(put("short").await.refusal(), (422, "weak_password"));
    assert_eq!(put("lamplight").await.refusal(), (422, "same_password"));
    put("a new lamp").await.ok();
    assert_eq!(other.get("/user").await.refusal(), (403, "session_not_found"));
    signed.get("/user").await.ok();
    assert_eq!(program.sign_in(EMAIL).await.refusal(), (400, "invalid_credentials"));
    let body = json!({ "email": EMAIL, "password": "a new lamp" });
    program.post("/token?grant_type=password", body).await.ok();
    mails.next(EMAIL, "password").await;
}

async fn an_address_changes_when_both_mailboxes_agree(engine: Engine) {
    let world = World::open(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    program.sign_up("nana@example.com").await.ok();
    let signed = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    let taken = signed.put("/user", json!({ "email": "Nana@example.com" })).await;
    assert_eq!(taken.refusal(), (422, "email_exists"));
    world.clock.forward(MINUTE);
    let new = "thandi.m@example.com";
    let user = signed.put(&format!("/user?{TO}"), json!({ "email": new })).await.ok();
    assert_eq!((&user.body["email"], &user.body["new_email"]), (&json!(EMAIL), &json!(new)));
    let first = mails.letter(EMAIL, "email_change").await;
    let half = follow(&program, &first).await;
    assert!(fragment(&half)["message"].starts_with("Confirmation link accepted."));
    let second = mails.letter(new, "email_change").await;
    let session = verify(&program, "email_change", new, &second.code).await.ok();
    assert_eq!(session.body["user"]["email"], new);
    assert_eq!(session.body["user"]["new_email"], Value::Null);
    assert_eq!(session.body["user"]["identities"][0]["identity_data"]["email"], new);
    assert_eq!(program.sign_in(EMAIL).await.refusal(), (400, "invalid_credentials"));
    program.sign_in(new).await.ok();
    // By code, the first half answers in words.
    world.clock.forward(MINUTE);
    signed.put("/user", json!({ "email": EMAIL })).await.ok();
    let half = mails.letter(new, "email_change").await;
    let half = verify(&program, "email_change", new, &half.code).await.ok();
    assert_eq!(half.body["code"], "200");
    assert_eq!(half.body["access_token"], Value::Null);
}

async fn an_address_is_confirmed_before_anyone_is_in(engine: Engine) {
    let world = World::with(engine, |config| config.access.confirm_email = true).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let settings = program.get("/settings").await.ok();
    assert_eq!(settings.body["mailer_autoconfirm"], false);
    let user = program.sign_up(EMAIL).await.ok().body;
    assert_eq!((&user["access_token"], &user["role"]), (&Value::Null, &json!("authenticated")));
    assert!(user["confirmation_sent_at"].is_string());
    assert_eq!(user["email_confirmed_at"], Value::Null);
    let waiting = program.sign_in(EMAIL).await;
    assert_eq!(waiting.refusal(), (400, "email_not_confirmed"));
    let wrong = json!({ "email": EMAIL, "password": "not this one" });
    let wrong = program.post("/token?grant_type=password", wrong).await;
    assert_eq!(wrong.refusal(), (400, "invalid_credentials"));
    mails.letter(EMAIL, "signup").await;
    world.clock.forward(MINUTE);
    program.post("/resend", json!({ "type": "signup", "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "signup").await;
    let session = verify(&program, "signup", EMAIL, &letter.code).await.ok();
    assert_eq!(session.body["user"]["id"], user["id"]);
    program.sign_in(EMAIL).await.ok();
    // The address is taken now: the answer looks like a new account, and there is none.
    world.clock.forward(MINUTE);
    let lookalike = program.sign_up(EMAIL).await.ok().body;
    assert_ne!(lookalike["id"], user["id"]);
    assert_eq!((&lookalike["role"], &lookalike["identities"]), (&json!(""), &json!([])));
    let missing = program.post("/resend", json!({ "type": "signup", "email": EMAIL })).await;
    assert_eq!(missing.refusal(), (429, "over_email_send_rate_limit"));
    for (body, code) in [
        (json!({ "email": EMAIL }), "validation_failed"),
        (json!({ "type": "signup" }), "validation_failed"),
        (json!({ "type": "sms", "phone": "+27215550100" }), "phone_provider_disabled"),
    ] {
        assert_eq!(program.post("/resend", body).await.refusal(), (400, code));
    }
}

async fn an_old_session_shows_a_code_before_it_sets_a_password(engine: Engine) {
    let world = World::with(engine, |config| {
        config.auth_api.reauthenticate = true;
        config.auth_api.current_password = true;
    })
    .await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    let session = program.sign_up(EMAIL).await.ok();
    let signed = program.with(&session.text("access_token"));
    let put = |signed: &Program, body: Value| {
        let signed = signed.clone();
        async move { signed.put("/user", body).await }
    };
    let missing = put(&signed, json!({ "password": "a new lamp" })).await;
    assert_eq!(missing.refusal(), (400, "current_password_required"));
    let wrong = json!({ "password": "a new lamp", "current_password": "no" });
    assert_eq!(put(&signed, wrong).await.refusal(), (400, "current_password_invalid"));
    world.clock.forward(Duration::from_secs(25 * 3600));
    let session = program.refresh(&session.text("refresh_token")).await.ok();
    let signed = program.with(&session.text("access_token"));
    let body = |nonce: Value| json!({ "password": "a new lamp", "current_password": "lamplight", "nonce": nonce });
    assert_eq!(put(&signed, body(Value::Null)).await.refusal(), (400, "reauthentication_needed"));
    assert_eq!(signed.get("/reauthenticate").await.ok().body, json!({}));
    let code = six_digits(&mails.next(EMAIL, "protects your account").await);
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let refused = put(&signed, body(json!(wrong))).await;
    assert_eq!(refused.refusal(), (422, "reauthentication_not_valid"));
    put(&signed, body(json!(code))).await.ok();
    let body = json!({ "email": EMAIL, "password": "a new lamp" });
    program.post("/token?grant_type=password", body).await.ok();
}

async fn a_mailbox_is_written_to_once_a_minute(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    program.sign_up(EMAIL).await.ok();
    // Known or not, the answers are the same.
    for email in [EMAIL, "nobody@example.com"] {
        let ask = || program.post("/recover", json!({ "email": email }));
        ask().await.ok();
        let again = ask().await;
        assert_eq!(again.refusal(), (429, "over_email_send_rate_limit"));
        let message = again.text("message");
        let start = "For security purposes, you can only request this after ";
        assert!(message.starts_with(start) && message.ends_with(" seconds."), "{message}");
        world.clock.forward(MINUTE);
        ask().await.ok();
    }
}

async fn codes_and_links_end(engine: Engine) {
    let world = World::open(engine).await;
    let (program, mut mails) = (Program::of(&world.base), Mailbox::of(&world));
    program.sign_up(EMAIL).await.ok();
    program.post("/recover", json!({ "email": EMAIL })).await.ok();
    let old = mails.letter(EMAIL, "recovery").await;
    world.clock.forward(Duration::from_secs(24 * 3600 - 10));
    program.post("/recover", json!({ "email": EMAIL })).await.ok();
    let new = mails.letter(EMAIL, "recovery").await;
    // Another mail ends no link; its time does.
    world.clock.forward(Duration::from_secs(11));
    let over = json!({ "type": "recovery", "token_hash": old.token });
    assert_eq!(program.post("/verify", over).await.refusal(), (403, "otp_expired"));
    // Of another kind.
    let other = verify(&program, "signup", EMAIL, &new.code).await;
    assert_eq!(other.refusal(), (403, "otp_expired"));
    world.clock.forward(Duration::from_secs(24 * 3600 + 1));
    let late = verify(&program, "recovery", EMAIL, &new.code).await;
    assert_eq!(late.refusal(), (403, "otp_expired"));
    // Five wrong tries end a code.
    program.post("/recover", json!({ "email": EMAIL })).await.ok();
    let letter = mails.letter(EMAIL, "recovery").await;
    for number in 0..5 {
        let wrong = format!(
            "{:06}",
            (letter.code.parse::<u32>().expect("digits") + 1 + number) % 1_000_000
        );
        verify(&program, "recovery", EMAIL, &wrong).await;
    }
    let right = verify(&program, "recovery", EMAIL, &letter.code).await;
    assert_eq!(right.refusal(), (403, "otp_expired"));
}

async fn verify(program: &Program, kind: &str, email: &str, code: &str) -> Answer {
    program.post("/verify", json!({ "type": kind, "email": email, "token": code })).await
}

/// Where the link leads.
async fn follow(program: &Program, letter: &ProgramMail) -> Url {
    let answer = program.press(letter).await;
    assert_eq!(answer.status, 303, "{answer:?}");
    location_of(&answer)
}

fn query(url: &Url) -> BTreeMap<String, String> {
    url.query_pairs().into_owned().collect()
}

fn fragment(url: &Url) -> BTreeMap<String, String> {
    let text = url.fragment().unwrap_or_default();
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}
