//! A link that is handed over instead of being mailed.

use axum::{
    Json,
    extract::{Query, State},
    http::HeaderMap,
};
use evernear_app::flows::auth::administer_users::{LinkForm, generate_link as make_link};
use serde_json::json;

use super::LinkBody;
use crate::web::{
    state::AppState,
    token_api::{
        bearer::Admin,
        input::{Input, Target, given},
        mail_options::MailOptions,
        result::ApiResult,
        wire,
    },
};

/// A link that is handed over instead of being mailed.
pub async fn generate_link(
    State(state): State<AppState>,
    _: Admin,
    Query(mut target): Query<Target>,
    headers: HeaderMap,
    Input(body): Input<LinkBody>,
) -> ApiResult {
    if given(body.redirect_to.as_ref()).is_some() {
        target.redirect_to = body.redirect_to;
    }
    let options = MailOptions::new(&state, &target, &headers, None);
    let form = LinkForm {
        kind: body.kind.as_deref().unwrap_or_default(),
        email: body.email.as_deref().unwrap_or_default(),
        password: given(body.password.as_ref()),
        new_email: given(body.new_email.as_ref()),
        data: body.data.as_ref(),
        redirect_to: options.redirect_to(),
    };
    let link = make_link(&state.ports, form, options.via()).await?;
    let mut answer = wire::user(&link.known);
    answer["action_link"] = json!(link.action_link);
    answer["email_otp"] = json!(link.email_otp);
    answer["hashed_token"] = json!(link.hashed_token);
    answer["verification_type"] = json!(link.verification_type);
    answer["redirect_to"] = json!(options.redirect_to());
    Ok(Json(answer))
}
