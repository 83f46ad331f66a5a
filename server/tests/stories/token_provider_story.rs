//! Client programs whose people sign in through a provider (contracts §1.3
//! 'signInWithOAuth', 'provider return').

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::ports::{Google, GoogleError, GoogleProfile, Ports};
use serde_json::json;
use url::Url;

use crate::{
    both_engines,
    support::{Answer, Engine, Program, World, claims, location_of},
};

both_engines!(
    a_program_gets_a_code_or_a_session_for_who_comes_back,
    a_state_is_used_once_and_soon,
    what_the_provider_refuses_is_told_to_the_program,
);

const VERIFIER: &str = "a-secret-that-only-the-program-knows-0123456789";

/// A provider that knows one person and takes one code.
#[derive(Default)]
struct Provider {
    challenge: Mutex<String>,
}

#[async_trait]
impl Google for Provider {
    fn authorize_url(&self, state: &str, challenge: &str, return_to: &str) -> String {
        challenge.clone_into(&mut self.challenge.lock().expect("told"));
        let mut url: Url = "https://provider.example/authorize".parse().expect("an address");
        url.query_pairs_mut().append_pair("state", state).append_pair("redirect_uri", return_to);
        url.into()
    }

    async fn profile(
        &self,
        code: &str,
        verifier: &str,
        return_to: &str,
    ) -> Result<GoogleProfile, GoogleError> {
        // Whoever asks holds the secret whose challenge went away before.
        assert!(verifier.len() >= 43 && !self.challenge.lock().expect("told").is_empty());
        assert!(return_to.ends_with("/auth/v1/callback"));
        if code != "good" {
            return Err(GoogleError::Refused("400".to_owned()));
        }
        Ok(GoogleProfile {
            subject: "1".to_owned(),
            email: "thandi@example.com".to_owned(),
            email_verified: true,
            name: Some("Thandi".to_owned()),
        })
    }
}

async fn world(engine: Engine) -> World {
    let google = Arc::new(Provider::default());
    World::open_with(engine, |ports| Ports { google: Some(google), ..ports }).await
}

/// Leaves, and what the provider was told as the state.
async fn leave(program: &Program, more: &str) -> String {
    let path =
        format!("/authorize?provider=google&redirect_to=http%3A%2F%2F127.0.0.1%3A9%2Fin{more}");
    let answer = program.get(&path).await;
    assert_eq!(answer.status, 302, "{answer:?}");
    let target = location_of(&answer);
    assert_eq!(target.host_str(), Some("provider.example"));
    pairs(target.query())["state"].clone()
}

async fn come_back(program: &Program, query: &str) -> Answer {
    program.get(&format!("/callback?{query}")).await
}

async fn a_program_gets_a_code_or_a_session_for_who_comes_back(engine: Engine) {
    let world = world(engine).await;
    let program = Program::of(&world.base);
    assert_eq!(program.get("/settings").await.ok().body["external"]["google"], true);
    let challenge = world.ports.keys.code_challenge(VERIFIER);
    let more = format!("&code_challenge={challenge}&code_challenge_method=s256");
    let state = leave(&program, &more).await;
    let back = come_back(&program, &format!("code=good&state={state}")).await;
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
    let state = leave(&program, "").await;
    let back = program.send("POST", &format!("/callback?state={state}&code=good"), None).await;
    let found = pairs(location_of(&back).fragment());
    let signed = program.with(&found["access_token"]);
    assert_eq!(signed.get("/user").await.ok().body["id"], user["id"]);
    world.books_hold().await;
}

async fn a_state_is_used_once_and_soon(engine: Engine) {
    let world = world(engine).await;
    let program = Program::of(&world.base);
    let state = leave(&program, "").await;
    let query = format!("code=good&state={state}");
    assert_eq!(come_back(&program, &query).await.status, 302);
    let again = come_back(&program, &query).await;
    assert_eq!(again.refusal(), (400, "flow_state_already_used"));
    let state = leave(&program, "").await;
    world.clock.forward(Duration::from_secs(301));
    let late = come_back(&program, &format!("code=good&state={state}")).await;
    assert_eq!(late.refusal(), (400, "bad_oauth_state"));
    let unknown = "code=good&state=0197a0a0-0000-7000-8000-000000000000";
    assert_eq!(come_back(&program, unknown).await.refusal(), (400, "bad_oauth_state"));
    assert_eq!(come_back(&program, "code=good").await.refusal(), (400, "bad_oauth_callback"));
}

async fn what_the_provider_refuses_is_told_to_the_program(engine: Engine) {
    let world = world(engine).await;
    let program = Program::of(&world.base);
    let refusals = [
        ("error=access_denied&error_description=No+thanks", "provider_refused", "access_denied"),
        ("code=bad", "bad_oauth_callback", "invalid_request"),
        ("", "bad_oauth_callback", "invalid_request"),
    ];
    for (query, code, error) in refusals {
        let state = leave(&program, "").await;
        let back = come_back(&program, &format!("{query}&state={state}")).await;
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

fn pairs(text: Option<&str>) -> BTreeMap<String, String> {
    form_urlencoded::parse(text.unwrap_or_default().as_bytes()).into_owned().collect()
}
