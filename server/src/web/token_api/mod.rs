//! The token API under /auth/v1, as `GoTrue` speaks it: for client programs with bearer
//! tokens. Cookies are not looked at, so nothing here needs to know where a request comes
//! from; browsers of other origins are answered only where the operator named them. Handlers
//! are thin: they parse, call a flow and answer.
//!
//! To add an endpoint: a row in [`routes`], a handler in a file of its noun, a row in
//! `openapi.json`, and its rows in the story table.

mod admin;
pub mod bearer;
mod disabled;
mod discovery;
mod factors;
mod identities;
mod input;
mod limits;
mod logout;
mod mail;
mod mail_options;
mod oauth;
mod redirects;
mod result;
mod signup;
mod token;
mod user;
mod verify;
mod wire;

use std::time::Duration;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::from_fn_with_state,
    routing::{MethodFilter, delete, get, on, post},
};
use evernear_app::refusal::Refusal;
use tower::ServiceBuilder;
use tower_http::{
    catch_panic::CatchPanicLayer,
    cors::{AllowOrigin, CorsLayer},
    timeout::TimeoutLayer,
};

use self::{disabled::feature, result::ApiError};
pub use self::{input::LARGE_BODIES, verify::by_press};
use super::state::AppState;
use crate::config::AuthApiConfig;

/// Where it is.
pub const PREFIX: &str = "/auth/v1";
/// Largest body, as `GoTrue` has it.
const BODY_BYTES: usize = 1024 * 1024;
/// Longest time for a request, as `GoTrue` has it.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// What is told that it is not there; any other method is refused as it is elsewhere.
const CALLS: MethodFilter = MethodFilter::GET
    .or(MethodFilter::POST)
    .or(MethodFilter::PUT)
    .or(MethodFilter::PATCH)
    .or(MethodFilter::DELETE);

/// The whole token API, below its prefix.
pub fn router(state: &AppState) -> Router<AppState> {
    let layers = ServiceBuilder::new()
        .layer(cors(&state.config.auth_api))
        .layer(from_fn_with_state(state.clone(), result::layer))
        .layer(CatchPanicLayer::custom(result::panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, REQUEST_TIMEOUT))
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(from_fn_with_state(state.clone(), input::whole_body));
    Router::new().nest(PREFIX, routes().fallback(nothing).layer(layers))
}

fn routes() -> Router<AppState> {
    Router::new()
        // For everyone.
        .route("/health", get(discovery::health))
        .route("/settings", get(discovery::settings))
        .route("/.well-known/jwks.json", get(discovery::jwks))
        .route("/openapi.json", get(discovery::openapi))
        // Signing up and in.
        .route("/signup", post(signup::signup))
        .route("/token", post(token::token))
        .route("/otp", post(mail::otp::otp))
        .route("/magiclink", post(mail::magiclink::magiclink))
        .route("/recover", post(mail::recover::recover))
        .route("/resend", post(mail::resend::resend))
        .route("/verify", get(verify::by_link::verify).post(verify::by_program::verify))
        .route("/authorize", get(oauth::authorize::authorize))
        .route("/callback", get(oauth::callback::callback).post(oauth::callback::callback))
        .route("/sso", post(disabled::sso))
        .route("/passkeys", get(disabled::passkeys))
        .route("/passkeys/authentication/options", post(disabled::passkeys))
        .route("/passkeys/{*rest}", on(CALLS, disabled::passkeys))
        .route("/admin/users/{user}/passkeys", on(CALLS, disabled::passkeys))
        .route("/admin/users/{user}/passkeys/{passkey}", on(CALLS, disabled::passkeys))
        .route("/sso/saml/{*rest}", on(CALLS, disabled::saml))
        .route("/.well-known/openid-configuration", on(CALLS, feature))
        .route("/.well-known/oauth-authorization-server", on(CALLS, feature))
        .route("/oauth/{*rest}", on(CALLS, feature))
        .route("/user/oauth/grants", on(CALLS, feature))
        .route("/admin/audit", on(CALLS, feature))
        .route("/admin/oauth/{*rest}", on(CALLS, feature))
        .route("/admin/sso/{*rest}", on(CALLS, feature))
        .route("/admin/custom-providers", on(CALLS, feature))
        .route("/admin/custom-providers/{*rest}", on(CALLS, feature))
        .route("/scim/{*rest}", on(CALLS, feature))
        // Whoever holds an access token.
        .route("/user", get(user::read::read).put(user::change::change))
        .route("/user/identities/authorize", get(identities::link::link))
        .route("/user/identities/{identity}", delete(identities::unlink::unlink))
        .route("/reauthenticate", get(mail::reauthenticate::reauthenticate))
        .route("/factors", post(factors::enroll::enroll))
        .route("/factors/{factor}", delete(factors::unenroll::unenroll))
        .route("/factors/{factor}/challenge", post(factors::challenge::challenge))
        .route("/factors/{factor}/verify", post(factors::verify::verify))
        .route("/logout", post(logout::logout))
        // Programs with the service role.
        .route("/invite", post(admin::invite::invite))
        .route("/admin/generate_link", post(admin::generate_link::generate_link))
        .route("/admin/users", get(admin::list::list).post(admin::create::create))
        .route(
            "/admin/users/{user}",
            get(admin::read::read).put(admin::change::change).delete(admin::remove::remove),
        )
        .route("/admin/users/{user}/factors", get(admin::factors::factors))
        .route(
            "/admin/users/{user}/factors/{factor}",
            delete(admin::remove_factor::remove_factor).put(feature),
        )
        .method_not_allowed_fallback(wrong_method)
}

async fn nothing() -> ApiError {
    ApiError(Refusal::not_found("not_found", "There is no such endpoint"))
}

async fn wrong_method() -> ApiError {
    let message = "This endpoint does not take this method";
    ApiError(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message))
}

/// Browsers of the configured origins, and no others.
pub fn cors(config: &AuthApiConfig) -> CorsLayer {
    let origins = config.origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    let name = HeaderName::from_static;
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::ACCEPT,
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            name("apikey"),
            name("idempotency-key"),
            name("x-client-ip"),
            name("x-client-info"),
            name("x-jwt-aud"),
            name("x-use-cookie"),
            name(result::VERSION),
        ])
        .expose_headers([name("x-total-count"), header::LINK, name(result::VERSION)])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// Every address with its methods, as this file has them.
    fn routed() -> BTreeSet<String> {
        let routes = include_str!("mod.rs").split("fn routes()").nth(1).expect("the table");
        let table = routes.split("method_not_allowed_fallback").next().expect("its end");
        // As if each route stood on one line.
        let table: String = table.split_whitespace().collect();
        let mut found = BTreeSet::new();
        for route in table.split(".route(\"").skip(1) {
            let (path, handlers) = route.split_once('"').expect("an address");
            for method in ["get", "post", "put", "delete"] {
                if handlers.contains(&format!("{method}(")) {
                    found.insert(format!("{method} {path}"));
                }
            }
        }
        found
    }

    /// What the document says of an operation.
    fn operation(path: &str, method: &str) -> serde_json::Value {
        let document: serde_json::Value =
            serde_json::from_str(include_str!("openapi.json")).expect("JSON");
        document["paths"][path][method].clone()
    }

    #[test]
    fn the_document_says_what_may_be_left_out_and_how_much_is_taken() {
        let delete = operation("/admin/users/{user_id}", "delete");
        assert_eq!(delete["requestBody"]["required"], false);
        let list = operation("/admin/users", "get");
        let bounds = |name: &str| {
            let parameters = list["parameters"].as_array().expect("parameters");
            let named = parameters.iter().find(|one| one["name"] == name).expect("it is there");
            (named["schema"]["minimum"].as_u64(), named["schema"]["maximum"].as_u64())
        };
        assert_eq!(bounds("page"), (Some(1), Some(1_000_000)));
        assert_eq!(bounds("per_page"), (Some(1), Some(1_000)));
    }

    /// The same as the document has them, without the names of what is in braces.
    fn documented() -> BTreeSet<String> {
        let document: serde_json::Value =
            serde_json::from_str(include_str!("openapi.json")).expect("JSON");
        let paths = document["paths"].as_object().expect("paths");
        let operations = paths.iter().flat_map(|(path, operations)| {
            let methods = operations.as_object().expect("operations").keys();
            methods.map(move |method| format!("{method} {}", path.replace("_id}", "}")))
        });
        operations.collect()
    }

    #[test]
    fn the_document_has_every_endpoint_and_no_other() {
        assert!(routed().len() > 25, "{:?}", routed());
        assert_eq!(routed(), documented());
    }
}
