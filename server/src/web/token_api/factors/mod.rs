//! Second factors: made, challenged, verified and removed.

pub mod challenge;
pub mod enroll;
pub mod unenroll;
pub mod verify;

use evernear_app::{
    domain::id::FactorId, flows::auth::authenticate_bearer::Bearer, refusal::Refusal,
};

fn own_factor(bearer: &Bearer, text: &str) -> Result<FactorId, Refusal> {
    let id = factor_id(text)?;
    let known = bearer.known.factors.iter().any(|factor| factor.id == id);
    if known { Ok(id) } else { Err(missing()) }
}

/// A factor by its address.
pub fn factor_id(text: &str) -> Result<FactorId, Refusal> {
    let refused = |_| Refusal::not_found("validation_failed", "factor_id must be an UUID");
    text.parse().map_err(refused)
}

/// There is none of this name.
pub fn missing() -> Refusal {
    Refusal::not_found("mfa_factor_not_found", "Factor not found")
}
