//! `check-image-status` and `check-video-status`.

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::StatusCode,
};
use evernear_app::{
    domain::{account::Account, creation::Creation},
    flows::functions::task::{TaskView, film_task, picture_task},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    PREFIX,
    caller::Caller,
    result::{FunctionError, FunctionResult},
};
use crate::web::state::AppState;

/// Which task.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(rename = "taskId", default)]
    task: String,
}

/// How a picture stands.
pub async fn picture(
    State(state): State<AppState>,
    Caller(account): Caller,
    asked: Result<Query<Asked>, QueryRejection>,
) -> FunctionResult {
    let creation = found(&state, &account, asked).await?;
    picture_task(&creation).ok_or_else(no_task)?;
    Ok((StatusCode::OK, Json(picture_status(&state, &creation))))
}

/// How a film stands.
pub async fn film(
    State(state): State<AppState>,
    Caller(account): Caller,
    asked: Result<Query<Asked>, QueryRejection>,
) -> FunctionResult {
    let creation = found(&state, &account, asked).await?;
    let status = film_status(&state, &creation).ok_or_else(no_task)?;
    Ok((StatusCode::OK, Json(status)))
}

async fn found(
    state: &AppState,
    account: &Account,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Creation, FunctionError> {
    let task = asked.map(|Query(asked)| asked.task).unwrap_or_default();
    if task.is_empty() {
        return Err(FunctionError::bad("taskId is required."));
    }
    let id = task.parse().map_err(|_| no_task())?;
    state.ports.creations.get(account.id, id).await?.ok_or_else(no_task)
}

fn no_task() -> FunctionError {
    FunctionError::new(StatusCode::NOT_FOUND, "There is no such task.")
}

/// The picture's address, and what it was made with.
pub fn picture_status(state: &AppState, creation: &Creation) -> Value {
    let mut body = of_task(picture_task(creation).unwrap_or(TaskView::InProgress));
    if body["status"] == "SUCCEEDED" {
        body["imageUrl"] = json!(picture_url(state, creation));
        body["seed"] = json!(creation.picture_seed());
    }
    body
}

/// The film's address; nothing where no film was asked for.
pub fn film_status(state: &AppState, creation: &Creation) -> Option<Value> {
    let mut body = of_task(film_task(creation)?);
    if body["status"] == "SUCCEEDED" {
        body["videoUrl"] = json!(address(state, creation, "film.mp4"));
    }
    Some(body)
}

fn of_task(task: TaskView) -> Value {
    match task {
        TaskView::InProgress => json!({ "status": "in progress" }),
        TaskView::Succeeded => json!({ "status": "SUCCEEDED" }),
        TaskView::Failed { error, question: None } => json!({ "status": "FAILED", "error": error }),
        TaskView::Failed { error, question: Some(question) } => json!({
            "status": "FAILED",
            "error": error,
            "followUp": { "question": question, "field": "location" },
        }),
    }
}

/// Where the picture is, with the bearer token.
pub fn picture_url(state: &AppState, creation: &Creation) -> String {
    address(state, creation, "image.jpg")
}

fn address(state: &AppState, creation: &Creation, file: &str) -> String {
    format!("{}{PREFIX}/media/{}/{file}", state.ports.settings.public_url, creation.id)
}
