//! Signing out other devices, and removing a way to sign in.

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{account::event::Origin, auth::session::Member, id::IdentityId},
    flows::auth::{
        sign_out::{Scope, close_session, sign_out},
        unlink_identity::remove_way_in,
    },
    pages::{Flash, account::devices as devices_page},
    problem::Problem,
};
use serde::Deserialize;

use crate::web::{
    account::visit::{to_proof, visit},
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{
        flash,
        forms::{refused, to_sign_in},
        page,
    },
    state::{AppState, session::Principal},
};

const PATH: &str = "/profile/devices";

/// The fields of /profile/devices.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct DevicesForm {
    session: String,
    identity: String,
}

/// Removes a way in, or signs out one other device, or all of them.
pub async fn devices(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<DevicesForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in(PATH) };
    if !form.identity.is_empty() {
        let Ok(id) = form.identity.parse() else { return StatusCode::NOT_FOUND.into_response() };
        return remove(&state, who, &member, id, &origin).await;
    }
    let (flash, outcome) = if form.session.is_empty() {
        (Flash::OthersOut, sign_out(&state.ports, &member, Scope::Others, &origin).await)
    } else {
        let Ok(id) = form.session.parse() else { return StatusCode::NOT_FOUND.into_response() };
        let closed = close_session(&state.ports, &member, id, &origin).await;
        (Flash::DeviceOut, closed.map(|_| ()))
    };
    match outcome {
        Ok(()) => flash::tell(&state, &member, flash),
        Err(error) => page::error_response(&error.into()),
    }
}

async fn remove(
    state: &AppState,
    who: Principal,
    member: &Member,
    id: IdentityId,
    origin: &Origin,
) -> Response {
    if !member.fresh(state.ports.now()) {
        return to_proof(PATH);
    }
    match remove_way_in(&state.ports, member, id, origin).await {
        Ok(()) => flash::tell(state, member, Flash::WayInRemoved),
        Err(error) => {
            let (visit, problem) = (visit(state, who), Problem::from(error));
            let page = devices_page::form(&visit, member, Some(&problem.message)).await;
            refused(&visit, &problem, page)
        }
    }
}
