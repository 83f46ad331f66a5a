//! Client programs use the token API under /auth/v1.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    both_engines,
    harness::{Answer, Engine, Person, Program, World, claims, eventually, part},
};

both_engines!(
    a_program_signs_up_looks_and_signs_in_again,
    a_refresh_token_gives_the_next_one_and_its_parent_the_same,
    an_old_refresh_token_ends_its_family,
    two_tabs_that_refresh_at_once_stay_signed_in,
    a_session_that_others_hold_for_too_long_is_a_conflict,
    sessions_end_by_their_scope,
    signing_out_in_the_browser_ends_programs_too,
    refusals_have_the_shape_that_the_client_names,
    tokens_that_are_not_good_open_nothing,
    long_bodies_that_do_not_end_are_few,
    sessions_end_where_the_operator_limits_them,
    only_configured_origins_are_answered_and_cookies_never_count,
    keys_stay_over_a_restart_and_a_rotation_signs_nobody_out,
);

const EMAIL: &str = "thandi@example.com";

async fn a_program_signs_up_looks_and_signs_in_again(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let data = json!({ "first_name": "Thandi", "emoji": "🌍 \u{0}" });
    let body = json!({
        "email": "Thandi@Example.com", "password": "lamplight", "data": data,
        "gotrue_meta_security": {}, "code_challenge": null, "code_challenge_method": null,
    });
    let session = program.post("/signup", body).await.ok();
    assert_eq!(session.body["token_type"], "bearer");
    assert_eq!(session.body["expires_in"], 3600);
    let user = &session.body["user"];
    assert_eq!(user["email"], EMAIL);
    assert_eq!(user["user_metadata"], data);
    assert_eq!(user["app_metadata"], json!({ "provider": "email", "providers": ["email"] }));
    assert_eq!(user["identities"][0]["provider"], "email");
    assert_eq!(user["phone"], "");
    assert!(user["last_sign_in_at"].is_string() && user["email_confirmed_at"].is_string());

    let signed = program.with(&session.text("access_token"));
    let seen = signed.get("/user").await.ok();
    assert_eq!(&seen.body, user);
    let changed = signed.put("/user", json!({ "data": { "city": "Durban", "emoji": null } })).await;
    let expected = json!({ "first_name": "Thandi", "city": "Durban" });
    assert_eq!(changed.ok().body["user_metadata"], expected);

    let again = program.sign_in(EMAIL).await.ok();
    assert_eq!(again.body["user"]["user_metadata"], expected);
    assert_eq!(claims(&again.text("access_token"))["amr"][0]["method"], "password");
    // The same account as in the browser, with its credits, and the terms still to accept.
    let browser = Person::visitor(&world.base);
    browser.sign_in(EMAIL, "lamplight").await;
    assert!(browser.page("/dashboard").await.contains("thandi"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts WHERE terms_at IS NULL").await, 1);
    world.books_hold().await;
}

async fn a_refresh_token_gives_the_next_one_and_its_parent_the_same(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let first = program.sign_up(EMAIL).await.ok();
    let second = program.refresh(&first.text("refresh_token")).await.ok();
    assert_ne!(second.text("refresh_token"), first.text("refresh_token"));
    // The answer was lost on the way: the token before brings the active one once more.
    let again = program.refresh(&first.text("refresh_token")).await.ok();
    assert_eq!(again.text("refresh_token"), second.text("refresh_token"));
    let session = |answer: &Answer| claims(&answer.text("access_token"));
    assert_eq!(session(&again)["session_id"], session(&first)["session_id"]);
    assert!(program.with(&again.text("access_token")).get("/user").await.status.is_success());
}

async fn an_old_refresh_token_ends_its_family(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let other = program.sign_up(EMAIL).await.ok();
    let first = program.sign_in(EMAIL).await.ok();
    let second = program.refresh(&first.text("refresh_token")).await.ok();
    let third = program.refresh(&second.text("refresh_token")).await.ok();
    let stolen = program.refresh(&first.text("refresh_token")).await;
    assert_eq!(stolen.refusal(), (400, "refresh_token_already_used"));
    let ended = program.refresh(&third.text("refresh_token")).await;
    assert_eq!(ended.refusal(), (400, "session_not_found"));
    let closed = program.with(&third.text("access_token")).get("/user").await;
    assert_eq!(closed.refusal(), (403, "session_not_found"));
    program.refresh(&other.text("refresh_token")).await.ok();
}

async fn two_tabs_that_refresh_at_once_stay_signed_in(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let session = program.sign_up(EMAIL).await.ok();
    let mut token = session.text("refresh_token");
    for _ in 0..5 {
        let tabs = (0..6).map(|_| {
            let (program, token) = (program.clone(), token.clone());
            tokio::spawn(async move { program.refresh(&token).await.ok().text("refresh_token") })
        });
        let mut answers = Vec::new();
        for tab in tabs.collect::<Vec<_>>() {
            answers.push(tab.await.expect("a tab"));
        }
        answers.dedup();
        assert_eq!(answers.len(), 1, "every tab holds the same token");
        token = answers.remove(0);
    }
}

async fn a_session_that_others_hold_for_too_long_is_a_conflict(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let session = program.sign_up(EMAIL).await.ok();
    world.mails_are_out().await;
    let refresh = session.text("refresh_token");
    let answer = world.while_others_write(program.refresh(&refresh)).await;
    assert_eq!(answer.refusal(), (409, "conflict"));
    program.refresh(&refresh).await.ok();
}

async fn sessions_end_by_their_scope(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let mut signed = vec![program.with(&program.sign_up(EMAIL).await.ok().text("access_token"))];
    for _ in 0..3 {
        signed.push(program.with(&program.sign_in(EMAIL).await.ok().text("access_token")));
    }
    let bad = signed[0].send("POST", "/logout?scope=everyone", None).await;
    assert_eq!(bad.refusal(), (400, "validation_failed"));
    let out = signed[0].send("POST", "/logout?scope=local", None).await;
    assert_eq!((out.status.as_u16(), out.body), (204, Value::Null));
    assert_eq!(signed[0].get("/user").await.refusal(), (403, "session_not_found"));
    assert_eq!(signed[1].send("POST", "/logout?scope=others", None).await.status, 204);
    assert_eq!(signed[2].get("/user").await.refusal(), (403, "session_not_found"));
    signed[1].get("/user").await.ok();
    let last = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    assert_eq!(last.send("POST", "/logout", None).await.status, 204);
    assert_eq!(signed[1].get("/user").await.refusal(), (403, "session_not_found"));
    assert_eq!(world.number("SELECT COUNT(*) FROM api_sessions").await, 0);
}

async fn signing_out_in_the_browser_ends_programs_too(engine: Engine) {
    let world = World::open(engine).await;
    let browser = Person::member(&world, "thandi").await;
    let program = Program::of(&world.base);
    let session = program.sign_in(EMAIL).await.ok();
    browser.submit("/sign-out", &[]).await;
    let signed = program.with(&session.text("access_token"));
    assert_eq!(signed.get("/user").await.refusal(), (403, "session_not_found"));
    let refreshed = program.refresh(&session.text("refresh_token")).await;
    assert_eq!(refreshed.refusal(), (400, "session_not_found"));
}

async fn refusals_have_the_shape_that_the_client_names(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let path = "/token?grant_type=password";
    let body = Some(json!({ "email": EMAIL, "password": "wrong words" }));
    let new = program.send("POST", path, body.clone()).await;
    let message = "Invalid login credentials";
    assert_eq!(new.body, json!({ "code": "invalid_credentials", "message": message }));
    assert_eq!(new.header("x-supabase-api-version"), Some("2024-01-01"));
    assert_eq!(new.header("x-sb-error-code"), Some("invalid_credentials"));
    for version in ["2023-01-01", "soon"] {
        let headers = [("x-supabase-api-version", version)];
        let old = program.send_as("POST", path, body.clone(), &headers).await;
        let expected = json!({ "code": 400, "error_code": "invalid_credentials", "msg": message });
        assert_eq!(old.body, expected);
        assert_eq!(old.header("x-supabase-api-version"), None);
        assert_eq!(old.header("x-sb-error-code"), Some("invalid_credentials"));
    }
    let weak = json!({ "email": EMAIL, "password": "short" });
    let weak = program.post("/signup", weak).await;
    assert_eq!(weak.refusal(), (422, "weak_password"));
    assert_eq!(weak.body["weak_password"]["reasons"], json!(["length"]));
    let missing = program.post("/token?grant_type=refresh_token", json!({})).await;
    assert_eq!(missing.refusal(), (400, "invalid_request"));
    assert_eq!(missing.body["error_description"], "refresh_token required");
    let unread = program.send("POST", "/signup", Some(json!(["no object"]))).await;
    assert_eq!(unread.refusal(), (400, "bad_json"));
    let long = json!({ "email": EMAIL, "password": "x".repeat(1024 * 1024) });
    assert_eq!(program.post("/signup", long).await.refusal(), (413, "request_entity_too_large"));
    assert_eq!(program.get("/nothing").await.refusal(), (404, "not_found"));
    assert_eq!(program.get("/signup").await.refusal(), (405, "method_not_allowed"));
}

/// Each of them would take a megabyte for as long as it is not finished.
async fn long_bodies_that_do_not_end_are_few(engine: Engine) {
    use tokio::io::AsyncWriteExt;
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let host = world.base.trim_start_matches("http://");
    let head =
        format!("POST /auth/v1/signup HTTP/1.1\r\nhost: {host}\r\ncontent-length: 1000000\r\n\r\n");
    let mut open = Vec::new();
    for _ in 0..16 {
        let mut line = tokio::net::TcpStream::connect(host).await.expect("connected");
        line.write_all(head.as_bytes()).await.expect("sent");
        line.write_all(&vec![b' '; 40_000]).await.expect("sent");
        open.push(line);
    }
    let long = json!({ "email": EMAIL, "password": "x".repeat(100_000) });
    eventually("they have begun", || async { (world.places_for_long_bodies() == 0).then_some(()) })
        .await;
    let refused = program.post("/signup", long.clone()).await;
    assert_eq!(refused.refusal(), (429, "over_request_rate_limit"), "the next one");
    program.sign_up(EMAIL).await.ok();
    drop(open);
    eventually("there is room again", || async {
        (world.places_for_long_bodies() > 0).then_some(())
    })
    .await;
    assert_ne!(program.post("/signup", long).await.status, 429);
}

async fn tokens_that_are_not_good_open_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let session = program.sign_up(EMAIL).await.ok();
    let good = session.text("access_token");
    assert_eq!(program.get("/user").await.refusal(), (401, "no_authorization"));
    let (start, _) = good.rsplit_once('.').expect("three parts");
    for bad in ["x", "a.b.c", &format!("{start}."), &format!("{start}.AAAA"), &good[1..]] {
        assert_eq!(program.with(bad).get("/user").await.refusal(), (403, "bad_jwt"), "{bad}");
    }
    // Signed with the server's own key.
    let altered = |claim: &str, value: Option<Value>| {
        let mut claims = claims(&good);
        let members = claims.as_object_mut().expect("an object");
        members.remove(claim).expect("it is there");
        members.extend(value.map(|value| (claim.to_owned(), value)));
        world.ports.keys.access_token(&claims).expect("signed")
    };
    let as_it_is = altered("iss", claims(&good).get("iss").cloned());
    program.with(&as_it_is).get("/user").await.ok();
    for bad in [
        altered("iss", None),
        altered("iss", Some(json!("https://elsewhere.example/auth/v1"))),
        altered("exp", None),
    ] {
        assert_eq!(program.with(&bad).get("/user").await.refusal(), (403, "bad_jwt"), "{bad}");
    }
    let refresh = session.text("refresh_token");
    assert_eq!(program.with(&refresh).get("/user").await.refusal(), (403, "bad_jwt"));
    assert_eq!(program.refresh(&refresh[1..]).await.refusal(), (400, "validation_failed"));
    assert_eq!(program.refresh("abcdef123456").await.refusal(), (400, "refresh_token_not_found"));
    world.clock.forward(Duration::from_secs(3601));
    let late = program.with(&good).get("/user").await;
    assert_eq!(late.refusal(), (403, "bad_jwt"));
    assert!(late.text("message").contains("token is expired"));
    // The refresh token has no end of its own.
    world.clock.forward(Duration::from_secs(400 * 24 * 3600));
    program.refresh(&refresh).await.ok();
}

async fn sessions_end_where_the_operator_limits_them(engine: Engine) {
    let world = World::with(engine, |config| {
        config.auth_api.timebox = Some(Duration::from_secs(3600));
        config.auth_api.inactivity = Some(Duration::from_secs(600));
    })
    .await;
    let program = Program::of(&world.base);
    let mut token = program.sign_up(EMAIL).await.ok().text("refresh_token");
    let idle = program.sign_in(EMAIL).await.ok().text("refresh_token");
    for _ in 0..7 {
        world.clock.forward(Duration::from_secs(500));
        token = program.refresh(&token).await.ok().text("refresh_token");
    }
    let inactive = program.refresh(&idle).await;
    assert_eq!(inactive.refusal(), (400, "session_expired"));
    assert!(inactive.text("message").contains("Inactivity"));
    world.clock.forward(Duration::from_secs(500));
    assert_eq!(program.refresh(&token).await.refusal(), (400, "session_expired"));
}

async fn only_configured_origins_are_answered_and_cookies_never_count(engine: Engine) {
    let world = World::with(engine, |config| {
        config.auth_api.origins = vec!["https://app.example".to_owned()];
    })
    .await;
    let program = Program::of(&world.base);
    let preflight = |origin: &'static str| {
        let program = program.clone();
        async move {
            let headers = [
                ("origin", origin),
                ("access-control-request-method", "POST"),
                ("access-control-request-headers", "apikey,content-type,x-supabase-api-version"),
            ];
            program.send_as("OPTIONS", "/token", None, &headers).await
        }
    };
    let ours = preflight("https://app.example").await.ok();
    assert_eq!(ours.header("access-control-allow-origin"), Some("https://app.example"));
    assert_eq!(ours.header("access-control-allow-credentials"), Some("true"));
    let allowed = ours.header("access-control-allow-headers").expect("headers").to_lowercase();
    assert!(allowed.contains("apikey") && allowed.contains("x-supabase-api-version"), "{allowed}");
    let theirs = preflight("https://evil.example").await;
    assert_eq!(theirs.header("access-control-allow-origin"), None);

    // A cookie does not sign in here.
    let answer = Person::visitor(&world.base).sign_up(EMAIL, "lamplight", "").await;
    let cookie = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
    let cookie = cookie.split(';').next().expect("a pair");
    let asked = program.send_as("GET", "/user", None, &[("cookie", cookie)]).await;
    assert_eq!(asked.status, 401);
    let signed = program.sign_in(EMAIL).await.ok();
    assert_eq!(signed.header("set-cookie"), None);
    // And a token is no cookie.
    let access = signed.text("access_token");
    let session = claims(&access)["session_id"].as_str().expect("an id").to_owned();
    let browser = Person::without_cookies(&world.base);
    for token in [format!("api:{session}"), session, access] {
        let answer = browser.get_with("/dashboard", &format!("evernear_session={token}")).await;
        assert_eq!(answer.status(), 303);
    }
}

async fn keys_stay_over_a_restart_and_a_rotation_signs_nobody_out(engine: Engine) {
    let mut world = World::open(engine).await;
    let program = Program::of(&world.base);
    let session = program.sign_up(EMAIL).await.ok();
    let access = session.text("access_token");
    let before = program.get("/.well-known/jwks.json").await.ok();
    assert_eq!(before.header("cache-control"), Some("public, max-age=600"));
    let key = &before.body["keys"][0];
    assert_eq!((&key["kty"], &key["alg"]), (&json!("EC"), &json!("ES256")));
    assert_eq!(key["d"], Value::Null, "only the public part");
    assert_eq!(part(&access, 0)["kid"], key["kid"]);
    evernear_server::adapters::token_keys::EsKeys::rotate(&world.folder).expect("rotated");
    world.restart().await;
    let program = Program::of(&world.base);
    let after = program.get("/.well-known/jwks.json").await.ok();
    assert_eq!(after.body["keys"].as_array().map(Vec::len), Some(2));
    assert_eq!(&after.body["keys"][1], key);
    program.with(&access).get("/user").await.ok();
    let renewed = program.refresh(&session.text("refresh_token")).await.ok();
    assert_eq!(part(&renewed.text("access_token"), 0)["kid"], after.body["keys"][0]["kid"]);
}
