//! Buying without script: to the window of the provider.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::billing::{
        begin_checkout::{CheckoutError, begin_checkout},
        buying::NotForSale,
    },
    pages::billing::pricing,
};
use serde::Deserialize;

use crate::web::{
    billing::refused::refused,
    extract::form::PostedForm,
    state::{AppState, session::Principal},
};

/// The fields of a plan's card.
#[derive(Deserialize)]
pub struct Choice {
    #[serde(default)]
    pub(super) plan: String,
    #[serde(default)]
    currency: String,
}

/// Opens a payment and leads to the provider's window.
pub async fn begin(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(choice): PostedForm<Choice>,
) -> Response {
    let member = who.0.as_ref();
    match begin_checkout(&state.ports, member, &choice.plan, &choice.currency).await {
        Ok(checkout) => Redirect::to(&checkout.opened.address).into_response(),
        Err(CheckoutError::NotForSale(NotForSale::SignedOut)) => {
            Redirect::to(&pricing::sign_in_to_buy(&choice.plan, &choice.currency)).into_response()
        }
        Err(error) => {
            let query = pricing::query("currency", &choice.currency);
            refused(&state, who, &error.into(), query).await
        }
    }
}
