//! Signing in through a provider (contracts §1.3 'signInWithOAuth', 'provider return'). No
//! provider can be configured for programs yet: every name is answered as an unknown one.

use axum::extract::Query;
use evernear_app::problem::token_api::Refusal;
use serde::Deserialize;

use super::answer::Refused;

/// What a program asks for.
#[derive(Deserialize)]
pub struct AuthorizeQuery {
    pub provider: Option<String>,
}

/// Begins.
pub async fn authorize(Query(query): Query<AuthorizeQuery>) -> Refused {
    Refused(unsupported(query.provider.as_deref()))
}

/// What a provider sends back.
#[derive(Deserialize)]
pub struct CallbackQuery {
    state: Option<String>,
}

/// Nothing was begun, so no state is known.
pub async fn callback(Query(query): Query<CallbackQuery>) -> Refused {
    Refused(match query.state.as_deref() {
        None | Some("") => Refusal::bad("bad_oauth_callback", "OAuth state parameter missing"),
        Some(_) => Refusal::bad("bad_oauth_state", "OAuth state parameter is invalid"),
    })
}

/// A provider that is not there.
pub fn unsupported(provider: Option<&str>) -> Refusal {
    let name: String = provider.unwrap_or_default().chars().take(100).collect();
    Refusal::invalid(format!("Unsupported provider: Provider {name} could not be found"))
}
