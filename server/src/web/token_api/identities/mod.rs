//! The ways in which a person signs in, where the operator allows programs to change them.

pub mod link;
pub mod unlink;

use evernear_app::{flows::auth::authenticate_bearer::Bearer, refusal::Refusal};

use crate::web::state::AppState;

/// Whether programs may change how a person signs in, and this session may: like an address and a
/// password, ways in are changed by the second factor where there is one.
pub fn allowed(state: &AppState, bearer: &Bearer) -> Result<(), Refusal> {
    if !state.config.auth_api.manual_linking {
        return Err(Refusal::not_found("manual_linking_disabled", "Manual linking is disabled"));
    }
    if bearer.owes_second_factor() {
        let message = "AAL2 required to link or unlink an identity";
        return Err(Refusal::forbidden("insufficient_aal", message));
    }
    Ok(())
}
