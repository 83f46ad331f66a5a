//! What programs keep of a person has a bound, wherever it comes from: all of it stands in
//! every access token.

use std::time::Duration;

use evernear_app::flows::auth::issue_tokens::write_service_token;
use serde_json::{Value, json};

use crate::{
    both_engines,
    harness::{Answer, Engine, GoogleStub, Program, World},
};

both_engines!(
    what_programs_keep_of_a_person_has_a_bound,
    what_administrators_keep_of_a_person_has_a_bound,
    what_a_provider_tells_has_a_bound,
);

const EMAIL: &str = "thandi@example.com";
const DAY: Duration = Duration::from_secs(24 * 3600);

/// An object of so many bytes, as JSON.
fn data(name: &str, bytes: usize) -> Value {
    let frame = json!({ name: "" }).to_string().len();
    json!({ name: "x".repeat(bytes - frame) })
}

fn refused(answer: &Answer) {
    assert_eq!(answer.refusal(), (400, "validation_failed"), "{answer:?}");
    assert!(answer.text("message").contains("8192 bytes"), "{answer:?}");
}

async fn what_programs_keep_of_a_person_has_a_bound(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let sign_up =
        |bytes: usize| json!({ "email": EMAIL, "password": "lamplight", "data": data("a", bytes) });
    refused(&program.post("/signup", sign_up(8193)).await);
    for path in ["/otp", "/magiclink"] {
        refused(&program.post(path, json!({ "email": EMAIL, "data": data("a", 500_000) })).await);
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0, "nobody was made");
    let session = program.post("/signup", sign_up(8192)).await.ok();
    assert!(session.text("access_token").len() < 14_000, "it fits into a header");
    refused(&program.post("/otp", json!({ "email": EMAIL, "data": data("a", 8193) })).await);
    let signed = program.with(&session.text("access_token"));
    // Counted together with what is there; nothing else is changed by what is refused.
    let body = json!({ "data": { "b": 1 }, "password": "another lamp" });
    refused(&signed.put("/user", body).await);
    program.sign_in(EMAIL).await.ok();
    let room = json!({ "data": { "a": null, "b": "y".repeat(8000) } });
    let user = signed.put("/user", room).await.ok().body;
    assert_eq!(user["user_metadata"]["b"].as_str().map(str::len), Some(8000));
}

async fn what_administrators_keep_of_a_person_has_a_bound(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let service = program.with(&write_service_token(&world.ports, DAY).expect("signed"));
    for kind in ["user_metadata", "app_metadata"] {
        let body = json!({ "email": EMAIL, kind: data("a", 8193) });
        refused(&service.post("/admin/users", body).await);
    }
    refused(&service.post("/invite", json!({ "email": EMAIL, "data": data("a", 8193) })).await);
    let link = json!({ "type": "signup", "email": EMAIL, "data": data("a", 8193) });
    refused(&service.post("/admin/generate_link", link).await);
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 0, "nobody was made");
    assert_eq!(world.number("SELECT COUNT(*) FROM mails").await, 0, "nor written to");
    let made = json!({ "email": EMAIL, "user_metadata": data("a", 8192), "app_metadata": data("a", 8192) });
    let id = service.post("/admin/users", made.clone()).await.ok().text("id");
    let path = format!("/admin/users/{id}");
    for kind in ["user_metadata", "app_metadata"] {
        let body = json!({ kind: { "b": 1 }, "email": "moved@example.com" });
        refused(&service.put(&path, body).await);
    }
    refused(&service.post("/invite", json!({ "email": EMAIL, "data": { "b": 1 } })).await);
    let link = json!({ "type": "recovery", "email": EMAIL, "data": { "b": 1 } });
    refused(&service.post("/admin/generate_link", link).await);
    assert_eq!(world.number("SELECT COUNT(*) FROM one_time_tokens").await, 0);
    assert_eq!(service.get(&path).await.ok().body["email"], EMAIL);
    // Who has the most there may be can still sign in and is known by the token.
    let mut full = made;
    full["email"] = json!("full@example.com");
    full["password"] = json!("lamplight");
    full["email_confirm"] = json!(true);
    service.post("/admin/users", full).await.ok();
    let session = program.sign_in("full@example.com").await.ok();
    let signed = program.with(&session.text("access_token"));
    assert_eq!(signed.get("/user").await.ok().body["email"], "full@example.com");
}

async fn what_a_provider_tells_has_a_bound(engine: Engine) {
    let google = GoogleStub::open().await;
    google.knows("1", EMAIL, true);
    let config = google.config();
    let world = World::with(engine, |all| all.access.google = Some(config)).await;
    let program = Program::of(&world.base);
    let show = async |changes: Value| {
        let token = google.id_token(world.ports.now(), &changes);
        let body = json!({ "provider": "google", "id_token": token });
        program.post("/token?grant_type=id_token", body).await
    };
    let long = "x".repeat(300);
    for changes in [json!({ "sub": long }), json!({ "email": format!("{long}@example.com") })] {
        let answer = show(changes).await;
        assert!(answer.status.is_client_error(), "{:?}", answer.status);
    }
    let session = show(json!({ "name": long })).await.ok();
    let told = &session.body["user"]["identities"][0]["identity_data"]["full_name"];
    assert_eq!(told.as_str().map(str::len), Some(200));
}
