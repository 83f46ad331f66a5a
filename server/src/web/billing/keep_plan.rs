//! Keeping a cancelled plan without script.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{flows::billing::keep_plan::keep_plan, pages::Flash};

use crate::web::{
    billing::refused::refused,
    response::flash,
    state::{AppState, session::Principal},
};

/// Takes a cancelled plan up again.
pub async fn keep(State(state): State<AppState>, Extension(who): Extension<Principal>) -> Response {
    match keep_plan(&state.ports, who.0.as_ref()).await {
        Ok(_) => match &who.0 {
            Some(member) => flash::tell(&state, member, Flash::PlanKept),
            None => Redirect::to("/pricing").into_response(),
        },
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}
