//! Nonsense made up from the published document: whatever comes, no fault of ours, and an answer that the
//! document has.

use std::num::NonZeroU32;

use serde_json::Value;

use super::couple;
use crate::harness::{
    Answer, Engine, Program, World,
    fuzz::{Dice, ask},
};

crate::both_engines!(nonsense_is_answered_and_never_with_a_fault_of_ours);

/// How often each operation is asked.
const TIMES: usize = 60;

async fn nonsense_is_answered_and_never_with_a_fault_of_ours(engine: Engine) {
    let world = World::with(engine, |config| {
        config.web.limit_factor = NonZeroU32::new(100_000).expect("not zero");
    })
    .await;
    let program = Program::of(&world.base);
    let functions = program.functions();
    let document = functions.get("/openapi.json").await.ok().body;
    let mut dice = Dice(0x5eed);
    let mut asked = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let email = format!("member-{asked}@example.com");
            let session = program.sign_up(&email).await.ok();
            let signed = functions.with(&session.text("access_token"));
            for _ in 0..TIMES {
                let caller = match dice.below(8) {
                    0 => functions.clone(),
                    1 => functions.with(dice.one_of(&["x", "a.b.c"])),
                    _ => signed.clone(),
                };
                let answer = ask(&caller, &mut dice, method, path, operation, &session).await;
                understood(&answer, method, path, operation);
                asked += 1;
            }
        }
    }
    // What is almost right: one member of a good request at a time.
    let session = program.sign_up("careful@example.com").await.ok();
    let signed = functions.with(&session.text("access_token"));
    let path = "/generate-couple-image";
    for name in ["promptText", "subject1Base64", "subject2Base64", "ratio", "termsAccepted"] {
        for _ in 0..12 {
            let mut body = couple();
            body[name] = dice.anything(2);
            let answer = signed.post(path, body).await;
            understood(&answer, "post", path, &document["paths"][path]["post"]);
            asked += 1;
        }
    }
    assert!(asked > 400, "only {asked} requests");
    world.books_hold().await;
}

/// The status stands in the document, and a refusal says why in words.
fn understood(answer: &Answer, method: &str, path: &str, operation: &Value) {
    let status = answer.status.as_u16();
    assert!(status < 500, "{method} {path}: {answer:?}");
    let listed = operation["responses"].as_object().expect("responses");
    assert!(listed.contains_key(&status.to_string()), "{method} {path}: {answer:?}");
    if answer.status.is_client_error() && status != 416 {
        assert!(answer.body["error"].is_string(), "{method} {path}: {answer:?}");
    }
}
