//! Nonsense from all sides: requests are made up from the document at
//! `/auth/v1/openapi.json`, and whatever comes, the server stands and says so in the
//! document's words. The same seed makes the same requests.

use std::num::NonZeroU32;

use evernear_app::flows::auth::issue_tokens::write_service_token;
use serde_json::{Value, json};

use crate::{
    both_engines,
    harness::{
        Answer, Engine, GoogleStub, Program, World,
        fuzz::{Dice, EMAIL, ask},
    },
};

both_engines!(nonsense_is_answered_and_never_with_a_fault_of_ours);

/// How often each operation is asked.
const TIMES: usize = 30;

async fn nonsense_is_answered_and_never_with_a_fault_of_ours(engine: Engine) {
    let google = GoogleStub::open().await;
    google.knows("1", "somebody@example.com", true);
    let world = World::with(engine, |config| {
        config.web.limit_factor = NonZeroU32::new(100_000).expect("not zero");
        config.auth_api.manual_linking = true;
        config.access.google = Some(google.config());
    });
    let world = world.await;
    let program = Program::of(&world.base);
    program.sign_up(EMAIL).await.ok();
    let year = std::time::Duration::from_secs(365 * 24 * 3600);
    let service = write_service_token(&world.ports, year).expect("signed");
    let document = program.get("/openapi.json").await.ok().body;
    let mut dice = Dice(0x5eed);
    let mut asked = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            // Whatever the one before did to its account: here comes somebody new.
            let session = program.sign_up(&format!("member-{asked}@example.com")).await.ok();
            for _ in 0..TIMES {
                let caller = match dice.below(6) {
                    0 => program.clone(),
                    1 => program.with(dice.one_of(&["x", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])),
                    2 => program.with(&service),
                    _ => program.with(&session.text("access_token")),
                };
                let answer = ask(&caller, &mut dice, method, path, operation, &session).await;
                understood(&answer, method, path, operation);
                asked += 1;
            }
        }
    }
    assert!(asked > 1000, "only {asked} requests");
    let text = program.send_as("POST", "/signup", Some(json!("{")), &[]).await;
    assert_eq!(text.body["error_code"], "bad_json");
    world.books_hold().await;
}

/// The status stands in the document, and a refusal has one of its three shapes.
fn understood(answer: &Answer, method: &str, path: &str, operation: &Value) {
    let status = answer.status.as_u16();
    assert!(status < 500, "{method} {path}: {answer:?}");
    let listed = operation["responses"].as_object().expect("responses");
    let status = status.to_string();
    assert!(listed.contains_key(&status), "{method} {path} answers {status}: {answer:?}");
    if answer.status.is_client_error() {
        let body = &answer.body;
        let shapes = [
            body["code"].is_string() && body["message"].is_string(),
            body["code"].is_number() && body["error_code"].is_string() && body["msg"].is_string(),
            body["error"].is_string(),
        ];
        assert!(shapes.contains(&true), "{method} {path}: {answer:?}");
        assert!(answer.header("x-sb-error-code").is_some(), "{method} {path}: {answer:?}");
    } else if answer.status.is_success() && status != "204" {
        assert!(answer.body.is_object() || answer.body.is_array(), "{method} {path}: {answer:?}");
    }
}
