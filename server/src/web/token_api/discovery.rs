//! What a client program finds out before it knows anybody. `openapi.json` is written by hand, not by
//! `utoipa` from our types: what it describes is another server's contract, and stories compare both.

use axum::{Json, extract::State, http::header};
use serde_json::{Value, json};

use crate::web::state::AppState;

/// How long public keys may be kept.
const KEYS_KEPT: &str = "public, max-age=600";

/// That it is there.
pub async fn health() -> Json<Value> {
    Json(json!({
        "version": concat!("v", env!("CARGO_PKG_VERSION")),
        "name": "GoTrue",
        "description": "GoTrue is a user registration and authentication API",
    }))
}

/// What can be done here.
pub async fn settings(State(state): State<AppState>) -> Json<Value> {
    Json(json!({
        "external": {
            "anonymous_users": false, "apple": false, "azure": false, "bitbucket": false,
            "discord": false, "email": state.config.auth_api.email, "facebook": false, "figma": false, "fly": false,
            "github": false, "gitlab": false, "google": state.ports.google.is_some(), "kakao": false,
            "keycloak": false, "linkedin": false, "linkedin_oidc": false, "notion": false,
            "phone": false, "slack": false, "slack_oidc": false, "snapchat": false,
            "spotify": false, "twitch": false, "twitter": false, "workos": false, "zoom": false,
        },
        "disable_signup": !state.config.auth_api.signup,
        "mailer_autoconfirm": !state.ports.settings.confirm_email,
        "phone_autoconfirm": false,
        "sms_provider": "",
        "saml_enabled": false,
        "saml_private_key_next_configured": false,
        "passkeys_enabled": false,
    }))
}

/// The public keys of access tokens.
pub async fn jwks(
    State(state): State<AppState>,
) -> ([(header::HeaderName, &'static str); 1], Json<Value>) {
    ([(header::CACHE_CONTROL, KEYS_KEPT)], Json(state.ports.keys.published()))
}

/// What can be asked, for programs.
pub async fn openapi() -> impl axum::response::IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("openapi.json"))
}
