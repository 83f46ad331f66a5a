//! The person behind an access token (contracts §1.3 'getUser', 'updateUser').

use axum::{Json, extract::State};
use evernear_app::{
    domain::account::api_session::{ApiUser, Metadata},
    problem::token_api::Refusal,
};
use serde::Deserialize;
use serde_json::Value;

use super::{answer::Outcome, bearer::Signed, input::Input, wire};
use crate::web::router::AppState;

/// Who it is.
pub async fn get(Signed(bearer): Signed) -> Json<Value> {
    Json(wire::user(&bearer.known))
}

/// What clients send.
#[derive(Deserialize)]
pub struct UserBody {
    data: Option<Metadata>,
    app_metadata: Option<Value>,
}

/// Changes what is given.
pub async fn put(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    Input(body): Input<UserBody>,
) -> Outcome {
    if body.app_metadata.is_some() {
        let message = "Updating app_metadata requires admin privileges";
        return Err(Refusal::forbidden("not_admin", message).into());
    }
    let mut known = bearer.known;
    if let Some(data) = body.data {
        let now = state.ports.now();
        let user_metadata = merged(known.user.user_metadata, data);
        known.user = ApiUser { user_metadata, updated_at: Some(now), ..known.user };
        state.ports.tokens.save_api_user(known.account.id, &known.user, now).await?;
    }
    Ok(Json(wire::user(&known)))
}

/// New members over old ones; `null` takes one away.
pub fn merged(mut old: Metadata, new: Metadata) -> Metadata {
    for (name, value) in new {
        if value.is_null() {
            old.remove(&name);
        } else {
            old.insert(name, value);
        }
    }
    old
}
