//! Client programs and second factors.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    both_engines,
    harness::{Answer, Engine, Program, World, claims},
};

both_engines!(
    a_second_factor_raises_the_session_and_guards_the_account,
    a_factor_that_was_never_verified_takes_nothing_with_it,
    challenges_and_codes_end,
    what_is_turned_off_or_not_ours_is_refused,
);

const EMAIL: &str = "thandi@example.com";

async fn a_second_factor_raises_the_session_and_guards_the_account(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let elsewhere = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    world.proves(EMAIL).await;
    let session = program.sign_in(EMAIL).await.ok();
    let signed = program.with(&session.text("access_token"));
    let factor = enroll(&signed, "phone").await.ok();
    assert!(factor.body["totp"]["qr_code"].as_str().expect("a picture").contains("<svg"));
    assert!(factor.body["totp"]["uri"].as_str().expect("a uri").starts_with("otpauth://totp/"));
    let conflict = enroll(&signed, "phone").await;
    assert_eq!(conflict.refusal(), (422, "mfa_factor_name_conflict"));
    let before = signed.get("/user").await.ok();
    assert_eq!(before.body["factors"][0]["status"], "unverified");
    assert_eq!(before.body["factors"][0]["secret"], Value::Null);
    assert_eq!(before.body["factors"][0]["phone"], "");

    let raised = answer(&world, &signed, &factor, None).await.ok();
    let claims = claims(&raised.text("access_token"));
    assert_eq!(claims["aal"], "aal2");
    assert_eq!(claims["amr"][0]["method"], "totp");
    assert_eq!(claims["amr"][1]["method"], "password");
    assert_eq!(raised.body["user"]["factors"][0]["status"], "verified");
    // What was held before counts no more, and weaker sessions have ended.
    let old = program.refresh(&session.text("refresh_token")).await;
    assert_eq!(old.refusal(), (400, "refresh_token_already_used"));
    assert_eq!(elsewhere.get("/user").await.refusal(), (403, "session_not_found"));

    // With the password alone nothing that protects the account can be changed.
    let weak = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    for body in [json!({ "password": "a new lamp" }), json!({ "email": "other@example.com" })] {
        assert_eq!(weak.put("/user", body).await.refusal(), (401, "insufficient_aal"));
    }
    weak.put("/user", json!({ "data": { "city": "Durban" } })).await.ok();
    assert_eq!(enroll(&weak, "tablet").await.refusal(), (403, "insufficient_aal"));
    let path = format!("/factors/{}", factor.text("id"));
    let kept = weak.send("DELETE", &path, None).await;
    assert_eq!(kept.refusal(), (422, "insufficient_aal"));
    let other = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    assert_eq!(other.post("/logout?scope=global", json!({})).await.status, 204);
    assert_eq!(other.get("/user").await.refusal(), (403, "session_not_found"), "itself alone");
    weak.get("/user").await.ok();

    // The second factor again, in this session; then it may go.
    world.clock.forward(Duration::from_secs(31));
    let strong = answer(&world, &weak, &factor, None).await.ok();
    let strong_program = program.with(&strong.text("access_token"));
    let gone = strong_program.send("DELETE", &path, None).await.ok();
    assert_eq!(gone.body, json!({ "id": factor.body["id"] }));
    let refreshed = program.refresh(&strong.text("refresh_token")).await.ok();
    assert_eq!(crate::harness::claims(&refreshed.text("access_token"))["aal"], "aal1");
    strong_program.put("/user", json!({ "password": "a new lamp" })).await.ok();
}

/// A session without a second factor may take it away, and no session loses its level.
async fn a_factor_that_was_never_verified_takes_nothing_with_it(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let signed = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    world.proves(EMAIL).await;
    let phone = enroll(&signed, "phone").await.ok();
    let raised = answer(&world, &signed, &phone, None).await.ok();
    let strong = program.with(&raised.text("access_token"));
    let tablet = enroll(&strong, "tablet").await.ok();
    let weak = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    let path = format!("/factors/{}", tablet.text("id"));
    assert_eq!(weak.send("DELETE", &path, None).await.ok().text("id"), tablet.text("id"));
    let refreshed = program.refresh(&raised.text("refresh_token")).await.ok();
    assert_eq!(claims(&refreshed.text("access_token"))["aal"], "aal2");
    strong.put("/user", json!({ "password": "a new lamp" })).await.ok();
}

async fn challenges_and_codes_end(engine: Engine) {
    let world = World::open(engine).await;
    let program = Program::of(&world.base);
    let signed = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    world.proves(EMAIL).await;
    let factor = enroll(&signed, "").await.ok();
    let wrong = answer(&world, &signed, &factor, Some("12345")).await;
    assert_eq!(wrong.refusal(), (422, "mfa_verification_failed"));
    assert_eq!(wrong.text("message"), "Invalid TOTP code entered");
    let empty = answer(&world, &signed, &factor, Some("")).await;
    assert_eq!(empty.refusal(), (400, "validation_failed"));
    let path = format!("/factors/{}", factor.text("id"));
    let challenge = challenge(&signed, &factor).await.ok();
    assert_eq!(challenge.body["type"], "totp");
    // A factor without a first code in time is gone.
    world.clock.forward(Duration::from_secs(301));
    let body = json!({ "challenge_id": challenge.body["id"], "code": code(&world, &factor) });
    let late = signed.post(&format!("{path}/verify"), body).await;
    assert_eq!(late.refusal(), (404, "mfa_factor_not_found"));
    let late = signed.post(&format!("{path}/challenge"), json!({})).await;
    assert_eq!(late.refusal(), (404, "mfa_factor_not_found"));
    // The same code twice: somebody looked over a shoulder.
    let factor = enroll(&signed, "").await.ok();
    let used = code(&world, &factor);
    answer(&world, &signed, &factor, Some(&used)).await.ok();
    let again = program.with(&program.sign_in(EMAIL).await.ok().text("access_token"));
    let twice = answer(&world, &again, &factor, Some(&used)).await;
    assert_eq!(twice.refusal(), (422, "mfa_verification_failed"));
    let challenge = self::challenge(&again, &factor).await.ok();
    world.clock.forward(Duration::from_secs(301));
    let body = json!({ "challenge_id": challenge.body["id"], "code": code(&world, &factor) });
    let late = again.post(&format!("/factors/{}/verify", factor.text("id")), body).await;
    assert_eq!(late.refusal(), (422, "mfa_challenge_expired"));
}

async fn what_is_turned_off_or_not_ours_is_refused(engine: Engine) {
    let world = World::with(engine, |config| config.auth_api.totp = false).await;
    let program = Program::of(&world.base);
    let signed = program.with(&program.sign_up(EMAIL).await.ok().text("access_token"));
    world.proves(EMAIL).await;
    for (kind, refusal) in [
        (json!("totp"), (422, "mfa_totp_enroll_not_enabled")),
        (json!("phone"), (422, "mfa_phone_enroll_not_enabled")),
        (json!("webauthn"), (422, "mfa_webauthn_enroll_not_enabled")),
        (json!("smoke"), (400, "validation_failed")),
        (Value::Null, (400, "validation_failed")),
    ] {
        let answer = signed.post("/factors", json!({ "factor_type": kind })).await;
        assert_eq!(answer.refusal(), refusal, "{kind}");
    }
    let stranger = "0197a0a0-0000-7000-8000-000000000000";
    for (id, code) in [(stranger, "mfa_factor_not_found"), ("me", "validation_failed")] {
        for path in ["/challenge", "/verify"] {
            let body = json!({ "challenge_id": stranger, "code": "123456" });
            let answer = signed.post(&format!("/factors/{id}{path}"), body).await;
            assert_eq!(answer.refusal(), (404, code), "{id}{path}");
        }
        let answer = signed.send("DELETE", &format!("/factors/{id}"), None).await;
        assert_eq!(answer.refusal(), (404, code));
    }
    assert_eq!(program.post("/factors", json!({})).await.refusal(), (401, "no_authorization"));
}

async fn enroll(signed: &Program, name: &str) -> Answer {
    let body = json!({ "factor_type": "totp", "friendly_name": name, "issuer": "Evernear" });
    signed.post("/factors", body).await
}

async fn challenge(signed: &Program, factor: &Answer) -> Answer {
    signed.post(&format!("/factors/{}/challenge", factor.text("id")), json!({})).await
}

/// Asks and answers; without a code with the right one.
async fn answer(world: &World, signed: &Program, factor: &Answer, typed: Option<&str>) -> Answer {
    let challenge = challenge(signed, factor).await.ok();
    let code = typed.map_or_else(|| code(world, factor), str::to_owned);
    let body = json!({ "challenge_id": challenge.body["id"], "code": code });
    signed.post(&format!("/factors/{}/verify", factor.text("id")), body).await
}

/// What the app on the telephone shows now.
fn code(world: &World, factor: &Answer) -> String {
    let secret = factor.body["totp"]["secret"].as_str().expect("a secret");
    let totp = totp_rs::Builder::new()
        .with_secret(totp_rs::Secret::try_from_base32(secret).expect("base32"))
        .build()
        .expect("a factor");
    let now = u64::try_from(world.ports.now().0 / 1000).expect("after 1970");
    totp.generate(now).to_string()
}
