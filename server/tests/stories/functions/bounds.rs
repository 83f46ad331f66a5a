//! What is refused, in which words, and that nothing is held or kept of it.

use evernear_app::domain::rate_limit::Limit;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{couple, credits, open, photo, program};
use crate::harness::{Engine, Program, World};

crate::both_engines![
    what_is_missing_is_said,
    bad_photos_are_told_as_uploads_are,
    terms_and_words_are_asked_for_as_on_the_page,
    nobody_calls_without_a_token_or_with_an_old_one,
    a_closed_beta_is_closed_for_programs,
    too_many_calls_wait,
    origins_are_answered_as_by_the_token_api,
];

async fn what_is_missing_is_said(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let text = "Prompt text and two selfies are required.";
    for name in ["promptText", "subject1Base64", "subject2Base64"] {
        for value in [Value::Null, json!(""), json!(7)] {
            let mut body = couple();
            body[name] = value;
            let refused = thandi.post("/generate-couple-image", body).await;
            assert_eq!(
                (refused.status, refused.text("error").as_str()),
                (StatusCode::BAD_REQUEST, text)
            );
        }
    }
    for (name, value) in [
        ("ratio", json!("4:3")),
        ("seed", json!(-1)),
        ("seed", json!(1.5)),
        ("sideImage1", json!(photo(0))),
        ("subject3Base64", json!(photo(2))),
        ("promptText", json!("x".repeat(20_000))),
    ] {
        let mut body = couple();
        body[name] = value;
        let refused = thandi.post("/generate-couple-image", body).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{name}: {refused:?}");
    }
    for body in [json!([]), json!(null), json!("text")] {
        let refused = thandi.post("/generate-couple-image", body).await;
        assert_eq!(refused.text("error"), "The body has to be a JSON object.");
    }
    let asked = thandi.get("/check-image-status").await;
    assert_eq!(asked.text("error"), "taskId is required.");
    let asked = thandi.get("/check-image-status?taskId=x").await;
    assert_eq!(asked.status, StatusCode::NOT_FOUND);
    assert_eq!(credits(&world).await, (50, 0));
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 0);
}

async fn bad_photos_are_told_as_uploads_are(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let rejected = "Only image files under 6MB are allowed.";
    let heavy = "A".repeat(8_500_000);
    for (value, status, text) in [
        ("not base64!", StatusCode::BAD_REQUEST, rejected),
        ("aGVsbG8gd29ybGQ=", StatusCode::UNSUPPORTED_MEDIA_TYPE, rejected),
        (heavy.as_str(), StatusCode::PAYLOAD_TOO_LARGE, rejected),
    ] {
        let mut body = couple();
        body["subject2Base64"] = json!(value);
        let refused = thandi.post("/generate-couple-image", body).await;
        assert_eq!((refused.status, refused.text("error").as_str()), (status, text));
    }
    let mut body = couple();
    body["subject2Base64"] = json!("A".repeat(25_000_000));
    let refused = thandi.post("/generate-couple-image", body).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(credits(&world).await, (50, 0));
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 0);
    assert!(world.objects().is_empty(), "nothing is kept");
}

async fn terms_and_words_are_asked_for_as_on_the_page(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let mut body = couple();
    body["termsAccepted"] = json!(false);
    let refused = thandi.post("/generate-couple-image", body).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{refused:?}");
    thandi.post("/generate-couple-image", couple()).await.ok();
    let mut body = couple();
    body.as_object_mut().expect("an object").remove("termsAccepted");
    thandi.post("/generate-couple-image", body).await.ok();
    let bongani = program(&world, "bongani").await;
    let mut body = couple();
    body["promptText"] = json!("I want to kill myself");
    let cared = bongani.post("/generate-couple-image", body).await;
    assert!(cared.status.is_client_error(), "{cared:?}");
    assert_eq!(credits(&world).await, (50, 50));
}

async fn nobody_calls_without_a_token_or_with_an_old_one(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let nobody = Program::of(&world.base).functions();
    let forged = nobody.with("eyJhbGciOiJub25lIn0.e30.");
    let service = nobody.with(&super::super::token_api::service_token(&world));
    for caller in [&nobody, &forged, &service] {
        let refused = caller.post("/generate-couple-image", couple()).await;
        let text = (refused.status, refused.text("error"));
        assert_eq!(text, (StatusCode::UNAUTHORIZED, "User not authenticated".to_owned()));
    }
    let access = thandi.access.clone().expect("a token");
    Program::of(&world.base).with(&access).post("/logout", json!({})).await.ok();
    let refused = thandi.post("/generate-couple-image", couple()).await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "signing out counts at once");
}

async fn a_closed_beta_is_closed_for_programs(engine: Engine) {
    let world = World::open_with_admin(engine, true).await;
    let thandi = program(&world, "thandi").await;
    let refused = thandi.post("/generate-couple-image", couple()).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{refused:?}");
    assert_eq!(credits(&world).await, (50, 0));
    assert_eq!(world.number("SELECT COUNT(*) FROM photos WHERE creation_id IS NULL").await, 0);
}

async fn too_many_calls_wait(engine: Engine) {
    let world = World::with(engine, |config| {
        let rate = evernear_app::domain::rate_limit::Rate {
            burst: 3,
            again_every: std::time::Duration::from_secs(60),
        };
        config.auth_api.limits.push((Limit::ApiCall, rate));
    })
    .await;
    let thandi = program(&world, "thandi").await;
    for _ in 0..3 {
        thandi.get("/check-image-status?taskId=x").await;
    }
    let waits = thandi.get("/check-image-status?taskId=x").await;
    assert_eq!(waits.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(waits.header("retry-after").is_some() && waits.body["error"].is_string());
}

async fn origins_are_answered_as_by_the_token_api(engine: Engine) {
    let world = World::with(engine, |config| {
        config.auth_api.origins = vec!["https://app.example".to_owned()];
    })
    .await;
    let nobody = Program::of(&world.base).functions();
    for (origin, answered) in [("https://app.example", true), ("https://evil.example", false)] {
        let asked = [
            ("origin", origin),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "authorization, idempotency-key, x-client-info"),
        ];
        let answer = nobody.send_as("OPTIONS", "/generate-couple-image", None, &asked).await;
        let allowed = answer.header("access-control-allow-origin");
        assert_eq!(allowed.is_some(), answered, "{origin}: {answer:?}");
        let refused =
            nobody.send_as("GET", "/check-image-status", None, &[("origin", origin)]).await;
        let allowed = refused.header("access-control-allow-origin");
        assert_eq!(allowed.is_some(), answered, "{origin}: refusals, too");
    }
}
