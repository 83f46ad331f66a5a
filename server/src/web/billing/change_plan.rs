//! Changing to a smaller plan without script.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{flows::billing::change_plan::change_plan, ports::StoreError};

use crate::web::{
    billing::{checkout::Choice, refused::refused},
    extract::form::PostedForm,
    state::{AppState, session::Principal},
};

/// Orders a smaller plan for the end of the present one, in a task of its own: what the provider has
/// done is written down even when the client goes away in the middle.
pub async fn change(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(choice): PostedForm<Choice>,
) -> Response {
    let (ports, member) = (state.ports.clone(), who.0.clone());
    let change = async move { change_plan(&ports, member.as_ref(), &choice.plan).await };
    let changed = tokio::spawn(change).await;
    match changed.unwrap_or_else(|error| Err(StoreError::new(error).into())) {
        Ok(()) => Redirect::to("/pricing?changed=1").into_response(),
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}
