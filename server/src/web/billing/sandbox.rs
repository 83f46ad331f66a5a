//! The test provider's own window.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{OriginalUri, Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{pages::billing::sandbox, ports::SandboxAct, problem::Problem};
use serde::Deserialize;

use crate::web::{
    billing::refused::clean,
    extract::form::PostedForm,
    response::page::{self, error_response, html},
    state::{AppState, session::Principal},
};

/// The button that was pressed in the sandbox's window.
#[derive(Deserialize)]
pub struct Pressed {
    #[serde(default)]
    act: String,
}

/// Plays what a person and a bank do.
pub async fn play(
    State(state): State<AppState>,
    Path(code): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
    OriginalUri(uri): OriginalUri,
    Extension(who): Extension<Principal>,
    PostedForm(pressed): PostedForm<Pressed>,
) -> Response {
    let (Some(sandbox), Some(act)) = (&state.ports.sandbox, SandboxAct::from_name(&pressed.act))
    else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let charge = match sandbox.charge(&code).await {
        Ok(Some(charge)) => charge,
        Ok(None) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => return error_response(&Problem::from(error)),
    };
    if let Err(error) = sandbox.play(&code, act).await {
        return error_response(&Problem::from(error));
    }
    if !query.contains_key("embedded") {
        let back = format!("/checkout/return?reference={}", clean(&charge.reference));
        return Redirect::to(&back).into_response();
    }
    let result = match act {
        SandboxAct::Success | SandboxAct::WebhookTwice | SandboxAct::AmountAltered => "success",
        SandboxAct::LateWebhook => "processing",
        SandboxAct::Decline => "failed",
        SandboxAct::Close => "closed",
    };
    let visit = page::visit(&state, who, uri.path(), query);
    html(&visit, sandbox::over(result), StatusCode::OK)
}
