//! How often one client may ask (contracts §1.6), by the address behind the trusted proxy.

use evernear_app::{
    domain::{account::event::Origin, throttle::Limit},
    problem::token_api::Refusal,
};

use crate::web::router::AppState;

/// Counts one call of this client.
pub fn admit(state: &AppState, limit: Limit, origin: &Origin) -> Result<(), Refusal> {
    Ok(state.ports.throttle.admit(limit, &origin.ip)?)
}

/// Counts one mail of all that this server sends for programs.
pub fn admit_mail(state: &AppState) -> Result<(), Refusal> {
    let refused = |_| Refusal::too_many("over_email_send_rate_limit", "email rate limit exceeded");
    state.ports.throttle.admit(Limit::ApiMails, "").map_err(refused)
}
