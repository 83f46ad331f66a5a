//! An account and a mail that leads into it.

use axum::{
    Json,
    extract::{Query, State},
    http::HeaderMap,
};
use evernear_app::flows::auth::administer_users::invite as send_invitation;

use super::LinkBody;
use crate::web::{
    extract::request_origin::RequestOrigin,
    state::AppState,
    token_api::{
        bearer::Admin,
        input::{Input, Target},
        limits,
        mail_options::MailOptions,
        result::ApiResult,
        wire,
    },
};

/// An account and a mail that leads into it.
pub async fn invite(
    State(state): State<AppState>,
    _: Admin,
    RequestOrigin(origin): RequestOrigin,
    Query(target): Query<Target>,
    headers: HeaderMap,
    Input(body): Input<LinkBody>,
) -> ApiResult {
    let options = MailOptions::new(&state, &target, &headers, None);
    let email = body.email.as_deref().unwrap_or_default();
    limits::check_mail(&state, &origin)?;
    let known = send_invitation(&state.ports, email, body.data.as_ref(), options.via()).await?;
    Ok(Json(wire::user(&known)))
}
