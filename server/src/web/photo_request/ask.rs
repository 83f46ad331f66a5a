//! Asking for a photo, and making the link of a request anew.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::auth::session::Member,
    flows::photo_request::ask_for_photo::{AskError, MadeRequest, ask_for_photo, renew_request},
    pages::photo_request::{list, made},
    problem::Problem,
};
use serde::Deserialize;

use crate::{
    adapters::qr_code::qr_code,
    web::{
        extract::form::PostedForm,
        response::{
            forms::{refused, to_sign_in},
            page::{html, visit},
        },
        state::{AppState, session::Principal},
    },
};

/// Whom is asked.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct AskForm {
    place: String,
}

/// Makes a request, and shows its link this once.
pub async fn ask(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(form): PostedForm<AskForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/photo-requests") };
    let made = ask_for_photo(&state.ports, &member, &form.place).await;
    answer(&state, who, &member, made).await
}

/// Gives a request another link, and shows it this once.
pub async fn renew(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/photo-requests") };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    let made = renew_request(&state.ports, &member, id).await;
    answer(&state, who, &member, made).await
}

async fn answer(
    state: &AppState,
    who: Principal,
    member: &Member,
    made: Result<MadeRequest, AskError>,
) -> Response {
    let visit = visit(state, who, "/photo-requests", BTreeMap::new());
    match made {
        Ok(request) => {
            // The link works without its drawing.
            let drawing = qr_code(&request.address).inspect_err(|error| {
                tracing::error!(%error, "the QR code of a request could not be drawn");
            });
            html(&visit, made::page(&request, drawing.ok()), StatusCode::OK)
        }
        Err(error) => {
            let problem = Problem::from(error);
            let page = list::list(&visit, member, Some(&problem.message)).await;
            refused(&visit, &problem, page)
        }
    }
}
