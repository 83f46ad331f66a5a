//! Client programs whose people sign in through a provider: by its pages, with a token that
//! it signed, and linking it to an account.

use std::{collections::BTreeMap, time::Duration};

use serde_json::{Value, json};

use crate::{
    both_engines,
    harness::{
        Answer, Engine, GoogleStub, Person, Program, World, claims, eventually, location_of,
    },
};

both_engines!(
    a_program_gets_a_code_or_a_session_for_who_comes_back,
    a_program_asks_for_more_and_gets_the_providers_tokens,
    a_state_is_used_once_and_soon,
    what_the_provider_refuses_is_told_to_the_program,
    a_token_that_the_provider_signed_opens_a_session,
    tokens_of_others_open_nothing,
    a_token_of_a_known_key_waits_for_no_other,
    a_link_ends_with_the_session_that_began_it,
    another_way_in_is_linked_and_taken_away,
);

const VERIFIER: &str = "a-secret-that-only-the-program-knows-0123456789";
const EMAIL: &str = "thandi@example.com";

async fn world(engine: Engine) -> (World, GoogleStub) {
    let stub = GoogleStub::open().await;
    stub.knows("1", EMAIL, true);
    let google = Some(stub.config());
    let world = World::with(engine, |config| {
        config.access.google = google;
        config.auth_api.manual_linking = true;
    });
    (world.await, stub)
}

const LEAVE: &str = "/authorize?provider=google&redirect_to=http%3A%2F%2F127.0.0.1%3A9%2Fin";

/// Leaves, and what the provider was told as the state.
async fn leave(program: &Program, stub: &GoogleStub, more: &str) -> String {
    let answer = program.get(&format!("{LEAVE}{more}")).await;
    assert_eq!(answer.status, 302, "{answer:?}");
    stub.visited(location_of(&answer).as_str())["state"].clone()
}

async fn return_from_provider(program: &Program, query: &str) -> Answer {
    program.get(&format!("/callback?{query}")).await
}

async fn a_program_gets_a_code_or_a_session_for_who_comes_back(engine: Engine) {
    let (world, stub) = world(engine).await;
    let program = Program::of(&world.base);
    assert_eq!(program.get("/settings").await.ok().body["external"]["google"], true);
    let challenge = world.ports.keys.code_challenge(VERIFIER);
    let more = format!("&code_challenge={challenge}&code_challenge_method=s256");
    let state = leave(&program, &stub, &more).await;
    let back = return_from_provider(&program, &format!("code=good&state={state}")).await;
    assert_eq!(back.status, 302);
    let target = location_of(&back);
    assert_eq!((target.port(), target.path(), target.fragment()), (Some(9), "/in", None));
    let body = json!({ "auth_code": pairs(target.query())["code"], "code_verifier": VERIFIER });
    let session = program.post("/token?grant_type=pkce", body).await.ok();
    let user = &session.body["user"];
    assert_eq!(
        (&user["email"], &user["app_metadata"]["provider"]),
        (&json!("thandi@example.com"), &json!("google"))
    );
    assert_eq!(user["identities"][0]["id"], "1");
    assert_eq!(claims(&session.text("access_token"))["amr"][0]["method"], "oauth");
    // The same person, by the implicit way and by a form.
    let state = leave(&program, &stub, "").await;
    let back = program.send("POST", &format!("/callback?state={state}&code=good"), None).await;
    let found = pairs(location_of(&back).fragment());
    let signed = program.with(&found["access_token"]);
    assert_eq!(signed.get("/user").await.ok().body["id"], user["id"]);
    world.books_hold().await;
}

async fn a_state_is_used_once_and_soon(engine: Engine) {
    let (world, stub) = world(engine).await;
    let program = Program::of(&world.base);
    let state = leave(&program, &stub, "").await;
    let query = format!("code=good&state={state}");
    assert_eq!(return_from_provider(&program, &query).await.status, 302);
    let again = return_from_provider(&program, &query).await;
    assert_eq!(again.refusal(), (400, "flow_state_already_used"));
    let state = leave(&program, &stub, "").await;
    world.clock.forward(Duration::from_secs(301));
    let late = return_from_provider(&program, &format!("code=good&state={state}")).await;
    assert_eq!(late.refusal(), (400, "bad_oauth_state"));
    let unknown = "code=good&state=0197a0a0-0000-7000-8000-000000000000";
    assert_eq!(return_from_provider(&program, unknown).await.refusal(), (400, "bad_oauth_state"));
    assert_eq!(
        return_from_provider(&program, "code=good").await.refusal(),
        (400, "bad_oauth_callback")
    );
}

async fn what_the_provider_refuses_is_told_to_the_program(engine: Engine) {
    let (world, stub) = world(engine).await;
    let program = Program::of(&world.base);
    let refusals = [
        ("error=access_denied&error_description=No+thanks", "provider_refused", "access_denied"),
        ("code=bad", "bad_oauth_callback", "invalid_request"),
        ("", "bad_oauth_callback", "invalid_request"),
    ];
    for (query, code, error) in refusals {
        let state = leave(&program, &stub, "").await;
        let back = return_from_provider(&program, &format!("{query}&state={state}")).await;
        assert_eq!(back.status, 302, "{back:?}");
        let target = location_of(&back);
        for told in [pairs(target.query()), pairs(target.fragment())] {
            assert_eq!((told["error_code"].as_str(), told["error"].as_str()), (code, error));
        }
    }
    let other = program.get("/authorize?provider=smoke").await;
    assert_eq!(other.refusal(), (400, "validation_failed"));
    let half = program.get("/authorize?provider=google&code_challenge=x").await;
    assert_eq!(half.refusal(), (400, "validation_failed"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
}

async fn a_program_asks_for_more_and_gets_the_providers_tokens(engine: Engine) {
    let (world, stub) = world(engine).await;
    let program = Program::of(&world.base);
    let more = "&scopes=calendar&access_type=offline&prompt=consent&client_id=theirs";
    let answer = program.get(&format!("{LEAVE}{more}")).await;
    let told = stub.visited(location_of(&answer).as_str());
    assert_eq!(told["scope"], "openid email profile calendar");
    assert_eq!((told["access_type"].as_str(), told["prompt"].as_str()), ("offline", "consent"));
    assert_eq!(told["client_id"], "us", "a program does not choose who we are");
    let back = return_from_provider(&program, &format!("code=good&state={}", told["state"])).await;
    let found = pairs(location_of(&back).fragment());
    assert_eq!(found["provider_token"], "t0ken");
    assert_eq!(found["provider_refresh_token"], "t1ken");
    // By code they wait, sealed, until the program has shown its secret.
    let challenge = world.ports.keys.code_challenge(VERIFIER);
    let more = format!("&code_challenge={challenge}&code_challenge_method=s256");
    let state = leave(&program, &stub, &more).await;
    let back = return_from_provider(&program, &format!("code=good&state={state}")).await;
    let plain = "SELECT COUNT(*) FROM auth_flows WHERE provider_tokens LIKE '%t0ken%'";
    assert_eq!(world.number(plain).await, 0);
    let code = pairs(location_of(&back).query())["code"].clone();
    let body = json!({ "auth_code": code, "code_verifier": VERIFIER });
    let session = program.post("/token?grant_type=pkce", body).await.ok();
    assert_eq!(session.text("provider_token"), "t0ken");
    assert_eq!(session.text("provider_refresh_token"), "t1ken");
    let next = program.refresh(&session.text("refresh_token")).await.ok();
    assert_eq!(next.body["provider_token"], Value::Null, "once");
}

async fn shows(program: &Program, token: &str, more: Value) -> Answer {
    let mut body = json!({ "provider": "google", "id_token": token });
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    program.post("/token?grant_type=id_token", body).await
}

async fn a_token_that_the_provider_signed_opens_a_session(engine: Engine) {
    let (world, stub) = world(engine).await;
    let program = Program::of(&world.base);
    let token = |changes: Value| stub.id_token(world.ports.now(), &changes);
    let session = shows(&program, &token(json!({})), json!({})).await.ok();
    let user = &session.body["user"];
    assert_eq!((&user["email"], &user["identities"][0]["id"]), (&json!(EMAIL), &json!("1")));
    assert_eq!(claims(&session.text("access_token"))["amr"][0]["method"], "oauth");
    // The token of a telephone's app, with a nonce and the access token it came with.
    let nonce = world.ports.passwords.digest("only once").0;
    let hash = "tGwJZ3NDJh8LQ5pHJCIiXg";
    let phone = token(json!({ "aud": ["our-phone-app"], "nonce": nonce, "at_hash": hash }));
    let more = json!({ "nonce": "only once", "access_token": "t0ken" });
    let again = shows(&program, &phone, more).await.ok();
    assert_eq!(again.body["user"]["id"], user["id"], "the same person");
    let by_issuer =
        json!({ "provider": null, "client_id": "us", "issuer": "https://accounts.google.com" });
    shows(&program, &token(json!({})), by_issuer).await.ok();
    assert_eq!(stub.keys_asked(), 1, "keys are kept a while");
    world.clock.forward(Duration::from_secs(601));
    shows(&program, &token(json!({})), json!({})).await.ok();
    assert_eq!(stub.keys_asked(), 2);
    world.books_hold().await;
}

async fn tokens_of_others_open_nothing(engine: Engine) {
    let (world, stub) = world(engine).await;
    let program = Program::of(&world.base);
    let now = world.ports.now();
    let token = |changes: Value| stub.id_token(now, &changes);
    let nonce = world.ports.passwords.digest("only once").0;
    let seconds = now.0 / 1000;
    for (token, more, message) in [
        ("no token".to_owned(), json!({}), "Bad ID token"),
        (stub.forged(now, "theirs"), json!({}), "Bad ID token"),
        (stub.forged(now, "unknown"), json!({}), "Bad ID token"),
        (token(json!({ "iss": "https://evil.example" })), json!({}), "Bad ID token"),
        (token(json!({ "exp": seconds })), json!({}), "Bad ID token"),
        (token(json!({ "nbf": seconds + 600 })), json!({}), "Bad ID token"),
        (token(json!({ "at_hash": "AAAA" })), json!({ "access_token": "t" }), "Bad ID token"),
        (token(json!({ "sub": "" })), json!({}), "Missing sub claim in id_token"),
        (
            token(json!({ "aud": "them" })),
            json!({}),
            "Unacceptable audience in id_token: [\"them\"]",
        ),
        (
            token(json!({ "nonce": nonce })),
            json!({}),
            "Passed nonce and nonce in id_token should either both exist or not.",
        ),
        (
            token(json!({})),
            json!({ "nonce": "x" }),
            "Passed nonce and nonce in id_token should either both exist or not.",
        ),
        (token(json!({ "nonce": nonce })), json!({ "nonce": "x" }), "Nonces mismatch"),
    ] {
        let refused = shows(&program, &token, more).await;
        assert_eq!(refused.status, 400, "{message}: {refused:?}");
        assert_eq!(refused.body["error_description"], message, "{refused:?}");
    }
    // An address that Google has not confirmed makes no account.
    let refused = shows(&program, &token(json!({ "email_verified": false })), json!({})).await;
    assert_eq!(refused.refusal(), (422, "provider_email_needs_verification"));
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0);
    assert_eq!(stub.keys_asked(), 1, "an unknown key makes nobody ask again and again");
}

async fn a_token_of_a_known_key_waits_for_no_other(engine: Engine) {
    let (world, stub) = world(engine).await;
    let program = Program::of(&world.base);
    shows(&program, &stub.id_token(world.ports.now(), &json!({})), json!({})).await.ok();
    stub.keeps_its_keys();
    world.clock.forward(Duration::from_secs(61));
    let now = world.ports.now();
    let unknown = stub.forged(now, "unknown");
    let known = async {
        eventually("the keys are asked for", || async { (stub.keys_asked() == 2).then_some(()) })
            .await;
        shows(&program, &stub.id_token(now, &json!({})), json!({})).await.ok();
    };
    tokio::select! {
        answer = shows(&program, &unknown, json!({})) => panic!("it waits for keys: {answer:?}"),
        () = known => {}
    }
}

/// Else whoever once had a session came back to it with an account at the provider.
async fn a_link_ends_with_the_session_that_began_it(engine: Engine) {
    let (world, stub) = world(engine).await;
    let program = Program::of(&world.base);
    stub.knows("7", "thief@example.com", true);
    let path = "/user/identities/authorize?provider=google&skip_http_redirect=true";
    let owner = Person::visitor(&world.base);
    program.sign_up(EMAIL).await.ok();
    let thief = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    let state = stub.visited(&thief.get(path).await.ok().text("url"))["state"].clone();
    owner.sign_in(EMAIL, "lamplight").await;
    owner.submit("/sign-out", &[]).await;
    let back = return_from_provider(&program, &format!("code=good&state={state}")).await;
    assert_eq!(back.refusal(), (400, "bad_oauth_state"));
    let ways = "SELECT COUNT(*) FROM identities WHERE provider = 'google'";
    assert_eq!(world.number(ways).await, 0);
}

async fn another_way_in_is_linked_and_taken_away(engine: Engine) {
    let (world, stub) = world(engine).await;
    let program = Program::of(&world.base);
    stub.knows("7", "elsewhere@example.com", true);
    let session = program.sign_up(EMAIL).await.ok();
    let signed = program.with(&session.text("access_token"));
    let path = "/user/identities/authorize?provider=google&skip_http_redirect=true&redirect_to=http%3A%2F%2F127.0.0.1%3A9%2Fin";
    let url = signed.get(path).await.ok().text("url");
    let state = stub.visited(&url)["state"].clone();
    // The browser that comes back shows no token: the state knows whose account it is.
    let back = return_from_provider(&program, &format!("code=good&state={state}")).await;
    let found = pairs(location_of(&back).fragment());
    let user = program.with(&found["access_token"]).get("/user").await.ok().body;
    assert_eq!((&user["id"], &user["email"]), (&session.body["user"]["id"], &json!(EMAIL)));
    let providers = &user["app_metadata"]["providers"];
    assert_eq!(*providers, json!(["email", "google"]));
    // Once, and for nobody else.
    let told = |answer: &Answer| pairs(location_of(answer).fragment())["error_description"].clone();
    let state = stub.visited(&signed.get(path).await.ok().text("url"))["state"].clone();
    let back = return_from_provider(&program, &format!("code=good&state={state}")).await;
    assert_eq!(told(&back), "Identity is already linked");
    let other = program.with(&program.sign_up("nana@example.com").await.ok().text("access_token"));
    let id_token = stub.id_token(world.ports.now(), &json!({}));
    let refused = shows(&other, &id_token, json!({ "link_identity": true })).await;
    assert_eq!(refused.refusal(), (422, "identity_already_exists"));
    let nobody = shows(&program, &id_token, json!({ "link_identity": true })).await;
    assert_eq!(nobody.refusal(), (401, "no_authorization"));
    stub.knows("8", "nana@elsewhere.example", true);
    let id_token = stub.id_token(world.ports.now(), &json!({}));
    let linked = shows(&other, &id_token, json!({ "link_identity": true })).await.ok();
    assert_eq!(linked.body["user"]["email"], "nana@example.com");
    // Without the first way in, the account takes the address of the other.
    let email = user["identities"][0]["identity_id"].as_str().expect("an id");
    let unlink = |id: &str| format!("/user/identities/{id}");
    signed.send("DELETE", &unlink(email), None).await.ok();
    let user = signed.get("/user").await.ok().body;
    assert_eq!(user["email"], "elsewhere@example.com");
    assert_eq!(user["identities"].as_array().map(Vec::len), Some(1));
    // But not one that has become somebody else's.
    program.sign_up("nana@elsewhere.example").await.ok();
    let nanas = &linked.body["user"]["identities"][0];
    assert_eq!(nanas["provider"], "email");
    let id = nanas["identity_id"].as_str().expect("an id");
    let kept = other.send("DELETE", &unlink(id), None).await;
    assert_eq!(kept.refusal(), (422, "email_conflict_identity_not_deletable"));
    assert_eq!(other.get("/user").await.ok().body["identities"].as_array().map(Vec::len), Some(2));
    world.books_hold().await;
}

fn pairs(text: Option<&str>) -> BTreeMap<String, String> {
    form_urlencoded::parse(text.unwrap_or_default().as_bytes()).into_owned().collect()
}
