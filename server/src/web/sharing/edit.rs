//! Changing a link, and giving it another address.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::sharing::{
        edit_link::{edit_link, renew_link},
        share::{LinkForm, ShareError},
    },
    pages::{Flash, sharing::edit as edit_page},
    problem::Problem,
};

use super::made::shown;
use crate::web::{
    extract::form::PostedForm,
    response::{
        flash,
        forms::{refused, to_sign_in},
        page::{error_response, visit},
    },
    state::{AppState, session::Principal},
};

/// Changes what a link allows.
pub async fn edit(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
    PostedForm(form): PostedForm<LinkForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/shared") };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    let error = match edit_link(&state.ports, &member, id, &form).await {
        Ok(()) => return flash::tell(&state, &member, Flash::LinkSaved),
        Err(error @ ShareError::Gone) => return error_response(&error.into()),
        Err(error) => error,
    };
    // What was changed meanwhile is shown as it is, anything else as it was sent.
    let sent = (!matches!(error, ShareError::Stale)).then_some(&form);
    let problem = Problem::from(error);
    let visit = visit(&state, who, &format!("/shared/{id}"), BTreeMap::new());
    let page = edit_page::form(&visit, &member, id, sent, Some(&problem.message)).await;
    refused(&visit, &problem, page)
}

/// Gives a link another address, and shows it this once.
pub async fn renew(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/shared") };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    match renew_link(&state.ports, &member, id).await {
        Ok(link) => {
            let visit = visit(&state, who, "/shared", BTreeMap::new());
            shown(&visit, &link)
        }
        Err(error) => error_response(&error.into()),
    }
}
