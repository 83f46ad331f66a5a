//! How often one client may ask (contracts §1.6), by the address behind the trusted proxy.

use evernear_app::{
    domain::{account::event::Origin, throttle::Limit},
    flows::send_one_time,
    problem::token_api::Refusal,
};

use crate::web::router::AppState;

/// Counts one call of this client.
pub fn admit(state: &AppState, limit: Limit, origin: &Origin) -> Result<(), Refusal> {
    Ok(state.ports.throttle.admit(limit, &origin.ip)?)
}

/// Whether this server may send another mail for programs; those that are sent count.
pub fn mails_left(state: &AppState) -> Result<(), Refusal> {
    let refused = |_| Refusal::too_many("over_email_send_rate_limit", "email rate limit exceeded");
    send_one_time::mails_left(&state.ports).map_err(refused)
}
