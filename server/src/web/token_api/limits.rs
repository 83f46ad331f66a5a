//! How often one client may ask, by the address behind the trusted proxy.

use evernear_app::{
    domain::{account::event::Origin, rate_limit::Limit},
    refusal::Refusal,
};

use crate::web::state::AppState;

/// Counts one call of this client.
pub fn check(state: &AppState, limit: Limit, origin: &Origin) -> Result<(), Refusal> {
    Ok(state.ports.rate_limiter.check(limit, &origin.ip)?)
}

/// Counts a mail that this client asks for; before it is known whether one goes out, so that the
/// count tells nothing.
pub fn check_mail(state: &AppState, origin: &Origin) -> Result<(), Refusal> {
    let refused = |_| Refusal::too_many("over_email_send_rate_limit", "email rate limit exceeded");
    state.ports.rate_limiter.check(Limit::ApiMails, &origin.ip).map_err(refused)
}
