//! Buying without script: to the window of the provider and back.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{Query, State},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::billing::{
        begin_checkout::{CheckoutError, begin_checkout},
        buying::NotForSale,
        settle_payment::{Settled, settle_payment},
    },
    pages::billing::pricing,
    problem::{Kind, Problem},
};
use serde::Deserialize;

use crate::web::{
    extract::form::PostedForm,
    response::page::{self, error_response, html},
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

pub(in crate::web) async fn refused(
    state: &AppState,
    who: Principal,
    problem: &Problem,
    query: BTreeMap<String, String>,
) -> Response {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a payment did not go on");
    }
    if problem.kind == Kind::SignedOut {
        return Redirect::to("/auth?mode=signin&next=/pricing").into_response();
    }
    let visit = page::visit(state, who, "/pricing", query);
    match pricing::refused(&visit, problem).await {
        Ok(page) => html(&visit, page, problem.kind.status()),
        Err(problem) => error_response(&problem),
    }
}

/// What a reference may consist of; the rest does not reach an address.
pub(in crate::web) fn clean(reference: &str) -> String {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || "-.=_".contains(*c);
    reference.chars().filter(allowed).take(100).collect()
}
