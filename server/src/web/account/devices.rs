//! Signing out other devices.

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::auth::sign_out::{Scope, close_session, sign_out},
    pages::Flash,
};
use serde::Deserialize;

use crate::web::{
    answer::{flash, forms::to_sign_in, page},
    extract::{fields::Fields, request_origin::RequestOrigin, session::Who},
    state::AppState,
};

/// The field of /profile/devices.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct DevicesForm {
    session: String,
}

/// Signs out one other device, or all of them.
pub async fn devices(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    RequestOrigin(origin): RequestOrigin,
    Fields(form): Fields<DevicesForm>,
) -> Response {
    let Some(member) = who.0 else { return to_sign_in("/profile/devices") };
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
