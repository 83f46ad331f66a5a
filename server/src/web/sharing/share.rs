//! Making a link to a memory.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::sharing::share::{LinkForm, ShareError, share_memory},
    pages::sharing::share as share_page,
    problem::Problem,
};

use super::made::shown;
use crate::web::{
    extract::form::PostedForm,
    response::{
        forms::{refused, to_sign_in},
        page::{error_response, visit},
    },
    state::{AppState, session::Principal},
};

/// Makes a link, and shows it this once.
pub async fn share(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
    PostedForm(form): PostedForm<LinkForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/shared") };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    let made = share_memory(&state.ports, &member, id, &form).await;
    let visit = visit(&state, who, &format!("/memories/{id}/share"), BTreeMap::new());
    match made {
        Ok(link) => shown(&visit, &link),
        Err(error @ ShareError::NoMemory) => error_response(&error.into()),
        Err(error) => {
            let problem = Problem::from(error);
            let page = share_page::form(&visit, &member, id, &form, Some(&problem.message)).await;
            refused(&visit, &problem, page)
        }
    }
}
