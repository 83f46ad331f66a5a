//! What client programs ask for under `/functions/v1`.

mod bounds;
mod films;
mod fuzz;
mod pictures;

use std::num::NonZeroU32;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Answer, Engine, Program, World, eventually, photo_bytes};

const PHOTOS: [&str; 3] =
    ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg", "woman-glasses-desk-bw.jpg"];

/// A photo as programs send it.
fn photo(number: usize) -> String {
    STANDARD.encode(photo_bytes(PHOTOS[number]))
}

/// A world in which nobody asks too often: stories ask again and again while the clock stands still.
async fn open(engine: Engine) -> World {
    World::with(engine, |config| {
        config.web.limit_factor = NonZeroU32::new(100_000).expect("not zero");
    })
    .await
}

/// A program of somebody new, at the functions.
async fn program(world: &World, name: &str) -> Program {
    let program = Program::of(&world.base);
    let signed = program.sign_up(&format!("{name}@example.com")).await.ok();
    program.with(&signed.text("access_token")).functions()
}

/// What is asked for a picture of two.
fn couple() -> Value {
    json!({
        "promptText": "Walking with my dad by the lake",
        "subject1Base64": photo(0),
        "subject2Base64": photo(1),
        "ratio": "1080:1920",
        "termsAccepted": true,
    })
}

/// Asks for a picture of two; its task.
async fn picture(program: &Program) -> String {
    let begun = program.post("/generate-couple-image", couple()).await;
    assert_eq!(begun.status, StatusCode::ACCEPTED, "{begun:?}");
    assert_eq!(begun.text("status"), "in progress");
    begun.text("taskId")
}

/// Asks how a picture stands until it is made; its address.
async fn picture_url(program: &Program, task: &str) -> String {
    settled(program, "image", task).await.ok().text("imageUrl")
}

/// Asks how a task stands until it has succeeded or failed.
async fn settled(program: &Program, kind: &str, task: &str) -> Answer {
    eventually("the task settles", || async {
        let answer = program.get(&format!("/check-{kind}-status?taskId={task}")).await;
        (answer.body["status"] != "in progress").then_some(answer)
    })
    .await
}

/// Free and held credits of everybody together.
async fn credits(world: &World) -> (i64, i64) {
    let free = world.number("SELECT CAST(SUM(credits) AS BIGINT) FROM profiles").await;
    let held = "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM ledger l WHERE kind = 'hold' AND NOT EXISTS
                (SELECT 1 FROM ledger e WHERE e.reference = l.reference AND e.kind IN ('capture', 'release'))";
    (free, world.number(held).await)
}
