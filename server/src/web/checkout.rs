//! Buying without script, and the sandbox's window: forms that lead to the next page.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{OriginalUri, Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::billing::{
        begin_checkout::{CheckoutError, begin_checkout},
        buying::NotForSale,
        cancel_subscription::{CancelSubscriptionError, cancel_subscription},
        change_plan::change_plan,
        keep_plan::keep_plan,
        settle_payment::{Settled, settle_payment},
    },
    pages::{Flash, pricing, sandbox},
    ports::{SandboxAct, StoreError},
    problem::{Kind, Problem},
};
use serde::Deserialize;

use super::{
    fields::Fields,
    flash,
    pages::{self, html, trouble},
    router::AppState,
    session::Who,
};

/// The fields of a plan's card.
#[derive(Deserialize)]
pub struct Choice {
    #[serde(default)]
    plan: String,
    #[serde(default)]
    currency: String,
}

/// Opens a payment and leads to the provider's window.
pub async fn begin(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Fields(choice): Fields<Choice>,
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
pub async fn back(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let reference = query.get("reference").map(String::as_str).unwrap_or_default();
    let Some(member) = &who.0 else {
        let back = format!("/checkout/return?reference={}", clean(reference));
        return Redirect::to(&pricing::sign_in(&back)).into_response();
    };
    let known = clean(reference);
    match settle_payment(&state.ports, member.account.id, reference).await {
        Ok(Settled::Paid(_) | Settled::AlreadyProcessed | Settled::Underway) => {
            Redirect::to(&format!("/success?session_id={known}")).into_response()
        }
        Ok(_) => Redirect::to(&pricing::explained(reference)).into_response(),
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}

/// Cancels the subscription.
pub async fn cancel(State(state): State<AppState>, Extension(who): Extension<Who>) -> Response {
    match cancel_subscription(&state.ports, who.0.as_ref()).await {
        Ok(_) => Redirect::to("/pricing?cancelled=1").into_response(),
        Err(CancelSubscriptionError::SignedOut) => {
            Redirect::to(&pricing::sign_in("/pricing?cancel=ask")).into_response()
        }
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}

/// Takes a cancelled plan up again, in a task of its own: what the provider has done is written
/// down even when the client goes away in the middle.
pub async fn keep(State(state): State<AppState>, Extension(who): Extension<Who>) -> Response {
    let (ports, member) = (state.ports.clone(), who.0.clone());
    let kept = tokio::spawn(async move { keep_plan(&ports, member.as_ref()).await });
    let kept = kept.await.unwrap_or_else(|error| Err(StoreError::new(error).into()));
    match kept {
        Ok(_) => match &who.0 {
            Some(member) => flash::tell(&state, member, Flash::PlanKept),
            None => Redirect::to("/pricing").into_response(),
        },
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}

/// Orders a smaller plan for the end of the present one, in a task of its own as well.
pub async fn change(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Fields(choice): Fields<Choice>,
) -> Response {
    let (ports, member) = (state.ports.clone(), who.0.clone());
    let change = async move { change_plan(&ports, member.as_ref(), &choice.plan).await };
    let changed = tokio::spawn(change).await;
    match changed.unwrap_or_else(|error| Err(StoreError::new(error).into())) {
        Ok(()) => Redirect::to("/pricing?changed=1").into_response(),
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}

/// The button that was pressed in the sandbox's window.
#[derive(Deserialize)]
pub struct Pressed {
    #[serde(default)]
    act: String,
}

/// Plays what a person and a bank do.
pub async fn play(
    State(state): State<AppState>,
    Path(code): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
    OriginalUri(uri): OriginalUri,
    Extension(who): Extension<Who>,
    Fields(pressed): Fields<Pressed>,
) -> Response {
    let (Some(sandbox), Some(act)) = (&state.ports.sandbox, SandboxAct::from_name(&pressed.act))
    else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let charge = match sandbox.charge(&code).await {
        Ok(Some(charge)) => charge,
        Ok(None) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => return trouble(&Problem::from(error)),
    };
    if let Err(error) = sandbox.play(&code, act).await {
        return trouble(&Problem::from(error));
    }
    if !query.contains_key("embedded") {
        let back = format!("/checkout/return?reference={}", clean(&charge.reference));
        return Redirect::to(&back).into_response();
    }
    let result = match act {
        SandboxAct::Success | SandboxAct::WebhookTwice | SandboxAct::AmountAltered => "success",
        SandboxAct::LateWebhook => "processing",
        SandboxAct::Decline => "failed",
        SandboxAct::Close => "closed",
    };
    let visit = pages::visit(&state, who, uri.path(), query);
    html(&visit, sandbox::over(result), StatusCode::OK)
}

/// Charges the person's standing orders for the next month now, in the sandbox only.
pub async fn renew(State(state): State<AppState>, Extension(who): Extension<Who>) -> Response {
    let (Some(sandbox), Some(member)) = (&state.ports.sandbox, &who.0) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match sandbox.renew_now(member.account.email.as_str()).await {
        Ok(_) => Redirect::to("/pricing").into_response(),
        Err(error) => trouble(&Problem::from(error)),
    }
}

async fn refused(
    state: &AppState,
    who: Who,
    problem: &Problem,
    query: BTreeMap<String, String>,
) -> Response {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a payment did not go on");
    }
    if problem.kind == Kind::SignedOut {
        return Redirect::to("/auth?mode=signin&next=/pricing").into_response();
    }
    let visit = pages::visit(state, who, "/pricing", query);
    match pricing::refused(&visit, problem).await {
        Ok(page) => html(&visit, page, problem.kind.status()),
        Err(problem) => trouble(&problem),
    }
}

/// What a reference may consist of; the rest does not reach an address.
fn clean(reference: &str) -> String {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || "-.=_".contains(*c);
    reference.chars().filter(allowed).take(100).collect()
}
