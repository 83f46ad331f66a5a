//! The way back from a provider's window that was a page.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{Query, State},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::billing::settle_payment::{Settled, settle_payment},
    pages::billing::pricing,
};

use crate::web::{
    billing::refused::{clean, refused},
    state::{AppState, session::Principal},
};

/// Where the person comes back to from a window that was a page.
pub async fn payment_return(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let reference = query.get("reference").map(String::as_str).unwrap_or_default();
    let Some(member) = &who.0 else {
        let back = format!("/checkout/return?reference={}", clean(reference));
        return Redirect::to(&pricing::sign_in(&back)).into_response();
    };
    let known = clean(reference);
    match settle_payment(&state.ports, member.account.id, reference).await {
        Ok(Settled::Paid(_) | Settled::AlreadyProcessed | Settled::Processing) => {
            Redirect::to(&format!("/success?session_id={known}")).into_response()
        }
        Ok(_) => Redirect::to(&pricing::explained(reference)).into_response(),
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}
