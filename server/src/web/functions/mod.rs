//! The calls of client programs under /functions/v1: pictures, films and how they stand. They carry the bearer
//! token of the token API; cookies are not looked at. What cannot be done is answered as `{"error": text}`.
//!
//! To add a call: a row in [`routes`], a handler, and its row in `openapi.json`.

mod caller;
mod films;
mod input;
mod media;
mod photos;
mod pictures;
mod result;
mod status;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{StatusCode, header},
    response::IntoResponse,
    routing::{any, get, post},
};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

use self::result::FunctionError;
use super::{state::AppState, token_api};

/// Where they are.
pub const PREFIX: &str = "/functions/v1";
/// Largest body without photos.
const BODY_BYTES: usize = 64 * 1024;
/// Most bodies with photos that are taken apart at once: each may take 40 MB.
pub const PHOTO_BODIES: usize = 2;

/// All of them, below their prefix.
pub fn router(state: &AppState) -> Router<AppState> {
    let layers = ServiceBuilder::new()
        .layer(token_api::cors(&state.config.auth_api))
        .layer(CatchPanicLayer::custom(result::panicked))
        .layer(DefaultBodyLimit::max(BODY_BYTES));
    let root = Router::new().route(&format!("{PREFIX}/"), any(nothing));
    Router::new()
        .nest(PREFIX, routes().fallback(nothing).layer(layers.clone()))
        .merge(root.layer(layers))
}

fn routes() -> Router<AppState> {
    Router::new()
        .route("/generate-couple-image", post(pictures::couple))
        .route("/generate-friend-image", post(pictures::friend))
        .route("/generate-couple-video", post(films::couple))
        .route("/generate-friend-video", post(films::friend))
        .route("/check-image-status", get(status::picture))
        .route("/check-video-status", get(status::film))
        .route("/media/{task}/{file}", get(media::file))
        .route("/openapi.json", get(openapi))
        .method_not_allowed_fallback(wrong_method)
}

async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("openapi.json"))
}

async fn nothing() -> FunctionError {
    FunctionError::new(StatusCode::NOT_FOUND, "There is no such function.")
}

async fn wrong_method() -> FunctionError {
    let message = "This function does not take this method.";
    FunctionError::new(StatusCode::METHOD_NOT_ALLOWED, message)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// Every address with its method, as this file has them.
    fn routed() -> BTreeSet<String> {
        let routes = include_str!("mod.rs").split("fn routes()").nth(1).expect("the table");
        let table = routes.split("method_not_allowed_fallback").next().expect("its end");
        let mut found = BTreeSet::new();
        for route in table.split(".route(\"").skip(1) {
            let (path, handler) = route.split_once("\", ").expect("an address");
            let method = handler.split('(').next().expect("a method");
            found.insert(format!("{method} {path}"));
        }
        found
    }

    #[test]
    fn the_document_has_every_call_and_no_other() {
        let document: serde_json::Value =
            serde_json::from_str(include_str!("openapi.json")).expect("JSON");
        let paths = document["paths"].as_object().expect("paths");
        let documented: BTreeSet<String> = paths
            .iter()
            .flat_map(|(path, calls)| {
                let methods = calls.as_object().expect("calls").keys();
                let path = path.replace("{task_id}/{file_name}", "{task}/{file}");
                methods.map(move |method| format!("{method} {path}"))
            })
            .collect();
        assert!(routed().len() > 6, "{:?}", routed());
        assert_eq!(routed(), documented);
    }
}
